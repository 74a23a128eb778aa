//! The lines of a text, or the rows of a CSV, that hold cards.

use super::columns::{CellKind, HandColumns};
use super::{HandName, QuestionReader, json};
use crate::cards::notation::{NotationError, Place, WordRow};
use setodds_engine::escape::excerpt;
use std::borrow::Cow;

/// Reads an input: JSON, CSV or lines, which end with LF, CR LF or CR.
pub(super) fn read(
    input: &str,
    number: usize,
    question: &mut QuestionReader,
) -> Result<(), NotationError> {
    let mut input = Cow::Borrowed(input.trim_start_matches('\u{feff}'));
    if input.contains('\r') {
        input = input.replace("\r\n", "\n").replace('\r', "\n").into();
    }
    let place = Place { input: number, line: 1 };
    if input.trim_start().starts_with(['[', '{']) && json::read(&input, place, question)? {
        return Ok(());
    }
    // Commas as in CSV, or as spreadsheets like it semicolons or tabs.
    for delimiter in [',', ';', '\t'] {
        let mut records = CsvRows { rest: &input, delimiter, place };
        if let Some(Ok(header)) = records.next() {
            let names = header.cells.iter().map(|name| name.to_lowercase()).collect();
            if let Some(columns) = HandColumns::of(names, header.place, question.deck())? {
                return read_records(&columns, records, question);
            }
        }
    }
    read_lines(&input, place, question)
}

fn read_records(
    columns: &HandColumns,
    records: CsvRows<'_>,
    question: &mut QuestionReader,
) -> Result<(), NotationError> {
    let mut block = 0;
    for (record, row) in records.zip(1_u64..) {
        let CsvRow { place, cells, is_after_gap } = record?;
        // A blank line begins another hand.
        block += usize::from(is_after_gap);
        let hand = match columns.kind {
            CellKind::Hand => HandName::Named(row.to_string(), 0),
            CellKind::Card | CellKind::Part => HandName::Block(block),
        };
        columns.add(&cells, place, hand, question)?;
    }
    Ok(())
}

fn read_lines(
    input: &str,
    place: Place,
    question: &mut QuestionReader,
) -> Result<(), NotationError> {
    let mut block = 0;
    for (line, at) in input.lines().zip(1..) {
        let text = without_comment(line);
        if !text.trim().is_empty() {
            let rows = WordRow::of_text(text, Place { line: at, ..place }, question.deck());
            question.add(&rows, HandName::Block(block))?;
        } else if text == line {
            block += 1;
        }
    }
    Ok(())
}

/// What is before the comment of a line. A `#` begins one, unless it is that of a colour such as
/// `#ff0000`.
fn without_comment(line: &str) -> &str {
    let mut signs = line.match_indices('#').map(|it| it.0);
    &line[..signs.find(|&at| !is_colour(&line[at..])).unwrap_or(line.len())]
}

/// Whether a text begins with a colour as web pages have it, `#` and six hexadecimal digits, and so
/// not with a comment.
fn is_colour(text: &str) -> bool {
    let word = text.strip_prefix('#').unwrap_or_default();
    let end = word.find(|it: char| !it.is_alphanumeric()).unwrap_or(word.len());
    end == 6 && word[..end].bytes().all(|it| it.is_ascii_hexdigit())
}

/// A row of a CSV that is neither blank nor a comment.
struct CsvRow {
    place: Place,
    cells: Vec<String>,
    /// Whether a blank row is before it.
    is_after_gap: bool,
}

/// The rows of a CSV.
struct CsvRows<'a> {
    rest: &'a str,
    delimiter: char,
    /// The place of the rest.
    place: Place,
}

impl Iterator for CsvRows<'_> {
    type Item = Result<CsvRow, NotationError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut is_after_gap = false;
        while !self.rest.is_empty() {
            let (start, place) = (self.rest, self.place);
            let first = start.trim_start_matches(' ');
            let is_comment = first.starts_with('#') && !is_colour(first);
            let cells = if is_comment { self.skip_comment() } else { self.cells() };
            let read = start.len() - self.rest.len();
            self.place.line += start[..read].matches('\n').count() as u64;
            match cells {
                Ok(cells) if cells.iter().all(String::is_empty) => is_after_gap |= !is_comment,
                Ok(cells) => return Some(Ok(CsvRow { place, cells, is_after_gap })),
                Err(error) => return Some(Err(error)),
            }
        }
        None
    }
}

impl<'a> CsvRows<'a> {
    /// What is before the next of some signs.
    fn take_until(&mut self, ends: &[char]) -> &'a str {
        let (text, rest) = self.rest.split_at(self.rest.find(ends).unwrap_or(self.rest.len()));
        self.rest = rest;
        text
    }

    /// Skips a comment; a quote that is open at its end might have further rows.
    fn skip_comment(&mut self) -> Result<Vec<String>, NotationError> {
        let mut comment = CsvRows { rest: self.take_until(&['\n']), ..*self };
        self.rest = self.rest.strip_prefix('\n').unwrap_or_default();
        comment.cells().map(|_| Vec::new())
    }

    /// The cells of the next row; in quotes they may have delimiters, line ends and doubled quotes.
    fn cells(&mut self) -> Result<Vec<String>, NotationError> {
        let (start, mut cells) = (self.rest, Vec::new());
        loop {
            let mut cell = String::new();
            if let Some(quoted) = self.rest.trim_start_matches(' ').strip_prefix('"') {
                let at = start.len() - quoted.len();
                self.rest = quoted;
                loop {
                    cell += self.take_until(&['"']);
                    let Some(rest) = self.rest.strip_prefix('"') else {
                        return Err(self.unclosed(&start[..at], start));
                    };
                    self.rest = rest.strip_prefix('"').unwrap_or(rest);
                    if self.rest.len() == rest.len() {
                        break;
                    }
                    cell.push('"');
                }
            }
            cell += self.take_until(&[self.delimiter, '\n']);
            cells.push(cell.trim().to_owned());
            let mut signs = self.rest.chars();
            let end = signs.next();
            self.rest = signs.as_str();
            if end != Some(self.delimiter) {
                return Ok(cells);
            }
        }
    }

    /// The error that a quote of a row, after some of its text, is not closed.
    fn unclosed(&self, before: &str, row: &str) -> NotationError {
        let begin = before.rfind('\n').map_or(0, |end| end + 1);
        let line = self.place.line + before.matches('\n').count() as u64;
        let text = excerpt(row[begin..].lines().next().unwrap_or_default());
        let message = format!("a quote of `{text}` is not closed; close or remove it");
        NotationError::new(Place { line, ..self.place }, message)
    }
}
