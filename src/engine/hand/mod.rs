//! A hand as a set of cards, one bit a card.
//!
//! [`combinations`] numbers all hands of a size, [`sizes`] are the sizes a run is about, [`text`]
//! reads hands that people wrote.

pub mod combinations;
pub mod sizes;
pub mod text;

use crate::card::{Card, MOST_CARDS};
use std::ops::{BitAnd, BitOr, Sub};

const WORDS: usize = MOST_CARDS.div_ceil(64);

/// A set of cards of one deck, in no order.
///
/// ```
/// use setodds_engine::{card::{Card, Deck}, hand::CardSet};
/// let hand: CardSet = Deck::GAME.cards().take(12).collect();
/// assert_eq!(hand.len(), 12);
/// assert!(hand.contains(Card::from_digits([0, 0, 0, 2])));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CardSet {
    bits: [u64; WORDS],
}

impl CardSet {
    /// Adds a card; `false` when it was there already.
    #[inline]
    pub fn insert(&mut self, card: Card) -> bool {
        let (word, bit) = place(card);
        let fresh = self.bits[word] & bit == 0;
        self.bits[word] |= bit;
        fresh
    }

    /// Whether the card is in the hand.
    #[inline]
    #[must_use]
    pub fn contains(&self, card: Card) -> bool {
        let (word, bit) = place(card);
        self.bits[word] & bit != 0
    }

    /// The number of cards.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bits.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is no card.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bits == [0; WORDS]
    }

    fn combine(self, other: Self, operation: impl Fn(u64, u64) -> u64) -> Self {
        Self { bits: std::array::from_fn(|word| operation(self.bits[word], other.bits[word])) }
    }
}

#[inline]
fn place(card: Card) -> (usize, u64) {
    (card.index() / 64, 1 << (card.index() % 64))
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut hand = Self::default();
        for card in cards {
            hand.insert(card);
        }
        hand
    }
}

impl BitOr for CardSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.combine(other, BitOr::bitor)
    }
}

impl BitAnd for CardSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.combine(other, BitAnd::bitand)
    }
}

impl Sub for CardSet {
    type Output = Self;

    /// The cards of `self` that are not in `other`.
    fn sub(self, other: Self) -> Self {
        self.combine(other, |left, right| left & !right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Deck;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn cards() -> impl Strategy<Value = BTreeSet<Card>> {
        let deck = Deck::new(6).unwrap();
        prop::collection::btree_set(0..deck.size(), 0..40)
            .prop_map(move |set| set.into_iter().map(|i| Card::new(i, deck).unwrap()).collect())
    }

    proptest! {
        #[test]
        fn behaves_as_a_set(a in cards(), b in cards()) {
            let hand = |cards: &BTreeSet<Card>| cards.iter().copied().collect::<CardSet>();
            prop_assert_eq!(hand(&a).len(), a.len());
            prop_assert_eq!(hand(&a).is_empty(), a.is_empty());
            prop_assert_eq!(hand(&a) | hand(&b), hand(&(&a | &b)));
            prop_assert_eq!(hand(&a) & hand(&b), hand(&(&a & &b)));
            prop_assert_eq!(hand(&a) - hand(&b), hand(&(&a - &b)));
            for card in Deck::new(6).unwrap().cards() {
                prop_assert_eq!(hand(&a).contains(card), a.contains(&card));
            }
        }
    }

    #[test]
    fn insert_tells_whether_the_card_is_new() {
        let mut hand = CardSet::default();
        assert!(hand.insert(Card::from_digits([2, 2, 2, 2, 2, 2])));
        assert!(!hand.insert(Card::from_digits([2, 2, 2, 2, 2, 2])));
    }
}
