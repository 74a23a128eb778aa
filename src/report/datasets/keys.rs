//! The columns that tell rows apart: no two rows agree in all of them.

use super::table_error::TableError;
use crate::report::Dataset;
use crate::report::escape::excerpt;
use csv::StringRecord;
use std::collections::HashMap;

/// Refuses a row that tells of the same thing as one before it, whether or not they agree.
pub(super) fn check(
    table: Dataset,
    name: &str,
    columns: &StringRecord,
    rows: &[StringRecord],
) -> Result<(), TableError> {
    let keys = table.keys().into_iter();
    let places = keys.filter_map(|name| columns.iter().position(|column| column == name));
    let places: Vec<usize> = places.collect();
    let mut known: HashMap<Vec<&str>, &StringRecord> = HashMap::with_capacity(rows.len());
    for row in rows {
        let key: Vec<&str> = places.iter().map(|&place| &row[place]).collect();
        if let Some(first) = known.insert(key, row) {
            let line = first.position().map_or(1, csv::Position::line);
            let named = places.iter().filter(|&&place| !row[place].is_empty());
            let named = named.map(|&place| format!("{} {}", &columns[place], excerpt(&row[place])));
            let what = format!(
                ": {} stood in line {line} already; give the rows of two runs one by one",
                named.collect::<Vec<_>>().join(", ")
            );
            return Err(TableError::in_line(name, row.position(), &what));
        }
    }
    Ok(())
}
