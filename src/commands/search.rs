//! The search of `caps` and `classes`, one hand size after another: its forecast, its progress, and
//! how it is interrupted.

use crate::card::Deck;
use crate::cli::checkpointing::{CheckpointArgs, Checkpointing, Source, unusable};
use crate::cli::context::Context;
use crate::cli::failure::{Failure, OrFail};
use crate::cli::file::TargetError;
use crate::cli::help::RUNNING;
use crate::cli::long_run::{LongRun, saved_so_far};
use crate::cli::progress::{Describe, in_words};
use crate::cli::saved::{Checkpoint, Header, Saved, SavedError, SavedErrorKind, write_body};
use crate::commands::options::ThreadsArgs;
use crate::report::number::{count, magnitude, plural, significant};
use crate::report::provenance::{ListingDetails, Provenance, Run};
use crate::report::spent::ComputeTime;
use crate::run::{
    Kernel, Outcome, Partial, SavedTally, ThreadPool, Threads, read_tally, write_tallies,
};
use crate::stats::to_float;
use crate::symmetry::{
    ClassSet, Family, Forecast, KnownClasses, Search, Space, class_numbers, extension_plan,
    forecast,
};
use clap::Args;
use std::sync::Arc;
use std::time::Duration;

/// A longer search is announced, in seconds.
const ANNOUNCED: f64 = 30.0;

/// A longer search needs `--force`, in seconds: a day.
const MAX_SECONDS: f64 = 86_400.0;

/// A search for more classes needs `--force`; each takes 24 bytes in the game.
const MAX_CLASSES: u64 = 100_000_000;

/// The options of a search.
#[derive(Args, Debug)]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    threads: ThreadsArgs,
    #[command(flatten)]
    pub(crate) checkpoint: CheckpointArgs,
    /// Run even if it would take over a day, or gigabytes of memory
    #[arg(long, hide_short_help = true, help_heading = RUNNING)]
    pub(crate) force: bool,
}

/// How far a search goes.
#[derive(Clone, Copy)]
pub(crate) struct Reach {
    /// Cards in the largest hands whose classes are wanted.
    pub(crate) most: usize,
    /// Whether the search is known to take seconds, so that no forecast is needed.
    pub(crate) quick: bool,
    /// Whether the hands with one card more are measured, too.
    pub(crate) measured: bool,
}

/// A search size by size, with all that it needs.
pub(crate) struct Searching<'a> {
    run: &'a LongRun<'a>,
    space: &'a Space,
    family: Family,
    /// Cards in the largest hands.
    most: usize,
    extended: u128,
    saved: Option<SavedSearch<'a>>,
}

impl SearchArgs {
    /// The run of a search, with its checkpoint if there is one.
    pub(crate) fn long_run<'a>(&self, context: &'a Context) -> Result<LongRun<'a>, Failure> {
        let checkpointing = self.checkpoint.take(context)?;
        let source = Source::Computed(checkpointing.map(Box::new));
        let threads = self.threads.get(context)?;
        LongRun::new(context, source, context.computation(None), "class", threads)
    }
}

/// Refuses hands with too many classes to be listed, by Burnside's lemma.
fn refuse_too_many(deck: Deck, cards: usize, force: bool) -> Result<(), Failure> {
    let number = class_numbers(deck)[cards].to_string();
    let digits = number.len();
    let most = if force { 100 * MAX_CLASSES } else { MAX_CLASSES };
    if number.parse::<u64>().is_ok_and(|number| number <= most) {
        return Ok(());
    }
    Err(usage_error!(
        "there are {} classes of {}, too many to be listed; give fewer cards",
        if digits > 20 { format!("about 10^{}", digits - 1) } else { number },
        plural(cards, "card")
    ))
}

/// Refuses a search that takes too long, and returns what is to be said of one that takes long.
fn weigh(
    force: bool,
    seconds: f64,
    (largest, most): (&Forecast, usize),
) -> Result<Option<String>, Failure> {
    let time = in_words(Duration::try_from_secs_f64(seconds).ok());
    let number = match largest.classes {
        few @ ..1e6 => significant(few, 2),
        many @ ..1e15 => format!("{} million", significant(many / 1e6, 2)),
        most => format!("10^{}", magnitude(most)),
    };
    let cards = largest.cards;
    if !force && (seconds > MAX_SECONDS || largest.classes > to_float(MAX_CLASSES.into())) {
        return Err(usage_error!(
            "up to {most} cards there are about {number} classes of {cards} cards, and they would \
             take {time} here; give fewer cards, or use --force to run it anyway"
        ));
    }
    Ok((seconds > ANNOUNCED)
        .then(|| format!("about {number} classes of {cards} cards; this will take {time} here")))
}

/// The hands of a size, whose classes are extended by a card.
struct Extended(usize);

impl Describe<ClassSet> for Extended {
    fn result(&self, _: &Partial<ClassSet>) -> String {
        format!("hands of {}", plural(self.0, "card"))
    }
}

impl<'a> Searching<'a> {
    /// Prepares a search, after announcing the time that it will take.
    pub(crate) fn begin(
        run: &'a LongRun<'a>,
        force: bool,
        space: &'a Space,
        family: Family,
        reach: Reach,
    ) -> Result<Self, Failure> {
        let (threads, most) = (run.threads, reach.most);
        if family == Family::Hands {
            refuse_too_many(space.deck(), most, force)?;
        }
        let expected = if reach.quick { Vec::new() } else { forecast(space, family, most) };
        let by_classes = |one: &&Forecast, other: &&Forecast| one.classes.total_cmp(&other.classes);
        if let Some(largest) = expected.iter().max_by(by_classes) {
            let at_once = threads.count().min(Threads::available().count());
            let extended = most + usize::from(reach.measured);
            let seconds = expected[..extended].iter().map(|it| it.seconds).sum::<f64>();
            let said = weigh(force, seconds / to_float(at_once as u128), (largest, most))?;
            said.iter().for_each(|text| run.context.note(text));
        }
        Ok(Self { run, space, family, most, extended: 0, saved: None })
    }

    /// The search with the checkpoint of its run, if there is one.
    pub(crate) fn saved(self) -> Result<Self, Failure> {
        let of = (self.family, self.most);
        let open = |it| SavedSearch::open(it, self.run, self.space, of);
        let saved = self.run.source.checkpointing().map(open).transpose()?;
        Ok(Self { saved, ..self })
    }

    /// Visits the classes of every size, from the empty hand to the largest ones.
    pub(crate) fn visit(
        &mut self,
        mut visitor: impl FnMut(&Search<'_>, &ThreadPool) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut search = Search::new(self.space, self.family);
        loop {
            visitor(&search, &self.run.pool)?;
            if search.cards() == self.most {
                return Ok(());
            }
            self.step(&mut search)?;
        }
    }

    /// Advances to hands with one card more, with the saved classes as far as they go.
    fn step(&mut self, search: &mut Search<'_>) -> Result<(), Failure> {
        self.extended += search.classes().len() as u128;
        if let Some(classes) = self.saved.as_mut().and_then(|saved| saved.next(search)) {
            return search.advance(classes).or_usage();
        }
        let begun = self.saved.as_mut().and_then(|saved| saved.begun.take());
        let mut partial = begun.unwrap_or_else(|| Partial::new(search.plan().clone()));
        let (before, plan) = (partial.units_done(), partial.plan().clone());
        let (amount, saved) = ((plan.units(), "class"), &self.saved);
        let outcome = self.run.watch(
            &mut partial,
            &plan.all_blocks(),
            amount,
            &Extended(search.cards()),
            &|partial| saved.as_ref().map_or(Ok(()), |saved| saved.save_if_due(partial, before)),
            &|partial, wanted, stop, observer| {
                self.run.pool.resume(search, partial, wanted, stop, observer)
            },
        )?;
        let (is_further, so_far) = match &mut self.saved {
            Some(saved) => saved.end(&partial, before, outcome)?,
            None => (false, None),
        };
        if outcome == Outcome::Interrupted {
            let text = so_far.unwrap_or_else(|| {
                let cards = plural(search.cards(), "card");
                format!("while the classes of {cards} were extended; nothing was written")
            });
            return Err(self.run.stop.failure(is_further, text));
        }
        search.advance(partial.into_tally()).or_failed()
    }

    /// The provenance of the search, including earlier runs.
    pub(crate) fn provenance(&self, checks: &'static [&'static str]) -> Provenance<ListingDetails> {
        let mut spent = self.saved.as_ref().map(SavedSearch::spent).unwrap_or_default();
        if spent.is_empty() {
            // All is loaded, and from a file that does not say what it took.
            let units = if self.saved.is_some() { 0 } else { self.extended };
            spent.push(self.run.clock.spent(units, self.run.threads));
        }
        let run = Run::of(&spent, self.extended);
        Provenance::new(
            self.run.context.command(None),
            ListingDetails { randomness: None, checks, run },
        )
    }
}

/// A search in a file: the classes of all finished sizes, and those found so far of the next size.
pub(crate) struct SavedSearch<'a> {
    checkpoint: &'a Checkpoint,
    run: &'a LongRun<'a>,
    levels: KnownClasses,
    /// The part that was found of the first unfinished size.
    pub(crate) begun: Option<Partial<ClassSet>>,
    /// The number of classes that this run has extended.
    extended: u128,
    /// Cards in the largest hands that are searched for.
    most: usize,
}

impl<'a> SavedSearch<'a> {
    /// Opens the checkpoint of a run, and reads it.
    pub(crate) fn open(
        Checkpointing { checkpoint, saved }: &'a Checkpointing,
        run: &'a LongRun<'a>,
        space: &Space,
        (family, most): (Family, usize),
    ) -> Result<Self, Failure> {
        let saved = saved.as_ref().map_or(Ok(None), |_| checkpoint.saved());
        let read = saved.and_then(|saved| saved.map(|it| read(it, space, family)).transpose());
        let (levels, begun) = read.map_err(|error| unusable(&error))?.unwrap_or_default();
        Ok(Self { checkpoint, run, levels, begun, extended: 0, most })
    }

    /// The classes of hands with one card more, if that size is finished in the file.
    pub(crate) fn next(&mut self, search: &Search<'_>) -> Option<Arc<ClassSet>> {
        if self.levels.of_size(search.cards()).is_none() {
            self.levels.push(Arc::clone(search.classes()));
        }
        self.levels.of_size(search.cards() + 1).cloned()
    }

    /// Saves when the interval is over; `before` units of the current size were loaded.
    pub(crate) fn save_if_due(
        &self,
        partial: &Partial<ClassSet>,
        before: u128,
    ) -> Result<(), TargetError> {
        let extended = self.extended + partial.units_done() - before;
        if self.checkpoint.is_due() { self.save(partial, extended) } else { Ok(()) }
    }

    /// The time that the search took, in this run and in earlier ones.
    pub(crate) fn spent(&self) -> Vec<ComputeTime> {
        self.run.spent(self.extended)
    }

    /// Saves at the end of a size, or of the run. Returns whether the file now holds more than when
    /// it was opened, and how far an interrupted run came.
    pub(crate) fn end(
        &mut self,
        partial: &Partial<ClassSet>,
        before: u128,
        outcome: Outcome,
    ) -> Result<(bool, Option<String>), Failure> {
        let mut so_far = None;
        let cards = self.levels.most().unwrap_or(0);
        let is_more = partial.units_done() > before;
        self.extended += partial.units_done() - before;
        if outcome == Outcome::Interrupted {
            self.save(partial, self.extended).or_failed()?;
            let classes = count(partial.plan().units(), "class");
            let all = format!("{classes} of {}", plural(cards, "card"));
            let (done, context) = (partial.units_done(), self.run.context);
            so_far = Some(saved_so_far(done, &all, self.checkpoint, context));
        } else if cards + 1 == self.most
            && is_more
            && let Err(error) = self.save(partial, self.extended)
        {
            // The result itself is complete, so this is only a warning.
            self.run.context.warning(error);
        }
        Ok((self.extended > 0, so_far))
    }

    fn save(&self, partial: &Partial<ClassSet>, extended: u128) -> Result<(), TargetError> {
        let spent = self.run.spent(extended);
        let header = Header { spent, ..Header::of(partial, self.run.words.clone(), None) };
        self.checkpoint.save_with(|to| {
            write_body(&header, to, |to| {
                self.levels.write_lines("class", to)?;
                write_tallies(partial, to)
            })
        })
    }
}

/// The finished classes in a file, and the part of the next size.
type Read = (KnownClasses, Option<Partial<ClassSet>>);

fn read(mut saved: Saved, space: &Space, family: Family) -> Result<Read, SavedError> {
    let here = extension_plan(space, family, 0, 0);
    let other = here.job().difference(saved.header().plan.job(), "cards");
    if let Some(difference) = other {
        return Err(saved.error(difference.into()));
    }
    let (mut levels, mut full, mut short) = (KnownClasses::default(), ClassSet::default(), None);
    let lines = saved.for_each_line(ClassSet::MAX_BYTES, |word, line| match word {
        "class" => levels.read_line(line, space),
        _ => read_tally(word, line, &mut full, &mut short),
    });
    lines.map_err(|reason| saved.error(reason))?;
    let cards = levels.most().unwrap_or(0);
    let plan = extension_plan(space, family, cards, levels.of_size(cards).map_or(0, |it| it.len()));
    // Before they are merged with others.
    let is_possible = |classes: &ClassSet| classes.is_of(cards + 1, space);
    if !is_possible(&full) || !short.as_ref().is_none_or(is_possible) {
        return Err(saved.error(SavedErrorKind::Hands));
    }
    Ok((levels, Some(saved.restore(&plan, (full, short))?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_of_more_than_a_day_or_too_many_classes_are_refused() {
        let most = to_float(MAX_CLASSES.into());
        let is_refused = |force, seconds, classes| {
            let largest = Forecast { cards: 9, classes, seconds };
            weigh(force, seconds, (&largest, 9)).is_err()
        };
        assert!(!is_refused(false, MAX_SECONDS, most));
        assert!(is_refused(false, MAX_SECONDS + 1.0, most) && is_refused(false, 1.0, most + 1.0));
        assert!(!is_refused(true, MAX_SECONDS + 1.0, most + 1.0));
    }
}
