//! Cards as text, in and out.
//!
//! | written as | the same card | |
//! |---|---|---|
//! | words | `three purple open ovals` | in any order, with many synonyms |
//! | digits | `2121` or `2 1 2 1` | one digit 0 to 2, or 1 to 3, for each feature |
//! | bits | `001010001010`, or spaced | three for each feature, value 0 first |
//! | index | `@70`, or bare numbers | the digits read in base 3 |
//! | others | `3POE`, `drei lila leer ellipse`, `■●1🟥` | a part a feature, in a fixed order |
//!
//! To find sets one only has to know which values are equal. So the cards of a question are read
//! together: what stands at one place, or names one feature, has at most three spellings in all of
//! them, whatever these are. What was learnt is a [`Notation`], and writes the answers, too.
//!
//! ```
//! use setodds::{card::Deck, cards::notation::{Notation, Style, parse}};
//! let card = parse("three purple ovals, open", Deck::GAME)?;
//! assert_eq!(card, parse("001010001010", Deck::GAME)?);
//! assert_eq!(Notation::new(Deck::GAME, Style::Index).write(card), "@70");
//! # Ok::<(), setodds::cards::notation::NotationError>(())
//! ```

/// The error that something at a place is wrong, with a message as of `format!`.
macro_rules! mistake {
    ($place:expr, $($message:tt)+) => {
        $crate::cards::notation::NotationError::new($place, format_args!($($message)+))
    };
}
pub(crate) use mistake;

mod family;
mod learn;
mod line;
mod order;
mod piece;
#[cfg(test)]
mod tests;

use crate::card::{Card, Deck};
use crate::cards::words::{self, BACKGROUND, FEATURES, NUMBER, SHAPE};
use family::SpellingFamily;
use setodds_engine::escape::excerpt;
use setodds_engine::named_enum;
use std::fmt::Display;
use std::sync::Arc;

pub use learn::ReadOptions;
pub(crate) use learn::{ReadCard, WrittenCards};
pub(crate) use line::{WordPart, WordRow};

/// Where something stands in the inputs of a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The number of the input, counted from 0.
    pub input: usize,
    /// The line in the input, counted from 1; 0 where there is none.
    pub line: u64,
}

impl Place {
    /// ` on line 3`, where there is a line, for a mistake at another place.
    pub(crate) fn seen_from(self, mistake: Self) -> String {
        let file = if self.input == mistake.input { "" } else { " of the other file" };
        match self.line {
            0 => file.to_owned(),
            line => format!(" on line {line}{file}"),
        }
    }

    /// `` `red` on line 3 ``, for a mistake at another place.
    fn cite(self, text: &str, mistake: Self) -> String {
        format!("`{}`{}", excerpt(text), self.seen_from(mistake))
    }
}

/// Text that is not a card, or not understood. The message names the text, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct NotationError {
    /// Where the text stands.
    pub place: Place,
    message: String,
}

impl NotationError {
    pub(crate) fn new(place: Place, message: impl Display) -> Self {
        Self { place, message: message.to_string() }
    }
}

named_enum! {
    /// A way of writing cards that needs no other card to be understood.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Style: "way of writing cards" {
        /// `three purple open ovals`
        Words = "words",
        /// `2121`
        Digits = "digits",
        /// `001010001010`
        Bits = "bits",
        /// `@70`
        Index = "index",
    }
}

named_enum! {
    /// Where the numbers of cards begin.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum FirstNumber: "number of the first card" {
        /// The first card is number 0.
        Zero = "0",
        /// The first card is number 1.
        One = "1",
    }
}

/// The first character of an index.
const INDEX: char = '@';

/// The bits of the three values of a feature.
const BITS: [&str; 3] = ["100", "010", "001"];

impl Style {
    /// The card in this style; [`parse`] reads it back.
    ///
    /// ```
    /// use setodds::{card::{Card, Deck}, cards::notation::Style};
    /// let card = Card::from_digits([2, 1, 2, 1]);
    /// assert_eq!(Style::Words.write(card, Deck::GAME), "three purple open ovals");
    /// assert_eq!(Style::Bits.write(card, Deck::GAME), "001010001010");
    /// ```
    ///
    /// # Panics
    ///
    /// When the card is not in the deck; an index is written all the same.
    #[must_use]
    pub fn write(self, card: Card, deck: Deck) -> String {
        let digits = card.digits(deck);
        match self {
            Self::Words => in_words(card, deck),
            Self::Digits => digits.map(|digit| char::from(b'0' + digit)).collect(),
            Self::Bits => digits.map(|digit| BITS[usize::from(digit)]).collect(),
            Self::Index => format!("{INDEX}{card}"),
        }
    }
}

/// The words for a card as people say them: `two small red striped diamonds on black`.
fn in_words(card: Card, deck: Deck) -> String {
    let is_one = card.digit(NUMBER, deck) == 0;
    let word = |feature: usize| {
        let word = FEATURES[feature].word(card.digit(feature, deck));
        match feature {
            SHAPE if !is_one => format!("{word}s"),
            BACKGROUND => format!("on {word}"),
            _ => word.to_owned(),
        }
    };
    let spoken = words::SPOKEN.into_iter().filter(|&feature| feature < deck.features());
    spoken.map(word).collect::<Vec<_>>().join(" ")
}

/// How the cards of a question are written: learnt from them, or one of the [styles](Style).
#[derive(Clone, Debug)]
pub struct Notation {
    deck: Deck,
    /// The spellings of the question's own words or letters, if it has any.
    family: Option<SpellingFamily>,
    /// How cards are written where the question has no spellings of its own.
    style: Style,
    /// The lowest digit, and the number of the first card: 0 or 1.
    lowest_digit: FirstNumber,
    first_number: FirstNumber,
    /// Whether the question has numbers with a mark, which count from 0.
    has_marks: bool,
    /// What stands between the parts of a card.
    separator: &'static str,
    /// Whether the digits of the question may as well begin at 0 as at 1.
    is_digit_open: bool,
    /// A first line of words outside the dictionary that is a header.
    foreign_header: Option<Arc<str>>,
}

impl Notation {
    /// A style, with digits and numbers from 0.
    #[must_use]
    pub const fn new(deck: Deck, style: Style) -> Self {
        Self {
            deck,
            family: None,
            style,
            lowest_digit: FirstNumber::Zero,
            first_number: FirstNumber::Zero,
            has_marks: false,
            separator: "",
            is_digit_open: false,
            foreign_header: None,
        }
    }

    /// The cards in a style, with the digits and numbers of this notation.
    #[must_use]
    pub fn with(&self, style: Style) -> Self {
        Self { style, family: None, separator: "", ..self.clone() }
    }

    /// Whether a spelling of the question has an unknown value.
    #[must_use]
    pub fn has_strangers(&self) -> bool {
        self.family.as_ref().is_some_and(SpellingFamily::has_strangers)
    }

    /// Whether a value has no spelling, as no card of the question shows it.
    #[must_use]
    pub fn has_gaps(&self) -> bool {
        self.family.as_ref().is_some_and(SpellingFamily::has_gaps)
    }

    /// The deck of its cards.
    #[must_use]
    pub const fn deck(&self) -> Deck {
        self.deck
    }

    /// The card as the question writes it; a value that no card of the question shows is written
    /// as the dictionary or the sequence of digits has it, else as `?`. What is written can be read
    /// again, unless a value is several words, as it may be in a column of a CSV: in a card they
    /// are several values. [`with`](Self::with) gives another notation.
    ///
    /// # Panics
    ///
    /// When the card is not in the deck.
    #[must_use]
    pub fn write(&self, card: Card) -> String {
        match (&self.family, self.style) {
            (Some(family), _) => family.write(card, self.separator),
            (None, Style::Digits) => {
                let digits =
                    card.digits(self.deck).map(|digit| b'0' + digit + self.lowest_digit as u8);
                self.separated(&digits.map(char::from).collect::<String>())
            }
            (None, Style::Bits) => self.separated(&Style::Bits.write(card, self.deck)),
            (None, Style::Index) if self.first_number == FirstNumber::One && !self.has_marks => {
                (card.index() + 1).to_string()
            }
            (None, style) => style.write(card, self.deck),
        }
    }

    /// The features in the order in which a card is written.
    #[must_use]
    pub fn features(&self) -> Vec<usize> {
        let of_deck = |feature: &usize| *feature < self.deck.features();
        match (&self.family, self.style) {
            (Some(family), _) => family.order.clone(),
            (None, Style::Words) => words::SPOKEN.into_iter().filter(of_deck).collect(),
            (None, _) => (0..self.deck.features()).collect(),
        }
    }

    /// The name of a feature where cards are written in known words, else its place in a card:
    /// `colour`, `place 2`.
    ///
    /// # Panics
    ///
    /// When the deck has no such feature.
    #[must_use]
    pub fn feature(&self, feature: usize) -> String {
        assert!(feature < self.deck.features(), "a feature of the deck");
        let place = match (&self.family, self.style) {
            (Some(family), _) => family.place(feature),
            (None, Style::Digits | Style::Bits) => Some(feature),
            (None, Style::Words | Style::Index) => None,
        };
        match place {
            Some(place) => format!("place {}", place + 1),
            None => FEATURES[feature].name().to_owned(),
        }
    }

    /// A value of a feature as the question writes it: `red`, `R`, `2`.
    ///
    /// # Panics
    ///
    /// When the deck has no such feature, or the value is above 2.
    #[must_use]
    pub fn value(&self, feature: usize, value: u8) -> String {
        match (&self.family, self.style) {
            (Some(family), _) => family.write_value(feature, value),
            (None, Style::Digits) => (value + self.lowest_digit as u8).to_string(),
            (None, Style::Bits) => BITS[usize::from(value)].to_owned(),
            (None, Style::Words | Style::Index) => FEATURES[feature].word(value).to_owned(),
        }
    }

    /// Figures as the question separates them.
    fn separated(&self, figures: &str) -> String {
        figures.chars().map(String::from).collect::<Vec<_>>().join(self.separator)
    }

    /// What a reader should know of how the cards were read, if anything is not as usual:
    /// `digits 1 to 3`, `places: 1, 2, 3; rot, lila, gruen`.
    #[must_use]
    pub fn remarks(&self) -> Vec<String> {
        let digits = (self.lowest_digit == FirstNumber::One).then(|| "digits 1 to 3".to_owned());
        let marked = if self.has_marks { ", with @ from 0" } else { "" };
        let numbers =
            (self.first_number == FirstNumber::One).then(|| format!("numbers from 1{marked}"));
        let places = self.family.as_ref().and_then(SpellingFamily::remark);
        let header = self.foreign_header.as_ref();
        let header =
            header.map(|line| format!("the first line, `{}`, is read as a header", excerpt(line)));
        digits.into_iter().chain(numbers).chain(places).chain(header).collect()
    }

    /// What a reader should know of cards that the question does not show, if anything: that their
    /// digits are a guess, or that a value has no spelling.
    #[must_use]
    pub fn remark_on_unseen(&self) -> Option<&'static str> {
        match (self.is_digit_open, self.has_gaps()) {
            (true, _) => Some(
                "digits 1 and 2 alone may be of 0 to 2 or of 1 to 3; cards that are not shown are \
                 written with 0 to 2",
            ),
            (false, true) => Some("`?` stands for a value that no card shows"),
            (false, false) => None,
        }
    }
}

/// Reads one card that needs no other to be understood.
///
/// ```
/// use setodds::{card::Deck, cards::notation::parse};
/// let card = parse("purple oval, outlined, three", Deck::GAME)?;
/// assert_eq!(card, parse("2 1 2 1", Deck::GAME)?);
/// assert_eq!(card, parse("@70", Deck::GAME)?);
/// assert!(parse("three teal ovals", Deck::GAME).is_err());
/// # Ok::<(), setodds::cards::notation::NotationError>(())
/// ```
///
/// # Errors
///
/// When the text is not one card of the deck; the message names the word and the remedy.
pub fn parse(text: &str, deck: Deck) -> Result<Card, NotationError> {
    WrittenCards::read_each_way(deck, |mut cards| {
        let rows = WordRow::of_text(text, Place::default(), deck);
        let numbers = rows.iter().map(|row| cards.add(row)).collect::<Result<Vec<_>, _>>()?;
        let read = cards.learn(&[], None)?.0;
        match &numbers.concat()[..] {
            [number] => {
                Ok(read[*number as usize].as_ref().map_or_else(Card::default, |it| it.card))
            }
            all => Err(mistake!(
                Place::default(),
                "`{}` has {} cards; give one",
                excerpt(text.trim()),
                all.len()
            )),
        }
    })
}
