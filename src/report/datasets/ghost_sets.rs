//! The ghost sets of hands as text, rows or JSON.

use super::hands::{NamedHand, ShownHand};
use crate::card::Deck;
use crate::hand::ghost_sets;
use crate::report::columns::{Grid, RenderTarget};
use crate::report::csv::row;
use crate::report::escape;
use crate::report::field::{NUMBER, TEXT};
use serde::{Serialize, Serializer};
use std::io::{self, Write};

row! {
    /// Six cards whose values add up to 0 modulo 3 in every feature: a row of the CSV.
    pub struct GhostSetRow {
        /// The name or number of the hand.
        pub hand: String = TEXT.key(),
        /// The number of the ghost set in its hand, counted from 1.
        pub ghost_set: usize = NUMBER.key(),
        /// The first card in the order of the hand.
        pub card1: String = TEXT,
        /// The second card.
        pub card2: String = TEXT,
        /// The third card.
        pub card3: String = TEXT,
        /// The fourth card.
        pub card4: String = TEXT,
        /// The fifth card.
        pub card5: String = TEXT,
        /// The sixth card.
        pub card6: String = TEXT,
    }
}

impl GhostSetRow {
    fn cards(&self) -> [&String; 6] {
        [&self.card1, &self.card2, &self.card3, &self.card4, &self.card5, &self.card6]
    }

    /// A card a line.
    fn text(&self) -> String {
        let cards = self.cards().map(|card| format!("  {}\n", escape::line(card)));
        format!("\nGhost set {}:\n{}", self.ghost_set, cards.concat())
    }
}

impl<'a> ShownHand<'a> {
    /// One row for each ghost set.
    pub fn ghost_set_rows(self) -> impl Iterator<Item = GhostSetRow> + use<'a> {
        let all = ghost_sets::ghost_sets(&self.hand.cards, self.deck()).zip(1..);
        all.map(move |(places, ghost_set)| {
            let [card1, card2, card3, card4, card5, card6] = places.map(|place| self.text(place));
            let hand = self.hand.name.clone();
            GhostSetRow { hand, ghost_set, card1, card2, card3, card4, card5, card6 }
        })
    }

    /// The ghost sets as they are in JSON: six cards each.
    #[must_use]
    pub fn ghost_sets_json(self) -> impl Serialize + use<'a> {
        EachGhostSet(self)
    }

    /// Writes the ghost sets one by one, as Markdown a line each.
    ///
    /// # Errors
    ///
    /// When the writer fails.
    pub fn write_ghost_sets(self, target: RenderTarget, to: &mut dyn Write) -> io::Result<()> {
        let mut rows = self.ghost_set_rows().peekable();
        if rows.peek().is_none() {
            return to.write_all(b"\nNo ghost sets.\n");
        }
        if target.is_markdown() {
            return to.write_all(table(&rows.collect::<Vec<_>>(), target).as_bytes());
        }
        rows.try_for_each(|row| to.write_all(row.text().as_bytes()))
    }
}

/// The ghost sets of a hand in JSON, none of which is kept.
struct EachGhostSet<'a>(ShownHand<'a>);

impl Serialize for EachGhostSet<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.ghost_set_rows().map(|row| row.cards().map(String::clone)))
    }
}

impl NamedHand {
    /// How many ghost sets it holds.
    #[must_use]
    pub fn ghost_sets(&self, deck: Deck) -> usize {
        ghost_sets::number(&self.cards, deck)
    }
}

fn table(rows: &[GhostSetRow], target: RenderTarget) -> String {
    let table = Grid::of(rows)
        .column("ghost set", |row| row.ghost_set.to_string())
        .text("cards", |row| row.cards().map(String::as_str).join(", "));
    format!("\n{}", table.draw(target))
}
