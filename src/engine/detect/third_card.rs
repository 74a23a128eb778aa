//! Third card: two cards have exactly one third card, so look it up and ask whether it is in the
//! hand: one look-up for each pair (66 for 12 cards) instead of one test for each triple (220).
//! Each set is met through its three pairs.

use super::Detector;
use crate::card::{Card, Deck, ThirdCards};
use crate::hand::CardSet;

/// Looks third cards up.
pub(super) struct ThirdCard(ThirdCards);

impl ThirdCard {
    pub(super) fn new(deck: Deck) -> Self {
        Self(ThirdCards::new(deck))
    }

    /// How many cards of `others` have their third card with `card` in `hand`.
    #[inline]
    fn pairs(&self, card: Card, others: &[Card], hand: &CardSet) -> usize {
        let thirds = self.0.row(card);
        others.iter().map(|other| usize::from(hand.contains(thirds[other.index()]))).sum()
    }
}

impl Detector for ThirdCard {
    fn is_set(&self, a: Card, b: Card, c: Card) -> bool {
        self.0.third(a, b) == c
    }

    fn count(&self, hand: &[Card]) -> usize {
        let members: CardSet = hand.iter().copied().collect();
        let pairs = |(place, &card)| self.pairs(card, &hand[..place], &members);
        hand.iter().enumerate().map(pairs).sum::<usize>() / 3
    }

    fn completed(&self, hand: &[Card], completed: &mut [usize]) {
        let mut before = CardSet::default();
        for (place, &card) in hand.iter().enumerate() {
            // Both other cards of a set come before the one that completes it: two pairs.
            completed[place] = self.pairs(card, &hand[..place], &before) / 2;
            before.insert(card);
        }
    }
}
