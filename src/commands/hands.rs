//! Hands as a result: their cards, their sets, or both.

use crate::cards::{HandList, Notation};
use crate::measure::HandCaps;
use crate::report::cell::Cell;
use crate::report::columns::RenderTarget;
use crate::report::csv::Row;
use crate::report::field::Field;
use crate::report::hands::{CardRow, HandCapRow, SetRow, ShownHand};
use crate::report::near_sets::NearSetRow;
use crate::report::result::{RecordWriter, Table};
use crate::report::rows::ultrasets::UltrasetRow;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::io::{self, Write};

/// What is shown of hands; a CSV is one table, so where it is both it has the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Show {
    /// The cards, in JSON with their sets.
    Cards,
    /// The sets.
    Sets,
    /// The sets, and in text the cards before them.
    SetsOfCards,
    /// The sets and the caps, which were found before; a CSV has the caps.
    SetsAndCaps,
    /// The sets and the ultrasets; a CSV has the ultrasets.
    SetsAndUltrasets,
    /// The triples that fail to be sets in the fewest features, and why.
    NearSets,
}

impl Show {
    /// Returns whether text begins with the cards.
    fn has_cards(self) -> bool {
        matches!(self, Self::Cards | Self::SetsOfCards)
    }
}

/// Some hands.
pub(crate) struct Hands {
    pub(crate) hands: HandList,
    /// The caps of each hand, if they are shown.
    pub(crate) caps: Vec<HandCaps>,
    pub(crate) notation: Notation,
    pub(crate) show: Show,
}

impl Hands {
    fn shown(&self) -> impl Iterator<Item = ShownHand<'_>> {
        let hands = self.hands.hands().enumerate();
        hands.map(|(place, hand)| ShownHand::new(hand, self.caps.get(place), &self.notation))
    }
}

impl Table for Hands {
    fn fields(&self) -> &'static [Field] {
        match self.show {
            Show::Cards => CardRow::FIELDS,
            Show::Sets | Show::SetsOfCards => SetRow::FIELDS,
            Show::SetsAndCaps => HandCapRow::FIELDS,
            Show::SetsAndUltrasets => UltrasetRow::FIELDS,
            Show::NearSets => NearSetRow::FIELDS,
        }
    }

    fn rows(&self) -> Box<dyn Iterator<Item = Vec<Cell>> + '_> {
        let hands = self.shown();
        match self.show {
            Show::Cards => Box::new(hands.flat_map(ShownHand::card_rows).map(Row::cells)),
            Show::Sets | Show::SetsOfCards => {
                Box::new(hands.flat_map(ShownHand::set_rows).map(Row::cells))
            }
            Show::SetsAndCaps => Box::new(hands.filter_map(ShownHand::cap_row).map(Row::cells)),
            Show::SetsAndUltrasets => {
                Box::new(hands.flat_map(ShownHand::ultraset_rows).map(Row::cells))
            }
            Show::NearSets => Box::new(hands.flat_map(ShownHand::near_set_rows).map(Row::cells)),
        }
    }

    fn write_records(&self, to: &mut RecordWriter<'_>) -> io::Result<()> {
        self.shown().try_for_each(|hand| to.add(&One { hand, show: self.show }))
    }

    #[cfg(not(target_family = "wasm"))]
    fn draw(&self, target: RenderTarget, to: &mut dyn Write) -> io::Result<()> {
        for (place, hand) in self.shown().enumerate() {
            to.write_all(if place == 0 { b"" } else { b"\n" })?;
            hand.write_headline("", target, to)?;
            if self.show.has_cards() {
                write!(to, "\n{}", hand.cards_table(target))?;
            }
            if !matches!(self.show, Show::Cards | Show::NearSets) {
                write!(to, "{}{}", hand.sets(target), hand.caps(target))?;
            }
            match self.show {
                Show::SetsAndUltrasets => hand.write_ultrasets(target, to)?,
                Show::NearSets => hand.write_near_sets(target, to)?,
                _ => {}
            }
            if !self.show.has_cards() {
                write!(to, "{}", hand.missing_cards(target))?;
            }
        }
        Ok(())
    }
}

/// A record of the JSON document.
struct One<'a> {
    hand: ShownHand<'a>,
    show: Show,
}

impl Serialize for One<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let json = self.hand.json();
        let mut entries = serializer.serialize_map(None)?;
        for (name, value) in json.as_object().into_iter().flatten() {
            entries.serialize_entry(name, value)?;
        }
        match self.show {
            Show::SetsAndUltrasets => {
                entries.serialize_entry("ultrasets", &self.hand.ultrasets_json())?;
            }
            Show::NearSets => entries.serialize_entry("near_sets", &self.hand.near_sets_json())?,
            _ => {}
        }
        entries.end()
    }
}
