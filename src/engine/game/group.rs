//! Games that are played side by side, and their decks.

use super::words::Words;
use crate::card::{Card, Deck};
use crate::lanes::{LANES, Lanes};

/// Up to 64 games of a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group<'a> {
    /// The decks of 64 games, or of as many as there are words.
    pub(super) decks: Decks<'a>,
    /// The words of each game.
    pub(super) words: &'a [Words],
}

/// The decks of a group.
#[derive(Clone, Copy, Debug)]
pub(super) enum Decks<'a> {
    /// One after the other.
    Listed(&'a [Card]),
    /// Their first cards, their second cards, and so on, by their codes.
    Lanes(&'a [Lanes<u8>], &'a Codes),
}

/// Two bits for each digit of a card, the lowest first.
#[derive(Clone, Debug)]
pub(super) struct Codes(Box<[Card; 256]>);

impl Codes {
    /// # Panics
    ///
    /// When the cards of the deck have more than four digits.
    pub(super) fn new(deck: Deck) -> Self {
        let mut cards = Box::new([Card::default(); 256]);
        deck.cards().for_each(|card| cards[usize::from(Self::of(card, deck))] = card);
        Self(cards)
    }

    /// The code of a card.
    pub(super) fn of(card: Card, deck: Deck) -> u8 {
        (0..deck.features()).fold(0, |code, digit| code | card.digit(digit, deck) << (2 * digit))
    }

    /// The card with a code.
    #[inline(always)]
    pub(super) fn card(&self, code: u8) -> Card {
        self.0[usize::from(code)]
    }
}

impl Group<'_> {
    /// Shows each deck, with the words of its game.
    pub(super) fn for_each(&self, mut see: impl FnMut(&[Card], Words)) {
        match self.decks {
            Decks::Listed(cards) => {
                let decks = cards.chunks_exact(cards.len() / self.words.len());
                decks.zip(self.words).for_each(|(deck, &words)| see(deck, words));
            }
            Decks::Lanes(rows, codes) => {
                let mut deck = vec![Card::default(); rows.len()];
                for (lane, &words) in (0..LANES).zip(self.words) {
                    for (card, row) in deck.iter_mut().zip(rows) {
                        *card = codes.card(row.0[lane]);
                    }
                    see(&deck, words);
                }
            }
        }
    }
}
