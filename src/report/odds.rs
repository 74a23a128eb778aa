//! Exact probabilities in the words of those who bet.

use super::number::{exact_percent, fixed, one_in, significant};
use crate::stats::Ratio;

/// The odds against, as a bookmaker writes them, unlikely things first: `29.96 : 1`; of what is
/// likely `1 : 29.96`. Nothing where there is nothing to bet on.
///
/// ```
/// use setodds::{report::odds::against, stats::Ratio};
/// let no_set = Ratio::new(2_284_535_476_080, 70_724_320_184_700);
/// assert_eq!(against(no_set).as_deref(), Some("29.96 : 1"));
/// assert_eq!(against(no_set.complement()).as_deref(), Some("1 : 29.96"));
/// ```
#[must_use]
pub fn against(probability: Ratio) -> Option<String> {
    let (won, lost) = (probability, probability.complement());
    if won.numerator() == 0 || lost.numerator() == 0 {
        return None;
    }
    let odds = |more: Ratio, fewer: Ratio| significant(more.value() / fewer.value(), 4);
    Some(match won.numerator().cmp(&lost.numerator()) {
        std::cmp::Ordering::Less => format!("{} : 1", odds(lost, won)),
        std::cmp::Ordering::Equal => "1 : 1".to_owned(),
        std::cmp::Ordering::Greater => format!("1 : {}", odds(won, lost)),
    })
}

/// The probability in percent; near certainty, digits are added until the difference from 100 %
/// shows: `99.999957 %`.
pub(crate) fn percent(probability: Ratio) -> String {
    /// Beyond this a float has no digits.
    const MAX_DECIMALS: usize = 13;
    let missing = 100.0 * probability.complement().value();
    if missing <= 0.0 || missing >= 0.1 {
        return exact_percent(probability.value());
    }
    // Two digits of what is missing.
    let scaled = std::iter::successors(Some(missing), |scaled| Some(10.0 * scaled));
    let decimals = scaled.take(MAX_DECIMALS).position(|scaled| scaled >= 10.0);
    match decimals {
        Some(decimals) => format!("{} %", fixed(100.0 - missing, decimals)),
        None => "nearly 100 %".to_owned(),
    }
}

/// All of it: `3.2302 %, 1 in 30.96 (29.96 : 1 against)`; of what is likely
/// `96.770 %, 1 in 1.033 (29.96 : 1 on)`.
#[must_use]
pub fn in_words(probability: Ratio) -> String {
    let share = percent(probability);
    let (Some(against), Some(one_in)) = (against(probability), one_in(probability.value())) else {
        return share;
    };
    let bet = match against.strip_prefix("1 : ") {
        Some("1") => "evens".to_owned(),
        Some(likely) => format!("{likely} : 1 on"),
        None => format!("{against} against"),
    };
    format!("{share}, {one_in} ({bet})")
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(in_words(Ratio::new(part, whole)), words);
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
            assert_eq!(percent(Ratio::new(part, whole)), text, "{part}/{whole}");
        }
    }
}
