//! Blocks on all cores.
//!
//! Every thread of a rayon pool takes the lowest blocks that are not taken, about a millisecond's
//! work or a single longer one, runs them, and adds their tallies to a partial result of its own.
//! Every [`FLUSH`] it merges that into the common result. Blocks are handed out in order and in
//! small ranges, so no core idles while another still has a queue. Whatever is taken is finished:
//! when a run was stopped, all blocks below those that are counted are counted, too, unless they
//! would take more than [`MAX_WAIT`].
//!
//! The observer is called by a thread that has just merged, so it always sees whole blocks, at most
//! once in [`FLUSH`] whatever the number of threads, and at the end. A thread that cannot merge
//! meanwhile goes on with its work, and merges more the next time; only one whose last blocks took
//! over [`MAX_WAIT`] waits, as its next chance is far away.

mod pool;
mod queue;
#[cfg(test)]
mod scaling;
#[cfg(test)]
mod tests;

pub use pool::Instant;

use super::{Blocks, Partial, Plan, PlanDifference, StartError, StopFlag, Threads};
use crate::tally::Merge;
use pool::Pool;
use queue::{Pace, Queue};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

/// How often a thread merges what it has into the common result, and the observer sees that.
const FLUSH: Duration = Duration::from_millis(50);

/// How long a stop waits for blocks that a thread has taken, but for the one that it works on.
const MAX_WAIT: Duration = Duration::from_secs(1);

/// A computation that can be done block by block.
pub trait Kernel: Sync {
    /// The tally of a block.
    type Tally: Merge + Send;

    /// The blocks there are.
    fn plan(&self) -> &Plan;

    /// The worker of a thread: a closure from the number of a block to its tally, which depends on
    /// that number alone. The closure may own scratch memory, which is then allocated once for each
    /// thread.
    fn worker(&self) -> impl FnMut(u64) -> Self::Tally;
}

/// Sees the result grow: at most 20 times a second, and when the whole plan is counted. It is
/// called from working threads, one at a time, while those whose blocks take less than a second go
/// on with their work.
pub type Observer<'a, T> = dyn Fn(&Partial<T>) + Sync + 'a;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every block is counted.
    Complete,
    /// The run was asked to stop before that, or its tally is
    /// [given up](crate::tally::Merge::is_given_up).
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

/// Runs all blocks, with no more threads than there are blocks.
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
    let pool = ThreadPool::new(threads.for_blocks(plan.blocks()))?;
    pool.resume(kernel, &mut partial, &plan.all_blocks(), &StopFlag::default(), &|_| {})?;
    Ok(partial)
}

/// Threads that stay for several runs.
#[derive(Debug)]
pub struct ThreadPool {
    pool: Pool,
    /// When an observer was called last: many short runs have no more calls than a long one.
    observed: Mutex<Instant>,
}

impl ThreadPool {
    /// Starts the threads.
    ///
    /// # Errors
    ///
    /// When the system refuses them.
    pub fn new(threads: Threads) -> Result<Self, RunError> {
        let count = threads.count();
        let pool = Pool::new(count).map_err(|error| RunError::Threads(count, error))?;
        Ok(Self { pool, observed: Mutex::new(Instant::now()) })
    }

    /// The results of a function of each item, in their order.
    pub fn map<I: Sync, T: Send>(&self, items: &[I], of: impl Fn(&I) -> T + Send + Sync) -> Vec<T> {
        self.pool.map(items, of)
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

    /// Adds to `partial` those of the `wanted` blocks that it does not have yet: all, a shard of
    /// them, or the first ones. Blocks that the plan does not have are ignored.
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
        let queue = Mutex::new(Queue::new(&missing, self.pool.count()));
        let (common, observed) = (Mutex::new(partial), &self.observed);
        let ended = AtomicBool::new(false);
        let run = Shared { kernel, queue, common, stop, ended, observer, observed };
        if !missing.is_empty() {
            self.pool.broadcast(|| run.work());
        }
        let partial = unpoisoned(run.common.into_inner());
        if partial.is_complete() {
            observer(partial);
        }
        let complete = wanted.without(partial.finished()).is_empty();
        Ok(if complete { Outcome::Complete } else { Outcome::Interrupted })
    }
}

/// State that the threads of a run share.
struct Shared<'a, K: Kernel> {
    kernel: &'a K,
    queue: Mutex<Queue>,
    common: Mutex<&'a mut Partial<K::Tally>>,
    stop: &'a StopFlag,
    /// Set when a thread panics, and when the tally is given up: all threads stop.
    ended: AtomicBool,
    observer: &'a Observer<'a, K::Tally>,
    observed: &'a Mutex<Instant>,
}

impl<K: Kernel> Shared<'_, K> {
    /// The work of one thread.
    fn work(&self) {
        let _guard = PanicGuard(&self.ended);
        let (mut own, mut flushed, mut pace) = (self.empty(), Instant::now(), Pace::default());
        let mut worker = self.kernel.worker();
        while !self.stop.is_requested() && !self.ended.load(Ordering::Relaxed) {
            let Some(blocks) = lock(&self.queue).take(pace.blocks()) else { break };
            let (number, started) = (blocks.end - blocks.start, Instant::now());
            self.count(blocks, &mut own, &mut worker);
            let time = started.elapsed();
            pace.adapt(number, time);
            // After a block of seconds the next chance is far away.
            if flushed.elapsed() >= FLUSH && self.flush(&mut own, time >= MAX_WAIT) {
                flushed = Instant::now();
            }
        }
        self.flush(&mut own, true);
    }

    /// Counts a range of blocks; after a stop what is left of it, unless that takes long.
    fn count(
        &self,
        blocks: Range<u64>,
        own: &mut Partial<K::Tally>,
        worker: &mut impl FnMut(u64) -> K::Tally,
    ) {
        let started = Instant::now();
        for block in blocks {
            own.add(block, worker(block));
            if self.stop.is_requested() && started.elapsed() >= MAX_WAIT {
                break;
            }
        }
    }

    fn empty(&self) -> Partial<K::Tally> {
        Partial::new(self.kernel.plan().clone())
    }

    /// Merges what a thread has, and tells whether it did: while another thread merges or the
    /// observer is at work, only if it waits.
    fn flush(&self, own: &mut Partial<K::Tally>, waits: bool) -> bool {
        let mut common = match self.common.try_lock() {
            Ok(common) => common,
            Err(TryLockError::Poisoned(error)) => error.into_inner(),
            Err(TryLockError::WouldBlock) if waits => lock(&self.common),
            Err(TryLockError::WouldBlock) => return false,
        };
        let own = std::mem::replace(own, self.empty());
        common.merge(own).expect("every block is handed out once");
        if common.is_given_up() {
            self.ended.store(true, Ordering::Relaxed);
        }
        let mut observed = lock(self.observed);
        if observed.elapsed() >= FLUSH && !common.is_complete() {
            (self.observer)(&common);
            *observed = Instant::now();
        }
        true
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
