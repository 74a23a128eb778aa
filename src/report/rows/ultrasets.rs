//! Ultrasets of hands as text, rows or JSON.

use super::hands::ShownHand;
use crate::hand::ultrasets::{self, Ultraset};
use crate::report::columns::{Grid, RenderTarget};
use crate::report::csv::row;
use crate::report::escape;
use crate::report::field::{NUMBER, TEXT};
use crate::report::kind::Kind;
use serde::{Serialize, Serializer};
use std::io::{self, Write};

row! {
    /// Row of the CSV for an ultraset: four cards in two pairs that the same card completes to
    /// sets.
    pub struct UltrasetRow {
        /// The name or number of the hand.
        pub hand: String = TEXT.key(),
        /// The number of the ultraset in its hand, counted from 1.
        pub ultraset: usize = NUMBER.key(),
        /// The first card of the first pair.
        pub card1: String = TEXT,
        /// The second card of the first pair.
        pub card2: String = TEXT,
        /// The first card of the second pair.
        pub card3: String = TEXT,
        /// The second card of the second pair.
        pub card4: String = TEXT,
        /// The card that completes both pairs.
        pub completed_by: String = TEXT,
    }
}

impl Kind for UltrasetRow {
    const WORDS: &'static str = "the ultrasets of `find --ultrasets`";
}

impl UltrasetRow {
    /// Formats the ultraset as text with one line per pair.
    fn text(&self) -> String {
        let Self { ultraset, .. } = self;
        let cards = [&self.card1, &self.card2, &self.card3, &self.card4, &self.completed_by];
        let [one, two, three, four, by] = cards.map(|card| escape::line(card));
        format!("\nUltraset {ultraset}, completed by {by}:\n  {one} + {two}\n  {three} + {four}\n")
    }
}

impl<'a> ShownHand<'a> {
    /// Returns one CSV row for each ultraset of the hand.
    pub fn ultraset_rows(self) -> impl Iterator<Item = UltrasetRow> + use<'a> {
        let all = ultrasets::ultrasets(self.hand.cards(), self.deck()).zip(1..);
        all.map(move |(Ultraset { pairs, completed_by }, ultraset)| {
            let [[card1, card2], [card3, card4]] =
                pairs.map(|pair| pair.map(|place| self.text(place)));
            let (hand, by) = (self.hand.name(), completed_by);
            let completed_by = self.notation.write(by);
            UltrasetRow { hand, ultraset, card1, card2, card3, card4, completed_by }
        })
    }

    /// Returns the ultrasets of the hand for serialization to JSON: two pairs each, and the card
    /// that completes both.
    #[must_use]
    pub fn ultrasets_json(self) -> impl Serialize + use<'a> {
        EachUltraset(self)
    }

    /// Writes the ultrasets of the hand one by one; in Markdown, one per table row.
    ///
    /// # Errors
    ///
    /// Fails if the writer fails.
    pub fn write_ultrasets(self, target: RenderTarget, to: &mut dyn Write) -> io::Result<()> {
        let mut rows = self.ultraset_rows().peekable();
        if rows.peek().is_none() {
            return to.write_all(b"\nNo ultrasets.\n");
        }
        if target.is_markdown() {
            return to.write_all(table(&rows.collect::<Vec<_>>(), target).as_bytes());
        }
        rows.try_for_each(|row| to.write_all(row.text().as_bytes()))
    }
}

/// Ultrasets of a hand, generated lazily while they are serialized.
struct EachUltraset<'a>(ShownHand<'a>);

impl Serialize for EachUltraset<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct UltrasetRecord {
            completed_by: String,
            pairs: [[String; 2]; 2],
        }
        serializer.collect_seq(self.0.ultraset_rows().map(|row| UltrasetRecord {
            completed_by: row.completed_by,
            pairs: [[row.card1, row.card2], [row.card3, row.card4]],
        }))
    }
}

fn table(rows: &[UltrasetRow], target: RenderTarget) -> String {
    let pair = |one: &str, other: &str| format!("{one} + {other}");
    let table = Grid::new(rows)
        .column("ultraset", |row| row.ultraset.to_string())
        .text("a pair", |row| pair(&row.card1, &row.card2))
        .text("another", |row| pair(&row.card3, &row.card4))
        .text("both completed by", |row| row.completed_by.clone());
    format!("\n{}", table.draw(target))
}
