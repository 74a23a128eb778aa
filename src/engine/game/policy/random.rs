//! Each set on the table with the same probability: what nobody does and everybody reckons with.

use super::{Choice, View};
use crate::game::table::Table;
use crate::game::words::Words;

#[derive(Debug, Default)]
pub(super) struct Random;

pub(super) fn weights(view: View<'_>) -> Vec<u64> {
    vec![1; view.sets.len()]
}

impl Choice for Random {
    #[inline(always)]
    fn choose<const LOOKUPS: usize>(
        &mut self,
        table: &Table<'_, LOOKUPS>,
        words: &mut Words,
    ) -> usize {
        words.index(table.sets().len())
    }
}
