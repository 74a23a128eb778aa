//! Rows of any kind column by column.

use crate::report::cell::Cell;
use crate::report::columns::{Grid, RenderTarget};
use crate::report::csv::Row;
use crate::report::field::FieldKind;
use crate::report::number::{exact_percent, grouped, one_in, significant};
use crate::report::share::{limits, percentages};

/// Draws the columns that are not empty; that of the features only where decks differ, with the
/// odds beside a probability.
pub(crate) fn rows<R: Row>(rows: &[R], target: RenderTarget) -> String {
    let rows: Vec<Vec<Cell>> = rows.iter().map(R::cells).collect();
    let mut grid = Grid::of(&rows);
    for (place, field) in R::FIELDS.iter().enumerate() {
        let is_one_deck = field.kind == FieldKind::Features
            && rows.windows(2).all(|pair| pair[0][place] == pair[1][place]);
        let is_empty = |row: &Vec<Cell>| row[place].text().is_none_or(|text| text.is_empty());
        if is_one_deck || rows.iter().all(is_empty) {
            continue;
        }
        if field.kind == FieldKind::Probability && field.name.starts_with("ci_") {
            // Both limits stand in one column.
            if field.name == "ci_low" {
                grid = grid.ranked(field.rank, "interval", |row| interval(row, place));
            }
            continue;
        }
        grid = grid.described(field, |row| shown(&row[place], field.kind));
        if field.name == "probability" {
            grid = grid.ranked(field.rank.max(1), "odds", |row| one_in(row[place].number()?));
        }
    }
    grid.draw(target)
}

/// Returns the confidence limits that stand at a place of a row and behind it, in percent.
fn interval(row: &[Cell], place: usize) -> Option<String> {
    let limits = limits(row[place].number(), row[place + 1].number())?;
    Some(format!("{} %", percentages(limits)))
}

/// Returns a cell for people: counts with separators, probabilities in percent.
fn shown(cell: &Cell, kind: FieldKind) -> Option<String> {
    let text = cell.text()?;
    let shown = match kind {
        FieldKind::Count | FieldKind::Digits => text.parse().map(grouped).ok(),
        FieldKind::Probability => cell.number().map(exact_percent),
        FieldKind::Number(..) => cell.number().map(|number| significant(number, 5)),
        _ => None,
    };
    Some(shown.unwrap_or_else(|| text.into_owned()))
}
