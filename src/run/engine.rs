//! Blocks on all cores.
//!
//! Every thread of a rayon pool takes the lowest block that nobody has, runs it, and adds its
//! tally to a share of its own. Shares are poured into the common result every [`FLUSH`], and then
//! the observer sees it: always whole blocks, blocks and tally together. Blocks are handed out one
//! by one, so no core idles while another still has a queue, and in order, so that whenever a
//! block has been started, all below it have been, too.

use super::{Blocks, Partial, Plan};
use crate::tally::Monoid;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often a thread shows what it has.
const FLUSH: Duration = Duration::from_millis(50);

/// A computation that can be done block by block.
pub trait Kernel: Sync {
    /// What a block is counted into.
    type Tally: Monoid + Send;

    /// The blocks there are.
    fn plan(&self) -> Plan;

    /// The tally of one block: a function of its number alone.
    fn run(&self, block: u64) -> Self::Tally;
}

/// Sees the result grow. It is called from working threads, one at a time.
pub trait Observer<T>: Sync {
    /// Some blocks have been added.
    fn observe(&self, partial: &Partial<T>);
}

/// An observer that does not look.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<T> Observer<T> for Silent {
    fn observe(&self, _: &Partial<T>) {}
}

/// A request to stop after the running blocks; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks to stop.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether a stop was asked for.
    #[must_use]
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A number of threads, at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads(NonZeroUsize);

impl Threads {
    /// So many threads.
    #[must_use]
    pub const fn new(count: NonZeroUsize) -> Self {
        Self(count)
    }

    /// As many as this process can run at once.
    #[must_use]
    pub fn available() -> Self {
        Self(std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }

    /// How many.
    #[must_use]
    pub const fn count(self) -> usize {
        self.0.get()
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every block is counted.
    Complete,
    /// It was asked to stop before that.
    Interrupted,
}

/// Why a run could not begin.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The system refuses so many threads.
    #[error("{count} threads could not be started: {source}")]
    Threads {
        /// How many were wanted.
        count: usize,
        /// What the system said.
        source: rayon::ThreadPoolBuildError,
    },
}

/// Runs the blocks that `partial` does not have yet and adds them to it.
///
/// # Errors
///
/// When the threads cannot be started; `partial` is then unchanged.
///
/// # Panics
///
/// When the kernel's plan is not the plan of `partial`, or the kernel panics.
pub fn execute<K: Kernel>(
    kernel: &K,
    partial: &mut Partial<K::Tally>,
    threads: Threads,
    cancel: &Cancel,
    observer: &dyn Observer<K::Tally>,
) -> Result<Outcome, RunError> {
    assert!(kernel.plan() == *partial.plan(), "a partial result of this kernel's plan");
    let count = threads.count();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(count)
        .build()
        .map_err(|source| RunError::Threads { count, source })?;
    let queue = Mutex::new(Queue::new(&partial.finished().missing(partial.plan().blocks())));
    let common = Mutex::new(partial);
    pool.broadcast(|_| work(kernel, &queue, &common, cancel, observer));
    let partial = unpoisoned(common.into_inner());
    Ok(if partial.is_complete() { Outcome::Complete } else { Outcome::Interrupted })
}

/// What each thread does.
fn work<K: Kernel>(
    kernel: &K,
    queue: &Mutex<Queue>,
    common: &Mutex<&mut Partial<K::Tally>>,
    cancel: &Cancel,
    observer: &dyn Observer<K::Tally>,
) {
    let mut share = Partial::new(kernel.plan());
    let mut shown = Instant::now();
    while !cancel.is_requested() {
        let Some(block) = lock(queue).next() else { break };
        share.add(block, kernel.run(block));
        if shown.elapsed() >= FLUSH {
            let full = std::mem::replace(&mut share, Partial::new(kernel.plan()));
            pour(full, common, observer);
            shown = Instant::now();
        }
    }
    pour(share, common, observer);
}

fn pour<T: Monoid>(share: Partial<T>, common: &Mutex<&mut Partial<T>>, observer: &dyn Observer<T>) {
    let mut common = lock(common);
    common.merge(share).expect("every block is handed out once");
    observer.observe(&common);
}

/// A thread that panics takes the run with it, so a poisoned lock is never seen by a result.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    unpoisoned(mutex.lock())
}

fn unpoisoned<T>(result: Result<T, PoisonError<T>>) -> T {
    result.unwrap_or_else(PoisonError::into_inner)
}

/// The blocks still to be started, lowest first.
struct Queue {
    ranges: std::vec::IntoIter<Range<u64>>,
    current: Range<u64>,
}

impl Queue {
    fn new(blocks: &Blocks) -> Self {
        Self { ranges: blocks.ranges().to_vec().into_iter(), current: 0..0 }
    }
}

impl Iterator for Queue {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        loop {
            match self.current.next() {
                Some(block) => return Some(block),
                None => self.current = self.ranges.next()?,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::Tally;
    use std::sync::atomic::AtomicU64;

    /// Counts, for each unit, its residue modulo 7.
    struct Residues {
        units: u128,
        pause: Duration,
    }

    fn residues(units: u128) -> Residues {
        Residues { units, pause: Duration::ZERO }
    }

    impl Kernel for Residues {
        type Tally = Tally;

        fn plan(&self) -> Plan {
            Plan::new("residues".into(), self.units, 10)
        }

        fn run(&self, block: u64) -> Tally {
            std::thread::sleep(self.pause);
            let plan = self.plan();
            let first = usize::try_from(plan.first_unit(block)).unwrap();
            (first..)
                .take(usize::try_from(plan.units_in(block)).unwrap())
                .map(|unit| unit % 7)
                .collect()
        }
    }

    fn threads(count: usize) -> Threads {
        Threads::new(NonZeroUsize::new(count).unwrap())
    }

    fn run(units: u128, count: usize) -> Partial<Tally> {
        let kernel = residues(units);
        let mut partial = Partial::new(kernel.plan());
        let outcome =
            execute(&kernel, &mut partial, threads(count), &Cancel::default(), &Silent).unwrap();
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
        assert_eq!(run(0, 2).tally(), &Tally::default());
    }

    /// Asks to stop once some blocks are there.
    struct StopAfter<'a>(u64, &'a Cancel);

    impl Observer<Tally> for StopAfter<'_> {
        fn observe(&self, partial: &Partial<Tally>) {
            if partial.finished().len() >= self.0 {
                self.1.request();
            }
        }
    }

    #[test]
    fn an_interrupted_run_holds_whole_blocks_and_can_be_resumed() {
        let kernel = Residues { units: 5_000, pause: Duration::from_millis(1) };
        let cancel = Cancel::default();
        let mut partial = Partial::new(kernel.plan());
        let stop = StopAfter(1, &cancel);
        let outcome = execute(&kernel, &mut partial, threads(2), &cancel, &stop).unwrap();
        assert_eq!(outcome, Outcome::Interrupted);
        assert!(partial.units_done() > 0 && !partial.is_complete());
        assert_eq!(partial.tally().total(), partial.units_done());

        let resumed =
            execute(&kernel, &mut partial, threads(2), &Cancel::default(), &Silent).unwrap();
        assert_eq!(resumed, Outcome::Complete);
        assert_eq!(partial.tally().total(), 5_000);
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
        let mut partial = Partial::new(kernel.plan());
        execute(&kernel, &mut partial, threads(3), &Cancel::default(), &watch).unwrap();
        assert_eq!(watch.0.into_inner(), kernel.plan().blocks());
    }

    #[test]
    fn a_request_made_before_the_start_leaves_everything_undone() {
        let kernel = residues(1000);
        let cancel = Cancel::default();
        cancel.request();
        let mut partial = Partial::new(kernel.plan());
        let outcome = execute(&kernel, &mut partial, threads(2), &cancel, &Silent).unwrap();
        assert_eq!((outcome, partial.units_done()), (Outcome::Interrupted, 0));
    }
}
