//! A run beside Python: without its lock, and ended by what Python raises meanwhile.

use super::error;
use pyo3::prelude::*;
use setodds::run::{Kernel, Partial, StopFlag, ThreadPool, Threads};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// How often Python is asked, and told how far the run is.
const PAUSE: Duration = Duration::from_millis(20);

pub(super) fn pool(threads: Option<usize>) -> PyResult<ThreadPool> {
    let threads = match threads {
        None => Threads::available(),
        Some(count) => Threads::new(
            NonZeroUsize::new(count)
                .ok_or_else(|| error("0 threads do nothing; give at least one"))?,
        ),
    };
    ThreadPool::new(threads).map_err(error)
}

/// Runs all blocks. `progress` is called with the finished part of them, from 0 to 1.
pub(super) fn run<K: Kernel>(
    py: Python<'_>,
    kernel: &K,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<K::Tally> {
    let pool = pool(threads)?;
    let (plan, stop, finished) = (kernel.plan(), StopFlag::default(), AtomicU64::new(0));
    let mut partial = Partial::new(plan.clone());
    let tell = || match &progress {
        Some(progress) => {
            let part = finished.load(Ordering::Relaxed) as f64 / plan.blocks().max(1) as f64;
            progress.call1(py, (part,)).map(|_| ())
        }
        None => Ok(()),
    };
    let mut raised = Ok(());
    let ended = thread::scope(|scope| {
        let observer = |seen: &Partial<K::Tally>| {
            finished.store(seen.finished().len(), Ordering::Relaxed);
        };
        let (all, stop) = (plan.all_blocks(), &stop);
        let worker = &mut partial;
        let running = scope.spawn(move || pool.resume(kernel, worker, &all, stop, &observer));
        while !running.is_finished() {
            py.detach(|| thread::sleep(PAUSE));
            if raised.is_ok() {
                raised = py.check_signals().and_then(|()| tell());
                if raised.is_err() {
                    stop.request();
                }
            }
        }
        running.join()
    });
    raised?;
    ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic)).map_err(error)?;
    tell()?;
    Ok(partial.into_tally())
}
