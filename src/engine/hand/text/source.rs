//! The lines of a text, the rows of a CSV or the values of a JSON document that hold cards.

use super::{HandName, Line, json};
use crate::card::Deck;
use crate::card::notation::{NotationError, Place, WordPart, WordRow};
use crate::card::words::{self, FEATURES};
use crate::escape::excerpt;
use csv::StringRecord;

/// The lines of an input that have cards.
pub(super) fn lines(input: &str, number: usize, deck: Deck) -> Result<Vec<Line>, NotationError> {
    let input = input.trim_start_matches('\u{feff}');
    if input.trim_start().starts_with(['[', '{'])
        && let Some(lines) = json::lines(input, number, deck)?
    {
        return Ok(lines);
    }
    let is_idle = |line: &str| line.trim().is_empty() || line.trim().starts_with('#');
    let mut body = input;
    while let Some((line, rest)) = body.split_once(['\n', '\r'])
        && is_idle(line)
    {
        body = rest;
    }
    let mut numbers = LineNumbers { input, line: 1, byte: 0 };
    let start = Start { input: number, byte: (input.len() - body.len()) as u64 };
    let place = Place { input: number, line: numbers.of(start.byte) };
    // Commas as in CSV, or as spreadsheets like it semicolons or tabs.
    for delimiter in *b",;\t" {
        let mut records = reader(body, delimiter).into_records();
        let header = records.next().and_then(Result::ok).unwrap_or_default();
        let names = header.iter().map(str::to_lowercase).collect();
        if let Some(columns) = HandColumns::of(names, place, deck)? {
            if let Some(open) = open_quote(body, delimiter) {
                return Err(unclosed(input, number, input.len() - body.len() + open));
            }
            return columns.lines(records, start, numbers, deck);
        }
    }
    Ok(text_lines(input, number, deck))
}

/// Where a CSV begins in an input.
#[derive(Clone, Copy)]
struct Start {
    input: usize,
    byte: u64,
}

/// Lines end with LF, CR LF or CR.
fn split_lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
}

fn text_lines(input: &str, number: usize, deck: Deck) -> Vec<Line> {
    let (mut block, mut is_open) = (0, false);
    let mut lines = Vec::new();
    for (line, at) in split_lines(input).zip(1..) {
        let (text, comment) = line.split_once('#').map_or((line, None), |it| (it.0, Some(it.1)));
        if text.trim().is_empty() {
            block += usize::from(is_open && comment.is_none());
            is_open &= comment.is_some();
        } else if !(lines.is_empty() && is_header(text, deck)) {
            is_open = true;
            let rows = WordRow::of_text(text, Place { input: number, line: at }, deck);
            lines.push(Line { rows, hand: HandName::Block(block) });
        }
    }
    lines
}

/// Whether a line has the names of the features, or of some of them in a language that is known in
/// part, but no word for a value.
fn is_header(line: &str, deck: Deck) -> bool {
    let names = line.split(|c: char| c.is_whitespace() || ",;|".contains(c));
    let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    let is_feature = |name: &&str| words::feature(&name.to_lowercase(), deck).is_some();
    let says = |name: &&str| {
        let is_figure = name.starts_with(|it: char| it.is_ascii_digit() || it == '@');
        is_figure || words::meaning(&name.to_lowercase()).is_some()
    };
    let is_whole = names.len() == deck.features() && !names.iter().any(says);
    names.len() > 1 && (names.iter().all(is_feature) || is_whole && names.iter().any(is_feature))
}

/// What the columns of a CSV hold.
struct HandColumns {
    names: Vec<String>,
    kind: CellKind,
    /// The columns with cards, or those with parts of a card and their features.
    cards: Vec<usize>,
    features: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CellKind {
    /// A row has a whole hand.
    Hand,
    /// A row has a card, or several, of a hand.
    Card,
    /// A row has a card in parts, a column for each feature.
    Parts,
}

impl HandColumns {
    /// The columns that hold cards, if these names are a header.
    fn of(names: Vec<String>, place: Place, deck: Deck) -> Result<Option<Self>, NotationError> {
        let at = |name: &str| names.iter().position(|it| it == name);
        let whole = ["representative", "cap", "layout", "witness"].into_iter().find_map(at);
        // Digits say more than words: they need no other card.
        let digits = at("digits").filter(|_| at("card").is_some());
        let index = at("index").filter(|_| at("hand").is_some());
        let each: Vec<usize> = (1..).map_while(|it: usize| at(&format!("card{it}"))).collect();
        let mut features = Vec::new();
        let is_feature =
            |it: usize| names.iter().any(|name| words::feature(name, deck) == Some(it));
        let is_parts = digits.is_none() && (0..deck.features()).all(is_feature);
        let card = digits.or(at("card")).or(index).filter(|_| !is_parts);
        let (kind, cards) = match (whole.filter(|_| !is_parts), card) {
            (Some(whole), _) => (CellKind::Hand, vec![whole]),
            (None, Some(card)) => (CellKind::Card, vec![card]),
            (None, None) if !each.is_empty() && !is_parts => (CellKind::Hand, each),
            (None, None) => match by_features(&names, place, deck)? {
                Some(columns) => {
                    features.extend(columns.iter().map(|it| it.1));
                    (CellKind::Parts, columns.into_iter().map(|it| it.0).collect())
                }
                None => return Ok(None),
            },
        };
        let is_twice = |name: &&String| names.iter().filter(|it| it == name).count() > 1;
        let hand = at("hand");
        let mut used = cards.iter().chain(&hand).map(|&it| &names[it]);
        if let Some(name) = used.find(is_twice) {
            let message =
                format!("the header has the column `{}` twice; remove one", excerpt(name));
            return Err(NotationError::new(place, message));
        }
        Ok(Some(Self { names, kind, cards, features }))
    }

    fn lines(
        &self,
        records: impl Iterator<Item = csv::Result<StringRecord>>,
        start: Start,
        mut numbers: LineNumbers<'_>,
        deck: Deck,
    ) -> Result<Vec<Line>, NotationError> {
        // A row for each set of a puzzle or a completing card gives its cards again.
        let repeats = self.at("card1").filter(|first| *first != self.cards[0]).is_some();
        let (mut lines, mut before) = (Vec::new(), None);
        let (mut block, mut line) = (0, u64::MAX);
        for (record, row) in records.zip(1_u64..) {
            let nowhere = Place { input: start.input, line: 0 };
            let record = record.map_err(|error| {
                NotationError::new(nowhere, format_args!("the CSV cannot be read: {error}"))
            })?;
            if record.iter().all(str::is_empty) {
                continue;
            }
            if let Some(text) = record.get(0).filter(|it| it.starts_with('#')) {
                // A comment does not begin another hand.
                line = line.saturating_add(1 + text.matches('\n').count() as u64);
                continue;
            }
            let byte = start.byte + record.position().map_or(0, csv::Position::byte);
            let place = Place { line: numbers.of(byte), ..nowhere };
            self.refuse_other_decks(&record, place, deck)?;
            // A blank line begins another hand.
            block += usize::from(place.line > line.saturating_add(1));
            // Cells may go on over several lines.
            let ends: usize = record.iter().map(|cell| cell.matches('\n').count()).sum();
            line = place.line + ends as u64;
            let (rows, hand) = (self.rows(&record, place, deck)?, self.hand(&record, row, block));
            let cards = (hand.clone(), record.get(self.cards[0]).map(str::to_owned));
            if !repeats || before.as_ref() != Some(&cards) {
                lines.push(Line { rows, hand });
            }
            before = Some(cards);
        }
        Ok(lines)
    }

    /// The column of this name.
    fn at(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|it| it == name)
    }

    fn refuse_other_decks(
        &self,
        record: &StringRecord,
        place: Place,
        deck: Deck,
    ) -> Result<(), NotationError> {
        let found = self.at("features").and_then(|at| record.get(at)).unwrap_or_default();
        let own = deck.features();
        if found.is_empty() || found == own.to_string() {
            return Ok(());
        }
        let message =
            format!("the hand is of a deck of {found} features, not {own}; choose that deck");
        Err(NotationError::new(place, message))
    }

    /// The hand of a record: by its name, or the number of the row where it holds a whole hand, or
    /// by the blank lines before it.
    fn hand(&self, record: &StringRecord, row: u64, block: usize) -> HandName {
        let is_set = self.kind == CellKind::Hand && self.cards.len() > 1;
        let named = self.at("hand").or_else(|| self.at("puzzle")).filter(|_| !is_set);
        match named.and_then(|at| record.get(at)) {
            Some(name) => HandName::Named(name.to_owned(), 0),
            None if self.kind == CellKind::Hand => HandName::Named(row.to_string(), 0),
            None => HandName::Block(block),
        }
    }

    /// The cards of a record; none where a column of a whole hand is empty, as of no card.
    fn rows(
        &self,
        record: &StringRecord,
        place: Place,
        deck: Deck,
    ) -> Result<Vec<WordRow>, NotationError> {
        if let Some(cell) = record.iter().skip(self.names.len()).find(|cell| !cell.is_empty()) {
            let message = format!(
                "the row has `{}` beyond the columns of the header; quote cards with commas",
                excerpt(cell)
            );
            return Err(NotationError::new(place, message));
        }
        let mut cells = Vec::new();
        for &at in &self.cards {
            match record.get(at) {
                Some(cell) if self.names[at] == "index" => cells.push(format!("@{cell}")),
                Some(cell) if self.kind != CellKind::Parts || !cell.is_empty() => {
                    cells.push(cell.to_owned());
                }
                None if self.kind == CellKind::Hand => {}
                _ => {
                    let name = &self.names[at];
                    let message = format!(
                        "the row has no `{name}`; give every row the columns of the header"
                    );
                    return Err(NotationError::new(place, message));
                }
            }
        }
        if self.kind == CellKind::Parts {
            let parts = self.features.iter().zip(&cells);
            let parts = parts.map(|(feature, cell)| WordPart::new(Some(*feature), cell));
            return Ok(vec![WordRow::of_parts(parts.collect(), place)]);
        }
        let cells = cells.iter().filter(|it| self.kind == CellKind::Card || !it.is_empty());
        Ok(cells.flat_map(|cell| WordRow::of_text(cell, place, deck)).collect())
    }
}

/// The columns of the features, each with its feature, if all have one; with one or none, it is no
/// header.
fn by_features(
    names: &[String],
    place: Place,
    deck: Deck,
) -> Result<Option<Vec<(usize, usize)>>, NotationError> {
    let named = |(at, name): (usize, &String)| Some((at, words::feature(name, deck)?));
    let found: Vec<(usize, usize)> = names.iter().enumerate().filter_map(named).collect();
    let is_there = |feature: usize| found.iter().any(|it| it.1 == feature);
    let is_again =
        |it: &&(usize, usize)| found.iter().any(|other| other.1 == it.1 && other.0 < it.0);
    let list = |wanted: bool| {
        let which = (0..deck.features()).filter(|&it| is_there(it) == wanted);
        which.map(|it| FEATURES[it].name()).collect::<Vec<_>>().join(", ")
    };
    if found.len() < 2 {
        return Ok(None);
    }
    if let Some(&(at, _)) = found.iter().find(is_again) {
        return Err(NotationError::new(
            place,
            format_args!(
                "the header names a feature again, as `{}`; give one column for each feature",
                names[at]
            ),
        ));
    }
    if found.len() < deck.features() {
        return Err(NotationError::new(
            place,
            format_args!(
                "the header names {} and not {}; give a column for each feature",
                list(true),
                list(false)
            ),
        ));
    }
    Ok(Some(found))
}

/// The place of a quote that opens a cell and ends nowhere, or, in a comment, not on its line.
fn open_quote(text: &str, delimiter: u8) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut begins_line, mut begins_cell, mut is_comment) = (0, true, true, false);
    while let Some(&byte) = bytes.get(at) {
        is_comment = if begins_line { byte == b'#' } else { is_comment };
        if begins_cell && byte == b'"' {
            let inside = &bytes[at + 1..];
            let mut end = 0;
            while inside.get(end) != Some(&b'"') || inside.get(end + 1) == Some(&b'"') {
                if end >= inside.len() || is_comment && inside[end] == b'\n' {
                    return Some(at);
                }
                end += if inside[end] == b'"' { 2 } else { 1 };
            }
            at += end + 1;
        }
        begins_line = matches!(bytes[at], b'\n' | b'\r');
        begins_cell = begins_line || bytes[at] == delimiter;
        at += 1;
    }
    None
}

/// The error that a quote at some byte of an input is not closed.
fn unclosed(input: &str, number: usize, open: usize) -> NotationError {
    let start = input[..open].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let text = split_lines(&input[start..]).next().unwrap_or_default();
    let line = LineNumbers { input, line: 1, byte: 0 }.of(open as u64);
    let message = format!("a quote of `{}` is not closed; close or remove it", excerpt(text));
    NotationError::new(Place { input: number, line }, message)
}

fn reader(input: &str, delimiter: u8) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .flexible(true)
        .has_headers(false)
        .delimiter(delimiter)
        .from_reader(input.as_bytes())
}

/// The lines on which records begin; those of the reader are off after blank lines and CR LF.
struct LineNumbers<'a> {
    input: &'a str,
    line: u64,
    byte: usize,
}

impl LineNumbers<'_> {
    /// The line of a record that begins at this byte, or after the line end there.
    fn of(&mut self, start: u64) -> u64 {
        let bytes = self.input.as_bytes();
        while let Some(&byte) = bytes.get(self.byte)
            && ((self.byte as u64) < start || byte.is_ascii_whitespace())
        {
            let is_end = byte == b'\n' || byte == b'\r' && bytes.get(self.byte + 1) != Some(&b'\n');
            self.line += u64::from(is_end);
            self.byte += 1;
        }
        self.line
    }
}
