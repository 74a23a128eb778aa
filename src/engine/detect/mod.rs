//! Strategies that detect sets: interchangeable implementations of one problem.
//!
//! A [`Strategy`] is a name; [`Strategy::detector`] builds its [`Detector`], which owns its data. A
//! detector is called through dynamic dispatch once per hand and loops over pairs or triples
//! itself. Most strategies test triples of encoded cards; they only define how to encode a card,
//! how to combine two codes and how to test a third (`TripleTest`), and share the loops.
//!
//! ```
//! use setodds_engine::{card::Deck, detect::Strategy};
//! let hand: Vec<_> = Deck::GAME.cards().take(9).collect(); // a plane of nine cards
//! let detector = Strategy::default().detector(Deck::GAME);
//! assert_eq!(detector.count(&hand), 12);
//! assert!(detector.is_set(hand[0], hand[1], hand[2]));
//! ```
//!
//! All strategies must give the same answer on every triple and every hand: the tests here iterate
//! over [`Strategy::ALL`] and compare with the naive reference implementation. To add a strategy,
//! add a struct in `strategies`, a variant of [`Strategy`], and a line in [`Strategy::detector`]:
//! the tests then compare it with the definition, and `setodds bench` times it. If it tests triples
//! one by one, implement `TripleTest`, and `Triples` provides the loops; otherwise implement
//! [`Detector`]. To process 64 hands at once, also implement `LaneTest` in `detect/lane_tests`, and
//! extend `Strategy::has_lanes` and `Strategy::lane_test` there.

pub(crate) mod lane_tests;
mod strategies;

use crate::card::{Card, Deck};
use crate::name::named_enum;
use strategies::{
    ColumnSums, DigitSum, Naive, PackedMask, PrecomputedTriples, ThirdCard, Triples, ValidColumns,
};

/// A counter of the sets in hands of one deck. To list the sets, use
/// [`hand::sets`](crate::hand::sets).
///
/// A card of a smaller deck counts as the card of this deck with zeros before its digits. For a
/// card outside the deck, every method panics or returns a wrong answer, depending on the strategy;
/// check untrusted input with [`Card::new`].
pub trait Detector: Send + Sync {
    /// Returns whether three different cards are a set.
    fn is_set(&self, a: Card, b: Card, c: Card) -> bool;

    /// Returns the number of sets in a hand of different cards.
    fn count(&self, hand: &[Card]) -> usize;

    /// Writes, for each card of the hand, the number of sets that it completes with two cards
    /// before it. The running sums are the numbers of sets in the first 1, 2, 3, ... cards.
    ///
    /// # Panics
    ///
    /// Panics if `completed` is shorter than the hand.
    fn completed(&self, hand: &[Card], completed: &mut [usize]);
}

impl std::fmt::Debug for dyn Detector {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Detector")
    }
}

named_enum! {
    /// A method of detecting sets. All strategies give the same answers; the first is the naive
    /// reference implementation.
    ///
    /// ```
    /// # use setodds_engine::{card::Deck, detect::Strategy};
    /// let plane: Vec<_> = Deck::GAME.cards().take(9).collect();
    /// for strategy in Strategy::ALL {
    ///     assert_eq!(strategy.detector(Deck::GAME).count(&plane), 12, "{strategy}");
    /// }
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Strategy: "strategy" {
        /// Checks the definition of a set feature by feature; the reference implementation.
        Naive = "naive",
        /// Encodes features one-hot: three cards are a set if their OR equals their XOR.
        PackedMask = "packed-mask",
        /// Adds one-hot rows: three cards are a set if the largest column sum of each feature is 1
        /// or 3.
        ColumnSums = "column-sums",
        /// Looks up whether each feature's three values are one of the nine valid columns.
        ValidColumns = "valid-columns",
        /// Checks that each feature's three values add up to a multiple of three.
        DigitSum = "digit-sum",
        /// Looks up the third card of each pair and checks whether it is in the hand.
        #[default]
        ThirdCard = "third-card",
        /// Tests packed masks over a precomputed list of index triples.
        PrecomputedTriples = "precomputed-triples",
    }
}

impl Strategy {
    /// Builds the detector of this strategy for hands of `deck`.
    #[must_use]
    pub fn detector(self, deck: Deck) -> Box<dyn Detector> {
        // To keep WebAssembly modules small, one detector serves all strategies; the results are
        // the same.
        #[cfg(target_family = "wasm")]
        return Box::new(ThirdCard::new(deck));
        #[cfg(not(target_family = "wasm"))]
        match self {
            Self::Naive => Box::new(Triples::<Naive>::new(deck)),
            Self::PackedMask => Box::new(Triples::<PackedMask>::new(deck)),
            Self::ColumnSums => Box::new(Triples::<ColumnSums>::new(deck)),
            Self::ValidColumns => Box::new(Triples::<ValidColumns>::new(deck)),
            Self::DigitSum => Box::new(Triples::<DigitSum>::new(deck)),
            Self::ThirdCard => Box::new(ThirdCard::new(deck)),
            Self::PrecomputedTriples => Box::new(PrecomputedTriples::new(deck)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinations::Combinations;
    use crate::hand::sets;
    use proptest::prelude::{Just, ProptestConfig, Strategy as Arbitrary, prop};
    use proptest::proptest;

    fn detectors(deck: Deck) -> Vec<(Strategy, Box<dyn Detector>)> {
        Strategy::ALL.iter().map(|&s| (s, s.detector(deck))).collect()
    }

    #[test]
    fn all_agree_with_the_third_card_on_every_triple_of_small_decks() {
        for deck in [2, 3, 4].map(|n| Deck::new(n).unwrap()) {
            let detectors = detectors(deck);
            let mut sets = 0;
            let mut hands = Combinations::starting_at(0, 3, deck.cards());
            loop {
                let &[a, b, c] = hands.get() else { unreachable!("hands of three") };
                let expected = a.third(b) == c;
                sets += usize::from(expected);
                for (strategy, detector) in &detectors {
                    assert_eq!(detector.is_set(a, b, c), expected, "{strategy} {a:?} {b:?} {c:?}");
                    assert_eq!(detector.count(&[c, a, b]), usize::from(expected), "{strategy}");
                }
                if hands.advance().is_none() {
                    break;
                }
            }
            assert_eq!(sets, deck.sets());
        }
    }

    #[test]
    fn a_whole_deck_holds_all_its_sets() {
        for deck in [2, 3, 4, 5].map(|n| Deck::new(n).unwrap()) {
            let all: Vec<Card> = deck.cards().collect();
            assert_eq!(sets(&all, deck).count(), deck.sets());
            for (strategy, detector) in detectors(deck) {
                assert_eq!(detector.count(&all), deck.sets(), "{strategy}");
                let mut completed = vec![0; all.len()];
                detector.completed(&all, &mut completed);
                assert_eq!(completed.iter().sum::<usize>(), deck.sets(), "{strategy}");
                assert_eq!(format!("{detector:?}"), "Detector");
            }
        }
    }

    /// Generates hands of different cards in random order, from a deck with `features` features.
    fn hand(features: usize) -> impl Arbitrary<Value = Vec<Card>> {
        let cards: Vec<Card> = Deck::new(features).unwrap().cards().collect();
        let most = cards.len().min(45);
        prop::sample::subsequence(cards, 0..=most).prop_shuffle()
    }

    /// Finds the sets of a hand by testing all its triples.
    fn by_triples(detector: &dyn Detector, hand: &[Card]) -> Vec<[usize; 3]> {
        let mut sets = Vec::new();
        for a in 0..hand.len() {
            for b in a + 1..hand.len() {
                for c in b + 1..hand.len() {
                    if detector.is_set(hand[a], hand[b], hand[c]) {
                        sets.push([a, b, c]);
                    }
                }
            }
        }
        sets
    }

    fn check(features: usize, hand: &[Card]) {
        let deck = Deck::new(features).unwrap();
        let sets: Vec<[usize; 3]> = sets(hand, deck).collect();
        for (strategy, detector) in detectors(deck) {
            assert_eq!(by_triples(detector.as_ref(), hand), sets, "{strategy}");
            assert_eq!(detector.count(hand), sets.len(), "{strategy}");
            let mut completed = vec![0; hand.len()];
            detector.completed(hand, &mut completed);
            for (card, &count) in completed.iter().enumerate() {
                let expected = sets.iter().filter(|set| set[2] == card).count();
                assert_eq!(count, expected, "{strategy}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn all_agree_on_hands_of_every_deck(
            (features, hand) in (2_usize..=6).prop_flat_map(|n| (Just(n), hand(n)))
        ) {
            check(features, &hand);
        }
    }
}
