//! Reads and writes cards and hands in the notations that people and programs use.
//!
//! This page is the grammar. The reader rejects doubtful input instead of correcting it: labels,
//! row numbers, placeholders, empty parts, second spellings of a value, decimal numbers and
//! duplicate cards are errors. The message names the line, quotes the input and suggests a fix.
//!
//! # Text
//!
//! Case does not matter, and text is compared in NFC. Lines end with LF, CR LF or CR. A line that
//! is `#`, or begins with `#` and a space, is a comment; any other `#` is an error. The cards of an
//! input are written in one of four notations; bits are a form of digits:
//!
//! | notation | the same card | |
//! |---|---|---|
//! | words | `three purple open ovals` | a word for each feature, in any order |
//! | codes | `3PEO` | a letter or figure for each feature |
//! | digits | `2121`, `2 1 2 1`, `001010001010` | 0 to 2, or 1 to 3; three bits per feature |
//! | numbers | `@70` | the digits as a number in base 3 |
//!
//! # Words
//!
//! The words of six languages are in `dictionary.txt`, each with one meaning. Spaces, hyphens and
//! underscores separate words. Inflected forms of a word count as one spelling, and so do a figure
//! and its word; two synonyms of a value in one input are an error. A line is one card, unless each
//! of its parts between spaces is a whole card with hyphens or underscores. In a line with commas,
//! semicolons, bars or tabs, either each part is a word of one card, or each part is a card. A
//! comma or semicolon at the end of every line is ignored.
//!
//! # Codes
//!
//! Number `1 2 3`; colour `R`, `G`, and `P`, `V` or `B`; shading `F` or `S` solid, `T`, `H` or `X`
//! striped (and `S`, if `F` occurs), `O` or `E` open; shape `O` oval, `D` diamond, `S`, `W` or `Q`
//! squiggle. This order applies if all cards fit it, otherwise the only other order that all cards
//! fit.
//!
//! # Digits and numbers
//!
//! Digits are joined or, with four or more features, separate: a line with one single digit per
//! feature. A 0 or a 3 determines whether digits start at 0 or 1. Bits may be followed by the words
//! of the same card. Numbers have the mark `@`, or a 0 or the size of the deck among them
//! determines where they start. Three or more consecutive numbers without the mark are taken for
//! row numbers or a header and rejected.
//!
//! # Own values
//!
//! [`Values`] replace the dictionary. Decks of two and three features are read in words of any
//! features, the same in all cards; decks of five and six in digits, numbers or own values.
//!
//! # CSV and JSON
//!
//! The first line of a CSV has a cell that names a feature, or `layout`, `witness`,
//! `representative`, `cap`, `digits`, `card`, `card1` or `index`. JSON has cards as text, as lists
//! or as objects. The program reads its own output, except the lists of `next`.
//!
//! # Which cards are a hand
//!
//! Consecutive lines of one card each form one hand, and blank lines separate hands; otherwise each
//! line is a hand. If both are plausible, as for a board on several lines, the error asks which is
//! meant.
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

/// Maximum size of one input in bytes, far above any result of the program.
pub const MAX_BYTES: u64 = 64 << 20;

/// Remedy for error messages about `--values`, with an example.
const NAMED_VALUES: &str = "give three values for each feature, such as \
    --values '1,2,3;red,green,purple;solid,open,striped;diamond,oval,squiggle'";

named_enum! {
    /// Lowest digit in the notation of cards, or number of the first card of the deck.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum FirstNumber: "number of the first card" {
        /// Digits and card numbers start at 0.
        Zero = "0",
        /// Digits and card numbers start at 1.
        One = "1",
    }
}

/// Role of the inputs, which decides how their cards are grouped into hands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// Hands that are analyzed one by one.
    #[default]
    Hands,
    /// Hands of a sample; hands that hold a card twice are left out.
    Sample,
    /// A table, possibly empty, optionally followed by a list of discarded cards.
    Position,
    /// A single list of cards.
    List,
}

/// User settings for reading cards.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// Spellings from `--values`, which replace the dictionary.
    pub values: Option<Values>,
    /// Whether digits and numbers start at 0 or at 1, if the input does not determine it.
    pub numbers_from: Option<FirstNumber>,
    /// Whether each line is a separate hand, if any line has several cards. Unless this or
    /// `one_hand` is set, lines that may be several hands or one are an error.
    pub hand_a_line: bool,
    /// Whether the lines between two blank lines form one hand. If every line has one card, or
    /// blank lines separate all lines, all cards form one hand.
    pub one_hand: bool,
    /// The role of the inputs, such as hands or a table.
    pub purpose: Purpose,
}

/// Error from reading cards. The message quotes the input and suggests a fix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The index of the input, counted from 0.
    pub input: usize,
    /// The line number in the input, counted from 1, or 0 if the error concerns the whole input.
    pub line: u64,
    /// The argument of `--values` with which the input could be read, if one was found.
    pub values: Option<String>,
    message: String,
    /// Whether the error is about an unknown word.
    is_unknown: bool,
}

impl ReadError {
    fn new(input: usize, line: u64, message: impl Display) -> Self {
        Self { input, line, values: None, message: message.to_string(), is_unknown: false }
    }

    /// Returns the error message without the line number.
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

/// Notation of one card, as far as it can be determined without the other cards.
#[derive(Clone, Debug)]
enum Form {
    Words(WordCard),
    Code,
    /// The digits as they occur in the input, from 0 to 2 or from 1 to 3.
    Digits(Box<[u8]>),
    Bits(Card),
    Number {
        number: u32,
        is_marked: bool,
    },
}

impl Form {
    /// Returns the name of the notation for error messages.
    fn notation_name(&self) -> &'static str {
        match self {
            Self::Words(_) => "in words",
            Self::Code => "a code",
            Self::Digits(_) => "in digits",
            Self::Bits(_) => "in bits",
            Self::Number { .. } => "a number",
        }
    }
}

/// Text of a card in an input; equal texts share one entry.
#[derive(Debug)]
struct Entry {
    /// The text, with runs of whitespace replaced by single spaces.
    text: Arc<str>,
    form: Form,
    input: usize,
    /// The number of the line on which the text first occurs.
    line: u64,
}

impl Entry {
    fn error(&self, message: impl Display) -> ReadError {
        ReadError::new(self.input, self.line, message)
    }

    /// Returns the position of the card text for messages, such as `line 3` or `line 3 of the other
    /// file`.
    fn place(&self) -> String {
        match self.input {
            0 => format!("line {}", self.line),
            _ => format!("line {} of the other file", self.line),
        }
    }
}

/// Converts a number of cards, lines or bytes to 32 bits; [`MAX_BYTES`] ensures that it fits.
fn to_u32(number: usize) -> u32 {
    u32::try_from(number).expect("inputs are limited in size")
}

/// Names of hands, concatenated in one text. Hands may lack a name.
#[derive(Clone, Debug, Default)]
struct Names {
    /// The names of all hands, each followed by a line feed.
    text: String,
    /// For each hand up to the last one with a name, the length of `text` up to the end of its
    /// name. A hand without a name has the same end as the hand before.
    ends: Vec<u32>,
}

impl Names {
    /// Sets the name of a hand that comes after all hands that have a name.
    fn set(&mut self, hand: usize, name: &str) {
        self.ends.resize(hand, to_u32(self.text.len()));
        self.text += name;
        self.text.push('\n');
        self.ends.push(to_u32(self.text.len()));
    }

    fn get(&self, hand: usize) -> Option<&str> {
        let end = *self.ends.get(hand)? as usize;
        let start = hand.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        self.text[start..end].strip_suffix('\n')
    }
}

/// Cards of an input in their order, before they are decoded. There may be 30 million of them, so
/// each takes few bytes.
#[derive(Debug, Default)]
struct InputCards {
    entries: Vec<Entry>,
    /// For each card, the index of its text in `entries`.
    ids: Vec<u32>,
    /// For each line, row or list with cards, the number of cards up to its end.
    lines: Vec<u32>,
    /// For each line, row or list with cards, the difference of its line number from the previous
    /// one. A difference of 255 or more takes several elements: as many of 255 as fit, then the
    /// remainder.
    line_steps: Vec<u8>,
    /// The line number of the last line, row or list with cards.
    last_line: u64,
    /// For each group of lines, such as those between two blank lines, the number of lines up to
    /// its end.
    groups: Vec<u32>,
    /// The names of the groups of lines.
    names: Names,
    /// Whether the format determines the hands, as CSV does, so that each group of lines is a hand.
    is_fixed: bool,
    /// The names of the CSV columns that are ignored.
    ignored: Vec<String>,
}

impl InputCards {
    fn end_line(&mut self, line: u64) {
        if self.last_end() < self.ids.len() {
            self.lines.push(to_u32(self.ids.len()));
            let mut step = line.saturating_sub(self.last_line);
            self.last_line += step;
            while step >= 255 {
                self.line_steps.push(255);
                step -= 255;
            }
            self.line_steps.push(u8::try_from(step).expect("the remainder is below 255"));
        }
    }

    /// Returns the number of cards up to the end of the last finished line.
    fn last_end(&self) -> usize {
        self.lines.last().map_or(0, |&end| end as usize)
    }

    /// Returns the number, in the input, of the line, row or list at an index of `lines`.
    fn line_number(&self, line: usize) -> u64 {
        let last_steps = (1..).zip(&self.line_steps).filter(|it| *it.1 < 255);
        let end = last_steps.map(|it| it.0).nth(line).expect("every line has a step");
        self.line_steps[..end].iter().map(|&step| u64::from(step)).sum()
    }

    fn end_group(&mut self, name: Option<&str>) {
        if self.groups.last().map_or(0, |&end| end as usize) < self.lines.len() {
            if let Some(name) = name {
                self.names.set(self.groups.len(), name);
            }
            self.groups.push(to_u32(self.lines.len()));
        }
    }
}

/// Parser that collects the cards of one input.
struct Reader<'a> {
    deck: Deck,
    options: &'a ReadOptions,
    input: usize,
    known: HashMap<Box<str>, u32>,
    read: InputCards,
    /// If set, the texts of the cards are collected here instead of being parsed.
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

    /// Returns the error for an invalid text, which quotes the text and states the reason.
    fn wrong(&self, line: u64, text: &str, why: impl Display) -> ReadError {
        self.error(line, format_args!("`{}` {why}", excerpt(text)))
    }

    /// Adds a card whose text occurs for the first time; `form` is the parsed text.
    fn push(&mut self, text: &str, form: Form, line: u64) {
        let id = to_u32(self.read.entries.len());
        let single: Vec<&str> = text.split_whitespace().collect();
        let entry = Entry { text: single.join(" ").into(), form, input: self.input, line };
        self.read.entries.push(entry);
        self.known.insert(text.into(), id);
        self.read.ids.push(id);
    }

    /// Adds a card whose exact text occurred before. Returns `false` if the text did not occur.
    fn push_known(&mut self, text: &str) -> bool {
        let id = self.known.get(text);
        self.read.ids.extend(id);
        id.is_some()
    }

    /// Adds the card of a text that must be one card. The character `sign` may separate its words.
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
        if is_part && !self.is_joined_card(text) && !(is_own && self.is_known(text)) {
            if digits::is_number_like(text) {
                return self.figures(text, line);
            }
            if !is_own && !self.is_known(text) && codes::is_code(text, self.deck) {
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

    /// Returns the error for an unknown word.
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

/// Returns whether an input line is a comment.
fn is_comment(line: &str) -> bool {
    line.trim_start()
        .strip_prefix('#')
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
}

/// Returns the lines of a text with their numbers, without comments.
fn lines(text: &str) -> impl Iterator<Item = (u64, &str)> {
    (1..).zip(text.split('\n')).filter(|(_, line)| !is_comment(line))
}

/// Ambiguity in the cards of an input. Both interpretations have the same sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// All digits are 1 or 2, so they may run from 0 or from 1.
    Digits,
    /// The shading letter S may be solid or striped, because no other letter of the input excludes
    /// one of the two.
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

/// Cards that were decoded together, and the notation for answers.
struct Decoded {
    cards: Vec<Card>,
    notation: Notation,
    /// The ambiguity, if any, that must be resolved before cards are written in another notation or
    /// removed from a deck.
    doubt: Option<Doubt>,
}

/// Decodes card texts together. Fails if their notations differ or they contradict one another.
fn decode(entries: &[&Entry], deck: Deck, options: &ReadOptions) -> Result<Decoded, ReadError> {
    let way = entries[0].form.notation_name();
    if let Some(other) = entries.iter().find(|entry| entry.form.notation_name() != way) {
        let of_first = entries.iter().filter(|entry| entry.form.notation_name() == way).count();
        let [right, wrong] =
            if 2 * of_first >= entries.len() { [entries[0], other] } else { [other, entries[0]] };
        return Err(wrong.error(format!(
            "`{}` is {}, and `{}` ({}) is {}; write all cards in the same notation",
            excerpt(&wrong.text),
            wrong.form.notation_name(),
            excerpt(&right.text),
            right.place(),
            right.form.notation_name()
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

/// Decodes cards in words. Fails if cards differ in their features or use two synonyms for a value.
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
