//! Statistical tests of hands: whether all cards are dealt equally often, and each one equally
//! often at all positions of a hand.
//!
//! Let `D(c, j)` be the number of times that card `c` was at position `j` in `n` hands of `k` cards
//! from a deck of `v` cards, minus its expectation `n/v`. For fair deals the covariance of these
//! numbers is `n/(v - 1)` times the product of the projection of cards onto vectors with sum zero,
//! and of `1 - J/v` for positions, where `J` is the matrix of ones. This gives two independent
//! tests:
//!
//! * of cards, by the sums `F(c)` over positions: `(v - 1)/(n k (1 - k/v))` times the sum of
//!   `F(c)^2` has the chi-square distribution with `v - 1` degrees of freedom;
//! * of positions, by the remainder: `(v - 1)/n` times the difference of the sum of `D(c, j)^2` and
//!   the sum of `F(c)^2/k` has it with `(v - 1)(k - 1)`.
//!
//! Both hold asymptotically. For few hands, the test of cards uses the exact moments of its
//! statistic ([`HandsCheck::few_cards_fit`]).

use crate::card::{Card, Deck};
use crate::stats::goodness::{Fit, MIN_EXPECTED};
use crate::stats::{power, to_float};
use std::f64::consts::FRAC_1_SQRT_2;

/// The number of hands that contain a given card, and the expected number.
#[derive(Clone, Debug, PartialEq)]
pub struct CardCell {
    pub card: Card,
    /// The number of hands that contain the card.
    pub count: u64,
    /// The expected number of hands that contain the card.
    pub expected: f64,
    /// The deviation of the count from its expectation, in standard errors; `None` if there are no
    /// hands, or if they have no cards or the whole deck.
    pub standard_errors: Option<f64>,
}

/// Counts of the cards in hands of one size, by card and position, for tests of a shuffle.
///
/// ```
/// use setodds_engine::{card::{Card, Deck}, check::HandsCheck};
/// let deck = Deck::new(2)?;
/// let mut hands = HandsCheck::new(deck, 1);
/// for hand in 0..900 {
///     hands.add(&[Card::new(hand % 9, deck)?]);
/// }
/// // Each card was dealt a hundred times: suspiciously even, but not uneven.
/// let cards = hands.cards_fit().ok_or("too few")?;
/// assert!(cards.chi_square.abs() < 1e-9 && cards.degrees_of_freedom == 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct HandsCheck {
    deck: Deck,
    cards: usize,
    hands: u64,
    /// For each position in the hand and each card of the deck, the number of hands with the card
    /// at that position.
    counts: Vec<u64>,
    is_rising: bool,
    is_falling: bool,
}

impl HandsCheck {
    /// Creates a test of hands of `cards` cards, without any hands yet.
    #[must_use]
    pub fn new(deck: Deck, cards: usize) -> Self {
        let counts = vec![0; cards * deck.size()];
        Self { deck, cards, hands: 0, counts, is_rising: true, is_falling: true }
    }

    /// Adds a hand to the counts.
    ///
    /// # Panics
    ///
    /// Panics if the hand has another number of cards than this test, or cards outside the deck.
    pub fn add(&mut self, hand: &[Card]) {
        assert_eq!(hand.len(), self.cards, "the hands have one size");
        self.hands += 1;
        self.is_rising &= hand.is_sorted();
        self.is_falling &= hand.is_sorted_by(|one, next| one > next);
        for (place, card) in hand.iter().enumerate() {
            self.counts[place * self.deck.size() + card.index()] += 1;
        }
    }

    #[must_use]
    pub const fn deck(&self) -> Deck {
        self.deck
    }

    /// Returns the number of cards in each hand.
    #[must_use]
    pub const fn cards(&self) -> usize {
        self.cards
    }

    /// Returns the number of hands that were added.
    #[must_use]
    pub const fn hands(&self) -> u64 {
        self.hands
    }

    /// Returns whether every hand is in ascending order, or every hand is in descending order.
    /// Positions then carry no information.
    #[must_use]
    pub const fn is_sorted(&self) -> bool {
        self.is_rising || self.is_falling
    }

    /// Returns, for each card of the deck, the number of hands that contain it and the expected
    /// number.
    #[must_use]
    pub fn cells(&self) -> Vec<CardCell> {
        let (hands, card_probability) = (to_float(self.hands.into()), self.card_probability());
        let expected = hands * card_probability;
        let error = (expected * (1.0 - card_probability)).sqrt();
        let cell = |card: Card| {
            let count = self.count(card);
            let more = to_float(count.into()) - expected;
            let standard_errors = (error > 0.0).then(|| more / error);
            CardCell { card, count, expected, standard_errors }
        };
        self.deck.cards().map(cell).collect()
    }

    /// Tests by the chi-square distribution whether all cards are dealt equally often. Returns
    /// `None` if fewer than five hands are expected to contain any given card, or fewer than five
    /// to lack it.
    #[must_use]
    pub fn cards_fit(&self) -> Option<Fit> {
        let (hands, card_probability) = (to_float(self.hands.into()), self.card_probability());
        if hands * card_probability.min(1.0 - card_probability) < MIN_EXPECTED {
            return None;
        }
        let (chi_square, half_step) = self.chi_square_of_cards();
        Some(Fit::new(chi_square, chi_square + half_step, self.deck.size() - 1))
    }

    /// Tests whether all cards are dealt equally often if there are too few hands for [the
    /// chi-square distribution](Self::cards_fit). Returns `None` if there are enough, or if all
    /// pairs of hands together are expected to share fewer than five cards (for hands of more than
    /// half of the deck: to have fewer than five cards missing in both).
    ///
    /// Let `y` be the vector of a hand: 1 for each of its cards and 0 for the others, minus `k/v`.
    /// The sum of `F(c)^2` is the squared length of the sum of these vectors, so
    ///
    /// ```text
    /// chi-square = (v - 1)(1 + 2 T/(n w)),   T = sum of y.y' over all pairs of hands,
    ///                                        w = y.y = k(1 - k/v)
    /// ```
    ///
    /// where `y.y'` is the number of cards that two hands share, which is hypergeometric, minus its
    /// mean. Because `E(y) = 0`, a product of such numbers has mean 0 if one of the hands occurs in
    /// it only once. What remains is the variance and the third moment of a single pair, and, in
    /// the third moment, products of the three pairs of three hands. Their mean is the trace of the
    /// cube of `E(y y^T)`, which is `w/(v - 1)` times the projection onto vectors that add up to
    /// zero. Together:
    ///
    /// ```text
    /// mean            v - 1
    /// variance        2(v - 1)(n - 1)/n
    /// third moment    8(v - 1)(n - 1)(n - 2)/n^2 + 4(v - 1)^2(n - 1)(v - 2k)^2/(n^2 w v(v - 2))
    /// ```
    ///
    /// For many hands these are the moments of the chi-square distribution. The probabilities are
    /// those of the shifted gamma distribution with these three moments (Pearson's type III), by
    /// the cube root of Wilson and Hilferty (1931), PNAS 17, 684-688. Because `T` has steps of one
    /// card, they have a continuity correction of half a card.
    #[must_use]
    pub fn few_cards_fit(&self) -> Option<Fit> {
        let [n, k, v] =
            [u128::from(self.hands), self.cards as u128, self.deck.size() as u128].map(to_float);
        let shared = n * (n - 1.0) / 2.0 * power(k.min(v - k), 2) / v;
        if shared < MIN_EXPECTED || self.cards_fit().is_some() {
            return None;
        }
        let [mean, variance, third] = moments_of_cards(n, k, v);
        let deviation = variance.sqrt();
        let skewness = third / power(deviation, 3);
        let normal = |statistic: f64| {
            let root = libm::cbrt(1.0 + skewness / 2.0 * (statistic - mean) / deviation);
            6.0 / skewness * (root.max(0.0) - 1.0) + skewness / 6.0
        };
        let above = |z: f64| libm::erfc(z * FRAC_1_SQRT_2) / 2.0;
        let (chi_square, half_step) = self.chi_square_of_cards();
        Some(Fit {
            chi_square,
            degrees_of_freedom: self.deck.size() - 1,
            p_value: above(normal(chi_square - half_step)),
            lower_tail: above(-normal(chi_square + half_step)),
        })
    }

    /// Tests whether each card is dealt equally often at all positions of a hand. Returns `None` if
    /// a card is expected fewer than five times at each position, if hands have fewer than two
    /// cards, or if [all hands are sorted](Self::is_sorted).
    #[must_use]
    pub fn places_fit(&self) -> Option<Fit> {
        let (hands, size) = (to_float(self.hands.into()), to_float(self.deck.size() as u128));
        let expected = hands / size;
        if expected < MIN_EXPECTED || self.cards < 2 || self.is_sorted() {
            return None;
        }
        let squares: f64 =
            self.counts.iter().map(|&count| power(to_float(count.into()) - expected, 2)).sum();
        let rest = squares - self.squares_of_cards() / to_float(self.cards as u128);
        let scale = (size - 1.0) / hands;
        // The remainder times k is the sum of (D(c, i) - D(c, j))^2 over all cards and pairs of
        // positions. It is even, because the differences add up to zero: half a step of the
        // remainder is 1/k.
        let limit = scale * (rest + 1.0 / to_float(self.cards as u128));
        let degrees_of_freedom = (self.deck.size() - 1) * (self.cards - 1);
        Some(Fit::new(scale * rest, limit, degrees_of_freedom))
    }

    /// Returns the probability that a hand contains a given card.
    fn card_probability(&self) -> f64 {
        to_float(self.cards as u128) / to_float(self.deck.size() as u128)
    }

    fn count(&self, card: Card) -> u64 {
        let places = (0..self.cards).map(|place| place * self.deck.size() + card.index());
        places.map(|place| self.counts[place]).sum()
    }

    /// Returns the chi-square statistic of the test whether all cards are dealt equally often, and
    /// the increase of the statistic if two hands share half a card more (for the continuity
    /// correction).
    fn chi_square_of_cards(&self) -> (f64, f64) {
        let (hands, card_probability) = (to_float(self.hands.into()), self.card_probability());
        let size = to_float(self.deck.size() as u128);
        let scale = (size - 1.0) / (hands * size * card_probability * (1.0 - card_probability));
        // A shared card adds 2 to the squares.
        (scale * self.squares_of_cards(), scale)
    }

    /// Returns the sum over all cards of the squared deviation of the count from its expectation.
    fn squares_of_cards(&self) -> f64 {
        let expected = to_float(self.hands.into()) * self.card_probability();
        let counts = self.deck.cards().map(|card| to_float(u128::from(self.count(card))));
        counts.map(|count| power(count - expected, 2)).sum()
    }
}

/// Returns the mean, the variance and the third central moment of the statistic of [the test of
/// cards](HandsCheck::few_cards_fit) for `n` hands of `k` cards from a deck of `v`.
fn moments_of_cards(n: f64, k: f64, v: f64) -> [f64; 3] {
    let (degrees, weight) = (v - 1.0, k * (1.0 - k / v));
    let of_triangles = 8.0 * degrees * (n - 2.0);
    let of_pairs = 4.0 * power(degrees * (v - 2.0 * k), 2) / (weight * v * (v - 2.0));
    let third = (of_triangles + of_pairs) * (n - 1.0) / power(n, 2);
    [degrees, 2.0 * degrees * (n - 1.0) / n, third]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Enumerates all samples of a few hands from nine cards; by symmetry the first hand is fixed.
    #[test]
    fn the_moments_of_few_hands_are_exact() {
        let deck = Deck::new(2).unwrap();
        for (hands, cards) in [(2, 1), (2, 4), (2, 7), (3, 2), (3, 6), (4, 1), (5, 8)] {
            let choices: Vec<Vec<Card>> = (0_u32..1 << 9)
                .filter(|set| set.count_ones() == cards)
                .map(|set| (0..9).filter(|card| set >> card & 1 == 1).map(Card::at).collect())
                .collect();
            let others = u32::try_from(hands - 1).unwrap();
            let statistics: Vec<f64> = (0..choices.len().pow(others))
                .map(|mut choice| {
                    let mut check = HandsCheck::new(deck, cards as usize);
                    check.add(&choices[0]);
                    for _ in 0..others {
                        check.add(&choices[choice % choices.len()]);
                        choice /= choices.len();
                    }
                    check.chi_square_of_cards().0
                })
                .collect();
            let mean_of = |of: &dyn Fn(f64) -> f64| {
                statistics.iter().map(|&it| of(it)).sum::<f64>() / statistics.len() as f64
            };
            let [mean, variance, third] = moments_of_cards(f64::from(hands), cards.into(), 9.0);
            let close = |found: f64, exact: f64| (found - exact).abs() < 1e-9 * exact.abs();
            assert!(close(mean_of(&|it| it), mean), "{hands} {cards}");
            assert!(close(mean_of(&|it| power(it - mean, 2)), variance), "{hands} {cards}");
            assert!(close(mean_of(&|it| power(it - mean, 3)), third), "{hands} {cards}");
        }
    }
}
