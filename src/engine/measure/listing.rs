//! The sets of a deal, listed once for all measures and hand sizes: in the order of the cards that
//! complete them, so that the sets of the first `k` cards are the first ones of the list.

use crate::card::{Card, ThirdCards};

/// A place in a deal, from 0.
pub(super) type Place = u16;

/// No place: larger than every place.
const NONE: Place = Place::MAX;

/// Lists the sets of one deal after another.
#[derive(Debug)]
pub(super) struct Listing<'a> {
    thirds: &'a ThirdCards,
    /// By the index of a card, its place among the cards so far.
    places: Vec<Place>,
    /// The sets, and room for one more.
    sets: Vec<[Place; 3]>,
    /// By the number of cards, how many sets they hold.
    ends: Vec<usize>,
}

impl<'a> Listing<'a> {
    /// For deals of up to `cards` cards.
    pub(super) fn new(thirds: &'a ThirdCards, cards: usize) -> Self {
        let most_sets = cards * cards.saturating_sub(1) / 6;
        Self {
            thirds,
            places: vec![NONE; thirds.size()],
            sets: vec![[0; 3]; most_sets + 1],
            ends: vec![0; cards + 1],
        }
    }

    /// Lists the sets of a deal.
    pub(super) fn list<'b>(&'b mut self, hand: &'b [Card]) -> Deal<'b> {
        let mut found = 0;
        for (last, &card) in (0..).zip(hand) {
            let thirds = self.thirds.row(card);
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
        Deal { hand, sets: &self.sets[..found], ends: &self.ends }
    }
}

/// A dealt hand with its sets.
pub(super) struct Deal<'a> {
    /// The cards in the order in which they were dealt.
    pub(super) hand: &'a [Card],
    /// The places of the cards of each set, rising.
    sets: &'a [[Place; 3]],
    ends: &'a [usize],
}

impl<'a> Deal<'a> {
    /// A hand whose sets nobody asks for.
    pub(super) const fn unlisted(hand: &'a [Card]) -> Self {
        Self { hand, sets: &[], ends: &[] }
    }

    /// The sets of the first `cards` cards, by the card that completes them.
    #[inline]
    pub(super) fn sets(&self, cards: usize) -> &'a [[Place; 3]] {
        &self.sets[..self.ends[cards]]
    }

    /// The sets that cards number `from`, `from + 1`, ... `cards - 1` complete, counted from 0.
    #[inline]
    pub(super) fn sets_completed(&self, from: usize, cards: usize) -> &'a [[Place; 3]] {
        &self.sets[self.ends[from]..self.ends[cards]]
    }
}
