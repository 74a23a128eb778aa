//! Blocks on all cores.
//!
//! Every thread of a rayon pool takes the lowest block that is not taken, runs it, and adds its
//! tally to a partial result of its own. Every [`FLUSH`] it merges that into the common result and
//! calls the observer, which therefore always sees whole blocks. Blocks are handed out one by one,
//! so no core idles while another still has a queue, and in order: when a block has been started,
//! so have all below it.

use super::{Blocks, Partial, Plan, PlanDifference, StartError, StopFlag, Threads};
use crate::tally::Merge;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often a thread merges what it has into the common result.
const FLUSH: Duration = Duration::from_millis(50);

/// A computation that can be done block by block.
pub trait Kernel: Sync {
    /// What a block is counted into.
    type Tally: Merge + Send;

    /// The blocks there are.
    fn plan(&self) -> &Plan;

    /// What a thread runs: from the number of a block to its tally, which depends on that number
    /// alone. The closure may own scratch memory, which is then allocated once for each thread.
    fn worker(&self) -> impl FnMut(u64) -> Self::Tally;
}

/// Sees the result grow. It is called from working threads, one at a time, while others wait to
/// merge: it should look, perhaps copy, and return.
pub type Observer<'a, T> = dyn Fn(&Partial<T>) + Sync + 'a;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every block is counted.
    Complete,
    /// It was asked to stop before that.
    Interrupted,
}

/// Why a run could not begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The system refuses to start the threads.
    #[error("{0} threads could not be started: {1}")]
    Threads(usize, #[source] StartError),
    /// The partial result belongs to another computation.
    #[error("the partial result is of another run: {0}")]
    Plan(#[source] PlanDifference),
}

/// Runs all blocks.
///
/// # Errors
///
/// When the threads cannot be started.
///
/// # Panics
///
/// When the kernel panics, as soon as the running blocks are done.
pub fn execute<K: Kernel>(kernel: &K, threads: Threads) -> Result<Partial<K::Tally>, RunError> {
    let (plan, mut partial) = (kernel.plan(), Partial::new(kernel.plan().clone()));
    let pool = ThreadPool::new(threads)?;
    pool.resume(kernel, &mut partial, &plan.all_blocks(), &StopFlag::default(), &|_| {})?;
    Ok(partial)
}

/// Threads that stay for several runs.
#[expect(
    clippy::disallowed_types,
    reason = "the one place where the threads that compute are started"
)]
#[derive(Debug)]
pub struct ThreadPool(rayon::ThreadPool);

impl ThreadPool {
    /// Starts the threads.
    ///
    /// # Errors
    ///
    /// When the system refuses them.
    pub fn new(threads: Threads) -> Result<Self, RunError> {
        let count = threads.count();
        #[expect(
            clippy::disallowed_types,
            reason = "the one place where the threads that compute are started"
        )]
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build();
        pool.map(Self).map_err(|error| RunError::Threads(count, StartError::new(error)))
    }

    /// The results of a function of each item, in their order.
    pub fn map<I: Sync, T: Send>(&self, items: &[I], of: impl Fn(&I) -> T + Send + Sync) -> Vec<T> {
        self.0.install(|| items.par_iter().with_max_len(1).map(of).collect())
    }

    /// The tally of all blocks; nothing when it was asked to stop before the last.
    ///
    /// # Panics
    ///
    /// When the kernel panics, as soon as the running blocks are done.
    pub(crate) fn run<K: Kernel>(&self, kernel: &K, stop: &StopFlag) -> Option<K::Tally> {
        let plan = kernel.plan();
        let mut partial = Partial::new(plan.clone());
        let outcome = self.resume(kernel, &mut partial, &plan.all_blocks(), stop, &|_| {});
        let complete = outcome.expect("the plan is the kernel's") == Outcome::Complete;
        complete.then(|| partial.into_tally())
    }

    /// Does the same on every thread; compiled once, whatever the work.
    fn broadcast(&self, work: &(dyn Fn() + Sync)) {
        self.0.broadcast(|_| work());
    }

    /// Adds to `partial` those of the `wanted` blocks that it does not have yet: all, a shard of
    /// them, or the beginning up to an interim look. Blocks that the plan does not have are
    /// ignored.
    ///
    /// # Errors
    ///
    /// When `partial` is of another plan; it is then unchanged.
    ///
    /// # Panics
    ///
    /// When the kernel or the observer panics, as soon as the running blocks are done.
    pub fn resume<K: Kernel>(
        &self,
        kernel: &K,
        partial: &mut Partial<K::Tally>,
        wanted: &Blocks,
        stop: &StopFlag,
        observer: &Observer<'_, K::Tally>,
    ) -> Result<Outcome, RunError> {
        if let Some(difference) = kernel.plan().difference(partial.plan()) {
            return Err(RunError::Plan(difference));
        }
        let wanted = wanted.up_to(kernel.plan().blocks());
        let missing = wanted.without(partial.finished());
        let queue = Mutex::new(missing.ranges().iter().cloned().flatten());
        let next = || lock(&queue).next();
        let run = Run { kernel, next: &next, common: Mutex::new(partial), stop, observer };
        let broken = AtomicBool::new(false);
        self.broadcast(&|| run.work(&broken));
        let partial = unpoisoned(run.common.into_inner());
        let complete = wanted.without(partial.finished()).is_empty();
        Ok(if complete { Outcome::Complete } else { Outcome::Interrupted })
    }
}

/// What the threads share.
struct Run<'a, K: Kernel> {
    kernel: &'a K,
    next: &'a (dyn Fn() -> Option<u64> + Sync),
    common: Mutex<&'a mut Partial<K::Tally>>,
    stop: &'a StopFlag,
    observer: &'a Observer<'a, K::Tally>,
}

impl<K: Kernel> Run<'_, K> {
    /// What each thread does; a panic in one of them stops all.
    fn work(&self, broken: &AtomicBool) {
        let _guard = PanicGuard(broken);
        let (mut own, mut flushed) = (self.empty(), Instant::now());
        let mut worker = self.kernel.worker();
        while !self.stop.is_requested() && !broken.load(Ordering::Relaxed) {
            let Some(block) = (self.next)() else { break };
            own.add(block, worker(block));
            if flushed.elapsed() >= FLUSH {
                self.flush(std::mem::replace(&mut own, self.empty()));
                flushed = Instant::now();
            }
        }
        self.flush(own);
    }

    fn empty(&self) -> Partial<K::Tally> {
        Partial::new(self.kernel.plan().clone())
    }

    fn flush(&self, own: Partial<K::Tally>) {
        let mut common = lock(&self.common);
        common.merge(own).expect("every block is handed out once");
        (self.observer)(&common);
    }
}

/// Tells the other threads when its own panics.
struct PanicGuard<'a>(&'a AtomicBool);

impl Drop for PanicGuard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// A panic ends the whole run, so what a poisoned lock guards never becomes a result.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    unpoisoned(mutex.lock())
}

pub(super) fn unpoisoned<T>(result: Result<T, PoisonError<T>>) -> T {
    result.unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Job;
    use crate::tally::Tally;
    use std::error::Error;
    use std::num::NonZeroUsize;
    use std::sync::atomic::AtomicU64;

    /// Counts, for each unit, its residue modulo 7.
    struct Residues {
        plan: Plan,
        pause: Duration,
    }

    fn residues(units: u128) -> Residues {
        Residues { plan: Plan::new(Job::new("residues"), units, 10), pause: Duration::ZERO }
    }

    impl Kernel for Residues {
        type Tally = Tally;

        fn plan(&self) -> &Plan {
            &self.plan
        }

        fn worker(&self) -> impl FnMut(u64) -> Tally {
            |block| {
                std::thread::sleep(self.pause);
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

    /// Runs all blocks that are missing.
    fn finish(kernel: &Residues, partial: &mut Partial<Tally>, threads: usize) {
        let all = kernel.plan().all_blocks();
        let outcome = pool(threads).resume(kernel, partial, &all, &StopFlag::default(), &|_| {});
        assert_eq!(outcome, Ok(Outcome::Complete));
    }

    fn run(units: u128, threads: usize) -> Partial<Tally> {
        let kernel = residues(units);
        let mut partial = empty(&kernel);
        finish(&kernel, &mut partial, threads);
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
        let kernel = Residues { pause: Duration::from_millis(1), ..residues(5_000) };
        let (all, pool) = (kernel.plan().all_blocks(), pool(2));
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
            assert!(!partial.is_complete() && (partial.units_done() > 0) == (blocks > 0));
            assert_eq!(partial.tally().total(), partial.units_done());

            finish(&kernel, &mut partial, 2);
            assert_eq!(partial, run(5_000, 1));
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
    fn an_extended_run_and_its_shards_add_up_to_the_whole() {
        let kernel = residues(2_503);
        let mut whole = run(1_005, 2).extended(kernel.plan().clone()).unwrap();
        for start in [190, 90, 130] {
            let wanted = Blocks::below(start + 40).without(&Blocks::below(start));
            let (wanted, mut part) = (wanted.without(whole.finished()), empty(&kernel));
            let stop = StopFlag::default();
            let outcome = pool(2).resume(&kernel, &mut part, &wanted, &stop, &|_| {});
            assert_eq!(outcome, Ok(Outcome::Complete));
            whole.merge(part).unwrap();
        }
        finish(&kernel, &mut whole, 2);
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

    /// Panics in its first block and takes a millisecond for every other.
    struct Broken(Residues, AtomicU64);

    impl Kernel for Broken {
        type Tally = Tally;

        fn plan(&self) -> &Plan {
            self.0.plan()
        }

        fn worker(&self) -> impl FnMut(u64) -> Tally {
            let mut worker = self.0.worker();
            move |block| {
                assert!(block > 0, "the first block is broken");
                self.1.fetch_add(1, Ordering::Relaxed);
                worker(block)
            }
        }
    }

    #[test]
    fn a_panic_stops_the_other_threads() {
        let slow = Residues { pause: Duration::from_millis(1), ..residues(50_000) };
        let kernel = Broken(slow, AtomicU64::new(0));
        let threads = Threads::new(NonZeroUsize::new(2).unwrap());
        let run = std::panic::AssertUnwindSafe(|| execute(&kernel, threads));
        assert!(std::panic::catch_unwind(run).is_err());
        assert!(kernel.1.into_inner() < 2_500, "it did not run to the end");
    }
}
