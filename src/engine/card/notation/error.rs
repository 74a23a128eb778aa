//! What is wrong with text that should be a card.

use super::parse_index;
use crate::card::Deck;

/// Text that is not a card. The message names the text, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct NotationError(#[from] pub(super) ErrorKind);

/// The texts are as the user wrote them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum ErrorKind {
    #[error("no card here; write one as words, digits, bits, index or code, as in `{0}`")]
    Empty(String),
    #[error("unknown word `{word}`{}", suggestion(*nearest))]
    UnknownWord { word: String, nearest: Option<&'static str> },
    /// Two words for one feature.
    #[error("`{word}` names the {feature} again, after `{earlier}`; give one {feature}")]
    Repeated { word: String, earlier: String, feature: &'static str },
    /// No word for a feature.
    #[error("`{text}` has no {feature}; add {choices}")]
    Missing { text: String, feature: &'static str, choices: String },
    /// A word for a feature that the deck does not have.
    #[error("`{word}` names a {feature}, which a deck of {features} features does not have")]
    Foreign { word: String, feature: &'static str, features: usize },
    /// Figures that are not digits, bits or an index of the deck.
    #[error(
        "`{text}` is not a valid card of a deck of {n} features; numbers are {n} digits 0 to 2, {} \
         bits with a single 1 in every three, or an index from @0 to @{}{}",
        3 * deck.features(), deck.size() - 1, index_hint(text, *deck), n = deck.features()
    )]
    Figures { text: String, deck: Deck },
    #[error(
        "`{0}` has a digit 3, and other cards have a 0; digits are 0 to 2, or 1 to 3 in the \
         whole input"
    )]
    MixedDigits(String),
    /// Numbers that are the digits of one card or the indices of several.
    #[error("`{text}` may be one card or several; write `{digits}` or `{indices}`")]
    AmbiguousNumbers { text: String, digits: String, indices: String },
    /// A code that several orders of the features fit, with two readings.
    #[error("`{0}` may be `{1}` or `{2}`, and no other code tells which; write the cards in words")]
    AmbiguousCode(String, String, String),
    #[error("`{text}` does not fit the codes before it, whose order is {order}")]
    CodeOrder { text: String, order: String },
    #[error("`{text}` has {cards} cards; give one")]
    Several { text: String, cards: usize },
    #[error("the bits of `{text}` say `{bits}`, its words `{words}`; they must agree")]
    Disagree { text: String, bits: String, words: String },
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
