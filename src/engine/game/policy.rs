//! Policies, which choose the set that a player takes.
//!
//! A policy assigns an integer weight to each set on the table, and takes a set with a probability
//! proportional to its weight. A random word is reduced to a number below the sum of the weights;
//! the selected set is the first at which the running sum of the weights exceeds that number.
//!
//! | policy | weight of a set |
//! |---|---|
//! | `random` | 1 |
//! | `first` | 1 if it is the first in the order of dealing, else 0 |
//! | `most-left`, `fewest-left` | 1 if no other has a higher [score](Policy::score), else 0 |
//! | `similar`, `different` | 3 to the power [`exponent`](Policy::exponent) |
//!
//! `player` weighs the sets of one table, `lane_player` those of 64 tables at once.

use crate::name::named_enum;
use std::ops::{Not, Sub};

named_enum! {
    /// Policy by which a player chooses the set to take.
    ///
    /// ```
    /// # use setodds_engine::game::Policy;
    /// assert_eq!("fewest-left".parse(), Ok(Policy::FewestLeft));
    /// assert_eq!(Policy::default(), Policy::Random);
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Policy: "policy" {
        /// Chooses each set on the table with the same probability.
        #[default]
        Random = "random",
        /// Chooses the set whose earliest card was dealt first, with ties broken by the second and
        /// then the third card: the set that nested loops over the cards in the order of dealing
        /// find first. A card dealt to fill a gap comes after all earlier ones, wherever people put
        /// it.
        First = "first",
        /// Chooses a set that leaves the most sets on the table before any card is dealt; ties are
        /// broken at random.
        MostLeft = "most-left",
        /// Chooses a set that leaves the fewest sets on the table before any card is dealt; ties
        /// are broken at random. The worst play that is possible without looking ahead.
        FewestLeft = "fewest-left",
        /// Prefers sets whose cards are equal in many features, because people see these sooner:
        /// the probability triples with each equal feature.
        Similar = "similar",
        /// Prefers sets whose cards differ in many features: the probability triples with each
        /// feature that differs.
        Different = "different",
    }
}

impl Policy {
    /// Scores a set for `most-left` and `fewest-left`, which take a set with the highest score.
    /// `degrees` is the sum of the degrees of its cards, where a degree is the number of sets with
    /// that card. Two sets have at most one card in common, so a set with the sum `d` shares a card
    /// with `d - 3` others, which are lost when it is taken.
    #[inline(always)]
    pub(super) fn score<T: Not<Output = T>>(self, degrees: T) -> T {
        if self == Self::MostLeft { !degrees } else { degrees }
    }

    /// Returns the exponent of 3 in the weight of a set for `similar` and `different`, from the
    /// number of features in which its cards differ.
    #[inline(always)]
    pub(super) fn exponent<T: Sub<Output = T>>(self, differing: T, features: T) -> T {
        if self == Self::Similar { features - differing } else { differing }
    }
}
