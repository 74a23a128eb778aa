//! Hands as a result: their cards, their sets, or both.

use super::output::{Page, Report};
use serde_json::Value;
use setodds::report::csv;
use setodds::report::hands::{CardRow, SetRow, ShownHand};
use std::io::{self, Write};

/// What is shown of hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Show {
    /// The cards.
    Cards,
    /// The sets.
    Sets,
    /// The cards and then the sets; as CSV, which is one table, the sets alone.
    Both,
}

/// Some hands.
pub(crate) struct Hands {
    pub(crate) hands: Vec<ShownHand>,
    pub(crate) show: Show,
}

impl Report for Hands {
    fn csv(&self, to: &mut dyn Write) -> io::Result<()> {
        if self.show == Show::Cards {
            let rows: Vec<CardRow> = self.hands.iter().flat_map(ShownHand::card_rows).collect();
            csv::write(&rows, to)
        } else {
            let rows: Vec<SetRow> = self.hands.iter().flat_map(ShownHand::set_rows).collect();
            csv::write(&rows, to)
        }
    }

    fn document(&self) -> Value {
        self.hands.iter().map(ShownHand::json).collect()
    }

    fn text(&self, _: Page) -> String {
        let text = |hand: &ShownHand| match self.show {
            Show::Cards => format!("{}\n\n{}", hand.headline(), hand.cards_text()),
            Show::Sets => format!("{}\n{}", hand.headline(), hand.sets_text()),
            Show::Both => {
                format!("{}\n\n{}{}", hand.headline(), hand.cards_text(), hand.sets_text())
            }
        };
        self.hands.iter().map(text).collect::<Vec<_>>().join("\n")
    }

    fn markdown(&self) -> String {
        let text = |hand: &ShownHand| {
            let cards = hand.markdown_cards();
            let sets = hand.markdown_sets();
            match self.show {
                Show::Cards => format!("## {}\n\n{cards}", hand.headline()),
                Show::Sets => format!("## {}\n\n{sets}", hand.headline()),
                Show::Both => format!("## {}\n\n{cards}\n{sets}", hand.headline()),
            }
        };
        self.hands.iter().map(text).collect::<Vec<_>>().join("\n")
    }
}
