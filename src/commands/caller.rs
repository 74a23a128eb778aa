//! The interface between a command and its caller, the terminal program or another program, which
//! gets messages and progress and may request a stop.

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

    /// Returns the display of a computation's progress.
    fn progress(&self) -> Box<dyn ShowProgress + '_>;

    /// Returns the flag by which the caller may request a stop.
    fn stop(&self) -> Result<StopFlag, Failure>;

    /// Returns the failure of a run that was stopped. `text` says how far it came;
    /// `has_saved_more` is whether it saved more progress than there was at its start.
    fn stopped(&self, _has_saved_more: bool, text: String) -> Failure {
        Failure::Interrupted(text)
    }
}

/// A snapshot of a run's progress.
pub(crate) struct Stage<'a> {
    /// Units loaded from a checkpoint instead of computed.
    pub(crate) before: u128,
    /// Units done, including loaded ones.
    pub(crate) done: u128,
    pub(crate) total: u128,
    /// The name of a unit: `deal`, `game`.
    pub(crate) unit: &'static str,
    /// The fraction that is done, for a run that may end before all its planned units.
    pub(crate) fraction: Option<f64>,
    /// Whether all planned units are done.
    pub(crate) is_complete: bool,
    /// Formats the result so far, such as a running estimate; may be empty.
    pub(crate) result: &'a dyn Fn() -> String,
}

impl Stage<'_> {
    /// Returns the fraction that is done, from 0 to 1.
    pub(crate) fn fraction_done(&self) -> f64 {
        self.fraction.unwrap_or_else(|| to_float(self.done) / to_float(self.total.max(1)))
    }
}

/// A display of a computation's progress.
pub(crate) trait ShowProgress: Sync {
    /// Begins a run of `total` units, of which `done` are already done.
    fn begin(&self, _done: u128, _total: u128) {}

    /// Shows the progress of a run.
    fn show(&self, stage: &Stage<'_>);

    /// Begins a computation step that has no units.
    fn begin_step(&self, _what: &str) {}

    /// Shows the progress of the current step.
    fn show_step(&self, _done: usize, _all: usize) {}

    /// Calls a function that prints a message while the progress display is hidden.
    fn suspend(&self, say: &dyn Fn()) {
        say();
    }

    /// Ends the display.
    fn finish(&self) {}
}
