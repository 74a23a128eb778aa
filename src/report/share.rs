//! How many of how many: what most rows end with.

use super::number::percent;
use crate::stats::proportion::{Interval, interval};
use crate::stats::{Confidence, Ratio};

/// So many of all, with the interval of the probability where it is estimated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// Such ones.
    pub count: u128,
    /// All of them.
    pub total: u128,
    /// The confidence limits; missing when the probability is exact.
    pub limits: Option<Interval>,
}

impl Share {
    /// What is counted without chance.
    #[must_use]
    pub fn exact(count: u128, total: u128) -> Self {
        Self { count, total, limits: None }
    }

    /// What is estimated from independent observations.
    #[must_use]
    pub fn estimated(count: u128, total: u128, confidence: Confidence) -> Self {
        Self { count, total, limits: Some(interval(count, total, confidence)) }
    }

    /// `count / total`.
    #[must_use]
    pub fn probability(self) -> f64 {
        Ratio::new(self.count, self.total).value()
    }

    /// The probability as percentage, with as many digits as its interval allows.
    #[must_use]
    pub fn percentage(self) -> String {
        percent(self.probability(), self.limits.map_or(0.0, Interval::half_width))
    }
}
