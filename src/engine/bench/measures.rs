//! The benchmark of the engines, on a measure of the same deals.
//!
//! Before anything is timed, all engines must tally the same. Then they run in turn, so that a
//! machine that becomes slower slows all of them alike.

use super::BenchmarkError;
use super::samples::{Samples, time_in_turn};
use crate::card::Deck;
use crate::deal::{Deals, DealsError, Engine, Seed};
use crate::detect::Strategy;
use crate::hand::sizes::Sizes;
use crate::measure::{Key, Measure, Measurer};
use crate::run::{StopFlag, ThreadPool, Threads};
use crate::tally::{Checksum, Tallies};

/// A benchmark of the engines with a number of threads.
#[derive(Clone, Copy, Debug)]
pub struct MeasureBenchmark {
    /// The deck.
    pub deck: Deck,
    /// Cards in a hand.
    pub cards: usize,
    /// What is tallied.
    pub measure: Measure,
    /// The random seed.
    pub seed: Seed,
    /// How many hands, at least one.
    pub hands: u64,
    /// How many threads.
    pub threads: Threads,
    /// How often everything is timed, at least once.
    pub repeats: usize,
}

/// What was measured of an engine.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasureTiming {
    /// The engine.
    pub engine: Engine,
    /// A hash of the tally, the same for all engines.
    pub checksum: u64,
    /// The times for a hand, dealing included.
    pub samples: Samples,
}

impl MeasureBenchmark {
    /// Verifies, then times all engines, the scalar one first.
    ///
    /// # Errors
    ///
    /// When the measure is not there for such hands, there are none, the engines disagree, or a
    /// stop was requested.
    pub fn run(&self, stop: &StopFlag) -> Result<Vec<MeasureTiming>, BenchmarkError> {
        let pool = ThreadPool::new(self.threads)?;
        let (mut all, mut expected) = (Vec::new(), None);
        for engine in Engine::available() {
            let deals = self.deals(engine)?;
            let found = checksum(&pool.run(&deals, stop).ok_or(BenchmarkError::Interrupted)?);
            let expected = *expected.get_or_insert(found);
            if found != expected {
                let measure = self.measure;
                return Err(BenchmarkError::TalliesDisagree(engine, measure, found, expected));
            }
            all.push(deals);
        }
        let samples = time_in_turn(self.threads, &all, self.repeats, stop)?;
        let checksum = expected.unwrap_or_default();
        let timing = |(deals, samples): (&Deals, Samples)| MeasureTiming {
            engine: deals.engine(),
            checksum,
            samples,
        };
        Ok(all.iter().zip(samples).map(timing).collect())
    }

    fn deals(&self, engine: Engine) -> Result<Deals, BenchmarkError> {
        let measures = [self.measure].into_iter().collect();
        let sizes = Sizes::one(self.cards);
        let measurer = Measurer::new(self.deck, sizes, measures, Strategy::default())?;
        let deals = Deals::new(measurer, self.seed, self.hands).map_err(|error| match error {
            DealsError::NoDeals => BenchmarkError::Empty,
            error => BenchmarkError::Deals(error),
        })?;
        Ok(deals.with_engine(engine).expect("the default strategy has lanes"))
    }
}

/// A hash of all counts.
fn checksum(tallies: &Tallies<Key>) -> u64 {
    let mut checksum = Checksum::default();
    for (value, count) in tallies.iter().flat_map(|(_, tally)| tally.iter()) {
        checksum.add(value as u64);
        count
            .to_le_bytes()
            .as_chunks()
            .0
            .iter()
            .for_each(|it| checksum.add(u64::from_le_bytes(*it)));
    }
    checksum.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_engines_tally_the_same_and_are_timed() {
        let benchmark = MeasureBenchmark {
            deck: Deck::GAME,
            cards: 12,
            measure: Measure::InSets,
            seed: Seed(1),
            hands: 700,
            threads: Threads::ONE,
            repeats: 2,
        };
        let timings = benchmark.run(&StopFlag::default()).unwrap();
        assert!(timings.iter().map(|timing| timing.engine).eq(Engine::available()));
        assert!(timings.iter().all(|timing| timing.samples.number() == 2));
        let other = MeasureBenchmark { seed: Seed(2), ..benchmark }.run(&StopFlag::default());
        assert_ne!(other.unwrap()[0].checksum, timings[0].checksum);
        let run = |benchmark: MeasureBenchmark| benchmark.run(&StopFlag::default()).unwrap_err();
        assert_eq!(run(MeasureBenchmark { hands: 0, ..benchmark }), BenchmarkError::Empty);
        let too_large = MeasureBenchmark { measure: Measure::LargestCap, cards: 80, ..benchmark };
        assert!(matches!(run(too_large), BenchmarkError::Measure(_)));
    }
}
