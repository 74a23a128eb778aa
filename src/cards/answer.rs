//! Notations for the cards in answers.

use super::FirstNumber;
use super::dictionary::{self, COLOUR, NUMBER, SHAPE, TEXTURE};
use crate::card::{Card, Deck, SPOKEN};
use setodds_engine::named_enum;

/// Letters for each value in the codes of answers, used where the input shows no letter. A letter
/// has the same meaning whatever the other cards are, so every answer can be read back.
pub(super) const CODE_LETTERS: [[&str; 3]; 4] =
    [["1", "2", "3"], ["D", "O", "S"], ["R", "G", "P"], ["F", "E", "T"]];

/// One-hot bits of the three values of a feature.
pub(super) const BITS: [&str; 3] = ["100", "010", "001"];

named_enum! {
    /// Built-in notation for the cards in answers.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Style: "way of writing cards" {
        /// Cards are written in words, such as `three purple open ovals`.
        Words = "words",
        /// Cards are written as codes, such as `3PEO`.
        Codes = "codes",
        /// Cards are written in digits, such as `2121`.
        Digits = "digits",
        /// Cards are written as numbers, such as `@70`.
        Numbers = "numbers",
    }
}

impl Style {
    /// Writes the card in this style. The reader accepts words of up to four features, and codes of
    /// three and four.
    ///
    /// ```
    /// use setodds::{Card, Deck, cards::Style};
    /// let card = Card::from_digits([2, 1, 2, 1]);
    /// assert_eq!(Style::Words.write(card, Deck::GAME), "three purple open ovals");
    /// assert_eq!(Style::Codes.write(card, Deck::GAME), "3PEO");
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the card is not in the deck, unless the style is `Numbers`.
    #[must_use]
    pub fn write(self, card: Card, deck: Deck) -> String {
        match self {
            Self::Words => card.in_words(deck),
            Self::Codes => in_code(card, deck),
            Self::Digits => card.in_digits(deck),
            Self::Numbers => format!("@{}", card.index()),
        }
    }
}

/// Returns the card in one-hot notation, three bits per feature: `100`, `010` or `001` for its
/// first, second or third value, as in `001010001010`.
///
/// # Panics
///
/// Panics if the card is not in the deck.
#[must_use]
pub fn bits(card: Card, deck: Deck) -> String {
    card.digits(deck).map(|digit| BITS[usize::from(digit)]).collect()
}

/// Returns the features of a deck in the order of the characters of a card code. With three
/// features, a code has no shading.
pub(super) fn code_order(deck: Deck) -> Vec<usize> {
    [NUMBER, COLOUR, TEXTURE, SHAPE]
        .into_iter()
        .filter(|feature| *feature < deck.features())
        .collect()
}

/// Writes a card as a code, such as `2GFD`, or `2GD` in a deck of three features.
fn in_code(card: Card, deck: Deck) -> String {
    let digits: Vec<u8> = card.digits(deck).collect();
    let letter = |feature: usize| CODE_LETTERS[feature][usize::from(digits[feature])];
    code_order(deck).into_iter().map(letter).collect()
}

/// Remark shown with an answer whose digits run from 1 to 3.
const FROM_ONE: &str = "digits 1 to 3";

/// First spelling of each value in an input, used to write answers and to detect a second spelling.
pub(super) struct Spellings {
    /// For each feature and value, the first spelling in the input: the number of its synonym
    /// group, its text, and its position, such as `line 3`.
    seen: Vec<[Option<(u32, String, String)>; 3]>,
}

impl Spellings {
    pub(super) fn new(deck: Deck) -> Self {
        Self { seen: vec![[const { None }; 3]; deck.features()] }
    }

    /// Records a spelling of a value and its position in the input. Returns the first spelling of
    /// the value and its position if that is a different synonym.
    pub(super) fn add(
        &mut self,
        feature: usize,
        value: u8,
        synonym: u32,
        text: &str,
        place: impl FnOnce() -> String,
    ) -> Option<(String, String)> {
        let slot = &mut self.seen[feature][usize::from(value)];
        match slot {
            Some((own, other, place)) if *own != synonym && *own != 0 && synonym != 0 => {
                return Some((other.clone(), place.clone()));
            }
            // A figure does not determine the synonym.
            Some((own, ..)) if *own == 0 => *own = synonym,
            Some(_) => {}
            None => *slot = Some((synonym, text.to_owned(), place())),
        }
        None
    }

    /// Sets the spelling of each card value that does not occur in the input.
    pub(super) fn fill(&mut self, spelling: impl Fn(usize, u8) -> String) {
        for (feature, values) in self.seen.iter_mut().enumerate() {
            for (value, slot) in (0..).zip(values) {
                slot.get_or_insert_with(|| (0, spelling(feature, value), String::new()));
            }
        }
    }
}

/// Notation for the answers to an input: the spellings of that input, or a [`Style`].
#[derive(Clone, Debug)]
pub struct Notation {
    deck: Deck,
    writing: Writing,
    /// Remark shown with the answer if the cards were not read in the usual way.
    remark: Option<&'static str>,
}

#[derive(Clone, Debug)]
enum Writing {
    /// A built-in style of writing cards.
    Style(Style),
    /// The spellings of card values in the input.
    Spelled {
        /// The features in the order in which the first card of the input has them.
        order: Vec<usize>,
        spellings: Vec<[String; 3]>,
        separator: &'static str,
        /// The names of the features; empty for digits, bits and `--values`, which do not name
        /// features.
        names: Vec<&'static str>,
    },
    /// Card numbers without the mark `@`, starting at 0 or at 1.
    Numbers(FirstNumber),
}

impl Notation {
    /// Creates the notation of a built-in style; its digits and numbers start at 0.
    #[must_use]
    pub const fn new(deck: Deck, style: Style) -> Self {
        Self { deck, writing: Writing::Style(style), remark: None }
    }

    /// Creates a notation from the words or codes of an input; every value must have a spelling.
    pub(super) fn spelled(
        deck: Deck,
        order: Vec<usize>,
        spellings: Spellings,
        separator: &'static str,
        names: Vec<&'static str>,
    ) -> Self {
        let text = |slot: Option<(u32, String, String)>| slot.map_or_else(String::new, |it| it.1);
        let spellings = spellings.seen.into_iter().map(|values| values.map(text)).collect();
        Self {
            deck,
            writing: Writing::Spelled { order, spellings, separator, names },
            remark: None,
        }
    }

    /// Creates a notation of digits or bits, in which every feature has the same three spellings.
    fn uniform(deck: Deck, spellings: [String; 3], separator: &'static str) -> Self {
        let order = (0..deck.features()).collect();
        let spellings = vec![spellings; deck.features()];
        let writing = Writing::Spelled { order, spellings, separator, names: Vec::new() };
        Self { deck, writing, remark: None }
    }

    pub(super) fn digits(deck: Deck, lowest: FirstNumber, separator: &'static str) -> Self {
        let spellings = [0, 1, 2].map(|value| (value + lowest as u8).to_string());
        let remark = (lowest == FirstNumber::One).then_some(FROM_ONE);
        Self { remark, ..Self::uniform(deck, spellings, separator) }
    }

    pub(super) fn bits(deck: Deck, separator: &'static str) -> Self {
        let apart = |bits: &str| bits.chars().map(String::from).collect::<Vec<_>>().join(separator);
        Self::uniform(deck, BITS.map(apart), separator)
    }

    pub(super) fn numbers(deck: Deck, first: FirstNumber, is_marked: bool) -> Self {
        let (writing, remark) = match first {
            _ if is_marked => (Writing::Style(Style::Numbers), None),
            FirstNumber::Zero => (Writing::Numbers(first), Some("numbers from 0")),
            FirstNumber::One => (Writing::Numbers(first), Some("numbers from 1")),
        };
        Self { deck, writing, remark }
    }

    /// Returns a notation for the same deck in another style. Digits run from 1 to 3 if they do so
    /// in the input.
    #[must_use]
    pub fn in_style(&self, style: Style) -> Self {
        match style {
            Style::Digits if self.remark == Some(FROM_ONE) => {
                Self::digits(self.deck, FirstNumber::One, "")
            }
            _ => Self { writing: Writing::Style(style), remark: None, ..self.clone() },
        }
    }

    #[must_use]
    pub const fn deck(&self) -> Deck {
        self.deck
    }

    /// Writes the card in this notation. Values that do not occur in the input are spelled as in
    /// the dictionary or in the usual code.
    ///
    /// # Panics
    ///
    /// Panics if the card is not in the deck.
    #[must_use]
    pub fn write(&self, card: Card) -> String {
        match &self.writing {
            Writing::Style(style) => style.write(card, self.deck),
            Writing::Spelled { order, spellings, separator, .. } => {
                let word = |&feature: &usize| {
                    &*spellings[feature][usize::from(card.digit(feature, self.deck))]
                };
                order.iter().map(word).collect::<Vec<_>>().join(separator)
            }
            Writing::Numbers(first) => (card.index() + *first as usize).to_string(),
        }
    }

    /// Returns the features in the order in which this notation writes them.
    #[must_use]
    pub fn features(&self) -> Vec<usize> {
        let features = self.deck.features();
        match &self.writing {
            Writing::Spelled { order, .. } => order.clone(),
            Writing::Style(Style::Words | Style::Codes) => {
                SPOKEN.into_iter().filter(|&feature| feature < features).collect()
            }
            _ => (0..features).collect(),
        }
    }

    /// Returns the name of a feature, such as `colour`. For digits, bits and values from
    /// `--values`, returns its position, such as `place 2`.
    ///
    /// # Panics
    ///
    /// Panics if the deck has no such feature.
    #[must_use]
    pub fn feature(&self, feature: usize) -> String {
        assert!(feature < self.deck.features(), "a feature of the deck");
        let place = match &self.writing {
            Writing::Spelled { names, order, .. } if names.is_empty() => {
                order.iter().position(|it| *it == feature).unwrap_or(feature)
            }
            Writing::Spelled { names, .. } => return names[feature].to_owned(),
            Writing::Style(Style::Digits) => feature,
            _ => return dictionary::name(feature).to_owned(),
        };
        format!("place {}", place + 1)
    }

    /// Returns a value of a feature as this notation writes it, such as `red`, `R` or `2`. For the
    /// built-in codes and for numbers, returns the word.
    ///
    /// # Panics
    ///
    /// May panic if the deck has no such feature or the value is above 2.
    #[must_use]
    pub fn value(&self, feature: usize, value: u8) -> String {
        match &self.writing {
            Writing::Spelled { spellings, .. } => spellings[feature][usize::from(value)].clone(),
            Writing::Style(Style::Digits) => value.to_string(),
            _ => dictionary::word(feature, value).to_owned(),
        }
    }

    /// Returns the remark on cards that were not read in the usual way, such as `digits 1 to 3`, or
    /// `None`.
    #[must_use]
    pub const fn remark(&self) -> Option<&'static str> {
        self.remark
    }
}
