//! Valid columns: three cards as a matrix with one column per feature. Each column must be one of
//! nine: 000, 111, 222 and the six permutations of 012. The nine are looked up in a word with one
//! bit for each of the 27 possible columns.

use super::triple::{Digits, TripleTest};

/// Bit 9a + 3b + c says whether the column (a, b, c) is valid.
const VALID: u32 = {
    let all_equal = 1 | 1 << 13 | 1 << 26;
    all_equal | 1 << 5 | 1 << 7 | 1 << 11 | 1 << 15 | 1 << 19 | 1 << 21
};

/// Looks up the columns of three cards.
pub(super) struct ValidColumns;

impl TripleTest for ValidColumns {
    type Code = Digits;
    /// 9a + 3b, feature by feature.
    type Pair = Digits;

    fn code(digits: Digits) -> Digits {
        digits
    }

    #[inline]
    fn pair(a: Digits, b: Digits) -> Digits {
        std::array::from_fn(|feature| 9 * a[feature] + 3 * b[feature])
    }

    #[inline]
    fn completes(pair: Digits, c: Digits) -> bool {
        // All columns: a branch at the first that is not valid would mostly be mispredicted.
        pair.iter().zip(c).fold(VALID, |valid, (pair, c)| valid & VALID >> (pair + c)) & 1 == 1
    }
}
