//! What is to be computed, cut into blocks.

use serde::{Deserialize, Serialize};

/// A computation cut into equal blocks of work units (deals, hands, games), the last one shorter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// Everything that a block's tally depends on, and nothing else: two plans with equal jobs can
    /// share their blocks. Not the number of units, so that a plan can be prolonged.
    job: String,
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
    pub fn new(job: String, units: u128, units_per_block: u64) -> Self {
        assert!(units_per_block > 0, "a block holds something");
        let plan = Self { job, units, units_per_block };
        assert!(plan.count() <= u128::from(u64::MAX), "a block number has 64 bits");
        plan
    }

    /// What is computed: everything that the tally of a block depends on.
    #[must_use]
    pub fn job(&self) -> &str {
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
        let plan = Plan::new("count".into(), 25, 10);
        assert_eq!(plan.blocks(), 3);
        assert_eq!([0, 1, 2, 3].map(|block| plan.units_in(block)), [10, 10, 5, 0]);
        assert_eq!(plan.first_unit(2), 20);
    }

    #[test]
    fn plans_may_be_huge_or_empty() {
        let plan = Plan::new("count".into(), 1 << 77, 1 << 14);
        assert_eq!(plan.blocks(), 1 << 63);
        assert_eq!(plan.units_in(plan.blocks() - 1), 1 << 14);
        assert_eq!(Plan::new("count".into(), 0, 10).blocks(), 0);
    }
}
