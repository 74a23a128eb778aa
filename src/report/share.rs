//! How many of how many: what most rows end with.

use super::cell::Cell;
use super::number::{decimals, exact_percent, fixed, percent};
use crate::stats::proportion::{Interval, interval};
use crate::stats::{Confidence, Ratio};

/// A count and its total, with the interval of the probability where it is estimated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The number of those that are counted.
    pub count: u128,
    /// All of them.
    pub total: u128,
    /// The confidence limits; missing when the probability is exact.
    pub limits: Option<Interval>,
}

impl Share {
    /// A proportion that was counted exactly.
    #[must_use]
    pub fn exact(count: u128, total: u128) -> Self {
        Self { count, total, limits: None }
    }

    /// A proportion that is estimated from independent observations.
    #[must_use]
    pub fn estimated(count: u128, total: u128, confidence: Confidence) -> Self {
        Self { count, total, limits: Some(interval(count, total, confidence)) }
    }

    /// `count / total`.
    #[must_use]
    pub fn probability(self) -> f64 {
        Ratio::new(self.count, self.total).value()
    }

    /// Returns the cells of the count and the total, which are missing where the total is 0.
    pub(super) fn counts(self) -> [Cell; 2] {
        [self.count, self.total].map(|count| match (self.total, self.limits) {
            (0, _) => Cell::Missing,
            (_, None) => Cell::Exact(count),
            (_, Some(_)) => Cell::Whole(count),
        })
    }

    /// The probability as percentage, with as many digits as its interval allows.
    #[must_use]
    pub fn percentage(self) -> String {
        percentage(self.probability(), self.limits)
    }
}

/// A probability as percentage, with as many digits as its interval allows, or exactly.
pub(super) fn percentage(probability: f64, limits: Option<Interval>) -> String {
    limits.map_or_else(
        || exact_percent(probability),
        |limits| percent(probability, limits.half_width()),
    )
}

/// A probability with its limits, all in percent: `3.230 % (3.229 to 3.232 %)`. They need not lie
/// at equal distances from it.
pub(crate) fn with_limits(probability: f64, limits: Interval) -> String {
    format!("{} ({} %)", percentage(probability, Some(limits)), percentages(limits))
}

/// Both limits in percent, with as many digits as the probability: `3.229 to 3.232`.
pub(crate) fn percentages(limits: Interval) -> String {
    let places = decimals(100.0 * limits.half_width());
    format!("{} to {}", fixed(100.0 * limits.low, places), fixed(100.0 * limits.high, places))
}

/// The limits in two columns of a row; missing where one of them is.
pub(super) fn limits(low: Option<f64>, high: Option<f64>) -> Option<Interval> {
    Some(Interval { low: low?, high: high? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_of_what_was_never_seen_lie_on_one_side() {
        let never = interval(0, 300, Confidence::default());
        assert_eq!(with_limits(0.0, never), "0.0 % (0.0 to 1.2 %)");
    }
}
