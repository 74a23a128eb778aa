//! The cards from which hands are dealt: a deck, possibly with some cards missing.

use crate::card::{Card, CardError, Deck};
use crate::escape::excerpt;
use crate::hand::CardSet;
use crate::hand::sizes::{Sizes, SizesError, ranges};
use std::fmt;

/// The cards from which hands are dealt: a deck, possibly with some cards missing.
///
/// ```
/// # use setodds_engine::{card::Deck, pack::Pack};
/// let full = Pack::from(Deck::GAME);
/// assert_eq!((full.size(), full.is_full()), (81, true));
/// let one_lost = Pack::read(Deck::GAME, "@70")?;
/// assert_eq!((one_lost.size(), one_lost.to_string().as_str()), (80, "@70"));
/// # Ok::<(), setodds_engine::pack::PackError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pack {
    deck: Deck,
    missing: CardSet,
    /// The number of cards that are not missing.
    size: usize,
}

/// Error for a list of missing cards that is not valid for the deck.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PackError {
    /// The list of missing cards contains a card that is not in the deck.
    #[error(transparent)]
    Card(#[from] CardError),
    /// The list of missing cards contains a card twice.
    #[error("the card @{} is named twice; remove one", .0.index())]
    Twice(Card),
    /// The list of missing cards contains all cards of the deck, so none is left to deal.
    #[error("without these cards no card of the deck is left; leave out fewer")]
    Empty,
    /// The text is not a list of missing cards, such as `@0,27-80`.
    #[error("`{0}` is not a valid list of cards; give their numbers from 0 on, like @0,27-80")]
    Unreadable(String),
}

impl Pack {
    /// Returns the deck without the given cards.
    ///
    /// # Errors
    ///
    /// Returns an error if any card is not in the deck or is given twice, or if no card is left.
    pub fn without(deck: Deck, cards: impl IntoIterator<Item = Card>) -> Result<Self, PackError> {
        let mut missing = CardSet::default();
        for card in cards {
            Card::new(card.index(), deck)?;
            if !missing.insert(card) {
                return Err(PackError::Twice(card));
            }
        }
        match deck.size() - missing.len() {
            0 => Err(PackError::Empty),
            size => Ok(Self { deck, missing, size }),
        }
    }

    /// Parses a list of missing cards, such as `@0,27-80`, and returns the deck without them. This
    /// is the format that `Display` writes.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not such a list, a card is not in the deck or listed twice,
    /// or no card is left.
    pub fn read(deck: Deck, text: &str) -> Result<Self, PackError> {
        let unreadable = || PackError::Unreadable(excerpt(text));
        let mut cards = Vec::new();
        // Each part is parsed alone: `Sizes` would silently merge a card that is listed twice.
        for part in text.strip_prefix('@').ok_or_else(unreadable)?.split(',') {
            let numbers: Sizes = part.parse().map_err(|_| unreadable())?;
            for index in numbers.iter() {
                cards.push(Card::new(index, deck)?);
            }
        }
        Self::without(deck, cards)
    }

    /// Returns the full deck, including the missing cards.
    #[must_use]
    pub const fn deck(&self) -> Deck {
        self.deck
    }

    /// Returns the cards missing from the deck.
    #[must_use]
    pub const fn missing(&self) -> &CardSet {
        &self.missing
    }

    /// Returns the number of cards that are not missing.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Returns whether no card is missing.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.size == self.deck.size()
    }

    /// Returns the pack itself if cards are missing, or `None` for a full deck.
    #[must_use]
    pub fn as_reduced(&self) -> Option<&Self> {
        (!self.is_full()).then_some(self)
    }

    /// Returns an iterator over the cards that are not missing, by increasing index.
    pub fn cards(&self) -> impl Iterator<Item = Card> + Clone + '_ {
        self.deck.cards().filter(|&card| !self.missing.contains(card))
    }

    /// Returns the hand sizes unchanged after checking that the pack has enough cards for all of
    /// them.
    ///
    /// # Errors
    ///
    /// Returns an error if the largest hand has more cards than the pack.
    pub fn check_sizes(&self, sizes: Sizes) -> Result<Sizes, SizesError> {
        let sizes = sizes.within(self.deck)?;
        let (cards, left) = (sizes.largest(), self.size());
        if cards <= left { Ok(sizes) } else { Err(SizesError::MoreThanAreLeft(cards, left)) }
    }
}

impl From<Deck> for Pack {
    /// Returns the full deck, with no card missing.
    fn from(deck: Deck) -> Self {
        Self { deck, missing: CardSet::default(), size: deck.size() }
    }
}

impl fmt::Display for Pack {
    /// Writes the numbers of the missing cards, such as `@0,27-80`, or an empty string for a full
    /// deck.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_full() {
            return Ok(());
        }
        let numbers: Vec<usize> = self.missing.iter().map(Card::index).collect();
        write!(f, "@{}", ranges(&numbers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_cards_are_written_and_read() {
        for (text, size) in [("@0", 80), ("@0,27-80", 26), ("@3,4,6-8", 76)] {
            let pack = Pack::read(Deck::GAME, text).unwrap();
            assert_eq!((pack.size(), pack.to_string().as_str()), (size, text));
            assert_eq!((pack.cards().count(), pack.missing().len()), (size, 81 - size));
            assert_eq!((pack.as_reduced(), pack.deck()), (Some(&pack), Deck::GAME));
            assert!(pack.cards().all(|card| !pack.missing().contains(card)));
        }
        let full = Pack::from(Deck::GAME);
        assert_eq!((full.to_string().as_str(), full.size(), full.as_reduced()), ("", 81, None));
    }

    #[test]
    fn hands_have_no_more_cards_than_are_left() {
        let pack = Pack::read(Deck::GAME, "@0").unwrap();
        assert_eq!(pack.check_sizes(Sizes::one(80)), Ok(Sizes::one(80)));
        assert_eq!(pack.check_sizes(Sizes::one(81)), Err(SizesError::MoreThanAreLeft(81, 80)));
        assert_eq!(
            pack.check_sizes(Sizes::one(82)),
            Err(SizesError::MoreThanTheDeck(82, Deck::GAME)),
            "whatever is left"
        );
    }

    #[test]
    fn what_is_not_a_list_of_missing_cards_is_refused() {
        let error = |text: &str| Pack::read(Deck::GAME, text).unwrap_err().to_string();
        for text in ["", "5", "@", "@x", "@5-3", "@-1", "@99999"] {
            assert!(error(text).contains("is not a valid list of cards"), "{text}");
        }
        assert!(error("@81").contains("card 81 is not in the deck"));
        assert!(error("@0-80").contains("no card of the deck is left"));
        let twice = Pack::without(Deck::GAME, [Card::at(7), Card::at(7)]).unwrap_err();
        assert_eq!(twice, PackError::Twice(Card::at(7)));
    }
}
