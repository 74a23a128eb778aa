//! A kind of result: its columns, description, table and chart.

pub(crate) mod as_it_is;
pub(crate) mod recognised;
pub(crate) mod table_error;
pub(crate) mod view;

pub use super::chart::{Chart, Options};
pub use recognised::Recognised;
pub use table_error::TableError;
pub use view::View;

use super::columns::RenderTarget;
use super::csv::Row;
use super::field::{Field, Role};
use serde::de::DeserializeOwned;
use std::fmt;
use view::{all, one_by_one};

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
    /// When a row cannot be read, or when the files do not go into one table.
    fn table(files: &[Recognised<'_>], view: View<'_>) -> Result<String, TableError> {
        let rows = all::<Self>(files)?;
        let decks = rows.chunk_by(|one, next| one.deck() == next.deck());
        let part =
            |rows: &[Self]| (format!("{} features", rows[0].deck()), Self::draw(rows, view.target));
        Ok(one_by_one(decks.map(part).collect()))
    }

    /// The chart of some files.
    ///
    /// # Errors
    ///
    /// When a row cannot be read, or when there is nothing to draw.
    fn chart(files: &[Recognised<'_>], _: &Options) -> Result<Chart, TableError> {
        Err(TableError::Unsuitable(format!(
            "{} lists {}: there is nothing to draw; {}",
            files[0].source.name,
            Self::WORDS,
            Self::INSTEAD
        )))
    }
}

/// A [`Kind`] with its row type erased.
#[derive(Clone, Copy)]
pub struct Dataset {
    /// The kind in words, and the command that writes it.
    pub words: &'static str,
    /// The descriptions of its columns, in the order in which they are written.
    pub fields: &'static [Field],
    limits_follow: bool,
    pub(crate) table: fn(&[Recognised<'_>], View<'_>) -> Result<String, TableError>,
    pub(crate) chart: fn(&[Recognised<'_>], &Options) -> Result<Chart, TableError>,
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
            table: K::table,
            chart: K::chart,
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
        self.names(|field| !field.may_be_absent)
    }

    /// The names of some of its columns.
    fn names(self, is_wanted: impl Fn(&Field) -> bool) -> Vec<&'static str> {
        self.fields.iter().filter(|field| is_wanted(field)).map(|field| field.name).collect()
    }

    /// The description of a column, if the table has it.
    pub(crate) fn field(self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
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
