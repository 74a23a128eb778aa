//! Precomputed triples: the index triples of "3 of k" are computed once, not for each hand, and a
//! hand is tested triple by triple through the list, with the packed mask.
//!
//! The triples stand in the order of their largest index, so that the first C(k,3) of them are
//! those of `k` cards, for every `k` up to the largest. Hands beyond that are tested without a
//! list.

use super::Detector;
use super::packed_mask::PackedMask;
use super::triple::{TripleTest, Triples};
use crate::card::{Card, Deck};

/// The most cards a list is made for: 341,376 triples, a megabyte.
const LONGEST: usize = 128;

/// Room for all places that a byte can name, so that none has to be checked.
const PLACES: usize = 256;

/// The list and the test.
pub(super) struct PrecomputedTriples {
    test: Triples<PackedMask>,
    triples: Vec<[u8; 3]>,
}

impl PrecomputedTriples {
    pub(super) fn new(deck: Deck) -> Self {
        let places: Vec<u8> = (0..=u8::MAX).take(deck.size().min(LONGEST)).collect();
        let mut triples = Vec::new();
        for (c, &last) in places.iter().enumerate() {
            for (b, &middle) in places[..c].iter().enumerate() {
                triples.extend(places[..b].iter().map(|&first| [first, middle, last]));
            }
        }
        Self { test: Triples::new(deck), triples }
    }

    fn codes(&self, hand: &[Card]) -> [u32; PLACES] {
        let mut codes = [0; PLACES];
        codes.iter_mut().zip(hand).for_each(|(code, &card)| *code = self.test.code(card));
        codes
    }

    /// The triples of `cards` cards that are sets, from number `first` on.
    #[inline]
    fn sets_from(&self, first: usize, cards: usize, codes: &[u32; PLACES]) -> usize {
        let is_set = |triple: &[u8; 3]| {
            let [a, b, c] = triple.map(|place| codes[usize::from(place)]);
            u32::from(PackedMask::completes(PackedMask::pair(a, b), c))
        };
        self.triples[first..triples_of(cards)].iter().map(is_set).sum::<u32>() as usize
    }
}

/// C(k, 3).
const fn triples_of(cards: usize) -> usize {
    if cards < 3 { 0 } else { cards * (cards - 1) * (cards - 2) / 6 }
}

impl Detector for PrecomputedTriples {
    fn is_set(&self, a: Card, b: Card, c: Card) -> bool {
        self.test.is_set(a, b, c)
    }

    fn count(&self, hand: &[Card]) -> usize {
        if hand.len() > LONGEST {
            return self.test.count(hand);
        }
        self.sets_from(0, hand.len(), &self.codes(hand))
    }

    fn completed(&self, hand: &[Card], completed: &mut [usize]) {
        if hand.len() > LONGEST {
            return self.test.completed(hand, completed);
        }
        let codes = self.codes(hand);
        for (place, slot) in completed[..hand.len()].iter_mut().enumerate() {
            *slot = self.sets_from(triples_of(place), place + 1, &codes);
        }
    }
}
