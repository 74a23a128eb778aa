//! The values that two measures have in the same hand.

use super::joint::Conditional;
use super::recognise::{Recognised, TableError, missing_cards};
use super::{Listed, View, by_deck, one_by_one};
use crate::card::Deck;
use crate::deal::{MeasurePair, PairOfValues};
use crate::measure::Measure;
use crate::report::columns::{Grid, RenderTarget};
use crate::report::csv::{by_name, row};
use crate::report::field::{CARDS, FEATURES, Field, SETS};
use crate::report::number::{plural, significant};
use crate::report::share::Share;
use crate::stats::{Confidence, to_float};
use std::collections::BTreeMap;

row! {
    /// A value of one measure and one of another in the same hand: a row of the CSV, columns in
    /// this order.
    pub struct CrossRow {
        /// Features of the deck.
        pub features: usize = FEATURES,
        /// Cards in the hand.
        pub cards: usize = CARDS.key(),
        /// The first measure.
        #[serde(with = "by_name")]
        pub first_measure: Measure = Field::names(&Measure::NAMES).key(),
        /// The value of the first measure.
        pub first_value: usize = SETS.part(),
        /// The second measure.
        #[serde(with = "by_name")]
        pub second_measure: Measure = Field::names(&Measure::NAMES).key(),
        /// The value of the second measure.
        pub second_value: usize = SETS.part(),
    }
    share
}

impl CrossRow {
    /// The rows of what was dealt, those that occur: by hand size, then by the first value.
    #[must_use]
    pub fn of(
        deck: Deck,
        crossed: MeasurePair,
        counts: &BTreeMap<PairOfValues, u128>,
        confidence: Confidence,
    ) -> Vec<Self> {
        let mut totals: BTreeMap<usize, u128> = BTreeMap::new();
        counts.iter().for_each(|(pair, count)| *totals.entry(pair.cards).or_default() += count);
        let [first_measure, second_measure] = crossed.measures();
        let row = |(pair, &count): (&PairOfValues, &u128)| {
            let PairOfValues { cards, first, second } = *pair;
            let share = Share::estimated(count, totals[&cards], confidence);
            Self::new(deck.features(), cards, first_measure, first, second_measure, second, share)
        };
        counts.iter().map(row).collect()
    }

    /// The deck, the hand size and the two measures, in which the rows of a distribution agree.
    pub(crate) const fn whole(&self) -> (usize, usize, Measure, Measure) {
        (self.features, self.cards, self.first_measure, self.second_measure)
    }

    /// `In 12 cards, sets and in-sets correlate with 0.954.`, a line for each hand size in which
    /// both values vary.
    #[must_use]
    pub fn sentences(rows: &[Self]) -> String {
        let sentence = |rows: &[Self]| {
            let Self { cards, first_measure: first, second_measure: second, .. } = rows[0];
            let (hand, value) = (plural(cards, "card"), significant(correlation(rows)?, 3));
            Some(format!("In {hand}, {first} and {second} correlate with {value}.\n"))
        };
        rows.chunk_by(|one, next| one.whole() == next.whole()).filter_map(sentence).collect()
    }
}

/// The table of the rows that suit the choice.
pub(crate) fn table(files: &[Recognised<'_>], view: View<'_>) -> Result<String, TableError> {
    missing_cards(files)?;
    by_deck(files, view, |row: &CrossRow| (row.features, row.cards))
}

/// Pearson's coefficient of correlation in a sample; nothing where a value never varies.
fn correlation(rows: &[CrossRow]) -> Option<f64> {
    let total: f64 = rows.iter().map(|row| to_float(row.count)).sum();
    let mean = |of: &dyn Fn(&CrossRow) -> f64| -> f64 {
        rows.iter().map(|row| to_float(row.count) * of(row)).sum::<f64>() / total
    };
    let first = |row: &CrossRow| row.first_value as f64;
    let second = |row: &CrossRow| row.second_value as f64;
    let (a, b) = (mean(&first), mean(&second));
    let covariance = mean(&|row| (first(row) - a) * (second(row) - b));
    let variances = mean(&|row| (first(row) - a) * (first(row) - a))
        * mean(&|row| (second(row) - b) * (second(row) - b));
    (variances > 0.0).then(|| covariance / variances.sqrt())
}

impl Listed for CrossRow {
    /// A line for each value of the first measure: how likely it is, and the second one then.
    fn draw(rows: &[Self], target: RenderTarget) -> String {
        let measures = |row: &Self| (row.first_measure, row.second_measure);
        let parts = rows.chunk_by(|one, next| measures(one) == measures(next));
        let part = |rows: &[Self]| {
            let (first, second) = measures(&rows[0]);
            (format!("{first} and {second}"), of_two(rows, target))
        };
        one_by_one(parts.map(part).collect())
    }
}

/// The table of two measures.
fn of_two(rows: &[CrossRow], target: RenderTarget) -> String {
    let place = |row: &CrossRow| (row.cards, row.first_value);
    let given = rows.chunk_by(|one, next| place(one) == place(next));
    let second = |rows: &[CrossRow]| {
        Conditional::of(rows[0].total, rows.iter().map(|row| (row.second_value, row.count)))
    };
    let given: Vec<(&CrossRow, Conditional)> = given.map(|rows| (&rows[0], second(rows))).collect();
    let [first_name, second_name] = [rows[0].first_measure, rows[0].second_measure];
    // Digits beyond what the sample tells are not shown.
    let estimated =
        |it: &Conditional| Share::estimated(it.count(), it.total, Confidence::default());
    Grid::of(&given)
        .column("cards", |(row, _)| row.cards.to_string())
        .column(first_name.name(), |(row, _)| row.first_value.to_string())
        .column("probability", |(_, it)| estimated(it).percentage())
        .column(&format!("mean {second_name} then"), |(_, it)| significant(it.mean(), 4))
        .ranked(1, "fewest", |(_, it)| it.fewest().to_string())
        .ranked(2, "most", |(_, it)| it.most().to_string())
        .bars(|(_, it)| it.probability().value())
        .draw(target)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(counts: &[(usize, usize, u128)]) -> Vec<CrossRow> {
        let pair = |&(first, second, count)| (PairOfValues { cards: 12, first, second }, count);
        let counts = counts.iter().map(pair).collect();
        let crossed = "sets,in-sets".parse().unwrap();
        CrossRow::of(Deck::GAME, crossed, &counts, Confidence::default())
    }

    #[test]
    fn each_value_of_the_first_measure_has_a_line() {
        let rows = rows(&[(0, 0, 25), (1, 3, 50), (2, 5, 10), (2, 6, 15)]);
        assert_eq!((rows[2].share().count, rows[2].total, rows[2].probability), (10, 100, 0.1));
        assert!(rows.iter().all(|row| row.ci_low < Some(row.probability)));
        let table = CrossRow::draw(&rows, RenderTarget::Markdown);
        assert!(table.starts_with("| cards | sets | probability | mean in-sets then |"), "{table}");
        let cells: Vec<&str> = table.lines().nth(4).unwrap().split('|').map(str::trim).collect();
        assert_eq!(cells[1..7], ["12", "2", "25 %", "5.600", "5", "6"]);
        let expected = "In 12 cards, sets and in-sets correlate with 0.991.\n";
        assert_eq!(CrossRow::sentences(&rows), expected);
    }

    #[test]
    fn what_never_varies_does_not_correlate() {
        assert_eq!(CrossRow::sentences(&rows(&[(0, 0, 25)])), "");
        assert_eq!(CrossRow::sentences(&rows(&[(0, 0, 25), (0, 1, 1)])), "");
    }
}
