//! Cards as text, in and out.
//!
//! | notation | the same card | remark |
//! |---|---|---|
//! | words | `3 oval blue outline` | any order, with many synonyms |
//! | digits | `2121` or `2 1 2 1` | one digit 0..2 per feature |
//! | bits | `001010001010`, or spaced | one-hot, three bits per feature, value 0 leftmost |
//! | index | `@70` | the digits read in base 3 |
//! | code | `3POE` | four letters in any order, as other programs write them; only read |
//!
//! They never clash: a lone number with as many figures as the deck has features is digits, with
//! three times as many it is bits, and any other number is an error. Bits may be followed by words
//! (as in the APL session); then both must name the same card.
//!
//! Several cards may share a line: `2121 0201`, `@0 @9 @16`. What one card alone does not tell,
//! such as whether digits run from 1 to 3, is a [`Conventions`] of the whole input.
//!
//! ```
//! use setodds_engine::card::{Deck, notation::{Notation, parse}};
//! let card = parse("3 oval blue outline", Deck::GAME)?;
//! assert_eq!(card, parse("001010001010", Deck::GAME)?);
//! assert_eq!(Notation::Index.write(card, Deck::GAME), "@70");
//! # Ok::<(), setodds_engine::card::notation::NotationError>(())
//! ```

mod code;
mod error;
mod line;

use super::words::{self, FEATURES};
use super::{Card, Deck, MOST_FEATURES};
use crate::escape::excerpt;
use crate::name::named_enum;
use code::code;
use error::ErrorKind;

pub use error::NotationError;
pub use line::{Conventions, marked};

named_enum! {
    /// A way of writing cards.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Notation: "notation" {
        /// `3 oval blue outline`
        Words = "words",
        /// `2121`
        Digits = "digits",
        /// `001010001010`
        Bits = "bits",
        /// `@70`
        Index = "index",
    }
}

/// What an index begins with.
const INDEX: char = '@';

impl Notation {
    /// The card in this notation; [`parse`] reads it back.
    ///
    /// ```
    /// use setodds_engine::card::{Card, Deck, notation::Notation};
    /// let card = Card::from_digits([2, 1, 2, 1]);
    /// assert_eq!(Notation::Words.write(card, Deck::GAME), "3 oval blue outline");
    /// assert_eq!(Notation::Bits.write(card, Deck::GAME), "001010001010");
    /// ```
    ///
    /// # Panics
    ///
    /// When the card is not in the deck; an index is written all the same.
    #[must_use]
    pub fn write(self, card: Card, deck: Deck) -> String {
        match self {
            Self::Words => FEATURES
                .iter()
                .zip(card.digits(deck))
                .map(|(feature, digit)| feature.values[usize::from(digit)][0])
                .collect::<Vec<_>>()
                .join(" "),
            Self::Digits => card.digits(deck).map(|digit| char::from(b'0' + digit)).collect(),
            Self::Bits => {
                card.digits(deck).map(|digit| ["100", "010", "001"][usize::from(digit)]).collect()
            }
            Self::Index => format!("{INDEX}{card}"),
        }
    }
}

/// Reads one card in any notation.
///
/// ```
/// use setodds_engine::card::{Deck, notation::parse};
/// let card = parse("purple oval, outlined, three", Deck::GAME)?;
/// assert_eq!(card, parse("2 1 2 1", Deck::GAME)?);
/// assert_eq!(card, parse("@70", Deck::GAME)?);
/// assert_eq!(card, parse("3POE", Deck::GAME)?);
/// assert!(parse("3 oval teal outline", Deck::GAME).is_err());
/// # Ok::<(), setodds_engine::card::notation::NotationError>(())
/// ```
///
/// # Errors
///
/// When the text is not a card of the deck; the message names the word and the remedy.
pub fn parse(text: &str, deck: Deck) -> Result<Card, NotationError> {
    let tokens: Vec<&str> = tokens(text).collect();
    if is_list_of_cards(&tokens, text, deck) {
        let (text, cards) = (excerpt(text.trim()), tokens.len());
        return Err(ErrorKind::Several { text, cards }.into());
    }
    let mut conventions = Conventions::new(deck);
    tokens.iter().for_each(|token| conventions.learn_code(token));
    Ok(conventions.parse_card(text)?)
}

/// Whether there are several cards, each of them a word of its own: digits, bits, index or code.
fn is_list_of_cards(tokens: &[&str], text: &str, deck: Deck) -> bool {
    let is_card = |token: &&str| {
        let figures = [deck.features(), 3 * deck.features()].contains(&token.len());
        figures && is_number(token) || token.starts_with(INDEX) || code(token, deck).is_some()
    };
    tokens.len() > 1 && is_plain(text) && tokens.iter().all(is_card)
}

/// Hyphens join words; before and between figures they would be signs or ranges.
fn is_plain(text: &str) -> bool {
    !text.contains(['-', '_'])
}

/// Words are separated by white space, commas, semicolons, hyphens or underscores.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || ",;-_".contains(c)).filter(|token| !token.is_empty())
}

fn is_number(token: &str) -> bool {
    token.bytes().all(|byte| byte.is_ascii_digit())
}

fn parse_figures(tokens: &[&str], deck: Deck, lowest: u8) -> Option<Card> {
    let spaced = tokens.iter().all(|token| token.len() == 1);
    let figures = (spaced || tokens.len() == 1).then(|| tokens.concat())?;
    parse_digits(&figures, deck, lowest).or_else(|| parse_bits(&figures, deck))
}

/// An index without its mark.
fn parse_index(figures: &str, deck: Deck) -> Option<Card> {
    let is_index = is_number(figures) && (figures == "0" || !figures.starts_with('0'));
    Card::new(figures.parse().ok().filter(|_| is_index)?, deck).ok()
}

fn parse_digits(figures: &str, deck: Deck, lowest: u8) -> Option<Card> {
    let digits = figures.bytes().map(|byte| byte.wrapping_sub(b'0' + lowest));
    let fits = figures.len() == deck.features() && digits.clone().all(|digit| digit < 3);
    fits.then(|| Card::from_digits(digits))
}

fn parse_bits(figures: &str, deck: Deck) -> Option<Card> {
    if figures.len() != 3 * deck.features() {
        return None;
    }
    let digits = figures.as_bytes().chunks(3).map(|bits| match bits {
        b"100" => Some(0),
        b"010" => Some(1),
        b"001" => Some(2),
        _ => None,
    });
    Some(Card::from_digits(digits.collect::<Option<Vec<u8>>>()?))
}

/// The bits that a line of words may begin with, and how many tokens they take.
fn leading_bits(tokens: &[&str], deck: Deck) -> Option<(Card, usize)> {
    [1, 3 * deck.features()].into_iter().find_map(|width| {
        let card = parse_bits(&tokens.get(..width)?.concat(), deck)?;
        Some((card, width))
    })
}

fn parse_words(tokens: &[&str], text: &str, deck: Deck) -> Result<Card, ErrorKind> {
    let mut found: [Option<(&str, u8)>; MOST_FEATURES] = [None; MOST_FEATURES];
    for &token in tokens {
        let word = token.to_lowercase();
        let Some((feature, value)) = words::meaning(&word) else {
            if words::FILLERS.contains(&word.as_str()) {
                continue;
            }
            let nearest = words::nearest(&excerpt(&word));
            return Err(ErrorKind::UnknownWord { word: excerpt(token), nearest });
        };
        let name = FEATURES[feature].name;
        if feature >= deck.features() {
            let features = deck.features();
            return Err(ErrorKind::Foreign { word: token.to_owned(), feature: name, features });
        }
        if let Some((earlier, _)) = found[feature].replace((token, value)) {
            let (word, earlier) = (token.to_owned(), earlier.to_owned());
            return Err(ErrorKind::Repeated { word, earlier, feature: name });
        }
    }
    let digits = FEATURES.iter().zip(found).take(deck.features()).map(|(feature, value)| {
        value.map(|(_, digit)| digit).ok_or_else(|| ErrorKind::Missing {
            text: excerpt(text),
            feature: feature.name,
            choices: feature.choices(),
        })
    });
    Ok(Card::from_digits(digits.collect::<Result<Vec<u8>, _>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<Card, String> {
        parse(text, Deck::GAME).map_err(|error| error.to_string())
    }

    #[test]
    fn every_notation_is_read_back_for_every_card() {
        for deck in Deck::all() {
            for card in deck.cards() {
                for notation in Notation::ALL {
                    assert_eq!(parse(&notation.write(card, deck), deck), Ok(card), "{notation}");
                }
                let digits = Notation::Digits.write(card, deck);
                let bits = Notation::Bits.write(card, deck);
                for figures in [digits, bits] {
                    let spaced: Vec<String> = figures.chars().map(String::from).collect();
                    assert_eq!(parse(&spaced.join(" "), deck), Ok(card));
                }
            }
        }
    }

    #[test]
    fn the_ways_of_the_sources_name_one_card() {
        let card = read("2 0 0 1").unwrap();
        for text in [
            "3 repetitions red outline diamond",
            "red three diamond open",
            "Three empty RED diamonds",
            "three-red-hollow-diamond",
            "0 0 1 1 0 0 1 0 0 0 1 0 3 diamond red outline",
            "001100100010 three diamonds, red, outlined",
        ] {
            assert_eq!(read(text), Ok(card), "{text}");
        }
    }

    #[test]
    fn errors_name_the_word_and_the_remedy() {
        let cases = [
            ("3 oval blue sold", "unknown word `sold`; did you mean `solid`?"),
            ("3 oval blue blue", "`blue` names the colour again, after `blue`; give one colour"),
            ("3 oval blue", "`3 oval blue` has no texture; add solid, outline or shaded"),
            ("3 oval blue solid small", "`small` names a size, which a deck of 4 features"),
            ("11", "`11` is not a valid card of a deck of 4 features"),
            ("11", "write `@11` if it is an index"),
            ("@81", "index from @0 to @80"),
            ("@-1", "index from @0 to @80"),
            ("@07", "index from @0 to @80"),
            ("2121 @3", "`2121 @3` has 2 cards; give one"),
            ("2RSO", "`2RSO` may be `2 oval red solid` or `2 squiggle red outline`"),
            (
                "0203",
                "`0203` is not a valid card of a deck of 4 features; numbers are 4 digits 0 to 2",
            ),
            ("110010001010", "12 bits with a single 1 in every three"),
            ("012", "`012` is not a valid card of a deck of 4 features"),
            ("-1", "`-1` is not a valid card of a deck of 4 features"),
            ("0-2-0-1", "`0-2-0-1` is not a valid card of a deck of 4 features"),
            ("", "as in `1 diamond red solid`"),
            ("4 oval blue solid", "unknown word `4`"),
            ("100100100100 3 oval blue solid", "they must agree"),
        ];
        for (text, expected) in cases {
            let message = read(text).unwrap_err();
            assert!(message.contains(expected), "{text}: {message}");
        }
    }

    proptest! {
        #[test]
        fn the_order_of_words_is_free(
            index in 0_usize..81,
            order in Just([0_usize, 1, 2, 3]).prop_shuffle(),
        ) {
            let card = Card::new(index, Deck::GAME).unwrap();
            let text = Notation::Words.write(card, Deck::GAME);
            let words: Vec<&str> = text.split(' ').collect();
            let shuffled = order.map(|place| words[place]).join(" ");
            prop_assert_eq!(parse(&shuffled, Deck::GAME), Ok(card));
        }
    }
}
