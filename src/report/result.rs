//! Results of commands in all output formats: tables, sentences and provenance.
//!
//! A [`Report`] has a method for each format. The CSV is the first table. Text and Markdown have
//! the heading, the first table and the sentences. JSON has the same structure for every command:
//!
//! ```json
//! {
//!   "provenance": {"program": {"name": "setodds"}, "command": "setodds extremes"},
//!   "extremes": [
//!     {"features":4,"cards":12,"extreme":"fewest","sets":0},
//!     {"features":4,"cards":12,"extreme":"most","sets":14}
//!   ]
//! }
//! ```

use super::cell::{Cell, Record};
use super::columns::{RenderTarget, fill};
use super::csv;
use super::field::{CellType, Field};
use super::kind::Kind;
use super::provenance::Provenance;
use serde::Serialize;
use std::fmt;
use std::io::{self, Write};

/// Table of a result, which can be written in every output format.
pub trait Table {
    /// Returns the descriptions of the columns.
    fn fields(&self) -> &'static [Field];

    /// Returns an iterator over the cells of each row, computed lazily.
    fn rows(&self) -> Box<dyn Iterator<Item = Vec<Cell>> + '_>;

    /// Formats the table for people; the text ends with a newline. The browser version renders
    /// tables itself.
    ///
    /// # Errors
    ///
    /// Fails if the writer fails.
    #[cfg(not(target_family = "wasm"))]
    fn draw(&self, target: RenderTarget, to: &mut dyn Write) -> io::Result<()>;

    /// Writes the records of the table in JSON; by default, one record per row.
    ///
    /// # Errors
    ///
    /// Fails if the writer fails.
    fn write_records(&self, to: &mut RecordWriter<'_>) -> io::Result<()> {
        self.rows().try_for_each(|cells| to.add(&Record(self.fields(), &cells)))
    }

    /// Returns a printable HTML page, or an empty text if the table has none.
    #[cfg(not(target_family = "wasm"))]
    fn page(&self) -> String {
        String::new()
    }
}

impl<R: Kind> Table for Vec<R> {
    fn fields(&self) -> &'static [Field] {
        R::FIELDS
    }

    fn rows(&self) -> Box<dyn Iterator<Item = Vec<Cell>> + '_> {
        Box::new(self.iter().cloned().map(R::cells))
    }

    #[cfg(not(target_family = "wasm"))]
    fn draw(&self, target: RenderTarget, to: &mut dyn Write) -> io::Result<()> {
        to.write_all(R::draw(self, target).as_bytes())
    }
}

/// Writer of the records of a JSON array, one per line.
pub struct RecordWriter<'a> {
    to: &'a mut dyn Write,
    is_empty: bool,
}

impl fmt::Debug for RecordWriter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordWriter").field("is_empty", &self.is_empty).finish_non_exhaustive()
    }
}

impl RecordWriter<'_> {
    /// Writes one record.
    ///
    /// # Errors
    ///
    /// Fails if the writer fails.
    pub fn add(&mut self, record: &impl Serialize) -> io::Result<()> {
        self.begin()?;
        Ok(serde_json::to_writer(&mut *self.to, record)?)
    }

    fn begin(&mut self) -> io::Result<()> {
        let before = if self.is_empty { "\n    " } else { ",\n    " };
        self.is_empty = false;
        self.to.write_all(before.as_bytes())
    }
}

/// Table or JSON records of a result, with a name.
enum Part {
    Table(Box<dyn Table>),
    /// Records that appear only in JSON, as serialized text.
    Records(Vec<String>),
}

/// Outcome of a command, which determines the exit code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum End {
    /// The result is complete.
    #[default]
    Complete,
    /// The result is incomplete; the text is a sentence that explains why.
    Partial(String),
    /// The result is complete, but its content is a reason to fail; the text is a sentence that
    /// explains why.
    Failed(String),
}

/// Result of a command: its tables, sentences, warnings and provenance.
#[derive(Default)]
pub struct Report {
    title: &'static str,
    heading: String,
    parts: Vec<(&'static str, Part)>,
    /// Whether text output omits the table; CSV and JSON still have it.
    is_in_sentences: bool,
    sentences: String,
    command: String,
    /// The provenance, serialized as JSON.
    provenance: String,
    /// Reasons to doubt the result, shown as warnings.
    pub warnings: Vec<String>,
    /// The outcome of the command.
    pub end: End,
}

/// Column of a table with its data type, for callers from Python.
#[derive(Clone, Debug, PartialEq)]
pub struct TypedColumn {
    pub name: &'static str,
    /// The data type of the cells of the column.
    pub cell_type: CellType,
    pub cells: Vec<Cell>,
}

impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Report").field("title", &self.title).finish_non_exhaustive()
    }
}

impl Report {
    /// Creates a report with a title for Markdown, the provenance and the first table with its
    /// name.
    ///
    /// # Panics
    ///
    /// Panics if the provenance has keys that are not text.
    pub fn new(
        title: &'static str,
        provenance: &Provenance<impl Serialize>,
        name: &'static str,
        table: impl Table + 'static,
    ) -> Self {
        Self {
            title,
            parts: vec![(name, Part::Table(Box::new(table)))],
            command: provenance.command.clone(),
            provenance: serde_json::to_string_pretty(provenance).expect("its keys are texts"),
            ..Self::default()
        }
    }

    /// Adds another table to the result.
    #[must_use]
    pub fn with_table(mut self, name: &'static str, table: Box<dyn Table>) -> Self {
        self.parts.push((name, Part::Table(table)));
        self
    }

    /// Adds records that appear only in JSON.
    ///
    /// # Panics
    ///
    /// Panics if a record has keys that are not text.
    #[must_use]
    pub fn with_records(mut self, name: &'static str, records: &[impl Serialize]) -> Self {
        let json = |record| serde_json::to_string(record).expect("its keys are texts");
        self.parts.push((name, Part::Records(records.iter().map(json).collect())));
        self
    }

    /// Sets the heading above the table.
    #[must_use]
    pub fn with_heading(self, heading: impl Into<String>) -> Self {
        Self { heading: heading.into(), ..self }
    }

    /// Sets the sentences of the result, one per line.
    #[must_use]
    pub fn with_sentences(self, sentences: impl Into<String>) -> Self {
        Self { sentences: sentences.into(), ..self }
    }

    /// Omits the table from text output, which then contains only the heading and the sentences.
    #[must_use]
    pub fn in_sentences(self) -> Self {
        Self { is_in_sentences: true, ..self }
    }

    /// Returns `true` if the report has no table, as after a command that has written its own
    /// result.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Returns the tables with their names.
    pub(crate) fn tables(&self) -> impl Iterator<Item = (&'static str, &dyn Table)> {
        self.parts.iter().filter_map(|(name, part)| match part {
            Part::Table(table) => Some((*name, &**table)),
            Part::Records(_) => None,
        })
    }

    /// Writes a table as CSV: the table with this name, or the first table if `name` is `None`.
    /// Writes nothing if no table has the name.
    ///
    /// # Errors
    ///
    /// Fails if the writer fails.
    pub fn write_csv(&self, name: Option<&str>, to: &mut dyn Write) -> io::Result<()> {
        let mut tables = self.tables();
        match tables.find(|(own, _)| name.is_none_or(|name| name == *own)) {
            Some((_, table)) => csv::write_cells(table.fields(), table.rows(), to),
            None => Ok(()),
        }
    }

    /// Writes the JSON document of the result.
    ///
    /// # Errors
    ///
    /// Fails if the writer fails.
    pub fn write_json(&self, to: &mut dyn Write) -> io::Result<()> {
        self.write_parts(&self.parts, to)
    }

    /// Returns the JSON document without the first table, which [`Report::columns`] returns.
    ///
    /// # Errors
    ///
    /// Fails if a record cannot be serialized.
    pub fn json_of_other_tables(&self) -> io::Result<String> {
        let mut json = Vec::new();
        self.write_parts(self.parts.get(1..).unwrap_or_default(), &mut json)?;
        String::from_utf8(json).map_err(io::Error::other)
    }

    fn write_parts(&self, parts: &[(&str, Part)], to: &mut dyn Write) -> io::Result<()> {
        write!(to, "{{\n  \"provenance\": {}", self.provenance.replace('\n', "\n  "))?;
        for (name, part) in parts {
            write!(to, ",\n  \"{name}\": [")?;
            let mut records = RecordWriter { to, is_empty: true };
            match part {
                Part::Table(table) => table.write_records(&mut records)?,
                Part::Records(all) => {
                    for record in all {
                        records.begin()?;
                        records.to.write_all(record.as_bytes())?;
                    }
                }
            }
            let end = if records.is_empty { "]" } else { "\n  ]" };
            to.write_all(end.as_bytes())?;
        }
        to.write_all(b"\n}\n")
    }

    /// Returns the columns of the first table with their cells; empty if there is no table.
    #[must_use]
    pub fn columns(&self) -> Vec<TypedColumn> {
        let Some((_, table)) = self.tables().next() else { return Vec::new() };
        let column = |field: &Field| TypedColumn {
            name: field.name,
            cell_type: field.kind.into(),
            cells: Vec::new(),
        };
        let mut columns: Vec<TypedColumn> = table.fields().iter().map(column).collect();
        for row in table.rows() {
            columns.iter_mut().zip(row).for_each(|(column, cell)| column.cells.push(cell));
        }
        columns
    }

    /// Writes the text output: the heading, the first table and the sentences, as plain text or
    /// Markdown.
    ///
    /// # Errors
    ///
    /// Fails if the writer fails.
    #[cfg(not(target_family = "wasm"))]
    pub fn write_text(&self, target: RenderTarget, to: &mut dyn Write) -> io::Result<()> {
        let (heading, sentences) = self.words(target);
        if target.is_markdown() {
            write!(to, "# {}\n\n```sh\n{}\n```\n\n", self.title, self.command)?;
        }
        let gap = |is_wanted: bool| if is_wanted { "\n" } else { "" };
        let table = self.tables().next().filter(|_| !self.is_in_sentences);
        let has_more = table.is_some() || !sentences.is_empty();
        write!(to, "{heading}{}", gap(!heading.is_empty() && has_more))?;
        if let Some((_, table)) = table {
            table.draw(target, to)?;
            to.write_all(gap(!sentences.is_empty()).as_bytes())?;
        }
        if target.is_markdown() && self.is_in_sentences {
            return sentences.lines().try_for_each(|line| writeln!(to, "* {line}"));
        }
        to.write_all(sentences.as_bytes())
    }

    /// Returns the printable HTML page of the first table, or an empty text if it has none.
    #[must_use]
    #[cfg(not(target_family = "wasm"))]
    pub fn page(&self) -> String {
        self.tables().next().map_or_else(String::new, |(_, table)| table.page())
    }

    /// Returns the heading and the sentences without the table.
    #[must_use]
    pub fn summary(&self, target: RenderTarget) -> String {
        let (heading, sentences) = self.words(target);
        heading + &sentences
    }

    /// Returns the heading and the sentences of a report, escaped because they may quote file
    /// contents or operating system messages.
    fn words(&self, target: RenderTarget) -> (String, String) {
        let shown = |text: &str| {
            let lines: Vec<String> = text.split('\n').map(|line| target.escaped(line)).collect();
            fill(&lines.join("\n"), target)
        };
        (shown(&self.heading), shown(&self.sentences))
    }

    /// Returns the provenance document of a CSV file with this SHA-256 in hexadecimal.
    #[must_use]
    pub fn record(&self, sha256: &str) -> String {
        let open = self.provenance.trim_end_matches("\n}");
        format!("{open},\n  \"sha256\": \"{sha256}\"\n}}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::classes::ClassCountRow;

    fn text(write: impl Fn(&mut dyn Write) -> io::Result<()>) -> String {
        let mut bytes = Vec::new();
        write(&mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    fn report() -> Report {
        let rows: Vec<ClassCountRow> =
            ClassCountRow::rows(crate::card::Deck::GAME, &(0..=1).collect());
        let made = Provenance::new("setodds classes".to_owned(), ());
        Report::new("Classes", &made, "numbers", rows)
            .with_heading("Two rows\n")
            .with_sentences("That is all.\n")
    }

    #[test]
    fn json_has_the_provenance_and_each_table_by_its_name() {
        let none: Vec<ClassCountRow> = Vec::new();
        let json = text(|to| report().with_table("none", Box::new(none.clone())).write_json(to));
        let value: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(value["provenance"]["command"], "setodds classes");
        assert_eq!(value["numbers"].as_array().map(Vec::len), Some(2));
        assert_eq!(value["numbers"][1]["cards"], 1);
        assert_eq!(value["none"], serde_json::json!([]));
    }

    #[test]
    fn people_read_the_heading_the_table_and_the_sentences() {
        let plain = text(|to| report().write_text(RenderTarget::PLAIN, to));
        assert!(
            plain.starts_with("Two rows\n\n") && plain.ends_with("\n\nThat is all.\n"),
            "{plain}"
        );
        let sentences = text(|to| report().in_sentences().write_text(RenderTarget::PLAIN, to));
        assert_eq!(sentences, "Two rows\n\nThat is all.\n");
        let markdown = text(|to| report().write_text(RenderTarget::Markdown, to));
        assert!(markdown.starts_with("# Classes\n\n```sh\nsetodds classes\n```\n\nTwo rows\n\n|"));
    }
    #[test]
    fn a_missing_cell_is_none_and_a_table_can_be_taken_by_its_name() {
        let deck = crate::card::Deck::new(6).unwrap();
        let six: Vec<ClassCountRow> = ClassCountRow::rows(deck, &(400..=400).collect());
        let all = report().with_table("six", Box::new(six));
        let columns = all.columns();
        assert_eq!((columns[1].name, columns[1].cell_type), ("cards", CellType::Whole));
        assert_eq!(columns[1].cells, [Cell::Whole(0), Cell::Whole(1)]);
        let csv = text(|to| all.write_csv(Some("six"), to));
        assert!(csv.starts_with("features,cards,hands,classes\n6,400,,"), "{csv}");
        assert!(text(|to| all.write_csv(None, to)).ends_with("\n4,1,81,1\n"));
    }
}
