//! The definition itself: each feature is all equal or all different. The oracle of all others.

use super::triple::{Digits, TripleTest};

/// Compares the digits of three cards, feature by feature.
pub(super) struct Naive;

impl TripleTest for Naive {
    type Code = Digits;
    /// The two cards as they are.
    type Pair = (Digits, Digits);

    fn code(digits: Digits) -> Digits {
        digits
    }

    fn pair(a: Digits, b: Digits) -> (Digits, Digits) {
        (a, b)
    }

    fn completes((a, b): (Digits, Digits), c: Digits) -> bool {
        a.iter().zip(&b).zip(&c).all(|((a, b), c)| {
            let all_equal = a == b && b == c;
            let all_different = a != b && b != c && c != a;
            all_equal || all_different
        })
    }
}
