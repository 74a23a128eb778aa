//! Values that no hand has.
//!
//! * `sets`: two cards are in one set at most, so a card of a hand of k is in (k - 1)/2 sets at
//!   most, and each set is counted thrice. The same holds of the cards that the hand leaves, whose
//!   number of sets follows (`sets_left`).
//! * `in-sets`: one set has 3 cards, two have 5 at least; nothing has 1, 2 or 4.
//! * `disjoint-sets`: each takes three cards.
//! * `ultrasets`: the pairs in a hand, each with the card that completes it, spread over the cards
//!   of the deck, and no card completes more of them than half of the hand has.
//! * `largest-cap`, `greedy-cap`: no larger than the largest cap of the deck, and so large that its
//!   pairs can forbid all other cards.

use super::known::{self, sets_left};
use crate::card::Deck;
use crate::measure::{Key, Measure};
use crate::stats::Ratio;
use std::ops::RangeInclusive;

/// Why a measure never has a value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Impossible {
    /// The deck has fewer cards.
    #[error("the deck has {0} cards")]
    LargerThanDeck(usize),
    /// Hands of more cards than the largest cap are never without a set.
    #[error("every hand of over {0} cards holds a set")]
    LargerThanCaps(usize),
    /// The smallest and the largest value.
    #[error("it is {}", range(*.0, *.1))]
    Outside(usize, usize),
    /// Cards in sets are 0, 3, 5 or more.
    #[error("sets have 3 cards, or together 5 and more")]
    InSets,
    /// More sets than pairs of cards allow.
    #[error("{0} at most, as two cards share at most one set")]
    Pairs(usize),
    /// Fewer sets than the other cards of the deck can leave.
    #[error("{least} at least, as the other {left} cards hold at most {others} sets")]
    TooFew {
        /// A lower bound of the number of sets.
        least: usize,
        /// The cards that are not in the hand.
        left: usize,
        /// An upper bound of the sets among these.
        others: usize,
    },
    /// More sets than the other cards of the deck leave.
    #[error("{most} at most, as {met} sets or more contain one of the other {left} cards")]
    TooMany {
        /// An upper bound of the number of sets.
        most: usize,
        /// The cards that are not in the hand.
        left: usize,
        /// A lower bound of the sets that contain one of these.
        met: usize,
    },
    /// All hands are counted, and none has fewer sets than this.
    #[error("{0} at least, exactly known")]
    Least(usize),
    /// All hands are counted, and none has more sets than this.
    #[error("{0} at most, exactly known")]
    Most(usize),
    /// All hands are counted, and the value lies between two that occur.
    #[error("some hands have fewer and some have more, none has that many, exactly known")]
    Gap,
    /// The probability is known to be 0.
    #[error("exactly known")]
    Known,
}

/// Returns `3 to 21`, or `always 4` for a range of one value.
fn range(low: usize, high: usize) -> String {
    if low == high { format!("always {low}") } else { format!("{low} to {high}") }
}

/// Why the measure never has such a value, if that is known.
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

/// A range that no value of the measure leaves.
///
/// ```
/// use setodds_engine::{card::Deck, exact::impossible::bounds, measure::Key};
/// assert_eq!(bounds(Deck::GAME, Key::sets(12)), 0..=20);
/// ```
#[must_use]
pub fn bounds(deck: Deck, key: Key) -> RangeInclusive<usize> {
    match key.measure {
        Measure::Sets => 0..=most_sets(key.cards),
        _ => known::range(deck, key),
    }
}

/// Why no hand of `cards` cards has this number of sets.
fn sets(deck: Deck, cards: usize, sets: usize) -> Option<Impossible> {
    if let Some(counts) = known::counts(deck, cards) {
        let never = counts.get(sets).is_none_or(|&hands| hands == 0);
        return never.then(|| exact_range(&counts, sets));
    }
    let left = deck.size() - cards;
    if sets > most_sets(cards) {
        return Some(Impossible::Pairs(most_sets(cards)));
    }
    let bound = |sets| sets_left(deck, left, sets).unwrap_or(0);
    let others = most_sets(left);
    let (least, most) = (bound(others), bound(0));
    if sets < least {
        return Some(Impossible::TooFew { least, left, others });
    }
    let met = deck.sets() - most;
    (sets > most).then_some(Impossible::TooMany { most, left, met })
}

/// An upper bound of the sets in a hand: each card is in a set with at most half of the others.
const fn most_sets(cards: usize) -> usize {
    cards * (cards.saturating_sub(1) / 2) / 3
}

/// Where a number of sets lies that no hand has.
fn exact_range(counts: &[u128], sets: usize) -> Impossible {
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
