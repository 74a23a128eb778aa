//! The counts of a block of games, in flat arrays.

use super::lanes::{FULL, LaneWitness, SETS_FROM, Stage, UNSEEN};
use super::play::Witness;
use super::rules::{DEALT, Rules};
use super::type_pairs::{TYPES, TypePair};
use super::{Arrival, Ending, Key, Layout, Policy, Subject};
use crate::lanes::{LANES, Lanes};
use crate::tally::{Merge, Tallies};

/// Layouts with fewer sets are counted in an array; more are so rare that they go straight into the
/// tallies.
const FEW_SETS: usize = 32;

/// Outcomes in lanes are bytes.
const OUTCOMES: usize = 256;

/// Sets by their type.
type ByType = [u32; TYPES];

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
    /// By in deck (in threes), differing features, and those of an earlier set of the same cluster.
    pairs: Vec<[ByType; TYPES]>,
    /// The sets that the game has taken since the last deal, and the cards in the deck (in threes).
    recent: (usize, ByType),
    /// The sets that the games in lanes have taken since the last deal.
    recent_in_lanes: Box<[ByType; LANES]>,
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
            types: vec![0; deals * TYPES],
            pairs: vec![[[0; TYPES]; TYPES]; deals],
            recent: (0, [0; TYPES]),
            recent_in_lanes: Box::new([[0; TYPES]; LANES]),
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
        self.recent.1 = [0; TYPES];
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
        let rows = self.types.chunks_exact_mut(TYPES).zip(&mut self.pairs).enumerate();
        for (row, (counts, pairs)) in rows {
            let in_deck = row * DEALT;
            pour_pairs(counts, pairs, Key { policy, of: Subject::TypePairs { in_deck } }, into);
            pour(counts, Key { policy, of: Subject::Types { in_deck } }, into);
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
                let (sets, differing) = (outcome >> SETS_FROM, outcome % TYPES);
                self.layouts[row + sets] += *count;
                if differing > 0 {
                    self.types[in_deck * TYPES + differing] += *count;
                }
                *count = 0;
            }
            counts[usize::from(UNSEEN)] = 0;
        }
        self.lanes = lanes;
    }

    /// Counts the pairs of sets that games in lanes take once the deck is empty. Before, each set
    /// is followed by a deal, so that there are no pairs.
    fn pair_in_lanes(&mut self, arrival: Arrival, outcomes: &Lanes<u8>) {
        if arrival == Arrival::Dealt {
            self.recent_in_lanes.fill([0; TYPES]);
        }
        for (&outcome, recent) in outcomes.0.iter().zip(self.recent_in_lanes.iter_mut()) {
            if outcome != UNSEEN && outcome != 0 {
                pair(&mut self.pairs[0], recent, usize::from(outcome) % TYPES);
            }
        }
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

/// Adds sets by their type, and pairs of them, to the tally of a key, and sets the pairs to zero.
fn pour_pairs(types: &[u32], pairs: &mut [ByType; TYPES], key: Key, into: &mut Tallies<Key>) {
    for (differing, (&sets, pairs)) in types.iter().zip(pairs).enumerate() {
        if sets > 0 {
            let tally = into.of(key);
            tally.add(TypePair::Set(differing).value(), sets.into());
            for (earlier, pairs) in pairs.iter_mut().enumerate() {
                let value = TypePair::After(differing, earlier).value();
                tally.add(value, std::mem::take(pairs).into());
            }
        }
    }
}

/// Pairs a set with those that the same game has taken since the last deal.
#[inline(always)]
fn pair(pairs: &mut [ByType; TYPES], recent: &mut ByType, differing: usize) {
    for (pairs, earlier) in pairs[differing % TYPES].iter_mut().zip(&*recent) {
        *pairs += earlier;
    }
    recent[differing % TYPES] += 1;
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
        self.types[in_deck * TYPES + differing] += 1;
        if self.recent.0 != in_deck {
            self.recent = (in_deck, [0; TYPES]);
        }
        pair(&mut self.pairs[in_deck], &mut self.recent.1, differing);
    }
}

impl LaneWitness for Ledger {
    type One = Self;

    #[inline(always)]
    fn sees_all(&mut self, stage: Stage, outcomes: &Lanes<u8>) {
        let row = match stage.arrival {
            Arrival::Dealt => stage.in_deck,
            Arrival::Taken => self.deals + stage.table,
        };
        let counts = &mut self.lanes[row];
        for &outcome in &outcomes.0 {
            counts[usize::from(outcome)] += 1;
        }
        if stage.in_deck == 0 {
            self.pair_in_lanes(stage.arrival, outcomes);
        }
    }

    #[inline(always)]
    fn alone(&mut self, _: usize) -> &mut Self {
        self.recent.1 = [0; TYPES];
        self
    }
}
