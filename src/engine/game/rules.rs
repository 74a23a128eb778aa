//! The rules: which deck, how many cards lie on the table, and how a game goes on.

use crate::card::Deck;
use crate::name::named_enum;
use serde::Deserialize;

/// The cards that are dealt at a time, and that make a set.
pub(super) const DEALT: usize = 3;

/// Games that are not valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GamesError {
    /// Another number of cards at the start.
    #[error("a game starts with 3, 6, 9, ... or 21 cards on the table, not {0}")]
    Start(usize),
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

/// The deck and the start of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    deck: Deck,
    start: usize,
}

impl Rules {
    /// The 12 cards at the start of the booklet.
    pub const START: usize = 12;

    /// The most cards that a game can start with.
    pub const MOST: usize = 21;

    /// The rules for a deck and the cards that lie on the table at the start, and are made up to
    /// after each set that is taken while there are cards to deal.
    ///
    /// # Errors
    ///
    /// When the deck has only two features: 9 cards are too few for a game. When `start` is not a
    /// multiple of 3 from 3 to [`Self::MOST`]: nothing may be left over in the deck.
    pub fn new(deck: Deck, start: usize) -> Result<Self, GamesError> {
        if deck.features() < 3 {
            return Err(GamesError::Features(deck.features()));
        }
        let fits = (DEALT..=Self::MOST).contains(&start) && start.is_multiple_of(DEALT);
        if fits { Ok(Self { deck, start }) } else { Err(GamesError::Start(start)) }
    }

    /// The deck.
    #[must_use]
    pub const fn deck(self) -> Deck {
        self.deck
    }

    /// The cards at the start.
    #[must_use]
    pub const fn start(self) -> usize {
        self.start
    }

    /// The most cards that can lie on the table: three more than the most without a set, or the
    /// start.
    #[must_use]
    pub const fn largest_table(self) -> usize {
        let growing = self.deck.largest_cap() / DEALT * DEALT + DEALT;
        if growing > self.start { growing } else { self.start }
    }
}

/// The games in a block, so that it stays a matter of milliseconds.
pub(super) fn games_per_block(rules: Rules) -> u64 {
    match rules.deck().features() {
        3 | 4 => 4096,
        5 => 1024,
        _ => 256,
    }
}

impl Default for Rules {
    /// The real game: 81 cards, 12 on the table.
    fn default() -> Self {
        Self { deck: Deck::GAME, start: Self::START }
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
        let table = rules.start();
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
    /// After `next` deals of three cards, with as many cards on the table as at the start.
    pub(super) fn after(rules: Rules, next: usize) -> Self {
        let (all, full) = (rules.deck().size() / DEALT, rules.start() / DEALT);
        let ending = Ending { largest_table: rules.start(), ..Ending::default() };
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
