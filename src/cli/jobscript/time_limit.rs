//! How long a task may take, as Slurm writes it.

use std::str::FromStr;

/// Slurm asks a task to stop 60 s before its end, up to a minute early; in the rest it must do
/// something, else it would be queued again for ever.
const SHORTEST: u64 = 180;

/// A time limit in one of Slurm's forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TimeLimit(String);

/// Text that is not a valid time limit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum TimeLimitError {
    #[error(
        "`{0}` is not a valid time; write MINUTES, HOURS:MINUTES:SECONDS or DAYS-HOURS, like 30, \
         1:30:00 or 2-12"
    )]
    Unreadable(String),
    #[error(
        "`{0}` is too short: a task is asked to stop up to 120 s early; give 3 minutes at least"
    )]
    Short(String),
}

impl FromStr for TimeLimit {
    type Err = TimeLimitError;

    fn from_str(text: &str) -> Result<Self, TimeLimitError> {
        let unreadable = || TimeLimitError::Unreadable(text.to_owned());
        match seconds(text).ok_or_else(unreadable)? {
            ..SHORTEST => Err(TimeLimitError::Short(text.to_owned())),
            _ => Ok(Self(text.to_owned())),
        }
    }
}

impl std::fmt::Display for TimeLimit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// `minutes`, `minutes:seconds`, `hours:minutes:seconds`, `days-hours`, `days-hours:minutes`,
/// `days-hours:minutes:seconds`: the forms of `sbatch --time`.
fn seconds(text: &str) -> Option<u64> {
    let number = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if digits { text.parse::<u32>().ok().map(u64::from) } else { None }
    };
    let (days, rest) = match text.split_once('-') {
        Some((days, rest)) => (Some(number(days)?), rest),
        None => (None, text),
    };
    let parts: Vec<u64> = rest.split(':').map(number).collect::<Option<_>>()?;
    let (hours, minutes, seconds) = match (days, parts.as_slice()) {
        (None, &[minutes]) => (0, minutes, 0),
        (None, &[minutes, seconds]) => (0, minutes, seconds),
        (Some(_), &[hours]) => (hours, 0, 0),
        (Some(_), &[hours, minutes]) => (hours, minutes, 0),
        (_, &[hours, minutes, seconds]) => (hours, minutes, seconds),
        _ => return None,
    };
    Some(((days.unwrap_or(0) * 24 + hours) * 60 + minutes) * 60 + seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_forms_are_read() {
        let cases = [
            ("30", Some(30 * 60)),
            ("30:10", Some(30 * 60 + 10)),
            ("1:30:00", Some(90 * 60)),
            ("2-12", Some(60 * 3600)),
            ("2-12:30", Some(60 * 3600 + 30 * 60)),
            ("2-12:30:01", Some(60 * 3600 + 30 * 60 + 1)),
        ];
        for (text, expected) in cases {
            assert_eq!(seconds(text), expected, "{text}");
            assert_eq!(text.parse::<TimeLimit>().unwrap().to_string(), text);
        }
        for text in ["", "an hour", "1h", "-1", "1:2:3:4", "1-", "1-2:3:4:5", "+5", "5 0", "٣"] {
            assert_eq!(seconds(text), None, "{text}");
        }
    }

    #[test]
    fn a_task_has_time_to_do_something() {
        assert!(matches!("2".parse::<TimeLimit>(), Err(TimeLimitError::Short(_))));
        assert!("3".parse::<TimeLimit>().is_ok());
    }
}
