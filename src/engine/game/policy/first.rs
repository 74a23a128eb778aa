//! The set that one finds first who goes through the cards in the order of dealing: of its positions
//! in that order, the smallest is as small as can be, then the second, then the third. This is what a
//! program does that leaves its loops at the first set. A card that was dealt to fill a gap stands
//! behind all that were dealt before it, wherever people put it.

use super::{Choice, View, least};
use crate::game::table::Table;
use crate::game::words::Words;

#[derive(Debug, Default)]
pub(super) struct First;

pub(super) fn weights(view: View<'_>) -> Vec<u64> {
    let position = |card| view.table.iter().position(|&other| other == card);
    let positions: Vec<_> = view.sets.iter().map(|set| set.map(position)).collect();
    least(&positions)
}

impl Choice for First {
    #[inline(always)]
    fn choose<const LOOKUPS: usize>(&mut self, table: &Table<'_, LOOKUPS>, _: &mut Words) -> usize {
        let mut first = (usize::MAX, usize::MAX, usize::MAX);
        let mut chosen = 0;
        for (number, set) in table.sets().iter().enumerate() {
            // The last dealt card stands first in a set.
            let [last, a, b] = set.cards().map(|card| table.position(card));
            let positions = (a.min(b), a.max(b), last);
            if positions < first {
                (first, chosen) = (positions, number);
            }
        }
        chosen
    }
}
