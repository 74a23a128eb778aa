//! Blocks on all cores.
//!
//! Every thread of a rayon pool takes the lowest block that nobody has, runs it, and adds its
//! tally to a share of its own. Shares are poured into the common result every [`FLUSH`], and then
//! the observer sees it: always whole blocks, blocks and tally together. Blocks are handed out one
//! by one, so no core idles while another still has a queue, and in order, so that whenever a
//! block has been started, all below it have been, too.

use super::queue::Queue;
use super::{Blocks, Kernel, Observer, Partial, StopFlag, Threads};
use crate::tally::Merge;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often a thread shows what it has.
const FLUSH: Duration = Duration::from_millis(50);

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
pub enum RunError {
    /// The system refuses so many threads.
    #[error("{count} threads could not be started: {reason}")]
    Threads {
        /// How many were wanted.
        count: usize,
        /// What the system said.
        reason: String,
    },
    /// The partial result belongs to another computation.
    #[error("the partial result is of another run: {0}")]
    Plan(String),
}

/// Runs all blocks that `partial` does not have yet and adds them to it.
///
/// # Errors
///
/// When the threads cannot be started or `partial` is of another plan; it is then unchanged.
///
/// # Panics
///
/// When the kernel or the observer panics, as soon as the running blocks are done.
pub fn execute<K: Kernel>(
    kernel: &K,
    partial: &mut Partial<K::Tally>,
    threads: Threads,
    cancel: &StopFlag,
    observer: &dyn Observer<K::Tally>,
) -> Result<Outcome, RunError> {
    let all = Blocks::below(kernel.plan().blocks());
    execute_blocks(kernel, &all, partial, threads, cancel, observer)
}

/// Runs those of the `wanted` blocks that `partial` does not have yet: a share of a run, or its
/// beginning up to some point where it is decided whether to go on. Blocks that the plan does not
/// have are no part of any share.
///
/// # Errors
///
/// As [`execute`].
///
/// # Panics
///
/// As [`execute`].
pub fn execute_blocks<K: Kernel>(
    kernel: &K,
    wanted: &Blocks,
    partial: &mut Partial<K::Tally>,
    threads: Threads,
    cancel: &StopFlag,
    observer: &dyn Observer<K::Tally>,
) -> Result<Outcome, RunError> {
    ThreadPool::new(threads)?.execute_blocks(kernel, wanted, partial, cancel, observer)
}

/// Threads that stay for several runs.
#[derive(Debug)]
pub struct ThreadPool(rayon::ThreadPool);

impl ThreadPool {
    /// Starts so many threads.
    ///
    /// # Errors
    ///
    /// When the system refuses them.
    pub fn new(threads: Threads) -> Result<Self, RunError> {
        let count = threads.count();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build();
        pool.map(Self).map_err(|error| RunError::Threads { count, reason: error.to_string() })
    }

    /// The results of a function of each item, in their order.
    pub fn map<I: Sync, T: Send>(&self, items: &[I], of: impl Fn(&I) -> T + Send + Sync) -> Vec<T> {
        self.0.install(|| items.par_iter().with_max_len(1).map(of).collect())
    }

    /// Does what [`execute_blocks`] does.
    ///
    /// # Errors
    ///
    /// When `partial` is of another plan; it is then unchanged.
    ///
    /// # Panics
    ///
    /// As [`execute`].
    pub fn execute_blocks<K: Kernel>(
        &self,
        kernel: &K,
        wanted: &Blocks,
        partial: &mut Partial<K::Tally>,
        cancel: &StopFlag,
        observer: &dyn Observer<K::Tally>,
    ) -> Result<Outcome, RunError> {
        if let Some(difference) = kernel.plan().difference(partial.plan()) {
            return Err(RunError::Plan(difference));
        }
        let wanted = wanted.up_to(kernel.plan().blocks());
        let queue = Mutex::new(Queue::new(&wanted.without(partial.finished())));
        let run = Run { kernel, queue, common: Mutex::new(partial), cancel, observer };
        let broken = AtomicBool::new(false);
        self.0.broadcast(|_| run.work(&broken));
        let partial = unpoisoned(run.common.into_inner());
        let complete = wanted.without(partial.finished()).is_empty();
        Ok(if complete { Outcome::Complete } else { Outcome::Interrupted })
    }
}

/// What the threads share.
struct Run<'a, K: Kernel> {
    kernel: &'a K,
    queue: Mutex<Queue>,
    common: Mutex<&'a mut Partial<K::Tally>>,
    cancel: &'a StopFlag,
    observer: &'a dyn Observer<K::Tally>,
}

impl<K: Kernel> Run<'_, K> {
    /// What each thread does; a panic in one of them stops all.
    fn work(&self, broken: &AtomicBool) {
        let _guard = PanicGuard(broken);
        let fresh = || Partial::new(self.kernel.plan().clone());
        let (mut share, mut shown) = (fresh(), Instant::now());
        let mut workspace = self.kernel.workspace();
        while !self.cancel.is_requested() && !broken.load(Ordering::Relaxed) {
            let Some(block) = lock(&self.queue).next() else { break };
            share.add(block, self.kernel.run(block, &mut workspace));
            if shown.elapsed() >= FLUSH {
                pour(std::mem::replace(&mut share, fresh()), &self.common, self.observer);
                shown = Instant::now();
            }
        }
        pour(share, &self.common, self.observer);
    }
}

/// Tells the other threads when the one that holds it panics.
struct PanicGuard<'a>(&'a AtomicBool);

impl Drop for PanicGuard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

fn pour<T: Merge>(share: Partial<T>, common: &Mutex<&mut Partial<T>>, observer: &dyn Observer<T>) {
    let mut common = lock(common);
    common.merge(share).expect("every block is handed out once");
    observer.observe(&common);
}

/// A thread that panics takes the run with it, so what a poisoned lock guards is never a result.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    unpoisoned(mutex.lock())
}

pub(super) fn unpoisoned<T>(result: Result<T, PoisonError<T>>) -> T {
    result.unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Job, Plan, Silent};
    use crate::tally::Tally;
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
        type Workspace<'a> = ();

        fn plan(&self) -> &Plan {
            &self.plan
        }

        fn workspace(&self) {}

        fn run(&self, block: u64, (): &mut ()) -> Tally {
            std::thread::sleep(self.pause);
            let first = usize::try_from(self.plan.first_unit(block)).unwrap();
            let units = usize::try_from(self.plan.units_in(block)).unwrap();
            (first..first + units).map(|unit| unit % 7).collect()
        }
    }

    fn threads(count: usize) -> Threads {
        Threads::new(NonZeroUsize::new(count).unwrap())
    }

    fn run(units: u128, count: usize) -> Partial<Tally> {
        let kernel = residues(units);
        let mut partial = Partial::new(kernel.plan().clone());
        let outcome =
            execute(&kernel, &mut partial, threads(count), &StopFlag::default(), &Silent).unwrap();
        assert_eq!(outcome, Outcome::Complete);
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
        assert_eq!(run(0, 2).tally(), Tally::default());
    }

    /// Asks to stop once some blocks are there.
    struct StopAfter<'a>(u64, &'a StopFlag);

    impl Observer<Tally> for StopAfter<'_> {
        fn observe(&self, partial: &Partial<Tally>) {
            if partial.finished().len() >= self.0 {
                self.1.request();
            }
        }
    }

    #[test]
    fn an_interrupted_run_holds_whole_blocks_and_can_be_resumed() {
        let kernel = Residues { pause: Duration::from_millis(1), ..residues(5_000) };
        let cancel = StopFlag::default();
        let mut partial = Partial::new(kernel.plan().clone());
        let stop = StopAfter(1, &cancel);
        let outcome = execute(&kernel, &mut partial, threads(2), &cancel, &stop).unwrap();
        assert_eq!(outcome, Outcome::Interrupted);
        assert!(partial.units_done() > 0 && !partial.is_complete());
        assert_eq!(partial.tally().total(), partial.units_done());

        let resumed =
            execute(&kernel, &mut partial, threads(2), &StopFlag::default(), &Silent).unwrap();
        assert_eq!(resumed, Outcome::Complete);
        assert_eq!(partial, run(5_000, 1));
    }

    struct Watch(AtomicU64);

    impl Observer<Tally> for Watch {
        fn observe(&self, partial: &Partial<Tally>) {
            let before = self.0.swap(partial.finished().len(), Ordering::Relaxed);
            assert!(before <= partial.finished().len());
        }
    }

    #[test]
    fn the_observer_sees_the_result_grow_to_the_whole() {
        let kernel = residues(1_000_000);
        let watch = Watch(AtomicU64::new(0));
        let mut partial = Partial::new(kernel.plan().clone());
        execute(&kernel, &mut partial, threads(3), &StopFlag::default(), &watch).unwrap();
        assert_eq!(watch.0.into_inner(), kernel.plan().blocks());
    }

    #[test]
    fn shares_of_a_run_add_up_to_it() {
        let kernel = residues(1_005);
        let mut whole = Partial::new(kernel.plan().clone());
        for start in [90, 0, 30] {
            let wanted = Blocks::below(start + 40).without(&Blocks::below(start));
            let mut share = Partial::new(kernel.plan().clone());
            let outcome = execute_blocks(
                &kernel,
                &wanted.without(whole.finished()),
                &mut share,
                threads(2),
                &StopFlag::default(),
                &Silent,
            );
            assert_eq!(outcome, Ok(Outcome::Complete));
            whole.merge(share).unwrap();
        }
        let cancel = StopFlag::default();
        execute(&kernel, &mut whole, threads(2), &cancel, &Silent).unwrap();
        assert_eq!(whole, run(1_005, 1));
    }

    #[test]
    fn a_run_can_be_prolonged() {
        let kernel = residues(2_503);
        let mut longer = run(1_005, 2).extended(kernel.plan().clone()).unwrap();
        execute(&kernel, &mut longer, threads(2), &StopFlag::default(), &Silent).unwrap();
        assert_eq!(longer, run(2_503, 1));
    }

    #[test]
    fn a_result_of_another_plan_is_refused() {
        let mut other = Partial::new(Plan::new(Job::new("other"), 10, 10));
        let result = execute(&residues(10), &mut other, threads(1), &StopFlag::default(), &Silent);
        assert!(matches!(result, Err(RunError::Plan(_))));
    }

    /// Panics in its first block and takes a millisecond for every other.
    struct Broken(Residues, AtomicU64);

    impl Kernel for Broken {
        type Tally = Tally;
        type Workspace<'a> = ();

        fn plan(&self) -> &Plan {
            self.0.plan()
        }

        fn workspace(&self) {}

        fn run(&self, block: u64, (): &mut ()) -> Tally {
            assert!(block > 0, "the first block is broken");
            self.1.fetch_add(1, Ordering::Relaxed);
            self.0.run(block, &mut ())
        }
    }

    #[test]
    fn a_panic_stops_the_other_threads() {
        let slow = Residues { pause: Duration::from_millis(1), ..residues(50_000) };
        let kernel = Broken(slow, AtomicU64::new(0));
        let mut partial = Partial::new(kernel.plan().clone());
        let run = std::panic::AssertUnwindSafe(|| {
            execute(&kernel, &mut partial, threads(2), &StopFlag::default(), &Silent)
        });
        assert!(std::panic::catch_unwind(run).is_err());
        assert!(kernel.1.into_inner() < 2_500, "it did not run to the end");
    }

    #[test]
    fn a_request_made_before_the_start_leaves_everything_undone() {
        let kernel = residues(1000);
        let cancel = StopFlag::default();
        cancel.request();
        let mut partial = Partial::new(kernel.plan().clone());
        let outcome = execute(&kernel, &mut partial, threads(2), &cancel, &Silent).unwrap();
        assert_eq!((outcome, partial.units_done()), (Outcome::Interrupted, 0));
    }
}
