//! The number of [ghost sets](crate::hand::ghost_sets): six cards that add up to zero.
//!
//! The subsets of one, two, ... five cards are counted by their sums while the cards come one by
//! one, about 4 `v` additions a card in a deck of `v` cards; each card closes the fives that lack
//! just it.

use super::{Definition, Evaluator, Measurer, by_size};
use crate::hand::ghost_sets::Sums;

/// The largest hands, in cards: a tally has a count for every value, and these have C(40,5)/6 =
/// 109,668 at most, as five cards determine the sixth.
const GHOST_SETS_LIMIT: usize = 40;

/// The number of ghost sets.
pub(super) const GHOST_SETS: Definition = Definition {
    sizes: |deck| 0..=GHOST_SETS_LIMIT.min(deck.size()),
    // A map `x` to `A x + b` carries a sum of six to `A` times the sum: six times `b` is zero.
    is_affine_invariant: true,
    reads_sets: false,
    ..Definition::new(evaluator)
};

fn evaluator(measurer: &Measurer) -> Evaluator<'_> {
    let (mut sums, mut count) = (Sums::new(measurer.deck), 0);
    by_size(move |hand, _, new, tally| {
        if new.start == 0 {
            sums.clear();
            count = 0;
        }
        count += new.map(|place| sums.add(hand[place], &measurer.thirds)).sum::<usize>();
        tally.record(count);
    })
}
