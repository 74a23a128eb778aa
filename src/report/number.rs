//! Formats numbers for people: counts with nouns, values with suitable precision, percentages,
//! odds, powers of ten, times, rates and lists.
//!
//! The rules for all output that people read: a space separates a number and its unit (`3.20 %`,
//! `1.07 s`, `870 kB`), counts have separators (`1,000,000`), rates are per second (`156
//! million/s`, `4,120/s`), and measurements have three significant digits. An estimate has as many
//! digits as its interval allows, an exact probability five in percent and four as odds. A measured
//! time is in seconds up to two minutes, then `3 min 20 s`, `1 h 5 min`.

use crate::pack::Pack;
use crate::stats::proportion::Interval;
use crate::stats::{Confidence, Ratio};
use std::cmp::Ordering;
use std::time::Duration;

/// Formats a count with thousands separators: `70,724,320,184,700`.
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

/// Formats a small count with its noun, without separators: `1 card`, `12 cards`.
#[must_use]
pub fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", ending(count as u128, noun))
}

/// Formats a count with its noun and with separators: `1 game`, `20,000,000 games`.
#[must_use]
pub fn count(count: u128, noun: &str) -> String {
    format!("{} {noun}{}", grouped(count), ending(count, noun))
}

/// Returns the plural ending of a noun after a count: `1 class`, `2 classes`.
fn ending(count: u128, noun: &str) -> &'static str {
    match count {
        1 => "",
        _ if noun.ends_with('s') => "es",
        _ => "s",
    }
}

/// Returns the form of the verb "hold" after a count: `1 card holds`, `12 cards hold`.
pub(crate) fn hold(count: usize) -> &'static str {
    if count == 1 { "holds" } else { "hold" }
}

/// Joins words to a list: `a`, `a and b`, `a, b and c`.
pub(crate) fn list<S: AsRef<str>>(words: impl IntoIterator<Item = S>) -> String {
    let mut words: Vec<S> = words.into_iter().collect();
    let Some(last) = words.pop() else { return String::new() };
    let others: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    if others.is_empty() {
        return last.as_ref().to_owned();
    }
    format!("{} and {}", others.join(", "), last.as_ref())
}

/// Formats the number of cards in a deck that may lack some: `81`, or `80 (81 without @70)`.
#[must_use]
pub fn deck_size(pack: &Pack) -> String {
    let size = pack.size();
    if pack.is_full() {
        size.to_string()
    } else {
        format!("{size} ({} without {pack})", pack.deck().size())
    }
}

/// Returns the number of decimals to show for a value with the uncertainty `half_width`; the last
/// of them is uncertain.
pub(crate) fn decimals(half_width: f64) -> usize {
    const MAX_DECIMALS: usize = 17;
    let scaled = std::iter::successors(Some(half_width), |scaled| Some(10.0 * scaled));
    scaled.take(MAX_DECIMALS).position(|scaled| scaled >= 1.0).unwrap_or(MAX_DECIMALS)
}

/// Formats a value with as many decimals as its uncertainty allows, and with separators.
///
/// ```
/// assert_eq!(setodds::report::number::uncertain(2.784_83, 0.000_2), "2.7848");
/// ```
#[must_use]
pub fn uncertain(value: f64, half_width: f64) -> String {
    fixed(value, decimals(half_width))
}

/// Formats a value with `decimals` decimals, and with separators.
pub(crate) fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let (sign, digits) = text.strip_prefix('-').map_or(("", &*text), |digits| ("-", digits));
    match digits.split_once('.') {
        Some((whole, fraction)) => format!("{sign}{}.{fraction}", group(whole)),
        None => format!("{sign}{}", group(digits)),
    }
}

/// Formats a value with `digits` significant digits, and with separators.
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
    // Round first, so that 9.9996 becomes 10.00 and not 10.000.
    let rounded = format!("{value:.*e}", usize::from(digits - 1));
    let exponent = rounded.split_once('e').and_then(|(_, exponent)| exponent.parse::<i32>().ok());
    match (exponent, rounded.parse()) {
        (Some(exponent), Ok(rounded)) if value > 0.0 => {
            fixed(rounded, usize::try_from(i32::from(digits) - 1 - exponent).unwrap_or(0))
        }
        _ => "0".to_owned(),
    }
}

/// Formats a difference with its sign and its uncertainty: `+0.51 ± 0.02`. The uncertainty is
/// omitted if it is unknown or zero.
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

/// Formats a value with its uncertainty: `7.713 ± 0.004`. The uncertainty is omitted if it is
/// unknown or zero.
pub(crate) fn with_uncertainty(value: f64, half_width: Option<f64>) -> String {
    match half_width.filter(|&half| half > 0.0) {
        Some(half) => format!("{} ± {}", uncertain(value, half), uncertain(half, half)),
        None => significant(value, 3),
    }
}

/// Formats a probability in percent with as many decimals as its uncertainty allows: `3.230 %`.
#[must_use]
pub fn percent(probability: f64, half_width: f64) -> String {
    format!("{} %", uncertain(100.0 * probability, 100.0 * half_width))
}

/// Formats an exact probability in percent with five significant digits: `3.2302 %`.
pub(crate) fn exact_percent(probability: f64) -> String {
    if probability >= 1.0 {
        return "100 %".to_owned();
    }
    format!("{} %", significant(100.0 * probability, 5))
}

/// Formats an exact probability in percent. Close to certainty, decimals are added until the value
/// differs visibly from 100 %: `99.999957 %`.
pub(crate) fn ratio_percent(probability: Ratio) -> String {
    /// Maximum number of decimals that a float near 100 represents to full precision.
    const MAX_DECIMALS: usize = 13;
    let missing = 100.0 * probability.complement().value();
    if missing <= 0.0 || missing >= 0.1 {
        return exact_percent(probability.value());
    }
    // Show two digits of the difference from 100 %.
    let scaled = std::iter::successors(Some(missing), |scaled| Some(10.0 * scaled));
    let decimals = scaled.take(MAX_DECIMALS).position(|scaled| scaled >= 10.0);
    match decimals {
        Some(decimals) => format!("{} %", fixed(100.0 - missing, decimals)),
        None => "nearly 100 %".to_owned(),
    }
}

/// Formats a confidence level: `95 %`.
#[must_use]
pub fn level(confidence: Confidence) -> String {
    let text = format!("{:.10}", 100.0 * confidence.level());
    format!("{} %", text.trim_end_matches('0').trim_end_matches('.'))
}

/// Formats a probability briefly, with no more digits than its interval allows: `27 %`, `3.2 %`,
/// `0.0069 %`, `1 in 70 million`.
pub(crate) fn brief(probability: f64, limits: Option<Interval>) -> String {
    if let Some(limits) = limits {
        let text = percent(probability, limits.half_width());
        let is_short = text.bytes().filter(u8::is_ascii_digit).count() <= 2;
        if probability > 0.0 && is_short {
            return text;
        }
    }
    match probability {
        _ if probability <= 0.0 => "0".to_owned(),
        _ if probability < 1e-5 => one_in_about(probability),
        _ if probability < 0.0995 => format!("{} %", significant(100.0 * probability, 2)),
        _ if !(0.995..1.0).contains(&probability) => format!("{} %", fixed(100.0 * probability, 0)),
        _ => format!("{} %", fixed(100.0 * probability - 0.05, 1)),
    }
}

/// Formats a small probability to two digits: `1 in 140,000`, `1 in 70 million`, `1 in 6.9 × 10¹²`.
fn one_in_about(probability: f64) -> String {
    const MILLION: f64 = 1e6;
    match 1.0 / probability {
        odds if odds < MILLION => format!("1 in {}", significant(odds, 2)),
        odds if odds < 999.5 * MILLION => {
            format!("1 in {} million", significant(odds / MILLION, 2))
        }
        odds => {
            let exponent = magnitude(odds);
            let digits = significant(odds / power_of_ten(exponent), 2);
            format!("1 in {digits} × {}", ten_to_the(exponent, false))
        }
    }
}

/// Formats an exact probability as `1 in 30.96`, or returns `None` if it is zero.
#[must_use]
pub fn one_in(probability: f64) -> Option<String> {
    (probability > 0.0).then(|| format!("1 in {}", significant(1.0 / probability, 4)))
}

/// Formats the odds against an event, as a bookmaker would: `29.96 : 1`, or `1 : 29.96` for a
/// likely one. Returns `None` for an impossible or a certain event.
///
/// ```
/// use setodds::{Ratio, report::number::odds_against};
/// let no_set = Ratio::new(2_284_535_476_080, 70_724_320_184_700);
/// assert_eq!(odds_against(no_set).as_deref(), Some("29.96 : 1"));
/// assert_eq!(odds_against(no_set.complement()).as_deref(), Some("1 : 29.96"));
/// ```
#[must_use]
pub fn odds_against(probability: Ratio) -> Option<String> {
    let (won, lost) = (probability, probability.complement());
    if won.numerator() == 0 || lost.numerator() == 0 {
        return None;
    }
    let odds = |more: Ratio, fewer: Ratio| significant(more.value() / fewer.value(), 4);
    Some(match won.numerator().cmp(&lost.numerator()) {
        Ordering::Less => format!("{} : 1", odds(lost, won)),
        Ordering::Equal => "1 : 1".to_owned(),
        Ordering::Greater => format!("1 : {}", odds(won, lost)),
    })
}

/// Formats an exact probability in percent, as `1 in N`, and as odds: `3.2302 %, 1 in 30.96 (29.96
/// : 1 against)`, or `96.770 %, 1 in 1.033 (29.96 : 1 on)` for a likely event. For an impossible or
/// a certain event, formats only the percentage.
#[must_use]
pub fn odds_in_words(probability: Ratio) -> String {
    let percent = ratio_percent(probability);
    let (Some(against), Some(one_in)) = (odds_against(probability), one_in(probability.value()))
    else {
        return percent;
    };
    let bet = match against.strip_prefix("1 : ") {
        Some("1") => "evens".to_owned(),
        Some(likely) => format!("{likely} : 1 on"),
        None => format!("{against} against"),
    };
    format!("{percent}, {one_in} ({bet})")
}

/// Returns the decimal exponent of a value: 3 for 1234, -2 for 0.05, and 0 for infinity and NaN.
pub(crate) fn magnitude(value: f64) -> i32 {
    let text = format!("{value:e}");
    text.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0)
}

/// Returns the float nearest to a power of ten.
pub(crate) fn power_of_ten(exponent: i32) -> f64 {
    format!("1e{exponent}").parse().expect("a power of ten is a number")
}

/// Formats a power of ten, in digits or as a power: `1,000` or `10³`.
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

/// Formats a measured time: `0.129 s`, `3 min 20 s`, `1 h 5 min`, `2 d 3 h`.
#[must_use]
pub fn time(seconds: f64) -> String {
    /// Time in seconds from which minutes are shown.
    const LONG: f64 = 120.0;
    // A time that rounds to two minutes is shown in minutes.
    if seconds < LONG - 0.5 {
        return format!("{} s", significant(seconds, 3));
    }
    let all = Duration::try_from_secs_f64(seconds.round()).unwrap_or(Duration::MAX).as_secs();
    let (days, hours, minutes) = (all / 86_400, all / 3600 % 24, all / 60 % 60);
    match (days, hours) {
        (0, 0) => two_units((minutes, "min"), (all % 60, "s")),
        (0, _) => two_units((hours, "h"), (minutes, "min")),
        _ => two_units((days, "d"), (hours, "h")),
    }
}

/// Formats a quantity in two units, omitting the number of smaller units if it is zero.
fn two_units((large, unit): (u64, &str), (small, smaller): (u64, &str)) -> String {
    if small == 0 { format!("{large} {unit}") } else { format!("{large} {unit} {small} {smaller}") }
}

/// Formats a rate per second: `156 million/s`, `4,120/s`.
#[must_use]
pub fn rate(units_per_second: f64) -> String {
    if units_per_second >= 1e6 {
        format!("{} million/s", significant(units_per_second / 1e6, 3))
    } else {
        format!("{}/s", significant(units_per_second, 3))
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

    #[test]
    fn lists_end_with_and() {
        for (words, text) in [
            (&[][..], ""),
            (&["a"], "a"),
            (&["a", "b"], "a and b"),
            (&["a", "b", "c"], "a, b and c"),
        ] {
            assert_eq!(list(words), text);
        }
    }

    #[test]
    fn odds_have_a_winner_and_a_loser() {
        for (part, whole, words) in [
            (2_284_535_476_080, 70_724_320_184_700, "3.2302 %, 1 in 30.96 (29.96 : 1 against)"),
            (1, 3, "33.333 %, 1 in 3.000 (2.000 : 1 against)"),
            (1, 2, "50.000 %, 1 in 2.000 (evens)"),
            (4, 5, "80.000 %, 1 in 1.250 (4.000 : 1 on)"),
            (31, 32, "96.875 %, 1 in 1.032 (31.00 : 1 on)"),
            (0, 7, "0 %"),
            (7, 7, "100 %"),
        ] {
            assert_eq!(odds_in_words(Ratio::new(part, whole)), words);
        }
    }

    #[test]
    fn what_is_nearly_certain_is_not_certain() {
        for (part, whole, text) in [
            (999, 1000, "99.900 %"),
            (9_999, 10_000, "99.990 %"),
            (99_999_957, 100_000_000, "99.999957 %"),
            (10_u128.pow(18) - 1, 10_u128.pow(18), "nearly 100 %"),
            (1, 10_u128.pow(18), "0.00000000000000010000 %"),
        ] {
            assert_eq!(ratio_percent(Ratio::new(part, whole)), text, "{part}/{whole}");
        }
    }

    #[test]
    fn brief_probabilities_are_brief() {
        let cases = [
            (0.0323, "3.2 %"),
            (0.2726, "27 %"),
            (0.0996, "10 %"),
            (0.00467, "0.47 %"),
            (2e-6, "1 in 500,000"),
            (1.4e-8, "1 in 71 million"),
            (1.45e-13, "1 in 6.9 × 10¹²"),
            (0.0, "0"),
        ];
        for (probability, text) in cases {
            assert_eq!(brief(probability, None), text);
        }
    }

    #[test]
    fn levels_are_percentages() {
        assert_eq!(level(Confidence::default()), "95 %");
        assert_eq!(level("0.999".parse().unwrap()), "99.9 %");
    }

    #[test]
    fn long_times_have_two_units() {
        for (seconds, text) in [
            (0.129_4, "0.129 s"),
            (5.0, "5.00 s"),
            (119.4, "119 s"),
            (119.6, "2 min"),
            (200.2, "3 min 20 s"),
            (3599.0, "59 min 59 s"),
            (3599.7, "1 h"),
            (3900.0, "1 h 5 min"),
            (86_399.0, "23 h 59 min"),
            (183_600.0, "2 d 3 h"),
        ] {
            assert_eq!(time(seconds), text, "{seconds}");
        }
        assert!(time(f64::MAX).ends_with(" h"), "it has an end");
    }

    #[test]
    fn rates_are_for_a_second() {
        for (units, text) in [
            (0.0, "0/s"),
            (4123.0, "4,120/s"),
            (999_400.0, "999,000/s"),
            (1e6, "1.00 million/s"),
            (156.4e6, "156 million/s"),
        ] {
            assert_eq!(rate(units), text);
        }
    }
}
