//! What is to be computed, cut into blocks.

use std::fmt;

/// What is computed: everything that the tally of a block depends on, by name, and nothing else.
/// Two plans with equal jobs can share their blocks, so the number of units is no part of it: a
/// plan can be extended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    name: &'static str,
    settings: Vec<(&'static str, String)>,
}

impl Job {
    /// A job without settings.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self { name, settings: Vec::new() }
    }

    /// The same with one more setting.
    #[must_use]
    pub fn with(mut self, key: &'static str, value: impl fmt::Display) -> Self {
        self.settings.push((key, value.to_string()));
        self
    }
}

impl fmt::Display for Job {
    /// `simulate scheme=v1 features=4 cards=12`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        self.settings.iter().try_for_each(|(key, value)| write!(f, " {key}={value}"))
    }
}

/// A computation cut into equal blocks of work units (deals, hands, games), the last one shorter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    job: Job,
    units: u128,
    units_per_block: u64,
}

impl Plan {
    /// A plan for `units` units of the `job`, so many to a block.
    ///
    /// # Panics
    ///
    /// When blocks are empty, or there are more than 2^64 of them.
    #[must_use]
    pub fn new(job: Job, units: u128, units_per_block: u64) -> Self {
        assert!(units_per_block > 0, "a block holds something");
        let plan = Self { job, units, units_per_block };
        assert!(plan.count() <= u128::from(u64::MAX), "a block number has 64 bits");
        plan
    }

    /// The same job, cut in the same way, of another length.
    ///
    /// # Panics
    ///
    /// When there are more than 2^64 blocks.
    #[must_use]
    pub fn with_units(&self, units: u128) -> Self {
        Self::new(self.job.clone(), units, self.units_per_block)
    }

    /// What is computed.
    #[must_use]
    pub const fn job(&self) -> &Job {
        &self.job
    }

    /// All work units.
    #[must_use]
    pub const fn units(&self) -> u128 {
        self.units
    }

    /// The work units of every block but perhaps the last.
    #[must_use]
    pub const fn units_per_block(&self) -> u64 {
        self.units_per_block
    }

    fn count(&self) -> u128 {
        self.units.div_ceil(u128::from(self.units_per_block))
    }

    /// The number of blocks.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        // It fits, as was asserted when the plan was made.
        u64::try_from(self.count()).unwrap_or(u64::MAX)
    }

    /// The first work unit of a block.
    #[must_use]
    pub fn first_unit(&self, block: u64) -> u128 {
        u128::from(block) * u128::from(self.units_per_block)
    }

    /// The work units of blocks that follow one another.
    #[must_use]
    pub fn units_in_range(&self, blocks: std::ops::Range<u64>) -> u128 {
        let before = |block| self.first_unit(block).min(self.units);
        before(blocks.end).saturating_sub(before(blocks.start))
    }

    /// Whether a block has as many units as any block can.
    #[must_use]
    pub fn is_full(&self, block: u64) -> bool {
        self.units_in(block) == self.units_per_block
    }

    /// What keeps blocks of the two plans from being counted together: a difference, in words.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        let differ = |what: &str, one: &dyn fmt::Display, two: &dyn fmt::Display| {
            Some(format!("{what} `{one}` and `{two}`"))
        };
        if self.job != other.job {
            return differ("the jobs", &self.job, &other.job);
        }
        if self.units_per_block != other.units_per_block {
            return differ("blocks of", &self.units_per_block, &other.units_per_block);
        }
        (self.units != other.units).then(|| differ("lengths of", &self.units, &other.units))?
    }

    /// The number of work units in a block; 0 for a block that the plan does not have.
    #[must_use]
    pub fn units_in(&self, block: u64) -> u64 {
        let left = self.units.saturating_sub(self.first_unit(block));
        u64::try_from(left).unwrap_or(u64::MAX).min(self.units_per_block)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_block_is_shorter() {
        let plan = Plan::new(Job::new("count"), 25, 10);
        assert_eq!(plan.blocks(), 3);
        assert_eq!([0, 1, 2, 3].map(|block| plan.units_in(block)), [10, 10, 5, 0]);
        assert_eq!(plan.first_unit(2), 20);
    }

    #[test]
    fn plans_may_be_huge_or_empty() {
        let plan = Plan::new(Job::new("count"), 1 << 77, 1 << 14);
        assert_eq!(plan.blocks(), 1 << 63);
        assert_eq!(plan.units_in(plan.blocks() - 1), 1 << 14);
        assert_eq!(Plan::new(Job::new("count"), 0, 10).blocks(), 0);
    }
}
