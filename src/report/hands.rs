//! Hands with their sets, as text, rows or JSON.

use super::columns::{Style, plain};
use super::csv::Row;
use crate::card::notation::Notation;
use crate::card::{Card, Deck};
use crate::detect::Detector;
use crate::hand::text::WrittenHand;
use serde::Serialize;
use serde_json::{Value, json};
use std::fmt::Write;

/// A hand with a name, and perhaps the texts that its cards were written as.
#[derive(Clone, Debug)]
pub struct NamedHand {
    name: String,
    cards: Vec<Card>,
    /// As many as cards; words are used when there is none.
    texts: Option<Vec<String>>,
}

impl NamedHand {
    /// A hand that was dealt; its cards are shown in words.
    #[must_use]
    pub fn dealt(name: String, cards: &[Card]) -> Self {
        Self { name, cards: cards.to_vec(), texts: None }
    }

    /// A hand that somebody wrote; its cards are shown as written.
    #[must_use]
    pub fn written(hand: WrittenHand) -> Self {
        let (texts, cards) = hand.cards.into_iter().map(|it| (it.text, it.card)).unzip();
        Self { name: hand.name, cards, texts: Some(texts) }
    }
}

/// A hand as it is shown, with what is needed to show it.
#[derive(Clone, Copy)]
pub struct ShownHand<'a> {
    hand: &'a NamedHand,
    deck: Deck,
    detector: &'a dyn Detector,
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

impl std::fmt::Debug for ShownHand<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("ShownHand").field(self.hand).finish()
    }
}

impl<'a> ShownHand<'a> {
    /// A hand of `deck`, whose sets `detector` finds when they are asked for.
    #[must_use]
    pub fn new(hand: &'a NamedHand, deck: Deck, detector: &'a dyn Detector) -> Self {
        Self { hand, deck, detector }
    }

    fn text(&self, place: usize) -> String {
        match &self.hand.texts {
            Some(texts) => texts[place].clone(),
            None => Notation::Words.write(self.hand.cards[place], self.deck),
        }
    }

    /// One row for each card.
    pub fn card_rows(self) -> impl Iterator<Item = CardRow> + use<'a> {
        self.hand.cards.iter().enumerate().map(move |(place, &card)| CardRow {
            hand: self.hand.name.clone(),
            card: self.text(place),
            digits: Notation::Digits.write(card, self.deck),
            bits: Notation::Bits.write(card, self.deck),
            index: card.index(),
        })
    }

    /// One row for each set.
    pub fn set_rows(self) -> impl Iterator<Item = SetRow> + use<'a> {
        let sets = self.detector.sets(&self.hand.cards);
        sets.into_iter().zip(1..).map(move |(places, set)| {
            let [card1, card2, card3] = places.map(|place| self.text(place));
            SetRow { hand: self.hand.name.clone(), set, card1, card2, card3 }
        })
    }

    /// The whole hand as a JSON value.
    #[must_use]
    pub fn json(self) -> Value {
        let cards: Vec<Value> = self
            .card_rows()
            .map(|row| {
                json!({
                    "card": row.card, "digits": row.digits, "bits": row.bits, "index": row.index,
                })
            })
            .collect();
        let sets = self.set_rows().map(|set| json!([set.card1, set.card2, set.card3]));
        json!({ "hand": self.hand.name, "cards": cards, "sets": sets.collect::<Vec<Value>>() })
    }

    /// `Hand 1: 12 cards, 4 sets`.
    #[must_use]
    pub fn headline(self) -> String {
        let of = |count: usize, noun: &str| match count {
            0 => format!("no {noun}s"),
            1 => format!("1 {noun}"),
            _ => format!("{count} {noun}s"),
        };
        let cards = of(self.hand.cards.len(), "card");
        let sets = of(self.detector.count(&self.hand.cards), "set");
        format!("Hand {}: {cards}, {sets}", self.hand.name)
    }

    /// The cards as a table: words, digits, bits and index side by side.
    #[must_use]
    pub fn cards_text(self) -> String {
        plain(&["card", "digits", "bits", "index"], &self.card_cells(), Style::Terminal)
    }

    /// The same as Markdown.
    #[must_use]
    pub fn markdown_cards(self) -> String {
        plain(&["card", "digits", "bits", "index"], &self.card_cells(), Style::Markdown)
    }

    fn card_cells(self) -> Vec<Vec<String>> {
        let rows = self.card_rows();
        rows.map(|row| vec![row.card, row.digits, row.bits, row.index.to_string()]).collect()
    }

    /// The sets as a Markdown table.
    #[must_use]
    pub fn markdown_sets(self) -> String {
        let rows = self.set_rows();
        let cells: Vec<Vec<String>> =
            rows.map(|row| vec![row.set.to_string(), row.card1, row.card2, row.card3]).collect();
        plain(&["set", "first card", "second card", "third card"], &cells, Style::Markdown)
    }

    /// Every set, a card a line.
    #[must_use]
    pub fn sets_text(self) -> String {
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

    fn check(indices: &[usize], check: impl FnOnce(ShownHand)) {
        let cards: Vec<Card> =
            indices.iter().map(|&index| Card::new(index, Deck::GAME).unwrap()).collect();
        let detector = Strategy::default().detector(Deck::GAME, cards.len());
        let hand = NamedHand::dealt("7".into(), &cards);
        check(ShownHand::new(&hand, Deck::GAME, detector.as_ref()));
    }

    #[test]
    fn a_hand_is_shown_with_its_sets() {
        check(&[0, 5, 1, 2], |hand| {
            assert_eq!(hand.headline(), "Hand 7: 4 cards, 1 set");
            assert_eq!(
                hand.sets_text(),
                "\nSet 1:\n  1 diamond red solid\n  1 diamond red outline\n  1 diamond red shaded\n"
            );
            let cards = hand.cards_text();
            assert!(cards.contains("1 diamond green shaded  0012    100100010001  5"), "{cards}");
            assert_eq!(hand.set_rows().next().unwrap().card2, "1 diamond red outline");
            assert_eq!(hand.json()["sets"][0][2], "1 diamond red shaded");
        });
    }

    #[test]
    fn small_hands_are_no_error() {
        check(&[0], |hand| assert_eq!(hand.headline(), "Hand 7: 1 card, no sets"));
        check(&[], |hand| assert_eq!(hand.headline(), "Hand 7: no cards, no sets"));
    }
}
