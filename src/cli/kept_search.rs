//! A search size by size that is kept in a file.

use super::distributions::command;
use super::failure::{Failure, OrFail};
use super::keep::{Kept, unusable};
use super::progress::Progress;
use super::say::say;
use super::search::Wordless;
use setodds::file::TargetError;
use setodds::report::number::grouped;
use setodds::run::{
    Checkpoint, Header, Kernel, Outcome, Partial, Record, Saved, SavedError, SavedErrorKind,
    StopFlag, ThreadPool, write_body, write_tallies,
};
use setodds::symmetry::{ClassSet, Family, Levels, Search, Space, extension_plan};

/// A search in a file: the classes of all sizes so far, and of the next one what was found.
pub(crate) struct KeptSearch<const WORDS: usize> {
    checkpoint: Box<Checkpoint>,
    words: Vec<String>,
    levels: Levels<WORDS>,
    begun: Option<Partial<ClassSet<WORDS>>>,
    /// Whether there is more than in the file that was opened.
    is_further: bool,
    /// Cards in the largest hands that are searched for.
    most: usize,
}

impl<const WORDS: usize> KeptSearch<WORDS> {
    /// What is in the file; nothing where nothing is kept.
    pub(crate) fn open(
        kept: Kept,
        words: Vec<String>,
        space: &Space,
        (family, most): (Family, usize),
    ) -> Result<Option<Self>, Failure> {
        let Kept::In(checkpoint, saved) = kept else { return Ok(None) };
        let read = saved
            .map(|saved| read(*saved, space, family))
            .transpose()
            .map_err(|error| unusable(&error))?;
        let (levels, begun) = read.unwrap_or_default();
        Ok(Some(Self { checkpoint, words, levels, begun, is_further: false, most }))
    }

    /// Whether there is more than in the file that was opened.
    pub(crate) const fn is_further(&self) -> bool {
        self.is_further
    }

    /// Goes on to hands with one card more: with what is in the file, as far as that goes.
    pub(crate) fn step(
        &mut self,
        search: &mut Search<'_, WORDS>,
        pool: &ThreadPool,
        cancel: &StopFlag,
        quiet: bool,
    ) -> Result<Outcome, Failure> {
        if self.levels.of(search.cards()).is_none() {
            self.levels.push(search.classes());
        }
        if let Some(classes) = self.levels.of(search.cards() + 1) {
            search.advance(classes.to_vec());
            return Ok(Outcome::Complete);
        }
        let mut partial = self.begun.take().unwrap_or_else(|| Partial::new(search.plan().clone()));
        let (before, units) = (partial.units_done(), partial.plan().units());
        let progress = Progress::new("classes", quiet, Wordless).from(before, units);
        let observer = |partial: &Partial<ClassSet<WORDS>>| {
            progress.show(partial);
            if self.checkpoint.is_due()
                && let Err(error) = self.save(partial)
            {
                progress.warn(&super::long_run::not_kept(&error));
            }
        };
        let outcome = search.extend(&mut partial, pool, cancel, &observer);
        progress.finish();
        let outcome = outcome.or_failed()?;
        self.is_further |= partial.units_done() > before;
        if outcome == Outcome::Interrupted {
            self.save(&partial).or_failed()?;
            self.tell(&partial);
            return Ok(outcome);
        }
        if search.cards() + 1 == self.most && before < units {
            self.save_the_end(&partial);
        }
        search.advance(partial.into_tally());
        Ok(outcome)
    }

    fn save_the_end(&self, partial: &Partial<ClassSet<WORDS>>) {
        if let Err(error) = self.save(partial) {
            // The result itself is there.
            say(&format!("warning: {error}"));
        }
    }

    fn save(&self, partial: &Partial<ClassSet<WORDS>>) -> Result<(), TargetError> {
        let header = Header::of(partial, self.words.clone(), None);
        self.checkpoint.save_with(|to| {
            write_body(&header, to, |to| {
                self.levels.write_lines("class", to)?;
                write_tallies(partial, to)
            })
        })
    }

    fn tell(&self, partial: &Partial<ClassSet<WORDS>>) {
        say(&format!(
            "INTERRUPTED after {} of {} classes of {} cards were extended; all is saved in `{}`; to go on:\n{}",
            grouped(partial.units_done()),
            grouped(partial.plan().units()),
            self.levels.most().unwrap_or(0),
            self.checkpoint.path().display(),
            command(None)
        ));
    }
}

/// The classes in a file, and what was found of the next size.
type Read<const WORDS: usize> = (Levels<WORDS>, Option<Partial<ClassSet<WORDS>>>);

fn read<const WORDS: usize>(
    mut saved: Saved,
    space: &Space,
    family: Family,
) -> Result<Read<WORDS>, SavedError> {
    let here = extension_plan(space, family, 0, 0);
    let other = here.job().difference(saved.header().plan.job(), "cards");
    if let Some(difference) = other {
        return Err(saved.error(SavedErrorKind::Other(difference)));
    }
    let (mut levels, mut full, mut short) = (Levels::default(), ClassSet::default(), None);
    let lines = saved.for_each_line(ClassSet::<WORDS>::MAX_BYTES, |word, line| match word {
        "class" => levels.read_line(line, space),
        "tally" => full.read_line(line),
        "short" => short.get_or_insert_with(ClassSet::default).read_line(line),
        _ => None,
    });
    lines.map_err(|reason| saved.error(reason))?;
    let cards = levels.most().unwrap_or(0);
    let plan = extension_plan(space, family, cards, levels.of(cards).map_or(0, <[_]>::len));
    let begun = saved.restore(&plan, (full, short))?;
    let is_possible = begun.tally().iter().all(|class| class.is_of(cards + 1, space));
    if !is_possible {
        return Err(saved.error(SavedErrorKind::Other("its hands are not of this deck".to_owned())));
    }
    Ok((levels, Some(begun)))
}
