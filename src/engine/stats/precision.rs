//! The relative precision of an estimated probability, such as ± 0.1 % of the estimate.
//!
//! The relative half-width of a confidence interval is half its width, divided by the estimate.
//! With `x` hits in `n` trials it is about `z sqrt(1/x - 1/n)`: it depends mainly on the number of
//! hits, and ten times the precision requires a hundred times the trials.

use super::parse_fraction;
use crate::name::{Invalid, read_as_written};
use std::fmt;
use std::str::FromStr;

/// A target precision: the relative half-width of a confidence interval, strictly between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Precision(f64);

impl Precision {
    /// Creates a precision from a relative half-width: 0.001 for ± 0.1 % of an estimate.
    ///
    /// ```
    /// use setodds_engine::stats::precision::Precision;
    /// assert_eq!(Precision::new(0.001), "0.1%".parse());
    /// assert!(Precision::new(1.0).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the relative half-width is not between 0 and 1.
    pub fn new(relative_half_width: f64) -> Result<Self, Invalid> {
        Self::checked(relative_half_width, &relative_half_width)
    }

    /// Checks a relative half-width; the error quotes `text`, its original spelling.
    fn checked(value: f64, text: &dyn fmt::Display) -> Result<Self, Invalid> {
        if value > 0.0 && value < 1.0 {
            return Ok(Self(value));
        }
        let remedy = "what is between 0 and 100 %, such as 0.1% or 0.001";
        Err(Invalid { text: text.to_string(), kind: "precision", remedy })
    }

    /// Returns the precision as a relative half-width, for example 0.001.
    #[must_use]
    pub const fn value(self) -> f64 {
        self.0
    }
}

impl fmt::Display for Precision {
    /// Writes the precision as a percentage, such as `0.1 %`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = 100.0 * self.0;
        // Rounding hides the binary error of 100 times a decimal fraction, but must not give 100 %,
        // which is not a precision.
        let rounded = format!("{percent:.12e}").parse().ok().filter(|&it: &f64| it < 100.0);
        write!(f, "{} %", rounded.unwrap_or(percent))
    }
}

read_as_written!(Precision);

impl FromStr for Precision {
    type Err = Invalid;

    /// Parses a percentage such as `0.1%` or `0.1 %`, or a fraction such as `0.001`.
    fn from_str(text: &str) -> Result<Self, Invalid> {
        Self::checked(parse_fraction(text), &text)
    }
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
            let precision = Precision::new(value).unwrap();
            assert_eq!(Ok(precision), value.to_string().parse());
            assert!(precision.to_string().parse::<Precision>().is_ok(), "{precision}");
        }
        for wrong in [0.0, -0.1, 1.0, 2.0, f64::NAN, f64::INFINITY] {
            let error = Precision::new(wrong).unwrap_err();
            assert_eq!(Err(error.clone()), wrong.to_string().parse::<Precision>());
            assert!(error.to_string().starts_with(&format!("`{wrong}` is not a valid")), "{error}");
        }
    }
}
