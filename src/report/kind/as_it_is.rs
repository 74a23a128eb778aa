//! Rows of any kind column by column.

use crate::report::columns::{Grid, RenderTarget};
use crate::report::csv::{self, Row};
use crate::report::field::{Field, FieldKind};
use crate::report::number::{exact_percent, grouped, one_in, significant};
use crate::report::share::{limits, percentages};

/// Rows of any type, column by column.
pub(crate) fn rows<R: Row>(rows: &[R], target: RenderTarget) -> String {
    let text = csv::text(rows);
    let mut reader = ::csv::Reader::from_reader(text.as_bytes());
    let records = reader.records().filter_map(Result::ok);
    let cells: Vec<Vec<String>> =
        records.map(|record| record.iter().map(str::to_owned).collect()).collect();
    drawn(&R::FIELDS.iter().collect::<Vec<_>>(), &cells, target)
}

/// The columns that are not empty; that of the features only where decks differ, with the odds
/// beside a probability.
fn drawn(fields: &[&Field], rows: &[Vec<String>], target: RenderTarget) -> String {
    let mut grid = Grid::of(rows);
    for (place, field) in fields.iter().enumerate() {
        let is_one_deck = field.kind == FieldKind::Features
            && rows.windows(2).all(|pair| pair[0][place] == pair[1][place]);
        if is_one_deck || rows.iter().all(|row| row[place].is_empty()) {
            continue;
        }
        if field.kind == FieldKind::Probability && field.name.starts_with("ci_") {
            // Both limits stand in one column.
            if field.name == "ci_low" {
                grid = grid.ranked(field.rank, "interval", |row| interval(row, place));
            }
            continue;
        }
        grid = grid.described(field, |row| Some(shown(&row[place], field.kind)));
        if field.name == "probability" {
            let odds = |row: &Vec<String>| row[place].parse().ok().and_then(one_in);
            grid = grid.ranked(field.rank.max(1), "odds", odds);
        }
    }
    grid.draw(target)
}

/// The confidence limits that stand at a place of a row and behind it, in percent.
fn interval(row: &[String], place: usize) -> Option<String> {
    let limit = |place: usize| row.get(place)?.parse().ok();
    let limits = limits(limit(place), limit(place + 1))?;
    Some(format!("{} %", percentages(limits)))
}

/// A cell for people: counts with separators, probabilities in percent.
fn shown(cell: &str, kind: FieldKind) -> String {
    let shown = match kind {
        FieldKind::Count | FieldKind::Digits => cell.parse().map(grouped).ok(),
        FieldKind::Probability => cell.parse().map(exact_percent).ok(),
        FieldKind::Number(..) => cell.parse().map(|number| significant(number, 5)).ok(),
        _ => None,
    };
    shown.unwrap_or_else(|| cell.to_owned())
}
