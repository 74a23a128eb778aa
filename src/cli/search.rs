//! What `caps` and `classes` have in common: a search size by size, announced, shown and
//! interrupted.

use super::checkpointing::{CheckpointArgs, Checkpointing, ShardArgs};
use super::failure::{Failure, OrFail};
use super::help::{OUTPUT, RUNNING};
use super::interrupt::Stop;
use super::long_run::{Clock, checkpoint_warning, command};
use super::message::message;
use super::progress::{NoMessage, Progress, in_words};
use super::saved_search::{Begun, SavedSearch};
use super::threads::ThreadsArgs;
use anyhow::anyhow;
use clap::Args;
use setodds::card::Deck;
use setodds::report::number::significant;
use setodds::report::provenance::{ListingProvenance, Program};
use setodds::run::{Kernel, Outcome, Partial, ThreadPool, Threads};
use setodds::stats::to_float;
use setodds::symmetry::{Family, Forecast, Search, Space, class_numbers, forecast};
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

/// What takes longer is announced.
const ANNOUNCED: f64 = 30.0;

/// What takes longer needs `--force`: a day,
const LONGEST: f64 = 86_400.0;

/// or more classes than these, which take 24 bytes each in the game.
const MOST_CLASSES: u64 = 100_000_000;

/// How a search is done.
#[derive(Args, Debug)]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    threads: ThreadsArgs,
    #[command(flatten)]
    checkpoint: CheckpointArgs,
    /// Begin even what would take over a day, or gigabytes of memory
    #[arg(long, help_heading = RUNNING)]
    force: bool,
    /// No progress, no summary on stderr
    #[arg(short, long, help_heading = OUTPUT)]
    pub(crate) quiet: bool,
}

/// How far a search goes.
#[derive(Clone, Copy)]
pub(crate) struct Reach {
    /// Cards in the largest hands whose classes are wanted.
    pub(crate) most: usize,
    /// Whether that is known to be a matter of seconds.
    pub(crate) quick: bool,
    /// Whether the hands with one card more are measured, too.
    pub(crate) measured: bool,
}

/// The settings of a search.
pub(crate) struct SearchSettings {
    pub(crate) threads: Threads,
    pub(crate) stop: Rc<Stop>,
    pub(crate) force: bool,
    pub(crate) quiet: bool,
}

/// A search size by size, with all that it needs.
pub(crate) struct Searching<const WORDS: usize> {
    clock: Clock,
    threads: Threads,
    pool: ThreadPool,
    stop: Rc<Stop>,
    quiet: bool,
    extended: u128,
    saved: Option<SavedSearch<WORDS>>,
}

impl SearchArgs {
    /// The settings, by these options.
    pub(crate) fn settings(&self) -> Result<SearchSettings, Failure> {
        let (threads, stop) = (self.threads.get(), Rc::new(Stop::on_signals()?));
        Ok(SearchSettings { threads, stop, force: self.force, quiet: self.quiet })
    }

    /// Where the search is saved.
    pub(crate) fn checkpointing(
        &self,
        outputs: &[&Path],
    ) -> Result<Option<Checkpointing>, Failure> {
        self.checkpoint.take(&ShardArgs::default(), outputs)
    }
}

impl SearchSettings {
    /// Prepares a search, after saying how long it will take.
    pub(crate) fn begin<const WORDS: usize>(
        &self,
        space: &Space,
        family: Family,
        reach: Reach,
    ) -> Result<Searching<WORDS>, Failure> {
        let (threads, most) = (self.threads, reach.most);
        if family == Family::Hands {
            refuse_too_many(space.deck(), most, self.force)?;
        }
        if !reach.quick {
            let expected = forecast::<WORDS>(space, family, most);
            let at_once = small(threads.count().min(Threads::available().count()));
            let extended = most + usize::from(reach.measured);
            let seconds = expected[..extended].iter().map(|it| it.seconds).sum::<f64>();
            let all = expected.iter();
            let largest = all.max_by(|one, other| one.classes.total_cmp(&other.classes));
            largest.map_or(Ok(()), |it| self.weigh(seconds / f64::from(at_once), it, most))?;
        }
        Ok(Searching {
            clock: Clock::start(),
            threads,
            pool: ThreadPool::new(threads).or_failed()?,
            stop: Rc::clone(&self.stop),
            quiet: self.quiet,
            extended: 0,
            saved: None,
        })
    }

    /// Refuses what takes too long, and says what one has to wait for.
    fn weigh(&self, seconds: f64, largest: &Forecast, most: usize) -> Result<(), Failure> {
        let time = in_words(Duration::try_from_secs_f64(seconds).ok());
        let number = if largest.classes < 1e6 {
            significant(largest.classes, 2)
        } else {
            format!("{} million", significant(largest.classes / 1e6, 2))
        };
        if !self.force && (seconds > LONGEST || largest.classes > to_float(MOST_CLASSES.into())) {
            return Err(Failure::Usage(anyhow!(
                "up to {most} cards there are about {number} classes of {} cards, and they would take \
                 {time} here; give fewer cards, or --force to begin all the same",
                largest.cards
            )));
        }
        if !self.quiet && seconds > ANNOUNCED {
            let cards = largest.cards;
            message(&format!(
                "about {number} classes of {cards} cards; this will take {time} here"
            ));
        }
        Ok(())
    }
}

/// Refuses hands of which it is known at once that they have too many classes to be listed.
fn refuse_too_many(deck: Deck, cards: usize, force: bool) -> Result<(), Failure> {
    let number = class_numbers(deck)[cards].to_string();
    let digits = number.len();
    let most = if force { 100 * MOST_CLASSES } else { MOST_CLASSES };
    if number.parse::<u64>().is_ok_and(|number| number <= most) {
        return Ok(());
    }
    Err(Failure::Usage(anyhow!(
        "there are {} classes of {cards} cards, too many to be listed; give fewer cards",
        if digits > 20 { format!("about 10^{}", digits - 1) } else { number }
    )))
}

/// A number of threads.
fn small(threads: usize) -> u16 {
    u16::try_from(threads).unwrap_or(u16::MAX)
}

impl<const WORDS: usize> Searching<WORDS> {
    /// The same, saved in a file.
    pub(crate) fn saved_in(self, saved: Option<SavedSearch<WORDS>>) -> Self {
        Self { saved, ..self }
    }

    /// Goes on to hands with one card more: with what is saved, as far as that goes.
    pub(crate) fn step(&mut self, search: &mut Search<'_, WORDS>) -> Result<(), Failure> {
        self.extended += search.classes().len() as u128;
        let begun = match &mut self.saved {
            Some(saved) => saved.begin(search),
            None => Begun::Partial(Partial::new(search.plan().clone())),
        };
        let mut partial = match begun {
            Begun::Partial(partial) => partial,
            Begun::Classes(classes) => {
                search.advance(classes);
                return Ok(());
            }
        };
        let (before, units) = (partial.units_done(), partial.plan().units());
        let progress = Progress::new("classes", self.quiet, NoMessage).from(before, units);
        let saved = self.saved.as_mut();
        let observer = |partial: &Partial<_>| {
            progress.show(partial);
            if let Some(Err(error)) = saved.as_ref().map(|saved| saved.save_if_due(partial)) {
                progress.warn(&checkpoint_warning(&error));
            }
        };
        let outcome = search.extend(&mut partial, &self.pool, self.stop.cancel(), &observer);
        progress.finish();
        let outcome = outcome.or_failed()?;
        let is_further = match saved {
            Some(saved) => saved.end(&partial, before, outcome)?,
            None => false,
        };
        if outcome == Outcome::Interrupted {
            if self.saved.is_none() {
                message(&format!(
                    "INTERRUPTED while the classes of {} cards were extended; nothing was written",
                    search.cards()
                ));
            }
            return Err(self.stop.failure(is_further));
        }
        search.advance(partial.into_tally());
        Ok(())
    }

    /// The threads that work.
    pub(crate) const fn pool(&self) -> &ThreadPool {
        &self.pool
    }

    /// How it was done.
    pub(crate) fn provenance(&self, checks: &'static [&'static str]) -> ListingProvenance {
        provenance(&self.clock, checks, self.extended, self.threads)
    }
}

/// How a list was made, of so many classes.
pub(super) fn provenance(
    clock: &Clock,
    checks: &'static [&'static str],
    classes: u128,
    threads: Threads,
) -> ListingProvenance {
    ListingProvenance {
        program: Program::default(),
        command: command(None),
        checks,
        run: clock.run(classes, threads),
    }
}
