//! How far a game has come, and how it ends.

use super::rules::{Arrival, DEALT, Rules};

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Ending {
    /// Cards that are left on the table and in the deck.
    pub(super) cards_left: usize,
    /// How often cards were dealt, or dealt anew, because there was no set.
    pub(super) extra_deals: usize,
    /// The most cards that lay on the table.
    pub(super) largest_table: usize,
    /// Sets that were taken.
    pub(super) sets_taken: usize,
    /// Cards in the deck and on the table when there was no set for the first time; 0 if there was
    /// one until the last.
    pub(super) stuck_with: usize,
}

impl Ending {
    /// Notes that no set is on the table while `cards` cards are left in all.
    #[inline(always)]
    pub(super) const fn is_stuck(&mut self, cards: usize) {
        if self.stuck_with == 0 {
            self.stuck_with = cards;
        }
    }

    /// Cards left, extra deals, largest table and sets taken.
    #[inline(always)]
    pub(super) const fn values(&self) -> [usize; 4] {
        [self.cards_left, self.extra_deals, self.largest_table, self.sets_taken]
    }
}

/// How far a game has come. Cards are counted in threes, as they are dealt and taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameProgress {
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

/// The next step of a game.
pub(super) enum NextStep {
    Look,
    Deal,
    End,
}

impl GameProgress {
    /// After `next` deals of three cards, with as many cards on the table as at the start.
    pub(super) fn after(rules: Rules, next: usize) -> Self {
        let (all, full) = (rules.cards() / DEALT, rules.start() / DEALT);
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
    pub(super) const fn looked(&mut self, has_set: bool) -> NextStep {
        let in_deck = self.in_deck();
        if has_set {
            self.arrival = Arrival::Taken;
            self.table -= 1;
            self.ending.sets_taken += 1;
            return if self.lacks_cards() && in_deck > 0 { NextStep::Deal } else { NextStep::Look };
        }
        self.ending.is_stuck((in_deck + self.table) * DEALT);
        if in_deck == 0 {
            return NextStep::End;
        }
        self.ending.extra_deals += 1;
        NextStep::Deal
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
