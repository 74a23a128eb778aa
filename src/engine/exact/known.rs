//! What is known exactly about the number of sets in a hand, without computing it.
//!
//! The tables of `reports/exact-sets`, which this program has counted, are part of it: decks of 2 and
//! 3 features in full, and of larger ones the hands of few and of nearly all cards. For every deck hands of
//! up to three cards and of all cards need no table, and hands larger than the largest cap always
//! hold a set.

use super::complement::sets_left;
use super::tables::table;
use crate::card::Deck;
use crate::hand::combinations::binomial;
use crate::measure::Key;
use crate::stats::{Ratio, to_float};

/// How many hands of `cards` cards hold exactly `sets` sets, where it is known.
///
/// ```
/// use setodds_engine::{card::Deck, exact::known::hands_with};
/// assert_eq!(hands_with(Deck::GAME, 12, 0), Some(2_284_535_476_080));
/// assert_eq!(hands_with(Deck::GAME, 40, 1), None);
/// ```
#[must_use]
pub fn hands_with(deck: Deck, cards: usize, sets: usize) -> Option<u128> {
    match counts(deck, cards) {
        Some(counts) => Some(counts.get(sets).copied().unwrap_or(0)),
        None => (sets == 0 && cards > deck.largest_cap()).then_some(0),
    }
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

/// The same variance as a fraction in lowest terms, unless it passes 128 bits.
///
/// ```
/// use setodds_engine::{card::Deck, exact::known::exact_variance_sets, stats::Ratio};
/// assert_eq!(exact_variance_sets(Deck::GAME, 12), Some(Ratio::new(1_571_820, 830_053)));
/// ```
#[must_use]
pub fn exact_variance_sets(deck: Deck, cards: usize) -> Option<Ratio> {
    let falling =
        |n: usize, m: usize| (0..m).map(|i| n.saturating_sub(i) as u128).product::<u128>();
    let hold = |m: usize| Ratio::new(falling(cards, m), falling(deck.size(), m));
    let sets = deck.sets() as u128;
    let meeting = sets * 3 * ((deck.size() as u128 - 1) / 2 - 1);
    let disjoint = sets * (sets - 1) - meeting;
    let mean = mean_sets(deck, cards);
    let of_pairs = |pairs: u128, m: usize| Ratio::new(pairs, 1).checked_mul(hold(m));
    let squares = of_pairs(meeting, 5)?.checked_add(of_pairs(disjoint, 6)?)?.checked_add(mean)?;
    squares.checked_sub(mean.checked_mul(mean)?)
}

/// The counts of hands with 0, 1, 2, ... sets, where all are known.
#[must_use]
pub fn counts(deck: Deck, cards: usize) -> Option<Vec<u128>> {
    if let Some(counts) = table(deck, Key::sets(cards)) {
        return Some(counts.to_vec());
    }
    let left = deck.size().checked_sub(cards)?;
    if let Some(counts) = table(deck, Key::sets(left)) {
        return Some(turned_over(deck, left, counts));
    }
    let (size, sets) = (deck.size(), deck.sets());
    let total = binomial(size, cards)?;
    match cards {
        0..=2 => Some(vec![total]),
        3 => Some(vec![total - sets as u128, sets as u128]),
        _ if cards == size => {
            let mut counts = vec![0; sets + 1];
            counts[sets] = 1;
            Some(counts)
        }
        _ => None,
    }
}

/// What is known of the cards that hands leave.
fn turned_over(deck: Deck, cards: usize, counts: &[u128]) -> Vec<u128> {
    let mut turned = Vec::new();
    for (sets, &hands) in counts.iter().enumerate().filter(|&(_, &hands)| hands > 0) {
        if let Some(left) = sets_left(deck, cards, sets) {
            turned.resize(turned.len().max(left + 1), 0);
            turned[left] = hands;
        }
    }
    turned
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
                assert_eq!(Ratio::new(sum, whole), mean_sets(deck, cards), "{deck:?} {cards}");
                complete.push((deck.features(), cards));
            }
        }
        let of = |features| complete.iter().filter(|&&(n, _)| n == features).count();
        assert_eq!([2, 3, 4, 5, 6].map(of), [10, 28, 50, 28, 26]);
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
    fn the_variance_is_a_fraction_for_all_sizes() {
        for deck in Deck::all() {
            for cards in 0..=deck.size() {
                let exact = exact_variance_sets(deck, cards).unwrap().value();
                let float = variance_sets(deck, cards);
                // The float loses what cancels: squares of the mean.
                let scale = mean_sets(deck, cards).value().powi(2).max(1.0);
                assert!((exact - float).abs() < 1e-12 * scale, "{deck:?} {cards}");
            }
        }
    }

    /// From the definition: E(s^2) - E(s)^2.
    #[test]
    fn the_variance_is_that_of_the_counts() {
        for (features, cards) in [(2, 4), (2, 9), (3, 8), (3, 20), (4, 2), (4, 7), (4, 12), (4, 21)]
        {
            let deck = Deck::new(features).unwrap();
            let squares = distribution(deck, cards)
                .unwrap()
                .into_iter()
                .zip(0..)
                .try_fold(Ratio::new(0, 1), |sum, (p, sets)| {
                    sum.checked_add(p.checked_mul(Ratio::new(sets * sets, 1))?)
                });
            let mean = mean_sets(deck, cards);
            let expected = squares.unwrap().checked_sub(mean.checked_mul(mean).unwrap());
            assert_eq!(exact_variance_sets(deck, cards), expected, "{features} {cards}");
        }
    }

    #[test]
    fn caps_are_known_beyond_the_complete_sizes() {
        assert_eq!(hands_with(Deck::GAME, 20, 0), Some(682_344));
        assert_eq!(hands_with(Deck::GAME, 21, 0), Some(0));
        assert_eq!(hands_with(Deck::GAME, 60, 0), Some(0));
        assert_eq!(hands_with(Deck::GAME, 40, 0), Some(0));
        assert_eq!(hands_with(Deck::GAME, 40, 140), None);
        let large = Deck::new(6).unwrap();
        assert_eq!(hands_with(large, 112, 0), None);
        assert_eq!(probability(large, 400, 0), Some(Ratio::new(0, 1)));
    }
}
