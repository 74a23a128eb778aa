//! Puzzles: hands whose sets are to be found, with solutions.

use super::caps::written;
use crate::card::{Card, Deck};
use crate::cards::Style;
use crate::hand::sets;
use crate::report::csv::row;
use crate::report::field::{CARDS, DIFFERING, FEATURES, NUMBER, SETS, TEXT};
use crate::report::kind::Kind;
use serde_json::{Value, json};

row! {
    /// Row of the CSV for a set of a puzzle; its fields are the columns, in order. A puzzle without
    /// sets has one row.
    pub struct PuzzleRow {
        /// The number of the puzzle, counted from 1.
        pub puzzle: usize = NUMBER.key(),
        /// The date of the puzzle, if it has one.
        pub date: Option<String> = TEXT.optional(),
        /// The number of features of the deck.
        pub features: usize = FEATURES,
        /// The number of cards in the puzzle.
        pub cards: usize = CARDS,
        /// The number of sets in the puzzle.
        pub sets: usize = SETS,
        /// The cards of the puzzle in digits, separated by spaces.
        pub layout: String = TEXT,
        /// For each card, in the same order, the number of sets that contain it; empty if the
        /// solution is omitted.
        pub sets_of_cards: String = TEXT,
        /// The number of cards that share the most frequent value of any feature.
        pub most_frequent_value: usize = CARDS,
        /// The number of the set, counted from 1; empty if the puzzle has no sets or the solution
        /// is omitted.
        pub set: Option<usize> = NUMBER.key().optional(),
        /// The number of features in which the cards of the set differ.
        pub differing_features: Option<usize> = DIFFERING.optional(),
        /// The first card of the set in digits.
        pub card1: Option<String> = TEXT.optional(),
        /// The second card of the set in digits.
        pub card2: Option<String> = TEXT.optional(),
        /// The third card of the set in digits.
        pub card3: Option<String> = TEXT.optional(),
    }
}

impl Kind for PuzzleRow {
    const WORDS: &'static str = "the puzzles of `puzzle`";
}

/// Puzzle: a hand with its sets.
#[derive(Clone, Debug)]
pub struct PuzzleHand {
    /// The number of the puzzle, counted from 1.
    pub number: usize,
    /// The date of the puzzle, if it has one.
    pub date: Option<String>,
    pub deck: Deck,
    pub cards: Vec<Card>,
    /// The positions of the cards of each set in the hand.
    pub sets: Vec<[usize; 3]>,
}

impl PuzzleHand {
    /// Creates a puzzle from a hand and finds its sets.
    #[must_use]
    pub fn new(number: usize, date: Option<String>, deck: Deck, cards: Vec<Card>) -> Self {
        let sets = sets(&cards, deck).collect();
        Self { number, date, deck, cards, sets }
    }

    /// Returns the date of the puzzle, or its number if it has no date.
    #[must_use]
    pub fn name(&self) -> String {
        self.date.clone().unwrap_or_else(|| self.number.to_string())
    }

    fn digits(&self, place: usize) -> String {
        Style::Digits.write(self.cards[place], self.deck)
    }

    /// Returns the number of features in which the cards of a set differ.
    fn differing(&self, set: [usize; 3]) -> usize {
        let [a, b] = [set[0], set[1]].map(|place| self.cards[place].digits(self.deck));
        a.zip(b).filter(|(a, b)| a != b).count()
    }

    /// Returns for each card the number of sets that contain it.
    fn sets_of_cards(&self) -> Vec<usize> {
        let of = |place| self.sets.iter().filter(|set| set.contains(&place)).count();
        (0..self.cards.len()).map(of).collect()
    }

    fn most_frequent_value(&self) -> usize {
        let values =
            (0..self.deck.features()).flat_map(|feature| [0, 1, 2].map(|it| (feature, it)));
        let cards = |(feature, value)| {
            let has = |card: &&Card| card.digit(feature, self.deck) == value;
            self.cards.iter().filter(has).count()
        };
        values.map(cards).max().unwrap_or(0)
    }

    /// Returns a row for each set of the puzzle, or one row if it has no sets or `solved` is
    /// `false`.
    #[must_use]
    pub fn rows(&self, solved: bool) -> Vec<PuzzleRow> {
        let sets_of_cards = self.sets_of_cards().iter().map(usize::to_string).collect::<Vec<_>>();
        let puzzle = PuzzleRow {
            puzzle: self.number,
            date: self.date.clone(),
            features: self.deck.features(),
            cards: self.cards.len(),
            sets: self.sets.len(),
            layout: written(self.cards.iter().copied(), self.deck),
            sets_of_cards: if solved { sets_of_cards.join(" ") } else { String::new() },
            most_frequent_value: self.most_frequent_value(),
            set: None,
            differing_features: None,
            card1: None,
            card2: None,
            card3: None,
        };
        let row = |(set, number): (&[usize; 3], usize)| {
            let [card1, card2, card3] = set.map(|place| Some(self.digits(place)));
            PuzzleRow {
                set: Some(number),
                differing_features: Some(self.differing(*set)),
                card1,
                card2,
                card3,
                ..puzzle.clone()
            }
        };
        if self.sets.is_empty() || !solved {
            return vec![puzzle];
        }
        self.sets.iter().zip(1..).map(row).collect()
    }

    /// Returns the puzzle as a JSON value, with its sets if `solved` is `true`.
    #[must_use]
    pub fn json(&self, solved: bool) -> Value {
        let cards: Vec<String> = (0..self.cards.len()).map(|place| self.digits(place)).collect();
        let mut puzzle = json!({
            "puzzle": self.number, "date": self.date, "cards": cards,
            "number_of_sets": self.sets.len(),
            "most_frequent_value": self.most_frequent_value(),
        });
        if solved {
            let set = |set: &[usize; 3]| {
                json!({
                    "cards": set.map(|place| self.digits(place)),
                    "differing_features": self.differing(*set),
                })
            };
            puzzle["sets"] = self.sets.iter().map(set).collect();
            puzzle["sets_of_cards"] = json!(self.sets_of_cards());
        }
        puzzle
    }
}
