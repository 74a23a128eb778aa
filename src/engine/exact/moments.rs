//! Moments of the number of sets, exactly, also of hands that nobody has counted.
//!
//! Where a size has been counted, as all sizes of the game have, the moments come from its counts;
//! those of other sizes are interpolated ([`mod@super::check`]). Powers are sums of the products
//! s(s - 1)...(s - m + 1), and what is about the mean follows from powers:
//!
//! ```text
//! s^m = sum over i of S(m,i) s(s - 1)...(s - i + 1),   S(m,i) = i S(m-1,i) + S(m-1,i-1)
//! ```
//!
//! ```
//! use setodds_engine::{card::Deck, exact::moments::Moments};
//! let moments = Moments::of(Deck::GAME, 40, 4).expect("orders up to 16 are known");
//! assert_eq!(moments.about_zero(1).to_string(), "9880/79");
//! assert!(moments.standardized(3).expect("hands differ").abs() < 0.01);
//! ```

use super::check::{highest_known_order, interpolated, moments, published_distributions};
use super::{check, known};
use crate::card::Deck;
use crate::hand::combinations::binomial;
use crate::stats::{BigRatio, power};
use crate::tally::Tally;
use num_bigint::BigInt;

/// The highest order of moments that are told.
#[doc(hidden)]
pub const HIGHEST: usize = check::HIGHEST;

/// The moments of the number of sets in all hands of a size, up to some order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moments {
    /// The sums of s^m over hands for m = 0, 1, ...
    powers: Vec<BigInt>,
}

impl Moments {
    /// The highest order that is known for a hand size, up to [`HIGHEST`]; 0 where the deck has
    /// fewer cards.
    #[must_use]
    pub fn known(deck: Deck, cards: usize) -> usize {
        match known::counts(deck, cards) {
            Some(_) => HIGHEST,
            None if cards > deck.size() => 0,
            None => highest_known_order(&published_distributions(deck, cards)),
        }
    }

    /// The moments up to an order; nothing if that is higher than what is [known](Self::known).
    #[must_use]
    pub fn of(deck: Deck, cards: usize, highest: usize) -> Option<Self> {
        if highest > HIGHEST || cards > deck.size() {
            return None;
        }
        if let Some(counts) = known::counts(deck, cards) {
            let products = moments(&Tally::from(counts), highest).into_iter();
            return Some(Self { powers: powers(&products.map(BigInt::from).collect::<Vec<_>>()) });
        }
        let others = published_distributions(deck, cards);
        let products = || interpolated(deck, &others, cards, highest);
        (highest <= highest_known_order(&others)).then(|| Self { powers: powers(&products()) })
    }

    /// The highest order.
    #[must_use]
    pub fn highest(&self) -> usize {
        self.powers.len() - 1
    }

    /// The mean of s^m.
    ///
    /// # Panics
    ///
    /// When the order is above the [highest](Self::highest).
    #[must_use]
    pub fn about_zero(&self, order: usize) -> BigRatio {
        BigRatio::new(self.powers[order].clone(), self.powers[0].clone())
    }

    /// The mean of (s - mean)^m: with N hands and the sums R of powers
    /// `sum over j of C(m,j) R(j) (-R(1))^(m-j) N^(j-1)/N^m`.
    ///
    /// # Panics
    ///
    /// When the order is above the [highest](Self::highest).
    #[must_use]
    pub fn about_mean(&self, order: usize) -> BigRatio {
        let hands = &self.powers[0];
        let exponent = |exponent: usize| u32::try_from(exponent).unwrap_or(u32::MAX);
        // N times the sum, so that no exponent is negative.
        let term = |place: usize| {
            let choices = BigInt::from(binomial(order, place).unwrap_or(0));
            let mean = if place < order {
                (-&self.powers[1]).pow(exponent(order - place))
            } else {
                1.into()
            };
            choices * &self.powers[place] * mean * hands.pow(exponent(place))
        };
        let sum: BigInt = (0..=order).map(term).sum();
        BigRatio::new(sum, hands.pow(exponent(order + 1)))
    }

    /// The mean of ((s - mean)/deviation)^m: the skewness for order 3, the kurtosis for order 4;
    /// `None` where all hands hold equally many sets, or the variance is unknown.
    ///
    /// # Panics
    ///
    /// When the order is above the [highest](Self::highest).
    #[must_use]
    pub fn standardized(&self, order: usize) -> Option<f64> {
        let variance = (self.highest() >= 2).then(|| self.about_mean(2).value())?;
        let scale = power(variance.sqrt(), order as u128);
        (variance > 0.0).then(|| self.about_mean(order).value() / scale)
    }
}

/// The sums of powers from those of s(s - 1)...(s - m + 1).
fn powers(products: &[BigInt]) -> Vec<BigInt> {
    let mut stirling = vec![BigInt::ZERO; products.len()];
    let row = |order: usize| {
        for i in (0..=order).rev() {
            let before =
                if i > 0 { stirling[i - 1].clone() } else { BigInt::from(u8::from(order == 0)) };
            stirling[i] = i * &stirling[i] + before;
        }
        stirling.iter().zip(products).map(|(number, product)| number * product).sum()
    };
    (0..products.len()).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_known_as_far_as_tables_determine_them() {
        for cards in 0..=81 {
            assert_eq!(Moments::known(Deck::GAME, cards), HIGHEST, "{cards}");
        }
        assert_eq!(Moments::known(Deck::new(3).unwrap(), 13), HIGHEST);
        assert_eq!(Moments::known(Deck::new(5).unwrap(), 100), 9);
        assert_eq!(Moments::of(Deck::new(5).unwrap(), 100, 10), None);
        assert_eq!(Moments::of(Deck::GAME, 82, 1), None);
    }

    #[test]
    fn the_first_moments_are_those_in_closed_form() {
        for deck in Deck::all() {
            // Of the large decks some sizes are enough.
            let step = if deck.features() <= 4 { 1 } else { 50 };
            for cards in (0..=deck.size()).step_by(step) {
                let moments = Moments::of(deck, cards, 2).unwrap();
                let mean = known::mean_sets(deck, cards);
                let variance = known::variance_sets(deck, cards);
                for (found, known) in
                    [(moments.about_zero(1), mean), (moments.about_mean(2), variance)]
                {
                    let (numerator, denominator) = known.lowest_terms();
                    let known = BigRatio::new(numerator.into(), denominator.into());
                    assert_eq!(found, known, "{deck:?} {cards}");
                }
            }
        }
    }

    /// Hands of k cards hold f(k) - s sets where those that they leave hold s.
    #[test]
    fn moments_about_the_mean_are_those_of_the_cards_that_are_left() {
        for cards in 0..=40 {
            let of = |cards| Moments::of(Deck::GAME, cards, HIGHEST).unwrap();
            let (own, left) = (of(cards), of(81 - cards));
            for order in 0..=HIGHEST {
                let (own, left) = (own.about_mean(order), left.about_mean(order));
                assert_eq!(own, if order % 2 == 0 { left } else { -left }, "{cards} {order}");
            }
        }
    }

    /// Computes moments by definition, where all hands are counted, and compares them with those
    /// from other sizes.
    #[test]
    fn moments_are_means_over_all_hands() {
        let deck = Deck::GAME;
        for cards in [5, 12, 24, 60] {
            let counts = known::counts(deck, cards).unwrap();
            let total: u128 = counts.iter().sum();
            let mean = |value: &dyn Fn(f64) -> f64| -> f64 {
                let part = |(sets, &hands): (usize, &u128)| {
                    value(sets as f64) * (hands as f64 / total as f64)
                };
                counts.iter().enumerate().map(part).sum()
            };
            let own = Moments::of(deck, cards, 15).unwrap();
            let others = published_distributions(deck, cards);
            let told = Moments { powers: powers(&interpolated(deck, &others, cards, 15)) };
            let (center, variance) =
                (mean(&|sets| sets), known::variance_sets(deck, cards).value());
            for order in 0..=15 {
                let near = |one: f64, other: f64| {
                    assert!((one - other).abs() <= 1e-9 * other.abs(), "{cards} {order}: {one}");
                };
                near(own.about_zero(order).value(), mean(&|sets| power(sets, order as u128)));
                assert_eq!(own.about_zero(order), told.about_zero(order));
                assert_eq!(own.about_mean(order), told.about_mean(order));
                let expected =
                    mean(&|sets| power((sets - center) / variance.sqrt(), order as u128));
                if order != 1 {
                    near(own.standardized(order).unwrap(), expected);
                }
            }
        }
        assert_eq!(Moments::of(deck, 2, 4).unwrap().standardized(3), None);
    }
}
