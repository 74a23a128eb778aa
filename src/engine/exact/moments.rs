//! Moments of the number of sets that follow from those of other hand sizes.
//!
//! A sequence of `m` different sets covers at most 3m cards, and one that covers `u` cards is in
//! C(v-u,k-u) of the C(v,k) hands, a proportion k(k - 1)...(k - u + 1)/(v(v - 1)...(v - u + 1)). So
//! the mean of s(s - 1)...(s - m + 1) over all k-hands is a polynomial in `k` of degree 3m at most,
//! and its values for any 3m + 1 sizes tell all others. The tables that the program carries, with
//! those of the complements, tell 16 orders in the game's deck, of hands that nobody has counted.

use super::known;
use super::sequences::ORDERS;
use crate::card::Deck;
use crate::hand::combinations::binomial;
use crate::tally::Tally;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;

/// The highest order that is compared.
const HIGHEST: usize = 16;

/// The highest order of a moment that the tables of other sizes tell, up to 16; none above those in
/// closed form if there are few tables.
#[must_use]
pub fn highest_order(deck: Deck, cards: usize) -> usize {
    (others(deck, cards).len().saturating_sub(1) / 3).clamp(ORDERS, HIGHEST)
}

/// Whether the moments above the closed ones are those that the tables of other sizes tell.
pub(super) fn agree(deck: Deck, cards: usize, tally: &Tally) -> bool {
    let (others, highest) = (others(deck, cards), highest_order(deck, cards));
    if highest == ORDERS {
        return true;
    }
    let sizes: Vec<usize> = others.iter().map(|&(size, _)| size).collect();
    let (weights, scale) = interpolation(deck, &sizes, cards);
    let mut sums = vec![BigInt::ZERO; highest + 1];
    for ((_, other), weight) in others.iter().zip(&weights) {
        for (sum, moment) in sums.iter_mut().zip(moments(other, highest)) {
            *sum += weight * BigInt::from(moment);
        }
    }
    let own = moments(tally, highest);
    sums.into_iter().zip(own).all(|(sum, own)| sum == &scale * BigInt::from(own))
}

/// The tables of other sizes; not that of the complements, which tells the same.
fn others(deck: Deck, cards: usize) -> Vec<(usize, Tally)> {
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

/// Lagrange's weights of sums over the hands of some sizes in that of another, as integers, and
/// what they are to be divided by.
fn interpolation(deck: Deck, sizes: &[usize], cards: usize) -> (Vec<BigInt>, BigInt) {
    let number = |size: usize| BigInt::from(size);
    let hands = |size| BigInt::from(binomial(deck.size(), size).unwrap_or(0));
    let fraction = |&size: &usize| {
        let others = || sizes.iter().filter(move |&&other| other != size);
        let numerator: BigInt = others().map(|&other| number(cards) - number(other)).product();
        let denominator: BigInt = others().map(|&other| number(size) - number(other)).product();
        (numerator * hands(cards), denominator * hands(size))
    };
    let fractions: Vec<_> = sizes.iter().map(fraction).collect();
    let scale = fractions.iter().fold(BigInt::from(1), |scale, (_, other)| scale.lcm(other));
    let weight = |(numerator, denominator): (BigInt, BigInt)| numerator * (&scale / denominator);
    (fractions.into_iter().map(weight).collect(), scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table that differs from the true one by what keeps all moments up to an order.
    fn forged(cards: usize, order: usize) -> Tally {
        let mut counts = known::counts(Deck::GAME, cards).unwrap();
        for i in 0..=order + 1 {
            let (change, at) = (binomial(order + 1, i).unwrap(), 20 + i);
            counts[at] = if i % 2 == 0 { counts[at] + change } else { counts[at] - change };
        }
        Tally::from(counts)
    }

    #[test]
    fn moments_of_the_carried_tables_follow_from_one_another() {
        for cards in [12, 23, 24, 57, 69] {
            let counts = known::counts(Deck::GAME, cards).unwrap();
            assert!(agree(Deck::GAME, cards, &Tally::from(counts)), "{cards}");
            assert_eq!(highest_order(Deck::GAME, cards), 15);
        }
        assert_eq!(highest_order(Deck::GAME, 40), 16);
    }

    #[test]
    fn a_difference_in_a_high_moment_alone_is_noticed() {
        for order in [ORDERS, 8, 14] {
            let forged = forged(24, order);
            let own = known::counts(Deck::GAME, 24).unwrap();
            let pairs = moments(&forged, order + 1).into_iter();
            let different = pairs.zip(moments(&Tally::from(own), order + 1));
            assert_eq!(different.filter(|(a, b)| a != b).count(), 1, "{order}");
            assert!(!agree(Deck::GAME, 24, &forged), "{order}");
        }
    }
}
