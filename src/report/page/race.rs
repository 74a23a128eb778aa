//! The race of the ways of detecting sets.

use super::Texts;
use super::html::{escape, made, section};
use super::rows::{PageError, of_the_game, tables};
use super::sources::{Source, whole};
use crate::bench::Stage;
use crate::report::number::significant;
use crate::report::race::RaceRow;
use crate::report::schema::Table;

/// An entrant, dealing and detecting.
struct Entrant {
    name: String,
    engine: String,
    threads: usize,
    /// Hands in a second.
    rate: f64,
    speedup: Option<f64>,
}

fn read(texts: &Texts) -> Result<Option<(Source, Vec<Entrant>)>, PageError> {
    let mut best: Option<(Source, Vec<Entrant>)> = None;
    for file in tables(texts, Table::Race) {
        let mut rows = of_the_game(&file, |row: &RaceRow| row.features)?;
        rows.retain(|row| row.cards == 12 && row.stage == Stage::Whole.name());
        let entrants: Vec<Entrant> = rows.into_iter().map(entrant).collect();
        if entrants.len() > best.as_ref().map_or(0, |(_, best)| best.len()) {
            best = Some((whole(texts, &file)?, entrants));
        }
    }
    Ok(best)
}

fn entrant(row: RaceRow) -> Entrant {
    let engine = match &*row.engine {
        "lanes" => format!("lanes, {}", row.instruction_set),
        _ => row.engine,
    };
    Entrant {
        name: row.strategy,
        engine,
        threads: row.threads,
        rate: row.hands_per_second,
        speedup: row.speedup_vs_naive,
    }
}

fn row(entrant: &Entrant, all: &[Entrant], largest: f64) -> String {
    let same = |other: &&Entrant| {
        (&other.name, &other.engine) == (&entrant.name, &entrant.engine) && other.threads == 2
    };
    let millions = |rate: f64| significant(rate / 1e6, 3);
    let two = all.iter().find(same).map_or_else(String::new, |other| millions(other.rate));
    format!(
        "<tr><th scope=\"row\">{} <small>{}</small></th><td class=\"meter\"><svg width=\"100%\" height=\"14\" aria-hidden=\"true\"><rect width=\"{:.2}%\" height=\"14\"/></svg></td><td>{}</td><td>{two}</td><td>{}</td></tr>",
        escape(&entrant.name),
        escape(&entrant.engine),
        100.0 * entrant.rate / largest,
        millions(entrant.rate),
        entrant.speedup.map_or_else(String::new, |times| significant(times, 3)),
    )
}

/// The section; nothing without its table.
pub(super) fn race(texts: &Texts) -> Result<Option<(Source, String)>, PageError> {
    let Some((source, all)) = read(texts)? else { return Ok(None) };
    let mut alone: Vec<&Entrant> = all.iter().filter(|entrant| entrant.threads == 1).collect();
    alone.sort_by(|one, other| other.rate.total_cmp(&one.rate));
    let Some(largest) = alone.first().map(|entrant| entrant.rate) else {
        return Ok(None);
    };
    let rows: String = alone.iter().map(|entrant| row(entrant, &all, largest)).collect();
    let cpu = source.record["host"]["cpu"].as_str().unwrap_or("this machine");
    let content = format!(
        "<p>Every way of finding sets, with the same hands of 12 cards, dealing included, by one thread and by two ({}). <i>Lanes</i> count 64 hands side by side.</p>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"The race\"><table id=\"race-table\" class=\"race\"><caption>Million hands a second</caption><thead><tr><th scope=\"col\">strategy</th><th scope=\"col\" class=\"meter\"></th><th scope=\"col\">one thread</th><th scope=\"col\">two</th><th scope=\"col\">times as fast as the definition</th></tr></thead><tbody>{rows}</tbody></table></div>\n{}",
        escape(cpu),
        made(&[&source])
    );
    Ok(Some((source, section("race", "How fast can it be counted?", &content))))
}
