//! A card, the deck it belongs to, and the third card of a pair.
//!
//! A deck with `n` features is the affine space AG(n,3): its 3^n cards are the words of `n` digits
//! in {0, 1, 2}, and the index of a card is that word read in base 3, first feature first. A *set*
//! is a line of the space: three cards whose digits are, feature by feature, all equal or all
//! different, which is to say that they add up to 0 modulo 3. Hence two different cards always
//! have exactly one third card, and a deck of `v` cards holds `v(v - 1)/6` sets.
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

/// The most features a deck may have.
pub const MAX_FEATURES: usize = 6;

/// The number of cards in the largest deck, 3^6.
pub const MAX_CARDS: usize = 729;

/// All 3^n cards over `n` features, `n` from 2 to 6. The real game has four features, 81 cards.
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

/// A number of features that no deck has.
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

    /// Reads a number of features.
    fn from_str(text: &str) -> Result<Self, ParseDeckError> {
        let (kind, remedy) = ("number of features", "2 to 6");
        let invalid = |_| Invalid { text: text.to_owned(), kind, remedy };
        Ok(Self::new(text.parse().map_err(invalid)?)?)
    }
}

read_as_written!(Deck);

/// Text that is not the number of features of a deck.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseDeckError {
    /// It is not a number.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// No deck has so many.
    #[error(transparent)]
    Features(#[from] DeckError),
}

impl Deck {
    /// The deck of the real game: four features, 81 cards.
    pub const GAME: Self = Self { features: 4 };

    /// The deck with this many features.
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

    /// Every deck there is, smallest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (2..=MAX_FEATURES).map(|features| Self { features })
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
    /// # use setodds_engine::card::Deck;
    /// assert_eq!(Deck::GAME.largest_cap(), 20);
    /// ```
    #[must_use]
    pub const fn largest_cap(self) -> usize {
        [4, 9, 20, 45, 112][self.features - 2]
    }

    /// All cards in the order of their index.
    pub fn cards(self) -> impl Iterator<Item = Card> + Clone {
        (0..self.size()).map(Card::at)
    }
}

const fn power_of_three(exponent: usize) -> usize {
    [1, 3, 9, 27, 81, 243, MAX_CARDS][exponent]
}

/// The words for the three values of each feature: number, shape, colour, shading, and the size and
/// background of larger decks.
pub const WORDS: [[&str; 3]; MAX_FEATURES] = [
    ["one", "two", "three"],
    ["diamond", "oval", "squiggle"],
    ["red", "green", "purple"],
    ["solid", "open", "striped"],
    ["small", "medium", "large"],
    ["white", "grey", "black"],
];

/// The order in which people name the features of a card: two small red striped diamonds on black.
pub const SPOKEN: [usize; MAX_FEATURES] = [0, 4, 2, 3, 1, 5];

/// A card, known by its index.
///
/// Its features are number, shape, colour and shading, in this order; their values 0, 1 and 2 are
/// one, two, three; diamond, oval, squiggle; red, green, purple; solid, open, striped. It prints as
/// its words.
///
/// The deck is not stored. A card of a small deck is also a card of every larger deck, with zeros
/// before its digits, and has the same third cards there. Cards that only decks of five and six
/// features have print as digits.
///
/// ```
/// # use setodds_engine::card::Card;
/// let card = Card::from_digits([1, 0, 0, 2]);
/// assert_eq!(card.to_string(), "two red striped diamonds");
/// assert_eq!(Card::from_digits([1, 0, 0, 0, 2]).to_string(), "10002");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u16);

/// A card that its deck does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("card {index} is not in the deck: its {size} cards are 0 to {last}", last = size - 1)]
pub struct CardError {
    /// The index that was given.
    pub index: usize,
    /// The number of cards in the deck.
    pub size: usize,
}

impl Card {
    /// The card with this index in `deck`.
    ///
    /// # Errors
    ///
    /// Returns an error if the deck has no such card.
    pub fn new(index: usize, deck: Deck) -> Result<Self, CardError> {
        let size = deck.size();
        if index < size { Ok(Self::at(index)) } else { Err(CardError { index, size }) }
    }

    /// The card with this index.
    ///
    /// # Panics
    ///
    /// Panics if no deck has such a card.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the index is below 729")]
    #[must_use]
    pub const fn at(index: usize) -> Self {
        assert!(index < MAX_CARDS, "an index of a card");
        Self(index as u16)
    }

    /// The card with these digits, first feature first.
    ///
    /// ```
    /// # use setodds_engine::card::{Card, Deck};
    /// assert_eq!(Card::from_digits([0, 2, 0, 1]).index(), 19);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if there are more than six digits, or one is above 2.
    #[must_use]
    pub fn from_digits(digits: impl IntoIterator<Item = u8>) -> Self {
        let index = (0..).zip(digits).fold(0, |index, (place, digit)| {
            assert!(place < MAX_FEATURES, "a card has at most {MAX_FEATURES} digits");
            assert!(digit < 3, "a digit of a card is 0, 1 or 2");
            3 * index + usize::from(digit)
        });
        Self::at(index)
    }

    /// The index in the deck: the digits read in base 3.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The digit of feature number `feature`, counted from 0, of a card of `deck`.
    ///
    /// # Panics
    ///
    /// Panics if the deck has no such feature, or no such card.
    #[must_use]
    pub const fn digit(self, feature: usize, deck: Deck) -> u8 {
        assert!(feature < deck.features, "a feature of the deck");
        assert!(self.index() < deck.size(), "a card of the deck");
        [0, 1, 2][self.index() / power_of_three(deck.features - 1 - feature) % 3]
    }

    /// The digits of a card of `deck`, first feature first. Taking one panics if the deck has no
    /// such card.
    pub fn digits(self, deck: Deck) -> impl Iterator<Item = u8> + Clone {
        (0..deck.features).map(move |feature| self.digit(feature, deck))
    }

    /// The words for a card of `deck` as people say them, such as `two small red striped diamonds
    /// on black`.
    ///
    /// # Panics
    ///
    /// Panics if the deck has no such card.
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

    /// The digits of a card of `deck` as text: `1002`.
    ///
    /// # Panics
    ///
    /// Panics if the deck has no such card.
    #[must_use]
    pub fn in_digits(self, deck: Deck) -> String {
        self.digits(deck).map(|digit| char::from(b'0' + digit)).collect()
    }

    /// Two bits for each digit of a card of `deck`, the last one lowest.
    pub(crate) fn code(self, deck: Deck) -> u16 {
        self.digits(deck).fold(0, |code, digit| code << 2 | u16::from(digit))
    }

    /// The one card that completes `self` and `other` to a set; a card with itself gives itself.
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

    /// The index of the third card of two indices, or the third point of those of a smaller space.
    ///
    /// # Panics
    ///
    /// Panics if no deck has such cards.
    #[must_use]
    pub const fn third_index(a: usize, b: usize) -> usize {
        Self::at(a).third(Self::at(b)).index()
    }
}

/// The number of digits in which two [codes](Card::code) differ.
#[inline(always)]
pub(crate) const fn digits_that_differ(a: u16, b: u16) -> usize {
    let bits = a ^ b;
    let digits = (bits | bits >> 1) & 0x5555;
    let pairs = (digits & 0x3333) + (digits >> 2 & 0x3333);
    ((pairs + (pairs >> 4) + (pairs >> 8)) & 0xF) as usize
}

/// The third card of every pair of cards of a deck, looked up in a table. One table for each
/// deck, at most 1 MB (729 cards).
#[derive(Debug)]
pub(crate) struct ThirdCards {
    size: usize,
    thirds: Vec<Card>,
}

impl ThirdCards {
    /// Returns the table of a deck, which is computed the first time.
    pub(crate) fn of(deck: Deck) -> &'static Self {
        static TABLES: [OnceLock<ThirdCards>; MAX_FEATURES + 1] =
            [const { OnceLock::new() }; MAX_FEATURES + 1];
        TABLES[deck.features].get_or_init(|| Self::new(deck))
    }

    /// Computes the table of a deck: `size * size` cards of two bytes.
    pub(crate) fn new(deck: Deck) -> Self {
        let size = deck.size();
        let mut thirds: Vec<Card> = Vec::with_capacity(size * size);
        for (a, b) in (0..size).flat_map(|a| (0..size).map(move |b| (a, b))) {
            // Without their last digits the two come earlier in the table, unless both are 0.
            let others = thirds.get(a / 3 * size + b / 3).map_or(0, |third| third.index());
            thirds.push(Card::at(3 * others + (6 - a % 3 - b % 3) % 3));
        }
        Self { size, thirds }
    }

    /// The number of cards in the deck.
    #[inline]
    pub(crate) const fn size(&self) -> usize {
        self.size
    }

    /// The card that completes `a` and `b` to a set; a card with itself gives itself.
    #[inline]
    pub(crate) fn third(&self, a: Card, b: Card) -> Card {
        self.row(a)[b.index()]
    }

    /// Returns the third cards of `card` and each of `others`, in their order.
    #[inline]
    pub(crate) fn with_each(&self, card: Card, others: &[Card]) -> impl Iterator<Item = Card> {
        let row = self.row(card);
        others.iter().map(|other| row[other.index()])
    }

    /// The third cards of all pairs that contain `a`, by the index of the other card.
    #[inline]
    pub(crate) fn row(&self, a: Card) -> &[Card] {
        &self.thirds[a.index() * self.size..][..self.size]
    }
}

impl fmt::Display for Card {
    /// Writes the words of a card of the game, else digits.
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
        assert_eq!(ThirdCards::of(Deck::GAME).size(), 81);
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
            let thirds = ThirdCards::of(deck);
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
