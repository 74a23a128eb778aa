//! Parses large counts in the usual notations: `1000000`, `1_000_000`, `100M`, `1e8`, `2.5k`.

use setodds_engine::read_as_written;
use std::str::FromStr;

/// A count from 1 to 2^64 - 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Count(pub(crate) u64);

impl FromStr for Count {
    type Err = String;

    /// Parses a count exactly: the digits are shifted by the exponent, without floating point.
    fn from_str(text: &str) -> Result<Self, String> {
        let unreadable = || {
            format!(
                "`{text}` is not a valid count; write a whole number like 1000000, 1_000_000, 100M \
                 or 1e8"
            )
        };
        let too_large =
            || format!("`{text}` is too large; at most {} (2^64 - 1) can be counted", u64::MAX);
        if let Some(readings) = two_readings(text.trim()) {
            return Err(format!("`{text}` can mean {readings}; write the number without a point"));
        }
        let (digits, exponent) = split(text.trim()).ok_or_else(unreadable)?;
        let digits = digits.replace('_', "");
        let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
        let all = format!("{whole}{fraction}");
        if whole.is_empty() || !all.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(unreadable());
        }
        let fraction = fraction.trim_end_matches('0');
        let significant = format!("{whole}{fraction}");
        let significant = significant.trim_start_matches('0');
        let zeros = exponent.checked_sub(fraction.len());
        match (significant, zeros) {
            ("", _) => Err("must be at least 1".to_owned()),
            (_, None) => Err(format!("`{text}` is not a whole number")),
            (_, Some(zeros)) if significant.len().saturating_add(zeros) <= 20 => {
                let number = format!("{significant}{}", "0".repeat(zeros));
                number.parse().map(Self).map_err(|_| too_large())
            }
            _ => Err(too_large()),
        }
    }
}

/// A number of cards or sets, or another value of a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Number(pub(crate) usize);

impl FromStr for Number {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = text.trim().parse().map(Self);
        number.map_err(|_| format!("`{text}` is not a valid number; give a single one, like 12"))
    }
}

read_as_written!(Count, Number);

/// Returns both interpretations of a number with a point before exactly three digits, which is a
/// decimal point or a thousands separator, such as `1 or 1000`. Returns `None` if the number is
/// unambiguous.
fn two_readings(text: &str) -> Option<String> {
    let (whole, digits) = text.split_once('.')?;
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || digits.len() != 3 || !is_number(whole) || !is_number(digits) {
        return None;
    }
    let decimals = digits.trim_end_matches('0');
    let point = if decimals.is_empty() { "" } else { "." };
    Some(format!("{whole}{point}{decimals} or {whole}{digits}"))
}

/// Splits a number with a unit or an exponent, such as `2.5k`, into its decimal number and the
/// exponent of ten, which is 0 without a unit. Returns `None` if the exponent is not a whole number
/// or the text is empty.
fn split(text: &str) -> Option<(&str, usize)> {
    if let Some((number, exponent)) = text.split_once(['e', 'E']) {
        let exponent = exponent.strip_prefix('+').unwrap_or(exponent);
        return Some((number, exponent.parse().ok()?));
    }
    let exponent = match text.chars().last()? {
        'k' | 'K' => 3,
        'm' | 'M' => 6,
        'g' | 'G' | 'b' | 'B' => 9,
        't' | 'T' => 12,
        _ => return Some((text, 0)),
    };
    Some((&text[..text.len() - 1], exponent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_exactly() {
        let cases = [
            ("1000000", 1_000_000),
            ("1_000_000", 1_000_000),
            ("100M", 100_000_000),
            ("1e8", 100_000_000),
            ("1E+3", 1000),
            ("2.5k", 2500),
            ("1.250M", 1_250_000),
            ("3.0", 3),
            ("1.50e1", 15),
            ("3G", 3_000_000_000),
            ("10T", 10_000_000_000_000),
            ("18446744073709551615", u64::MAX),
            ("9.007199254740993e15", 9_007_199_254_740_993),
        ];
        for (text, value) in cases {
            assert_eq!(text.parse(), Ok(Count(value)), "{text}");
        }
    }

    #[test]
    fn nothing_is_no_count() {
        for text in ["0", "0e99", "0.0k"] {
            assert_eq!(text.parse::<Count>(), Err("must be at least 1".to_owned()));
        }
    }

    #[test]
    fn mistakes_are_named() {
        for (reason, texts) in [
            (
                "is not a valid count",
                &["", "M", "-1", "1e", "1e-3", "ten", "1.2.3", "0x10", "1,000", ".", "é"][..],
            ),
            ("is not a whole number", &["1.5", "1.0001"]),
            ("can mean 1 or 1000", &["1.000"]),
            ("can mean 12.34 or 12340", &["12.340"]),
            (
                "is too large",
                &[
                    "18446744073709551616",
                    "1e20",
                    "2e19",
                    "1e99999999999",
                    "1e18446744073709551615",
                ],
            ),
        ] {
            for text in texts {
                let error = text.parse::<Count>().unwrap_err();
                assert!(error.starts_with(&format!("`{text}` {reason}")), "{error}");
            }
        }
    }
}
