//! The fewest and the most sets of each hand size as plain rows.

use super::Listed;
use crate::card::Deck;
use crate::extreme::{End, Extreme};
use crate::report::columns::{Grid, RenderTarget};
use crate::report::csv::{by_name, row};
use crate::report::number::grouped;

row! {
    /// The fewest or the most sets of a hand size: a row of the CSV, columns in this order.
    pub struct ExtremeRow {
        /// Features of the deck.
        pub features: usize,
        /// Cards in the hand.
        pub cards: usize,
        /// `fewest` or `most`.
        #[serde(with = "by_name")]
        pub extreme: End,
        /// The number of sets.
        pub sets: usize,
        /// The hands that hold so many.
        pub hands: u128,
        /// One of them: the numbers of its cards.
        pub witness: String,
    }
}

impl ExtremeRow {
    /// The row of an extreme.
    #[must_use]
    pub fn new(deck: Deck, found: &Extreme) -> Self {
        let example = found.example.iter().flatten().map(|card| card.index().to_string());
        Self {
            features: deck.features(),
            cards: found.cards,
            extreme: found.end,
            sets: found.sets,
            hands: found.hands,
            witness: example.collect::<Vec<_>>().join(" "),
        }
    }
}

impl Listed for ExtremeRow {
    /// The fewest and the most sets of each hand size side by side.
    fn draw(rows: &[Self], target: RenderTarget) -> String {
        let sizes: Vec<&[Self]> = rows.chunk_by(|one, next| one.cards == next.cards).collect();
        let mut grid = Grid::of_text(&sizes).column("cards", |rows| rows[0].cards.to_string());
        for (end, rank) in [(End::Fewest, 2), (End::Most, 1)] {
            let cell = |rows: &[Self], cell: fn(&Self) -> String| {
                let row = rows.iter().find(|row| row.extreme == end);
                row.map_or_else(String::new, cell)
            };
            let example = |rows: &[Self]| match cell(rows, |row| row.witness.clone()) {
                cards if target.is_markdown() && !cards.is_empty() => format!("`{cards}`"),
                cards => cards,
            };
            grid = grid
                .column(&format!("{end} sets"), |rows| cell(rows, |row| row.sets.to_string()))
                .column("hands", |rows| cell(rows, |row| grouped(row.hands)))
                .ranked(rank, "for example", |rows| example(rows));
        }
        grid.draw(target)
    }
}
