//! Whether a deck whose order is known can be cleared.
//!
//! A depth-first search over the sets that can be taken, the most promising first, as for the
//! policy `clear`: while many cards remain, the set that leaves the most sets among them; later the
//! one in most divisions of the remaining cards into sets, and none that is in no such division.
//! Tables that cannot be cleared are remembered. So the answer is exact, yes or no, unless the
//! search passes its budget of tables: then it is undecided.

use super::geometry::{Geometry, PADDED_DECK, Triple};
use super::partitions::{Partitions, Undivided, can_divide};
use super::plane_set::PlaneSet;
use super::remaining::Remaining;
use super::rules::{DEALT, Rules};
use crate::card::Card;
use crate::lanes::{InstructionSet, Portable};
use crate::name::named_enum;
use std::collections::HashSet;

named_enum! {
    /// Whether a deck can be cleared.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Verdict: "verdict" {
        /// Some choice of sets leaves no card.
        Cleared = "cleared",
        /// No choice does.
        NotCleared = "not-cleared",
        /// The search passed its budget.
        Undecided = "undecided",
    }
}

/// How far a game is.
#[derive(Clone)]
struct SearchState<'a, const L: usize> {
    table: PlaneSet<'a, L>,
    /// The cards not yet taken.
    remaining: PlaneSet<'a, L>,
    /// Cards that were dealt.
    dealt: usize,
}

/// The search for one deck.
pub(super) struct ClearingSearch<'a, const L: usize> {
    geometry: &'a Geometry<L>,
    cards: &'a [Card],
    rules: Rules,
    /// Tables that may still be looked at.
    budget: u64,
    partitions: Partitions<PADDED_DECK>,
    nodes: Vec<Undivided>,
    /// Tables known not to be clearable, by the number of cards dealt.
    dead: HashSet<(usize, Box<[u16]>)>,
}

impl<'a, const L: usize> ClearingSearch<'a, L> {
    pub(super) fn new(
        geometry: &'a Geometry<L>,
        cards: &'a [Card],
        rules: Rules,
        budget: u64,
        set: InstructionSet,
    ) -> Self {
        let partitions = Partitions::new(set);
        let (nodes, dead) = (Vec::new(), HashSet::new());
        Self { geometry, cards, rules, budget, partitions, nodes, dead }
    }

    pub(super) fn verdict(mut self) -> Verdict {
        let remaining = PlaneSet::of(self.geometry, self.cards.iter().copied());
        let table = PlaneSet::empty(self.geometry);
        let mut state = SearchState { table, remaining, dealt: 0 };
        self.deal(&mut state, self.rules.start());
        match self.clears(state) {
            Some(true) => Verdict::Cleared,
            Some(false) => Verdict::NotCleared,
            None => Verdict::Undecided,
        }
    }

    fn deal(&self, state: &mut SearchState<'_, L>, cards: usize) {
        let dealt = state.dealt..state.dealt + cards;
        self.cards[dealt].iter().for_each(|card| state.table.put(card.index()));
        state.dealt += cards;
    }

    /// Whether the table can be cleared; nothing if the budget is too small.
    fn clears(&mut self, mut state: SearchState<'_, L>) -> Option<bool> {
        while state.table.sets == 0 && state.dealt < self.cards.len() {
            self.deal(&mut state, DEALT);
        }
        if state.table.sets == 0 {
            return Some(state.table.cards == 0);
        }
        // What remains follows from the table and the cards that were dealt.
        let key = (state.dealt, Box::from(state.table.planes()));
        if self.dead.contains(&key) {
            return Some(false);
        }
        self.budget = self.budget.checked_sub(1)?;
        for (_, set) in self.promising(&state) {
            if self.clears(self.after(&state, set))? {
                return Some(true);
            }
        }
        self.dead.insert(key);
        Some(false)
    }

    fn after<'s>(&self, state: &SearchState<'s, L>, set: Triple) -> SearchState<'s, L> {
        let mut state = state.clone();
        state.table.take(set, Portable);
        state.remaining.take(set, Portable);
        if state.table.cards < self.rules.start() && state.dealt < self.cards.len() {
            self.deal(&mut state, DEALT);
        }
        state
    }

    /// The sets that may be taken with their scores, the most promising first. A set with score 0
    /// is in no division of the remaining cards into sets, so it would leave a card in the end.
    fn promising(&mut self, state: &SearchState<'_, L>) -> Vec<(u64, Triple)> {
        let sets = state.table.all_sets();
        let scores: Vec<u64> = if can_divide(&state.remaining) {
            self.partitions.find_all(&state.remaining, &sets, &mut self.nodes, Portable);
            self.partitions.scores(&sets).collect()
        } else {
            sets.iter()
                .map(|&set| u64::MAX - state.remaining.sets_sharing_a_card(set) as u64)
                .collect()
        };
        let mut sets: Vec<_> =
            scores.into_iter().zip(sets).filter(|(score, _)| *score > 0).collect();
        sets.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
        sets
    }
}
