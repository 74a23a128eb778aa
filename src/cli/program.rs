//! The program's part of the surroundings of a command: its command line, the options of its
//! terminal, and where the blocks of a run come from.

use crate::cli::source::Source;
use crate::cli::terminal::TerminalArgs;
use crate::commands::words::{with_numbers, with_seed};
use crate::deal::Seed;
use crate::pack::Pack;
use crate::run::Threads;
use clap::Command;

/// The program's part of the surroundings of a command.
#[derive(Default)]
pub(crate) struct Program {
    /// The command as a saved result names it: without the options that make no difference to the
    /// result.
    pub(crate) computation: Vec<String>,
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

    /// Returns whether a run is saved, or merged from what was.
    pub(crate) fn is_saved(&self) -> bool {
        !matches!(self.source, Source::Computed)
    }

    /// Returns the command of a run with only the options that determine the result, and its
    /// threads: one where parts are merged.
    pub(crate) fn words(
        &self,
        threads: Threads,
        seed: Option<Seed>,
        pack: &Pack,
    ) -> (Vec<String>, Threads) {
        match &self.source {
            Source::Merged(parts) => (parts.command.clone(), Threads::ONE),
            _ => (self.computation(seed, pack), threads),
        }
    }
}
