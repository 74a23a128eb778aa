//! State that only the terminal program has: its command line and the source of a run's blocks.

use crate::cli::source::Source;
use crate::cli::terminal::TerminalArgs;
use crate::commands::words::{with_numbers, with_seed};
use crate::deal::Seed;
use crate::pack::Pack;
use crate::run::Threads;
use clap::Command;

/// State of the terminal program in the context of a command.
#[derive(Default)]
pub(crate) struct Program {
    /// The command words for the header of a saved result: only options that affect the result.
    pub(crate) computation: Vec<String>,
    /// The clap definition of the command line.
    pub(crate) line: Command,
    pub(crate) terminal: TerminalArgs,
    /// The source of a run's blocks: computation or saved parts.
    pub(crate) source: Source,
    /// Whether all rows of the result are written, as CSV or JSON, rather than only a readable
    /// table.
    pub(crate) has_all_rows: bool,
}

impl Program {
    /// Returns the command words for the header of a saved result, with the seed of the run and the
    /// numbers of the removed cards.
    pub(crate) fn computation(&self, seed: Option<Seed>, pack: &Pack) -> Vec<String> {
        with_seed(with_numbers(self.computation.clone(), pack), seed)
    }

    /// Returns whether a run is saved, sharded or merged.
    pub(crate) fn is_saved(&self) -> bool {
        !matches!(self.source, Source::Computed)
    }

    /// Returns the command words for the header of a saved result, and the number of threads of the
    /// run, which is one for a merge.
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
