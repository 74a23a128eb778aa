//! The moments of the number of sets, exactly, one a row.

use super::Listed;
use crate::card::Deck;
use crate::exact::moments::{HIGHEST, Moments};
use crate::report::columns::{Grid, RenderTarget};
use crate::report::csv::row;
use crate::report::field::{CARDS, FEATURES, FRACTION, Field, MOMENT};
use crate::report::number::significant;

row! {
    /// A moment of the number of sets in hands of a size: a row of the CSV, columns in this order.
    pub struct MomentRow {
        /// Features of the deck.
        pub features: usize = FEATURES,
        /// Cards in the hand.
        pub cards: usize = CARDS.key(),
        /// The order of the moment: the power whose mean it is.
        pub order: usize = Field::up_to(HIGHEST).key(),
        /// The moment about zero.
        pub raw_moment: f64 = MOMENT,
        /// The moment about the mean.
        pub central_moment: f64 = MOMENT,
        /// The moment about the mean in units of the standard deviation: the skewness for order 3,
        /// the kurtosis for order 4; empty where all hands hold the same number of sets.
        pub standardized_moment: Option<f64> = MOMENT,
        /// The moment about zero as a fraction, `220/79`.
        pub raw_fraction: String = FRACTION,
        /// The moment about the mean as a fraction.
        pub central_fraction: String = FRACTION,
    }
}

impl MomentRow {
    /// The moments of hands of a size, one by one from the first order on.
    #[must_use]
    pub fn of(deck: Deck, cards: usize, moments: &Moments) -> Vec<Self> {
        let row = |order| {
            let (raw, central) = (moments.about_zero(order), moments.about_mean(order));
            Self {
                features: deck.features(),
                cards,
                order,
                raw_moment: raw.value(),
                central_moment: central.value(),
                standardized_moment: moments.standardized(order),
                raw_fraction: raw.to_string(),
                central_fraction: central.to_string(),
            }
        };
        (1..=moments.highest()).map(row).collect()
    }
}

/// The moments of a hand size, from the rows of the CSV.
#[derive(Clone, Debug)]
pub(crate) struct SizeMoments {
    /// The cards in the hand.
    pub(crate) cards: usize,
    /// The mean; the standard deviation; the skewness, which is the moment of third order in units
    /// of the deviation: 0 where both sides are alike; and the excess kurtosis: that of fourth
    /// order, less the 3 of a normal distribution.
    pub(crate) quantities: [Option<f64>; 4],
}

impl SizeMoments {
    /// One for each hand size.
    pub(crate) fn all(rows: &[MomentRow]) -> Vec<Self> {
        let sizes = rows.chunk_by(|one, next| {
            (one.features, one.cards) == (next.features, next.cards) && one.order < next.order
        });
        sizes.map(Self::of).collect()
    }

    fn of(rows: &[MomentRow]) -> Self {
        let order = |order| rows.iter().find(|row| row.order == order);
        let standardized = |it| order(it).and_then(|row| row.standardized_moment);
        let quantities = [
            order(1).map(|row| row.raw_moment),
            order(2).map(|row| row.central_moment.max(0.0).sqrt()),
            standardized(3),
            standardized(4).map(|kurtosis| kurtosis - 3.0),
        ];
        Self { cards: rows[0].cards, quantities }
    }
}

impl Listed for MomentRow {
    /// Draws a line for each order of one hand size, or the shape of each of several.
    fn draw(rows: &[Self], target: RenderTarget) -> String {
        let shapes = SizeMoments::all(rows);
        if shapes.len() == 1 {
            return orders(rows, target);
        }
        let mut grid = Grid::of(&shapes).column("cards", |shape| shape.cards.to_string());
        let titles = ["mean", "deviation", "skewness", "excess kurtosis"];
        for (place, title) in titles.into_iter().enumerate() {
            if shapes.iter().any(|shape| shape.quantities[place].is_some()) {
                grid = grid
                    .column(title, |shape| shape.quantities[place].map(|it| significant(it, 6)));
            }
        }
        grid.draw(target)
    }
}

/// A line for each order.
fn orders(rows: &[MomentRow], target: RenderTarget) -> String {
    Grid::of(rows)
        .column("order", |row| row.order.to_string())
        .column("about zero", |row| brief(row.raw_moment))
        .column("about the mean", |row| brief(row.central_moment))
        .column("standardized", |row| row.standardized_moment.map(|it| significant(it, 6)))
        .ranked(1, "about the mean, exactly", |row| row.central_fraction.clone())
        .draw(target)
}

/// Six digits; of large numbers with the power of ten.
fn brief(value: f64) -> String {
    const LARGE: f64 = 1e9;
    if value.abs() < LARGE { significant(value, 6) } else { format!("{value:.5e}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::csv;
    use crate::report::datasets::Choice;
    use crate::report::datasets::tests::show;

    fn text(cards: impl IntoIterator<Item = usize>, highest: usize) -> String {
        let of = |cards| Moments::of(Deck::GAME, cards, highest).unwrap();
        let rows = cards.into_iter().flat_map(|it| MomentRow::of(Deck::GAME, it, &of(it)));
        let mut csv = Vec::new();
        csv::write(rows.collect::<Vec<_>>(), &mut csv).unwrap();
        String::from_utf8(csv).unwrap()
    }

    fn line<'a>(table: &'a str, first: &str) -> Vec<&'a str> {
        let cells = |line: &'a str| line.trim_matches('|').split('|').map(str::trim).collect();
        table.lines().map(cells).find(|cells: &Vec<&str>| cells[0] == first).unwrap()
    }

    #[test]
    fn what_is_not_there_is_not_shown() {
        let table = show(&text([12, 13], 2), &Choice::default()).unwrap();
        assert!(table.contains("deviation") && !table.contains("skewness"), "{table}");
    }

    #[test]
    fn high_orders_can_be_read_again() {
        let table = show(&text([80, 81], 16), &Choice::default()).unwrap();
        assert_eq!(line(&table, "81")[1..3], ["1,080.00", "0"]);
    }
}
