//! The exact tables that the program carries: the committed reports, read once.

use crate::card::Deck;
use crate::measure::{Key, Measure};
use crate::stats::Ratio;
use num_bigint::BigUint;
use std::collections::HashMap;
use std::sync::OnceLock;

/// By [`super::layers`] the number of sets of up to four features, by [`super::classes`] all else.
static TABLES: [&str; 8] = [
    include_str!("../../../reports/exact-sets/features-2.csv"),
    include_str!("../../../reports/exact-sets/features-3.csv"),
    include_str!("../../../reports/exact-sets/features-4.csv"),
    include_str!("../../../reports/exact-sets/features-5.csv"),
    include_str!("../../../reports/exact-sets/features-6.csv"),
    include_str!("../../../reports/classes/measures-2.csv"),
    include_str!("../../../reports/classes/measures-3.csv"),
    include_str!("../../../reports/classes/measures-4.csv"),
];

/// Hands by value, for each number of features and what is counted.
type Tables = HashMap<(usize, Key), Vec<u128>>;

/// How many hands have the values 0, 1, 2, ..., where a table says so.
pub(super) fn table(deck: Deck, key: Key) -> Option<&'static [u128]> {
    static PARSED: OnceLock<Tables> = OnceLock::new();
    PARSED.get_or_init(parse).get(&(deck.features(), key)).map(Vec::as_slice)
}

/// The sizes of random complete caps of two to four features, with the fractions that are their probabilities.
static RANDOM_CAPS: [&str; 3] = [
    include_str!("../../../reports/caps/random-2.csv"),
    include_str!("../../../reports/caps/random-3.csv"),
    include_str!("../../../reports/caps/random-4.csv"),
];

/// The probability that a random complete cap has so many cards, to 30 digits, where a table says so.
pub(super) fn random_cap(deck: Deck, cards: usize) -> Option<Ratio> {
    const WHOLE: u128 = 10_u128.pow(30);
    let table = RANDOM_CAPS.get(deck.features() - 2)?;
    let mut rows = table.lines().skip(1).map(|row| row.split(',').collect::<Vec<_>>());
    let Some(row) = rows.find(|row| row.get(1).is_some_and(|it| it.parse() == Ok(cards))) else {
        return Some(Ratio::new(0, WHOLE));
    };
    let number = |place: usize| row.get(place)?.parse::<BigUint>().ok();
    let twice = number(3)? * (2 * WHOLE) / number(4)?;
    Some(Ratio::new(u128::try_from(twice).ok()?.div_ceil(2), WHOLE))
}

/// The columns are those of every distribution: features, cards, measure, value, count.
fn parse() -> Tables {
    let mut tables = Tables::new();
    for row in TABLES.iter().flat_map(|table| table.lines().skip(1)) {
        let fields: Vec<&str> = row.splitn(6, ',').collect();
        let number = |place: usize| fields.get(place)?.parse::<usize>().ok();
        let measure = fields.get(2).and_then(|name| name.parse::<Measure>().ok());
        let count = fields.get(4).and_then(|count| count.parse::<u128>().ok());
        let row = (number(0), number(1), measure, number(3), count);
        if let (Some(features), Some(cards), Some(measure), Some(value), Some(count)) = row {
            let counts = tables.entry((features, Key { cards, measure })).or_default();
            counts.resize(counts.len().max(value + 1), 0);
            counts[value] = count;
        }
    }
    tables
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand::combinations::binomial;

    #[test]
    fn random_caps_have_some_size() {
        for deck in Deck::all().take(3) {
            let sizes = (0..=deck.largest_cap()).map(|cards| random_cap(deck, cards).unwrap());
            let sum: f64 = sizes.map(Ratio::value).sum();
            assert!((sum - 1.0).abs() < 1e-15, "{sum}");
        }
        assert_eq!(random_cap(Deck::new(5).unwrap(), 20), None);
        assert_eq!(random_cap(Deck::GAME, 19).map(|ratio| ratio.part), Some(0));
    }

    #[test]
    fn every_row_is_read_and_every_table_is_whole() {
        let tables = parse();
        let rows: usize = TABLES.iter().map(|table| table.lines().count() - 1).sum();
        let values: usize = tables.values().map(Vec::len).sum();
        assert!(values >= rows, "rows may begin above 0, but none is lost");
        for ((features, key), counts) in &tables {
            let size = Deck::new(*features).unwrap().size();
            assert_eq!(binomial(size, key.cards), Some(counts.iter().sum()), "{key:?}");
        }
    }
}
