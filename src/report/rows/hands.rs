//! Hands with their sets and optionally their caps, as text, rows or JSON.

use crate::card::{Card, Deck};
use crate::cards::{Notation, Style, WrittenHand, bits};
use crate::hand;
use crate::measure::HandCaps;
use crate::report::columns::{Grid, RenderTarget, fill};
use crate::report::csv::row;
use crate::report::escape;
use crate::report::field::{CARDS, LOGICAL, NUMBER, SETS, TEXT};
use crate::report::kind::Kind;
use crate::report::number::plural;
use serde_json::{Value, json};
use std::io::{self, Write};

/// Hand with the notation in which its cards are shown.
#[derive(Clone, Copy, Debug)]
pub struct ShownHand<'a> {
    pub(super) hand: WrittenHand<'a>,
    /// The caps of the hand, or `None` if they are not shown.
    caps: Option<&'a HandCaps>,
    pub(super) notation: &'a Notation,
}

row! {
    /// Row of the CSV for a card of a hand; the CSV can be read again as a list of hands.
    pub struct CardRow {
        /// The name or number of the hand.
        pub hand: String = TEXT.key(),
        /// The card in its original notation.
        pub card: String = TEXT,
        /// The card in digits.
        pub digits: String = TEXT,
        /// The card in bits.
        pub bits: String = TEXT,
        /// The index of the card, counted from 0.
        pub index: usize = NUMBER.key(),
    }
}

impl Kind for CardRow {
    const WORDS: &'static str = "the cards of `deal`";
}

row! {
    /// Row of the CSV for a set of a hand.
    pub struct SetRow {
        /// The name or number of the hand.
        pub hand: String = TEXT.key(),
        /// The number of the set in its hand, counted from 1.
        pub set: usize = NUMBER.key(),
        /// The first card of the set in the order of the hand.
        pub card1: String = TEXT,
        /// The second card of the set in the order of the hand.
        pub card2: String = TEXT,
        /// The third card of the set in the order of the hand.
        pub card3: String = TEXT,
    }
}

impl Kind for SetRow {
    const WORDS: &'static str = "the sets of `find`";
}

row! {
    /// Row of the CSV for the caps of a hand.
    pub struct HandCapRow {
        /// The name or number of the hand.
        pub hand: String = TEXT.key(),
        /// The number of cards in the hand.
        pub cards: usize = CARDS,
        /// The number of sets in the hand.
        pub sets: usize = SETS,
        /// The size of the largest cap in the hand.
        pub largest_cap: usize = CARDS,
        /// Whether the hand is a cap.
        pub is_cap: bool = LOGICAL,
        /// Whether the hand is a complete cap, to which no card can be added; empty if it is not a
        /// cap.
        pub is_complete: Option<bool> = LOGICAL.optional(),
        /// The number of cards that can be added to the cap; empty if the hand is not a cap.
        pub admits: Option<usize> = CARDS.optional(),
        /// The cards of a largest cap in the notation of the hand, separated by spaces, or by
        /// commas or semicolons if the cards contain spaces or commas.
        pub cap: String = TEXT,
    }
}

impl Kind for HandCapRow {
    const WORDS: &'static str = "the hands of `find --caps`";
}

impl<'a> ShownHand<'a> {
    /// Combines a hand with its caps, if they are shown, and with a notation for cards without
    /// original text.
    #[must_use]
    pub fn new(hand: WrittenHand<'a>, caps: Option<&'a HandCaps>, notation: &'a Notation) -> Self {
        Self { hand, caps, notation }
    }

    pub(super) fn deck(&self) -> Deck {
        self.notation.deck()
    }

    pub(super) fn text(&self, place: usize) -> String {
        let write = || self.notation.write(self.hand.cards()[place]);
        self.hand.text(place).map_or_else(write, str::to_owned)
    }

    /// Returns one CSV row for each card of the hand.
    pub fn card_rows(self) -> impl Iterator<Item = CardRow> + use<'a> {
        self.hand.cards().iter().enumerate().map(move |(place, &card)| CardRow {
            hand: self.hand.name(),
            card: self.text(place),
            digits: Style::Digits.write(card, self.deck()),
            bits: bits(card, self.deck()),
            index: card.index(),
        })
    }

    /// Returns one CSV row for each set of the hand.
    pub fn set_rows(self) -> impl Iterator<Item = SetRow> + use<'a> {
        hand::sets(self.hand.cards(), self.deck()).zip(1..).map(move |(places, set)| {
            let [card1, card2, card3] = places.map(|place| self.text(place));
            SetRow { hand: self.hand.name(), set, card1, card2, card3 }
        })
    }

    fn number_of_sets(self) -> usize {
        hand::sets(self.hand.cards(), self.deck()).count()
    }

    /// Returns the CSV row for the caps of the hand, or `None` if the caps were not computed.
    #[must_use]
    pub fn cap_row(self) -> Option<HandCapRow> {
        let caps = self.caps?;
        let largest: Vec<String> = caps.largest.iter().map(|&place| self.text(place)).collect();
        Some(HandCapRow {
            hand: self.hand.name(),
            cards: self.hand.cards().len(),
            sets: self.number_of_sets(),
            largest_cap: caps.largest.len(),
            is_cap: caps.is_cap(),
            is_complete: caps.admitted.map(|_| caps.is_complete()),
            admits: caps.admitted,
            cap: joined(&largest),
        })
    }

    /// Returns the hand with its cards, sets and caps as a JSON value.
    #[must_use]
    pub fn json(self) -> Value {
        let card = |row: CardRow| {
            let CardRow { card, digits, bits, index, .. } = row;
            json!({ "card": card, "digits": digits, "bits": bits, "index": index })
        };
        let cards: Value = self.card_rows().map(card).collect();
        let sets = self.set_rows().map(|set| json!([set.card1, set.card2, set.card3]));
        let sets: Value = sets.collect();
        let mut hand = json!({ "hand": self.hand.name(), "cards": cards, "sets": sets });
        if let Some(missing) = self.missing() {
            hand["missing"] = json!(missing);
        }
        if let Some(caps) = self.caps {
            hand["largest_cap"] = caps.largest.iter().map(|&place| self.text(place)).collect();
            hand["is_cap"] = json!(caps.is_cap());
            hand["is_complete"] = json!(caps.admitted.map(|_| caps.is_complete()));
            hand["admits"] = json!(caps.admitted);
        }
        hand
    }

    /// Returns the headline of the hand, such as `Hand 1: 12 cards, 4 sets`, with an unescaped
    /// name.
    fn headline(self) -> String {
        let of = |count: usize, noun: &str| match count {
            0 => format!("no {noun}s"),
            _ => plural(count, noun),
        };
        let cards = of(self.hand.cards().len(), "card");
        let sets = of(self.number_of_sets(), "set");
        format!("Hand {}: {cards}, {sets}", self.hand.name())
    }

    /// Writes the headline of the hand after the text `beginning`; in Markdown, as a heading.
    ///
    /// # Errors
    ///
    /// Fails if the writer fails.
    pub fn write_headline(
        self,
        beginning: &str,
        target: RenderTarget,
        to: &mut dyn Write,
    ) -> io::Result<()> {
        let mark = if target.is_markdown() { "## " } else { "" };
        writeln!(to, "{mark}{beginning}{}", target.escaped(&self.headline()))
    }

    /// Describes the caps of the hand in one or two sentences and lists the cards of the largest
    /// cap. Returns an empty text if the caps were not computed.
    #[must_use]
    pub fn caps(self, target: RenderTarget) -> String {
        let Some(caps) = self.caps else { return String::new() };
        let sentence = fill(&caps_sentence(caps, self.deck()), target);
        if caps.is_cap() {
            return format!("\n{sentence}\n");
        }
        let cards: Vec<String> = caps.largest.iter().map(|&place| self.text(place)).collect();
        format!("\n{sentence}\n{}", list(["largest cap", "Largest cap"], &cards, target))
    }

    /// Returns the cards of the deck that are missing from the hand, or `None` if the hand has at
    /// most half of the deck.
    fn missing(self) -> Option<Vec<String>> {
        let cards = self.hand.cards();
        let lacks = |card: &Card| !cards.contains(card);
        let write = |card| self.notation.write(card);
        let lists_missing = 2 * cards.len() > self.deck().size();
        lists_missing.then(|| self.deck().cards().filter(lacks).map(write).collect())
    }

    /// Lists the cards of the deck that are missing from the hand. Returns an empty text if the
    /// hand has at most half of the deck.
    #[must_use]
    pub fn missing_cards(self, target: RenderTarget) -> String {
        let Some(missing) = self.missing() else { return String::new() };
        if missing.is_empty() {
            return "\nThe whole deck: no card is missing.\n".to_owned();
        }
        list(["missing", "Missing"], &missing, target)
    }

    /// Formats a table of the cards of the hand, with their digits, bits and index.
    #[must_use]
    pub fn cards_table(self, target: RenderTarget) -> String {
        Grid::new(&self.card_rows().collect::<Vec<_>>())
            .text("card", |row| row.card.clone())
            .text("digits", |row| row.digits.clone())
            .text("bits", |row| row.bits.clone())
            .text("index", |row| format!("@{}", row.index))
            .draw(target)
    }

    /// Lists the sets of the hand, with one card per line; in Markdown, formats a table with one
    /// set per row.
    #[must_use]
    pub fn sets(self, target: RenderTarget) -> String {
        if target.is_markdown() {
            let table = Grid::new(&self.set_rows().collect::<Vec<_>>())
                .column("set", |row| row.set.to_string())
                .text("first card", |row| row.card1.clone())
                .text("second card", |row| row.card2.clone())
                .text("third card", |row| row.card3.clone())
                .draw(target);
            return format!("\n{table}");
        }
        let set = |SetRow { set, card1, card2, card3, .. }: SetRow| {
            let [card1, card2, card3] = [card1, card2, card3].map(|card| escape::line(&card));
            format!("\nSet {set}:\n  {card1}\n  {card2}\n  {card3}\n")
        };
        self.set_rows().map(set).collect()
    }
}

/// Joins the texts of cards with a separator that none of them contains, so that they can be read
/// again.
fn joined(cards: &[String]) -> String {
    let have = |sign: char| cards.iter().any(|card| card.contains(sign));
    let has_sign = [' ', '-', '_'].into_iter().any(have);
    cards.join(match [',', '|'].into_iter().any(have) {
        true => "; ",
        false if has_sign => ", ",
        false => " ",
    })
}

/// Lists cards under a title: `of_table` in Markdown, `of_list` in text.
pub(super) fn list(
    [of_table, of_list]: [&str; 2],
    cards: &[String],
    target: RenderTarget,
) -> String {
    if target.is_markdown() {
        let table = Grid::new(cards).text(of_table, String::clone);
        return format!("\n{}", table.draw(target));
    }
    let lines: String = cards.iter().map(|card| format!("  {}\n", escape::line(card))).collect();
    format!("\n{of_list}:\n{lines}")
}

fn caps_sentence(caps: &HandCaps, deck: Deck) -> String {
    let size = caps.largest.len();
    let cards = |count: usize| plural(count, "card");
    match caps.admitted {
        None => format!(
            "The hand holds a set, so it is not a cap, and no further card makes it one. The \
             largest cap in it has {}.",
            cards(size)
        ),
        Some(0) => {
            let size = deck.size();
            format!("The hand is a complete cap: no card of the deck of {size} can join it.")
        }
        Some(admitted) => {
            let cards = cards(admitted);
            format!("The hand is a cap, not a complete one: each of {cards} can join it.")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::HandList;

    #[test]
    fn small_hands_are_no_error() {
        let words = Notation::new(Deck::GAME, Style::Words);
        for (cards, headline) in [(1, "Hand 7: 1 card, no sets"), (0, "Hand 7: no cards, no sets")]
        {
            let cards: Vec<Card> = Deck::GAME.cards().take(cards).collect();
            let mut hands = HandList::default();
            hands.add(Some("7"), &cards);
            let shown = ShownHand::new(hands.hand(0), None, &words);
            assert_eq!((shown.headline().as_str(), shown.cap_row()), (headline, None));
        }
    }
}
