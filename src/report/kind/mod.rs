//! Kinds of results: the columns, the description, the table and the chart of each kind.

pub(crate) mod as_it_is;

pub use super::chart::{Chart, Options};
pub use super::sheet::{Rows, TableError};

use super::columns::RenderTarget;
use super::csv::Row;
use super::escape::excerpt;
use super::field::{Field, Role};
use super::groups::by_key;
use super::sheet::all;
use crate::stats::Confidence;
use csv::StringRecord;
use serde::de::DeserializeOwned;
use std::fmt;

/// Options for formatting a table.
#[derive(Clone, Copy, Debug)]
pub struct View {
    pub(crate) target: RenderTarget,
    /// The confidence level of the intervals in the table.
    pub(crate) confidence: Confidence,
    /// Whether distributions also list the values in their range that no hand has.
    pub(crate) gaps: bool,
}

/// Kind of result with its table and chart, implemented by its row type.
pub trait Kind: Row + DeserializeOwned {
    /// The description of the kind of result, with the command that writes it.
    const WORDS: &'static str;
    /// The suggestion of what can be drawn instead, for kinds of results without a chart.
    const INSTEAD: &'static str = "the distributions of `odds` and `simulate` can be drawn";
    /// Whether confidence limits, if there are any, can be computed from the counts and totals.
    const LIMITS_FOLLOW: bool = true;

    /// Returns the number of features of the row's deck, or 0 for kinds that do not have one table
    /// per deck.
    fn deck(&self) -> usize {
        0
    }

    /// Formats the rows of one deck as a text table; by default, all columns.
    fn draw(rows: &[Self], target: RenderTarget) -> String {
        as_it_is::rows(rows, target)
    }

    /// Formats the table of one or more files.
    ///
    /// # Errors
    ///
    /// Fails if the files do not fit into one table.
    fn table(files: Vec<Rows<'_, Self>>, view: View) -> Result<String, TableError> {
        let decks = by_key(all(files), Self::deck).into_iter();
        let part = |(deck, rows): (usize, Vec<Self>)| {
            (format!("{deck} features"), Self::draw(&rows, view.target))
        };
        Ok(titled_tables(decks.map(part).collect(), view.target))
    }

    /// Draws the chart of one or more files.
    ///
    /// # Errors
    ///
    /// Fails if this kind has no chart or there is nothing to draw.
    fn chart(files: Vec<Rows<'_, Self>>, _: &Options) -> Result<Chart, TableError> {
        Err(TableError::Unsuitable(format!(
            "{} lists {}: there is nothing to draw; {}",
            files[0].name,
            Self::WORDS,
            Self::INSTEAD
        )))
    }
}

/// Rows of a CSV as text, with one cell for each column of the kind of result.
pub type TextRows<'a> = Rows<'a, StringRecord>;

/// Kind of result as a value, in which the row type of [`Kind`] is erased.
#[derive(Clone, Copy)]
pub struct Dataset {
    /// The description of the kind of result, with the command that writes it.
    pub words: &'static str,
    /// The descriptions of the columns, in the order in which CSV files have them.
    pub fields: &'static [Field],
    limits_follow: bool,
    pub(crate) table: fn(&[TextRows<'_>], View) -> Result<String, TableError>,
    pub(crate) chart: fn(&[TextRows<'_>], &Options) -> Result<Chart, TableError>,
}

/// Parses the rows of some CSV files into the row type of a kind of result.
pub(super) fn parsed<'a, K: Kind>(files: &[TextRows<'a>]) -> Result<Vec<Rows<'a, K>>, TableError> {
    let file = |file: &TextRows<'a>| {
        let row = |cells: &StringRecord| {
            let wrong = |error| parse_error(K::FIELDS, file.name, cells, &error);
            cells.deserialize(None).map_err(wrong)
        };
        let rows = file.rows.iter().map(row).collect::<Result<_, _>>()?;
        Ok(Rows { name: file.name, rows })
    };
    files.iter().map(file).collect()
}

/// Returns the error for a row of a CSV whose cells are within their limits but do not parse as the
/// row type.
fn parse_error(
    fields: &[Field],
    name: &str,
    cells: &StringRecord,
    error: &csv::Error,
) -> TableError {
    let csv::ErrorKind::Deserialize { err, .. } = error.kind() else {
        return TableError::in_record(name, cells, &error.to_string());
    };
    let what = excerpt(&err.kind().to_string());
    let place = err.field().and_then(|field| usize::try_from(field).ok());
    // For an invalid name, `csv` gives no column, but its error lists the valid names.
    match place.and_then(|place| Some([fields.get(place)?.name, cells.get(place)?])) {
        Some(cell) => TableError::in_cell(name, cells, cell, &what),
        None => TableError::in_record(name, cells, &what),
    }
}

/// Joins the tables of several decks or policies, each under its name; a single table gets no name.
pub(crate) fn titled_tables(parts: Vec<(String, String)>, target: RenderTarget) -> String {
    match <[(String, String); 1]>::try_from(parts) {
        Ok([(_, table)]) => table,
        Err(parts) => {
            let part =
                |(name, table): &(String, String)| format!("{}:\n\n{table}", target.escaped(name));
            parts.iter().map(part).collect::<Vec<_>>().join("\n")
        }
    }
}

impl fmt::Debug for Dataset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words)
    }
}

impl PartialEq for Dataset {
    fn eq(&self, other: &Self) -> bool {
        self.words == other.words
    }
}

impl Dataset {
    /// Returns the kind of result that the row type `K` implements.
    #[must_use]
    pub const fn of<K: Kind>() -> Self {
        Self {
            words: K::WORDS,
            fields: K::FIELDS,
            limits_follow: K::LIMITS_FOLLOW,
            table: |files, view| K::table(parsed(files)?, view),
            chart: |files, options| K::chart(parsed(files)?, options),
        }
    }

    /// Returns whether this is the kind of result that the row type `K` implements.
    pub(crate) fn is<K: Kind>(self) -> bool {
        self == Self::of::<K>()
    }

    /// Returns the names of all columns of this kind of result.
    #[must_use]
    pub fn columns(self) -> Vec<&'static str> {
        self.names(|_| true)
    }

    /// Returns the names of the columns that every CSV file of this kind must have.
    pub(crate) fn required_columns(self) -> Vec<&'static str> {
        self.names(|field| field.absent.is_none())
    }

    /// Returns the names of the columns whose descriptions satisfy a condition.
    fn names(self, is_wanted: impl Fn(&Field) -> bool) -> Vec<&'static str> {
        self.fields.iter().filter(|field| is_wanted(field)).map(|field| field.name).collect()
    }

    /// Returns the description of a column, or `None` if the kind of result does not have it.
    pub(crate) fn field(self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// Returns the index of a column, or `None` if the kind of result does not have it.
    pub(crate) fn place(self, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.name == name)
    }

    /// Returns the names of the key columns, which identify a row.
    pub(crate) fn keys(self) -> Vec<&'static str> {
        self.names(Field::is_key)
    }

    /// Returns the names of the columns whose values are equal in all rows that add up to one
    /// total, or an empty list if rows are not parts of a whole.
    pub(crate) fn whole(self) -> Vec<&'static str> {
        if self.fields.iter().all(|field| field.role != Role::Part) {
            return Vec::new();
        }
        self.names(|field| field.role == Role::Key)
    }

    /// Returns whether the table has confidence limits that can be computed from its counts and
    /// totals.
    pub(crate) fn limits_follow(self) -> bool {
        self.limits_follow && ["total", "ci_low"].iter().all(|name| self.field(name).is_some())
    }
}
