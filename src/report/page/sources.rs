//! Which of the CSVs the page shows: they are known by their columns, whatever they are called, and
//! of several that tell the same the one with the most in it is taken.

use super::Texts;
use crate::card::Deck;
use crate::exact::known;
use crate::game::Policy;
use crate::measure::Measure;
use crate::report::Dataset;
use crate::report::csv::{self, Row};
use crate::report::datasets::recognise::{self, Recognised, TableError};
use crate::report::distribution::DistributionRow;
use crate::report::games::StageRow;
use crate::report::games::values::ValueRow;
use crate::report::groups::by_key;
use crate::report::known::Known;
use crate::report::sentence;
use crate::stats::Confidence;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;

/// A CSV that cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PageError {
    /// A row that is not what its table has.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A record that is not valid JSON: which, and why.
    #[error("{0}: {1}; run the command again that wrote it, or remove it: a CSV needs no record")]
    Record(String, String),
}

/// A file that is shown, with what its record says.
#[derive(Clone)]
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
                .map_err(|error| PageError::Record(beside, error.to_string()))?,
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

/// The CSVs of the program; others are no part of the page.
pub(super) fn recognised(texts: &Texts) -> impl Iterator<Item = Recognised<'_>> {
    let files = texts.iter().filter(|(path, _)| path.ends_with(".csv"));
    files.filter_map(|(name, text)| Recognised::of(recognise::Source { name, text }).ok())
}

/// The CSVs of a table with rows that are shown, whole, and these rows.
pub(super) fn tables<T: DeserializeOwned>(
    texts: &Texts,
    wanted: Dataset,
    is_shown: impl Fn(&T) -> bool,
) -> Result<Vec<(Source, Vec<T>)>, PageError> {
    let mut tables = Vec::new();
    for file in recognised(texts).filter(|file| file.dataset == wanted) {
        let mut rows: Vec<T> = file.rows()?;
        rows.retain(&is_shown);
        if !rows.is_empty() {
            let source = Source::new(texts, file.source.name, file.source.text.to_owned())?;
            tables.push((source, rows));
        }
    }
    Ok(tables)
}

/// All distributions of the number of sets, those that are exact and those that are not.
fn distributions(texts: &Texts, exact: bool) -> Result<Vec<Distributions>, PageError> {
    let is_shown = |row: &DistributionRow| {
        (row.features, row.measure) == (4, Measure::Sets) && row.ci_low.is_none() == exact
    };
    let by_size = |(source, rows): (Source, Vec<DistributionRow>)| {
        let mut sizes: BTreeMap<usize, Vec<DistributionRow>> = BTreeMap::new();
        rows.into_iter().for_each(|row| sizes.entry(row.cards).or_default().push(row));
        Distributions { source, sizes }
    };
    Ok(tables(texts, Dataset::Distribution, is_shown)?.into_iter().map(by_size).collect())
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
    let record = serde_json::json!({
        "command": "setodds odds 0-81 --format csv",
        "program": { "name": env!("CARGO_PKG_NAME"), "version": env!("CARGO_PKG_VERSION") },
    });
    let source = Source {
        path: "exact-sets.csv".to_owned(),
        csv: in_csv(rows.iter().flat_map(|(_, rows)| rows)),
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

/// Rows as a CSV.
fn in_csv<R: Row>(rows: impl IntoIterator<Item = R>) -> String {
    let mut csv = Vec::new();
    csv::write(rows, &mut csv).expect("memory takes it");
    String::from_utf8_lossy(&csv).into_owned()
}

/// The games with twelve cards on the table, for each policy those of the run with the most games.
pub(super) fn games(texts: &Texts) -> Result<Vec<Game>, PageError> {
    let mut best: BTreeMap<Policy, Game> = BTreeMap::new();
    let is_shown = |row: &StageRow| (row.features, row.sets) == (4, 0);
    for (source, rows) in tables(texts, Dataset::Stages, is_shown)? {
        // What is shown of a file that is large.
        let shown = Source { csv: in_csv(&rows), ..source };
        for (policy, stages) in by_key(rows, |row| row.policy) {
            let (total, usual) = (stages[0].total, stages[0].table == 12);
            if !usual || best.get(&policy).is_some_and(|known| known.stages.1[0].total >= total) {
                continue;
            }
            let is_shown = |row: &ValueRow| (row.features, row.policy) == (4, policy);
            let leftover = tables(texts, Dataset::Leftover, is_shown)?.into_iter();
            let is_beside = |other: &Source| directory(&other.path) == directory(&shown.path);
            let leftover = leftover.into_iter().find(|(other, _)| is_beside(other));
            best.insert(policy, Game { policy, stages: (shown.clone(), stages), leftover });
        }
    }
    Ok(best.into_values().collect())
}
