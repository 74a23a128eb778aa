//! How many sets the first cards hold together with how many all cards hold.

use super::Listed;
use crate::card::Deck;
use crate::report::columns::{Grid, RenderTarget};
use crate::report::count::exactly;
use crate::report::csv::row;
use crate::report::field::{CARDS, COUNT, FEATURES, PROBABILITY, SETS};
use crate::report::number::significant;
use crate::report::odds::percent;
use crate::stats::{Ratio, to_float};
use crate::tally::Tallies;

row! {
    /// A number of sets in the first cards and one in all cards: a row of the CSV, columns in this
    /// order.
    pub struct JointRow {
        /// Features of the deck.
        pub features: usize = FEATURES,
        /// The number of first cards.
        pub first_cards: usize = CARDS.key(),
        /// The number of sets in the first cards.
        pub first_sets: usize = SETS.part(),
        /// The number of all cards.
        pub cards: usize = CARDS.key(),
        /// The number of sets in all cards.
        pub sets: usize = SETS.part(),
        /// The number of ways to deal first cards and further ones with these numbers of sets.
        #[serde(serialize_with = "exactly")]
        pub count: u128 = COUNT.counting(),
        /// All ways to deal first cards and further ones.
        #[serde(serialize_with = "exactly")]
        pub total: u128 = COUNT.totalling().ranked(1).following(),
        /// The count divided by the total.
        pub probability: f64 = PROBABILITY.following(),
    }
}

impl JointRow {
    /// The rows of what was counted, those that occur: by the sets in the first cards, the sets in
    /// all of them.
    #[must_use]
    pub fn of(deck: Deck, first_cards: usize, cards: usize, counted: &Tallies<usize>) -> Vec<Self> {
        let total = counted.iter().map(|(_, tally)| tally.total()).sum();
        let rows = counted.iter().flat_map(|(first_sets, tally)| {
            tally.iter().filter(|&(_, count)| count > 0).map(move |(sets, count)| Self {
                features: deck.features(),
                first_cards,
                first_sets,
                cards,
                sets,
                count,
                total,
                probability: Ratio::new(count, total).value(),
            })
        });
        rows.collect()
    }
}

impl Listed for JointRow {
    /// A line for each number of sets in the first cards: how likely it is, and what all cards hold
    /// then.
    fn draw(rows: &[Self], target: RenderTarget) -> String {
        let place = |row: &Self| (row.first_cards, row.first_sets, row.cards);
        let given = rows.chunk_by(|one, next| place(one) == place(next));
        let sets = |rows: &[Self]| {
            Conditional::of(rows[0].total, rows.iter().map(|row| (row.sets, row.count)))
        };
        let given: Vec<(&Self, Conditional)> = given.map(|rows| (&rows[0], sets(rows))).collect();
        Grid::of(&given)
            .column("first", |(row, _)| row.first_cards.to_string())
            .column("sets", |(row, _)| row.first_sets.to_string())
            .column("probability", |(_, sets)| percent(sets.probability()))
            .column("all", |(row, _)| row.cards.to_string())
            .column("no set then", |(_, sets)| percent(sets.none()))
            .column("mean sets then", |(_, sets)| significant(sets.mean(), 5))
            .ranked(1, "fewest", |(_, sets)| sets.fewest().to_string())
            .ranked(2, "most", |(_, sets)| sets.most().to_string())
            .bars(|(_, sets)| sets.probability().value())
            .draw(target)
    }
}

/// How often a second number took each value, given the first one.
pub(super) struct Conditional {
    /// All observations, whatever the first number.
    pub(super) total: u128,
    /// The values of the second number with their counts, at least one.
    counts: Vec<(usize, u128)>,
}

impl Conditional {
    pub(super) fn of(total: u128, counts: impl Iterator<Item = (usize, u128)>) -> Self {
        Self { total, counts: counts.collect() }
    }

    /// The sum of the counts of some values; a file may hold any counts.
    fn sum(&self, wanted: impl Fn(usize) -> bool) -> u128 {
        let counts = self.counts.iter().filter(|(value, _)| wanted(*value));
        counts.fold(0, |sum, (_, count)| sum.saturating_add(*count))
    }

    /// How often the first number is the given one: not more often than there are observations.
    pub(super) fn count(&self) -> u128 {
        self.sum(|_| true).min(self.total)
    }

    /// The probability of the given first number.
    pub(super) fn probability(&self) -> Ratio {
        Ratio::new(self.count(), self.total)
    }

    /// The conditional probability that the second number is 0.
    fn none(&self) -> Ratio {
        Ratio::new(self.sum(|value| value == 0), self.sum(|_| true).max(1))
    }

    /// The conditional mean.
    pub(super) fn mean(&self) -> f64 {
        let products = self.counts.iter().map(|&(value, count)| value as f64 * to_float(count));
        products.sum::<f64>() / to_float(self.sum(|_| true).max(1))
    }

    pub(super) fn fewest(&self) -> usize {
        self.counts.iter().map(|(value, _)| *value).min().unwrap_or(0)
    }

    pub(super) fn most(&self) -> usize {
        self.counts.iter().map(|(value, _)| *value).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::Tally;

    #[test]
    fn each_number_of_sets_in_the_first_cards_has_a_line() {
        let mut counted = Tallies::default();
        *counted.of(0) = Tally::from(vec![6, 2]);
        *counted.of(1) = Tally::from(vec![0, 1, 1]);
        let rows = JointRow::of(Deck::GAME, 3, 4, &counted);
        assert_eq!(rows.len(), 4);
        assert!((rows[0].probability - 0.6).abs() < 1e-12);
        let table = JointRow::draw(&rows, RenderTarget::Markdown);
        let cells: Vec<&str> = table.lines().nth(3).unwrap().split('|').map(str::trim).collect();
        assert_eq!(cells[1..9], ["3", "1", "20.000 %", "4", "0 %", "1.5000", "1", "2"]);
    }
}
