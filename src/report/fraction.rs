//! Numbers that are known exactly, and how they are written.

use crate::stats::{BigRatio, Ratio};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::fmt;

/// An exactly known number: a fraction of counts, or of longer integers.
#[derive(Clone, Debug)]
pub struct Fraction {
    /// The number itself, or where there is a long fraction its first 30 decimals.
    decimals: Ratio,
    long: Option<BigRatio>,
}

impl From<Ratio> for Fraction {
    fn from(counts: Ratio) -> Self {
        Self { decimals: counts, long: None }
    }
}

impl Fraction {
    /// A fraction that may be longer than counts, with its first 30 decimals.
    #[must_use]
    pub const fn long(exact: BigRatio, decimals: Ratio) -> Self {
        Self { decimals, long: Some(exact) }
    }

    /// The counts that it is a fraction of; nothing where its integers are none.
    #[must_use]
    pub fn counts(&self) -> Option<Ratio> {
        self.long.is_none().then_some(self.decimals)
    }

    /// The number to 30 decimals at least: what percentages and floats are made of.
    #[must_use]
    pub const fn decimals(&self) -> Ratio {
        self.decimals
    }

    /// The numerator and the denominator in lowest terms.
    #[must_use]
    pub fn parts(&self) -> [String; 2] {
        match &self.long {
            Some(long) => [long.numerator().to_string(), long.denominator().to_string()],
            None => {
                let (numerator, denominator) = self.decimals.lowest_terms();
                [numerator.to_string(), denominator.to_string()]
            }
        }
    }

    /// The sum of the probabilities of some values, whose counts have one total.
    #[must_use]
    pub fn sum<'a>(all: impl Iterator<Item = &'a Self> + Clone) -> Self {
        let counts = all.clone().map(|it| it.decimals.numerator()).sum();
        let total = all.clone().map(|it| it.decimals.denominator()).max().unwrap_or(1);
        let long: Vec<BigRatio> = all.filter_map(|it| it.long.clone()).collect();
        let long = (!long.is_empty()).then(|| long.into_iter().sum());
        Self { decimals: Ratio::new(counts, total), long }
    }
}

impl fmt::Display for Fraction {
    /// `220/79`, or a whole number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [numerator, denominator] = self.parts();
        if denominator == "1" {
            f.write_str(&numerator)
        } else {
            write!(f, "{numerator}/{denominator}")
        }
    }
}

impl Serialize for Fraction {
    /// Numerator and denominator as text, and the value.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut entry = serializer.serialize_map(Some(3))?;
        let [numerator, denominator] = self.parts();
        entry.serialize_entry("numerator", &numerator)?;
        entry.serialize_entry("denominator", &denominator)?;
        entry.serialize_entry("value", &self.decimals.value())?;
        entry.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_in_lowest_terms() {
        let text =
            |numerator, denominator| Fraction::from(Ratio::new(numerator, denominator)).to_string();
        assert_eq!(text(440, 158), "220/79");
        assert_eq!(text(85_320, 79), "1080");
        assert_eq!(text(0, 5), "0");
    }

    #[test]
    fn sums_of_long_fractions_are_exact() {
        let third = |parts: u32| {
            let exact = BigRatio::new(parts.into(), 3.into());
            let decimals = Ratio::rounded(&parts.into(), &3_u32.into());
            Fraction::long(exact, decimals)
        };
        let parts = [third(1), third(2)];
        assert_eq!(Fraction::sum(parts[..1].iter()).to_string(), "1/3");
        assert_eq!(Fraction::sum(parts.iter()).to_string(), "1");
        assert!(parts[0].counts().is_none());
        let counts = [Fraction::from(Ratio::new(1, 6)), Fraction::from(Ratio::new(2, 6))];
        assert_eq!(Fraction::sum(counts.iter()).counts(), Some(Ratio::new(1, 2)));
        assert_eq!(Fraction::sum([].iter()).to_string(), "0");
    }
}
