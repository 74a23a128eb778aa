//! Numbers that are known exactly, and how they are written.

use crate::stats::Ratio;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::fmt;

/// A fraction that is written in lowest terms.
#[derive(Clone, Copy, Debug)]
pub struct Fraction(pub Ratio);

impl fmt::Display for Fraction {
    /// `220/79`, or a whole number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.lowest_terms() {
            (whole, 1) => write!(f, "{whole}"),
            (numerator, denominator) => write!(f, "{numerator}/{denominator}"),
        }
    }
}

impl Serialize for Fraction {
    /// Writes numerator and denominator as text, and the value.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut entry = serializer.serialize_map(Some(3))?;
        let (numerator, denominator) = self.0.lowest_terms();
        entry.serialize_entry("numerator", &numerator.to_string())?;
        entry.serialize_entry("denominator", &denominator.to_string())?;
        entry.serialize_entry("value", &self.0.value())?;
        entry.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_in_lowest_terms() {
        let text =
            |numerator, denominator| Fraction(Ratio::new(numerator, denominator)).to_string();
        assert_eq!(text(440, 158), "220/79");
        assert_eq!(text(85_320, 79), "1080");
        assert_eq!(text(0, 5), "0");
    }
}
