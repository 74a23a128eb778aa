//! The benchmark of the engines, on a measure of the same deals.
//!
//! Before anything is timed, all engines must tally the same. Then they run in turn, so that a
//! machine that becomes slower slows all of them alike.

use super::{BenchmarkError, check_stop, timed};
use crate::card::Deck;
use crate::deal::{Deals, Engine, Seed};
use crate::detect::Strategy;
use crate::hand::sizes::Sizes;
use crate::measure::{Key, Measure, Measurer};
use crate::run::{Kernel, Partial, StopFlag, ThreadPool, Threads};
use crate::stats::{self, to_float};
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
    /// Nanoseconds for a hand, dealing included, one number for each repeat; all threads together.
    pub nanoseconds: Vec<f64>,
}

impl MeasureTiming {
    /// The median of the repeats.
    #[must_use]
    pub fn median(&self) -> f64 {
        stats::median(&self.nanoseconds)
    }

    /// The fastest repeat.
    #[must_use]
    pub fn least(&self) -> f64 {
        self.nanoseconds.iter().copied().fold(f64::INFINITY, f64::min)
    }
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
        let mut entries: Vec<(Deals, MeasureTiming)> = Vec::new();
        for engine in Engine::available() {
            let deals = self.deals(engine)?;
            let checksum = checksum(&tallies(&pool, &deals, stop)?);
            if let Some((_, scalar)) = entries.first().filter(|(_, it)| it.checksum != checksum) {
                let (measure, expected) = (self.measure, scalar.checksum);
                return Err(BenchmarkError::TalliesDisagree(engine, measure, checksum, expected));
            }
            entries.push((deals, MeasureTiming { engine, checksum, nanoseconds: Vec::new() }));
        }
        for _ in 0..self.repeats.max(1) {
            for (deals, timing) in &mut entries {
                let time = timed(&pool, deals, stop)?.as_secs_f64();
                timing.nanoseconds.push(1e9 * time / to_float(self.hands.into()));
            }
        }
        Ok(entries.into_iter().map(|(_, timing)| timing).collect())
    }

    fn deals(&self, engine: Engine) -> Result<Deals, BenchmarkError> {
        let measures = [self.measure].into_iter().collect();
        let sizes = Sizes::one(self.cards);
        let measurer = Measurer::new(self.deck, sizes, measures, Strategy::default())?;
        let deals =
            Deals::new(measurer, self.seed, self.hands).map_err(|_| BenchmarkError::Empty)?;
        Ok(deals.with_engine(engine).expect("the default strategy has lanes"))
    }
}

/// What an engine tallies.
fn tallies(
    pool: &ThreadPool,
    deals: &Deals,
    stop: &StopFlag,
) -> Result<Tallies<Key>, BenchmarkError> {
    let plan = deals.plan();
    let mut partial = Partial::new(plan.clone());
    pool.resume(deals, &mut partial, &plan.all_blocks(), stop, &|_| {})?;
    check_stop(stop).map(|()| partial.into_tally())
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
        for timing in &timings {
            assert_eq!((timing.nanoseconds.len(), timing.checksum), (2, timings[0].checksum));
            assert!(timing.least() > 0.0 && timing.least() <= timing.median());
        }
        let other = MeasureBenchmark { seed: Seed(2), ..benchmark }.run(&StopFlag::default());
        assert_ne!(other.unwrap()[0].checksum, timings[0].checksum);
        let run = |benchmark: MeasureBenchmark| benchmark.run(&StopFlag::default()).unwrap_err();
        assert_eq!(run(MeasureBenchmark { hands: 0, ..benchmark }), BenchmarkError::Empty);
        let too_large = MeasureBenchmark { measure: Measure::LargestCap, cards: 80, ..benchmark };
        assert!(matches!(run(too_large), BenchmarkError::Measure(_)));
    }
}
