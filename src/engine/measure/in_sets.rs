//! The number of cards that belong to at least one set.

use super::set_list::DealIndex;
use super::{Definition, Evaluator, InBatch, Marks, Measurer, by_size};
use crate::lanes::Bits;

/// The number of cards in sets.
pub(super) const IN_SETS: Definition = Definition {
    is_affine_invariant: true,
    value_without_sets: |_| Some(0),
    in_batch: Some(InBatch {
        marks: Marks::One,
        tally: |counts, _, hands, tally| {
            let [in_sets, _] = &counts.cards_in_sets;
            in_sets.each(hands, |cards, hands| tally.add(cards, hands.count_ones().into()));
            Bits::default()
        },
    }),
    ..Definition::new(evaluator)
};

fn evaluator(measurer: &Measurer) -> Evaluator<'_> {
    let (mut in_set, mut count) = (vec![false; measurer.sizes.largest()], 0);
    by_size(move |_, sets, new, tally| {
        if new.start == 0 {
            in_set.fill(false);
            count = 0;
        }
        let places = sets.completed(new).as_flattened().iter();
        let mut is_new =
            |&place: &DealIndex| !std::mem::replace(&mut in_set[usize::from(place)], true);
        count += places.filter(|place| is_new(place)).count();
        tally.record(count);
    })
}
