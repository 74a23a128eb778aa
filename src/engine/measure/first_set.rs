//! The cards turned over until there is a set.
//!
//! It is defined for hands larger than the largest cap: they always hold a set. The size of such a
//! hand does not matter, as the first set comes at the latest with one card more than the largest
//! cap: 21 cards in the game.

use super::{Definition, Evaluator, Measurer, by_size};

/// The number of the card that completes the first set.
pub(super) const FIRST_SET: Definition = Definition {
    sizes: |deck| deck.largest_cap() + 1..=deck.size(),
    least: |_, _| 3,
    ..Definition::new(evaluator)
};

fn evaluator(_: &Measurer) -> Evaluator<'_> {
    by_size(|_, sets, new, tally| {
        let first = sets.within(new.end).first();
        let [.., last] = first.expect("a hand larger than the largest cap holds a set");
        tally.record(usize::from(*last) + 1);
    })
}
