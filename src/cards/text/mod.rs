//! Hands as people write them: lines, CSV or JSON.
//!
//! *Lines* hold cards in any [notation](crate::cards::notation); what follows a `#` is a comment,
//! unless it is a colour such as `#ff0000`. A line with one card is a card, and blank lines part
//! hands; where every line has several cards, each line is a hand. A first line that names features
//! is a header; in other languages, if it has no word in common with the cards.
//!
//! *CSV* has a header, with commas, semicolons or tabs: the columns `hand` and `card`, or a column
//! for each feature under its name (and perhaps `hand`), or the columns of this program, of which
//! `representative`, `witness`, `cap` and `layout` hold a whole hand and `card1`, `card2`, ... its
//! cards. A column `features` must agree with the deck.
//!
//! *JSON* has cards as strings, as arrays or as objects with the names of features; arrays of
//! cards are hands; an object may have the fields that are columns of a CSV; the program's own JSON
//! is read, too.
//!
//! All inputs of a question are read together, so that a table and the cards that are gone are
//! understood alike.

mod columns;
mod json;
mod repeated;
mod source;
#[cfg(test)]
mod tests;

use crate::card::{Card, Deck};
use crate::cards::notation::{
    Notation, NotationError, Place, ReadCard, ReadOptions, Style, WordRow, WrittenCards, mistake,
};
use setodds_engine::escape::excerpt;
use std::collections::HashMap;
use std::sync::Arc;

/// The most hands of one input: as many as the program deals at a time.
const MAX_HANDS: usize = 1_000_000;

/// A named hand in the order of the input; no card comes twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenHand {
    /// The number of the hand, counted from 1, or its name in the input.
    pub name: String,
    /// The cards of the hand.
    pub cards: Vec<Card>,
    /// Each card as it stands in the input; a number counted from 0 gets its mark.
    pub texts: Vec<Arc<str>>,
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
        let texts = self.notation.deck().cards().map(|card| self.notation.write(card).into());
        let texts: Vec<Arc<str>> = texts.collect();
        for hand in self.inputs.iter_mut().flatten() {
            hand.texts = hand.cards.iter().map(|card| Arc::clone(&texts[card.index()])).collect();
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
    /// The inputs have no card; whether they are empty.
    #[error(
        "the input {}holds no card; give one card a line with a blank line between hands, or a \
         hand a line, or CSV with the columns hand,card",
        if *.0 { "is empty and " } else { "" }
    )]
    NoCard(bool),
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

/// Reads the hands of all inputs of a question.
///
/// ```
/// use setodds::{card::Deck, cards::text::read_hands};
/// let hands = read_hands(&["2RSO 1GDT 3PSO"], Deck::GAME, Default::default())?;
/// assert_eq!(hands.inputs[0][0].cards.len(), 3);
/// # Ok::<(), setodds::cards::text::HandsError>(())
/// ```
///
/// # Errors
///
/// When a line is not understood, a hand has a card twice, or no input has a card.
pub fn read_hands(
    inputs: &[&str],
    deck: Deck,
    options: ReadOptions,
) -> Result<WrittenHands, HandsError> {
    if let [input] = inputs
        && let Some(read) = repeated::read(input, deck, options)
    {
        return Ok(read);
    }
    read_all(inputs, deck, options)
}

/// Reads all inputs line by line.
fn read_all(inputs: &[&str], deck: Deck, options: ReadOptions) -> Result<WrittenHands, HandsError> {
    let read =
        WrittenCards::read_each_way(deck, |cards| QuestionReader::read(inputs, cards, options))?;
    if !options.is_position && read.inputs.iter().all(Vec::is_empty) {
        let is_blank = |input: &&str| input.trim_start_matches('\u{feff}').trim().is_empty();
        return Err(HandsError::NoCard(inputs.iter().all(is_blank)));
    }
    Ok(read)
}

/// The hand that a line belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum HandName {
    /// The name of the hand in the input, and a number, as several may have one name.
    Named(String, usize),
    /// None: its cards are gone.
    Gone,
    /// The number of the block of lines, which is a hand, or as many as it has lines.
    Block(usize),
}

/// The hands of a question while its inputs are read.
struct QuestionReader {
    cards: WrittenCards,
    options: ReadOptions,
    /// The hands of each input, and in the end the cards that JSON gives as gone.
    inputs: Vec<Vec<RawHand>>,
    /// The places of the hands of each input.
    places: HashMap<(usize, HandName), usize>,
    /// For each input, whether columns or fields name what its cards are: CSV and JSON records.
    headed: Vec<bool>,
    /// The hand and the card of the record before, where records may give a card again.
    before: Option<(HandName, Option<String>)>,
}

/// A hand whose cards are not known yet.
struct RawHand {
    name: HandName,
    /// The number of the input.
    input: usize,
    cards: Vec<RawCard>,
}

/// A card by its number among the [`WrittenCards`].
struct RawCard {
    number: u32,
    line: u32,
    /// Whether it is the first of its line, its row or its value.
    is_first: bool,
}

/// What is wrong with cards that are gone where the question has none.
const GONE: &str =
    "`gone` has cards that are gone, which only matter for the next cards; leave it out";

impl QuestionReader {
    fn new(inputs: usize, cards: WrittenCards, options: ReadOptions) -> Self {
        let hands = (0..=inputs).map(|_| Vec::new()).collect();
        Self {
            cards,
            options,
            inputs: hands,
            places: HashMap::new(),
            headed: vec![false; inputs],
            before: None,
        }
    }

    fn read(
        inputs: &[&str],
        cards: WrittenCards,
        options: ReadOptions,
    ) -> Result<WrittenHands, NotationError> {
        let mut question = Self::new(inputs.len(), cards, options);
        for (number, input) in inputs.iter().enumerate() {
            source::read(input, number, &mut question)?;
        }
        question.finish()
    }

    fn deck(&self) -> Deck {
        self.cards.deck
    }

    /// Adds the cards of a line to a hand.
    fn add(&mut self, rows: &[WordRow], name: HandName) -> Result<(), NotationError> {
        let Some(place) = rows.first().map(|row| row.place) else { return Ok(()) };
        let gone = self.inputs.len() - 1;
        let input = if name == HandName::Gone { gone } else { place.input };
        if input == gone && !self.options.is_position {
            return Err(NotationError::new(place, GONE));
        }
        let hands = &mut self.inputs[input];
        if self.cards.has_too_many_spellings() || hands.len() > MAX_HANDS {
            // An error is certain, and what follows would only take memory.
            return Ok(());
        }
        let at = *self.places.entry((input, name.clone())).or_insert(hands.len());
        if at == hands.len() {
            hands.push(RawHand { name, input: place.input, cards: Vec::new() });
        }
        let (line, mut is_first) = (u32::try_from(place.line).unwrap_or(u32::MAX), true);
        for row in rows {
            for number in self.cards.add(row)? {
                hands[at].cards.push(RawCard { number, line, is_first });
                is_first = false;
            }
        }
        Ok(())
    }

    /// Reads all cards, and sorts them into hands.
    fn finish(self) -> Result<WrittenHands, NotationError> {
        // The rows of a log and hands with names begin without a header, and a CSV has only one. A
        // card of theirs is a card elsewhere, too.
        let may_be_headed = |it: &&RawHand| it.is_block() && !self.headed[it.input];
        let others = || self.inputs.iter().flatten().filter(|it| !may_be_headed(it));
        let is_card = |number| others().flat_map(|it| &it.cards).any(|card| card.number == number);
        let first_hands = self.inputs.iter().filter_map(|hands| hands.first());
        let first_lines = first_hands.filter(may_be_headed).filter_map(|hand| {
            let Some([card]) = hand.lines().next() else { return None };
            Some(card.number).filter(|&number| !is_card(number))
        });
        let (cards, notation) =
            self.cards.learn(&first_lines.collect::<Vec<_>>(), self.options.numbers_from)?;
        let inputs = self.inputs.into_iter().map(|hands| in_hands(hands, &cards));
        let mut inputs: Vec<Vec<WrittenHand>> = inputs.collect::<Result<_, _>>()?;
        inputs.pop_if(|gone| gone.is_empty());
        Ok(WrittenHands { inputs, notation })
    }
}

impl RawHand {
    fn is_block(&self) -> bool {
        matches!(self.name, HandName::Block(_))
    }

    fn lines(&self) -> impl Iterator<Item = &[RawCard]> {
        self.cards.chunk_by(|_, next| !next.is_first)
    }

    /// The hand of some of its cards.
    fn hand(
        &self,
        name: String,
        raw: &[RawCard],
        all: &[Option<ReadCard>],
    ) -> Result<WrittenHand, NotationError> {
        let (mut cards, mut texts) = (Vec::with_capacity(raw.len()), Vec::with_capacity(raw.len()));
        let mut lines = HashMap::new();
        for &RawCard { number, line, .. } in raw {
            let Some(ReadCard { text, card }) = &all[number as usize] else { continue };
            let place = |line: u32| Place { input: self.input, line: line.into() };
            if let Some(earlier) = lines.insert(*card, line) {
                let there = format!("already in hand {}", excerpt(&name));
                return Err(twice(text, &there, place(line), place(earlier), self.is_block()));
            }
            cards.push(*card);
            texts.push(Arc::clone(text));
        }
        Ok(WrittenHand { name, cards, texts })
    }
}

/// The hands of an input, those of blocks with numbers as names.
fn in_hands(
    raw: Vec<RawHand>,
    cards: &[Option<ReadCard>],
) -> Result<Vec<WrittenHand>, NotationError> {
    let mut hands: Vec<WrittenHand> = Vec::new();
    for mut raw in raw {
        raw.cards.retain(|card| cards[card.number as usize].is_some());
        let has_rows = raw.lines().nth(1).is_some() && raw.lines().all(|line| line.len() > 1);
        let is_split = raw.is_block() && has_rows;
        for part in raw.cards.chunk_by(|_, next| !(is_split && next.is_first)) {
            if hands.len() == MAX_HANDS {
                let place = Place { input: raw.input, line: part[0].line.into() };
                return Err(mistake!(place, "more than {MAX_HANDS} hands; give them in parts"));
            }
            let name = match &raw.name {
                HandName::Named(name, _) => name.clone(),
                HandName::Block(_) | HandName::Gone => (hands.len() + 1).to_string(),
            };
            hands.push(raw.hand(name, part, cards)?);
        }
    }
    Ok(hands)
}

/// The error that a card comes again, in lines that may have been meant as several hands.
fn twice(text: &str, there: &str, place: Place, earlier: Place, is_block: bool) -> NotationError {
    let hint = if is_block && earlier != place {
        "; if they are several hands, leave a blank line between them, or put each on a line of \
         its own"
    } else {
        ""
    };
    let (text, earlier) = (excerpt(text), earlier.seen_from(place));
    mistake!(place, "`{text}` is {there}{earlier}; remove one{hint}")
}
