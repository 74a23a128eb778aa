//! The CSVs of a directory and their rows.

use super::Texts;
use crate::report::datasets::Dataset;
use crate::report::datasets::recognise::{Recognised, Source, TableError};
use serde::de::DeserializeOwned;

/// A CSV that cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PageError {
    /// A row that is not what its table has.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A record that is not valid JSON.
    #[error(
        "{path}: {what}; run the command again that wrote it, or remove it: a CSV needs no record"
    )]
    Record {
        /// The file.
        path: String,
        /// What is wrong.
        what: String,
    },
}

/// The CSVs that hold a table; those that are none of the program's are no part of the page.
pub(super) fn tables(texts: &Texts, wanted: Dataset) -> impl Iterator<Item = Recognised<'_>> {
    let files = texts.iter().filter(|(path, _)| path.ends_with(".csv"));
    let known = files.filter_map(|(name, text)| Recognised::of(Source { name, text }).ok());
    known.filter(move |found| found.dataset == wanted)
}

/// The rows about the game's deck.
pub(super) fn of_the_game<T: DeserializeOwned>(
    found: &Recognised<'_>,
    features: impl Fn(&T) -> usize,
) -> Result<Vec<T>, PageError> {
    let mut rows: Vec<T> = found.rows()?;
    rows.retain(|row| features(row) == 4);
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "features,policy,cards_left,count,total,probability,ci_low,ci_high\n";

    #[test]
    fn other_files_are_no_part_of_the_page() {
        let texts = Texts::from([
            ("a.csv".to_owned(), "a,b\n1,2\n".to_owned()),
            ("b.txt".to_owned(), HEADER.to_owned()),
        ]);
        assert!(Dataset::ALL.iter().all(|&table| tables(&texts, table).next().is_none()));
    }
}
