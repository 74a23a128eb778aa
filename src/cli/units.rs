//! Times and rates in messages.
//!
//! One rule for all messages: a number and its unit have a space between them (`3.20 %`, `1.07 s`,
//! `870 kB`), counts have separators (`1,000,000`), a rate is for one second (`156 million/s`,
//! `4,120/s`), and what was measured has three significant digits. A time that was measured is in
//! seconds up to two minutes, then `3 min 20 s`, `1 h 5 min`; one that is only estimated is in
//! words, `about 3 hours`. One thread is `1 thread`, not `1 threads`.

use crate::report::number::significant;
use std::time::Duration;

/// The seconds from which on minutes are shown.
const LONG: f64 = 120.0;

/// A time: `0.129 s`, `3 min 20 s`, `1 h 5 min`, `2 d 3 h`.
pub(crate) fn time(seconds: f64) -> String {
    // What rounds to two minutes is two minutes.
    if seconds < LONG - 0.5 {
        return format!("{} s", significant(seconds, 3));
    }
    let all = Duration::try_from_secs_f64(seconds.round()).unwrap_or(Duration::MAX).as_secs();
    let (days, hours, minutes) = (all / 86_400, all / 3600 % 24, all / 60 % 60);
    match (days, hours) {
        (0, 0) => two((minutes, "min"), (all % 60, "s")),
        (0, _) => two((hours, "h"), (minutes, "min")),
        _ => two((days, "d"), (hours, "h")),
    }
}

/// Two units, the smaller only if there is some of it.
fn two((large, unit): (u64, &str), (small, smaller): (u64, &str)) -> String {
    if small == 0 { format!("{large} {unit}") } else { format!("{large} {unit} {small} {smaller}") }
}

/// A rate: `156 million/s`, `4,120/s`.
pub(crate) fn rate(units_per_second: f64) -> String {
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
