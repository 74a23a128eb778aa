//! The size of the largest cap inside the hand: the most of its cards that hold no set. They are what
//! a smallest [transversal](super::transversal) leaves.
//!
//! Mean times, measured on one core of a server, dealing included: 0.24 microseconds for 12 cards of
//! the game, 4 for 21, 0.2 milliseconds for 30, 2.6 for 36, 0.2 seconds for the whole deck; with five
//! features 4 milliseconds for 54 cards, with six 14 milliseconds for 80.

use super::listing::Deal;
use super::transversal::Transversal;
use super::{Context, Gauge};
use crate::card::{Deck, MOST_FEATURES};
use crate::lanes::Word;
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
const MOST_CARDS: [usize; MOST_FEATURES - 1] = [9, 27, 36, 54, 80];

pub(super) fn sizes(deck: Deck) -> RangeInclusive<usize> {
    0..=MOST_CARDS[deck.features() - 2]
}

/// The largest hand for which one can wait once, in cards: the whole deck of the game takes no longer
/// than 0.2 seconds.
pub(super) fn most_once(deck: Deck) -> usize {
    match deck {
        Deck::GAME => deck.size(),
        _ => *sizes(deck).end(),
    }
}

/// The transversal of a deal, in words as wide as it takes.
pub(super) enum LargestCap {
    Narrow(Transversal<u64>),
    Wide(Transversal<u128>),
}

impl LargestCap {
    pub(super) fn new(context: Context<'_>) -> Self {
        let (most, cards) = (context.deck.largest_cap(), context.largest);
        if cards <= 64 {
            Self::Narrow(Transversal::new(most))
        } else {
            Self::Wide(Transversal::new(most))
        }
    }
}

impl Gauge for LargestCap {
    fn record(&mut self, deal: &Deal<'_>, tallies: &mut [(usize, Tally)]) {
        match self {
            Self::Narrow(transversal) => record(transversal, deal, tallies),
            Self::Wide(transversal) => record(transversal, deal, tallies),
        }
    }
}

fn record<B: Word>(
    transversal: &mut Transversal<B>,
    deal: &Deal<'_>,
    tallies: &mut [(usize, Tally)],
) {
    transversal.clear();
    let mut from = 0;
    for (cards, tally) in tallies {
        transversal.extend(deal.sets_completed(from, *cards));
        from = *cards;
        tally.record(*cards - transversal.len());
    }
}
