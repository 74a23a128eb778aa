//! A tally of the number of sets as rows and as a summary.

use super::csv::Row;
use crate::card::Deck;
use crate::exact::known;
use crate::measure::Measure;
use crate::stats::goodness::{self, Fit};
use crate::stats::moments::SampleMoments;
use crate::stats::proportion::{Interval, interval};
use crate::stats::{Confidence, Ratio};
use crate::tally::Tally;
use serde::Serialize;

/// Where a tally comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Origin {
    /// Random deals: every share has a confidence interval.
    Sampled(Confidence),
    /// All hands: every share is exact.
    Enumerated,
}

/// A tally of one hand size, with what it is of. The tally is not empty.
#[derive(Clone, Copy, Debug)]
pub struct Distribution<'a> {
    /// The deck.
    pub deck: Deck,
    /// The hand size.
    pub cards: usize,
    /// Hands by their number of sets.
    pub tally: &'a Tally,
    /// Where it comes from.
    pub origin: Origin,
}

/// One value of a distribution: a row of the CSV, columns in this order.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DistributionRow {
    /// Features of the deck.
    pub features: usize,
    /// Cards in the hand.
    pub cards: usize,
    /// What is tallied.
    pub measure: &'static str,
    /// The value.
    pub value: usize,
    /// Hands with that value.
    pub count: u128,
    /// All hands.
    pub total: u128,
    /// `count / total`.
    pub probability: f64,
    /// The lower confidence limit; missing when the row is exact.
    pub ci_low: Option<f64>,
    /// The upper confidence limit; missing when the row is exact.
    pub ci_high: Option<f64>,
    /// The exact probability, where it is known.
    pub exact_probability: Option<f64>,
}

impl Row for DistributionRow {
    const COLUMNS: &'static [&'static str] = &[
        "features",
        "cards",
        "measure",
        "value",
        "count",
        "total",
        "probability",
        "ci_low",
        "ci_high",
        "exact_probability",
    ];
}

/// What a distribution says in a few numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Features of the deck.
    pub features: usize,
    /// Cards in the hand.
    pub cards: usize,
    /// Where the numbers come from.
    pub origin: Origin,
    /// Hands without a set, out of all hands.
    pub no_set: Ratio,
    /// The confidence interval of that share; missing when it is exact.
    pub no_set_interval: Option<Interval>,
    /// The exact share, where it is known.
    pub no_set_exact: Option<Ratio>,
    /// Mean and variance of the number of sets.
    pub moments: SampleMoments,
    /// The exact mean.
    pub exact_mean: Ratio,
    /// The fit to the exact distribution, for samples, where that is known.
    pub fit: Option<Fit>,
}

impl Distribution<'_> {
    /// One row for every value from 0 to the largest seen.
    #[must_use]
    pub fn rows(&self) -> Vec<DistributionRow> {
        let total = self.tally.total();
        let known = known::distribution(self.deck, self.cards);
        let row = |(value, count)| {
            let share = Ratio::new(count, total);
            // Asked once for all values where all are known, else one by one.
            let exact = match (self.origin, &known) {
                (Origin::Sampled(_), Some(all)) => {
                    Some(all.get(value).copied().unwrap_or(Ratio::new(0, 1)))
                }
                _ => self.exact(value, share),
            };
            self.row(value, share, exact)
        };
        self.tally.iter().map(row).collect()
    }

    fn row(&self, value: usize, share: Ratio, exact: Option<Ratio>) -> DistributionRow {
        let limits = self.limits(share);
        DistributionRow {
            features: self.deck.features(),
            cards: self.cards,
            measure: Measure::Sets.name(),
            value,
            count: share.part,
            total: share.whole,
            probability: share.value(),
            ci_low: limits.map(|limits| limits.low),
            ci_high: limits.map(|limits| limits.high),
            exact_probability: exact.map(Ratio::value),
        }
    }

    fn limits(&self, share: Ratio) -> Option<Interval> {
        match self.origin {
            Origin::Sampled(confidence) => Some(interval(share.part, share.whole, confidence)),
            Origin::Enumerated => None,
        }
    }

    fn exact(&self, value: usize, share: Ratio) -> Option<Ratio> {
        match self.origin {
            Origin::Sampled(_) => known::probability(self.deck, self.cards, value),
            Origin::Enumerated => Some(share),
        }
    }

    /// The few numbers.
    ///
    /// # Panics
    ///
    /// When the tally is empty.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let no_set = Ratio::new(self.tally.count(0), self.tally.total());
        let fit = match self.origin {
            Origin::Sampled(_) => known::distribution(self.deck, self.cards)
                .and_then(|exact| goodness::chi_square(self.tally, &exact)),
            Origin::Enumerated => None,
        };
        Summary {
            features: self.deck.features(),
            cards: self.cards,
            origin: self.origin,
            no_set,
            no_set_interval: self.limits(no_set),
            no_set_exact: self.exact(0, no_set),
            moments: SampleMoments::of(self.tally).expect("the tally is not empty"),
            exact_mean: known::mean_sets(self.deck, self.cards),
            fit,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(counts: &[u128]) -> Tally {
        let mut tally = Tally::default();
        counts.iter().enumerate().for_each(|(value, &count)| tally.add(value, count));
        tally
    }

    #[test]
    fn rows_run_from_zero_to_the_largest_seen() {
        let tally = tally(&[90, 0, 10]);
        let origin = Origin::Sampled(Confidence::default());
        let distribution = Distribution { deck: Deck::GAME, cards: 12, tally: &tally, origin };
        let rows = distribution.rows();
        assert_eq!(rows.iter().map(|row| row.value).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(rows.iter().map(|row| row.count).collect::<Vec<_>>(), [90, 0, 10]);
        assert!(rows.iter().all(|row| row.ci_low <= Some(row.probability)));
        let exact = 10_266_579_666_720.0 / 70_724_320_184_700.0;
        assert_eq!(rows[1].exact_probability, Some(exact));
    }

    #[test]
    fn all_hands_have_no_interval() {
        let tally = tally(&[54, 72]);
        let deck = Deck::new(2).unwrap();
        let origin = Origin::Enumerated;
        let distribution = Distribution { deck, cards: 4, tally: &tally, origin };
        let rows = distribution.rows();
        assert!(rows.iter().all(|row| row.ci_low.is_none() && row.ci_high.is_none()));
        assert!(rows.iter().all(|row| row.exact_probability == Some(row.probability)));
        let summary = distribution.summary();
        assert!((summary.moments.mean - summary.exact_mean.value()).abs() < 1e-15);
        assert_eq!((summary.no_set_interval, summary.fit), (None, None));
    }
}
