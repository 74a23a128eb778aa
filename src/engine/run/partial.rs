//! Partial results of a plan.

use super::{Blocks, Plan, PlanDifference};
use crate::tally::Merge;

/// Merged tally of some blocks of a plan: none, a part, or all.
///
/// The last block of a plan may be short. Its tally is kept separately, because it has to be
/// replaced when the plan is extended; all others stay valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partial<T> {
    plan: Plan,
    finished: Blocks,
    full: T,
    short: Option<T>,
}

/// Error of merging or truncating partial results.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// The results are parts of different computations.
    #[error("the results are of different runs: {0}")]
    Plan(#[source] PlanDifference),
    /// Both results count the same block.
    #[error("both results hold block {0}; it must not be counted twice")]
    Overlap(u64),
    /// A block below the last finished one is missing.
    #[error("block {0} is missing; a plan ends only where all blocks before are finished")]
    Gap(u64),
}

impl<T: Merge> Partial<T> {
    /// Returns a partial result without finished blocks.
    #[must_use]
    pub fn new(plan: Plan) -> Self {
        Self { plan, finished: Blocks::default(), full: T::default(), short: None }
    }

    /// Rebuilds a saved partial result. Returns `None` if the plan or the tallies contradict the
    /// list of finished blocks.
    pub fn restored(plan: Plan, finished: Blocks, full: T, short: Option<T>) -> Option<Self> {
        let last = plan.blocks().checked_sub(1).filter(|&last| !plan.is_full(last));
        let has_short = last.is_some_and(|last| finished.contains(last));
        if finished.end() > plan.blocks() || (short.is_some() && !has_short) {
            return None;
        }
        // A saved block in which nothing was tallied has no lines.
        let short = has_short.then(|| short.unwrap_or_default());
        Some(Self { plan, finished, full, short })
    }

    /// Returns the tally of the full blocks, and the tally of the short last block if that is
    /// finished.
    pub(super) const fn parts(&self) -> (&T, Option<&T>) {
        (&self.full, self.short.as_ref())
    }

    /// Returns the plan to which the partial result belongs.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns the set of finished blocks.
    pub const fn finished(&self) -> &Blocks {
        &self.finished
    }

    /// Returns whether the tally is invalid and stays so whatever is merged into it.
    pub(super) fn is_given_up(&self) -> bool {
        self.full.is_given_up() || self.short.as_ref().is_some_and(Merge::is_given_up)
    }

    /// Returns the tally of all finished blocks.
    #[must_use]
    pub fn tally(&self) -> T {
        self.clone().into_tally()
    }

    /// Converts the partial result into the tally of all finished blocks, without a copy.
    #[must_use]
    pub fn into_tally(self) -> T {
        let mut tally = self.full;
        tally.merge(self.short.unwrap_or_default());
        tally
    }

    /// Returns whether every block of the plan is finished.
    pub fn is_complete(&self) -> bool {
        self.finished.len() == self.plan.blocks()
    }

    /// Returns the number of work units in the finished blocks.
    pub fn units_done(&self) -> u128 {
        let per_block = u128::from(self.plan.units_per_block());
        let last = self.plan.blocks().saturating_sub(1);
        let lacking = match self.short {
            Some(_) => per_block - u128::from(self.plan.units_in(last)),
            None => 0,
        };
        u128::from(self.finished.len()) * per_block - lacking
    }

    /// Adds the finished blocks of another partial result of the same plan.
    ///
    /// # Errors
    ///
    /// Returns an error, and changes nothing, if the plans differ or a block is in both results.
    pub fn merge(&mut self, other: Self) -> Result<(), MergeError> {
        if let Some(difference) = self.plan.difference(&other.plan) {
            return Err(MergeError::Plan(difference));
        }
        self.finished.merge(&other.finished).map_err(MergeError::Overlap)?;
        self.full.merge(other.full);
        self.short = self.short.take().or(other.short);
        Ok(())
    }

    /// Returns the partial result with a longer plan. A short last block must be computed again;
    /// all other blocks are kept.
    ///
    /// # Errors
    ///
    /// Fails if the plan has another job or block size, or is shorter.
    pub fn extended(self, plan: Plan) -> Result<Self, PlanDifference> {
        if let Some(difference) = plan.extension_difference(&self.plan) {
            return Err(difference);
        }
        if plan.units() == self.plan.units() || self.short.is_none() {
            return Ok(Self { plan, ..self });
        }
        let whole = Blocks::below(self.plan.blocks() - 1);
        let finished = whole.without(&self.finished.missing(self.plan.blocks()));
        Ok(Self { plan, finished, full: self.full, short: None })
    }

    /// Shortens the plan to the finished blocks, which makes the result complete. This is the
    /// inverse of [`Partial::extended`].
    ///
    /// # Errors
    ///
    /// Returns an error, and changes nothing, if a block before the last finished one is missing.
    pub fn truncate(&mut self) -> Result<(), MergeError> {
        let end = self.finished.end();
        if let Some(gap) = self.finished.missing(end).ranges().first() {
            return Err(MergeError::Gap(gap.start));
        }
        self.plan = self.plan.with_units(self.units_done());
        Ok(())
    }

    /// Adds the tally of a finished block.
    ///
    /// # Panics
    ///
    /// Panics if the block is already counted.
    pub fn add(&mut self, block: u64, tally: T) {
        assert!(self.finished.insert(block..block + 1), "a block is computed once");
        if self.plan.is_full(block) {
            self.full.merge(tally);
        } else {
            self.short = Some(tally);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Job;
    use crate::tally::Tally;

    fn plan(job: &str, units: u128) -> Plan {
        Plan::new(Job::new(job), units, 10)
    }

    fn part(job: &str, blocks: &[u64]) -> Partial<Tally> {
        let mut partial = Partial::new(plan(job, 25));
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
        assert_eq!(whole.tally(), [0, 1, 2].into_iter().collect());
        assert_eq!(whole.clone().into_tally(), whole.tally());
        for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
            let mut sum = Partial::new(whole.plan().clone());
            for block in order {
                assert!(!sum.is_complete());
                sum.merge(part("a", &[block])).unwrap();
            }
            assert_eq!(sum, whole);
        }
        let empty: Partial<Tally> = Partial::new(plan("a", 0));
        assert_eq!((empty.is_complete(), empty.units_done()), (true, 0));
        assert_eq!(part("a", &[2]).units_done(), 5);
        assert_eq!(part("a", &[0, 1]).units_done(), 20);
    }

    #[test]
    fn nothing_is_counted_twice_or_mixed() {
        let mut sum = part("a", &[0, 2]);
        let before = sum.clone();
        assert_eq!(sum.merge(part("a", &[1, 2])), Err(MergeError::Overlap(2)));
        let message = |result: Result<(), MergeError>| result.unwrap_err().to_string();
        assert!(message(sum.merge(part("b", &[1]))).ends_with("the job is `b` there and `a` here"));
        let longer = Partial::new(plan("a", 30));
        assert!(message(sum.merge(longer)).ends_with("is `30` there and `25` here"));
        let coarser = Partial::new(Plan::new(Job::new("a"), 25, 5));
        assert!(message(sum.merge(coarser)).ends_with("is `5` there and `10` here"));
        assert_eq!(sum, before);
    }

    #[test]
    fn an_overlap_is_found_in_long_ranges() {
        let blocks = |range: std::ops::Range<u64>| {
            let mut partial = Partial::<Tally>::new(plan("a", 1 << 64));
            assert!(partial.finished.insert(range));
            partial
        };
        let last = 1 << 60;
        for (own, other, first) in [
            (0..10, 5..last, 5),
            (last - 1..last + 9, 3..last, last - 1),
            (4..last, 2..3, u64::MAX),
            (4..last, 2..9, 4),
        ] {
            let result = blocks(own.clone()).merge(blocks(other.clone()));
            let expected = if first == u64::MAX { Ok(()) } else { Err(MergeError::Overlap(first)) };
            assert_eq!(result, expected, "{own:?} {other:?}");
        }
    }

    #[test]
    fn a_longer_plan_keeps_all_but_the_short_block() {
        let longer = part("a", &[0, 2]).extended(plan("a", 50)).unwrap();
        assert_eq!(longer.finished(), &Blocks::below(1));
        assert_eq!((longer.tally(), longer.units_done()), ([0].into_iter().collect(), 10));
        let same = part("a", &[0, 2]).extended(plan("a", 25)).unwrap();
        assert_eq!(same, part("a", &[0, 2]));
        assert!(part("a", &[0]).extended(plan("a", 20)).is_err());
        assert!(part("a", &[0]).extended(plan("b", 50)).is_err());
    }

    #[test]
    fn a_plan_ends_where_its_blocks_end() {
        let mut beginning = part("a", &[0, 1]);
        beginning.truncate().unwrap();
        assert!(beginning.is_complete());
        assert_eq!(beginning.plan(), &plan("a", 20));
        assert_eq!(beginning.extended(plan("a", 25)), Ok(part("a", &[0, 1])));

        let mut gap = part("a", &[0, 2]);
        assert_eq!(gap.truncate(), Err(MergeError::Gap(1)));
        assert_eq!(gap, part("a", &[0, 2]));
        for mut whole in [part("a", &[]), part("a", &[0, 1, 2])] {
            whole.truncate().unwrap();
            assert_eq!(whole.units_done(), whole.plan().units());
        }
    }

    #[test]
    fn a_lost_tally_of_either_kind_of_block_is_lost() {
        #[derive(Clone, Default)]
        struct Lost(bool);

        impl Merge for Lost {
            fn merge(&mut self, other: Self) {
                self.0 |= other.0;
            }

            fn is_given_up(&self) -> bool {
                self.0
            }
        }

        for lost in [None, Some(0), Some(2)] {
            let mut partial = Partial::new(plan("a", 25));
            for block in 0..3 {
                partial.add(block, Lost(lost == Some(block)));
            }
            assert_eq!(partial.is_given_up(), lost.is_some());
        }
    }
}
