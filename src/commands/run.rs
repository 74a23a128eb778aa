//! The common interface of all commands.

use crate::commands::context::Context;
use crate::commands::failure::Failure;
use crate::report::result::Report;
use std::path::Path;

/// A command's parsed options, which can be run.
pub(crate) trait Run {
    /// Returns the files that the command reads; `-` is stdin.
    fn inputs(&self) -> Vec<&Path> {
        Vec::new()
    }

    /// Returns whether a partial result of the command is a valid random sample.
    fn is_sample(&self) -> bool {
        false
    }

    /// Runs the command.
    fn run(&self, context: &Context) -> Result<Report, Failure>;

    /// Returns the output forms of the report in addition to the usual ones.
    #[cfg(feature = "cli")]
    fn other_forms(&self) -> crate::cli::output::OtherForms {
        crate::cli::output::OtherForms::None
    }

    /// Refuses output options that contradict the command's options.
    #[cfg(feature = "cli")]
    fn refuse_output(&self, _: &crate::cli::output::OutputArgs) -> Result<(), Failure> {
        Ok(())
    }
}
