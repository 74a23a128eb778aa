//! A race of the engines on measures as rows.

use super::Listed;
use super::race::lanes;
use crate::bench::{MeasureBenchmark, MeasureTiming};
use crate::measure::Measure;
use crate::report::columns::{Grid, RenderTarget};
use crate::report::csv::{by_name, row};
use crate::report::number::significant;

row! {
    /// What was measured of an engine.
    pub struct MeasureRaceRow {
        /// What is tallied.
        #[serde(with = "by_name")]
        pub measure: Measure,
        /// Who tallies it,
        pub engine: String,
        /// and in which vector instructions.
        pub instruction_set: String,
        /// Features of the deck.
        pub features: usize,
        /// Cards in a hand.
        pub cards: usize,
        /// The number of threads.
        pub threads: usize,
        /// The hands of a repeat.
        pub hands: u64,
        /// How often they were timed.
        pub repeats: usize,
        /// Nanoseconds for a hand, dealing included, all threads together: the median of the
        /// repeats,
        pub ns_per_hand_median: f64,
        /// and the least of them.
        pub ns_per_hand_min: f64,
        /// Hands in a second, by the median.
        pub hands_per_second: f64,
        /// How many times faster than hand by hand.
        pub speedup_vs_scalar: f64,
        /// The hash of the tally, in hexadecimal digits.
        pub checksum: String,
    }
}

/// The rows of a race, hand by hand first.
#[must_use]
pub fn rows(race: &MeasureBenchmark, timings: &[MeasureTiming]) -> Vec<MeasureRaceRow> {
    let scalar = timings.first().map_or(1.0, |timing| timing.samples.median());
    let row = |timing: &MeasureTiming| MeasureRaceRow {
        measure: race.measure,
        engine: timing.engine.name().to_owned(),
        instruction_set: timing.engine.dealing_set().name().to_owned(),
        features: race.deck.features(),
        cards: race.cards,
        threads: race.threads.count(),
        hands: race.hands,
        repeats: timing.samples.number(),
        ns_per_hand_median: timing.samples.median(),
        ns_per_hand_min: timing.samples.least(),
        hands_per_second: 1e9 / timing.samples.median(),
        speedup_vs_scalar: scalar / timing.samples.median(),
        checksum: format!("{:016x}", timing.checksum),
    };
    timings.iter().map(row).collect()
}

impl Listed for MeasureRaceRow {
    fn draw(rows: &[Self], target: RenderTarget) -> String {
        Grid::of(rows)
            .column("measure", |row| row.measure.to_string())
            .column("features", |row| row.features.to_string())
            .column("cards", |row| row.cards.to_string())
            .column("engine", |row| lanes(&row.engine, &row.instruction_set))
            .column("threads", |row| row.threads.to_string())
            .column("ns", |row| significant(row.ns_per_hand_median, 3))
            .column("min", |row| significant(row.ns_per_hand_min, 3))
            .ranked(1, "million/s", |row| significant(row.hands_per_second / 1e6, 3))
            .column("x scalar", |row| significant(row.speedup_vs_scalar, 3))
            .draw(target)
    }
}
