//! Hands with their sets, as text, rows or JSON.

use super::csv::Row;
use super::table::{self, Style};
use crate::card::notation::Notation;
use crate::card::{Card, Deck};
use crate::detect::Detector;
use serde::Serialize;
use serde_json::{Value, json};
use std::fmt::Write;

/// A hand, its cards as somebody wrote them, and its sets.
#[derive(Clone, Debug)]
pub struct ShownHand {
    name: String,
    deck: Deck,
    cards: Vec<(String, Card)>,
    sets: Vec<[usize; 3]>,
}

/// A card of a hand: a row of the CSV, which can be read again as a list of hands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CardRow {
    /// The hand.
    pub hand: String,
    /// The card, as written.
    pub card: String,
    /// The card as digits.
    pub digits: String,
    /// The card as bits.
    pub bits: String,
    /// The card's index.
    pub index: usize,
}

/// A set of a hand: a row of the CSV.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SetRow {
    /// The hand.
    pub hand: String,
    /// The number of the set in its hand, counted from 1.
    pub set: usize,
    /// Its first card in the order of the hand.
    pub card1: String,
    /// Its second card.
    pub card2: String,
    /// Its third card.
    pub card3: String,
}

impl Row for CardRow {
    const COLUMNS: &'static [&'static str] = &["hand", "card", "digits", "bits", "index"];
}

impl Row for SetRow {
    const COLUMNS: &'static [&'static str] = &["hand", "set", "card1", "card2", "card3"];
}

impl ShownHand {
    /// A hand of cards with the texts that they are shown as; its sets are found by `detector`.
    #[must_use]
    pub fn new(
        name: String,
        deck: Deck,
        cards: Vec<(String, Card)>,
        detector: &dyn Detector,
    ) -> Self {
        let plain: Vec<Card> = cards.iter().map(|&(_, card)| card).collect();
        let sets = detector.sets(&plain);
        Self { name, deck, cards, sets }
    }

    /// A hand of dealt cards, shown in words.
    #[must_use]
    pub fn dealt(name: String, deck: Deck, cards: &[Card], detector: &dyn Detector) -> Self {
        let words = cards.iter().map(|&card| (Notation::Words.write(card, deck), card));
        Self::new(name, deck, words.collect(), detector)
    }

    /// One row for each card.
    pub fn card_rows(&self) -> impl Iterator<Item = CardRow> + '_ {
        self.cards.iter().map(|(text, card)| CardRow {
            hand: self.name.clone(),
            card: text.clone(),
            digits: Notation::Digits.write(*card, self.deck),
            bits: Notation::Bits.write(*card, self.deck),
            index: card.index(),
        })
    }

    /// One row for each set.
    pub fn set_rows(&self) -> impl Iterator<Item = SetRow> + '_ {
        self.sets.iter().zip(1..).map(|(places, set)| {
            let [card1, card2, card3] = places.map(|place| self.cards[place].0.clone());
            SetRow { hand: self.name.clone(), set, card1, card2, card3 }
        })
    }

    /// The whole hand as a JSON value.
    #[must_use]
    pub fn json(&self) -> Value {
        let cards: Vec<Value> = self
            .card_rows()
            .map(|row| {
                json!({
                    "card": row.card, "digits": row.digits, "bits": row.bits, "index": row.index,
                })
            })
            .collect();
        let sets = self.set_rows().map(|set| json!([set.card1, set.card2, set.card3]));
        json!({ "hand": self.name, "cards": cards, "sets": sets.collect::<Vec<Value>>() })
    }

    /// `Hand 1: 12 cards, 4 sets`.
    #[must_use]
    pub fn headline(&self) -> String {
        let of = |count: usize, noun: &str| match count {
            0 => format!("no {noun}s"),
            1 => format!("1 {noun}"),
            _ => format!("{count} {noun}s"),
        };
        format!(
            "Hand {}: {}, {}",
            self.name,
            of(self.cards.len(), "card"),
            of(self.sets.len(), "set")
        )
    }

    /// The cards as a table: words, digits, bits and index side by side.
    #[must_use]
    pub fn cards_text(&self) -> String {
        table::plain(&["card", "digits", "bits", "index"], &self.card_cells(), Style::Terminal)
    }

    /// The same as Markdown.
    #[must_use]
    pub fn markdown_cards(&self) -> String {
        table::plain(&["card", "digits", "bits", "index"], &self.card_cells(), Style::Markdown)
    }

    fn card_cells(&self) -> Vec<Vec<String>> {
        let rows = self.card_rows();
        rows.map(|row| vec![row.card, row.digits, row.bits, row.index.to_string()]).collect()
    }

    /// The sets as a Markdown table.
    #[must_use]
    pub fn markdown_sets(&self) -> String {
        let rows = self.set_rows();
        let cells: Vec<Vec<String>> =
            rows.map(|row| vec![row.set.to_string(), row.card1, row.card2, row.card3]).collect();
        table::plain(&["set", "first card", "second card", "third card"], &cells, Style::Markdown)
    }

    /// Every set, a card a line.
    #[must_use]
    pub fn sets_text(&self) -> String {
        let mut text = String::new();
        for set in self.set_rows() {
            let SetRow { set, card1, card2, card3, .. } = set;
            write!(text, "\nSet {set}:\n  {card1}\n  {card2}\n  {card3}\n")
                .expect("text can always grow");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::Strategy;

    fn hand(indices: &[usize]) -> ShownHand {
        let cards: Vec<Card> =
            indices.iter().map(|&index| Card::new(index, Deck::GAME).unwrap()).collect();
        let detector = Strategy::default().detector(Deck::GAME, cards.len());
        ShownHand::dealt("7".into(), Deck::GAME, &cards, detector.as_ref())
    }

    #[test]
    fn a_hand_is_shown_with_its_sets() {
        let hand = hand(&[0, 5, 1, 2]);
        assert_eq!(hand.headline(), "Hand 7: 4 cards, 1 set");
        assert_eq!(
            hand.sets_text(),
            "\nSet 1:\n  1 diamond red solid\n  1 diamond red outline\n  1 diamond red shaded\n"
        );
        assert!(hand.cards_text().contains("1 diamond green shaded  0012    100100010001  5"));
        assert_eq!(hand.set_rows().next().unwrap().card2, "1 diamond red outline");
        assert_eq!(hand.json()["sets"][0][2], "1 diamond red shaded");
    }

    #[test]
    fn small_hands_are_no_error() {
        assert_eq!(hand(&[0]).headline(), "Hand 7: 1 card, no sets");
        assert_eq!(hand(&[]).headline(), "Hand 7: no cards, no sets");
    }
}
