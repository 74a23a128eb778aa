//! How many sets a set leaves on the table.
//!
//! Two sets have at most one card in common. So the sets that a set meets are those of its three
//! cards, itself not counted: the sum of the numbers of sets of its cards, less three. The fewer it
//! meets, the more it leaves.

use super::View;
use crate::game::geometry::{ROOM, Triple};
use crate::game::table::{MOST_SETS, Table};
use crate::game::words::Words;

/// Room for the sets of each card, zero between uses.
#[derive(Debug)]
pub(super) struct Degrees {
    sets: [u8; ROOM],
    sums: [u16; MOST_SETS],
}

impl Default for Degrees {
    fn default() -> Self {
        Self { sets: [0; ROOM], sums: [0; MOST_SETS] }
    }
}

impl Degrees {
    /// One of the sets that leave the most, each with the same probability.
    #[inline(always)]
    pub(super) fn least<const LOOKUPS: usize>(
        &mut self,
        table: &Table<'_, LOOKUPS>,
        words: &mut Words,
    ) -> usize {
        let sums = self.sums(table.sets());
        one_of(sums, sums.iter().min().unwrap_or(&0), words)
    }

    /// One of the sets that leave the fewest, each with the same probability.
    #[inline(always)]
    pub(super) fn most<const LOOKUPS: usize>(
        &mut self,
        table: &Table<'_, LOOKUPS>,
        words: &mut Words,
    ) -> usize {
        let sums = self.sums(table.sets());
        one_of(sums, sums.iter().max().unwrap_or(&0), words)
    }

    /// For each set the sum of the numbers of sets of its cards.
    #[inline(always)]
    fn sums(&mut self, sets: &[Triple]) -> &[u16] {
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

/// The number of one of the sums that have a value, each with the same probability.
#[inline(always)]
pub(super) fn one_of<T: PartialEq>(sums: &[T], value: &T, words: &mut Words) -> usize {
    let such = sums.iter().filter(|&sum| sum == value).count();
    let mut rest = words.index(such);
    for (number, _) in sums.iter().enumerate().filter(|&(_, sum)| sum == value) {
        if rest == 0 {
            return number;
        }
        rest -= 1;
    }
    0
}

/// By definition: the sets among the cards that are left when a set is taken.
pub(super) fn sets_left(view: View<'_>, taken: [crate::card::Card; 3]) -> usize {
    view.sets.iter().filter(|set| set.iter().all(|card| !taken.contains(card))).count()
}
