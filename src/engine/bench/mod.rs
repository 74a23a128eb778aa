//! Benchmarks of detection strategies on equal hands, compared with a straightforward loop.
//!
//! The hands of a [`Benchmark`] are dealt once from a seed and kept in memory: card by card for the
//! scalar engine, 64 hands side by side for SIMD lanes. Before anything is timed, every
//! [`Candidate`] is verified: the checksum of its numbers of sets must be that of the naive
//! detector. Then two stages are timed:
//!
//! * [`Stage::Detection`]: counting the sets of the hands in memory, and tallying;
//! * [`Stage::Whole`]: the whole pipeline of a [`Deals`](crate::deal::Deals) or of the
//!   straightforward loop, with random numbers and dealing.
//!
//! A short timing is inaccurate, so each sample makes enough passes over the hands to fill
//! [`MIN_TIMING`]. A warm-up, which is not counted, finds the number of passes. The repeats cycle
//! through all candidates, stages and numbers of threads, so that a slowdown of the machine affects
//! all alike. The results are the median, the minimum and the median absolute deviation of the
//! samples. The threads are started before the clock.
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

use crate::card::{Deck, number_of_cards};
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

/// Maximum total number of cards in the hands of a benchmark. Several copies of the cards take
/// about 1 GB of memory.
const MAX_KEPT: u64 = 100_000_000;

/// Maximum number of repeats of a benchmark.
pub const MAX_REPEATS: usize = 10_000;

/// Approximate minimum duration of a timing sample.
pub const MIN_TIMING: Duration = Duration::from_millis(20);

/// Name of the straightforward packed-mask loop, the baseline of benchmarks.
pub const PLAIN: &str = "plain-packed-mask";

/// Candidate of a benchmark: a strategy and its engine, or the straightforward loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Candidate {
    /// A strategy and the engine that runs it.
    Strategy(Strategy, Engine),
    /// The straightforward packed-mask loop, as a baseline.
    Plain,
}

impl Candidate {
    /// Returns the candidates for hands of `cards` cards: every strategy with every engine of this
    /// machine that supports it, and the straightforward loop.
    #[must_use]
    pub fn all(cards: usize) -> Vec<Self> {
        let engines =
            |&strategy| Engine::available().map(move |engine| Self::Strategy(strategy, engine));
        let candidates = Strategy::ALL.iter().flat_map(engines);
        candidates.filter(|candidate| candidate.can_count(cards)).chain([Self::Plain]).collect()
    }

    /// Returns the name of the strategy or of the straightforward loop.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strategy(strategy, _) => strategy.name(),
            Self::Plain => PLAIN,
        }
    }

    /// Returns the engine of the candidate; the straightforward loop counts as scalar.
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
    /// Part of the pipeline that a benchmark times.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Stage: "stage" {
        /// Counting the sets of hands that were dealt before.
        Detection = "detection",
        /// Dealing hands and counting their sets.
        Whole = "dealing+detection",
    }
}

/// Candidates to compare, and the hands whose sets they count.
#[derive(Clone, Debug)]
pub struct Benchmark {
    pub deck: Deck,
    /// The number of cards in a hand, at least one.
    pub cards: usize,
    /// The number of hands, at least one.
    pub hands: u64,
    /// The random seed of the hands.
    pub seed: Seed,
    pub candidates: Vec<Candidate>,
    /// The numbers of threads; every candidate and stage is timed with each number.
    pub threads: Vec<Threads>,
    /// The number of samples of each timing, from 1 to [`MAX_REPEATS`].
    pub repeats: usize,
}

/// Timing of one candidate in one stage with one number of threads.
#[derive(Clone, Debug, PartialEq)]
pub struct Timing {
    pub candidate: Candidate,
    /// The number of threads.
    pub threads: usize,
    /// The part of the pipeline that was timed.
    pub stage: Stage,
    /// The samples of the time per hand.
    pub samples: Samples,
}

impl Timing {
    /// Returns the widest vector instructions that the timed code used.
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

/// Results of a benchmark.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// The FNV-1a hash (64 bits) of the numbers of sets in all hands, in order; equal for all
    /// candidates.
    pub checksum: u64,
    /// The timings by number of threads, then stage, then candidate, each in the order of the
    /// benchmark.
    pub timings: Vec<Timing>,
}

/// Error of a benchmark that cannot be run or was not finished.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BenchmarkError {
    /// The hand is larger than the deck.
    #[error(transparent)]
    Sizes(#[from] SizesError),
    /// The benchmark has no candidates, cards, hands, threads or repeats.
    #[error(
        "a benchmark needs at least one card, one hand, one repeat, one candidate and one number \
         of threads"
    )]
    Empty,
    /// The hands have too many cards to be kept in memory.
    #[error(
        "{0} hands of {cards} are too many to keep; a benchmark keeps up to {MAX_KEPT} cards, so \
         give at most {most} hands",
        cards = number_of_cards(*.1), most = MAX_KEPT / *.1 as u64
    )]
    TooMany(u64, usize),
    /// The number of repeats is too large.
    #[error("{0} repeats are too many; give at most {MAX_REPEATS}")]
    TooManyRepeats(usize),
    /// The engine of a candidate cannot run its strategy, or not for hands of this size. Holds the
    /// candidate and the hand size.
    #[error("`{0}` cannot count hands of {cards}", cards = number_of_cards(*.1))]
    CannotCount(Candidate, usize),
    /// A candidate finds other numbers of sets than the naive detector. Holds the candidate, its
    /// checksum and the expected checksum.
    #[error(
        "`{0}` finds other sets than the definition (checksum {1:016x}, not {2:016x}): this is a \
         bug in the program"
    )]
    Disagrees(Candidate, u64, u64),
    /// The hands cannot be dealt.
    #[error(transparent)]
    Deals(#[from] DealsError),
    /// The threads cannot be started.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A stop was requested.
    #[error("the benchmark was interrupted")]
    Interrupted,
}

impl Benchmark {
    /// Verifies all candidates, then times them. Calls `progress` with the amount of work that is
    /// done and the total amount, in the same unit; both are equal only in the last call. Threads
    /// of the pool also call it.
    ///
    /// # Errors
    ///
    /// Fails if the benchmark cannot be run, a candidate finds wrong numbers of sets, or a stop was
    /// requested.
    pub fn run(
        &self,
        stop: &StopFlag,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Results, BenchmarkError> {
        self.check()?;
        let timings = self.candidates.len() * self.threads.len() * Stage::ALL.len();
        // The first two steps deal the hands and count their sets with the naive detector.
        let all = 2 + self.candidates.len() + timings * (self.repeats + 1);
        let mut steps = Steps { done: 0, all, show: progress, stop };
        let fixture = Fixture::new(self, &mut steps)?;
        let checksum = fixture.verify(&mut steps)?;
        let pools = self.threads.iter().map(|&threads| ThreadPool::new(threads));
        let pools = pools.collect::<Result<Vec<_>, _>>()?;
        Ok(Results { checksum, timings: fixture.time(&pools, &mut steps)? })
    }

    /// Checks that the benchmark can be run.
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

/// Returns an error if a stop was requested.
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
            assert!(samples.min() > 0.0 && samples.min() <= samples.median());
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

    /// Checks that the checksum depends only on the hands, not on the candidates.
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
