//! Saves long runs: resumes them, splits them into shards, and merges parts.

use crate::cli::checkpointing::resume_error;
use crate::cli::saved::{Checkpoint, SavedError, SavedErrorKind};
use crate::cli::source::{Checkpointing, Source};
use crate::commands::context::Context;
use crate::commands::failure::Failure;
use crate::commands::long_run::{Compute, LongRun, Reached, RunEnd};
use crate::commands::progress::Describe;
use crate::report::escape::line;
use crate::report::number::{count, grouped};
use crate::report::provenance::{command_line, shell_words};
use crate::report::spent::ComputeTime;
use crate::run::{Blocks, Partial, Plan, SavedTally};
use crate::stats::to_float;

/// Formats how much of a saved run is done, and the command that resumes it; `all` is the total,
/// such as `100 deals`.
pub(crate) fn resume_instructions(
    done: u128,
    all: &str,
    checkpoint: &Checkpoint,
    context: &Context,
) -> String {
    let (done, path) = (grouped(done), line(&checkpoint.path().display().to_string()));
    let command = line(&command_line(context.command_words(None)));
    format!("after {done} of {all}, which are saved in `{path}`; to resume:\n{command}")
}

impl LongRun<'_> {
    fn source(&self) -> &Source {
        &self.context.program.source
    }

    /// Returns the checkpoint in which the run is saved, or `None`.
    pub(crate) fn checkpointing(&self) -> Option<&Checkpointing> {
        self.source().checkpointing()
    }

    /// Returns the compute time of the earlier runs that a checkpoint records.
    pub(crate) fn spent_before(&self) -> Vec<ComputeTime> {
        let saved = self.checkpointing().and_then(|it| it.saved.as_ref());
        saved.map(|saved| saved.spent.clone()).unwrap_or_default()
    }

    /// Returns the `setodds` command that computes a merged result, or `None` if nothing is merged.
    pub(crate) fn command_of_merge(&self) -> Option<String> {
        let Source::Merged(parts) = self.source() else { return None };
        let program = ["setodds".to_owned()];
        Some(shell_words(program.iter().chain(&self.words).chain(&parts.outputs)))
    }

    /// Returns the fraction of a plan that this run has to compute: all blocks except those of
    /// other shards and those already saved; 0 for a merge.
    pub(crate) fn left_to_compute(&self, plan: &Plan) -> f64 {
        if matches!(self.source(), Source::Merged(_)) {
            return 0.0;
        }
        let units = |blocks: &Blocks| to_float(plan.units_of(blocks));
        let shard = self.checkpointing().and_then(|it| it.checkpoint.shard());
        let wanted = units(&shard.map_or_else(|| plan.all_blocks(), |shard| shard.blocks(plan)));
        let saved = self.checkpointing().and_then(|it| it.saved.as_ref());
        let done = saved.map_or(0.0, |saved| units(&saved.finished));
        (wanted - done).max(0.0) / to_float(plan.units()).max(1.0)
    }

    /// Resumes a saved run, or merges its parts, as described at [`LongRun::reach`].
    pub(crate) fn reach_saved<T: SavedTally>(
        &self,
        plan: &Plan,
        fits: &dyn Fn(&Partial<T>) -> bool,
        describe: &dyn Describe<T>,
        compute: &Compute<'_, T>,
    ) -> Result<Option<Reached<T>>, Failure> {
        let saved = match self.source() {
            Source::Computed => unreachable!("such a run is not saved"),
            Source::Saved(saved) => saved,
            Source::Merged(parts) => {
                let merged = parts.merge(plan, fits, &self.words, self.unit, self.context)?;
                return Ok(merged.map(|(partial, spent)| Reached {
                    before: partial.units_done(),
                    end: if partial.is_complete() { RunEnd::Complete } else { RunEnd::Missing },
                    partial,
                    spent,
                }));
            }
        };
        let checkpoint = &saved.checkpoint;
        let mut partial = resumed(saved, plan, fits)?;
        let before = partial.units_done();
        let shard = checkpoint.shard();
        let wanted = shard.map_or_else(|| plan.all_blocks(), |shard| shard.blocks(plan));
        let units = plan.units_of(&wanted);
        self.show_resumed(checkpoint, before, units);
        let spent = |partial: &Partial<T>| self.spent(partial.units_done() - before);
        let save = |partial: &Partial<T>| {
            let saved = checkpoint
                .is_due()
                .then(|| checkpoint.save(partial, &self.words, spent(partial)))?;
            saved.err().map(|error| checkpoint.not_saved(&error))
        };
        let amount = (units, self.unit);
        let end = self.watch(&mut partial, &wanted, amount, describe, &save, compute)?.into();
        let spent = spent(&partial);
        let has_result = self.save(checkpoint, (&partial, &spent), (before, units), end)?;
        Ok(has_result.then_some(Reached { partial, before, end, spent }))
    }

    /// Saves a run at its end. Returns whether the run has a result to write; a shard has none.
    /// Fails if the run was interrupted, with the command that resumes it.
    fn save<T: SavedTally>(
        &self,
        checkpoint: &Checkpoint,
        (partial, spent): (&Partial<T>, &[ComputeTime]),
        (before, units): (u128, u128),
        end: RunEnd,
    ) -> Result<bool, Failure> {
        let saved = checkpoint.save(partial, &self.words, spent.to_vec());
        let done = partial.units_done();
        let path = checkpoint.path().display();
        let units = count(units, self.unit);
        match (saved, checkpoint.shard()) {
            (Err(error), None) if end == RunEnd::Complete => {
                // A failure to save is only a warning, since the result itself is complete.
                self.context.warning(error);
            }
            (Err(error), _) => {
                return Err(Failure::Failed(format!(
                    "{error}; what was done since the last checkpoint is lost"
                )));
            }
            (Ok(()), _) if end == RunEnd::Interrupted => {
                let text = resume_instructions(done, &units, checkpoint, self.context);
                return Err(self.context.stopped(done > before, text));
            }
            (Ok(()), Some(shard)) => {
                self.context.note(format_args!("shard {shard} is complete: {units} in `{path}`"));
            }
            (Ok(()), None) => {}
        }
        Ok(checkpoint.shard().is_none())
    }

    fn show_resumed(&self, checkpoint: &Checkpoint, before: u128, units: u128) {
        if before > 0 {
            self.context.note(format_args!(
                "resuming from `{}`, which has {} of {}",
                checkpoint.path().display(),
                grouped(before),
                count(units, self.unit)
            ));
        }
    }
}

/// Returns the saved partial result of a plan, or an empty one.
fn resumed<T: SavedTally>(
    Checkpointing { checkpoint, saved }: &Checkpointing,
    plan: &Plan,
    fits: &dyn Fn(&Partial<T>) -> bool,
) -> Result<Partial<T>, Failure> {
    if saved.is_none() {
        return Ok(Partial::new(plan.clone()));
    }
    let partial = checkpoint.resume(plan).map_err(|error| resume_error(&error))?;
    if !fits(&partial) {
        let (path, reason) = (checkpoint.path().to_owned(), SavedErrorKind::Tally);
        return Err(resume_error(&SavedError { path, reason }));
    }
    Ok(partial)
}
