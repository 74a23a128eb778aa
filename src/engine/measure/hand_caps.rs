//! The caps of a given hand: its largest cap, and how many cards of the deck can join.

use super::caps::largest_certain_hand;
use super::set_list::SetList;
use super::transversal::Transversal;
use super::{Measure, MeasureError};
use crate::card::{Card, Deck, ThirdCards};
use crate::hand::CardSet;
use crate::symmetry::extend_flat;

/// Finds the caps of one hand after another.
///
/// ```
/// use setodds_engine::{card::Deck, measure::CapFinder};
/// let finder = CapFinder::new(Deck::GAME);
/// let hand: Vec<_> = Deck::GAME.cards().take(5).collect(); // 0000, 0001, 0002, 0010, 0011
/// let caps = finder.caps(&hand)?;
/// assert_eq!((caps.largest.len(), caps.is_cap(), caps.admitted), (4, false, None));
/// let caps = finder.caps(&hand[..2])?;
/// assert_eq!((caps.largest, caps.admitted), (vec![0, 1], Some(78)));
/// # Ok::<(), setodds_engine::measure::MeasureError>(())
/// ```
#[derive(Debug)]
pub struct CapFinder {
    deck: Deck,
    thirds: ThirdCards,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandCaps {
    /// The places of the cards of a largest cap in the hand, counted from 0, rising.
    pub largest: Vec<usize>,
    /// How many cards of the deck can join the hand, one at a time, without making a set; `None`
    /// for a hand that is not a cap.
    pub admitted: Option<usize>,
}

impl HandCaps {
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

impl CapFinder {
    /// For hands of a deck.
    #[must_use]
    pub fn new(deck: Deck) -> Self {
        Self { deck, thirds: ThirdCards::new(deck) }
    }

    /// The caps of a hand of different cards.
    ///
    /// # Errors
    ///
    /// When the hand has over 45 cards, which may take too long.
    ///
    /// # Panics
    ///
    /// When a card is not in the deck.
    pub fn caps(&self, hand: &[Card]) -> Result<HandCaps, MeasureError> {
        let (measure, cards) = (Measure::LargestCap, hand.len());
        let most = largest_certain_hand(self.deck);
        if cards > most {
            return Err(MeasureError::TooLarge { measure, cards, most });
        }
        let mut sets = SetList::new(self.deck, cards);
        sets.list(hand, &self.thirds);
        let mut transversal = Transversal::new(self.largest_cap(hand));
        transversal.extend(sets.within(cards));
        let largest: Vec<_> = (0..cards).filter(|&place| !transversal.contains(place)).collect();
        let admitted = (largest.len() == cards).then(|| self.admitted(hand));
        Ok(HandCaps { largest, admitted })
    }

    /// How many cards make no set with two of a hand, which is a cap.
    fn admitted(&self, cap: &[Card]) -> usize {
        let mut barred: CardSet = cap.iter().copied().collect();
        for (place, &card) in cap.iter().enumerate() {
            let thirds = self.thirds.row(card);
            cap[..place].iter().for_each(|other| _ = barred.insert(thirds[other.index()]));
        }
        self.deck.size() - barred.len()
    }

    /// The size of the largest cap in the smallest flat (point, line, plane, ...) around a hand: a
    /// hand may lie in one that is smaller than the deck.
    fn largest_cap(&self, hand: &[Card]) -> usize {
        let mut flat = Vec::new();
        for &card in hand {
            if !flat.contains(&card) {
                extend_flat(&mut flat, card, |a, b| self.thirds.third(a, b));
            }
        }
        let dimension = flat.len().checked_ilog(3).unwrap_or(0) as usize;
        match Deck::new(dimension) {
            Ok(deck) => deck.largest_cap(),
            // Of a line two points, of a point that one.
            Err(_) => dimension + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complete_caps_admit_no_card() {
        let finder = CapFinder::new(Deck::new(2).unwrap());
        // The largest caps of nine cards have four.
        for (hand, admitted) in
            [(vec![0, 1], Some(6)), (vec![0, 1, 3], Some(3)), (vec![0, 1, 3, 4], Some(0))]
        {
            let hand: Vec<Card> = hand.into_iter().map(Card::at).collect();
            let caps = finder.caps(&hand).unwrap();
            assert_eq!(caps.admitted, admitted);
            assert_eq!((caps.is_cap(), caps.is_complete()), (true, admitted == Some(0)));
        }
        let set = finder.caps(&[0, 1, 2].map(Card::at)).unwrap();
        assert!(!set.is_cap() && !set.is_complete());
    }
}
