//! What is known exactly about the number of sets in a hand, without computing it.
//!
//! Sources of `published.csv`, one row per value (a size is complete when its rows add up to the
//! number of hands):
//!
//! | source | what |
//! |---|---|
//! | `settergren` | n = 4, up to 12 cards: R. Settergren, "Enumerating Deals in the Game of SET", 2020 |
//! | `knuth` | n = 4, hands without a set: D. Knuth, SETSET-ALL, 2001, run again |
//! | `subsets` | n = 2 and 3: all 2^9 and 2^27 subsets, enumerated |
//!
//! Hands of fewer than three cards, of three cards, and of all cards need no source, and hands
//! larger than the largest cap always hold a set.

use crate::card::Deck;
use crate::hand::combinations::binomial;
use crate::stats::{Ratio, to_float};
use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

static PUBLISHED: &str = include_str!("published.csv");

/// How many hands of `cards` cards hold exactly `sets` sets, where it is known.
///
/// ```
/// use setodds::{card::Deck, exact::known::hands_with};
/// assert_eq!(hands_with(Deck::GAME, 12, 0), Some(2_284_535_476_080));
/// assert_eq!(hands_with(Deck::GAME, 40, 1), None);
/// ```
#[must_use]
pub fn hands_with(deck: Deck, cards: usize, sets: usize) -> Option<u128> {
    if let Some(counts) = counts(deck, cards) {
        return Some(counts.get(sets).copied().unwrap_or(0));
    }
    if sets == 0 && cards > deck.largest_cap() {
        return Some(0);
    }
    published().get(&(deck.features(), cards))?.get(&sets).copied()
}

/// The probability that `cards` cards hold exactly `sets` sets, where it is known and the number of
/// hands fits into 128 bits.
#[must_use]
pub fn probability(deck: Deck, cards: usize, sets: usize) -> Option<Ratio> {
    match hands_with(deck, cards, sets)? {
        0 => Some(Ratio::new(0, 1)),
        hands => Some(Ratio::new(hands, binomial(deck.size(), cards)?)),
    }
}

/// The probabilities of 0, 1, 2, ... sets, where all are known.
#[must_use]
pub fn distribution(deck: Deck, cards: usize) -> Option<Vec<Ratio>> {
    let counts = counts(deck, cards)?;
    let total = counts.iter().sum();
    Some(counts.into_iter().map(|hands| Ratio::new(hands, total)).collect())
}

/// The mean number of sets in `cards` cards, C(k,3)/(v - 2): each three cards are a set with
/// probability 1/(v - 2).
#[must_use]
pub fn mean_sets(deck: Deck, cards: usize) -> Ratio {
    let cards = cards as u128;
    let ordered = cards * cards.saturating_sub(1) * cards.saturating_sub(2);
    Ratio::new(ordered / 6, deck.size() as u128 - 2)
}

/// The variance of the number of sets in `cards` cards. Of the ordered pairs of different sets,
/// those that share a card cover 5 cards, all others 6; a hand holds `m` given cards with
/// probability `k(k - 1).../v(v - 1)...`, `m` factors each.
#[must_use]
pub fn variance_sets(deck: Deck, cards: usize) -> f64 {
    let falling =
        |n: usize, m: usize| (0..m).map(|i| n.saturating_sub(i) as u128).product::<u128>();
    let hold = |m: usize| Ratio::new(falling(cards, m), falling(deck.size(), m)).value();
    let sets = deck.sets() as u128;
    // Each of the three cards of a set is in (v - 1)/2 sets.
    let meeting = sets * 3 * ((deck.size() as u128 - 1) / 2 - 1);
    let disjoint = sets * (sets - 1) - meeting;
    let mean = mean_sets(deck, cards).value();
    let pairs = to_float(meeting) * hold(5) + to_float(disjoint) * hold(6);
    (pairs + mean - mean * mean).max(0.0)
}

/// The counts of hands with 0, 1, 2, ... sets, where all are known.
fn counts(deck: Deck, cards: usize) -> Option<Vec<u128>> {
    let (size, sets) = (deck.size(), deck.sets());
    let total = binomial(size, cards)?;
    if cards < 3 {
        return Some(vec![total]);
    }
    if cards == 3 {
        return Some(vec![total - sets as u128, sets as u128]);
    }
    if cards == size {
        let mut counts = vec![0; sets + 1];
        counts[sets] = 1;
        return Some(counts);
    }
    let rows = published().get(&(deck.features(), cards))?;
    let largest = *rows.keys().next_back()?;
    let counts: Vec<u128> =
        (0..=largest).map(|sets| rows.get(&sets).copied().unwrap_or(0)).collect();
    (counts.iter().sum::<u128>() == total).then_some(counts)
}

/// Hands by sets, for each features and cards.
type Published = HashMap<(usize, usize), BTreeMap<usize, u128>>;

fn published() -> &'static Published {
    static TABLE: OnceLock<Published> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = Published::new();
        for row in csv::Reader::from_reader(PUBLISHED.as_bytes()).deserialize() {
            let row: Result<(usize, usize, usize, u128, String), csv::Error> = row;
            let (features, cards, sets, hands, _) = row.expect("checked by the tests");
            table.entry((features, cards)).or_default().insert(sets, hands);
        }
        table
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complete_sizes_have_the_closed_mean() {
        let mut complete = Vec::new();
        for deck in Deck::all() {
            for cards in 0..=deck.size() {
                let Some(counts) = counts(deck, cards) else { continue };
                let whole: u128 = counts.iter().sum();
                let sum: u128 = counts.iter().zip(0..).map(|(count, sets)| sets * count).sum();
                let mean = mean_sets(deck, cards);
                assert_eq!(sum * mean.whole, whole * mean.part, "{deck:?} {cards}");
                complete.push((deck.features(), cards));
            }
        }
        let of = |features| complete.iter().filter(|&&(n, _)| n == features).count();
        assert_eq!([2, 3, 4, 5, 6].map(of), [10, 24, 14, 5, 5]);
    }

    #[test]
    fn complete_sizes_have_the_closed_variance() {
        for (features, cards) in [(2, 4), (2, 9), (3, 8), (3, 21), (4, 7), (4, 12), (4, 81)] {
            let deck = Deck::new(features).unwrap();
            let exact = distribution(deck, cards).unwrap();
            let mean = mean_sets(deck, cards).value();
            let squares =
                exact.iter().zip(0..).map(|(p, sets)| (f64::from(sets) - mean).powi(2) * p.value());
            let (expected, found) = (squares.sum::<f64>(), variance_sets(deck, cards));
            assert!((found - expected).abs() < 1e-9, "{features} {cards}: {found} {expected}");
        }
    }

    #[test]
    fn caps_are_known_beyond_the_complete_sizes() {
        assert_eq!(hands_with(Deck::GAME, 20, 0), Some(682_344));
        assert_eq!(hands_with(Deck::GAME, 21, 0), Some(0));
        assert_eq!(hands_with(Deck::GAME, 60, 0), Some(0));
        assert_eq!(hands_with(Deck::GAME, 16, 0), None);
        assert_eq!(hands_with(Deck::GAME, 20, 1), None);
        let large = Deck::new(6).unwrap();
        assert_eq!(hands_with(large, 112, 0), None);
        assert_eq!(probability(large, 400, 0), Some(Ratio::new(0, 1)));
    }

    #[test]
    fn every_row_names_its_source() {
        let rows = csv::Reader::from_reader(PUBLISHED.as_bytes())
            .into_deserialize()
            .collect::<Result<Vec<(usize, usize, usize, u128, String)>, _>>()
            .unwrap();
        assert_eq!(rows.len(), published().values().map(BTreeMap::len).sum::<usize>());
        for (.., source) in rows {
            assert!(["settergren", "knuth", "subsets"].contains(&source.as_str()), "{source}");
        }
    }
}
