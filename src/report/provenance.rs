//! Where numbers come from: everything needed to get them again, and what it cost.

use super::cell::{exactly, seed, seed_if_known};
use super::date::Timestamp;
use super::escape::is_hidden;
use super::spent::{ComputeTime, Host};
use crate::stats::to_float;
use serde::Serialize;

/// The record beside a result; `D` depends on what made it: a computation, a search, a benchmark.
#[derive(Clone, Debug, Serialize)]
pub struct Provenance<D = ComputationDetails> {
    /// The program that computed it.
    pub program: Program,
    /// The command line, as one would type it again.
    pub command: String,
    /// The details of the kind of result.
    #[serde(flatten)]
    pub details: D,
}

impl<D> Provenance<D> {
    /// The record of what this program has made by a command.
    #[must_use]
    pub fn new(command: String, details: D) -> Self {
        Self { program: Program::default(), command, details }
    }
}

/// The confidence level that a record names, if it names one.
#[cfg(feature = "cli")]
pub(crate) fn recorded_confidence(record: &serde_json::Value) -> Option<crate::stats::Confidence> {
    record["confidence"].as_f64()?.to_string().parse().ok()
}

/// The record of a simulation or an exact count.
#[derive(Clone, Debug, Serialize)]
pub struct ComputationDetails {
    /// The computation, as its plan names it.
    pub job: String,
    /// The numbers of the cards that the deck is without, `@0,27-80`; missing for a full deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without: Option<String>,
    /// Where the randomness comes from; missing for an exact result.
    pub randomness: Option<Randomness>,
    /// The way of counting all hands, and what it cost; missing where hands are dealt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counting: Option<Counting>,
    /// The detection strategy, if one is used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strategy: Option<&'static str>,
    /// The execution engine; where policies are played by different ones, that of each.
    pub engine: String,
    /// The vector instructions in use: at least those with which hands or decks are dealt.
    pub instruction_set: &'static str,
    /// The confidence level of the intervals; missing for an exact result.
    pub confidence: Option<f64>,
    /// Until when it was to go on; missing where the number of deals was fixed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Until>,
    /// How much was to be done.
    pub work: Work,
    /// When and where it ran, in this run and those before.
    pub run: Run,
}

/// The record of a search, whose result is a list.
#[derive(Clone, Debug, Serialize)]
pub struct ListingDetails {
    /// Where the randomness comes from; missing where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub randomness: Option<Randomness>,
    /// The checks that were made before anything was written.
    pub checks: &'static [&'static str],
    /// When and where it ran; units are classes.
    pub run: Run,
}

/// The record of an answer that needs no computing.
#[derive(Clone, Debug, Default, Serialize)]
pub struct AnswerDetails {
    /// The random seed; missing where nothing is random.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "seed_if_known")]
    pub seed: Option<u64>,
    /// The numbers of the cards that the deck is without, `@0,27-80`; missing for a full deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without: Option<String>,
    /// The input, and how it was read; missing where nothing is read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read: Option<String>,
}

/// The record of a benchmark.
#[derive(Clone, Debug, Serialize)]
pub struct BenchmarkDetails {
    /// Where the hands come from.
    pub randomness: Randomness,
    /// The shortest time that was measured at once, in seconds; shorter runs are repeated.
    pub shortest_timing_seconds: f64,
    /// When it began.
    pub started: Timestamp,
    /// How long it took.
    pub elapsed_seconds: f64,
    /// The machine.
    pub host: Host,
}

/// A version of the program.
#[derive(Clone, Debug, Serialize)]
pub struct Program {
    /// The name of the program.
    pub name: &'static str,
    /// The version of the program.
    pub version: &'static str,
    /// The revision of its source, if it was built from a checkout.
    pub revision: Option<&'static str>,
    /// The compiler that built it.
    pub compiler: Option<&'static str>,
}

impl Default for Program {
    fn default() -> Self {
        Self {
            name: env!("CARGO_PKG_NAME"),
            version: env!("CARGO_PKG_VERSION"),
            revision: option_env!("SETODDS_REVISION"),
            compiler: option_env!("SETODDS_COMPILER"),
        }
    }
}

/// How all hands were counted.
#[derive(Clone, Debug, Serialize)]
pub struct Counting {
    /// The method.
    pub method: &'static str,
    /// The hands that were counted.
    #[serde(serialize_with = "exactly")]
    pub hands: u128,
    /// The hands that were looked at; the others follow by symmetry.
    #[serde(serialize_with = "exactly")]
    pub leaves: u128,
    /// The time for each of these, of one thread; missing where that of a part is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nanoseconds_per_leaf: Option<f64>,
    /// Up to which order the moments of the number of sets were checked, of every hand size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moments_checked: Option<usize>,
}

/// The seed of random deals, and how deals come from it.
#[derive(Clone, Debug, Serialize)]
pub struct Randomness {
    /// The seed.
    #[serde(serialize_with = "seed")]
    pub seed: u64,
    /// The generator.
    pub generator: &'static str,
    /// The sampling scheme: how deals come from the generator.
    pub sampling_scheme: &'static str,
}

/// A precision that ends a run, for the share of one value, in every hand size and measure.
#[derive(Clone, Debug, Serialize)]
pub struct Until {
    /// The relative half-width that is asked for: half of the interval divided by the share.
    pub target: f64,
    /// The value.
    pub value: usize,
    /// The relative half-width that the result has, where it is largest; missing where the value
    /// was not seen.
    pub relative_half_width: Option<f64>,
    /// Whether the target was reached.
    pub reached: bool,
}

/// Work units (deals, hands), planned and done.
#[derive(Clone, Debug, Serialize)]
pub struct Work {
    /// Units that the plan has.
    pub planned: u128,
    /// Units that the result counts.
    pub done: u128,
    /// Units that the last run did not do itself: they were in a checkpoint or in parts.
    #[serde(skip_serializing_if = "is_zero")]
    pub before: u128,
    /// Whether that is all.
    pub complete: bool,
    /// Blocks that the plan has.
    pub blocks: u64,
    /// Units in a block.
    pub units_per_block: u64,
}

impl Work {
    /// Whether all of it was there before, and nothing was computed.
    #[must_use]
    pub const fn is_loaded(&self) -> bool {
        self.before > 0 && self.before == self.done
    }

    /// Why it is not all: what was there before was merged, or the run was interrupted.
    #[must_use]
    pub const fn why_not_all(&self) -> &'static str {
        if self.before > 0 { "INCOMPLETE:" } else { "INTERRUPTED after" }
    }
}

fn is_zero(number: &u128) -> bool {
    *number == 0
}

/// The runs that made a result, all together: those that stopped at a checkpoint, those of shards,
/// and the last one.
#[derive(Clone, Debug, Serialize)]
pub struct Run {
    /// Threads that worked; on several machines, those of the one that worked longest.
    pub threads: usize,
    /// When the first run began.
    pub started: Timestamp,
    /// How long the runs took, added up, even where shards ran at the same time.
    pub elapsed_seconds: f64,
    /// Units per second of these, all threads of a run together.
    pub units_per_second: f64,
    /// Units of the result that took an unknown time: their files were written by a version that
    /// did not record it.
    #[serde(skip_serializing_if = "is_zero")]
    pub untimed_units: u128,
    /// The machine; of several the one that worked longest.
    pub host: Host,
    /// The time on each machine, where there were several, or other numbers of threads.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub machines: Vec<MachineTime>,
}

/// The time of the runs on a machine.
#[derive(Clone, Debug, Serialize)]
pub struct MachineTime {
    /// Threads of each run.
    pub threads: usize,
    /// How long the runs took, added up.
    pub elapsed_seconds: f64,
    /// Units that they did.
    pub units: u64,
    /// The machine.
    pub host: Host,
}

impl Run {
    /// The runs that spent this time on a result of `units` units; at least one.
    ///
    /// # Panics
    ///
    /// When there is no run.
    #[must_use]
    pub fn of(spent: &[ComputeTime], done: u128) -> Self {
        let longest = spent.iter().max_by_key(|it| it.microseconds).expect("something ran");
        let elapsed_seconds = spent.iter().map(ComputeTime::seconds).sum::<f64>();
        let units = spent.iter().map(|it| u128::from(it.units)).sum::<u128>();
        let started = spent.iter().map(|it| it.started).min().unwrap_or_default();
        let machine = |it: &ComputeTime| MachineTime {
            threads: it.threads,
            elapsed_seconds: it.seconds(),
            units: it.units,
            host: it.host.clone(),
        };
        let several = if spent.len() > 1 { spent } else { &[] };
        Self {
            threads: longest.threads,
            started: Timestamp::from_microseconds(started),
            elapsed_seconds,
            units_per_second: to_float(units) / elapsed_seconds.max(1e-9),
            untimed_units: done.saturating_sub(units),
            host: longest.host.clone(),
            machines: several.iter().map(machine).collect(),
        }
    }
}

/// Words as the shell of this system would read them again.
#[must_use]
pub fn command_line<S: AsRef<str>>(words: impl IntoIterator<Item = S>) -> String {
    if cfg!(windows) { windows_words(words) } else { shell_words(words) }
}

/// Words as a POSIX shell would read them again.
#[must_use]
pub fn shell_words<S: AsRef<str>>(words: impl IntoIterator<Item = S>) -> String {
    quoted(words, "-_./,:=+@%", |word| match word.contains(is_hidden) {
        true => with_octal_escapes(word),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    })
}

/// A word with hidden characters, byte by byte as newer shells read them: `$'a\012b'`.
fn with_octal_escapes(word: &str) -> String {
    let written = |character: char| match character {
        '\'' | '\\' => format!("\\{character}"),
        _ if is_hidden(character) => {
            let mut bytes = [0; 4];
            let bytes = character.encode_utf8(&mut bytes).bytes();
            bytes.map(|byte| format!("\\{byte:03o}")).collect()
        }
        _ => character.to_string(),
    };
    format!("$'{}'", word.chars().map(written).collect::<String>())
}

/// Words as both shells of Windows would read them again: the older one has no other quotes, and
/// `PowerShell` would split a list at its commas.
fn windows_words<S: AsRef<str>>(words: impl IntoIterator<Item = S>) -> String {
    quoted(words, r"-_./\:=+", |word| format!("\"{}\"", word.replace('"', r#"\""#)))
}

/// Words with spaces between them; those that have other than letters, digits and plain characters
/// are quoted.
fn quoted<S: AsRef<str>>(
    words: impl IntoIterator<Item = S>,
    plain: &str,
    quote: fn(&str) -> String,
) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || plain.contains(c);
    let written = |word: &str| match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => quote(word),
    };
    words.into_iter().map(|word| written(word.as_ref())).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spent(threads: usize, seconds: u64, units: u64, started: u64) -> ComputeTime {
        let host = Host { cpu: None, cores: 2, architecture: "x".into(), system: "y".into() };
        ComputeTime { host, threads, started, microseconds: 1_000_000 * seconds, units }
    }

    #[test]
    fn times_of_runs_are_added_up() {
        let one = Run::of(&[spent(2, 3, 600, 1_500_000)], 600);
        assert_eq!((one.threads, one.elapsed_seconds, one.units_per_second), (2, 3.0, 200.0));
        assert_eq!((one.untimed_units, one.machines.len()), (0, 0));
        assert_eq!(one.started.to_string(), "1970-01-01T00:00:01.5Z");

        let two = Run::of(&[spent(2, 3, 600, 7), spent(64, 5, 1000, 0)], 2000);
        assert_eq!((two.threads, two.elapsed_seconds, two.units_per_second), (64, 8.0, 200.0));
        assert_eq!((two.untimed_units, two.machines.len()), (400, 2));
        assert_eq!(two.started, Timestamp::default());
        let late = Run::of(&[spent(1, 1, 1, u64::MAX)], 1).started;
        assert_eq!(late, Timestamp::from_microseconds(u64::MAX));
    }

    #[test]
    fn commands_can_be_pasted_into_a_shell() {
        assert_eq!(
            shell_words(["setodds", "-o", "my file.csv", "it's", "3-21", ""]),
            r"setodds -o 'my file.csv' 'it'\''s' 3-21 ''"
        );
        assert_eq!(shell_words(["a\n\u{202e}'\\ b"]), r"$'a\012\342\200\256\'\\ b'");
        assert_eq!(
            windows_words(["setodds", "-o", r"C:\my files\x.csv", r"D:\x", "12,15", ""]),
            r#"setodds -o "C:\my files\x.csv" D:\x "12,15" """#
        );
    }
}
