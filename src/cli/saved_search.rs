//! Saves searches for classes of hands, one hand size after another.

use crate::cli::checkpointing::resume_error;
use crate::cli::file::TargetError;
use crate::cli::saved::{Checkpoint, Header, Saved, SavedError, SavedErrorKind, write_body};
use crate::cli::saved_run::resume_instructions;
use crate::cli::source::Checkpointing;
use crate::commands::failure::{Failure, OrFail};
use crate::commands::long_run::LongRun;
use crate::commands::search::KeepClasses;
use crate::report::number::{count, plural};
use crate::report::spent::ComputeTime;
use crate::run::{Outcome, Partial, SavedTally, read_tally, write_tallies};
use crate::symmetry::{ClassSet, Family, KnownClasses, Search, Space, extension_plan};
use std::sync::Arc;

impl LongRun<'_> {
    /// Opens and reads the file in which a search for classes is saved. Returns `None` if the
    /// search is not saved.
    pub(crate) fn saved_search<'a>(
        &'a self,
        space: &Space,
        of: (Family, usize),
    ) -> Result<Option<Box<dyn KeepClasses + 'a>>, Failure> {
        let Some(checkpointing) = self.checkpointing() else { return Ok(None) };
        Ok(Some(Box::new(SavedSearch::open(checkpointing, self, space, of)?)))
    }
}

/// Saved search for classes of hands: the classes of all finished hand sizes, and those found so
/// far of the next size.
struct SavedSearch<'a> {
    checkpoint: &'a Checkpoint,
    run: &'a LongRun<'a>,
    levels: KnownClasses,
    /// The saved classes of the first unfinished hand size, until the search takes them.
    begun: Option<Partial<ClassSet>>,
    /// The number of classes that this run has extended by one card.
    extended: u128,
    /// The largest hand size of the search.
    most: usize,
}

impl<'a> SavedSearch<'a> {
    /// Opens and reads the checkpoint of a search for classes.
    pub(crate) fn open(
        Checkpointing { checkpoint, saved }: &'a Checkpointing,
        run: &'a LongRun<'a>,
        space: &Space,
        (family, most): (Family, usize),
    ) -> Result<Self, Failure> {
        let saved = saved.as_ref().map_or(Ok(None), |_| checkpoint.saved());
        let read = saved.and_then(|saved| saved.map(|it| read(it, space, family)).transpose());
        let (levels, begun) = read.map_err(|error| resume_error(&error))?.unwrap_or_default();
        Ok(Self { checkpoint, run, levels, begun, extended: 0, most })
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

impl KeepClasses for SavedSearch<'_> {
    fn next(&mut self, search: &Search<'_>) -> Option<Arc<ClassSet>> {
        if self.levels.of_size(search.cards()).is_none() {
            self.levels.push(Arc::clone(search.classes()));
        }
        self.levels.of_size(search.cards() + 1).cloned()
    }

    fn begun(&mut self) -> Option<Partial<ClassSet>> {
        self.begun.take()
    }

    fn save_if_due(&self, partial: &Partial<ClassSet>, before: u128) -> Option<String> {
        let extended = self.extended + partial.units_done() - before;
        let saved = self.checkpoint.is_due().then(|| self.save(partial, extended))?;
        saved.err().map(|error| self.checkpoint.not_saved(&error))
    }

    fn end(
        &mut self,
        partial: &Partial<ClassSet>,
        before: u128,
        outcome: Outcome,
    ) -> Result<(bool, Option<String>), Failure> {
        let mut so_far = None;
        let cards = self.levels.max_cards().unwrap_or(0);
        let is_more = partial.units_done() > before;
        self.extended += partial.units_done() - before;
        if outcome == Outcome::Interrupted {
            self.save(partial, self.extended).or_failed()?;
            let classes = count(partial.plan().units(), "class");
            let all = format!("{classes} of {}", plural(cards, "card"));
            let (done, context) = (partial.units_done(), self.run.context);
            so_far = Some(resume_instructions(done, &all, self.checkpoint, context));
        } else if cards + 1 == self.most
            && is_more
            && let Err(error) = self.save(partial, self.extended)
        {
            // A failure to save is only a warning, since the result itself is complete.
            self.run.context.warning(error);
        }
        Ok((self.extended > 0, so_far))
    }

    fn spent(&self) -> Vec<ComputeTime> {
        self.run.spent(self.extended)
    }
}

/// Saved classes of the finished hand sizes, and the partial result of the next size.
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
    let cards = levels.max_cards().unwrap_or(0);
    let plan = extension_plan(space, family, cards, levels.of_size(cards).map_or(0, |it| it.len()));
    // Foreign classes must be refused before they are merged with others.
    let is_possible = |classes: &ClassSet| classes.is_of(cards + 1, space);
    if !is_possible(&full) || !short.as_ref().is_none_or(is_possible) {
        return Err(saved.error(SavedErrorKind::Hands));
    }
    Ok((levels, Some(saved.restore(&plan, (full, short))?)))
}
