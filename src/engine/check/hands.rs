//! Whether all cards come equally often, and at all places of a hand.
//!
//! Let `D(c, j)` be how much more often than `n/v` the card `c` lay at place `j` in `n` hands of
//! `k` from a deck of `v` cards. In fair deals the covariance of these numbers is `n/(v - 1)` times
//! the product of the projection of cards onto vectors that add up to zero, and of `1 - J/v` for
//! places, where `J` has all ones. So two tests are independent of each other:
//!
//! * of cards, by the sums `F(c)` over places: `(v - 1)/(n k (1 - k/v))` times the sum of `F(c)^2`
//!   has the chi-square law with `v - 1` degrees of freedom;
//! * of places, by what is left: `(v - 1)/n` times the sum of `D(c, j)^2` less the sum of
//!   `F(c)^2/k` has it with `(v - 1)(k - 1)`.

use crate::card::{Card, Deck};
use crate::stats::goodness::{Fit, LEAST_EXPECTED, tail};
use crate::stats::{power, to_float};

/// How often a card was dealt, beside how often it should be.
#[derive(Clone, Debug, PartialEq)]
pub struct CardCell {
    /// The card.
    pub card: Card,
    /// The hands that had it.
    pub count: u64,
    /// The hands that are expected to have it.
    pub expected: f64,
    /// How far the count lies above the expectation, in standard errors; missing where every hand
    /// has every card.
    pub standard_errors: Option<f64>,
}

/// Hands of one size, to be tested for how often each card comes, and at which place.
///
/// ```
/// use setodds_engine::{card::{Card, Deck}, check::HandsCheck};
/// let deck = Deck::new(2)?;
/// let mut hands = HandsCheck::new(deck, 1);
/// for hand in 0..900 {
///     hands.add(&[Card::new(hand % 9, deck)?]);
/// }
/// // Each card came a hundred times: too even to be true, but not uneven.
/// let cards = hands.cards_fit().ok_or("too few")?;
/// assert!(cards.chi_square.abs() < 1e-9 && cards.degrees_of_freedom == 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct HandsCheck {
    deck: Deck,
    cards: usize,
    hands: u64,
    /// For each place and each card how often it lay there.
    counts: Vec<u64>,
    is_rising: bool,
    is_falling: bool,
}

impl HandsCheck {
    /// No hands of `cards` cards as yet.
    #[must_use]
    pub fn new(deck: Deck, cards: usize) -> Self {
        let counts = vec![0; cards * deck.size()];
        Self { deck, cards, hands: 0, counts, is_rising: true, is_falling: true }
    }

    /// Adds a hand.
    ///
    /// # Panics
    ///
    /// When it has another number of cards, or cards of a larger deck.
    pub fn add(&mut self, hand: &[Card]) {
        assert_eq!(hand.len(), self.cards, "the hands have one size");
        self.hands += 1;
        self.is_rising &= hand.is_sorted();
        self.is_falling &= hand.is_sorted_by(|one, next| one > next);
        for (place, card) in hand.iter().enumerate() {
            self.counts[place * self.deck.size() + card.index()] += 1;
        }
    }

    /// The deck.
    #[must_use]
    pub const fn deck(&self) -> Deck {
        self.deck
    }

    /// The number of cards in each hand.
    #[must_use]
    pub const fn cards(&self) -> usize {
        self.cards
    }

    /// The number of hands.
    #[must_use]
    pub const fn hands(&self) -> u64 {
        self.hands
    }

    /// Whether the cards of all hands are in rising order, or in falling order, so that places tell
    /// nothing.
    #[must_use]
    pub const fn is_sorted(&self) -> bool {
        self.is_rising || self.is_falling
    }

    /// Each card with its expectation.
    #[must_use]
    pub fn cells(&self) -> Vec<CardCell> {
        let (hands, share) = (to_float(self.hands.into()), self.share());
        let expected = hands * share;
        let error = (expected * (1.0 - share)).sqrt();
        let cell = |card: Card| {
            let count = self.count(card);
            let more = to_float(count.into()) - expected;
            let standard_errors = (error > 0.0).then(|| more / error);
            CardCell { card, count, expected, standard_errors }
        };
        self.deck.cards().map(cell).collect()
    }

    /// The test of cards; missing when a card is expected in fewer than five hands, or all hands
    /// are the whole deck.
    #[must_use]
    pub fn cards_fit(&self) -> Option<Fit> {
        let (hands, share) = (to_float(self.hands.into()), self.share());
        if hands * share < LEAST_EXPECTED || self.cards >= self.deck.size() {
            return None;
        }
        let size = to_float(self.deck.size() as u128);
        let scale = (size - 1.0) / (hands * size * share * (1.0 - share));
        Some(fit(scale * self.squares_of_cards(), self.deck.size() - 1))
    }

    /// The test of places; missing when a card is expected fewer than five times at each, when
    /// hands have one card, or when [all are sorted](Self::is_sorted).
    #[must_use]
    pub fn places_fit(&self) -> Option<Fit> {
        let (hands, size) = (to_float(self.hands.into()), to_float(self.deck.size() as u128));
        let expected = hands / size;
        if expected < LEAST_EXPECTED || self.cards < 2 || self.is_sorted() {
            return None;
        }
        let squares: f64 =
            self.counts.iter().map(|&count| power(to_float(count.into()) - expected, 2)).sum();
        let rest = squares - self.squares_of_cards() / to_float(self.cards as u128);
        Some(fit((size - 1.0) / hands * rest, (self.deck.size() - 1) * (self.cards - 1)))
    }

    /// The probability that a hand has a card.
    fn share(&self) -> f64 {
        to_float(self.cards as u128) / to_float(self.deck.size() as u128)
    }

    fn count(&self, card: Card) -> u64 {
        let places = (0..self.cards).map(|place| place * self.deck.size() + card.index());
        places.map(|place| self.counts[place]).sum()
    }

    /// The squares of how much more often than expected each card came.
    fn squares_of_cards(&self) -> f64 {
        let expected = to_float(self.hands.into()) * self.share();
        let more = |card| to_float(u128::from(self.count(card))) - expected;
        self.deck.cards().map(|card| power(more(card), 2)).sum()
    }
}

fn fit(chi_square: f64, degrees_of_freedom: usize) -> Fit {
    Fit { chi_square, degrees_of_freedom, p_value: tail(chi_square, degrees_of_freedom) }
}
