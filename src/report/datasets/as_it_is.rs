//! Any CSV of the program column by column.

use super::View;
use crate::report::columns::Grid;
use crate::report::datasets::recognise::{Recognised, TableError};
use crate::report::number::{grouped, significant};

/// The columns that count something; other digits, such as those of cards, are names.
const COUNTS: [&str; 6] = ["count", "total", "hands", "games", "caps", "stabilizer"];

const PROBABILITIES: [&str; 4] = ["probability", "ci_low", "ci_high", "exact_probability"];

/// The columns of some files, those that are empty left out.
pub(crate) fn as_it_is(
    files: &[Recognised<'_>],
    View { choice, target }: View<'_>,
) -> Result<String, TableError> {
    let (mut header, mut all) = (Vec::new(), Vec::new());
    for file in files {
        let (own, rows) = file.cells();
        if rows.is_empty() {
            return Err(file.empty());
        }
        if header.is_empty() {
            header = own;
        } else if header != own {
            return Err(TableError::Unsuitable(format!(
                "{} has other columns than {}; give them one by one",
                file.source.name, files[0].source.name
            )));
        }
        all.extend(rows);
    }
    let cards = header.iter().position(|title| title == "cards");
    let size = |row: &Vec<String>| cards.and_then(|place| row[place].parse().ok()).unwrap_or(0);
    let rows = if cards.is_some() { choice.of(files, all, size)? } else { all };
    let mut grid = Grid::of(&rows);
    for (place, column) in header.iter().enumerate() {
        if rows.iter().any(|row| !row[place].is_empty()) {
            let title = column.replace('_', " ");
            grid = grid.ranked(rank(column), &title, |row| readable(&row[place], column));
        }
    }
    Ok(grid.draw(target))
}

/// What others say, too, goes first where space is short.
fn rank(column: &str) -> usize {
    match column {
        "numerator" | "denominator" => 3,
        "ci_low" | "ci_high" => 2,
        "total" => 1,
        _ => 0,
    }
}

/// Counts of many digits get separators, probabilities few digits.
fn readable(cell: &str, column: &str) -> String {
    if PROBABILITIES.contains(&column) {
        let rounded = cell.parse().map(|number| significant(number, 5));
        return rounded.ok().filter(|it| it.len() < cell.len()).unwrap_or_else(|| cell.to_owned());
    }
    let count = cell.parse().ok().filter(|&number: &u128| number >= 10_000);
    let count = count.filter(|_| COUNTS.contains(&column));
    count.map_or_else(|| cell.to_owned(), grouped)
}
