//! Names that schedulers take: of the job, of partitions and accounts, of hosts and images.

use std::path::Path;
use std::str::FromStr;

/// The name of a job: short, of small letters, digits and hyphens, as Kubernetes has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct JobName(String);

/// Text that is not a valid name of a job.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a valid name for a job; use up to 50 small letters, digits and hyphens")]
pub(super) struct JobNameError(String);

/// What a label of Kubernetes can hold, with room for `-merge` and the number of a pod.
const LONGEST: usize = 50;

impl JobName {
    /// `setodds-sets` for a result that goes to `out/sets.csv`.
    pub(super) fn for_result(path: &str) -> Self {
        let stem = Path::new(path).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let letter = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        let name: String =
            "setodds-".chars().chain(stem.chars().map(letter)).take(LONGEST).collect();
        Self(name.trim_end_matches('-').to_owned())
    }
}

impl FromStr for JobName {
    type Err = JobNameError;

    fn from_str(text: &str) -> Result<Self, JobNameError> {
        let letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let good = text.chars().all(letter)
            && text.starts_with(|c: char| c.is_ascii_lowercase())
            && !text.ends_with('-')
            && text.len() <= LONGEST;
        if good { Ok(Self(text.to_owned())) } else { Err(JobNameError(text.to_owned())) }
    }
}

impl std::fmt::Display for JobName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A word that needs no quotes anywhere: a partition, an account, a host, an image.
pub(super) fn parse_plain(text: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:@,".contains(c);
    let good = text.starts_with(|c: char| c.is_ascii_alphanumeric() || ":@".contains(c))
        && text.chars().all(plain);
    if good {
        return Ok(text.to_owned());
    }
    Err(format!("`{text}` is not a valid name; use letters, digits and -_./:@"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_is_named_after_its_result() {
        for (path, name) in [
            ("out/sets.csv", "setodds-sets"),
            ("games/", "setodds-games"),
            ("My Sets_2.csv", "setodds-my-sets-2"),
            ("ü.csv", "setodds"),
            ("/", "setodds"),
        ] {
            let made = JobName::for_result(path);
            assert_eq!(made.to_string(), name, "{path}");
            assert_eq!(name.parse(), Ok(made));
        }
        assert_eq!(JobName::for_result(&"x".repeat(99)).0.len(), LONGEST);
        for text in ["", "A", "a b", "-a", "a-", "1a", "a.b", &"x".repeat(51)] {
            assert!(text.parse::<JobName>().is_err(), "{text}");
        }
    }

    #[test]
    fn plain_words_need_no_quotes() {
        for text in ["gpu,main", "node1", "8/node2", "user@host", ":", "registry.org:5000/a/b:1"] {
            assert_eq!(parse_plain(text), Ok(text.to_owned()));
        }
        for text in ["", "a b", "$(x)", "a'b", "-a", "a\nb", "a;b", "a\"b"] {
            assert!(parse_plain(text).is_err(), "{text}");
        }
    }
}
