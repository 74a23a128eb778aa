//! A race of the ways of playing games as rows.

use super::Listed;
use crate::bench::{GameBenchmark, GameTiming};
use crate::game::Policy;
use crate::report::columns::{Grid, RenderTarget};
use crate::report::csv::{by_name, row};
use crate::report::number::significant;

row! {
    /// What was measured of an engine.
    pub struct GameRaceRow {
        /// Who plays.
        pub engine: String,
        /// By which policy.
        #[serde(with = "by_name")]
        pub policy: Policy,
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
}

/// The rows of a race, the naive game first.
#[must_use]
pub fn rows(race: &GameBenchmark, timings: &[GameTiming]) -> Vec<GameRaceRow> {
    let naive = timings.first().map_or(1.0, |timing| timing.samples.median());
    let row = |timing: &GameTiming| GameRaceRow {
        engine: timing.engine.name().to_owned(),
        policy: race.policy,
        features: race.rules.deck().features(),
        start: race.rules.start(),
        threads: race.threads.count(),
        games: race.games,
        repeats: timing.samples.number(),
        ns_per_game_median: timing.samples.median(),
        games_per_second: 1e9 / timing.samples.median(),
        speedup_vs_naive: naive / timing.samples.median(),
    };
    timings.iter().map(row).collect()
}

impl Listed for GameRaceRow {
    fn draw(rows: &[Self], target: RenderTarget) -> String {
        Grid::of(rows)
            .column("engine", |row| row.engine.clone())
            .column("policy", |row| row.policy.to_string())
            .column("features", |row| row.features.to_string())
            .column("threads", |row| row.threads.to_string())
            .column("ns per game", |row| significant(row.ns_per_game_median, 3))
            .column("games/s", |row| significant(row.games_per_second, 3))
            .column("times naive", |row| significant(row.speedup_vs_naive, 3))
            .draw(target)
    }
}
