//! Statistics: the one place where exact counts become floating-point numbers.
//!
//! * [`Ratio`] an exact fraction of two counts
//! * [`proportion`] confidence intervals of a probability
//! * [`precision`] how well a probability is known, relative to itself
//! * [`moments`] mean and variance of a tally
//! * [`spread`] median and deviation of measurements
//! * [`goodness`] does a tally fit an exact distribution?

pub mod goodness;
pub mod moments;
pub mod precision;
pub mod proportion;
pub mod spread;

use std::fmt;
use std::str::FromStr;

/// An exact fraction of two counts, not reduced. [`Ratio::new`] sees to it that the denominator is
/// not zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratio {
    /// What is counted.
    pub part: u128,
    /// Out of how many.
    pub whole: u128,
}

impl Ratio {
    /// The fraction `part / whole`.
    ///
    /// # Panics
    ///
    /// When `whole` is zero.
    #[must_use]
    pub fn new(part: u128, whole: u128) -> Self {
        assert!(whole > 0, "a fraction of nothing");
        Self { part, whole }
    }

    /// The same value in lowest terms.
    ///
    /// ```
    /// use setodds::stats::Ratio;
    /// assert_eq!(Ratio::new(85_320, 79).reduced(), Ratio::new(1080, 1));
    /// ```
    #[must_use]
    pub fn reduced(self) -> Self {
        let (mut divisor, mut rest) = (self.whole, self.part);
        while rest > 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        Self { part: self.part / divisor, whole: self.whole / divisor }
    }

    /// The value as a float, correctly rounded up to two roundings.
    #[must_use]
    pub fn value(self) -> f64 {
        to_float(self.part) / to_float(self.whole)
    }
}

/// A count as the nearest float.
#[must_use]
pub fn to_float(count: u128) -> f64 {
    count as f64
}

/// A confidence level, strictly between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Confidence(f64);

/// Text or a number that is no confidence level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no confidence level; give a number between 0 and 1, such as 0.95, or 95%")]
pub struct ConfidenceError(String);

impl Confidence {
    /// The level, for example 0.95.
    #[must_use]
    pub const fn level(self) -> f64 {
        self.0
    }

    /// The probability left on each side, for example 0.025.
    #[must_use]
    pub fn tail(self) -> f64 {
        (1.0 - self.0) / 2.0
    }
}

impl Default for Confidence {
    fn default() -> Self {
        Self(0.95)
    }
}

impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Confidence {
    type Err = ConfidenceError;

    fn from_str(text: &str) -> Result<Self, ConfidenceError> {
        let (number, scale) = match text.strip_suffix('%') {
            Some(number) => (number, 100.0),
            None => (text, 1.0),
        };
        let level = number.trim().parse::<f64>().map(|number| number / scale);
        match level {
            // Closer to 1 than this, the tails are lost in rounding.
            Ok(level) if level > 0.0 && level <= 1.0 - 1e-12 => Ok(Self(level)),
            _ => Err(ConfidenceError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn confidence_levels_are_read_as_fraction_or_percentage() {
        assert_eq!("0.95".parse(), Ok(Confidence::default()));
        assert_eq!("95%".parse(), Ok(Confidence::default()));
        for wrong in ["0", "1", "95", "-0.5", "NaN", "", "100%", "0,95"] {
            assert!(wrong.parse::<Confidence>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn ratios_beyond_64_bits_keep_their_value() {
        let ratio = Ratio::new(1 << 100, 3 << 100);
        assert!((ratio.value() - 1.0 / 3.0).abs() < 1e-16);
    }
}
