//! A result in all its forms: as CSV, as JSON, as text for a terminal and as Markdown.
//!
//! A [`Report`] says where a result comes from, what it says in sentences, and has its tables by
//! their names. The CSV is the first table. Text and Markdown have the heading, the first table and
//! the sentences. JSON is one shape for every command:
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

use super::columns::{RenderTarget, fill};
use super::csv;
use super::kind::Kind;
use super::provenance::Provenance;
use serde::Serialize;
use std::fmt;
use std::io::{self, Write};

/// A list of records, as JSON has it.
pub trait Records {
    /// Writes the records, one after the other.
    ///
    /// # Errors
    ///
    /// When the writer fails.
    fn write_records(&self, to: &mut RecordWriter<'_>) -> io::Result<()>;
}

/// A table that is written as CSV and drawn for people.
pub trait Table: Records {
    /// Writes the CSV: a header, then the rows.
    ///
    /// # Errors
    ///
    /// When the writer fails.
    fn write_csv(&self, to: &mut dyn Write) -> io::Result<()>;

    /// Draws the table; the text ends with a line end.
    ///
    /// # Errors
    ///
    /// When the writer fails.
    fn draw(&self, target: RenderTarget, to: &mut dyn Write) -> io::Result<()>;
}

/// Where the records of a JSON document go, each on a line of its own.
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
        let before = if self.is_empty { "\n    " } else { ",\n    " };
        self.is_empty = false;
        self.to.write_all(before.as_bytes())?;
        Ok(serde_json::to_writer(&mut *self.to, record)?)
    }

    /// Writes records.
    ///
    /// # Errors
    ///
    /// When the writer fails.
    pub fn add_all(&mut self, records: impl IntoIterator<Item = impl Serialize>) -> io::Result<()> {
        records.into_iter().try_for_each(|record| self.add(&record))
    }
}

/// Writes records as a JSON list.
///
/// # Errors
///
/// When the writer fails.
pub fn write_list(records: &(impl Records + ?Sized), to: &mut dyn Write) -> io::Result<()> {
    to.write_all(b"[")?;
    let mut writer = RecordWriter { to, is_empty: true };
    records.write_records(&mut writer)?;
    let end = if writer.is_empty { "]" } else { "\n  ]" };
    to.write_all(end.as_bytes())
}

impl<T: Serialize> Records for Vec<T> {
    fn write_records(&self, to: &mut RecordWriter<'_>) -> io::Result<()> {
        to.add_all(self)
    }
}

impl<R: Kind> Table for Vec<R> {
    fn write_csv(&self, to: &mut dyn Write) -> io::Result<()> {
        csv::write(self, to)
    }

    fn draw(&self, target: RenderTarget, to: &mut dyn Write) -> io::Result<()> {
        to.write_all(R::draw(self, target).as_bytes())
    }
}

/// A result: where it comes from, what it says, and its tables.
pub struct Report<'a> {
    title: &'static str,
    heading: String,
    name: &'static str,
    table: Box<dyn Table + 'a>,
    is_drawn: bool,
    others: Vec<(&'static str, Box<dyn Records + 'a>)>,
    sentences: String,
    command: String,
    provenance: String,
}

impl fmt::Debug for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Report").field("title", &self.title).finish_non_exhaustive()
    }
}

impl<'a> Report<'a> {
    /// A result with the title of its Markdown document and the name of its first table in JSON.
    ///
    /// # Panics
    ///
    /// When the keys of the provenance are not texts.
    pub fn new(
        title: &'static str,
        provenance: &Provenance<impl Serialize>,
        name: &'static str,
        table: impl Table + 'a,
    ) -> Self {
        let json = serde_json::to_string_pretty(provenance).expect("its keys are texts");
        Self {
            title,
            heading: String::new(),
            name,
            table: Box::new(table),
            is_drawn: true,
            others: Vec::new(),
            sentences: String::new(),
            command: provenance.command.clone(),
            provenance: json,
        }
    }

    /// Adds a table that JSON has beside the first one.
    #[must_use]
    pub fn with(mut self, name: &'static str, table: impl Records + 'a) -> Self {
        self.others.push((name, Box::new(table)));
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
        Self { is_drawn: false, ..self }
    }

    /// Writes the first table as CSV.
    ///
    /// # Errors
    ///
    /// When the writer fails.
    pub fn write_csv(&self, to: &mut dyn Write) -> io::Result<()> {
        self.table.write_csv(to)
    }

    /// Writes the JSON document.
    ///
    /// # Errors
    ///
    /// When the writer fails.
    pub fn write_json(&self, to: &mut dyn Write) -> io::Result<()> {
        self.write_document(true, to)
    }

    /// Writes the JSON document without the first table.
    ///
    /// # Errors
    ///
    /// When the writer fails.
    pub fn write_others(&self, to: &mut dyn Write) -> io::Result<()> {
        self.write_document(false, to)
    }

    fn write_document(&self, has_first: bool, to: &mut dyn Write) -> io::Result<()> {
        write!(to, "{{\n  \"provenance\": {}", self.provenance.replace('\n', "\n  "))?;
        if has_first {
            write!(to, ",\n  \"{}\": ", self.name)?;
            write_list(&*self.table, to)?;
        }
        for (name, records) in &self.others {
            write!(to, ",\n  \"{name}\": ")?;
            write_list(&**records, to)?;
        }
        to.write_all(b"\n}\n")
    }

    /// Writes what people read, as text or as Markdown.
    ///
    /// # Errors
    ///
    /// When the writer fails.
    pub fn write_text(&self, target: RenderTarget, to: &mut dyn Write) -> io::Result<()> {
        let [heading, sentences] = [&self.heading, &self.sentences].map(|it| fill(it, target));
        if target.is_markdown() {
            write!(to, "# {}\n\n```sh\n{}\n```\n\n", self.title, self.command)?;
        }
        let gap = |is_wanted: bool| if is_wanted { "\n" } else { "" };
        let has_more = self.is_drawn || !sentences.is_empty();
        write!(to, "{heading}{}", gap(!heading.is_empty() && has_more))?;
        if self.is_drawn {
            self.table.draw(target, to)?;
            to.write_all(gap(!sentences.is_empty()).as_bytes())?;
        }
        if target.is_markdown() && !self.is_drawn {
            return sentences.lines().try_for_each(|line| writeln!(to, "* {line}"));
        }
        to.write_all(sentences.as_bytes())
    }

    /// The words beside the data: the heading and the sentences.
    #[must_use]
    pub fn summary(&self, target: RenderTarget) -> String {
        fill(&self.heading, target) + &fill(&self.sentences, target)
    }

    /// The record that stands beside a CSV.
    #[must_use]
    pub fn record(&self) -> String {
        format!("{}\n", self.provenance)
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

    fn report() -> Report<'static> {
        let rows: Vec<ClassCountRow> =
            ClassCountRow::of(crate::card::Deck::GAME, &(0..=1).collect());
        let made = Provenance::new("setodds classes".to_owned(), ());
        Report::new("Classes", &made, "numbers", rows).headed("Two rows\n").saying("That is all.\n")
    }

    #[test]
    fn json_has_the_provenance_and_each_table_by_its_name() {
        let none: Vec<ClassCountRow> = Vec::new();
        let json = text(|to| report().with("none", none.clone()).write_json(to));
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
}
