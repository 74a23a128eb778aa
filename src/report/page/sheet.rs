//! A CSV of the reports, cell by cell, so that whatever is wrong with it is named with its place.

use crate::stats::proportion::Interval;
use csv::StringRecord;

/// What a file says that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PageError {
    /// A row that does not fit its header.
    #[error("`{path}`, line {line}: {what}")]
    Row {
        /// The file.
        path: String,
        /// The line in it, from 1.
        line: u64,
        /// What is wrong, and what would be right.
        what: String,
    },
    /// A record that is no JSON.
    #[error(
        "`{path}`: {what}; run the command again that wrote it, or remove it: a CSV needs no record"
    )]
    Record {
        /// The file.
        path: String,
        /// What is wrong.
        what: String,
    },
}

/// A CSV in memory.
pub(super) struct Sheet {
    /// Where it lies below the directory of the reports.
    pub(super) path: String,
    columns: Vec<String>,
    rows: Vec<StringRecord>,
}

/// A row of a sheet.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    sheet: &'a Sheet,
    row: &'a StringRecord,
}

impl Sheet {
    /// Reads the sheet if it has these columns, whatever others it has.
    pub(super) fn with_columns(
        path: &str,
        text: &str,
        columns: &[&str],
    ) -> Result<Option<Self>, PageError> {
        let header: Vec<String> =
            text.lines().next().unwrap_or("").split(',').map(str::to_owned).collect();
        if !columns.iter().all(|name| header.iter().any(|column| column == name)) {
            return Ok(None);
        }
        let rows: Result<Vec<StringRecord>, csv::Error> =
            csv::Reader::from_reader(text.as_bytes()).into_records().collect();
        let rows = rows.map_err(|error| PageError::Row {
            path: path.to_owned(),
            line: error.position().map_or(0, csv::Position::line),
            what: format!("it should have {} cells, as the header has", header.len()),
        })?;
        Ok(Some(Self { path: path.to_owned(), columns: header, rows }))
    }

    pub(super) fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        self.rows.iter().map(|row| Line { sheet: self, row })
    }
}

impl<'a> Line<'a> {
    /// The cell of a column that the sheet is known to have.
    pub(super) fn text(self, column: &str) -> &'a str {
        let place = self.sheet.columns.iter().position(|name| name == column);
        place.and_then(|place| self.row.get(place)).unwrap_or("")
    }

    /// A cell as a number.
    pub(super) fn number<T: std::str::FromStr>(self, column: &str) -> Result<T, PageError> {
        let text = self.text(column);
        text.parse().map_err(|_| {
            self.wrong(&format!("`{text}` in the column `{column}` is no number that fits there"))
        })
    }

    /// A cell that may be empty.
    pub(super) fn optional<T: std::str::FromStr>(
        self,
        column: &str,
    ) -> Result<Option<T>, PageError> {
        if self.text(column).is_empty() { Ok(None) } else { self.number(column).map(Some) }
    }

    /// A count and the total that it is part of.
    pub(super) fn counts(self) -> Result<(u128, u128), PageError> {
        let (count, total) = (self.number("count")?, self.number("total")?);
        if total == 0 || count > total {
            return Err(self.wrong(&format!(
                "a count of {count} out of {total}; a total is at least 1 and at least its count"
            )));
        }
        Ok((count, total))
    }

    /// The limits of an interval, both or none.
    pub(super) fn limits(self) -> Result<Option<Interval>, PageError> {
        match (self.optional("ci_low")?, self.optional("ci_high")?) {
            (None, None) => Ok(None),
            (Some(low), Some(high)) if (0.0..=1.0).contains(&low) && low <= high => {
                Ok(Some(Interval { low, high }))
            }
            _ => Err(self.wrong("`ci_low` and `ci_high` are both empty, or limits from 0 to 1")),
        }
    }

    fn wrong(self, what: &str) -> PageError {
        let line = self.row.position().map_or(0, csv::Position::line);
        PageError::Row { path: self.sheet.path.clone(), line, what: what.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: [&str; 4] = ["count", "total", "ci_low", "ci_high"];

    fn first(text: &str) -> Result<(u128, u128, Option<Interval>), String> {
        let sheet = Sheet::with_columns("a/b.csv", text, &COLUMNS);
        let sheet = sheet.map_err(|error| error.to_string())?.unwrap();
        let line = sheet.lines().next().unwrap();
        let counts = line.counts().map_err(|error| error.to_string())?;
        Ok((counts.0, counts.1, line.limits().map_err(|error| error.to_string())?))
    }

    #[test]
    fn a_sheet_is_known_by_its_columns() {
        let read = |text| Sheet::with_columns("x.csv", text, &COLUMNS).unwrap().is_some();
        assert!(read("ci_low,ci_high,total,count,more\n"));
        assert!(!read("count,total,ci_low\n") && !read(""));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        let header = "count,total,ci_low,ci_high\n";
        let say = |row: &str| first(&format!("{header}{row}\n")).unwrap_err();
        assert_eq!(
            say("x,3,,"),
            "`a/b.csv`, line 2: `x` in the column `count` is no number that fits there"
        );
        assert!(say("4,3,,").contains("a count of 4 out of 3"));
        assert!(say("1,3,0.5,").contains("both empty"));
        assert!(say("1,3,0.5,0.4").contains("limits from 0 to 1"));
        assert!(say("1,3").contains("line 2: it should have 4 cells"));
        let fine = first(&format!("{header}1,3,0.25,0.5\n")).unwrap();
        assert_eq!(fine, (1, 3, Some(Interval { low: 0.25, high: 0.5 })));
    }
}
