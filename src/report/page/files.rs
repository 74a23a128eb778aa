//! The CSVs of the page, each with its record, its table and its chart.

use super::Texts;
use crate::report::chart::{Chart, Options, chart_of};
use crate::report::columns::RenderTarget;
use crate::report::datasets::recognise::{CsvText, Recognised, TableError};
use crate::report::datasets::{Choice, table_of};
use crate::report::number::grouped;
use crate::report::provenance::recorded_confidence;
use crate::report::sentence;
use serde_json::Value;
use std::slice;

/// The lines that are shown of a longer table.
const MOST_LINES: usize = 90;

/// A CSV that was read.
pub(super) struct File<'a> {
    /// Where it lies below the directory, with its text.
    pub(super) source: CsvText<'a>,
    /// The kind of table, and the command that writes it.
    pub(super) kind: &'static str,
    /// The rules of its games, where they are not the usual ones.
    pub(super) rules: Vec<String>,
    /// The record beside it; null where there is none.
    record: Value,
    /// The table of the CSV as lines for the script of the page.
    pub(super) table: String,
    /// The chart of the CSV, where it can be drawn.
    pub(super) chart: Option<Chart>,
}

impl<'a> File<'a> {
    /// Reads a CSV.
    fn of(source: CsvText<'a>, record: Value) -> Result<Self, TableError> {
        let choice = Choice {
            confidence: recorded_confidence(&record).unwrap_or_default(),
            ..Choice::default()
        };
        let found = Recognised::at(source, choice.confidence)?;
        let files = slice::from_ref(&found);
        Recognised::together(files)?;
        let table = match table_of(files, &choice, RenderTarget::Page) {
            Ok(table) => beginning(&table, source.name),
            Err(TableError::Empty(_)) => "It has no rows.\n".to_owned(),
            Err(error) => return Err(error),
        };
        let drawn = chart_of(files, &Options::default()).ok().map(|chart| chart.explained());
        let chart = drawn.filter(|chart| chart.tidy().next().is_some());
        let rules = found.rules().into_iter().filter(|rules| !rules.is_empty());
        let (kind, rules) = (found.dataset.words(), rules.map(str::to_owned).collect());
        Ok(Self { source, kind, rules, record, table, chart })
    }

    /// The command that made it.
    pub(super) fn command(&self) -> Option<&str> {
        self.record["command"].as_str()
    }

    /// Exact or a sample, and by which program.
    pub(super) fn origin(&self) -> String {
        let record = &self.record;
        if record.is_null() {
            return "no record is beside it".to_owned();
        }
        let done = record["work"]["done"].as_u64().map(|done| grouped(u128::from(done)));
        let seed = &record["randomness"]["seed"];
        // A seed above 2^53 is text.
        let seed = seed.as_u64().or_else(|| seed.as_str()?.parse().ok());
        let how = match (seed, done) {
            (Some(seed), Some(done)) => {
                let level = recorded_confidence(record).map(sentence::level);
                let level = level.map_or_else(String::new, |level| format!(", {level} intervals"));
                format!("{done} simulated, seed {seed}{level}")
            }
            (Some(seed), None) => format!("random hands of seed {seed}"),
            _ => "without random numbers".to_owned(),
        };
        let text = |name: &str| record["program"][name].as_str();
        let program = text("name").zip(text("version")).map(|(name, version)| {
            let revision = text("revision").map_or_else(String::new, |it| format!(" ({it})"));
            format!("; made by {name} {version}{revision}")
        });
        how + &program.unwrap_or_default()
    }
}

/// Reads every CSV; returns also the reasons why some CSVs and records cannot be shown.
pub(super) fn files(texts: &Texts) -> (Vec<File<'_>>, Vec<String>) {
    let (mut files, mut left_out) = (Vec::new(), Vec::new());
    for (name, text) in texts.iter().filter(|(name, _)| name.ends_with(".csv")) {
        let record = record(texts, name).unwrap_or_else(|reason| {
            left_out.push(reason);
            Value::Null
        });
        match File::of(CsvText { name, text }, record) {
            Ok(file) => files.push(file),
            Err(error) => left_out.push(error.to_string()),
        }
    }
    (files, left_out)
}

/// The record beside a CSV; null where there is none.
fn record(texts: &Texts, path: &str) -> Result<Value, String> {
    let beside = format!("{}.run.json", path.strip_suffix(".csv").unwrap_or(path));
    let text = texts.get(&beside);
    text.map_or(Ok(Value::Null), |text| {
        serde_json::from_str(text).map_err(|error| format!("{beside}: {error}"))
    })
}

/// The beginning of a table that is too long to be shown.
fn beginning(table: &str, path: &str) -> String {
    let lines = table.lines().count();
    if lines <= MOST_LINES {
        return table.to_owned();
    }
    let shown: String = table.split_inclusive('\n').take(MOST_LINES).collect();
    format!("{shown}\n... and {} more lines: setodds table {path}\n", lines - MOST_LINES)
}
