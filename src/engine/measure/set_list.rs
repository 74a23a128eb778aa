//! List of the sets of a deal, shared by all measures and hand sizes. Sorted by the card that
//! completes a set, so the sets of the first `k` cards come first.

use crate::card::{Card, Deck, ThirdCards};
use std::ops::Range;

/// Sentinel for cards that are not in the hand: larger than every position.
const NO_POSITION: usize = usize::MAX;

/// Reusable list of the sets of a deal. Unlike [`crate::hand::sets`], it reuses its memory and has
/// no branch per pair, which matters for millions of hands.
#[derive(Debug)]
pub(super) struct SetList {
    thirds: &'static ThirdCards,
    /// For each card of the deck, its position among the cards so far, or `NO_POSITION`.
    places: Vec<usize>,
    /// The increasing positions of the cards of each set, with room for one more set.
    sets: Vec<[usize; 3]>,
    /// For each `k`, the number of sets among the first `k` cards.
    ends: Vec<usize>,
}

impl SetList {
    /// Creates an empty list for deals of up to `cards` cards.
    pub(super) fn new(deck: Deck, cards: usize) -> Self {
        let max_sets = cards * cards.saturating_sub(1) / 6;
        Self {
            thirds: ThirdCards::for_deck(deck),
            places: vec![NO_POSITION; deck.size()],
            sets: vec![[0; 3]; max_sets + 1],
            ends: vec![0; cards + 1],
        }
    }

    /// Replaces the list with the sets of a deal.
    pub(super) fn list(&mut self, hand: &[Card]) {
        let mut found = 0;
        for (last, &card) in hand.iter().enumerate() {
            let thirds = self.thirds.with_each(card, &hand[..last]);
            for (second, third) in thirds.enumerate() {
                let first = self.places[third.index()];
                // Always written, but kept only if the pair completes a set: no branch.
                self.sets[found] = [first, second, last];
                found += usize::from(first < second);
            }
            self.places[card.index()] = last;
            self.ends[last + 1] = found;
        }
        for card in hand {
            self.places[card.index()] = NO_POSITION;
        }
    }

    /// Returns the sets among the first `cards` cards of the deal.
    #[inline]
    pub(super) fn within(&self, cards: usize) -> &[[usize; 3]] {
        &self.sets[..self.ends[cards]]
    }

    /// Returns the sets whose last card is at one of the given positions.
    #[inline]
    pub(super) fn completed(&self, new: Range<usize>) -> &[[usize; 3]] {
        &self.sets[self.ends[new.start]..self.ends[new.end]]
    }
}
