//! Pairs of cards: where they differ, from codes with two bits for each digit; and the places of
//! all pairs of a table with a card before them.

use crate::game::lane_tables::LANE_CARDS;

/// No card has this code.
pub(super) const NO_CARD: u8 = u8::MAX;

/// Pairs of cards with a card before them.
pub(super) const PAIRS: usize = pairs(LANE_CARDS);

/// The pairs of cards with a card before them.
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

/// The upper bit of every digit.
const UPPER: u8 = 0xAA;

/// The number of digits in which two codes differ.
#[inline(always)]
pub(super) const fn digits_that_differ(a: u8, b: u8) -> u8 {
    let bits = a ^ b;
    let digits = (bits | bits >> 1) & !UPPER;
    let pairs = (digits & 0x33) + (digits >> 2 & 0x33);
    (pairs & 0x0F) + (pairs >> 4)
}
