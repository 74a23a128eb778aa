//! The interface between a command and its caller, which is the terminal program or another
//! program. The caller receives messages and progress and may request a stop.

use crate::commands::failure::Failure;
use crate::run::StopFlag;
use crate::stats::to_float;
use std::fmt::Display;

/// The caller of a command: the terminal program or another program.
pub(crate) trait Caller: Send + Sync {
    /// Shows a warning: the result is doubtful, or something may go wrong later.
    fn warning(&self, text: &dyn Display);

    /// Shows a note; with `always`, even if `--quiet` is given.
    fn note(&self, _text: &dyn Display, _always: bool) {}

    /// Reports how an input with cards was read.
    fn reading(&self, text: &dyn Display) {
        self.note(text, false);
    }

    /// Returns whether the caller shows the summary sentences of a report.
    fn shows_summaries(&self) -> bool {
        true
    }

    /// Returns the display for the progress of a computation.
    fn progress(&self) -> Box<dyn ShowProgress + '_>;

    /// Returns the flag by which the caller may request a stop.
    fn stop(&self) -> Result<StopFlag, Failure>;

    /// Returns the failure of a run that was stopped. `text` states how much was done;
    /// `has_saved_more` is whether more progress is saved than at the start of the run.
    fn stopped(&self, _has_saved_more: bool, text: String) -> Failure {
        Failure::Interrupted(text)
    }
}

/// A snapshot of a run's progress.
pub(crate) struct Stage<'a> {
    /// The number of units loaded from a checkpoint instead of computed.
    pub(crate) before: u128,
    /// The number of finished units, including loaded ones.
    pub(crate) done: u128,
    pub(crate) total: u128,
    /// The name of a work unit, such as `deal` or `game`.
    pub(crate) unit: &'static str,
    /// The fraction of the run that is done, if the run may end before all its planned units.
    pub(crate) fraction: Option<f64>,
    /// Whether all planned units are finished.
    pub(crate) is_complete: bool,
    /// Function that formats the result so far, such as a running estimate; the text may be empty.
    pub(crate) result: &'a dyn Fn() -> String,
}

impl Stage<'_> {
    /// Returns the fraction of the run that is done, from 0 to 1.
    pub(crate) fn fraction_done(&self) -> f64 {
        self.fraction.unwrap_or_else(|| to_float(self.done) / to_float(self.total.max(1)))
    }
}

/// A display of a computation's progress.
pub(crate) trait ShowProgress: Sync {
    /// Begins the display of a run of `total` units, of which `done` are already finished.
    fn begin(&self, _done: u128, _total: u128) {}

    /// Shows the progress of a run.
    fn show(&self, stage: &Stage<'_>);

    /// Begins the display of a computation step that is not counted in work units.
    fn begin_step(&self, _what: &str) {}

    /// Shows the progress of the current computation step.
    fn show_step(&self, _done: usize, _all: usize) {}

    /// Calls a function that prints a message while the progress display is hidden.
    fn suspend(&self, say: &dyn Fn()) {
        say();
    }

    /// Ends the progress display.
    fn finish(&self) {}
}
