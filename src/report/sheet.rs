//! Reads CSV files of any origin: UTF-8, or UTF-16 with a byte-order mark, separated by commas,
//! semicolons or tabs, as in the header line. `NA` is an empty cell. Lines that begin with `#` are
//! comments; empty records and trailing empty columns are skipped.

use super::escape::excerpt;
use super::number::grouped;
use csv::StringRecord;

/// CSV text with the name that messages use for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CsvText<'a> {
    /// The name, such as a file name.
    pub name: &'a str,
    /// The content of the CSV.
    pub text: &'a str,
}

/// Rows read from a CSV file, or the selection of its rows that is shown.
#[derive(Clone, Debug)]
pub struct Rows<'a, R> {
    pub(crate) name: &'a str,
    pub(crate) rows: Vec<R>,
}

/// Joins the names of several files for use in a message.
pub(crate) fn names<R>(files: &[Rows<'_, R>]) -> String {
    files.iter().map(|file| file.name).collect::<Vec<_>>().join(", ")
}

/// Returns the rows of all files in one list.
pub(crate) fn all<R>(files: Vec<Rows<'_, R>>) -> Vec<R> {
    files.into_iter().flat_map(|file| file.rows).collect()
}

/// Returns the message for a column that occurs twice in a header.
pub(crate) fn duplicate_column(column: &str) -> String {
    format!("the column `{}` occurs twice; leave one of them out", excerpt(column))
}

/// Error from reading or showing a CSV. The message gives the position, the problem and a remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// A CSV whose header is not followed by any rows.
    #[error("{0} has no rows below its header: there is nothing to show")]
    Empty(String),
    /// An unknown table, invalid rows, a table without a chart, or tables that cannot be combined.
    #[error("{0}")]
    Unsuitable(String),
}

impl TableError {
    /// Creates an error for a line of a CSV.
    pub(crate) fn in_line(name: &str, line: u64, what: &str) -> Self {
        Self::Unsuitable(format!("{name}, line {line}: {what}"))
    }

    /// Creates an error for a record of a CSV.
    pub(crate) fn in_record(name: &str, record: &StringRecord, what: &str) -> Self {
        Self::in_line(name, line(record), what)
    }

    /// Creates an error for an invalid cell of a record; `right` describes the valid values.
    pub(crate) fn in_cell(
        name: &str,
        record: &StringRecord,
        [column, cell]: [&str; 2],
        right: &str,
    ) -> Self {
        let (line, column) = (line(record), excerpt(column));
        let cell = match cell {
            "" => "an empty cell".to_owned(),
            cell => format!("`{}`", excerpt(cell)),
        };
        Self::Unsuitable(format!(
            "{name}, line {line}, column `{column}`: {cell} is not valid; {right}"
        ))
    }
}

/// Returns the number of the line in which a record of a [`Sheet`] ends.
pub(crate) fn line(record: &StringRecord) -> u64 {
    record.position().map_or(1, csv::Position::line)
}

/// Error for bytes that are not text in a supported encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not UTF-8 text")]
pub struct EncodingError;

/// Decodes a file in UTF-8, or in UTF-16 with a byte-order mark.
///
/// ```
/// use setodds::report::recognise::decode;
/// assert_eq!(decode(b"a,b".to_vec()).as_deref(), Ok("a,b"));
/// assert_eq!(decode(b"\xff\xfea\0,\0b\0".to_vec()).as_deref(), Ok("a,b"));
/// assert!(decode(b"M\xfcller".to_vec()).is_err());
/// ```
///
/// # Errors
///
/// Fails if the bytes are in neither encoding.
pub fn decode(bytes: Vec<u8>) -> Result<String, EncodingError> {
    match utf16(&bytes) {
        Some(units) if bytes.len().is_multiple_of(2) => {
            String::from_utf16(&units).map_err(|_| EncodingError)
        }
        Some(_) => Err(EncodingError),
        // UTF-16 without a byte-order mark begins with a character that has a zero byte.
        None if bytes.iter().take(2).any(|&byte| byte == 0) => Err(EncodingError),
        None => String::from_utf8(bytes).map_err(|_| EncodingError),
    }
}

/// Returns the UTF-16 code units after a byte-order mark, or `None` without such a mark.
fn utf16(bytes: &[u8]) -> Option<Vec<u16>> {
    let unit = match bytes {
        [0xff, 0xfe, _, ..] => u16::from_le_bytes,
        [0xfe, 0xff, _, ..] => u16::from_be_bytes,
        _ => return None,
    };
    Some(bytes[2..].chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect())
}

/// Reader of a CSV of any origin, one record at a time.
pub(crate) struct Sheet<'a> {
    pub(crate) name: &'a str,
    /// The column names in the header, without trailing empty ones.
    pub(crate) header: Vec<String>,
    /// The number of columns in the header, including trailing empty ones.
    width: usize,
    /// The number of the line in which the last record read ends, or the header if no record was
    /// read.
    pub(crate) line: u64,
    text: &'a str,
    /// The number of bytes that have been read, and the number of line feeds in them.
    passed: (usize, u64),
    separator: u8,
    reader: csv::Reader<&'a [u8]>,
}

impl<'a> Sheet<'a> {
    /// Opens a CSV and reads its header.
    pub(crate) fn open(source: CsvText<'a>) -> Result<Self, TableError> {
        let text = source.text.trim_start_matches('\u{feff}');
        let separator = separator(text);
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(separator)
            .flexible(true)
            .comment(Some(b'#'))
            .trim(csv::Trim::All)
            .from_reader(text.as_bytes());
        let header = reader.headers().expect("records of any length, in memory, in UTF-8");
        let width = header.len();
        let header: Vec<String> =
            header.iter().take(number_of_filled(header)).map(str::to_owned).collect();
        if header.is_empty() {
            let name = source.name;
            return Err(TableError::Unsuitable(format!("{name} is empty; give a CSV")));
        }
        let mut sheet = Self {
            name: source.name,
            header,
            width,
            line: 1,
            text,
            passed: (0, 0),
            separator,
            reader,
        };
        sheet.count_lines();
        Ok(sheet)
    }

    /// Counts the line feeds up to the end of the last record. The line count of the `csv` reader
    /// lags behind for CRLF, empty lines and comments.
    fn count_lines(&mut self) {
        let end = usize::try_from(self.reader.position().byte()).expect("a place in memory");
        let (start, feeds) = self.passed;
        let read = &self.text.as_bytes()[start..end];
        let feeds = feeds + read.iter().map(|&byte| u64::from(byte == b'\n')).sum::<u64>();
        self.line = feeds + u64::from(!read.ends_with(b"\n"));
        self.passed = (end, feeds);
    }

    /// Reads the next non-empty record and checks that it has as many cells as the header. Returns
    /// `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<StringRecord>, TableError> {
        let mut record = StringRecord::new();
        loop {
            let read = self.reader.read_record(&mut record);
            if !read.expect("records of any length, in memory, in UTF-8") {
                return Ok(None);
            }
            if number_of_filled(&record) > 0 {
                break;
            }
        }
        self.count_lines();
        // Some programs omit trailing empty cells.
        let (names, width) = (self.header.len(), self.width);
        if !(names..=width).contains(&record.len()) {
            let decimal = match self.separator {
                b',' if record.len() > width => ", and 0.5 instead of 0,5",
                _ => "",
            };
            let what = format!(
                "{} fields where the header has {width}; write one for each column{decimal}",
                record.len()
            );
            return Err(TableError::in_line(self.name, self.line, &what));
        }
        if record.iter().take(names).eq(self.header.iter().map(String::as_str)) {
            let what = "the header is repeated; give joined CSVs as separate files";
            return Err(TableError::in_line(self.name, self.line, what));
        }
        let cells = record.iter().take(names).map(|cell| if cell == "NA" { "" } else { cell });
        let mut cells: StringRecord = cells.collect();
        let mut end = self.reader.position().clone();
        end.set_line(self.line);
        cells.set_position(Some(end));
        Ok(Some(cells))
    }
}

/// Returns the header and all rows of a CSV as text. Fails if there are more than `most` rows, or
/// no rows.
pub(crate) fn texts(
    source: CsvText<'_>,
    most: usize,
) -> Result<(Vec<String>, Vec<Vec<String>>), TableError> {
    let mut sheet = Sheet::open(source)?;
    let mut rows = Vec::new();
    while let Some(record) = sheet.next()? {
        if rows.len() == most {
            return Err(TableError::Unsuitable(format!(
                "{} has more than {} rows, the maximum for a picture; plot fewer",
                source.name,
                grouped(most as u128)
            )));
        }
        rows.push(record.iter().map(str::to_owned).collect());
    }
    if rows.is_empty() {
        return Err(TableError::Empty(source.name.to_owned()));
    }
    Ok((sheet.header, rows))
}

/// Replaces the decimal comma of a number with a point, or returns `None` if the text is not a
/// number with a decimal comma.
pub(crate) fn decimal_point(cell: &str) -> Option<String> {
    let point = cell.replacen(',', ".", 1);
    (point != cell && point.parse::<f64>().is_ok()).then_some(point)
}

/// Returns the number of cells of a record up to the last non-empty one.
fn number_of_filled(record: &StringRecord) -> usize {
    (0..record.len()).rev().find(|&place| !record[place].is_empty()).map_or(0, |last| last + 1)
}

/// Returns the column separator in the header line of a CSV.
fn separator(text: &str) -> u8 {
    let mut lines = text.lines().map(str::trim_start);
    let header = lines.find(|it| !it.is_empty() && !it.starts_with('#')).unwrap_or("");
    let count = |separator: u8| header.bytes().filter(|&byte| byte == separator).count();
    // `max_by_key` returns the last maximum, so the comma wins ties.
    [b'\t', b';', b','].into_iter().max_by_key(|&separator| count(separator)).unwrap_or(b',')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Result<Vec<Vec<String>>, String> {
        let source = CsvText { name: "x.csv", text };
        let mut sheet = Sheet::open(source).map_err(|error| error.to_string())?;
        let mut rows = vec![sheet.header.clone()];
        while let Some(record) = sheet.next().map_err(|error| error.to_string())? {
            rows.push(record.iter().map(str::to_owned).collect());
        }
        Ok(rows)
    }

    #[test]
    fn what_spreadsheets_add_is_left_out() {
        let plain = vec![vec!["a", "b"], vec!["1", "2"]];
        for text in [
            "a,b\n1,2\n",
            "\u{feff}a,b,,\r\n1,2,,\r\n,,,\r\n",
            "\n a ;b\n1; 2\n   \n",
            "a\tb\t\n\n1\t2\t\n\t\t\n",
            "\"a\";\"b\"\n\"1\";\"2\"",
            "a,b,,\n1,2\n",
            "# of R\na,b\n# and more, of it\n1,2\n#\n",
        ] {
            assert_eq!(cells(text).unwrap(), plain, "{text:?}");
        }
    }

    #[test]
    fn records_that_were_cut_off_or_joined_are_refused() {
        for (text, reason) in [
            ("a,b,c\n1,2\n", "x.csv, line 2: 2 fields where the header has 3"),
            ("a,b\n1,2\n1,2,3\n", "x.csv, line 3: 3 fields where the header has 2"),
            (
                "a,b\n0,5,\n",
                "line 2: 3 fields where the header has 2; write one for each column, and 0.5",
            ),
            ("a,b\n1,2\na,b\n", "x.csv, line 3: the header is repeated"),
            ("a,b\r\n1,2\r\n1\r\n", "x.csv, line 3: 1 fields"),
            ("a,b\n\n1,2\n\n\n1\n", "x.csv, line 6: 1 fields"),
            ("# a\n# b\na,b\n1,2\n# c\n\n# d\n1\n", "x.csv, line 8: 1 fields"),
        ] {
            let error = cells(text).unwrap_err();
            assert!(error.contains(reason), "{error}");
        }
    }

    #[test]
    fn utf_16_is_known_by_its_mark() {
        for (mark, bytes) in [
            ([0xff, 0xfe], u16::to_le_bytes as fn(u16) -> [u8; 2]),
            ([0xfe, 0xff], u16::to_be_bytes),
        ] {
            let mut file = mark.to_vec();
            file.extend("features;ü".encode_utf16().flat_map(bytes));
            assert_eq!(decode(file.clone()).as_deref(), Ok("features;ü"));
            file.push(0);
            assert_eq!(decode(file.clone()), Err(EncodingError));
            assert_eq!(decode(file.split_off(2)), Err(EncodingError), "without its mark");
        }
    }
}
