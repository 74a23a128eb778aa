//! Counts sequences of different sets by the number of cards that they cover.
//!
//! All sums are taken over all C(v,k) hands, so that they are integers. A hand with `s` sets
//! contains `s (s - 1) (s - 2) ...` sequences of different sets, and a sequence that covers `m`
//! cards is contained in C(v-m,k-m) hands. So the sums of `s`, `s (s - 1)` and `s (s - 1) (s - 2)`
//! follow from the number of sequences that cover each number of cards. Let b = v(v - 1)/6 be the
//! number of sets, and r = (v - 1)/2 the number of sets that contain a given card:
//!
//! | sets | cards | sequences |
//! |---|---|---|
//! | one | 3 | b |
//! | two that meet, in one card | 5 | 3b(r - 1) |
//! | two that do not | 6 | all others |
//! | three that meet in pairs, in three cards that do not form a set | 6 | v(v - 1)(v - 3) |
//! | three that meet in one card | 7 | vr(r - 1)(r - 2) |
//! | one that meets two others in two of its cards | 7 | 18b((r - 1)^2 - (v - 3)) |
//! | two that meet, and one that meets neither | 8 | 9b(r - 1)(b + 8 - 5r) |
//! | three that do not meet | 9 | all others |
//!
//! Each card of a set is in r - 1 other sets. For two cards, v - 3 of the (r - 1)^2 pairs of such
//! sets meet, one in each card outside the set. Two sets that meet are met by 5r - 10 others.

use crate::card::Deck;

/// The number of moments of the number of sets that are known in closed form.
pub(super) const ORDERS: usize = 3;

/// Returns, for each number of cards, that number and the number of sequences of `order` different
/// sets that together cover exactly that many cards, for orders up to [`ORDERS`].
pub(super) fn sequences(deck: Deck, order: usize) -> Vec<(usize, u128)> {
    let (size, sets) = (deck.size() as u128, deck.sets() as u128);
    let around = (size - 1) / 2;
    let meeting = sets * 3 * (around - 1);
    match order {
        0 => vec![(0, 1)],
        1 => vec![(3, sets)],
        2 => vec![(5, meeting), (6, sets * (sets - 1) - meeting)],
        _ => {
            let triangles = size * (size - 1) * (size - 3);
            let stars = size * around * (around - 1) * (around - 2);
            let paths = 6 * sets * 3 * ((around - 1).pow(2) - (size - 3));
            let apart = 3 * meeting * (sets + 8 - 5 * around);
            let disjoint = sets * (sets - 1) * (sets - 2) - triangles - stars - paths - apart;
            vec![(6, triangles), (7, stars + paths), (8, apart), (9, disjoint)]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Card;
    use crate::hand::sets;
    use std::collections::{BTreeMap, BTreeSet};

    /// Enumerates all triples of sets.
    #[test]
    fn sequences_of_sets_cover_as_many_cards_as_all_of_them_do() {
        let deck = Deck::new(2).unwrap();
        let cards: Vec<Card> = deck.cards().collect();
        let sets: Vec<[usize; 3]> = sets(&cards, deck).collect();
        let mut expected = BTreeMap::<usize, u128>::new();
        for (i, a) in sets.iter().enumerate() {
            for (j, b) in sets[..i].iter().enumerate() {
                for c in &sets[..j] {
                    let cards: BTreeSet<_> = a.iter().chain(b).chain(c).collect();
                    *expected.entry(cards.len()).or_default() += 6;
                }
            }
        }
        let found = sequences(deck, 3).into_iter().filter(|&(_, number)| number > 0);
        assert_eq!(found.collect::<BTreeMap<_, _>>(), expected);
    }
}
