//! Any CSV of the program column by column.

use super::View;
use crate::report::columns::Grid;
use crate::report::datasets::recognise::{Recognised, TableError};
use crate::report::number::grouped;

/// The columns that count something; other digits, such as those of cards, are names.
const COUNTS: [&str; 6] = ["count", "total", "hands", "games", "caps", "stabilizer"];

/// The columns of some files, those that are empty left out.
pub(super) fn as_it_is(
    files: &[Recognised<'_>],
    View { choice, target }: View<'_>,
) -> Result<String, TableError> {
    let (mut header, mut all) = (Vec::new(), Vec::new());
    for file in files {
        let (own, rows) = file.cells()?;
        if rows.is_empty() {
            return Err(file.empty());
        }
        if header.is_empty() {
            header = own;
        } else if header != own {
            return Err(TableError::Unsuitable(format!(
                "{} has its columns in another order than {}; give them one by one",
                file.source.name, files[0].source.name
            )));
        }
        all.extend(rows);
    }
    let cards = header.iter().position(|title| title == "cards");
    let size = |row: &Vec<String>| cards.and_then(|place| row[place].parse().ok()).unwrap_or(0);
    let rows = if cards.is_some() { choice.of(files, all, size)? } else { all };
    let mut grid = Grid::of_text(&rows);
    for (place, column) in header.iter().enumerate() {
        if rows.iter().any(|row| !row[place].is_empty()) {
            grid = grid.column(&column.replace('_', " "), |row| readable(&row[place], column));
        }
    }
    Ok(grid.draw(target))
}

/// Counts of many digits get separators.
fn readable(cell: &str, column: &str) -> String {
    let count = cell.parse().ok().filter(|&number: &u128| number >= 10_000);
    let count = count.filter(|_| COUNTS.contains(&column));
    count.map_or_else(|| cell.to_owned(), grouped)
}
