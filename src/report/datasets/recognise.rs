//! Recognises the table of a CSV by its columns, and reads its rows as values of some type: what
//! [`table()`](super::table()) and [`chart`](crate::report::chart) begin with.

pub use super::sheet::decode;
pub use super::table_error::{CsvText, TableError};

use super::heading::Heading;
use super::schema::{Limits, plain};
use super::sheet::Sheet;
use super::totals;
use crate::game::Rules;
use crate::report::Dataset;
use crate::report::escape::excerpt;
use crate::report::number::grouped;
use crate::stats::Confidence;
use csv::StringRecord;
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;

/// A CSV that was read: its table is known, its rows are checked, and probabilities and confidence
/// limits are those of its counts.
#[derive(Clone, Debug)]
pub(crate) struct Recognised<'a> {
    pub(crate) dataset: Dataset,
    pub(crate) source: CsvText<'a>,
    columns: StringRecord,
    records: Vec<StringRecord>,
}

impl<'a> Recognised<'a> {
    /// Reads some CSVs of one table, with limits at a confidence level.
    pub(crate) fn all(
        sources: &[CsvText<'a>],
        confidence: Confidence,
    ) -> Result<Vec<Self>, TableError> {
        let found = sources.iter().map(|&source| Self::of(source, confidence));
        let found = found.collect::<Result<Vec<_>, _>>()?;
        Self::together(&found)?;
        Ok(found)
    }

    /// Refuses files that do not go into one table.
    pub(crate) fn together(files: &[Self]) -> Result<(), TableError> {
        let Some(first) = files.first() else {
            return Err(TableError::Unsuitable("give a CSV".to_owned()));
        };
        if let Some(other) = files.iter().find(|other| other.dataset != first.dataset) {
            return Err(TableError::Unsuitable(format!(
                "{} holds {}, {} {}; give them one by one",
                first.source.name,
                first.dataset.words(),
                other.source.name,
                other.dataset.words()
            )));
        }
        by_the_same_rules(files)
    }

    /// Reads a CSV: every row is within the limits of its table, counts add up to their totals, and
    /// confidence limits are computed at a level.
    fn of(source: CsvText<'a>, confidence: Confidence) -> Result<Self, TableError> {
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
        Ok(Self { dataset, source, columns, records })
    }

    /// The rules of its games, unless its table compares rules.
    pub(crate) fn rules(&self) -> BTreeSet<&str> {
        let is_by_rules = self.dataset.field("rules").is_some() && self.dataset != Dataset::Summary;
        if is_by_rules { self.values("rules") } else { BTreeSet::new() }
    }

    /// What stands in a column that some files have; nothing where it is missing.
    fn values(&self, column: &str) -> BTreeSet<&str> {
        let place = self.columns.iter().position(|name| name == column);
        self.records.iter().map(|row| place.map_or("", |place| &row[place])).collect()
    }

    /// The cards that its decks are without, as a column of some tables says.
    fn missing_cards(&self) -> BTreeSet<&str> {
        let has_column = self.dataset.field("without").is_some();
        if has_column { self.values("without") } else { BTreeSet::new() }
    }

    /// The header and the rows as text.
    pub(crate) fn cells(&self) -> (Vec<String>, Vec<Vec<String>>) {
        let texts = |record: &StringRecord| record.iter().map(str::to_owned).collect();
        (texts(&self.columns), self.records.iter().map(texts).collect())
    }

    /// The rows.
    pub(crate) fn rows<T: DeserializeOwned>(&self) -> Result<Vec<T>, TableError> {
        let row = |row: &StringRecord| {
            row.deserialize(Some(&self.columns)).map_err(|error| {
                TableError::unreadable(self.source.name, &self.columns, row, &error)
            })
        };
        self.records.iter().map(row).collect()
    }

    /// The rows, of which there must be some.
    pub(crate) fn some_rows<T: DeserializeOwned>(&self) -> Result<Vec<T>, TableError> {
        if self.is_empty() { Err(self.empty()) } else { self.rows() }
    }

    /// Whether there are no rows.
    pub(crate) fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Refuses the first of some options that does not suit what is in it.
    pub(crate) fn refuse(&self, unsuited: &[(bool, &str)]) -> Result<(), TableError> {
        let option = unsuited.iter().find(|(is_unsuited, _)| *is_unsuited);
        option.map_or(Ok(()), |(_, option)| {
            let (name, words) = (self.source.name, self.dataset.words());
            Err(TableError::Unsuitable(format!(
                "{name} holds {words}, which {option} does not suit; leave it out"
            )))
        })
    }

    /// The error of a CSV without rows.
    pub(crate) fn empty(&self) -> TableError {
        TableError::Empty(self.source.name.to_owned())
    }
}

/// The names of some files, in a sentence.
pub(crate) fn names(files: &[Recognised<'_>]) -> String {
    files.iter().map(|file| file.source.name).collect::<Vec<_>>().join(", ")
}

/// The cards that the deck of all rows is without, as text; empty for a full deck. Rows of several
/// decks are refused.
pub(crate) fn missing_cards<'a>(files: &'a [Recognised<'_>]) -> Result<&'a str, TableError> {
    let all: BTreeSet<&str> = files.iter().flat_map(Recognised::missing_cards).collect();
    if all.len() < 2 {
        return Ok(all.into_iter().next().unwrap_or_default());
    }
    let name = |cards: &str| match cards {
        "" => "the full deck".to_owned(),
        _ => format!("the deck without {}", excerpt(cards)),
    };
    let decks: Vec<String> = all.into_iter().map(name).collect();
    Err(TableError::Unsuitable(format!(
        "{}: the hands are of several decks ({}); give the rows of one deck",
        names(files),
        decks.join(", ")
    )))
}

/// Refuses games by several rules in a table that does not keep them apart.
fn by_the_same_rules(files: &[Recognised<'_>]) -> Result<(), TableError> {
    let usual = Rules::default().to_string();
    let rules = files.iter().flat_map(Recognised::rules);
    let rules: BTreeSet<&str> =
        rules.map(|rules| if rules.is_empty() { &*usual } else { rules }).collect();
    if rules.len() < 2 {
        return Ok(());
    }
    let rules: Vec<&str> = rules.into_iter().collect();
    let remedy = match files {
        [_] => "take the rows of one rule",
        _ => "give them one by one, or their tables `summary`, which name the rules",
    };
    Err(TableError::Unsuitable(format!(
        "the games in {} were played by different rules ({}); {remedy}",
        names(files),
        rules.join(", ")
    )))
}

/// The table that a text is by its first line.
///
/// ```
/// use setodds::report::{Dataset, recognise::{CsvText, dataset_of}};
/// let dataset = |text| dataset_of(CsvText { name: "x.csv", text });
/// assert_eq!(dataset("features,cards,hands,classes\n4,1"), Ok(Dataset::ClassCounts));
/// assert!(dataset("a,b\n1,2\n").is_err());
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

/// Returns the header and the rows of a CSV with any columns as text, if there are at most `most`
/// rows.
pub(crate) fn texts(
    source: CsvText<'_>,
    most: usize,
) -> Result<(Vec<String>, Vec<Vec<String>>), TableError> {
    let mut sheet = Sheet::open(source)?;
    let header = sheet.header.clone();
    if header.is_empty() {
        return Err(TableError::Unsuitable(format!("{} is empty; give a CSV", source.name)));
    }
    let mut rows = Vec::new();
    while let Some(record) = sheet.next()? {
        if rows.len() == most {
            return Err(TableError::Unsuitable(format!(
                "{} has more than {} rows, the most that go into a picture; plot fewer",
                source.name,
                grouped(most as u128)
            )));
        }
        rows.push(record.iter().map(str::to_owned).collect());
    }
    if rows.is_empty() {
        Err(TableError::Empty(source.name.to_owned()))
    } else {
        Ok((header, rows))
    }
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
    Recognised::of(source, Confidence::default())?.rows()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recognise(text: &str) -> Result<Dataset, TableError> {
        let source = CsvText { name: "x.csv", text };
        Recognised::of(source, Confidence::default()).map(|found| found.dataset)
    }

    #[test]
    fn every_table_is_known_by_its_columns() {
        for &table in Dataset::ALL {
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
