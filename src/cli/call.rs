//! A command that a program runs within its own process, as the Python module does.
//!
//! The caller gives texts in place of the files that the command reads, and gets the result and the
//! warnings instead of stdout and stderr. The state of a call belongs to its thread, so that
//! several calls run side by side.

use crate::report::result::{Report, TypedColumn};
use crate::run::StopFlag;
use std::cell::RefCell;
use std::ffi::OsString;
use std::fmt::Display;
use std::io;
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

/// A running call.
struct Running {
    call: Call,
    answer: CommandResult,
}

thread_local! {
    static RUNNING: RefCell<Option<Running>> = const { RefCell::new(None) };
}

impl Done {
    /// The finished part.
    #[must_use]
    pub fn get(&self) -> f64 {
        f64::from_bits(self.0.load(Ordering::Relaxed))
    }

    pub(crate) fn set(&self, part: f64) {
        self.0.store(part.to_bits(), Ordering::Relaxed);
    }
}

/// Does the work of the call, and returns its outcome with the result that was delivered.
pub(crate) fn during<T>(call: Call, work: impl FnOnce() -> T) -> (T, CommandResult) {
    RUNNING.set(Some(Running { call, answer: CommandResult::default() }));
    let outcome = work();
    (outcome, RUNNING.take().map(|it| it.answer).unwrap_or_default())
}

/// A part of the call of this thread, if it has one.
fn of_call<T>(part: impl FnOnce(&mut Running) -> T) -> Option<T> {
    RUNNING.with_borrow_mut(|running| running.as_mut().map(part))
}

/// Whether this thread runs a call.
pub(crate) fn is_running() -> bool {
    of_call(|_| ()).is_some()
}

/// The words of the call.
pub(crate) fn words() -> Option<Vec<OsString>> {
    of_call(|it| it.call.words.iter().map(OsString::from).collect())
}

/// The stop flag of the call.
pub(crate) fn stop() -> Option<StopFlag> {
    of_call(|it| it.call.stop.clone())
}

/// The progress of the call.
pub(crate) fn done() -> Option<Done> {
    of_call(|it| it.call.done.clone())
}

/// The text that the caller gave in place of the file of this name.
pub(crate) fn input(name: &str) -> Option<String> {
    let text = |it: &mut Running| {
        let mut inputs = it.call.inputs.iter();
        inputs.find(|(own, _)| own == name).map(|(_, text)| text.clone())
    };
    of_call(text).flatten()
}

/// Keeps a warning for the caller.
pub(crate) fn warn(text: &dyn Display) {
    of_call(|it| it.answer.warnings.push(text.to_string()));
}

/// Gives a result to the caller, if this thread runs a call.
pub(crate) fn deliver(report: &Report) -> Option<io::Result<()>> {
    is_running().then(|| {
        let mut others = Vec::new();
        report.write_others(&mut others)?;
        let others = String::from_utf8(others).map_err(io::Error::other)?;
        of_call(|it| (it.answer.columns, it.answer.others) = (report.columns(), others));
        Ok(())
    })
}
