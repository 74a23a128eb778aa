//! The cards that are dealt: a deck, or a deck without some of its cards.

use crate::card::{Card, CardError, Deck};
use crate::escape::excerpt;
use crate::hand::CardSet;
use crate::hand::sizes::{Sizes, SizesError, ranges};
use std::fmt;

/// A deck, perhaps without some of its cards.
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
    /// Cards that are dealt.
    size: usize,
}

/// Cards that a deck cannot be without.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PackError {
    /// A card that the deck does not have.
    #[error(transparent)]
    Card(#[from] CardError),
    /// A card that is named again.
    #[error("the card @{} is named twice; remove one", .0.index())]
    Twice(Card),
    /// No card is left.
    #[error("without these cards no card of the deck is left; leave out fewer")]
    Empty,
    /// Text that is not a list of numbers of cards.
    #[error("`{0}` is not a valid list of cards; give their numbers from 0 on, like @0,27-80")]
    Unreadable(String),
}

impl Pack {
    /// A deck without some of its cards.
    ///
    /// # Errors
    ///
    /// Returns an error if a card is not in the deck or comes twice, or no card is left.
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

    /// A deck without the cards of these numbers, as `Display` writes them: `@0,27-80`.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not such a list, or the deck cannot be without its cards.
    pub fn read(deck: Deck, text: &str) -> Result<Self, PackError> {
        let unreadable = || PackError::Unreadable(excerpt(text));
        let mut cards = Vec::new();
        // A list of sizes would drop a number that comes twice.
        for part in text.strip_prefix('@').ok_or_else(unreadable)?.split(',') {
            let numbers: Sizes = part.parse().map_err(|_| unreadable())?;
            for index in numbers.iter() {
                cards.push(Card::new(index, deck)?);
            }
        }
        Self::without(deck, cards)
    }

    /// The deck, with all its cards.
    #[must_use]
    pub const fn deck(&self) -> Deck {
        self.deck
    }

    /// The cards that are left out.
    #[must_use]
    pub const fn missing(&self) -> &CardSet {
        &self.missing
    }

    /// The number of cards that are dealt.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Whether all cards of the deck are dealt.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.size == self.deck.size()
    }

    /// The pack itself if cards are missing; none if it is a full deck.
    #[must_use]
    pub fn as_reduced(&self) -> Option<&Self> {
        (!self.is_full()).then_some(self)
    }

    /// The cards that are dealt, by rising index.
    pub fn cards(&self) -> impl Iterator<Item = Card> + Clone + '_ {
        self.deck.cards().filter(|&card| !self.missing.contains(card))
    }

    /// Checks that the cards that are dealt can serve all hand sizes.
    ///
    /// # Errors
    ///
    /// Returns an error if the largest hand has more cards.
    pub fn check_sizes(&self, sizes: Sizes) -> Result<Sizes, SizesError> {
        let sizes = sizes.within(self.deck)?;
        let (cards, left) = (sizes.largest(), self.size());
        if cards <= left { Ok(sizes) } else { Err(SizesError::MoreThanAreLeft(cards, left)) }
    }
}

impl From<Deck> for Pack {
    /// The full deck.
    fn from(deck: Deck) -> Self {
        Self { deck, missing: CardSet::default(), size: deck.size() }
    }
}

impl fmt::Display for Pack {
    /// The numbers of the missing cards, `@0,27-80`; nothing for a full deck.
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
