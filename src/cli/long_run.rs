//! Long runs: a result that is computed here, resumed, split into shards or merged from parts, and
//! the ways in which a run ends.

use crate::cli::checkpointing::{Checkpointing, Source, unusable};
use crate::cli::context::Context;
use crate::cli::failure::{Failure, OrFail};
use crate::cli::file::TargetError;
use crate::cli::progress::{Describe, Progress};
use crate::cli::provenance::Clock;
use crate::cli::saved::{Checkpoint, SavedError, SavedErrorKind};
use crate::cli::signals::Stop;
use crate::deal::{InstructionSet, Seed};
use crate::report::escape::line;
use crate::report::number::{count, grouped};
use crate::report::provenance::{
    ComputationDetails, Provenance, Randomness, Run, Work, command_line, shell_words,
};
use crate::report::result::{End, Report};
use crate::report::spent::ComputeTime;
use crate::run::{
    Blocks, Observer, Outcome, Partial, Plan, RunError, SavedTally, StopFlag, ThreadPool, Threads,
};
use crate::stats::{Confidence, to_float};
use crate::tally::Merge;

/// Returns how far a saved run came and how to resume it; `all` are its units, in words.
pub(crate) fn saved_so_far(
    done: u128,
    all: &str,
    checkpoint: &Checkpoint,
    context: &Context,
) -> String {
    let (done, path) = (grouped(done), line(&checkpoint.path().display().to_string()));
    let command = line(&command_line(context.command_words(None)));
    format!("after {done} of {all}, which are saved in `{path}`; to resume:\n{command}")
}

/// A long run: everything but the computation itself.
pub(crate) struct LongRun<'a> {
    pub(crate) context: &'a Context,
    pub(crate) clock: Clock,
    pub(crate) threads: Threads,
    /// The threads that compute; one where parts are merged.
    pub(crate) pool: ThreadPool,
    /// What a unit is: `deal`, `game`.
    unit: &'static str,
    /// The command, with only the options that determine the result.
    pub(crate) words: Vec<String>,
    pub(crate) source: Source<'a>,
    pub(crate) stop: Stop,
}

/// A result to be shown, which may be a partial one.
pub(crate) struct Reached<T> {
    pub(crate) partial: Partial<T>,
    /// The units that were loaded, not computed here.
    pub(crate) before: u128,
    pub(crate) end: RunEnd,
    /// The time that it took, in this run and in earlier ones.
    pub(crate) spent: Vec<ComputeTime>,
}

/// How a run has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RunEnd {
    /// All units are done.
    Complete,
    /// The run was interrupted by Ctrl-C, without a checkpoint.
    Interrupted,
    /// Parts are missing, as `--allow-missing` accepts.
    Missing,
}

/// How blocks are computed: adds the wanted ones to the partial result and calls the observer.
pub(crate) type Compute<'a, T> =
    dyn Fn(&mut Partial<T>, &Blocks, &StopFlag, &Observer<'_, T>) -> Result<Outcome, RunError> + 'a;

impl<'a> LongRun<'a> {
    pub(crate) fn new(
        context: &'a Context,
        source: Source<'a>,
        words: Vec<String>,
        unit: &'static str,
        threads: Threads,
    ) -> Result<Self, Failure> {
        let (clock, stop) = (Clock::start(), context.stop()?);
        let (words, working) = match &source {
            Source::Computed(_) => (words, threads),
            Source::Merged(parts) => (parts.command.clone(), Threads::ONE),
        };
        let pool = ThreadPool::new(working).or_failed()?;
        Ok(Self { context, clock, threads, pool, unit, words, source, stop })
    }

    /// The fraction of a plan's work that is left for this run: without other shards, and without
    /// what is saved.
    pub(crate) fn left_of(&self, plan: &Plan) -> f64 {
        let Source::Computed(checkpointing) = &self.source else { return 0.0 };
        let units = |blocks: &Blocks| to_float(plan.units_of(blocks));
        let checkpointing = checkpointing.as_ref();
        let shard = checkpointing.and_then(|it| it.checkpoint.shard());
        let wanted = units(&shard.map_or_else(|| plan.all_blocks(), |shard| shard.blocks(plan)));
        let saved = checkpointing.and_then(|it| it.saved.as_ref());
        let done = saved.map_or(0.0, |saved| units(&saved.finished));
        (wanted - done).max(0.0) / to_float(plan.units()).max(1.0)
    }

    /// The time that a result took, according to its checkpoint, and that of this run, if it did
    /// any units.
    pub(crate) fn spent(&self, units: u128) -> Vec<ComputeTime> {
        let saved = self.source.checkpointing().and_then(|it| it.saved.as_ref());
        let before = saved.map(|saved| saved.spent.clone()).unwrap_or_default();
        let own = (units > 0).then(|| self.clock.spent(units, self.threads));
        ComputeTime::added_up(before.into_iter().chain(own))
    }

    /// The command line that makes the result.
    fn command(&self, seed: Option<Seed>) -> String {
        match &self.source {
            Source::Computed(_) => self.context.command(seed),
            Source::Merged(parts) => {
                let program = ["setodds".to_owned()];
                shell_words(program.iter().chain(&self.words).chain(&parts.outputs))
            }
        }
    }

    /// Runs a plan whose blocks `compute` computes, until it is complete or interrupted, or merges
    /// its parts. Returns `None` for a shard, whose result is in its file. `fits` says whether the
    /// tallies of a file can be those of its blocks.
    pub(crate) fn reach<T: SavedTally>(
        &self,
        plan: &Plan,
        fits: &dyn Fn(&Partial<T>) -> bool,
        describe: &dyn Describe<T>,
        compute: &Compute<'_, T>,
    ) -> Result<Option<Reached<T>>, Failure> {
        if let Source::Merged(parts) = &self.source {
            let merged = parts.merge(plan, fits, &self.words, self.unit, self.context)?;
            return Ok(merged.map(|(partial, spent)| Reached {
                before: partial.units_done(),
                end: if partial.is_complete() { RunEnd::Complete } else { RunEnd::Missing },
                partial,
                spent,
            }));
        }
        let mut partial = self.saved(plan, fits)?;
        let before = partial.units_done();
        let checkpoint = self.source.checkpointing().map(|it| &it.checkpoint);
        let shard = checkpoint.and_then(Checkpoint::shard);
        let wanted = shard.map_or_else(|| plan.all_blocks(), |shard| shard.blocks(plan));
        let units = plan.units_of(&wanted);
        self.tell_of_what_is_there(checkpoint, before, units);
        let spent = |partial: &Partial<T>| self.spent(partial.units_done() - before);
        let save = |partial: &Partial<T>| match checkpoint.filter(|it| it.is_due()) {
            Some(checkpoint) => checkpoint.save(partial, &self.words, spent(partial)),
            None => Ok(()),
        };
        let amount = (units, self.unit);
        let outcome = self.watch(&mut partial, &wanted, amount, describe, &save, compute)?;
        let end = match outcome {
            Outcome::Complete => RunEnd::Complete,
            Outcome::Interrupted => RunEnd::Interrupted,
        };
        let spent = spent(&partial);
        let has_result = match checkpoint {
            Some(checkpoint) => self.save(checkpoint, (&partial, &spent), (before, units), end)?,
            None => true,
        };
        Ok(has_result.then_some(Reached { partial, before, end, spent }))
    }

    /// Returns the blocks of a plan that are saved: none without a file.
    fn saved<T: SavedTally>(
        &self,
        plan: &Plan,
        fits: &dyn Fn(&Partial<T>) -> bool,
    ) -> Result<Partial<T>, Failure> {
        let Some(Checkpointing { checkpoint, saved: Some(_) }) = self.source.checkpointing() else {
            return Ok(Partial::new(plan.clone()));
        };
        let partial = checkpoint.resume(plan).map_err(|error| unusable(&error))?;
        if !fits(&partial) {
            let (path, reason) = (checkpoint.path().to_owned(), SavedErrorKind::Tally);
            return Err(unusable(&SavedError { path, reason }));
        }
        Ok(partial)
    }

    /// Computes the wanted blocks, `units` units in all, shows the progress, and saves when it is
    /// due.
    pub(crate) fn watch<T: Merge>(
        &self,
        partial: &mut Partial<T>,
        wanted: &Blocks,
        (units, unit): (u128, &'static str),
        describe: &dyn Describe<T>,
        save_if_due: &(dyn Fn(&Partial<T>) -> Result<(), TargetError> + Sync),
        compute: &Compute<'_, T>,
    ) -> Result<Outcome, Failure> {
        let progress =
            Progress::new(unit, describe, self.context).from(partial.units_done(), units);
        let observer = |partial: &Partial<T>| {
            progress.show(partial);
            if let Err(error) = save_if_due(partial) {
                let saved = match self.source.checkpointing() {
                    Some(it) if it.checkpoint.path().is_file() => "the checkpoint before is good",
                    _ => "nothing is saved yet",
                };
                progress.warn(format_args!("{error}; {saved}, and the run continues"));
            }
        };
        let outcome = compute(partial, wanted, &self.stop.cancel, &observer);
        progress.finish();
        outcome.or_failed()
    }

    /// Saves the run at its end, and returns whether it has a result to deliver.
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
                // The result itself is complete, so this is only a warning.
                self.context.warning(error);
            }
            (Err(error), _) => {
                return Err(Failure::Failed(format!(
                    "{error}; what was done since the last checkpoint is lost"
                )));
            }
            (Ok(()), _) if end == RunEnd::Interrupted => {
                let text = saved_so_far(done, &units, checkpoint, self.context);
                return Err(self.stop.failure(done > before, text));
            }
            (Ok(()), Some(shard)) => {
                self.context.note(format_args!("shard {shard} is complete: {units} in `{path}`"));
            }
            (Ok(()), None) => {}
        }
        Ok(checkpoint.shard().is_none())
    }

    fn tell_of_what_is_there(&self, checkpoint: Option<&Checkpoint>, before: u128, units: u128) {
        if let Some(checkpoint) = checkpoint.filter(|_| before > 0) {
            self.context.note(format_args!(
                "resuming from `{}`, which has {} of {}",
                checkpoint.path().display(),
                grouped(before),
                count(units, self.unit)
            ));
        }
    }

    /// Returns the result of the run. That of an interrupted one covers a part, which is a valid
    /// sample, but not the one that was asked for.
    pub(crate) fn finished<T: SavedTally>(
        &self,
        reached: &Reached<T>,
        mut result: Report,
    ) -> Report {
        if reached.end == RunEnd::Interrupted {
            let done = count(reached.partial.units_done(), self.unit);
            result.end = End::Partial(format!("after {done}: the result covers only these"));
        }
        result
    }

    /// The provenance of a result: its engine and instructions, and its confidence level.
    pub(crate) fn provenance<T: SavedTally>(
        &self,
        reached: &Reached<T>,
        randomness: Option<Randomness>,
        (engine, instructions): (String, InstructionSet),
        confidence: Option<Confidence>,
    ) -> Provenance {
        let (partial, plan) = (&reached.partial, reached.partial.plan());
        let (done, before) = (partial.units_done(), reached.before);
        // A run that did nothing itself, with parts that do not say what they took.
        let unknown = [self.clock.spent(0, self.threads)];
        let spent = if reached.spent.is_empty() { &unknown } else { &reached.spent[..] };
        let command = self.command(randomness.as_ref().map(|it| Seed(it.seed)));
        let computation = ComputationDetails {
            without: None,
            job: plan.job().to_string(),
            randomness,
            counting: None,
            strategy: None,
            engine,
            instruction_set: instructions.name(),
            confidence: confidence.map(Confidence::level),
            until: None,
            work: Work {
                planned: plan.units(),
                done,
                before,
                complete: partial.is_complete(),
                blocks: plan.blocks(),
                units_per_block: plan.units_per_block(),
            },
            run: Run::of(spent, done),
        };
        Provenance::new(command, computation)
    }
}
