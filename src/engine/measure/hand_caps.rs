//! The caps of a given hand: its largest cap, and how many cards of the deck can join.

use super::caps::largest_certain_hand;
use super::transversal::Transversal;
use super::{Measure, MeasureError};
use crate::card::{Card, Deck, ThirdCards};
use crate::hand::{CardSet, sets};
use crate::symmetry::extend_flat;

/// The caps of a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandCaps {
    /// The places of the cards of a largest cap in the hand, counted from 0, rising.
    pub largest: Vec<usize>,
    /// How many cards of the deck can join the hand, one at a time, without making a set; `None`
    /// for a hand that is not a cap.
    pub admitted: Option<usize>,
}

impl HandCaps {
    /// Finds the caps of a hand of different cards.
    ///
    /// ```
    /// use setodds_engine::{card::Deck, measure::HandCaps};
    /// let hand: Vec<_> = Deck::GAME.cards().take(5).collect(); // 0000, 0001, 0002, 0010, 0011
    /// let caps = HandCaps::of(&hand, Deck::GAME)?;
    /// assert_eq!((caps.largest.len(), caps.is_cap(), caps.admitted), (4, false, None));
    /// let caps = HandCaps::of(&hand[..2], Deck::GAME)?;
    /// assert_eq!((caps.largest, caps.admitted), (vec![0, 1], Some(78)));
    /// # Ok::<(), setodds_engine::measure::MeasureError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the hand has over 45 cards, which may take too long.
    ///
    /// # Panics
    ///
    /// Panics if a card is not in the deck.
    pub fn of(hand: &[Card], deck: Deck) -> Result<Self, MeasureError> {
        let (measure, cards) = (Measure::LargestCap, hand.len());
        let most = largest_certain_hand(deck);
        if cards > most {
            return Err(MeasureError::TooLarge { measure, cards, most });
        }
        let mut sets: Vec<[usize; 3]> = sets(hand, deck).collect();
        sets.sort_unstable_by_key(|&[_, second, last]| (last, second));
        let mut transversal = Transversal::new(largest_cap_around(hand, deck));
        transversal.extend(&sets);
        let largest: Vec<_> = (0..cards).filter(|&place| !transversal.contains(place)).collect();
        let admitted = sets.is_empty().then(|| admitted(hand, deck));
        Ok(Self { largest, admitted })
    }

    /// Whether the hand holds no set.
    #[must_use]
    pub fn is_cap(&self) -> bool {
        self.admitted.is_some()
    }

    /// Whether the hand is a cap that no card can join.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.admitted == Some(0)
    }
}

/// The number of cards that make no set with two of a hand, which is a cap.
fn admitted(cap: &[Card], deck: Deck) -> usize {
    let mut barred: CardSet = cap.iter().copied().collect();
    for (place, &card) in cap.iter().enumerate() {
        barred.extend(ThirdCards::of(deck).with_each(card, &cap[..place]));
    }
    deck.size() - barred.len()
}

/// The size of the largest cap in the smallest flat (point, line, plane, ...) around a hand: a
/// hand may lie in one that is smaller than the deck.
fn largest_cap_around(hand: &[Card], deck: Deck) -> usize {
    let thirds = ThirdCards::of(deck);
    let mut flat = Vec::new();
    for &card in hand {
        if !flat.contains(&card) {
            extend_flat(&mut flat, card, |a, b| thirds.third(a, b));
        }
    }
    let dimension = flat.len().checked_ilog(3).unwrap_or(0) as usize;
    match Deck::new(dimension) {
        Ok(deck) => deck.largest_cap(),
        // A line has caps of two points, a point of one.
        Err(_) => dimension + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complete_caps_admit_no_card() {
        let deck = Deck::new(2).unwrap();
        // The largest caps of nine cards have four.
        for (hand, admitted) in
            [(vec![0, 1], Some(6)), (vec![0, 1, 3], Some(3)), (vec![0, 1, 3, 4], Some(0))]
        {
            let hand: Vec<Card> = hand.into_iter().map(Card::at).collect();
            let caps = HandCaps::of(&hand, deck).unwrap();
            assert_eq!(caps.admitted, admitted);
            assert_eq!((caps.is_cap(), caps.is_complete()), (true, admitted == Some(0)));
        }
        let set = HandCaps::of(&[0, 1, 2].map(Card::at), deck).unwrap();
        assert!(!set.is_cap() && !set.is_complete());
    }
}
