//! The packed mask: each feature one-hot in three bits, one octal digit per feature.
//!
//! Three cards are a set iff every octal digit of `a|b|c` is 1, 2, 4 (all equal) or 7 (all
//! different). For all features at once: `a|b|c == a^b^c`. All equal, OR and XOR both give the
//! value; all different, both give 7; with exactly two equal, OR has two bits and XOR one.

use super::triple::TripleTest;
use crate::card::{Card, Deck};

/// The mask of every card.
pub(super) struct PackedMask {
    masks: Vec<u32>,
}

impl PackedMask {
    pub(super) fn new(deck: Deck, _: usize) -> Self {
        let mask = |card: Card| card.digits(deck).fold(0, |mask, digit| mask << 3 | 1 << digit);
        Self { masks: deck.cards().map(mask).collect() }
    }
}

impl TripleTest for PackedMask {
    type Code = u32;
    /// The OR and the XOR of two masks.
    type Pair = (u32, u32);

    #[inline]
    fn code(&self, card: Card) -> u32 {
        self.masks[card.index()]
    }

    #[inline]
    fn pair(&self, a: u32, b: u32) -> (u32, u32) {
        (a | b, a ^ b)
    }

    #[inline]
    fn completes(&self, (or, xor): (u32, u32), c: u32) -> bool {
        or | c == xor ^ c
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test as first published: the OR in base 8 matches `^ <[1247]>+ $`.
    #[test]
    fn the_one_line_test_is_the_test_of_octal_digits() {
        for deck in [2, 3, 4].map(|n| Deck::new(n).unwrap()) {
            let test = PackedMask::new(deck, 3);
            let masks: Vec<u32> = deck.cards().map(|card| test.code(card)).collect();
            for (i, &a) in masks.iter().enumerate() {
                for (j, &b) in masks.iter().enumerate().skip(i + 1) {
                    for &c in &masks[j + 1..] {
                        let octal = format!("{:o}", a | b | c);
                        let matches = octal.bytes().all(|digit| b"1247".contains(&digit));
                        assert_eq!(test.completes(test.pair(a, b), c), matches, "{octal}");
                    }
                }
            }
        }
    }
}
