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

/// Why the measure never has such a value, in words, if that is known.
///
/// ```
/// use setodds_engine::{card::Deck, exact::impossible::impossible, measure::Key};
/// let why = impossible(Deck::GAME, Key::sets(21), 0);
/// assert_eq!(why.as_deref(), Some("every hand of over 20 cards holds a set"));
/// assert_eq!(impossible(Deck::GAME, Key::sets(12), 14), None);
/// ```
#[must_use]
pub fn impossible(deck: Deck, key: Key, value: usize) -> Option<String> {
    if key.value_without_sets() == Some(value) && key.cards > deck.largest_cap() {
        return Some(format!("every hand of over {} cards holds a set", deck.largest_cap()));
    }
    let range = known::range(deck, key);
    let reason = match key.measure {
        Measure::Sets => sets(deck, key.cards, value),
        Measure::InSets if matches!(value, 1 | 2 | 4) => {
            Some("sets have 3 cards, or together 5 and more".to_owned())
        }
        _ if range.contains(&value) => None,
        _ => Some(format!("it is {} to {}", range.start(), range.end())),
    };
    reason.or_else(|| {
        let never = known::probability(deck, key, value)? == Ratio::ZERO;
        never.then(|| "exactly known".to_owned())
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
fn sets(deck: Deck, cards: usize, sets: usize) -> Option<String> {
    if known::hands_with(deck, cards, sets) == Some(0) {
        return Some(exact_range(&known::counts(deck, cards)?, sets));
    }
    let left = deck.size() - cards;
    if sets > most_sets(cards) {
        return Some(format!("{} at most, as two cards share at most one set", most_sets(cards)));
    }
    let bound = |sets| sets_left(deck, left, sets).unwrap_or(0);
    let (least, most) = (bound(most_sets(left)), bound(0));
    if sets < least {
        let others = most_sets(left);
        return Some(format!(
            "{least} at least, as the other {left} cards hold at most {others} sets"
        ));
    }
    let met = deck.sets() - most;
    (sets > most).then(|| {
        format!("{most} at most, as {met} sets or more contain one of the other {left} cards")
    })
}

/// An upper bound of the sets in a hand: each card is in a set with at most half of the others.
const fn most_sets(cards: usize) -> usize {
    cards * (cards.saturating_sub(1) / 2) / 3
}

/// Where a number of sets lies that no hand has.
fn exact_range(counts: &[u128], sets: usize) -> String {
    let mut possible = (0..counts.len()).filter(|&sets| counts[sets] > 0);
    let least = possible.next().unwrap_or(0);
    let most = possible.next_back().unwrap_or(least);
    if sets < least {
        format!("{least} at least, exactly known")
    } else if sets > most {
        format!("{most} at most, exactly known")
    } else {
        "some hands have fewer and some have more, none has that many, exactly known".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(cards: usize, measure: Measure, value: usize) -> String {
        impossible(Deck::GAME, Key { cards, measure }, value).unwrap_or_default()
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
            (3, Measure::Ultrasets, 1, "it is 0 to 0"),
            (40, Measure::Ultrasets, 3_000, "it is 3375 to 7410"),
            (81, Measure::Ultrasets, 63_179, "it is 63180 to 63180"),
        ] {
            let known = known::probability(Deck::GAME, Key { cards, measure }, value);
            assert!(known.is_none_or(|probability| probability == Ratio::ZERO));
            let found = why(cards, measure, value);
            assert!(found.starts_with(reason), "{cards} {measure} {value}: {found}");
        }
    }

    #[test]
    fn hands_that_are_not_counted_have_bounds() {
        let five = Deck::new(5).unwrap();
        for (cards, value, reason) in [
            (40, 254, "253 at most, as"),
            (203, 5487, "5488 at least, as the other 40 cards hold at most 253 sets"),
            (203, 5742, "5741 at most, as 4060 sets or more contain one"),
        ] {
            assert_eq!(known::counts(five, cards), None);
            let found = impossible(five, Key::sets(cards), value).unwrap();
            assert!(found.starts_with(reason), "{cards} {value}: {found}");
        }
        for (cards, value) in [(40, 253), (203, 5488), (203, 5741)] {
            assert_eq!(impossible(five, Key::sets(cards), value), None);
        }
    }
}
