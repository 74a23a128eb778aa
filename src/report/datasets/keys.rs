//! The columns that tell rows apart: no two rows agree in all of them.

use super::table_error::TableError;
use crate::report::Dataset;
use crate::report::escape::excerpt;
use csv::StringRecord;
use std::collections::HashMap;

const LEFTOVER: &[&str] = &["features", "policy", "rules", "cards_left"];
const RACE: &[&str] = &[
    "strategy",
    "engine",
    "instruction_set",
    "features",
    "cards",
    "threads",
    "hands",
    "repeats",
    "stage",
];

/// The columns of the key of a table.
const fn key(table: Dataset) -> &'static [&'static str] {
    match table {
        Dataset::Distribution | Dataset::ValueAnswers => &["features", "cards", "measure", "value"],
        Dataset::Race => RACE,
        Dataset::Caps | Dataset::ClassCounts => &["features", "cards"],
        Dataset::CapClasses | Dataset::Classes => &["features", "cards", "class"],
        Dataset::Extremes => &["features", "cards", "extreme"],
        Dataset::Moments => &["features", "cards", "order"],
        Dataset::Answers => &["features", "cards", "sets", "given"],
        Dataset::Offline => &["features", "rules", "outcome"],
        Dataset::HandCaps => &["hand"],
        Dataset::Ultrasets => &["hand", "ultraset"],
        Dataset::Cards => &["hand", "index"],
        Dataset::Sets => &["hand", "set"],
        Dataset::Joint => &["features", "first_cards", "first_sets", "cards", "sets"],
        Dataset::Next => &["features", "table", "unseen", "dealt", "sets"],
        Dataset::Puzzles => &["puzzle", "set"],
        Dataset::Completions => &["digits", "card1", "card2"],
        Dataset::Verification => &["what", "source"],
        Dataset::Stages => &["features", "policy", "rules", "in_deck", "table", "arrival", "sets"],
        Dataset::Leftover | Dataset::Hidden => LEFTOVER,
        Dataset::ExtraDeals => &["features", "policy", "rules", "extra_deals"],
        Dataset::LargestTable => &["features", "policy", "rules", "largest_table"],
        Dataset::Rounds => &["features", "policy", "rules", "sets_taken"],
        Dataset::Survival => &["features", "policy", "rules", "in_deck", "table"],
        Dataset::Types => &["features", "policy", "rules", "in_deck", "differing_features"],
        Dataset::Summary => &["features", "policy", "rules", "quantity"],
        Dataset::Differences => &["features", "policy", "rules", "reference", "outcome"],
    }
}

/// Refuses a row that tells of the same thing as one before it, whether or not they agree.
pub(super) fn check(
    table: Dataset,
    name: &str,
    columns: &StringRecord,
    rows: &[StringRecord],
) -> Result<(), TableError> {
    let key = key(table).iter();
    let places = key.filter_map(|name| columns.iter().position(|column| column == *name));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_columns_and_tell_rows_apart() {
        for &table in Dataset::ALL {
            let own = |column: &&&str| **column != "rules";
            let mut all = key(table).iter().filter(own);
            assert!(all.all(|column| table.columns().contains(column)), "{table:?}");
        }
    }
}
