//! What is wrong with text that should be a list of hands.

use crate::card::notation::NotationError;
use crate::escape::excerpt;

/// Input that is not a list of hands; lines count from 1.
#[derive(Debug, thiserror::Error)]
pub enum HandsError {
    /// Nothing to read.
    #[error(
        "the input holds no card; give one card a line, with a blank line between hands, or CSV \
         with the columns hand,card"
    )]
    Empty,
    /// A line that is not a card.
    #[error("line {line}: {source}")]
    Card {
        /// Where.
        line: u64,
        /// What is wrong.
        source: NotationError,
    },
    /// The same card twice in one hand.
    #[error(
        "line {line}: `{}` is in hand {} already, on line {earlier}; remove one",
        excerpt(text),
        excerpt(hand)
    )]
    Duplicate {
        /// Where it comes again.
        line: u64,
        /// As written the second time.
        text: String,
        /// The hand.
        hand: String,
        /// Where it came first.
        earlier: u64,
    },
    /// A row of the CSV without a hand or a card.
    #[error("line {line}: the row has no `{column}`; give every row the columns of the header")]
    Short {
        /// Where.
        line: u64,
        /// The column that the row does not reach.
        column: &'static str,
    },
    /// A row of another deck.
    #[error(
        "line {line}: the hand is of a deck of {found} features, not {features}; choose that deck"
    )]
    Deck {
        /// Where.
        line: u64,
        /// What the row says.
        found: String,
        /// The features of the deck.
        features: usize,
    },
    /// More hands than are read at a time.
    #[error("line {0}: more than {most} hands; give them in parts", most = super::MOST_HANDS)]
    TooMany(u64),
    /// A row that is not CSV.
    #[error("the CSV cannot be read: {0}")]
    Csv(#[from] csv::Error),
}
