//! The size of a random complete cap: of the whole deck, card by card in the order of dealing, keep
//! each that makes no set with two of those kept.
//!
//! It is a cap, and complete: a card that was not kept makes a set with two that were. A card at
//! random out of those still allowed joins at each step, so all orders of growing are equally
//! likely, but not all complete caps.

use super::listing::Deal;
use super::{Context, Gauge, largest_cap};
use crate::card::{Card, Deck, ThirdCards};
use crate::tally::Tally;
use std::ops::RangeInclusive;

pub(super) const LISTED: bool = false;

/// As for the largest cap, which no complete one need be.
pub(super) const fn least(deck: Deck, _: usize) -> usize {
    largest_cap::least(deck, deck.size())
}

/// The whole deck: a cap of fewer cards need not be complete.
pub(super) fn sizes(deck: Deck) -> RangeInclusive<usize> {
    deck.size()..=deck.size()
}

/// The cards kept, and those that they forbid.
pub(super) struct GreedyCap<'a> {
    thirds: &'a ThirdCards,
    kept: Vec<Card>,
    /// By the index of a card, whether two cards kept make a set with it.
    forbidden: Vec<bool>,
}

impl<'a> GreedyCap<'a> {
    pub(super) fn new(context: Context<'a>) -> Self {
        let Context { deck, thirds, .. } = context;
        let kept = Vec::with_capacity(deck.largest_cap());
        Self { thirds, kept, forbidden: vec![false; deck.size()] }
    }

    fn keep(&mut self, card: Card) {
        let thirds = self.thirds.row(card);
        for other in &self.kept {
            self.forbidden[thirds[other.index()].index()] = true;
        }
        self.kept.push(card);
    }
}

impl Gauge for GreedyCap<'_> {
    fn record(&mut self, deal: &Deal<'_>, tallies: &mut [(usize, Tally)]) {
        self.kept.clear();
        self.forbidden.fill(false);
        for &card in deal.hand {
            if !self.forbidden[card.index()] {
                self.keep(card);
            }
        }
        for (_, tally) in tallies {
            tally.record(self.kept.len());
        }
    }
}
