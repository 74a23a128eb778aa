//! Recognises the table of a CSV by its columns, and reads its rows as values of some type.

pub use crate::report::kind::table_error::{CsvText, TableError};
pub use crate::report::sheet::decode;

use super::heading::Heading;
use super::schema::{Limits, plain};
use super::totals;
use crate::report::kind::Dataset;
use crate::report::kind::recognised::{Recognised, by_the_same_rules};
use crate::report::sheet::Sheet;
use crate::stats::Confidence;
use csv::StringRecord;
use serde::de::DeserializeOwned;

/// Reads some CSVs of one table, with limits at a confidence level.
pub(crate) fn recognised<'a>(
    sources: &[CsvText<'a>],
    confidence: Confidence,
) -> Result<Vec<Recognised<'a>>, TableError> {
    let found: Result<Vec<_>, _> = sources.iter().map(|&it| read(it, confidence)).collect();
    let found = found?;
    let Some(first) = found.first() else {
        return Err(TableError::Unsuitable("give a CSV".to_owned()));
    };
    if let Some(other) = found.iter().find(|other| other.dataset != first.dataset) {
        return Err(TableError::Unsuitable(format!(
            "{} holds {}, {} {}; give them one by one",
            first.source.name, first.dataset.words, other.source.name, other.dataset.words
        )));
    }
    by_the_same_rules(&found)?;
    Ok(found)
}

/// Reads a CSV: every row is within the limits of its table, counts add up to their totals, and
/// confidence limits are computed at a level.
fn read(source: CsvText<'_>, confidence: Confidence) -> Result<Recognised<'_>, TableError> {
    let mut sheet = Sheet::open(source)?;
    let Heading { dataset, columns, places, .. } = Heading::of(source.name, &sheet.header)?;
    let limits = Limits::new(dataset, &columns);
    let mut records = Vec::new();
    while let Some(record) = sheet.next()? {
        let cells = columns.iter().zip(&places);
        let cells = cells.map(|(column, &place)| plain(dataset.field(column), &record[place]));
        let mut row: StringRecord = cells.collect();
        row.set_position(record.position().cloned());
        let wrong = |what: String| TableError::in_line(source.name, row.position(), &what);
        limits.check(&row).map_err(wrong)?;
        records.push(totals::computed(dataset, &columns, &row, confidence));
    }
    totals::check(dataset, source.name, &columns, &records)?;
    Ok(Recognised { dataset, source, columns, records })
}

/// The table that a text is by its first line.
///
/// ```
/// use setodds::report::recognise::{CsvText, dataset_of};
/// let dataset = |text| dataset_of(CsvText { name: "x.csv", text });
/// let words = dataset("features,cards,hands,classes\n4,1")?.words;
/// assert_eq!(words, "the numbers of `classes --count`");
/// assert!(dataset("a,b\n1,2\n").is_err());
/// # Ok::<(), setodds::report::recognise::TableError>(())
/// ```
///
/// # Errors
///
/// When the columns are of no table, or of two.
pub fn dataset_of(source: CsvText<'_>) -> Result<Dataset, TableError> {
    heading(source).map(|heading| heading.dataset)
}

/// Says which columns of a CSV are ignored, if any are.
///
/// ```
/// use setodds::report::recognise::{CsvText, note};
/// let note = note(CsvText { name: "x.csv", text: "features,cards,hands,classes,node\n" });
/// assert!(note.is_some_and(|note| note.starts_with("x.csv: ignored the column `node`")));
/// ```
#[must_use]
pub fn note(source: CsvText<'_>) -> Option<String> {
    heading(source).ok()?.note(source.name)
}

fn heading(source: CsvText<'_>) -> Result<Heading, TableError> {
    Heading::of(source.name, &Sheet::open(source)?.header)
}

/// The rows of a CSV.
///
/// ```
/// use setodds::report::classes::ClassCountRow;
/// use setodds::report::recognise::{CsvText, rows};
///
/// let text = "features,cards,hands,classes\n4,1,81,1\n4,2,3240,1\n";
/// let rows: Vec<ClassCountRow> = rows(CsvText { name: "numbers.csv", text })?;
/// assert_eq!(rows[1].hands, Some(3240));
/// # Ok::<(), setodds::report::recognise::TableError>(())
/// ```
///
/// # Errors
///
/// When the CSV is not a table of the program's, or has a row that is not of this type.
pub fn rows<R: DeserializeOwned>(source: CsvText<'_>) -> Result<Vec<R>, TableError> {
    read(source, Confidence::default())?.rows()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::kinds;

    fn recognise(text: &str) -> Result<Dataset, TableError> {
        let source = CsvText { name: "x.csv", text };
        read(source, Confidence::default()).map(|found| found.dataset)
    }

    #[test]
    fn every_table_is_known_by_its_columns() {
        for &table in kinds::ALL {
            let header = table.columns().join(",");
            assert_eq!(recognise(&header), Ok(table), "{header}");
            let mut turned = table.columns();
            turned.reverse();
            turned.push("note");
            assert_eq!(recognise(&format!("\u{feff}{}", turned.join(","))), Ok(table), "{header}");
        }
    }

    #[test]
    fn what_is_unknown_is_compared_with_what_is_near() {
        let said = |text: &str| recognise(text).unwrap_err().to_string();
        let near = said("features,cards,caps,classes,complete_caps,hands,probability");
        assert!(near.contains("the caps of `caps` has `complete_classes`, too"), "{near}");
        let far = said("a,b");
        assert!(far.contains("columns `a,b`") && far.contains("`simulate`"), "{far}");
        let long = said(&format!("a\u{1b}[31m,{}", "b".repeat(5_000_000)));
        assert!(long.len() < 400 && !long.contains('\u{1b}'), "{long}");
    }
}
