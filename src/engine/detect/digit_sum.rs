//! Digit sum: three cards are a set iff, feature by feature, their digits add up to 0, 3 or 6.
//!
//! Each feature has four bits, so the sums of all features are one addition. As 4 leaves the rest 1
//! when divided by 3, a sum may be folded, upper two bits onto the lower two, without changing its
//! rest; 0, 3 and 6 then become 0 or 3, whose two bits are equal, all others 1 or 2.

use super::triple::{Digits, TripleTest};

/// The lower two bits of every feature.
const PAIR: u32 = 0x0033_3333;
/// The lowest bit of every feature.
const LOW: u32 = 0x0011_1111;

/// Adds the digits of three cards, four bits each.
pub(super) struct DigitSum;

impl TripleTest for DigitSum {
    type Code = u32;
    /// The sums of two cards.
    type Pair = u32;

    fn code(digits: Digits) -> u32 {
        digits.iter().fold(0, |word, &digit| word << 4 | u32::from(digit))
    }

    #[inline]
    fn pair(a: u32, b: u32) -> u32 {
        a + b
    }

    #[inline]
    fn completes(pair: u32, c: u32) -> bool {
        let sums = pair + c;
        let folded = (sums & PAIR) + ((sums >> 2) & PAIR);
        (folded ^ (folded >> 1)) & LOW == 0
    }
}
