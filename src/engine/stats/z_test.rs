//! z-tests of a sample against a published one: the distance of two proportions or means in
//! combined standard errors. A published figure may be off by half a unit of its last digit.

use super::moments::SampleMoments;
use super::{Ratio, to_float};

/// A published proportion or mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Reference {
    /// The figure.
    pub(crate) value: f64,
    /// The number of observations behind it, at least 1.
    pub(crate) observations: u128,
    /// The largest rounding error.
    pub(crate) rounding: f64,
}

impl Reference {
    /// A figure written with some digits, rounded to the last of them; nothing if it is not a
    /// number.
    pub(crate) fn written(text: &str, observations: u128) -> Option<Self> {
        let digits = text.split_once('.').map_or(0, |(_, digits)| digits.len());
        let rounding = format!("0.{}5", "0".repeat(digits)).parse().ok()?;
        Some(Self { value: text.parse().ok()?, observations, rounding })
    }

    /// Hits out of observations, not rounded.
    pub(crate) fn proportion(hits: Ratio) -> Self {
        Self { value: hits.value(), observations: hits.denominator(), rounding: 0.0 }
    }

    /// The absolute two-proportion z-score of hits out of observations, with pooled variance.
    pub(crate) fn proportion_z_score(&self, found: Ratio) -> f64 {
        let [here, there] = [found.denominator(), self.observations].map(to_float);
        let pooled = (to_float(found.numerator()) + self.value * there) / (here + there);
        self.z_score(found.value(), pooled * (1.0 - pooled), found.denominator())
    }

    /// The absolute z-score of a mean, with the variance of its sample for both; nothing for a
    /// single observation.
    pub(crate) fn mean_z_score(&self, found: &SampleMoments) -> Option<f64> {
        Some(self.z_score(found.mean, found.sample_variance?, found.observations))
    }

    fn z_score(&self, found: f64, variance: f64, observations: u128) -> f64 {
        let distance = ((found - self.value).abs() - self.rounding).max(0.0);
        let inverse = |count: u128| 1.0 / to_float(count);
        let error = (variance * (inverse(observations) + inverse(self.observations))).sqrt();
        // Without a difference there is none, whatever the error.
        if distance > 0.0 { distance / error } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::power;
    use crate::tally::Tally;

    /// The pooled z-test of two proportions, by hand: 0.5 of 100 and 0.6 of 300 are 230 of 400,
    /// standard error sqrt(0.575 x 0.425 (1/100 + 1/300)) = 0.0571. R: `prop.test(c(50, 180),
    /// c(100, 300), correct = FALSE)` has the square, 3.0691.
    #[test]
    fn proportions_have_the_textbook_z_score() {
        let half = Reference::proportion(Ratio::new(50, 100));
        let away = half.proportion_z_score(Ratio::new(180, 300));
        assert!((away - 0.1 / (0.575_f64 * 0.425 / 75.0).sqrt()).abs() < 1e-12);
        assert!((power(away, 2) - 3.069_054).abs() < 1e-6);
        let rounded = Reference { rounding: 0.06, ..half };
        assert!((rounded.proportion_z_score(Ratio::new(180, 300)) - 0.4 * away).abs() < 1e-12);
        assert!(
            Reference { rounding: 0.11, ..half }.proportion_z_score(Ratio::new(180, 300)) <= 0.0
        );
    }

    /// That none of ten had a property does not say that nothing has it. One of ten and none of ten
    /// are 1 of 20: standard error sqrt(0.05 x 0.95 x 0.2) = 0.0975.
    #[test]
    fn a_reference_without_hits_is_a_sample_too() {
        let none = Reference::proportion(Ratio::new(0, 10));
        assert!(none.proportion_z_score(Ratio::new(0, 10)) <= 0.0);
        let away = none.proportion_z_score(Ratio::new(1, 10));
        assert!((away - 0.1 / (0.05_f64 * 0.95 * 0.2).sqrt()).abs() < 1e-12, "{away}");
        let all = Reference::proportion(Ratio::new(10, 10));
        assert!((all.proportion_z_score(Ratio::new(9, 10)) - away).abs() < 1e-12);
        assert!(all.proportion_z_score(Ratio::new(10, 10)) <= 0.0);
    }

    #[test]
    fn means_have_the_textbook_z_score() {
        let tally: Tally = [1, 3].into_iter().collect();
        let moments = SampleMoments::of(&tally).unwrap();
        let reference = Reference { value: 3.0, observations: 2, rounding: 0.0 };
        // Variance 2, standard error of the difference sqrt(2 (1/2 + 1/2)).
        assert!((reference.mean_z_score(&moments).unwrap() - 1.0 / 2_f64.sqrt()).abs() < 1e-12);
        let single = SampleMoments::of(&[1].into_iter().collect()).unwrap();
        assert_eq!(reference.mean_z_score(&single), None);
        assert_eq!(Reference::written("x", 1), None);
        let third = Reference { value: 0.33, observations: 100, rounding: 0.005 };
        assert_eq!(Reference::written("0.33", 100), Some(third));
    }
}
