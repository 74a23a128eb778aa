//! `setodds play --offline`: decks that can be cleared, by whoever knows their order.

use super::distributions::Clock;
use super::failure::{Failure, OrFail};
use super::interrupt::on_ctrl_c;
use super::progress::Progress;
use setodds::game::{Offline, Verdict};
use setodds::report::number::{grouped, significant, threads};
use setodds::report::{csv, offline};
use setodds::run::{Kernel, Outcome, Partial, Threads, execute};
use setodds::stats::Confidence;
use setodds::tally::Tally;
use std::io::{self, Write};

/// How decks are searched and what is told.
pub(super) struct OfflineRun {
    pub(super) offline: Offline,
    pub(super) threads: Threads,
    pub(super) confidence: Confidence,
    /// Whether stdout takes CSV.
    pub(super) as_csv: bool,
    pub(super) quiet: bool,
}

impl OfflineRun {
    pub(super) fn run(self, seed: impl std::fmt::Display) -> Result<(), Failure> {
        let Self { offline: decks, confidence, quiet, .. } = &self;
        let (cancel, clock) = (on_ctrl_c()?, Clock::start());
        let mut partial = Partial::new(decks.plan().clone());
        let progress = Progress::new("decks", *quiet, |tally: &Tally| {
            let cleared = tally.count(Verdict::Cleared as usize);
            format!("{} can be cleared", grouped(cleared))
        });
        let outcome = execute(decks, &mut partial, self.threads, &cancel, &progress);
        progress.finish();
        let outcome = outcome.or_failed()?;
        let done = partial.units_done();
        let time = clock.run(done, self.threads);
        let rules = decks.rules();
        let rows = offline::rows(rules.deck(), &partial.tally(), *confidence);
        let interrupted = if partial.is_complete() { "" } else { "INTERRUPTED after " };
        let talk = format!(
            "{interrupted}{} decks of {}, {} cards on the table, seed {seed}, {}, {} s ({}/s)\n\n{}",
            grouped(done),
            rules.deck().size(),
            rules.start(),
            threads(self.threads.count()),
            significant(time.elapsed_seconds, 3),
            significant(time.units_per_second, 3),
            offline::text(&rows)
        );
        if self.as_csv {
            csv::write(rows, io::stdout().lock())?;
            if !quiet {
                let _ = write!(io::stderr(), "{talk}");
            }
        } else {
            write!(io::stdout(), "{talk}")?;
        }
        if outcome == Outcome::Interrupted { Err(Failure::Interrupted) } else { Ok(()) }
    }
}
