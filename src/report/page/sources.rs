//! Which of the CSVs the page shows: they are known by their columns, whatever they are called, and
//! of several that tell the same the one with the most in it is taken.

use super::Texts;
use super::tables::shown;
use crate::card::Deck;
use crate::exact::known;
use crate::game::Policy;
use crate::measure::Measure;
use crate::report::Dataset;
use crate::report::csv::{self, Row};
use crate::report::datasets::recognise::{self, Recognised};
use crate::report::distribution::DistributionRow;
use crate::report::games::StageRow;
use crate::report::games::values::ValueRow;
use crate::report::groups::by_key;
use crate::report::known::Known;
use crate::report::provenance::recorded_confidence;
use crate::report::sentence;
use crate::stats::Confidence;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The CSVs that are shown.
pub(super) struct Files<'a> {
    pub(super) files: Vec<File<'a>>,
    /// What is not shown, and why.
    pub(super) left_out: Vec<String>,
}

/// A CSV that was read, and its table.
pub(super) struct File<'a> {
    pub(super) found: Recognised<'a>,
    /// Its path and record, without its text.
    pub(super) source: Source,
    pub(super) table: String,
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
#[derive(Clone)]
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
        recorded_confidence(&self.record)
    }
}

impl<'a> Files<'a> {
    /// Reads every CSV, and leaves out those that cannot be shown.
    pub(super) fn of(texts: &'a Texts) -> Self {
        let mut all = Self { files: Vec::new(), left_out: Vec::new() };
        for (name, text) in texts.iter().filter(|(name, _)| name.ends_with(".csv")) {
            let record = all.record(texts, name);
            let source = Source { path: name.clone(), csv: String::new(), record };
            let confidence = source.confidence().unwrap_or_default();
            let found = Recognised::at(recognise::Source { name, text }, confidence);
            let table = found.and_then(|found| Ok((shown(&found, confidence)?, found)));
            match table {
                Ok((table, found)) => all.files.push(File { found, source, table }),
                Err(error) => all.left_out.push(error.to_string()),
            }
        }
        all
    }

    /// The record beside a CSV; null where there is none that can be read.
    fn record(&mut self, texts: &Texts, path: &str) -> Value {
        let beside = format!("{}.run.json", path.strip_suffix(".csv").unwrap_or(path));
        let record = texts.get(&beside).map_or(Ok(Value::Null), |text| serde_json::from_str(text));
        record.unwrap_or_else(|error| {
            self.left_out.push(format!("{beside}: {error}"));
            Value::Null
        })
    }

    /// The CSVs of a table with rows that are shown, whole, and these rows.
    pub(super) fn tables<T: DeserializeOwned>(
        &self,
        wanted: Dataset,
        is_shown: impl Fn(&T) -> bool,
    ) -> Vec<(Source, Vec<T>)> {
        let files = self.files.iter().filter(|file| file.found.dataset == wanted);
        let rows = |file: &File<'_>| {
            // Their table was made of such rows.
            let mut rows: Vec<T> = file.found.rows().ok()?;
            rows.retain(&is_shown);
            let csv = file.found.source.text.to_owned();
            (!rows.is_empty()).then(|| (Source { csv, ..file.source.clone() }, rows))
        };
        files.filter_map(rows).collect()
    }
}

/// All distributions of the number of sets, those that are exact and those that are not.
fn distributions(files: &Files<'_>, exact: bool) -> Vec<Distributions> {
    let is_shown = |row: &DistributionRow| {
        (row.features, row.measure) == (4, Measure::Sets) && row.ci_low.is_none() == exact
    };
    let by_size = |(source, rows): (Source, Vec<DistributionRow>)| {
        let mut sizes: BTreeMap<usize, Vec<DistributionRow>> = BTreeMap::new();
        rows.into_iter().for_each(|row| sizes.entry(row.cards).or_default().push(row));
        Distributions { source, sizes }
    };
    files.tables(Dataset::Distribution, is_shown).into_iter().map(by_size).collect()
}

/// The exact distributions: of the file with the most hand sizes, or those that the program carries
/// if none has 12 cards. Of sizes that the file does not hold in full, those that the program
/// carries.
pub(super) fn exact(files: &Files<'_>) -> Distributions {
    let mut found = distributions(files, true);
    found.iter_mut().for_each(|one| one.sizes.retain(|_, rows| is_whole(rows)));
    found.retain(|one| one.sizes.contains_key(&12));
    found.sort_by_key(|one| std::cmp::Reverse(one.sizes.len()));
    let mut exact = found.into_iter().next().unwrap_or_else(|| CARRIED.clone());
    for (cards, rows) in &CARRIED.sizes {
        exact.sizes.entry(*cards).or_insert_with(|| rows.clone());
    }
    exact
}

/// Whether all hands of a size are among these, and not only those that hold no set.
fn is_whole(rows: &[DistributionRow]) -> bool {
    let sum = rows.iter().map(|row| row.count).try_fold(0, u128::checked_add);
    rows.first().is_some_and(|row| sum == Some(row.total))
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

/// The distributions that the program carries.
static CARRIED: LazyLock<Distributions> = LazyLock::new(|| {
    let known = |cards| Some((cards, Known::sets(Deck::GAME, cards)?.rows()));
    let rows: Vec<_> = (0..=Deck::GAME.size()).filter_map(known).collect();
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
});

/// The sample with the most deals.
pub(super) fn simulated(files: &Files<'_>) -> Option<Distributions> {
    let mut found = distributions(files, false);
    let deals =
        |one: &Distributions| -> u128 { one.sizes.values().map(|rows| rows[0].total).sum() };
    found.sort_by_key(|one| std::cmp::Reverse(deals(one)));
    found.into_iter().next()
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
pub(super) fn games(files: &Files<'_>) -> Vec<Game> {
    let mut best: BTreeMap<Policy, Game> = BTreeMap::new();
    // What was counted and not played is no course of a game.
    let is_shown = |row: &StageRow| (row.features, row.sets) == (4, 0) && row.limits().is_some();
    for (source, rows) in files.tables(Dataset::Stages, is_shown) {
        // What is shown of a file that is large.
        let shown = Source { csv: in_csv(&rows), ..source };
        for (policy, stages) in by_key(rows, |row| row.policy) {
            let (total, usual) = (stages[0].total, stages[0].table == 12);
            if !usual || best.get(&policy).is_some_and(|known| known.stages.1[0].total >= total) {
                continue;
            }
            let is_shown = |row: &ValueRow| (row.features, row.policy) == (4, policy);
            let leftover = files.tables(Dataset::Leftover, is_shown).into_iter();
            let is_beside = |other: &Source| directory(&other.path) == directory(&shown.path);
            let leftover = leftover.into_iter().find(|(other, _)| is_beside(other));
            best.insert(policy, Game { policy, stages: (shown.clone(), stages), leftover });
        }
    }
    best.into_values().collect()
}
