//! Caps: how many there are of each size, and one of each class.

use super::Listed;
use crate::cap::CapCount;
use crate::card::{Card, Deck};
use crate::cards::Style;
use crate::combinations::binomial;
use crate::report::count::{exactly, exactly_if_known};
use crate::report::csv::row;
use crate::report::field::{CARDS, COUNT, FEATURES, LOGICAL, NUMBER, PROBABILITY, TEXT};
use crate::stats::Ratio;

row! {
    /// The caps of one size: a row of the CSV, columns in this order.
    pub struct CapRow {
        /// Features of the deck.
        pub features: usize = FEATURES,
        /// Cards in the cap.
        pub cards: usize = CARDS.key(),
        /// The number of caps of that size.
        #[serde(serialize_with = "exactly")]
        pub caps: u128 = COUNT,
        /// The number of classes of these caps up to affine maps.
        #[serde(serialize_with = "exactly")]
        pub classes: usize = COUNT,
        /// The number of caps to which no card can be added.
        #[serde(serialize_with = "exactly")]
        pub complete_caps: u128 = COUNT,
        /// The number of classes of the complete caps.
        #[serde(serialize_with = "exactly")]
        pub complete_classes: usize = COUNT.ranked(2),
        /// The number of all hands of that size; empty above 128 bits.
        #[serde(serialize_with = "exactly_if_known")]
        pub hands: Option<u128> = COUNT.ranked(3),
        /// The probability that a hand is a cap.
        pub probability: Option<f64> = PROBABILITY.ranked(1),
    }
}

impl CapRow {
    /// The row of a size.
    #[must_use]
    pub fn new(deck: Deck, count: &CapCount) -> Self {
        let CapCount { cards, caps, classes, complete_caps, complete_classes, .. } = *count;
        let hands = binomial(deck.size(), cards);
        Self {
            features: deck.features(),
            cards,
            caps,
            classes,
            complete_caps,
            complete_classes,
            hands,
            probability: hands.map(|hands| Ratio::new(caps, hands).value()),
        }
    }
}

impl Listed for CapRow {}

row! {
    /// A cap that stands for its class: a row of the CSV, columns in this order.
    pub struct CapClassRow {
        /// Features of the deck.
        pub features: usize = FEATURES,
        /// Cards in the cap.
        pub cards: usize = CARDS.key(),
        /// The number of the class among those of its size, from 1.
        pub class: usize = NUMBER.key(),
        /// The number of caps in the class.
        #[serde(serialize_with = "exactly")]
        pub caps: u128 = COUNT,
        /// The number of affine maps that carry a cap of the class into itself.
        #[serde(serialize_with = "exactly")]
        pub stabilizer: u128 = COUNT.ranked(1),
        /// The number of cards that can be added to a cap of the class.
        pub admits: usize = CARDS.ranked(1),
        /// Whether the caps of the class are complete: no card can be added.
        pub complete: bool = LOGICAL.ranked(2),
        /// A cap of the class: its cards as digits.
        pub representative: String = TEXT,
    }
}

impl Listed for CapClassRow {}

/// A hand as digits with blanks between the cards.
#[must_use]
pub fn written(cards: impl Iterator<Item = Card>, deck: Deck) -> String {
    cards.map(|card| Style::Digits.write(card, deck)).collect::<Vec<_>>().join(" ")
}
