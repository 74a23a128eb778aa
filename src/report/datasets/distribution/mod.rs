//! A tally of one measure as rows and as a summary.

pub(super) mod read;
mod table;

pub(in crate::report) use table::shown;
pub use table::{distribution, overview};

use crate::card::Deck;
use crate::exact::known;
use crate::measure::{Key, Measure};
use crate::report::csv::{by_name, row};
use crate::report::share::Share;
use crate::stats::goodness::{self, Fit};
use crate::stats::moments::SampleMoments;
use crate::stats::{Confidence, Ratio, clusters};
use crate::tally::Tally;
use std::cmp::Reverse;

/// Where a tally comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Origin {
    /// Random deals: every proportion has a confidence interval.
    Sampled(Confidence),
    /// All hands: every proportion is exact.
    Enumerated,
}

/// A tally of one measure and hand size, with what it is of. The tally is not empty.
#[derive(Clone, Copy, Debug)]
pub struct Distribution<'a> {
    /// The deck.
    pub deck: Deck,
    /// The hand size and the measure.
    pub key: Key,
    /// Hands by the value of the measure; for `set-types` sets.
    pub tally: &'a Tally,
    /// Where it comes from.
    pub origin: Origin,
}

row! {
    /// One value of a distribution: a row of the CSV, columns in this order.
    pub struct DistributionRow {
        /// Features of the deck.
        pub features: usize,
        /// Cards in the hand.
        pub cards: usize,
        /// What is tallied.
        #[serde(with = "by_name")]
        pub measure: Measure,
        /// The value; counted are hands, for `set-types` sets.
        pub value: usize,
    }
    share {
        /// The exact probability, where it is known.
        pub exact_probability: Option<f64>,
    }
}

/// What a distribution says in a few numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Features of the deck.
    pub features: usize,
    /// Cards in the hand.
    pub cards: usize,
    /// What is tallied.
    pub measure: Measure,
    /// Where the numbers come from.
    pub origin: Origin,
    /// Hands without a set; missing when the measure does not tell.
    pub no_set: Option<Proportion>,
    /// The value with the most hands, the smallest of several, and their share.
    pub commonest: (usize, Proportion),
    /// Mean and variance of the measure.
    pub moments: SampleMoments,
    /// The exact mean, where it is known.
    pub exact_mean: Option<Ratio>,
    /// The fit to the exact distribution, for samples of hands, where that is known.
    pub fit: Option<Fit>,
}

row! {
    /// A proportion of hands.
    pub struct Proportion {}
    share {
        /// The exact probability, where it is known.
        pub exact_probability: Option<f64>,
    }
}

impl Distribution<'_> {
    /// One row for every value from the smallest possible to the largest seen.
    #[must_use]
    pub fn rows(&self) -> Vec<DistributionRow> {
        let Key { cards, measure } = self.key;
        let known = known::distribution(self.deck, self.key);
        let row = |(value, count)| {
            let share = self.share(count);
            // Asked once for all values where all are known, else one by one.
            let exact = match (self.origin, &known) {
                (Origin::Sampled(_), Some(all)) => {
                    Some(all.get(value).map_or(0.0, |share: &Ratio| share.value()))
                }
                _ => self.exact(value, share),
            };
            DistributionRow::new(self.deck.features(), cards, measure, value, share, exact)
        };
        self.tally.iter().skip(measure.least(self.deck, cards)).map(row).collect()
    }

    /// So many of all. The share is exact of all hands, and of sets in hands that all have the same
    /// share.
    fn share(&self, count: u128) -> Share {
        let (total, effect) = (self.tally.total(), self.key.design_effect(self.deck));
        let limits = match self.origin {
            Origin::Sampled(confidence) if effect.numerator() > 0 => {
                Some(clusters::interval(count, total, effect.value(), confidence))
            }
            _ => None,
        };
        Share { count, total, limits }
    }

    fn exact(&self, value: usize, share: Share) -> Option<f64> {
        match self.origin {
            Origin::Sampled(_) => known::probability(self.deck, self.key, value).map(Ratio::value),
            Origin::Enumerated => Some(share.probability()),
        }
    }

    /// The few numbers.
    ///
    /// # Panics
    ///
    /// When the tally is empty.
    #[must_use]
    pub fn summary(&self) -> Summary {
        Summary {
            features: self.deck.features(),
            cards: self.key.cards,
            measure: self.key.measure,
            origin: self.origin,
            // Where the measure tells.
            no_set: self.key.value_without_sets().map(|value| self.proportion(value)),
            commonest: self.commonest(),
            moments: SampleMoments::of(self.tally)
                .expect("the tally is not empty")
                .with_design_effect(self.key.design_effect(self.deck).value()),
            exact_mean: known::mean(self.deck, self.key),
            fit: self.fit(),
        }
    }

    fn proportion(&self, value: usize) -> Proportion {
        let share = self.share(self.tally.count(value));
        Proportion::new(share, self.exact(value, share))
    }

    /// The value that was seen most often, the smallest of several.
    fn commonest(&self) -> (usize, Proportion) {
        let counts = self.tally.iter().map(|(value, count)| (count, Reverse(value)));
        let value = counts.max().map_or(0, |(_, Reverse(value))| value);
        (value, self.proportion(value))
    }

    fn fit(&self) -> Option<Fit> {
        // Sets of one hand are not independent, which the chi-square law asks for.
        if self.origin == Origin::Enumerated || self.key.measure == Measure::SetTypes {
            return None;
        }
        let exact = known::distribution(self.deck, self.key)?;
        goodness::chi_square(self.tally, &exact)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_run_from_zero_to_the_largest_seen() {
        let tally = &Tally::from(vec![90, 0, 10]);
        let origin = Origin::Sampled(Confidence::default());
        let rows = Distribution { deck: Deck::GAME, key: Key::sets(12), tally, origin }.rows();
        let counts: Vec<_> = rows.iter().map(|row| (row.value, row.count)).collect();
        assert_eq!(counts, [(0, 90), (1, 0), (2, 10)]);
        assert!(rows.iter().all(|row| row.ci_low <= Some(row.probability)));
        let exact = 10_266_579_666_720.0 / 70_724_320_184_700.0;
        assert_eq!(rows[1].exact_probability, Some(exact));
    }

    #[test]
    fn all_hands_have_no_interval() {
        let (deck, tally) = (Deck::new(2).unwrap(), &Tally::from(vec![54, 72]));
        let origin = Origin::Enumerated;
        let distribution = Distribution { deck, key: Key::sets(4), tally, origin };
        let rows = distribution.rows();
        assert!(rows.iter().all(|row| row.ci_low.is_none() && row.ci_high.is_none()));
        assert!(rows.iter().all(|row| row.exact_probability == Some(row.probability)));
        let summary = distribution.summary();
        assert!((summary.moments.mean - summary.exact_mean.unwrap().value()).abs() < 1e-15);
        assert_eq!((summary.no_set.unwrap().limits(), summary.fit), (None, None));
    }

    #[test]
    fn rows_begin_with_the_smallest_value() {
        let tally = &Tally::from(vec![0, 10, 30, 40, 20]);
        let key = Key { cards: 12, measure: Measure::SetTypes };
        let origin = Origin::Sampled(Confidence::default());
        let distribution = Distribution { deck: Deck::GAME, key, tally, origin };
        let rows = distribution.rows();
        assert_eq!(rows.iter().map(|row| row.value).collect::<Vec<_>>(), [1, 2, 3, 4]);
        assert!(rows.iter().all(|row| row.exact_probability == Some(row.probability)));
        let summary = distribution.summary();
        assert_eq!((summary.no_set, summary.fit), (None, None));
        assert_eq!(summary.exact_mean, Some(Ratio::new(27, 10)));
    }
}
