//! The rules: which deck, how many cards lie on the table, and how a game goes on.

use crate::card::Deck;
use crate::name::named_enum;
use serde::Deserialize;
use std::fmt;
use std::str::FromStr;

/// The cards that are dealt at a time, and that make a set.
pub(super) const DEALT: usize = 3;

/// The cards that lie on the table at the start, and are made up to after each set that is taken
/// while there are cards to deal: a multiple of 3, so that nothing is left over in the deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Start(usize);

/// Games that are not valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GamesError {
    /// Another number of cards at the start.
    #[error("a game starts with 3, 6, 9, ... or 21 cards on the table, not {0}")]
    Start(String),
    /// Too few cards for a game.
    #[error("a game needs a deck of 3 to 6 features, not of {0}")]
    Features(usize),
    /// No games.
    #[error("0 games give no answer; play at least once")]
    NoGames,
    /// No tables that may be searched.
    #[error("with a budget of 0 tables every deck is undecided; allow at least one")]
    NoBudget,
    /// No policies.
    #[error("nobody plays; name at least one policy")]
    NoPolicies,
}

impl Start {
    /// The most cards that a game can start with.
    pub const MOST: usize = 21;

    /// A start with so many cards.
    ///
    /// # Errors
    ///
    /// When `cards` is not a multiple of 3 from 3 to [`Start::MOST`].
    pub fn new(cards: usize) -> Result<Self, GamesError> {
        let fits = (DEALT..=Self::MOST).contains(&cards) && cards.is_multiple_of(DEALT);
        if fits { Ok(Self(cards)) } else { Err(GamesError::Start(cards.to_string())) }
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
    type Err = GamesError;

    fn from_str(text: &str) -> Result<Self, GamesError> {
        let cards = text.trim().parse().map_err(|_| GamesError::Start(text.to_owned()))?;
        Self::new(cards)
    }
}

/// The deck and the start of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    deck: Deck,
    start: Start,
}

impl Rules {
    /// The rules for a deck and a start.
    ///
    /// # Errors
    ///
    /// When the deck has only two features: 9 cards are too few for a game.
    pub fn new(deck: Deck, start: Start) -> Result<Self, GamesError> {
        if deck.features() < 3 {
            return Err(GamesError::Features(deck.features()));
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

named_enum! {
    /// How a layout came about.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Arrival: "arrival" {
        /// Cards were just dealt.
        Dealt = "dealt",
        /// A set was just taken and nothing dealt.
        Taken = "taken",
    }
}

/// What the table is like whenever a set is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Layout {
    /// Cards in the deck.
    pub in_deck: usize,
    /// Cards on the table.
    pub table: usize,
    /// How it came about.
    pub arrival: Arrival,
}

impl Layout {
    /// The one that every game begins with.
    #[must_use]
    pub const fn first(rules: Rules) -> Self {
        let table = rules.start().cards();
        Self { in_deck: rules.deck().size() - table, table, arrival: Arrival::Dealt }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Ending {
    /// Cards that are left, without a set.
    pub(super) cards_left: usize,
    /// How often three more had to be dealt, because there was no set.
    pub(super) extra_deals: usize,
    /// The most cards that lay on the table.
    pub(super) largest_table: usize,
    /// Sets that were taken.
    pub(super) sets_taken: usize,
}

impl Ending {
    /// Cards left, extra deals, largest table and sets taken.
    #[inline(always)]
    pub(super) const fn values(&self) -> [usize; 4] {
        [self.cards_left, self.extra_deals, self.largest_table, self.sets_taken]
    }
}

/// How far a game has come. Cards are counted in threes, as they are dealt and taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    /// Cards of the deck, and of them those that have been dealt.
    all: usize,
    pub(super) next: usize,
    /// Cards on the table at the start, and now.
    full: usize,
    pub(super) table: usize,
    pub(super) arrival: Arrival,
    /// How the game ends, but for the cards left.
    ending: Ending,
}

/// What comes next.
pub(super) enum Due {
    Look,
    Deal,
    End,
}

impl Progress {
    /// As many cards as at the start lie there, and so many have been dealt.
    pub(super) fn after(rules: Rules, next: usize) -> Self {
        let (all, full) = (rules.deck().size() / DEALT, rules.start().cards() / DEALT);
        let ending = Ending { largest_table: rules.start().cards(), ..Ending::default() };
        Self { all, next, full, table: full, arrival: Arrival::Dealt, ending }
    }

    /// Three cards were dealt.
    #[inline(always)]
    pub(super) fn deal(&mut self) {
        self.arrival = Arrival::Dealt;
        self.next += 1;
        self.table += 1;
        self.ending.largest_table = self.ending.largest_table.max(self.table * DEALT);
    }

    /// A set was looked for, and taken if there was one.
    #[inline(always)]
    pub(super) const fn looked(&mut self, has_set: bool) -> Due {
        let in_deck = self.in_deck();
        if has_set {
            self.arrival = Arrival::Taken;
            self.table -= 1;
            self.ending.sets_taken += 1;
            return if self.lacks_cards() && in_deck > 0 { Due::Deal } else { Due::Look };
        }
        if in_deck == 0 {
            return Due::End;
        }
        self.ending.extra_deals += 1;
        Due::Deal
    }

    /// The cards in the deck.
    #[inline(always)]
    pub(super) const fn in_deck(&self) -> usize {
        self.all - self.next
    }

    /// Whether fewer cards than at the start lie on the table.
    #[inline(always)]
    pub(super) const fn lacks_cards(&self) -> bool {
        self.table < self.full
    }

    /// How the game ends if nothing more can be done.
    #[inline(always)]
    pub(super) const fn ending(&self) -> Ending {
        Ending { cards_left: self.table * DEALT, ..self.ending }
    }
}

/// Rules for tests.
#[cfg(test)]
pub(super) fn rules(features: usize, start: usize) -> Rules {
    Rules::new(Deck::new(features).unwrap(), Start::new(start).unwrap()).unwrap()
}
