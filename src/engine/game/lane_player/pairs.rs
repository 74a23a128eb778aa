//! The pairs of cards of 64 tables, in the order in which sets are found.

use super::LANE_CARDS;
use crate::lanes::Lanes;
use std::ops::Range;

/// The number of pairs of cards with a card before them.
pub(super) const PAIRS: usize = pairs(LANE_CARDS);

/// Returns how many pairs of `cards` cards have a card before them.
pub(super) const fn pairs(cards: usize) -> usize {
    cards.saturating_sub(1) * cards.saturating_sub(2) / 2
}

/// The places of the pairs, in their order.
pub(super) const PLACES: [[usize; 2]; PAIRS] = {
    let (mut places, mut pair, mut last) = ([[0; 2]; PAIRS], 0, 2);
    while last < LANE_CARDS {
        let mut middle = 1;
        while middle < last {
            places[pair] = [middle, last];
            (pair, middle) = (pair + 1, middle + 1);
        }
        last += 1;
    }
    places
};

/// 64 tables as they are looked at.
pub(super) struct SeenTables<'a> {
    pub(super) cards: &'a [Lanes<u8>],
    /// The first cards that hold no set: their pairs are left out.
    pub(super) without: usize,
    /// The third card of each pair.
    pub(super) thirds: &'a [Lanes<u8>; PAIRS],
}

impl SeenTables<'_> {
    /// The pairs that are looked at.
    pub(super) const fn pairs(&self) -> Range<usize> {
        pairs(self.without)..pairs(self.cards.len())
    }
}
