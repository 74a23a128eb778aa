//! Generic text table for any kind of rows.

use crate::report::cell::Cell;
use crate::report::columns::{Grid, RenderTarget};
use crate::report::csv::Row;
use crate::report::estimate::{Estimate, limits};
use crate::report::field::{Field, FieldKind};
use crate::report::number::{exact_percent, grouped, significant};

/// Formats a table of all columns that are not empty. The number of features is shown only if decks
/// differ; a probability is accompanied by its odds.
pub(crate) fn rows<R: Row>(rows: &[R], target: RenderTarget) -> String {
    let rows: Vec<Vec<Cell>> = rows.iter().cloned().map(R::cells).collect();
    let mut grid = Grid::new(&rows);
    for (place, field) in R::FIELDS.iter().enumerate() {
        let is_one_deck = field.kind == FieldKind::Features
            && rows.windows(2).all(|pair| pair[0][place] == pair[1][place]);
        let is_empty = |row: &Vec<Cell>| row[place].text().is_none_or(|text| text.is_empty());
        if is_one_deck || rows.iter().all(is_empty) {
            continue;
        }
        match (field.kind, field.name) {
            (FieldKind::Probability, "probability") => {
                grid = grid
                    .described(field, |row| Some(estimate(R::FIELDS, row)?.percentage()))
                    .ranked(field.rank.max(1), "odds", |row| estimate(R::FIELDS, row)?.one_in());
            }
            // Both limits are shown in one column.
            (FieldKind::Probability, "ci_low") => {
                let interval = |row: &Vec<Cell>| Some(estimate(R::FIELDS, row)?.interval()? + " %");
                grid = grid.ranked(field.rank, "interval", interval);
            }
            (FieldKind::Probability, "ci_high") => {}
            _ => grid = grid.described(field, |row| shown(&row[place], field.kind)),
        }
    }
    grid.draw(target)
}

/// Returns the probability of a row with its limits, or `None` if it has no probability.
fn estimate(fields: &[Field], row: &[Cell]) -> Option<Estimate> {
    let number = |name| {
        let place = fields.iter().position(|field| field.name == name)?;
        row[place].real()
    };
    let limits = limits(number("ci_low"), number("ci_high"));
    Some(Estimate::without_counts(number("probability")?, limits))
}

/// Formats a cell for people: counts with separators, probabilities in percent. Returns `None` if
/// the value is missing.
fn shown(cell: &Cell, kind: FieldKind) -> Option<String> {
    let text = cell.text()?;
    let shown = match kind {
        FieldKind::Count | FieldKind::Digits => text.parse().map(grouped).ok(),
        FieldKind::Probability => cell.real().map(exact_percent),
        FieldKind::Number(..) => cell.real().map(|number| significant(number, 5)),
        _ => None,
    };
    Some(shown.unwrap_or_else(|| text.into_owned()))
}
