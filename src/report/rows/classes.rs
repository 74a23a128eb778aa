//! Classes of hands that affine maps carry into one another, and the number of classes.

use super::caps::written;
use crate::card::Deck;
use crate::combinations::binomial;
use crate::exact::classes::ClassInfo;
use crate::hand::sizes::Sizes;
use crate::report::chart::words::{self, SAME};
use crate::report::column_chart::{BY_SIZE, Plot};
use crate::report::columns::{Grid, RenderTarget};
use crate::report::csv::row;
use crate::report::field::{CARDS, DIGITS, EXACT, FEATURES, LOGICAL, NUMBER, SETS, TEXT};
use crate::report::kind::as_it_is;
use crate::report::kind::{Chart, Kind, Options, Rows, TableError};
use crate::report::number::grouped;
use crate::report::sheet::all;
use crate::symmetry::class_numbers;

row! {
    /// Row of the CSV for a class of hands; its fields are the columns, in order.
    pub struct ClassRow {
        /// The number of features of the deck.
        pub features: usize = FEATURES,
        /// The number of cards in the hand.
        pub cards: usize = CARDS.key(),
        /// The number of the class among the classes of its size, counted from 1.
        pub class: usize = NUMBER.key(),
        /// The number of hands in the class.
        pub hands: u128 = EXACT,
        /// The number of invertible affine maps that map a hand of the class to itself.
        pub stabilizer: u128 = EXACT.ranked(2),
        /// The number of sets in a hand of the class.
        pub sets: usize = SETS,
        /// The size of the largest cap in a hand of the class.
        pub largest_cap: usize = CARDS.ranked(1),
        /// The maximum number of disjoint sets in a hand of the class.
        pub disjoint_sets: usize = SETS.ranked(1),
        /// The number of cards that belong to a set in a hand of the class.
        pub in_sets: usize = CARDS.ranked(3),
        /// Whether the hands of the class are complete caps.
        pub complete_cap: bool = LOGICAL.ranked(3),
        /// A hand of the class, written in digits.
        pub representative: String = TEXT,
    }
}

impl ClassRow {
    /// Creates the row of a class of hands from the properties of the class.
    #[must_use]
    pub fn new(deck: Deck, cards: usize, class: usize, info: ClassInfo) -> Self {
        Self {
            features: deck.features(),
            cards,
            class,
            hands: info.hands,
            stabilizer: info.stabilizer,
            sets: info.sets,
            largest_cap: info.largest_cap,
            disjoint_sets: info.disjoint_sets,
            in_sets: info.in_sets,
            complete_cap: info.complete_cap,
            representative: written(info.representative.into_iter(), deck),
        }
    }
}

impl Kind for ClassRow {
    const WORDS: &'static str = "the classes of `classes`";
    const INSTEAD: &'static str = "`classes --count --format csv` can be drawn";

    fn deck(&self) -> usize {
        self.features
    }

    /// Formats a table of up to 60 classes with one row each; more classes are summarized by hand
    /// size.
    fn draw(rows: &[Self], target: RenderTarget) -> String {
        const SHOWN: usize = 60;
        if rows.len() > SHOWN { by_size(rows, target) } else { as_it_is::rows(rows, target) }
    }
}

/// Formats a table of classes with one row per hand size.
fn by_size(rows: &[ClassRow], target: RenderTarget) -> String {
    let sizes: Vec<&[ClassRow]> = rows.chunk_by(|one, next| one.cards == next.cards).collect();
    let number = |classes: &[ClassRow], has: fn(&&ClassRow) -> bool| {
        grouped(classes.iter().filter(has).count() as u128)
    };
    let hands = |classes: &[ClassRow]| {
        let mut hands = classes.iter().map(|row| row.hands);
        hands.try_fold(0, u128::checked_add).map_or_else(String::new, grouped)
    };
    let most = |classes: &[ClassRow]| classes.iter().map(|row| row.sets).max().unwrap_or(0);
    Grid::new(&sizes)
        .column("cards", |classes| classes[0].cards.to_string())
        .column("classes", |classes| number(classes, |_| true))
        .column("hands", |classes| hands(classes))
        .column("without a set", |classes| number(classes, |row| row.sets == 0))
        .column("without symmetry", |classes| number(classes, |row| row.stabilizer == 1))
        .column("most sets", |classes| most(classes).to_string())
        .draw(target)
}

row! {
    /// Row of the CSV for the number of classes; its fields are the columns, in order.
    pub struct ClassCountRow {
        /// The number of features of the deck.
        pub features: usize = FEATURES,
        /// The number of cards in the hand.
        pub cards: usize = CARDS.key(),
        /// The number of hands; empty if it exceeds 128 bits.
        pub hands: Option<u128> = EXACT.optional(),
        /// The number of classes.
        pub classes: String = DIGITS.ranked(0),
    }
}

impl ClassCountRow {
    /// Returns the numbers of classes as rows, one per hand size.
    #[must_use]
    pub fn rows(deck: Deck, sizes: &Sizes) -> Vec<Self> {
        let numbers = class_numbers(deck);
        let row = |cards| Self {
            features: deck.features(),
            cards,
            hands: binomial(deck.size(), cards),
            classes: numbers[cards].to_string(),
        };
        sizes.iter().map(row).collect()
    }
}

impl Kind for ClassCountRow {
    const WORDS: &'static str = "the numbers of `classes --count`";

    fn deck(&self) -> usize {
        self.features
    }

    fn chart(files: Vec<Rows<'_, Self>>, _: &Options) -> Result<Chart, TableError> {
        let rows = all(files);
        let caption =
            format!("Hands from {}. {SAME}", words::decks(rows.iter().map(|row| row.features)));
        let curves = [("hands", "hands"), ("classes", "essentially different hands")];
        let plot = Plot::lines(BY_SIZE, &curves).log();
        plot.draw(&rows, "How many kinds of hands are there?", caption)
    }
}
