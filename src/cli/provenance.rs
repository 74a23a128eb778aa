//! Provenance of results: the command, the time, and the cost.

use crate::cli::arguments;
use crate::cli::units::time;
use crate::deal::Seed;
use crate::pack::Pack;
use crate::report::number;
use crate::report::provenance::{
    AnswerDetails, ListingDetails, Provenance, Run, Work, shell_words,
};
use crate::report::spent::{ComputeTime, Host};
use crate::run::Threads;
use crate::stats::to_float;
use jiff::Timestamp;
use std::time::Instant;

/// When a run began.
pub(crate) struct Clock {
    started: Timestamp,
    instant: Instant,
}

impl Clock {
    pub(crate) fn start() -> Self {
        Self { started: Timestamp::now(), instant: Instant::now() }
    }

    /// The time spent since then, on `units` units.
    pub(crate) fn spent(&self, units: u128, threads: Threads) -> ComputeTime {
        let microseconds = u64::try_from(self.instant.elapsed().as_micros()).unwrap_or(u64::MAX);
        ComputeTime {
            host: Host::this(),
            threads: threads.count(),
            started: self.started.as_microsecond().try_into().unwrap_or_default(),
            microseconds,
            units: units.try_into().unwrap_or(u64::MAX),
        }
    }

    /// The run since then, which did `units` units.
    pub(crate) fn run(&self, units: u128, threads: Threads) -> Run {
        Run::of(&[self.spent(units, threads)], units)
    }

    /// The provenance of a list of `classes` classes that was made since then.
    pub(crate) fn listing(
        &self,
        checks: &'static [&'static str],
        classes: u128,
        threads: Threads,
    ) -> Provenance<ListingDetails> {
        let run = self.run(classes, threads);
        Provenance::new(command(None), ListingDetails { randomness: None, checks, run })
    }
}

/// `2 threads, 3.5 s (285 million/s)`, or how much was loaded instead of computed.
pub(crate) fn cost(work: &Work, run: &Run, rate: &str) -> String {
    let threads = number::threads(run.threads);
    match work.before {
        0 => format!("{threads}, {} ({rate})", time(run.elapsed_seconds)),
        _ if work.is_loaded() => "all loaded from files".to_owned(),
        before => {
            let part = 100.0 * to_float(before) / to_float(work.done);
            format!("{threads}, {part:.0} % loaded from a file")
        }
    }
}

/// How an answer was made that needs no computing.
pub(crate) fn answer(seed: Option<Seed>, read: Option<String>) -> Provenance<AnswerDetails> {
    let seed = seed.map(|seed| seed.0);
    Provenance::new(command(seed), AnswerDetails { seed, without: None, read })
}

/// How hands of these cards were made that need no computing.
pub(crate) fn dealt(seed: Seed, pack: &Pack) -> Provenance<AnswerDetails> {
    let mut made = answer(Some(seed), None);
    made.details.without = without(pack);
    made
}

/// The cards that a deck is without, as records have them.
pub(crate) fn without(pack: &Pack) -> Option<String> {
    pack.as_reduced().map(Pack::to_string)
}

/// The command line of this process as records have it: alike on every system.
pub(crate) fn command(seed: Option<u64>) -> String {
    shell_words(words(seed))
}

/// The words of the command line of this process, with the seed if it was chosen at random.
pub(crate) fn words(seed: Option<u64>) -> Vec<String> {
    let mut words = vec!["setodds".to_owned()];
    words.extend(arguments::words().iter().map(|word| word.to_string_lossy().into_owned()));
    let has_seed = words.iter().any(|word| word == "--seed" || word.starts_with("--seed="));
    if let Some(seed) = seed.filter(|_| !has_seed) {
        words.extend(["--seed".to_owned(), seed.to_string()]);
    }
    words
}
