//! A command that a program runs within its own process, as the Python module does: it gives texts
//! in place of the files that the command reads, and gets the result and the warnings instead of
//! stdout and stderr. Several calls run side by side.

use crate::report::result::TypedColumn;
use crate::run::StopFlag;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A command, and what its caller gives with it.
#[derive(Clone, Debug, Default)]
pub struct Call {
    /// The words after the name of the program.
    pub words: Vec<String>,
    /// Texts in place of files: the name of each in the command, and the text.
    pub inputs: Vec<(String, String)>,
    /// Ends the command early when it is set.
    pub stop: StopFlag,
    /// The progress of the command.
    pub done: Done,
}

/// The finished part of a command, from 0 to 1, which any thread can read.
#[derive(Clone, Debug, Default)]
pub struct Done(Arc<AtomicU64>);

/// The result of a command.
#[derive(Clone, Debug, Default)]
pub struct CommandResult {
    /// The columns of the first table.
    pub columns: Vec<TypedColumn>,
    /// A JSON object of the provenance and the further tables, each a list of records.
    pub others: String,
    /// Warnings about the result.
    pub warnings: Vec<String>,
}

/// Why a command has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// The command or its input is not valid.
    #[error("{0}")]
    Usage(String),
    /// The command failed.
    #[error("{0}")]
    Failed(String),
}

impl Call {
    /// Returns the text in place of the file of this name.
    pub(crate) fn input(&self, name: &str) -> Option<&str> {
        self.inputs.iter().find(|(own, _)| own == name).map(|(_, text)| &**text)
    }
}

impl Done {
    /// Returns the finished part.
    #[must_use]
    pub fn get(&self) -> f64 {
        f64::from_bits(self.0.load(Ordering::Relaxed))
    }

    pub(crate) fn set(&self, part: f64) {
        self.0.store(part.to_bits(), Ordering::Relaxed);
    }
}
