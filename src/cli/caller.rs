//! The terminal program as the caller of its commands: messages and progress on stderr, and signals
//! that stop a run.

use crate::cli::message::{self, Severity};
use crate::cli::program::Program;
use crate::cli::progress::Display;
use crate::cli::signals;
use crate::cli::terminal::TerminalArgs;
use crate::commands::caller::{Caller, ShowProgress};
use crate::commands::context::Context;
use crate::commands::failure::{Failure, OrFail};
use crate::run::StopFlag;
use clap::Command;
use std::ffi::OsString;
use std::fmt;

/// Returns the context in which the terminal program runs a command, parsed from these command-line
/// words.
pub(crate) fn context(
    words: &[OsString],
    line: Command,
    computation: Vec<String>,
    terminal: TerminalArgs,
) -> Context {
    let words = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let mut context = Context::new(words, OnTerminal(terminal));
    context.program = Program { computation, line, terminal, ..Program::default() };
    context
}

/// Caller for commands run from a terminal: messages and progress go to stderr, as the options ask.
struct OnTerminal(TerminalArgs);

impl Caller for OnTerminal {
    fn warning(&self, text: &dyn fmt::Display) {
        message::say(Severity::Warning, text);
    }

    fn note(&self, text: &dyn fmt::Display, always: bool) {
        if always || !self.0.quiet {
            message::say(Severity::Note, text);
        }
    }

    fn shows_summaries(&self) -> bool {
        !self.0.quiet
    }

    fn progress(&self) -> Box<dyn ShowProgress + '_> {
        Box::new(Display::new(self.0))
    }

    fn stop(&self) -> Result<StopFlag, Failure> {
        signals::handled().map(|stop| stop.cancel).or_failed()
    }

    fn stopped(&self, has_saved_more: bool, text: String) -> Failure {
        signals::failure(has_saved_more, text)
    }
}
