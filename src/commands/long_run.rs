//! Runs a long computation block by block, and handles all ways in which a run can end.

use crate::commands::context::Context;
use crate::commands::failure::{Failure, OrFail};
use crate::commands::progress::{Describe, Progress};
use crate::commands::provenance::Clock;
use crate::deal::{InstructionSet, Seed};
use crate::pack::Pack;
use crate::report::number::count;
use crate::report::provenance::{ComputationDetails, Provenance, Randomness, Run, Work};
use crate::report::result::{End, Report};
use crate::report::spent::ComputeTime;
use crate::run::{
    Blocks, Observer, Outcome, Partial, Plan, RunError, SavedTally, StopFlag, ThreadPool, Threads,
};
use crate::stats::Confidence;
use crate::tally::Merge;

/// Long run of a computation: context, clock, threads and stop flag, but not the computation
/// itself.
pub(crate) struct LongRun<'a> {
    pub(crate) context: &'a Context,
    pub(crate) clock: Clock,
    pub(crate) threads: Threads,
    /// The threads that compute; a single thread when parts are merged.
    pub(crate) pool: ThreadPool,
    /// The name of a work unit, such as `deal` or `game`.
    pub(crate) unit: &'static str,
    stop: StopFlag,
    /// The words of the command line, with only the options that determine the result.
    #[cfg(feature = "cli")]
    pub(crate) words: Vec<String>,
}

/// The result of a run, which may be partial.
pub(crate) struct Reached<T> {
    pub(crate) partial: Partial<T>,
    /// The number of units loaded from a checkpoint instead of computed.
    pub(crate) before: u128,
    pub(crate) end: RunEnd,
    /// The time spent on the result, in this and in earlier runs.
    pub(crate) spent: Vec<ComputeTime>,
}

/// Way in which a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RunEnd {
    /// All units of the plan are done.
    Complete,
    /// The run was interrupted by Ctrl-C, without a checkpoint.
    Interrupted,
    /// Some shards are missing, which `--allow-missing` permits.
    Missing,
}

impl From<Outcome> for RunEnd {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Complete => Self::Complete,
            Outcome::Interrupted => Self::Interrupted,
        }
    }
}

/// Function that computes the given blocks, adds them to a partial result, and calls the observer.
pub(crate) type Compute<'a, T> =
    dyn Fn(&mut Partial<T>, &Blocks, &StopFlag, &Observer<'_, T>) -> Result<Outcome, RunError> + 'a;

impl<'a> LongRun<'a> {
    /// Begins a run on a deck. `seed` is the random seed of the run, if it has one. At most as many
    /// threads are started as there are blocks.
    #[cfg_attr(not(feature = "cli"), expect(unused_variables))]
    pub(crate) fn new(
        context: &'a Context,
        unit: &'static str,
        (threads, blocks): (Threads, u64),
        seed: Option<Seed>,
        pack: &Pack,
    ) -> Result<Self, Failure> {
        let (clock, stop) = (Clock::start(), context.stop()?);
        #[cfg(feature = "cli")]
        let (words, working) = context.program.words(threads, seed, pack);
        #[cfg(not(feature = "cli"))]
        let working = threads;
        let pool = ThreadPool::new(working.for_blocks(blocks)).or_failed()?;
        Ok(Self {
            context,
            clock,
            threads,
            pool,
            unit,
            stop,
            #[cfg(feature = "cli")]
            words,
        })
    }

    /// Returns the time spent on a result, including earlier runs. This run computed `units` units.
    pub(crate) fn spent(&self, units: u128) -> Vec<ComputeTime> {
        #[cfg(feature = "cli")]
        let before = self.spent_before();
        #[cfg(not(feature = "cli"))]
        let before = Vec::new();
        let own = (units > 0).then(|| self.clock.spent(units, self.threads));
        ComputeTime::merged(before.into_iter().chain(own))
    }

    /// Runs a plan until it is complete or interrupted, or merges its parts. Returns `None` for a
    /// shard, whose result is written to a file. `fits` checks whether loaded tallies are possible
    /// for their blocks.
    #[cfg_attr(not(feature = "cli"), expect(unused_variables))]
    pub(crate) fn reach<T: SavedTally>(
        &self,
        plan: &Plan,
        fits: &dyn Fn(&Partial<T>) -> bool,
        describe: &dyn Describe<T>,
        compute: &Compute<'_, T>,
    ) -> Result<Option<Reached<T>>, Failure> {
        #[cfg(feature = "cli")]
        if self.context.program.is_saved() {
            return self.reach_saved(plan, fits, describe, compute);
        }
        let mut partial = Partial::new(plan.clone());
        let amount = (plan.units(), self.unit);
        let end =
            self.watch(&mut partial, &plan.all_blocks(), amount, describe, &|_| None, compute)?;
        let spent = self.spent(partial.units_done());
        Ok(Some(Reached { partial, before: 0, end: end.into(), spent }))
    }

    /// Computes blocks that have `units` units in all, shows the progress, and saves the partial
    /// result whenever that is due. A failure to save is only a warning.
    pub(crate) fn watch<T: Merge>(
        &self,
        partial: &mut Partial<T>,
        wanted: &Blocks,
        (units, unit): (u128, &'static str),
        describe: &dyn Describe<T>,
        save_if_due: &(dyn Fn(&Partial<T>) -> Option<String> + Sync),
        compute: &Compute<'_, T>,
    ) -> Result<Outcome, Failure> {
        let progress =
            Progress::new(unit, describe, self.context).from(partial.units_done(), units);
        let observer = |partial: &Partial<T>| {
            progress.show(partial);
            if let Some(warning) = save_if_due(partial) {
                progress.warn(&warning);
            }
        };
        let outcome = compute(partial, wanted, &self.stop, &observer);
        progress.finish();
        outcome.or_failed()
    }

    /// Returns the fraction of a plan that this run has to compute, which excludes other shards and
    /// saved blocks.
    #[cfg_attr(not(feature = "cli"), expect(clippy::unused_self, unused_variables))]
    pub(crate) fn left_of(&self, plan: &Plan) -> f64 {
        #[cfg(feature = "cli")]
        return self.left_to_compute(plan);
        #[cfg(not(feature = "cli"))]
        1.0
    }

    /// Returns the command line that reproduces the result of the run.
    fn command(&self, seed: Option<Seed>) -> String {
        #[cfg(feature = "cli")]
        if let Some(command) = self.command_of_merge() {
            return command;
        }
        self.context.command(seed)
    }

    /// Returns the report on a result, marked as partial if the run was interrupted. A partial
    /// result is a valid sample, but smaller than requested.
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

    /// Returns the provenance of a result with its engine, instruction set and confidence level.
    pub(crate) fn provenance<T: SavedTally>(
        &self,
        reached: &Reached<T>,
        randomness: Option<Randomness>,
        (engine, instructions): (String, InstructionSet),
        confidence: Option<Confidence>,
    ) -> Provenance {
        let (partial, plan) = (&reached.partial, reached.partial.plan());
        let (done, before) = (partial.units_done(), reached.before);
        // Stands in for the times if this run computed no blocks and the loaded parts have none.
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
            run: Run::from_times(spent, done),
        };
        Provenance::new(command, computation)
    }
}
