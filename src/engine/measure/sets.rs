//! The number of sets, counted by the detection strategy.

use super::{Definition, Evaluator, by_size};
use crate::card::Deck;

/// The number of sets.
pub(super) const SETS: Definition = Definition {
    is_affine_invariant: true,
    value_without_sets: |_| Some(0),
    reads_sets: false,
    ..Definition::new("sets", evaluator)
};

fn evaluator(_: Deck, cards: usize) -> Evaluator {
    let (mut completed, mut sets) = (vec![0; cards], 0);
    by_size(move |deal, from, cards, tally| {
        if from == 0 {
            // A single size needs no sums.
            if cards == deal.cards.len() {
                return tally.record(deal.detector.count(deal.cards));
            }
            deal.detector.completed(deal.cards, &mut completed);
            sets = 0;
        }
        sets += completed[from..cards].iter().sum::<usize>();
        tally.record(sets);
    })
}
