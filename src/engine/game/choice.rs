//! Weights and scores of the sets on the table, by which policies choose.

use super::geometry::{PADDED_DECK, Triple};
use super::splitmix::SplitMix64;
use super::table::MAX_SETS;
use crate::card::{Card, Deck};

/// The table as a policy sees it by definition: nothing is prepared.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableView<'a> {
    pub(super) deck: Deck,
    /// The cards on the table in the order of dealing.
    pub(super) table: &'a [Card],
    /// The sets on the table in their order, the cards of each in the order of dealing.
    pub(super) sets: &'a [[Card; 3]],
}

/// The powers of three up to the most features.
pub(super) const POWERS: [u64; 7] = [1, 3, 9, 27, 81, 243, 729];

/// Weights 1 for the smallest score and 0 for all others.
pub(super) fn least<T: Ord>(scores: impl Iterator<Item = T>) -> Vec<u64> {
    let scores: Vec<T> = scores.collect();
    let least = scores.iter().min();
    scores.iter().map(|score| u64::from(Some(score) == least)).collect()
}

/// The number of features in which the cards of a set differ.
pub(super) fn differing([a, b, _]: [Card; 3], deck: Deck) -> usize {
    a.digits(deck).zip(b.digits(deck)).filter(|(a, b)| a != b).count()
}

/// The number of sets that are left when one of them is taken, by definition.
pub(super) fn sets_left(sets: &[[Card; 3]], taken: [Card; 3]) -> usize {
    sets.iter().filter(|set| set.iter().all(|card| !taken.contains(card))).count()
}

/// The number at which the running sum of the weights passes a number below their sum.
#[inline(always)]
pub(super) fn weighted(weights: impl Iterator<Item = u64> + Clone, rng: &mut SplitMix64) -> usize {
    let mut rest = rng.below(weights.clone().sum());
    for (number, weight) in weights.enumerate() {
        match rest.checked_sub(weight) {
            Some(less) => rest = less,
            None => return number,
        }
    }
    unreachable!("a number below the sum of the weights is passed")
}

/// How many sets a set leaves on the table.
///
/// Two sets have at most one card in common. So the sets that a set meets are those of its three
/// cards, itself not counted: the sum of the numbers of sets of its cards, less three. The fewer it
/// meets, the more it leaves.
#[derive(Debug)]
pub(super) struct CardDegrees {
    /// The sets of each card, zero between uses.
    sets: [u8; PADDED_DECK],
    sums: [u16; MAX_SETS],
}

impl Default for CardDegrees {
    fn default() -> Self {
        Self { sets: [0; PADDED_DECK], sums: [0; MAX_SETS] }
    }
}

impl CardDegrees {
    /// For each set the sum of the numbers of sets of its cards.
    #[inline(always)]
    pub(super) fn sums(&mut self, sets: &[Triple]) -> &[u16] {
        for set in sets {
            set.cards().iter().for_each(|&card| self.sets[card] += 1);
        }
        for (sum, set) in self.sums.iter_mut().zip(sets) {
            *sum = set.cards().iter().map(|&card| u16::from(self.sets[card])).sum();
        }
        for set in sets {
            set.cards().iter().for_each(|&card| self.sets[card] = 0);
        }
        &self.sums[..sets.len()]
    }
}

/// The number of one of the scores that have a value, each with the same probability.
#[inline(always)]
pub(super) fn one_of<T: Copy + PartialEq>(
    scores: impl Iterator<Item = T> + Clone,
    value: Option<T>,
    rng: &mut SplitMix64,
) -> usize {
    weighted(scores.map(|score| u64::from(Some(score) == value)), rng)
}
