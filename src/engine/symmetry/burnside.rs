//! The number of classes, without listing them.
//!
//! By Burnside's lemma the number of classes of hands with `k` cards is the mean, over all affine
//! maps, of the number of hands that a map carries into themselves. Such a hand is a union of
//! cycles of the map, so with `c` the lengths of the cycles, that number is the coefficient of x^k
//! in the product of all (1 + x^c).
//!
//! Conjugate maps have equal cycles, so for the linear part one matrix of each class of GL(n,3) is
//! enough, as often as there are matrices in the class. The translation runs through all points;
//! `b` and `b + Ac - c` give conjugate maps. That makes 55 types of cycles for n = 4, from 78
//! matrices.
//!
//! The numbers are right if the maps counted are |AGL(n,3)|, each sum can be divided by that, and
//! small decks agree with all their maps, gone through one by one.

use super::conjugacy::matrix_classes;
use super::{ORIGIN, group_order};
use crate::card::{Card, Deck, ThirdCards};
use num_bigint::BigUint;
use num_integer::Integer;
use std::collections::{BTreeMap, BTreeSet};
use std::iter::repeat_n;

/// The number of cycles of a map, for each length.
type CycleType = Vec<usize>;

/// The number of classes of hands with 0, 1, 2, ... cards of a deck, up to the whole deck. Of 5
/// features it takes some milliseconds, of 6 a second.
///
/// # Panics
///
/// Never: a test shows for each deck that the number of maps divides every sum.
///
/// ```
/// use setodds_engine::{card::Deck, symmetry::class_numbers};
/// let numbers = class_numbers(Deck::GAME);
/// assert!(numbers[..7].iter().eq(&[1_u32, 1, 1, 2, 3, 6, 15].map(Into::into)));
/// ```
#[must_use]
pub fn class_numbers(deck: Deck) -> Vec<BigUint> {
    let (size, order) = (deck.size(), BigUint::from(group_order(deck)));
    // A hand and its complement are moved alike: half the sizes are enough.
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

/// The cycle types of the affine maps, each with the number of its maps.
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
    // Points that were seen before are not a cycle.
    cycles[0] = 0;
    cycles
}

/// The number of unions of cycles, for each number of points up to `most`.
fn unions(cycles: &[usize], most: usize) -> Vec<BigUint> {
    let mut unions = vec![BigUint::ZERO; most + 1];
    unions[0] = BigUint::from(1_u32);
    for length in cycles.iter().enumerate().flat_map(|(length, &number)| repeat_n(length, number)) {
        // Without the cycle or with it.
        // From above, so that no cycle is taken twice.
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

    /// The mean, without a hand's complement.
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
        // The designs of the methods that count layer by layer rest on these.
        assert_eq!(numbers(3, 6..=13), "10 16 28 47 68 91 114 127");
        assert_eq!(numbers(4, 0..=6), "1 1 1 2 3 6 15");
        assert_eq!(numbers(2, 0..=9), "1 1 1 2 2 2 2 1 1 1");
    }
}
