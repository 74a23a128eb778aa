//! Cards, decks, and the third card that completes a set with two given cards.
//!
//! A deck with `n` features is the affine space AG(n,3): its 3^n cards are the words of `n` digits
//! in {0, 1, 2}, and the index of a card is that word read in base 3, first feature first. A *set*
//! is a line of the space: three cards whose digits are, feature by feature, all equal or all
//! different; equivalently, they add up to 0 modulo 3. Hence any two different cards have exactly
//! one third card that completes a set, and a deck of `v` cards holds `v(v - 1)/6` sets.
//!
//! ```
//! use setodds_engine::card::{Card, Deck};
//! let [a, b] = [0, 1].map(|index| Card::new(index, Deck::GAME));
//! let (a, b) = (a?, b?);
//! assert_eq!(a.third(b).index(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::name::{Invalid, read_as_written};
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

/// The maximum number of features of a deck.
pub const MAX_FEATURES: usize = 6;

/// The number of cards in the largest deck, 3^6.
pub const MAX_CARDS: usize = 729;

/// A full deck of 3^n cards with `n` features, `n` from 2 to 6. The real game has four features and
/// 81 cards.
///
/// ```
/// # use setodds_engine::card::Deck;
/// let deck = Deck::new(4)?;
/// assert_eq!((deck.size(), deck.sets()), (81, 1080));
/// # Ok::<(), setodds_engine::card::DeckError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Deck {
    features: usize,
}

/// Error for a number of features outside 2 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a deck has 2 to 6 features, not {0}")]
pub struct DeckError(pub usize);

impl Default for Deck {
    /// Returns the deck of the real game.
    fn default() -> Self {
        Self::GAME
    }
}

impl FromStr for Deck {
    type Err = ParseDeckError;

    /// Parses a deck, which is written as its number of features.
    fn from_str(text: &str) -> Result<Self, ParseDeckError> {
        let (kind, remedy) = ("number of features", "2 to 6");
        let invalid = |_| Invalid { text: text.to_owned(), kind, remedy };
        Ok(Self::new(text.parse().map_err(invalid)?)?)
    }
}

read_as_written!(Deck);

/// Error for text that is not the number of features of a deck.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseDeckError {
    /// The text for the number of features is not a number.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// The number of features is outside 2 to 6.
    #[error(transparent)]
    Features(#[from] DeckError),
}

impl Deck {
    /// The deck of the real game: four features, 81 cards.
    pub const GAME: Self = Self { features: 4 };

    /// Returns the deck with `features` features.
    ///
    /// # Errors
    ///
    /// Returns an error if `features` is not in 2..=6.
    pub const fn new(features: usize) -> Result<Self, DeckError> {
        if features >= 2 && features <= MAX_FEATURES {
            Ok(Self { features })
        } else {
            Err(DeckError(features))
        }
    }

    /// Returns an iterator over the supported decks, from two to six features.
    pub fn all() -> impl Iterator<Item = Self> {
        (2..=MAX_FEATURES).map(|features| Self { features })
    }

    /// Returns the number of features, 2 to 6.
    #[must_use]
    pub const fn features(self) -> usize {
        self.features
    }

    /// Returns the number of cards in the deck, 3^n.
    #[must_use]
    pub const fn size(self) -> usize {
        power_of_three(self.features)
    }

    /// Returns the number of sets in the whole deck, `v(v - 1)/6` for `v` cards.
    #[must_use]
    pub const fn sets(self) -> usize {
        self.size() * (self.size() - 1) / 6
    }

    /// Returns the size of the largest hand without a set, the largest cap in AG(n,3) (OEIS
    /// A090245).
    ///
    /// ```
    /// # use setodds_engine::card::Deck;
    /// assert_eq!(Deck::GAME.largest_cap(), 20);
    /// ```
    #[must_use]
    pub const fn largest_cap(self) -> usize {
        [4, 9, 20, 45, 112][self.features - 2]
    }

    /// Returns an iterator over the cards of the deck by increasing index.
    pub fn cards(self) -> impl Iterator<Item = Card> + Clone {
        (0..self.size()).map(Card::at)
    }
}

const fn power_of_three(exponent: usize) -> usize {
    [1, 3, 9, 27, 81, 243, MAX_CARDS][exponent]
}

/// The words for the three values of each feature: number, shape, colour and shading, then size and
/// background for decks of five and six features.
pub const WORDS: [[&str; 3]; MAX_FEATURES] = [
    ["one", "two", "three"],
    ["diamond", "oval", "squiggle"],
    ["red", "green", "purple"],
    ["solid", "open", "striped"],
    ["small", "medium", "large"],
    ["white", "grey", "black"],
];

/// The order in which the features of a card are spoken: number, size, colour, shading, shape,
/// background, as in "two small red striped diamonds on black".
pub const SPOKEN: [usize; MAX_FEATURES] = [0, 4, 2, 3, 1, 5];

/// A card, identified by its index.
///
/// Its features are number, shape, colour and shading, in this order; their values 0, 1 and 2 are
/// one, two, three; diamond, oval, squiggle; red, green, purple; solid, open, striped. `Display`
/// writes these words.
///
/// A card does not store its deck. A card of a small deck is also a card of every larger deck, with
/// zeros before its digits, and has the same third cards there. For cards found only in decks of
/// five or six features, `Display` writes digits.
///
/// ```
/// # use setodds_engine::card::Card;
/// let card = Card::from_digits([1, 0, 0, 2]);
/// assert_eq!(card.to_string(), "two red striped diamonds");
/// assert_eq!(Card::from_digits([1, 0, 0, 0, 2]).to_string(), "10002");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u16);

/// Formats a number of cards: `1 card`, `12 cards`.
pub(crate) fn number_of_cards(number: usize) -> String {
    format!("{number} card{}", if number == 1 { "" } else { "s" })
}

/// Error for a card index outside the deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("card {index} is not in the deck: its {size} cards are 0 to {last}", last = size - 1)]
pub struct CardError {
    /// The card index that is outside the deck.
    pub index: usize,
    /// The number of cards in the deck; valid indices are below it.
    pub size: usize,
}

impl Card {
    /// Returns the card with the given index in `deck`.
    ///
    /// # Errors
    ///
    /// Returns an error if the index is not below the size of the deck.
    pub fn new(index: usize, deck: Deck) -> Result<Self, CardError> {
        let size = deck.size();
        if index < size { Ok(Self::at(index)) } else { Err(CardError { index, size }) }
    }

    /// Returns the card with the given index, without checking it against a deck.
    ///
    /// # Panics
    ///
    /// Panics if the index is not below [`MAX_CARDS`].
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the index is below 729")]
    #[must_use]
    pub const fn at(index: usize) -> Self {
        assert!(index < MAX_CARDS, "an index of a card");
        Self(index as u16)
    }

    /// Returns the card with the given digits (one value 0, 1 or 2 per feature), first feature
    /// first.
    ///
    /// ```
    /// # use setodds_engine::card::{Card, Deck};
    /// assert_eq!(Card::from_digits([0, 2, 0, 1]).index(), 19);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if there are more than six digits, or if any is above 2.
    #[must_use]
    pub fn from_digits(digits: impl IntoIterator<Item = u8>) -> Self {
        let index = (0..).zip(digits).fold(0, |index, (place, digit)| {
            assert!(place < MAX_FEATURES, "a card has at most {MAX_FEATURES} digits");
            assert!(digit < 3, "a digit of a card is 0, 1 or 2");
            3 * index + usize::from(digit)
        });
        Self::at(index)
    }

    /// Returns the index of the card in the deck: its digits read in base 3.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the digit (0, 1 or 2) of feature number `feature`, counted from 0, of a card of
    /// `deck`.
    ///
    /// # Panics
    ///
    /// Panics if the deck does not have the feature or the card.
    #[must_use]
    pub const fn digit(self, feature: usize, deck: Deck) -> u8 {
        assert!(feature < deck.features, "a feature of the deck");
        assert!(self.index() < deck.size(), "a card of the deck");
        [0, 1, 2][self.index() / power_of_three(deck.features - 1 - feature) % 3]
    }

    /// Returns an iterator over the digits of a card of `deck`, first feature first. The iterator
    /// panics if the card is not in the deck.
    pub fn digits(self, deck: Deck) -> impl Iterator<Item = u8> + Clone {
        (0..deck.features).map(move |feature| self.digit(feature, deck))
    }

    /// Describes a card of `deck` in words, in spoken order, such as `two small red striped
    /// diamonds on black`.
    ///
    /// # Panics
    ///
    /// Panics if the card is not in the deck.
    #[must_use]
    pub fn in_words(self, deck: Deck) -> String {
        let word = |feature: usize| {
            let word = WORDS[feature][usize::from(self.digit(feature, deck))];
            match feature {
                1 if self.digit(0, deck) > 0 => format!("{word}s"),
                5 => format!("on {word}"),
                _ => word.to_owned(),
            }
        };
        let spoken = SPOKEN.into_iter().filter(|&feature| feature < deck.features);
        spoken.map(word).collect::<Vec<_>>().join(" ")
    }

    /// Returns the digits of a card of `deck` as text, such as `1002`.
    ///
    /// # Panics
    ///
    /// Panics if the card is not in the deck.
    #[must_use]
    pub fn in_digits(self, deck: Deck) -> String {
        self.digits(deck).map(|digit| char::from(b'0' + digit)).collect()
    }

    /// Returns the digits of a card of `deck` packed into two bits each, the last digit in the
    /// lowest bits.
    pub(crate) fn code(self, deck: Deck) -> u16 {
        self.digits(deck).fold(0, |code, digit| code << 2 | u16::from(digit))
    }

    /// Returns the only card that completes a set with `self` and `other`, or `self` if both are
    /// the same card.
    ///
    /// ```
    /// # use setodds_engine::card::Card;
    /// let third = Card::from_digits([0, 0, 1, 2]).third(Card::from_digits([0, 1, 2, 2]));
    /// assert_eq!(third, Card::from_digits([0, 2, 0, 2]));
    /// ```
    #[inline]
    #[must_use]
    pub const fn third(self, other: Self) -> Self {
        let (Self(mut a), Self(mut b), mut third, mut place) = (self, other, 0, 1);
        while a > 0 || b > 0 {
            third += (6 - a % 3 - b % 3) % 3 * place;
            (a, b) = (a / 3, b / 3);
            place *= 3;
        }
        Self(third)
    }

    /// Returns the index of the card that completes a set with the cards of indices `a` and `b`, or
    /// `a` if both are equal. Also valid for points of smaller affine spaces.
    ///
    /// # Panics
    ///
    /// Panics if an index is not below [`MAX_CARDS`].
    #[must_use]
    pub const fn third_index(a: usize, b: usize) -> usize {
        Self::at(a).third(Self::at(b)).index()
    }
}

/// Returns the number of digits in which two card codes differ; a code has two bits per digit
/// ([`Card::code`]).
#[inline(always)]
pub(crate) const fn digits_that_differ(a: u16, b: u16) -> usize {
    let bits = a ^ b;
    let digits = (bits | bits >> 1) & 0x5555;
    let pairs = (digits & 0x3333) + (digits >> 2 & 0x3333);
    ((pairs + (pairs >> 4) + (pairs >> 8)) & 0xF) as usize
}

/// Lookup table of the third card of every pair of cards of a deck: the card that completes a set
/// with both. Takes at most 1.1 MB (for 729 cards).
#[derive(Debug)]
pub(crate) struct ThirdCards {
    size: usize,
    thirds: Vec<Card>,
}

impl ThirdCards {
    /// Returns the shared lookup table of the third card of every pair of cards of a deck; the
    /// first call for a deck computes it.
    pub(crate) fn for_deck(deck: Deck) -> &'static Self {
        static TABLES: [OnceLock<ThirdCards>; MAX_FEATURES + 1] =
            [const { OnceLock::new() }; MAX_FEATURES + 1];
        TABLES[deck.features].get_or_init(|| Self::new(deck))
    }

    /// Computes the lookup table of the third card of every pair of cards of a deck: `size * size`
    /// cards of two bytes.
    pub(crate) fn new(deck: Deck) -> Self {
        let size = deck.size();
        let mut thirds: Vec<Card> = Vec::with_capacity(size * size);
        for (a, b) in (0..size).flat_map(|a| (0..size).map(move |b| (a, b))) {
            // The third card of `a/3` and `b/3` gives all digits but the last. That pair comes
            // earlier in the table, unless both are 0.
            let others = thirds.get(a / 3 * size + b / 3).map_or(0, |third| third.index());
            thirds.push(Card::at(3 * others + (6 - a % 3 - b % 3) % 3));
        }
        Self { size, thirds }
    }

    #[inline]
    pub(crate) const fn size(&self) -> usize {
        self.size
    }

    /// Returns the card that completes a set with `a` and `b`, or `a` if both are the same card.
    #[inline]
    pub(crate) fn third(&self, a: Card, b: Card) -> Card {
        self.row(a)[b.index()]
    }

    /// Returns an iterator over the cards that complete a set with `card` and each of `others`, in
    /// the order of `others`.
    #[inline]
    pub(crate) fn with_each(&self, card: Card, others: &[Card]) -> impl Iterator<Item = Card> {
        let row = self.row(card);
        others.iter().map(|other| row[other.index()])
    }

    /// Returns the row of the table for card `a`: for each card of the deck, by index, the card
    /// that completes a set with it and `a`.
    #[inline]
    pub(crate) fn row(&self, a: Card) -> &[Card] {
        &self.thirds[a.index() * self.size..][..self.size]
    }
}

impl fmt::Display for Card {
    /// Writes a card of the game in words and any other card as digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let deck = Deck::all().find(|deck| deck.features >= 4 && self.index() < deck.size());
        match deck.expect("a card is in the largest deck") {
            Deck::GAME => f.pad(&self.in_words(Deck::GAME)),
            larger => f.pad(&self.in_digits(larger)),
        }
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
    fn decks_have_two_to_six_features() {
        let numbers = |deck: Deck| [deck.features(), deck.size(), deck.sets(), deck.largest_cap()];
        let published = [
            [2, 9, 12, 4],
            [3, 27, 117, 9],
            [4, 81, 1080, 20],
            [5, 243, 9801, 45],
            [6, 729, 88_452, 112],
        ];
        assert!(Deck::all().map(numbers).eq(published));
    }

    #[test]
    fn codes_differ_where_digits_do() {
        let deck = Deck::new(6).unwrap();
        assert_eq!(Card::from_digits([2, 0, 1, 2, 1, 0]).code(deck), 0b10_00_01_10_01_00);
        for (a, b) in deck.cards().step_by(7).flat_map(|a| deck.cards().map(move |b| (a, b))) {
            let differing = a.digits(deck).zip(b.digits(deck)).filter(|(a, b)| a != b).count();
            assert_eq!(digits_that_differ(a.code(deck), b.code(deck)), differing, "{a:?} {b:?}");
        }
        assert_eq!(Card::third_index(3, 7), 2);
        assert_eq!(ThirdCards::for_deck(Deck::GAME).size(), 81);
    }

    #[test]
    fn cards_print_as_words_or_digits() {
        for (index, text) in [
            (0, "one red solid diamond"),
            (70, "three purple open ovals"),
            (81, "10000"),
            (242, "22222"),
            (243, "100000"),
        ] {
            assert_eq!(Card::at(index).to_string(), text);
        }
        let six = Deck::new(6).unwrap();
        assert_eq!(Card::at(728).in_words(six), "three large purple striped squiggles on black");
    }

    #[test]
    fn more_than_six_digits_are_no_card() {
        assert_eq!(Card::from_digits([2; 6]).index(), 728);
        for digits in [7, 41, 64, 1000] {
            let card = std::panic::catch_unwind(|| Card::from_digits(vec![0; digits]));
            assert!(card.is_err(), "{digits}");
        }
        assert!(std::panic::catch_unwind(|| Card::from_digits([0, 3])).is_err());
    }

    #[test]
    fn every_pair_has_one_third_card_and_sets_come_out_whole() {
        for deck in [2, 3, 4].map(|n| Deck::new(n).unwrap()) {
            let mut sets = 0;
            let thirds = ThirdCards::for_deck(deck);
            for a in deck.cards() {
                assert_eq!(a.third(a), a);
                for b in deck.cards().filter(|&b| b > a) {
                    let c = a.third(b);
                    assert!(c != a && c != b && c.index() < deck.size());
                    assert_eq!((a.third(c), thirds.third(b, a)), (b, c));
                    let digits = a.digits(deck).zip(b.digits(deck)).zip(c.digits(deck));
                    assert!(digits.into_iter().all(|((a, b), c)| (a + b + c) % 3 == 0));
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
