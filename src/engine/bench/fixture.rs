//! A benchmark whose hands are dealt: checks and times its candidates.

use super::hands::{Blocks, Counting, OneByOne, counting};
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

/// The steps of a benchmark, and how far the current one is.
pub(super) struct Steps<'a> {
    pub(super) done: usize,
    pub(super) all: usize,
    pub(super) show: &'a (dyn Fn(usize, usize) + Sync),
    pub(super) stop: &'a StopFlag,
}

impl Steps<'_> {
    /// The parts of a step that are shown, as a step may take many seconds.
    const PARTS: usize = 100;

    /// Shows how far the current step is.
    fn show_part(&self, done: u128, all: u128) {
        let parts = usize::try_from(done * Self::PARTS as u128 / all).expect("parts of a step");
        (self.show)(self.done * Self::PARTS + parts, self.all * Self::PARTS);
    }

    /// Shows how far the current step is; an error once a stop was requested.
    fn part(&self, done: u128, all: u128) -> Result<(), BenchmarkError> {
        self.show_part(done, all);
        check_stop(self.stop)
    }

    /// Counts a step.
    fn end(&mut self) -> Result<(), BenchmarkError> {
        self.done += 1;
        self.part(0, 1)
    }
}

/// Something that can be timed again and again, and shows how far it is.
type Timed<'a> = Box<dyn Fn(&Steps<'_>) -> Result<Duration, BenchmarkError> + 'a>;

/// Why a candidate can count the hands of a benchmark.
const CHECKED: &str = "the benchmark was checked before";

/// A benchmark whose hands are dealt.
pub(super) struct Fixture<'a> {
    benchmark: &'a Benchmark,
    candidates: Vec<Prepared>,
    blocks: Blocks,
}

/// A candidate, and its way through the hands of the benchmark.
struct Prepared {
    candidate: Candidate,
    counting: Box<dyn Counting>,
}

impl Prepared {
    fn new(
        candidate: Candidate,
        &Benchmark { deck, cards, .. }: &Benchmark,
        blocks: &Blocks,
    ) -> Self {
        let counting = match candidate {
            Candidate::Strategy(strategy, engine) => {
                counting(strategy, engine, deck, cards, blocks)
            }
            Candidate::Plain => Box::new(OneByOne::new(candidate.detector(deck), cards, blocks)),
        };
        Self { candidate, counting }
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
            steps.part((block * per_block).into(), hands.into()).map(|()| dealt)
        };
        let blocks = (0..hands.div_ceil(per_block)).map(deal).collect::<Result<Blocks, _>>()?;
        let prepared = |&candidate| Prepared::new(candidate, benchmark, &blocks);
        let candidates = benchmark.candidates.iter().map(prepared).collect();
        steps.end()?;
        Ok(Self { benchmark, candidates, blocks })
    }

    /// Compares every candidate with the definition, hand by hand, and returns the checksum of the
    /// numbers of sets.
    pub(super) fn verify(&self, steps: &mut Steps<'_>) -> Result<u64, BenchmarkError> {
        let &Benchmark { deck, cards, .. } = self.benchmark;
        let naive = OneByOne::new(Strategy::Naive.detector(deck), cards, &self.blocks);
        let expected = self.checksum(&naive, steps)?;
        for Prepared { candidate, counting } in &self.candidates {
            let found = self.checksum(counting.as_ref(), steps)?;
            if found != expected {
                return Err(BenchmarkError::Disagrees(*candidate, found, expected));
            }
        }
        Ok(expected)
    }

    /// The checksum of the numbers of sets, hand by hand.
    fn checksum(
        &self,
        counting: &dyn Counting,
        steps: &mut Steps<'_>,
    ) -> Result<u64, BenchmarkError> {
        let mut checksum = Checksum::default();
        for block in 0..self.blocks.len() {
            counting.add_to(&mut checksum, block);
            steps.part(block as u128, self.blocks.len() as u128)?;
        }
        steps.end()?;
        Ok(checksum.0)
    }

    /// Times all candidates in turn, once for each repeat of the benchmark.
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
                        Stage::Detection => {
                            self.detection(pool, prepared.counting.as_ref(), passes)
                        }
                        Stage::Whole => self.whole(pool, prepared.candidate, passes),
                    };
                    let (passes, run) = calibrate(run_of, steps)?;
                    steps.end()?;
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
                steps.end()?;
            }
        }
        Ok(runs.into_iter().map(|(.., timing)| timing).collect())
    }

    /// The run that counts the sets of the kept hands `passes` times.
    fn detection<'b>(
        &'b self,
        pool: &'b ThreadPool,
        counting: &'b dyn Counting,
        passes: u32,
    ) -> Timed<'b> {
        let units = self.blocks.len() as u128 * u128::from(passes);
        let plan = Plan::new(Job::new("race"), units, 1);
        let detection = Detection { plan, counting, blocks: self.blocks.len() };
        Box::new(move |steps| timed(pool, &detection, steps))
    }

    /// The run that deals as many hands and counts their sets.
    fn whole<'b>(&'b self, pool: &'b ThreadPool, candidate: Candidate, passes: u32) -> Timed<'b> {
        let &Benchmark { deck, cards, seed, hands, .. } = self.benchmark;
        let deals = hands.saturating_mul(u64::from(passes));
        let (strategy, engine) = match candidate {
            Candidate::Strategy(strategy, engine) => (strategy, engine),
            Candidate::Plain => {
                let deals = PlainDeals::new(deck, cards, seed, deals);
                return Box::new(move |steps| timed(pool, &deals, steps));
            }
        };
        let measurer = Measurer::new(deck, Sizes::one(cards), Measures::default(), strategy);
        let simulation = Deals::new(measurer.expect(CHECKED), seed, deals).expect(CHECKED);
        let simulation = simulation.with_engine(engine).expect(CHECKED);
        Box::new(move |steps| timed(pool, &simulation, steps))
    }
}

/// A run with as many passes over all hands as take [`MIN_TIMING`], in tests a
/// twentieth of that; finding the number is the warm-up.
fn calibrate<'a>(
    run_of: impl Fn(u32) -> Timed<'a>,
    steps: &Steps<'_>,
) -> Result<(u32, Timed<'a>), BenchmarkError> {
    let least = if cfg!(test) { MIN_TIMING / 20 } else { MIN_TIMING };
    let mut passes = 1_u32;
    loop {
        let run = run_of(passes);
        let time = run(steps)?.max(Duration::from_nanos(1));
        if time >= least || passes == u32::MAX {
            return Ok((passes, run));
        }
        // Starting takes time, too, so a few passes promise too little: at most ten times more.
        let wanted = least.as_nanos() * u128::from(passes) / time.as_nanos() + 1;
        let wanted = u32::try_from(wanted).unwrap_or(u32::MAX);
        passes = wanted.clamp(passes.saturating_add(1), passes.saturating_mul(10));
    }
}

/// How long all blocks of a kernel take.
fn timed<K: Kernel>(
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

/// Counts the sets of the kept hands again and again.
struct Detection<'a> {
    plan: Plan,
    counting: &'a dyn Counting,
    /// The number of blocks that are kept.
    blocks: usize,
}

impl Kernel for Detection<'_> {
    type Tally = Tally;

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn worker(&self) -> impl FnMut(u64) -> Tally {
        let mut count = self.counting.worker();
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

    /// A pass takes a millionth of a sample or more, in whole nanoseconds.
    #[test]
    fn few_runs_find_how_many_passes_fill_a_sample() {
        let pass = MIN_TIMING / 20 / 1_000_000;
        assert_eq!(pass, Duration::from_nanos(1));
        for cost in [1, 7, 300, 999_999, 1_000_000, 50_000_000] {
            let tried = RefCell::new(Vec::new());
            let run_of = |passes| -> Timed<'_> {
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
