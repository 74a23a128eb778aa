//! Caps and classes as plain rows, and where they come from.

use super::columns::{Style, plain};
use super::csv::Row;
use super::number::{grouped, one_in, significant};
use super::provenance::{Program, Run};
use crate::cap::CapCount;
use crate::card::notation::Notation;
use crate::card::{Card, Deck};
use crate::hand::combinations::binomial;
use crate::stats::Ratio;
use serde::{Deserialize, Serialize};

/// The record beside a list that a search has made.
#[derive(Clone, Debug, Serialize)]
pub struct ListingProvenance {
    /// The program that searched.
    pub program: Program,
    /// The command line, as one would type it again.
    pub command: String,
    /// What was checked before anything was written.
    pub checks: &'static [&'static str],
    /// When and where it ran; units are classes.
    pub run: Run,
}

/// The caps of one size: a row of the CSV, columns in this order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CapRow {
    /// Features of the deck.
    pub features: usize,
    /// Cards in the cap.
    pub cards: usize,
    /// The caps.
    pub caps: u128,
    /// Their classes up to affine maps.
    pub classes: usize,
    /// The caps that no card can be added to.
    pub complete_caps: u128,
    /// Their classes.
    pub complete_classes: usize,
    /// All hands of that size; missing when they pass 128 bits.
    pub hands: Option<u128>,
    /// The probability that a hand is a cap.
    pub probability: Option<f64>,
}

impl Row for CapRow {
    const COLUMNS: &'static [&'static str] = &[
        "features",
        "cards",
        "caps",
        "classes",
        "complete_caps",
        "complete_classes",
        "hands",
        "probability",
    ];
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

/// The caps as a table.
#[must_use]
pub fn cap_table(rows: &[CapRow], style: Style) -> String {
    let titles = ["cards", "caps", "classes", "complete caps", "complete classes", "share", "odds"];
    let cells = |row: &CapRow| {
        vec![
            row.cards.to_string(),
            grouped(row.caps),
            grouped(row.classes as u128),
            grouped(row.complete_caps),
            grouped(row.complete_classes as u128),
            row.probability.map_or_else(String::new, |share| significant(share, 6)),
            row.probability.and_then(one_in).unwrap_or_default(),
        ]
    };
    plain(&titles, &rows.iter().map(cells).collect::<Vec<_>>(), style)
}

/// A cap that stands for its class: a row of the CSV, columns in this order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CapClassRow {
    /// Features of the deck.
    pub features: usize,
    /// Cards in the cap.
    pub cards: usize,
    /// The number of the class among those of its size, from 1.
    pub class: usize,
    /// The caps in the class.
    pub caps: u128,
    /// The affine maps that carry each of them into itself.
    pub stabilizer: u128,
    /// The cards that can be added to it.
    pub admits: usize,
    /// Whether it is complete: none can be added.
    pub complete: bool,
    /// One of them: cards as digits.
    pub representative: String,
}

impl Row for CapClassRow {
    const COLUMNS: &'static [&'static str] = &[
        "features",
        "cards",
        "class",
        "caps",
        "stabilizer",
        "admits",
        "complete",
        "representative",
    ];
}

/// The representatives of some classes as a table.
#[must_use]
pub fn cap_class_table(rows: &[CapClassRow], style: Style) -> String {
    let titles = ["cards", "class", "caps", "stabilizer", "admits", "representative"];
    let cells = |row: &CapClassRow| {
        vec![
            row.cards.to_string(),
            row.class.to_string(),
            grouped(row.caps),
            grouped(row.stabilizer),
            row.admits.to_string(),
            row.representative.clone(),
        ]
    };
    plain(&titles, &rows.iter().map(cells).collect::<Vec<_>>(), style)
}

/// A hand as digits with blanks between the cards, as `find` reads it.
#[must_use]
pub fn written(cards: impl Iterator<Item = Card>, deck: Deck) -> String {
    cards.map(|card| Notation::Digits.write(card, deck)).collect::<Vec<_>>().join(" ")
}
