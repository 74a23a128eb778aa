//! What can be tallied of a hand: integer outcomes, one file each.
//!
//! A [`Measure`] is a name; a [`Measurer`] is the machine for some measures and hand sizes, and its
//! [`Recorder`] tallies one dealt hand after another, by [`Key`]. The first `k` cards of a deal
//! serve the size `k`, so that one deal serves all sizes, and its sets are listed once for all
//! measures. A new measure is one new file and one line in the list below.

mod degrees;
mod hand_caps;
mod listing;
mod measurer;
mod transversal;

pub use hand_caps::{CapFinder, HandCaps};
pub use measurer::{MeasureError, Measurer, Recorder};

use crate::card::{Deck, ThirdCards};
use crate::detect::Detector;
use crate::stats::Ratio;
use crate::tally::{Named, Tally};
use listing::Deal;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// What the gauges of a recorder are made from.
#[derive(Clone, Copy)]
struct Context<'a> {
    deck: Deck,
    /// Cards in a deal.
    largest: usize,
    /// What counts sets.
    detector: &'a dyn Detector,
    /// The third card of every pair.
    thirds: &'a ThirdCards,
}

/// A measure at work.
trait Gauge {
    /// Adds the outcome of a deal to the tally of every hand size, sizes rising.
    fn record(&mut self, deal: &Deal<'_>, tallies: &mut [(usize, Tally)]);
}

/// Defines [`Measure`] from one line per measure: documentation, variant, file, type, name. The
/// file says, too, for which hands the measure is there (`sizes`), what its value is at least
/// (`least`), and whether it needs the sets of a deal listed (`LISTED`).
macro_rules! measures {
    ($($(#[$doc:meta])* $variant:ident, $file:ident :: $gauge:ident, $name:literal;)*) => {
        $(mod $file;)*

        /// An integer outcome of a hand.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Measure {
            $($(#[$doc])* $variant,)*
        }

        impl Measure {
            /// All measures, in the order in which results list them.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The name, as in commands and in CSV.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// The hand sizes that it is there for, in cards: below it is not defined, above it is
            /// not computed.
            #[must_use]
            pub fn sizes(self, deck: Deck) -> RangeInclusive<usize> {
                match self {
                    $(Self::$variant => $file::sizes(deck),)*
                }
            }

            /// A value that it never falls below in hands of so many cards.
            #[must_use]
            pub const fn least(self, deck: Deck, cards: usize) -> usize {
                match self {
                    $(Self::$variant => $file::least(deck, cards),)*
                }
            }

            /// Whether it is found from the list of all sets.
            const fn is_from_listed_sets(self) -> bool {
                match self {
                    $(Self::$variant => $file::LISTED,)*
                }
            }

            fn gauge<'a>(self, context: Context<'a>) -> Box<dyn Gauge + 'a> {
                match self {
                    $(Self::$variant => Box::new($file::$gauge::new(context)),)*
                }
            }
        }
    };
}

measures! {
    /// The number of sets in the hand.
    #[default]
    Sets, sets::Sets, "sets";
    /// The cards turned over until there is a set; for hands so large that they always hold one.
    FirstSet, first_set::FirstSet, "first-set";
    /// The number of cards that belong to at least one set.
    InSets, in_sets::InSets, "in-sets";
    /// The most sets that can be taken at once: pairwise disjoint ones.
    DisjointSets, disjoint_sets::DisjointSets, "disjoint-sets";
    /// Sets by the number of features in which their cards differ: what is counted is sets, not
    /// hands.
    SetTypes, set_types::SetTypes, "set-types";
    /// The size of the largest cap inside the hand: the most of its cards that hold no set.
    LargestCap, largest_cap::LargestCap, "largest-cap";
    /// The size of a random complete cap: of the whole shuffled deck, every card is kept that makes
    /// no set with those kept before.
    GreedyCap, greedy_cap::GreedyCap, "greedy-cap";
}

impl Measure {
    /// Whether all hands agree in it that an affine map of the deck carries into one another: the sets decide,
    /// not the order of the cards or single features.
    #[must_use]
    pub const fn is_of_classes(self) -> bool {
        match self {
            Self::Sets | Self::InSets | Self::DisjointSets | Self::LargestCap => true,
            Self::FirstSet | Self::SetTypes | Self::GreedyCap => false,
        }
    }

    /// The hand size that one asks for first: 12 cards, but at most half of the deck, or the fewest
    /// that the measure is there for.
    #[must_use]
    pub fn usual_size(self, deck: Deck) -> usize {
        match *self.sizes(deck).start() {
            least if least > 3 => least,
            _ => (deck.size() / 2).min(12),
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no measure has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown measure `{0}`; there are {names}", names = names())]
pub struct UnknownMeasure(String);

fn names() -> String {
    Measure::ALL.iter().map(|measure| measure.name()).collect::<Vec<_>>().join(", ")
}

impl FromStr for Measure {
    type Err = UnknownMeasure;

    fn from_str(name: &str) -> Result<Self, UnknownMeasure> {
        let found = Self::ALL.iter().copied().find(|measure| measure.name() == name);
        found.ok_or_else(|| UnknownMeasure(name.to_owned()))
    }
}

/// Some measures in the order of [`Measure::ALL`], each once; by default the number of sets.
///
/// ```
/// use setodds_engine::measure::{Measure, Measures};
/// let measures: Measures = [Measure::InSets, Measure::Sets, Measure::InSets].into_iter().collect();
/// assert_eq!(measures.to_string(), "sets,in-sets");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measures(Vec<Measure>);

impl Measures {
    /// The measures.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Measure> + '_ {
        self.0.iter().copied()
    }
}

impl Default for Measures {
    fn default() -> Self {
        Self(vec![Measure::default()])
    }
}

impl FromIterator<Measure> for Measures {
    fn from_iter<I: IntoIterator<Item = Measure>>(measures: I) -> Self {
        let mut measures: Vec<Measure> = measures.into_iter().collect();
        measures.sort_unstable();
        measures.dedup();
        Self(measures)
    }
}

impl fmt::Display for Measures {
    /// The names, with commas between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(Measure::name).collect();
        f.write_str(&names.join(","))
    }
}

/// What a tally is of: sorted by hand size, then by measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// Cards in the hand.
    pub cards: usize,
    /// What is tallied.
    pub measure: Measure,
}

impl Key {
    /// The number of sets in so many cards.
    #[must_use]
    pub const fn sets(cards: usize) -> Self {
        Self { cards, measure: Measure::Sets }
    }

    /// The value that hands without a set have, and no others; none where the measure does not tell.
    #[must_use]
    pub const fn value_without_sets(self) -> Option<usize> {
        match self.measure {
            Measure::Sets | Measure::InSets | Measure::DisjointSets => Some(0),
            Measure::LargestCap => Some(self.cards),
            Measure::FirstSet | Measure::SetTypes | Measure::GreedyCap => None,
        }
    }

    /// The variance of a share over that of as many independent observations
    /// ([`crate::stats::clusters`]): 1 where hands are counted, less for the sets of one hand.
    #[must_use]
    pub fn design_effect(self, deck: Deck) -> Ratio {
        match self.measure {
            Measure::SetTypes => set_types::design_effect(deck, self.cards),
            _ => Ratio::new(1, 1),
        }
    }
}

impl Named for Key {
    /// `12 sets`
    fn name(&self) -> String {
        format!("{} {}", self.cards, self.measure)
    }

    fn named(name: &str) -> Option<Self> {
        let (cards, measure) = name.split_once(' ')?;
        Some(Self { cards: cards.parse().ok()?, measure: measure.parse().ok()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back_and_others_refused() {
        for &measure in Measure::ALL {
            assert_eq!(measure.name().parse(), Ok(measure));
        }
        let error = "caps".parse::<Measure>().unwrap_err().to_string();
        assert!(error.contains("`caps`") && error.contains("sets, first-set"), "{error}");
        assert_eq!(Measures::default().to_string(), "sets");
    }

    #[test]
    fn keys_are_sorted_by_cards_then_measure() {
        let key = |cards, measure| Key { cards, measure };
        assert!(key(3, Measure::SetTypes) < Key::sets(12));
        assert!(Key::sets(12) < key(12, Measure::InSets));
    }

    #[test]
    fn usual_sizes_are_served() {
        for deck in Deck::all() {
            for &measure in Measure::ALL {
                let cards = measure.usual_size(deck);
                assert!(measure.sizes(deck).contains(&cards), "{measure}, {cards} of {deck:?}");
            }
        }
        assert_eq!([2, 3, 6].map(|n| Measure::Sets.usual_size(Deck::new(n).unwrap())), [4, 12, 12]);
        assert_eq!(Measure::FirstSet.usual_size(Deck::GAME), 21);
        assert_eq!(Measure::SetTypes.usual_size(Deck::GAME), 12);
        assert_eq!(Measure::GreedyCap.usual_size(Deck::GAME), 81);
    }
}
