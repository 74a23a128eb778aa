//! Caps: the number of caps of each size, and a representative of each class.

use crate::cap::CapCount;
use crate::card::{Card, Deck};
use crate::cards::Style;
use crate::combinations::binomial;
use crate::report::chart::Series;
use crate::report::chart::words::{self, SAME};
use crate::report::column_chart::{BY_SIZE, Plot};
use crate::report::csv::row;
use crate::report::field::{CARDS, EXACT, FEATURES, LOGICAL, NUMBER, PROBABILITY, TEXT};
use crate::report::groups::each_once;
use crate::report::kind::{Chart, Kind, Options, Rows, TableError};
use crate::report::sheet::all;
use crate::stats::Ratio;

row! {
    /// Row of the CSV for the caps of one size; its fields are the columns, in order.
    pub struct CapRow {
        /// The number of features of the deck.
        pub features: usize = FEATURES,
        /// The number of cards in each cap.
        pub cards: usize = CARDS.key(),
        /// The number of caps of that size.
        pub caps: u128 = EXACT,
        /// The number of classes of these caps up to affine maps.
        pub classes: usize = EXACT,
        /// The number of caps to which no card can be added.
        pub complete_caps: u128 = EXACT,
        /// The number of classes of the complete caps.
        pub complete_classes: usize = EXACT.ranked(2),
        /// The number of all hands of that size; empty if it exceeds 128 bits.
        pub hands: Option<u128> = EXACT.ranked(3).optional(),
        /// The probability that a hand is a cap; empty if the number of hands exceeds 128 bits.
        pub probability: Option<f64> = PROBABILITY.ranked(1).optional(),
    }
}

impl CapRow {
    /// Creates the row for the caps of one size.
    #[must_use]
    pub fn new(deck: Deck, count: &CapCount) -> Self {
        let CapCount { cards, caps, classes, complete_caps, complete_classes, .. } = *count;
        let hands = binomial(deck.size(), cards);
        Self {
            features: deck.features(),
            cards,
            caps,
            classes,
            complete_caps,
            complete_classes,
            hands,
            probability: hands.map(|hands| Ratio::new(caps, hands).value()),
        }
    }
}

impl Kind for CapRow {
    const WORDS: &'static str = "the caps of `caps`";

    fn deck(&self) -> usize {
        self.features
    }

    /// Draws the numbers of caps, complete caps and classes if there is one deck, or the
    /// probability that a hand has no set if there are several.
    fn chart(files: Vec<Rows<'_, Self>>, _: &Options) -> Result<Chart, TableError> {
        let rows = all(files);
        let decks = each_once(rows.iter().map(|row| row.features));
        let [features] = decks[..] else {
            let caption =
                "By the number of cards, for decks with more and fewer features; counted.";
            let mut chart = Plot::lines(BY_SIZE, &[("probability", "")])
                .against("hands without a set")
                .log()
                .draw(&rows, "How often is there no set?", caption.to_owned())?;
            chart.panels[0].series.iter_mut().for_each(Series::mark_end);
            return Ok(chart);
        };
        let caption =
            format!("All hands without a set from {}, counted. {SAME}", words::deck(features));
        let curves = [
            ("hands", "all hands"),
            ("caps", "hands without a set"),
            ("complete_caps", "complete: no card can join"),
            ("classes", "essentially different"),
        ];
        let mut chart = Plot::lines(BY_SIZE, &curves).log().draw(
            &rows,
            "How many hands hold no set?",
            caption,
        )?;
        chart.panels[0].series.iter_mut().for_each(Series::mark_zero_end);
        Ok(chart)
    }
}

row! {
    /// Row of the CSV for a class of caps; its fields are the columns, in order.
    pub struct CapClassRow {
        /// The number of features of the deck.
        pub features: usize = FEATURES,
        /// The number of cards in the cap.
        pub cards: usize = CARDS.key(),
        /// The number of the class among the classes of its size, counted from 1.
        pub class: usize = NUMBER.key(),
        /// The number of caps in the class.
        pub caps: u128 = EXACT,
        /// The number of invertible affine maps that map a cap of the class to itself.
        pub stabilizer: u128 = EXACT.ranked(1),
        /// The number of cards that can be added to a cap of the class.
        pub admits: usize = CARDS.ranked(1),
        /// Whether the caps of the class are complete, so that no card can be added.
        pub complete: bool = LOGICAL.ranked(2),
        /// A cap of the class, written in digits.
        pub representative: String = TEXT,
    }
}

impl Kind for CapClassRow {
    const WORDS: &'static str = "the classes of `caps --representatives`";
    const INSTEAD: &'static str = "`caps --format csv` can be drawn";

    fn deck(&self) -> usize {
        self.features
    }
}

/// Writes cards in digits, separated by spaces.
#[must_use]
pub fn written(cards: impl Iterator<Item = Card>, deck: Deck) -> String {
    cards.map(|card| Style::Digits.write(card, deck)).collect::<Vec<_>>().join(" ")
}
