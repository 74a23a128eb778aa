//! Hands as people write them: text, or CSV.
//!
//! *Text* has one card a line, in any [notation], and a blank line between
//! hands; what follows a `#` is a remark. *CSV* has a header with the columns `hand` and `card`
//! (others are ignored); the rows of a hand share the value of `hand`, which becomes its name.
//! A first line with a column `hand` and a column `card` makes it CSV; semicolons and tabs part
//! columns, too.

use crate::card::notation::{self, NotationError};
use crate::card::{Card, Deck};
use std::collections::HashMap;

/// A card together with the words it was written in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenCard {
    /// As it stands in the input.
    pub text: String,
    /// What it means.
    pub card: Card,
}

/// A named hand in the order of the input; no card comes twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenHand {
    /// Its number, counted from 1, or its name in the CSV.
    pub name: String,
    /// Its cards.
    pub cards: Vec<WrittenCard>,
}

/// Input that is no list of hands; lines count from 1.
#[derive(Debug, thiserror::Error)]
pub enum HandsError {
    /// Nothing to read.
    #[error(
        "the input holds no card; give one card a line, with a blank line between hands, or CSV \
         with the columns hand,card"
    )]
    Empty,
    /// A line that is no card.
    #[error("line {line}: {source}")]
    Card {
        /// Where.
        line: u64,
        /// What is wrong.
        source: NotationError,
    },
    /// The same card twice in one hand.
    #[error("line {line}: `{text}` is in hand {hand} already, on line {earlier}; remove one")]
    Duplicate {
        /// Where it comes again.
        line: u64,
        /// As written the second time.
        text: String,
        /// The hand.
        hand: String,
        /// Where it came first.
        earlier: u64,
    },
    /// A row of the CSV without a hand or a card.
    #[error("line {line}: the row has no `{column}`; give every row the columns of the header")]
    Short {
        /// Where.
        line: u64,
        /// The column that the row does not reach.
        column: &'static str,
    },
    /// A row that is not CSV.
    #[error("the CSV cannot be read: {0}")]
    Csv(#[from] csv::Error),
}

/// Reads all hands of a text or CSV.
///
/// ```
/// use setodds_engine::{card::Deck, hand::text::read_hands};
/// let hands = read_hands("3 oval blue outline\n2121 # the same again", Deck::GAME);
/// assert_eq!(
///     hands.unwrap_err().to_string(),
///     "line 2: `2121` is in hand 1 already, on line 1; remove one"
/// );
/// ```
///
/// # Errors
///
/// When there is no card at all, a line is not understood, or a hand has a card twice.
pub fn read_hands(input: &str, deck: Deck) -> Result<Vec<WrittenHand>, HandsError> {
    let input = input.trim_start_matches('\u{feff}');
    let mut collector = Collector::new(deck);
    let before = lines_before_header(input);
    match csv_columns(&input[before..]) {
        Some(columns) => read_csv(input, before, &columns, &mut collector)?,
        None => read_text(input, &mut collector)?,
    }
    if collector.hands.is_empty() { Err(HandsError::Empty) } else { Ok(collector.hands) }
}

/// The bytes of blank lines and remarks that the input begins with.
fn lines_before_header(input: &str) -> usize {
    let says_nothing = |line: &&str| line.trim().is_empty() || line.trim().starts_with('#');
    input.split_inclusive('\n').take_while(says_nothing).map(str::len).sum()
}

/// How the rows of a CSV are cut, and where `hand` and `card` stand in them.
struct Columns {
    delimiter: u8,
    hand: usize,
    card: usize,
}

/// The columns of the header, if the input begins with one: separated by commas, or as spreadsheets
/// like it by semicolons or tabs.
fn csv_columns(input: &str) -> Option<Columns> {
    b",;\t".iter().find_map(|&delimiter| {
        let mut header = csv::StringRecord::new();
        reader(input, delimiter).read_record(&mut header).ok()?;
        let place = |name| header.iter().position(|column| column.eq_ignore_ascii_case(name));
        Some(Columns { delimiter, hand: place("hand")?, card: place("card")? })
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
    collector: &mut Collector,
) -> Result<(), HandsError> {
    let mut lines = Lines { input, byte: 0, line: 1 };
    for record in reader(&input[before..], columns.delimiter).records().skip(1) {
        let record = record?;
        if record.iter().all(str::is_empty) {
            continue;
        }
        let line = lines.of(before, record.position());
        let field = |place, column| record.get(place).ok_or(HandsError::Short { line, column });
        collector.add(field(columns.hand, "hand")?, field(columns.card, "card")?, line)?;
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

fn read_text(input: &str, collector: &mut Collector) -> Result<(), HandsError> {
    let mut hand = 1;
    let mut open = false;
    for (line, number) in input.lines().zip(1..) {
        let (card, remark) = line.split_once('#').map_or((line, false), |(card, _)| (card, true));
        if !card.trim().is_empty() {
            collector.add(&hand.to_string(), card.trim(), number)?;
            open = true;
        } else if open && !remark {
            hand += 1;
            open = false;
        }
    }
    Ok(())
}

/// Puts cards into their hands and watches over duplicates.
struct Collector {
    deck: Deck,
    hands: Vec<WrittenHand>,
    places: HashMap<String, usize>,
    lines: HashMap<(usize, Card), u64>,
}

impl Collector {
    fn new(deck: Deck) -> Self {
        Self { deck, hands: Vec::new(), places: HashMap::new(), lines: HashMap::new() }
    }

    fn add(&mut self, name: &str, text: &str, line: u64) -> Result<(), HandsError> {
        let card =
            notation::parse(text, self.deck).map_err(|source| HandsError::Card { line, source })?;
        let place = *self.places.entry(name.to_owned()).or_insert_with(|| {
            self.hands.push(WrittenHand { name: name.to_owned(), cards: Vec::new() });
            self.hands.len() - 1
        });
        if let Some(&earlier) = self.lines.get(&(place, card)) {
            let (text, hand) = (text.to_owned(), name.to_owned());
            return Err(HandsError::Duplicate { line, text, hand, earlier });
        }
        self.lines.insert((place, card), line);
        self.hands[place].cards.push(WrittenCard { text: text.to_owned(), card });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(input: &str) -> Result<Vec<(String, Vec<usize>)>, String> {
        let hands = read_hands(input, Deck::GAME).map_err(|error| error.to_string())?;
        let indices = |hand: &WrittenHand| hand.cards.iter().map(|c| c.card.index()).collect();
        Ok(hands.iter().map(|hand| (hand.name.clone(), indices(hand))).collect())
    }

    #[test]
    fn blank_lines_part_hands_and_remarks_do_not() {
        let input = "\u{feff}\n\n0000\n# a remark\n0001 # another\r\n\n \n0002\n\n";
        assert_eq!(read(input), Ok(vec![("1".into(), vec![0, 1]), ("2".into(), vec![2])]));
    }

    #[test]
    fn csv_columns_may_stand_anywhere() {
        let input = "card,index,hand\n0000,x,b\n\"3, oval, blue, open\",y,a\n0002,z,b\n";
        assert_eq!(read(input), Ok(vec![("b".into(), vec![0, 2]), ("a".into(), vec![70])]));
        for input in
            ["Hand;Card\n1;0001\n", "HAND\tx\tCARD\n1\t\t0001", "\"x,y\",hand,card\n,1,0001"]
        {
            assert_eq!(read(input), Ok(vec![("1".into(), vec![1])]), "{input}");
        }
    }

    #[test]
    fn mistakes_are_placed() {
        let cases = [
            ("", "the input holds no card"),
            ("# only a remark\n\n", "the input holds no card"),
            ("hand,card\n", "the input holds no card"),
            ("0000\n\n3 oval blue sold\n", "line 3: unknown word `sold`; did you mean `solid`?"),
            ("hand,card\n1,0000\n1,9\n1,1 diamond red solid\n", "line 4: `1 diamond red solid` is"),
            ("hand,card\n1,0000\n1,banana\n", "line 3: unknown word `banana`"),
            ("hand,card\n1\n", "line 2: the row has no `card`"),
            ("hand,card\r\n1,0000\r\n1,zzz\r\n", "line 3: unknown word `zzz`"),
            ("hand,card\n\n\n1,9999\n", "line 4: `9999`"),
            ("hand,card\n \n#1,0000\n#1,zzz\n", "line 4: unknown word `zzz`"),
            ("  \n# mine\n\nhand,card\n\"1\",\"0000\"\n1,zzz\n", "line 6: unknown word `zzz`"),
        ];
        for (input, expected) in cases {
            let message = read(input).unwrap_err();
            assert!(message.contains(expected), "{input:?}: {message}");
        }
    }

    proptest! {
        #[test]
        fn no_input_makes_it_panic(input in "(hand,card\n)?(\\PC|\n|,|\"|[0-2]){0,60}") {
            if let Ok(hands) = read_hands(&input, Deck::GAME) {
                prop_assert!(hands.iter().all(|hand| !hand.cards.is_empty()));
            }
        }
    }
}
