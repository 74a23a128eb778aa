//! Results as a Markdown document that says how it was made.

use super::distribution::{DistributionRow, Origin, Summary};
use super::number::{self, grouped, significant};
use super::provenance::Provenance;
use super::{sentence, table};
use std::fmt::Write;

/// Up to so many hand sizes are shown in full; more get a line each.
pub const SHOWN_IN_FULL: usize = 3;

/// The document of some distributions of the number of sets: the answer for every hand size, the
/// whole distribution for up to three of them, and the command that made it.
#[must_use]
pub fn distributions(
    provenance: &Provenance,
    summaries: &[Summary],
    rows: &[DistributionRow],
) -> String {
    let Some(first) = summaries.first() else { return String::new() };
    let level = sentence::interval_level(first.origin);
    let how = if first.origin == Origin::Enumerated { "counted exactly" } else { "simulated" };
    let mut text = format!("# Number of sets in a hand, {how}\n\n{}\n", made_by(provenance));
    if summaries.len() > SHOWN_IN_FULL {
        let lines = table::overview_markdown(summaries, &level);
        write!(text, "## Hands without a set\n\n{lines}\n").expect(GROWS);
    }
    for summary in told(summaries) {
        let rows: Vec<DistributionRow> =
            rows.iter().filter(|row| row.cards == summary.cards).cloned().collect();
        let lines = table::distribution_markdown(&rows, &level);
        let cards = summary.cards;
        let sentences = sentence::all(summary);
        write!(text, "## {cards} cards\n\n{sentences}\n{lines}\n").expect(GROWS);
    }
    text.truncate(text.trim_end().len());
    text + "\n"
}

const GROWS: &str = "text can always grow";

/// All hand sizes if they are few, else the famous one: 12 cards.
fn told(summaries: &[Summary]) -> impl Iterator<Item = &Summary> {
    let all = summaries.len() <= SHOWN_IN_FULL;
    summaries.iter().filter(move |summary| all || summary.cards == 12)
}

/// The command and what it cost.
fn made_by(provenance: &Provenance) -> String {
    let Provenance { program, command, work, run, randomness, .. } = provenance;
    let unit = if randomness.is_some() { "deals" } else { "hands" };
    let incomplete = if work.complete { "" } else { " (interrupted)" };
    let source = randomness.as_ref().map_or_else(String::new, |randomness| {
        format!(
            ", seed {}, {} (sampling scheme {})",
            randomness.seed, randomness.generator, randomness.sampling_scheme
        )
    });
    format!(
        "Made by\n\n```sh\n{command}\n```\n\n{}{incomplete} {unit}{source}; {} {}{}, {}, {} s.\n",
        grouped(work.done),
        program.name,
        program.version,
        program.revision.map_or_else(String::new, |revision| format!(" ({revision})")),
        number::threads(run.threads),
        significant(run.elapsed_seconds, 3)
    )
}
