//! The packed mask: each feature one-hot in three bits, one octal digit per feature.
//!
//! Three cards are a set iff every octal digit of `a|b|c` is 1, 2, 4 (all equal) or 7 (all
//! different). For all features at once: `a|b|c == a^b^c`. All equal, OR and XOR both give the
//! value; all different, both give 7; with exactly two equal, OR has two bits and XOR one.

use super::triple::{Digits, TripleTest};

/// Compares the OR and the XOR of three masks.
pub(super) struct PackedMask;

impl TripleTest for PackedMask {
    type Code = u32;
    /// The OR and the XOR of two masks.
    type Pair = (u32, u32);

    fn code(digits: Digits) -> u32 {
        digits.iter().fold(0, |mask, digit| mask << 3 | 1 << digit)
    }

    #[inline]
    fn pair(a: u32, b: u32) -> (u32, u32) {
        (a | b, a ^ b)
    }

    #[inline]
    fn completes((or, xor): (u32, u32), c: u32) -> bool {
        or | c == xor ^ c
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Deck;
    use crate::detect::triple::Triples;

    /// The test as first published: the OR in base 8 matches `^ <[1247]>+ $`.
    #[test]
    fn the_one_line_test_is_the_test_of_octal_digits() {
        for deck in [2, 3, 4].map(|n| Deck::new(n).unwrap()) {
            let test = Triples::<PackedMask>::new(deck);
            let masks: Vec<u32> = deck.cards().map(|card| test.code(card)).collect();
            for (i, &a) in masks.iter().enumerate() {
                for (j, &b) in masks.iter().enumerate().skip(i + 1) {
                    for &c in &masks[j + 1..] {
                        let octal = format!("{:o}", a | b | c);
                        let matches = octal.bytes().all(|digit| b"1247".contains(&digit));
                        let completes = PackedMask::completes(PackedMask::pair(a, b), c);
                        assert_eq!(completes, matches, "{octal}");
                    }
                }
            }
        }
    }
}
