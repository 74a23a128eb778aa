//! `setodds play --offline`: decks that can be cleared by a player who knows their order.

use super::failure::Failure;
use super::long_run::LongRun;
use super::output::Output;
use super::provenance::{cost, without};
use crate::deal::Seed;
use crate::game::{GENERATOR, Offline, Rules, SCHEME, Verdict};
use crate::report::document::Report;
use crate::report::number::{count, deck_size, grouped, plural, significant};
use crate::report::offline::rows;
use crate::report::provenance::{ComputationDetails, Randomness};
use crate::run::Partial;
use crate::stats::Confidence;
use crate::tally::Tally;

/// The randomness of shuffles, for all games.
pub(super) fn randomness(seed: Seed) -> Randomness {
    Randomness { seed: seed.0, generator: GENERATOR, sampling_scheme: SCHEME }
}

/// Searches decks, and delivers what was found.
pub(super) fn run(
    decks: &Offline,
    run: &LongRun,
    output: Option<Output>,
    seed: Seed,
    confidence: Confidence,
) -> Result<(), Failure> {
    let describe = |tally: &Tally| {
        format!("{} can be cleared", grouped(tally.count(Verdict::Cleared as usize)))
    };
    let fits = |partial: &Partial<Tally>| partial.tally().total() == partial.units_done();
    let reached = run.reach(decks, &fits, &describe)?;
    let (Some(reached), Some(output)) = (reached, output) else { return Ok(()) };
    let made_by = ("search".to_owned(), decks.instructions());
    let mut made = run.provenance(&reached, Some(randomness(seed)), made_by, Some(confidence));
    made.details.without = without(decks.rules().pack());
    let (rules, tally) = (decks.rules(), reached.partial.tally());
    let (heading, rows) = (heading(rules, &made.details), rows(rules, &tally, confidence));
    let report = Report::new("Decks that can be cleared", &made, "offline", rows);
    run.deliver(&reached, output, &report.headed(heading))
}

/// `1,000 decks of 81, 12 cards on the table, seed 1, 2 threads, 0.2 s (5,000/s)`
fn heading(rules: Rules, made: &ComputationDetails) -> String {
    let ComputationDetails { work, run, randomness, .. } = made;
    let (size, start) = (deck_size(rules.pack()), plural(rules.start(), "card"));
    let interrupted = if work.complete { "" } else { work.why_not_all() };
    let seed = randomness.as_ref().map(|it| format!(", seed {}", it.seed)).unwrap_or_default();
    let rate = format!("{}/s", significant(run.units_per_second, 3));
    let text = format!(
        "{interrupted} {} of {size}, {start} on the table{seed}, {}\n",
        count(work.done, "deck"),
        cost(work, run, &rate),
    );
    text.trim_start().to_owned()
}
