//! Pairs of sets that one game takes without a deal in between, by the types of both.
//!
//! While the deck has cards, a game mostly takes one set and deals; once it is empty, a game takes
//! several, and each of them limits what the next can be. So the sets that a game takes without a
//! deal in between are a cluster, and the interval of a proportion of them needs the pairs within
//! clusters ([`crate::stats::clusters`]).
//!
//! They are tallied beside the types: each set counts once as [`TypePair::Set`], and once as
//! [`TypePair::After`] with each earlier set of its cluster. The former say how many sets the pairs
//! belong to: a run that an earlier version began, which did not count pairs, has pairs of some of
//! its sets only, and the design effect is estimated from these.

use crate::card::MOST_FEATURES;
use crate::stats::clusters::Clusters;
use crate::tally::Tally;

/// Types are 1 to 6, and 0 stands for no set.
pub(super) const TYPES: usize = 8;

/// A value of the tally, by the features in which the cards of a set differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypePair {
    /// A set of that type.
    Set(usize),
    /// A set of the first type that was taken after one of the second.
    After(usize, usize),
}

impl TypePair {
    /// The value in the tally.
    #[must_use]
    pub const fn value(self) -> usize {
        match self {
            Self::Set(differing) => differing * TYPES,
            Self::After(differing, earlier) => differing * TYPES + earlier,
        }
    }
}

/// The sets of one type as hits among all sets of a tally, with pairs in both orders.
#[must_use]
pub fn type_clusters(tally: &Tally, differing: usize) -> Clusters {
    let mut clusters = Clusters::default();
    for later in 1..=MOST_FEATURES {
        let hit = later == differing;
        let sets = tally.count(TypePair::Set(later).value());
        clusters.observations = clusters.observations.saturating_add(sets);
        if hit {
            clusters.hits = sets;
        }
        for earlier in 1..=MOST_FEATURES {
            let pairs = tally.count(TypePair::After(later, earlier).value());
            let hits = u128::from(hit) + u128::from(earlier == differing);
            let add =
                |sum: &mut u128, times| *sum = sum.saturating_add(pairs.saturating_mul(times));
            add(&mut clusters.pairs, 2);
            add(&mut clusters.pairs_hit_first, hits);
            add(&mut clusters.pairs_hit_both, if hits == 2 { 2 } else { 0 });
        }
    }
    clusters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_in_both_orders() {
        // A game took types 4, 3, 4; another 3.
        let mut tally = Tally::default();
        for (later, earlier) in [(4, &[][..]), (3, &[4]), (4, &[4, 3]), (3, &[])] {
            tally.record(TypePair::Set(later).value());
            earlier.iter().for_each(|&it| tally.record(TypePair::After(later, it).value()));
        }
        let all = Clusters { observations: 4, pairs: 6, ..Clusters::default() };
        let fours = Clusters { hits: 2, pairs_hit_first: 4, pairs_hit_both: 2, ..all };
        let threes = Clusters { hits: 2, pairs_hit_first: 2, pairs_hit_both: 0, ..all };
        assert_eq!([4, 3, 1].map(|it| type_clusters(&tally, it)), [fours, threes, all]);
    }
}
