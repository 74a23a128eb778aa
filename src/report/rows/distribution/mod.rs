//! Distributions: tallies of one measure, as rows and as summaries.

mod basis;
mod captions;
pub(crate) mod chart;
mod no_set;
mod quantiles;
mod read;
mod summary;
mod table;

pub(crate) use table::informative;
pub use table::{distribution, draw, lists_all_values};

use crate::card::Deck;
use crate::exact::impossible::bounds;
use crate::exact::known;
use crate::measure::{Key, Measure};
use crate::pack::Pack;
use crate::report::csv::row;
use crate::report::estimate::Estimate;
use crate::report::field::{CARDS, FEATURES, Field, PROBABILITY, SETS, WITHOUT};
use crate::report::kind::{Chart, Kind, Options, Rows, TableError, View};
use crate::stats::goodness::{self, Fit};
use crate::stats::moments::SampleMoments;
use crate::stats::{Confidence, Ratio, clusters};
use crate::tally::Tally;
use std::cmp::Reverse;

/// Origin of a tally: random deals or a complete enumeration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Origin {
    /// Random deals; every proportion has a confidence interval of this level.
    Sampled(Confidence),
    /// All hands; every proportion is exact.
    Enumerated,
}

/// Non-empty tally of one measure and hand size, with its deck and origin.
#[derive(Clone, Copy, Debug)]
pub struct Distribution<'a> {
    /// The deck, which may lack some cards.
    pub pack: Pack,
    /// The hand size and the measure.
    pub key: Key,
    /// The number of hands by value of the measure; for `set-types`, the number of sets.
    pub tally: &'a Tally,
    /// The origin of the tally: random deals or all hands.
    pub origin: Origin,
}

row! {
    /// Row of the CSV for one value of a distribution; its fields are the columns, in order.
    pub struct DistributionRow {
        /// The number of features of the deck.
        pub features: usize = FEATURES,
        /// The number of cards in the hand.
        pub cards: usize = CARDS.key(),
        /// The measure that is tallied.
        pub measure: Measure = Field::names(&Measure::NAMES).key(),
        /// The value of the measure. The counts are of hands, for `set-types` of sets or, if exact,
        /// of cards that differ from a given card in so many features; those of `first-set` are the
        /// terms of a fraction, and `greedy-cap` has none.
        pub value: usize = SETS.part(),
    }
    estimate {
        /// The exact probability, if it is known.
        pub exact_probability: Option<f64> = PROBABILITY.optional(),
        /// The cards missing from the deck, such as `@0,27-80`; empty for a full deck.
        pub without: Option<String> = WITHOUT,
    }
}

impl Kind for DistributionRow {
    const WORDS: &'static str = "a distribution of `simulate`, `enumerate` or `odds`";

    fn table(files: Vec<Rows<'_, Self>>, view: View) -> Result<String, TableError> {
        read::table(files, view)
    }

    fn chart(files: Vec<Rows<'_, Self>>, options: &Options) -> Result<Chart, TableError> {
        chart::chart(files, options)
    }
}

/// Summary statistics of a distribution.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The number of features of the deck.
    pub features: usize,
    /// The number of cards in the hand.
    pub cards: usize,
    /// The measure that is tallied.
    pub measure: Measure,
    /// The origin of the numbers: random deals or all hands.
    pub origin: Origin,
    /// The row of hands without a set, or `None` if the measure does not identify them.
    pub no_set: Option<DistributionRow>,
    /// The row of the most frequent value; if there are several, the smallest.
    pub commonest: DistributionRow,
    /// The mean and variance of the measure.
    pub moments: SampleMoments,
    /// The exact mean over all hands, if it is known.
    pub exact_mean: Option<Ratio>,
    /// The fit to the exact distribution, for samples of a known distribution.
    pub fit: Option<Fit>,
}

/// Number of possible values of a measure above which only values that occurred have a row.
const MANY_VALUES: usize = 10_000;

/// Returns an upper bound on the number of values that a measure can take.
fn possible_values(deck: Deck, key: Key) -> usize {
    let bounds = bounds(deck, key);
    (bounds.end() + 1).saturating_sub(*bounds.start())
}

/// Returns the maximum number of rows of a simulation with these hand sizes, measures and deals.
pub fn most_rows(deck: Deck, keys: impl Iterator<Item = Key>, deals: u64) -> u64 {
    let rows = |key| match possible_values(deck, key) {
        values if values > MANY_VALUES => deals.min(values as u64),
        values => values as u64,
    };
    keys.map(rows).fold(0, u64::saturating_add)
}

impl Distribution<'_> {
    /// Returns one row for every value of the measure from the smallest possible to the largest
    /// that occurred; if over 10,000 values are possible, only for values that occurred.
    #[must_use]
    pub fn rows(&self) -> Vec<DistributionRow> {
        let Key { cards, measure } = self.key;
        let (known, total) = (self.known(), self.tally.total());
        let row = |(value, _)| self.row(value, total, known.as_deref());
        let all = self.tally.iter().skip(measure.min_value(self.deck(), cards));
        let few = possible_values(self.deck(), self.key) <= MANY_VALUES;
        all.filter(|&(_, count)| few || count > 0).map(row).collect()
    }

    /// Creates the row of a value; `total` is the total of the tally, `known` the exact
    /// distribution if all of it is known.
    fn row(&self, value: usize, total: u128, known: Option<&[Ratio]>) -> DistributionRow {
        let Key { cards, measure } = self.key;
        let estimate = self.estimate(self.tally.count(value), total);
        let exact = match (self.origin, known) {
            (Origin::Enumerated, _) => Some(estimate.probability),
            (Origin::Sampled(_), Some(all)) => {
                Some(all.get(value).map_or(0.0, |probability| probability.value()))
            }
            (Origin::Sampled(_), None) if self.pack.is_full() => {
                known::probability(self.deck(), self.key, value).map(Ratio::value)
            }
            (Origin::Sampled(_), None) => None,
        };
        let (features, without) = (self.deck().features(), self.without());
        DistributionRow::new((features, cards, measure, value), estimate, (exact, without))
    }

    /// Returns the cards missing from the deck in the form used in rows, or `None` for a full deck.
    fn without(&self) -> Option<String> {
        (!self.pack.is_full()).then(|| self.pack.to_string())
    }

    const fn deck(&self) -> Deck {
        self.pack.deck()
    }

    /// Returns the exact distribution, or `None` if it is unknown; it is known only for full decks.
    fn known(&self) -> Option<Vec<Ratio>> {
        self.pack.is_full().then(|| known::distribution(self.deck(), self.key)).flatten()
    }

    /// Returns the probability estimate for a count. It is exact if all hands were counted, and for
    /// `set-types` if the proportion is the same in all hands.
    fn estimate(&self, count: u128, total: u128) -> Estimate {
        let limits = match (self.origin, self.key.design_effect(self.deck())) {
            (Origin::Sampled(confidence), Some(effect)) if effect.numerator() > 0 => {
                Some(clusters::interval(count, total, effect.value(), confidence))
            }
            _ => None,
        };
        Estimate::new(count, total, limits)
    }

    /// Returns the summary statistics.
    ///
    /// # Panics
    ///
    /// Panics if the tally is empty.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let total = self.tally.total();
        Summary {
            features: self.deck().features(),
            cards: self.key.cards,
            measure: self.key.measure,
            origin: self.origin,
            // Known if a value of the measure identifies the hands without a set.
            no_set: self.key.value_without_sets().map(|value| self.row(value, total, None)),
            commonest: self.row(self.commonest(), total, None),
            moments: SampleMoments::from_tally(self.tally)
                .expect("the tally is not empty")
                .with_design_effect(self.key.design_effect(self.deck()).map_or(1.0, Ratio::value)),
            exact_mean: known::mean(self.deck(), self.key).filter(|_| self.pack.is_full()),
            fit: self.fit(),
        }
    }

    /// Returns the most frequent value of the measure; if there are several, the smallest.
    fn commonest(&self) -> usize {
        let counts = self.tally.iter().map(|(value, count)| (count, Reverse(value)));
        counts.max().map_or(0, |(_, Reverse(value))| value)
    }

    fn fit(&self) -> Option<Fit> {
        // Sets of one hand are not independent, as the chi-square test requires.
        if self.origin == Origin::Enumerated || self.key.measure == Measure::SetTypes {
            return None;
        }
        let exact = self.known()?;
        goodness::chi_square(self.tally, &exact)
    }
}
