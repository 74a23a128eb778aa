//! Benchmarks of detection strategies on equal hands, beside a plain loop.
//!
//! The hands of a [`Benchmark`] are dealt once from a seed and kept: card by card for the scalar
//! engine, 64 side by side for lanes. Before anything is timed, every [`Candidate`] shows that it
//! finds the same numbers of sets, hand by hand, as the naive definition. Then two stages are
//! timed:
//!
//! * [`Stage::Detection`]: counting the sets of the hands that are there, and tallying;
//! * [`Stage::Whole`]: the whole pipeline of a [`Deals`](crate::deal::Deals), with random
//!   numbers and dealing.
//!
//! A timing that is over too soon says nothing, so each sample goes over the hands as often as
//! fills [`MIN_TIMING`]; a warm-up, which is not counted, finds how often. The repeats go round all
//! candidates, stages and numbers of threads in turn, so that when the machine becomes slower, all
//! suffer alike; the result is the median, the minimum and the median deviation from the median.
//! The threads are started before the clock.
//!
//! ```
//! use setodds_engine::bench::{Benchmark, Candidate};
//! use setodds_engine::{card::Deck, deal::Seed, run::{StopFlag, Threads}};
//! let benchmark = Benchmark {
//!     deck: Deck::GAME,
//!     cards: 12,
//!     hands: 1000,
//!     seed: Seed(1),
//!     candidates: vec![Candidate::all(12)[0]],
//!     threads: vec![Threads::ONE],
//!     repeats: 1,
//! };
//! let results = benchmark.run(&StopFlag::default(), &|_, _| ())?;
//! assert!(results.timings.iter().all(|timing| timing.samples.median() > 0.0));
//! # Ok::<(), setodds_engine::bench::BenchmarkError>(())
//! ```

mod fixture;
mod hands;
mod plain;
mod samples;

use crate::card::Deck;
use crate::deal::{DealsError, Engine, Seed};
use crate::detect::lane_tests::MAX_HAND;
use crate::detect::{Detector, Strategy};
use crate::hand::sizes::{Sizes, SizesError};
use crate::lanes::InstructionSet;
use crate::name::named_enum;
use crate::run::{RunError, StopFlag, ThreadPool, Threads};
use fixture::{Fixture, Steps};
use plain::PlainLoop;
pub use samples::Samples;
use std::fmt;
use std::time::Duration;

/// The most cards of all hands together: they lie in memory several times over, in about 1 GB.
const MAX_KEPT: u64 = 100_000_000;

/// The most repeats.
pub const MAX_REPEATS: usize = 10_000;

/// A sample takes at least about this long.
pub const MIN_TIMING: Duration = Duration::from_millis(20);

/// The name of the packed mask as one first writes it.
pub const PLAIN: &str = "plain-packed-mask";

/// What is timed: a strategy and the engine that runs it, or a plain loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Candidate {
    /// A strategy and the engine that runs it.
    Strategy(Strategy, Engine),
    /// The packed mask as one first writes it, to compare them with.
    Plain,
}

impl Candidate {
    /// Every strategy with every engine of this machine that can run it for hands of `cards` cards,
    /// and the plain loop.
    #[must_use]
    pub fn all(cards: usize) -> Vec<Self> {
        let engines =
            |&strategy| Engine::available().map(move |engine| Self::Strategy(strategy, engine));
        let candidates = Strategy::ALL.iter().flat_map(engines);
        candidates.filter(|candidate| candidate.can_count(cards)).chain([Self::Plain]).collect()
    }

    /// The name of the strategy or loop.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strategy(strategy, _) => strategy.name(),
            Self::Plain => PLAIN,
        }
    }

    /// The engine; the plain loop counts one hand at a time, too.
    #[must_use]
    pub const fn engine(self) -> Engine {
        match self {
            Self::Strategy(_, engine) => engine,
            Self::Plain => Engine::Scalar,
        }
    }

    fn detector(self, deck: Deck) -> Box<dyn Detector> {
        match self {
            Self::Strategy(strategy, _) => strategy.detector(deck),
            Self::Plain => Box::new(PlainLoop::new(deck)),
        }
    }

    fn can_count(self, cards: usize) -> bool {
        match self {
            Self::Strategy(_, Engine::Scalar) | Self::Plain => true,
            Self::Strategy(strategy, _) => strategy.has_lanes() && cards <= MAX_HAND,
        }
    }
}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.name(), self.engine())
    }
}

named_enum! {
    /// What is timed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Stage: "stage" {
        /// Counting sets in hands that were dealt before.
        Detection = "detection",
        /// Dealing and counting.
        Whole = "dealing+detection",
    }
}

/// Candidates to be compared, and the hands that they count.
#[derive(Clone, Debug)]
pub struct Benchmark {
    pub deck: Deck,
    /// Cards in a hand, at least one.
    pub cards: usize,
    /// The number of hands, at least one.
    pub hands: u64,
    /// The random seed of the hands.
    pub seed: Seed,
    pub candidates: Vec<Candidate>,
    /// The numbers of threads; everything is timed with each.
    pub threads: Vec<Threads>,
    /// The samples of each timing, at least one.
    pub repeats: usize,
}

/// The samples of a candidate in one stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Timing {
    pub candidate: Candidate,
    /// The number of threads.
    pub threads: usize,
    /// What was timed.
    pub stage: Stage,
    /// The times for a hand.
    pub samples: Samples,
}

impl Timing {
    /// The widest vector instructions that ran.
    #[must_use]
    pub fn instruction_set(&self) -> InstructionSet {
        match (self.stage, self.candidate) {
            (Stage::Whole, Candidate::Strategy(_, engine)) => engine.dealing_set(),
            (Stage::Detection, _) | (_, Candidate::Plain) => {
                self.candidate.engine().instruction_set()
            }
        }
    }
}

/// The result of a benchmark.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// A hash of the numbers of sets, hand by hand (FNV-1a, 64 bits), the same for all candidates.
    pub checksum: u64,
    /// The timings by number of threads, then stage, then candidate, each in the order of the
    /// benchmark.
    pub timings: Vec<Timing>,
}

/// Why a benchmark cannot be run, or was not finished.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BenchmarkError {
    /// A hand larger than the deck.
    #[error(transparent)]
    Sizes(#[from] SizesError),
    /// The benchmark has no candidates, hands, threads or repeats.
    #[error(
        "a benchmark needs at least one card, one hand, one repeat, one candidate and one number \
         of threads"
    )]
    Empty,
    /// More than memory is made for.
    #[error(
        "{0} hands of {1} cards are too many to keep; a benchmark keeps up to {MAX_KEPT} cards, \
         so give at most {most} hands",
        most = MAX_KEPT / *.1 as u64
    )]
    TooMany(u64, usize),
    /// More repeats than anyone waits for.
    #[error("{0} repeats are too many; give at most {MAX_REPEATS}")]
    TooManyRepeats(usize),
    /// The engine cannot run the strategy.
    #[error("`{0}` cannot count hands of {1} cards")]
    CannotCount(Candidate, usize),
    /// A candidate finds other sets than the definition: its checksum, and the right one.
    #[error(
        "`{0}` finds other sets than the definition (checksum {1:016x}, not {2:016x}): this is a \
         bug of the program"
    )]
    Disagrees(Candidate, u64, u64),
    /// The deals cannot be made.
    #[error(transparent)]
    Deals(#[from] DealsError),
    /// The threads do not start.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A stop was requested.
    #[error("the benchmark was interrupted")]
    Interrupted,
}

impl Benchmark {
    /// Verifies all candidates, then times them. `progress` is called with how much is done and how
    /// much there is in all; the last call has all of it. Working threads call it, too.
    ///
    /// # Errors
    ///
    /// When the benchmark cannot be run, a candidate is wrong, or a stop was requested.
    pub fn run(
        &self,
        stop: &StopFlag,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Results, BenchmarkError> {
        self.check()?;
        let timings = self.candidates.len() * self.threads.len() * Stage::ALL.len();
        // The first two are the deals, and the definition.
        let all = 2 + self.candidates.len() + timings * (self.repeats + 1);
        let mut steps = Steps { done: 0, all, show: progress, stop };
        let fixture = Fixture::new(self, &mut steps)?;
        let checksum = fixture.verify(&mut steps)?;
        let pools = self.threads.iter().map(|&threads| ThreadPool::new(threads));
        let pools = pools.collect::<Result<Vec<_>, _>>()?;
        Ok(Results { checksum, timings: fixture.time(&pools, &mut steps)? })
    }

    /// Whether it can be run.
    fn check(&self) -> Result<(), BenchmarkError> {
        Sizes::one(self.cards).within(self.deck)?;
        let nothing = self.candidates.is_empty() || self.threads.is_empty();
        if nothing || self.cards == 0 || self.hands == 0 || self.repeats == 0 {
            return Err(BenchmarkError::Empty);
        }
        if self.hands.saturating_mul(self.cards as u64) > MAX_KEPT {
            return Err(BenchmarkError::TooMany(self.hands, self.cards));
        }
        if self.repeats > MAX_REPEATS {
            return Err(BenchmarkError::TooManyRepeats(self.repeats));
        }
        match self.candidates.iter().find(|candidate| !candidate.can_count(self.cards)) {
            Some(&candidate) => Err(BenchmarkError::CannotCount(candidate, self.cards)),
            None => Ok(()),
        }
    }
}

/// An error once a stop was requested.
fn check_stop(stop: &StopFlag) -> Result<(), BenchmarkError> {
    if stop.is_requested() { Err(BenchmarkError::Interrupted) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::num::NonZeroUsize;
    use std::sync::Mutex;

    fn benchmark(cards: usize) -> Benchmark {
        Benchmark {
            deck: Deck::GAME,
            cards,
            hands: 1000,
            seed: Seed(1),
            candidates: Candidate::all(cards),
            threads: [1, 2].map(|count| Threads::new(NonZeroUsize::new(count).unwrap())).to_vec(),
            repeats: 3,
        }
    }

    #[test]
    fn candidates_are_timed_in_every_stage() {
        let benchmark = benchmark(12);
        let seen = Mutex::new(Vec::new());
        let progress = |done, all| seen.lock().unwrap().push((done, all));
        let results = benchmark.run(&StopFlag::default(), &progress).unwrap();
        assert_eq!(results.timings.len(), 4 * benchmark.candidates.len());
        let seen = seen.into_inner().unwrap();
        let (end, before) = seen.split_last().unwrap();
        assert_eq!(end.0, end.1);
        assert!(before.iter().all(|it| it.0 < end.0 && it.1 == end.1), "{before:?}");
        for timing in &results.timings {
            let samples = &timing.samples;
            assert_eq!(samples.number(), 3);
            assert!(samples.least() > 0.0 && samples.least() <= samples.median());
            assert!(samples.deviation() <= samples.median());
        }
    }

    #[test]
    fn candidates_are_all_strategies_and_lanes_where_they_can() {
        let twelve = Candidate::all(12);
        let has = |name: &str| twelve.iter().any(|candidate| candidate.name() == name);
        assert!(Strategy::NAMES.iter().chain(&[PLAIN]).all(|name| has(name)));
        assert!(twelve.iter().any(|candidate| candidate.engine() != Engine::Scalar));
        let many = Candidate::all(60);
        assert!(many.iter().all(|candidate| candidate.engine() == Engine::Scalar));
    }

    /// The checksum is of the hands alone: equal for any candidates, another for other hands.
    #[test]
    fn checksums_are_of_the_hands() {
        let run = |benchmark: Benchmark| {
            benchmark.run(&StopFlag::default(), &|_, _| ()).unwrap().checksum
        };
        let one = |cards, candidate| Benchmark {
            candidates: vec![Candidate::all(cards)[candidate]],
            threads: vec![Threads::available()],
            repeats: 1,
            ..benchmark(cards)
        };
        assert_eq!(run(one(12, 0)), run(one(12, 1)));
        assert_ne!(run(one(12, 0)), run(Benchmark { seed: Seed(2), ..one(12, 0) }));
        assert_ne!(run(one(12, 0)), run(one(9, 0)));
    }

    #[test]
    fn nonsense_is_refused() {
        let stop = StopFlag::default();
        let refused = |benchmark: Benchmark| benchmark.run(&stop, &|_, _| ()).unwrap_err();
        let lanes = Engine::Lanes(InstructionSet::Baseline);
        let candidate = Candidate::Strategy(Strategy::Naive, lanes);
        let many = BenchmarkError::TooMany(MAX_KEPT, 3);
        for (benchmark, error) in [
            (Benchmark { hands: 0, ..benchmark(3) }, BenchmarkError::Empty),
            (Benchmark { repeats: 0, ..benchmark(3) }, BenchmarkError::Empty),
            (Benchmark { cards: 0, ..benchmark(3) }, BenchmarkError::Empty),
            (Benchmark { hands: MAX_KEPT, ..benchmark(3) }, many),
            (
                Benchmark { repeats: usize::MAX, ..benchmark(3) },
                BenchmarkError::TooManyRepeats(usize::MAX),
            ),
            (
                Benchmark { candidates: vec![candidate], ..benchmark(3) },
                BenchmarkError::CannotCount(candidate, 3),
            ),
        ] {
            assert_eq!(refused(benchmark), error);
        }
        let too_large = Benchmark { cards: 82, ..benchmark(3) };
        assert!(matches!(refused(too_large), BenchmarkError::Sizes(_)));
        stop.request();
        assert_eq!(refused(benchmark(3)), BenchmarkError::Interrupted);
    }
}
