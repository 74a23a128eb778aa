//! The size of a random complete cap: go through the whole deck in the order of dealing, and keep
//! each card that makes no set with two cards kept before.
//!
//! The cards kept are a cap, and a complete one: every other card makes a set with two of them. At
//! each step the card that joins is uniformly random among those still allowed. So all orders in
//! which a cap can grow are equally likely, but not all complete caps.

use super::largest_cap::least;
use super::{Definition, Evaluator, Measurer, by_size};
use crate::card::Card;

/// The size of a random complete cap.
pub(super) const GREEDY_CAP: Definition = Definition {
    // A cap of fewer cards than the deck need not be complete.
    sizes: |deck| deck.size()..=deck.size(),
    // A complete cap is one that cannot be enlarged inside the whole deck.
    least: |deck, _| least(deck.size()),
    reads_sets: false,
    ..Definition::new(evaluator)
};

fn evaluator(measurer: &Measurer) -> Evaluator<'_> {
    let deck = measurer.deck;
    let mut kept: Vec<Card> = Vec::with_capacity(deck.largest_cap());
    let mut forbidden = vec![false; deck.size()];
    by_size(move |hand, _, _, tally| {
        kept.clear();
        forbidden.fill(false);
        for &card in hand {
            if !forbidden[card.index()] {
                let thirds = measurer.thirds.row(card);
                kept.iter().for_each(|other| forbidden[thirds[other.index()].index()] = true);
                kept.push(card);
            }
        }
        tally.record(kept.len());
    })
}
