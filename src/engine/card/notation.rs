//! Cards as text, in and out.
//!
//! | notation | the same card | remark |
//! |---|---|---|
//! | words | `3 oval blue outline` | any order, the synonyms of [`words`] |
//! | digits | `2121` or `2 1 2 1` | one digit 0..2 per feature |
//! | bits | `001010001010`, or spaced | one-hot, three bits per feature, value 0 leftmost |
//! | index | `70` | the digits read in base 3 |
//!
//! The four never clash: a lone number with as many figures as the deck has features is digits,
//! with three times as many it is bits, and an index always has fewer figures. Bits may be followed
//! by words (as in the APL session); then both must name the same card.

use super::words::{self, FEATURES};
use super::{Card, Deck, MOST_FEATURES};
use std::fmt;

/// A way of writing cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// `3 oval blue outline`
    Words,
    /// `2121`
    Digits,
    /// `001010001010`
    Bits,
    /// `70`
    Index,
}

impl Notation {
    /// All notations.
    pub const ALL: [Self; 4] = [Self::Words, Self::Digits, Self::Bits, Self::Index];

    /// The card in this notation; [`parse`] reads it back.
    ///
    /// ```
    /// use setodds_engine::card::{Card, Deck, notation::Notation};
    /// let card = Card::from_digits([2, 1, 2, 1]);
    /// assert_eq!(Notation::Words.write(card, Deck::GAME), "3 oval blue outline");
    /// assert_eq!(Notation::Bits.write(card, Deck::GAME), "001010001010");
    /// ```
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
            Self::Index => card.to_string(),
        }
    }
}

/// Text that is no card, with what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// Nothing but white space.
    #[error("no card here; write one as words, digits, bits or index, as in `{example}`")]
    Empty {
        /// A card of the deck in words.
        example: String,
    },
    /// A word that names no value.
    #[error("unknown word `{word}`{}", suggestion(*nearest))]
    UnknownWord {
        /// As the user wrote it.
        word: String,
        /// What was perhaps meant.
        nearest: Option<&'static str>,
    },
    /// Two words for one feature.
    #[error("`{word}` names the {feature} again, after `{earlier}`; give one {feature}")]
    Repeated {
        /// The second of the two words.
        word: String,
        /// The first of the two words.
        earlier: String,
        /// The feature that both name.
        feature: &'static str,
    },
    /// No word for a feature.
    #[error("`{text}` has no {feature}; add {choices}")]
    Missing {
        /// The whole card.
        text: String,
        /// The feature without a word.
        feature: &'static str,
        /// The words that would do.
        choices: String,
    },
    /// A word for a feature that the deck does not have.
    #[error("`{word}` names a {feature}, which a deck of {features} features does not have")]
    Foreign {
        /// As the user wrote it.
        word: String,
        /// The feature that it names.
        feature: &'static str,
        /// The features of the deck.
        features: usize,
    },
    /// Figures that are neither digits nor bits nor an index of the deck.
    #[error(
        "`{text}` is no card of a deck of {n} features; numbers are {n} digits 0 to 2, {} bits with \
         a single 1 in every three, or an index from 0 to {}",
        3 * deck.features(), deck.size() - 1, n = deck.features()
    )]
    Figures {
        /// The whole card.
        text: String,
        /// The deck.
        deck: Deck,
    },
    /// Bits and words on one line that name two cards.
    #[error("the bits of `{text}` say `{bits}`, its words `{words}`; they must agree")]
    Disagree {
        /// The whole card.
        text: String,
        /// The card of the bits, in words.
        bits: String,
        /// The card of the words.
        words: String,
    },
}

fn suggestion(nearest: Option<&str>) -> String {
    nearest.map_or_else(
        || format!("; a card is named by words like `{}`", words_of_game()),
        |known| format!("; did you mean `{known}`?"),
    )
}

fn words_of_game() -> String {
    Notation::Words.write(Card::from_digits([2, 1, 2, 1]), Deck::GAME)
}

/// Reads one card in any notation.
///
/// ```
/// use setodds_engine::card::{Deck, notation::parse};
/// let card = parse("purple oval, outlined, three", Deck::GAME)?;
/// assert_eq!(card, parse("2 1 2 1", Deck::GAME)?);
/// assert_eq!(card, parse("70", Deck::GAME)?);
/// assert!(parse("3 oval teal outline", Deck::GAME).is_err());
/// # Ok::<(), setodds_engine::card::notation::NotationError>(())
/// ```
///
/// # Errors
///
/// When the text is no card of the deck; the message names the word and the remedy.
pub fn parse(text: &str, deck: Deck) -> Result<Card, NotationError> {
    let text = text.trim();
    let tokens: Vec<&str> = tokens(text).collect();
    if tokens.is_empty() {
        let example = Notation::Words.write(Card::default(), deck);
        return Err(NotationError::Empty { example });
    }
    let figures = tokens.iter().take_while(|token| is_number(token)).count();
    if figures == tokens.len() {
        // Hyphens join words; before and between figures they would be signs or ranges.
        let plain = !text.contains(['-', '_']);
        return parse_figures(&tokens, deck)
            .filter(|_| plain)
            .ok_or_else(|| NotationError::Figures { text: shortened(text), deck });
    }
    let bits = leading_bits(&tokens, deck);
    let card = parse_words(&tokens[bits.map_or(0, |(_, width)| width)..], text, deck)?;
    match bits {
        Some((bits, _)) if bits != card => Err(NotationError::Disagree {
            text: shortened(text),
            bits: Notation::Words.write(bits, deck),
            words: Notation::Words.write(card, deck),
        }),
        _ => Ok(card),
    }
}

/// Words are separated by white space, commas, semicolons, hyphens or underscores.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || ",;-_".contains(c)).filter(|token| !token.is_empty())
}

fn is_number(token: &str) -> bool {
    token.bytes().all(|byte| byte.is_ascii_digit())
}

/// What a message quotes of a long text.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

fn parse_figures(tokens: &[&str], deck: Deck) -> Option<Card> {
    let figures = tokens.concat();
    let spaced = tokens.iter().all(|token| token.len() == 1);
    match tokens {
        [index] if index.len() < deck.features() => {
            // A leading zero is a digit of a card with too few.
            let is_index = *index == "0" || !index.starts_with('0');
            Card::new(index.parse().ok().filter(|_| is_index)?, deck).ok()
        }
        [_] => parse_digits(&figures, deck).or_else(|| parse_bits(&figures, deck)),
        _ if spaced => parse_digits(&figures, deck).or_else(|| parse_bits(&figures, deck)),
        _ => None,
    }
}

fn parse_digits(figures: &str, deck: Deck) -> Option<Card> {
    let digits = figures.bytes().map(|byte| byte.wrapping_sub(b'0'));
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

fn parse_words(tokens: &[&str], text: &str, deck: Deck) -> Result<Card, NotationError> {
    let mut found: [Option<(&str, u8)>; MOST_FEATURES] = [None; MOST_FEATURES];
    for &token in tokens {
        let word = token.to_lowercase();
        let Some((feature, value)) = words::meaning(&word) else {
            if words::FILLERS.contains(&word.as_str()) {
                continue;
            }
            let nearest = words::nearest(&shortened(&word));
            return Err(NotationError::UnknownWord { word: shortened(token), nearest });
        };
        let name = FEATURES[feature].name;
        if feature >= deck.features() {
            let features = deck.features();
            return Err(NotationError::Foreign { word: token.to_owned(), feature: name, features });
        }
        if let Some((earlier, _)) = found[feature].replace((token, value)) {
            let (word, earlier) = (token.to_owned(), earlier.to_owned());
            return Err(NotationError::Repeated { word, earlier, feature: name });
        }
    }
    let digits = FEATURES.iter().zip(found).take(deck.features()).map(|(feature, value)| {
        value.map(|(_, digit)| digit).ok_or_else(|| NotationError::Missing {
            text: shortened(text),
            feature: feature.name,
            choices: feature.choices(),
        })
    });
    Ok(Card::from_digits(digits.collect::<Result<Vec<u8>, _>>()?))
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Words => "words",
            Self::Digits => "digits",
            Self::Bits => "bits",
            Self::Index => "index",
        })
    }
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
            ("81", "index from 0 to 80"),
            ("0203", "`0203` is no card of a deck of 4 features; numbers are 4 digits 0 to 2"),
            ("110010001010", "12 bits with a single 1 in every three"),
            ("012", "`012` is no card of a deck of 4 features"),
            ("-1", "`-1` is no card of a deck of 4 features"),
            ("0-2-0-1", "`0-2-0-1` is no card of a deck of 4 features"),
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
        fn no_text_makes_it_panic(text in "\\PC{0,80}", features in 2_usize..=6) {
            let deck = Deck::new(features).unwrap();
            if let Ok(card) = parse(&text, deck) {
                prop_assert!(card.index() < deck.size());
            }
        }

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
