//! What `caps` and `classes` have in common: a search size by size, announced, shown and interrupted.

use super::distributions::{Clock, command};
use super::failure::{Failure, OrFail};
use super::help::{OUTPUT, RUNNING};
use super::interrupt::Stop;
use super::keep::{CheckpointArgs, Kept, ShardArgs};
use super::kept_search::KeptSearch;
use super::progress::{Describe, Progress, in_words};
use super::say::say;
use super::threads::ThreadsArgs;
use anyhow::anyhow;
use clap::Args;
use setodds::card::Deck;
use setodds::report::listing::ListingProvenance;
use setodds::report::number::significant;
use setodds::report::provenance::Program;
use setodds::run::{Outcome, Partial, StopFlag, ThreadPool, Threads};
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

/// Who searches.
pub(crate) struct Manner {
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
    kept: Option<KeptSearch<WORDS>>,
}

/// Nothing is to be said of the classes so far.
pub(super) struct Wordless;

impl<T> Describe<T> for Wordless {
    fn result(&self, _: &Partial<T>) -> String {
        String::new()
    }
}

impl SearchArgs {
    /// Who searches, by these options.
    pub(crate) fn manner(&self) -> Result<Manner, Failure> {
        let (threads, stop) = (self.threads.get(), Rc::new(Stop::on_signals()?));
        Ok(Manner { threads, stop, force: self.force, quiet: self.quiet })
    }

    /// Where the search is kept.
    pub(crate) fn kept(&self, outputs: &[&Path]) -> Result<Kept, Failure> {
        self.checkpoint.take(&ShardArgs::default(), outputs)
    }
}

impl Manner {
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
            kept: None,
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
            say(&format!("about {number} classes of {cards} cards; this will take {time} here"));
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
    /// The same, kept in a file.
    pub(crate) fn kept_in(self, kept: Option<KeptSearch<WORDS>>) -> Self {
        Self { kept, ..self }
    }

    /// Goes on to hands with one card more.
    pub(crate) fn step(&mut self, search: &mut Search<'_, WORDS>) -> Result<(), Failure> {
        let classes = search.classes().len() as u128;
        let (pool, cancel, quiet) = (&self.pool, self.stop.cancel(), self.quiet);
        let outcome = match &mut self.kept {
            Some(kept) => kept.step(search, pool, cancel, quiet)?,
            None => step(search, pool, cancel, quiet)?,
        };
        match outcome {
            Outcome::Complete => {
                self.extended += classes;
                Ok(())
            }
            Outcome::Interrupted => {
                let is_further = self.kept.as_ref().is_some_and(KeptSearch::is_further);
                Err(self.stop.failure(is_further))
            }
        }
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

/// Goes on to hands with one card more, and keeps nothing.
fn step<const WORDS: usize>(
    search: &mut Search<'_, WORDS>,
    pool: &ThreadPool,
    cancel: &StopFlag,
    quiet: bool,
) -> Result<Outcome, Failure> {
    let progress = Progress::new("classes", quiet, Wordless);
    let outcome = search.step(pool, cancel, &|partial| progress.show(partial));
    progress.finish();
    let outcome = outcome.or_failed()?;
    if outcome == Outcome::Interrupted {
        say(&format!(
            "INTERRUPTED while the classes of {} cards were extended; nothing was written",
            search.cards()
        ));
    }
    Ok(outcome)
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
