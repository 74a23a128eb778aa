//! A card, the deck it belongs to, and the third card of a pair.
//!
//! A deck with `n` features is the affine space AG(n,3): its 3^n cards are the words of `n` digits
//! in {0, 1, 2}, and the index of a card is that word read in base 3, first feature first. A *set*
//! is a line of the space: three cards whose digits are, feature by feature, all equal or all
//! different, which is to say that they add up to 0 modulo 3. Hence two different cards always
//! have exactly one third card, and a deck of `v` cards holds `v(v - 1)/6` sets.
//!
//! How a card is written and read is in [`notation`], the words themselves in [`words`].

pub mod notation;
pub mod words;

use std::fmt;

/// The most features a deck may have.
pub const MOST_FEATURES: usize = 6;

/// The number of cards in the largest deck, 3^6.
pub const MOST_CARDS: usize = 729;

/// All 3^n cards over `n` features, `n` from 2 to 6. The real game has four features, 81 cards.
///
/// ```
/// use setodds_engine::card::Deck;
/// let deck = Deck::new(4)?;
/// assert_eq!((deck.size(), deck.sets()), (81, 1080));
/// # Ok::<(), setodds_engine::card::DeckError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Deck {
    features: usize,
}

/// A number of features that no deck has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a deck has 2 to 6 features, not {0}")]
pub struct DeckError(pub usize);

impl Deck {
    /// The deck of the real game: four features, 81 cards.
    pub const GAME: Self = Self { features: 4 };

    /// The deck with this many features.
    ///
    /// # Errors
    ///
    /// When `features` is not in 2..=6.
    pub const fn new(features: usize) -> Result<Self, DeckError> {
        if features >= 2 && features <= MOST_FEATURES {
            Ok(Self { features })
        } else {
            Err(DeckError(features))
        }
    }

    /// Every deck there is, smallest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (2..=MOST_FEATURES).map(|features| Self { features })
    }

    /// The number of features, 2 to 6.
    #[must_use]
    pub const fn features(self) -> usize {
        self.features
    }

    /// The number of cards, 3^n.
    #[must_use]
    pub const fn size(self) -> usize {
        power_of_three(self.features)
    }

    /// The number of sets among all cards, `v(v - 1)/6`.
    #[must_use]
    pub const fn sets(self) -> usize {
        self.size() * (self.size() - 1) / 6
    }

    /// The size of the largest hand without a set, the largest cap in AG(n,3) (OEIS A090245).
    ///
    /// ```
    /// assert_eq!(setodds_engine::card::Deck::GAME.largest_cap(), 20);
    /// ```
    #[must_use]
    pub const fn largest_cap(self) -> usize {
        [4, 9, 20, 45, 112][self.features - 2]
    }

    /// All cards in the order of their index.
    pub fn cards(self) -> impl Iterator<Item = Card> + Clone {
        INDICES.iter().take(self.size()).map(|&index| Card(index))
    }
}

impl Deck {
    /// The third card of every pair: with card `a` and card `b`, by index, at place `a * size + b`.
    ///
    /// Built feature by feature: a feature more is a digit more, and of one digit the third is the other one, or
    /// the same.
    #[must_use]
    pub fn third_cards(self) -> Vec<Card> {
        const DIGITS: [[u16; 3]; 3] = [[0, 2, 1], [2, 1, 0], [1, 0, 2]];
        let (mut thirds, mut size) = (vec![Card(0)], 1);
        for _ in 0..self.features {
            let third = |a: usize, b: usize| {
                Card(3 * thirds[a / 3 * size + b / 3].0 + DIGITS[a % 3][b % 3])
            };
            let row = |a| (0..3 * size).map(move |b| (a, b));
            let pairs = (0..3 * size).flat_map(row);
            (thirds, size) = (pairs.map(|(a, b)| third(a, b)).collect(), 3 * size);
        }
        thirds
    }
}

/// The index of every card of the largest deck.
const INDICES: [u16; MOST_CARDS] = {
    let mut indices = [0; MOST_CARDS];
    let mut next: u16 = 0;
    while (next as usize) < MOST_CARDS {
        indices[next as usize] = next;
        next += 1;
    }
    indices
};

const fn power_of_three(exponent: usize) -> usize {
    let mut power = 1;
    let mut step = 0;
    while step < exponent {
        power *= 3;
        step += 1;
    }
    power
}

/// A card of some [`Deck`], known by its index.
///
/// The deck is not stored: a card is made for a deck, and whoever holds cards holds their deck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u16);

/// A card that its deck does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("card {index} is not in the deck: its {size} cards are 0 to {last}", last = size - 1)]
pub struct CardError {
    /// What was asked for.
    pub index: usize,
    /// The number of cards in the deck.
    pub size: usize,
}

impl Card {
    /// The card with this index in `deck`.
    ///
    /// # Errors
    ///
    /// When the deck has no such card.
    pub fn new(index: usize, deck: Deck) -> Result<Self, CardError> {
        let size = deck.size();
        INDICES[..size].get(index).map(|&index| Self(index)).ok_or(CardError { index, size })
    }

    /// The card with these digits, first feature first.
    ///
    /// ```
    /// use setodds_engine::card::{Card, Deck};
    /// assert_eq!(Card::from_digits([0, 2, 0, 1]).index(), 19);
    /// ```
    ///
    /// # Panics
    ///
    /// When there are more than six digits, or one is above 2.
    #[must_use]
    pub fn from_digits(digits: impl IntoIterator<Item = u8>) -> Self {
        let index = digits.into_iter().fold(0, |index, digit| {
            assert!(digit < 3, "a digit of a card is 0, 1 or 2");
            3 * index + usize::from(digit)
        });
        Self(INDICES[index])
    }

    /// The index in the deck: the digits read in base 3.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The digit of feature number `feature`, counted from 0, of a card of `deck`.
    ///
    /// # Panics
    ///
    /// When the deck has no such feature.
    #[must_use]
    pub const fn digit(self, feature: usize, deck: Deck) -> u8 {
        assert!(feature < deck.features, "a feature of the deck");
        [0, 1, 2][self.index() / power_of_three(deck.features - 1 - feature) % 3]
    }

    /// All digits, first feature first.
    pub fn digits(self, deck: Deck) -> impl Iterator<Item = u8> + Clone {
        (0..deck.features).map(move |feature| self.digit(feature, deck))
    }

    /// The one card that completes `self` and `other` to a set; a card with itself gives itself.
    ///
    /// ```
    /// use setodds_engine::card::{Card, Deck};
    /// let third = Card::from_digits([0, 0, 1, 2]).third(Card::from_digits([0, 1, 2, 2]), Deck::GAME);
    /// assert_eq!(third, Card::from_digits([0, 2, 0, 2]));
    /// ```
    #[must_use]
    pub fn third(self, other: Self, deck: Deck) -> Self {
        Self::from_digits(self.digits(deck).zip(other.digits(deck)).map(|(a, b)| (6 - a - b) % 3))
    }
}

impl fmt::Display for Card {
    /// The index; for people see [`notation::Notation::write`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn index_and_digits_are_inverse() {
        for deck in Deck::all() {
            for (index, card) in deck.cards().enumerate() {
                assert_eq!(card.index(), index);
                assert_eq!(Card::new(index, deck), Ok(card));
                assert_eq!(Card::from_digits(card.digits(deck)), card);
            }
            assert_eq!(
                Card::new(deck.size(), deck),
                Err(CardError { index: deck.size(), size: deck.size() })
            );
        }
    }

    #[test]
    fn every_pair_has_one_third_card_and_sets_come_out_whole() {
        for deck in [2, 3, 4].map(|n| Deck::new(n).unwrap()) {
            let mut sets = 0;
            for a in deck.cards() {
                assert_eq!(a.third(a, deck), a);
                let table = &deck.third_cards()[a.index() * deck.size()..][..deck.size()];
                assert!(deck.cards().zip(table).all(|(b, &third)| a.third(b, deck) == third));
                for b in deck.cards().filter(|&b| b > a) {
                    let c = a.third(b, deck);
                    assert!(c != a && c != b);
                    assert_eq!(a.third(c, deck), b);
                    sets += usize::from(c > b);
                }
            }
            assert_eq!(sets, deck.sets());
        }
    }

    #[test]
    fn features_outside_two_to_six_are_refused() {
        assert_eq!(Deck::new(1), Err(DeckError(1)));
        assert_eq!(Deck::new(7), Err(DeckError(7)));
        assert_eq!(Deck::new(7).unwrap_err().to_string(), "a deck has 2 to 6 features, not 7");
    }
}
