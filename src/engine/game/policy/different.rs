//! Rather a set whose cards differ in many features: with a weight of 3^d, where d is the number of
//! features in which the cards differ.

use super::{Choice, POWERS, View, differing, weighted};
use crate::game::table::Table;
use crate::game::words::Words;

#[derive(Debug, Default)]
pub(super) struct Different;

pub(super) fn weights(view: View<'_>) -> Vec<u64> {
    view.sets.iter().map(|&set| POWERS[differing(set, view.deck)]).collect()
}

impl Choice for Different {
    #[inline(always)]
    fn choose<const LOOKUPS: usize>(
        &mut self,
        table: &Table<'_, LOOKUPS>,
        words: &mut Words,
    ) -> usize {
        let weight = |&set| POWERS[table.differing(set)];
        weighted(table.sets().iter().map(weight), words)
    }
}
