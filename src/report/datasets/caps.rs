//! Caps: how many there are of each size, and one of each class.

use super::Listed;
use crate::cap::CapCount;
use crate::card::notation::Style;
use crate::card::{Card, Deck};
use crate::hand::combinations::binomial;
use crate::report::columns::{Grid, RenderTarget};
use crate::report::count::{exactly, exactly_if_known};
use crate::report::csv::row;
use crate::report::number::{exact_percent, grouped, one_in};
use crate::stats::Ratio;

row! {
    /// The caps of one size: a row of the CSV, columns in this order.
    pub struct CapRow {
        /// Features of the deck.
        pub features: usize,
        /// Cards in the cap.
        pub cards: usize,
        /// The caps.
        #[serde(serialize_with = "exactly")]
        pub caps: u128,
        /// Their classes up to affine maps.
        #[serde(serialize_with = "exactly")]
        pub classes: usize,
        /// The caps that no card can be added to.
        #[serde(serialize_with = "exactly")]
        pub complete_caps: u128,
        /// Their classes.
        #[serde(serialize_with = "exactly")]
        pub complete_classes: usize,
        /// All hands of that size; missing when they pass 128 bits.
        #[serde(serialize_with = "exactly_if_known")]
        pub hands: Option<u128>,
        /// The probability that a hand is a cap.
        pub probability: Option<f64>,
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

impl Listed for CapRow {
    fn draw(rows: &[Self], target: RenderTarget) -> String {
        Grid::of(rows)
            .column("cards", |row| row.cards.to_string())
            .column("caps", |row| grouped(row.caps))
            .column("classes", |row| grouped(row.classes as u128))
            .column("complete caps", |row| grouped(row.complete_caps))
            .ranked(2, "complete classes", |row| grouped(row.complete_classes as u128))
            .ranked(1, "probability", |row| row.probability.map(exact_percent))
            .column("odds", |row| row.probability.and_then(one_in))
            .draw(target)
    }
}

row! {
    /// A cap that stands for its class: a row of the CSV, columns in this order.
    pub struct CapClassRow {
        /// Features of the deck.
        pub features: usize,
        /// Cards in the cap.
        pub cards: usize,
        /// The number of the class among those of its size, from 1.
        pub class: usize,
        /// The caps in the class.
        #[serde(serialize_with = "exactly")]
        pub caps: u128,
        /// The affine maps that carry each of them into itself.
        #[serde(serialize_with = "exactly")]
        pub stabilizer: u128,
        /// The cards that can be added to it.
        pub admits: usize,
        /// Whether it is complete: none can be added.
        pub complete: bool,
        /// One of them: cards as digits.
        pub representative: String,
    }
}

impl Listed for CapClassRow {
    fn draw(rows: &[Self], target: RenderTarget) -> String {
        Grid::of(rows)
            .column("cards", |row| row.cards.to_string())
            .column("class", |row| row.class.to_string())
            .column("caps", |row| grouped(row.caps))
            .ranked(1, "stabilizer", |row| grouped(row.stabilizer))
            .ranked(1, "admits", |row| row.admits.to_string())
            .column("representative", |row| row.representative.clone())
            .draw(target)
    }
}

/// A hand as digits with blanks between the cards.
#[must_use]
pub fn written(cards: impl Iterator<Item = Card>, deck: Deck) -> String {
    cards.map(|card| Style::Digits.write(card, deck)).collect::<Vec<_>>().join(" ")
}
