//! The number of cards that belong to at least one set.

use super::listing::Deal;
use super::{Context, Gauge};
use crate::card::Deck;
use crate::tally::Tally;
use std::ops::RangeInclusive;

pub(super) const LISTED: bool = true;

pub(super) const fn least(_: Deck, _: usize) -> usize {
    0
}

pub(super) fn sizes(deck: Deck) -> RangeInclusive<usize> {
    0..=deck.size()
}

/// Marks the cards of the sets.
pub(super) struct InSets {
    /// By the place of a card, whether it is known to be in a set.
    marked: Vec<bool>,
}

impl InSets {
    pub(super) fn new(context: Context<'_>) -> Self {
        Self { marked: vec![false; context.largest] }
    }
}

impl Gauge for InSets {
    fn record(&mut self, deal: &Deal<'_>, tallies: &mut [(usize, Tally)]) {
        self.marked.fill(false);
        let (mut inside, mut from) = (0, 0);
        for (cards, tally) in tallies {
            for &place in deal.sets_completed(from, *cards).as_flattened() {
                let marked = &mut self.marked[usize::from(place)];
                inside += usize::from(!*marked);
                *marked = true;
            }
            from = *cards;
            tally.record(inside);
        }
    }
}
