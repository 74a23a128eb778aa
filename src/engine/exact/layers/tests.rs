//! Tests of what only the inside of the module can reach.

use super::schedule::Span;
use super::*;

/// 18 and 9 points beside all 27 have a sum of 279: more than hands of up to 27 cards can have.
#[test]
#[should_panic(expected = "sums below 128")]
fn a_batch_whose_sums_do_not_fit_is_not_dropped() {
    let mut layers = Layers::new(Deck::GAME, Sizes::one(0), Threads::available()).unwrap();
    let pair = Pair { first: 0o777_777, second: 0o777, pairs: 1 };
    let list = layers.schedule.lists.len();
    layers.schedule.lists.push(vec![pair]);
    let span = Span { list, from: 0, to: 1, cards: 54, orders: 1 };
    let batch = Batch { third: 27, spans: vec![span] };
    layers.count(&batch, &mut Workspace::default(), &mut Tallies::default());
}
