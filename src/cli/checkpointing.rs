//! Command-line options that save a long run or split it into shards, and the source of its blocks.

use crate::cli::files::Files;
use crate::cli::help::RUNNING;
use crate::cli::output::{OutputArgs, Results, is_stdout};
use crate::cli::parsed::refuse_foreign;
use crate::cli::saved::{Checkpoint, Saved, SavedError, SavedErrorKind};
use crate::cli::source::{Checkpointing, Parts, Source};
use crate::commands::context::Context;
use crate::commands::failure::{Failure, OrFail};
use crate::run::Shard;
use clap::{Arg, Args};
use std::path::{Path, PathBuf};
use std::str::FromStr;

// Not a doc comment: clap would show it as the help of commands with this option.
#[derive(Args, Debug)]
pub(crate) struct CheckpointArgs {
    /// Save progress to FILE and resume from it
    ///
    /// Saved every 30 seconds, with any seed; give the same command again to resume.
    #[arg(long, value_name = "FILE", help_heading = RUNNING)]
    checkpoint: Option<PathBuf>,
}

/// Extends the help text of the option `--checkpoint` for commands whose finished runs can be
/// extended.
pub(crate) fn extensible(checkpoint: Arg) -> Arg {
    let help = checkpoint.get_long_help().map(ToString::to_string).unwrap_or_default();
    checkpoint.long_help(format!("{help} You may raise the number of deals or games."))
}

// Not a doc comment: clap would show it as the help of commands with these options.
#[derive(Args, Debug)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    checkpoint: CheckpointArgs,
    /// Compute only shard I of N, such as 3/64, into the file of -o
    ///
    /// Needs -o, a file for `setodds merge` such as 3.part, which is also the checkpoint; deals and
    /// games also need --seed. I counts from 1; `auto` gets it from the scheduler, and N from MPI
    /// or `SETODDS_SHARDS`. See `setodds jobscript`.
    #[arg(long, value_name = "I/N", conflicts_with = "checkpoint", hide_short_help = true,
          help_heading = RUNNING, allow_hyphen_values = true)]
    shard: Option<ShardName>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    /// The partial results to merge instead of computing a result, or `None`.
    #[arg(skip)]
    pub(crate) parts: Option<Parts>,
}

/// Value of the option `--shard`; `auto` reads the shard from the scheduler's environment
/// variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShardName {
    Auto,
    This(Shard),
}

impl FromStr for ShardName {
    type Err = crate::run::ShardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "auto" { Ok(Self::Auto) } else { text.parse().map(Self::This) }
    }
}

/// Environment variables of schedulers: for each scheduler the variable with the task number, the
/// number of the first task, and the variable with the number of shards.
///
/// A rerun submits an array of only the failed tasks, so `SLURM_ARRAY_TASK_COUNT`, `_MIN` and
/// `_MAX` do not give the number of shards.
const SCHEDULERS: [(&str, u64, &str); 4] = [
    ("SLURM_ARRAY_TASK_ID", 1, "SETODDS_SHARDS"),
    ("OMPI_COMM_WORLD_RANK", 0, "OMPI_COMM_WORLD_SIZE"),
    ("JOB_COMPLETION_INDEX", 0, "SETODDS_SHARDS"),
    ("PARALLEL_SEQ", 1, "SETODDS_SHARDS"),
];

/// Returns the shard given by the scheduler's environment variables.
fn shard_of_scheduler(environment: impl Fn(&str) -> Option<String>) -> Result<Shard, Failure> {
    let found = SCHEDULERS.into_iter().find(|(task, ..)| environment(task).is_some());
    let Some((task, first, count)) = found else {
        return Err(usage_error!(
            "`--shard auto` asks a scheduler, but none of SLURM_ARRAY_TASK_ID, \
             OMPI_COMM_WORLD_RANK, JOB_COMPLETION_INDEX and PARALLEL_SEQ is set; give the shard, \
             like 3/64"
        ));
    };
    let number = |name: &str| -> Result<u64, Failure> {
        let text = environment(name).ok_or_else(|| {
            usage_error!(
                "`--shard auto` takes the shard from {task} and the number of all shards from \
                 {name}, which is not set; set it, like {name}=64"
            )
        })?;
        let parsed = text.trim().parse();
        parsed.map_err(|_| usage_error!("{name} is `{text}`, which is not a number"))
    };
    let (number, all) = (number(task)?, number(count)?);
    let before = number.checked_sub(first).ok_or_else(|| {
        usage_error!("{task} is {number}, and shards are numbered from {first} to {all}")
    })?;
    Shard::new(before.saturating_add(1), all).or_usage()
}

impl Source {
    /// Locks and reads the file in which a run or a shard is saved. Returns [`Source::Computed`] if
    /// `path` is `None`: the run is not saved.
    fn saved_in(
        path: Option<&Path>,
        shard: Option<Shard>,
        context: &Context,
    ) -> Result<Self, Failure> {
        let Some(path) = path else { return Ok(Self::Computed) };
        Checkpointing::take(path, shard, context).map(Box::new).map(Self::Saved)
    }
}

impl CheckpointArgs {
    /// Returns the path given with the option `--checkpoint`, or `None`. Fails if it means stdout.
    pub(crate) fn path(&self) -> Result<Option<&Path>, Failure> {
        match &self.checkpoint {
            Some(path) if is_stdout(path) => {
                Err(usage_error!("a checkpoint is a file; `{}` is stdout", path.display()))
            }
            path => Ok(path.as_deref()),
        }
    }

    /// Adds the checkpoint, if the user gave one, to the list of files that a command uses.
    pub(crate) fn files(&self, mut files: Files) -> Result<Files, Failure> {
        self.path()?.map_or(Ok(()), |path| files.save_to(path))?;
        Ok(files)
    }

    /// Locks and reads the checkpoint, if the user gave one, and returns the source of the run's
    /// blocks.
    pub(crate) fn source(&self, context: &Context) -> Result<Source, Failure> {
        Source::saved_in(self.path()?, None, context)
    }
}

impl RunArgs {
    /// Returns the path of the file in which the run is saved: for a shard the path given with
    /// `-o`, otherwise that of `--checkpoint`, or `None` if the run is not saved.
    fn path(&self) -> Result<Option<&Path>, Failure> {
        match (self.shard, &self.output.paths()[..]) {
            (None, _) => self.checkpoint.path(),
            (Some(_), &[path]) if !is_stdout(path) => Ok(Some(path)),
            (Some(_), _) => Err(usage_error!(
                "a shard goes to one file, from which it can resume; give one -o, like -o 3.part"
            )),
        }
    }

    /// Returns the list of files that the run uses: the partial results to merge, or the inputs and
    /// the file in which the run is saved.
    pub(crate) fn files(&self, inputs: &[&Path]) -> Result<Files, Failure> {
        if let Some(parts) = &self.parts {
            return Ok(Files::reading(&parts.files));
        }
        let mut files = Files::reading(inputs);
        self.path()?.map_or(Ok(()), |path| files.save_to(path))?;
        Ok(files)
    }

    /// Returns the destinations of the result, or `None` for a shard and for a merge whose result
    /// is again a partial result. An interrupted sample writes a partial result, unless the run is
    /// saved.
    pub(crate) fn results(&self, is_sample: bool) -> Option<Results<'_>> {
        let has_result = match &self.parts {
            Some(parts) => parts.as_part.is_none(),
            None => self.shard.is_none(),
        };
        let is_saved = self.parts.is_some() || self.checkpoint.checkpoint.is_some();
        let may_be_partial = is_sample && !is_saved;
        has_result.then(|| Results { may_be_partial, ..Results::of(&self.output) })
    }

    /// Returns the source of the run's blocks: partial results to merge, or computation. Locks and
    /// reads the file in which the run is saved.
    pub(crate) fn source(&self, context: &Context) -> Result<Source, Failure> {
        if let Some(parts) = &self.parts {
            return Ok(Source::Merged(parts.clone()));
        }
        let variable = |name: &str| std::env::var(name).ok().filter(|it| !it.is_empty());
        let shard = match self.shard {
            None => None,
            Some(ShardName::This(shard)) => Some(shard),
            Some(ShardName::Auto) => Some(shard_of_scheduler(variable)?),
        };
        Source::saved_in(self.path()?, shard, context)
    }
}

/// Returns the failure for a file from which no run can be resumed. The message suggests a remedy.
pub(crate) fn resume_error(error: &SavedError) -> Failure {
    use SavedErrorKind::{Foreign, NoFile, Unreadable};
    let remedy = match error.reason {
        Foreign | NoFile | Unreadable(_) => "name another file",
        _ => "name another file, or delete it to start again",
    };
    usage_error!("{error}; {remedy}")
}

impl Checkpointing {
    /// Locks and reads a file in which a run or a shard is saved.
    fn take(path: &Path, shard: Option<Shard>, context: &Context) -> Result<Self, Failure> {
        let checkpoint = Checkpoint::take(path, shard)?;
        if let Some(error) = checkpoint.unlocked() {
            context.warning(format_args!(
                "the file system cannot lock `{}` ({error}); make sure that no other \
                 process uses it",
                path.display()
            ));
        }
        let saved =
            checkpoint.saved().map_err(|error| resume_error(&error))?.map(Saved::into_header);
        if let Some(header) = &saved {
            refuse_foreign(&header.command, path, &context.program.line)?;
        }
        Ok(Self { checkpoint, saved })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedulers_say_which_shard() {
        let slurm = |id| [("SLURM_ARRAY_TASK_ID", id), ("SETODDS_SHARDS", "8")];
        // The environment of a rerun of task 3 alone.
        let alone = [
            ("SLURM_ARRAY_TASK_ID", "3"),
            ("SLURM_ARRAY_TASK_MIN", "3"),
            ("SLURM_ARRAY_TASK_MAX", "3"),
            ("SLURM_ARRAY_TASK_COUNT", "1"),
        ];
        let alone_of_eight = [&alone[..], &[("SETODDS_SHARDS", "8")]].concat();
        for (variables, expected) in [
            (&slurm("1")[..], Some("1/8")),
            (&slurm("8"), Some("8/8")),
            (&slurm("9"), None),
            (&slurm("0"), None),
            (&slurm("x"), None),
            (&alone_of_eight, Some("3/8")),
            (&alone, None),
            (&[("JOB_COMPLETION_INDEX", "0"), ("SETODDS_SHARDS", "64")], Some("1/64")),
            (&[("JOB_COMPLETION_INDEX", "0")], None),
            (&[("PARALLEL_SEQ", "64"), ("SETODDS_SHARDS", "64")], Some("64/64")),
            (&[("OMPI_COMM_WORLD_RANK", "1"), ("OMPI_COMM_WORLD_SIZE", "2")], Some("2/2")),
            (&[], None),
        ] {
            let value = |name: &str| {
                variables.iter().find(|(key, _)| *key == name).map(|it| it.1.to_owned())
            };
            let shard = shard_of_scheduler(value).map(|shard| shard.to_string()).ok();
            assert_eq!(shard.as_deref(), expected, "{variables:?}");
        }
    }
}
