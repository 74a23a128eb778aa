//! What is known exactly about every measure, without computing it.
//!
//! * `sets`: see [`known`].
//! * `first-set`: the first set is there with card number `c` when `c - 1` cards hold none and `c`
//!   do, so its probability is the difference of two probabilities of no set.
//! * `in-sets`: a card is in no set when, of the (v - 1)/2 pairs that complete it to a set, each
//!   has at most one card among the k - 1 others of the hand; the pairs share out all other cards.
//!   With m pairs the probability is C(m,k-1) 2^(k-1)/C(2m,k-1), which gives the mean.
//! * `set-types`: the share of the lines of AG(n,3) that differ in `d` features is
//!   C(n,d) 2^d/(3^n - 1).
//! * No set is no set: `in-sets` and `disjoint-sets` are 0 when `sets` is, and `largest-cap` is all
//!   cards of the hand. Up to five cards hold at most two sets, which share a card, so their number
//!   tells all: without that card there is none. For larger hands there are the tables of
//!   `reports/classes`.
//! * `greedy-cap`: the tables of `reports/caps`, which follow the classes of caps card by card, up to four
//!   features.

use super::known;
use super::tables::{random_cap, table};
use crate::card::Deck;
use crate::hand::combinations::binomial;
use crate::measure::{Key, Measure};
use crate::stats::Ratio;

/// The probability of a value, where it is known; for `set-types` the share of the sets.
///
/// ```
/// use setodds_engine::{card::Deck, exact::measures::probability, measure::{Key, Measure}, stats::Ratio};
/// let key = Key { cards: 12, measure: Measure::SetTypes };
/// let share = probability(Deck::GAME, key, 4).expect("known of every deck");
/// assert_eq!(share, Ratio::new(1, 5));
/// ```
#[must_use]
pub fn probability(deck: Deck, key: Key, value: usize) -> Option<Ratio> {
    match key.measure {
        Measure::Sets => known::probability(deck, key.cards, value),
        Measure::FirstSet => first_set(deck, value),
        Measure::InSets | Measure::DisjointSets | Measure::LargestCap => {
            of_classes(deck, key, value)
        }
        Measure::SetTypes => set_type(deck, value),
        Measure::GreedyCap => greedy_cap(deck, value),
    }
}

/// The probabilities of 0, 1, 2, ..., where all are known.
#[must_use]
pub fn distribution(deck: Deck, key: Key) -> Option<Vec<Ratio>> {
    match key.measure {
        Measure::Sets => known::distribution(deck, key.cards),
        Measure::FirstSet => {
            (0..=deck.largest_cap() + 1).map(|value| first_set(deck, value)).collect()
        }
        Measure::InSets | Measure::DisjointSets | Measure::LargestCap => whole(deck, key),
        Measure::SetTypes => (0..=deck.features()).map(|value| set_type(deck, value)).collect(),
        Measure::GreedyCap => {
            (0..=deck.largest_cap()).map(|value| greedy_cap(deck, value)).collect()
        }
    }
}

/// The mean, where it is known.
#[must_use]
pub fn mean(deck: Deck, key: Key) -> Option<Ratio> {
    match key.measure {
        Measure::Sets => Some(known::mean_sets(deck, key.cards)),
        Measure::InSets => mean_in_sets(deck, key.cards),
        _ => mean_of(&distribution(deck, key)?),
    }
}

/// The probability that card number `value` completes the first set.
fn first_set(deck: Deck, value: usize) -> Option<Ratio> {
    if value < 3 || value > deck.largest_cap() + 1 {
        return Some(Ratio::ZERO);
    }
    let before = known::hands_with(deck, value - 1, 0)?;
    let after = known::hands_with(deck, value, 0)?;
    // C(v,c-1) (v - c + 1) = C(v,c) c: each hand of c cards comes from c smaller ones.
    let ordered = binomial(deck.size(), value)?.checked_mul(value as u128)?;
    let none_before = before.checked_mul((deck.size() - value + 1) as u128)?;
    let none_after = after.checked_mul(value as u128)?;
    Some(Ratio::new(none_before - none_after, ordered))
}

/// The distribution for hands so small that the number of sets tells all.
fn few(deck: Deck, key: Key) -> Option<Vec<Ratio>> {
    if key.cards > 5 {
        return None;
    }
    let mut all = Vec::new();
    for (sets, probability) in known::distribution(deck, key.cards)?.into_iter().enumerate() {
        let value = match key.measure {
            Measure::InSets => [0, 3, 5][sets],
            Measure::LargestCap => key.cards - sets.min(1),
            _ => sets.min(1),
        };
        all.resize(all.len().max(value + 1), Ratio::ZERO);
        all[value] = all[value].checked_add(probability)?;
    }
    Some(all)
}

fn set_type(deck: Deck, value: usize) -> Option<Ratio> {
    match value {
        0 => Some(Ratio::ZERO),
        _ if value > deck.features() => Some(Ratio::ZERO),
        _ => {
            let directions = binomial(deck.features(), value)? << value;
            Some(Ratio::new(directions, deck.size() as u128 - 1))
        }
    }
}

/// All probabilities, from a table or because the number of sets tells all.
fn whole(deck: Deck, key: Key) -> Option<Vec<Ratio>> {
    let Some(counts) = table(deck, key) else { return few(deck, key) };
    let total = counts.iter().sum();
    Some(counts.iter().map(|&hands| Ratio::new(hands, total)).collect())
}

/// The probability of a value of a measure that sets decide.
fn of_classes(deck: Deck, key: Key, value: usize) -> Option<Ratio> {
    let least = key.measure.least(deck, key.cards);
    if value < least || (key.measure == Measure::LargestCap && value > deck.largest_cap()) {
        return Some(Ratio::ZERO);
    }
    match whole(deck, key) {
        Some(all) => Some(all.get(value).copied().unwrap_or(Ratio::ZERO)),
        None if key.value_without_sets() == Some(value) => known::probability(deck, key.cards, 0),
        None => None,
    }
}

fn greedy_cap(deck: Deck, value: usize) -> Option<Ratio> {
    let least = Measure::GreedyCap.least(deck, deck.size());
    match value {
        _ if value < least || value > deck.largest_cap() => Some(Ratio::ZERO),
        _ => random_cap(deck, value),
    }
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

/// The mean of a distribution, unless it passes 128 bits.
fn mean_of(distribution: &[Ratio]) -> Option<Ratio> {
    (0..).zip(distribution).try_fold(Ratio::ZERO, |sum, (value, probability)| {
        sum.checked_add(probability.checked_mul(Ratio::new(value, 1))?)
    })
}
