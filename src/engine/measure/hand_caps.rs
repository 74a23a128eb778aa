//! Cap properties of a given hand: its largest cap, and how many cards of the deck can join it
//! without a set.

use super::caps::max_worst_case_cards;
use super::transversal::Transversal;
use super::{Measure, MeasureError};
use crate::card::{Card, Deck, ThirdCards};
use crate::hand::{CardSet, sets};
use crate::symmetry::extend_flat;

/// Cap properties of a hand; a cap is a hand without a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandCaps {
    /// The positions of the cards of a largest cap in the hand, counted from 0, increasing.
    pub largest: Vec<usize>,
    /// The number of cards of the deck that can join the hand, one at a time, without forming a
    /// set; `None` for a hand that holds a set.
    pub admitted: Option<usize>,
}

impl HandCaps {
    /// Computes the cap properties of a hand of different cards.
    ///
    /// ```
    /// use setodds_engine::{card::Deck, measure::HandCaps};
    /// let hand: Vec<_> = Deck::GAME.cards().take(5).collect(); // 0000, 0001, 0002, 0010, 0011
    /// let caps = HandCaps::new(&hand, Deck::GAME)?;
    /// assert_eq!((caps.largest.len(), caps.is_cap(), caps.admitted), (4, false, None));
    /// let caps = HandCaps::new(&hand[..2], Deck::GAME)?;
    /// assert_eq!((caps.largest, caps.admitted), (vec![0, 1], Some(78)));
    /// # Ok::<(), setodds_engine::measure::MeasureError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the hand has more than 45 cards, which may take too long.
    ///
    /// # Panics
    ///
    /// Panics if a card is not in the deck.
    pub fn new(hand: &[Card], deck: Deck) -> Result<Self, MeasureError> {
        let (measure, cards) = (Measure::LargestCap, hand.len());
        let most = max_worst_case_cards(deck);
        if cards > most {
            return Err(MeasureError::TooLarge { measure, cards, most });
        }
        let mut sets: Vec<[usize; 3]> = sets(hand, deck).collect();
        sets.sort_unstable_by_key(|&[_, second, last]| (last, second));
        let mut transversal = Transversal::new(largest_cap_in_hull(hand, deck));
        transversal.extend(&sets);
        let largest: Vec<_> = (0..cards).filter(|&place| !transversal.contains(place)).collect();
        let admitted = sets.is_empty().then(|| admitted(hand, deck));
        Ok(Self { largest, admitted })
    }

    /// Returns whether the hand holds no set.
    #[must_use]
    pub fn is_cap(&self) -> bool {
        self.admitted.is_some()
    }

    /// Returns whether the hand is a complete cap: it holds no set, but every further card of the
    /// deck would complete one.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.admitted == Some(0)
    }
}

/// Returns the number of cards of the deck outside a cap that form no set with two cards of the
/// cap.
fn admitted(cap: &[Card], deck: Deck) -> usize {
    let mut barred: CardSet = cap.iter().copied().collect();
    for (place, &card) in cap.iter().enumerate() {
        barred.extend(ThirdCards::for_deck(deck).with_each(card, &cap[..place]));
    }
    deck.size() - barred.len()
}

/// Returns the size of the largest cap in the affine hull (point, line, plane, ...) of a hand; the
/// hull may be smaller than the deck.
fn largest_cap_in_hull(hand: &[Card], deck: Deck) -> usize {
    let thirds = ThirdCards::for_deck(deck);
    let mut flat = Vec::new();
    for &card in hand {
        if !flat.contains(&card) {
            extend_flat(&mut flat, card, |a, b| thirds.third(a, b));
        }
    }
    let dimension = flat.len().checked_ilog(3).unwrap_or(0) as usize;
    match Deck::new(dimension) {
        Ok(deck) => deck.largest_cap(),
        // The largest cap of a line has two points, that of a point one.
        Err(_) => dimension + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complete_caps_admit_no_card() {
        let deck = Deck::new(2).unwrap();
        // The largest caps of the deck of nine cards have four cards.
        for (hand, admitted) in
            [(vec![0, 1], Some(6)), (vec![0, 1, 3], Some(3)), (vec![0, 1, 3, 4], Some(0))]
        {
            let hand: Vec<Card> = hand.into_iter().map(Card::at).collect();
            let caps = HandCaps::new(&hand, deck).unwrap();
            assert_eq!(caps.admitted, admitted);
            assert_eq!((caps.is_cap(), caps.is_complete()), (true, admitted == Some(0)));
        }
        let set = HandCaps::new(&[0, 1, 2].map(Card::at), deck).unwrap();
        assert!(!set.is_cap() && !set.is_complete());
    }
}
