//! Values that schedulers take: names, memory, time limits.

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

/// A word that needs no quotes anywhere: a partition, an account, a host, an image.
pub(super) fn parse_plain(text: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:@,".contains(c);
    let good = text.starts_with(|c: char| c.is_ascii_alphanumeric() || ":@".contains(c))
        && text.chars().all(plain);
    let wrong = "is not a valid name; use letters, digits and -_./:@";
    good.then(|| text.to_owned()).ok_or_else(|| format!("`{text}` {wrong}"))
}

/// Memory in MiB: Slurm's 2G and the 2Gi of Kubernetes are the same.
pub(super) fn parse_memory(text: &str) -> Result<u64, String> {
    const UNITS: [(char, u64); 3] = [('M', 1), ('G', 1 << 10), ('T', 1 << 20)];
    let plain = text.strip_suffix("iB").or_else(|| text.strip_suffix(['i', 'B'])).unwrap_or(text);
    let upper = plain.to_ascii_uppercase();
    let size = UNITS.iter().find_map(|&(unit, factor)| {
        let number: u32 = upper.strip_suffix(unit)?.parse().ok()?;
        Some(u64::from(number) * factor)
    });
    size.filter(|&size| size > 0).ok_or_else(|| {
        format!(
            "`{text}` is not a valid amount of memory; write it like 512M or 2G (powers of 1024)"
        )
    })
}

/// A time limit as `sbatch` has it. Slurm asks a task to stop 60 s before its end, up to a minute
/// early; in the rest it must do something, else it would be queued again for ever.
pub(super) fn parse_time(text: &str) -> Result<String, String> {
    match seconds(text) {
        None => Err(format!(
            "`{text}` is not a valid time; write MINUTES, HOURS:MINUTES:SECONDS or DAYS-HOURS, \
             like 30, 1:30:00 or 2-12"
        )),
        Some(..180) => Err(format!(
            "`{text}` is too short: a task is asked to stop up to 120 s early; give 3 minutes at \
             least"
        )),
        Some(_) => Ok(text.to_owned()),
    }
}

/// How long `minutes`, `minutes:seconds`, `hours:minutes:seconds`, `days-hours`,
/// `days-hours:minutes` or `days-hours:minutes:seconds` is.
fn seconds(text: &str) -> Option<u64> {
    let number = |part: &str| {
        let digits = part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse::<u32>().ok().filter(|_| digits).map(u64::from)
    };
    let (days, rest) = match text.split_once('-') {
        Some((days, rest)) => (Some(number(days)?), rest),
        None => (None, text),
    };
    let parts: Vec<u64> = rest.split(':').map(number).collect::<Option<_>>()?;
    let [hours, minutes, seconds] = match (days, &parts[..]) {
        (None, &[minutes]) => [0, minutes, 0],
        (None, &[minutes, seconds]) => [0, minutes, seconds],
        (Some(_), &[hours]) => [hours, 0, 0],
        (Some(_), &[hours, minutes]) => [hours, minutes, 0],
        (_, &[hours, minutes, seconds]) => [hours, minutes, seconds],
        _ => return None,
    };
    Some(((days.unwrap_or(0) * 24 + hours) * 60 + minutes) * 60 + seconds)
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

    #[test]
    fn times_are_those_of_slurm_and_long_enough() {
        for (text, time) in [
            ("3", 180),
            ("30:10", 30 * 60 + 10),
            ("1:30:00", 90 * 60),
            ("2-12", 60 * 3600),
            ("2-12:30", 60 * 3600 + 30 * 60),
            ("2-12:30:01", 60 * 3600 + 30 * 60 + 1),
        ] {
            assert_eq!(seconds(text), Some(time), "{text}");
            assert_eq!(parse_time(text).as_deref(), Ok(text));
        }
        for text in ["2", "0:30", "1:00", "2:59", "0:3", "0:0:59", "0-0"] {
            assert!(parse_time(text).unwrap_err().contains("too short"), "{text}");
        }
        for text in [
            "",
            "an hour",
            "1h",
            "-1",
            "1-",
            "+5",
            "5 0",
            "٣",
            ":",
            "1:",
            "1:2:3:4",
            "1-2:3:4:5",
            "1-2-3",
            "12345678901234567890123",
        ] {
            assert!(parse_time(text).unwrap_err().contains("not a valid time"), "{text}");
        }
    }

    #[test]
    fn units_of_memory_are_those_of_slurm_and_kubernetes() {
        for (text, size) in [("512M", 512), ("2G", 2048), ("2Gi", 2048), ("2GiB", 2048)] {
            assert_eq!(parse_memory(text), Ok(size), "{text}");
        }
        assert_eq!(parse_memory("1t"), Ok(1 << 20));
        for text in ["", "2", "G", "-1G", "1.5G", "0G", "2Q", "é", "2é"] {
            assert!(parse_memory(text).is_err(), "{text}");
        }
    }
}
