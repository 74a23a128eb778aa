//! Recognises the table of a CSV by the names of its columns, and finds their places in it.

use crate::report::escape::excerpt;
use crate::report::kind::Dataset;
use crate::report::kind::table_error::TableError;
use crate::report::kinds;
use csv::StringRecord;

/// The columns of a CSV whose table is known.
#[derive(Clone, Debug)]
pub(super) struct Heading {
    pub(super) dataset: Dataset,
    /// The columns that are read: those of the table, in its order, and those beside them.
    pub(super) columns: StringRecord,
    /// The place of each in the file.
    pub(super) places: Vec<usize>,
    /// The names of other columns.
    pub(super) ignored: Vec<String>,
}

impl Heading {
    /// Looks a header up.
    pub(super) fn of(name: &str, header: &[String]) -> Result<Self, TableError> {
        let names: Vec<&str> = header.iter().map(String::as_str).collect();
        if matches!(names[..], [] | [""]) {
            return Err(TableError::Unsuitable(format!("{name} is empty; give a CSV of setodds")));
        }
        let wrong = |what: String| TableError::in_line(name, None, &what);
        let dataset = dataset(&names).map_err(wrong)?;
        let fields = dataset.fields.iter();
        let there = fields.filter(|it| !it.may_be_absent || names.contains(&it.name));
        let columns: StringRecord = there.map(|field| field.name).collect();
        let place = |column: &str| {
            let mut places = (0..names.len()).filter(|&place| names[place] == column);
            match (places.next(), places.next()) {
                (Some(place), None) => Ok(place),
                _ => Err(wrong(format!(": the column `{column}` comes twice"))),
            }
        };
        let places = columns.iter().map(place).collect::<Result<Vec<_>, _>>()?;
        let ignored = names.iter().filter(|name| !columns.iter().any(|column| column == **name));
        let ignored = ignored.map(|name| excerpt(name)).collect();
        Ok(Self { dataset, columns, places, ignored })
    }

    /// Says which columns are ignored, if any are.
    pub(super) fn note(&self, name: &str) -> Option<String> {
        const ROW_NAMES: &str = "the row names (a column without a name, as R writes them)";
        let (words, is_named) = (self.dataset.words, |column: &&String| !column.is_empty());
        let named = self.ignored.iter().filter(is_named).map(|column| format!("`{column}`"));
        let named: Vec<String> = named.collect();
        let row_names = (named.len() < self.ignored.len()).then(|| ROW_NAMES.to_owned());
        let columns = match &named[..] {
            [] => None,
            [one] => Some(format!("the column {one}, which is not one of {words}")),
            more => Some(format!("the columns {}, which are not of {words}", more.join(", "))),
        };
        let ignored: Vec<String> = row_names.into_iter().chain(columns).collect();
        (!ignored.is_empty()).then(|| format!("{name}: ignored {}", ignored.join(" and ")))
    }
}

/// Returns the table that shares most columns with the header, if all its columns are there.
fn dataset(header: &[&str]) -> Result<Dataset, String> {
    let most = kinds::ALL.iter().map(|&table| present(table, header)).max().unwrap_or(0);
    let nearest = kinds::ALL.iter().copied().filter(|&table| present(table, header) == most);
    let fitting: Vec<Dataset> = nearest.filter(|&it| lacking(it, header).is_empty()).collect();
    match fitting[..] {
        [table] => Ok(table),
        [one, other, ..] => Err(format!(
            ": the columns are those of {} as much as those of {}; leave out those of one of them",
            described(one, other),
            described(other, one)
        )),
        [] => Err(unknown(header)),
    }
}

/// A table with the columns that another does not have.
fn described(table: Dataset, other: Dataset) -> String {
    let other = other.columns();
    let own = table.columns().into_iter().filter(|column| !other.contains(column));
    let own: Vec<&str> = own.collect();
    format!("{} (`{}`)", table.words, own.join(","))
}

fn present(table: Dataset, header: &[&str]) -> usize {
    table.columns().iter().filter(|column| header.contains(column)).count()
}

/// The columns that are missing.
fn lacking(table: Dataset, header: &[&str]) -> Vec<&'static str> {
    table.required_columns().into_iter().filter(|column| !header.contains(column)).collect()
}

/// The table that comes closest to these columns, what they lack, and what they have too much.
fn unknown(header: &[&str]) -> String {
    let missing = |table: Dataset| lacking(table, header).len();
    let near = kinds::ALL.iter().copied();
    let near = near.filter(|&it| missing(it) > 0 && 2 * missing(it) < lacking(it, &[]).len());
    // Columns that a table does not have speak against it as much as columns that are missing.
    let other = |table: Dataset| header.len().saturating_sub(present(table, header));
    let closest = near.min_by_key(|&table| missing(table) + other(table));
    let hint = closest.map_or_else(
        || {
            "give a CSV that `simulate`, `enumerate`, `odds`, `play`, `caps`, `classes` or `bench` \
             has written"
                .to_owned()
        },
        |table| {
            let known = |name: &&&str| table.columns().contains(*name) || name.is_empty();
            let more: Vec<&str> = header.iter().filter(|name| !known(name)).copied().collect();
            let more = match &more[..] {
                [] => String::new(),
                more => format!(", and does not have `{}`", excerpt(&more.join(","))),
            };
            let lacking = lacking(table, header).join(",");
            format!("{} has `{lacking}`, too{more}", table.words)
        },
    );
    let columns = excerpt(&header.join(","));
    format!(": no table of setodds has the columns `{columns}`; {hint}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recognise(header: &str) -> Result<Dataset, String> {
        dataset(&header.split(',').collect::<Vec<_>>())
    }

    #[test]
    fn every_table_is_known_by_its_columns() {
        for &table in kinds::ALL {
            assert_eq!(recognise(&table.columns().join(",")), Ok(table));
            let more = [table.columns(), vec!["a", "b", "c", "d"]].concat().join(",");
            assert_eq!(recognise(&more), Ok(table), "{more}");
        }
    }

    #[test]
    fn a_tie_and_a_lost_column_are_refused() {
        let tie = "features,policy,cards_left,extra_deals,count,total,probability,ci_low,ci_high";
        let error = recognise(tie).unwrap_err();
        assert!(error.contains("(`cards_left`) as much as") && error.contains("(`extra_deals`)"));
        let stages = "features,policy,in_deck,table,arrival,count,total,probability,ci_low,ci_high";
        let error = recognise(&format!("{stages},node")).unwrap_err();
        assert!(error.contains("has `sets`, too, and does not have `node`"), "{error}");
    }

    #[test]
    fn other_columns_are_named() {
        let header = "features,cards,hands,classes,node,date".split(',').map(str::to_owned);
        let heading = Heading::of("x.csv", &header.collect::<Vec<_>>()).unwrap();
        let note = heading.note("x.csv").unwrap();
        assert!(note.starts_with("x.csv: ignored the columns `node`, `date`, which"), "{note}");
    }

    #[test]
    fn row_names_of_r_are_called_so() {
        let note = |header: &str| {
            let header: Vec<String> = header.split(',').map(str::to_owned).collect();
            Heading::of("x.csv", &header).unwrap().note("x.csv").unwrap()
        };
        let row_names = "x.csv: ignored the row names (a column without a name, as R writes them)";
        assert_eq!(note(",features,cards,hands,classes"), row_names);
        let more = note(",features,cards,hands,classes,node");
        assert!(
            more.starts_with(&format!("{row_names} and the column `node`, which is")),
            "{more}"
        );
    }
}
