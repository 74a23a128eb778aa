//! `setodds bench --measures`: the engines, raced on measures.

use super::failure::{Failure, OrFail};
use super::listing::Listing;
use super::output::Output;
use setodds::bench::{BenchmarkError, MeasureBenchmark};
use setodds::card::Deck;
use setodds::deal::Seed;
use setodds::hand::sizes::Sizes;
use setodds::measure::Measure;
use setodds::report::measure_race;
use setodds::run::{StopFlag, Threads};

/// What is raced: every measure, deck, hand size and number of threads is a race of its own.
pub(super) struct MeasureRaces<'a> {
    pub(super) measures: &'a [Measure],
    pub(super) decks: &'a [Deck],
    pub(super) sizes: &'a Sizes,
    pub(super) threads: &'a [Threads],
    pub(super) hands: u64,
    pub(super) seed: Seed,
    pub(super) repeats: usize,
}

impl MeasureRaces<'_> {
    /// Runs all of them and tells the result.
    pub(super) fn run(
        &self,
        output: &Output,
        cancel: &StopFlag,
        quiet: bool,
    ) -> Result<(), Failure> {
        let mut rows = Vec::new();
        for race in self.races()? {
            let timings = race.run(cancel).map_err(|error| match error {
                BenchmarkError::Interrupted => Failure::Interrupted,
                BenchmarkError::Measure(_) | BenchmarkError::Empty => Failure::Usage(error.into()),
                error => Failure::Failed(error.into()),
            })?;
            rows.extend(measure_race::rows(&race, &timings));
        }
        output.deliver(&Listing::new("Engines on measures", "rows", rows, ()), quiet)
    }

    fn races(&self) -> Result<Vec<MeasureBenchmark>, Failure> {
        let &Self { hands, seed, repeats, .. } = self;
        let mut races = Vec::new();
        for &measure in self.measures {
            for &deck in self.decks {
                for cards in self.sizes.clone().within(deck).or_usage()?.iter() {
                    races.extend(self.threads.iter().map(|&threads| MeasureBenchmark {
                        deck,
                        cards,
                        measure,
                        seed,
                        hands,
                        threads,
                        repeats,
                    }));
                }
            }
        }
        Ok(races)
    }
}
