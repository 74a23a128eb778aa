//! Plans: jobs divided into blocks and shards.

use super::Blocks;
use std::fmt::{self, Write};
use std::str::FromStr;

/// Name and settings of a computation, such as `simulate scheme=v1 features=4 cards=12`. A job has
/// exactly the settings on which the tally of a block depends.
///
/// Two plans with equal jobs and block sizes can share blocks. The number of units is therefore not
/// part of the job, and a plan can be extended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job(String);

impl Job {
    /// Returns a job without settings.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self(name.to_owned())
    }

    /// Returns the job with one more setting, whose text must not contain a space.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl fmt::Display) -> Self {
        // Writing to a string cannot fail.
        let _ = write!(self.0, " {key}={value}");
        self
    }

    /// Returns the job with one more setting if `value` is not `None`.
    pub(crate) fn with_some(self, key: &str, value: Option<impl fmt::Display>) -> Self {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }

    /// Returns the first difference between this job and the job of a saved result, or `None` if
    /// they agree. The setting `except` may differ.
    #[must_use]
    pub fn difference(&self, saved: &Self, except: &str) -> Option<PlanDifference> {
        let (here, there) = (self.settings(), saved.settings());
        let same_keys =
            here.len() == there.len() && here.iter().zip(&there).all(|(a, b)| a.0 == b.0);
        if !same_keys {
            return Some(differ("the job", saved, self));
        }
        let mut pairs = here.iter().zip(&there);
        let first = pairs.find(|(here, there)| here != there && here.0 != except);
        first.map(|(here, there)| differ(here.0, there.1, here.1))
    }

    /// Returns the settings as pairs of key and value. The first pair is the job's name with an
    /// empty value.
    fn settings(&self) -> Vec<(&str, &str)> {
        self.0.split(' ').map(|word| word.split_once('=').unwrap_or((word, ""))).collect()
    }
}

impl fmt::Display for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Setting in which a saved result differs from the current run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{setting} is `{there}` there and `{here}` here")]
pub struct PlanDifference {
    /// The name of a setting of the job, or `the job`, `the size of blocks`, `the number of units`.
    pub setting: String,
    /// The value of the setting in the saved result.
    pub there: String,
    /// The value of the setting in the current run.
    pub here: String,
}

fn differ(setting: &str, there: impl fmt::Display, here: impl fmt::Display) -> PlanDifference {
    let [setting, there, here] = [setting.to_owned(), there.to_string(), here.to_string()];
    PlanDifference { setting, there, here }
}

/// Computation divided into equal blocks of work units (deals, hands, games); the last block may be
/// shorter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    job: Job,
    units: u128,
    units_per_block: u64,
}

impl Plan {
    /// Returns a plan for `units` units of the `job`, in blocks of `units_per_block`.
    ///
    /// # Panics
    ///
    /// Panics if `units_per_block` is 0, or if there are 2^64 blocks or more.
    #[must_use]
    pub fn new(job: Job, units: u128, units_per_block: u64) -> Self {
        assert!(units_per_block > 0, "a block holds something");
        let plan = Self { job, units, units_per_block };
        assert!(plan.count() <= u128::from(u64::MAX), "a block number has 64 bits");
        plan
    }

    /// Returns a plan of the same job and block size with another number of units.
    ///
    /// # Panics
    ///
    /// Panics if there are 2^64 blocks or more.
    #[must_use]
    pub fn with_units(&self, units: u128) -> Self {
        Self::new(self.job.clone(), units, self.units_per_block)
    }

    /// Returns the job of the plan.
    #[must_use]
    pub const fn job(&self) -> &Job {
        &self.job
    }

    /// Returns the number of work units of the whole plan.
    #[must_use]
    pub const fn units(&self) -> u128 {
        self.units
    }

    /// Returns the number of work units of every block except possibly the last.
    #[must_use]
    pub const fn units_per_block(&self) -> u64 {
        self.units_per_block
    }

    fn count(&self) -> u128 {
        self.units.div_ceil(u128::from(self.units_per_block))
    }

    /// Returns the number of blocks in the plan.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        u64::try_from(self.count()).expect("it fits, as was asserted when the plan was made")
    }

    #[must_use]
    pub fn all_blocks(&self) -> Blocks {
        Blocks::below(self.blocks())
    }

    /// Returns the number of the first work unit of a block.
    #[must_use]
    pub fn first_unit(&self, block: u64) -> u128 {
        u128::from(block) * u128::from(self.units_per_block)
    }

    fn units_in_range(&self, blocks: std::ops::Range<u64>) -> u128 {
        let before = |block| self.first_unit(block).min(self.units);
        before(blocks.end).saturating_sub(before(blocks.start))
    }

    /// Returns the number of work units in a set of blocks.
    #[must_use]
    pub fn units_of(&self, blocks: &Blocks) -> u128 {
        blocks.ranges().iter().map(|range| self.units_in_range(range.clone())).sum()
    }

    /// Returns whether a block has the full number of work units.
    pub fn is_full(&self, block: u64) -> bool {
        self.units_in(block) == self.units_per_block
    }

    /// Returns the first difference between this plan and the plan of a saved result, or `None` if
    /// they agree.
    pub(super) fn difference(&self, saved: &Self) -> Option<PlanDifference> {
        let (here, there) = (self.units, saved.units);
        let length = || (there != here).then(|| differ("the number of units", there, here));
        self.extension_difference(saved).or_else(length)
    }

    /// Returns the difference that prevents this plan from extending the plan of a saved result, or
    /// `None` if there is none.
    pub fn extension_difference(&self, saved: &Self) -> Option<PlanDifference> {
        if let Some(difference) = self.job.difference(&saved.job, "") {
            return Some(difference);
        }
        let (here, there) = (self.units_per_block, saved.units_per_block);
        if here != there {
            return Some(differ("the size of blocks", there, here));
        }
        let (here, there) = (self.units, saved.units);
        (there > here).then(|| differ("the number of units", there, here))
    }

    /// Returns the number of work units in a block; 0 for a block that the plan does not have.
    #[must_use]
    pub fn units_in(&self, block: u64) -> u64 {
        let left = self.units.saturating_sub(self.first_unit(block));
        u64::try_from(left).unwrap_or(u64::MAX).min(self.units_per_block)
    }
}

/// Shard of a plan: one of `of` parts of about equal size, numbered from 1, such as `3/64`.
///
/// The shards of a plan are disjoint and together contain all blocks. A shard is one range of
/// blocks; some shards are one block longer than others.
///
/// ```
/// use setodds_engine::run::{Job, Plan, Shard};
///
/// let plan = Plan::new(Job::new("count"), 100, 10);
/// let shard: Shard = "2/3".parse()?;
/// assert_eq!(shard.blocks(&plan).ranges(), [3..6]);
/// # Ok::<(), setodds_engine::run::ShardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: u64,
    of: u64,
}

/// Error for an invalid shard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShardError {
    /// The text is not of the form `3/64`.
    #[error("`{0}` is not a valid shard; write its number and how many there are, like 3/64")]
    Unreadable(String),
    /// The number of the shard is out of range, or the number of shards is 0 or too large. Holds
    /// both numbers.
    #[error("{}", refused(*.0, *.1))]
    Number(u64, u64),
}

/// Returns the error message for an invalid shard number or number of shards.
fn refused(number: u64, of: u64) -> String {
    match of {
        0 => "0 shards are not valid; a run has at least 1, which is 1/1".to_owned(),
        _ if of > Shard::MAX => {
            format!("{of} shards are too many; give at most {}", Shard::MAX)
        }
        _ => format!("there is no shard {number} of {of}; they are numbered from 1 to {of}"),
    }
}

impl Shard {
    /// Maximum number of shards of a plan.
    pub const MAX: u64 = 1_000_000;

    /// Returns shard `number` of `of`; shards are numbered from 1.
    ///
    /// # Errors
    ///
    /// Fails if the number is not from 1 to `of`, or `of` exceeds [`Shard::MAX`].
    pub const fn new(number: u64, of: u64) -> Result<Self, ShardError> {
        if number == 0 || number > of || of > Self::MAX {
            return Err(ShardError::Number(number, of));
        }
        Ok(Self { number, of })
    }

    /// Returns the number of shards into which the plan is divided.
    #[must_use]
    pub const fn count(self) -> u64 {
        self.of
    }

    /// Returns the blocks of the shard. If the plan has fewer blocks than shards, some shards are
    /// empty.
    #[must_use]
    pub fn blocks(self, plan: &Plan) -> Blocks {
        let end = |shards: u64| {
            let end = u128::from(plan.blocks()) * u128::from(shards) / u128::from(self.of);
            u64::try_from(end).expect("no more than all blocks")
        };
        Blocks::below(end(self.number)).without(&Blocks::below(end(self.number - 1)))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let numbers = text
            .split_once('/')
            .and_then(|(number, of)| Some((number.trim().parse().ok()?, of.trim().parse().ok()?)));
        let (number, of) = numbers.ok_or_else(|| ShardError::Unreadable(text.to_owned()))?;
        Self::new(number, of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_block_is_shorter_and_plans_may_be_huge_or_empty() {
        let plan = |units, per_block| Plan::new(Job::new("count"), units, per_block);
        let (short, huge) = (plan(25, 10), plan(1 << 77, 1 << 14));
        assert_eq!([0, 1, 2, 3].map(|block| short.units_in(block)), [10, 10, 5, 0]);
        assert_eq!((short.blocks(), short.first_unit(2), plan(0, 10).blocks()), (3, 20, 0));
        assert_eq!((huge.blocks(), huge.units_in((1 << 63) - 1)), (1 << 63, 1 << 14));
    }

    #[test]
    fn shards_are_all_of_it_and_have_nothing_in_common() {
        for (blocks, of) in [(0, 3), (1, 3), (10, 1), (10, 3), (7, 64), (u64::MAX, 1000)] {
            let plan = Plan::new(Job::new("count"), u128::from(blocks) * 2, 2);
            let mut all = Blocks::default();
            for number in 1..=of {
                let own = Shard::new(number, of).unwrap().blocks(&plan);
                assert!(own.len().abs_diff(blocks / of) <= 1);
                own.ranges().iter().for_each(|range| assert!(all.insert(range.clone())));
            }
            assert_eq!(all, Blocks::below(blocks), "{blocks} blocks, {of} shards");
        }
    }

    #[test]
    fn a_shard_is_written_as_it_is_read() {
        for text in ["1/1", "3/64", "1000000/1000000"] {
            assert_eq!(text.parse::<Shard>().unwrap().to_string(), text);
        }
        for text in ["", "3", "0/3", "4/3", "3/0", "1/1000001", "-1/3", "a/b", "1/2/3"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
        for (text, expected) in [
            ("3/0", "0 shards are not valid"),
            ("4/3", "there is no shard 4 of 3"),
            ("1/1000000000", "1000000000 shards are too many; give at most 1000000"),
        ] {
            let error = text.parse::<Shard>().unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
