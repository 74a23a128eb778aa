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
//!
//! ```
//! use setodds_engine::card::Deck;
//! use setodds_engine::exact::{Exhaustive, classes::ByClasses};
//! use setodds_engine::measure::{Key, Measure};
//! use setodds_engine::run::{StopFlag, ThreadPool, Threads, execute};
//! use setodds_engine::symmetry::{Family, Search, Space};
//!
//! let (deck, threads) = (Deck::new(3)?, Threads::available());
//! let measures = [Measure::LargestCap].into_iter().collect();
//! let mut hands = ByClasses::new(deck, "6".parse()?, &measures)?;
//! let (space, pool) = (Space::new(deck), ThreadPool::new(threads)?);
//! let mut search = Search::new(&space, Family::Hands);
//! while search.cards() < hands.most() {
//!     search.step(&pool, &StopFlag::default());
//! }
//! hands.add(&search)?;
//! let counted = hands.finish(&execute(&hands, threads)?.tally())?;
//! let caps = counted.get(Key { cards: 6, measure: Measure::LargestCap });
//! // The hands of six cards without a set.
//! assert_eq!(caps.map(|caps| caps.count(6)), Some(107_406));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::known;
use super::self_check::{CheckError, Contradiction, check};
use super::{Exhaustive, Method, job};
use crate::card::{Card, Deck, ThirdCards};
use crate::combinations::binomial;
use crate::detect::Strategy;
use crate::hand::sizes::Sizes;
use crate::measure::{Key, Measure, MeasureError, Measurer, Measures};
use crate::run::{Kernel, Plan, ThreadPool};
use crate::symmetry::{Class, ClassSet, SCHEME, Search, Space, admitted, class_numbers};
use crate::tally::{Merge, Tallies, Tally};
use num_bigint::BigUint;
use std::sync::Arc;

/// The classes in a block.
const CLASSES_PER_BLOCK: u64 = 16;

/// Measures that classes do not determine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WantedError {
    /// A measure that is not defined for such hands.
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
    invariant().iter().map(|measure| measure.name()).collect::<Vec<_>>().join(", ")
}

/// The measures in which hands of a class agree.
fn invariant() -> Vec<Measure> {
    Measure::ALL.iter().copied().filter(|measure| measure.is_affine_invariant()).collect()
}

/// Measures of all hands of some sizes, from the classes with one card less.
#[derive(Debug)]
pub struct ByClasses {
    deck: Deck,
    /// Whether the number of sets is wanted, which follows from the sets of the class.
    counts_sets: bool,
    /// The sizes that the measures are defined for, each with a measurer of all but the number of
    /// sets.
    measurers: Vec<(usize, Measurer)>,
    /// For each size but 0 that has been added, the classes of one card less, and how many classes
    /// come before.
    parents: Vec<(Arc<ClassSet>, u128)>,
    numbers: Vec<BigUint>,
    plan: Plan,
}

impl ByClasses {
    /// Prepares measures of hands of some sizes; the classes have to be [added](Self::add).
    ///
    /// # Errors
    ///
    /// When classes do not tell a measure, or it is not defined for hands of such sizes.
    pub fn new(deck: Deck, sizes: Sizes, measures: &Measures) -> Result<Self, WantedError> {
        if let Some(other) = measures.iter().find(|measure| !measure.is_affine_invariant()) {
            return Err(WantedError::NotOfClasses(other));
        }
        let all = Measurer::new(deck, sizes, measures.clone(), Strategy::default())?;
        let measurer = |cards: usize| {
            let others = measures.iter().filter(|&measure| measure != Measure::Sets);
            let own = others.filter(|it| it.sizes(deck).contains(&cards)).collect();
            let measurer = Measurer::new(deck, Sizes::one(cards), own, Strategy::default());
            measurer.map(|measurer| (cards, measurer))
        };
        let served = all.keys().map(|key| key.cards).collect::<Sizes>();
        let measurers = served.iter().map(measurer).collect::<Result<_, _>>()?;
        let job = job(Method::Classes, SCHEME, deck, all.sizes(), measures);
        let plan = Plan::new(job, 0, CLASSES_PER_BLOCK);
        let counts_sets = measures.iter().any(|measure| measure == Measure::Sets);
        let (parents, numbers) = (Vec::new(), Vec::new());
        Ok(Self { deck, counts_sets, measurers, parents, numbers, plan })
    }

    /// The most cards in hands whose classes are needed.
    #[must_use]
    pub fn most(&self) -> usize {
        self.measurers.last().map_or(0, |&(cards, _)| cards.saturating_sub(1))
    }

    /// Adds the classes that a search has reached, if they are needed: it begins with the empty
    /// hand and goes on to [`most`](Self::most) cards.
    ///
    /// # Errors
    ///
    /// When they are not as many as there are: a defect of the program.
    pub fn add(&mut self, search: &Search<'_>) -> Result<(), CheckError> {
        let larger = search.cards() + 1;
        if self.measurers.iter().any(|&(cards, _)| cards == larger) {
            let (classes, before) = (Arc::clone(search.classes()), self.plan.units());
            if self.numbers.is_empty() {
                self.numbers = class_numbers(self.deck);
            }
            check_number(&self.numbers, search.cards(), classes.len())?;
            self.plan = self.plan.with_units(before + classes.len() as u128);
            self.parents.push((classes, before));
        }
        Ok(())
    }

    /// What measures the hands of each size, with the classes of a card less.
    fn measured(&self) -> impl Iterator<Item = (&(usize, Measurer), &(Arc<ClassSet>, u128))> {
        self.measurers.iter().filter(|&&(cards, _)| cards > 0).zip(&self.parents)
    }

    /// Measures all hands with one card more than a class, given by the index of its work unit,
    /// each counted once for each hand of the class.
    fn measure(&self, unit: u128) -> Tallies<Key> {
        let holding = self.measured().filter(|(_, (_, before))| *before <= unit).last();
        let ((_, measurer), (classes, before)) = holding.expect("the first class is number 0");
        let class = classes.get(usize::try_from(unit - before).expect("the classes are in memory"));
        let mut hand: Vec<Card> = class.form.iter().collect();
        let others = self.deck.cards().filter(|card| !class.form.contains(*card));
        let mut once = Tallies::default();
        if self.counts_sets {
            *once.entry(Key::sets(hand.len() + 1)) = sets_with(&hand, others.clone(), self.deck);
        }
        if measurer.keys().next().is_some() {
            let mut recorder = measurer.recorder();
            for card in others {
                hand.push(card);
                recorder.record(&hand);
                hand.pop();
            }
            once.merge(recorder.finish());
        }
        let hands = class.hands(self.deck);
        once.iter().map(|(key, tally)| (key, tally.times(hands))).collect()
    }
}

impl Kernel for ByClasses {
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

impl Exhaustive for ByClasses {
    fn leaves(&self) -> u128 {
        let mut leaves = 0;
        for ((cards, _), (classes, _)) in self.measured() {
            leaves += classes.len() as u128 * (self.deck.size() - cards + 1) as u128;
        }
        leaves
    }

    fn finish(&self, counted: &Tallies<Key>) -> Result<Tallies<Key>, CheckError> {
        let mut all = Tallies::default();
        if let Some((0, measurer)) = self.measurers.first() {
            let mut recorder = measurer.recorder();
            recorder.record(&[]);
            all.merge(recorder.finish());
            if self.counts_sets {
                all.entry(Key::sets(0)).record(0);
            }
        }
        for (key, tally) in counted.iter() {
            let cards = key.cards as u128;
            for (value, met) in tally.iter() {
                if !met.is_multiple_of(cards) {
                    return Err(CheckError { cards: key.cards, what: Contradiction::Met });
                }
                all.entry(key).add(value, met / cards);
            }
        }
        all.iter().try_for_each(|(key, tally)| check_measure(self.deck, key, tally))?;
        Ok(all)
    }
}

/// Tallies the number of sets in a hand with each of some other cards added.
fn sets_with(hand: &[Card], others: impl Iterator<Item = Card>, deck: Deck) -> Tally {
    let thirds = ThirdCards::for_deck(deck);
    let mut completed = vec![0; deck.size()];
    for (place, &a) in hand.iter().enumerate() {
        for &b in &hand[..place] {
            completed[thirds.third(a, b).index()] += 1;
        }
    }
    // Each card of a set is completed by the other two.
    let sets = hand.iter().map(|card| completed[card.index()]).sum::<usize>() / 3;
    let mut tally = Tally::default();
    others.for_each(|card| tally.record(sets + completed[card.index()]));
    tally
}

/// Checks that a search has found as many classes as Burnside's lemma says.
fn check_number(numbers: &[BigUint], cards: usize, found: usize) -> Result<(), CheckError> {
    let what = Contradiction::Classes;
    if numbers[cards] == found.into() { Ok(()) } else { Err(CheckError { cards, what }) }
}

/// Checks a distribution against what is known of it: all hands, those without a set, and all if it
/// is the number of sets.
fn check_measure(deck: Deck, key: Key, tally: &Tally) -> Result<(), CheckError> {
    let error = |what| Err(CheckError { cards: key.cards, what });
    if binomial(deck.size(), key.cards) != Some(tally.total()) {
        return error(Contradiction::Hands);
    }
    if let (Some(value), Some(hands)) =
        (key.value_without_sets(), known::hands_with(deck, key.cards, 0))
        && tally.count(value) != hands
    {
        return error(Contradiction::NoSet);
    }
    if key.measure == Measure::Sets { check(deck, key.cards, tally) } else { Ok(()) }
}

/// What all hands of a class have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassInfo {
    /// The number of sets.
    pub sets: usize,
    /// The size of the largest cap.
    pub largest_cap: usize,
    /// The most sets that can be taken at once.
    pub disjoint_sets: usize,
    /// The cards that belong to a set.
    pub in_sets: usize,
    /// Whether it is a cap that no card can be added to.
    pub complete_cap: bool,
    /// The hands of the class.
    pub hands: u128,
    /// The affine maps that carry each of them into itself.
    pub stabilizer: u128,
    /// One of them: the canonical form.
    pub representative: Vec<Card>,
}

/// The largest hands whose classes are listed in a second or two, in cards.
#[must_use]
pub const fn largest_size_in_seconds(deck: Deck) -> usize {
    match deck.features() {
        3 => 27,
        4 => 12,
        5 => 10,
        _ => 9,
    }
}

/// What measures hands of `cards` cards for the table.
///
/// # Errors
///
/// When they are too large, or larger than the deck.
pub fn measurer(deck: Deck, cards: usize) -> Result<Measurer, MeasureError> {
    let all = invariant().into_iter().collect();
    Measurer::new(deck, Sizes::one(cards), all, Strategy::default())
}

/// The classes that a search has reached, by rising number of sets, those with more hands first;
/// checked: as many as Burnside's lemma says, all hands, and the exact distribution of the number
/// of sets.
///
/// # Errors
///
/// When a check fails: a defect of the program.
///
/// # Panics
///
/// When the hands are so large that there is no [`measurer`].
pub fn table(search: &Search<'_>, pool: &ThreadPool) -> Result<Vec<ClassInfo>, CheckError> {
    let (deck, cards) = (search.space().deck(), search.cards());
    let measurer = measurer(deck, cards).expect("the hands can be measured");
    let mut classes = search.map(pool, |space, classes| infos(space, classes, &measurer));
    check_all(deck, cards, &classes)?;
    classes.sort_by_cached_key(|class| {
        let others = (class.in_sets, class.disjoint_sets, class.representative.clone());
        (class.sets, class.stabilizer, others)
    });
    Ok(classes)
}

fn infos(space: &Space, classes: &[Class], measurer: &Measurer) -> Vec<ClassInfo> {
    let (deck, mut admitted) = (space.deck(), admitted(space));
    let info = |class: &Class| {
        let representative: Vec<Card> = class.form.iter().collect();
        let mut recorder = measurer.recorder();
        recorder.record(&representative);
        let values = recorder.finish();
        let of = |measure| {
            let recorded = values.get(Key { cards: representative.len(), measure });
            recorded.and_then(Tally::largest).unwrap_or(0)
        };
        let sets = of(Measure::Sets);
        ClassInfo {
            sets,
            largest_cap: of(Measure::LargestCap),
            disjoint_sets: of(Measure::DisjointSets),
            in_sets: of(Measure::InSets),
            complete_cap: sets == 0 && admitted(class) == 0,
            hands: class.hands(deck),
            stabilizer: class.stabilizer(deck),
            representative,
        }
    };
    classes.iter().map(info).collect()
}

fn check_all(deck: Deck, cards: usize, classes: &[ClassInfo]) -> Result<(), CheckError> {
    check_number(&class_numbers(deck), cards, classes.len())?;
    let mut sets = Tally::default();
    classes.iter().for_each(|class| sets.add(class.sets, class.hands));
    check_measure(deck, Key::sets(cards), &sets)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{StopFlag, Threads};
    use crate::symmetry::Family;

    /// Hands of 0, 1 and 2 cards have one class each, those of 3 cards two.
    #[test]
    fn each_class_is_looked_at_with_each_card_outside_it() {
        let deck = Deck::new(2).unwrap();
        let mut hands = ByClasses::new(deck, "0-4".parse().unwrap(), &Measures::default()).unwrap();
        let (space, pool) = (Space::new(deck), ThreadPool::new(Threads::ONE).unwrap());
        let mut search = Search::new(&space, Family::Hands);
        hands.add(&search).unwrap();
        while search.cards() < hands.most() {
            search.step(&pool, &StopFlag::default());
            hands.add(&search).unwrap();
        }
        assert_eq!(hands.leaves(), 9 + 8 + 7 + 2 * 6);
    }
}
