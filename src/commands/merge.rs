//! `setodds merge`: one result of many parts.
//!
//! Every part holds the command that it belongs to. `merge` runs that command with the blocks of
//! the parts, so the result is the one of an unsharded run.

use crate::cli::command::{CommandArgs, execute};
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::cli::files::Files;
use crate::cli::help::OUTPUT;
use crate::cli::parsed::{first_line, parse, refuse_foreign};
use crate::cli::parts::{ENDING, Parts, open_part, refuse_to_replace};
use crate::commands::enumerate::EnumerateArgs;
use crate::commands::play::PlayArgs;
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
/// All files must belong to the same run and together hold every block once. If some are missing,
/// the exit code is 3, so that a script can wait for them.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct MergeArgs {
    /// The files of all shards, or checkpoints
    #[arg(required = true, value_name = "SHARD")]
    files: Vec<PathBuf>,
    /// Accept missing shards, and report the coverage
    ///
    /// For random samples: an exact count needs all shards.
    #[arg(long)]
    allow_missing: bool,
    /// Write to FILE; a name ending in .part: one file for all shards given
    ///
    /// A .part that exists is replaced only if it is one of the shards given. Other names are those
    /// that the command itself takes; beside a CSV stands its record (x.run.json).
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    output: Vec<PathBuf>,
    /// Output format, as for the command that was sharded
    #[arg(long, value_name = "FORM", help_heading = OUTPUT)]
    format: Option<String>,
    /// The table of `play` to show or write
    #[arg(long, value_name = "NAME", help_heading = OUTPUT)]
    table: Option<String>,
}

impl CommandArgs for MergeArgs {
    /// Runs the command that the parts belong to, whose report is delivered as its own is.
    fn run(&self, context: &Context) -> Result<Report, Failure> {
        let command = open_part(&self.files[0])?.into_header().command;
        refuse_foreign(&command, &self.files[0], &context.line)?;
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
        let first = self.files[0].display().to_string();
        let unsuitable = |error: clap::Error| {
            usage_error!("cannot merge `{first}` with these options: {}", first_line(&error))
        };
        let (files, allow_missing) = (self.files.clone(), self.allow_missing);
        let parts = Some(Parts { files, command, allow_missing, outputs, as_part });
        match words.first().map_or("", |word| word) {
            "simulate" => {
                let mut args = parse::<SimulateArgs>(&words).map_err(unsuitable)?;
                args.run.parts = parts;
                execute(&args, context)?;
            }
            "enumerate" => {
                let mut args = parse::<EnumerateArgs>(&words).map_err(unsuitable)?;
                args.run.parts = parts;
                execute(&args, context)?;
            }
            "play" => {
                let mut args = parse::<PlayArgs>(&words).map_err(unsuitable)?;
                args.run.parts = parts;
                execute(&args, context)?;
            }
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

impl MergeArgs {
    /// The .part file that all parts are merged into, if that is what `-o` names.
    fn as_part(&self) -> Result<Option<PathBuf>, Failure> {
        let is_part = |path: &Path| path.extension().is_some_and(|ending| ending == ENDING);
        match &self.output[..] {
            [path] if is_part(path) => Ok(Some(path.clone())),
            paths if paths.iter().any(|path| is_part(path)) => {
                Err(usage_error!("a .part result needs exactly one -o"))
            }
            _ => Ok(None),
        }
    }

    /// The output options, as words for the merged command.
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
