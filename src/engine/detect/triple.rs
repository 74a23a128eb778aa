//! Strategies that test triples one by one share these loops.
//!
//! Cards are taken in order, and each is tested against all pairs of cards before it. Two cards are
//! combined once, when the second of them comes, and not again for every third card. The pairs
//! stand in one array in the order in which they come about, so those before a card are a prefix
//! of it: one long plain loop per card (up to 55 pairs for the 12th), which the compiler turns
//! into vectors, where the textbook's three nested loops have many short ones. (For the packed
//! mask and 12 cards this halves the time.)

use super::Detector;
use crate::card::{Card, Deck, MOST_FEATURES};

/// How a card is encoded, two codes are combined, and a third is tested.
pub(super) trait TripleTest {
    /// The code of a card.
    type Code: Copy + Default + Send + Sync;

    /// Two cards combined.
    type Pair: Copy + Default;

    /// The code of a card with these digits, first feature first. Features that the deck lacks
    /// are 0 in all cards, which are thus equal in them.
    fn code(digits: Digits) -> Self::Code;

    /// Two cards combined.
    fn pair(a: Self::Code, b: Self::Code) -> Self::Pair;

    /// Whether `c` makes a set with the two different cards of `pair`.
    fn completes(pair: Self::Pair, c: Self::Code) -> bool;
}

/// The digits of a card.
pub(super) type Digits = [u8; MOST_FEATURES];

/// Tests the triples of a hand.
pub(super) struct Triples<T: TripleTest> {
    /// The code of every card of the deck.
    codes: Vec<T::Code>,
}

impl<T: TripleTest> Triples<T> {
    pub(super) fn new(deck: Deck) -> Self {
        let code = |card: Card| {
            let mut digits = Digits::default();
            digits.iter_mut().zip(card.digits(deck)).for_each(|(slot, digit)| *slot = digit);
            T::code(digits)
        };
        Self { codes: deck.cards().map(code).collect() }
    }

    #[inline]
    pub(super) fn code(&self, card: Card) -> T::Code {
        self.codes[card.index()]
    }

    /// Shows, for the place of each card, how many sets it completes. Hands of usual sizes need no
    /// allocation.
    #[inline]
    fn each_card(&self, hand: &[Card], see: impl FnMut(usize, usize)) {
        match hand.len() {
            0..=12 => self.on_stack::<12, 66>(hand, see),
            13..=24 => self.on_stack::<24, 276>(hand, see),
            cards => {
                let mut codes = vec![T::Code::default(); cards];
                let mut pairs = vec![T::Pair::default(); cards * (cards - 1) / 2];
                self.walk(hand, &mut codes, &mut pairs, see);
            }
        }
    }

    #[inline]
    fn on_stack<const CARDS: usize, const PAIRS: usize>(
        &self,
        hand: &[Card],
        see: impl FnMut(usize, usize),
    ) {
        let mut codes = [T::Code::default(); CARDS];
        let mut pairs = [T::Pair::default(); PAIRS];
        self.walk(hand, &mut codes, &mut pairs, see);
    }

    /// The loops; there is room for all cards and all their pairs.
    #[inline]
    fn walk(
        &self,
        hand: &[Card],
        codes: &mut [T::Code],
        pairs: &mut [T::Pair],
        mut see: impl FnMut(usize, usize),
    ) {
        let mut known = 0;
        for (place, &card) in hand.iter().enumerate() {
            let c = self.code(card);
            let completes = |&pair: &T::Pair| u32::from(T::completes(pair, c));
            see(place, pairs[..known].iter().map(completes).sum::<u32>() as usize);
            for (pair, &a) in pairs[known..known + place].iter_mut().zip(&codes[..place]) {
                *pair = T::pair(a, c);
            }
            known += place;
            codes[place] = c;
        }
    }
}

impl<T: TripleTest> Detector for Triples<T> {
    fn is_set(&self, a: Card, b: Card, c: Card) -> bool {
        T::completes(T::pair(self.code(a), self.code(b)), self.code(c))
    }

    fn count(&self, hand: &[Card]) -> usize {
        let mut sets = 0;
        self.each_card(hand, |_, completed| sets += completed);
        sets
    }

    fn completed(&self, hand: &[Card], completed: &mut [usize]) {
        self.each_card(hand, |place, sets| completed[place] = sets);
    }
}
