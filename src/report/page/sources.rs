//! Which of the CSVs the page shows: they are known by their columns, whatever they are called, and
//! of several that tell the same the one with the most in it is taken.

use super::Texts;
use super::rows::{PageError, of_the_game, tables};
use crate::card::Deck;
use crate::exact::known;
use crate::game::Policy;
use crate::measure::Measure;
use crate::report::csv;
use crate::report::datasets::Dataset;
use crate::report::datasets::recognise::Recognised;
use crate::report::distribution::DistributionRow;
use crate::report::games::StageRow;
use crate::report::games::values::ValueRow;
use crate::report::known::Known;
use crate::report::sentence;
use crate::stats::Confidence;
use serde_json::Value;
use std::collections::BTreeMap;

/// A file that is shown, with what its record says.
pub(super) struct Source {
    /// Where it lies below the directory of the reports.
    pub(super) path: String,
    /// The text that can be downloaded: all of it, or the rows that are shown.
    pub(super) csv: String,
    /// The record beside it; null where there is none.
    pub(super) record: Value,
}

/// Distributions of the number of sets, by hand size.
pub(super) struct Distributions {
    pub(super) source: Source,
    pub(super) sizes: BTreeMap<usize, Vec<DistributionRow>>,
}

/// Games by one policy.
pub(super) struct Game {
    pub(super) policy: Policy,
    /// How often no set is on the table.
    pub(super) stages: (Source, Vec<StageRow>),
    pub(super) leftover: Option<(Source, Vec<ValueRow>)>,
}

impl Source {
    pub(super) fn new(texts: &Texts, path: &str, csv: String) -> Result<Self, PageError> {
        let beside = format!("{}.run.json", path.strip_suffix(".csv").unwrap_or(path));
        let record = match texts.get(&beside) {
            None => Value::Null,
            Some(text) => serde_json::from_str(text)
                .map_err(|error| PageError::Record { path: beside, what: error.to_string() })?,
        };
        Ok(Self { path: path.to_owned(), csv, record })
    }

    /// The command that made it.
    pub(super) fn command(&self) -> Option<&str> {
        self.record["command"].as_str()
    }

    /// What its intervals are called: `95 % interval`; without a record nobody knows their level.
    pub(super) fn interval_name(&self) -> String {
        let name = |level| format!("{} interval", sentence::level(level));
        self.confidence().map_or_else(|| "interval".to_owned(), name)
    }

    /// The level of its intervals, where the record tells.
    pub(super) fn confidence(&self) -> Option<Confidence> {
        self.record["confidence"].as_f64()?.to_string().parse().ok()
    }
}

/// A whole file as a source.
pub(super) fn whole(texts: &Texts, found: &Recognised<'_>) -> Result<Source, PageError> {
    Source::new(texts, found.source.name, found.source.text.to_owned())
}

/// All distributions of the number of sets, those that are exact and those that are not.
fn distributions(texts: &Texts, exact: bool) -> Result<Vec<Distributions>, PageError> {
    let mut found = Vec::new();
    for file in tables(texts, Dataset::Distribution) {
        let mut sizes: BTreeMap<usize, Vec<DistributionRow>> = BTreeMap::new();
        for row in of_the_game(&file, |row: &DistributionRow| row.features)? {
            let sets = row.measure == Measure::Sets;
            if sets && row.ci_low.is_none() == exact {
                sizes.entry(row.cards).or_default().push(row);
            }
        }
        if !sizes.is_empty() {
            found.push(Distributions { source: whole(texts, &file)?, sizes });
        }
    }
    Ok(found)
}

/// The exact distributions: of the file with the most hand sizes, or those that the program carries
/// if none has 12 cards. Of sizes that the file does not hold in full, those that the program
/// carries.
pub(super) fn exact(texts: &Texts) -> Result<Distributions, PageError> {
    let mut found = distributions(texts, true)?;
    found.iter_mut().for_each(|one| one.sizes.retain(|_, rows| is_whole(rows)));
    found.retain(|one| one.sizes.contains_key(&12));
    found.sort_by_key(|one| std::cmp::Reverse(one.sizes.len()));
    let mut exact = found.into_iter().next().unwrap_or_else(carried);
    for (cards, rows) in all_known() {
        exact.sizes.entry(cards).or_insert_with(|| occurring(rows));
    }
    Ok(exact)
}

/// Whether all hands of a size are among these, and not only those that hold no set.
fn is_whole(rows: &[DistributionRow]) -> bool {
    let sum = rows.iter().map(|row| row.count).try_fold(0, u128::checked_add);
    rows.first().is_some_and(|row| sum == Some(row.total))
}

/// The distribution of each hand size.
fn all_known() -> impl Iterator<Item = (usize, Vec<DistributionRow>)> {
    let known = |cards| Some((cards, Known::sets(Deck::GAME, cards)?.rows()));
    (0..=Deck::GAME.size()).filter_map(known)
}

/// The exact distribution of a hand size; nothing for more cards than the deck has.
pub(super) fn counted(cards: usize) -> Option<Vec<DistributionRow>> {
    known::counts(Deck::GAME, cards)?;
    Some(occurring(Known::sets(Deck::GAME, cards)?.rows()))
}

/// The values that occur, and 0.
fn occurring(mut rows: Vec<DistributionRow>) -> Vec<DistributionRow> {
    rows.retain(|row| row.value == 0 || row.count > 0);
    rows
}

fn carried() -> Distributions {
    let rows: Vec<_> = all_known().collect();
    let mut csv = Vec::new();
    csv::write(rows.iter().flat_map(|(_, rows)| rows), &mut csv).expect("memory takes it");
    let record = serde_json::json!({
        "command": "setodds odds 0-81 --format csv",
        "program": { "name": env!("CARGO_PKG_NAME"), "version": env!("CARGO_PKG_VERSION") },
    });
    let source = Source {
        path: "exact-sets.csv".to_owned(),
        csv: String::from_utf8_lossy(&csv).into_owned(),
        record,
    };
    let sizes = rows.into_iter().map(|(cards, rows)| (cards, occurring(rows)));
    Distributions { source, sizes: sizes.collect() }
}

/// The sample with the most deals.
pub(super) fn simulated(texts: &Texts) -> Result<Option<Distributions>, PageError> {
    let mut found = distributions(texts, false)?;
    let deals =
        |one: &Distributions| -> u128 { one.sizes.values().map(|rows| rows[0].total).sum() };
    found.sort_by_key(|one| std::cmp::Reverse(deals(one)));
    Ok(found.into_iter().next())
}

/// The directory of a file.
fn directory(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(directory, _)| directory)
}

/// The header of a CSV of stages and its rows without a set: what is shown of a file that is large.
fn without_sets(csv: &str) -> String {
    let (header, rows) = csv.split_once('\n').unwrap_or((csv, ""));
    let place = header.split(',').position(|column| column == "sets").unwrap_or(0);
    let rows = rows.lines().filter(|line| line.split(',').nth(place) == Some("0"));
    std::iter::once(header).chain(rows).flat_map(|line| [line, "\n"]).collect()
}

/// The games with twelve cards on the table, for each policy those of the run with the most games.
pub(super) fn games(texts: &Texts) -> Result<Vec<Game>, PageError> {
    let mut best: BTreeMap<Policy, Game> = BTreeMap::new();
    for file in tables(texts, Dataset::Stages) {
        let path = file.source.name;
        for (policy, stages) in stages(&file)? {
            let (total, usual) = (stages[0].total, stages[0].table == 12);
            if !usual || best.get(&policy).is_some_and(|known| known.stages.1[0].total >= total) {
                continue;
            }
            let csv = without_sets(file.source.text);
            let source = Source::new(texts, path, csv)?;
            let leftover = leftover(texts, directory(path), policy)?;
            best.insert(policy, Game { policy, stages: (source, stages), leftover });
        }
    }
    Ok(best.into_values().collect())
}

/// The rows without a set, by policy.
fn stages(file: &Recognised<'_>) -> Result<BTreeMap<Policy, Vec<StageRow>>, PageError> {
    let mut found: BTreeMap<Policy, Vec<StageRow>> = BTreeMap::new();
    let rows = of_the_game(file, |row: &StageRow| row.features)?;
    for row in rows.into_iter().filter(|row| row.sets == 0) {
        found.entry(row.policy).or_default().push(row);
    }
    Ok(found)
}

/// How many cards were left in the games of a directory.
fn leftover(
    texts: &Texts,
    place: &str,
    policy: Policy,
) -> Result<Option<(Source, Vec<ValueRow>)>, PageError> {
    let all = tables(texts, Dataset::Leftover);
    for file in all.filter(|file| directory(file.source.name) == place) {
        let mut rows = of_the_game(&file, |row: &ValueRow| row.features)?;
        rows.retain(|row| row.policy == policy);
        if !rows.is_empty() {
            return Ok(Some((whole(texts, &file)?, rows)));
        }
    }
    Ok(None)
}
