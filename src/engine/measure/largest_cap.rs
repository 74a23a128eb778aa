//! The size of the largest cap inside the hand: the most of its cards that hold no set. They are what
//! a smallest [transversal](super::transversal) leaves.
//!
//! Mean times, measured on one core of a server, dealing included: 0.24 microseconds for 12 cards of
//! the game, 4 for 21, 0.2 milliseconds for 30, 2.6 for 36; with five features 0.24 milliseconds for 45
//! cards, with six 0.15 for 64.

use super::listing::Deal;
use super::transversal::Transversal;
use super::{Context, Gauge};
use crate::card::{Deck, MOST_FEATURES};
use crate::tally::Tally;
use std::ops::RangeInclusive;

pub(super) const LISTED: bool = true;

/// A cap of `m` cards that cannot be enlarged inside the hand forbids all others of it: each of the
/// m(m - 1)/2 pairs forbids a card at most.
pub(super) const fn least(_: Deck, cards: usize) -> usize {
    let mut least = 0;
    while least * (least + 1) / 2 < cards {
        least += 1;
    }
    least
}

/// The largest hands by the number of features from 2 on, in cards: what a random hand takes grows
/// tenfold with every few cards.
const MOST_CARDS: [usize; MOST_FEATURES - 1] = [9, 27, 36, 45, 64];

pub(super) fn sizes(deck: Deck) -> RangeInclusive<usize> {
    0..=MOST_CARDS[deck.features() - 2]
}

/// The largest hand that is searched whatever its structure, in cards. Hands that fill planes take
/// longest: 45 cards a second, 54 more than ten.
pub(super) fn most_once(deck: Deck) -> usize {
    deck.size().min(45)
}

/// The transversal of a deal.
pub(super) struct LargestCap(Transversal<u64>);

impl LargestCap {
    pub(super) fn new(context: Context<'_>) -> Self {
        Self(Transversal::new(context.deck.largest_cap()))
    }
}

impl Gauge for LargestCap {
    fn record(&mut self, deal: &Deal<'_>, tallies: &mut [(usize, Tally)]) {
        let Self(transversal) = self;
        transversal.clear();
        let mut from = 0;
        for (cards, tally) in tallies {
            transversal.extend(deal.sets_completed(from, *cards));
            from = *cards;
            tally.record(*cards - transversal.len());
        }
    }
}
