use super::{Purpose, ReadError, ReadOptions, read_hands};
use crate::card::{Card, CardError, Deck};
use crate::hand::{self, CardSet};
use std::fmt;
use std::str::FromStr;

/// Distinct cards of one deck, in the order in which they were given.
///
/// A hand of the game is read from words, codes, digits or numbers, with all cards in the same
/// notation and commas or line breaks between them. It prints as words; hands of other decks print
/// as digits. A code has a letter or figure for number, colour, shading and shape: 1, 2, 3; R, G,
/// P; S (solid), T (striped), O (open); D (diamond), O (oval), S (squiggle).
///
/// ```
/// use setodds::Hand;
///
/// let hand: Hand = "one red solid oval, two red striped diamonds, one red open oval, \
///                   three red open squiggles, one red striped oval".parse()?;
/// let sets: Vec<_> = hand.sets().collect();
/// assert_eq!(sets.len(), 2);
/// assert_eq!(sets[0].map(|card| card.to_string()), [
///     "one red solid oval",
///     "two red striped diamonds",
///     "three red open squiggles",
/// ]);
/// assert_eq!("1RSO, 2RTD, 1ROO, 3ROS, 1RTO".parse(), Ok(hand));
/// # Ok::<(), setodds::HandError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Hand {
    deck: Deck,
    cards: Vec<Card>,
}

/// Error from building a [`Hand`] from cards or text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HandError {
    /// A card that is not in the deck.
    #[error(transparent)]
    Card(#[from] CardError),
    /// A card that occurs twice among the cards given to [`Hand::new`].
    #[error("`{0}` occurs twice in the hand; remove one")]
    Twice(Card),
    /// Text that is not a list of distinct cards of the deck. The message quotes the text and
    /// suggests a fix.
    #[error(transparent)]
    Text(#[from] ReadError),
    /// Text with two interpretations: digits without 0 and 3 may start at 0 or 1, and S in codes
    /// may be solid or striped, unless other cards exclude one of the two.
    #[error(
        "the cards can be read in two ways: digits may begin at 0 or at 1, S may be solid or \
         striped; write them in words"
    )]
    Ambiguous,
}

impl Hand {
    /// Creates a hand from cards of a deck.
    ///
    /// ```
    /// use setodds::{Deck, Hand};
    /// let plane = Hand::new(Deck::GAME, Deck::GAME.cards().take(9))?;
    /// assert_eq!((plane.cards().len(), plane.sets().count()), (9, 12));
    /// # Ok::<(), setodds::HandError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if a card is not in the deck or occurs twice.
    pub fn new(deck: Deck, cards: impl IntoIterator<Item = Card>) -> Result<Self, HandError> {
        let (cards, mut seen) = (Vec::from_iter(cards), CardSet::default());
        for &card in &cards {
            Card::new(card.index(), deck)?;
            if !seen.insert(card) {
                return Err(HandError::Twice(card));
            }
        }
        Ok(Self { deck, cards })
    }

    /// Parses a hand of a deck from text: words (decks of two to four features), codes (three or
    /// four), digits, or numbers such as `@70`. [`str::parse`] reads a hand of the game.
    ///
    /// ```
    /// use setodds::{Deck, Hand};
    /// let hand = Hand::read(Deck::new(5)?, "00000, 11111, 22222")?;
    /// assert_eq!(hand.sets().count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the text is not a list of distinct cards of the deck, or if it is ambiguous.
    pub fn read(deck: Deck, text: &str) -> Result<Self, HandError> {
        let options = ReadOptions { purpose: Purpose::List, ..ReadOptions::default() };
        let written = read_hands([text], deck, &options)?;
        if written.doubt.is_some() {
            return Err(HandError::Ambiguous);
        }
        Self::new(deck, written.inputs[0].cards())
    }

    /// Returns the deck that the cards belong to.
    #[must_use]
    pub const fn deck(&self) -> Deck {
        self.deck
    }

    /// Returns the cards in the order in which they were given.
    #[must_use]
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// Returns the sets of the hand, each with its cards in the order of the hand.
    pub fn sets(&self) -> impl Iterator<Item = [Card; 3]> {
        hand::sets(&self.cards, self.deck).map(|set| set.map(|place| self.cards[place]))
    }
}

impl FromStr for Hand {
    type Err = HandError;

    fn from_str(text: &str) -> Result<Self, HandError> {
        Self::read(Deck::GAME, text)
    }
}

impl fmt::Display for Hand {
    /// Writes the cards separated by commas: those of the game in words, others in digits from 0.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, card) in self.cards.iter().enumerate() {
            let text = match self.deck {
                Deck::GAME => card.in_words(self.deck),
                _ => card.in_digits(self.deck),
            };
            write!(f, "{}{text}", if place > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_are_read_as_they_are_printed() {
        for deck in Deck::all() {
            let hand = Hand::new(deck, deck.cards().step_by(deck.size() / 8)).unwrap();
            assert_eq!(Hand::read(deck, &hand.to_string()), Ok(hand));
        }
        let lines = "2RTD\n1GSO 3PEO\n\n1RTO".parse::<Hand>().unwrap().to_string();
        let words = "two red striped diamonds, one green solid oval, three purple open ovals, one \
                     red striped oval";
        assert_eq!(lines, words);
    }

    #[test]
    fn what_is_not_a_hand_is_refused() {
        let [first, large] = [0, 81].map(Card::at);
        let new = |cards: [Card; 2]| Hand::new(Deck::GAME, cards).unwrap_err().to_string();
        assert_eq!(
            new([first, first]),
            "`one red solid diamond` occurs twice in the hand; remove one"
        );
        assert!(new([first, large]).starts_with("card 81 is not in the deck"));
        assert_eq!("1RSO, 2RSO".parse::<Hand>(), Err(HandError::Ambiguous));
        assert_eq!("1121, 2211".parse::<Hand>(), Err(HandError::Ambiguous));
        for wrong in ["", "2RTD, 2RTD", "two red striped cards", "@81"] {
            assert!(matches!(wrong.parse::<Hand>(), Err(HandError::Text(_))), "{wrong}");
        }
    }
}
