//! The kinds of results: each is a file here, with its rows and how they become a table. The list
//! of them is [`Dataset`].
//!
//! A row is written and read by the same type. A CSV is known by its columns
//! ([`recognise`]), and [`table()`] shows it as its command shows the result. A
//! kind that no one has a better form for is shown column by column, [as it
//! is](mod@self::as_it_is).
//!
//! ```
//! use setodds::report::datasets::{Choice, table};
//! use setodds::report::columns::RenderTarget;
//! use setodds::report::recognise::CsvText;
//!
//! let text = "features,cards,hands,classes\n4,12,70724320184700,41407\n";
//! let source = CsvText { name: "numbers.csv", text };
//! let table = table(&[source], &Choice::default(), RenderTarget::Markdown)?;
//! assert!(table.contains("|    12 | 70,724,320,184,700 |  41,407 |"));
//! # Ok::<(), setodds::report::recognise::TableError>(())
//! ```

pub mod answer;
pub mod as_it_is;
pub mod caps;
pub mod check_input;
pub mod checks;
pub mod classes;
mod dictionary;
pub mod distribution;
pub mod extremes;
pub mod games;
pub mod hands;
mod heading;
pub mod near_sets;
pub mod next;
pub mod puzzles;
pub mod race;
pub mod ranking;
pub mod recognise;
pub(super) mod schema;
mod sheet;
mod table_error;
#[cfg(test)]
mod tests;
mod totals;
pub mod typed;
pub mod ultrasets;

pub use dictionary::dictionary;

use super::Dataset;
use super::columns::RenderTarget;
use super::csv::Row;
use crate::hand::sizes::Sizes;
use crate::measure::Measure;
use crate::report::escape;
use crate::stats::Confidence;
use recognise::{CsvText, Recognised, TableError, names};
use serde::de::DeserializeOwned;

/// The part of a CSV that is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice {
    /// The hand sizes to show; all when missing.
    pub cards: Option<Sizes>,
    /// The measure of a distribution to show; all when missing.
    pub measure: Option<Measure>,
    /// Lists the values between the smallest and the largest that no hand of a distribution has.
    pub gaps: bool,
    /// The level of the intervals.
    pub confidence: Confidence,
}

/// The part of some rows that is shown, and the target.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'a> {
    choice: &'a Choice,
    target: RenderTarget,
}

/// The table of one CSV, or of several of the same kind.
///
/// # Errors
///
/// When a CSV is not a table of the program's or has a row that cannot be read, when tables differ,
/// or when nothing is left of what is chosen.
pub fn table(
    sources: &[CsvText<'_>],
    choice: &Choice,
    target: RenderTarget,
) -> Result<String, TableError> {
    table_of(&Recognised::all(sources, choice.confidence)?, choice, target)
}

/// The table of CSVs that were read and go together.
pub(crate) fn table_of(
    files: &[Recognised<'_>],
    choice: &Choice,
    target: RenderTarget,
) -> Result<String, TableError> {
    choice.suits(&files[0])?;
    files[0].dataset.table(files, View { choice, target })
}

/// Rows that are shown as a list.
pub trait Listed: Row + DeserializeOwned {
    /// The rows of one deck as text, column by column unless a kind of result has a better form.
    fn draw(rows: &[Self], target: RenderTarget) -> String {
        as_it_is::rows(rows, target)
    }
}

/// All rows of some files.
pub(super) fn all<T: DeserializeOwned>(files: &[Recognised<'_>]) -> Result<Vec<T>, TableError> {
    let rows = files.iter().map(Recognised::some_rows).collect::<Result<Vec<Vec<T>>, _>>()?;
    Ok(rows.into_iter().flatten().collect())
}

/// A list of all rows.
pub(super) fn list<R: Listed>(
    files: &[Recognised<'_>],
    view: View<'_>,
) -> Result<String, TableError> {
    by_deck(files, view, |_: &R| (0, 0))
}

/// A list for each deck, of rows whose place is the features of the deck and the hand size.
pub(super) fn by_deck<R: Listed>(
    files: &[Recognised<'_>],
    view: View<'_>,
    place: impl Fn(&R) -> (usize, usize),
) -> Result<String, TableError> {
    let rows = view.choice.of(files, all::<R>(files)?, |row| place(row).1)?;
    let decks = rows.chunk_by(|one, next| place(one).0 == place(next).0);
    let part = |rows: &[R]| (format!("{} features", place(&rows[0]).0), R::draw(rows, view.target));
    Ok(one_by_one(decks.map(part).collect()))
}

impl Choice {
    /// Refuses what a kind of result cannot show.
    fn suits(&self, first: &Recognised<'_>) -> Result<(), TableError> {
        let distribution = first.dataset == Dataset::Distribution;
        let sizes = first.dataset.columns().contains(&"cards");
        first.refuse(&[
            (self.gaps && !distribution, "--gaps"),
            (self.measure.is_some() && !distribution, "--measure"),
            (self.cards.is_some() && !sizes, "--cards"),
        ])
    }

    /// Whether a hand size is shown.
    fn has(&self, cards: usize) -> bool {
        self.cards.as_ref().is_none_or(|sizes| sizes.iter().any(|size| size == cards))
    }

    /// The rows that are shown; an error if none is.
    fn of<T>(
        &self,
        files: &[Recognised<'_>],
        rows: impl IntoIterator<Item = T>,
        cards: impl Fn(&T) -> usize,
    ) -> Result<Vec<T>, TableError> {
        let rows: Vec<T> = rows.into_iter().filter(|row| self.has(cards(row))).collect();
        if rows.is_empty() { Err(self.nothing_of(files)) } else { Ok(rows) }
    }

    fn nothing_of(&self, files: &[Recognised<'_>]) -> TableError {
        let measure = self.measure.map(Measure::name);
        TableError::nothing_of(&names(files), self.cards.as_ref(), measure)
    }
}

/// The tables of several decks or policies one below the other, each with its name; one goes
/// without.
fn one_by_one(parts: Vec<(String, String)>) -> String {
    match <[(String, String); 1]>::try_from(parts) {
        Ok([(_, table)]) => table,
        Err(parts) => {
            let part = |(name, table): &(String, String)| {
                format!("{}:\n\n{table}", escape::markdown(name))
            };
            parts.iter().map(part).collect::<Vec<_>>().join("\n")
        }
    }
}
