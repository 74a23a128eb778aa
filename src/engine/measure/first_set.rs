//! The cards turned over until there is a set.
//!
//! It is defined for hands larger than the largest cap: they always hold a set. Of such a hand the
//! size does not matter, as the first set is there at the latest with one card more than the
//! largest cap: 21 cards in the game.

use super::listing::Deal;
use super::{Context, Gauge};
use crate::card::Deck;
use crate::tally::Tally;
use std::ops::RangeInclusive;

pub(super) const LISTED: bool = true;

/// Three cards are the fewest that can be a set.
pub(super) const fn least(_: Deck, _: usize) -> usize {
    3
}

pub(super) fn sizes(deck: Deck) -> RangeInclusive<usize> {
    deck.largest_cap() + 1..=deck.size()
}

/// Looks which card completes the first set.
pub(super) struct FirstSet;

impl FirstSet {
    pub(super) const fn new(_: Context<'_>) -> Self {
        Self
    }
}

impl Gauge for FirstSet {
    fn record(&mut self, deal: &Deal<'_>, tallies: &mut [(usize, Tally)]) {
        for (cards, tally) in tallies {
            let first = deal.sets(*cards).first().expect("a hand larger than the largest cap");
            tally.record(usize::from(first[2]) + 1);
        }
    }
}
