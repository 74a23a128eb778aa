//! Policies compared game by game, as all play the same decks: the difference of an outcome between a
//! policy and the first one varies less than the outcomes themselves.

use super::{Ending, Key, Outcome, Policy, Rules, Subject};
use crate::tally::Tallies;

/// The counts of a block.
#[derive(Debug, Default)]
pub(super) struct Paired {
    /// What is added to a difference to make it a number from 0 on.
    offset: usize,
    policies: Vec<Policy>,
    /// By policy (but the first), outcome and difference.
    counts: Vec<[Vec<u32>; Outcome::ALL.len()]>,
}

impl Paired {
    pub(super) fn new(rules: Rules, policies: &[Policy]) -> Self {
        let offset = Outcome::offset(rules);
        let counts = || std::array::from_fn(|_| vec![0; 2 * offset + 1]);
        let others = policies.iter().skip(1).copied().collect::<Vec<_>>();
        Self { offset, counts: others.iter().map(|_| counts()).collect(), policies: others }
    }

    /// Counts games that the first policy and another one have played.
    #[inline]
    pub(super) fn record(&mut self, other: usize, first: &[Ending], ending: &[Ending]) {
        for (counts, outcome) in self.counts[other].iter_mut().zip(Outcome::ALL) {
            for (first, ending) in first.iter().zip(ending) {
                counts[self.offset + outcome.of(ending) - outcome.of(first)] += 1;
            }
        }
    }

    /// Adds everything to the tallies and is empty again.
    pub(super) fn pour(&mut self, into: &mut Tallies<Key>) {
        for (&policy, counts) in self.policies.iter().zip(&mut self.counts) {
            for (counts, outcome) in counts.iter_mut().zip(Outcome::ALL) {
                super::ledger::pour(counts, Key { policy, of: Subject::Difference(outcome) }, into);
            }
        }
    }
}
