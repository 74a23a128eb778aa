//! `setodds merge`: merges parts into one result.
//!
//! Every part holds the command that it belongs to. `merge` runs that command with the blocks of
//! the parts, so the result equals that of an unsharded run.

use crate::cli::command::{CommandArgs, Sharded, execute};
use crate::cli::files::Files;
use crate::cli::help::OUTPUT;
use crate::cli::parsed::{first_line, parse, refuse_foreign};
use crate::cli::parts::{PART_EXTENSION, open_part, refuse_to_replace};
use crate::cli::source::Parts;
use crate::commands::context::Context;
use crate::commands::enumerate::EnumerateArgs;
use crate::commands::failure::Failure;
use crate::commands::play::PlayArgs;
use crate::commands::run::Run;
use crate::commands::simulate::SimulateArgs;
use crate::report::result::Report;
use clap::Args;
use std::path::{Path, PathBuf};

const AFTER_HELP: &str = "\
Examples:
  setodds merge parts/*.part -o sets.csv
  setodds merge parts/*.part --allow-missing  the shards so far
  setodds merge parts/*.part -o games/        of `play`: a directory
  setodds merge parts/1*.part -o some.part    one file for many shards";

/// Merge shards into exactly what one machine would have written.
///
/// All shards must belong to the same run. If some are missing, the exit code is 3.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct MergeArgs {
    /// Shard files, or a checkpoint
    #[arg(required = true, value_name = "SHARD")]
    files: Vec<PathBuf>,
    /// Merge although shards are missing (simulate and play only), and say how much is covered
    #[arg(long)]
    allow_missing: bool,
    /// Write to FILE, as for the sharded command; a .part combines shards
    ///
    /// A CSV gets a record (x.run.json).
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    output: Vec<PathBuf>,
    /// Output format, as for the sharded command
    #[arg(long, value_name = "FORM", help_heading = OUTPUT)]
    format: Option<String>,
    /// The table of `play` to show or write
    #[arg(long, value_name = "NAME", help_heading = OUTPUT)]
    table: Option<String>,
}

impl CommandArgs for MergeArgs {
    /// Runs the command that is recorded in the parts. It delivers its report as usual.
    fn run(&self, context: &mut Context) -> Result<Report, Failure> {
        let command = open_part(&self.files[0])?.into_header().command;
        refuse_foreign(&command, &self.files[0], &context.program.line)?;
        let as_part = self.as_part()?;
        let outputs = match &as_part {
            Some(path) => {
                if self.format.is_some() || self.table.is_some() {
                    return Err(usage_error!(
                        "a .part has one form; leave out --format and --table, or give -o another \
                         ending"
                    ));
                }
                refuse_to_replace(path, &Files::reading(&self.files))?;
                Vec::new()
            }
            None => self.options()?,
        };
        let words = [&command[..], &outputs].concat();
        let (files, allow_missing) = (self.files.clone(), self.allow_missing);
        let parts = Parts { files, command, allow_missing, outputs, as_part };
        match words.first().map_or("", |word| word) {
            "simulate" => merge::<SimulateArgs>(&words, parts, context)?,
            "enumerate" => merge::<EnumerateArgs>(&words, parts, context)?,
            "play" => merge::<PlayArgs>(&words, parts, context)?,
            other => {
                return Err(usage_error!(
                    "`setodds {other}` cannot be sharded, so it has no parts to merge; it resumes \
                     from its checkpoint"
                ));
            }
        }
        Ok(Report::default())
    }
}

/// Runs a command with the finished blocks of its parts.
fn merge<A: Run + Args>(
    words: &[String],
    parts: Parts,
    context: &mut Context,
) -> Result<(), Failure> {
    let mut command = parse::<Sharded<A>>(words).map_err(|error| {
        let (first, reason) = (parts.files[0].display(), first_line(&error));
        usage_error!("cannot merge `{first}` with these options: {reason}")
    })?;
    command.run.parts = Some(parts);
    execute(&command, context)
}

impl MergeArgs {
    /// Returns the name of the .part file into which all parts are merged, or `None` if `-o` names
    /// no such file.
    fn as_part(&self) -> Result<Option<PathBuf>, Failure> {
        let is_part = |path: &Path| path.extension().is_some_and(|ending| ending == PART_EXTENSION);
        match &self.output[..] {
            [path] if is_part(path) => Ok(Some(path.clone())),
            paths if paths.iter().any(|path| is_part(path)) => {
                Err(usage_error!("a .part result needs exactly one -o"))
            }
            _ => Ok(None),
        }
    }

    /// Returns the output options as words for the command that is merged.
    fn options(&self) -> Result<Vec<String>, Failure> {
        let text = |path: &PathBuf| match path.to_str() {
            Some(text) => Ok(format!("--output={text}")),
            None => Err(usage_error!(
                "`{}` is not a valid file name; give one in UTF-8",
                path.display()
            )),
        };
        let outputs = self.output.iter().map(text).collect::<Result<Vec<_>, _>>()?;
        let option =
            |name, value: &Option<String>| value.as_ref().map(|it| format!("--{name}={it}"));
        let others = [option("format", &self.format), option("table", &self.table)];
        Ok(outputs.into_iter().chain(others.into_iter().flatten()).collect())
    }
}
