//! The race of the ways of detecting sets.

use super::html::{escape, made, section, wide};
use super::sources::{Files, Source};
use crate::bench::Stage;
use crate::report::Dataset;
use crate::report::number::significant;
use crate::report::race::RaceRow;
use crate::report::ranking::same_candidate;

fn row(row: &RaceRow, all: &[RaceRow], largest: f64) -> String {
    let same = |other: &&RaceRow| other.threads == 2 && same_candidate(other, row);
    let millions = |row: &RaceRow| significant(row.hands_per_second / 1e6, 3);
    let two = all.iter().find(same).map_or_else(String::new, millions);
    format!(
        "<tr><th scope=\"row\">{} <small>{}</small></th><td class=\"meter\"><svg width=\"100%\" \
         height=\"14\" aria-hidden=\"true\"><rect width=\"{:.2}%\" \
         height=\"14\"/></svg></td><td>{}</td><td>{two}</td><td>{}</td></tr>",
        escape(&row.strategy),
        escape(&row.lanes()),
        100.0 * row.hands_per_second / largest,
        millions(row),
        row.speedup_vs_naive.map_or_else(String::new, |times| significant(times, 3)),
    )
}

/// The section; nothing without its table.
pub(super) fn race(files: &Files<'_>) -> Option<(Source, String)> {
    let is_shown =
        |row: &RaceRow| (row.features, row.cards) == (4, 12) && row.stage == Stage::Whole.name();
    // The race with the most strategies, the first of several.
    let found = files.tables(Dataset::Race, is_shown);
    let largest = found.into_iter().rev().max_by_key(|(_, rows)| rows.len());
    let (source, all) = largest?;
    let mut alone: Vec<&RaceRow> = all.iter().filter(|row| row.threads == 1).collect();
    alone.sort_by(|one, other| other.hands_per_second.total_cmp(&one.hands_per_second));
    let largest = alone.first().map(|row| row.hands_per_second)?;
    let rows: String = alone.iter().map(|it| row(it, &all, largest)).collect();
    let cpu = source.record["host"]["cpu"].as_str().unwrap_or("this machine");
    let table = format!(
        "<table id=\"race-table\" class=\"race\"><caption>Million hands a \
         second</caption><thead><tr><th scope=\"col\">strategy</th><th scope=\"col\" \
         class=\"meter\"></th><th scope=\"col\">one thread</th><th scope=\"col\">two</th><th \
         scope=\"col\">times as fast as the \
         definition</th></tr></thead><tbody>{rows}</tbody></table>"
    );
    let content = format!(
        "<p>Every way of finding sets, with the same hands of 12 cards, dealing included, by one \
         thread and by two ({}). <i>Lanes</i> count 64 hands side by side.</p>\n{}\n{}",
        escape(cpu),
        wide("The race", &table),
        made(&[&source])
    );
    Some((source, section("race", "How fast can it be counted?", &content)))
}
