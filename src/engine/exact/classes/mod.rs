//! Distributions over all hands from one hand of each class.
//!
//! Affine maps of the deck carry sets to sets, so all hands of a class agree in everything that
//! sets decide: their number, the largest cap, the most disjoint sets, the cards in sets. Each hand
//! of `k` cards comes from `k` hands with a card less, so for every value
//!
//! ```text
//! k N(value) = sum over the classes of k - 1 cards of
//!              their hands times the cards that lead to the value
//! ```
//!
//! and only classes of `k - 1` cards have to be known. For 12 cards that is 8,135 classes and
//! 569,450 hands looked at, which stand for 70,724,320,184,700.
//!
//! Every run checks that the classes are as many as Burnside's lemma says, that each sum is
//! divisible by `k`, that the hands add up to C(v,k), and that the hands without a set, and the
//! distribution of the number of sets, are those of the exact tables.

pub mod table;

use super::check::{CheckError, check};
use super::known;
use super::{Exhaustive, Method, job};
use crate::card::{Card, Deck};
use crate::detect::Strategy;
use crate::hand::combinations::binomial;
use crate::hand::sizes::{Sizes, SizesError};
use crate::measure::{Key, Measure, MeasureError, Measurer, Measures};
use crate::run::{Kernel, Plan};
use crate::symmetry::{Class, SCHEME, Space, class_numbers};
use crate::tally::{Merge, Tallies, Tally};
use num_bigint::BigUint;

/// The classes in a block.
const CLASSES_PER_BLOCK: u64 = 16;

/// The measures to be taken of all hands of some sizes.
#[derive(Debug)]
pub struct Wanted {
    deck: Deck,
    sizes: Sizes,
    measures: Measures,
    /// For each size that the measures are there for, what measures it.
    measurers: Vec<(usize, Measurer)>,
}

/// Measures that classes do not determine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WantedError {
    /// A hand larger than the deck.
    #[error(transparent)]
    Sizes(#[from] SizesError),
    /// A measure that is not there for such hands.
    #[error(transparent)]
    Measure(#[from] MeasureError),
    /// A measure in which hands of a class differ.
    #[error(
        "`{0}` depends on more than the hand up to symmetry (its order, or single features); \
         classes tell {names}",
        names = names()
    )]
    NotOfClasses(Measure),
}

fn names() -> String {
    let all = Measure::ALL.iter().filter(|measure| measure.is_affine_invariant());
    all.map(|measure| measure.name()).collect::<Vec<_>>().join(", ")
}

impl Wanted {
    /// These measures of these sizes.
    ///
    /// # Errors
    ///
    /// When classes do not tell a measure, or it is not there for hands of such sizes.
    pub fn new(deck: Deck, sizes: Sizes, measures: Measures) -> Result<Self, WantedError> {
        if let Some(other) = measures.iter().find(|measure| !measure.is_affine_invariant()) {
            return Err(WantedError::NotOfClasses(other));
        }
        let sizes = sizes.within(deck)?;
        let measurer = |cards: usize| {
            let own = measures.iter().filter(|it| it.sizes(deck).contains(&cards)).collect();
            let measurer = Measurer::new(deck, Sizes::one(cards), own, Strategy::default());
            measurer.map(|measurer| (cards, measurer)).map_err(WantedError::from)
        };
        let all = Measurer::new(deck, sizes.clone(), measures.clone(), Strategy::default())?;
        let served = all.keys().map(|key| key.cards).collect::<Sizes>();
        let measurers = served.iter().map(measurer).collect::<Result<_, _>>()?;
        Ok(Self { deck, sizes, measures, measurers })
    }

    /// Whether the classes of hands with so many cards are needed.
    #[must_use]
    pub fn needs(&self, cards: usize) -> bool {
        self.measurers.iter().any(|&(size, _)| size == cards + 1)
    }

    /// The most cards in hands whose classes are needed.
    #[must_use]
    pub fn most(&self) -> usize {
        self.measurers.last().map_or(0, |&(cards, _)| cards.saturating_sub(1))
    }

    /// The deck.
    #[must_use]
    pub const fn deck(&self) -> Deck {
        self.deck
    }
}

/// All hands of some sizes, from the classes with one card less.
#[derive(Debug)]
pub struct ByClasses<'a, const WORDS: usize> {
    wanted: Wanted,
    space: &'a Space,
    /// For each size that is counted, its place among the measurers, the classes of a card less,
    /// and how many come before.
    parents: Vec<(usize, Vec<Class<WORDS>>, u128)>,
    plan: Plan,
}

impl<'a, const WORDS: usize> ByClasses<'a, WORDS> {
    /// From the needed classes: of each size in turn that [`Wanted::needs`] names.
    ///
    /// # Errors
    ///
    /// When they are not as many as there are: a defect of the program.
    pub fn new(
        wanted: Wanted,
        space: &'a Space,
        classes: Vec<Vec<Class<WORDS>>>,
    ) -> Result<Self, CheckError> {
        let (numbers, mut parents, mut end) = (class_numbers(wanted.deck)?, Vec::new(), 0);
        let counted = wanted.measurers.iter().enumerate().filter(|(_, (cards, _))| *cards > 0);
        for ((place, (cards, _)), classes) in counted.zip(classes) {
            check_number(&numbers, cards - 1, classes.len())?;
            let before = end;
            end += classes.len() as u128;
            parents.push((place, classes, before));
        }
        let job = job(Method::Classes, SCHEME, wanted.deck, &wanted.sizes, &wanted.measures);
        Ok(Self { plan: Plan::new(job, end, CLASSES_PER_BLOCK), wanted, space, parents })
    }

    /// The class with this number in the row of all, and what measures its hands with one card
    /// more.
    fn parent(&self, unit: u128) -> (&Measurer, &Class<WORDS>) {
        let size = self.parents.partition_point(|&(_, _, before)| before <= unit) - 1;
        let (place, classes, before) = &self.parents[size];
        let number = usize::try_from(unit - before).unwrap_or(usize::MAX);
        (&self.wanted.measurers[*place].1, &classes[number])
    }

    /// Measures all hands with one card more, each as often as the class has hands.
    fn measure(&self, unit: u128) -> Tallies<Key> {
        let (measurer, class) = self.parent(unit);
        let mut hand: Vec<Card> = class.form.cards(self.space).collect();
        let mut recorder = measurer.recorder();
        for card in self.wanted.deck.cards().filter(|card| !class.form.contains(*card)) {
            hand.push(card);
            recorder.record(&hand);
            hand.pop();
        }
        let (once, hands) = (recorder.finish(), class.hands(self.wanted.deck));
        let mut all = Tallies::default();
        for (key, tally) in once.iter() {
            tally.iter().for_each(|(value, count)| all.of(key).add(value, count * hands));
        }
        all
    }
}

impl<const WORDS: usize> Kernel for ByClasses<'_, WORDS> {
    type Tally = Tallies<Key>;

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn worker(&self) -> impl FnMut(u64) -> Tallies<Key> {
        |block| {
            let first = self.plan.first_unit(block);
            let units = first..first + u128::from(self.plan.units_in(block));
            let mut all = Tallies::default();
            units.for_each(|unit| all.merge(self.measure(unit)));
            all
        }
    }
}

impl<const WORDS: usize> Exhaustive for ByClasses<'_, WORDS> {
    fn leaves(&self) -> u128 {
        let hands = |(place, classes, _): &(usize, Vec<_>, u128)| {
            let cards = self.wanted.measurers[*place].0;
            classes.len() as u128 * (self.wanted.deck.size() - cards + 1) as u128
        };
        self.parents.iter().map(hands).sum()
    }

    fn finish(&self, counted: &Tallies<Key>) -> Result<Tallies<Key>, CheckError> {
        let (deck, mut all) = (self.wanted.deck, Tallies::default());
        if let Some((0, measurer)) = self.wanted.measurers.first() {
            let mut recorder = measurer.recorder();
            recorder.record(&[]);
            all.merge(recorder.finish());
        }
        for (key, tally) in counted.iter() {
            let cards = key.cards as u128;
            for (value, met) in tally.iter() {
                if !met.is_multiple_of(cards) {
                    let what = "a hand was not met once for each of its cards";
                    return Err(CheckError { cards: key.cards, what });
                }
                all.of(key).add(value, met / cards);
            }
        }
        all.iter().try_for_each(|(key, tally)| check_measure(deck, key, tally))?;
        Ok(all)
    }
}

/// Checks that a search has found as many classes as Burnside's lemma says.
fn check_number(numbers: &[BigUint], cards: usize, found: usize) -> Result<(), CheckError> {
    let what = "the number of classes is not Burnside's";
    if numbers[cards] == found.into() { Ok(()) } else { Err(CheckError { cards, what }) }
}

/// Checks a distribution against what is known of it: all hands, those without a set, and all if it
/// is the number of sets.
fn check_measure(deck: Deck, key: Key, tally: &Tally) -> Result<(), CheckError> {
    let error = |what| Err(CheckError { cards: key.cards, what });
    if binomial(deck.size(), key.cards) != Some(tally.total()) {
        return error("the number of hands is not C(v,k)");
    }
    if let (Some(value), Some(hands)) =
        (key.value_without_sets(), known::hands_with(deck, key.cards, 0))
        && tally.count(value) != hands
    {
        return error("the hands without a set are not those of the exact table");
    }
    if key.measure != Measure::Sets {
        return Ok(());
    }
    if let Some(counts) = known::counts(deck, key.cards)
        && !tally.iter().map(|(_, count)| count).eq(counts)
    {
        return error("the number of sets is not distributed as in the exact table");
    }
    check(deck, key.cards, tally)
}
