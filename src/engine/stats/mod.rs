//! Statistics: the only module where exact counts become floating-point numbers.
//!
//! Results are identical on every platform: IEEE 754 specifies the basic operations and the square
//! root to the last bit, and all other functions come from the crate `libm`, never from the C
//! library that `f64::exp` and similar methods call. Clippy rejects these methods (`.clippy.toml`).
//!
//! * [`Ratio`]: an exact fraction of two counts
//! * [`proportion`]: confidence intervals of a probability
//! * [`clusters`]: confidence intervals for observations that are not independent
//! * [`precision`]: the relative precision of an estimated probability
//! * [`moments`]: mean and variance of a tally
//! * [`goodness`]: chi-square test of a tally against an exact distribution
//!
//! ```
//! use setodds_engine::stats::{Confidence, Ratio, proportion::interval};
//! let ninety_five = Confidence::default();
//! let interval = interval(323, 10_000, ninety_five);
//! assert!(interval.low < Ratio::new(323, 10_000).value() && interval.high < 0.036);
//! ```

pub mod clusters;
pub mod goodness;
pub mod moments;
pub mod precision;
pub mod proportion;

use crate::name::{Invalid, read_as_written};
use num_integer::Integer;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

/// An exact nonnegative fraction of two 128-bit counts, such as a probability.
///
/// Both counts are kept as given, so that they can be displayed. Comparison is exact and by value:
/// 2/4 equals 1/2.
///
/// ```
/// # use setodds_engine::stats::Ratio;
/// let (third, half) = (Ratio::new(1, 3), Ratio::new(2, 4));
/// assert!(third < half && half == Ratio::new(1, 2));
/// assert_eq!((half.numerator(), half.to_string().as_str()), (2, "1/2"));
/// assert_eq!((half.value(), f64::from(half)), (0.5, 0.5));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ratio {
    numerator: u128,
    denominator: u128,
}

impl Ratio {
    /// The fraction 0/1: the probability of an impossible event.
    pub const ZERO: Self = Self { numerator: 0, denominator: 1 };

    /// Creates the fraction `numerator / denominator`.
    ///
    /// # Panics
    ///
    /// Panics if the denominator is zero.
    #[must_use]
    pub const fn new(numerator: u128, denominator: u128) -> Self {
        assert!(denominator > 0, "a fraction of nothing");
        Self { numerator, denominator }
    }

    /// Returns the numerator as stored, without reducing the fraction to lowest terms; for example,
    /// the number of hands with a property.
    #[must_use]
    pub const fn numerator(self) -> u128 {
        self.numerator
    }

    /// Returns the denominator as stored, at least 1, without reducing the fraction to lowest
    /// terms; for example, the number of all hands.
    #[must_use]
    pub const fn denominator(self) -> u128 {
        self.denominator
    }

    /// Returns numerator and denominator in lowest terms.
    ///
    /// ```
    /// # use setodds_engine::stats::Ratio;
    /// assert_eq!(Ratio::new(85_320, 79).lowest_terms(), (1080, 1));
    /// ```
    #[must_use]
    pub fn lowest_terms(self) -> (u128, u128) {
        let divisor = self.numerator.gcd(&self.denominator);
        (self.numerator / divisor, self.denominator / divisor)
    }

    fn reduced(self) -> Self {
        let (numerator, denominator) = self.lowest_terms();
        Self { numerator, denominator }
    }

    /// Returns 1 minus the fraction: the probability of the complementary event.
    ///
    /// # Panics
    ///
    /// Panics if the value is above 1.
    #[must_use]
    pub fn complement(self) -> Self {
        let rest = self.denominator.checked_sub(self.numerator);
        Self { numerator: rest.expect("a probability is at most 1"), ..self }
    }

    /// Returns the product in lowest terms, or `None` if its numerator or denominator overflows 128
    /// bits.
    #[must_use]
    pub fn checked_mul(self, other: Self) -> Option<Self> {
        let (a, b) = Self::new(self.numerator, other.denominator).lowest_terms();
        let (c, d) = Self::new(other.numerator, self.denominator).lowest_terms();
        Some(Self::new(a.checked_mul(c)?, b.checked_mul(d)?).reduced())
    }

    /// Returns the sum in lowest terms, or `None` if it overflows 128 bits over the least common
    /// denominator.
    #[must_use]
    pub fn checked_add(self, other: Self) -> Option<Self> {
        let (left, right, denominator) = self.over_common_denominator(other)?;
        Some(Self::new(left.checked_add(right)?, denominator).reduced())
    }

    /// Returns the difference in lowest terms, or `None` if it is negative or if a numerator over
    /// the least common denominator, or that denominator, overflows 128 bits.
    #[must_use]
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        let (left, right, denominator) = self.over_common_denominator(other)?;
        Some(Self::new(left.checked_sub(right)?, denominator).reduced())
    }

    /// Returns the numerators of both fractions over their least common denominator, then that
    /// denominator; or `None` if one of these overflows 128 bits.
    fn over_common_denominator(self, other: Self) -> Option<(u128, u128, u128)> {
        let ((a, b), (c, d)) = (self.lowest_terms(), other.lowest_terms());
        let (times_d, times_b) = Self::new(b, d).lowest_terms();
        Some((a.checked_mul(times_b)?, c.checked_mul(times_d)?, b.checked_mul(times_b)?))
    }

    /// Returns the value as a float. Both counts are rounded to `f64`, then their quotient; the
    /// last digit may be wrong.
    #[must_use]
    pub fn value(self) -> f64 {
        to_float(self.numerator) / to_float(self.denominator)
    }
}

impl fmt::Display for Ratio {
    /// Writes the fraction in lowest terms, such as `220/79`, or as a whole number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.lowest_terms() {
            (whole, 1) => whole.fmt(f),
            (numerator, denominator) => f.pad(&format!("{numerator}/{denominator}")),
        }
    }
}

impl From<u128> for Ratio {
    fn from(whole: u128) -> Self {
        Self::new(whole, 1)
    }
}

impl From<Ratio> for f64 {
    /// Converts the fraction to a float with [`Ratio::value`].
    fn from(ratio: Ratio) -> Self {
        ratio.value()
    }
}

impl PartialEq for Ratio {
    fn eq(&self, other: &Self) -> bool {
        self.lowest_terms() == other.lowest_terms()
    }
}

impl Eq for Ratio {}

impl Hash for Ratio {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.lowest_terms().hash(state);
    }
}

impl Ord for Ratio {
    /// Compares the integer parts, then the reciprocals of the fractional parts, as in Euclid's
    /// algorithm. Cross multiplication could overflow 128 bits.
    fn cmp(&self, other: &Self) -> Ordering {
        let (mut left, mut right) = (*self, *other);
        loop {
            let [whole, other_whole] = [left, right].map(|it| it.numerator / it.denominator);
            let [rest, other_rest] = [left, right].map(|it| it.numerator % it.denominator);
            if whole != other_whole || rest == 0 || other_rest == 0 {
                return (whole, rest > 0).cmp(&(other_whole, other_rest > 0));
            }
            // a/b < c/d if and only if d/c < b/a.
            (left, right) =
                (Self::new(right.denominator, other_rest), Self::new(left.denominator, rest));
        }
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Converts a count to the nearest `f64`.
#[must_use]
pub fn to_float(count: u128) -> f64 {
    count as f64
}

/// Raises a number to an integer power by repeated squaring. Unlike `f64::powi`, the result is the
/// same on every platform.
#[must_use]
pub fn power(base: f64, exponent: u128) -> f64 {
    let (mut product, mut square, mut left) = (1.0, base, exponent);
    while left > 0 {
        if left % 2 == 1 {
            product *= square;
        }
        square *= square;
        left /= 2;
    }
    product
}

/// Returns the median: the middle value, or the mean of the two middle values. Panics if there are
/// no values.
pub(crate) fn median(values: &[f64]) -> f64 {
    assert!(!values.is_empty(), "a median needs values");
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    f64::midpoint(sorted[(sorted.len() - 1) / 2], sorted[sorted.len() / 2])
}

/// Returns the median absolute deviation (MAD) from the median. Panics if there are no values.
pub(crate) fn mad(values: &[f64]) -> f64 {
    let middle = median(values);
    median(&values.iter().map(|value| (value - middle).abs()).collect::<Vec<_>>())
}

/// Parses a fraction like `0.05` or a percentage like `5%`; returns NaN for other text.
fn parse_fraction(text: &str) -> f64 {
    let number = |text: &str| text.trim().parse().unwrap_or(f64::NAN);
    match text.trim().strip_suffix('%') {
        Some(percentage) => {
            // Dividing by 100 would round once more, so that 0.7 % would not equal 0.007. It is
            // only the fallback for numbers that already have an exponent.
            let exact = format!("{}e-2", percentage.trim()).parse();
            exact.unwrap_or_else(|_| number(percentage) / 100.0)
        }
        None => number(text),
    }
}

/// A confidence level, strictly between 0 and 1; 95 % by default.
///
/// ```
/// # use setodds_engine::stats::Confidence;
/// assert_eq!(Confidence::default(), "95%".parse()?);
/// assert_eq!(Confidence::new(0.99)?.level(), 0.99);
/// # Ok::<(), setodds_engine::name::Invalid>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Confidence(f64);

impl Confidence {
    /// The maximum confidence level: closer to 1, the tails would be lost in rounding.
    const MAX_LEVEL: f64 = 1.0 - 1e-12;

    /// Creates a confidence level from a fraction: 0.95 for 95 %.
    ///
    /// ```
    /// # use setodds_engine::stats::Confidence;
    /// assert_eq!(Confidence::new(0.99), "99%".parse());
    /// assert!(Confidence::new(95.0).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the level is not between 0 and 1, or so close to 1 that the tails would
    /// be lost in rounding.
    pub fn new(level: f64) -> Result<Self, Invalid> {
        Self::checked(level, &level)
    }

    /// Checks a confidence level; the error quotes `text`, its original spelling.
    fn checked(level: f64, text: &dyn fmt::Display) -> Result<Self, Invalid> {
        if level > 0.0 && level <= Self::MAX_LEVEL {
            return Ok(Self(level));
        }
        let remedy = "a number between 0 and 1, such as 0.95, or 95%";
        Err(Invalid { text: text.to_string(), kind: "confidence level", remedy })
    }

    /// Returns the confidence level as a fraction, for example 0.95.
    #[must_use]
    pub const fn level(self) -> f64 {
        self.0
    }

    /// Returns the probability in each of the two tails, for example 0.025 for 95 %.
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

read_as_written!(Confidence);

impl FromStr for Confidence {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        Self::checked(parse_fraction(text), &text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_written_in_lowest_terms() {
        for (numerator, denominator, text) in
            [(440, 158, "220/79"), (85_320, 79, "1080"), (0, 5, "0")]
        {
            assert_eq!(Ratio::new(numerator, denominator).to_string(), text);
        }
    }

    #[test]
    fn confidence_levels_are_read_as_fraction_or_percentage() {
        assert_eq!("0.95".parse(), Ok(Confidence::default()));
        for percentage in ["95%", "95e0%"] {
            assert_eq!(percentage.parse(), Ok(Confidence::default()));
        }
        let half = Confidence::new(0.5).unwrap();
        assert_eq!((half.level(), half.tail(), half.to_string()), (0.5, 0.25, "0.5".to_owned()));
        for wrong in ["0", "1", "95", "-0.5", "NaN", "", "100%", "0,95"] {
            assert!(wrong.parse::<Confidence>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn confidence_levels_are_made_of_numbers_that_can_be_read() {
        for level in [1e-9, 0.5, 0.95, 0.999_999_999_999] {
            assert_eq!(Confidence::new(level), level.to_string().parse());
        }
        for wrong in [0.0, -0.5, 1.0, 1.0 - 1e-13, 95.0, f64::NAN, f64::INFINITY] {
            let error = Confidence::new(wrong).unwrap_err();
            assert_eq!(Err(error.clone()), wrong.to_string().parse::<Confidence>());
            assert!(error.to_string().starts_with(&format!("`{wrong}` is not a valid")), "{error}");
        }
    }

    #[test]
    fn ratios_are_reckoned_with_exactly() {
        let (sixth, quarter) = (Ratio::new(2, 12), Ratio::new(1, 4));
        assert_eq!(sixth.checked_add(quarter), Some(Ratio::new(5, 12)));
        assert_eq!(quarter.checked_sub(sixth), Some(Ratio::new(1, 12)));
        assert_eq!(sixth.checked_sub(quarter), None);
        assert_eq!(sixth.checked_mul(Ratio::new(3, 7)), Some(Ratio::new(1, 14)));
        assert_eq!(sixth.checked_mul(Ratio::new(0, 5)), Some(Ratio::new(0, 1)));
        assert_eq!(sixth.complement(), Ratio::new(5, 6));
        assert_ne!(sixth, quarter);
        let large = Ratio::new(u128::MAX, 1);
        assert_eq!(large.checked_mul(Ratio::new(1, u128::MAX)), Some(Ratio::new(1, 1)));
        assert_eq!((large.checked_mul(large), large.checked_add(large)), (None, None));
    }

    #[test]
    fn ratios_are_ordered_by_their_values() {
        for (a, b, c, d) in
            (0..6_u128.pow(4)).map(|i| (i % 6, 1 + i / 6 % 6, i / 36 % 6, 1 + i / 216))
        {
            assert_eq!(
                Ratio::new(a, b).cmp(&Ratio::new(c, d)),
                (a * d).cmp(&(c * b)),
                "{a}/{b} {c}/{d}"
            );
        }
        let near_one = |denominator| Ratio::new(denominator - 1, denominator);
        assert!(near_one(u128::MAX - 1) < near_one(u128::MAX));
        assert!(Ratio::new(1, u128::MAX) > Ratio::ZERO && Ratio::from(1) > near_one(u128::MAX));
    }

    #[test]
    fn medians_are_those_of_textbooks() {
        let values = [[3.0, 1.0, 2.0].as_slice(), &[1.0, 4.0]].map(median);
        assert_eq!((values, mad(&[1.0, 2.0, 3.0, 4.0, 100.0])), ([2.0, 2.5], 1.0));
        assert_eq!(mad(&[2.0, 4.0, 6.0, 8.0, 200.0]).to_string(), "2");
    }

    #[test]
    fn ratios_beyond_64_bits_keep_their_value() {
        let ratio = Ratio::new(1 << 100, 3 << 100);
        assert!((ratio.value() - 1.0 / 3.0).abs() < 1e-16);
    }
}
