//! CSVs by their names, and why one cannot be shown.

use crate::hand::sizes::Sizes;
use crate::report::escape::excerpt;
use csv::DeserializeErrorKind::{InvalidUtf8, ParseBool, ParseFloat, ParseInt};
use csv::StringRecord;
use std::num::IntErrorKind;

/// A CSV with the name that messages call it by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CsvText<'a> {
    /// The name, such as that of the file.
    pub name: &'a str,
    /// The content of the CSV.
    pub text: &'a str,
}

/// Why a CSV cannot be shown: the place, the fault, and the remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// A header and nothing else.
    #[error("{0} has no rows below its header: there is nothing to show")]
    Empty(String),
    /// Columns or rows of no table, lists, or tables that do not go together.
    #[error("{0}")]
    Unsuitable(String),
}

impl TableError {
    /// Files of these names have no rows of what was chosen.
    pub(crate) fn nothing_of(names: &str, cards: Option<&Sizes>, measure: Option<&str>) -> Self {
        let cards = cards.map_or_else(String::new, |cards| format!(" of {cards} cards"));
        let measure = measure.map_or_else(String::new, |measure| format!(" for `{measure}`"));
        Self::Unsuitable(format!(
            "{names} has no rows{cards}{measure}; leave out --cards and --measure to see all there \
             are"
        ))
    }

    /// Something is wrong with a line, by default the first.
    pub(crate) fn in_line(name: &str, position: Option<&csv::Position>, what: &str) -> Self {
        let line = position.map_or(1, csv::Position::line);
        Self::Unsuitable(format!("{name}, line {line}{what}"))
    }

    /// The error of a record that cannot be read.
    pub(crate) fn unreadable(
        name: &str,
        header: &StringRecord,
        record: &StringRecord,
        error: &csv::Error,
    ) -> Self {
        let csv::ErrorKind::Deserialize { err, .. } = error.kind() else {
            return Self::in_line(name, error.position(), &format!(": {error}"));
        };
        let place = err.field().and_then(|field| usize::try_from(field).ok());
        // Where a name is not valid csv tells no column; the error says what is meant.
        let cell = place.and_then(|place| Some((header.get(place)?, record.get(place)?)));
        let (column, text) = cell.map_or((String::new(), ""), |(column, text)| {
            (format!(", column `{}`", excerpt(column)), text)
        });
        Self::in_line(name, record.position(), &format!("{column}: {}", misread(err.kind(), text)))
    }
}

/// Why a cell is not what its column holds.
fn misread(kind: &csv::DeserializeErrorKind, cell: &str) -> String {
    let wanted = match kind {
        ParseInt(error) => match error.kind() {
            IntErrorKind::PosOverflow => "is too large",
            _ => "is not a whole number",
        },
        ParseFloat(_) => "is not a number",
        ParseBool(_) => "is neither true nor false",
        InvalidUtf8(_) => "is not UTF-8 text",
        other => return excerpt(&other.to_string()),
    };
    format!("`{}` {wanted}", excerpt(cell))
}
