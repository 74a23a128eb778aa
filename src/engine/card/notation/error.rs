//! What is wrong with text that should be a card.

use super::parse_index;
use crate::card::Deck;

/// Text that is not a card, with what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// Nothing but white space.
    #[error("no card here; write one as words, digits, bits, index or code, as in `{example}`")]
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
    /// Figures that are not digits, bits or an index of the deck.
    #[error(
        "`{text}` is not a valid card of a deck of {n} features; numbers are {n} digits 0 to 2, {} \
         bits with a single 1 in every three, or an index from @0 to @{}{}",
        3 * deck.features(), deck.size() - 1, index_hint(text, *deck), n = deck.features()
    )]
    Figures {
        /// The whole card.
        text: String,
        /// The deck.
        deck: Deck,
    },
    /// A digit 3 in an input that has a digit 0, too.
    #[error(
        "`{text}` has a digit 3, and other cards have a 0; digits are 0 to 2, or 1 to 3 in the \
         whole input"
    )]
    MixedDigits {
        /// The whole card.
        text: String,
    },
    /// Numbers that are the digits of one card or the indices of several.
    #[error("`{text}` may be one card or several; write `{digits}` or `{indices}`")]
    AmbiguousNumbers {
        /// The whole line.
        text: String,
        /// As the digits of one card.
        digits: String,
        /// As indices.
        indices: String,
    },
    /// A code that several orders of the features fit.
    #[error(
        "`{text}` may be `{first}` or `{second}`, and no other code tells which; write the cards \
         in words"
    )]
    AmbiguousCode {
        /// The code.
        text: String,
        /// One reading, in words.
        first: String,
        /// Another.
        second: String,
    },
    /// A code that does not fit the order of those before it.
    #[error("`{text}` does not fit the codes before it, whose order is {order}")]
    CodeOrder {
        /// The code.
        text: String,
        /// The order of the features.
        order: String,
    },
    /// Several cards where there should be one.
    #[error("`{text}` has {cards} cards; give one")]
    Several {
        /// The whole text.
        text: String,
        /// How many there are.
        cards: usize,
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
        || "; a card is named by words like `3 oval blue outline`".to_owned(),
        |known| format!("; did you mean `{known}`?"),
    )
}

/// The way to write a bare number that would be an index.
fn index_hint(text: &str, deck: Deck) -> String {
    let index = parse_index(text, deck);
    index.map_or_else(String::new, |index| format!("; write `@{index}` if it is an index"))
}
