//! A kind of result: its columns, description, table and chart.

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

/// The form of a table.
#[derive(Clone, Copy, Debug)]
pub struct View {
    pub(crate) target: RenderTarget,
    /// The level of the intervals.
    pub(crate) confidence: Confidence,
    /// Lists the values between the smallest and the largest that no hand of a distribution has.
    pub(crate) gaps: bool,
}

/// A kind of result, by the type of its rows.
pub trait Kind: Row + DeserializeOwned {
    /// The kind in words, and the command that writes it.
    const WORDS: &'static str;
    /// The advice for a kind that has no chart: what else can be drawn.
    const INSTEAD: &'static str = "the distributions of `odds` and `simulate` can be drawn";
    /// Whether the confidence limits, if it has any, follow from its counts and totals.
    const LIMITS_FOLLOW: bool = true;

    /// The features of the deck, in kinds whose decks have a table each.
    fn deck(&self) -> usize {
        0
    }

    /// The rows of one deck as text, column by column unless the kind has a better form.
    fn draw(rows: &[Self], target: RenderTarget) -> String {
        as_it_is::rows(rows, target)
    }

    /// The table of some files.
    ///
    /// # Errors
    ///
    /// When the files do not go into one table.
    fn table(files: Vec<Rows<'_, Self>>, view: View) -> Result<String, TableError> {
        let decks = by_key(all(files), Self::deck).into_iter();
        let part = |(deck, rows): (usize, Vec<Self>)| {
            (format!("{deck} features"), Self::draw(&rows, view.target))
        };
        Ok(one_by_one(decks.map(part).collect(), view.target))
    }

    /// The chart of some files.
    ///
    /// # Errors
    ///
    /// When there is nothing to draw.
    fn chart(files: Vec<Rows<'_, Self>>, _: &Options) -> Result<Chart, TableError> {
        Err(TableError::Unsuitable(format!(
            "{} lists {}: there is nothing to draw; {}",
            files[0].name,
            Self::WORDS,
            Self::INSTEAD
        )))
    }
}

/// The rows of a CSV as text: the cells of all columns of its kind, in their order.
pub type TextRows<'a> = Rows<'a, StringRecord>;

/// A [`Kind`] with its row type erased.
#[derive(Clone, Copy)]
pub struct Dataset {
    /// The kind in words, and the command that writes it.
    pub words: &'static str,
    /// The descriptions of its columns, in the order in which they are written.
    pub fields: &'static [Field],
    limits_follow: bool,
    pub(crate) table: fn(&[TextRows<'_>], View) -> Result<String, TableError>,
    pub(crate) chart: fn(&[TextRows<'_>], &Options) -> Result<Chart, TableError>,
}

/// Returns the rows of some files as those of a kind.
pub(super) fn typed<'a, K: Kind>(files: &[TextRows<'a>]) -> Result<Vec<Rows<'a, K>>, TableError> {
    let file = |file: &TextRows<'a>| {
        let row = |cells: &StringRecord| {
            let wrong = |error| unreadable(K::FIELDS, file.name, cells, &error);
            cells.deserialize(None).map_err(wrong)
        };
        let rows = file.rows.iter().map(row).collect::<Result<_, _>>()?;
        Ok(Rows { name: file.name, rows })
    };
    files.iter().map(file).collect()
}

/// The error of a row whose cells are within their limits, but not of the types of its kind.
fn unreadable(
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
    // Where a name is not valid, csv tells no column; the error says what is meant.
    match place.and_then(|place| Some([fields.get(place)?.name, cells.get(place)?])) {
        Some(cell) => TableError::in_cell(name, cells, cell, &what),
        None => TableError::in_record(name, cells, &what),
    }
}

/// Returns the tables of several decks or policies one below the other, each with its name; one
/// goes without.
pub(crate) fn one_by_one(parts: Vec<(String, String)>, target: RenderTarget) -> String {
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
    /// The kind of some rows.
    #[must_use]
    pub const fn of<K: Kind>() -> Self {
        Self {
            words: K::WORDS,
            fields: K::FIELDS,
            limits_follow: K::LIMITS_FOLLOW,
            table: |files, view| K::table(typed(files)?, view),
            chart: |files, options| K::chart(typed(files)?, options),
        }
    }

    /// Whether its rows are of this type.
    pub(crate) fn is<K: Kind>(self) -> bool {
        self == Self::of::<K>()
    }

    /// The names of its columns.
    #[must_use]
    pub fn columns(self) -> Vec<&'static str> {
        self.names(|_| true)
    }

    /// The names of the columns that every file of it has.
    pub(crate) fn required_columns(self) -> Vec<&'static str> {
        self.names(|field| field.absent.is_none())
    }

    /// The names of some of its columns.
    fn names(self, is_wanted: impl Fn(&Field) -> bool) -> Vec<&'static str> {
        self.fields.iter().filter(|field| is_wanted(field)).map(|field| field.name).collect()
    }

    /// Returns the description of a column, if the table has it.
    pub(crate) fn field(self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// Returns the place of a column in the cells of a row, if the table has it.
    pub(crate) fn place(self, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.name == name)
    }

    /// The names of the columns that tell rows apart.
    pub(crate) fn keys(self) -> Vec<&'static str> {
        self.names(Field::is_key)
    }

    /// The names of the columns in which rows agree whose counts add up to their total; none where
    /// rows are not parts of a whole.
    pub(crate) fn whole(self) -> Vec<&'static str> {
        if self.fields.iter().all(|field| field.role != Role::Part) {
            return Vec::new();
        }
        self.names(|field| field.role == Role::Key)
    }

    /// Returns whether the table has confidence limits that follow from its counts and totals.
    pub(crate) fn limits_follow(self) -> bool {
        self.limits_follow && ["total", "ci_low"].iter().all(|name| self.field(name).is_some())
    }
}
