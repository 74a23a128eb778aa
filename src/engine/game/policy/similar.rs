//! Rather a set whose cards are equal in many features, as people do, who see such sets sooner: with a
//! weight of 3^e, where e is the number of features in which the cards are equal.

use super::{Choice, POWERS, View, differing, weighted};
use crate::game::table::Table;
use crate::game::words::Words;

#[derive(Debug, Default)]
pub(super) struct Similar;

pub(super) fn weights(view: View<'_>) -> Vec<u64> {
    let equal = |set| view.deck.features() - differing(set, view.deck);
    view.sets.iter().map(|&set| POWERS[equal(set)]).collect()
}

impl Choice for Similar {
    #[inline(always)]
    fn choose<const LOOKUPS: usize>(
        &mut self,
        table: &Table<'_, LOOKUPS>,
        words: &mut Words,
    ) -> usize {
        let features = table.features();
        let weight = |&set| POWERS[features - table.differing(set)];
        weighted(table.sets().iter().map(weight), words)
    }
}
