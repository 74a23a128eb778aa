//! The policies: which set is taken.
//!
//! A policy gives each set on the table an integer weight, and takes a set with a probability in
//! proportion to its weight: a random word, reduced to a number below the sum of the weights, is
//! the place at which the running sum of the weights, in the order of the sets, passes it. Games
//! played singly choose by [`Policy::choose`], games in lanes by the weights of `lane_player`; the
//! naive game has weights of its own, by definition. A new policy is a variant, its name, and an
//! arm in each.

use super::splitmix::SplitMix64;
use crate::name::named_enum;
use serde::Deserialize;

named_enum! {
    /// A way of choosing the set that is taken.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Policy: "policy" {
        /// Each set on the table with the same probability.
        #[default]
        Random = "random",
        /// The set whose cards were dealt first: of their positions in the order of dealing the
        /// smallest decides, then the second, then the third. This is what a program does that
        /// leaves its loops at the first set. A card that was dealt to fill a gap stands behind all
        /// that were dealt before it, wherever people put it.
        First = "first",
        /// The set that leaves the most sets on the table, before any card is dealt; of several
        /// such sets, each with the same probability.
        MostLeft = "most-left",
        /// The set that leaves the fewest sets on the table, before any card is dealt; of several
        /// such sets, each with the same probability: as badly as one can play without looking
        /// ahead.
        FewestLeft = "fewest-left",
        /// Preferably a set whose cards are equal in many features, as people see such sets sooner:
        /// three times likelier for each.
        Similar = "similar",
        /// Preferably a set whose cards differ in many features: three times likelier for each.
        Different = "different",
    }
}

/// What is known of a set on the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct SeenSet {
    /// The number of features in which its cards differ.
    pub(super) differing: usize,
    /// The sum of the numbers of sets of its cards. Two sets have at most one card in common, so
    /// the set meets three sets less than that: the fewer it meets, the more it leaves.
    pub(super) degrees: usize,
    /// When its cards were dealt, in order.
    pub(super) dealt: [usize; 3],
}

impl Policy {
    /// Returns the number of the set that is taken, of at least one.
    pub(super) fn choose(self, features: usize, sets: &[SeenSet], rng: &mut SplitMix64) -> usize {
        let sets = sets.iter();
        let dealt = sets.clone().map(|set| set.dealt);
        let degrees = sets.clone().map(|set| set.degrees);
        match self {
            Self::Random => rng.index(sets.len()),
            Self::First => one_of(dealt.clone(), dealt.min(), rng),
            Self::MostLeft => one_of(degrees.clone(), degrees.min(), rng),
            Self::FewestLeft => one_of(degrees.clone(), degrees.max(), rng),
            Self::Similar => weighted(sets.map(|set| POWERS[features - set.differing]), rng),
            Self::Different => weighted(sets.map(|set| POWERS[set.differing]), rng),
        }
    }
}

/// The powers of three up to the most features.
pub(super) const POWERS: [u64; 7] = [1, 3, 9, 27, 81, 243, 729];

/// The number at which the running sum of the weights passes a number below their sum.
#[inline(always)]
pub(super) fn weighted(weights: impl Iterator<Item = u64> + Clone, rng: &mut SplitMix64) -> usize {
    let mut rest = rng.below(weights.clone().sum());
    for (number, weight) in weights.enumerate() {
        match rest.checked_sub(weight) {
            Some(less) => rest = less,
            None => return number,
        }
    }
    unreachable!("a number below the sum of the weights is passed")
}

/// The number of one of the scores that have a value, each with the same probability.
#[inline(always)]
pub(super) fn one_of<T: Copy + PartialEq>(
    scores: impl Iterator<Item = T> + Clone,
    value: Option<T>,
    rng: &mut SplitMix64,
) -> usize {
    weighted(scores.map(|score| u64::from(Some(score) == value)), rng)
}
