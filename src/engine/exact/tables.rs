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

/// The probabilities of the sizes of random complete caps, for each number of features and size.
type RandomCaps = HashMap<(usize, usize), Ratio>;

/// A row of a table of the program that cannot be read.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a valid row of an exact table: `{0}`")]
struct RowError(String);

/// How many hands have the values 0, 1, 2, ..., where a table says so.
pub(super) fn table(deck: Deck, key: Key) -> Option<&'static [u128]> {
    static PARSED: OnceLock<Tables> = OnceLock::new();
    let tables = PARSED.get_or_init(|| parse(&TABLES).expect("a test reads every row"));
    tables.get(&(deck.features(), key)).map(Vec::as_slice)
}

/// The sizes of random complete caps of two to four features, with the fractions that are their
/// probabilities.
static RANDOM_CAPS: [&str; 3] = [
    include_str!("../../../reports/caps/random-2.csv"),
    include_str!("../../../reports/caps/random-3.csv"),
    include_str!("../../../reports/caps/random-4.csv"),
];

/// What stands for 1 in the probabilities of random caps.
const WHOLE: u128 = 10_u128.pow(30);

/// The probability that a random complete cap has so many cards, to 30 digits, where a table says
/// so.
pub(super) fn random_cap(deck: Deck, cards: usize) -> Option<Ratio> {
    static PARSED: OnceLock<RandomCaps> = OnceLock::new();
    let features = deck.features();
    let tables =
        PARSED.get_or_init(|| parse_random_caps(&RANDOM_CAPS).expect("a test reads every row"));
    let known = tables.keys().any(|&(other, _)| other == features);
    known.then(|| tables.get(&(features, cards)).copied().unwrap_or(Ratio::new(0, WHOLE)))
}

/// Tables with the columns of every distribution: features, cards, measure, value, count.
fn parse(texts: &[&str]) -> Result<Tables, RowError> {
    let mut tables = Tables::new();
    for row in texts.iter().flat_map(|text| text.lines().skip(1)) {
        let (key, value, count) = read(row).ok_or_else(|| RowError(row.to_owned()))?;
        let counts = tables.entry(key).or_default();
        counts.resize(counts.len().max(value + 1), 0);
        counts[value] = count;
    }
    Ok(tables)
}

fn read(row: &str) -> Option<((usize, Key), usize, u128)> {
    let mut fields = row.split(',');
    let features = fields.next()?.parse().ok()?;
    let cards = fields.next()?.parse().ok()?;
    let measure = fields.next()?.parse::<Measure>().ok()?;
    let value = fields.next()?.parse().ok()?;
    let count = fields.next()?.parse().ok()?;
    Some(((features, Key { cards, measure }), value, count))
}

/// Tables with the columns features, cards, probability, numerator, denominator.
fn parse_random_caps(texts: &[&str]) -> Result<RandomCaps, RowError> {
    let rows = texts.iter().flat_map(|text| text.lines().skip(1));
    rows.map(|row| read_random_cap(row).ok_or_else(|| RowError(row.to_owned()))).collect()
}

fn read_random_cap(row: &str) -> Option<((usize, usize), Ratio)> {
    let fields: Vec<&str> = row.split(',').collect();
    let [features, cards, _, numerator, denominator] = *fields else { return None };
    let numerator = numerator.parse::<BigUint>().ok()?;
    let denominator: BigUint = denominator.parse().ok()?;
    let denominator = (denominator != BigUint::ZERO).then_some(denominator)?;
    let twice = numerator * (2 * WHOLE) / denominator;
    let probability = Ratio::new(u128::try_from(twice).ok()?.div_ceil(2), WHOLE);
    Some(((features.parse().ok()?, cards.parse().ok()?), probability))
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
        assert_eq!(random_cap(Deck::GAME, 19), Some(Ratio::ZERO));
    }

    #[test]
    fn a_row_that_cannot_be_read_is_an_error() {
        let error = |row: &str| Some(RowError(row.to_owned()));
        let table = |row: &str| parse(&[&format!("header\n4,3,sets,0,84240,85320\n{row}\n")]);
        assert!(table("4,3,sets,1,1080,85320").is_ok());
        for row in ["", "4,3,sets,1", "4,3,sets,1,-1", "4,3,lines,1,1080", "4,3,sets,1,1080.5,1"] {
            assert_eq!(table(row).err(), error(row));
        }
        let table = |row: &str| parse_random_caps(&[&format!("header\n2,4,1.0,1,1\n{row}\n")]);
        assert!(table("3,8,0.5,1,2").is_ok());
        for row in ["3", "3,8,0.5,1", "3,8,0.5,1,0", "3,8,0.5,x,2", "3,x,0.5,1,2"] {
            assert_eq!(table(row).err(), error(row));
        }
    }

    #[test]
    fn every_row_is_read_and_every_table_is_whole() {
        let tables = parse(&TABLES).unwrap();
        let random = parse_random_caps(&RANDOM_CAPS).unwrap();
        assert_eq!(random.len(), 1 + 2 + 5);
        let rows: usize = TABLES.iter().map(|table| table.lines().count() - 1).sum();
        let values: usize = tables.values().map(Vec::len).sum();
        assert!(values >= rows, "rows may begin above 0, but none is lost");
        for ((features, key), counts) in &tables {
            let size = Deck::new(*features).unwrap().size();
            assert_eq!(binomial(size, key.cards), Some(counts.iter().sum()), "{key:?}");
        }
    }
}
