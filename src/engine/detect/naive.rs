//! The definition itself: each feature is all equal or all different. The oracle of all others.

use super::digits::{DigitTable, Digits};
use super::triple::TripleTest;
use crate::card::{Card, Deck};

/// Compares the digits of three cards, feature by feature.
pub(super) struct Naive {
    deck: Deck,
    digits: DigitTable,
}

impl Naive {
    pub(super) fn new(deck: Deck, _: usize) -> Self {
        Self { deck, digits: DigitTable::new(deck) }
    }
}

impl TripleTest for Naive {
    type Code = Digits;
    /// The two cards as they are.
    type Pair = (Digits, Digits);

    fn code(&self, card: Card) -> Digits {
        self.digits.of(card)
    }

    fn pair(&self, a: Digits, b: Digits) -> (Digits, Digits) {
        (a, b)
    }

    fn completes(&self, (a, b): (Digits, Digits), c: Digits) -> bool {
        (0..self.deck.features()).all(|feature| {
            let (a, b, c) = (a[feature], b[feature], c[feature]);
            let all_equal = a == b && b == c;
            let all_different = a != b && b != c && c != a;
            all_equal || all_different
        })
    }
}
