//! Impossible values: values of a measure that no hand has, and the reason.
//!
//! * `sets`: two cards are in at most one set, so a card of a hand of k cards is in at most (k -
//!   1)/2 sets, and each set is counted three times. The same holds for the cards outside the hand,
//!   which determine its number of sets (`sets_left`).
//! * `in-sets`: one set has 3 cards, two sets have at least 5; the values 1, 2 and 4 do not occur.
//! * `disjoint-sets`: each takes three cards.
//! * `ultrasets`: each pair of cards in a hand has a third card, and a card is the third card of at
//!   most half as many pairs as the hand has cards.
//! * `largest-cap`, `greedy-cap`: at most the largest cap of the deck, and at least so large that
//!   its pairs can exclude all other cards.

use super::known::{self, sets_left};
use crate::card::Deck;
use crate::measure::{Key, Measure};
use crate::stats::Ratio;
use crate::tally::Tally;
use std::ops::RangeInclusive;

/// Reason why a measure never has a given value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Impossible {
    /// The hand is larger than the deck.
    #[error("the deck has {0} cards")]
    LargerThanDeck(usize),
    /// The value means a hand without a set, but the hand is larger than the largest cap.
    #[error("every hand of over {0} cards holds a set")]
    LargerThanCaps(usize),
    /// The value is outside the range between the smallest and the largest value.
    #[error("it is {}", range(*.0, *.1))]
    Outside(usize, usize),
    /// The value, a number of cards in sets, is 1, 2 or 4, but one set has 3 cards, and several
    /// sets have at least 5.
    #[error("sets have 3 cards, or together 5 and more")]
    InSets,
    /// The number of sets is larger than the number of pairs of cards in the hand allows.
    #[error("{0} at most, as two cards share at most one set")]
    Pairs(usize),
    /// The number of sets is smaller than the cards outside the hand allow.
    #[error("{least} at least, as the other {left} cards hold at most {others} sets")]
    TooFew {
        /// A lower bound of the number of sets in the hand.
        least: usize,
        /// The number of cards outside the hand.
        left: usize,
        /// An upper bound of the number of sets among the cards outside the hand.
        others: usize,
    },
    /// The number of sets is larger than the cards outside the hand allow.
    #[error("{most} at most, as {met} sets or more contain one of the other {left} cards")]
    TooMany {
        /// An upper bound of the number of sets in the hand.
        most: usize,
        /// The number of cards outside the hand.
        left: usize,
        /// A lower bound of the number of sets that contain a card outside the hand.
        met: usize,
    },
    /// The number of sets is below the minimum of all hands, which have been counted. Holds the
    /// minimum.
    #[error("{0} at least, exactly known")]
    Least(usize),
    /// The number of sets is above the maximum of all hands, which have been counted. Holds the
    /// maximum.
    #[error("{0} at most, exactly known")]
    Most(usize),
    /// No hand has this number of sets, but some have fewer and some have more; all hands have been
    /// counted.
    #[error("some hands have fewer and some have more, none has that many, exactly known")]
    Gap,
    /// The exact probability of the value is 0.
    #[error("exactly known")]
    Known,
}

/// Formats a range of values, such as `3 to 21`, or `always 4` for a range of one value.
fn range(low: usize, high: usize) -> String {
    if low == high { format!("always {low}") } else { format!("{low} to {high}") }
}

/// Returns the reason why the measure never has the value, or `None` if no such reason is known.
///
/// ```
/// use setodds_engine::{card::Deck, exact::impossible::impossible, measure::Key};
/// let why = impossible(Deck::GAME, Key::sets(21), 0).expect("no cap has 21 cards");
/// assert_eq!(why.to_string(), "every hand of over 20 cards holds a set");
/// assert_eq!(impossible(Deck::GAME, Key::sets(12), 14), None);
/// ```
#[must_use]
pub fn impossible(deck: Deck, key: Key, value: usize) -> Option<Impossible> {
    if !key.fits(deck) {
        return Some(Impossible::LargerThanDeck(deck.size()));
    }
    if key.value_without_sets() == Some(value) && key.cards > deck.largest_cap() {
        return Some(Impossible::LargerThanCaps(deck.largest_cap()));
    }
    let range = known::range(deck, key);
    let reason = match key.measure {
        Measure::Sets => sets(deck, key.cards, value),
        Measure::InSets if matches!(value, 1 | 2 | 4) => Some(Impossible::InSets),
        _ if range.contains(&value) => None,
        _ => Some(Impossible::Outside(*range.start(), *range.end())),
    };
    reason.or_else(|| {
        let never = known::probability(deck, key, value)? == Ratio::ZERO;
        never.then_some(Impossible::Known)
    })
}

/// Returns whether a tally counts no value that is known to be [`impossible`].
#[must_use]
pub fn is_possible(deck: Deck, key: Key, tally: &Tally) -> bool {
    // Most values of a wrong tally may be far too large, so the bounds are compared first.
    tally.largest().is_none_or(|value| value <= *bounds(deck, key).end())
        && tally.occurring().all(|(value, _)| impossible(deck, key, value).is_none())
}

/// Returns a range that contains all values of the measure.
///
/// ```
/// use setodds_engine::{card::Deck, exact::impossible::bounds, measure::Key};
/// assert_eq!(bounds(Deck::GAME, Key::sets(12)), 0..=20);
/// ```
#[must_use]
pub fn bounds(deck: Deck, key: Key) -> RangeInclusive<usize> {
    match key.measure {
        Measure::Sets => 0..=max_sets(key.cards),
        _ => known::range(deck, key),
    }
}

/// Returns the reason why no hand of `cards` cards has this number of sets, or `None` if no reason
/// is known.
fn sets(deck: Deck, cards: usize, sets: usize) -> Option<Impossible> {
    if let Some(counts) = known::counts(deck, cards) {
        let never = counts.get(sets).is_none_or(|&hands| hands == 0);
        return never.then(|| exact_reason(&counts, sets));
    }
    let left = deck.size() - cards;
    if sets > max_sets(cards) {
        return Some(Impossible::Pairs(max_sets(cards)));
    }
    let bound = |sets| sets_left(deck, left, sets).unwrap_or(0);
    let others = max_sets(left);
    let (least, most) = (bound(others), bound(0));
    if sets < least {
        return Some(Impossible::TooFew { least, left, others });
    }
    let met = deck.sets() - most;
    (sets > most).then_some(Impossible::TooMany { most, left, met })
}

/// Returns an upper bound of the number of sets in a hand: each card is in at most (cards - 1)/2
/// sets.
const fn max_sets(cards: usize) -> usize {
    cards * (cards.saturating_sub(1) / 2) / 3
}

/// Returns the reason why no hand has a number of sets: it is below, above, or between the numbers
/// that occur. `counts` holds the number of hands with 0, 1, 2, ... sets.
fn exact_reason(counts: &[u128], sets: usize) -> Impossible {
    let mut possible = (0..counts.len()).filter(|&sets| counts[sets] > 0);
    let least = possible.next().unwrap_or(0);
    let most = possible.next_back().unwrap_or(least);
    if sets < least {
        Impossible::Least(least)
    } else if sets > most {
        Impossible::Most(most)
    } else {
        Impossible::Gap
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(cards: usize, measure: Measure, value: usize) -> String {
        let why = impossible(Deck::GAME, Key { cards, measure }, value);
        why.map(|why| why.to_string()).unwrap_or_default()
    }

    #[test]
    fn values_that_occur_are_possible() {
        for (cards, measure, values) in [
            (12, Measure::Sets, 0..=14),
            (20, Measure::Sets, 2..=42),
            (21, Measure::FirstSet, 3..=21),
            (12, Measure::InSets, 5..=12),
            (12, Measure::DisjointSets, 0..=4),
            (12, Measure::SetTypes, 1..=4),
            (12, Measure::LargestCap, 6..=12),
            (21, Measure::LargestCap, 9..=20),
            (81, Measure::GreedyCap, 15..=18),
            (81, Measure::GreedyCap, 20..=20),
            (81, Measure::Ultrasets, 63_180..=63_180),
        ] {
            for value in values {
                assert_eq!(why(cards, measure, value), "", "{cards} {measure} {value}");
            }
        }
    }

    #[test]
    fn values_that_cannot_be_have_a_reason() {
        for (cards, measure, value, reason) in [
            (21, Measure::Sets, 0, "every hand of over 20 cards holds a set"),
            (21, Measure::InSets, 0, "every hand of over 20 cards holds a set"),
            (12, Measure::Sets, 15, "14 at most, exactly known"),
            (10, Measure::Sets, 11, "some hands have fewer and some have more, none"),
            (80, Measure::Sets, 1, "1040 at least, exactly known"),
            (21, Measure::FirstSet, 0, "it is 3 to 21"),
            (12, Measure::InSets, 4, "sets have 3 cards"),
            (12, Measure::InSets, 13, "it is 0 to 12"),
            (12, Measure::DisjointSets, 5, "it is 0 to 4"),
            (12, Measure::SetTypes, 0, "it is 1 to 4"),
            (12, Measure::SetTypes, usize::MAX, "it is 1 to 4"),
            (2, Measure::Sets, 1, "0 at most, exactly known"),
            (12, Measure::LargestCap, 13, "it is 5 to 12"),
            (30, Measure::LargestCap, 21, "it is 8 to 20"),
            (21, Measure::LargestCap, 21, "every hand of over 20 cards holds a set"),
            (4, Measure::LargestCap, 1, "it is 3 to 4"),
            (81, Measure::GreedyCap, 12, "it is 13 to 20"),
            (3, Measure::Ultrasets, 1, "it is always 0"),
            (40, Measure::Ultrasets, 3_000, "it is 3375 to 7410"),
            (81, Measure::Ultrasets, 63_179, "it is always 63180"),
        ] {
            let known = known::probability(Deck::GAME, Key { cards, measure }, value);
            assert!(known.is_none_or(|probability| probability == Ratio::ZERO));
            let found = why(cards, measure, value);
            assert!(found.starts_with(reason), "{cards} {measure} {value}: {found}");
        }
    }

    #[test]
    fn hands_larger_than_the_deck_have_no_value() {
        for measure in Measure::ALL {
            for cards in [82, 100, usize::MAX] {
                assert_eq!(why(cards, measure, 0), "the deck has 81 cards", "{cards} {measure}");
            }
        }
    }

    #[test]
    fn hands_that_are_not_counted_have_bounds() {
        let five = Deck::new(5).unwrap();
        for (cards, value, reason) in [
            (40, 254, "253 at most, as"),
            (203, 5487, "5488 at least, as the other 40 cards hold at most 253 sets"),
            (203, 5742, "5741 at most, as 4060 sets or more contain one"),
            (100, 0, "every hand of over 45 cards holds a set"),
        ] {
            assert_eq!(known::counts(five, cards), None);
            let found = impossible(five, Key::sets(cards), value).unwrap().to_string();
            assert!(found.starts_with(reason), "{cards} {value}: {found}");
        }
        for (cards, value) in [(40, 253), (203, 5488), (203, 5741)] {
            assert_eq!(impossible(five, Key::sets(cards), value), None);
        }
    }
}
