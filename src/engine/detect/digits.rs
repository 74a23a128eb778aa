//! The digits of all cards in a table, for the strategies that work on digits one by one.

use crate::card::{Card, Deck, MOST_FEATURES};

/// The digits of a card, first feature first; unused features are 0.
pub(super) type Digits = [u8; MOST_FEATURES];

/// The digits of every card of a deck.
pub(super) struct DigitTable(Vec<Digits>);

impl DigitTable {
    pub(super) fn new(deck: Deck) -> Self {
        let digits = |card: Card| {
            let mut digits = Digits::default();
            card.digits(deck).zip(&mut digits).for_each(|(digit, slot)| *slot = digit);
            digits
        };
        Self(deck.cards().map(digits).collect())
    }

    #[inline]
    pub(super) fn of(&self, card: Card) -> Digits {
        self.0[card.index()]
    }
}
