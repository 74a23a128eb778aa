//! The result so far.

use super::{Blocks, Plan};
use crate::tally::Monoid;
use serde::{Deserialize, Serialize};

/// The merged tally of some blocks of a plan: nothing yet, a part, or all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Partial<T> {
    plan: Plan,
    finished: Blocks,
    tally: T,
}

/// Two partial results that do not belong together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// They are parts of different computations.
    #[error("the results are of different runs: `{0}` and `{1}`")]
    Plan(String, String),
    /// They count the same blocks.
    #[error("both results hold block {0}; it must not be counted twice")]
    Overlap(u64),
}

impl<T: Monoid> Partial<T> {
    /// Nothing is done yet.
    #[must_use]
    pub fn new(plan: Plan) -> Self {
        Self { plan, finished: Blocks::default(), tally: T::default() }
    }

    /// What it is a part of.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The blocks that are counted.
    pub const fn finished(&self) -> &Blocks {
        &self.finished
    }

    /// What they count.
    pub const fn tally(&self) -> &T {
        &self.tally
    }

    /// Whether every block of the plan is counted.
    pub fn is_complete(&self) -> bool {
        self.finished.len() == self.plan.blocks()
    }

    /// The work units that are counted.
    pub fn units_done(&self) -> u128 {
        let last = self.plan.blocks().saturating_sub(1);
        let missing_in_last =
            if self.finished.contains(last) { self.short_of_full(last) } else { 0 };
        u128::from(self.finished.len()) * u128::from(self.plan.units_per_block()) - missing_in_last
    }

    fn short_of_full(&self, block: u64) -> u128 {
        u128::from(self.plan.units_per_block() - self.plan.units_in(block))
    }

    /// Adds the blocks of another part of the same plan.
    ///
    /// # Errors
    ///
    /// When the plans differ or a block is in both; then nothing changes.
    pub fn merge(&mut self, other: Self) -> Result<(), MergeError> {
        if self.plan != other.plan {
            return Err(MergeError::Plan(self.plan.job().into(), other.plan.job().into()));
        }
        let mut finished = self.finished.clone();
        for range in other.finished.ranges() {
            if !finished.insert(range.clone()) {
                let twice = range.clone().find(|&block| self.finished.contains(block));
                return Err(MergeError::Overlap(twice.unwrap_or(range.start)));
            }
        }
        self.finished = finished;
        self.tally.merge(other.tally);
        Ok(())
    }

    /// Adds one block that has just been computed.
    ///
    /// # Panics
    ///
    /// When the block is counted already.
    pub(super) fn add(&mut self, block: u64, tally: T) {
        assert!(self.finished.insert(block..block + 1), "a block is computed once");
        self.tally.merge(tally);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::Tally;

    fn part(job: &str, blocks: &[u64]) -> Partial<Tally> {
        let mut partial = Partial::new(Plan::new(job.into(), 25, 10));
        for &block in blocks {
            partial.add(block, [usize::try_from(block).unwrap()].into_iter().collect());
        }
        partial
    }

    #[test]
    fn parts_join_to_the_whole_in_any_order() {
        let whole = part("a", &[0, 1, 2]);
        assert!(whole.is_complete());
        assert_eq!(whole.units_done(), 25);
        for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
            let mut sum = Partial::new(whole.plan().clone());
            for block in order {
                assert!(!sum.is_complete());
                sum.merge(part("a", &[block])).unwrap();
            }
            assert_eq!(sum, whole);
        }
        assert_eq!(part("a", &[2]).units_done(), 5);
        assert_eq!(part("a", &[0, 1]).units_done(), 20);
    }

    #[test]
    fn nothing_is_counted_twice_or_mixed() {
        let mut sum = part("a", &[0, 2]);
        let before = sum.clone();
        assert_eq!(sum.merge(part("a", &[1, 2])), Err(MergeError::Overlap(2)));
        assert_eq!(
            sum.merge(part("b", &[1])),
            Err(MergeError::Plan("a".to_owned(), "b".to_owned()))
        );
        assert_eq!(sum, before);
    }

    #[test]
    fn an_empty_plan_is_complete_from_the_start() {
        let partial: Partial<Tally> = Partial::new(Plan::new("a".into(), 0, 10));
        assert!(partial.is_complete());
        assert_eq!(partial.units_done(), 0);
    }
}
