//! How often no set is on the table, by the cards left in the deck and the kind of layout.

use super::{PlayerKey, for_each_player, rows};
use crate::game::{Arrival, Policy};
use crate::report::columns::{Grid, REPEATED, RenderTarget};
use crate::report::csv::row;
use crate::report::estimate::Estimate;
use crate::report::field::{CARDS, FEATURES, Field, RULES, SETS};
use crate::report::groups::by_key;
use crate::report::kind::{Chart, Kind, Options, Rows, TableError, View};
use crate::report::sheet::all;
use crate::stats::to_float;
use std::collections::{BTreeMap, BTreeSet};

/// Kinds of layouts that are rarer than this, compared with the commonest, are left out.
const RARE: f64 = 1e-4;

row! {
    /// Tables with one number of sets at one stage of the games: a row of the CSV.
    pub struct StageRow {
        /// Features of the deck.
        pub features: usize = FEATURES,
        /// The policy.
        pub policy: Policy = Field::names(&Policy::NAMES).key(),
        /// Cards left in the deck.
        pub in_deck: usize = CARDS.key(),
        /// Cards on the table.
        pub table: usize = CARDS.key(),
        /// Whether cards were just dealt to the table, or a set was just taken from it.
        pub arrival: Arrival = Field::names(&Arrival::NAMES).key(),
        /// Sets on the table.
        pub sets: usize = SETS.part(),
    }
    estimate {
        /// The rules of the games.
        pub rules: String = RULES,
    }
}

impl Kind for StageRow {
    const WORDS: &'static str = "the table `stages` of `play`";

    fn table(files: Vec<Rows<'_, Self>>, view: View) -> Result<String, TableError> {
        Ok(draw(rows(files, player), view))
    }

    fn chart(files: Vec<Rows<'_, Self>>, options: &Options) -> Result<Chart, TableError> {
        Ok(super::stages_chart::no_set(&all(files), options))
    }
}

fn player(row: &StageRow) -> PlayerKey {
    (row.features, row.policy)
}

/// A table for each player.
pub(super) fn draw(rows: Vec<StageRow>, view: View) -> String {
    let players = by_key(rows.into_iter().filter(|row| row.sets == 0), player);
    for_each_player(&players, view.target, |rows| of_player(rows, view.target))
}

/// Up to 28 stages, for those who want to see the course of the games.
pub(super) fn thinned(mut rows: Vec<StageRow>) -> Vec<StageRow> {
    const MAX_LINES: usize = 28;
    let decks: BTreeSet<usize> = rows.iter().map(|row| row.in_deck).collect();
    let (step, last) = (decks.len().div_ceil(MAX_LINES), decks.first().copied());
    let shown: BTreeSet<usize> = decks.into_iter().rev().step_by(step.max(1)).chain(last).collect();
    rows.retain(|row| shown.contains(&row.in_deck));
    rows
}

/// A kind of layout: its size, and how it came about.
type StageKey = (usize, Arrival);

/// Kinds of layouts that come at several stages and not too rarely, by size, each with the number
/// of those that come more often.
fn common_kinds(rows: &[StageRow]) -> Vec<(StageKey, usize)> {
    let mut kinds: BTreeMap<StageKey, (u128, usize)> = BTreeMap::new();
    for row in rows {
        let (visits, stages) = kinds.entry((row.table, row.arrival)).or_default();
        *visits = visits.saturating_add(row.total);
        *stages += 1;
    }
    let commonest = kinds.values().map(|&(visits, _)| visits).max().unwrap_or(0);
    let least = RARE * to_float(commonest);
    kinds.retain(|_, &mut (visits, stages)| stages > 1 && to_float(visits) >= least);
    let commoner = |visits| kinds.values().filter(|&&(other, _)| other > visits).count();
    kinds.iter().map(|(&kind, &(visits, _))| (kind, commoner(visits))).collect()
}

/// A line for each stage, a column for each kind of layout; on a terminal with the odds and a bar
/// for the first of them, a fresh deal.
fn of_player(rows: &[StageRow], target: RenderTarget) -> String {
    let kinds = common_kinds(rows);
    let mut stages: BTreeMap<(usize, StageKey), &StageRow> = BTreeMap::new();
    for row in rows {
        stages.entry((row.in_deck, (row.table, row.arrival))).or_insert(row);
    }
    let no_set = |in_deck: usize, kind: StageKey| Some(stages.get(&(in_deck, kind))?.estimate());
    let decks: BTreeSet<usize> = rows.iter().map(|row| row.in_deck).collect();
    let decks: Vec<usize> = decks.into_iter().rev().collect();
    let mut grid = Grid::of(&decks).column("in the deck", ToString::to_string);
    for (place, &((table, arrival), commoner)) in kinds.iter().enumerate() {
        let of = |&in_deck: &usize| no_set(in_deck, (table, arrival));
        let title = format!("{table}, {arrival}");
        // The first has the bars; of the others the rarest go first.
        let rank = if place == 0 { 0 } else { commoner + 1 };
        grid = grid.ranked(rank, &title, |in_deck| of(in_deck).map(Estimate::percentage));
        if !target.is_markdown() && place == 0 {
            grid = grid.ranked(REPEATED, "odds", |in_deck| of(in_deck).and_then(Estimate::one_in));
        }
    }
    let first = |in_deck: &usize| no_set(*in_deck, kinds.first()?.0);
    grid.bars(|in_deck| first(in_deck).map_or(0.0, |it| it.probability)).draw(target)
}
