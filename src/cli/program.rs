//! The program as the caller of its commands: messages and progress on stderr, signals that stop a
//! run, and what it knows of saved runs.

use crate::cli::checkpointing::Source;
use crate::cli::message::{self, Severity};
use crate::cli::progress::Display;
use crate::cli::signals;
use crate::cli::terminal::TerminalArgs;
use crate::commands::caller::{Caller, ShowProgress};
use crate::commands::context::{Context, with_seed};
use crate::commands::failure::{Failure, OrFail};
use crate::deal::Seed;
use crate::pack::Pack;
use crate::run::StopFlag;
use clap::Command;
use std::ffi::OsString;
use std::fmt;

/// What the program knows beside its command.
#[derive(Default)]
pub(crate) struct Program {
    /// The command as a saved result names it: without the options that make no difference to the
    /// result.
    computation: Vec<String>,
    /// The command line of the program.
    pub(crate) line: Command,
    pub(crate) terminal: TerminalArgs,
    /// The origin of the blocks of a run.
    pub(crate) source: Source,
    /// Whether all rows of the result are written somewhere, and not only what people read.
    pub(crate) has_all_rows: bool,
}

impl Program {
    /// Returns the command as a saved result names it, with its seed, and with the numbers of the
    /// cards that its deck is without.
    pub(crate) fn computation(&self, seed: Option<Seed>, pack: &Pack) -> Vec<String> {
        with_seed(with_numbers(self.computation.clone(), pack), seed)
    }
}

/// Returns the surroundings of a command of the program, which was parsed from these words.
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

/// The program with the options of its terminal.
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
        signals::heeded().map(|stop| stop.cancel).or_failed()
    }

    fn stopped(&self, has_saved_more: bool, text: String) -> Failure {
        signals::failure(has_saved_more, text)
    }
}

/// Returns the words of a command that goes on elsewhere: with the numbers of the missing cards in
/// place of the file that named them.
fn with_numbers(mut words: Vec<String>, pack: &Pack) -> Vec<String> {
    for option in ["--values", "--numbers-from"] {
        let joined = format!("{option}=");
        words.retain(|word| !word.starts_with(&joined));
        if let Some(at) = words.iter().position(|word| word == option) {
            words.drain(at..at + 2);
        }
    }
    if let Some(at) = words.iter().position(|word| word == "--without") {
        words[at + 1] = pack.to_string();
    } else if let Some(word) = words.iter_mut().find(|word| word.starts_with("--without=")) {
        *word = format!("--without={pack}");
    }
    words
}
