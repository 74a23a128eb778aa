//! A list that was searched for, in all forms, with the record of the search.

use super::output::{Page, Report};
use serde::ser::{Serialize, SerializeMap, Serializer};
use setodds::report::columns::{Style, beside};
use setodds::report::csv::{self, Row};
use setodds::report::json;
use setodds::report::listing::ListingProvenance;
use std::io::{self, Write};

/// Rows, and how they are shown.
pub(crate) struct Listing<R> {
    /// The title of a document,
    pub(crate) title: &'static str,
    /// and what its rows are called in JSON.
    pub(crate) name: &'static str,
    pub(crate) rows: Vec<R>,
    pub(crate) table: fn(&[R], Style) -> String,
    /// What a row has a bar for on a terminal, if anything.
    pub(crate) bar: Option<fn(&R) -> f64>,
    /// What is said of all of them, if anything.
    pub(crate) heading: Option<String>,
    pub(crate) provenance: ListingProvenance,
}

impl<R: Row> Serialize for Listing<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut document = serializer.serialize_map(Some(2))?;
        document.serialize_entry("provenance", &self.provenance)?;
        document.serialize_entry(self.name, &self.rows)?;
        document.end()
    }
}

impl<R: Row> Report for Listing<R> {
    const RECORDED: bool = true;

    fn csv(&self, to: &mut dyn Write) -> io::Result<()> {
        csv::write(&self.rows, to)
    }

    fn json(&self, to: &mut dyn Write) -> io::Result<()> {
        json::write(self, to)
    }

    fn text(&self, page: Page, to: &mut dyn Write) -> io::Result<()> {
        if self.heading.is_some() {
            writeln!(to, "{}", self.summary(page))?;
        }
        let table = (self.table)(&self.rows, Style::Terminal);
        let Some(bar) = self.bar else { return write!(to, "{table}") };
        let values: Vec<f64> = self.rows.iter().map(bar).collect();
        write!(to, "{}", beside(&table, &values, page.columns()))
    }

    fn markdown(&self, to: &mut dyn Write) -> io::Result<()> {
        let (title, command) = (self.title, &self.provenance.command);
        let table = (self.table)(&self.rows, Style::Markdown);
        write!(to, "# {title}\n\n```sh\n{command}\n```\n\n{table}")
    }

    fn summary(&self, page: Page) -> String {
        self.heading.as_deref().map_or_else(String::new, |heading| page.fill(heading))
    }

    fn record(&self, to: &mut dyn Write) -> io::Result<()> {
        json::write(&self.provenance, to)
    }
}
