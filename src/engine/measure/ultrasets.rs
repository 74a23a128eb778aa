//! The number of [ultrasets](crate::hand::ultrasets): pairs of pairs that the same card completes
//! to sets. Pairs with the same third card are disjoint, so `m` of them make m(m - 1)/2.

use super::{Definition, Evaluator, Measurer, by_size};
use crate::card::Deck;

/// The largest hands, in cards: a tally has a count for every value, and these have 63,180 at most.
const ULTRASETS_LIMIT: usize = 81;

/// The number of ultrasets.
pub(super) const ULTRASETS: Definition = Definition {
    sizes: |deck| 0..=ULTRASETS_LIMIT.min(deck.size()),
    least,
    is_affine_invariant: true,
    reads_sets: false,
    ..Definition::new(evaluator)
};

/// Each of the C(k,2) pairs has a third card among the `v` cards of the deck. There are the fewest
/// ultrasets where the cards complete equally many pairs.
fn least(deck: Deck, cards: usize) -> usize {
    let (pairs, size) = (cards * cards.saturating_sub(1) / 2, deck.size());
    let (each, others) = (pairs / size, pairs % size);
    size * (each * each.saturating_sub(1) / 2) + others * each
}

fn evaluator(measurer: &Measurer) -> Evaluator<'_> {
    // By the index of a card, the pairs that it completes.
    let (mut pairs, mut count) = (vec![0; measurer.deck.size()], 0);
    by_size(move |hand, _, new, tally| {
        if new.start == 0 {
            pairs.fill(0);
            count = 0;
        }
        for place in new {
            let thirds = measurer.thirds.row(hand[place]);
            for other in &hand[..place] {
                let pairs: &mut usize = &mut pairs[thirds[other.index()].index()];
                count += *pairs;
                *pairs += 1;
            }
        }
        tally.record(count);
    })
}
