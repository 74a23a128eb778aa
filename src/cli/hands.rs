//! Hands as a result: their cards, their sets, or both.

use super::output::Report;
use serde::Serialize;
use serde_json::Value;
use setodds::report::hands::{CardRow, SetRow, ShownHand};

/// What is shown of hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Show {
    /// The cards.
    Cards,
    /// The sets.
    Sets,
    /// The cards and then the sets, in text; the cards as data.
    Both,
}

/// Some hands.
pub(crate) struct Hands {
    pub(crate) hands: Vec<ShownHand>,
    pub(crate) show: Show,
}

/// A row of the CSV.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum HandRow {
    Card(CardRow),
    Set(SetRow),
}

impl Report for Hands {
    type Row = HandRow;

    fn rows(&self) -> Vec<HandRow> {
        let rows = |hand: &ShownHand| -> Vec<HandRow> {
            match self.show {
                Show::Sets => hand.set_rows().map(HandRow::Set).collect(),
                Show::Cards | Show::Both => hand.card_rows().map(HandRow::Card).collect(),
            }
        };
        self.hands.iter().flat_map(rows).collect()
    }

    fn document(&self) -> Value {
        self.hands.iter().map(ShownHand::json).collect()
    }

    fn text(&self, _: usize) -> String {
        let text = |hand: &ShownHand| match self.show {
            Show::Cards => format!("{}\n\n{}", hand.headline(), hand.cards_text()),
            Show::Sets => format!("{}\n{}", hand.headline(), hand.sets_text()),
            Show::Both => {
                format!("{}\n\n{}{}", hand.headline(), hand.cards_text(), hand.sets_text())
            }
        };
        self.hands.iter().map(text).collect::<Vec<_>>().join("\n")
    }
}
