//! The cells of any CSV: in UTF-8, or in UTF-16 with a byte-order mark; with commas, semicolons or
//! tabs, as the header line has them. `NA` is an empty cell. Comments begin with `#`; empty records,
//! and empty columns at the end, are left out.

use super::escape::excerpt;
use super::number::grouped;
use csv::StringRecord;

/// A CSV with the name that messages call it by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CsvText<'a> {
    /// The name, such as that of the file.
    pub name: &'a str,
    /// The content of the CSV.
    pub text: &'a str,
}

/// The rows of a CSV that was read, or those of them that are shown.
#[derive(Clone, Debug)]
pub struct Rows<'a, R> {
    /// The name of the CSV.
    pub(crate) name: &'a str,
    pub(crate) rows: Vec<R>,
}

/// Returns the names of some files, in a sentence.
pub(crate) fn names<R>(files: &[Rows<'_, R>]) -> String {
    files.iter().map(|file| file.name).collect::<Vec<_>>().join(", ")
}

/// Returns all rows of some files.
pub(crate) fn all<R>(files: Vec<Rows<'_, R>>) -> Vec<R> {
    files.into_iter().flat_map(|file| file.rows).collect()
}

/// Returns what is wrong with a header that has a column twice.
pub(crate) fn comes_twice(column: &str) -> String {
    format!("the column `{}` comes twice; leave one of them out", excerpt(column))
}

/// Why a CSV cannot be shown: the place, the fault, and the remedy.
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
    /// Something is wrong with a line.
    pub(crate) fn in_line(name: &str, line: u64, what: &str) -> Self {
        Self::Unsuitable(format!("{name}, line {line}: {what}"))
    }

    /// Something is wrong with a record.
    pub(crate) fn in_record(name: &str, record: &StringRecord, what: &str) -> Self {
        Self::in_line(name, line(record), what)
    }

    /// A cell of a record does not have what its column holds.
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

/// Returns the line in which a record of a [`Sheet`] ends.
pub(crate) fn line(record: &StringRecord) -> u64 {
    record.position().map_or(1, csv::Position::line)
}

/// Bytes that are not text in an encoding that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not UTF-8 text")]
pub struct EncodingError;

/// The text of a file in UTF-8, or in UTF-16 with a byte-order mark.
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
/// When the bytes are neither.
pub fn decode(bytes: Vec<u8>) -> Result<String, EncodingError> {
    match utf16(&bytes) {
        Some(units) if bytes.len().is_multiple_of(2) => {
            String::from_utf16(&units).map_err(|_| EncodingError)
        }
        Some(_) => Err(EncodingError),
        // UTF-16 without a mark begins with a character that has a zero.
        None if bytes.iter().take(2).any(|&byte| byte == 0) => Err(EncodingError),
        None => String::from_utf8(bytes).map_err(|_| EncodingError),
    }
}

/// The units of UTF-16 that follow a byte-order mark.
fn utf16(bytes: &[u8]) -> Option<Vec<u16>> {
    let unit = match bytes {
        [0xff, 0xfe, _, ..] => u16::from_le_bytes,
        [0xfe, 0xff, _, ..] => u16::from_be_bytes,
        _ => return None,
    };
    Some(bytes[2..].chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect())
}

/// A CSV whose records are read one by one.
pub(crate) struct Sheet<'a> {
    pub(crate) name: &'a str,
    /// The names of the columns, without empty ones at the end.
    pub(crate) header: Vec<String>,
    /// The number of columns, with those.
    width: usize,
    /// The line in which the header or the last record ends.
    pub(crate) line: u64,
    text: &'a str,
    /// The bytes of the text that were read, and the line feeds in them.
    passed: (usize, u64),
    separator: u8,
    reader: csv::Reader<&'a [u8]>,
}

impl<'a> Sheet<'a> {
    /// Reads the header.
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
        let header: Vec<String> = header.iter().take(filled(header)).map(str::to_owned).collect();
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

    /// Counts the line feeds up to the end of the last record. The reader's own count lags where
    /// lines end in CRLF, are empty or are comments.
    fn count_lines(&mut self) {
        let end = usize::try_from(self.reader.position().byte()).expect("a place in memory");
        let (start, feeds) = self.passed;
        let read = &self.text.as_bytes()[start..end];
        let feeds = feeds + read.iter().map(|&byte| u64::from(byte == b'\n')).sum::<u64>();
        self.line = feeds + u64::from(!read.ends_with(b"\n"));
        self.passed = (end, feeds);
    }

    /// Reads the next record that is not empty, with as many cells as the header has.
    pub(crate) fn next(&mut self) -> Result<Option<StringRecord>, TableError> {
        let mut record = StringRecord::new();
        loop {
            let read = self.reader.read_record(&mut record);
            if !read.expect("records of any length, in memory, in UTF-8") {
                return Ok(None);
            }
            if filled(&record) > 0 {
                break;
            }
        }
        self.count_lines();
        // Some programs leave out empty cells at the end.
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
            let what = "the header comes again; give joined CSVs as separate files";
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

/// Returns the header and the rows of a CSV with any columns as text, if there are at most `most`
/// rows.
pub(crate) fn texts(
    source: CsvText<'_>,
    most: usize,
) -> Result<(Vec<String>, Vec<Vec<String>>), TableError> {
    let mut sheet = Sheet::open(source)?;
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
        return Err(TableError::Empty(source.name.to_owned()));
    }
    Ok((sheet.header, rows))
}

/// Returns a number with a point in place of its decimal comma; `None` if it does not have one.
pub(crate) fn decimal_point(cell: &str) -> Option<String> {
    let point = cell.replacen(',', ".", 1);
    (point != cell && point.parse::<f64>().is_ok()).then_some(point)
}

/// Returns the number of cells up to the last that is not empty.
fn filled(record: &StringRecord) -> usize {
    (0..record.len()).rev().find(|&place| !record[place].is_empty()).map_or(0, |last| last + 1)
}

/// Returns the character that separates the names of the columns.
fn separator(text: &str) -> u8 {
    let mut lines = text.lines().map(str::trim_start);
    let header = lines.find(|it| !it.is_empty() && !it.starts_with('#')).unwrap_or("");
    let count = |separator: u8| header.bytes().filter(|&byte| byte == separator).count();
    // The last of several that are equally frequent, so that a comma is the default.
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
            ("a,b\n1,2\na,b\n", "x.csv, line 3: the header comes again"),
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
