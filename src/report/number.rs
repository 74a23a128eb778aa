//! How numbers look to people.

use crate::pack::Pack;

/// A count with separators: `70,724,320,184,700`.
///
/// ```
/// assert_eq!(setodds::report::number::grouped(1_234_567), "1,234,567");
/// ```
#[must_use]
pub fn grouped(count: u128) -> String {
    group(&count.to_string())
}

fn group(digits: &str) -> String {
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The number of cards that are dealt, with those that the deck is without: `81`, or
/// `80 (81 without @70)`.
#[must_use]
pub fn deck_size(pack: &Pack) -> String {
    let size = pack.size();
    if pack.is_full() {
        size.to_string()
    } else {
        format!("{size} ({} without {pack})", pack.deck().size())
    }
}

/// The decimals that a value deserves whose uncertainty is `half_width`: one uncertain digit.
pub(crate) fn decimals(half_width: f64) -> usize {
    const MAX_DECIMALS: usize = 17;
    let scaled = std::iter::successors(Some(half_width), |scaled| Some(10.0 * scaled));
    scaled.take(MAX_DECIMALS).position(|scaled| scaled >= 1.0).unwrap_or(MAX_DECIMALS)
}

/// A value with as many decimals as its uncertainty allows, and separators.
///
/// ```
/// assert_eq!(setodds::report::number::uncertain(2.784_83, 0.000_2), "2.7848");
/// ```
#[must_use]
pub fn uncertain(value: f64, half_width: f64) -> String {
    fixed(value, decimals(half_width))
}

/// A value with `decimals` decimals, and separators.
pub(crate) fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let (sign, digits) = text.strip_prefix('-').map_or(("", &*text), |digits| ("-", digits));
    match digits.split_once('.') {
        Some((whole, fraction)) => format!("{sign}{}.{fraction}", group(whole)),
        None => format!("{sign}{}", group(digits)),
    }
}

/// A value to `digits` significant digits, and separators.
///
/// ```
/// use setodds::report::number::significant;
/// assert_eq!(significant(30.958_3, 4), "30.96");
/// assert_eq!(significant(23_321_234.0, 4), "23,320,000");
/// ```
#[must_use]
pub fn significant(value: f64, digits: u8) -> String {
    if value < 0.0 {
        return format!("-{}", significant(-value, digits));
    }
    // Rounding first, so that 9.9996 counts as 10.00 and not as 9.9996 with one digit too many.
    let rounded = format!("{value:.*e}", usize::from(digits - 1));
    let exponent = rounded.split_once('e').and_then(|(_, exponent)| exponent.parse::<i32>().ok());
    match (exponent, rounded.parse()) {
        (Some(exponent), Ok(rounded)) if value > 0.0 => {
            fixed(rounded, usize::try_from(i32::from(digits) - 1 - exponent).unwrap_or(0))
        }
        _ => "0".to_owned(),
    }
}

/// The power of ten of the first digit: 3 for 1234, -2 for 0.05; 0 for what has no digits.
pub(crate) fn magnitude(value: f64) -> i32 {
    let text = format!("{value:e}");
    text.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0)
}

/// The float nearest to ten to a power.
pub(crate) fn power_of_ten(exponent: i32) -> f64 {
    format!("1e{exponent}").parse().expect("a power of ten is a number")
}

/// A difference with its sign and its uncertainty: `+0.51 ± 0.02`; alone where the uncertainty is
/// unknown or zero.
///
/// ```
/// use setodds::report::number::difference;
/// assert_eq!(difference(-0.512, Some(0.02)), "-0.51 ± 0.02");
/// assert_eq!(difference(-0.512, None), "-0.512");
/// ```
#[must_use]
pub fn difference(value: f64, half_width: Option<f64>) -> String {
    let sign = if value > 0.0 { "+" } else { "" };
    format!("{sign}{}", with_uncertainty(value, half_width))
}

/// A value with its uncertainty: `7.713 ± 0.004`; alone where that is unknown or zero.
pub(crate) fn with_uncertainty(value: f64, half_width: Option<f64>) -> String {
    match half_width.filter(|&half| half > 0.0) {
        Some(half) => format!("{} ± {}", uncertain(value, half), uncertain(half, half)),
        None => significant(value, 3),
    }
}

/// A probability as percentage with as many decimals as its uncertainty allows: `3.230 %`.
#[must_use]
pub fn percent(probability: f64, half_width: f64) -> String {
    format!("{} %", uncertain(100.0 * probability, 100.0 * half_width))
}

/// An exactly known probability as percentage, to five significant digits: `3.2302 %`.
pub(crate) fn exact_percent(probability: f64) -> String {
    if probability >= 1.0 {
        return "100 %".to_owned();
    }
    format!("{} %", significant(100.0 * probability, 5))
}

/// A probability as odds, `1 in 30.96`; nothing when it is zero.
#[must_use]
pub fn one_in(probability: f64) -> Option<String> {
    (probability > 0.0).then(|| format!("1 in {}", significant(1.0 / probability, 4)))
}

/// `1 card`, `12 cards`.
#[must_use]
pub fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", ending(count as u128, noun))
}

/// `1 game`, `20,000,000 games`.
#[must_use]
pub fn count(count: u128, noun: &str) -> String {
    format!("{} {noun}{}", grouped(count), ending(count, noun))
}

/// The ending of a noun after a number: `1 class`, `2 classes`.
fn ending(count: u128, noun: &str) -> &'static str {
    match count {
        1 => "",
        _ if noun.ends_with('s') => "es",
        _ => "s",
    }
}

/// `1 thread`, `2 threads`.
#[must_use]
pub fn threads(count: usize) -> String {
    plural(count, "thread")
}

/// A power of ten: `1,000` or `10³`.
pub(crate) fn ten_to_the(exponent: i32, digits: bool) -> String {
    const SUPERSCRIPT: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    match exponent {
        0 => "1".to_owned(),
        _ if digits => significant(power_of_ten(exponent), 1),
        _ => {
            let sign = if exponent < 0 { "⁻" } else { "" };
            let power = exponent.unsigned_abs().to_string();
            let digits = power.bytes().map(|digit| SUPERSCRIPT[usize::from(digit - b'0')]);
            format!("10{sign}{}", digits.collect::<String>())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_stand_every_three_digits() {
        let cases = [(0, "0"), (999, "999"), (1000, "1,000"), (100_000_000, "100,000,000")];
        for (count, text) in cases {
            assert_eq!(grouped(count), text);
        }
        assert_eq!(grouped(u128::MAX), "340,282,366,920,938,463,463,374,607,431,768,211,455");
    }

    #[test]
    fn uncertainty_decides_the_decimals() {
        assert_eq!(percent(0.032_301_2, 0.000_034_6), "3.230 %");
        assert_eq!(percent(0.5, 0.3), "50 %");
        assert_eq!(percent(0.0, 1.8e-6), "0.0000 %");
        assert_eq!(uncertain(1234.5, 20.0), "1,234");
        assert_eq!(decimals(0.0), 17);
    }

    #[test]
    fn negative_values_have_a_sign_and_separators() {
        let cases = [
            (-123.0, 0, "-123"),
            (-1_234.5, 1, "-1,234.5"),
            (-999_999.0, 0, "-999,999"),
            (-0.25, 2, "-0.25"),
        ];
        for (value, decimals, text) in cases {
            assert_eq!(fixed(value, decimals), text);
        }
        assert_eq!(significant(-1_234.5, 3), "-1,230");
        assert_eq!(significant(-0.5, 3), "-0.500");
        assert_eq!(difference(-6.0, None), "-6.00");
        assert_eq!(difference(0.25, Some(0.0)), "+0.250");
    }

    #[test]
    fn powers_of_ten_are_exact_and_every_number_lies_above_that_of_its_first_digit() {
        let cases = [(1234.0, 3), (1.0, 0), (0.999, -1), (1000.0, 3), (1e-7, -7), (0.0, 0)];
        for (value, expected) in cases {
            assert_eq!(magnitude(value), expected, "{value}");
        }
        assert_eq!([f64::INFINITY, f64::NAN].map(magnitude), [0, 0]);
        for exponent in -307..=307 {
            assert_eq!(magnitude(power_of_ten(exponent)), exponent);
        }
        let powers = (power_of_ten(-3), power_of_ten(0), power_of_ten(2));
        assert_eq!(powers, (0.001, 1.0, 100.0));
        assert!(power_of_ten(309).is_infinite());
    }

    #[test]
    fn significant_digits_survive_any_size() {
        let cases = [
            (1.0, "1.000"),
            (9.999_96, "10.00"),
            (0.000_042_881, "0.00004288"),
            (999_960.0, "1,000,000"),
            (0.0, "0"),
        ];
        for (value, text) in cases {
            assert_eq!(significant(value, 4), text);
        }
        assert_eq!(exact_percent(2_284_535_476_080.0 / 70_724_320_184_700.0), "3.2302 %");
        assert_eq!((exact_percent(1.0), exact_percent(0.0)), ("100 %".into(), "0 %".into()));
        assert_eq!(one_in(0.032_302), Some("1 in 30.96".to_owned()));
        assert_eq!(one_in(0.0), None);
    }
}
