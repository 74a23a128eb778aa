//! The number of cards that belong to at least one set.

use super::listing::Place;
use super::{Definition, Evaluator, by_size};
use crate::card::Deck;

/// The number of cards in sets.
pub(super) const IN_SETS: Definition = Definition {
    is_affine_invariant: true,
    value_without_sets: |_| Some(0),
    ..Definition::new("in-sets", evaluator)
};

fn evaluator(_: Deck, cards: usize) -> Evaluator {
    let (mut in_set, mut count) = (vec![false; cards], 0);
    by_size(move |deal, from, cards, tally| {
        if from == 0 {
            in_set.fill(false);
            count = 0;
        }
        let places = deal.sets.completed(from, cards).as_flattened().iter();
        let mut is_new = |&place: &Place| !std::mem::replace(&mut in_set[usize::from(place)], true);
        count += places.filter(|place| is_new(place)).count();
        tally.record(count);
    })
}
