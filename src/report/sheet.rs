//! The cells of a CSV as the program, R or a spreadsheet has saved it: in UTF-8, or in UTF-16 with
//! a byte-order mark; with commas, semicolons or tabs; with empty records and columns at the end;
//! with a first line `sep=;`, and comments that begin with `#`.

use super::kind::table_error::{CsvText, TableError};
use super::number::grouped;
use csv::StringRecord;

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
    name: &'a str,
    /// The names of the columns, without empty ones at the end.
    pub(crate) header: Vec<String>,
    text: &'a str,
    /// The lines before the text.
    skipped: u64,
    reader: csv::Reader<&'a [u8]>,
}

impl<'a> Sheet<'a> {
    /// Reads the header.
    pub(crate) fn open(source: CsvText<'a>) -> Result<Self, TableError> {
        let CsvText { name, text } = source;
        let (text, skipped) = without_hint(text.trim_start_matches('\u{feff}'));
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(separator(text))
            .flexible(true)
            .comment(Some(b'#'))
            .trim(csv::Trim::All)
            .from_reader(text.as_bytes());
        let header = reader
            .headers()
            .map_err(|error| TableError::in_line(name, error.position(), &format!(": {error}")))?;
        let header = header.iter().take(filled(header)).map(str::to_owned).collect();
        Ok(Self { name, header, text, skipped, reader })
    }

    /// The place of a record's first character. The reader tells the end of the record before it:
    /// in front of the line feed of CRLF, and of lines that are empty or comments.
    fn past_line_ends(&self, position: &csv::Position) -> csv::Position {
        let rest = usize::try_from(position.byte()).ok().and_then(|byte| self.text.get(byte..));
        let (mut rest, mut feeds) = (rest.unwrap_or_default(), self.skipped);
        loop {
            let ends = rest.len() - rest.trim_start_matches(['\r', '\n']).len();
            feeds += rest[..ends].bytes().map(|byte| u64::from(byte == b'\n')).sum::<u64>();
            rest = &rest[ends..];
            if !rest.starts_with('#') {
                break;
            }
            rest = rest.find(['\r', '\n']).map_or("", |end| &rest[end..]);
        }
        let mut first = position.clone();
        first.set_line(position.line() + feeds);
        first
    }

    /// The next record that is not empty, with as many cells as the header has.
    pub(crate) fn next(&mut self) -> Result<Option<StringRecord>, TableError> {
        let mut record = StringRecord::new();
        loop {
            match self.reader.read_record(&mut record) {
                Ok(true) if filled(&record) == 0 => {}
                Ok(true) => {
                    record.set_position(record.position().map(|at| self.past_line_ends(at)));
                    break;
                }
                Ok(false) => return Ok(None),
                Err(error) => {
                    let what = format!(": {error}");
                    let place = error.position().map(|at| self.past_line_ends(at));
                    return Err(TableError::in_line(self.name, place.as_ref(), &what));
                }
            }
        }
        // A record that is too short was cut off; one that is longer may have empty cells more.
        let (wide, long) = (self.header.len(), filled(&record));
        if record.len() < wide || long > wide {
            let fields = if long > wide { long } else { record.len() };
            let what = format!(": {fields} fields where the header has {wide}");
            return Err(TableError::in_line(self.name, record.position(), &what));
        }
        if record.iter().take(wide).eq(self.header.iter().map(String::as_str)) {
            let what = ": the header comes again; give joined CSVs as separate files";
            return Err(TableError::in_line(self.name, record.position(), what));
        }
        record.truncate(wide);
        Ok(Some(record))
    }
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

/// The cells up to the last that is not empty.
fn filled(record: &StringRecord) -> usize {
    (0..record.len()).rev().find(|&place| !record[place].is_empty()).map_or(0, |last| last + 1)
}

/// The text after a first line that tells a spreadsheet what separates cells, and the number of
/// lines before it. Which it is follows from the header.
fn without_hint(text: &str) -> (&str, u64) {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let hint = first.trim_end().strip_prefix("sep=");
    if hint.is_some_and(|it| it.chars().count() == 1) { (rest, 1) } else { (text, 0) }
}

/// What stands between the names of the columns.
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
            "sep=;\r\na;b\r\n1;2\r\n",
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
            ("a,b\n1,2\na,b\n", "x.csv, line 3: the header comes again"),
            ("a,b\r\n1,2\r\n1\r\n", "x.csv, line 3: 1 fields"),
            ("a,b\n\n1,2\n\n\n1\n", "x.csv, line 6: 1 fields"),
            ("sep=,\na,b\n1,2\n1\n", "x.csv, line 4: 1 fields"),
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
