//! Moments of the number of sets, exactly, also of hands that nobody has counted.
//!
//! A sequence of `m` different sets covers at most 3m cards, and one that covers `u` cards is in
//! C(v-u,k-u) of the C(v,k) hands, a proportion k(k - 1)...(k - u + 1)/(v(v - 1)...(v - u + 1)). So
//! the mean of s(s - 1)...(s - m + 1) over all k-hands is a polynomial in `k` of degree 3m at most,
//! and its values for any 3m + 1 sizes tell all others. Where a size has been counted, as all sizes
//! of the game have, the moments come from its counts, and that the other sizes tell the same is a
//! check. With five features the counted sizes tell 9 orders of all others, with six 8. Powers are
//! sums of such products, and what is about the mean follows from powers:
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

use super::known;
use super::sequences::ORDERS;
use crate::card::Deck;
use crate::hand::combinations::binomial;
use crate::stats::{BigRatio, power};
use crate::tally::Tally;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;

/// The highest order of moments that are told.
#[doc(hidden)]
pub const HIGHEST: usize = 16;

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

/// The highest moment that these tables determine.
fn highest_known_order(tables: &[(usize, Tally)]) -> usize {
    (tables.len().saturating_sub(1) / 3).min(HIGHEST)
}

/// The highest order of a moment that the tables of other sizes tell, up to 16; none above those in
/// closed form if there are few tables.
#[doc(hidden)]
#[must_use]
pub fn highest_order(deck: Deck, cards: usize) -> usize {
    highest_known_order(&published_distributions(deck, cards)).max(ORDERS)
}

/// Whether the moments above the closed ones are those that the tables of other sizes tell.
pub(super) fn agree(deck: Deck, cards: usize, tally: &Tally) -> bool {
    let others = published_distributions(deck, cards);
    let highest = highest_known_order(&others);
    if highest <= ORDERS {
        return true;
    }
    let (sums, own) = (interpolated(deck, &others, cards, highest), moments(tally, highest));
    let scale = &sums[0];
    let hands = BigInt::from(own[0].clone());
    sums.iter().zip(own).all(|(sum, own)| sum * &hands == scale * BigInt::from(own))
}

/// The tables of other sizes; not that of the complements, which tells the same.
fn published_distributions(deck: Deck, cards: usize) -> Vec<(usize, Tally)> {
    let other = |&size: &usize| size != cards && size + cards != deck.size();
    let table = |size| Some((size, Tally::from(known::counts(deck, size)?)));
    (0..=deck.size()).filter(other).filter_map(table).collect()
}

/// The sums of s(s - 1)...(s - m + 1) over the hands for m = 0, 1, ..., `highest`.
pub(super) fn moments(tally: &Tally, highest: usize) -> Vec<BigUint> {
    let mut moments = vec![BigUint::ZERO; highest + 1];
    for (sets, hands) in tally.iter() {
        let mut product = BigUint::from(hands);
        for (order, moment) in moments.iter_mut().enumerate() {
            *moment += &product;
            product *= sets.saturating_sub(order);
        }
    }
    moments
}

/// The moments of hands of another size, all multiplied by one number, from the tables of at least
/// 3 `highest` + 1 sizes.
fn interpolated(
    deck: Deck,
    tables: &[(usize, Tally)],
    cards: usize,
    highest: usize,
) -> Vec<BigInt> {
    let sizes: Vec<usize> = tables.iter().map(|&(size, _)| size).collect();
    let mut sums = vec![BigInt::ZERO; highest + 1];
    for ((_, table), weight) in tables.iter().zip(weights(deck, &sizes, cards)) {
        for (sum, moment) in sums.iter_mut().zip(moments(table, highest)) {
            *sum += &weight * BigInt::from(moment);
        }
    }
    sums
}

/// Lagrange interpolation weights from `sizes` to `cards`, scaled to integers by a common factor:
/// those of sums over all hands of each size.
fn weights(deck: Deck, sizes: &[usize], cards: usize) -> Vec<BigInt> {
    let number = |size: usize| BigInt::from(size);
    let hands = |size| BigInt::from(binomial(deck.size(), size).unwrap_or(0));
    let fraction = |&size: &usize| {
        let others = || sizes.iter().filter(move |&&other| other != size);
        let numerator: BigInt = others().map(|&other| number(cards) - number(other)).product();
        let denominator: BigInt = others().map(|&other| number(size) - number(other)).product();
        (numerator, denominator * hands(size))
    };
    let fractions: Vec<_> = sizes.iter().map(fraction).collect();
    let scale = fractions.iter().fold(BigInt::from(1), |scale, (_, other)| scale.lcm(other));
    fractions
        .into_iter()
        .map(|(numerator, denominator)| numerator * (&scale / denominator))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table that differs from the true one by what keeps all moments up to an order.
    fn forged(cards: usize, order: usize) -> Tally {
        let mut counts = known::counts(Deck::GAME, cards).unwrap();
        let mode = (0..counts.len()).max_by_key(|&sets| counts[sets]).unwrap();
        for i in 0..=order + 1 {
            let (change, at) = (binomial(order + 1, i).unwrap(), mode + i);
            counts[at] = if i % 2 == 0 { counts[at] + change } else { counts[at] - change };
        }
        Tally::from(counts)
    }

    #[test]
    fn moments_of_the_carried_tables_follow_from_one_another() {
        for cards in [12, 23, 40, 41, 69] {
            let counts = known::counts(Deck::GAME, cards).unwrap();
            assert!(agree(Deck::GAME, cards, &Tally::from(counts)), "{cards}");
            assert_eq!(highest_order(Deck::GAME, cards), HIGHEST);
        }
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

    #[test]
    fn a_difference_in_a_high_moment_alone_is_noticed() {
        for order in [ORDERS, 8, 14] {
            let forged = forged(40, order);
            let own = known::counts(Deck::GAME, 40).unwrap();
            let pairs = moments(&forged, order + 1).into_iter();
            let different = pairs.zip(moments(&Tally::from(own), order + 1));
            assert_eq!(different.filter(|(a, b)| a != b).count(), 1, "{order}");
            assert!(!agree(Deck::GAME, 40, &forged), "{order}");
        }
    }
}
