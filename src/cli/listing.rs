//! A list, in all forms, with the record of what made it.

use super::output::{Report, fill};
use super::provenance::record;
use serde::ser::{Serialize, SerializeMap, Serializer};
use setodds::report::columns::RenderTarget;
use setodds::report::datasets::Listed;
use setodds::report::provenance::{ListingProvenance, Provenance};
use setodds::report::race::RaceProvenance;
use setodds::report::{csv, json};
use std::io::{self, Write};

/// Rows, what is said of them, and how they were made.
pub(crate) struct Listing<R, M = ListingProvenance> {
    /// The title of a document,
    pub(crate) title: &'static str,
    /// and what its rows are called in JSON.
    pub(crate) name: &'static str,
    pub(crate) rows: Vec<R>,
    /// What stands above the table, if anything,
    pub(crate) heading: String,
    /// and below it.
    pub(crate) closing: String,
    pub(crate) made: M,
}

/// How a list was made; `()` where that is not worth a record.
pub(crate) trait Made {
    /// The command, where there is a record.
    fn command(&self) -> Option<&str> {
        None
    }

    /// What stands before the rows in JSON: the record first.
    fn entries<M: SerializeMap>(&self, _: &mut M) -> Result<(), M::Error> {
        Ok(())
    }

    /// The record.
    fn record(&self) -> Option<String> {
        None
    }
}

impl Made for () {}

macro_rules! recorded {
    ($($provenance:ty),*) => {$(
        impl Made for $provenance {
            fn command(&self) -> Option<&str> {
                Some(&self.command)
            }

            fn entries<M: SerializeMap>(&self, document: &mut M) -> Result<(), M::Error> {
                document.serialize_entry("provenance", self)
            }

            fn record(&self) -> Option<String> {
                Some(record(self))
            }
        }
    )*};
}

recorded!(ListingProvenance, Provenance, RaceProvenance);

impl<R: Listed, M: Made> Listing<R, M> {
    /// Rows of which nothing is said.
    pub(crate) fn new(title: &'static str, name: &'static str, rows: Vec<R>, made: M) -> Self {
        Self { title, name, rows, heading: String::new(), closing: String::new(), made }
    }
}

impl<R: Listed, M: Made> Serialize for Listing<R, M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.made.command().is_none() {
            return self.rows.serialize(serializer);
        }
        let mut document = serializer.serialize_map(None)?;
        self.made.entries(&mut document)?;
        document.serialize_entry(self.name, &self.rows)?;
        document.end()
    }
}

impl<R: Listed, M: Made> Report for Listing<R, M> {
    fn csv(&self, to: &mut dyn Write) -> io::Result<()> {
        csv::write(&self.rows, to)
    }

    fn json(&self, to: &mut dyn Write) -> io::Result<()> {
        json::write(self, to)
    }

    fn text(&self, target: RenderTarget, to: &mut dyn Write) -> io::Result<()> {
        if !target.is_markdown() && !self.heading.is_empty() {
            writeln!(to, "{}", fill(&self.heading, target))?;
        }
        if let Some(command) = self.made.command().filter(|_| target.is_markdown()) {
            write!(to, "# {}\n\n```sh\n{command}\n```\n\n", self.title)?;
        }
        let gap = if self.closing.is_empty() { "" } else { "\n" };
        write!(to, "{}{gap}{}", R::draw(&self.rows, target), fill(&self.closing, target))
    }

    fn summary(&self, target: RenderTarget) -> String {
        fill(&format!("{}{}", self.heading, self.closing), target)
    }

    fn record(&self) -> Option<String> {
        self.made.record()
    }
}
