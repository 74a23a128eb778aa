//! Counts of the games of one policy in a block, in flat arrays.
//!
//! Players report events in their games by calling methods of [`Counts`]. The player of single
//! games reports one game after the other; the player in SIMD lanes reports each table of 64 games
//! at once. A game without a set among 15 cards leaves its SIMD lane for a while (`focus`).
//!
//! ```text
//! games one by one                        games in lanes
//!
//! start_round                             start_round
//! for each game of the round:             for each deal, then for each smaller table:
//!     until the game is over:                 tables_seen        64 games
//!         table_seen                          tables_seen        games that got three more cards
//!     game_ended                              tables_seen        these games after a set
//!                                             for each game played alone:
//!                                                 focus          selects the game
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

/// The maximum number of games that are played together in SIMD lanes.
pub(super) const MAX_LANE_GAMES: usize = 1024;

/// The standard table size of games in SIMD lanes, in units of three cards; a table without a set
/// grows by one unit.
pub(super) const TABLE_THREES: usize = 4;

/// The number of possible outcomes of looking for sets on a table in SIMD lanes; an outcome is a
/// byte.
const OUTCOMES: usize = 256;

/// The number of sets below which a layout is counted in an array. Layouts with more sets are so
/// rare that they are added directly to the tallies.
const FEW_SETS: usize = 32;

/// Counts of the events in the games of one policy. The cards in the deck and on the table are
/// counted in units, usually of three cards.
#[derive(Debug)]
pub(super) struct Counts {
    policy: Policy,
    /// The number of cards in a unit of the deck and of the table: [`Rules::unit`].
    unit: usize,
    /// The number of possible deck sizes: 0, 1, 2, ... units.
    deals: usize,
    /// The number of possible table sizes: 0, 1, 2, ... units.
    tables: usize,
    /// Counts of layouts, indexed by the numbers of cards in the deck and on the table (both in
    /// units), the [`Arrival`] and the number of sets.
    layouts: Vec<u32>,
    /// The index of the game that has left the SIMD lanes and is played alone.
    game: usize,
    /// For each unfinished game and table size (in units), the number of searches for a set, and
    /// the number of searches that found none.
    looks: Vec<[u16; 2]>,
    /// Sums over the searches for a set in finished games, by table size (in units).
    look_pairs: Vec<LookPairs>,
    /// The smallest table size (in units) at which a game may look for sets twice.
    smallest_repeated: usize,
    /// Tallies of layouts with at least `FEW_SETS` sets.
    tallies: Tallies<GameKey>,
    /// Four arrays of counts of games: by cards left, by extra deals, by largest table and by sets
    /// taken.
    endings: [Vec<u32>; 4],
    /// Counts of games by the total number of cards in the deck and on the table at the first table
    /// without a set.
    stuck: Vec<u32>,
    /// The endings of the games of the current round.
    ended: Vec<Ending>,
    /// Counts of games, for each outcome, by the difference from the first policy.
    differences: [Vec<u32>; GameOutcome::ALL.len()],
    /// Counts of tables in SIMD lanes, by layout and outcome. There are two rows for alternate
    /// lanes, because incrementing the same counter twice in a row stalls.
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
            smallest_repeated: if rules.are_usual() { rules.start() / unit } else { 0 },
            tallies: Tallies::default(),
            endings: std::array::from_fn(|_| vec![0; size + 1]),
            stuck: vec![0; size + 1],
            ended: Vec::new(),
            differences: std::array::from_fn(|_| vec![0; 2 * GameOutcome::offset(rules) + 1]),
            lanes: vec![[[0; OUTCOMES]; 2]; in_lanes],
        }
    }

    /// Records that a player looked for sets on a table, with the number of sets found.
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

    /// Records that players looked for sets on the tables of some of 64 games. An outcome is the
    /// number of sets, or [`UNSEEN`](super::lane_player::UNSEEN).
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

    /// Assigns the next searches for a set to a game that leaves the SIMD lanes to be played alone.
    #[inline(always)]
    pub(super) fn focus(&mut self, game: usize) {
        self.game = game;
        self.looks.resize(MAX_LANE_GAMES * self.tables, [0; 2]);
    }

    /// Returns and resets the numbers of searches for a set, at tables of 12 and of 15 cards, in
    /// the game played alone; its SIMD lane counts them from now on.
    pub(super) fn looks_of_focus(&mut self) -> [[u8; 2]; 2] {
        let own =
            self.looks[self.game * self.tables + TABLE_THREES..].iter_mut().map(std::mem::take);
        let mut looks = own.map(|looks| looks.map(|number| number.to_le_bytes()[0]));
        std::array::from_fn(|_| looks.next().expect("tables of 12 and of 15 cards"))
    }

    /// Records the numbers of searches for a set in 64 finished games, at tables of 12 and of 15
    /// cards: all searches, and searches that found no set.
    pub(super) fn looks_in_lanes(&mut self, looks: &[[Lanes<u8>; 2]; 2]) {
        for (pairs, [all, without]) in self.look_pairs[TABLE_THREES..].iter_mut().zip(looks) {
            pairs.add_lanes(all, without);
        }
    }

    /// Records the end of a game; `game` is its number among the games played together.
    #[inline(always)]
    pub(super) fn game_ended(&mut self, game: usize, ending: Ending) {
        let looks = self.looks[game * self.tables..].iter_mut();
        for (looks, pairs) in looks.zip(&mut self.look_pairs) {
            pairs.add(std::mem::take(looks));
        }
        self.game_ended_in_lanes(ending);
    }

    /// Records the end of a game that never left its SIMD lane.
    #[inline(always)]
    pub(super) fn game_ended_in_lanes(&mut self, ending: Ending) {
        for (counts, value) in self.endings.iter_mut().zip(ending.values()) {
            counts[value] += 1;
        }
        self.stuck[ending.stuck_with] += 1;
        self.ended.push(ending);
    }

    /// Starts a round: endings of earlier games are no longer compared.
    pub(super) fn start_round(&mut self) {
        self.ended.clear();
    }

    /// Counts how the endings of the games of a round differ from those of the first policy.
    pub(super) fn compare(&mut self, first: &Self) {
        for (counts, outcome) in self.differences.iter_mut().zip(GameOutcome::ALL) {
            let offset = counts.len() / 2;
            for (first, ending) in first.ended.iter().zip(&self.ended) {
                counts[offset + outcome.value(ending) - outcome.value(first)] += 1;
            }
        }
    }

    /// Adds all counts to the tallies and resets them to zero.
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
            if table >= self.smallest_repeated {
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

    /// Adds the counts of tables in SIMD lanes to the counts of layouts.
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

    /// Returns the index of a layout's row in `layouts`.
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

/// Returns an iterator over the layouts of tables in SIMD lanes: the numbers of cards in the deck
/// and on the table, in units of three cards, and the arrival.
fn lane_layouts(deals: usize) -> impl Iterator<Item = (usize, usize, Arrival)> {
    let kinds = [
        (TABLE_THREES, Arrival::Dealt),
        (TABLE_THREES + 1, Arrival::Dealt),
        (TABLE_THREES, Arrival::Taken),
    ];
    let with_deck =
        (0..deals).flat_map(move |in_deck| kinds.map(|(table, arrival)| (in_deck, table, arrival)));
    with_deck.chain((0..TABLE_THREES).map(|table| (0, table, Arrival::Taken)))
}

/// Returns the index of a layout among [`lane_layouts`].
#[inline(always)]
const fn lane_row(deals: usize, in_deck: usize, table: usize, arrival: Arrival) -> usize {
    match (arrival, table) {
        (Arrival::Dealt, _) => 3 * in_deck + table - TABLE_THREES,
        (Arrival::Taken, TABLE_THREES) => 3 * in_deck + 2,
        (Arrival::Taken, _) => 3 * deals + table,
    }
}

/// Returns the layout with the given row index.
fn layout(row: usize, tables: usize, unit: usize) -> Layout {
    let (arrival, row) = (Arrival::ALL[row % 2], row / 2);
    Layout { in_deck: row / tables * unit, table: row % tables * unit, arrival }
}

/// Adds an array of counts by value to the tally of a key and resets it to zero.
fn flush(counts: &mut [u32], key: GameKey, into: &mut Tallies<GameKey>) {
    let Some(last) = counts.iter().rposition(|&count| count > 0) else { return };
    let tally = into.entry(key);
    for value in (0..=last).rev() {
        tally.add(value, u128::from(std::mem::take(&mut counts[value])));
    }
}
