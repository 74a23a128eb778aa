//! The CSVs of a directory and their rows.

use super::Texts;
use crate::report::datasets::Dataset;
use crate::report::datasets::recognise::{Recognised, Source, TableError};
use crate::report::distribution::DistributionRow;
use crate::report::games::StageRow;
use crate::report::games::values::ValueRow;
use crate::stats::Ratio;
use crate::stats::proportion::Interval;
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

/// A proportion of hands, games or layouts.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShownProportion {
    /// What is counted: the number of sets, or of cards left.
    pub(super) value: usize,
    pub(super) ratio: Ratio,
    /// Missing where it is exact.
    pub(super) limits: Option<Interval>,
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

impl From<&DistributionRow> for ShownProportion {
    fn from(row: &DistributionRow) -> Self {
        let limits = row.ci_low.zip(row.ci_high).map(|(low, high)| Interval { low, high });
        Self { value: row.value, ratio: Ratio::new(row.count, row.total), limits }
    }
}

impl From<&StageRow> for ShownProportion {
    fn from(row: &StageRow) -> Self {
        let limits = row.limits().map(|(low, high)| Interval { low, high });
        Self { value: row.sets, ratio: Ratio::new(row.count, row.total), limits }
    }
}

impl From<&ValueRow> for ShownProportion {
    fn from(row: &ValueRow) -> Self {
        let limits = row.limits().map(|(low, high)| Interval { low, high });
        Self { value: row.value, ratio: Ratio::new(row.count, row.total), limits }
    }
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
