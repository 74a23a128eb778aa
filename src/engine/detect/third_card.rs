//! Third card: two cards have exactly one third card, so look it up and ask whether it is in the
//! hand: one look-up for each pair (66 for 12 cards) instead of one test for each triple (220).
//! Each set is met through its three pairs.
//!
//! The cards of the hand are marked in a byte each: a look-up then is a load, where a bit of a word
//! would have to be shifted into place.

use super::Detector;
use crate::card::{Card, Deck, MOST_CARDS, ThirdCards};

/// The cards of a small deck, and of any deck, rounded up to what a mask keeps an index inside of.
const SMALL: usize = 128;
const ANY: usize = MOST_CARDS.next_power_of_two();

/// Looks third cards up.
pub(super) struct ThirdCard(ThirdCards);

impl ThirdCard {
    pub(super) fn new(deck: Deck) -> Self {
        Self(ThirdCards::new(deck))
    }

    /// Shows, for the place of each card, how many pairs with a card before it have their third
    /// card in the hand: in the whole hand if `whole`, else before it.
    #[inline]
    fn each_card(&self, hand: &[Card], whole: bool, see: impl FnMut(usize, usize)) {
        if self.0.size() <= SMALL {
            self.with_marks::<SMALL>(hand, whole, see);
        } else {
            self.with_marks::<ANY>(hand, whole, see);
        }
    }

    /// Finds the sets of a hand by a mark table of `BYTES` bytes.
    #[inline]
    fn with_marks<const BYTES: usize>(
        &self,
        hand: &[Card],
        whole: bool,
        mut see: impl FnMut(usize, usize),
    ) {
        let mut marks = [0_u8; BYTES];
        if whole {
            hand.iter().for_each(|card| marks[card.index() % BYTES] = 1);
        }
        for (place, &card) in hand.iter().enumerate() {
            let thirds = self.0.row(card);
            let mark = |other: &Card| u32::from(marks[thirds[other.index()].index() % BYTES]);
            see(place, hand[..place].iter().map(mark).sum::<u32>() as usize);
            marks[card.index() % BYTES] = 1;
        }
    }
}

impl Detector for ThirdCard {
    fn is_set(&self, a: Card, b: Card, c: Card) -> bool {
        self.0.third(a, b) == c
    }

    fn count(&self, hand: &[Card]) -> usize {
        let mut pairs = 0;
        self.each_card(hand, true, |_, found| pairs += found);
        pairs / 3
    }

    fn completed(&self, hand: &[Card], completed: &mut [usize]) {
        // Both other cards of a set come before the one that completes it: two pairs.
        self.each_card(hand, false, |place, pairs| completed[place] = pairs / 2);
    }
}
