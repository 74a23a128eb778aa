//! Hands: sets of cards ([`CardSet`]), the hand sizes of a run ([`sizes`]), and the [`sets()`],
//! [`ultrasets`] and [`near_sets`] of a hand.

pub mod near_sets;
mod sets;
pub mod sizes;
pub mod ultrasets;

pub use sets::sets;

use crate::card::{Card, MAX_CARDS};
use crate::lanes::set_bits;
use std::ops::{BitAnd, BitOr, Sub};

/// The number of 64-bit words that hold one bit for each card of the largest deck.
pub(crate) const MAX_WORDS: usize = MAX_CARDS.div_ceil(64);

/// A set of cards of any deck, stored as one bit per card. Supports `|`, `&` and `-`, like the sets
/// of the standard library.
///
/// ```
/// use setodds_engine::{card::{Card, Deck}, hand::CardSet};
/// let mut hand: CardSet = Deck::GAME.cards().take(12).collect();
/// assert!(hand.remove(Card::from_digits([0, 0, 0, 2])));
/// assert_eq!(hand.len(), 11);
/// let others = Deck::GAME.cards().collect::<CardSet>() - hand;
/// assert_eq!(others.iter().next(), Some(Card::from_digits([0, 0, 0, 2])));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardSet {
    words: [u64; MAX_WORDS],
}

impl CardSet {
    /// Creates a card set from its words, in the layout of [`words`](Self::words). Iterating over
    /// the cards panics if a bit is set that belongs to no card.
    pub(crate) const fn from_words(words: [u64; MAX_WORDS]) -> Self {
        Self { words }
    }

    /// Returns the card set as words of 64 bits: card `i` is bit `i % 64` of word `i / 64`.
    pub(crate) const fn words(&self) -> &[u64; MAX_WORDS] {
        &self.words
    }

    /// Adds a card to the card set and returns whether it was new.
    #[inline]
    pub fn insert(&mut self, card: Card) -> bool {
        let (word, bit) = position(card);
        let is_new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        is_new
    }

    /// Removes a card from the card set and returns whether it was present.
    pub fn remove(&mut self, card: Card) -> bool {
        let (word, bit) = position(card);
        let was_there = self.words[word] & bit != 0;
        self.words[word] &= !bit;
        was_there
    }

    /// Returns whether the card set contains the card.
    #[inline]
    #[must_use]
    pub fn contains(&self, card: Card) -> bool {
        let (word, bit) = position(card);
        self.words[word] & bit != 0
    }

    /// Returns the number of cards in the card set.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns whether the card set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words == [0; MAX_WORDS]
    }

    /// Returns an iterator over the cards by increasing index.
    pub fn iter(&self) -> impl Iterator<Item = Card> + '_ {
        let words = self.words.iter().zip((0..).step_by(64));
        words.flat_map(|(&word, start)| set_bits(word).map(move |bit| Card::at(start + bit)))
    }
}

/// Returns the word index of a card in a card set, and the mask of its bit within that word.
#[inline]
fn position(card: Card) -> (usize, u64) {
    (card.index() / 64, 1 << (card.index() % 64))
}

impl Default for CardSet {
    fn default() -> Self {
        Self { words: [0; MAX_WORDS] }
    }
}

impl Extend<Card> for CardSet {
    fn extend<I: IntoIterator<Item = Card>>(&mut self, cards: I) {
        cards.into_iter().for_each(|card| _ = self.insert(card));
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut set = Self::default();
        set.extend(cards);
        set
    }
}

macro_rules! operators {
    ($($operator:ident::$method:ident: $of_words:expr;)*) => {$(
        impl $operator for CardSet {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                let word = |place| $of_words(self.words[place], other.words[place]);
                Self { words: std::array::from_fn(word) }
            }
        }
    )*};
}

operators! {
    BitOr::bitor: BitOr::bitor;
    BitAnd::bitand: BitAnd::bitand;
    Sub::sub: |one: u64, other: u64| one & !other;
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
            let set = |cards: &BTreeSet<Card>| cards.iter().copied().collect::<CardSet>();
            prop_assert_eq!(set(&a).len(), a.len());
            prop_assert_eq!(set(&a).is_empty(), a.is_empty());
            prop_assert!(set(&a).iter().eq(a.iter().copied()));
            prop_assert_eq!(CardSet::from_words(*set(&a).words()), set(&a));
            prop_assert_eq!(set(&a) | set(&b), set(&(&a | &b)));
            prop_assert_eq!(set(&a) & set(&b), set(&(&a & &b)));
            prop_assert_eq!(set(&a) - set(&b), set(&(&a - &b)));
            let mut changed = set(&a);
            for &card in &b {
                prop_assert_eq!(changed.contains(card), a.contains(&card));
                prop_assert_eq!(changed.insert(card), !a.contains(&card));
                prop_assert!(!changed.insert(card) && changed.remove(card));
                prop_assert!(!changed.remove(card));
            }
            prop_assert_eq!(changed, set(&a) - set(&b));
        }
    }

    #[test]
    fn a_card_is_a_bit_of_a_word() {
        let set: CardSet = [0, 63, 70].map(Card::at).into_iter().collect();
        assert_eq!(set.words()[..3], [1 | 1 << 63, 1 << 6, 0]);
    }
}
