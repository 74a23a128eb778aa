//! The number of sets, counted by the detection strategy.

use super::{Definition, Evaluator, InBatch, Marks, Measurer, by_size};
use crate::lanes::Bits;

/// The number of sets.
pub(super) const SETS: Definition = Definition {
    is_affine_invariant: true,
    value_without_sets: |_| Some(0),
    reads_sets: false,
    in_batch: Some(InBatch {
        marks: Marks::None,
        tally: |counts, _, hands, tally| {
            counts.sets.each(hands, |sets, hands| tally.add(sets, hands.count_ones().into()));
            Bits::default()
        },
    }),
    ..Definition::new(evaluator)
};

fn evaluator(measurer: &Measurer) -> Evaluator<'_> {
    let detector = measurer.detector.as_ref();
    let (mut completed, mut count) = (vec![0; measurer.sizes.largest()], 0);
    by_size(move |hand, _, new, tally| {
        if new.start == 0 {
            // A single size needs no sums.
            if new.end == hand.len() {
                return tally.record(detector.count(hand));
            }
            detector.completed(hand, &mut completed);
            count = 0;
        }
        count += completed[new].iter().sum::<usize>();
        tally.record(count);
    })
}
