//! Whether a hand holds a number of disjoint sets, for hands that are too large for the definition.

use super::{cards, indices};
use setodds_engine::card::{Card, Deck};
use setodds_engine::detect::Strategy;

/// All sets of a deck, each as the bits of its cards.
pub(super) fn sets_of(deck: Deck) -> Vec<u128> {
    let sets = Strategy::Naive.detector(deck).sets(&deck.cards().collect::<Vec<_>>());
    sets.into_iter().map(|[a, b, c]| 1 << a | 1 << b | 1 << c).collect()
}

/// The sets that lie in a hand.
pub(super) fn sets_within(hand: u128, sets: &[u128]) -> Vec<u128> {
    sets.iter().copied().filter(|set| set & !hand == 0).collect()
}

/// Whether `goal` of some sets are disjoint.
pub(super) fn holds_disjoint(sets: &[u128], goal: usize, deck: Deck) -> bool {
    if goal == 0 || sets.len() < goal {
        return goal == 0;
    }
    let mut degrees = [0; 81];
    let mut covered = 0;
    for &set in sets {
        covered |= set;
        indices(set).for_each(|card| degrees[card] += 1);
    }
    let without = |taken: u128| -> Vec<u128> {
        sets.iter().copied().filter(|set| set & taken == 0).collect()
    };
    match (covered.count_ones() as usize).checked_sub(3 * goal) {
        None => return false,
        // The cards of a set add up to zero, and so do those of disjoint sets.
        Some(0) if sum(covered, deck) != 0 => return false,
        Some(1) => {
            let left_over = 1 << sum(covered, deck);
            if covered & left_over == 0 {
                return false;
            }
            if sets.iter().any(|set| set & left_over != 0) {
                return holds_disjoint(&without(left_over), goal, deck);
            }
        }
        _ => {}
    }
    // A set with two cards that are in no other may be taken: it excludes no two disjoint sets.
    let is_free = |set: &&u128| indices(**set).filter(|&card| degrees[card] == 1).count() >= 2;
    if let Some(&set) = sets.iter().find(is_free) {
        return holds_disjoint(&without(set), goal - 1, deck);
    }
    let rarest = indices(covered).min_by_key(|&card| degrees[card]).unwrap();
    let of_it = sets.iter().filter(|&set| set >> rarest & 1 == 1);
    of_it.copied().any(|set| holds_disjoint(&without(set), goal - 1, deck))
        || holds_disjoint(&without(1 << rarest), goal, deck)
}

/// The index of the sum of some cards, feature by feature modulo 3.
fn sum(hand: u128, deck: Deck) -> usize {
    let digit = |feature: usize| {
        cards(hand, deck).iter().map(|card| card.digit(feature, deck)).fold(0, |a, b| (a + b) % 3)
    };
    Card::from_digits((0..deck.features()).map(digit)).index()
}
