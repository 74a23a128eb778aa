//! Minimum and maximum number of sets in hands of each size.

use super::caps::written;
use crate::card::Deck;
use crate::extreme::{End, Extreme};
use crate::report::chart::words;
use crate::report::column_chart::{BY_SIZE, Plot};
use crate::report::columns::{Grid, RenderTarget, fill};
use crate::report::csv::row;
use crate::report::escape;
use crate::report::field::{CARDS, EXACT, FEATURES, Field, SETS, TEXT};
use crate::report::kind::{Chart, Kind, Options, Rows, TableError};
use crate::report::number::grouped;
use crate::report::sheet::all;

row! {
    /// Row of the CSV for the minimum or maximum number of sets; its fields are the columns, in
    /// order.
    pub struct ExtremeRow {
        /// The number of features of the deck.
        pub features: usize = FEATURES,
        /// The number of cards in the hand.
        pub cards: usize = CARDS.key(),
        /// The extreme of the distribution: the fewest or the most sets.
        pub extreme: End = Field::names(&End::NAMES).key(),
        /// The minimum or maximum number of sets.
        pub sets: usize = SETS,
        /// The number of hands with this number of sets.
        pub hands: u128 = EXACT,
        /// A hand with this number of sets, written in digits; empty if none was found, or the hand
        /// has no cards.
        pub witness: String = TEXT,
    }
}

impl ExtremeRow {
    /// Creates the row for a minimum or maximum number of sets.
    #[must_use]
    pub fn new(deck: Deck, found: &Extreme) -> Self {
        let example = found.example.iter().flatten().copied();
        Self {
            features: deck.features(),
            cards: found.cards,
            extreme: found.end,
            sets: found.sets,
            hands: found.hands,
            witness: written(example, deck),
        }
    }
}

impl ExtremeRow {
    /// Returns a sentence that shows the example hand, or an empty text if there is no example.
    fn sentence(&self, target: RenderTarget) -> String {
        let example = escape::line(&self.witness);
        let text = format!("\n{} sets, for example:\n{example}\n", self.extreme);
        if example.is_empty() { example } else { fill(&text, target) }
    }
}

impl Kind for ExtremeRow {
    const WORDS: &'static str = "the fewest and the most sets of `extremes`";

    fn deck(&self) -> usize {
        self.features
    }

    fn chart(files: Vec<Rows<'_, Self>>, _: &Options) -> Result<Chart, TableError> {
        let rows = all(files);
        let decks = words::decks(rows.iter().map(|row| row.features));
        let caption = format!("The fewest and the most sets in any hand from {decks}, counted.");
        let plot = Plot::lines(BY_SIZE, &[("sets", "sets")]);
        let plot = plot.against("sets in the hand");
        plot.draw(&rows, "How few and how many sets can a hand hold?", caption)
    }

    /// Formats the minimum and maximum number of sets for each hand size side by side; as plain
    /// text, the example hands of a single size follow below.
    fn draw(rows: &[Self], target: RenderTarget) -> String {
        let sizes: Vec<&[Self]> = rows.chunk_by(|one, next| one.cards == next.cards).collect();
        let is_below = sizes.len() == 1 && !target.is_markdown();
        let mut grid = Grid::new(&sizes).column("cards", |rows| rows[0].cards.to_string());
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
                .ranked_text(rank, "for example", |rows| (!is_below).then(|| example(rows)));
        }
        let below = rows.iter().filter(|_| is_below).map(|row| row.sentence(target));
        grid.draw(target) + &below.collect::<String>()
    }
}
