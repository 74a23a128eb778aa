//! Timing samples of a benchmark candidate.

use crate::stats::{self, to_float};
use std::time::Duration;

/// Samples of the elapsed time divided by the number of hands, in nanoseconds, one for each repeat.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples(Vec<f64>);

impl Samples {
    /// Adds a sample: the time that `hands` hands took.
    pub(super) fn push(&mut self, time: Duration, hands: u128) {
        self.0.push(time.as_secs_f64() * 1e9 / to_float(hands));
    }

    /// Returns the number of samples.
    #[must_use]
    pub fn number(&self) -> usize {
        self.0.len()
    }

    /// Returns the median of the samples.
    ///
    /// # Panics
    ///
    /// Panics without samples.
    #[must_use]
    pub fn median(&self) -> f64 {
        stats::median(&self.0)
    }

    /// Returns the smallest sample, or infinity if there are none.
    #[must_use]
    pub fn min(&self) -> f64 {
        self.0.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// Returns the median absolute deviation of the samples from their median.
    ///
    /// # Panics
    ///
    /// Panics without samples.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        stats::mad(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_nanoseconds_a_hand() {
        let mut samples = Samples::default();
        for micros in [50, 20, 30, 90] {
            samples.push(Duration::from_micros(micros), 1000);
        }
        let (median, deviation) = (samples.median(), samples.deviation());
        assert_eq!(samples.number(), 4);
        // Times are converted to seconds and back.
        for (found, expected) in [(samples.min(), 20.0), (median, 40.0), (deviation, 15.0)] {
            assert!((found - expected).abs() < 1e-9, "{found} {expected}");
        }
    }
}
