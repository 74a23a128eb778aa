//! A command with its options: whoever has read them runs it.

use crate::commands::context::Context;
use crate::commands::failure::Failure;
use crate::report::result::Report;
use std::path::Path;

/// The options of a command.
pub(crate) trait Run {
    /// Returns the files that the command reads; `-` is stdin.
    fn inputs(&self) -> Vec<&Path> {
        Vec::new()
    }

    /// Returns whether a part of the result is a valid sample.
    fn is_sample(&self) -> bool {
        false
    }

    /// Runs the command.
    fn run(&self, context: &Context) -> Result<Report, Failure>;

    /// Returns the forms of the report besides the usual ones.
    #[cfg(feature = "cli")]
    fn other_forms(&self) -> crate::cli::output::OtherForms {
        crate::cli::output::OtherForms::None
    }

    /// Refuses destinations of the report that do not suit the options.
    #[cfg(feature = "cli")]
    fn refuse_output(&self, _: &crate::cli::output::OutputArgs) -> Result<(), Failure> {
        Ok(())
    }
}
