//! The policies: which set is taken.
//!
//! A policy gives each set on the table an integer weight, and takes a set with a probability in
//! proportion to its weight: a random word, reduced to a number below the sum of the weights, is
//! the place at which the running sum of the weights, in the order of the sets, passes it.
//!
//! | policy | weight of a set |
//! |---|---|
//! | `random` | 1 |
//! | `first` | 1 if it is the first in the order of dealing, else 0 |
//! | `most-left`, `fewest-left` | 1 if no other has a higher [score](Policy::score), else 0 |
//! | `similar`, `different` | 3 to the power [`exponent`](Policy::exponent) |
//!
//! `player` weighs the sets of one table, `lane_player` those of 64 at once.

use crate::name::named_enum;
use std::ops::{Not, Sub};

named_enum! {
    /// A way of choosing the set that is taken.
    ///
    /// ```
    /// # use setodds_engine::game::Policy;
    /// assert_eq!("fewest-left".parse(), Ok(Policy::FewestLeft));
    /// assert_eq!(Policy::default(), Policy::Random);
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

impl Policy {
    /// Scores a set for `most-left` and `fewest-left` by the sum of the numbers of sets of its
    /// cards. Two sets have at most one card in common, so the set meets three sets less than that:
    /// the fewer it meets, the more it leaves.
    #[inline(always)]
    pub(super) fn score<T: Not<Output = T>>(self, degrees: T) -> T {
        if self == Self::MostLeft { !degrees } else { degrees }
    }

    /// Returns the power of three that a set weighs for `similar` and `different`, by the number of
    /// features in which its cards differ.
    #[inline(always)]
    pub(super) fn exponent<T: Sub<Output = T>>(self, differing: T, features: T) -> T {
        if self == Self::Similar { features - differing } else { differing }
    }
}
