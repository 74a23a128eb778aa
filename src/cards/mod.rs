//! Cards and hands as people and programs write them.
//!
//! This page is the grammar. Nothing is learnt, corrected, skipped or guessed: a label, a row
//! number, a placeholder, an empty part, a second spelling of a value, a decimal number or a card
//! twice is an error that names the line, the text as it was typed and what would be right.
//!
//! # Text
//!
//! Case does not matter, and text is compared after NFC. Lines end with LF, CR LF or CR. A line
//! that is `#`, or begins with `#` and a blank, is a comment; any other `#` is an error. The cards
//! of an input are written in one of four ways, of which bits are a form of digits:
//!
//! | way | the same card | |
//! |---|---|---|
//! | words | `three purple open ovals` | a word for each feature, in any order |
//! | codes | `3PEO` | a letter or figure for each feature |
//! | digits | `2121`, `2 1 2 1`, `001010001010` | 0 to 2, or 1 to 3; three bits a feature |
//! | numbers | `@70` | the digits in base 3 |
//!
//! # Words
//!
//! The words of six languages stand in `dictionary.txt`, none with two meanings. Blanks, hyphens
//! and underscores part words. Forms of a word are one spelling, and so are a figure and its word;
//! two synonyms of a value in one input are an error. A line is a card, unless each of its parts
//! between blanks is a whole card with hyphens or underscores; with commas, semicolons, bars or
//! tabs, either each part between them is a word and the line a card, or each part is a card. A
//! comma or semicolon at the end of every line says nothing.
//!
//! # Codes
//!
//! Number `1 2 3`; colour `R`, `G`, and `P`, `V` or `B`; shading `F` or `S` solid, `T`, `H` or `X`
//! striped (`S`, too, beside `F`), `O` or `E` open; shape `O` oval, `D` diamond, `S`, `W` or `Q`
//! squiggle. This order is taken whenever all cards fit it, else the one other order that all fit.
//!
//! # Digits and numbers
//!
//! Digits are joined or, from four features on, apart: a line of as many single digits as features.
//! A 0 or a 3 tells where they begin. Bits may have the words of the same card behind them. Numbers
//! have a mark, or a 0 or the size of the deck among them tells where they begin. Three or more
//! bare numbers that count up are row numbers or a header, and refused.
//!
//! # Own values
//!
//! [`Values`] replace the dictionary. Decks of two and three features are read in words of any
//! features, the same in all cards; larger ones in digits, numbers or own values.
//!
//! # CSV and JSON
//!
//! The first line of a CSV has a cell that names a feature, or `layout`, `witness`,
//! `representative`, `cap`, `digits`, `card`, `card1` or `index`. JSON has cards as text, as lists
//! or as objects. What the program writes is read back, except the lists of `next`.
//!
//! # Which cards are a hand
//!
//! Lines of one card are one hand, and blank lines part hands; else each line is a hand. Where both
//! may be meant (a board on several lines), the reader asks.
//!
//! ```
//! use setodds::{Deck, cards::{ReadOptions, read_hands}};
//! let hands = read_hands(["2RSO 1GTD 3PSO"], Deck::GAME, &ReadOptions::default())?;
//! assert_eq!(hands.inputs[0].hand(0).cards().len(), 3);
//! # Ok::<(), setodds::cards::ReadError>(())
//! ```

mod answer;
mod codes;
mod csv;
mod dictionary;
mod digits;
mod hand;
mod hands;
mod json;
mod record;
#[cfg(test)]
mod tests;
mod text;
mod words;

use crate::card::{Card, Deck, MAX_FEATURES};
use answer::Spellings;
use setodds_engine::escape::excerpt;
use setodds_engine::named_enum;
use std::collections::HashMap;
use std::fmt::Display;
use std::sync::Arc;
use words::WordCard;

pub use answer::{Notation, Style, bits};
pub use hand::{Hand, HandError};
pub use hands::{HandList, WrittenHand, WrittenHands, read_hands};
pub use words::Values;

/// The limit of bytes for one input: far more than any result of the program takes.
pub const MAX_BYTES: u64 = 64 << 20;

/// Example for error messages about `--values`.
const NAMED_VALUES: &str = "give three values for each feature, such as \
    --values '1,2,3;red,green,purple;solid,open,striped;diamond,oval,squiggle'";

named_enum! {
    /// Where digits or the numbers of cards begin.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum FirstNumber: "number of the first card" {
        /// The first card is number 0.
        Zero = "0",
        /// The first card is number 1.
        One = "1",
    }
}

/// What the cards of the inputs are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// Hands.
    #[default]
    Hands,
    /// Hands of a sample, of which those that hold a card twice are left out.
    Sample,
    /// A table, which may be empty, and perhaps a list of cards that are gone.
    Position,
    /// One list of cards.
    List,
}

/// The user's settings for reading cards.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// Spellings that replace the dictionary.
    pub values: Option<Values>,
    /// Whether digits and numbers start at 0 or 1, if the input does not show it.
    pub numbers_from: Option<FirstNumber>,
    /// Whether lines of several cards are hands, without asking.
    pub hand_a_line: bool,
    /// Whether the lines between blank lines are one hand, without asking. Where these are hands
    /// anyway, or each line stands alone, all cards are.
    pub one_hand: bool,
    /// What the cards are.
    pub purpose: Purpose,
}

/// Text that is not a list of cards. The message names the text, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The number of the input, counted from 0.
    pub input: usize,
    /// The line in the input, counted from 1; 0 where there is none.
    pub line: u64,
    /// The `--values` with which the input may be read.
    pub values: Option<String>,
    message: String,
    /// Whether a word has no meaning.
    is_unknown: bool,
}

impl ReadError {
    fn new(input: usize, line: u64, message: impl Display) -> Self {
        Self { input, line, values: None, message: message.to_string(), is_unknown: false }
    }

    /// The message without the line.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.line > 0 {
            write!(f, "line {}: ", self.line)?;
        }
        f.write_str(&self.message)?;
        match &self.values {
            Some(values) => write!(f, "; if the words are yours, give --values '{values}'"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ReadError {}

/// How a card is written, as far as it is known without the other cards.
#[derive(Clone, Debug)]
enum Form {
    Words(WordCard),
    Code,
    /// As they stand: the lowest may be 0 or 1.
    Digits(Box<[u8]>),
    Bits(Card),
    Number {
        number: u32,
        is_marked: bool,
    },
}

impl Form {
    /// The name of the way of writing.
    fn way(&self) -> &'static str {
        match self {
            Self::Words(_) => "in words",
            Self::Code => "a code",
            Self::Digits(_) => "in digits",
            Self::Bits(_) => "in bits",
            Self::Number { .. } => "a number",
        }
    }
}

/// A distinct card text of an input.
#[derive(Debug)]
struct Entry {
    /// The text, with single blanks.
    text: Arc<str>,
    form: Form,
    input: usize,
    /// The line on which it comes first.
    line: u64,
}

impl Entry {
    fn error(&self, message: impl Display) -> ReadError {
        ReadError::new(self.input, self.line, message)
    }

    /// `line 3`, or `line 3 of the other file`
    fn place(&self) -> String {
        match self.input {
            0 => format!("line {}", self.line),
            _ => format!("line {} of the other file", self.line),
        }
    }
}

/// A number of cards, lines or bytes of an input.
fn small(number: usize) -> u32 {
    u32::try_from(number).expect("inputs are limited in size")
}

/// The names of hands that have one, in one text.
#[derive(Clone, Debug, Default)]
struct Names {
    /// A line end ends each name.
    text: String,
    /// The end of each name in the text; that of a hand without a name is the one before.
    ends: Vec<u32>,
}

impl Names {
    /// Names a hand behind all that have a name.
    fn set(&mut self, hand: usize, name: &str) {
        self.ends.resize(hand, small(self.text.len()));
        self.text += name;
        self.text.push('\n');
        self.ends.push(small(self.text.len()));
    }

    fn get(&self, hand: usize) -> Option<&str> {
        let end = *self.ends.get(hand)? as usize;
        let start = hand.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        self.text[start..end].strip_suffix('\n')
    }
}

/// The cards of an input, in its order, before they are decoded. There may be 30 million of them.
#[derive(Debug, Default)]
struct InputCards {
    entries: Vec<Entry>,
    /// The numbers of the entries.
    ids: Vec<u32>,
    /// The end of each line, row or list among the cards.
    lines: Vec<u32>,
    /// How far each line is behind the one before; from 255 on as 255 and the rest.
    steps: Vec<u8>,
    /// The number of the last line.
    last_line: u64,
    /// The end of each block among the lines.
    groups: Vec<u32>,
    /// The names of the blocks.
    names: Names,
    /// Whether each group is a hand, as in CSV.
    is_fixed: bool,
    /// The columns that are ignored.
    ignored: Vec<String>,
}

impl InputCards {
    fn end_line(&mut self, line: u64) {
        if self.last_end() < self.ids.len() {
            self.lines.push(small(self.ids.len()));
            let mut step = line.saturating_sub(self.last_line);
            self.last_line += step;
            while step >= 255 {
                self.steps.push(255);
                step -= 255;
            }
            self.steps.push(u8::try_from(step).expect("it is below 255"));
        }
    }

    /// The end of the last line among the cards.
    fn last_end(&self) -> usize {
        self.lines.last().map_or(0, |&end| end as usize)
    }

    /// The number of a line in the input.
    fn line_number(&self, line: usize) -> u64 {
        let last_steps = (1..).zip(&self.steps).filter(|it| *it.1 < 255);
        let end = last_steps.map(|it| it.0).nth(line).expect("a line with cards");
        self.steps[..end].iter().map(|&step| u64::from(step)).sum()
    }

    fn end_group(&mut self, name: Option<&str>) {
        if self.groups.last().map_or(0, |&end| end as usize) < self.lines.len() {
            if let Some(name) = name {
                self.names.set(self.groups.len(), name);
            }
            self.groups.push(small(self.lines.len()));
        }
    }
}

/// Reads the cards of an input one by one.
struct Reader<'a> {
    deck: Deck,
    options: &'a ReadOptions,
    input: usize,
    known: HashMap<Box<str>, u32>,
    read: InputCards,
    /// If set, card texts are collected instead of parsed.
    collected: Option<Vec<String>>,
}

impl<'a> Reader<'a> {
    fn new(deck: Deck, options: &'a ReadOptions, input: usize) -> Self {
        let (known, read) = (HashMap::new(), InputCards::default());
        Self { deck, options, input, known, read, collected: None }
    }

    fn error(&self, line: u64, message: impl Display) -> ReadError {
        ReadError::new(self.input, line, message)
    }

    /// The error that a text is wrong, and why.
    fn wrong(&self, line: u64, text: &str, why: impl Display) -> ReadError {
        self.error(line, format_args!("`{}` {why}", excerpt(text)))
    }

    /// Adds a card with a form that is known.
    fn push(&mut self, text: &str, form: Form, line: u64) {
        let id = small(self.read.entries.len());
        let single: Vec<&str> = text.split_whitespace().collect();
        let entry = Entry { text: single.join(" ").into(), form, input: self.input, line };
        self.read.entries.push(entry);
        self.known.insert(text.into(), id);
        self.read.ids.push(id);
    }

    /// Adds a card that came before in the same writing.
    fn push_known(&mut self, text: &str) -> bool {
        let id = self.known.get(text);
        self.read.ids.extend(id);
        id.is_some()
    }

    /// Adds a text that is one card; words may have a sign between them.
    fn card(&mut self, text: &str, sign: Option<char>, line: u64) -> Result<(), ReadError> {
        if self.push_known(text) {
            return Ok(());
        }
        if let Some(texts) = &mut self.collected {
            texts.push(text.to_owned());
            self.push(text, Form::Code, line);
            return Ok(());
        }
        let form = self.form(text, sign, line)?;
        self.push(text, form, line);
        Ok(())
    }

    fn form(&self, text: &str, sign: Option<char>, line: u64) -> Result<Form, ReadError> {
        let features = self.deck.features();
        let is_own = self.options.values.is_some();
        let is_part = !text.contains(char::is_whitespace) && sign.is_none();
        let is_figures = |text: &str| text.bytes().all(|it| it.is_ascii_digit());
        if is_part && !self.joins(text) && !(is_own && self.knows(text)) {
            if digits::is_number_like(text) {
                return self.figures(text, line);
            }
            if !is_own && !self.knows(text) && codes::is_code(text, self.deck) {
                return Ok(Form::Code);
            }
        } else if !is_own && text.split_whitespace().all(is_figures) {
            let why = "is not one card: join its digits, or mark numbers with @";
            return Err(self.wrong(line, text, why));
        }
        if !is_own && features > dictionary::FEATURES {
            let why = format!(
                "is not a card: cards of {features} features are digits, numbers (@70) or words \
                 of --values"
            );
            return Err(self.wrong(line, text, why));
        }
        self.words(text, sign, line).map(Form::Words)
    }

    /// The error that a word has no meaning.
    fn unknown(&self, word: &str, line: u64) -> ReadError {
        let right = match self.options.values {
            Some(_) => "--values does not have it",
            None => {
                "give words (two red striped diamonds), a code (2RTD), digits (1002) or a number \
                 (@29)"
            }
        };
        let why = format!("is not part of a card: {right}");
        ReadError { is_unknown: true, ..self.wrong(line, word, why) }
    }
}

/// Returns whether a line is a comment.
fn is_comment(line: &str) -> bool {
    line.trim_start()
        .strip_prefix('#')
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
}

/// Returns the lines of a text with their numbers, without those that are comments.
fn lines(text: &str) -> impl Iterator<Item = (u64, &str)> {
    (1..).zip(text.split('\n')).filter(|(_, line)| !is_comment(line))
}

/// What the cards of an input leave open: sets are the same either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// Where digits begin, as all are 1 or 2.
    Digits,
    /// Which shading the letter S is, as no other letter tells.
    Shading,
}

impl Display for Doubt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Digits => {
                "digits 1 and 2 alone may be from 0 to 2 or from 1 to 3: give --numbers-from 0 or 1"
            }
            Self::Shading => {
                "the shading S may be solid or striped, as no F, T, H or X occurs: give --values \
                 with your letters for number; colour; solid, open, striped; diamond, oval, \
                 squiggle, such as '1,2,3;R,G,P;S,O,T;D,O,S'"
            }
        })
    }
}

/// Cards that were read together.
struct Decoded {
    cards: Vec<Card>,
    notation: Notation,
    /// What must be known before cards are written in another way, or left out of a deck.
    doubt: Option<Doubt>,
}

/// Reads entries together: all must be written in one way.
fn decode(entries: &[&Entry], deck: Deck, options: &ReadOptions) -> Result<Decoded, ReadError> {
    let way = entries[0].form.way();
    if let Some(other) = entries.iter().find(|entry| entry.form.way() != way) {
        let of_first = entries.iter().filter(|entry| entry.form.way() == way).count();
        let [right, wrong] =
            if 2 * of_first >= entries.len() { [entries[0], other] } else { [other, entries[0]] };
        return Err(wrong.error(format!(
            "`{}` is {}, and `{}` ({}) is {}; write all cards in one way",
            excerpt(&wrong.text),
            wrong.form.way(),
            excerpt(&right.text),
            right.place(),
            right.form.way()
        )));
    }
    let (cards, notation, doubt) = match &entries[0].form {
        Form::Code => codes::decode(entries, deck)?,
        Form::Digits(_) => digits::decode_digits(entries, deck, options.numbers_from)?,
        Form::Number { .. } => {
            let (cards, notation) = digits::decode_numbers(entries, deck, options.numbers_from)?;
            (cards, notation, None)
        }
        Form::Bits(_) => {
            let card = |entry: &&Entry| match entry.form {
                Form::Bits(card) => Some(card),
                _ => None,
            };
            let notation = Notation::bits(deck, digits::separator(entries[0]));
            (entries.iter().filter_map(card).collect(), notation, None)
        }
        Form::Words(first) => {
            let (cards, notation) = decode_words(entries, first, deck, options)?;
            (cards, notation, None)
        }
    };
    Ok(Decoded { cards, notation, doubt })
}

/// Reads cards in words: the same features in all, and one spelling of each value.
fn decode_words(
    entries: &[&Entry],
    first: &WordCard,
    deck: Deck,
    options: &ReadOptions,
) -> Result<(Vec<Card>, Notation), ReadError> {
    let mut features: Vec<usize> = first.words.iter().map(|word| word.feature).collect();
    let order = features.clone();
    features.sort_unstable();
    let slot = |feature: usize| features.iter().position(|it| *it == feature);
    let mut spellings = Spellings::new(deck);
    let mut cards = Vec::with_capacity(entries.len());
    for entry in entries {
        let Form::Words(card) = &entry.form else { continue };
        let mut digits = [0; MAX_FEATURES];
        for word in &card.words {
            let Some(slot) = slot(word.feature) else {
                return Err(entry.error(format!(
                    "`{}` has a {}, and the card on {} has none; give all cards the same features",
                    excerpt(&entry.text),
                    dictionary::name(word.feature),
                    entries[0].place()
                )));
            };
            digits[slot] = word.value;
            let other = spellings.add(slot, word.value, word.synonym, &word.text, || entry.place());
            if let Some((other, place)) = other {
                return Err(entry.error(format!(
                    "`{}` and `{}` ({place}) are both {}; write one word for it, or give \
                     --values if they are two",
                    excerpt(&word.text),
                    excerpt(&other),
                    dictionary::word(word.feature, word.value)
                )));
            }
        }
        cards.push(Card::from_digits(digits.into_iter().take(deck.features())));
    }
    spellings.fill(|slot, value| match &options.values {
        Some(values) => values.word(slot, value).to_owned(),
        None => dictionary::word(features[slot], value).to_owned(),
    });
    let order = order.into_iter().filter_map(slot).collect();
    let names = match &options.values {
        Some(_) => Vec::new(),
        None => features.iter().map(|&feature| dictionary::name(feature)).collect(),
    };
    Ok((cards, Notation::spelled(deck, order, spellings, first.separator, names)))
}
