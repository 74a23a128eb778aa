//! Where numbers come from: everything needed to get them again, and what it cost.

use super::count::exactly;
use jiff::Timestamp;
use serde::Serialize;
use std::time::Duration;

/// The record beside a result; `D` depends on what made it: a computation, a search, a benchmark.
#[derive(Clone, Debug, Serialize)]
pub struct Provenance<D = ComputationDetails> {
    /// The program that computed it.
    pub program: Program,
    /// The command line, as one would type it again.
    pub command: String,
    /// What else there is to say of such a result.
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

/// What a simulation or an exact count says of itself.
#[derive(Clone, Debug, Serialize)]
pub struct ComputationDetails {
    /// The computation, as its plan names it.
    pub job: String,
    /// Where the randomness comes from; missing for an exact result.
    pub randomness: Option<Randomness>,
    /// The way of counting all hands, and what it cost; missing where hands are dealt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counting: Option<Counting>,
    /// The detection strategy, if one is used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strategy: Option<&'static str>,
    /// The execution engine.
    pub engine: &'static str,
    /// The vector instructions that the engine uses.
    pub instruction_set: &'static str,
    /// The confidence level of the intervals; missing for an exact result.
    pub confidence: Option<f64>,
    /// Until when it was to go on; missing where the number of deals was fixed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Until>,
    /// How much was to be done.
    pub work: Work,
    /// When and where it ran.
    pub run: Run,
}

/// What a search says of itself, whose result is a list.
#[derive(Clone, Debug, Serialize)]
pub struct ListingDetails {
    /// What was checked before anything was written.
    pub checks: &'static [&'static str],
    /// When and where it ran; units are classes.
    pub run: Run,
}

/// What a benchmark says of itself.
#[derive(Clone, Debug, Serialize)]
pub struct BenchmarkDetails {
    /// Where the hands or the games come from.
    pub randomness: Randomness,
    /// The shortest time that was measured at once, in seconds, where short runs are repeated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shortest_timing_seconds: Option<f64>,
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
    /// Its name.
    pub name: &'static str,
    /// Its version.
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
    /// Those that were looked at; the others follow by symmetry.
    #[serde(serialize_with = "exactly")]
    pub leaves: u128,
    /// The time for each of these, of one thread; missing where another run did a part.
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
    /// Those of them that were there before, from a checkpoint or other parts; the run below did
    /// the others.
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
    /// Why it is not all: what was there before was merged, or the run was interrupted.
    #[must_use]
    pub const fn why_not_all(&self) -> &'static str {
        if self.before > 0 { "INCOMPLETE:" } else { "INTERRUPTED after" }
    }
}

fn is_zero(number: &u128) -> bool {
    *number == 0
}

/// A run on a machine.
#[derive(Clone, Debug, Serialize)]
pub struct Run {
    /// Threads that worked.
    pub threads: usize,
    /// When it began.
    pub started: Timestamp,
    /// How long it took.
    pub elapsed_seconds: f64,
    /// Units per second, all threads together.
    pub units_per_second: f64,
    /// The machine.
    pub host: Host,
}

/// A machine.
#[derive(Clone, Debug, Serialize)]
pub struct Host {
    /// The name of its processor, where the system tells.
    pub cpu: Option<String>,
    /// How many threads it runs at once.
    pub cores: usize,
    /// Its processor family.
    pub architecture: &'static str,
    /// Its operating system.
    pub system: &'static str,
}

impl Run {
    /// A run that began at `started`, took `elapsed` and did `units` on `threads` of `cores`.
    #[must_use]
    pub fn new(
        started: Timestamp,
        elapsed: Duration,
        units: u128,
        (threads, cores): (usize, usize),
    ) -> Self {
        let elapsed_seconds = elapsed.as_secs_f64();
        let units_per_second = crate::stats::to_float(units) / elapsed_seconds.max(1e-9);
        Self { threads, started, elapsed_seconds, units_per_second, host: Host::this(cores) }
    }
}

impl Host {
    /// This machine, which runs so many threads at once.
    pub(crate) fn this(cores: usize) -> Self {
        Self {
            cpu: std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| cpu_name(&text)),
            cores,
            architecture: std::env::consts::ARCH,
            system: std::env::consts::OS,
        }
    }
}

/// The name in Linux's description of the processors.
fn cpu_name(cpuinfo: &str) -> Option<String> {
    let line = cpuinfo.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// Words as a shell would read them again.
#[must_use]
pub fn shell_words<S: AsRef<str>>(words: impl IntoIterator<Item = S>) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./,:=+@%".contains(c);
    let quote = |word: &str| {
        if !word.is_empty() && word.chars().all(plain) {
            word.to_owned()
        } else {
            format!("'{}'", word.replace('\'', r"'\''"))
        }
    };
    words.into_iter().map(|word| quote(word.as_ref())).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_processor_is_read_from_linux() {
        let text = "processor : 0\nmodel name\t: Some CPU @ 3.0GHz\nflags : x\n";
        assert_eq!(cpu_name(text), Some("Some CPU @ 3.0GHz".to_owned()));
        assert_eq!(cpu_name("nothing"), None);
    }

    #[test]
    fn commands_can_be_pasted_into_a_shell() {
        assert_eq!(
            shell_words(["setodds", "-o", "my file.csv", "it's", "3-21", ""]),
            r"setodds -o 'my file.csv' 'it'\''s' 3-21 ''"
        );
    }
}
