//! Caps and classes as plain rows, and where they come from.

use super::columns::{Style, plain};
use super::csv::Row;
use super::number::{exact_percent, grouped, one_in, significant};
use super::provenance::{Program, Run};
use crate::cap::{CapCount, RandomCap};
use crate::card::notation::Notation;
use crate::card::{Card, Deck};
use crate::exact::classes::ClassInfo;
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

/// A size of random complete caps: a row of the CSV, columns in this order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RandomCapRow {
    /// Features of the deck.
    pub features: usize,
    /// Cards in the cap.
    pub cards: usize,
    /// The probability that a random complete cap has so many.
    pub probability: f64,
    /// Its numerator in lowest terms: a whole number of any length.
    pub numerator: String,
    /// Its denominator.
    pub denominator: String,
}

impl Row for RandomCapRow {
    const COLUMNS: &'static [&'static str] =
        &["features", "cards", "probability", "numerator", "denominator"];
}

impl RandomCapRow {
    /// The row of a size.
    #[must_use]
    pub fn new(deck: Deck, size: &RandomCap) -> Self {
        Self {
            features: deck.features(),
            cards: size.cards,
            probability: size.probability().value(),
            numerator: size.numerator.to_string(),
            denominator: size.denominator.to_string(),
        }
    }
}

/// The sizes of random complete caps as a table.
#[must_use]
pub fn random_cap_table(rows: &[RandomCapRow], style: Style) -> String {
    let cells = |row: &RandomCapRow| {
        let share = exact_percent(row.probability);
        vec![row.cards.to_string(), share, one_in(row.probability).unwrap_or_default()]
    };
    plain(&["cards", "share", "odds"], &rows.iter().map(cells).collect::<Vec<_>>(), style)
}

/// A class of hands: a row of the CSV, columns in this order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClassRow {
    /// Features of the deck.
    pub features: usize,
    /// Cards in the hand.
    pub cards: usize,
    /// The number of the class among those of its size, from 1.
    pub class: usize,
    /// The hands in the class.
    pub hands: u128,
    /// The affine maps that carry each of them into itself.
    pub stabilizer: u128,
    /// The number of sets in each of them.
    pub sets: usize,
    /// The size of the largest cap in each.
    pub largest_cap: usize,
    /// The most sets that can be taken at once.
    pub disjoint_sets: usize,
    /// The cards that belong to a set.
    pub in_sets: usize,
    /// Whether it is a cap that no card can be added to.
    pub complete_cap: bool,
    /// One of them: cards as digits.
    pub representative: String,
}

impl Row for ClassRow {
    const COLUMNS: &'static [&'static str] = &[
        "features",
        "cards",
        "class",
        "hands",
        "stabilizer",
        "sets",
        "largest_cap",
        "disjoint_sets",
        "in_sets",
        "complete_cap",
        "representative",
    ];
}

impl ClassRow {
    /// The row of a class.
    #[must_use]
    pub fn new(deck: Deck, cards: usize, class: usize, info: ClassInfo) -> Self {
        Self {
            features: deck.features(),
            cards,
            class,
            hands: info.hands,
            stabilizer: info.stabilizer,
            sets: info.sets,
            largest_cap: info.largest_cap,
            disjoint_sets: info.disjoint_sets,
            in_sets: info.in_sets,
            complete_cap: info.complete_cap,
            representative: written(info.representative.into_iter(), deck),
        }
    }
}

/// Classes as a table: up to 60 one by one, more by hand size.
#[must_use]
pub fn class_table(rows: &[ClassRow], style: Style) -> String {
    const SHOWN: usize = 60;
    if rows.len() > SHOWN {
        return size_table(rows, style);
    }
    let titles = [
        "cards",
        "class",
        "hands",
        "stabilizer",
        "sets",
        "largest cap",
        "disjoint",
        "representative",
    ];
    let cells = |row: &ClassRow| {
        vec![
            row.cards.to_string(),
            row.class.to_string(),
            grouped(row.hands),
            grouped(row.stabilizer),
            row.sets.to_string(),
            row.largest_cap.to_string(),
            row.disjoint_sets.to_string(),
            row.representative.clone(),
        ]
    };
    plain(&titles, &rows.iter().map(cells).collect::<Vec<_>>(), style)
}

/// A line for each hand size.
fn size_table(rows: &[ClassRow], style: Style) -> String {
    let titles = ["cards", "classes", "hands", "without a set", "without symmetry", "most sets"];
    let line = |classes: &[ClassRow]| {
        let number = |count: usize| grouped(count as u128);
        let mut hands = classes.iter().map(|row| row.hands);
        let hands = hands.try_fold(0, u128::checked_add);
        vec![
            classes[0].cards.to_string(),
            number(classes.len()),
            hands.map_or_else(String::new, grouped),
            number(classes.iter().filter(|row| row.sets == 0).count()),
            number(classes.iter().filter(|row| row.stabilizer == 1).count()),
            classes.iter().map(|row| row.sets).max().unwrap_or(0).to_string(),
        ]
    };
    let sizes = rows.chunk_by(|one, next| one.cards == next.cards);
    plain(&titles, &sizes.map(line).collect::<Vec<_>>(), style)
}

/// How many classes there are: a row of the CSV, columns in this order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClassCountRow {
    /// Features of the deck.
    pub features: usize,
    /// Cards in the hand.
    pub cards: usize,
    /// The hands; missing when they pass 128 bits.
    pub hands: Option<u128>,
    /// The classes: a whole number of any length.
    pub classes: String,
}

impl Row for ClassCountRow {
    const COLUMNS: &'static [&'static str] = &["features", "cards", "hands", "classes"];
}

/// The numbers of classes as a table.
#[must_use]
pub fn class_count_table(rows: &[ClassCountRow], style: Style) -> String {
    let cells = |row: &ClassCountRow| {
        let hands = row.hands.map_or_else(String::new, grouped);
        let classes = row.classes.parse().map_or_else(|_| row.classes.clone(), grouped);
        vec![row.cards.to_string(), hands, classes]
    };
    let cells: Vec<_> = rows.iter().map(cells).collect();
    plain(&["cards", "hands", "classes"], &cells, style)
}

/// A hand as digits with blanks between the cards.
#[must_use]
pub fn written(cards: impl Iterator<Item = Card>, deck: Deck) -> String {
    cards.map(|card| Notation::Digits.write(card, deck)).collect::<Vec<_>>().join(" ")
}
