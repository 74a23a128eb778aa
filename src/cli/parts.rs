//! Merges saved partial results.

use crate::cli::files::Files;
use crate::cli::parsed::refuse_foreign;
use crate::cli::saved::{Checkpoint, Saved, SavedError, SavedErrorKind};
use crate::cli::source::Parts;
use crate::commands::context::Context;
use crate::commands::failure::{Failure, OrFail};
use crate::report::number::{count, grouped};
use crate::report::spent::ComputeTime;
use crate::run::{Blocks, MergeError, Partial, Plan, SavedTally, Shard};
use std::io;
use std::ops::Range;
use std::path::Path;

/// File name extension of partial results.
pub(crate) const PART_EXTENSION: &str = "part";

/// Maximum number of missing shards or block ranges named in a message.
const MAX_NAMED: usize = 10;

/// Partial result merged from saved parts, and the compute time of these parts.
pub(crate) type Merged<T> = (Partial<T>, Vec<ComputeTime>);

impl Parts {
    /// Merges all saved parts of a plan, counting each block once, and adds up their compute times.
    /// Returns `None` if the merged result is written to a file as a partial result.
    pub(crate) fn merge<T: SavedTally>(
        &self,
        plan: &Plan,
        fits: &dyn Fn(&Partial<T>) -> bool,
        words: &[String],
        unit: &str,
        context: &Context,
    ) -> Result<Option<Merged<T>>, Failure> {
        // Locked before the parts are read, since a running shard would replace it.
        let whole = self.as_part.as_deref().map(|path| Checkpoint::take(path, None)).transpose()?;
        let (mut all, mut shards) = (Partial::new(plan.clone()), Vec::new());
        let (mut seen, mut spent): (Vec<(&Path, Blocks)>, _) = (Vec::new(), Vec::new());
        for path in &self.files {
            let saved = open_part(path)?;
            if saved.header().command != self.command {
                refuse_foreign(&saved.header().command, path, &context.program.line)?;
            }
            shards.push(saved.header().shard);
            spent.extend_from_slice(&saved.header().spent);
            let part = load(saved, plan)?;
            if !fits(&part) {
                let error = SavedError { path: path.clone(), reason: SavedErrorKind::Tally };
                return Err(error).or_usage();
            }
            let finished = part.finished().clone();
            all.merge(part).map_err(|error| duplicate_block(&error, path, &seen))?;
            seen.push((path, finished));
        }
        let spent = ComputeTime::merged(spent);
        match whole {
            Some(whole) => {
                whole.save(&all, words, spent).or_failed()?;
                context.always(covered("wrote", &all, unit));
                Ok(None)
            }
            None if all.is_complete() => Ok(Some((all, spent))),
            None if self.allow_missing && all.units_done() > 0 => {
                context.always(covered("INCOMPLETE: the result covers", &all, unit));
                Ok(Some((all, spent)))
            }
            None => Err(missing(&all, &shards, unit)),
        }
    }
}

/// Opens a file with a partial result. A missing file counts as a missing shard, since it may still
/// be written.
pub(crate) fn open_part(path: &Path) -> Result<Saved, Failure> {
    Saved::open(path).map_err(|error| match &error.reason {
        SavedErrorKind::Unreadable(reason) if reason.kind() == io::ErrorKind::NotFound => {
            Failure::Missing(error.to_string())
        }
        _ => Failure::Usage(error.to_string()),
    })
}

/// Fails if merged parts would replace an existing file that is not among the parts.
pub(crate) fn refuse_to_replace(path: &Path, files: &Files) -> Result<(), Failure> {
    if files.reads(path) || path.symlink_metadata().is_err() {
        return Ok(());
    }
    Err(match Saved::open(path) {
        Ok(_) => usage_error!(
            "`{}` is a partial result and would be replaced, but it is not among the parts to \
             merge; add it to them, or give -o another name",
            path.display()
        ),
        Err(error) => usage_error!("{error}; give -o another name"),
    })
}

/// Loads a partial result, which must belong to this plan.
fn load<T: SavedTally>(saved: Saved, plan: &Plan) -> Result<Partial<T>, Failure> {
    let (units, job) = (saved.header().plan.units(), saved.header().plan.job());
    if job == plan.job() && units < plan.units() {
        let other = SavedErrorKind::Length { there: units, here: plan.units() };
        return Err(saved.error(other)).or_usage();
    }
    saved.load(plan).or_usage()
}

/// Returns the failure for a block of work that is in two of the parts to merge.
fn duplicate_block(error: &MergeError, path: &Path, seen: &[(&Path, Blocks)]) -> Failure {
    let MergeError::Overlap(block) = *error else { return usage_error!("{error}") };
    let first =
        seen.iter().find(|(_, blocks)| blocks.contains(block)).map_or(path, |(path, _)| path);
    usage_error!(
        "`{}` and `{}` both hold block {block}, which must not be counted twice; leave one out",
        first.display(),
        path.display()
    )
}

/// Formats a sentence such as `wrote 40 of 100 deals`.
fn covered<T: SavedTally>(what: &str, all: &Partial<T>, unit: &str) -> String {
    format!("{what} {} of {}", grouped(all.units_done()), count(all.plan().units(), unit))
}

/// Returns the failure for a merge with missing parts. The message names the missing shards or
/// blocks.
fn missing<T: SavedTally>(all: &Partial<T>, shards: &[Option<Shard>], unit: &str) -> Failure {
    let plan = all.plan();
    let gaps = all.finished().missing(plan.blocks());
    let mut named = shards_in(&gaps, shards, plan).unwrap_or_else(|| {
        gaps.ranges().iter().map(|gap| format!("blocks {} to {}", gap.start, gap.end - 1)).collect()
    });
    let more = named.len().saturating_sub(MAX_NAMED);
    named.truncate(MAX_NAMED);
    if more > 0 {
        named.push(format!("{more} more"));
    }
    let (units, named) = (count(plan.units(), unit), named.join(", "));
    Failure::Missing(match all.units_done() {
        0 => format!("the parts hold none of the {units} yet; missing: {named}; finish some"),
        done => format!(
            "the parts hold {} of {units}; missing: {named}; finish them, or accept missing shards \
             with --allow-missing",
            grouped(done)
        ),
    })
}

/// Returns the incomplete shards, or `None` unless all parts are shards of a run with the same
/// number of shards.
fn shards_in(gaps: &Blocks, shards: &[Option<Shard>], plan: &Plan) -> Option<Vec<String>> {
    let of = shards.first().copied().flatten()?.count();
    if shards.iter().any(|shard| shard.is_none_or(|shard| shard.count() != of)) {
        return None;
    }
    let all = (1..=of).filter_map(|number| Shard::new(number, of).ok());
    let meets_a_gap = |own: &Range<u64>| {
        let after = gaps.ranges().partition_point(|gap| gap.end <= own.start);
        gaps.ranges().get(after).is_some_and(|gap| gap.start < own.end)
    };
    let lacks = |shard: &Shard| shard.blocks(plan).ranges().iter().any(meets_a_gap);
    Some(all.filter(lacks).map(|shard| format!("shard {shard}")).collect())
}
