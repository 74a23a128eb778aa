//! A result: its tables by their names, what it says in sentences, and where it comes from.
//!
//! The forms of a result are four functions of a [`Report`]. The CSV is the first table. Text and
//! Markdown have the heading, the first table and the sentences. JSON is one shape for every
//! command:
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

/// A table of a result.
pub trait Table {
    /// Returns the descriptions of its columns.
    fn fields(&self) -> &'static [Field];

    /// Returns the cells of its rows, which are made one after the other.
    fn rows(&self) -> Box<dyn Iterator<Item = Vec<Cell>> + '_>;

    /// Draws the table for people; the text ends with a line end. A browser draws for itself.
    ///
    /// # Errors
    ///
    /// When the writer fails.
    #[cfg(not(target_family = "wasm"))]
    fn draw(&self, target: RenderTarget, to: &mut dyn Write) -> io::Result<()>;

    /// Writes the records of JSON: the rows, unless the table has something better.
    ///
    /// # Errors
    ///
    /// When the writer fails.
    fn write_records(&self, to: &mut RecordWriter<'_>) -> io::Result<()> {
        self.rows().try_for_each(|cells| to.add(&Record(self.fields(), &cells)))
    }

    /// Returns the page to print, in HTML; empty for a table that has none.
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

/// The records of a JSON document, each on a line of its own.
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
    /// Writes a record.
    ///
    /// # Errors
    ///
    /// When the writer fails.
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

/// A named part of a result.
enum Part {
    Table(Box<dyn Table>),
    /// Records that JSON has alone, each as its text.
    Records(Vec<String>),
}

/// How a result came about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum End {
    /// It is what was asked for.
    #[default]
    Complete,
    /// It is a part of what was asked for, as the sentence says.
    Partial(String),
    /// It is what was asked for, and reason to fail.
    Failed(String),
}

/// A result: where it comes from, what it says, and its tables.
#[derive(Default)]
pub struct Report {
    title: &'static str,
    heading: String,
    parts: Vec<(&'static str, Part)>,
    /// Whether people read the sentences alone, and the table is for programs.
    is_in_sentences: bool,
    sentences: String,
    command: String,
    /// As JSON.
    provenance: String,
    /// What makes the result doubtful.
    pub warnings: Vec<String>,
    /// How the result came about.
    pub end: End,
}

/// A column of a table, for a program that calls a command.
#[derive(Clone, Debug, PartialEq)]
pub struct TypedColumn {
    /// The name of the column.
    pub name: &'static str,
    /// The type of its cells.
    pub cell_type: CellType,
    /// The cells.
    pub cells: Vec<Cell>,
}

impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Report").field("title", &self.title).finish_non_exhaustive()
    }
}

impl Report {
    /// Returns a result with the title of its Markdown document and the name of its first table.
    ///
    /// # Panics
    ///
    /// When the keys of the provenance are not texts.
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

    /// Adds a further table.
    #[must_use]
    pub fn with_table(mut self, name: &'static str, table: Box<dyn Table>) -> Self {
        self.parts.push((name, Part::Table(table)));
        self
    }

    /// Adds records that JSON has alone.
    ///
    /// # Panics
    ///
    /// When their keys are not texts.
    #[must_use]
    pub fn with(mut self, name: &'static str, records: &[impl Serialize]) -> Self {
        let json = |record| serde_json::to_string(record).expect("its keys are texts");
        self.parts.push((name, Part::Records(records.iter().map(json).collect())));
        self
    }

    /// Adds what stands above the table.
    #[must_use]
    pub fn headed(self, heading: impl Into<String>) -> Self {
        Self { heading: heading.into(), ..self }
    }

    /// Adds what the result says, a line for each sentence.
    #[must_use]
    pub fn saying(self, sentences: impl Into<String>) -> Self {
        Self { sentences: sentences.into(), ..self }
    }

    /// Leaves the table to programs: people read the sentences alone.
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

    /// Returns its tables with their names.
    pub(crate) fn tables(&self) -> impl Iterator<Item = (&'static str, &dyn Table)> {
        self.parts.iter().filter_map(|(name, part)| match part {
            Part::Table(table) => Some((*name, &**table)),
            Part::Records(_) => None,
        })
    }

    /// Writes a table as CSV: the first one, or one by its name.
    ///
    /// # Errors
    ///
    /// When the writer fails.
    pub fn write_csv(&self, name: Option<&str>, to: &mut dyn Write) -> io::Result<()> {
        let mut tables = self.tables();
        match tables.find(|(own, _)| name.is_none_or(|name| name == *own)) {
            Some((_, table)) => csv::write_cells(table.fields(), table.rows(), to),
            None => Ok(()),
        }
    }

    /// Writes the JSON document.
    ///
    /// # Errors
    ///
    /// When the writer fails.
    pub fn write_json(&self, to: &mut dyn Write) -> io::Result<()> {
        self.write_parts(&self.parts, to)
    }

    /// Returns the JSON document without the first table, which [`Report::columns`] has.
    ///
    /// # Errors
    ///
    /// When a record has no form in JSON.
    pub fn others(&self) -> io::Result<String> {
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

    /// Returns the columns of the first table.
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

    /// Writes what people read, as text or as Markdown.
    ///
    /// # Errors
    ///
    /// When the writer fails.
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

    /// Returns the page to print of the first table, in HTML.
    #[must_use]
    #[cfg(not(target_family = "wasm"))]
    pub fn page(&self) -> String {
        self.tables().next().map_or_else(String::new, |(_, table)| table.page())
    }

    /// Returns the words beside the data: the heading and the sentences.
    #[must_use]
    pub fn summary(&self, target: RenderTarget) -> String {
        let (heading, sentences) = self.words(target);
        heading + &sentences
    }

    /// Returns the heading and the sentences, which may name what stands in files or what a system
    /// says of itself.
    fn words(&self, target: RenderTarget) -> (String, String) {
        let shown = |text: &str| {
            let lines: Vec<String> = text.split('\n').map(|line| target.escaped(line)).collect();
            fill(&lines.join("\n"), target)
        };
        (shown(&self.heading), shown(&self.sentences))
    }

    /// Returns the record that stands beside a CSV with this SHA-256, in hexadecimal digits.
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
            ClassCountRow::of(crate::card::Deck::GAME, &(0..=1).collect());
        let made = Provenance::new("setodds classes".to_owned(), ());
        Report::new("Classes", &made, "numbers", rows).headed("Two rows\n").saying("That is all.\n")
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
        let six: Vec<ClassCountRow> = ClassCountRow::of(deck, &(400..=400).collect());
        let all = report().with_table("six", Box::new(six));
        let columns = all.columns();
        assert_eq!((columns[1].name, columns[1].cell_type), ("cards", CellType::Whole));
        assert_eq!(columns[1].cells, [Cell::Whole(0), Cell::Whole(1)]);
        let csv = text(|to| all.write_csv(Some("six"), to));
        assert!(csv.starts_with("features,cards,hands,classes\n6,400,,"), "{csv}");
        assert!(text(|to| all.write_csv(None, to)).ends_with("\n4,1,81,1\n"));
    }
}
