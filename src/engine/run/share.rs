//! A part of a plan that one of several machines computes.

use super::{Blocks, Plan};
use std::fmt;
use std::str::FromStr;

/// One of several equal shares of a plan's blocks, counted from 1: `3/64`.
///
/// The shares of a plan have no block in common and are together all of it. A share is a row of neighbouring
/// blocks, so that its blocks take a few bytes to write down; some are a block longer than others.
///
/// ```
/// use setodds_engine::run::{Job, Plan, Shard};
///
/// let plan = Plan::new(Job::new("count"), 100, 10);
/// let share: Shard = "2/3".parse()?;
/// assert_eq!(share.blocks(&plan).ranges(), [3..6]);
/// # Ok::<(), setodds_engine::run::ShardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: u64,
    of: u64,
}

/// A share that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShardError {
    /// Text that names no share.
    #[error("`{0}` is not a valid share; write its number and how many there are, like 3/64")]
    Unreadable(String),
    /// A number that is too small or too large.
    #[error("there is no share {number} of {of}; they are numbered from 1 to {of}, and there are at most {most}",
        most = Shard::MOST)]
    Number {
        /// The number of the share.
        number: u64,
        /// How many there are to be.
        of: u64,
    },
}

impl Shard {
    /// The most shares that a plan is cut into.
    pub const MOST: u64 = 1_000_000;

    /// The share with this number, from 1 on, of so many.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub const fn new(number: u64, of: u64) -> Result<Self, ShardError> {
        if number == 0 || number > of || of > Self::MOST {
            return Err(ShardError::Number { number, of });
        }
        Ok(Self { number, of })
    }

    /// How many shares there are.
    #[must_use]
    pub const fn of(self) -> u64 {
        self.of
    }

    /// Its blocks; none where there are fewer blocks than shares.
    #[must_use]
    pub fn blocks(self, plan: &Plan) -> Blocks {
        let end = |shares: u64| {
            let end = u128::from(plan.blocks()) * u128::from(shares) / u128::from(self.of);
            // No more than all blocks.
            u64::try_from(end).unwrap_or(u64::MAX)
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
    use crate::run::Job;

    #[test]
    fn shares_are_all_of_it_and_have_nothing_in_common() {
        for (blocks, of) in [(0, 3), (1, 3), (10, 1), (10, 3), (7, 64), (u64::MAX, 1000)] {
            let plan = Plan::new(Job::new("count"), u128::from(blocks) * 2, 2);
            let mut all = Blocks::default();
            for number in 1..=of {
                let own = Shard::new(number, of).unwrap().blocks(&plan);
                assert!(own.len().abs_diff(blocks / of) <= 1);
                own.ranges().iter().for_each(|range| assert!(all.insert(range.clone())));
            }
            assert_eq!(all, Blocks::below(blocks), "{blocks} blocks, {of} shares");
        }
    }

    #[test]
    fn a_share_is_written_as_it_is_read() {
        for text in ["1/1", "3/64", "1000000/1000000"] {
            assert_eq!(text.parse::<Shard>().unwrap().to_string(), text);
        }
        for text in ["", "3", "0/3", "4/3", "3/0", "1/1000001", "-1/3", "a/b", "1/2/3"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
