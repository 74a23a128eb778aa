//! Provenance of results: the data needed to reproduce them, and the time that they took.

use super::cell::{serialize_exact, serialize_optional_seed, serialize_seed};
use super::date::Timestamp;
use super::escape::is_hidden;
use super::spent::{ComputeTime, Host};
use crate::stats::to_float;
use serde::Serialize;

/// Provenance of a result; `D` holds the details of its kind: a computation, a search, a benchmark.
#[derive(Clone, Debug, Serialize)]
pub struct Provenance<D = ComputationDetails> {
    /// The program that computed the result.
    pub program: Program,
    /// The command line, quoted for a shell.
    pub command: String,
    /// The details of this kind of result.
    #[serde(flatten)]
    pub details: D,
}

impl<D> Provenance<D> {
    /// Creates the provenance of a result of the running program.
    #[must_use]
    pub fn new(command: String, details: D) -> Self {
        Self { program: Program::default(), command, details }
    }
}

/// Returns the confidence level recorded in a provenance document, or `None` if it has none.
#[cfg(feature = "cli")]
pub(crate) fn recorded_confidence(record: &serde_json::Value) -> Option<crate::stats::Confidence> {
    record["confidence"].as_f64()?.to_string().parse().ok()
}

/// Details in the provenance of a simulation or an exact count.
#[derive(Clone, Debug, Serialize)]
pub struct ComputationDetails {
    /// The name of the computation in its plan.
    pub job: String,
    /// The cards removed from the deck, such as `@0,27-80`, or `None` for a full deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without: Option<String>,
    /// The seed and the sampling scheme, or `None` for an exact result.
    pub randomness: Option<Randomness>,
    /// The method and cost of counting all hands, or `None` if hands were dealt at random.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counting: Option<Counting>,
    /// The detection strategy, if one is used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strategy: Option<&'static str>,
    /// The execution engine; if policies use different engines, the engine of each.
    pub engine: String,
    /// The vector instructions that dealt hands or decks.
    pub instruction_set: &'static str,
    /// The confidence level of the intervals, or `None` for an exact result.
    pub confidence: Option<f64>,
    /// The precision that ends the run, or `None` if the number of deals was fixed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Until>,
    /// The planned and completed work.
    pub work: Work,
    /// The time and the machines of all runs that contributed.
    pub run: Run,
}

/// Details in the provenance of a search, whose result is a list.
#[derive(Clone, Debug, Serialize)]
pub struct ListingDetails {
    /// The seed and the sampling scheme, or `None` if nothing is random.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub randomness: Option<Randomness>,
    /// The checks that passed before anything was written.
    pub checks: &'static [&'static str],
    /// The time and the machine of the run; its units are classes.
    pub run: Run,
}

/// Details in the provenance of an answer that needs no computation.
#[derive(Clone, Debug, Default, Serialize)]
pub struct AnswerDetails {
    /// The random seed, or `None` if nothing is random.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "serialize_optional_seed")]
    pub seed: Option<u64>,
    /// The cards removed from the deck, such as `@0,27-80`, or `None` for a full deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without: Option<String>,
    /// The input and how it was interpreted, or `None` if there is no input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read: Option<String>,
}

/// Details in the provenance of a benchmark.
#[derive(Clone, Debug, Serialize)]
pub struct BenchmarkDetails {
    /// The seed and the sampling scheme of the hands.
    pub randomness: Randomness,
    /// The minimum duration of a timing, in seconds; shorter workloads are repeated.
    pub shortest_timing_seconds: f64,
    /// The time at which the benchmark started.
    pub started: Timestamp,
    /// The duration of the benchmark in seconds.
    pub elapsed_seconds: f64,
    pub host: Host,
}

/// Build of the program that computed a result.
#[derive(Clone, Debug, Serialize)]
pub struct Program {
    pub name: &'static str,
    pub version: &'static str,
    /// The Git revision of its source, if it was built from a checkout.
    pub revision: Option<&'static str>,
    /// The compiler and its version.
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

/// Method and cost of counting all hands.
#[derive(Clone, Debug, Serialize)]
pub struct Counting {
    pub method: &'static str,
    /// The number of hands counted.
    #[serde(serialize_with = "serialize_exact")]
    pub hands: u128,
    /// The number of hands examined; all others follow by symmetry.
    #[serde(serialize_with = "serialize_exact")]
    pub leaves: u128,
    /// The time of one thread per examined hand, or `None` if the time of a part is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nanoseconds_per_leaf: Option<f64>,
    /// The order up to which the moments of the number of sets were checked for every hand size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moments_checked: Option<usize>,
}

/// Random seed, and how random deals are derived from it.
#[derive(Clone, Debug, Serialize)]
pub struct Randomness {
    #[serde(serialize_with = "serialize_seed")]
    pub seed: u64,
    /// The random number generator.
    pub generator: &'static str,
    /// The sampling scheme: how deals are derived from the generator.
    pub sampling_scheme: &'static str,
}

/// Precision at which a run stops, for the probability of one value in every hand size and measure.
#[derive(Clone, Debug, Serialize)]
pub struct Until {
    /// The requested relative half-width: half the interval divided by the probability.
    pub target: f64,
    /// The value whose probability is estimated.
    pub value: usize,
    /// The largest relative half-width in the result, or `None` if the value did not occur.
    pub relative_half_width: Option<f64>,
    pub reached: bool,
}

/// Planned and completed work units, such as deals or hands.
#[derive(Clone, Debug, Serialize)]
pub struct Work {
    /// The planned number of units.
    pub planned: u128,
    /// The number of units in the result.
    pub done: u128,
    /// The number of units that were loaded from a checkpoint or from shards.
    #[serde(skip_serializing_if = "is_zero")]
    pub before: u128,
    /// Whether all planned units are done.
    pub complete: bool,
    /// The planned number of blocks.
    pub blocks: u64,
    /// The number of units per block.
    pub units_per_block: u64,
}

impl Work {
    /// Returns whether the whole result was loaded and nothing was computed.
    #[must_use]
    pub const fn is_loaded(&self) -> bool {
        self.before > 0 && self.before == self.done
    }

    /// Returns the reason for an incomplete result as the beginning of a message: incomplete parts
    /// were merged, or the run was interrupted.
    #[must_use]
    pub const fn incomplete_reason(&self) -> &'static str {
        if self.before > 0 { "INCOMPLETE:" } else { "INTERRUPTED after" }
    }
}

fn is_zero(number: &u128) -> bool {
    *number == 0
}

/// Summary of all runs that produced a result: runs up to a checkpoint, runs of shards, and the
/// last run.
#[derive(Clone, Debug, Serialize)]
pub struct Run {
    /// The number of threads of each run; if there were several machines, that of the machine with
    /// the longest time.
    pub threads: usize,
    /// The time at which the first run started.
    pub started: Timestamp,
    /// The total time of all runs in seconds, added up even if shards ran in parallel.
    pub elapsed_seconds: f64,
    /// The throughput of all runs in units per second, each run with all of its threads.
    pub units_per_second: f64,
    /// The number of units without a recorded time, because an earlier version wrote their files.
    #[serde(skip_serializing_if = "is_zero")]
    pub untimed_units: u128,
    /// The machine on which the program ran; if there were several, the one with the longest time.
    pub host: Host,
    /// The time per machine and number of threads; empty if there was only one such combination.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub machines: Vec<MachineTime>,
}

/// Time of the runs on one machine with one number of threads.
#[derive(Clone, Debug, Serialize)]
pub struct MachineTime {
    /// The number of threads of each run.
    pub threads: usize,
    /// The total time of the runs in seconds.
    pub elapsed_seconds: f64,
    /// The number of units done.
    pub units: u64,
    pub host: Host,
}

impl Run {
    /// Summarizes the runs that produced a result of `done` units.
    ///
    /// # Panics
    ///
    /// Panics if there are no runs.
    #[must_use]
    pub fn from_times(spent: &[ComputeTime], done: u128) -> Self {
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

/// Quotes words for the shell of this operating system.
#[must_use]
pub fn command_line<S: AsRef<str>>(words: impl IntoIterator<Item = S>) -> String {
    if cfg!(windows) { windows_words(words) } else { shell_words(words) }
}

/// Quotes words for a POSIX shell.
#[must_use]
pub fn shell_words<S: AsRef<str>>(words: impl IntoIterator<Item = S>) -> String {
    quoted(words, "-_./,:=+@%", |word| match word.contains(is_hidden) {
        true => with_octal_escapes(word),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    })
}

/// Quotes a word that contains hidden characters, with octal escapes of their bytes, in a form that
/// newer shells accept: `$'a\012b'`.
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

/// Quotes words for both shells of Windows: `cmd` knows only double quotes, and `PowerShell` would
/// split a list at its commas.
fn windows_words<S: AsRef<str>>(words: impl IntoIterator<Item = S>) -> String {
    quoted(words, r"-_./\:=+", |word| format!("\"{}\"", word.replace('"', r#"\""#)))
}

/// Joins words with spaces and quotes each word that is empty or contains characters other than
/// letters, digits and the `plain` ones.
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
    fn times_of_runs_are_merged() {
        let one = Run::from_times(&[spent(2, 3, 600, 1_500_000)], 600);
        assert_eq!((one.threads, one.elapsed_seconds, one.units_per_second), (2, 3.0, 200.0));
        assert_eq!((one.untimed_units, one.machines.len()), (0, 0));
        assert_eq!(one.started.to_string(), "1970-01-01T00:00:01.5Z");

        let two = Run::from_times(&[spent(2, 3, 600, 7), spent(64, 5, 1000, 0)], 2000);
        assert_eq!((two.threads, two.elapsed_seconds, two.units_per_second), (64, 8.0, 200.0));
        assert_eq!((two.untimed_units, two.machines.len()), (400, 2));
        assert_eq!(two.started, Timestamp::default());
        let late = Run::from_times(&[spent(1, 1, 1, u64::MAX)], 1).started;
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
