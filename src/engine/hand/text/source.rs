//! The lines of a text or the rows of a CSV that hold cards.

use super::HandsError;
use crate::card::Deck;
use crate::card::notation::marked;

/// Cards of one hand.
pub(super) struct Line<'a> {
    pub(super) number: u64,
    pub(super) hand: &'a str,
    pub(super) text: &'a str,
}

/// The input and how it is cut.
pub(super) struct Source<'a> {
    input: &'a str,
    /// The bytes before the header of a CSV.
    before: usize,
    /// None in text.
    columns: Option<Columns>,
}

impl<'a> Source<'a> {
    pub(super) fn new(input: &'a str) -> Self {
        let before = bytes_before_header(input);
        Self { input, before, columns: csv_columns(&input[before..]) }
    }

    /// Calls `visit` for every line or row that has cards.
    pub(super) fn each_line(
        &self,
        deck: Deck,
        visit: impl FnMut(Line<'_>) -> Result<(), HandsError>,
    ) -> Result<(), HandsError> {
        match &self.columns {
            Some(columns) => read_csv(self.input, self.before, columns, deck, visit),
            None => read_text(self.input, visit),
        }
    }
}

/// The bytes of blank lines and remarks that the input begins with.
fn bytes_before_header(input: &str) -> usize {
    let says_nothing = |line: &&str| line.trim().is_empty() || line.trim().starts_with('#');
    input.split_inclusive('\n').take_while(says_nothing).map(str::len).sum()
}

/// The columns that hold a whole hand, as digits or as indices without their mark.
const WHOLE_HANDS: [&str; 3] = ["representative", "cap", INDICES];

/// The column of indices.
const INDICES: &str = "witness";

/// How the rows of a CSV are cut, and where the names of hands, the cards and the deck stand in
/// them.
struct Columns {
    delimiter: u8,
    hand: Option<usize>,
    cards: usize,
    cards_name: &'static str,
    features: Option<usize>,
}

/// The columns of the header, if the input begins with one: separated by commas, or as spreadsheets
/// like it by semicolons or tabs.
fn csv_columns(input: &str) -> Option<Columns> {
    b",;\t".iter().find_map(|&delimiter| {
        let mut header = csv::StringRecord::new();
        reader(input, delimiter).read_record(&mut header).ok()?;
        let place = |name| header.iter().position(|column| column.eq_ignore_ascii_case(name));
        let (hand, features) = (place("hand"), place("features"));
        let named = |name| Some((place(name)?, name));
        let card = hand.and_then(|_| named("card"));
        let (cards, cards_name) = card.or_else(|| WHOLE_HANDS.into_iter().find_map(named))?;
        Some(Columns { delimiter, hand, cards, cards_name, features })
    })
}

fn reader(input: &str, delimiter: u8) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .flexible(true)
        .has_headers(false)
        .delimiter(delimiter)
        .from_reader(input.as_bytes())
}

fn read_csv(
    input: &str,
    before: usize,
    columns: &Columns,
    deck: Deck,
    mut visit: impl FnMut(Line<'_>) -> Result<(), HandsError>,
) -> Result<(), HandsError> {
    let mut lines = Lines { input, byte: 0, line: 1 };
    for (record, row) in reader(&input[before..], columns.delimiter).records().skip(1).zip(1..) {
        let (record, row): (_, u64) = (record?, row);
        if record.iter().all(str::is_empty) {
            continue;
        }
        let line = lines.of(before, record.position());
        let field = |place, column| record.get(place).ok_or(HandsError::Short { line, column });
        let hand = columns.hand.map(|place| field(place, "hand")).transpose()?;
        let cards = field(columns.cards, columns.cards_name)?;
        let found = columns.features.and_then(|place| record.get(place)).unwrap_or_default();
        if !found.is_empty() && found != deck.features().to_string() {
            let (found, features) = (found.to_owned(), deck.features());
            return Err(HandsError::Deck { line, found, features });
        }
        if cards.is_empty() && columns.cards_name != "card" {
            // The hand of no card, or one that was not found.
            continue;
        }
        let marked = (columns.cards_name == INDICES).then(|| marked(cards));
        let text = marked.as_deref().unwrap_or(cards);
        visit(Line { number: line, hand: hand.unwrap_or(&row.to_string()), text })?;
    }
    Ok(())
}

/// Counts lines up to the records of a CSV, whose own count is off after blank lines and CR LF.
struct Lines<'a> {
    input: &'a str,
    byte: usize,
    line: u64,
}

impl Lines<'_> {
    /// The line of a record that does not come before the last one asked for.
    fn of(&mut self, before: usize, position: Option<&csv::Position>) -> u64 {
        let start = position.map_or(0, csv::Position::byte);
        let start = before + usize::try_from(start).unwrap_or(0);
        let bytes = self.input.as_bytes();
        // The position may be that of the line end before the record.
        while let Some(byte) = bytes.get(self.byte) {
            if self.byte >= start && !byte.is_ascii_whitespace() {
                break;
            }
            self.line += u64::from(*byte == b'\n');
            self.byte += 1;
        }
        self.line
    }
}

fn read_text(
    input: &str,
    mut visit: impl FnMut(Line<'_>) -> Result<(), HandsError>,
) -> Result<(), HandsError> {
    let mut hand = 1;
    let mut open = false;
    for (line, number) in input.lines().zip(1..) {
        let (text, remark) = line.split_once('#').map_or((line, false), |(text, _)| (text, true));
        let text = text.trim();
        if !text.is_empty() {
            visit(Line { number, hand: &hand.to_string(), text })?;
            open = true;
        } else if open && !remark {
            hand += 1;
            open = false;
        }
    }
    Ok(())
}
