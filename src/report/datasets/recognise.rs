//! Which table a CSV is, by its columns, and its rows as values of some type: what
//! [`table()`](super::table()) and [`chart`](crate::report::chart) begin with.

use super::schema::Limits;
use crate::game::Rules;
use crate::hand::sizes::Sizes;
use crate::report::Dataset;
use crate::report::escape::excerpt;
use csv::DeserializeErrorKind::{InvalidUtf8, ParseBool, ParseFloat, ParseInt};
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;
use std::num::IntErrorKind;

/// A CSV with the name that messages call it by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source<'a> {
    /// The name, such as that of the file.
    pub name: &'a str,
    /// What is in it.
    pub text: &'a str,
}

/// A CSV that cannot be shown: where, what, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// A header and nothing else.
    #[error("{0} has no rows below its header: there is nothing to show")]
    Empty(String),
    /// Columns or rows of no table, lists, or tables that do not go together.
    #[error("{0}")]
    Unsuitable(String),
}

impl TableError {
    /// That files have no rows of what was chosen.
    pub(crate) fn nothing_of(
        files: &[Recognised<'_>],
        cards: Option<&Sizes>,
        measure: Option<&str>,
    ) -> Self {
        let names: Vec<&str> = files.iter().map(|file| file.source.name).collect();
        let cards = cards.map_or_else(String::new, |cards| format!(" of {cards} cards"));
        let measure = measure.map_or_else(String::new, |measure| format!(" for `{measure}`"));
        Self::Unsuitable(format!(
            "{} has no rows{cards}{measure}; leave out --cards and --measure to see all there are",
            names.join(", ")
        ))
    }
}

/// A CSV whose table is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recognised<'a> {
    pub(crate) dataset: Dataset,
    pub(crate) source: Source<'a>,
}

impl<'a> Recognised<'a> {
    /// Some CSVs of one table.
    pub(crate) fn all(sources: &[Source<'a>]) -> Result<Vec<Self>, TableError> {
        let found = sources.iter().map(|&source| Self::of(source));
        let found = found.collect::<Result<Vec<_>, _>>()?;
        let Some(first) = found.first() else {
            return Err(TableError::Unsuitable("give a CSV".to_owned()));
        };
        if let Some(other) = found.iter().find(|other| other.dataset != first.dataset) {
            return Err(TableError::Unsuitable(format!(
                "{} holds {}, {} {}; give them one by one",
                first.source.name,
                first.dataset.words(),
                other.source.name,
                other.dataset.words()
            )));
        }
        by_the_same_rules(&found)?;
        Ok(found)
    }

    /// The rules of the games that it is of, where no column of its own has them.
    fn rules(&self) -> Result<BTreeSet<String>, TableError> {
        let columns = self.dataset.columns();
        if !columns.contains(&"policy") || columns.contains(&"rules") {
            return Ok(BTreeSet::new());
        }
        let name = self.source.name;
        let header = header(self.source.text).map_err(|error| wrong(name, &[], &error))?;
        let Some(place) = header.iter().position(|column| column.trim() == "rules") else {
            return Ok(BTreeSet::from([Rules::default().to_string()]));
        };
        let (_, rows) = self.cells()?;
        Ok(rows.into_iter().map(|mut row| row.swap_remove(place)).collect())
    }

    /// Looks at the columns.
    pub(crate) fn of(source: Source<'a>) -> Result<Self, TableError> {
        let header = header(source.text).map_err(|error| wrong(source.name, &[], &error))?;
        let header: Vec<&str> = header.iter().map(str::trim).collect();
        let dataset = with_columns(&header).ok_or_else(|| unknown(source.name, &header))?;
        Ok(Self { dataset, source })
    }

    /// The header and the rows as text.
    pub(crate) fn cells(&self) -> Result<(Vec<String>, Vec<Vec<String>>), TableError> {
        let texts = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect();
        let mut rows = Vec::new();
        let header = self.for_each(&mut |_, record| {
            rows.push(texts(record));
            Ok(())
        })?;
        Ok((texts(&header), rows))
    }

    /// The rows.
    pub(crate) fn rows<T: DeserializeOwned>(&self) -> Result<Vec<T>, TableError> {
        let mut rows = Vec::new();
        self.for_each(&mut |header, record| {
            rows.push(record.deserialize(Some(header))?);
            Ok(())
        })?;
        Ok(rows)
    }

    /// Goes through the rows, each of which is within the limits of the table, and gives the
    /// header.
    fn for_each(
        &self,
        act: &mut dyn FnMut(&csv::StringRecord, &csv::StringRecord) -> Result<(), csv::Error>,
    ) -> Result<csv::StringRecord, TableError> {
        let text = self.source.text.trim_start_matches('\u{feff}');
        let mut reader =
            csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
        let name = self.source.name;
        let header = reader.headers().map_err(|error| wrong(name, &[], &error))?.clone();
        let limits = Limits::new(self.dataset, &header);
        let mut record = csv::StringRecord::new();
        while reader.read_record(&mut record).map_err(|error| wrong(name, &[], &error))? {
            limits.check(&record).map_err(|what| in_line(name, record.position(), &what))?;
            act(&header, &record).map_err(|error| {
                let cells: Vec<(&str, &str)> = header.iter().zip(&record).collect();
                wrong(name, &cells, &error)
            })?;
        }
        Ok(header)
    }

    /// The rows, of which there must be some.
    pub(crate) fn some_rows<T: DeserializeOwned>(&self) -> Result<Vec<T>, TableError> {
        let rows = self.rows()?;
        if rows.is_empty() { Err(self.empty()) } else { Ok(rows) }
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

    /// That there are no rows.
    pub(crate) fn empty(&self) -> TableError {
        TableError::Empty(self.source.name.to_owned())
    }
}

/// Refuses games by several rules in a table that does not keep them apart.
fn by_the_same_rules(files: &[Recognised<'_>]) -> Result<(), TableError> {
    let rules = files.iter().map(Recognised::rules).collect::<Result<Vec<_>, _>>()?;
    let rules: BTreeSet<String> = rules.into_iter().flatten().collect();
    if rules.len() < 2 {
        return Ok(());
    }
    let names: Vec<&str> = files.iter().map(|file| file.source.name).collect();
    let rules: Vec<String> = rules.into_iter().collect();
    let remedy = match files {
        [_] => "take the rows of one rule",
        _ => "give them one by one, or their tables `summary`, which name the rules",
    };
    Err(TableError::Unsuitable(format!(
        "the games in {} were played by different rules ({}); {remedy}",
        names.join(", "),
        rules.join(", ")
    )))
}

/// The table that a text is by its first line, if it is one.
///
/// ```
/// use setodds::report::{Dataset, recognise::dataset_of};
/// assert_eq!(dataset_of("features,cards,hands,classes\n4,1"), Some(Dataset::ClassCounts));
/// assert_eq!(dataset_of("a,b\n1,2\n"), None);
/// ```
#[must_use]
pub fn dataset_of(text: &str) -> Option<Dataset> {
    Recognised::of(Source { name: "", text }).ok().map(|found| found.dataset)
}

/// The rows of a CSV.
///
/// ```
/// use setodds::report::classes::ClassCountRow;
/// use setodds::report::recognise::{Source, rows};
///
/// let text = "features,cards,hands,classes\n4,1,81,1\n4,2,3240,1\n";
/// let rows: Vec<ClassCountRow> = rows(Source { name: "numbers.csv", text })?;
/// assert_eq!(rows[1].hands, Some(3240));
/// # Ok::<(), setodds::report::recognise::TableError>(())
/// ```
///
/// # Errors
///
/// When the CSV is no table of the program's, or has a row that is not of this type.
pub fn rows<R: DeserializeOwned>(source: Source<'_>) -> Result<Vec<R>, TableError> {
    Recognised::of(source)?.rows()
}

/// The table with these columns, in any order and perhaps with a note or two: the one of which
/// most are there. With more besides, it may be another table from which a column was lost.
fn with_columns(header: &[&str]) -> Option<Dataset> {
    const NOTES: usize = 2;
    let fits = |table: &&Dataset| {
        let columns = table.columns();
        let all = columns.iter().all(|column| header.contains(column));
        all && header.len() <= columns.len() + NOTES
    };
    Dataset::ALL.iter().filter(fits).max_by_key(|table| table.columns().len()).copied()
}

/// The table that these columns come closest to, and what it has that they lack.
fn nearest(header: &[&str]) -> Option<(Dataset, Vec<&'static str>)> {
    let lacks = |table: Dataset| {
        let lacks = |column: &&&str| !header.contains(*column);
        table.columns().iter().filter(lacks).copied().collect::<Vec<_>>()
    };
    let near = Dataset::ALL.iter().map(|&table| (table, lacks(table)));
    near.filter(|(table, lacking)| !lacking.is_empty() && 2 * lacking.len() < table.columns().len())
        .min_by_key(|(_, lacking)| lacking.len())
}

fn header(text: &str) -> Result<csv::StringRecord, csv::Error> {
    csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes()).headers().cloned()
}

fn unknown(name: &str, header: &[&str]) -> TableError {
    let hint = match nearest(header) {
        Some((table, lacking)) => format!("{} has `{}`, too", table.words(), lacking.join(",")),
        None => {
            "give a CSV that `simulate`, `enumerate`, `odds`, `play`, `caps`, `classes` or `bench` \
                 has written"
                .to_owned()
        }
    };
    let columns = excerpt(&header.join(","));
    let what = format!(": no table of setodds has the columns `{columns}`; {hint}");
    in_line(name, None, &what)
}

/// What is wrong with a line, by default the first.
fn in_line(name: &str, position: Option<&csv::Position>, what: &str) -> TableError {
    let line = position.map_or(1, csv::Position::line);
    TableError::Unsuitable(format!("{name}, line {line}{what}"))
}

fn wrong(name: &str, cells: &[(&str, &str)], error: &csv::Error) -> TableError {
    let what = match error.kind() {
        csv::ErrorKind::Deserialize { err, .. } => {
            let place = err.field().and_then(|field| usize::try_from(field).ok());
            // Where a name is not valid csv tells no column; the error says what is meant.
            let cell = place.and_then(|place| cells.get(place));
            let column = |(name, _): &(&str, _)| format!(", column `{}`", excerpt(name));
            let text = cell.map_or("", |(_, text)| text);
            format!("{}: {}", cell.map_or_else(String::new, column), misread(err.kind(), text))
        }
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!(": {len} fields where the header has {expected_len}")
        }
        csv::ErrorKind::Utf8 { .. } => ": not UTF-8 text".to_owned(),
        _ => format!(": {error}"),
    };
    in_line(name, error.position(), &what)
}

/// Why a cell is not what its column holds.
fn misread(kind: &csv::DeserializeErrorKind, cell: &str) -> String {
    let wanted = match kind {
        ParseInt(error) => match error.kind() {
            IntErrorKind::PosOverflow => "is too large",
            _ => "is not a whole number",
        },
        ParseFloat(_) => "is not a number",
        ParseBool(_) => "is neither true nor false",
        InvalidUtf8(_) => "is not UTF-8 text",
        other => return excerpt(&other.to_string()),
    };
    format!("`{}` {wanted}", excerpt(cell))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recognise(text: &str) -> Result<Dataset, TableError> {
        Recognised::of(Source { name: "x.csv", text }).map(|found| found.dataset)
    }

    #[test]
    fn every_table_is_known_by_its_columns() {
        for &table in Dataset::ALL {
            let header = table.columns().join(",");
            assert_eq!(recognise(&header), Ok(table), "{header}");
            let mut turned: Vec<&str> = table.columns().to_vec();
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
