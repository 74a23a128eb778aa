//! Values that schedulers take: what they check themselves is passed on as it is.

use std::path::Path;

/// What a label of Kubernetes can hold, with room for `-merge` and the number of a pod.
const LONGEST: usize = 50;

/// The name of a job by its result: `setodds-sets` where that goes to `out/sets.csv`.
pub(super) fn name_for(path: &str) -> String {
    let stem = Path::new(path).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let letter = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let name: String = "setodds-".chars().chain(stem.chars().map(letter)).take(LONGEST).collect();
    name.trim_end_matches('-').to_owned()
}

/// The name of a job: short, of small letters, digits and hyphens, as Kubernetes has it.
pub(super) fn parse_name(text: &str) -> Result<String, String> {
    let letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let good = text.chars().all(letter)
        && text.starts_with(|c: char| c.is_ascii_lowercase())
        && !text.ends_with('-')
        && text.len() <= LONGEST;
    let wrong = "is not a valid name for a job; use up to 50 small letters, digits and hyphens";
    good.then(|| text.to_owned()).ok_or_else(|| format!("`{text}` {wrong}"))
}

/// A word that needs no quotes anywhere: a partition, a host, an image, an amount of memory, a
/// time.
pub(super) fn parse_plain(text: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:@,".contains(c);
    let good = text.starts_with(|c: char| c.is_ascii_alphanumeric() || ":@".contains(c))
        && text.chars().all(plain);
    let wrong = "is not a valid value; use letters, digits and -_./:@,";
    good.then(|| text.to_owned()).ok_or_else(|| format!("`{text}` {wrong}"))
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
            assert_eq!(name_for(path), name, "{path}");
            assert_eq!(parse_name(name).as_deref(), Ok(name));
        }
        assert_eq!(name_for(&"x".repeat(99)).len(), LONGEST);
    }

    #[test]
    fn what_schedulers_do_not_take_is_refused() {
        for text in ["", "A", "a b", "-a", "a-", "1a", "a.b", &"x".repeat(51)] {
            assert!(parse_name(text).is_err(), "{text}");
        }
        for text in ["gpu,main", "node1", "8/node2", "user@host", ":", "registry.org:5000/a/b:1"] {
            assert_eq!(parse_plain(text).as_deref(), Ok(text));
        }
        for text in ["", "a b", "$(x)", "a'b", "-a", "a\nb", "a;b", "a\"b"] {
            assert!(parse_plain(text).is_err(), "{text}");
        }
    }
}
