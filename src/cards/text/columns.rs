//! The columns of a CSV, or the fields of an object of JSON, that hold cards.

use super::{HandName, QuestionReader};
use crate::card::Deck;
use crate::cards::notation::{NotationError, Place, WordPart, WordRow, mistake};
use crate::cards::words::{self, FEATURES};
use setodds_engine::escape::excerpt;

/// The columns that hold cards.
pub(super) struct HandColumns {
    names: Vec<String>,
    pub(super) kind: CellKind,
    /// The columns with cards, or those with parts of a card.
    cards: Vec<usize>,
}

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellKind {
    /// A hand, in one cell or in several.
    Hand,
    /// A card, or several, of a hand.
    Card,
    /// A part of a card, with a column for each feature.
    Part,
}

/// Columns of a whole hand.
pub(super) const WHOLE_HANDS: [&str; 4] = ["representative", "cap", "layout", "witness"];

impl HandColumns {
    /// The columns that hold cards, if these names in lower case are those of such a CSV.
    pub(super) fn of(
        names: Vec<String>,
        place: Place,
        deck: Deck,
    ) -> Result<Option<Self>, NotationError> {
        let at = |name: &str| names.iter().position(|it| it == name);
        let feature = |at: usize| words::feature(&names[at], deck);
        let each: Vec<usize> = (1..).map_while(|it: usize| at(&format!("card{it}"))).collect();
        // Digits say more than words: they need no other card.
        let digits = at("digits");
        let card = digits.or(at("card")).or_else(|| at("index").filter(|_| at("hand").is_some()));
        let parts: Vec<usize> = (0..names.len()).filter(|&at| feature(at).is_some()).collect();
        let has = |wanted| parts.iter().any(|&at| feature(at) == Some(wanted));
        let has_all = digits.is_none() && (0..deck.features()).all(has);
        let (kind, cards) = match (WHOLE_HANDS.into_iter().find_map(at), card) {
            _ if has_all => (CellKind::Part, parts),
            (Some(hand), _) => (CellKind::Hand, vec![hand]),
            (None, Some(card)) => (CellKind::Card, vec![card]),
            (None, None) if !each.is_empty() => (CellKind::Hand, each),
            _ if parts.len() < 2 => return Ok(None),
            _ => (CellKind::Part, parts),
        };
        let columns = Self { names, kind, cards };
        columns.check(place, deck).map(|()| Some(columns))
    }

    /// A column may come once, and parts need one for each feature.
    fn check(&self, place: Place, deck: Deck) -> Result<(), NotationError> {
        let feature = |at: usize| words::feature(&self.names[at], deck);
        let is_same = |one: usize, other: usize| {
            self.names[one] == self.names[other]
                || feature(one).is_some_and(|it| feature(other) == Some(it))
        };
        let all = 0..self.names.len();
        let is_again = |at: &usize| all.clone().any(|other| other != *at && is_same(*at, other));
        let used = self.cards.iter().copied().chain(self.at("hand"));
        if let Some(twice) = used.rev().find(is_again) {
            let name = excerpt(&self.names[twice]);
            return Err(mistake!(
                place,
                "the column `{name}`, or its feature, comes twice; remove one"
            ));
        }
        let (given, missing): (Vec<usize>, Vec<usize>) =
            (0..deck.features()).partition(|it| all.clone().any(|at| feature(at) == Some(*it)));
        if self.kind != CellKind::Part || missing.is_empty() {
            return Ok(());
        }
        let [given, missing] = [given, missing].map(|features| {
            features.into_iter().map(|it| FEATURES[it].name()).collect::<Vec<_>>().join(", ")
        });
        Err(mistake!(place, "the columns are {given} and not {missing}; give one for each feature"))
    }

    /// Adds the cards of a record to a hand, or to that which it names.
    pub(super) fn add(
        &self,
        cells: &[String],
        place: Place,
        hand: HandName,
        question: &mut QuestionReader,
    ) -> Result<(), NotationError> {
        question.headed[place.input] = true;
        let name = |column: &str| cells.get(self.at(column)?);
        // A row of a set has a column for each card, and may name the hand that it is in.
        let is_set = self.kind == CellKind::Hand && self.cards.len() > 1;
        let hand = match name("hand").or_else(|| name("puzzle")).filter(|_| !is_set) {
            Some(name) if hand != HandName::Gone => HandName::Named(name.clone(), 0),
            _ => hand,
        };
        // A row for each set of a puzzle or a completing card gives its cards again.
        let repeats = self.at("card1").is_some_and(|first| first != self.cards[0]);
        let again = Some((hand.clone(), cells.get(self.cards[0]).cloned())).filter(|_| repeats);
        let rows = self.rows(cells, place, question.deck())?;
        if again.is_none() || again != question.before {
            question.add(&rows, hand)?;
        }
        question.before = again;
        Ok(())
    }

    /// The place of the column of this name.
    fn at(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|it| it == name)
    }

    /// The cards of a record; none where a column of a whole hand is empty, as of no card.
    fn rows(
        &self,
        cells: &[String],
        place: Place,
        deck: Deck,
    ) -> Result<Vec<WordRow>, NotationError> {
        let (found, own) = (self.at("features").and_then(|at| cells.get(at)), deck.features());
        if let Some(found) = found.filter(|it| !it.is_empty() && **it != own.to_string()) {
            return Err(mistake!(
                place,
                "the hand is of a deck of {found} features, not {own}; choose that deck"
            ));
        }
        if let Some(cell) = cells.iter().skip(self.names.len()).find(|cell| !cell.is_empty()) {
            return Err(mistake!(
                place,
                "the row has `{}` beyond the columns of the header; quote cards with commas",
                excerpt(cell)
            ));
        }
        let (mut rows, mut parts) = (Vec::new(), Vec::new());
        for &at in &self.cards {
            let (cell, name) = (cells.get(at).map_or("", |it| it), &self.names[at]);
            match self.kind {
                CellKind::Part if !cell.is_empty() => {
                    parts.push(WordPart::of_cell(words::feature(name, deck), cell, deck));
                }
                CellKind::Card if name == "index" && !cell.is_empty() => {
                    rows.extend(WordRow::of_text(&format!("@{cell}"), place, deck));
                }
                CellKind::Hand if cell.is_empty() => {}
                CellKind::Card | CellKind::Hand if at < cells.len() => {
                    rows.extend(WordRow::of_text(cell, place, deck));
                }
                _ => {
                    return Err(mistake!(
                        place,
                        "the row has no `{name}`; give every row the columns of the header"
                    ));
                }
            }
        }
        if self.kind == CellKind::Part {
            rows.push(WordRow::of_parts(parts, place));
        }
        Ok(rows)
    }
}
