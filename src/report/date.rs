//! Dates of the Gregorian calendar, and times in UTC.

use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Date from 0000-01-01 to 9999-12-31.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    year: i64,
    /// The month, from 1 to 12.
    month: i64,
    day: i64,
}

impl Date {
    const MIN: Self = Self { year: 0, month: 1, day: 1 };
    const MAX: Self = Self { year: 9999, month: 12, day: 31 };

    /// Converts a number of days since 1970-01-01 to a date, or returns `None` if the date is out
    /// of range. Algorithm: Howard Hinnant, chrono-compatible low-level date algorithms; years
    /// begin in March, so a leap day is the last day of a year.
    #[must_use]
    pub fn from_days(days: i64) -> Option<Self> {
        let days = days.checked_add(719_468)?;
        let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year_of_era =
            (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        let year = era * 400 + year_of_era + i64::from(month <= 2);
        Some(Self { year, month, day }).filter(|date| (Self::MIN..=Self::MAX).contains(date))
    }

    /// Returns the number of days from 1970-01-01 to the date.
    #[must_use]
    pub fn days(self) -> i64 {
        let Self { year, month, day } = self;
        let year = year - i64::from(month <= 2);
        let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        let day_of_era = 365 * year_of_era + year_of_era / 4 - year_of_era / 100 + day_of_year;
        era * 146_097 + day_of_era - 719_468
    }

    /// Returns the date `days` days later, or `None` if it is out of range.
    #[must_use]
    pub fn after(self, days: u64) -> Option<Self> {
        Self::from_days(self.days().checked_add(i64::try_from(days).ok()?)?)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { year, month, day } = self;
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl FromStr for Date {
    type Err = String;

    /// Parses a date such as `2026-01-01`.
    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let parts: Vec<&str> = text.split('-').collect();
        let has_lengths = parts.iter().map(|part| part.len()).eq([4, 2, 2]);
        let is_digits = text.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit());
        let numbers: Vec<i64> = parts.iter().filter_map(|part| part.parse().ok()).collect();
        let mut place = String::new();
        if let [year, month @ 1..=12, day] = numbers[..]
            && has_lengths
            && is_digits
        {
            let date = Self { year, month, day };
            if Self::from_days(date.days()) == Some(date) {
                return Ok(date);
            }
            if (29..=31).contains(&day) {
                let name = usize::try_from(month - 1).map_or("", |month| MONTHS[month]);
                place = format!(": {year} has no {day} {name}");
            }
        }
        Err(format!("`{text}` is not a valid date{place}; give one like 2026-01-01"))
    }
}

/// Time in UTC, in microseconds since 1970-01-01, at most the end of 9999-12-31.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Timestamp(u64);

impl Timestamp {
    /// Creates a time from microseconds since 1970-01-01; times after 9999-12-31 are clamped.
    #[must_use]
    pub fn from_microseconds(microseconds: u64) -> Self {
        const MAX: u64 = 253_402_300_799_999_999;
        Self(microseconds.min(MAX))
    }
}

impl fmt::Display for Timestamp {
    /// Writes a time such as `2026-01-01T12:34:56.123456Z`, without trailing zeros in the fraction.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, fraction) = (self.0 / 1_000_000, self.0 % 1_000_000);
        let days = i64::try_from(seconds / 86_400).ok().and_then(Date::from_days);
        let date = days.unwrap_or(Date::MAX);
        let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
        let fraction = format!(".{fraction:06}");
        let fraction = fraction.trim_end_matches('0').trim_end_matches('.');
        write!(f, "{date}T{hour:02}:{minute:02}:{second:02}{fraction}Z")
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_days_and_days_are_dates() {
        for (text, days) in [
            ("1970-01-01", 0),
            ("1969-12-31", -1),
            ("2000-02-29", 11_016),
            ("2026-11-29", 20_786),
            ("0000-01-01", -719_528),
            ("9999-12-31", 2_932_896),
        ] {
            let date: Date = text.parse().unwrap();
            assert_eq!((date.days(), date.to_string()), (days, text.to_owned()));
            assert_eq!(Date::from_days(days), Some(date));
        }
        assert_eq!(Date::MAX.after(1), None);
        let mut date: Date = "1999-12-31".parse().unwrap();
        for _ in 0..150_000 {
            let next = date.after(1).unwrap();
            assert!(next > date && next.days() == date.days() + 1, "{date} {next}");
            date = next;
        }
        assert_eq!(date.to_string(), "2410-09-07");
    }

    #[test]
    fn what_is_no_date_is_refused() {
        for (text, expected) in [
            ("2026-02-29", ": 2026 has no 29 February;"),
            ("1900-02-29", ": 1900 has no 29 February;"),
            ("2026-04-31", ": 2026 has no 31 April;"),
            ("2026-01-00", "is not a valid date; give"),
            ("2026-02-32", "is not a valid date; give"),
            ("2026-13-01", "is not a valid date; give one like 2026-01-01"),
            ("26-01-01", "is not a valid date; give"),
            ("2026-1-1", "is not a valid date; give"),
            ("+026-01-01", "is not a valid date; give"),
            ("", "is not a valid date; give"),
        ] {
            let error = text.parse::<Date>().unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn times_are_written_up_to_the_last_day() {
        let time = |microseconds| Timestamp::from_microseconds(microseconds).to_string();
        assert_eq!(time(0), "1970-01-01T00:00:00Z");
        assert_eq!(time(1_795_970_096_012_345), "2026-11-29T16:34:56.012345Z");
        assert_eq!(time(1_500_000), "1970-01-01T00:00:01.5Z");
        assert_eq!(time(u64::MAX), "9999-12-31T23:59:59.999999Z");
    }
}
