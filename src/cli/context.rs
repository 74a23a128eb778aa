//! The surroundings of a command: how it was called, and where its messages, its progress and its
//! requests to stop go and come from.

use crate::cli::call::Call;
use crate::cli::failure::{Failure, OrFail};
use crate::cli::message::{self, Severity};
use crate::cli::signals::{self, Stop};
use crate::cli::terminal::TerminalArgs;
use crate::deal::Seed;
use crate::report::provenance::shell_words;
use clap::Command;
use std::ffi::OsString;
use std::fmt::Display;
use std::sync::{Mutex, PoisonError};

/// The surroundings of a command.
#[derive(Debug)]
pub(crate) struct Context {
    /// The words of the command line after the name of the program.
    words: Vec<String>,
    /// The command as a saved result names it: without the options that make no difference to the
    /// result.
    computation: Vec<String>,
    /// The command line of the program.
    pub(crate) line: Command,
    pub(crate) terminal: TerminalArgs,
    /// The program that runs the command within its own process, if one does.
    pub(crate) call: Option<Call>,
    /// Warnings for that program.
    warnings: Mutex<Vec<String>>,
}

impl Context {
    /// Returns the surroundings of a command that was parsed from these words.
    pub(crate) fn new(
        words: &[OsString],
        line: Command,
        computation: Vec<String>,
        terminal: TerminalArgs,
        call: Option<Call>,
    ) -> Self {
        let words = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        Self { words, computation, line, terminal, call, warnings: Mutex::default() }
    }

    /// Returns the surroundings of a test.
    #[cfg(test)]
    pub(crate) fn of_test(line: Command) -> Self {
        let terminal = TerminalArgs::default();
        Self::new(&[], line, Vec::new(), terminal, Some(Call::default()))
    }

    /// Returns the command as a saved result names it, with its seed.
    pub(crate) fn computation(&self, seed: Option<Seed>) -> Vec<String> {
        with_seed(self.computation.clone(), seed)
    }

    /// Returns the command line, word by word, with the seed if it was chosen at random.
    pub(crate) fn command_words(&self, seed: Option<Seed>) -> Vec<String> {
        let program = ["setodds".to_owned()].into_iter();
        with_seed(program.chain(self.words.iter().cloned()).collect(), seed)
    }

    /// Returns the command line as records have it: alike on every system.
    pub(crate) fn command(&self, seed: Option<Seed>) -> String {
        shell_words(self.command_words(seed))
    }

    /// Returns a request to stop that signals make, or the calling program.
    pub(crate) fn stop(&self) -> Result<Stop, Failure> {
        match &self.call {
            Some(call) => Ok(Stop::on(call.stop.clone())),
            None => signals::heeded().or_failed(),
        }
    }

    /// Warns of what makes a result doubtful or may go wrong later.
    pub(crate) fn warning(&self, text: impl Display) {
        if self.call.is_some() {
            let mut warnings = self.warnings.lock().unwrap_or_else(PoisonError::into_inner);
            warnings.push(text.to_string());
        } else {
            message::say(Severity::Warning, &text);
        }
    }

    /// Returns the warnings for the calling program.
    pub(crate) fn into_warnings(self) -> Vec<String> {
        self.warnings.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says anything else, unless `--quiet` is given.
    pub(crate) fn note(&self, text: impl Display) {
        if !self.terminal.quiet {
            self.always(text);
        }
    }

    /// Says what `--quiet` does not suppress, such as progress with `--progress always`.
    pub(crate) fn always(&self, text: impl Display) {
        if self.call.is_none() {
            message::say(Severity::Note, &text);
        }
    }

    /// Says the seed: even with `--quiet` if it was chosen at random, since it could not be used
    /// again otherwise.
    pub(crate) fn seed(&self, text: impl Display, is_random: bool) {
        if is_random { self.always(text) } else { self.note(text) }
    }
}

/// Returns the words with the seed, unless they have one. `--` ends the options.
fn with_seed(mut words: Vec<String>, seed: Option<Seed>) -> Vec<String> {
    let has_seed = words.iter().any(|word| word == "--seed" || word.starts_with("--seed="));
    if let Some(seed) = seed.filter(|_| !has_seed) {
        let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
        words.splice(end..end, ["--seed".to_owned(), seed.to_string()]);
    }
    words
}
