//! Exact tables that are compiled into the program.
//!
//! They consist of the tables of the reports, and of the probabilities of the sizes of random
//! complete caps, which were computed as fractions, card by card over the classes of caps, and
//! rounded to the nearest float. The tables of four features have only the columns that are read.
//! The tables of the number of sets have only hands of up to 40 cards and values that occur: larger
//! hands follow from them, and the whole table takes 1.2 megabytes. The commands that generate
//! them:
//!
//! ```sh
//! awk -F, 'NR == 1 || $2 <= 40 && $5 > 0' reports/exact-sets/features-4.csv |
//!     cut -d, -f1-5 > src/engine/exact/known/features-4.csv
//! cut -d, -f1-5 reports/classes/measures-4.csv > src/engine/exact/known/measures-4.csv
//! ```

use crate::card::Deck;
use crate::measure::Key;
use crate::stats::Ratio;
use std::collections::HashMap;
use std::sync::OnceLock;

/// Tables of distributions. Numbers of sets for up to four features were counted by layers of the
/// deck (the package `setodds-recount`), all others by [`super::classes`].
static TABLES: &[&str] = &[
    include_str!("known/features-4.csv"),
    include_str!("known/measures-4.csv"),
    include_str!("known/features-2.csv"),
    include_str!("known/features-3.csv"),
    include_str!("known/features-5.csv"),
    include_str!("known/features-6.csv"),
    include_str!("known/measures-2.csv"),
    include_str!("known/measures-3.csv"),
];

/// Tables with the probabilities of the sizes of random complete caps, for decks of two to four
/// features.
static RANDOM_CAPS: &[&str] = &[
    include_str!("known/random-4.csv"),
    include_str!("known/random-2.csv"),
    include_str!("known/random-3.csv"),
];

/// Returns the numbers of hands with the values 0, 1, 2, ... of a measure, or `None` if no table
/// has this deck, hand size and measure.
pub(super) fn table(deck: Deck, key: Key) -> Option<&'static [u128]> {
    type Parts = HashMap<&'static str, (&'static str, OnceLock<Vec<u128>>)>;
    static PARTS: OnceLock<Parts> = OnceLock::new();
    let parts = PARTS.get_or_init(|| {
        let parts = TABLES.iter().flat_map(|table| split_by_key(table));
        parts.map(|(prefix, rows)| (prefix, (rows, OnceLock::new()))).collect()
    });
    let prefix = format!("{},{},{},", deck.features(), key.cards, key.measure);
    let (rows, counts) = parts.get(&*prefix)?;
    Some(counts.get_or_init(|| {
        let mut counts = Vec::new();
        for row in rows.lines() {
            let (value, count) = read_count(row).expect("a test reads every row");
            counts.resize(counts.len().max(value + 1), 0);
            counts[value] = count;
        }
        counts
    }))
}

/// Splits a table into the rows of each deck, hand size and measure; returns each prefix that the
/// rows share, `features,cards,measure,`, with the rows. Numbers are not parsed, because a command
/// needs few of them.
fn split_by_key(table: &'static str) -> Vec<(&'static str, &'static str)> {
    let (mut parts, mut rest) = (Vec::new(), table.split_once('\n').map_or("", |it| it.1));
    while let Some((comma, _)) = rest.match_indices(',').nth(2) {
        let prefix = &rest[..=comma];
        let mut end = 0;
        while rest[end..].starts_with(prefix) {
            end += rest[end..].find('\n').map_or(rest.len() - end, |line| line + 1);
        }
        parts.push((prefix, &rest[..end]));
        rest = &rest[end..];
    }
    parts
}

/// Parses the value and the count of a CSV row with the columns features, cards, measure, value,
/// count, or returns `None` if the row is malformed.
fn read_count(row: &str) -> Option<(usize, u128)> {
    let mut fields = row.split(',').skip(3);
    Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
}

/// Returns the tabulated probability that a random complete cap has `cards` cards, as the ratio
/// equal to its decimal, or `None` if no table covers the deck.
pub(super) fn random_cap(deck: Deck, cards: usize) -> Option<Ratio> {
    static PARSED: OnceLock<HashMap<(usize, usize), Ratio>> = OnceLock::new();
    let tables = PARSED.get_or_init(|| {
        let rows = RANDOM_CAPS.iter().flat_map(|text| text.lines().skip(1));
        rows.map(|row| read_random_cap(row).expect("a test reads every row")).collect()
    });
    let features = deck.features();
    let known = tables.keys().any(|&(other, _)| other == features);
    known.then(|| tables.get(&(features, cards)).copied().unwrap_or(Ratio::ZERO))
}

/// Parses a CSV row with the columns features, cards, probability, or returns `None` if the row is
/// malformed.
fn read_random_cap(row: &str) -> Option<((usize, usize), Ratio)> {
    let fields: Vec<&str> = row.split(',').collect();
    let [features, cards, probability] = *fields else { return None };
    let (whole, decimals) = probability.split_once('.')?;
    let denominator = 10_u128.checked_pow(u32::try_from(decimals.len()).ok()?)?;
    let probability = Ratio::new(format!("{whole}{decimals}").parse().ok()?, denominator);
    Some(((features.parse().ok()?, cards.parse().ok()?), probability))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinations::binomial;

    #[test]
    fn every_row_is_read_and_every_table_is_whole() {
        for (prefix, _) in TABLES.iter().flat_map(|table| split_by_key(table)) {
            let fields: Vec<&str> = prefix.split(',').collect();
            let deck = Deck::new(fields[0].parse().unwrap()).unwrap();
            let key =
                Key { cards: fields[1].parse().unwrap(), measure: fields[2].parse().unwrap() };
            let hands = table(deck, key).unwrap().iter().sum();
            assert_eq!(binomial(deck.size(), key.cards), Some(hands), "{key:?}");
        }
        for deck in Deck::all().take(3) {
            let sizes = (0..=deck.largest_cap()).map(|cards| random_cap(deck, cards).unwrap());
            let sum: f64 = sizes.map(Ratio::value).sum();
            assert!((sum - 1.0).abs() < 1e-15, "{sum}");
        }
        assert_eq!(random_cap(Deck::new(5).unwrap(), 20), None);
        assert_eq!(random_cap(Deck::GAME, 19), Some(Ratio::ZERO));
    }

    #[test]
    fn decimals_are_read_to_the_last_digit() {
        for row in RANDOM_CAPS.iter().flat_map(|text| text.lines().skip(1)) {
            let (_, probability) = read_random_cap(row).unwrap();
            let decimals = row.rsplit(',').next().unwrap();
            assert_eq!(Ok(probability.value().to_bits()), decimals.parse().map(f64::to_bits));
        }
    }
}
