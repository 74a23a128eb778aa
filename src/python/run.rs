//! Runs work with Python's global interpreter lock released, and stops it if Python raises an
//! exception meanwhile.

use pyo3::prelude::*;
use setodds_engine::run::StopFlag;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Thread};
use std::time::Duration;

/// Interval at which Python handles signals and receives the progress.
const PAUSE: Duration = Duration::from_millis(20);

/// Guard that signals the end of the work to the waiting thread when it is dropped, even in a
/// panic.
struct EndSignal {
    has_come: Arc<AtomicBool>,
    waiting: Thread,
}

impl Drop for EndSignal {
    fn drop(&mut self) {
        self.has_come.store(true, Ordering::Release);
        self.waiting.unpark();
    }
}

impl EndSignal {
    fn new(has_come: &Arc<AtomicBool>) -> Self {
        Self { has_come: Arc::clone(has_come), waiting: thread::current() }
    }
}

/// Runs a function in a separate thread and returns its result. An exception raised by Ctrl-C or by
/// `tell` requests a stop, and is returned without waiting for the function to end.
pub(super) fn run_detached<T: Send + 'static>(
    py: Python<'_>,
    stop: &StopFlag,
    tell: &dyn Fn() -> PyResult<()>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let has_ended = Arc::default();
    let end = EndSignal::new(&has_ended);
    let running = thread::spawn(move || {
        let _end = end;
        work()
    });
    wait(py, stop, &has_ended, tell)?;
    Ok(py.detach(|| running.join()).unwrap_or_else(|panic| resume_unwind(panic)))
}

/// Runs a function that may borrow data in a separate thread and returns its result. An exception
/// raised by Ctrl-C requests a stop, and is returned after the function has ended.
pub(super) fn run_scoped<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&StopFlag) -> T + Send,
) -> PyResult<T> {
    let (stop, has_ended) = (StopFlag::default(), Arc::default());
    let end = EndSignal::new(&has_ended);
    let (raised, ended) = thread::scope(|scope| {
        let running = scope.spawn(|| {
            let _end = end;
            work(&stop)
        });
        let raised = wait(py, &stop, &has_ended, &|| Ok(()));
        (raised, py.detach(|| running.join()))
    });
    raised?;
    Ok(ended.unwrap_or_else(|panic| resume_unwind(panic)))
}

/// Waits until the function in the other thread has ended. An exception raised before that requests
/// a stop.
fn wait(
    py: Python<'_>,
    stop: &StopFlag,
    has_ended: &AtomicBool,
    tell: &dyn Fn() -> PyResult<()>,
) -> PyResult<()> {
    while !has_ended.load(Ordering::Acquire) {
        py.detach(|| thread::park_timeout(PAUSE));
        if let Err(raised) = py.check_signals().and_then(|()| tell()) {
            stop.request();
            return Err(raised);
        }
    }
    Ok(())
}
