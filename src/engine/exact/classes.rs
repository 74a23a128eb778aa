//! Exact distributions over all hands, computed from one hand of each class of equivalent hands.
//!
//! Affine maps of the deck carry sets to sets, so all hands of a class agree in every
//! affine-invariant measure: the number of sets, the largest cap, the maximum number of disjoint
//! sets, the cards in sets, and the ultrasets. Each hand of `k` cards extends `k` hands with one
//! card less, so for every value
//!
//! ```text
//! k N(value) = sum over the classes of k - 1 cards of
//!              hands of the class times cards that lead to the value
//! ```
//!
//! and only the classes of `k - 1` cards are needed. For 12 cards that is 8,135 classes and 569,450
//! hands examined, which represent 70,724,320,184,700 hands.
//!
//! Every run checks that the number of classes is that of Burnside's lemma, that each sum is
//! divisible by `k`, that the hands add up to C(v,k), and that the number of hands without a set
//! and the distribution of the number of sets agree with the exact tables.
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
//! while search.cards() < hands.max_cards() {
//!     search.step(&pool, &StopFlag::default());
//! }
//! hands.add(&search)?;
//! let counted = hands.finish(&execute(&hands, threads)?.tally())?;
//! let caps = counted.get(Key { cards: 6, measure: Measure::LargestCap });
//! // The number of hands of six cards without a set.
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

const CLASSES_PER_BLOCK: u64 = 16;

/// Error for measures whose distribution cannot be computed from one hand of each class.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnsupportedMeasure {
    /// The measure is not defined for hands of these sizes.
    #[error(transparent)]
    Measure(#[from] MeasureError),
    /// The measure may differ between hands of the same class.
    #[error(
        "`{0}` depends on more than the hand up to symmetry (its order, or single features); \
         classes tell {names}",
        names = names()
    )]
    NotInvariant(Measure),
}

fn names() -> String {
    invariant().iter().map(|measure| measure.name()).collect::<Vec<_>>().join(", ")
}

/// Returns the measures that have the same value for all hands of a class.
fn invariant() -> Vec<Measure> {
    Measure::ALL.iter().copied().filter(|measure| measure.is_affine_invariant()).collect()
}

/// Kernel that measures all hands of some sizes by extending one hand of each class with one card
/// less.
#[derive(Debug)]
pub struct ByClasses {
    deck: Deck,
    /// Whether the number of sets is counted. It is computed without a measurer, from the sets in
    /// the canonical form of a class.
    counts_sets: bool,
    /// For each size for which some measure is defined, a measurer of all measures except the
    /// number of sets.
    measurers: Vec<(usize, Measurer)>,
    /// For each hand size except 0 whose classes have been added, the classes of hands with one
    /// card less, and the index of the first of them in the plan.
    parents: Vec<(Arc<ClassSet>, u128)>,
    numbers: Vec<BigUint>,
    plan: Plan,
}

impl ByClasses {
    /// Prepares to measure all hands of some sizes; the classes must be [added](Self::add) before
    /// the run.
    ///
    /// # Errors
    ///
    /// Returns an error if a measure is not affine-invariant, or not defined for hands of these
    /// sizes.
    pub fn new(deck: Deck, sizes: Sizes, measures: &Measures) -> Result<Self, UnsupportedMeasure> {
        if let Some(other) = measures.iter().find(|measure| !measure.is_affine_invariant()) {
            return Err(UnsupportedMeasure::NotInvariant(other));
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

    /// Returns the largest hand size whose classes are needed.
    #[must_use]
    pub fn max_cards(&self) -> usize {
        self.measurers.last().map_or(0, |&(cards, _)| cards.saturating_sub(1))
    }

    /// Adds the current classes of a search, if they are needed. The search starts with the empty
    /// hand and must reach [`max_cards`](Self::max_cards) cards.
    ///
    /// # Errors
    ///
    /// Returns an error if the number of classes is wrong, which is a bug in the program.
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

    /// Returns an iterator over the measurers of all hand sizes, each with the classes of hands
    /// with one card less.
    fn measured(&self) -> impl Iterator<Item = (&(usize, Measurer), &(Arc<ClassSet>, u128))> {
        self.measurers.iter().filter(|&&(cards, _)| cards > 0).zip(&self.parents)
    }

    /// Tallies the measures of all hands that extend the canonical form of a class by one card.
    /// Each hand is counted once for each hand of the class. `unit` is the index of the class in
    /// the plan.
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

/// Tallies the number of sets in a hand with one card of `others` added, over all these cards.
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

/// Checks the number of classes that a search has found against Burnside's lemma.
fn check_number(numbers: &[BigUint], cards: usize, found: usize) -> Result<(), CheckError> {
    let what = Contradiction::Classes;
    if numbers[cards] == found.into() { Ok(()) } else { Err(CheckError { cards, what }) }
}

/// Checks a distribution against known values: the number of all hands, the number of hands without
/// a set and, for the number of sets, the whole distribution.
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

/// Properties that all hands of a class share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassInfo {
    /// The number of sets in each hand of the class.
    pub sets: usize,
    /// The size of the largest cap in each hand of the class.
    pub largest_cap: usize,
    /// The maximum number of pairwise disjoint sets in each hand of the class.
    pub disjoint_sets: usize,
    /// The number of cards in each hand of the class that belong to a set.
    pub in_sets: usize,
    /// Whether the hands of the class are caps to which no card can be added.
    pub complete_cap: bool,
    /// The number of hands in the class.
    pub hands: u128,
    /// The order of the stabilizer of each hand of the class.
    pub stabilizer: u128,
    /// The canonical form of the hands of the class.
    pub representative: Vec<Card>,
}

/// Returns the largest hand size whose classes are listed within a second or two.
#[must_use]
pub const fn largest_size_in_seconds(deck: Deck) -> usize {
    match deck.features() {
        3 => 27,
        4 => 12,
        5 => 10,
        _ => 9,
    }
}

/// Returns a measurer of the affine-invariant measures in hands of `cards` cards.
///
/// # Errors
///
/// Returns an error if the hands are too large, or larger than the deck.
pub fn measurer(deck: Deck, cards: usize) -> Result<Measurer, MeasureError> {
    let all = invariant().into_iter().collect();
    Measurer::new(deck, Sizes::one(cards), all, Strategy::default())
}

/// Returns the current classes of a search, in ascending order of the number of sets; among equals,
/// classes with more hands come first. Checks the number of classes, the number of hands and the
/// distribution of the number of sets.
///
/// # Errors
///
/// Returns an error if a check fails, which is a bug in the program.
///
/// # Panics
///
/// Panics if the hands are so large that there is no [`measurer`].
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

    /// Uses that hands of 0, 1 and 2 cards have one class each, those of 3 cards two.
    #[test]
    fn each_class_is_looked_at_with_each_card_outside_it() {
        let deck = Deck::new(2).unwrap();
        let mut hands = ByClasses::new(deck, "0-4".parse().unwrap(), &Measures::default()).unwrap();
        let (space, pool) = (Space::new(deck), ThreadPool::new(Threads::ONE).unwrap());
        let mut search = Search::new(&space, Family::Hands);
        hands.add(&search).unwrap();
        while search.cards() < hands.max_cards() {
            search.step(&pool, &StopFlag::default());
            hands.add(&search).unwrap();
        }
        assert_eq!(hands.leaves(), 9 + 8 + 7 + 2 * 6);
    }
}
