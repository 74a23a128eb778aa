//! Runs a command: lists and checks the files that it reads and writes, computes, and delivers its
//! report.

use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::cli::files::Files;
use crate::cli::output::Results;
use crate::report::result::Report;

/// The arguments of a command.
pub(crate) trait CommandArgs {
    /// Returns the files that the command reads, the one in which it is saved, and those that it
    /// writes beside its report.
    fn files(&self, _: &Context) -> Result<Files, Failure> {
        Ok(Files::default())
    }

    /// Returns where its report goes; `None` for a command that writes its result itself.
    fn results(&self) -> Option<Results<'_>> {
        None
    }

    /// Runs the command.
    fn run(&self, context: &Context) -> Result<Report, Failure>;
}

/// Runs a command and delivers its report.
pub(crate) fn execute(command: &dyn CommandArgs, context: &Context) -> Result<(), Failure> {
    let mut files = command.files(context)?;
    let output = command.results().map(|results| results.prepare(&mut files)).transpose()?;
    let report = command.run(context)?;
    match output {
        Some(output) if !report.is_empty() => output.deliver(report, context),
        _ => Ok(()),
    }
}
