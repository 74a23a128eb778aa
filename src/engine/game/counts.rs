//! The counts of one policy's games in a block, in flat arrays.
//!
//! Players report what happens in their games as events, which are methods of [`Counts`]. Players
//! of one game after the other report them game by game; players in lanes report each table of 64
//! games at once. A game without a set among 15 cards leaves the lanes for a while (`focus`).
//!
//! ```text
//! games one by one                        games in lanes
//!
//! start_round                             start_round
//! for each game of the round:             for each deal, then for each smaller table:
//!     until the game is over:                 tables_seen        64 games
//!         table_seen                          tables_seen        those that were dealt three more
//!     game_ended                              tables_seen        their tables after a set
//!                                             for each game that goes on alone:
//!                                                 focus          names the game
//!                                                 table_seen, table_seen, ...
//!                                         game_ended             for each game, at the end
//!                                         looks_in_lanes         the tables of 64 games
//! compare    with the first policy        compare
//!
//! flush      after the last round of a block, into the tallies
//! ```

use super::policy::Policy;
use super::rules::{Arrival, Layout, Rules};
use super::tallies::{Ending, GameKey, GameOutcome, LookPairs, Subject};
use crate::lanes::Lanes;
use crate::tally::{Merge, Tallies};

/// The most games that are played together in lanes.
pub(super) const GAMES: usize = 1024;

/// The cards on a table in lanes, in threes: three more lie there when there was no set.
pub(super) const USUAL: usize = 4;

/// The number of outcomes of looking at a table in lanes, which are bytes.
const OUTCOMES: usize = 256;

/// Layouts with fewer sets are counted in an array; more are so rare that they go straight into the
/// tallies.
const FEW_SETS: usize = 32;

/// Counts of events in games. Cards in the deck and on the table are counted in units, mostly
/// threes.
#[derive(Debug)]
pub(super) struct Counts {
    policy: Policy,
    /// The cards in which decks and tables are counted: [`Rules::unit`].
    unit: usize,
    /// Cards in the deck, in units, from 0 to all.
    deals: usize,
    /// The table sizes, in units, from 0 on.
    tables: usize,
    /// The layouts, by cards in the deck and on the table (both in units), arrival and number of
    /// sets.
    layouts: Vec<u32>,
    /// The game that is played alone.
    game: usize,
    /// By game and table (in units): how often the table was looked at, and how often of these it
    /// had no set.
    looks: Vec<[u16; 2]>,
    /// By table (in units), the looks of games that have ended.
    look_pairs: Vec<LookPairs>,
    /// The smallest table (in units) that a game may look at twice.
    least_table: usize,
    /// Layouts with many sets.
    tallies: Tallies<GameKey>,
    /// The games by cards left, by extra deals, by largest table and by sets taken.
    endings: [Vec<u32>; 4],
    /// The games by the cards in the deck and on the table at the first table without a set.
    stuck: Vec<u32>,
    /// How the games of the round ended.
    ended: Vec<Ending>,
    /// The games by outcome and difference from the first policy.
    differences: [Vec<u32>; GameOutcome::ALL.len()],
    /// The tables seen in lanes, by layout and outcome: two rows, as equal neighbours would wait.
    lanes: Vec<[[u32; OUTCOMES]; 2]>,
}

impl Counts {
    pub(super) fn new(rules: Rules, policy: Policy) -> Self {
        let size = rules.cards();
        let unit = rules.unit();
        let (deals, tables) = (size / unit + 1, rules.largest_table() / unit + 1);
        let in_lanes = if rules.fit_lanes() { lane_layouts(deals).count() } else { 0 };
        Self {
            policy,
            unit,
            deals,
            tables,
            layouts: vec![0; deals * tables * 2 * FEW_SETS],
            game: 0,
            looks: vec![[0; 2]; tables],
            look_pairs: vec![LookPairs::default(); tables],
            least_table: if rules.are_usual() { rules.start() / unit } else { 0 },
            tallies: Tallies::default(),
            endings: std::array::from_fn(|_| vec![0; size + 1]),
            stuck: vec![0; size + 1],
            ended: Vec::new(),
            differences: std::array::from_fn(|_| vec![0; 2 * GameOutcome::offset(rules) + 1]),
            lanes: vec![[[0; OUTCOMES]; 2]; in_lanes],
        }
    }

    /// Event: the table was looked at, and had this number of sets.
    #[inline(always)]
    pub(super) fn table_seen(
        &mut self,
        in_deck: usize,
        table: usize,
        arrival: Arrival,
        sets: usize,
    ) {
        let row = self.row(in_deck, table, arrival);
        match sets {
            0..FEW_SETS => self.layouts[row * FEW_SETS + sets] += 1,
            _ => self.many_sets_seen(row, sets),
        }
        let looks = &mut self.looks[self.game * self.tables + table];
        *looks = [looks[0] + 1, looks[1] + u16::from(sets == 0)];
    }

    /// Event: the tables of some games in lanes were looked at, with an outcome each
    /// ([`UNSEEN`](super::lane_player::UNSEEN) or its number of sets).
    #[inline(always)]
    pub(super) fn tables_seen(
        &mut self,
        in_deck: usize,
        table: usize,
        arrival: Arrival,
        outcomes: &Lanes<u8>,
    ) {
        let [even, odd] = &mut self.lanes[lane_row(self.deals, in_deck, table, arrival)];
        for &[first, second] in outcomes.0.as_chunks().0 {
            even[usize::from(first)] += 1;
            odd[usize::from(second)] += 1;
        }
    }

    /// Event: the next tables belong to one of the games in lanes, which goes on alone.
    #[inline(always)]
    pub(super) fn focus(&mut self, game: usize) {
        self.game = game;
        self.looks.resize(GAMES * self.tables, [0; 2]);
    }

    /// The looks of the game that was alone at tables of 12 and of 15 cards, which its lane counts
    /// from now on.
    pub(super) fn looks_of_focus(&mut self) -> [[u8; 2]; 2] {
        let own = self.looks[self.game * self.tables + USUAL..].iter_mut().map(std::mem::take);
        let mut looks = own.map(|looks| looks.map(|number| number.to_le_bytes()[0]));
        std::array::from_fn(|_| looks.next().expect("tables of 12 and of 15 cards"))
    }

    /// Event: games in lanes have ended; their looks at tables of 12 and of 15 cards, all and those
    /// without a set.
    pub(super) fn looks_in_lanes(&mut self, looks: &[[Lanes<u8>; 2]; 2]) {
        for (pairs, [all, without]) in self.look_pairs[USUAL..].iter_mut().zip(looks) {
            pairs.add_lanes(all, without);
        }
    }

    /// Event: a game has ended; `game` is its number among those that are played together.
    #[inline(always)]
    pub(super) fn game_ended(&mut self, game: usize, ending: Ending) {
        let looks = self.looks[game * self.tables..].iter_mut();
        for (looks, pairs) in looks.zip(&mut self.look_pairs) {
            pairs.add(std::mem::take(looks));
        }
        self.game_ended_in_lanes(ending);
    }

    /// Event: a game has ended that was in lanes all the time.
    #[inline(always)]
    pub(super) fn game_ended_in_lanes(&mut self, ending: Ending) {
        for (counts, value) in self.endings.iter_mut().zip(ending.values()) {
            counts[value] += 1;
        }
        self.stuck[ending.stuck_with] += 1;
        self.ended.push(ending);
    }

    /// Event: other games begin, and those that have ended are not compared any more.
    pub(super) fn start_round(&mut self) {
        self.ended.clear();
    }

    /// Counts how the games of a round differ from those of the first policy.
    pub(super) fn compare(&mut self, first: &Self) {
        for (counts, outcome) in self.differences.iter_mut().zip(GameOutcome::ALL) {
            let offset = counts.len() / 2;
            for (first, ending) in first.ended.iter().zip(&self.ended) {
                counts[offset + outcome.value(ending) - outcome.value(first)] += 1;
            }
        }
    }

    /// Adds all counts to the tallies and sets them to zero.
    pub(super) fn flush(&mut self, into: &mut Tallies<GameKey>) {
        self.collect_lanes();
        let policy = self.policy;
        let rows = self.layouts.chunks_exact_mut(FEW_SETS).enumerate();
        for (row, counts) in rows.filter(|(_, counts)| counts.iter().any(|&count| count > 0)) {
            let of = Subject::Stage(layout(row, self.tables, self.unit));
            flush(counts, GameKey { policy, of }, into);
        }
        for (table, looks) in self.look_pairs.iter_mut().enumerate() {
            let (looks, of) = (std::mem::take(looks), Subject::Looks { table: table * self.unit });
            if table >= self.least_table {
                looks.flush(GameKey { policy, of }, into);
            }
        }
        for (of, counts) in Subject::ENDINGS.into_iter().zip(&mut self.endings) {
            flush(counts, GameKey { policy, of }, into);
        }
        flush(&mut self.stuck, GameKey { policy, of: Subject::FirstStuck }, into);
        for (outcome, counts) in GameOutcome::ALL.into_iter().zip(&mut self.differences) {
            flush(counts, GameKey { policy, of: Subject::Difference(outcome) }, into);
        }
        into.merge(std::mem::take(&mut self.tallies));
    }

    /// Adds what was seen in lanes to all that was seen.
    fn collect_lanes(&mut self) {
        let mut lanes = std::mem::take(&mut self.lanes);
        // Small decks have no table of 15 cards.
        let layouts = lane_layouts(self.deals).zip(&mut lanes);
        for ((in_deck, table, arrival), counts) in layouts.filter(|(it, _)| it.1 < self.tables) {
            let row = self.row(in_deck, table, arrival) * FEW_SETS;
            let [even, odd] = std::mem::replace(counts, [[0; OUTCOMES]; 2]);
            for sets in 0..FEW_SETS {
                self.layouts[row + sets] += even[sets] + odd[sets];
            }
        }
        self.lanes = lanes;
    }

    /// The row of a layout.
    #[inline(always)]
    const fn row(&self, in_deck: usize, table: usize, arrival: Arrival) -> usize {
        (in_deck * self.tables + table) * 2 + arrival as usize
    }

    #[cold]
    fn many_sets_seen(&mut self, row: usize, sets: usize) {
        let of = Subject::Stage(layout(row, self.tables, self.unit));
        self.tallies.entry(GameKey { policy: self.policy, of }).record(sets);
    }
}

/// The layouts of tables in lanes: cards in the deck and on the table, in threes, and their
/// arrival.
fn lane_layouts(deals: usize) -> impl Iterator<Item = (usize, usize, Arrival)> {
    let kinds = [(USUAL, Arrival::Dealt), (USUAL + 1, Arrival::Dealt), (USUAL, Arrival::Taken)];
    let with_deck =
        (0..deals).flat_map(move |in_deck| kinds.map(|(table, arrival)| (in_deck, table, arrival)));
    with_deck.chain((0..USUAL).map(|table| (0, table, Arrival::Taken)))
}

/// The number of a layout among [`lane_layouts`].
#[inline(always)]
const fn lane_row(deals: usize, in_deck: usize, table: usize, arrival: Arrival) -> usize {
    match (arrival, table) {
        (Arrival::Dealt, _) => 3 * in_deck + table - USUAL,
        (Arrival::Taken, USUAL) => 3 * in_deck + 2,
        (Arrival::Taken, _) => 3 * deals + table,
    }
}

/// The layout of a row, counted in units.
fn layout(row: usize, tables: usize, unit: usize) -> Layout {
    let (arrival, row) = (Arrival::ALL[row % 2], row / 2);
    Layout { in_deck: row / tables * unit, table: row % tables * unit, arrival }
}

/// Adds the counts of values to the tally of a key and sets them to zero.
fn flush(counts: &mut [u32], key: GameKey, into: &mut Tallies<GameKey>) {
    let Some(last) = counts.iter().rposition(|&count| count > 0) else { return };
    let tally = into.entry(key);
    for value in (0..=last).rev() {
        tally.add(value, u128::from(std::mem::take(&mut counts[value])));
    }
}
