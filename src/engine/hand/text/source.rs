//! The lines of a text or the rows of a CSV that hold cards.

use super::HandsError;
use crate::card::Deck;

/// Cards of one hand.
pub(super) struct Line {
    /// Counted from 1.
    pub(super) number: u64,
    /// The name of the hand.
    pub(super) hand: String,
    /// The cards, as written.
    pub(super) text: String,
}

type Lines<'a> = Box<dyn Iterator<Item = Result<Line, HandsError>> + 'a>;

/// The lines or rows that have cards, read lazily: a mistake ends the reading of a huge input
/// before its lines take memory.
pub(super) fn lines(input: &str, deck: Deck) -> Lines<'_> {
    let is_empty = |line: &&str| line.trim().is_empty() || line.trim().starts_with('#');
    let empty = input.split_inclusive('\n').take_while(is_empty);
    let (first, start) = empty.fold((1, 0), |(line, byte), text| (line + 1, byte + text.len()));
    let input = &input[start..];
    match Columns::find(input) {
        Some(columns) => csv_rows(input, first, columns, deck),
        None => text_lines(input, first),
    }
}

/// The lines of a text of which the first has this number.
fn text_lines(input: &str, first: u64) -> Lines<'_> {
    let (mut hand, mut is_open) = (1, false);
    Box::new(input.lines().zip(first..).filter_map(move |(line, number)| {
        let (text, has_comment) =
            line.split_once('#').map_or((line, false), |(text, _)| (text, true));
        let text = text.trim().to_owned();
        if !text.is_empty() {
            is_open = true;
            return Some(Ok(Line { number, hand: hand.to_string(), text }));
        }
        if is_open && !has_comment {
            hand += 1;
            is_open = false;
        }
        None
    }))
}

/// The columns that hold a whole hand.
const WHOLE_HANDS: [&str; 3] = ["representative", "cap", "witness"];

/// The separator of a CSV, and which columns hold the names of hands, the cards and the deck.
struct Columns {
    delimiter: u8,
    hand: Option<usize>,
    cards: usize,
    cards_name: &'static str,
    features: Option<usize>,
}

impl Columns {
    /// The columns of the header, if the input begins with one: separated by commas, or as
    /// spreadsheets like it by semicolons or tabs.
    fn find(input: &str) -> Option<Self> {
        b",;\t".iter().find_map(|&delimiter| {
            let mut header = csv::StringRecord::new();
            reader(input, delimiter).read_record(&mut header).ok()?;
            let place = |name| header.iter().position(|column| column.eq_ignore_ascii_case(name));
            let (hand, features) = (place("hand"), place("features"));
            let named = |name| Some((place(name)?, name));
            let card = hand.and_then(|_| named("card"));
            let (cards, cards_name) = card.or_else(|| WHOLE_HANDS.into_iter().find_map(named))?;
            Some(Self { delimiter, hand, cards, cards_name, features })
        })
    }

    /// The cards of a row, `None` if it has none.
    fn read(
        &self,
        record: &csv::StringRecord,
        row: u64,
        line: u64,
        deck: Deck,
    ) -> Result<Option<Line>, HandsError> {
        let field = |place, column| record.get(place).ok_or(HandsError::Short(line, column));
        let hand = self.hand.map(|place| field(place, "hand")).transpose()?;
        let cards = field(self.cards, self.cards_name)?;
        let found = self.features.and_then(|place| record.get(place)).unwrap_or_default();
        if !found.is_empty() && found != deck.features().to_string() {
            return Err(HandsError::Deck(line, found.to_owned(), deck));
        }
        if cards.is_empty() && self.cards_name != "card" {
            // The hand of no card, or one that was not found.
            return Ok(None);
        }
        let hand = hand.map_or_else(|| row.to_string(), str::to_owned);
        Ok(Some(Line { number: line, hand, text: cards.to_owned() }))
    }
}

fn reader(input: &str, delimiter: u8) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .flexible(true)
        .has_headers(false)
        .delimiter(delimiter)
        .from_reader(input.as_bytes())
}

/// The rows of a CSV whose header has this number as a line.
fn csv_rows(input: &str, header: u64, columns: Columns, deck: Deck) -> Lines<'_> {
    let records = reader(input, columns.delimiter).into_records();
    // The line numbers of the reader are off after blank lines and CR LF.
    let (mut line, mut byte) = (header, 0);
    Box::new(records.skip(1).zip(1..).filter_map(move |(record, row)| {
        let record = match record {
            Ok(record) if record.iter().all(str::is_empty) => return None,
            Ok(record) => record,
            Err(error) => return Some(Err(error.into())),
        };
        let start = record.position().map_or(0, csv::Position::byte);
        // The position may be that of the line end before the record.
        let is_before =
            |byte: usize, character: u8| (byte as u64) < start || character.is_ascii_whitespace();
        while let Some(&character) = input.as_bytes().get(byte).filter(|it| is_before(byte, **it)) {
            line += u64::from(character == b'\n');
            byte += 1;
        }
        columns.read(&record, row, line, deck).transpose()
    }))
}
