//! The report on hands: their cards, their sets, or both.

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

/// The parts of hands that a report shows. A CSV holds only one of the parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Show {
    /// The cards of each hand; JSON also has the sets.
    Cards,
    /// The sets of each hand.
    Sets,
    /// The sets of each hand; text output shows the cards before the sets.
    SetsOfCards,
    /// The sets and the caps of each hand; CSV output has the caps.
    SetsAndCaps,
    /// The sets and the ultrasets of each hand; CSV output has the ultrasets.
    SetsAndUltrasets,
    /// The triples of cards that are sets in all but the fewest features, with the features that
    /// fail.
    NearSets,
}

impl Show {
    /// Returns whether text output begins with a list of the cards.
    fn has_cards(self) -> bool {
        matches!(self, Self::Cards | Self::SetsOfCards)
    }
}

pub(crate) struct Hands {
    pub(crate) hands: HandList,
    /// The caps of each hand; empty if they are not shown.
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
        self.shown().try_for_each(|hand| to.add(&HandRecord { hand, show: self.show }))
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

/// Record of one hand in the JSON document.
struct HandRecord<'a> {
    hand: ShownHand<'a>,
    show: Show,
}

impl Serialize for HandRecord<'_> {
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
