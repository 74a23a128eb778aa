//! Which set is taken: policies, one file each.
//!
//! A policy gives each set on the table an integer weight, and a set is taken with a probability in
//! proportion to it: a word of the game, reduced to a number below the sum of the weights, is the
//! place at which the running sum of the weights, in the order of the sets, passes it. A policy says
//! this twice: by definition, from the cards on the table (`weights`), which is what the naive game
//! asks for, and as fast as it can (`Choice`). A new policy is one new file and one line in the list
//! below.

use super::table::Table;
use super::words::Words;
use crate::card::{Card, Deck};
use std::fmt;
use std::str::FromStr;

/// A policy at work.
pub(super) trait Choice {
    /// A new game begins.
    #[inline(always)]
    fn begin(&mut self, _: Deck) {}

    /// The number of the set that is taken, of those on the table, of which there is at least one.
    fn choose<const LOOKUPS: usize>(
        &mut self,
        table: &Table<'_, LOOKUPS>,
        words: &mut Words,
    ) -> usize;
}

/// What a policy sees by definition: nothing is prepared.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'a> {
    pub(super) deck: Deck,
    /// The cards on the table in the order of dealing.
    pub(super) table: &'a [Card],
    /// Its sets in their order, the cards of each in the order of dealing.
    pub(super) sets: &'a [[Card; 3]],
    /// The cards in the deck, in their order, which nobody knows.
    pub(super) in_deck: &'a [Card],
}

/// The number at which the running sum of the weights passes a number below their sum.
#[inline(always)]
pub(super) fn weighted(weights: impl Iterator<Item = u64> + Clone, words: &mut Words) -> usize {
    let mut rest = words.below(weights.clone().sum());
    for (number, weight) in weights.enumerate() {
        match rest.checked_sub(weight) {
            Some(less) => rest = less,
            None => return number,
        }
    }
    unreachable!("a number below the sum of the weights is passed")
}

/// Weights 1 for the smallest score and 0 for all others.
fn least<T: Ord + Copy>(scores: &[T]) -> Vec<u64> {
    let least = scores.iter().min();
    scores.iter().map(|score| u64::from(Some(score) == least)).collect()
}

/// The number of features in which the cards of a set differ.
fn differing([a, b, _]: [Card; 3], deck: Deck) -> usize {
    a.digits(deck).zip(b.digits(deck)).filter(|(a, b)| a != b).count()
}

/// The powers of three up to the most features.
const POWERS: [u64; 7] = [1, 3, 9, 27, 81, 243, 729];

mod degrees;

macro_rules! policies {
    ($($(#[$doc:meta])* $variant:ident, $file:ident :: $choice:ident, $name:literal;)*) => {
        $(mod $file;)*

        /// A way of choosing the set that is taken.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Policy {
            $($(#[$doc])* $variant,)*
        }

        impl Policy {
            /// All policies, in the order in which results list them.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The name, as in commands and in CSV.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// The weights of the sets, by definition.
            pub(super) fn weights(self, view: View<'_>) -> Vec<u64> {
                match self {
                    $(Self::$variant => $file::weights(view),)*
                }
            }

            /// Shows the policy at work to a visitor.
            pub(super) fn visit<V: Visitor>(self, visitor: V) -> V::Output {
                match self {
                    $(Self::$variant => visitor.visit($file::$choice::default()),)*
                }
            }
        }
    };
}

/// Someone who does something with any policy.
pub(super) trait Visitor {
    /// What comes out.
    type Output;

    /// Does it.
    fn visit<C: Choice + 'static>(self, choice: C) -> Self::Output;
}

policies! {
    /// Each set on the table with the same probability.
    #[default]
    Random, random::Random, "random";
    /// The set whose cards were dealt first: of their positions in the order of dealing the
    /// smallest decides, then the second, then the third.
    First, first::First, "first";
    /// The set that leaves the most sets on the table; of several such sets, each with the same
    /// probability.
    MostLeft, most_left::MostLeft, "most-left";
    /// The set that leaves the fewest sets on the table; of several such sets, each with the same
    /// probability.
    FewestLeft, fewest_left::FewestLeft, "fewest-left";
    /// Rather a set whose cards are equal in many features: three times likelier for each.
    Similar, similar::Similar, "similar";
    /// Rather a set whose cards differ in many features: three times likelier for each.
    Different, different::Different, "different";
    /// The set that gives the best chance to clear the table; of several such sets, each with the
    /// same probability.
    Clear, clear::Clear, "clear";
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no policy has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown policy `{0}`; there are {names}", names = names())]
pub struct UnknownPolicy(String);

fn names() -> String {
    Policy::ALL.iter().map(|policy| policy.name()).collect::<Vec<_>>().join(", ")
}

impl FromStr for Policy {
    type Err = UnknownPolicy;

    fn from_str(name: &str) -> Result<Self, UnknownPolicy> {
        let found = Self::ALL.iter().copied().find(|policy| policy.name() == name);
        found.ok_or_else(|| UnknownPolicy(name.to_owned()))
    }
}
