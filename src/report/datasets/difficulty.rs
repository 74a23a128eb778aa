//! How hard the sets of hands are to find, as text, rows or JSON.

use super::hands::{NamedHand, ShownHand};
use crate::puzzle::{Difficulty, Levels};
use crate::report::columns::{RenderTarget, fill};
use crate::report::csv::row;
use crate::report::field::{CARDS, MEASURED, NUMBER, PROBABILITY, SETS, TEXT};
use crate::report::number::{fixed, plural};

row! {
    /// How hard the sets of a hand are to find: a row of the CSV.
    pub struct HandDifficultyRow {
        /// The name or number of the hand.
        pub hand: String = TEXT.key(),
        /// The number of cards in the hand.
        pub cards: usize = CARDS,
        /// The number of sets in the hand.
        pub sets: usize = SETS,
        /// For each number of features, from 1 on, how many sets have cards that differ in it.
        pub sets_by_differing: String = TEXT,
        /// The number of near misses: three cards that fail to be a set in one feature.
        pub near_misses: usize = NUMBER,
        /// The index of difficulty, 1 or more; empty without sets.
        pub difficulty: Option<f64> = MEASURED,
        /// The proportion of random hands of as many cards with a set that have a lower index;
        /// empty without sets, and for hands of over 81 cards.
        pub harder_than: Option<f64> = PROBABILITY,
    }
}

impl HandDifficultyRow {
    /// The difficulty in two sentences.
    #[must_use]
    pub fn sentence(&self) -> String {
        let near = plural_es(self.near_misses, "near miss");
        let Some(index) = self.difficulty else {
            return format!("Difficulty: none without a set; {near}.");
        };
        let counts = (1..).zip(self.sets_by_differing.split(' ')).filter(|(_, it)| *it != "0");
        let differing: Vec<String> =
            counts.map(|(features, count)| format!("{count} in {features}")).collect();
        let than = self.harder_than.map_or_else(String::new, |share| {
            let (share, cards) = (fixed(100.0 * share, 0), self.cards);
            format!(", harder than {share} % of random hands of {cards} cards with a set")
        });
        format!(
            "Difficulty {}{than}. Sets by the number of features that differ: {}; {near}.",
            fixed(index, 1),
            differing.join(", ")
        )
    }
}

/// `1 near miss`, `2 near misses`
fn plural_es(count: usize, noun: &str) -> String {
    if count == 1 { plural(1, noun) } else { format!("{count} {noun}es") }
}

impl NamedHand {
    /// The number of its cards.
    #[must_use]
    pub fn size(&self) -> usize {
        self.cards.len()
    }
}

impl ShownHand<'_> {
    /// The number of its cards.
    #[must_use]
    pub fn size(self) -> usize {
        self.hand.size()
    }

    /// How hard its sets are to find, beside random hands of as many cards.
    #[must_use]
    pub fn difficulty_row(self, levels: Option<&Levels>) -> HandDifficultyRow {
        let (cards, deck) = (&self.hand.cards, self.deck());
        let found = Difficulty::of(cards, deck);
        let counts = found.sets_by_differing[..deck.features()].iter().map(usize::to_string);
        let difficulty = found.index();
        HandDifficultyRow {
            hand: self.hand.name.clone(),
            cards: cards.len(),
            sets: found.sets(),
            sets_by_differing: counts.collect::<Vec<_>>().join(" "),
            near_misses: found.near_misses(),
            difficulty,
            harder_than: levels.zip(difficulty).map(|(levels, index)| levels.easier_than(index)),
        }
    }

    /// The difficulty in sentences, with an empty line before.
    #[must_use]
    pub fn difficulty(self, levels: Option<&Levels>, target: RenderTarget) -> String {
        format!("\n{}\n", fill(&self.difficulty_row(levels).sentence(), target))
    }
}
