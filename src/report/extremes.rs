//! The fewest and the most sets of each hand size as plain rows.

use super::columns::{Style, plain};
use super::csv::Row;
use super::number::grouped;
use crate::card::Deck;
use crate::extreme::Extreme;
use serde::{Deserialize, Serialize};

/// The fewest or the most sets of a hand size: a row of the CSV, columns in this order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExtremeRow {
    /// Features of the deck.
    pub features: usize,
    /// Cards in the hand.
    pub cards: usize,
    /// `least` or `most`.
    pub extreme: String,
    /// The number of sets.
    pub sets: usize,
    /// The hands that hold so many.
    pub hands: u128,
    /// One of them: the numbers of its cards.
    pub witness: String,
}

impl Row for ExtremeRow {
    const COLUMNS: &'static [&'static str] =
        &["features", "cards", "extreme", "sets", "hands", "witness"];
}

impl ExtremeRow {
    /// The row of an extreme.
    #[must_use]
    pub fn new(deck: Deck, found: &Extreme) -> Self {
        let example = found.example.iter().flatten().map(|card| card.index().to_string());
        Self {
            features: deck.features(),
            cards: found.cards,
            extreme: found.end.name().to_owned(),
            sets: found.sets,
            hands: found.hands,
            witness: example.collect::<Vec<_>>().join(" "),
        }
    }
}

/// The fewest and the most sets of each hand size side by side.
#[must_use]
pub fn extreme_table(rows: &[ExtremeRow], style: Style) -> String {
    let titles =
        ["cards", "fewest sets", "hands", "for example", "most sets", "hands", "for example"];
    let code = |text: &str| match style {
        Style::Markdown if !text.is_empty() => format!("`{text}`"),
        _ => text.to_owned(),
    };
    let half = |row: Option<&ExtremeRow>| match row {
        Some(row) => [row.sets.to_string(), grouped(row.hands), code(&row.witness)],
        None => <[String; 3]>::default(),
    };
    let line = |rows: &[ExtremeRow]| {
        let [least, most] =
            ["least", "most"].map(|name| half(rows.iter().find(|row| row.extreme == name)));
        [rows[0].cards.to_string()].into_iter().chain(least).chain(most).collect::<Vec<_>>()
    };
    let sizes = rows.chunk_by(|one, next| one.cards == next.cards);
    plain(&titles, &sizes.map(line).collect::<Vec<_>>(), style)
}
