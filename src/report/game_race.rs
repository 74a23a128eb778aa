//! A race of the ways of playing games as rows.

use super::columns::{Style, plain};
use super::csv::Row;
use super::number::significant;
use crate::bench::{GameBenchmark, GameTiming};
use serde::Serialize;

/// What was measured of an engine.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameRaceRow {
    /// Who plays.
    pub engine: &'static str,
    /// By which policy.
    pub policy: &'static str,
    /// Features of the deck.
    pub features: usize,
    /// Cards on the table at the start.
    pub start: usize,
    /// The number of threads.
    pub threads: usize,
    /// The games of a repeat.
    pub games: u64,
    /// How often they were timed.
    pub repeats: usize,
    /// Nanoseconds for a game, all threads together: the median of the repeats.
    pub ns_per_game_median: f64,
    /// Games in a second, from the median.
    pub games_per_second: f64,
    /// How many times faster than the naive game.
    pub speedup_vs_naive: f64,
}

impl Row for GameRaceRow {
    const COLUMNS: &'static [&'static str] = &[
        "engine",
        "policy",
        "features",
        "start",
        "threads",
        "games",
        "repeats",
        "ns_per_game_median",
        "games_per_second",
        "speedup_vs_naive",
    ];
}

/// The rows of a race, the naive game first.
#[must_use]
pub fn rows(race: &GameBenchmark, timings: &[GameTiming]) -> Vec<GameRaceRow> {
    let naive = timings.first().map_or(1.0, GameTiming::median);
    let row = |timing: &GameTiming| GameRaceRow {
        engine: timing.engine.name(),
        policy: race.policy.name(),
        features: race.rules.deck().features(),
        start: race.rules.start(),
        threads: race.threads.count(),
        games: race.games,
        repeats: timing.nanoseconds.len(),
        ns_per_game_median: timing.median(),
        games_per_second: 1e9 / timing.median(),
        speedup_vs_naive: naive / timing.median(),
    };
    timings.iter().map(row).collect()
}

/// The rows as a table.
#[must_use]
pub fn table(rows: &[GameRaceRow], style: Style) -> String {
    let titles =
        ["engine", "policy", "features", "threads", "ns per game", "games/s", "times naive"];
    let cells = |row: &GameRaceRow| {
        vec![
            row.engine.to_owned(),
            row.policy.to_owned(),
            row.features.to_string(),
            row.threads.to_string(),
            significant(row.ns_per_game_median, 3),
            significant(row.games_per_second, 3),
            significant(row.speedup_vs_naive, 3),
        ]
    };
    plain(&titles, &rows.iter().map(cells).collect::<Vec<_>>(), style)
}
