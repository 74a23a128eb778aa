//! The ultrasets of hands as text, rows or JSON.

use super::hands::ShownHand;
use crate::card::notation::Notation;
use crate::hand::ultrasets::{Ultraset, ultrasets};
use crate::report::columns::{Grid, RenderTarget};
use crate::report::csv::row;
use crate::report::escape;
use serde_json::{Value, json};

row! {
    /// Four cards in two pairs that the same card completes to sets: a row of the CSV.
    pub struct UltrasetRow {
        /// The hand.
        pub hand: String,
        /// The number of the ultraset in its hand, counted from 1.
        pub ultraset: usize,
        /// The first card of the first pair.
        pub card1: String,
        /// The second card of the first pair.
        pub card2: String,
        /// The first card of the second pair.
        pub card3: String,
        /// The second card of the second pair.
        pub card4: String,
        /// The card that completes both pairs.
        pub completed_by: String,
    }
}

impl UltrasetRow {
    /// A line for each pair.
    fn text(&self) -> String {
        let Self { ultraset, .. } = self;
        let cards = [&self.card1, &self.card2, &self.card3, &self.card4, &self.completed_by];
        let [one, two, three, four, by] = cards.map(|card| escape::line(card));
        format!("\nUltraset {ultraset}, completed by {by}:\n  {one} + {two}\n  {three} + {four}\n")
    }
}

impl<'a> ShownHand<'a> {
    /// One row for each ultraset.
    pub fn ultraset_rows(self) -> impl Iterator<Item = UltrasetRow> + use<'a> {
        let all = ultrasets(&self.hand.cards, self.deck).into_iter().zip(1..);
        all.map(move |(Ultraset { pairs, completed_by }, ultraset)| {
            let [[card1, card2], [card3, card4]] =
                pairs.map(|pair| pair.map(|place| self.text(place)));
            let (hand, by) = (self.hand.name.clone(), completed_by);
            let completed_by = Notation::Words.write(by, self.deck);
            UltrasetRow { hand, ultraset, card1, card2, card3, card4, completed_by }
        })
    }

    /// The ultrasets as a JSON value: two pairs, and the card that completes both.
    #[must_use]
    pub fn ultrasets_json(self) -> Value {
        let ultraset = |row: UltrasetRow| {
            json!({
                "pairs": [[row.card1, row.card2], [row.card3, row.card4]],
                "completed_by": row.completed_by,
            })
        };
        self.ultraset_rows().map(ultraset).collect()
    }

    /// The ultrasets, as Markdown a line each.
    #[must_use]
    pub fn ultrasets(self, target: RenderTarget) -> String {
        let rows: Vec<UltrasetRow> = self.ultraset_rows().collect();
        if rows.is_empty() {
            return "\nNo ultrasets.\n".to_owned();
        }
        if !target.is_markdown() {
            return rows.iter().map(UltrasetRow::text).collect();
        }
        let pair = |one: &str, other: &str| format!("{one} + {other}");
        let table = Grid::of(&rows)
            .column("ultraset", |row| row.ultraset.to_string())
            .column("a pair", |row| pair(&row.card1, &row.card2))
            .column("another", |row| pair(&row.card3, &row.card4))
            .column("both completed by", |row| row.completed_by.clone());
        format!("\n{}", table.draw(target))
    }
}
