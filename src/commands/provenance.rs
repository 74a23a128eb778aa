//! Provenance of results: the command, the time, and the cost.

use crate::commands::context::Context;
use crate::deal::Seed;
use crate::pack::Pack;
use crate::report::number::{plural, time};
use crate::report::provenance::{AnswerDetails, ListingDetails, Provenance, Run, Work};
use crate::report::spent::{ComputeTime, Host};
use crate::run::Instant;
use crate::run::Threads;
use crate::stats::to_float;
use jiff::Timestamp;
use std::time::SystemTime;

/// When a run began.
pub(crate) struct Clock {
    started: Timestamp,
    instant: Instant,
}

/// Returns a time as records have it; where a clock is set to the year 10,000 or later, the last one
/// that has a name.
fn timestamp(time: SystemTime) -> Timestamp {
    Timestamp::try_from(time).unwrap_or(Timestamp::MAX)
}

impl Clock {
    pub(crate) fn start() -> Self {
        #[cfg(not(target_family = "wasm"))]
        let started = timestamp(SystemTime::now());
        #[cfg(target_family = "wasm")]
        let started = Timestamp::UNIX_EPOCH;
        Self { started, instant: Instant::now() }
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
        context: &Context,
        checks: &'static [&'static str],
        classes: u128,
        threads: Threads,
    ) -> Provenance<ListingDetails> {
        let run = self.run(classes, threads);
        Provenance::new(context.command(None), ListingDetails { randomness: None, checks, run })
    }
}

/// Returns text such as `2 threads, 3.5 s (285 million/s)`, or how much was loaded instead of
/// computed.
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

/// How an answer was made that needs no computing.
pub(crate) fn answer(
    context: &Context,
    seed: Option<Seed>,
    read: Option<String>,
) -> Provenance<AnswerDetails> {
    let details = AnswerDetails { seed: seed.map(|seed| seed.0), without: None, read };
    Provenance::new(context.command(seed), details)
}

/// How hands of these cards were made that need no computing.
pub(crate) fn dealt(context: &Context, seed: Seed, pack: &Pack) -> Provenance<AnswerDetails> {
    let mut made = answer(context, Some(seed), None);
    made.details.without = without(pack);
    made
}

/// The cards that a deck is without, as records have them.
pub(crate) fn without(pack: &Pack) -> Option<String> {
    pack.as_reduced().map(Pack::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn clocks_have_no_last_day() {
        let late = SystemTime::UNIX_EPOCH + Duration::from_secs(300_000_000_000);
        assert_eq!(timestamp(late), Timestamp::MAX);
        assert_eq!(timestamp(SystemTime::UNIX_EPOCH), Timestamp::UNIX_EPOCH);
    }
}
