//! The counts of a block of games, in flat arrays.

use super::play::Witness;
use super::rules::{DEALT, Rules};
use super::{Arrival, Ending, Key, Layout, Policy, Subject};
use crate::tally::{Monoid, Tallies};

/// Layouts with fewer sets are counted in an array; more are so rare that they go straight into the
/// tallies.
const FEW_SETS: usize = 32;

/// Sets differ in 1 to 6 features.
const DIFFERENCES: usize = 8;

/// The counts of one policy's games.
#[derive(Debug)]
pub(super) struct Ledger {
    policy: Policy,
    /// The table sizes, in threes, from 0 on.
    tables: usize,
    /// By in deck, table (both in threes), arrival and number of sets.
    layouts: Vec<u32>,
    /// By in deck (in threes) and differing features.
    types: Vec<u32>,
    /// What is seldom, and what comes once a game.
    tallies: Tallies<Key>,
    /// By cards left, extra deals, largest table and sets taken.
    endings: [Vec<u32>; 4],
}

impl Ledger {
    pub(super) fn new(rules: Rules, policy: Policy) -> Self {
        let size = rules.deck().size();
        let (deals, tables) = (size / DEALT + 1, rules.largest_table() / DEALT + 1);
        Self {
            policy,
            tables,
            layouts: vec![0; deals * tables * 2 * FEW_SETS],
            types: vec![0; deals * DIFFERENCES],
            tallies: Tallies::default(),
            endings: std::array::from_fn(|_| vec![0; size + 1]),
        }
    }

    /// Counts a whole game.
    #[inline(always)]
    pub(super) fn end(&mut self, ending: Ending) {
        let Ending { cards_left, extra_deals, largest_table, sets_taken } = ending;
        let values = [cards_left, extra_deals, largest_table, sets_taken];
        for (counts, value) in self.endings.iter_mut().zip(values) {
            counts[value] += 1;
        }
    }

    /// Adds everything to the tallies and is empty again.
    pub(super) fn pour(&mut self, into: &mut Tallies<Key>) {
        let policy = self.policy;
        let rows = self.layouts.chunks_exact_mut(FEW_SETS).enumerate();
        for (row, counts) in rows.filter(|(_, counts)| counts.iter().any(|&count| count > 0)) {
            pour(counts, Key { policy, of: Subject::Stage(layout(row, self.tables)) }, into);
        }
        for (row, counts) in self.types.chunks_exact_mut(DIFFERENCES).enumerate() {
            pour(counts, Key { policy, of: Subject::Types { in_deck: row * DEALT } }, into);
        }
        for (of, counts) in Subject::ENDINGS.into_iter().zip(&mut self.endings) {
            pour(counts, Key { policy, of }, into);
        }
        into.merge(std::mem::take(&mut self.tallies));
    }

    #[cold]
    fn sees_many(&mut self, layout: Layout, sets: usize) {
        let key = Key { policy: self.policy, of: Subject::Stage(layout) };
        self.tallies.of(key).record(sets);
    }
}

/// What a row of layouts is of.
fn layout(row: usize, tables: usize) -> Layout {
    let (arrival, row) = (Arrival::ALL[row % 2], row / 2);
    Layout { in_deck: row / tables * DEALT, table: row % tables * DEALT, arrival }
}

/// Adds the counts of values to the tally of a key and sets them to zero.
pub(super) fn pour(counts: &mut [u32], key: Key, into: &mut Tallies<Key>) {
    let Some(last) = counts.iter().rposition(|&count| count > 0) else { return };
    let tally = into.of(key);
    for value in (0..=last).rev() {
        tally.add(value, u128::from(std::mem::take(&mut counts[value])));
    }
}

impl Witness for Ledger {
    #[inline(always)]
    fn sees(&mut self, in_deck: usize, table: usize, arrival: Arrival, sets: usize) {
        let row = (in_deck * self.tables + table) * 2 + arrival as usize;
        match sets {
            0..FEW_SETS => self.layouts[row * FEW_SETS + sets] += 1,
            _ => self.sees_many(layout(row, self.tables), sets),
        }
    }

    #[inline(always)]
    fn takes(&mut self, in_deck: usize, differing: usize) {
        self.types[in_deck * DIFFERENCES + differing] += 1;
    }
}
