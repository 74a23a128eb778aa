//! The size of the largest cap inside the hand: the most of its cards that hold no set. They are
//! what a smallest [transversal](super::transversal) leaves.
//!
//! Mean times, measured on one core of a server, dealing included: 0.05 microseconds for 12 cards
//! of the game, 1.2 for 21, 39 for 30, 510 for 36; with five features 50 for 45 cards, with six 34
//! for 64.

use super::transversal::Transversal;
use super::{Definition, Evaluator, InBatch, Marks, Measurer, by_size};
use crate::card::{Deck, MOST_FEATURES};

/// The largest hands by the number of features from 2 on, in cards: the time of a random hand grows
/// tenfold with every few cards.
const LARGEST_CAP_LIMITS: [usize; MOST_FEATURES - 1] = [9, 27, 36, 45, 64];

/// The largest hand that is searched whatever its structure, in cards. Hands that fill planes take
/// longest: 45 cards take a second, 54 more than ten.
pub(super) fn largest_certain_hand(deck: Deck) -> usize {
    deck.size().min(45)
}

/// The size of the largest cap inside the hand.
pub(super) const LARGEST_CAP: Definition = Definition {
    sizes: |deck| 0..=LARGEST_CAP_LIMITS[deck.features() - 2],
    least: |_, cards| least(cards),
    is_affine_invariant: true,
    value_without_sets: Some,
    in_batch: Some(InBatch {
        marks: Marks::Two,
        tally: |counts, cards, hands, tally| {
            counts.few_sets(
                hands,
                |few| few.transversal,
                |transversal, hands| tally.add(cards - transversal, hands.count_ones().into()),
            )
        },
    }),
    ..Definition::new(evaluator)
};

/// A cap of `m` cards that cannot be enlarged inside a hand forbids all others of it, and each of
/// the m(m - 1)/2 pairs forbids at most one card: the least m with m(m + 1)/2 >= cards.
pub(super) fn least(cards: usize) -> usize {
    (0..).find(|m| m * (m + 1) / 2 >= cards).expect("m(m + 1)/2 passes every number")
}

fn evaluator(measurer: &Measurer) -> Evaluator<'_> {
    let mut transversal = Transversal::new(measurer.deck.largest_cap());
    by_size(move |_, sets, new, tally| {
        if new.start == 0 {
            transversal.clear();
        }
        let cards = new.end;
        transversal.add(sets.completed(new));
        tally.record(cards - transversal.len());
    })
}
