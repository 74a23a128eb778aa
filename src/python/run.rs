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

pub(super) fn threads(threads: Option<usize>) -> PyResult<Threads> {
    let Some(count) = threads else { return Ok(Threads::available()) };
    let count = NonZeroUsize::new(count);
    count.map(Threads::new).ok_or_else(|| error("0 threads do nothing; give at least one"))
}

pub(super) fn pool(count: Option<usize>) -> PyResult<ThreadPool> {
    ThreadPool::new(threads(count)?).map_err(error)
}

/// Runs all blocks. `progress` is called with the finished part of them, from 0 to 1.
pub(super) fn run<K: Kernel>(
    py: Python<'_>,
    kernel: &K,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<K::Tally> {
    let pool = pool(threads)?;
    let (plan, finished) = (kernel.plan(), AtomicU64::new(0));
    let mut partial = Partial::new(plan.clone());
    let tell = || match &progress {
        Some(progress) => {
            let part = finished.load(Ordering::Relaxed) as f64 / plan.blocks().max(1) as f64;
            progress.call1(py, (part,)).map(|_| ())
        }
        None => Ok(()),
    };
    let observer = |seen: &Partial<K::Tally>| {
        finished.store(seen.finished().len(), Ordering::Relaxed);
    };
    let (all, part) = (plan.all_blocks(), &mut partial);
    let ended = scoped(py, &tell, |stop| pool.resume(kernel, part, &all, stop, &observer))?;
    ended.map_err(error)?;
    tell()?;
    Ok(partial.into_tally())
}

/// Does what borrows, and tells meanwhile how far it is. When Python raises, the work is asked to
/// stop and waited for.
pub(super) fn scoped<T: Send>(
    py: Python<'_>,
    tell: &dyn Fn() -> PyResult<()>,
    work: impl FnOnce(&StopFlag) -> T + Send,
) -> PyResult<T> {
    let stop = StopFlag::default();
    let (raised, ended) = thread::scope(|scope| {
        let running = scope.spawn(|| work(&stop));
        let raised = wait(py, &|| running.is_finished(), tell);
        if raised.is_err() {
            stop.request();
        }
        (raised, py.detach(|| running.join()))
    });
    raised?;
    Ok(ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
}

/// Does what has no blocks. When Python raises meanwhile, the work is not waited for: it ends by
/// itself, sooner if it heeds the flag.
pub(super) fn beside<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&StopFlag) -> T + Send + 'static,
) -> PyResult<T> {
    let stop = StopFlag::default();
    let running = thread::spawn({
        let stop = stop.clone();
        move || work(&stop)
    });
    if let Err(raised) = wait(py, &|| running.is_finished(), &|| Ok(())) {
        stop.request();
        return Err(raised);
    }
    Ok(running.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
}

/// Waits until something is finished, or Python raises what it has heard of meanwhile: Ctrl-C, or
/// what the callback that is told raises.
fn wait(
    py: Python<'_>,
    is_finished: &dyn Fn() -> bool,
    tell: &dyn Fn() -> PyResult<()>,
) -> PyResult<()> {
    while !is_finished() {
        py.detach(|| thread::sleep(PAUSE));
        py.check_signals()?;
        tell()?;
    }
    Ok(())
}
