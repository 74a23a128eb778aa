//! Column sums: a card is a row of a bit matrix with three columns per feature, one bit set in
//! each. Add three rows; they are a set iff the largest column sum of each feature is 1 (all
//! different) or 3 (all equal).
//!
//! A feature's largest sum is 2 iff some column sums to exactly 2, so it is enough to look for a 2
//! anywhere. Each column has a field of two bits, where sums up to 3 fit without carry, and all
//! columns are added and looked at in one word.

use super::triple::{Digits, TripleTest};

/// The lower bit of every field.
const LOW: u64 = 0x5555_5555_5555_5555;

/// Adds the rows of three cards, two bits a column.
pub(super) struct ColumnSums;

impl TripleTest for ColumnSums {
    type Code = u64;
    /// The sum of two rows.
    type Pair = u64;

    fn code(digits: Digits) -> u64 {
        digits.iter().fold(0, |row, digit| row << 6 | 1 << (2 * digit))
    }

    #[inline]
    fn pair(a: u64, b: u64) -> u64 {
        a + b
    }

    #[inline]
    fn completes(pair: u64, c: u64) -> bool {
        let sums = pair + c;
        let twos = (sums >> 1) & !sums & LOW;
        twos == 0
    }
}
