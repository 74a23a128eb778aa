//! What a file with a partial result says of itself.

use super::saved::{Lines, SavedErrorKind};
use super::{Blocks, Partial, Plan, Shard};
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
    /// The job of the plan, in words.
    pub job: String,
    /// All work units of the plan.
    pub units: u128,
    /// The units of every block but perhaps the last.
    pub units_per_block: u64,
    /// The share that the file is to hold; nothing where that is the whole plan.
    pub share: Option<Shard>,
    /// The blocks that are in it.
    pub finished: Blocks,
}

impl Header {
    /// The lines of a header.
    pub(super) const LINES: usize = 8;

    /// The header of a partial result.
    #[must_use]
    pub fn of<T: Merge>(partial: &Partial<T>, command: Vec<String>, share: Option<Shard>) -> Self {
        let plan = partial.plan();
        Self {
            command,
            job: plan.job().to_string(),
            units: plan.units(),
            units_per_block: plan.units_per_block(),
            share,
            finished: partial.finished().clone(),
        }
    }

    /// The blocks that are to be in it.
    #[must_use]
    pub fn wanted(&self) -> Blocks {
        let plan = self.plan();
        self.share.map_or_else(|| Blocks::below(plan.blocks()), |share| share.blocks(&plan))
    }

    /// The work units of some blocks.
    #[must_use]
    pub fn units_in(&self, blocks: &Blocks) -> u128 {
        let plan = self.plan();
        blocks.ranges().iter().map(|range| plan.units_in_range(range.clone())).sum()
    }

    /// Whether all that is to be in it is there.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.wanted().without(&self.finished).is_empty()
    }

    /// Whether a block with as many units as any can have is in it; only the last of all may be
    /// short.
    pub(super) fn has_full_blocks(&self) -> bool {
        let plan = self.plan();
        self.finished.ranges().first().is_some_and(|range| plan.is_full(range.start))
    }

    /// A plan that is cut in the same way.
    fn plan(&self) -> Plan {
        Plan::new(super::Job::new("saved"), self.units, self.units_per_block)
    }

    /// What keeps the file from being a part of a plan, or of a shorter one with the same beginning, in words.
    pub(super) fn difference(&self, plan: &Plan) -> Option<String> {
        if let Some(difference) = self.difference_in_all_but("", plan) {
            return Some(difference);
        }
        if self.units_per_block != plan.units_per_block() {
            let [own, other] = [self.units_per_block, plan.units_per_block()];
            return Some(differ("the size of blocks", &own.to_string(), &other.to_string()));
        }
        (self.units > plan.units()).then(|| {
            format!("it is to have {} units, and here are fewer: {}", self.units, plan.units())
        })
    }

    /// How the job differs from that of a plan, in words; one of its settings may differ.
    #[must_use]
    pub fn difference_in_all_but(&self, setting: &str, plan: &Plan) -> Option<String> {
        let here = plan.job().to_string();
        let (own, other) = (settings(&self.job), settings(&here));
        let same_keys = own.len() == other.len() && own.iter().zip(&other).all(|(a, b)| a.0 == b.0);
        if !same_keys {
            return Some(differ("the job", &self.job, &here));
        }
        let mut pairs = own.iter().zip(&other);
        let first = pairs.find(|(own, other)| own != other && own.0 != setting);
        first.map(|(own, other)| differ(own.0, own.1, other.1))
    }

    /// The partial result with these tallies, as a part of a plan.
    pub(super) fn restore<T: Merge>(
        &self,
        plan: &Plan,
        full: T,
        short: Option<T>,
    ) -> Result<Partial<T>, SavedErrorKind> {
        if let Some(difference) = self.difference(plan) {
            return Err(SavedErrorKind::Other(difference));
        }
        let own = plan.with_units(self.units);
        let partial = Partial::restored(own, self.finished.clone(), full, short);
        // The blocks are named in the last line of the header.
        let partial = partial.ok_or(SavedErrorKind::Malformed { line: Self::LINES })?;
        partial.extended(plan.clone()).map_err(|error| SavedErrorKind::Other(error.to_string()))
    }

    pub(super) fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        writeln!(to, "{MAGIC}\nprogram {}", env!("CARGO_PKG_VERSION"))?;
        writeln!(to, "command {}", serde_json::Value::from(self.command.clone()))?;
        writeln!(to, "job {}\nunits {}\nblock {}", self.job, self.units, self.units_per_block)?;
        match self.share {
            Some(share) => writeln!(to, "share {share}")?,
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
        let job = take(lines, "job", |text| Some(text.to_owned()))?;
        let units = take(lines, "units", |text| text.parse().ok())?;
        let cut = |text: &str| text.parse().ok().filter(|&block| can_be_cut(units, block));
        let units_per_block = take(lines, "block", cut)?;
        let share = take(lines, "share", |text| match text {
            "whole" => Some(None),
            _ => text.parse().ok().map(Some),
        })?;
        let finished = take(lines, "finished", blocks)?;
        Ok(Self { command, job, units, units_per_block, share, finished })
    }
}

/// The settings of a job, in pairs; its name is one without a value.
fn settings(job: &str) -> Vec<(&str, &str)> {
    job.split(' ').map(|word| word.split_once('=').unwrap_or((word, ""))).collect()
}

/// `seed is `1` there and `2` here`
fn differ(what: &str, there: &str, here: &str) -> String {
    format!("{what} is `{there}` there and `{here}` here")
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
