//! Signals: the first asks for an orderly end, Ctrl-C after that ends at once.

use super::failure::{Failure, OrFail};
use setodds::run::Cancel;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A request that signals make: Ctrl-C, and what schedulers send before they end a job.
pub(crate) struct Stop {
    cancel: Cancel,
    by_scheduler: Arc<AtomicBool>,
}

impl Stop {
    /// Waits for signals from now on.
    pub(crate) fn on_signals() -> Result<Self, Failure> {
        let stop = Self { cancel: Cancel::default(), by_scheduler: Arc::default() };
        stop.watch().or_failed()?;
        Ok(stop)
    }

    fn watch(&self) -> std::io::Result<()> {
        let asked = self.cancel.flag();
        flag::register_conditional_shutdown(SIGINT, 130, Arc::clone(&asked))?;
        flag::register(SIGINT, Arc::clone(&asked))?;
        let mut schedulers = vec![SIGTERM];
        #[cfg(unix)]
        schedulers.push(signal_hook::consts::SIGUSR1);
        for signal in schedulers {
            flag::register(signal, Arc::clone(&self.by_scheduler))?;
            flag::register(signal, Arc::clone(&asked))?;
        }
        Ok(())
    }

    /// The request.
    pub(crate) const fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    /// How a run ends that was asked to stop. Whether it has saved more than there was when it began decides whether it
    /// is to be run again: else a scheduler would do so for ever.
    pub(crate) fn failure(&self, has_saved_more: bool) -> Failure {
        if has_saved_more && self.by_scheduler.load(Ordering::Relaxed) {
            Failure::Saved
        } else {
            Failure::Interrupted
        }
    }
}

/// A request that signals make.
pub(crate) fn on_ctrl_c() -> Result<Cancel, Failure> {
    Ok(Stop::on_signals()?.cancel)
}

/// Makes a file that grows too large an error like any other, not the end of the process.
pub(crate) fn survive_file_limits() {
    #[cfg(unix)]
    // If it cannot be, the system's way remains.
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}
