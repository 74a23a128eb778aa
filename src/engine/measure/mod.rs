//! Measures: integer outcomes of a hand, such as its number of sets, and their tallies.
//!
//! A [`Measure`] is a name. A [`Measurer`] selects measures and hand sizes; its [`Recorder`]
//! evaluates one deal after another and keeps a tally for each [`Key`]. The first `k` cards of a
//! deal are the hand of size `k`, so one deal serves all sizes, and its sets are listed once for
//! all measures.
//!
//! Some measures can also be evaluated for many hands at once: `incidence` handles 512 hands, and
//! [`crate::detect`] counts sets and cards in sets for 64.
//!
//! To add a measure, add a `Definition`, in `counts` or `caps` or a new file, and a variant of
//! [`Measure`].
//!
//! ```
//! use setodds_engine::{card::Deck, measure::Measure};
//! let measure: Measure = "largest-cap".parse()?;
//! assert_eq!(measure.sizes(Deck::GAME), 0..=36);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod batch;
mod caps;
mod counts;
mod degrees;
mod disjoint_sets;
mod few_sets;
mod hand_caps;
mod incidence;
mod measurer;
mod set_list;
mod transversal;

pub(crate) use batch::{Batch, BatchRecorder};
pub use hand_caps::HandCaps;
pub use measurer::{MeasureError, Measurer, Recorder};

use crate::card::Deck;
use crate::name::named_enum;
use crate::stats::Ratio;
use crate::tally::TallyKey;
use incidence::{BatchEvaluation, Marks};
use measurer::{Evaluator, by_size};
use std::fmt;
use std::ops::RangeInclusive;

named_enum! {
    /// An integer outcome of a hand, such as its number of sets.
    ///
    /// ```
    /// # use setodds_engine::{card::Deck, measure::Measure};
    /// let measure: Measure = "largest-cap".parse()?;
    /// assert_eq!(measure, Measure::LargestCap);
    /// // The sizes of hands that it is defined for.
    /// assert_eq!(measure.sizes(Deck::GAME), 0..=36);
    /// # Ok::<(), setodds_engine::name::UnknownName>(())
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Measure: "measure" {
        /// The number of sets in the hand.
        #[default]
        Sets = "sets",
        /// The number of cards turned over until they hold a set. Defined only for hands larger
        /// than the largest cap, which always hold a set.
        FirstSet = "first-set",
        /// The number of cards of the hand that belong to at least one set.
        InSets = "in-sets",
        /// The largest number of pairwise disjoint sets in the hand.
        DisjointSets = "disjoint-sets",
        /// The type of a set: the number of features in which its cards differ. Each set of the
        /// hand is one observation, instead of each hand.
        SetTypes = "set-types",
        /// The size of the largest cap in the hand, the largest subset that holds no set.
        LargestCap = "largest-cap",
        /// The size of a random complete cap. Goes through the whole shuffled deck and keeps every
        /// card that forms no set with two cards kept before.
        GreedyCap = "greedy-cap",
        /// The number of ultrasets: four cards in two pairs that the same fifth card completes to
        /// sets.
        Ultrasets = "ultrasets",
    }
}

/// The properties of a measure, and the functions that evaluate it.
struct Definition {
    sizes: fn(Deck) -> RangeInclusive<usize>,
    min_value: fn(Deck, usize) -> usize,
    is_affine_invariant: bool,
    value_without_sets: fn(usize) -> Option<usize>,
    design_effect: fn(Deck, usize) -> Ratio,
    /// Whether the evaluator reads the list of all sets of a deal.
    reads_sets: bool,
    /// The evaluation for many hands at once, or `None` if each hand has to be evaluated on its
    /// own.
    batch_evaluation: Option<BatchEvaluation>,
    /// A function that creates the evaluator of the measure, for one deal after another.
    evaluator: fn(&Measurer) -> Evaluator<'_>,
}

impl Definition {
    /// Creates the definition of a measure of hands of any size, with defaults that assume no
    /// special properties.
    const fn new(evaluator: fn(&Measurer) -> Evaluator<'_>) -> Self {
        Self {
            sizes: |deck| 0..=deck.size(),
            min_value: |_, _| 0,
            is_affine_invariant: false,
            value_without_sets: |_| None,
            design_effect: |_, _| Ratio::new(1, 1),
            reads_sets: true,
            batch_evaluation: None,
            evaluator,
        }
    }
}

impl Measure {
    const fn definition(self) -> &'static Definition {
        match self {
            Self::Sets => &counts::SETS,
            Self::FirstSet => &counts::FIRST_SET,
            Self::InSets => &counts::IN_SETS,
            Self::DisjointSets => &disjoint_sets::DISJOINT_SETS,
            Self::SetTypes => &counts::SET_TYPES,
            Self::LargestCap => &caps::LARGEST_CAP,
            Self::GreedyCap => &caps::GREEDY_CAP,
            Self::Ultrasets => &counts::ULTRASETS,
        }
    }

    /// Returns the range of supported hand sizes, in cards. For smaller hands the measure is not
    /// defined; larger ones, if the deck has them, would take too much time or memory.
    #[must_use]
    pub fn sizes(self, deck: Deck) -> RangeInclusive<usize> {
        (self.definition().sizes)(deck)
    }

    /// Returns a lower bound of the value of the measure for hands of `cards` cards.
    #[must_use]
    pub fn min_value(self, deck: Deck, cards: usize) -> usize {
        (self.definition().min_value)(deck, cards)
    }

    /// Returns whether affine maps of the deck preserve the value, so that all hands of an affine
    /// class have the same one. Such a measure depends on the sets only, not on the order of the
    /// cards or on single features.
    #[must_use]
    pub const fn is_affine_invariant(self) -> bool {
        self.definition().is_affine_invariant
    }

    /// Returns the reason why the measure is defined for full decks only, or `None` if it is also
    /// defined for decks with missing cards.
    pub(crate) const fn full_deck_reason(self) -> Option<&'static str> {
        match self {
            Self::GreedyCap => {
                Some("a cap is complete where no card of the whole deck can join it")
            }
            Self::SetTypes => Some("how the sets of one hand vary together is known of no other"),
            _ => None,
        }
    }

    /// Returns the default hand size in cards: 12, but at most half of the deck; for a measure that
    /// needs more than three cards, the smallest size for which it is defined.
    #[must_use]
    pub fn default_hand_size(self, deck: Deck) -> usize {
        match *self.sizes(deck).start() {
            least if least > 3 => least,
            _ => (deck.size() / 2).min(12),
        }
    }
}

/// A list of measures, in the order of [`Measure::ALL`] and without duplicates. The default is the
/// number of sets alone.
///
/// ```
/// # use setodds_engine::measure::{Measure, Measures};
/// let measures: Measures = [Measure::InSets, Measure::Sets].into_iter().collect();
/// assert_eq!(measures.to_string(), "sets,in-sets");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measures(Vec<Measure>);

impl Measures {
    /// Returns an iterator over the measures in the order of [`Measure::ALL`].
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
    /// Writes the names of the measures, separated by commas.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(Measure::name).collect();
        f.write_str(&names.join(","))
    }
}

/// A measure and a hand size, the key of a tally. Keys are sorted by hand size, then by measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// The number of cards in the hand.
    pub cards: usize,
    /// The measure that is tallied.
    pub measure: Measure,
}

impl Key {
    /// Returns the key of the number of sets in hands of `cards` cards.
    #[must_use]
    pub const fn sets(cards: usize) -> Self {
        Self { cards, measure: Measure::Sets }
    }

    /// Returns the value that exactly the hands without a set have, or `None` if there is no such
    /// value.
    #[must_use]
    pub fn value_without_sets(self) -> Option<usize> {
        (self.measure.definition().value_without_sets)(self.cards)
    }

    /// Returns whether the hand size of the key is at most the size of the deck.
    #[must_use]
    pub const fn fits(self, deck: Deck) -> bool {
        self.cards <= deck.size()
    }

    /// Returns the design effect: the variance of a proportion, divided by its variance for the
    /// same number of independent observations ([`crate::stats::clusters`]). It is 1 for measures
    /// that count hands, and at most 1 for those that count the sets of a hand. Returns `None` if
    /// the hand is larger than the deck.
    #[must_use]
    pub fn design_effect(self, deck: Deck) -> Option<Ratio> {
        self.fits(deck).then(|| (self.measure.definition().design_effect)(deck, self.cards))
    }
}

impl TallyKey for Key {
    /// Returns the hand size and the name of the measure, such as `12 sets`.
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
        for measure in Measure::ALL {
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
    fn hands_larger_than_the_deck_have_no_design_effect() {
        let deck = Deck::new(3).unwrap();
        for measure in Measure::ALL {
            let effect = |cards| Key { cards, measure }.design_effect(deck);
            assert!(effect(27).is_some(), "{measure}");
            assert_eq!([28, 1000, usize::MAX].map(effect), [None; 3], "{measure}");
        }
    }

    #[test]
    fn usual_sizes_are_served() {
        for deck in Deck::all() {
            for measure in Measure::ALL {
                let cards = measure.default_hand_size(deck);
                assert!(measure.sizes(deck).contains(&cards), "{measure}, {cards} of {deck:?}");
            }
        }
        assert_eq!(
            [2, 3, 6].map(|n| Measure::Sets.default_hand_size(Deck::new(n).unwrap())),
            [4, 12, 12]
        );
        assert_eq!(Measure::FirstSet.default_hand_size(Deck::GAME), 21);
        assert_eq!(Measure::SetTypes.default_hand_size(Deck::GAME), 12);
        assert_eq!(Measure::GreedyCap.default_hand_size(Deck::GAME), 81);
    }
}
