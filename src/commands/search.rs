//! The search of `caps` and `classes`, one hand size after another: forecast, progress and
//! interruption.

use crate::card::Deck;
#[cfg(feature = "cli")]
use crate::cli::help::RUNNING;
use crate::commands::context::Context;
use crate::commands::failure::{Failure, OrFail};
use crate::commands::long_run::LongRun;
use crate::commands::options::ThreadsArgs;
use crate::commands::progress::{Describe, in_words};
use crate::report::number::{magnitude, plural, significant};
use crate::report::provenance::{ListingDetails, Provenance, Run};
use crate::report::spent::ComputeTime;
use crate::run::{Kernel, Outcome, Partial, ThreadPool, Threads};
use crate::stats::to_float;
use crate::symmetry::{ClassSet, Family, Forecast, Search, Space, class_numbers, forecast};
#[cfg(feature = "cli")]
use clap::Args;
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;

/// Estimated time in seconds above which a search is announced in a note.
const ANNOUNCED: f64 = 30.0;

/// Maximum estimated time in seconds (one day) of a search without `--force`.
const MAX_SECONDS: f64 = 86_400.0;

/// Maximum number of classes in a search without `--force`; each class takes 24 bytes in the deck
/// of the game.
const MAX_CLASSES: u64 = 100_000_000;

/// The options of a search.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "cli", derive(Args))]
pub(crate) struct SearchArgs {
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    threads: ThreadsArgs,
    /// Run even if it takes over a day or gigabytes of memory
    #[cfg_attr(feature = "cli", arg(long, hide_short_help = true, help_heading = RUNNING))]
    pub(crate) force: bool,
}

/// Extent of a search for classes of hands.
#[derive(Clone, Copy)]
pub(crate) struct Reach {
    /// The largest hand size whose classes are listed.
    pub(crate) most: usize,
    /// Whether the search is known to take seconds, so that no forecast is needed.
    pub(crate) quick: bool,
    /// Whether hands with one more card are measured after the search.
    pub(crate) measured: bool,
}

/// Search for classes of hands, one hand size after another, with its run and its checkpoint.
pub(crate) struct Searching<'a> {
    run: &'a LongRun<'a>,
    space: &'a Space,
    family: Family,
    /// The largest hand size of the search.
    most: usize,
    extended: u128,
    saved: Option<Box<dyn KeepClasses + 'a>>,
}

impl SearchArgs {
    /// Begins the long run of a search for classes of hands and returns it.
    pub(crate) fn long_run<'a>(
        &self,
        context: &'a Context,
        deck: Deck,
    ) -> Result<LongRun<'a>, Failure> {
        let threads = (self.threads.get(context)?, u64::MAX);
        LongRun::new(context, "class", threads, None, &deck.into())
    }
}

/// Refuses a hand size that has too many classes to list, counted by Burnside's lemma; `force`
/// raises the limit a hundredfold.
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

/// Refuses a search that would take too long or list too many classes, unless `force` is set.
/// Returns the announcement of a search that takes more than [`ANNOUNCED`] seconds, or `None`.
fn check_duration(
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

/// Description of the progress while classes of hands are extended by a card; holds their hand
/// size.
struct Extended(usize);

impl Describe<ClassSet> for Extended {
    fn result(&self, _: &Partial<ClassSet>) -> String {
        format!("hands of {}", plural(self.0, "card"))
    }
}

impl<'a> Searching<'a> {
    /// Prepares a search for classes of hands, and announces the expected time if it is long.
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
            let announcement =
                check_duration(force, seconds / to_float(at_once as u128), (largest, most))?;
            announcement.iter().for_each(|text| run.context.note(text));
        }
        Ok(Self { run, space, family, most, extended: 0, saved: None })
    }

    /// Attaches the checkpoint of the run to the search, if there is one.
    #[cfg_attr(not(feature = "cli"), expect(clippy::unnecessary_wraps))]
    pub(crate) fn saved(self) -> Result<Self, Failure> {
        #[cfg(feature = "cli")]
        let saved = self.run.saved_search(self.space, (self.family, self.most))?;
        #[cfg(not(feature = "cli"))]
        let saved = None;
        Ok(Self { saved, ..self })
    }

    /// Visits the classes of every hand size, from the empty hand to the largest size.
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

    /// Extends the classes of hands by one card, starting from saved classes if there are any.
    fn step(&mut self, search: &mut Search<'_>) -> Result<(), Failure> {
        self.extended += search.classes().len() as u128;
        if let Some(classes) = self.saved.as_mut().and_then(|saved| saved.next(search)) {
            return search.advance(classes).or_usage();
        }
        let begun = self.saved.as_mut().and_then(|saved| saved.begun());
        let mut partial = begun.unwrap_or_else(|| Partial::new(search.plan().clone()));
        let (before, plan) = (partial.units_done(), partial.plan().clone());
        let (amount, saved) = ((plan.units(), "class"), &self.saved);
        let outcome = self.run.watch(
            &mut partial,
            &plan.all_blocks(),
            amount,
            &Extended(search.cards()),
            &|partial| saved.as_ref()?.save_if_due(partial, before),
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
            return Err(self.run.context.stopped(is_further, text));
        }
        search.advance(partial.into_tally()).or_failed()
    }

    /// Returns the provenance of the search, including the time of earlier runs.
    pub(crate) fn provenance(&self, checks: &'static [&'static str]) -> Provenance<ListingDetails> {
        let mut spent = self.saved.as_ref().map(|saved| saved.spent()).unwrap_or_default();
        if spent.is_empty() {
            // All classes were loaded, and the file has no times.
            let units = if self.saved.is_some() { 0 } else { self.extended };
            spent.push(self.run.clock.spent(units, self.run.threads));
        }
        let run = Run::from_times(&spent, self.extended);
        Provenance::new(
            self.run.context.command(None),
            ListingDetails { randomness: None, checks, run },
        )
    }
}

/// Checkpoint of a search for classes of hands: the classes of all finished hand sizes, and those
/// found so far of the next size.
pub(crate) trait KeepClasses: Sync {
    /// Returns the saved classes with one more card than those of the search, or `None` if that
    /// hand size is unfinished.
    fn next(&mut self, search: &Search<'_>) -> Option<Arc<ClassSet>>;

    /// Takes the saved part of the classes of the first unfinished hand size, if there is one.
    fn begun(&mut self) -> Option<Partial<ClassSet>>;

    /// Saves the search if the interval between saves has passed. `before` is the number of units
    /// of the current hand size that were loaded. Returns a warning if saving fails.
    fn save_if_due(&self, partial: &Partial<ClassSet>, before: u128) -> Option<String>;

    /// Ends a hand size. Saves the search if the run was interrupted or the largest size is
    /// finished. Returns whether this run has extended classes, so that more is saved than before,
    /// and a text on how far an interrupted run got.
    fn end(
        &mut self,
        partial: &Partial<ClassSet>,
        before: u128,
        outcome: Outcome,
    ) -> Result<(bool, Option<String>), Failure>;

    /// Returns the time spent on the search, in this and in earlier runs.
    fn spent(&self) -> Vec<ComputeTime>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_of_more_than_a_day_or_too_many_classes_are_refused() {
        let most = to_float(MAX_CLASSES.into());
        let is_refused = |force, seconds, classes| {
            let largest = Forecast { cards: 9, classes, seconds };
            check_duration(force, seconds, (&largest, 9)).is_err()
        };
        assert!(!is_refused(false, MAX_SECONDS, most));
        assert!(is_refused(false, MAX_SECONDS + 1.0, most) && is_refused(false, 1.0, most + 1.0));
        assert!(!is_refused(true, MAX_SECONDS + 1.0, most + 1.0));
    }
}
