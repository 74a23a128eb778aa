//! Signals: the first asks for an orderly end, Ctrl-C after that ends at once, and so does a second
//! SIGTERM.

use super::failure::{Failure, OrFail};
use crate::run::StopFlag;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::Duration;

/// A SIGTERM that follows another within this time is not a second one: `timeout` sends one to the
/// program and one to its process group, Slurm one to all processes of a job, which its script
/// passes on.
const MOMENTS: Duration = Duration::from_secs(1);

/// What schedulers send before they end a job.
#[cfg(unix)]
const SCHEDULERS: &[i32] = &[SIGTERM, signal_hook::consts::SIGUSR1];
#[cfg(not(unix))]
const SCHEDULERS: &[i32] = &[SIGTERM];

/// How often it is looked whether there was a first signal.
const POLL: Duration = Duration::from_millis(100);

/// A request that signals make: Ctrl-C, and what schedulers send before they end a job.
pub(crate) struct Stop {
    pub(crate) cancel: StopFlag,
    by_scheduler: Arc<AtomicBool>,
}

impl Stop {
    /// Waits for signals from now on.
    pub(crate) fn on_signals() -> Result<Self, Failure> {
        let stop = Self { cancel: StopFlag::default(), by_scheduler: Arc::default() };
        stop.watch().or_failed()?;
        Ok(stop)
    }

    fn watch(&self) -> std::io::Result<()> {
        let asked = self.cancel.flag();
        flag::register_conditional_shutdown(SIGINT, 130, Arc::clone(&asked))?;
        flag::register(SIGINT, Arc::clone(&asked))?;
        for &signal in SCHEDULERS {
            flag::register(signal, Arc::clone(&self.by_scheduler))?;
            flag::register(signal, Arc::clone(&asked))?;
        }
        end_at_second_sigterm()
    }

    /// How a run ends that was asked to stop. Whether it has saved more than there was when it
    /// began decides whether it is to be run again: else a scheduler would do so for ever.
    pub(crate) fn failure(&self, has_saved_more: bool) -> Failure {
        if has_saved_more && self.by_scheduler.load(Ordering::Relaxed) {
            Failure::Saved
        } else {
            Failure::Interrupted
        }
    }
}

/// Gives a SIGTERM its usual effect some moments after a first one, or after Ctrl-C. A handler
/// cannot tell the time, so a thread waits.
fn end_at_second_sigterm() -> std::io::Result<()> {
    let (first, armed) = (Arc::<AtomicBool>::default(), Arc::<AtomicBool>::default());
    flag::register_conditional_default(SIGTERM, Arc::clone(&armed))?;
    flag::register(SIGTERM, Arc::clone(&first))?;
    flag::register(SIGINT, Arc::clone(&first))?;
    let wait = move || {
        while !first.load(Ordering::Relaxed) {
            sleep(POLL);
        }
        sleep(MOMENTS);
        armed.store(true, Ordering::Relaxed);
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(wait).map(drop)
}

/// A request that signals make.
pub(crate) fn on_ctrl_c() -> Result<StopFlag, Failure> {
    Ok(Stop::on_signals()?.cancel)
}

/// Makes a file that grows too large an error like any other, not the end of the process.
pub(crate) fn survive_file_limits() {
    #[cfg(unix)]
    // If it cannot be, the system's way remains.
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}
