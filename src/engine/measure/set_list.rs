//! The sets of a deal, listed once for all measures and hand sizes: in the order of the cards
//! that complete them, so that the sets of the first `k` cards come first.

use crate::card::{Card, Deck, ThirdCards};
use std::ops::Range;

/// No place: larger than every place.
const NONE: usize = usize::MAX;

/// Lists the sets of one deal after another. Unlike [`crate::hand::sets`] it keeps its memory and
/// has no branch for each pair, which matters where millions of hands are measured.
#[derive(Debug)]
pub(super) struct SetList {
    thirds: &'static ThirdCards,
    /// For each card its place among the cards so far.
    places: Vec<usize>,
    /// The places of the cards of each set, rising; and room for one more set.
    sets: Vec<[usize; 3]>,
    /// For each number of cards the number of sets that they hold.
    ends: Vec<usize>,
}

impl SetList {
    /// Creates a list for deals of up to `cards` cards.
    pub(super) fn new(deck: Deck, cards: usize) -> Self {
        let most_sets = cards * cards.saturating_sub(1) / 6;
        Self {
            thirds: ThirdCards::of(deck),
            places: vec![NONE; deck.size()],
            sets: vec![[0; 3]; most_sets + 1],
            ends: vec![0; cards + 1],
        }
    }

    /// Lists the sets of a deal.
    pub(super) fn list(&mut self, hand: &[Card]) {
        let mut found = 0;
        for (last, &card) in hand.iter().enumerate() {
            let thirds = self.thirds.with_each(card, &hand[..last]);
            for (second, third) in thirds.enumerate() {
                let first = self.places[third.index()];
                // Written in any case, and kept when the pair completes a set: no branch.
                self.sets[found] = [first, second, last];
                found += usize::from(first < second);
            }
            self.places[card.index()] = last;
            self.ends[last + 1] = found;
        }
        for card in hand {
            self.places[card.index()] = NONE;
        }
    }

    /// The sets among the first `cards` cards.
    #[inline]
    pub(super) fn within(&self, cards: usize) -> &[[usize; 3]] {
        &self.sets[..self.ends[cards]]
    }

    /// The sets that the cards at these places complete.
    #[inline]
    pub(super) fn completed(&self, new: Range<usize>) -> &[[usize; 3]] {
        &self.sets[self.ends[new.start]..self.ends[new.end]]
    }
}
