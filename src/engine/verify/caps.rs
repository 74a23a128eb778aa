//! Caps that were counted or constructed against those that are published.

use super::Comparison;
use super::published::{self, PublishedCaps};
use crate::cap::{CapCount, CapError, count};
use crate::card::{Card, Deck};
use crate::detect::Strategy;
use crate::run::{StopFlag, ThreadPool};
use crate::symmetry;
use std::collections::BTreeSet;

/// Counts all caps of up to four features and compares; nothing when it is interrupted.
///
/// # Errors
///
/// When the counts contradict each other.
pub fn caps(pool: &ThreadPool, stop: &StopFlag) -> Result<Option<Vec<Comparison>>, CapError> {
    let mut lines = fourth_powers();
    for deck in Deck::all().take_while(|deck| deck.features() <= 4) {
        let Some(counts) = count(deck, deck.largest_cap() + 1, pool, stop)? else {
            return Ok(None);
        };
        let published = published::caps().into_iter();
        let own = published.filter(|row| row.features == deck.features());
        lines.extend(own.flat_map(|row| compare(&row, &counts[row.cards])));
    }
    Ok(Some(lines))
}

/// The published numbers of one size.
fn compare(row: &PublishedCaps, count: &CapCount) -> Vec<Comparison> {
    let number = |number: Option<usize>| number.map(|number| number as u128);
    let numbers = [
        ("caps", Some(row.caps), count.caps),
        ("classes of caps", number(row.classes), count.classes as u128),
        ("complete caps", row.complete_caps, count.complete_caps),
        ("classes of complete caps", number(row.complete_classes), count.complete_classes as u128),
    ];
    let line = |(what, expected, got): (&str, Option<u128>, u128)| {
        let what = format!("{} features: {what} of {} cards", row.features, row.cards);
        let got = Some(got.to_string());
        Some(Comparison::equal(what, &row.source, expected?.to_string(), got))
    };
    numbers.into_iter().filter_map(line).collect()
}

/// The nonzero fourth powers of the field of 81 elements, as cards: a cap of the largest size.
fn fourth_powers() -> Vec<Comparison> {
    let square = |a| product(a, a);
    let powers: BTreeSet<usize> = (1..81).map(|a| square(square(a))).collect();
    let deck = Deck::GAME;
    let cards: Vec<_> = deck.cards().filter(|card| powers.contains(&card.index())).collect();
    let sets = Strategy::Naive.detector(deck).count(&cards);
    let line = |what, expected: usize, got: usize| {
        let what = format!("4 features: {what} in the fourth powers of the field of 81 elements");
        Comparison::equal(what, "arXiv 2604.26989", expected.to_string(), Some(got.to_string()))
    };
    vec![line("cards", 20, cards.len()), line("sets", 0, sets)]
}

/// The sum of two elements, digit by digit modulo 3.
fn sum(a: usize, b: usize) -> usize {
    symmetry::sum(Card::at(a), Card::at(b)).index()
}

/// The product of two elements of the field of 81 elements, which are polynomials modulo x^4 + x +
/// 2 over the field of three: digit `i` in base 3 is the coefficient of x^i.
fn product(a: usize, b: usize) -> usize {
    /// x^4 = 2x + 1.
    const X4: usize = 7;
    let times = |digit: usize, element: usize| (0..digit).fold(0, |all, _| sum(all, element));
    let times_x = |element: usize| sum(element % 27 * 3, times(element / 27, X4));
    let digits = [27, 9, 3, 1].map(|unit| b / unit % 3);
    digits.into_iter().fold(0, |all, digit| sum(times_x(all), times(digit, a)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Threads;

    #[test]
    fn all_published_caps_agree() {
        let pool = ThreadPool::new(Threads::available()).unwrap();
        let lines = caps(&pool, &StopFlag::default()).unwrap().unwrap();
        // Of 13 and 16 cards the caps, of other sizes the classes as well; of 20 the complete ones,
        // too.
        assert_eq!(lines.len(), 2 + 2 + 2 * 19 + 2 + 2 + 1);
        for line in &lines {
            assert_eq!(line.agrees, Some(true), "{line:?}");
            assert_ne!(line.source, "burnside", "its own numbers are not a publication");
        }
        for cards in [13, 16] {
            let what = format!("4 features: caps of {cards} cards");
            assert!(lines.iter().any(|line| line.source == "knuth" && line.what == what));
        }
    }

    #[test]
    fn products_are_those_of_a_field() {
        let nonzero = 1..81;
        for a in nonzero.clone() {
            let row: BTreeSet<_> = nonzero.clone().map(|b| product(a, b)).collect();
            assert!(row.into_iter().eq(nonzero.clone()), "{a}");
            assert_eq!((product(a, 1), product(a, 0)), (a, 0));
            for b in nonzero.clone() {
                assert_eq!(product(a, b), product(b, a));
                assert_eq!(product(a, sum(b, 5)), sum(product(a, b), product(a, 5)));
            }
        }
    }

    #[test]
    fn a_wrong_number_is_seen() {
        let row = published::caps().into_iter().find(|row| row.cards == 20).unwrap();
        let right = CapCount {
            cards: 20,
            caps: 682_344,
            classes: 1,
            complete_caps: 682_344,
            complete_classes: 1,
            larger: 0,
        };
        let wrong = CapCount { complete_caps: 632_344, ..right };
        let disagree = |count| compare(&row, count).iter().filter(|line| line.differs()).count();
        assert_eq!((disagree(&right), disagree(&wrong)), (0, 1));
    }
}
