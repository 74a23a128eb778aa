//! The counts of a block of games, in flat arrays.

use super::lanes::{FULL, LaneWitness, SETS_FROM, Stage, UNSEEN};
use super::play::Witness;
use super::rules::{DEALT, Rules};
use super::{Arrival, Ending, Key, Layout, Policy, Subject};
use crate::lanes::Lane;
use crate::tally::{Monoid, Tallies};

/// Layouts with fewer sets are counted in an array; more are so rare that they go straight into the
/// tallies.
const FEW_SETS: usize = 32;

/// Sets differ in 1 to 6 features.
const DIFFERENCES: usize = 8;

/// Outcomes in lanes are bytes.
const OUTCOMES: usize = 256;

/// The counts of one policy's games.
#[derive(Debug)]
pub(super) struct Ledger {
    policy: Policy,
    /// Cards in the deck, in threes, from 0 to all.
    deals: usize,
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
    /// What was seen in lanes: by layout and outcome.
    lanes: Vec<[u32; OUTCOMES]>,
}

impl Ledger {
    pub(super) fn new(rules: Rules, policy: Policy) -> Self {
        let size = rules.deck().size();
        let (deals, tables) = (size / DEALT + 1, rules.largest_table() / DEALT + 1);
        Self {
            policy,
            deals,
            tables,
            layouts: vec![0; deals * tables * 2 * FEW_SETS],
            types: vec![0; deals * DIFFERENCES],
            tallies: Tallies::default(),
            endings: std::array::from_fn(|_| vec![0; size + 1]),
            lanes: vec![[0; OUTCOMES]; deals + tables],
        }
    }

    /// Counts a whole game, which it gives back.
    #[inline(always)]
    pub(super) fn ended(&mut self, ending: Ending) -> Ending {
        let Ending { cards_left, extra_deals, largest_table, sets_taken } = ending;
        let values = [cards_left, extra_deals, largest_table, sets_taken];
        for (counts, value) in self.endings.iter_mut().zip(values) {
            counts[value] += 1;
        }
        ending
    }

    /// Adds everything to the tallies and is empty again.
    pub(super) fn pour(&mut self, into: &mut Tallies<Key>) {
        self.collect();
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

    /// Adds what was seen in lanes to all that was seen.
    fn collect(&mut self) {
        let mut lanes = std::mem::take(&mut self.lanes);
        for (row, counts) in lanes.iter_mut().enumerate() {
            let (in_deck, table, arrival) = match row.checked_sub(self.deals) {
                None => (row, FULL, Arrival::Dealt),
                Some(table) => (0, table, Arrival::Taken),
            };
            let row = self.row(in_deck, table, arrival) * FEW_SETS;
            for (outcome, count) in counts.iter_mut().enumerate().take(usize::from(UNSEEN)) {
                let (sets, differing) = (outcome >> SETS_FROM, outcome % DIFFERENCES);
                self.layouts[row + sets] += *count;
                if differing > 0 {
                    self.types[in_deck * DIFFERENCES + differing] += *count;
                }
                *count = 0;
            }
            counts[usize::from(UNSEEN)] = 0;
        }
        self.lanes = lanes;
    }

    /// The row of a layout.
    #[inline(always)]
    const fn row(&self, in_deck: usize, table: usize, arrival: Arrival) -> usize {
        (in_deck * self.tables + table) * 2 + arrival as usize
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
        let row = self.row(in_deck, table, arrival);
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

impl LaneWitness for Ledger {
    type One = Self;

    #[inline(always)]
    fn sees_all(&mut self, stage: Stage, outcomes: &Lane<u8>) {
        let row = match stage.arrival {
            Arrival::Dealt => stage.in_deck,
            Arrival::Taken => self.deals + stage.table,
        };
        let counts = &mut self.lanes[row];
        for &outcome in &outcomes.0 {
            counts[usize::from(outcome)] += 1;
        }
    }

    #[inline(always)]
    fn alone(&mut self, _: usize) -> &mut Self {
        self
    }
}
