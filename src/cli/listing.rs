//! A list, in all forms, with the record of what made it.

use super::output::{Report, fill};
use super::provenance::record;
use crate::game::Rules;
use crate::report::caps::CapRow;
use crate::report::columns::RenderTarget;
use crate::report::datasets::Listed;
use crate::report::provenance::{ListingDetails, Provenance};
use crate::report::{csv, json};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::io::{self, Write};

/// Rows, what is said of them, and how they were made.
pub(crate) struct Listing<R, D = ListingDetails> {
    /// The title of a document,
    pub(crate) title: &'static str,
    /// and what its rows are called in JSON.
    pub(crate) name: &'static str,
    pub(crate) rows: Vec<R>,
    /// What stands above the table, if anything,
    pub(crate) heading: String,
    /// and below it.
    pub(crate) closing: String,
    /// The caps of each size, where the rows represent their classes; JSON has them, too.
    pub(crate) sizes: Vec<CapRow>,
    /// The rules of the games that the rows are of; a column of the CSV, unless they are those of
    /// the booklet.
    pub(crate) rules: Rules,
    /// Missing where it is not worth a record; JSON then has the rows alone.
    pub(crate) made: Option<Provenance<D>>,
}

impl<R: Listed, D> Listing<R, D> {
    /// Rows of which nothing is said.
    pub(crate) fn new(
        title: &'static str,
        name: &'static str,
        rows: Vec<R>,
        made: Option<Provenance<D>>,
    ) -> Self {
        let (heading, closing, sizes) = (String::new(), String::new(), Vec::new());
        Self { title, name, rows, heading, closing, sizes, rules: Rules::default(), made }
    }
}

impl<R: Listed, D: Serialize> Serialize for Listing<R, D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some(made) = &self.made else { return self.rows.serialize(serializer) };
        let mut document = serializer.serialize_map(None)?;
        document.serialize_entry("provenance", made)?;
        if !self.sizes.is_empty() {
            document.serialize_entry("sizes", &self.sizes)?;
        }
        document.serialize_entry(self.name, &self.rows)?;
        document.end()
    }
}

impl<R: Listed, D: Serialize> Report for Listing<R, D> {
    fn csv(&self, to: &mut dyn Write) -> io::Result<()> {
        csv::write_by_rules(R::COLUMNS, &self.rows, self.rules, to)
    }

    fn json(&self, to: &mut dyn Write) -> io::Result<()> {
        json::write(self, to)
    }

    fn text(&self, target: RenderTarget, to: &mut dyn Write) -> io::Result<()> {
        if !target.is_markdown() && !self.heading.is_empty() {
            writeln!(to, "{}", fill(&self.heading, target))?;
        }
        if let Some(made) = self.made.as_ref().filter(|_| target.is_markdown()) {
            write!(to, "# {}\n\n```sh\n{}\n```\n\n", self.title, made.command)?;
        }
        let gap = if self.closing.is_empty() { "" } else { "\n" };
        write!(to, "{}{gap}{}", R::draw(&self.rows, target), fill(&self.closing, target))
    }

    fn summary(&self, target: RenderTarget) -> String {
        fill(&format!("{}{}", self.heading, self.closing), target)
    }

    fn record(&self) -> Option<String> {
        self.made.as_ref().map(record)
    }
}
