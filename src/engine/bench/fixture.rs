//! Deals the hands of a benchmark, and verifies and times its candidates.

use super::hands::{Blocks, ScalarHands, SetCounter, set_counter};
use super::plain::PlainDeals;
use super::samples::Samples;
use super::{Benchmark, BenchmarkError, Candidate, MIN_TIMING, Stage, Timing, check_stop};
use crate::deal::{Deals, deal_block, deals_per_block};
use crate::detect::Strategy;
use crate::hand::sizes::Sizes;
use crate::measure::{Measurer, Measures};
use crate::run::{Job, Kernel, Partial, Plan, StopFlag, ThreadPool};
use crate::tally::{Checksum, Tally};
use std::time::{Duration, Instant};

/// Progress of a benchmark in steps, shown in fractions of a step because one may take many
/// seconds.
pub(super) struct Steps<'a> {
    /// The number of finished steps.
    pub(super) done: usize,
    /// The total number of steps.
    pub(super) all: usize,
    /// Callback that shows the progress, given the number of finished parts of steps and the total
    /// number.
    pub(super) show: &'a (dyn Fn(usize, usize) + Sync),
    pub(super) stop: &'a StopFlag,
}

impl Steps<'_> {
    /// Number of parts into which the progress display divides a step.
    const PARTS: usize = 100;

    /// Shows that `done` of `all` work units of the current step are done.
    fn show_part(&self, done: u128, all: u128) {
        let parts = usize::try_from(done * Self::PARTS as u128 / all).expect("parts of a step");
        (self.show)(self.done * Self::PARTS + parts, self.all * Self::PARTS);
    }

    /// Shows that `done` of `all` work units of the current step are done. Fails if a stop was
    /// requested.
    fn update(&self, done: u128, all: u128) -> Result<(), BenchmarkError> {
        self.show_part(done, all);
        check_stop(self.stop)
    }

    /// Counts a finished step of the benchmark. Fails if a stop was requested.
    fn finish_step(&mut self) -> Result<(), BenchmarkError> {
        self.done += 1;
        self.update(0, 1)
    }
}

/// Function that runs a computation to be timed, shows its progress, and returns its duration. It
/// can be called repeatedly.
type TimedRun<'a> = Box<dyn Fn(&Steps<'_>) -> Result<Duration, BenchmarkError> + 'a>;

/// Panic message for errors that cannot occur, because all candidates were checked before the
/// benchmark started.
const CHECKED: &str = "the benchmark was checked before";

/// Benchmark whose hands have been dealt.
pub(super) struct Fixture<'a> {
    benchmark: &'a Benchmark,
    candidates: Vec<Prepared>,
    blocks: Blocks,
}

/// Candidate of a benchmark, with its counter for the sets of the hands in memory.
struct Prepared {
    candidate: Candidate,
    counter: Box<dyn SetCounter>,
}

impl Prepared {
    fn new(
        candidate: Candidate,
        &Benchmark { deck, cards, .. }: &Benchmark,
        blocks: &Blocks,
    ) -> Self {
        let counter = match candidate {
            Candidate::Strategy(strategy, engine) => {
                set_counter(strategy, engine, deck, cards, blocks)
            }
            Candidate::Plain => Box::new(ScalarHands::new(candidate.detector(deck), cards, blocks)),
        };
        Self { candidate, counter }
    }
}

impl<'a> Fixture<'a> {
    pub(super) fn new(
        benchmark: &'a Benchmark,
        steps: &mut Steps<'_>,
    ) -> Result<Self, BenchmarkError> {
        let &Benchmark { deck, cards, hands, seed, .. } = benchmark;
        let per_block = deals_per_block(cards);
        let deal = |block: u64| {
            let mut dealt = Vec::new();
            let deals = per_block.min(hands - block * per_block);
            deal_block(seed, block, deck, cards, deals, |hand| dealt.extend_from_slice(hand));
            steps.update((block * per_block).into(), hands.into()).map(|()| dealt)
        };
        let blocks = (0..hands.div_ceil(per_block)).map(deal).collect::<Result<Blocks, _>>()?;
        let prepared = |&candidate| Prepared::new(candidate, benchmark, &blocks);
        let candidates = benchmark.candidates.iter().map(prepared).collect();
        steps.finish_step()?;
        Ok(Self { benchmark, candidates, blocks })
    }

    /// Checks that every candidate finds the same numbers of sets as the naive detector, by their
    /// checksum over all hands in order. Returns that checksum.
    pub(super) fn verify(&self, steps: &mut Steps<'_>) -> Result<u64, BenchmarkError> {
        let &Benchmark { deck, cards, .. } = self.benchmark;
        let naive = ScalarHands::new(Strategy::Naive.detector(deck), cards, &self.blocks);
        let expected = self.checksum(&naive, steps)?;
        for Prepared { candidate, counter } in &self.candidates {
            let found = self.checksum(counter.as_ref(), steps)?;
            if found != expected {
                return Err(BenchmarkError::Disagrees(*candidate, found, expected));
            }
        }
        Ok(expected)
    }

    /// Returns the checksum of the numbers of sets that a counter finds in all hands, in order.
    /// Fails if a stop was requested.
    fn checksum(
        &self,
        counter: &dyn SetCounter,
        steps: &mut Steps<'_>,
    ) -> Result<u64, BenchmarkError> {
        let mut checksum = Checksum::default();
        for block in 0..self.blocks.len() {
            counter.add_to(&mut checksum, block);
            steps.update(block as u128, self.blocks.len() as u128)?;
        }
        steps.finish_step()?;
        Ok(checksum.0)
    }

    /// Times every candidate in each stage and with each number of threads, in turn, once per
    /// repeat.
    pub(super) fn time(
        &self,
        pools: &[ThreadPool],
        steps: &mut Steps<'_>,
    ) -> Result<Vec<Timing>, BenchmarkError> {
        let mut runs = Vec::new();
        for (pool, threads) in pools.iter().zip(&self.benchmark.threads) {
            for stage in Stage::ALL {
                for prepared in &self.candidates {
                    let run_of = |passes| match stage {
                        Stage::Detection => self.detection(pool, prepared.counter.as_ref(), passes),
                        Stage::Whole => self.whole(pool, prepared.candidate, passes),
                    };
                    let (passes, run) = calibrate(run_of, steps)?;
                    steps.finish_step()?;
                    let (candidate, threads) = (prepared.candidate, threads.count());
                    let timing = Timing { candidate, threads, stage, samples: Samples::default() };
                    runs.push((passes, run, timing));
                }
            }
        }
        for _ in 0..self.benchmark.repeats {
            for (passes, run, timing) in &mut runs {
                let hands = u128::from(self.benchmark.hands) * u128::from(*passes);
                timing.samples.push(run(steps)?, hands);
                steps.finish_step()?;
            }
        }
        Ok(runs.into_iter().map(|(.., timing)| timing).collect())
    }

    /// Returns a function to be timed that counts the sets of the hands in memory `passes` times.
    fn detection<'b>(
        &'b self,
        pool: &'b ThreadPool,
        counter: &'b dyn SetCounter,
        passes: u32,
    ) -> TimedRun<'b> {
        let units = self.blocks.len() as u128 * u128::from(passes);
        let plan = Plan::new(Job::new("race"), units, 1);
        let detection = Detection { plan, counter, blocks: self.blocks.len() };
        Box::new(move |steps| time_run(pool, &detection, steps))
    }

    /// Returns a function to be timed that deals hands and counts their sets. The number of hands
    /// is `passes` times that of the benchmark.
    fn whole<'b>(
        &'b self,
        pool: &'b ThreadPool,
        candidate: Candidate,
        passes: u32,
    ) -> TimedRun<'b> {
        let &Benchmark { deck, cards, seed, hands, .. } = self.benchmark;
        let deals = hands.saturating_mul(u64::from(passes));
        let (strategy, engine) = match candidate {
            Candidate::Strategy(strategy, engine) => (strategy, engine),
            Candidate::Plain => {
                let deals = PlainDeals::new(deck, cards, seed, deals);
                return Box::new(move |steps| time_run(pool, &deals, steps));
            }
        };
        let measurer = Measurer::new(deck, Sizes::one(cards), Measures::default(), strategy);
        let simulation = Deals::new(measurer.expect(CHECKED), seed, deals).expect(CHECKED);
        let simulation = simulation.with_engine(engine).expect(CHECKED);
        Box::new(move |steps| time_run(pool, &simulation, steps))
    }
}

/// Finds the number of passes over all hands of a benchmark that takes at least [`MIN_TIMING`] (in
/// tests, a twentieth of it). Returns the number and its function to be timed. The search is the
/// warm-up.
fn calibrate<'a>(
    run_of: impl Fn(u32) -> TimedRun<'a>,
    steps: &Steps<'_>,
) -> Result<(u32, TimedRun<'a>), BenchmarkError> {
    let min_time = if cfg!(test) { MIN_TIMING / 20 } else { MIN_TIMING };
    let mut passes = 1_u32;
    loop {
        let run = run_of(passes);
        let time = run(steps)?.max(Duration::from_nanos(1));
        if time >= min_time || passes == u32::MAX {
            return Ok((passes, run));
        }
        // Starting takes time too, so few passes underestimate the number: at most ten times more.
        let needed = min_time.as_nanos() * u128::from(passes) / time.as_nanos() + 1;
        let needed = u32::try_from(needed).unwrap_or(u32::MAX);
        passes = needed.clamp(passes.saturating_add(1), passes.saturating_mul(10));
    }
}

/// Runs all blocks of a kernel and returns the elapsed time. Fails if a stop was requested.
fn time_run<K: Kernel>(
    pool: &ThreadPool,
    kernel: &K,
    steps: &Steps<'_>,
) -> Result<Duration, BenchmarkError> {
    let (plan, started) = (kernel.plan(), Instant::now());
    let mut partial = Partial::new(plan.clone());
    let show = |partial: &Partial<K::Tally>| {
        if !partial.is_complete() {
            steps.show_part(partial.units_done(), plan.units());
        }
    };
    pool.resume(kernel, &mut partial, &plan.all_blocks(), steps.stop, &show)?;
    std::hint::black_box(partial.into_tally());
    let time = started.elapsed();
    check_stop(steps.stop).map(|()| time)
}

/// Kernel that counts the sets of the hands in memory repeatedly.
struct Detection<'a> {
    plan: Plan,
    counter: &'a dyn SetCounter,
    /// The number of blocks of hands in memory.
    blocks: usize,
}

impl Kernel for Detection<'_> {
    type Tally = Tally;

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn worker(&self) -> impl FnMut(u64) -> Tally {
        let mut count = self.counter.worker();
        move |block| {
            let block = block % self.blocks as u64;
            count(usize::try_from(block).expect("the blocks are in memory"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    /// Simulates passes that take a millionth of a sample or more, in whole nanoseconds.
    #[test]
    fn few_runs_find_how_many_passes_fill_a_sample() {
        let pass = MIN_TIMING / 20 / 1_000_000;
        assert_eq!(pass, Duration::from_nanos(1));
        for cost in [1, 7, 300, 999_999, 1_000_000, 50_000_000] {
            let tried = RefCell::new(Vec::new());
            let run_of = |passes| -> TimedRun<'_> {
                tried.borrow_mut().push(passes);
                Box::new(move |_| Ok(pass * cost * passes))
            };
            let steps = Steps { done: 0, all: 1, show: &|_, _| (), stop: &StopFlag::default() };
            let (passes, _) = calibrate(run_of, &steps).unwrap();
            let enough = 1_000_000_u32.div_ceil(cost);
            assert!((enough..=enough + 1).contains(&passes), "{cost}: {passes}");
            assert!(tried.borrow().len() <= 7, "{cost}: {tried:?}");
            assert!(tried.borrow().is_sorted_by(|a, b| a < b), "{cost}: {tried:?}");
        }
    }
}
