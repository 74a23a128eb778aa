//! One whole game, the fast way.

use super::geometry::Geometry;
use super::policy::Choice;
use super::rules::{DEALT, Rules};
use super::table::Table;
use super::words::Words;
use super::{Arrival, Ending};
use crate::card::Card;

/// Sees a game go on.
pub(super) trait Witness {
    /// The table was looked at, and so many sets were there. Cards are counted in threes.
    fn sees(&mut self, in_deck: usize, table: usize, arrival: Arrival, sets: usize);

    /// A set whose cards differ in so many features was taken, with so many threes of cards in the deck.
    fn takes(&mut self, in_deck: usize, differing: usize);
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
    largest: usize,
    pub(super) sets_taken: usize,
    pub(super) extra_deals: usize,
}

/// What comes next.
pub(super) enum Due {
    Look,
    Deal,
    End,
}

impl Progress {
    /// As many cards as at the start lie there, and so many have been dealt.
    pub(super) const fn after(rules: Rules, next: usize) -> Self {
        let (all, full) = (rules.deck().size() / DEALT, rules.start().cards() / DEALT);
        Self {
            all,
            next,
            full,
            table: full,
            arrival: Arrival::Dealt,
            largest: full,
            sets_taken: 0,
            extra_deals: 0,
        }
    }

    /// Three cards were dealt.
    #[inline(always)]
    pub(super) fn deal(&mut self) {
        self.arrival = Arrival::Dealt;
        self.next += 1;
        self.table += 1;
        self.largest = self.largest.max(self.table);
    }

    /// Somebody looked, and took a set if there was one.
    #[inline(always)]
    pub(super) const fn looked(&mut self, has_set: bool) -> Due {
        let in_deck = self.in_deck();
        if has_set {
            self.arrival = Arrival::Taken;
            self.table -= 1;
            self.sets_taken += 1;
            return if self.lacks_cards() && in_deck > 0 { Due::Deal } else { Due::Look };
        }
        if in_deck == 0 {
            return Due::End;
        }
        self.extra_deals += 1;
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
        Ending {
            cards_left: self.table * DEALT,
            extra_deals: self.extra_deals,
            largest_table: self.largest * DEALT,
            sets_taken: self.sets_taken,
        }
    }
}

/// Someone who plays games by a policy, one after the other.
pub(super) struct Player<'g, C, const LOOKUPS: usize> {
    rules: Rules,
    table: Table<'g, LOOKUPS>,
    choice: C,
}

impl<'g, C: Choice, const LOOKUPS: usize> Player<'g, C, LOOKUPS> {
    pub(super) fn new(rules: Rules, geometry: &'g Geometry<LOOKUPS>, choice: C) -> Self {
        Self { rules, table: Table::new(geometry), choice }
    }

    /// Plays the deck, from its first card to its last.
    #[inline(always)]
    pub(super) fn play_on(
        &mut self,
        deck: &[Card],
        mut words: Words,
        witness: &mut impl Witness,
    ) -> Ending {
        let start = self.rules.start().cards();
        self.table.clear();
        self.choice.begin(self.rules.deck());
        for first in (0..start).step_by(DEALT) {
            self.deal(deck, first);
        }
        let mut progress = Progress::after(self.rules, start / DEALT);
        loop {
            match self.look(&mut progress, &mut words, witness) {
                Due::Look => {}
                Due::Deal => {
                    self.deal(deck, progress.next * DEALT);
                    progress.deal();
                }
                Due::End => return progress.ending(),
            }
        }
    }

    /// Looks for a set, and takes one if there is one.
    #[inline(always)]
    fn look(
        &mut self,
        progress: &mut Progress,
        words: &mut Words,
        witness: &mut impl Witness,
    ) -> Due {
        let sets = self.table.sets().len();
        witness.sees(progress.in_deck(), progress.table, progress.arrival, sets);
        if sets > 0 {
            let set = self.table.sets()[self.choice.choose(&self.table, words)];
            witness.takes(progress.in_deck(), self.table.differing(set));
            self.table.take(set);
        }
        progress.looked(sets > 0)
    }

    #[inline(always)]
    fn deal(&mut self, deck: &[Card], first: usize) {
        if let &[a, b, c] = &deck[first..first + DEALT] {
            self.table.lay([a.index(), b.index(), c.index()], first);
        }
    }
}
