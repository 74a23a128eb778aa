//! The hand that stands for its class.

use super::Space;
use crate::card::Card;

/// A set of points of a space of at most `64 * WORDS` points, one bit a point. Forms are ordered; the
/// canonical form of a hand is the least one among some of its images ([`super::canonical`]).
///
/// It is a [`crate::hand::CardSet`] that takes no more room than its deck needs: classes are kept by the million.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Form<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Form<WORDS> {
    /// The empty hand.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// A form with these bits.
    pub(super) const fn of_words(words: [u64; WORDS]) -> Self {
        Self(words)
    }

    /// Its bits.
    pub(super) const fn words(&self) -> &[u64; WORDS] {
        &self.0
    }

    /// Adds a card.
    #[inline]
    pub(super) fn insert(&mut self, card: Card) {
        self.0[card.index() / 64] |= 1 << (card.index() % 64);
    }

    /// The number of points.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }

    /// Whether a card is in the hand.
    #[must_use]
    pub fn contains(&self, card: Card) -> bool {
        self.0[card.index() / 64] >> (card.index() % 64) & 1 == 1
    }

    /// The cards, by index.
    pub fn cards(&self, space: &Space) -> impl Iterator<Item = Card> + use<'_, WORDS> {
        space.deck().cards().filter(|&card| self.contains(card))
    }

    /// The dimension of the smallest flat around a canonical form, which is the one that begins with
    /// point 0; nothing for the empty hand.
    #[must_use]
    pub fn dimension(&self) -> Option<u32> {
        let last = self.0.iter().rposition(|&word| word != 0)?;
        let highest = 64 * last + self.0[last].ilog2() as usize;
        Some(if highest == 0 { 0 } else { highest.ilog(3) + 1 })
    }
}

impl<const WORDS: usize> FromIterator<Card> for Form<WORDS> {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut form = Self::EMPTY;
        cards.into_iter().for_each(|card| form.insert(card));
        form
    }
}
