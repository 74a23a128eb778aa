//! Probabilities, either exact or estimated from random deals, and their formatting.

use super::cell::Cell;
use super::number::{decimals, exact_percent, fixed, percent, ratio_percent, significant};
use crate::stats::proportion::{Interval, interval};
use crate::stats::{Confidence, Ratio};

/// Maximum number of significant digits of `N` in `1 in N`.
const MAX_DIGITS: u8 = 4;

/// Probability with its counts, and with confidence limits if it is estimated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The number of observations that have the property, such as hands without a set.
    pub count: u128,
    /// The number of all observations, or 0 if the probability is not a fraction of counts.
    pub total: u128,
    /// The count divided by the total, if the probability is a fraction of counts.
    pub probability: f64,
    /// The confidence limits, or `None` if the probability is exact.
    pub limits: Option<Interval>,
}

impl Estimate {
    /// Creates an exact probability from counts.
    #[must_use]
    pub fn exact(count: u128, total: u128) -> Self {
        Self::new(count, total, None)
    }

    /// Creates a probability that is estimated from independent observations.
    #[must_use]
    pub fn sampled(count: u128, total: u128, confidence: Confidence) -> Self {
        Self::new(count, total, Some(interval(count, total, confidence)))
    }

    /// Creates the probability `count / total` with the given limits; `None` means exact.
    #[must_use]
    pub fn new(count: u128, total: u128, limits: Option<Interval>) -> Self {
        Self { count, total, probability: Ratio::new(count, total).value(), limits }
    }

    /// Creates a probability that is not a fraction of counts.
    pub(crate) const fn without_counts(probability: f64, limits: Option<Interval>) -> Self {
        Self { count: 0, total: 0, probability, limits }
    }

    /// Returns the table cells of the count and the total; both are empty if the total is 0.
    pub(super) fn counts(self) -> [Cell; 2] {
        [self.count, self.total].map(|count| match (self.total, self.limits) {
            (0, _) => Cell::Missing,
            (_, None) => Cell::Exact(count),
            (_, Some(_)) => Cell::Whole(count),
        })
    }

    /// Returns the limits, or `None` if the probability is exact or the limits are equal, as for
    /// observations without variation.
    fn known_limits(self) -> Option<Interval> {
        self.limits.filter(|limits| limits.half_width() > 0.0)
    }

    /// Formats the probability in percent with as many digits as its interval allows: `3.230 %`.
    #[must_use]
    pub fn percentage(self) -> String {
        match self.known_limits() {
            Some(limits) => percent(self.probability, limits.half_width()),
            None if self.total > 0 => ratio_percent(Ratio::new(self.count, self.total)),
            None => exact_percent(self.probability),
        }
    }

    /// Formats the probability and its limits in percent: `3.230 % (3.229 to 3.232 %)`. The
    /// interval need not be symmetric.
    #[must_use]
    pub fn with_limits(self) -> String {
        match self.interval() {
            Some(interval) => format!("{} ({interval} %)", self.percentage()),
            None => self.percentage(),
        }
    }

    /// Formats the limits in percent with the precision of the probability: `3.229 to 3.232`.
    /// Returns `None` if the probability is exact or the limits are equal.
    #[must_use]
    pub fn interval(self) -> Option<String> {
        let limits = self.known_limits()?;
        let places = decimals(100.0 * limits.half_width());
        let [low, high] = [limits.low, limits.high].map(|limit| fixed(100.0 * limit, places));
        Some(format!("{low} to {high}"))
    }

    /// Formats the probability as `1 in 30.96` with as many digits as the percentage has, at most
    /// four. Returns `None` if the probability is 0 or the percentage has fewer than two digits.
    #[must_use]
    pub fn one_in(self) -> Option<String> {
        Some(format!("1 in {}", significant(1.0 / self.probability, self.digits()?)))
    }

    /// Returns the number of significant digits of `1 in N`: as many as the percentage has, at most
    /// four. Returns `None` if the probability is 0, or if the percentage has fewer than two
    /// digits, because rounding would make both forms contradict each other: 7 in a million is
    /// 0.0007 %, but to one digit 1 in 100,000, which is 0.001 %.
    pub(super) fn digits(self) -> Option<u8> {
        if self.probability <= 0.0 {
            return None;
        }
        if self.known_limits().is_none() {
            return Some(MAX_DIGITS);
        }
        let percentage = self.percentage();
        let shown = percentage.trim_start_matches(['0', '.']).bytes();
        match shown.filter(u8::is_ascii_digit).count() {
            0 | 1 => None,
            2 => Some(2),
            3 => Some(3),
            _ => Some(MAX_DIGITS),
        }
    }
}

/// Returns the interval of two limits, or `None` if one of them is missing.
pub(super) fn limits(low: Option<f64>, high: Option<f64>) -> Option<Interval> {
    Some(Interval { low: low?, high: high? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_of_what_was_never_seen_lie_on_one_side() {
        let never = Estimate::sampled(0, 300, Confidence::default());
        assert_eq!(never.with_limits(), "0.0 % (0.0 to 1.2 %)");
    }

    #[test]
    fn what_does_not_vary_is_written_as_exact_and_what_is_nearly_certain_is_not_certain() {
        let same = Estimate::without_counts(0.1, Some(Interval { low: 0.1, high: 0.1 }));
        assert_eq!(same.with_limits(), "10.000 %");
        assert_eq!(Estimate::exact(9_999_999, 10_000_000).percentage(), "99.999990 %");
    }

    /// The percentage and `1 in N` of one number agree in their precision.
    #[test]
    fn one_in_has_the_digits_of_the_percentage() {
        let confidence = Confidence::default();
        for (count, total, percentage, one_in) in [
            (0, 1_000_000, "0.0000 %", None),
            (1, 200_000, "0.001 %", None),
            (7, 1_000_000, "0.0007 %", None),
            (9, 300, "3 %", None),
            (15, 1_000_000, "0.0015 %", Some("1 in 67,000")),
            (27, 1_000, "3 %", None),
            (270, 10_000, "2.7 %", Some("1 in 37")),
            (301, 1_000, "30 %", Some("1 in 3.3")),
            (3_230, 100_000, "3.2 %", Some("1 in 31")),
            (32_302, 1_000_000, "3.23 %", Some("1 in 31.0")),
            (32_302_000_000, 1_000_000_000_000, "3.23020 %", Some("1 in 30.96")),
            (999, 1_000, "99.9 %", Some("1 in 1.00")),
        ] {
            let estimate = Estimate::sampled(count, total, confidence);
            assert_eq!(
                (estimate.percentage().as_str(), estimate.one_in().as_deref()),
                (percentage, one_in),
                "{count} of {total}"
            );
        }
        let exact = Estimate::exact(1, 200_000);
        assert_eq!(exact.one_in().as_deref(), Some("1 in 200,000"));
        assert_eq!(Estimate::exact(0, 7).one_in(), None);
    }
}
