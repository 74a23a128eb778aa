//! Digit sum: three cards are a set iff, feature by feature, their digits add up to 0, 3 or 6.
//!
//! Each feature has four bits, so the sums of all features are one addition. As 4 leaves the rest 1
//! when divided by 3, a sum may be folded, upper two bits onto the lower two, without changing its
//! rest; 0, 3 and 6 then become 0 or 3, whose two bits are equal, all others 1 or 2.

use super::triple::TripleTest;
use crate::card::{Card, Deck};

/// The lower two bits of every feature.
const PAIR: u32 = 0x0033_3333;
/// The lowest bit of every feature.
const LOW: u32 = 0x0011_1111;

/// The digits of every card, four bits each.
pub(super) struct DigitSum {
    digits: Vec<u32>,
}

impl DigitSum {
    pub(super) fn new(deck: Deck, _: usize) -> Self {
        let digits =
            |card: Card| card.digits(deck).fold(0, |word, digit| word << 4 | u32::from(digit));
        Self { digits: deck.cards().map(digits).collect() }
    }
}

impl TripleTest for DigitSum {
    type Code = u32;
    /// The sums of two cards.
    type Pair = u32;

    #[inline]
    fn code(&self, card: Card) -> u32 {
        self.digits[card.index()]
    }

    #[inline]
    fn pair(&self, a: u32, b: u32) -> u32 {
        a + b
    }

    #[inline]
    fn completes(&self, pair: u32, c: u32) -> bool {
        let sums = pair + c;
        let folded = (sums & PAIR) + ((sums >> 2) & PAIR);
        (folded ^ (folded >> 1)) & LOW == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_keeps_exactly_the_multiples_of_three() {
        let test = DigitSum::new(Deck::GAME, 3);
        for sum in 0..=6 {
            let pair = test.pair(sum.min(2), (sum.max(2) - 2).min(2));
            assert_eq!(test.completes(pair, sum.max(4) - 4), sum % 3 == 0, "{sum}");
        }
    }
}
