//! Work beside Python: without its lock, and ended by what Python raises meanwhile.

use pyo3::prelude::*;
use setodds_engine::run::StopFlag;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Thread};
use std::time::Duration;

/// How often Python is asked, and told how far the work is.
const PAUSE: Duration = Duration::from_millis(20);

/// Tells the waiting thread, when it is dropped, that the work has ended, also by a panic.
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

/// Does work in a thread of its own. When Python raises meanwhile, what Ctrl-C or `tell` raises,
/// the work is asked to stop and not waited for.
pub(super) fn beside<T: Send + 'static>(
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

/// Does work that borrows, in a thread of its own. When Python raises meanwhile, the work is asked
/// to stop and waited for.
pub(super) fn scoped<T: Send>(
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

/// Waits until the work has ended. When Python raises before, the work is asked to stop.
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
