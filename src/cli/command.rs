//! Runs a command of the program: checks the files that it reads and writes, computes its result,
//! and writes the report.

use crate::cli::checkpointing::{CheckpointArgs, RunArgs};
use crate::cli::files::Files;
use crate::cli::output::{OutputArgs, Results};
use crate::commands::context::Context;
use crate::commands::failure::Failure;
use crate::commands::run::Run;
use crate::report::result::Report;
use clap::Args;

/// Command of the command-line program, with its parsed options and arguments.
pub(crate) trait CommandArgs {
    /// Returns the list of files that the command reads and writes, except those of its report.
    fn files(&self, _: &Context) -> Result<Files, Failure> {
        Ok(Files::default())
    }

    /// Returns the destinations of the command's report, or `None` for a command that writes its
    /// own output.
    fn results(&self) -> Option<Results<'_>> {
        None
    }

    /// Runs the command and returns its report.
    fn run(&self, context: &mut Context) -> Result<Report, Failure>;
}

/// Runs a command and writes its report to the destinations that the user chose.
pub(crate) fn execute(command: &dyn CommandArgs, context: &mut Context) -> Result<(), Failure> {
    let mut files = command.files(context)?;
    let output = command.results().map(|results| results.prepare(&mut files)).transpose()?;
    let report = command.run(context)?;
    match output {
        Some(output) if !report.is_empty() => output.deliver(report, context),
        _ => Ok(()),
    }
}

// Command that writes its report to stdout and files. Not a doc comment: clap would show it as the
// help of the command.
#[derive(Args, Debug)]
pub(crate) struct Reported<A: Args> {
    #[command(flatten)]
    args: A,
    #[command(flatten)]
    output: OutputArgs,
}

impl<A: Run + Args> CommandArgs for Reported<A> {
    fn files(&self, _: &Context) -> Result<Files, Failure> {
        Ok(Files::reading(self.args.inputs()))
    }

    fn results(&self) -> Option<Results<'_>> {
        Some(Results { other: self.args.other_forms(), ..Results::of(&self.output) })
    }

    fn run(&self, context: &mut Context) -> Result<Report, Failure> {
        self.args.refuse_output(&self.output)?;
        self.args.run(context)
    }
}

// Command whose run can also be saved. Not a doc comment, see above.
#[derive(Args, Debug)]
pub(crate) struct Saved<A: Args> {
    #[command(flatten)]
    args: A,
    #[command(flatten)]
    checkpoint: CheckpointArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl<A: Run + Args> CommandArgs for Saved<A> {
    fn files(&self, _: &Context) -> Result<Files, Failure> {
        self.checkpoint.files(Files::reading(self.args.inputs()))
    }

    fn results(&self) -> Option<Results<'_>> {
        Some(Results::of(&self.output))
    }

    fn run(&self, context: &mut Context) -> Result<Report, Failure> {
        context.program.source = self.checkpoint.source(context)?;
        self.args.run(context)
    }
}

// Command whose run can also be saved, sharded and merged. Not a doc comment, see above.
#[derive(Args, Debug)]
pub(crate) struct Sharded<A: Args> {
    #[command(flatten)]
    pub(crate) args: A,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

impl<A: Run + Args> CommandArgs for Sharded<A> {
    fn files(&self, _: &Context) -> Result<Files, Failure> {
        self.run.files(&self.args.inputs())
    }

    fn results(&self) -> Option<Results<'_>> {
        let other = self.args.other_forms();
        Some(Results { other, ..self.run.results(self.args.is_sample())? })
    }

    fn run(&self, context: &mut Context) -> Result<Report, Failure> {
        context.program.source = self.run.source(context)?;
        context.program.has_all_rows = self.results().is_some() && self.run.output.has_all_rows();
        self.args.run(context)
    }
}
