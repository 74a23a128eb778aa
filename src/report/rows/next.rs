//! Distribution of the number of sets on a table after the next cards are dealt, and the cards that
//! would complete sets on the table.

use super::distribution::{self, DistributionRow};
use crate::cards::{Notation, Style};
use crate::measure::Measure;
use crate::next::{Completion, Position};
use crate::report::columns::{Grid, RenderTarget};
use crate::report::csv::row;
use crate::report::estimate::Estimate;
use crate::report::field::{CARDS, FEATURES, SETS, TEXT};
use crate::report::groups::by_key;
use crate::report::kind::{Kind, Rows, TableError, View, titled_tables};
use crate::report::number::{self, grouped, odds_in_words, plural};
use crate::report::sheet::all;
use crate::stats::{Confidence, Ratio};
use crate::tally::Tally;

row! {
    /// Row of the CSV for a number of sets after the next cards; its fields are the columns, in
    /// order.
    pub struct NextRow {
        /// The number of features of the deck.
        pub features: usize = FEATURES,
        /// The number of cards on the table before the deal.
        pub table: usize = CARDS.key(),
        /// The number of unseen cards, from which the next ones are dealt.
        pub unseen: usize = CARDS.key(),
        /// The number of cards dealt.
        pub dealt: usize = CARDS.key(),
        /// The number of sets on the table after the deal.
        pub sets: usize = SETS.part(),
    }
    estimate {}
}

impl Kind for NextRow {
    const WORDS: &'static str = "the next cards of `next`";
    const INSTEAD: &'static str = "`--x sets --y probability` draws a column";

    /// Formats a table of the number of sets for each number of dealt cards.
    fn table(files: Vec<Rows<'_, Self>>, view: View) -> Result<String, TableError> {
        let key = |row: &Self| (row.features, row.table, row.unseen, row.dealt);
        let part = |(_, rows): (_, Vec<Self>)| {
            (plural(rows[0].dealt, "more card"), draw(&rows, view.confidence, view.target))
        };
        let parts = by_key(all(files), key).into_iter().map(part);
        Ok(titled_tables(parts.collect(), view.target))
    }
}

row! {
    /// Row of the CSV for a pair on the table that a card completes to a set.
    pub struct CompletionRow {
        /// The completing card, in the notation of the cards on the table.
        pub card: String = TEXT,
        /// The card in digits.
        pub digits: String = TEXT.key(),
        /// The number of sets that the card completes.
        pub sets: usize = SETS,
        /// The first card of the pair, in its original notation.
        pub card1: String = TEXT.key(),
        /// The second card of the pair, in its original notation.
        pub card2: String = TEXT.key(),
    }
}

impl Kind for CompletionRow {
    const WORDS: &'static str = "the cards of `next --completing`";
}

/// Distribution of the number of sets on a table after some more cards are dealt.
#[derive(Clone, Debug)]
pub struct After {
    /// The number of cards dealt.
    pub dealt: usize,
    /// The number of choices of the dealt cards, by the number of sets on the table afterwards.
    pub tally: Tally,
}

impl After {
    /// Returns one row for every number of sets from the smallest to the largest that occurs.
    #[must_use]
    pub fn rows(&self, position: &Position) -> Vec<NextRow> {
        let total = self.tally.total();
        let (features, table) = (position.deck().features(), position.table().len());
        let row = |(sets, count)| {
            let exact = Estimate::exact(count, total);
            NextRow::new((features, table, position.unseen().len(), self.dealt, sets), exact, ())
        };
        let least = self.tally.iter().position(|(_, count)| count > 0).unwrap_or(0);
        self.tally.iter().skip(least).map(row).collect()
    }

    /// Returns a sentence with the probability that there is a set on the table.
    #[must_use]
    pub fn sentence(&self) -> String {
        let (none, all) = (self.tally.count(0), self.tally.total());
        if self.dealt == 0 {
            let sets = if none == 0 { "a set" } else { "no set" };
            return format!("There is {sets} on the table.");
        }
        let cards = plural(self.dealt, "more card");
        let every = match all {
            1 => "the only case".to_owned(),
            _ => format!("all {} cases", grouped(all)),
        };
        match all - none {
            0 => format!("With {cards} there is no set, in {every}."),
            _ if none == 0 => format!("With {cards} there is a set in {every}."),
            some => format!(
                "With {cards} there is a set in {} of {} cases; exactly {}.",
                grouped(some),
                grouped(all),
                odds_in_words(Ratio::new(some, all))
            ),
        }
    }
}

/// Returns one row for each pair on the table and the card that completes it to a set. The card is
/// written in `notation`; `texts` are the original texts of the cards on the table.
#[must_use]
pub fn completion_rows(
    completion: &Completion,
    notation: &Notation,
    texts: &[String],
) -> Vec<CompletionRow> {
    let row = |&[first, second]: &[usize; 2]| CompletionRow {
        card: notation.write(completion.card),
        digits: Style::Digits.write(completion.card, notation.deck()),
        sets: completion.pairs.len(),
        card1: texts[first].clone(),
        card2: texts[second].clone(),
    };
    completion.pairs.iter().map(row).collect()
}

/// Formats a table of the cards that complete sets; the number of sets is shown only if it varies.
#[must_use]
pub fn draw_completions(rows: &[CompletionRow], target: RenderTarget) -> String {
    let mut grid =
        Grid::new(rows)
            .text("card", |row| row.card.clone())
            .ranked_text(1, "digits", |row| row.digits.clone());
    if rows.iter().any(|row| row.sets != rows[0].sets) {
        grid = grid.column("sets", |row| row.sets.to_string());
    }
    grid.text("with", |row| row.card1.clone()).text("and", |row| row.card2.clone()).draw(target)
}

/// Formats a table of the rows for one number of dealt cards, with a bar for each probability.
#[must_use]
pub fn draw(rows: &[NextRow], confidence: Confidence, target: RenderTarget) -> String {
    let row = |row: &NextRow| {
        let cards = row.table + row.dealt;
        DistributionRow::new(
            (row.features, cards, Measure::Sets, row.sets),
            row.estimate(),
            (None, None),
        )
    };
    let rows: Vec<DistributionRow> = rows.iter().map(row).collect();
    distribution::distribution(&rows, &number::level(confidence), target)
}
