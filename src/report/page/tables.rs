//! The tables of results, as `setodds table` shows them.

use crate::report::columns::RenderTarget;
use crate::report::datasets::recognise::{Recognised, TableError};
use crate::report::datasets::{Choice, table_of};
use crate::stats::Confidence;
use std::slice;

/// The lines that are shown of a longer table.
pub(super) const MOST_LINES: usize = 90;

/// The table of a CSV, as much of it as is shown.
pub(super) fn shown(found: &Recognised<'_>, confidence: Confidence) -> Result<String, TableError> {
    let files = slice::from_ref(found);
    Recognised::together(files)?;
    let choice = Choice { confidence, ..Choice::default() };
    match table_of(files, &choice, RenderTarget::PLAIN) {
        Ok(table) => Ok(cut(&table, found.source.name)),
        Err(TableError::Empty(_)) => Ok("no rows\n".to_owned()),
        Err(error) => Err(error),
    }
}

/// The beginning of a table that is too long to be shown.
fn cut(table: &str, path: &str) -> String {
    let lines = table.lines().count();
    if lines <= MOST_LINES {
        return table.to_owned();
    }
    let shown: String = table.split_inclusive('\n').take(MOST_LINES).collect();
    format!("{shown}... and {} more lines: setodds table {path}\n", lines - MOST_LINES)
}
