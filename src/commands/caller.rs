//! The caller of a command: the program on its terminal, or another program. It gets the messages
//! and the progress, and may ask to stop.

use crate::commands::failure::Failure;
use crate::run::StopFlag;
use crate::stats::to_float;
use std::fmt::Display;

/// The caller of a command: the program on its terminal, or another program.
pub(crate) trait Caller: Send + Sync {
    /// Warns of what makes a result doubtful or may go wrong later.
    fn warning(&self, text: &dyn Display);

    /// Shows a note; `always` also with `--quiet`.
    fn note(&self, _text: &dyn Display, _always: bool) {}

    /// Says how an input with cards was read.
    fn reading(&self, text: &dyn Display) {
        self.note(text, false);
    }

    /// Returns whether it shows the sentences of a report.
    fn shows_summaries(&self) -> bool {
        true
    }

    /// Returns what shows how far a computation is.
    fn progress(&self) -> Box<dyn ShowProgress + '_>;

    /// Returns the request to stop that it may make.
    fn stop(&self) -> Result<StopFlag, Failure>;

    /// Returns the failure of a run that was asked to stop, with how far it came, and whether it
    /// has saved more than there was at the start.
    fn stopped(&self, _has_saved_more: bool, text: String) -> Failure {
        Failure::Interrupted(text)
    }
}

/// The progress of a run at a moment.
pub(crate) struct Stage<'a> {
    /// The units that were loaded, not computed here.
    pub(crate) before: u128,
    /// The units that are done, and those in all.
    pub(crate) done: u128,
    pub(crate) total: u128,
    /// The name of a unit: `deal`, `game`.
    pub(crate) unit: &'static str,
    /// The fraction that is done of a run that may end before its plan.
    pub(crate) fraction: Option<f64>,
    /// Whether all of the plan is done.
    pub(crate) is_complete: bool,
    /// The result so far, in words; may be empty.
    pub(crate) result: &'a dyn Fn() -> String,
}

impl Stage<'_> {
    /// Returns the fraction that is done, from 0 to 1.
    pub(crate) fn fraction_done(&self) -> f64 {
        self.fraction.unwrap_or_else(|| to_float(self.done) / to_float(self.total.max(1)))
    }
}

/// Shows how far a computation is.
pub(crate) trait ShowProgress: Sync {
    /// Begins a run of which some units are done already.
    fn begin(&self, _done: u128, _total: u128) {}

    /// Shows how far a run is.
    fn show(&self, stage: &Stage<'_>);

    /// Begins a step of a computation without units.
    fn begin_step(&self, _what: &str) {}

    /// Shows how far such a step is.
    fn show_step(&self, _done: usize, _all: usize) {}

    /// Says something while the progress is hidden.
    fn suspend(&self, say: &dyn Fn()) {
        say();
    }

    /// Ends the display.
    fn finish(&self) {}
}
