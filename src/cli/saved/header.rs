//! The header of a file with a partial result, and the errors of such files.

use crate::report::spent::ComputeTime;
use crate::run::{Blocks, Job, Partial, Plan, PlanDifference, Shard};
use crate::tally::Merge;
use std::io::{self, BufRead, Read, Write};
use std::path::PathBuf;

/// Maximum length of a line of a file with a partial result, in bytes.
const MAX_LINE: u64 = 1 << 24;

/// First line of a file with a partial result, in the current format.
pub(super) const MAGIC: &str = "setodds partial result, format 2";

/// First line of a file with a partial result in format 1, which has no line `spent`, and `share`
/// instead of `shard`.
pub(super) const OLDER: &str = "setodds partial result, format 1";

/// Header of a file with a partial result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The words of the command that computes the result, without output options.
    pub command: Vec<String>,
    /// The plan to which the result belongs.
    pub plan: Plan,
    /// The shard that the file holds; `None` for the whole plan.
    pub shard: Option<Shard>,
    /// The blocks of work that the result counts.
    pub finished: Blocks,
    /// The compute time of the finished blocks; empty if it is unknown.
    pub spent: Vec<ComputeTime>,
}

impl Header {
    /// Number of the header line that lists the finished blocks.
    const FINISHED: usize = 8;

    /// Creates the header of a partial result whose compute time is unknown.
    #[must_use]
    pub fn of<T: Merge>(partial: &Partial<T>, command: Vec<String>, shard: Option<Shard>) -> Self {
        let (plan, finished) = (partial.plan().clone(), partial.finished().clone());
        Self { command, plan, shard, finished, spent: Vec::new() }
    }

    /// Returns whether at least one block of full length is finished. Only the last block of a plan
    /// may be shorter.
    pub(super) fn has_full_blocks(&self) -> bool {
        self.finished.ranges().first().is_some_and(|range| self.plan.is_full(range.start))
    }

    /// Returns the partial result of the header's plan, with its finished blocks and the given
    /// tallies.
    pub(super) fn restore<T: Merge>(
        &self,
        plan: &Plan,
        full: T,
        short: Option<T>,
    ) -> Result<Partial<T>, SavedErrorKind> {
        if let Some(difference) = plan.extension_difference(&self.plan) {
            return Err(difference.into());
        }
        let partial = Partial::restored(self.plan.clone(), self.finished.clone(), full, short);
        let partial = partial.ok_or(SavedErrorKind::Malformed(Self::FINISHED))?;
        Ok(partial.extended(plan.clone())?)
    }

    pub(super) fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        writeln!(to, "{MAGIC}\nprogram {}", env!("CARGO_PKG_VERSION"))?;
        writeln!(to, "command {}", serde_json::Value::from(self.command.clone()))?;
        let plan = &self.plan;
        writeln!(
            to,
            "job {}\nunits {}\nblock {}",
            plan.job(),
            plan.units(),
            plan.units_per_block()
        )?;
        match self.shard {
            Some(shard) => writeln!(to, "shard {shard}")?,
            None => writeln!(to, "shard whole")?,
        }
        writeln!(to, "{}", format!("finished {}", self.finished).trim_end())?;
        writeln!(to, "spent {}", serde_json::to_string(&self.spent)?)
    }

    pub(super) fn read(lines: &mut BoundedLines<impl BufRead>) -> Result<Self, SavedErrorKind> {
        let is_older = lines.next()? == Some(OLDER);
        take(lines, "program", |_| Some(()))?;
        let command = take(lines, "command", |text| serde_json::from_str(text).ok())?;
        let job = take(lines, "job", |text| Some(Job::new(text)))?;
        let units = take(lines, "units", |text| text.parse().ok())?;
        let cut = |text: &str| text.parse().ok().filter(|&block| is_valid_plan(units, block));
        let units_per_block = take(lines, "block", cut)?;
        let word = if is_older { "share" } else { "shard" };
        let shard = take(lines, word, |text| match text {
            "whole" => Some(None),
            _ => text.parse().ok().map(Some),
        })?;
        let finished = take(lines, "finished", Blocks::parse)?;
        let read = |text: &str| serde_json::from_str(text).ok();
        let spent = if is_older { Vec::new() } else { take(lines, "spent", read)? };
        Ok(Self { command, plan: Plan::new(job, units, units_per_block), shard, finished, spent })
    }
}

/// Reads the next header line, which must begin with this word, and parses the rest of it.
fn take<T>(
    lines: &mut BoundedLines<impl BufRead>,
    word: &str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<T, SavedErrorKind> {
    let line = lines.number + 1;
    let text = lines.next()?.ok_or(SavedErrorKind::Truncated)?;
    let rest = text
        .strip_prefix(word)
        .and_then(|rest| if rest.is_empty() { Some(rest) } else { rest.strip_prefix(' ') });
    rest.and_then(read).ok_or(SavedErrorKind::Malformed(line))
}

/// Returns whether [`Plan::new`] accepts these numbers of units.
fn is_valid_plan(units: u128, per_block: u64) -> bool {
    per_block > 0 && units.div_ceil(per_block.into()) <= u64::MAX.into()
}

/// Error from a file that holds no partial result, or not the expected one.
#[derive(Debug, thiserror::Error)]
#[error("`{}` {reason}", path.display())]
pub struct SavedError {
    pub path: PathBuf,
    /// The reason why the file is refused.
    #[source]
    pub reason: SavedErrorKind,
}

/// Reason why a saved result is refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SavedErrorKind {
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    /// The path belongs to a directory, a pipe or a device.
    #[error("is not a regular file")]
    NoFile,
    /// The file was not written by this program.
    #[error("is not a partial result of setodds: it does not begin with `{MAGIC}`")]
    Foreign,
    /// The file was written by a later version of the program.
    #[error("has a format that this version of setodds does not know: `{0}`")]
    Format(String),
    /// The end of the file is missing.
    #[error("was cut off: its end is missing")]
    Truncated,
    /// The content does not match its checksum.
    #[error("was changed after it was written, or damaged: its checksum does not fit")]
    Checksum,
    /// A line, given by its number, is invalid although the checksum is correct.
    #[error("is not what setodds writes: line {0} is wrong")]
    Malformed(usize),
    /// The tallies contradict the list of finished blocks.
    #[error("is not what setodds writes: its tallies are not those of its finished blocks")]
    Tally,
    /// The content is larger than any result can be.
    #[error("has more tallies than any result")]
    TooLarge,
    /// The result belongs to another computation: the plans differ.
    #[error("belongs to another run: {0}")]
    Plan(#[from] PlanDifference),
    /// The file holds another shard than expected; `None` stands for the whole plan.
    #[error(
        "belongs to another run: it holds {} and not {}",
        shard_name(*.there),
        shard_name(*.here)
    )]
    Shard {
        /// The shard that the file holds.
        there: Option<Shard>,
        /// The shard that was expected.
        here: Option<Shard>,
    },
    /// The file holds a shard of a shorter plan, whose shards are not those of this plan.
    #[error(
        "belongs to another run: it is a shard of {there} units and not of {here}; shards cannot \
         be extended"
    )]
    Length {
        /// The units of the file's plan.
        there: u128,
        /// The units of the expected plan.
        here: u128,
    },
    /// The classes of hands belong to another deck.
    #[error("belongs to another run: its hands are not of this deck")]
    Hands,
}

/// Returns the name of a shard, or of the whole plan, for messages.
fn shard_name(shard: Option<Shard>) -> String {
    shard.map_or_else(|| "the whole".to_owned(), |shard| format!("shard {shard}"))
}

/// Reader of text lines with limited length.
#[derive(Debug)]
pub(super) struct BoundedLines<R> {
    from: R,
    buffer: Vec<u8>,
    pub(super) number: usize,
}

impl<R: BufRead> BoundedLines<R> {
    pub(super) fn new(from: R) -> Self {
        Self { from, buffer: Vec::new(), number: 0 }
    }

    /// Returns the next line without its newline; `None` at the end. A line without a newline is an
    /// error, since the file was truncated.
    pub(super) fn next(&mut self) -> Result<Option<&str>, SavedErrorKind> {
        self.buffer.clear();
        let read = (&mut self.from).take(MAX_LINE).read_until(b'\n', &mut self.buffer)?;
        if read == 0 {
            return Ok(None);
        }
        self.number += 1;
        match self.buffer.pop() {
            Some(b'\n') => {}
            _ if read as u64 == MAX_LINE => return Err(SavedErrorKind::TooLarge),
            _ => return Err(SavedErrorKind::Truncated),
        }
        let number = self.number;
        let text = std::str::from_utf8(&self.buffer);
        text.map(Some).map_err(|_| SavedErrorKind::Malformed(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::Tally;

    #[test]
    fn there_are_at_most_as_many_blocks_as_a_number_counts() {
        let most = u128::from(u64::MAX);
        assert!(is_valid_plan(0, 1) && is_valid_plan(10, 3) && is_valid_plan(most, 1));
        assert!(is_valid_plan(most + 1, 2) && !is_valid_plan(most + 1, 1) && !is_valid_plan(10, 0));
    }

    #[test]
    fn the_last_block_alone_is_not_a_full_one() {
        let plan = Plan::new(Job::new("a"), 25, 10);
        for (blocks, is_full) in [(vec![], false), (vec![2], false), (vec![1, 2], true)] {
            let mut partial = Partial::<Tally>::new(plan.clone());
            blocks.into_iter().for_each(|block| partial.add(block, Tally::default()));
            assert_eq!(Header::of(&partial, Vec::new(), None).has_full_blocks(), is_full);
        }
    }

    /// Format 1 has `share` instead of `shard`, and no compute time.
    #[test]
    fn headers_of_both_formats_are_read() {
        let partial = Partial::<Tally>::new(Plan::new(Job::new("a"), 25, 10));
        let header = Header::of(&partial, vec!["simulate".to_owned()], None);
        let mut bytes = Vec::new();
        header.write(&mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let older = text.replace(MAGIC, OLDER).replace("shard ", "share ");
        let older = older.replace("spent []\n", "");
        let read = |text: &str| Header::read(&mut BoundedLines::new(text.as_bytes()));
        assert_eq!(read(&text).unwrap(), header);
        assert_eq!(read(&older).unwrap(), header);
        assert!(read(&text.replace(MAGIC, OLDER)).is_err());
        assert!(read(&older.replace(OLDER, MAGIC)).is_err());
    }
}
