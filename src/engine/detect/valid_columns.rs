//! Valid columns: three cards as a matrix with one column per feature. Each column must be one of
//! nine: 000, 111, 222 and the six permutations of 012. The nine are looked up in a word with one
//! bit for each of the 27 possible columns.

use super::digits::{DigitTable, Digits};
use super::triple::TripleTest;
use crate::card::{Card, Deck};

/// Bit 9a + 3b + c says whether the column (a, b, c) is valid.
const VALID: u32 = {
    let columns = [[0, 0, 0], [1, 1, 1], [2, 2, 2], [0, 1, 2], [0, 2, 1], [1, 0, 2]];
    let others = [[1, 2, 0], [2, 0, 1], [2, 1, 0]];
    bits(&columns) | bits(&others)
};

const fn bits<const N: usize>(columns: &[[u32; 3]; N]) -> u32 {
    let mut word = 0;
    let mut next = 0;
    while next < N {
        let [a, b, c] = columns[next];
        word |= 1 << (9 * a + 3 * b + c);
        next += 1;
    }
    word
}

/// The digits of every card.
pub(super) struct ValidColumns {
    deck: Deck,
    digits: DigitTable,
}

impl ValidColumns {
    pub(super) fn new(deck: Deck, _: usize) -> Self {
        Self { deck, digits: DigitTable::new(deck) }
    }
}

impl TripleTest for ValidColumns {
    type Code = Digits;
    /// 9a + 3b, feature by feature.
    type Pair = Digits;

    #[inline]
    fn code(&self, card: Card) -> Digits {
        self.digits.of(card)
    }

    #[inline]
    fn pair(&self, a: Digits, b: Digits) -> Digits {
        std::array::from_fn(|feature| 9 * a[feature] + 3 * b[feature])
    }

    #[inline]
    fn completes(&self, pair: Digits, c: Digits) -> bool {
        (0..self.deck.features()).all(|i| VALID >> (pair[i] + c[i]) & 1 == 1)
    }
}
