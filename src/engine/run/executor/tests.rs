//! Tests of runs with many threads, observers, stops and panics.

use super::*;
use crate::run::Job;
use crate::tally::Tally;
use std::error::Error;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicU64;

/// Kernel that counts the unit numbers by their residue modulo 7.
struct Residues<'a> {
    plan: Plan,
    /// Function that is called at the beginning of each block.
    begin: Box<dyn Fn(u64) + Sync + 'a>,
}

fn residues(units: u128) -> Residues<'static> {
    Residues { plan: Plan::new(Job::new("residues"), units, 10), begin: Box::new(|_| {}) }
}

/// Returns a kernel whose blocks take days together, so that its run cannot end before it is
/// stopped.
fn endless<'a>(begin: impl Fn(u64) + Sync + 'a) -> Residues<'a> {
    Residues { begin: Box::new(begin), ..residues(1 << 40) }
}

/// Makes a block take a millisecond.
fn pause() {
    std::thread::sleep(Duration::from_millis(1));
}

impl Kernel for Residues<'_> {
    type Tally = Tally;

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn worker(&self) -> impl FnMut(u64) -> Tally {
        |block| {
            (self.begin)(block);
            let first = usize::try_from(self.plan.first_unit(block)).unwrap();
            let units = usize::try_from(self.plan.units_in(block)).unwrap();
            (first..first + units).map(|unit| unit % 7).collect()
        }
    }
}

fn pool(count: usize) -> ThreadPool {
    ThreadPool::new(Threads::new(NonZeroUsize::new(count).unwrap())).unwrap()
}

fn empty(kernel: &Residues) -> Partial<Tally> {
    Partial::new(kernel.plan().clone())
}

/// Runs those of the `wanted` blocks that are missing from `partial`, and checks that the run is
/// complete.
fn finish(kernel: &Residues, partial: &mut Partial<Tally>, wanted: &Blocks, threads: usize) {
    let outcome = pool(threads).resume(kernel, partial, wanted, &StopFlag::default(), &|_| {});
    assert_eq!(outcome, Ok(Outcome::Complete));
}

fn run(units: u128, threads: usize) -> Partial<Tally> {
    let kernel = residues(units);
    let mut partial = empty(&kernel);
    finish(&kernel, &mut partial, &kernel.plan().all_blocks(), threads);
    partial
}

#[test]
fn the_result_does_not_depend_on_threads() {
    let alone = run(10_003, 1);
    assert_eq!(alone.tally().total(), 10_003);
    assert_eq!(alone.units_done(), 10_003);
    for count in [2, 7, 64] {
        assert_eq!(run(10_003, count), alone);
    }
    assert_eq!(execute(&residues(10_003), Threads::available()), Ok(alone));
    assert_eq!(run(0, 2).tally(), Tally::default());
}

#[test]
fn an_interrupted_run_holds_whole_blocks_and_can_be_resumed() {
    let (kernel, pool) = (endless(|_| {}), pool(2));
    let all = kernel.plan().all_blocks();
    // A request made before the start leaves everything undone.
    for blocks in [0, 1] {
        let (stop, mut partial) = (StopFlag::default(), empty(&kernel));
        let observer = |partial: &Partial<Tally>| {
            if partial.finished().len() >= blocks {
                stop.request();
            }
        };
        observer(&partial);
        let outcome = pool.resume(&kernel, &mut partial, &all, &stop, &observer);
        assert_eq!(outcome, Ok(Outcome::Interrupted));
        assert_eq!(partial.units_done() > 0, blocks > 0);
        assert_eq!(partial.tally().total(), partial.units_done());

        let wanted = Blocks::below(partial.finished().end() + 100);
        let mut alone = empty(&kernel);
        finish(&kernel, &mut partial, &wanted, 2);
        finish(&kernel, &mut alone, &wanted, 1);
        assert_eq!(partial, alone);
    }
}

#[test]
fn the_observer_sees_the_result_grow_to_the_whole() {
    let kernel = residues(1_000_000);
    let seen = AtomicU64::new(0);
    let observer = |partial: &Partial<Tally>| {
        let before = seen.swap(partial.finished().len(), Ordering::Relaxed);
        assert!(before <= partial.finished().len());
    };
    let (mut partial, all) = (empty(&kernel), kernel.plan().all_blocks());
    pool(3).resume(&kernel, &mut partial, &all, &StopFlag::default(), &observer).unwrap();
    assert_eq!(seen.into_inner(), kernel.plan().blocks());
}

#[test]
fn the_observer_is_called_twenty_times_a_second_whatever_the_threads() {
    let kernel = endless(|_| pause());
    let (mut partial, calls, started) = (empty(&kernel), AtomicU64::new(0), Instant::now());
    let observer = |_: &Partial<Tally>| _ = calls.fetch_add(1, Ordering::Relaxed);
    let (pool, stop) = (pool(8), StopFlag::default());
    for look in [10, 20, 30, 1000, 2000] {
        pool.resume(&kernel, &mut partial, &Blocks::below(look), &stop, &observer).unwrap();
    }
    let (calls, most) = (calls.into_inner(), started.elapsed().as_millis() / 50 + 1);
    assert!(calls > 1 && u128::from(calls) <= most, "{calls} calls, at most {most}");
}

/// Checks that a thread continues while the observer blocks. No block counts as a long one, after
/// which the thread would wait.
#[test]
fn nobody_waits_for_the_observer() {
    let (begun, stop) = (AtomicU64::new(0), StopFlag::default());
    let kernel = endless(|_| {
        begun.fetch_add(1, Ordering::Relaxed);
        pause();
    });
    let observer = |_: &Partial<Tally>| {
        let wanted = begun.load(Ordering::Relaxed) + 300;
        while !stop.is_requested() && begun.load(Ordering::Relaxed) < wanted {
            pause();
        }
        stop.request();
    };
    let (mut partial, all) = (empty(&kernel), kernel.plan().all_blocks());
    let pool = ThreadPool { max_wait: Duration::MAX, ..pool(2) };
    pool.resume(&kernel, &mut partial, &all, &stop, &observer).unwrap();
    let begun = begun.load(Ordering::Relaxed);
    assert_eq!(partial.finished().len(), begun, "what was counted is there");
}

#[test]
fn what_was_taken_is_finished_unless_that_takes_long() {
    for (threads, max_wait) in [(4, Duration::MAX), (1, Duration::ZERO)] {
        let (stop, pool) = (StopFlag::default(), ThreadPool { max_wait, ..pool(threads) });
        let kernel = endless(|block| {
            if block == 10_000 {
                stop.request();
            }
        });
        let (mut partial, all) = (empty(&kernel), kernel.plan().all_blocks());
        pool.resume(&kernel, &mut partial, &all, &stop, &|_| {}).unwrap();
        let done = partial.finished();
        assert_eq!(done, &Blocks::below(done.end()));
        assert!(done.len() == 10_001 || max_wait > Duration::ZERO, "{} blocks", done.len());
    }
}

#[test]
fn an_extended_run_and_its_shards_add_up_to_the_whole() {
    let kernel = residues(2_503);
    let mut whole = run(1_005, 2).extended(kernel.plan().clone()).unwrap();
    for start in [190, 90, 130] {
        let wanted = Blocks::below(start + 40).without(&Blocks::below(start));
        let (wanted, mut part) = (wanted.without(whole.finished()), empty(&kernel));
        finish(&kernel, &mut part, &wanted, 2);
        whole.merge(part).unwrap();
    }
    finish(&kernel, &mut whole, &kernel.plan().all_blocks(), 2);
    assert_eq!(whole, run(2_503, 1));
}

#[test]
fn a_result_of_another_plan_is_refused() {
    let mut other = Partial::new(Plan::new(Job::new("other"), 10, 10));
    let (stop, all) = (StopFlag::default(), Blocks::below(1));
    let result = pool(1).resume(&residues(10), &mut other, &all, &stop, &|_| {});
    let difference = PlanDifference {
        setting: "the job".to_owned(),
        there: "other".to_owned(),
        here: residues(10).plan().job().to_string(),
    };
    assert_eq!(result, Err(RunError::Plan(difference.clone())));
    let source = result.unwrap_err().source().map(ToString::to_string);
    assert_eq!(source, Some(difference.to_string()));
}

/// Kernel that counts its workers; each thread has one.
struct Workers {
    residues: Residues<'static>,
    number: AtomicU64,
}

impl Kernel for Workers {
    type Tally = Tally;

    fn plan(&self) -> &Plan {
        self.residues.plan()
    }

    fn worker(&self) -> impl FnMut(u64) -> Tally {
        self.number.fetch_add(1, Ordering::Relaxed);
        self.residues.worker()
    }
}

#[test]
fn no_more_threads_are_started_than_there_are_blocks() {
    let threads = Threads::or_available(64);
    for (units, most) in [(1, 1), (25, 3), (100_000, 64)] {
        let kernel = Workers { residues: residues(units), number: AtomicU64::new(0) };
        execute(&kernel, threads).unwrap();
        assert_eq!(kernel.number.into_inner(), most, "{units} units in blocks of 10");
    }
}

/// Checks that a run that would not end returns after a panic.
#[test]
fn a_panic_stops_the_other_threads() {
    let kernel = endless(|block| assert!(block > 0, "the first block is broken"));
    let threads = Threads::new(NonZeroUsize::new(2).unwrap());
    let run = std::panic::AssertUnwindSafe(|| execute(&kernel, threads));
    assert!(std::panic::catch_unwind(run).is_err());
}
