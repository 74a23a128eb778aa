//! The class of a given hand: what the hands that affine maps carry into one another have in
//! common.

use super::{Key, Measure, Measurer};
use crate::card::{Card, Deck};
use crate::detect::Strategy;
use crate::hand::sizes::Sizes;
use crate::symmetry::{Canonical, Space, canonical};
use crate::tally::Tally;
use std::collections::BTreeMap;

/// Finds the class of one hand after another.
///
/// ```
/// use setodds_engine::{card::Deck, measure::ClassFinder};
/// let mut finder = ClassFinder::new(Deck::GAME);
/// let plane: Vec<_> = Deck::GAME.cards().take(9).collect();
/// let class = finder.class(&plane);
/// assert_eq!((class.canonical.orbit, class.canonical.dimension), (1170, Some(2)));
/// assert_eq!((class.sets, class.largest_cap, class.disjoint_sets), (12, Some(4), Some(3)));
/// let parallel: Vec<_> = Deck::GAME.cards().skip(27).take(9).collect();
/// let map = class.canonical.map_to(&finder.class(&parallel).canonical).expect("equivalent");
/// assert_eq!(map.image_of(&plane.into_iter().collect()), parallel.into_iter().collect());
/// ```
#[derive(Debug)]
pub struct ClassFinder {
    space: Space,
    /// What measures hands, by their size.
    measurers: BTreeMap<usize, Measurer>,
}

/// The class of a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandClass {
    /// The canonical form, the symmetries, and the number of equivalent hands.
    pub canonical: Canonical,
    /// The number of sets in the hand.
    pub sets: usize,
    /// The number of sets among the other cards of the deck.
    pub complement_sets: usize,
    /// The number of cards that belong to a set.
    pub in_sets: usize,
    /// The size of the largest cap in the hand; `None` for hands that are too large to search.
    pub largest_cap: Option<usize>,
    /// The most sets that can be taken at once; `None` for hands that are too large to search.
    pub disjoint_sets: Option<usize>,
}

/// What is measured of hands that are not too large for it.
const MEASURES: [Measure; 4] =
    [Measure::Sets, Measure::InSets, Measure::LargestCap, Measure::DisjointSets];

impl ClassFinder {
    /// For hands of a deck.
    #[must_use]
    pub fn new(deck: Deck) -> Self {
        Self { space: Space::new(deck), measurers: BTreeMap::new() }
    }

    /// The class of a hand of different cards.
    ///
    /// # Panics
    ///
    /// When a card is not in the deck.
    pub fn class(&mut self, hand: &[Card]) -> HandClass {
        let (deck, cards) = (self.space.deck(), hand.len());
        let canonical = canonical(&self.space, &hand.iter().copied().collect());
        let measurer = self.measurers.entry(cards).or_insert_with(|| measurer(deck, cards));
        let mut recorder = measurer.recorder();
        recorder.record(hand);
        let values = recorder.finish();
        let of = |measure| values.get(Key { cards, measure }).and_then(Tally::largest);
        let sets = of(Measure::Sets).unwrap_or(0);
        HandClass {
            canonical,
            sets,
            complement_sets: complement_sets(deck, cards, sets),
            in_sets: of(Measure::InSets).unwrap_or(0),
            largest_cap: of(Measure::LargestCap),
            disjoint_sets: of(Measure::DisjointSets),
        }
    }
}

fn measurer(deck: Deck, cards: usize) -> Measurer {
    let measures = MEASURES.into_iter().filter(|measure| measure.sizes(deck).contains(&cards));
    let measurer = Measurer::new(deck, Sizes::one(cards), measures.collect(), Strategy::default());
    measurer.expect("the measures are defined for hands of the deck")
}

/// The sets without a card of a hand: all, less those through each card, plus those through each
/// pair, of which there is one, less those within the hand.
fn complement_sets(deck: Deck, cards: usize, sets: usize) -> usize {
    let pairs = cards * cards.saturating_sub(1) / 2;
    deck.sets() + pairs - cards * (deck.size() - 1) / 2 - sets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_complement_is_the_complement() {
        for deck in Deck::all() {
            let mut finder = ClassFinder::new(deck);
            for step in [2, 5, deck.size() / 3, deck.size()] {
                let is_in = |card: &Card| card.index() * card.index() % step < step / 2;
                let (hand, others): (Vec<Card>, Vec<Card>) = deck.cards().partition(is_in);
                let [one, other] = [hand, others].map(|hand| finder.class(&hand));
                assert_eq!((one.complement_sets, other.complement_sets), (other.sets, one.sets));
                let symmetries = |class: &HandClass| class.canonical.stabilizer;
                assert_eq!(symmetries(&one), symmetries(&other));
            }
        }
    }

    #[test]
    fn the_smallest_and_the_largest_hands_have_a_class() {
        for deck in Deck::all() {
            let mut finder = ClassFinder::new(deck);
            let none = finder.class(&[]);
            assert_eq!((none.sets, none.complement_sets), (0, deck.sets()));
            assert_eq!((none.canonical.orbit, none.canonical.dimension), (1, None));
            let all = finder.class(&deck.cards().collect::<Vec<_>>());
            assert_eq!((all.sets, all.complement_sets), (deck.sets(), 0));
            assert_eq!((all.canonical.orbit, all.canonical.card_orbits), (1, 1));
            let card = finder.class(&[Card::at(deck.size() - 1)]);
            assert_eq!((card.canonical.dimension, card.largest_cap), (Some(0), Some(1)));
        }
    }
}
