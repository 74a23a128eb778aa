//! Strategies that test triples one by one share these loops.
//!
//! Cards are taken in order, and each is tested against all pairs of cards before it. Two cards are
//! combined once, when the second of them comes, and not again for every third card. The pairs
//! stand in one array in the order in which they come about, so those before a card are a prefix
//! of it: one long plain loop per card (up to 55 pairs for the 12th), which the compiler turns
//! into vectors, where the textbook's three nested loops have many short ones. (For the packed
//! mask and 12 cards this halves the time.)

use super::Detector;
use crate::card::Card;

/// How a card is encoded, two codes are combined, and a third is tested.
pub(super) trait TripleTest: Send + Sync {
    /// What a card becomes before the loops.
    type Code: Copy + Default;

    /// What two cards become.
    type Pair: Copy + Default;

    /// The code of a card of the deck.
    fn code(&self, card: Card) -> Self::Code;

    /// Two cards combined.
    fn pair(&self, a: Self::Code, b: Self::Code) -> Self::Pair;

    /// Whether `c` makes a set with the two different cards of `pair`.
    fn completes(&self, pair: Self::Pair, c: Self::Code) -> bool;
}

impl<T: TripleTest> Detector for T {
    fn is_set(&self, a: Card, b: Card, c: Card) -> bool {
        self.completes(self.pair(self.code(a), self.code(b)), self.code(c))
    }

    fn count(&self, hand: &[Card]) -> usize {
        let mut sets = 0;
        each_card(self, hand, |_, completed| sets += completed);
        sets
    }

    fn completed(&self, hand: &[Card], completed: &mut [usize]) {
        each_card(self, hand, |place, sets| completed[place] = sets);
    }
}

/// Shows, for the place of each card, how many sets it completes. Hands of usual sizes need no
/// allocation.
#[inline]
fn each_card<T: TripleTest>(test: &T, hand: &[Card], see: impl FnMut(usize, usize)) {
    match hand.len() {
        0..=12 => on_stack::<T, 12, 66>(test, hand, see),
        13..=24 => on_stack::<T, 24, 276>(test, hand, see),
        cards => {
            let mut codes = vec![T::Code::default(); cards];
            let mut pairs = vec![T::Pair::default(); cards * (cards - 1) / 2];
            walk(test, hand, &mut codes, &mut pairs, see);
        }
    }
}

#[inline]
fn on_stack<T: TripleTest, const CARDS: usize, const PAIRS: usize>(
    test: &T,
    hand: &[Card],
    see: impl FnMut(usize, usize),
) {
    let mut codes = [T::Code::default(); CARDS];
    let mut pairs = [T::Pair::default(); PAIRS];
    walk(test, hand, &mut codes, &mut pairs, see);
}

/// The loops; there is room for all cards and all their pairs.
#[inline]
fn walk<T: TripleTest>(
    test: &T,
    hand: &[Card],
    codes: &mut [T::Code],
    pairs: &mut [T::Pair],
    mut see: impl FnMut(usize, usize),
) {
    let mut known = 0;
    for (place, &card) in hand.iter().enumerate() {
        let c = test.code(card);
        let completes = |&pair: &T::Pair| u32::from(test.completes(pair, c));
        see(place, pairs[..known].iter().map(completes).sum::<u32>() as usize);
        for (pair, &a) in pairs[known..known + place].iter_mut().zip(&codes[..place]) {
            *pair = test.pair(a, c);
        }
        known += place;
        codes[place] = c;
    }
}
