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
        // From here on, cards are counted in threes, as they are dealt and taken.
        let full = start / DEALT;
        let (mut next, mut table, mut arrival) = (full, full, Arrival::Dealt);
        let (mut largest, mut sets_taken, mut extra_deals) = (full, 0, 0);
        let all = deck.len() / DEALT;
        loop {
            let sets = self.table.sets().len();
            witness.sees(all - next, table, arrival, sets);
            if sets > 0 {
                let set = self.table.sets()[self.choice.choose(&self.table, &mut words)];
                witness.takes(all - next, self.table.differing(set));
                self.table.take(set);
                sets_taken += 1;
                table -= 1;
                if table >= full || next == all {
                    arrival = Arrival::Taken;
                    continue;
                }
            } else if next == all {
                let (cards_left, largest_table) = (table * DEALT, largest * DEALT);
                return Ending { cards_left, extra_deals, largest_table, sets_taken };
            } else {
                extra_deals += 1;
            }
            arrival = Arrival::Dealt;
            self.deal(deck, next * DEALT);
            next += 1;
            table += 1;
            largest = largest.max(table);
        }
    }

    #[inline(always)]
    fn deal(&mut self, deck: &[Card], first: usize) {
        if let &[a, b, c] = &deck[first..first + DEALT] {
            self.table.lay([a.index(), b.index(), c.index()], first);
        }
    }
}
