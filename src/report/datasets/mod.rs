//! The kinds of results: each is a file here, with its rows and how they become a table and a
//! chart. The list of them is [`kinds::ALL`](super::kinds::ALL).
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
pub mod recognised;
pub(super) mod schema;
mod sheet;
pub(super) mod table_error;
#[cfg(test)]
mod tests;
mod totals;
pub mod typed;
pub mod ultrasets;
pub mod view;

pub use dictionary::dictionary;
pub use view::Choice;

use super::columns::RenderTarget;
use crate::measure::Measure;
use distribution::DistributionRow;
use recognise::{CsvText, TableError, recognised};
use recognised::{Recognised, chosen};
use view::View;

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
    let files = recognised(sources, choice.confidence)?;
    suits(&files[0], choice)?;
    let files = chosen(files, choice.cards.as_ref(), choice.measure.map(Measure::name))?;
    (files[0].dataset.table)(&files, View { choice, target })
}

/// Refuses what a kind of result cannot show.
fn suits(first: &Recognised<'_>, choice: &Choice) -> Result<(), TableError> {
    let distribution = first.dataset.is::<DistributionRow>();
    let sizes = first.dataset.columns().contains(&"cards");
    first.refuse(&[
        (choice.gaps && !distribution, "--gaps"),
        (choice.measure.is_some() && !distribution, "--measure"),
        (choice.cards.is_some() && !sizes, "--cards"),
    ])
}
