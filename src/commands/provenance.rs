//! The provenance of results: command, time and cost.

use crate::commands::context::Context;
use crate::deal::Seed;
use crate::pack::Pack;
use crate::report::number::{plural, time};
use crate::report::provenance::{AnswerDetails, ListingDetails, Provenance, Run, Work};
use crate::report::spent::{ComputeTime, Host};
use crate::run::Instant;
use crate::run::Threads;
use crate::stats::to_float;
#[cfg(target_family = "wasm")]
use std::time::Duration;
#[cfg(not(target_family = "wasm"))]
use std::time::{SystemTime, UNIX_EPOCH};

/// Clock that was started at the start of a run.
pub(crate) struct Clock {
    /// The start time in microseconds since the Unix epoch.
    started: u64,
    instant: Instant,
}

impl Clock {
    pub(crate) fn start() -> Self {
        #[cfg(not(target_family = "wasm"))]
        let started = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        #[cfg(target_family = "wasm")]
        let started = Duration::ZERO;
        let started = u64::try_from(started.as_micros()).unwrap_or(u64::MAX);
        Self { started, instant: Instant::now() }
    }

    /// Returns the time since the start of the run, in which `threads` threads on this machine
    /// computed `units` units.
    pub(crate) fn spent(&self, units: u128, threads: Threads) -> ComputeTime {
        let microseconds = u64::try_from(self.instant.elapsed().as_micros()).unwrap_or(u64::MAX);
        ComputeTime {
            host: Host::this(),
            threads: threads.count(),
            started: self.started,
            microseconds,
            units: units.try_into().unwrap_or(u64::MAX),
        }
    }

    /// Returns the record of the run since its start, in which `units` units were computed.
    pub(crate) fn run(&self, units: u128, threads: Threads) -> Run {
        Run::from_times(&[self.spent(units, threads)], units)
    }

    /// Returns the provenance of a list of `classes` rows, such as classes of hands, that was
    /// computed since the start of the run.
    pub(crate) fn listing(
        &self,
        context: &Context,
        checks: &'static [&'static str],
        classes: u128,
        threads: Threads,
    ) -> Provenance<ListingDetails> {
        let run = self.run(classes, threads);
        Provenance::new(context.command(None), ListingDetails { randomness: None, checks, run })
    }
}

/// Formats the cost of a computation, such as `2 threads, 3.5 s (285 million/s)`, or the share of
/// the result that was loaded instead of computed.
pub(crate) fn cost(work: &Work, run: &Run, rate: &str) -> String {
    let threads = plural(run.threads, "thread");
    match work.before {
        0 => format!("{threads}, {} ({rate})", time(run.elapsed_seconds)),
        _ if work.is_loaded() => "all loaded from files".to_owned(),
        before => {
            let part = 100.0 * to_float(before) / to_float(work.done);
            format!("{threads}, {part:.0} % loaded from a file")
        }
    }
}

/// Returns the provenance of an answer: the command with its seed, and how the cards were read, but
/// no times.
pub(crate) fn answer(
    context: &Context,
    seed: Option<Seed>,
    read: Option<String>,
) -> Provenance<AnswerDetails> {
    let details = AnswerDetails { seed: seed.map(|seed| seed.0), without: None, read };
    Provenance::new(context.command(seed), details)
}

/// Returns the provenance of dealt hands: the command with its seed, and the cards that are missing
/// from the deck, but no times.
pub(crate) fn dealt(context: &Context, seed: Seed, pack: &Pack) -> Provenance<AnswerDetails> {
    let mut made = answer(context, Some(seed), None);
    made.details.without = without(pack);
    made
}

/// Formats the numbers of the cards that are removed from the deck, for the record of a result, or
/// returns `None` for a full deck.
pub(crate) fn without(pack: &Pack) -> Option<String> {
    pack.as_reduced().map(Pack::to_string)
}
