//! The exact tables that the program carries against the closed moments of the number of sets.

use super::Line;
use crate::card::Deck;
use crate::exact::check::{ORDERS, closed_moment, moment};
use crate::exact::known::counts;
use crate::tally::Tally;

/// For each deck and order, how many hand sizes are known exactly, and how many of them have the
/// closed moment of that order.
#[must_use]
pub fn moment_lines() -> Vec<Line> {
    Deck::all().flat_map(|deck| lines(deck, &tables(deck))).collect()
}

/// The distributions of the number of sets that are known of a deck, by hand size.
fn tables(deck: Deck) -> Vec<(usize, Tally)> {
    let table = |cards| {
        let mut tally = Tally::default();
        for (sets, hands) in counts(deck, cards)?.into_iter().enumerate() {
            tally.add(sets, hands);
        }
        Some((cards, tally))
    };
    (0..=deck.size()).filter_map(table).collect()
}

fn lines(deck: Deck, tables: &[(usize, Tally)]) -> Vec<Line> {
    let line = |order| {
        let is_closed = |(cards, tally): &&(usize, Tally)| {
            closed_moment(deck, *cards, order) == Some(moment(tally, order))
        };
        let right = tables.iter().filter(is_closed).count();
        let what =
            format!("{} features: tables with the closed moment of order {order}", deck.features());
        Line::new(what, "closed form", tables.len().to_string(), right.to_string())
    };
    (1..=ORDERS).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_tables_have_the_closed_moments() {
        let lines = moment_lines();
        assert!(lines.iter().all(|line| line.agrees == Some(true)), "{lines:?}");
        let numbers: Vec<_> = lines.iter().map(|line| &*line.got).collect();
        let of_each_order = |number| [number; ORDERS];
        assert_eq!(numbers, ["10", "28", "50", "28", "26"].map(of_each_order).concat());
    }

    /// The moments of order 0, 1 and 2 stay.
    #[test]
    fn a_table_with_another_third_moment_is_seen() {
        let (deck, mut tally) = (Deck::new(3).unwrap(), Tally::default());
        let moved = [107_406 + 1, 143_208 - 3, 42_588 + 3, 2808 - 1];
        moved.into_iter().enumerate().for_each(|(sets, hands)| tally.add(sets, hands));
        let agree = lines(deck, &[(6, tally)]).into_iter().map(|line| line.agrees);
        assert!(agree.eq([Some(true), Some(true), Some(false)]));
    }
}
