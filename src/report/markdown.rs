//! Results as a Markdown document that says how it was made.

use super::columns::RenderTarget;
use super::distribution::{self, DistributionRow, Origin, Summary};
use super::number::{self, grouped, significant};
use super::provenance::{ComputationDetails, Provenance};
use super::sentence;
use crate::measure::Measure;

/// Up to so many hand sizes are shown in full; more get a line each.
const SHOWN_IN_FULL: usize = 3;

/// Whether these are so few hand sizes that all are shown in full.
#[must_use]
pub fn shown_in_full(summaries: &[Summary]) -> bool {
    summaries.chunk_by(|one, next| one.cards == next.cards).count() <= SHOWN_IN_FULL
}

/// Whether the hand size is shown in full beside any number of others.
#[must_use]
pub const fn is_always_shown(cards: usize) -> bool {
    cards == 12
}

/// Each measure with its summaries of all hand sizes.
#[must_use]
pub fn by_measure(summaries: &[Summary]) -> Vec<(Measure, Vec<Summary>)> {
    let of = |measure| summaries.iter().filter(move |it| it.measure == measure).cloned().collect();
    let all = Measure::ALL.iter().map(|&measure| (measure, of(measure)));
    all.filter(|(_, summaries): &(_, Vec<Summary>)| !summaries.is_empty()).collect()
}

/// The document of some distributions, sorted by hand size: the answer for every hand size, the
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
    let only_sets = summaries.iter().all(|summary| summary.measure == Measure::Sets);
    let what = if only_sets { "Number of sets in a hand" } else { "Measures of a hand" };
    let mut text = format!("# {what}, {how}\n\n{}\n", made_by(provenance));
    // All hand sizes if they are few, else the famous one.
    let all = shown_in_full(summaries);
    if !all {
        for (measure, summaries) in by_measure(summaries) {
            let title = overview_title(measure);
            let lines = distribution::overview(&summaries, &level, RenderTarget::Markdown);
            text += &format!("## {title}\n\n{lines}\n");
        }
    }
    for summary in summaries.iter().filter(|summary| all || is_always_shown(summary.cards)) {
        let (cards, measure) = (summary.cards, summary.measure);
        let own = |row: &&DistributionRow| (row.cards, row.measure) == (cards, measure);
        let rows: Vec<DistributionRow> = rows.iter().filter(own).cloned().collect();
        let lines = distribution::distribution(&rows, &level, RenderTarget::Markdown);
        let of = if only_sets { String::new() } else { format!(": {measure}") };
        let sentences = sentence::all(summary);
        text += &format!("## {cards} cards{of}\n\n{sentences}\n{lines}\n");
    }
    text.truncate(text.trim_end().len());
    text + "\n"
}

/// What an overview is about.
#[must_use]
pub fn overview_title(measure: Measure) -> String {
    match measure {
        Measure::Sets => "Hands without a set".to_owned(),
        _ => format!("Mean of {measure}"),
    }
}

/// The command and what it cost.
fn made_by(provenance: &Provenance) -> String {
    let Provenance { program, command, details } = provenance;
    let ComputationDetails { work, run, randomness, counting, .. } = details;
    let unit = if randomness.is_some() { "deals" } else { "hands" };
    let incomplete = if work.complete { "" } else { " (interrupted)" };
    let source = randomness.as_ref().map_or_else(String::new, |randomness| {
        format!(
            ", seed {}, {} (sampling scheme {})",
            randomness.seed, randomness.generator, randomness.sampling_scheme
        )
    });
    let method = counting.as_ref().map_or_else(String::new, |counting| {
        format!(", by {}, {} looked at", counting.method, grouped(counting.leaves))
    });
    format!(
        "Made by\n\n```sh\n{command}\n```\n\n{}{incomplete} {unit}{source}{method}; {} {}{}, {}, \
         {} s.\n",
        grouped(counting.as_ref().map_or(work.done, |counting| counting.hands)),
        program.name,
        program.version,
        program.revision.map_or_else(String::new, |revision| format!(" ({revision})")),
        number::threads(run.threads),
        significant(run.elapsed_seconds, 3)
    )
}
