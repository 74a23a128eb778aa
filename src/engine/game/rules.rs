//! The rules: which deck, and how many cards lie on the table.

use crate::card::Deck;
use std::fmt;
use std::str::FromStr;

/// The cards that are dealt at a time, and that make a set.
pub(super) const DEALT: usize = 3;

/// The cards that lie on the table at the start, and are made up to after each set that is taken
/// while there are cards to deal: a multiple of 3, so that nothing is left over in the deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Start(usize);

/// A start that no game has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a game starts with 3, 6, 9, ... or 21 cards on the table, not {0}")]
pub struct StartError(String);

impl Start {
    /// The most cards that a game can start with.
    pub const MOST: usize = 21;

    /// A start with so many cards.
    ///
    /// # Errors
    ///
    /// When `cards` is no multiple of 3 from 3 to [`Start::MOST`].
    pub fn new(cards: usize) -> Result<Self, StartError> {
        let fits = (DEALT..=Self::MOST).contains(&cards) && cards.is_multiple_of(DEALT);
        if fits { Ok(Self(cards)) } else { Err(StartError(cards.to_string())) }
    }

    /// The number of cards.
    #[must_use]
    pub const fn cards(self) -> usize {
        self.0
    }
}

impl Default for Start {
    /// The 12 cards of the booklet.
    fn default() -> Self {
        Self(12)
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Start {
    type Err = StartError;

    fn from_str(text: &str) -> Result<Self, StartError> {
        let cards = text.trim().parse().map_err(|_| StartError(text.to_owned()))?;
        Self::new(cards)
    }
}

/// What is played, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    deck: Deck,
    start: Start,
}

/// Rules that no game has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a game needs a deck of 3 to 6 features, not of {0}")]
pub struct RulesError(usize);

impl Rules {
    /// The rules for a deck and a start.
    ///
    /// # Errors
    ///
    /// When the deck has only two features: its 9 cards are no game.
    pub fn new(deck: Deck, start: Start) -> Result<Self, RulesError> {
        if deck.features() < 3 {
            return Err(RulesError(deck.features()));
        }
        Ok(Self { deck, start })
    }

    /// The deck.
    #[must_use]
    pub const fn deck(self) -> Deck {
        self.deck
    }

    /// The cards at the start.
    #[must_use]
    pub const fn start(self) -> Start {
        self.start
    }

    /// The most cards that can lie on the table: three more than the most without a set, or the
    /// start.
    #[must_use]
    pub const fn largest_table(self) -> usize {
        let growing = self.deck.largest_cap() / DEALT * DEALT + DEALT;
        if growing > self.start.0 { growing } else { self.start.0 }
    }
}

impl Default for Rules {
    /// The real game: 81 cards, 12 on the table.
    fn default() -> Self {
        Self { deck: Deck::GAME, start: Start::default() }
    }
}
