//! Hands as a result: their cards, their sets, or both.

use super::output::Report;
use crate::card::Deck;
use crate::card::notation::{Notation, Style};
use crate::deal::Seed;
use crate::detect::{Detector, Strategy};
use crate::report::columns::RenderTarget;
use crate::report::escape;
use crate::report::hands::{NamedHand, ShownHand};
use crate::report::{csv, json};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::io::{self, Write};

/// What is shown of hands; a CSV is one table, so where it is both it has the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Show {
    /// The cards, in JSON with their sets.
    Cards,
    /// The cards without their sets.
    Unsolved,
    /// The sets.
    Sets,
    /// The cards and their sets.
    CardsAndSets,
    /// The sets, and in text the cards before them.
    SetsOfCards,
    /// The sets and the caps, which were found before; a CSV has the caps.
    SetsAndCaps,
    /// The sets and the ultrasets; a CSV has the ultrasets.
    SetsAndUltrasets,
}

impl Show {
    /// Whether text begins with the cards.
    fn has_cards(self) -> bool {
        !matches!(self, Self::Sets | Self::SetsAndCaps | Self::SetsAndUltrasets)
    }
}

/// Some hands.
pub(crate) struct Hands {
    seed: Option<Seed>,
    hands: Vec<NamedHand>,
    /// What was read, where somebody wrote them.
    read: Option<String>,
    notation: Notation,
    show: Show,
    detector: Box<dyn Detector>,
}

impl Hands {
    /// Hands that were dealt with a seed.
    pub(crate) fn dealt(deck: Deck, seed: Seed, hands: Vec<NamedHand>, show: Show) -> Self {
        let detector = Strategy::default().detector(deck);
        let notation = Notation::new(deck, Style::Words);
        Self { seed: Some(seed), hands, read: None, notation, show, detector }
    }

    /// Hands that were read, with a line on them.
    pub(crate) fn read(
        hands: Vec<NamedHand>,
        read: String,
        notation: Notation,
        show: Show,
    ) -> Self {
        let detector = Strategy::default().detector(notation.deck());
        Self { seed: None, hands, read: Some(read), notation, show, detector }
    }

    fn shown(&self) -> impl Iterator<Item = ShownHand<'_>> {
        self.hands.iter().map(|hand| ShownHand::new(hand, &self.notation, self.detector.as_ref()))
    }
}

impl Report for Hands {
    fn csv(&self, to: &mut dyn Write) -> io::Result<()> {
        match self.show {
            Show::Cards | Show::Unsolved | Show::CardsAndSets => {
                csv::write(self.shown().flat_map(ShownHand::card_rows), to)
            }
            Show::Sets | Show::SetsOfCards => {
                csv::write(self.shown().flat_map(ShownHand::set_rows), to)
            }
            Show::SetsAndCaps => csv::write(self.shown().filter_map(ShownHand::cap_row), to),
            Show::SetsAndUltrasets => {
                csv::write(self.shown().flat_map(ShownHand::ultraset_rows), to)
            }
        }
    }

    fn json(&self, to: &mut dyn Write) -> io::Result<()> {
        #[derive(Serialize)]
        struct Document<'a> {
            seed: Option<u64>,
            #[serde(skip_serializing_if = "Option::is_none")]
            read: Option<&'a str>,
            hands: Each<'a>,
        }
        let (seed, read) = (self.seed.map(|seed| seed.0), self.read.as_deref());
        json::write(&Document { seed, read, hands: Each(self) }, to)
    }

    fn text(&self, target: RenderTarget, to: &mut dyn Write) -> io::Result<()> {
        for (place, hand) in self.shown().enumerate() {
            let gap = if place == 0 { "" } else { "\n" };
            match target {
                RenderTarget::Markdown => {
                    writeln!(to, "{gap}## {}", escape::markdown(&hand.headline()))?;
                }
                _ => writeln!(to, "{gap}{}", hand.headline())?,
            }
            if self.show.has_cards() {
                write!(to, "\n{}", hand.cards_table(target))?;
            }
            if !matches!(self.show, Show::Cards | Show::Unsolved) {
                write!(to, "{}{}", hand.sets(target), hand.caps(target))?;
            }
            if self.show == Show::SetsAndUltrasets {
                hand.write_ultrasets(target, to)?;
            }
            if !self.show.has_cards() {
                write!(to, "{}", hand.missing_cards(target))?;
            }
        }
        Ok(())
    }
}

/// The hands one by one, so that a document of many needs no memory for all.
struct Each<'a>(&'a Hands);

impl Serialize for Each<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.shown().map(|hand| One { hand, show: self.0.show }))
    }
}

struct One<'a> {
    hand: ShownHand<'a>,
    show: Show,
}

impl Serialize for One<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let json = self.hand.json();
        let mut entries = serializer.serialize_map(None)?;
        for (name, value) in json.as_object().into_iter().flatten() {
            if (self.show, name.as_str()) != (Show::Unsolved, "sets") {
                entries.serialize_entry(name, value)?;
            }
        }
        if self.show == Show::SetsAndUltrasets {
            entries.serialize_entry("ultrasets", &self.hand.ultrasets_json())?;
        }
        entries.end()
    }
}
