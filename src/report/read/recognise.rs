//! Reads the program's own CSV files: recognizes the kind of result by its columns and checks every
//! row.

pub use crate::report::sheet::{CsvText, TableError, decode};

use super::limits;
use crate::report::escape::excerpt;
use crate::report::field::FieldKind;
use crate::report::kind::{Dataset, Kind, TextRows, parsed};
use crate::report::kinds;
use crate::report::sheet::{Rows, Sheet, all, duplicate_column, names};
use crate::stats::Confidence;
use csv::StringRecord;
use std::collections::BTreeSet;

/// Kind of result in a CSV, and the positions of its columns.
pub(super) struct Heading {
    pub(super) dataset: Dataset,
    /// The position in the file of each column of the kind, or `None` if the column is absent.
    places: Vec<Option<usize>>,
    /// The names of columns in the file that do not belong to the kind.
    ignored: Vec<String>,
}

impl Heading {
    /// Recognizes the kind of result from the header of a CSV.
    pub(super) fn recognise(sheet: &Sheet<'_>) -> Result<Self, TableError> {
        let header: Vec<&str> = sheet.header.iter().map(String::as_str).collect();
        let wrong = |what: String| TableError::in_line(sheet.name, sheet.line, &what);
        let dataset = dataset(&header).map_err(wrong)?;
        let columns = dataset.columns();
        for column in &columns {
            if header.iter().filter(|name| *name == column).count() > 1 {
                return Err(wrong(duplicate_column(column)));
            }
        }
        let place = |column: &&str| header.iter().position(|name| name == column);
        let places = columns.iter().map(place).collect();
        // R writes row names in a column without a name.
        let is_other = |name: &&&str| !name.is_empty() && !columns.contains(*name);
        let ignored = header.iter().filter(is_other).map(|name| excerpt(name)).collect();
        Ok(Self { dataset, places, ignored })
    }

    /// Returns the cells of a record, reordered to the columns of its kind of result.
    fn cells(&self, record: &StringRecord) -> StringRecord {
        let columns = self.dataset.fields.iter().zip(&self.places);
        let cells = columns.map(|(field, place)| match place {
            // R and spreadsheets write TRUE and FALSE.
            Some(place) if field.kind == FieldKind::Logical => record[*place].to_ascii_lowercase(),
            Some(place) => record[*place].to_owned(),
            None => field.absent.unwrap_or_default().to_owned(),
        });
        let mut cells: StringRecord = cells.collect();
        cells.set_position(record.position().cloned());
        cells
    }
}

/// Returns the kind of result that shares most columns with the header, which must have all columns
/// that the kind requires. Fails if there is no such kind, or more than one.
fn dataset(header: &[&str]) -> Result<Dataset, String> {
    let shared: Vec<usize> = kinds::ALL.iter().map(|&it| shared_columns(it, header)).collect();
    let most = shared.iter().max();
    let nearest = kinds::ALL.iter().zip(&shared).filter(|it| Some(it.1) == most).map(|it| *it.0);
    let fitting: Vec<Dataset> =
        nearest.filter(|&it| missing_columns(it, header).is_empty()).collect();
    match fitting[..] {
        [table] => Ok(table),
        [one, other, ..] => Err(format!(
            "the columns match both {} and {}; leave out those of one of them",
            described(one, other),
            described(other, one)
        )),
        [] => Err(unknown(header)),
    }
}

/// Describes a table for an error message, with the columns that the other table lacks.
fn described(table: Dataset, other: Dataset) -> String {
    let mut columns = table.columns();
    columns.retain(|column| !other.columns().contains(column));
    format!("{} (`{}`)", table.words, columns.join(","))
}

fn shared_columns(table: Dataset, header: &[&str]) -> usize {
    table.columns().iter().filter(|column| header.contains(column)).count()
}

/// Returns the required columns of a table that a header lacks.
fn missing_columns(table: Dataset, header: &[&str]) -> Vec<&'static str> {
    table.required_columns().into_iter().filter(|column| !header.contains(column)).collect()
}

/// Returns the error message for a header that matches no table, with a comparison to the closest
/// table.
fn unknown(header: &[&str]) -> String {
    let missing = |table: Dataset| missing_columns(table, header).len();
    let is_near = |&table: &Dataset| {
        (1..table.required_columns().len().div_ceil(2)).contains(&missing(table))
    };
    // Extra columns count against a table as much as missing ones.
    let distance = |&table: &Dataset| missing(table) + header.len() - shared_columns(table, header);
    let hint = match kinds::ALL.iter().copied().filter(is_near).min_by_key(distance) {
        None => "give a CSV that `simulate`, `enumerate`, `odds`, `play`, `caps`, `classes` or \
                 `bench` has written"
            .to_owned(),
        Some(table) => {
            let is_known = |name: &str| name.is_empty() || table.columns().contains(&name);
            let other: Vec<&str> = header.iter().copied().filter(|name| !is_known(name)).collect();
            let other = match &other[..] {
                [] => String::new(),
                other => format!(", and does not have `{}`", excerpt(&other.join(","))),
            };
            format!(
                "{} also has `{}`{other}",
                table.words,
                missing_columns(table, header).join(",")
            )
        }
    };
    let columns = excerpt(&header.join(","));
    format!("no table of setodds has the columns `{columns}`; {hint}")
}

/// Reads CSV files of one kind, with confidence limits at the given level. Rejects games by
/// different rules, unless the kind of table keeps them apart.
pub(crate) fn files<'a>(
    sources: &[CsvText<'a>],
    confidence: Confidence,
) -> Result<(Dataset, Vec<TextRows<'a>>), TableError> {
    let mut kinds = Vec::new();
    let mut files = Vec::new();
    for &source in sources {
        let (dataset, file) = read(source, confidence)?;
        if file.rows.is_empty() {
            return Err(TableError::Empty(source.name.to_owned()));
        }
        kinds.push(dataset);
        files.push(file);
    }
    let Some(&dataset) = kinds.first() else {
        return Err(TableError::Unsuitable("give a CSV".to_owned()));
    };
    if let Some(place) = kinds.iter().position(|kind| *kind != dataset) {
        return Err(TableError::Unsuitable(format!(
            "{} holds {}, {} {}; give them one by one",
            files[0].name, dataset.words, files[place].name, kinds[place].words
        )));
    }
    if dataset.field("rules").is_some_and(|field| field.absent.is_some()) {
        check_same_rules(&files, &values(dataset, &files, "rules"))?;
    }
    Ok((dataset, files))
}

/// Returns the distinct values in a column of some files; empty if the kind of result does not have
/// the column.
pub(crate) fn values<'a>(
    dataset: Dataset,
    files: &'a [TextRows<'_>],
    column: &str,
) -> BTreeSet<&'a str> {
    let rows = files.iter().flat_map(|file| &file.rows);
    dataset.place(column).map(|place| rows.map(|row| &row[place]).collect()).unwrap_or_default()
}

fn check_same_rules(files: &[TextRows<'_>], rules: &BTreeSet<&str>) -> Result<(), TableError> {
    if rules.len() < 2 {
        return Ok(());
    }
    let remedy = match files {
        [_] => "take the rows of one rule",
        _ => "give them one by one, or their tables `summary`, which name the rules",
    };
    let rules: Vec<String> = rules.iter().map(|rules| excerpt(rules)).collect();
    Err(TableError::Unsuitable(format!(
        "the games in {} were played by different rules ({}); {remedy}",
        names(files),
        rules.join(", ")
    )))
}

/// Reads a CSV and checks that its rows are valid and its counts add up to their totals.
/// Probabilities and confidence limits are recomputed from the counts.
fn read(
    source: CsvText<'_>,
    confidence: Confidence,
) -> Result<(Dataset, TextRows<'_>), TableError> {
    let mut sheet = Sheet::open(source)?;
    let heading = Heading::recognise(&sheet)?;
    let dataset = heading.dataset;
    let mut rows = Vec::new();
    while let Some(record) = sheet.next()? {
        rows.push(limits::check_row(dataset, source.name, &heading.cells(&record), confidence)?);
    }
    let file = Rows { name: source.name, rows };
    limits::check_totals(dataset, &file)?;
    Ok((dataset, file))
}

fn heading(source: CsvText<'_>) -> Result<Heading, TableError> {
    Heading::recognise(&Sheet::open(source)?)
}

/// Determines the kind of a CSV from its header.
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
/// Fails if the columns match no table, or two tables equally well.
pub fn dataset_of(source: CsvText<'_>) -> Result<Dataset, TableError> {
    heading(source).map(|heading| heading.dataset)
}

/// Returns a note that lists the ignored columns of a CSV, or `None` if none is ignored or the kind
/// of the CSV is unknown.
///
/// ```
/// use setodds::report::recognise::{CsvText, note};
/// let note = note(CsvText { name: "x.csv", text: "features,cards,hands,classes,node\n" });
/// assert!(note.is_some_and(|note| note.starts_with("x.csv: ignored the column `node`")));
/// ```
#[must_use]
pub fn note(source: CsvText<'_>) -> Option<String> {
    let Heading { dataset, ignored, .. } = heading(source).ok()?;
    let words = dataset.words;
    let ignored = match &ignored[..] {
        [] => return None,
        [one] => format!("the column `{one}`, which is not one of {words}"),
        more => format!("the columns `{}`, which are not of {words}", more.join("`, `")),
    };
    Some(format!("{}: ignored {ignored}", source.name))
}

/// Reads the rows of a CSV of a known kind.
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
/// Fails if the CSV is of another kind or has an invalid row.
pub fn rows<K: Kind>(source: CsvText<'_>) -> Result<Vec<K>, TableError> {
    let (dataset, file) = read(source, Confidence::default())?;
    if !dataset.is::<K>() {
        let (name, found, wanted) = (source.name, dataset.words, K::WORDS);
        return Err(TableError::Unsuitable(format!("{name} holds {found}; give {wanted}")));
    }
    Ok(all(parsed(&[file])?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recognise(text: &str) -> Result<Dataset, TableError> {
        let source = CsvText { name: "x.csv", text };
        read(source, Confidence::default()).map(|(dataset, _)| dataset)
    }

    #[test]
    fn every_table_is_known_by_its_columns() {
        for &table in kinds::ALL {
            let header = table.columns().join(",");
            assert_eq!(recognise(&header), Ok(table), "{header}");
            let mut columns = table.columns();
            columns.reverse();
            columns.push("note");
            assert_eq!(recognise(&format!("\u{feff}{}", columns.join(","))), Ok(table), "{header}");
        }
    }

    #[test]
    fn what_is_unknown_is_compared_with_what_is_near() {
        let message = |text: &str| recognise(text).unwrap_err().to_string();
        let near = message("features,cards,caps,classes,complete_caps,hands,probability");
        assert!(near.contains("the caps of `caps` also has `complete_classes`"), "{near}");
        let far = message("a,b");
        assert!(far.contains("columns `a,b`") && far.contains("`simulate`"), "{far}");
        let long = message(&format!("a\u{1b}[31m,{}", "b".repeat(5_000_000)));
        assert!(long.len() < 400 && !long.contains('\u{1b}'), "{long}");
    }

    #[test]
    fn a_tie_and_a_lost_column_are_refused() {
        let tie = "features,policy,cards_left,extra_deals,count,total,probability,ci_low,ci_high";
        let error = recognise(tie).unwrap_err().to_string();
        assert!(error.contains("(`cards_left`) and") && error.contains("(`extra_deals`)"));
        let stages = "features,policy,in_deck,table,arrival,count,total,probability,ci_low,ci_high";
        let error = recognise(&format!("{stages},node")).unwrap_err().to_string();
        assert!(error.contains("also has `sets`, and does not have `node`"), "{error}");
    }

    #[test]
    fn other_columns_are_named() {
        let note = |header: &str| note(CsvText { name: "x.csv", text: header });
        let known = ",features,cards,hands,classes";
        assert_eq!(note(known), None, "R writes row names in a column without a name");
        let message = note(&format!("{known},node,date")).unwrap();
        assert!(
            message.starts_with("x.csv: ignored the columns `node`, `date`, which"),
            "{message}"
        );
        let message = note(&format!("{known},node")).unwrap();
        assert!(message.starts_with("x.csv: ignored the column `node`, which is not"), "{message}");
    }
}
