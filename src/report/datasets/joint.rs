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
        let given: Vec<&[Self]> = rows.chunk_by(|one, next| place(one) == place(next)).collect();
        // What stands in a file may add up to nothing, or to more than there is.
        let sum = |counts: &mut dyn Iterator<Item = &Self>| {
            counts.fold(0_u128, |sum, row| sum.saturating_add(row.count))
        };
        let count = |rows: &&[Self]| sum(&mut rows.iter());
        let share = |rows: &&[Self]| Ratio::new(count(rows).min(rows[0].total), rows[0].total);
        let none = |rows: &&[Self]| {
            let none = sum(&mut rows.iter().filter(|row| row.sets == 0));
            Ratio::new(none, count(rows).max(1))
        };
        let mean = |rows: &&[Self]| {
            let sum: f64 = rows.iter().map(|row| row.sets as f64 * to_float(row.count)).sum();
            sum / to_float(count(rows).max(1))
        };
        let fewest = |rows: &&[Self]| rows.iter().map(|row| row.sets).min().unwrap_or(0);
        let most = |rows: &&[Self]| rows.iter().map(|row| row.sets).max().unwrap_or(0);
        Grid::of(&given)
            .column("first", |rows| rows[0].first_cards.to_string())
            .column("sets", |rows| rows[0].first_sets.to_string())
            .column("probability", |rows| percent(share(rows)))
            .column("all", |rows| rows[0].cards.to_string())
            .column("no set then", |rows| percent(none(rows)))
            .column("mean sets then", |rows| significant(mean(rows), 5))
            .ranked(1, "fewest", |rows| fewest(rows).to_string())
            .ranked(2, "most", |rows| most(rows).to_string())
            .bars(|rows| share(rows).value())
            .draw(target)
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
