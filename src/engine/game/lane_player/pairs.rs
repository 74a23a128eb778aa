//! Pairs of cards of 64 tables, in the order in which sets are found.

use super::MAX_TABLE_CARDS;
use crate::lanes::Lanes;
use std::ops::Range;

/// The number of pairs of cards on the largest table that have another card before both.
pub(super) const PAIRS: usize = pairs(MAX_TABLE_CARDS);

/// Returns the number of pairs among `cards` cards that have another card before both.
pub(super) const fn pairs(cards: usize) -> usize {
    cards.saturating_sub(1) * cards.saturating_sub(2) / 2
}

/// Positions on the table of the two cards of each pair, in the order in which pairs are scanned.
pub(super) const PLACES: [[usize; 2]; PAIRS] = {
    let (mut places, mut pair, mut last) = ([[0; 2]; PAIRS], 0, 2);
    while last < MAX_TABLE_CARDS {
        let mut middle = 1;
        while middle < last {
            places[pair] = [middle, last];
            (pair, middle) = (pair + 1, middle + 1);
        }
        last += 1;
    }
    places
};

/// View of 64 tables while their sets are weighed and one is selected.
pub(super) struct SeenTables<'a> {
    pub(super) cards: &'a [Lanes<u8>],
    /// The number of leading cards that contain no set; their pairs are skipped.
    pub(super) without: usize,
    /// For each pair, the card that completes it to a set.
    pub(super) thirds: &'a [Lanes<u8>; PAIRS],
}

impl SeenTables<'_> {
    /// Returns the index range of the pairs that are scanned.
    pub(super) const fn pairs(&self) -> Range<usize> {
        pairs(self.without)..pairs(self.cards.len())
    }
}
