//! Counts the classes of hands by Burnside's lemma, without listing them.
//!
//! By Burnside's lemma the number of classes of hands with `k` cards is the mean, over all affine
//! maps, of the number of hands that a map carries onto themselves. Such a hand is a union of
//! cycles of the map. With `c` running over the lengths of the cycles, the number of these hands is
//! the coefficient of x^k in the product of all (1 + x^c).
//!
//! Conjugate maps have equal cycle types. For the linear part one matrix of each conjugacy class of
//! GL(n,3) is therefore enough, weighted by the size of the class. The translation runs through all
//! points; `b` and `b + Ac - c` give conjugate maps. For n = 4 that leaves 55 cycle types, from 78
//! matrices.
//!
//! Three checks support the result: the counted maps add up to |AGL(n,3)|, each sum is divisible by
//! that order, and small decks agree with an enumeration of all their maps.

use super::conjugacy::matrix_classes;
use super::{ORIGIN, group_order};
use crate::card::{Card, Deck, ThirdCards};
use num_bigint::BigUint;
use num_integer::Integer;
use std::collections::{BTreeMap, BTreeSet};
use std::iter::repeat_n;

/// Cycle type of a map: the number of its cycles, indexed by their length.
type CycleType = Vec<usize>;

/// Returns the number of classes of hands with 0, 1, 2, ... cards, up to the whole deck. Takes some
/// milliseconds for 5 features and a second for 6.
///
/// # Panics
///
/// Does not panic: a test shows for each deck that the number of maps divides every sum.
///
/// ```
/// use setodds_engine::{card::Deck, symmetry::class_numbers};
/// let numbers = class_numbers(Deck::GAME);
/// assert!(numbers[..7].iter().eq(&[1_u32, 1, 1, 2, 3, 6, 15].map(Into::into)));
/// ```
#[must_use]
pub fn class_numbers(deck: Deck) -> Vec<BigUint> {
    let (size, order) = (deck.size(), BigUint::from(group_order(deck)));
    // A map that fixes a hand fixes its complement, so half of the sizes are enough.
    let half = size / 2;
    let mut sums = vec![BigUint::ZERO; half + 1];
    for (cycles, maps) in cycle_types(deck) {
        for (sum, fixed) in sums.iter_mut().zip(unions(&cycles, half)) {
            *sum += fixed * maps;
        }
    }
    assert!(
        sums.iter().all(|sum| sum.is_multiple_of(&order)),
        "a mean over all maps is an integer"
    );
    (0..=size).map(|cards| &sums[cards.min(size - cards)] / &order).collect()
}

/// Returns the cycle types of the affine maps, each with the number of maps of that type.
fn cycle_types(deck: Deck) -> BTreeMap<CycleType, u128> {
    let (size, mut types) = (deck.size(), BTreeMap::new());
    let (linear_maps, thirds) = (group_order(deck) / size as u128, ThirdCards::for_deck(deck));
    let sum = |a, b| thirds.third(thirds.third(a, b), ORIGIN);
    for (map, commuting) in matrix_classes(deck.features()) {
        let matrices = linear_maps / commuting;
        // All `Ac - c`: translations that differ by one of them give conjugate maps.
        let shifts: BTreeSet<Card> = deck.cards().map(|c| sum(map.image(c), sum(c, c))).collect();
        let mut seen = vec![false; size];
        for translation in deck.cards() {
            if seen[translation.index()] {
                continue;
            }
            shifts.iter().for_each(|&shift| seen[sum(translation, shift).index()] = true);
            let affine: Vec<Card> = deck.cards().map(|x| sum(map.image(x), translation)).collect();
            *types.entry(cycle_type(&affine)).or_default() += matrices * shifts.len() as u128;
        }
    }
    types
}

fn cycle_type(map: &[Card]) -> CycleType {
    let (mut seen, mut cycles) = (vec![false; map.len()], vec![0; map.len() + 1]);
    for start in 0..map.len() {
        let (mut point, mut length) = (start, 0);
        while !seen[point] {
            (seen[point], point, length) = (true, map[point].index(), length + 1);
        }
        cycles[length] += 1;
    }
    // For a point that was seen before, the loop counted a cycle of length 0.
    cycles[0] = 0;
    cycles
}

/// Returns the number of unions of cycles that have 0, 1, 2, ... points, up to `most`. `cycles`
/// holds the number of cycles of each length.
fn unions(cycles: &[usize], most: usize) -> Vec<BigUint> {
    let mut unions = vec![BigUint::ZERO; most + 1];
    unions[0] = BigUint::from(1_u32);
    for length in cycles.iter().enumerate().flat_map(|(length, &number)| repeat_n(length, number)) {
        // Descending, so that no cycle is used twice.
        for points in (length..=most).rev() {
            let (fewer, all) = unions.split_at_mut(points);
            all[0] += &fewer[points - length];
        }
    }
    unions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symmetry::tests::all_maps;

    #[test]
    fn the_maps_are_all_and_of_fifty_five_types_in_the_game() {
        for deck in Deck::all() {
            let types = cycle_types(deck);
            assert_eq!(types.values().sum::<u128>(), group_order(deck));
            assert!(deck != Deck::GAME || types.len() == 55);
        }
    }

    #[test]
    fn small_decks_agree_with_all_their_maps() {
        for deck in [2, 3].map(|features| Deck::new(features).unwrap()) {
            let mut types: BTreeMap<CycleType, u128> = BTreeMap::new();
            let all = all_maps(deck);
            all.iter().for_each(|map| *types.entry(cycle_type(map)).or_default() += 1);
            assert_eq!(types, cycle_types(deck));
        }
    }

    /// Checks divisibility for all sizes directly, without the shortcut over the complement.
    #[test]
    fn a_mean_over_all_maps_is_whole_and_the_same_for_the_complement() {
        for deck in Deck::all() {
            let (numbers, types) = (class_numbers(deck), cycle_types(deck));
            assert_eq!(numbers.len(), deck.size() + 1);
            for cards in (0..=deck.size().min(40)).chain([deck.size()]) {
                let fixed =
                    |(cycles, &maps): (&CycleType, &u128)| &unions(cycles, cards)[cards] * maps;
                let sum: BigUint = types.iter().map(fixed).sum();
                assert_eq!(sum, &numbers[cards] * group_order(deck), "no rest for {cards} cards");
            }
        }
    }

    #[test]
    fn small_numbers_are_the_known_ones() {
        let numbers = |features, sizes: std::ops::RangeInclusive<usize>| {
            let all = class_numbers(Deck::new(features).unwrap());
            all[sizes].iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        // The designs of the counts layer by layer rely on these numbers.
        assert_eq!(numbers(3, 6..=13), "10 16 28 47 68 91 114 127");
        assert_eq!(numbers(4, 0..=6), "1 1 1 2 3 6 15");
        assert_eq!(numbers(2, 0..=9), "1 1 1 2 2 2 2 1 1 1");
    }
}
