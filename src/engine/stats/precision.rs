//! How precisely a probability is known, relative to itself: to ± 0.1 % of it.
//!
//! The relative half-width of an interval is half of its width divided by the estimate. With `x`
//! hits it is about `z sqrt(1/x - 1/n)`: what counts is the hits, and ten times the precision takes
//! a hundred times the trials.

use super::proportion::{interval, normal_quantile};
use super::{Confidence, Ratio, parse_fraction, power, to_float};
use crate::name::Invalid;
use std::fmt;
use std::str::FromStr;

/// A relative half-width that is asked for, strictly between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Precision(f64);

impl Precision {
    /// The precision 0.001 for ± 0.1 % of an estimate.
    ///
    /// ```
    /// use setodds_engine::stats::precision::Precision;
    /// assert_eq!(Precision::new(0.001), "0.1%".parse());
    /// assert!(Precision::new(1.0).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// When the relative half-width is not between 0 and 1.
    pub fn new(relative_half_width: f64) -> Result<Self, Invalid> {
        Self::checked(relative_half_width, &relative_half_width)
    }

    /// A relative half-width that was written as `text`.
    fn checked(value: f64, text: &dyn fmt::Display) -> Result<Self, Invalid> {
        if value > 0.0 && value < 1.0 {
            return Ok(Self(value));
        }
        let remedy = "what is between 0 and 100 %, such as 0.1% or 0.001";
        Err(Invalid { text: text.to_string(), kind: "precision", remedy })
    }

    /// The relative half-width, for example 0.001.
    #[must_use]
    pub const fn value(self) -> f64 {
        self.0
    }

    /// Whether a relative half-width is small enough; an unknown one is not.
    pub(crate) fn is_met_by(self, relative: Option<f64>) -> bool {
        relative.is_some_and(|relative| relative <= self.0)
    }

    /// About how many trials it takes if `trials` gave this relative half-width, which shrinks with
    /// the square root of their number.
    pub(crate) fn trials_after(self, trials: u128, relative: f64) -> u128 {
        rounded_up(to_float(trials) * power(relative / self.0, 2))
    }

    /// About how many trials it takes for an event of such a probability: `z² (1 - p)/(p t²)`,
    /// where `t` is the precision. `None` if the probability is zero.
    pub(crate) fn trials_for(self, probability: Ratio, confidence: Confidence) -> Option<u128> {
        let (hits, trials) = (probability.numerator(), probability.denominator());
        if hits == 0 {
            return None;
        }
        let odds_against = to_float(trials - hits.min(trials)) / to_float(hits);
        Some(rounded_up(power(normal_quantile(confidence) / self.0, 2) * odds_against))
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an estimate that is not negative; a cast of too large a number saturates"
)]
fn rounded_up(estimate: f64) -> u128 {
    estimate.ceil() as u128
}

impl fmt::Display for Precision {
    /// `0.1 %`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // 100 times a decimal fraction is seldom the decimal that people mean.
        let rounded = format!("{:.12e}", 100.0 * self.0);
        write!(f, "{} %", rounded.parse().unwrap_or(100.0 * self.0))
    }
}

impl FromStr for Precision {
    type Err = Invalid;

    /// `0.1%`, `0.1 %` or `0.001`.
    fn from_str(text: &str) -> Result<Self, Invalid> {
        Self::checked(parse_fraction(text), &text)
    }
}

/// The relative half-width of the confidence interval for `hits` in `trials`; none without hits.
///
/// # Panics
///
/// When there are more hits than trials.
#[must_use]
pub fn relative_half_width(hits: u128, trials: u128, confidence: Confidence) -> Option<f64> {
    (hits > 0).then(|| {
        interval(hits, trials, confidence).half_width() / (to_float(hits) / to_float(trials))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn precision(text: &str) -> Precision {
        text.parse().unwrap()
    }

    #[test]
    fn precisions_are_read_as_fraction_or_percentage_and_written_as_percentage() {
        assert_eq!((precision("0.1%"), precision("0.1%").value()), (precision("0.001"), 0.001));
        assert_eq!(precision(" 0.1 % "), precision("1e-3"));
        assert_eq!(precision("0.7%"), precision("0.007"));
        for wrong in ["0", "0%", "100%", "1", "-1", "-1%", "abc", "nan", "NaN%", "inf", "", "%"] {
            let error = wrong.parse::<Precision>().unwrap_err().to_string();
            assert!(error.contains(&format!("`{wrong}`")), "{error}");
        }
        for text in ["0.1 %", "0.07 %", "5 %", "33.3 %", "0.0000001 %"] {
            assert_eq!(precision(text).to_string(), text);
        }
    }

    #[test]
    fn precisions_are_made_of_numbers_that_can_be_read() {
        for value in [1e-9, 0.001, 0.5, 1.0_f64.next_down()] {
            assert_eq!(Precision::new(value), value.to_string().parse());
        }
        for wrong in [0.0, -0.1, 1.0, 2.0, f64::NAN, f64::INFINITY] {
            let error = Precision::new(wrong).unwrap_err();
            assert_eq!(Err(error.clone()), wrong.to_string().parse::<Precision>());
            assert!(error.to_string().starts_with(&format!("`{wrong}` is not a valid")), "{error}");
        }
    }

    #[test]
    fn many_hits_leave_the_width_of_the_normal_law_and_none_an_unknown_one() {
        let (hits, trials) = (10_000, 1_000_000);
        let expected = 1.959_964 * (1.0 / 1e4 - 1.0 / 1e6_f64).sqrt();
        let found = relative_half_width(hits, trials, Confidence::default()).unwrap();
        assert!((found / expected - 1.0).abs() < 1e-4, "{found} {expected}");
        assert!(
            precision("2%").is_met_by(Some(found)) && !precision("1.9%").is_met_by(Some(found))
        );
        assert_eq!(relative_half_width(0, 1_000_000, Confidence::default()), None);
        assert_eq!(relative_half_width(0, 0, Confidence::default()), None);
        assert!(!precision("99%").is_met_by(None));
    }

    #[test]
    fn half_the_width_takes_four_times_the_trials() {
        assert_eq!(precision("1%").trials_after(1_000, 0.02), 4_000);
        assert_eq!(precision("1%").trials_after(u128::MAX, 1.0), u128::MAX);
        let confidence = Confidence::default();
        for probability in [Ratio::new(1, 100), Ratio::new(2, 200)] {
            let trials = precision("2%").trials_for(probability, confidence).unwrap();
            let reached = relative_half_width(trials / 100, trials, confidence).unwrap();
            assert!((reached / 0.02 - 1.0).abs() < 1e-3, "{trials} {reached}");
        }
        assert_eq!(precision("2%").trials_for(Ratio::new(0, 1), confidence), None);
        assert_eq!(precision("2%").trials_for(Ratio::new(7, 7), confidence), Some(0));
    }
}
