//! Executes blocks on all cores.
//!
//! Every thread of a rayon pool takes the lowest blocks that no thread has taken yet, about a
//! millisecond of work or a single longer block, runs them, and adds their tallies to its own
//! partial result. At intervals of [`FLUSH`], it merges that result into the common one. Blocks are
//! handed out in order and in small ranges, so no core is idle while another still has a queue.
//! Every block that was taken is finished: after a stop, the finished blocks have no gaps, except
//! if finishing would take longer than [`MAX_WAIT`].
//!
//! The observer is called by a thread that has just merged, so it always sees whole blocks. It is
//! called at most once per [`FLUSH`] regardless of the number of threads, and once more when the
//! whole plan is finished. A thread that cannot merge because another one does continues its work
//! and merges more the next time. Only a thread whose last blocks took longer than [`MAX_WAIT`]
//! waits, because its next opportunity is far away.

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

/// Minimum time between two merges of the results of a thread into the common result, and between
/// two calls of the observer.
const FLUSH: Duration = Duration::from_millis(50);

/// Time after which a thread gives up the rest of the blocks that it has taken, if a stop was
/// requested. The current block is always finished.
const MAX_WAIT: Duration = Duration::from_secs(1);

/// Computation that can be executed block by block.
pub trait Kernel: Sync {
    /// Tally of a block.
    type Tally: Merge + Send;

    /// Returns the plan of the computation, which numbers the blocks.
    fn plan(&self) -> &Plan;

    /// Returns a worker for one thread: a closure from a block number to the block's tally, which
    /// depends only on that number. The closure may own scratch memory, which is allocated once per
    /// thread.
    fn worker(&self) -> impl FnMut(u64) -> Self::Tally;
}

/// Callback that receives the growing partial result of a run, at most 20 times a second, and once
/// more when the whole plan is counted. During the run it is called from worker threads, one at a
/// time; the other threads continue unless their blocks take longer than a second.
pub type Observer<'a, T> = dyn Fn(&Partial<T>) + Sync + 'a;

/// Outcome of a run: complete or stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every requested block was counted.
    Complete,
    /// The run was stopped before all blocks were counted, or its tally was [given
    /// up](crate::tally::Merge::is_given_up).
    Interrupted,
}

/// Error that prevents a run from starting.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The operating system refused to start the threads.
    #[error("{0} threads could not be started: {1}")]
    Threads(usize, #[source] StartError),
    /// The partial result belongs to another computation.
    #[error("the partial result is of another run: {0}")]
    Plan(#[source] PlanDifference),
}

/// Runs all blocks of a kernel, with at most as many threads as there are blocks.
///
/// # Errors
///
/// Fails if the threads cannot be started.
///
/// # Panics
///
/// Panics if the kernel panics, as soon as the running blocks are done.
pub fn execute<K: Kernel>(kernel: &K, threads: Threads) -> Result<Partial<K::Tally>, RunError> {
    let (plan, mut partial) = (kernel.plan(), Partial::new(kernel.plan().clone()));
    let pool = ThreadPool::new(threads.for_blocks(plan.blocks()))?;
    pool.resume(kernel, &mut partial, &plan.all_blocks(), &StopFlag::default(), &|_| {})?;
    Ok(partial)
}

/// Thread pool that can be used for several runs.
#[derive(Debug)]
pub struct ThreadPool {
    pool: Pool,
    /// The time of the last call of an observer, so that many short runs make no more calls than a
    /// long run of the same duration.
    observed: Mutex<Instant>,
    /// [`MAX_WAIT`], except in tests.
    max_wait: Duration,
}

impl ThreadPool {
    /// Creates a pool and starts its threads.
    ///
    /// # Errors
    ///
    /// Fails if the operating system refuses to start the threads.
    pub fn new(threads: Threads) -> Result<Self, RunError> {
        let count = threads.count();
        let pool = Pool::new(count).map_err(|error| RunError::Threads(count, error))?;
        Ok(Self { pool, observed: Mutex::new(Instant::now()), max_wait: MAX_WAIT })
    }

    /// Applies a function to each item in parallel and returns the results in order.
    pub fn map<I: Sync, T: Send>(&self, items: &[I], of: impl Fn(&I) -> T + Send + Sync) -> Vec<T> {
        self.pool.map(items, of)
    }

    /// Runs all blocks of a kernel and returns their tally, or `None` if the run was stopped, or
    /// its tally given up, before the last block.
    ///
    /// # Panics
    ///
    /// Panics if the kernel panics, as soon as the running blocks are done.
    pub(crate) fn run<K: Kernel>(&self, kernel: &K, stop: &StopFlag) -> Option<K::Tally> {
        let plan = kernel.plan();
        let mut partial = Partial::new(plan.clone());
        let outcome = self.resume(kernel, &mut partial, &plan.all_blocks(), stop, &|_| {});
        let complete = outcome.expect("the plan is the kernel's") == Outcome::Complete;
        complete.then(|| partial.into_tally())
    }

    /// Computes the `wanted` blocks (all, a shard, or the first ones) that `partial` does not
    /// contain yet, and adds them to it. Ignores blocks that the plan does not have.
    ///
    /// # Errors
    ///
    /// Fails and leaves `partial` unchanged if it belongs to another plan.
    ///
    /// # Panics
    ///
    /// Panics if the kernel or the observer panics, as soon as the running blocks are done.
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
        let (common, ended) = (Mutex::new(partial), AtomicBool::new(false));
        let run = Shared { kernel, queue, common, stop, ended, observer, pool: self };
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

/// State shared by the threads of a run.
struct Shared<'a, K: Kernel> {
    kernel: &'a K,
    queue: Mutex<Queue>,
    common: Mutex<&'a mut Partial<K::Tally>>,
    stop: &'a StopFlag,
    /// Flag that stops all threads. It is set if a thread panics or the tally is given up.
    ended: AtomicBool,
    observer: &'a Observer<'a, K::Tally>,
    pool: &'a ThreadPool,
}

impl<K: Kernel> Shared<'_, K> {
    /// Runs one thread of the pool: takes blocks until none are left or the run is stopped.
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
            // After a block of seconds the next opportunity is far away.
            if flushed.elapsed() >= FLUSH && self.flush(&mut own, time >= self.pool.max_wait) {
                flushed = Instant::now();
            }
        }
        self.flush(&mut own, true);
    }

    /// Counts a range of blocks. After a stop, still finishes the range unless that takes long.
    fn count(
        &self,
        blocks: Range<u64>,
        own: &mut Partial<K::Tally>,
        worker: &mut impl FnMut(u64) -> K::Tally,
    ) {
        let started = Instant::now();
        for block in blocks {
            own.add(block, worker(block));
            if self.stop.is_requested() && started.elapsed() >= self.pool.max_wait {
                break;
            }
        }
    }

    fn empty(&self) -> Partial<K::Tally> {
        Partial::new(self.kernel.plan().clone())
    }

    /// Merges a thread's results into the common result, and calls the observer if that is due.
    /// Does nothing and returns `false` if another thread holds the lock and `waits` is not set.
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
        let mut observed = lock(&self.pool.observed);
        if observed.elapsed() >= FLUSH && !common.is_complete() {
            (self.observer)(&common);
            *observed = Instant::now();
        }
        true
    }
}

/// Guard that stops the other threads if the current thread panics.
struct PanicGuard<'a>(&'a AtomicBool);

impl Drop for PanicGuard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// Locks a mutex, ignoring poison: a panic ends the whole run, so poisoned state never becomes a
/// result.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    unpoisoned(mutex.lock())
}

pub(super) fn unpoisoned<T>(result: Result<T, PoisonError<T>>) -> T {
    result.unwrap_or_else(PoisonError::into_inner)
}
