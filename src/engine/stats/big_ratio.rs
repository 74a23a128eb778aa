//! Fractions of integers of any length.

use super::Ratio;
use num_bigint::BigInt;
use num_integer::Integer;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Neg};

/// A fraction in lowest terms, with a denominator above zero.
///
/// ```
/// use setodds_engine::stats::BigRatio;
/// let ratio = BigRatio::new(440.into(), (-158).into());
/// assert_eq!((ratio.to_string().as_str(), ratio.value()), ("-220/79", -220.0 / 79.0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BigRatio {
    numerator: BigInt,
    denominator: BigInt,
}

impl BigRatio {
    /// A fraction.
    ///
    /// # Panics
    ///
    /// When the denominator is zero.
    #[must_use]
    pub fn new(numerator: BigInt, denominator: BigInt) -> Self {
        assert!(denominator != BigInt::ZERO, "a denominator is not zero");
        let common = numerator.gcd(&denominator);
        let common = if denominator < BigInt::ZERO { -common } else { common };
        Self { numerator: numerator / &common, denominator: denominator / common }
    }

    /// The numerator, which has the sign.
    #[must_use]
    pub const fn numerator(&self) -> &BigInt {
        &self.numerator
    }

    /// The denominator, which is above zero.
    #[must_use]
    pub const fn denominator(&self) -> &BigInt {
        &self.denominator
    }

    /// The fraction as one of counts, unless it is negative or passes 128 bits.
    #[must_use]
    pub(crate) fn to_ratio(&self) -> Option<Ratio> {
        let count = |number: &BigInt| u128::try_from(number).ok();
        Some(Ratio::new(count(&self.numerator)?, count(&self.denominator)?))
    }

    /// The fraction times a whole number.
    #[must_use]
    pub fn times(&self, factor: usize) -> Self {
        Self::new(&self.numerator * factor, self.denominator.clone())
    }

    /// The value as a float.
    #[must_use]
    pub fn value(&self) -> f64 {
        let bits = |number: &BigInt| i64::try_from(number.bits()).unwrap_or(i64::MAX);
        // A quotient of 100 to 101 bits, more than a float holds.
        let shift = 100 - bits(&self.numerator) + bits(&self.denominator);
        let (up, down) = (shift.max(0).unsigned_abs(), shift.min(0).unsigned_abs());
        let quotient = (&self.numerator << up) / (&self.denominator << down);
        let exponent = i32::try_from(-shift).unwrap_or(i32::MIN);
        i128::try_from(quotient).map_or(f64::NAN, |quotient| libm::ldexp(quotient as f64, exponent))
    }
}

impl Add for BigRatio {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let sum = self.numerator * &other.denominator + other.numerator * &self.denominator;
        Self::new(sum, self.denominator * other.denominator)
    }
}

impl Sum for BigRatio {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::new(0.into(), 1.into()), Self::add)
    }
}

impl Neg for BigRatio {
    type Output = Self;

    fn neg(self) -> Self {
        Self { numerator: -self.numerator, denominator: self.denominator }
    }
}

impl fmt::Display for BigRatio {
    /// `220/79`, or a whole number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.numerator)?;
        if self.denominator == BigInt::from(1) {
            Ok(())
        } else {
            write!(f, "/{}", self.denominator)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_in_lowest_terms_and_have_a_value() {
        let power = |exponent| BigInt::from(3).pow(exponent);
        for (numerator, denominator, text, value) in [
            (0.into(), 7.into(), "0", 0.0),
            (BigInt::from(-6), BigInt::from(-3), "2", 2.0),
            (1.into(), 3.into(), "1/3", 1.0 / 3.0),
            (power(400), power(402) * -2, "-1/18", -1.0 / 18.0),
            (BigInt::from(7) << 200, BigInt::from(2), "", 7.0 * libm::ldexp(1.0, 199)),
            (BigInt::from(7), BigInt::from(2) << 200, "", 7.0 / libm::ldexp(1.0, 201)),
        ] {
            let ratio = BigRatio::new(numerator, denominator);
            assert!(text.is_empty() || ratio.to_string() == text, "{ratio}");
            assert!((ratio.value() - value).abs() <= f64::EPSILON * value.abs(), "{ratio}");
        }
    }

    #[test]
    fn fractions_are_added_and_are_counts_if_they_fit() {
        let ratio =
            |numerator: i64, denominator: i64| BigRatio::new(numerator.into(), denominator.into());
        let sum: BigRatio = [ratio(1, 6), ratio(1, 4), ratio(1, 12)].into_iter().sum();
        assert_eq!((sum.to_string().as_str(), sum.to_ratio()), ("1/2", Some(Ratio::new(1, 2))));
        assert_eq!((sum.times(3), -sum), (ratio(3, 2), ratio(-1, 2)));
        assert_eq!([].into_iter().sum::<BigRatio>(), ratio(0, 5));
        let long = BigRatio::new(BigInt::from(1), BigInt::from(3).pow(90));
        assert_eq!((ratio(-1, 2).to_ratio(), long.to_ratio()), (None, None));
    }
}
