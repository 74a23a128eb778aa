//! The number of sets, counted by the detection strategy.

use super::listing::Deal;
use super::{Context, Gauge};
use crate::card::Deck;
use crate::detect::Detector;
use crate::tally::Tally;
use std::ops::RangeInclusive;

pub(super) const LISTED: bool = false;

pub(super) const fn least(_: Deck, _: usize) -> usize {
    0
}

pub(super) fn sizes(deck: Deck) -> RangeInclusive<usize> {
    0..=deck.size()
}

/// Counts sets; a single size needs no sums.
pub(super) struct Sets<'a> {
    detector: &'a dyn Detector,
    completed: Vec<usize>,
}

impl<'a> Sets<'a> {
    pub(super) fn new(context: Context<'a>) -> Self {
        Self { detector: context.detector, completed: vec![0; context.largest] }
    }
}

impl Gauge for Sets<'_> {
    #[inline]
    fn record(&mut self, deal: &Deal<'_>, tallies: &mut [(usize, Tally)]) {
        if let [(cards, tally)] = tallies {
            return tally.record(self.detector.count(&deal.hand[..*cards]));
        }
        self.detector.completed(deal.hand, &mut self.completed);
        let (mut sets, mut from) = (0, 0);
        for (cards, tally) in tallies {
            sets += self.completed[from..*cards].iter().sum::<usize>();
            from = *cards;
            tally.record(sets);
        }
    }
}
