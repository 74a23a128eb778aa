//! The sets of a deal, listed once for all measures and hand sizes: in the order of the cards
//! that complete them, so that the sets of the first `k` cards come first.

use crate::card::{Card, Deck, ThirdCards};
use std::ops::Range;

/// A place in a deal, from 0.
pub(super) type DealIndex = u16;

/// No place: larger than every place.
const NONE: DealIndex = DealIndex::MAX;

/// Lists the sets of one deal after another.
#[derive(Debug)]
pub(super) struct SetList {
    /// For each card its place among the cards so far.
    places: Vec<DealIndex>,
    /// The places of the cards of each set, rising; and room for one more set.
    sets: Vec<[DealIndex; 3]>,
    /// For each number of cards the number of sets that they hold.
    ends: Vec<usize>,
}

impl SetList {
    /// For deals of up to `cards` cards.
    pub(super) fn new(deck: Deck, cards: usize) -> Self {
        let most_sets = cards * cards.saturating_sub(1) / 6;
        Self {
            places: vec![NONE; deck.size()],
            sets: vec![[0; 3]; most_sets + 1],
            ends: vec![0; cards + 1],
        }
    }

    /// Lists the sets of a deal.
    pub(super) fn list(&mut self, hand: &[Card], thirds: &ThirdCards) {
        let mut found = 0;
        for (last, &card) in (0..).zip(hand) {
            let thirds = thirds.row(card);
            for (second, other) in (0..last).zip(hand) {
                let first = self.places[thirds[other.index()].index()];
                // Written in any case, and kept when the pair completes a set: no branch.
                self.sets[found] = [first, second, last];
                found += usize::from(first < second);
            }
            self.places[card.index()] = last;
            self.ends[usize::from(last) + 1] = found;
        }
        for card in hand {
            self.places[card.index()] = NONE;
        }
    }

    /// The sets among the first `cards` cards.
    #[inline]
    pub(super) fn within(&self, cards: usize) -> &[[DealIndex; 3]] {
        &self.sets[..self.ends[cards]]
    }

    /// The sets that the cards at these places complete.
    #[inline]
    pub(super) fn completed(&self, new: Range<usize>) -> &[[DealIndex; 3]] {
        &self.sets[self.ends[new.start]..self.ends[new.end]]
    }
}
