//! Hands as people write them: lines, CSV or JSON.
//!
//! *Lines* hold cards in any [notation]; what follows a `#` is a comment. A
//! line with one card is a card, and blank lines part hands; where every line has several cards,
//! each line is a hand. A first line that names features is a header.
//!
//! *CSV* has a header, with commas, semicolons or tabs: the columns `hand` and `card`, or a column
//! for each feature under its name (and perhaps `hand`), or the columns of this program, of which
//! `representative`, `witness`, `cap` and `layout` hold a whole hand and `card1`, `card2`, ... its
//! cards. A column `features` must agree with the deck.
//!
//! *JSON* has cards as strings, as arrays or as objects with the names of features; arrays of
//! cards are hands; the program's own JSON is read, too.
//!
//! All inputs of a question are read together, so that a table and the cards that are gone are
//! understood alike.

mod json;
mod source;
#[cfg(test)]
mod tests;

use crate::card::notation::{
    self, Notation, NotationError, Place, ReadCard, ReadOptions, Style, WordRow,
};
use crate::card::{Card, Deck};
use crate::escape::excerpt;
use std::collections::{HashMap, HashSet};

/// The most hands of one input: as many as the program deals at a time.
const MOST_HANDS: usize = 1_000_000;

/// A named hand in the order of the input; no card comes twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenHand {
    /// The number of the hand, counted from 1, or its name in the input.
    pub name: String,
    /// The cards of the hand.
    pub cards: Vec<Card>,
    /// Each card as it stands in the input; a number counted from 0 gets its mark.
    pub texts: Vec<String>,
}

/// The hands of a question.
#[derive(Clone, Debug)]
pub struct WrittenHands {
    /// The hands of each input, in its order; then the cards that inputs of JSON give as gone.
    pub inputs: Vec<Vec<WrittenHand>>,
    /// How their cards are written.
    pub notation: Notation,
}

impl WrittenHands {
    /// Writes all cards anew, in another way.
    pub fn write_as(&mut self, style: Style) {
        self.notation = self.notation.with(style);
        for hand in self.inputs.iter_mut().flatten() {
            hand.texts = hand.cards.iter().map(|&card| self.notation.write(card)).collect();
        }
    }

    /// A summary of what was read, in a line: `3 hands of 12 cards; digits 1 to 3`.
    #[must_use]
    pub fn summary(&self) -> String {
        let inputs: Vec<String> = self.inputs.iter().map(|hands| number_of(hands)).collect();
        [vec![inputs.join(" and ")], self.notation.remarks()].concat().join("; ")
    }
}

/// How many hands and cards there are: `3 hands of 9 to 12 cards`.
fn number_of(hands: &[WrittenHand]) -> String {
    let sizes = || hands.iter().map(|hand| hand.cards.len());
    let cards = match (sizes().min().unwrap_or(0), sizes().max().unwrap_or(0)) {
        (0, 0) => "no cards".to_owned(),
        (1, 1) => "1 card".to_owned(),
        (least, most) if least == most => format!("{most} cards"),
        (least, most) => format!("{least} to {most} cards"),
    };
    match hands.len() {
        0 | 1 => cards,
        many => format!("{many} hands of {cards}"),
    }
}

/// Input that is not a list of hands.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HandsError {
    /// The input holds no hand.
    #[error(
        "the input is empty and holds no card; give one card a line with a blank line between \
         hands, or a hand a line, or CSV with the columns hand,card"
    )]
    Empty,
    /// Text that is not understood, with its place.
    #[error("{}{}", place_of(.0), .0)]
    Wrong(#[from] NotationError),
}

/// `line 3: `
fn place_of(error: &NotationError) -> String {
    match error.place.line {
        0 => String::new(),
        line => format!("line {line}: "),
    }
}

/// The cards of a line, a row or a value.
struct Line {
    rows: Vec<WordRow>,
    hand: HandName,
}

/// The hand that a line belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum HandName {
    /// The name of the hand in the input, and a number, as several may have one name.
    Named(String, usize),
    /// That of a row of a log, by its number.
    Row(usize),
    /// None: its cards are gone.
    Gone,
    /// The number of the block of lines, which is a hand, or as many as it has lines.
    Block(usize),
}

/// Reads the hands of all inputs of a question.
///
/// ```
/// use setodds_engine::{card::Deck, hand::text::read_hands};
/// let hands = read_hands(&["2RSO 1GDT 3PSO"], Deck::GAME, Default::default())?;
/// assert_eq!(hands.inputs[0][0].cards.len(), 3);
/// # Ok::<(), setodds_engine::hand::text::HandsError>(())
/// ```
///
/// # Errors
///
/// When a line is not understood, or a hand has a card twice. An input without a card has no
/// hands, which is no error.
pub fn read_hands(
    inputs: &[&str],
    deck: Deck,
    options: ReadOptions,
) -> Result<WrittenHands, HandsError> {
    let lines = inputs.iter().enumerate().map(|(number, input)| source::lines(input, number, deck));
    read_lines(lines.collect::<Result<_, _>>()?, deck, options)
}

/// Some cards of a text, such as a line without its first word.
#[derive(Clone, Copy, Debug)]
pub struct TextRow<'a> {
    /// The number of the line, from 1 on.
    pub line: u64,
    /// The number of the hand that the cards belong to; it becomes the name of the hand.
    pub hand: usize,
    /// The cards.
    pub text: &'a str,
}

/// Reads the hands of rows of cards: those of a log.
///
/// # Errors
///
/// When a row is not understood, or a hand has a card twice.
pub fn read_rows(rows: &[TextRow<'_>], deck: Deck) -> Result<WrittenHands, HandsError> {
    let line = |row: &TextRow<'_>| {
        let place = Place { input: 0, line: row.line };
        Line { rows: WordRow::of_text(row.text, place, deck), hand: HandName::Row(row.hand) }
    };
    read_lines(vec![rows.iter().map(line).collect()], deck, ReadOptions::default())
}

/// Reads the hands of the lines of all inputs.
fn read_lines(
    mut lines: Vec<Vec<Line>>,
    deck: Deck,
    options: ReadOptions,
) -> Result<WrittenHands, HandsError> {
    let is_gone = |line: &mut Line| line.hand == HandName::Gone;
    let gone: Vec<Line> = lines.iter_mut().flat_map(|it| it.extract_if(.., is_gone)).collect();
    if let Some(row) = gone.iter().flat_map(|line| &line.rows).find(|_| !options.may_have_gone) {
        return Err(NotationError::new(row.place, GONE).into());
    }
    if !gone.is_empty() {
        lines.push(gone);
    }
    let rows: Vec<&WordRow> = lines.iter().flatten().flat_map(|line| &line.rows).collect();
    let (cards, notation) = notation::read(&rows, deck, options)?;
    let mut cards = cards.into_iter();
    let mut inputs = Vec::new();
    for lines in lines {
        let with_cards = |line: Line| {
            let place = line.rows.first().map(|row| row.place).unwrap_or_default();
            let cards: Vec<ReadCard> = cards.by_ref().take(line.rows.len()).flatten().collect();
            ReadLine { place, hand: line.hand, cards }
        };
        inputs.push(in_hands(lines.into_iter().map(with_cards).collect())?);
    }
    Ok(WrittenHands { inputs, notation })
}

/// What is wrong with cards that are gone where the question has none.
const GONE: &str =
    "`gone` has cards that are gone, which only matter for the next cards; leave it out";

/// The cards of a line that were read.
struct ReadLine {
    place: Place,
    hand: HandName,
    cards: Vec<ReadCard>,
}

/// Sorts the cards of an input into hands.
fn in_hands(lines: Vec<ReadLine>) -> Result<Vec<WrittenHand>, NotationError> {
    let split = split_blocks(&lines);
    let mut hands: Vec<WrittenHand> = Vec::new();
    let (mut numbers, mut earlier) = (HashMap::new(), HashMap::new());
    let lines = lines.into_iter().filter(|line| !line.cards.is_empty());
    for (at, ReadLine { place, hand: name, cards }) in lines.enumerate() {
        let is_hand = matches!(name, HandName::Block(block) if split.contains(&block));
        let key = (name.clone(), is_hand.then_some(at));
        let number = *numbers.entry(key).or_insert(hands.len());
        if number == MOST_HANDS {
            let message = format!("more than {MOST_HANDS} hands; give them in parts");
            return Err(NotationError::new(place, message));
        }
        let (is_block, is_row) =
            (matches!(name, HandName::Block(_)), matches!(name, HandName::Row(_)));
        if number == hands.len() {
            let name = match name {
                HandName::Named(name, _) => name,
                HandName::Row(number) => number.to_string(),
                HandName::Block(_) | HandName::Gone => (number + 1).to_string(),
            };
            hands.push(WrittenHand { name, cards: Vec::new(), texts: Vec::new() });
        }
        let hand = &mut hands[number];
        for ReadCard { text, card } in cards {
            if let Some(earlier) = earlier.insert((number, card), place) {
                let there =
                    if is_row { "there" } else { &format!("in hand {}", excerpt(&hand.name)) };
                return Err(twice(&text, there, place, earlier, is_block));
            }
            hand.cards.push(card);
            hand.texts.push(text);
        }
    }
    Ok(hands)
}

/// The error that a card comes again, in lines that may have been meant as several hands.
fn twice(text: &str, there: &str, place: Place, earlier: Place, is_block: bool) -> NotationError {
    let is_other = earlier != place;
    let earlier = match earlier.seen_from(place) {
        nowhere if nowhere.is_empty() => nowhere,
        line => format!(",{line}"),
    };
    let lines = if is_block && is_other { LINES } else { "" };
    let text = excerpt(text);
    let message = format!("`{text}` is {there} already{earlier}; remove one{lines}");
    NotationError::new(place, message)
}

/// What to do where a card comes again in lines that may have been meant as several hands.
const LINES: &str = "; if they are several hands, leave a blank line between them, or put each on a \
                     line of its own";

/// The blocks in which every line has several cards, and is a hand.
fn split_blocks(lines: &[ReadLine]) -> HashSet<usize> {
    let mut blocks: HashMap<usize, (usize, bool)> = HashMap::new();
    for line in lines {
        if let HandName::Block(block) = line.hand {
            let (lines, several) = blocks.entry(block).or_insert((0, true));
            *lines += 1;
            *several &= line.cards.len() > 1;
        }
    }
    let is_split = |(_, (lines, several)): &(usize, (usize, bool))| *lines > 1 && *several;
    blocks.into_iter().filter(is_split).map(|(block, _)| block).collect()
}
