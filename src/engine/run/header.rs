//! What a file with a partial result says of itself.

use super::saved::{Lines, SavedErrorKind};
use super::{Blocks, Job, Partial, Plan, Shard};
use crate::tally::Merge;
use std::io::{self, BufRead, Write};
use std::ops::Range;

/// The first line.
pub(super) const MAGIC: &str = "setodds partial result, format 1";

/// What a file with a partial result says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The command that computes it, word by word, without the places where results go.
    pub command: Vec<String>,
    /// What it is a part of.
    pub plan: Plan,
    /// The shard that the file is for; `None` for the whole plan.
    pub shard: Option<Shard>,
    /// The blocks that are in it.
    pub finished: Blocks,
}

impl Header {
    /// The lines of a header.
    pub(super) const LINES: usize = 8;

    /// The header of a partial result.
    #[must_use]
    pub fn of<T: Merge>(partial: &Partial<T>, command: Vec<String>, shard: Option<Shard>) -> Self {
        Self { command, plan: partial.plan().clone(), shard, finished: partial.finished().clone() }
    }

    /// The blocks that are to be in it.
    #[must_use]
    pub fn wanted(&self) -> Blocks {
        self.shard.map_or_else(|| self.plan.all_blocks(), |shard| shard.blocks(&self.plan))
    }

    /// Whether all that is to be in it is there.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.wanted().without(&self.finished).is_empty()
    }

    /// Whether a block with as many units as any can have is in it; only the last of all may be
    /// short.
    pub(super) fn has_full_blocks(&self) -> bool {
        self.finished.ranges().first().is_some_and(|range| self.plan.is_full(range.start))
    }

    /// The partial result with these tallies, as a part of a plan.
    pub(super) fn restore<T: Merge>(
        &self,
        plan: &Plan,
        full: T,
        short: Option<T>,
    ) -> Result<Partial<T>, SavedErrorKind> {
        let partial = Partial::restored(self.plan.clone(), self.finished.clone(), full, short);
        // The blocks are named in the last line of the header.
        let partial = partial.ok_or(SavedErrorKind::Malformed { line: Self::LINES })?;
        partial.extended(plan.clone()).map_err(|error| SavedErrorKind::Other(error.to_string()))
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
            Some(shard) => writeln!(to, "share {shard}")?,
            None => writeln!(to, "share whole")?,
        }
        write!(to, "finished")?;
        for Range { start, end } in self.finished.ranges() {
            write!(to, " {start}-{}", end - 1)?;
        }
        writeln!(to)
    }

    pub(super) fn read(lines: &mut Lines<impl BufRead>) -> Result<Self, SavedErrorKind> {
        lines.next()?;
        take(lines, "program", |_| Some(()))?;
        let command = take(lines, "command", |text| serde_json::from_str(text).ok())?;
        let job = take(lines, "job", |text| Some(Job::new(text)))?;
        let units = take(lines, "units", |text| text.parse().ok())?;
        let cut = |text: &str| text.parse().ok().filter(|&block| can_be_cut(units, block));
        let units_per_block = take(lines, "block", cut)?;
        let shard = take(lines, "share", |text| match text {
            "whole" => Some(None),
            _ => text.parse().ok().map(Some),
        })?;
        let finished = take(lines, "finished", blocks)?;
        Ok(Self { command, plan: Plan::new(job, units, units_per_block), shard, finished })
    }
}

/// Reads the next line, which must begin with a word.
fn take<T>(
    lines: &mut Lines<impl BufRead>,
    word: &str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<T, SavedErrorKind> {
    let line = lines.number + 1;
    let text = lines.next()?.ok_or(SavedErrorKind::Truncated)?;
    let rest = text
        .strip_prefix(word)
        .and_then(|rest| if rest.is_empty() { Some(rest) } else { rest.strip_prefix(' ') });
    rest.and_then(read).ok_or(SavedErrorKind::Malformed { line })
}

/// Whether so many units can be cut into blocks of so many.
fn can_be_cut(units: u128, per_block: u64) -> bool {
    per_block > 0 && units.div_ceil(per_block.into()) <= u64::MAX.into()
}

/// `0-11 15-19`, rising.
fn blocks(text: &str) -> Option<Blocks> {
    let (mut all, mut end) = (Blocks::default(), 0);
    for row in text.split_ascii_whitespace() {
        let (first, last) = row.split_once('-')?;
        let (first, last): (u64, u64) = (first.parse().ok()?, last.parse().ok()?);
        let after = last.checked_add(1)?;
        if first < end || last < first || !all.insert(first..after) {
            return None;
        }
        end = after;
    }
    Some(all)
}
