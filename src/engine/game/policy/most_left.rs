//! The set that leaves the most sets on the table, before any card is dealt; of several such sets,
//! each with the same probability. One keeps what is easy to lose, and clears the table more often.

use super::degrees::{Degrees, sets_left};
use super::{Choice, View, least};
use crate::game::table::Table;
use crate::game::words::Words;

#[derive(Debug, Default)]
pub(super) struct MostLeft(Degrees);

pub(super) fn weights(view: View<'_>) -> Vec<u64> {
    let left = view.sets.iter().map(|&set| std::cmp::Reverse(sets_left(view, set)));
    least(&left.collect::<Vec<_>>())
}

impl Choice for MostLeft {
    #[inline(always)]
    fn choose<const LOOKUPS: usize>(
        &mut self,
        table: &Table<'_, LOOKUPS>,
        words: &mut Words,
    ) -> usize {
        self.0.least(table, words)
    }
}
