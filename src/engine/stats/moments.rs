//! Mean and variance of a tally.
//!
//! The sum of the values is an exact integer. Squared deviations are summed around the mean, so
//! that no digits are lost to cancellation even with counts of 10^20.

use super::{Confidence, power, proportion::normal_quantile, to_float};
use crate::tally::Tally;

/// The mean and variance of a sample of integer outcomes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampleMoments {
    /// The number of observations, at least 1.
    pub observations: u128,
    /// The sample mean.
    pub mean: f64,
    /// The sample variance, with denominator n - 1; `None` for a single observation.
    pub sample_variance: Option<f64>,
    /// The design effect: the variance of the mean, divided by its variance for the same number of
    /// independent observations ([`super::clusters`]).
    pub design_effect: f64,
}

impl SampleMoments {
    /// Computes the moments of a tally. Returns `None` if the tally is empty.
    ///
    /// ```
    /// use setodds_engine::{stats::moments::SampleMoments, tally::Tally};
    /// let tally: Tally = [2, 4, 4, 4, 5, 5, 7, 9].into_iter().collect();
    /// let moments = SampleMoments::from_tally(&tally).expect("eight observations");
    /// assert_eq!((moments.mean, moments.sample_variance), (5.0, Some(32.0 / 7.0)));
    /// ```
    #[must_use]
    pub fn from_tally(tally: &Tally) -> Option<Self> {
        let observations = tally.total();
        if observations == 0 {
            return None;
        }
        let mean = sum(tally) / to_float(observations);
        let squares: f64 = tally
            .iter()
            .map(|(value, count)| to_float(count) * power(to_float(value as u128) - mean, 2))
            .sum();
        let sample_variance = (observations > 1).then(|| squares / to_float(observations - 1));
        Some(Self { observations, mean, sample_variance, design_effect: 1.0 })
    }

    /// Sets the design effect, for observations that are not independent.
    #[must_use]
    pub fn with_design_effect(self, design_effect: f64) -> Self {
        Self { design_effect, ..self }
    }

    /// Computes the moments of the values of a tally minus `offset`; the differences may be
    /// negative. Returns `None` if the tally is empty. The mean is rounded only once, after the
    /// division of the exact sum.
    ///
    /// ```
    /// use setodds_engine::{stats::moments::SampleMoments, tally::Tally};
    /// let tally: Tally = [80, 81, 81].into_iter().collect();
    /// let moments = SampleMoments::minus(&tally, 81).expect("three observations");
    /// assert_eq!(moments.mean, -1.0 / 3.0);
    /// ```
    #[must_use]
    pub fn minus(tally: &Tally, offset: usize) -> Option<Self> {
        let moments = Self::from_tally(tally)?;
        let sum: u128 = tally.iter().map(|(value, count)| value as u128 * count).sum();
        let less = offset as u128 * moments.observations;
        let distance = to_float(sum.abs_diff(less)) / to_float(moments.observations);
        Some(Self { mean: if sum < less { -distance } else { distance }, ..moments })
    }

    /// Returns the standard error of the mean, or `None` for a single observation.
    #[must_use]
    pub fn standard_error(&self) -> Option<f64> {
        let variance = self.sample_variance?;
        Some((self.design_effect * variance / to_float(self.observations)).sqrt())
    }

    /// Returns half the width of the confidence interval of the mean (normal approximation), or
    /// `None` for a single observation.
    #[must_use]
    pub fn half_width(&self, confidence: Confidence) -> Option<f64> {
        self.standard_error().map(|error| normal_quantile(confidence) * error)
    }
}

/// Returns the sum of all observed values, rounded once, or a sum of floats if the exact sum
/// overflows 128 bits.
fn sum(tally: &Tally) -> f64 {
    let mut products = tally.iter().map(|(value, count)| (value as u128).checked_mul(count));
    let sum = products.try_fold(0_u128, |sum, product| sum.checked_add(product?));
    let float = |(value, count)| to_float(value as u128) * to_float(count);
    sum.map_or_else(|| tally.iter().map(float).sum(), to_float)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_observation_has_no_variance_and_none_no_mean() {
        let single: Tally = [3].into_iter().collect();
        let moments = SampleMoments::from_tally(&single).unwrap();
        assert_eq!((moments.mean, moments.sample_variance), (3.0, None));
        assert_eq!(moments.half_width(Confidence::default()), None);
        assert_eq!(SampleMoments::from_tally(&Tally::default()), None);
    }

    #[test]
    fn clustered_observations_are_worth_less() {
        let moments = SampleMoments::from_tally(&[1, 3, 5].into_iter().collect()).unwrap();
        let [alone, clustered] = [moments, moments.with_design_effect(4.0)]
            .map(|moments| moments.standard_error().unwrap());
        assert!((clustered - 2.0 * alone).abs() < 1e-15);
        assert!((alone - (4.0_f64 / 3.0).sqrt()).abs() < 1e-15);
        let half_width = moments.half_width(Confidence::default()).unwrap();
        assert!((half_width / alone - 1.959_963_984_540_054).abs() < 1e-12);
    }

    #[test]
    fn an_offset_moves_the_mean_and_nothing_else() {
        let tally: Tally = [80, 81, 81, 82, 80, 80].into_iter().collect();
        let moments = SampleMoments::from_tally(&tally).unwrap();
        for (offset, mean) in [(79, 10.0 / 6.0), (81, -2.0 / 6.0), (100, -20.0 + 4.0 / 6.0)] {
            let moved = SampleMoments::minus(&tally, offset).unwrap();
            assert_eq!(moved, SampleMoments { mean, ..moments });
        }
        let zero = SampleMoments::minus(&[3, 5].into_iter().collect(), 4).unwrap().mean;
        assert!(zero.abs() <= 0.0 && zero.is_sign_positive(), "shown without a sign");
    }

    #[test]
    fn large_counts_are_stable_and_sums_may_pass_128_bits() {
        let mut tally = Tally::default();
        tally.add(1, 10_u128.pow(20));
        tally.add(3, 10_u128.pow(20));
        let moments = SampleMoments::from_tally(&tally).unwrap();
        assert_eq!((moments.mean, moments.sample_variance), (2.0, Some(1.0)));
        assert!((moments.standard_error().unwrap() - 1.0 / 2e20_f64.sqrt()).abs() < 1e-24);
        let mut tally = Tally::default();
        tally.add(1000, u128::MAX / 2);
        tally.add(3000, u128::MAX / 2);
        let mean = SampleMoments::from_tally(&tally).unwrap().mean;
        assert!((mean - 2000.0).abs() < 1e-9, "{mean}");
    }
}
