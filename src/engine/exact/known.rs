//! Exact distributions and moments of the measures of a hand, as far as they are known.
//!
//! * `sets`: the tables of `reports/exact-sets`, which this project computed: all hands of decks of
//!   2 to 4 features, and small hands of larger decks. Hands of `k` cards determine those of
//!   `v - k` (`sets_left`), and hands larger than the largest cap always contain a set.
//! * `first-set`: card number `c` completes the first set if `c - 1` cards contain none and `c`
//!   cards do, so its probability is the difference of two probabilities of no set.
//! * `in-sets`: a card has (v - 1)/2 pairs that complete it to a set, which partition all other
//!   cards. It is in no set if each pair has at most one of the k - 1 other cards of the hand. With
//!   m pairs the probability is C(m,k-1) 2^(k-1)/C(2m,k-1), which gives the mean.
//! * `set-types`: the proportion of the lines of AG(n,3) that differ in `d` features is C(n,d)
//!   2^d/(3^n - 1).
//! * `in-sets` and `disjoint-sets` are 0 if `sets` is, and `largest-cap` is then the size of the
//!   hand. Up to five cards contain at most two sets, which share a card, so the number of sets
//!   determines these measures: without that card there is no set. For larger hands there are the
//!   tables of `reports/classes`.
//! * `ultrasets`: four cards form one with probability 3/(v - 2), which gives the mean; for small
//!   hands there are the tables of `reports/classes`.
//! * `greedy-cap`: a table up to four features, of decimals with the precision of a float, because
//!   the fractions for four features exceed 128 bits.
//!
//! ```
//! # use setodds_engine::{card::Deck, exact::known, measure::Key};
//! let no_set = known::probability(Deck::GAME, Key::sets(12), 0).expect("a table has it");
//! assert_eq!(no_set.numerator(), 2_284_535_476_080);
//! assert_eq!(no_set.denominator(), 70_724_320_184_700);
//! ```

use super::sequences::sequences;
use super::tables::{self, table};
use crate::card::Deck;
use crate::combinations::binomial;
use crate::measure::{Key, Measure};
use crate::stats::Ratio;
use std::ops::RangeInclusive;

/// Returns the probability that `cards` cards of the game contain no set, or `None` if the game has
/// fewer cards.
///
/// ```
/// # use setodds_engine::{exact::known, stats::Ratio};
/// assert_eq!(known::no_set(12), Some(Ratio::new(325_432_404, 10_074_689_485)));
/// assert_eq!((known::no_set(21), known::no_set(82)), (Some(Ratio::ZERO), None));
/// ```
#[must_use]
pub fn no_set(cards: usize) -> Option<Ratio> {
    probability(Deck::GAME, Key::sets(cards), 0)
}

/// Returns the exact probability of a value, for `set-types` as a proportion of the sets and for
/// `greedy-cap` as a decimal. Returns `None` if it is unknown, if the fraction does not fit into
/// 128 bits, or if the deck has no such hands.
///
/// ```
/// # use setodds_engine::{card::Deck, exact::known, measure::{Key, Measure}, stats::Ratio};
/// let key = Key { cards: 12, measure: Measure::SetTypes };
/// assert_eq!(known::probability(Deck::GAME, key, 4), Some(Ratio::new(1, 5)));
/// ```
#[must_use]
pub fn probability(deck: Deck, key: Key, value: usize) -> Option<Ratio> {
    if !key.fits(deck) {
        return None;
    }
    if key.measure != Measure::Sets && !range(deck, key).contains(&value) {
        return Some(Ratio::ZERO);
    }
    match key.measure {
        Measure::Sets => match hands_with(deck, key.cards, value)? {
            0 => Some(Ratio::ZERO),
            hands => Some(Ratio::new(hands, binomial(deck.size(), key.cards)?)),
        },
        Measure::FirstSet => first_set(deck, value),
        Measure::SetTypes => {
            let directions = binomial(deck.features(), value)? << value;
            Some(Ratio::new(directions, deck.size() as u128 - 1))
        }
        Measure::GreedyCap => tables::random_cap(deck, value),
        Measure::InSets | Measure::DisjointSets | Measure::LargestCap | Measure::Ultrasets => {
            match distribution(deck, key) {
                Some(all) => Some(all.get(value).copied().unwrap_or(Ratio::ZERO)),
                None if key.value_without_sets() == Some(value) => {
                    probability(deck, Key::sets(key.cards), 0)
                }
                None => None,
            }
        }
    }
}

/// Returns the probabilities of the values 0, 1, 2, ... Returns `None` if one is unknown or exceeds
/// 128 bits, or if the deck has no such hands.
#[must_use]
pub fn distribution(deck: Deck, key: Key) -> Option<Vec<Ratio>> {
    if !key.fits(deck) {
        return None;
    }
    let of_hands = |counts: &[u128]| {
        let total = counts.iter().sum();
        counts.iter().map(|&hands| Ratio::new(hands, total)).collect()
    };
    match key.measure {
        Measure::Sets => Some(of_hands(&counts(deck, key.cards)?)),
        Measure::InSets | Measure::DisjointSets | Measure::LargestCap | Measure::Ultrasets => {
            table(deck, key)
                .map(of_hands)
                .or_else(|| Some(of_hands(&counts_of_small_hands(deck, key)?)))
        }
        Measure::FirstSet | Measure::SetTypes | Measure::GreedyCap => {
            (0..=*range(deck, key).end()).map(|value| probability(deck, key, value)).collect()
        }
    }
}

/// Returns a range that contains the values of a measure; see `impossible` for tighter bounds of
/// `sets`.
pub(super) fn range(deck: Deck, key: Key) -> RangeInclusive<usize> {
    let most = match key.measure {
        Measure::Sets => deck.sets(),
        Measure::FirstSet => deck.largest_cap() + 1,
        Measure::InSets => key.cards,
        Measure::DisjointSets => key.cards / 3,
        Measure::SetTypes => deck.features(),
        Measure::LargestCap => key.cards.min(deck.largest_cap()),
        Measure::GreedyCap => deck.largest_cap(),
        // Pairs with the same third card are disjoint, so there are at most half as many as cards.
        Measure::Ultrasets => pairs(key.cards) * (key.cards / 2).saturating_sub(1) / 2,
    };
    key.measure.min_value(deck, key.cards)..=most
}

/// Returns the mean of a measure, or `None` if the key does not fit the deck, the mean is unknown,
/// or the fraction exceeds 128 bits.
#[must_use]
pub fn mean(deck: Deck, key: Key) -> Option<Ratio> {
    if !key.fits(deck) {
        return None;
    }
    match key.measure {
        Measure::Sets => Some(mean_sets(deck, key.cards)),
        Measure::InSets => mean_in_sets(deck, key.cards),
        Measure::Ultrasets => {
            Some(Ratio::new(3 * binomial(key.cards, 4)?, deck.size() as u128 - 2))
        }
        _ => mean_of(distribution(deck, key)?),
    }
}

/// Returns the mean of the values 0, 1, 2, ... with these probabilities, or `None` if it exceeds
/// 128 bits.
fn mean_of(probabilities: Vec<Ratio>) -> Option<Ratio> {
    (0..).zip(probabilities).try_fold(Ratio::ZERO, |sum, (value, p)| {
        sum.checked_add(p.checked_mul(Ratio::new(value, 1))?)
    })
}

/// Returns the number of hands of `cards` cards that contain exactly `sets` sets, or `None` if it
/// is unknown or the deck has fewer cards.
///
/// ```
/// # use setodds_engine::{card::Deck, exact::known};
/// assert_eq!(known::hands_with(Deck::GAME, 12, 0), Some(2_284_535_476_080));
/// // Hands of 100 cards of five features are not counted, but known to contain a set.
/// let five = Deck::new(5)?;
/// assert_eq!(known::hands_with(five, 100, 0), Some(0));
/// assert_eq!(known::hands_with(five, 100, 600), None);
/// # Ok::<(), setodds_engine::card::DeckError>(())
/// ```
#[must_use]
pub fn hands_with(deck: Deck, cards: usize, sets: usize) -> Option<u128> {
    match counts(deck, cards) {
        Some(counts) => Some(counts.get(sets).copied().unwrap_or(0)),
        None => {
            let is_without_caps = deck.largest_cap() < cards && cards <= deck.size();
            (sets == 0 && is_without_caps).then_some(0)
        }
    }
}

/// Returns the numbers of hands with 0, 1, 2, ... sets, or `None` if they are unknown or the deck
/// has fewer cards.
#[must_use]
pub fn counts(deck: Deck, cards: usize) -> Option<Vec<u128>> {
    let left = deck.size().checked_sub(cards)?;
    if let Some(counts) = table(deck, Key::sets(cards)) {
        return Some(counts.to_vec());
    }
    let mut counts = Vec::new();
    let known = table(deck, Key::sets(left))?.iter().enumerate();
    for (sets, &hands) in known.filter(|&(_, &hands)| hands > 0) {
        let sets = sets_left(deck, left, sets)?;
        counts.resize(counts.len().max(sets + 1), 0);
        counts[sets] = hands;
    }
    Some(counts)
}

/// Returns the number of sets among the cards outside a hand of `cards` cards with `sets` sets, or
/// `None` if it would be negative, which shows that no such hand exists.
///
/// In the deck each card is in (v - 1)/2 sets, and each two cards are together in one set. So k(v -
/// 1)/2 - C(k,2) + s sets contain a card of the hand, and the v - k other cards contain the rest.
#[must_use]
pub fn sets_left(deck: Deck, cards: usize, sets: usize) -> Option<usize> {
    let met = cards * (deck.size() - 1) / 2 + sets;
    (deck.sets() + pairs(cards)).checked_sub(met)
}

const fn pairs(cards: usize) -> usize {
    cards * cards.saturating_sub(1) / 2
}

/// Returns the mean number of sets in `cards` cards, C(k,3)/(v - 2): any three cards are a set with
/// probability 1/(v - 2).
///
/// ```
/// # use setodds_engine::{card::Deck, exact::known, stats::Ratio};
/// assert_eq!(known::mean_sets(Deck::GAME, 12), Ratio::new(220, 79));
/// ```
///
/// # Panics
///
/// Panics if the deck has fewer cards.
#[must_use]
pub fn mean_sets(deck: Deck, cards: usize) -> Ratio {
    assert!(cards <= deck.size(), "no more cards than the deck has");
    let cards = cards as u128;
    let ordered = cards * cards.saturating_sub(1) * cards.saturating_sub(2);
    Ratio::new(ordered / 6, deck.size() as u128 - 2)
}

/// Returns the variance of the number of sets in `cards` cards, E(s(s - 1)) + E(s) - E(s)^2. A hand
/// contains `m` given cards with probability `k(k - 1).../v(v - 1)...`, `m` factors each.
///
/// ```
/// # use setodds_engine::{card::Deck, exact::known, stats::Ratio};
/// assert_eq!(known::variance_sets(Deck::GAME, 12), Ratio::new(1_571_820, 830_053));
/// ```
///
/// # Panics
///
/// Panics if the deck has fewer cards. The fraction fits into 128 bits for every deck and hand
/// size, as a test shows.
#[must_use]
pub fn variance_sets(deck: Deck, cards: usize) -> Ratio {
    let falling =
        |n: usize, m: usize| (0..m).map(|i| n.saturating_sub(i) as u128).product::<u128>();
    let hold = |m: usize| Ratio::new(falling(cards, m), falling(deck.size(), m));
    let mean = mean_sets(deck, cards);
    let squares = sequences(deck, 2).into_iter().try_fold(mean, |sum, (covered, pairs)| {
        sum.checked_add(Ratio::new(pairs, 1).checked_mul(hold(covered))?)
    });
    let variance = squares.and_then(|squares| squares.checked_sub(mean.checked_mul(mean)?));
    variance.expect("the variance fits into 128 bits")
}

/// Returns the probability that card number `value` completes the first set, or `None` if it is
/// unknown or its fraction does not fit into 128 bits.
fn first_set(deck: Deck, value: usize) -> Option<Ratio> {
    let before = hands_with(deck, value - 1, 0)?;
    let after = hands_with(deck, value, 0)?;
    // C(v,c-1) (v - c + 1) = C(v,c) c: each hand of c cards extends c smaller ones.
    let ordered = binomial(deck.size(), value)?.checked_mul(value as u128)?;
    let none_before = before.checked_mul((deck.size() - value + 1) as u128)?;
    let none_after = after.checked_mul(value as u128)?;
    Some(Ratio::new(none_before - none_after, ordered))
}

/// Returns the number of hands with the values 0, 1, 2, ... of a measure, for hands so small that
/// the number of sets determines the measure. Returns `None` for larger hands, and for measures
/// that the number of sets does not determine.
fn counts_of_small_hands(deck: Deck, key: Key) -> Option<Vec<u128>> {
    let sets = counts(deck, key.cards).filter(|_| key.cards <= 5)?;
    let mut counts = vec![0; key.cards + 1];
    for (sets, hands) in sets.into_iter().enumerate() {
        let value = match key.measure {
            Measure::InSets => [0, 3, 5][sets],
            Measure::LargestCap => key.cards - sets.min(1),
            Measure::DisjointSets => sets.min(1),
            _ => return None,
        };
        counts[value] += hands;
    }
    Some(counts)
}

fn mean_in_sets(deck: Deck, cards: usize) -> Option<Ratio> {
    let (pairs, Some(others)) = ((deck.size() - 1) / 2, cards.checked_sub(1)) else {
        return Some(Ratio::ZERO);
    };
    if others > pairs {
        return Some(Ratio::new(cards as u128, 1));
    }
    let all = binomial(deck.size() - 1, others)?;
    let power = 1_u128.checked_shl(u32::try_from(others).ok()?)?;
    let alone = binomial(pairs, others)?.checked_mul(power)?;
    Some(Ratio::new((all - alone).checked_mul(cards as u128)?, all))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Card;
    use crate::detect::Strategy;

    #[test]
    fn the_variance_fits_for_all_sizes() {
        for deck in Deck::all() {
            for cards in 0..=deck.size() {
                assert!(variance_sets(deck, cards).value() >= 0.0, "{deck:?} {cards}");
            }
        }
    }

    #[test]
    fn more_cards_than_the_deck_has_are_refused() {
        let deck = Deck::new(2).unwrap();
        for key in Measure::ALL.map(|measure| Key { cards: 10, measure }) {
            assert_eq!(mean(deck, key), None, "{key:?}");
            assert_eq!(distribution(deck, key), None, "{key:?}");
            for value in 0..=10 {
                assert_eq!(probability(deck, key, value), None, "{key:?} {value}");
            }
        }
        assert_eq!((hands_with(deck, 10, 0), counts(deck, 10)), (None, None));
        assert_eq!([no_set(82), no_set(usize::MAX)], [None, None]);
        for of_sets in [mean_sets, variance_sets] {
            assert!(std::panic::catch_unwind(|| of_sets(deck, 10)).is_err());
        }
    }

    /// Computes the variance by definition: E(s^2) - E(s)^2.
    #[test]
    fn the_variance_is_that_of_the_counts() {
        for (features, cards) in
            [(2, 4), (2, 9), (3, 8), (3, 20), (4, 2), (4, 7), (4, 12), (4, 21), (4, 81)]
        {
            let deck = Deck::new(features).unwrap();
            let squares = distribution(deck, Key::sets(cards))
                .unwrap()
                .into_iter()
                .zip(0..)
                .try_fold(Ratio::ZERO, |sum, (p, sets)| {
                    sum.checked_add(p.checked_mul(Ratio::new(sets * sets, 1))?)
                });
            let mean = mean_sets(deck, cards);
            let expected = squares.unwrap().checked_sub(mean.checked_mul(mean).unwrap());
            assert_eq!(Some(variance_sets(deck, cards)), expected, "{features} {cards}");
        }
    }

    #[test]
    fn every_size_of_the_game_is_known_and_large_hands_hold_a_set() {
        assert_eq!(hands_with(Deck::GAME, 20, 0), Some(682_344));
        for cards in [21, 40, 60] {
            assert_eq!(hands_with(Deck::GAME, cards, 0), Some(0));
        }
        assert_eq!(hands_with(Deck::GAME, 40, 83), Some(0));
        assert_eq!(hands_with(Deck::GAME, 40, 84), Some(492_804_000));
        let large = Deck::new(6).unwrap();
        assert_eq!(hands_with(large, 112, 0), None);
        assert_eq!(probability(large, Key::sets(400), 0), Some(Ratio::ZERO));
    }

    /// Checks counts by hand for the deck of two features. A hand of four cards contains one of the
    /// 12 sets in 12 * 6 cases; a hand of five contains two in 54, the pairs of sets that meet.
    #[test]
    fn small_hands_are_counted_by_their_sets() {
        for (measure, four, five) in [
            (Measure::InSets, [54, 0, 0, 72, 0], [0, 0, 0, 72, 0, 54]),
            (Measure::LargestCap, [0, 0, 0, 72, 54], [0, 0, 0, 0, 126, 0]),
            (Measure::DisjointSets, [54, 72, 0, 0, 0], [0, 126, 0, 0, 0, 0]),
        ] {
            let counted =
                |cards| counts_of_small_hands(Deck::new(2).unwrap(), Key { cards, measure });
            assert_eq!(counted(4).as_deref(), Some(&four[..]), "{measure:?}");
            assert_eq!(counted(5).as_deref(), Some(&five[..]), "{measure:?}");
            assert_eq!(counted(6), None, "{measure:?}");
        }
    }

    #[test]
    fn random_caps_of_the_game_are_known_as_decimals() {
        let key = Key { cards: 81, measure: Measure::GreedyCap };
        let seventeen = probability(Deck::GAME, key, 17).unwrap().value();
        assert_eq!(seventeen.to_string(), "0.6006360141962579");
        assert!((mean(Deck::GAME, key).unwrap().value() - 17.215_375_556_384_1).abs() < 1e-12);
    }

    #[test]
    fn sets_left_are_those_that_are_counted() {
        for deck in [2, 3, 4].map(|features| Deck::new(features).unwrap()) {
            let count = |cards: &[Card]| Strategy::Naive.detector(deck).count(cards);
            for cards in [0, 1, 3, 5, 8] {
                let (hand, rest): (Vec<_>, Vec<_>) =
                    deck.cards().partition(|card| card.index() * 5 % deck.size() < cards);
                let left = sets_left(deck, hand.len(), count(&hand));
                assert_eq!(left, Some(count(&rest)), "{} {cards}", deck.features());
            }
        }
        assert_eq!(sets_left(Deck::GAME, 69, 660), Some(6));
        assert_eq!(sets_left(Deck::GAME, 40, 2000), None);
    }
}
