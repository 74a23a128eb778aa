//! Checks that a distribution of the number of sets satisfies all known identities.
//!
//! A sequence of `m` different sets covers at most 3m cards, and one that covers `u` cards is in
//! C(v-u,k-u) of the C(v,k) hands, a proportion of k(k - 1)...(k - u + 1)/(v(v - 1)...(v - u + 1)).
//! So the mean of s(s - 1)...(s - m + 1) over all hands of k cards is a polynomial in `k` of degree
//! at most 3m, and its values for any 3m + 1 sizes determine all others. Up to order 3 it is known
//! in closed form; above, it is interpolated from the sizes in the exact tables. The tables of four
//! features determine the moments up to order 16, those of five features up to order 9, those of
//! six up to 8.

use super::known;
use super::sequences::{ORDERS, sequences};
use crate::card::Deck;
use crate::combinations::binomial;
use crate::tally::Tally;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;

/// The maximum order of the moments that are checked.
const MAX_ORDER: usize = 16;

/// Error for a result that contradicts a known identity, which is a bug in the program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("internal error: the {cards}-card hands do not add up ({what}); please report it")]
pub struct CheckError {
    /// The number of cards in the hands.
    pub cards: usize,
    /// The identity that the result violates.
    pub what: Contradiction,
}

/// Identity that a result violates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Contradiction {
    /// The counts do not add up to the number of hands.
    #[error("the number of hands is not C(v,k)")]
    Hands,
    /// The mean number of sets differs from the closed form.
    #[error("the mean number of sets is not C(k,3)/(v - 2)")]
    Mean,
    #[error("the second moment of the number of sets is not the closed one")]
    SecondMoment,
    #[error("the third moment of the number of sets is not the closed one")]
    ThirdMoment,
    /// A moment differs from that determined by the tables of other hand sizes.
    #[error("a moment of the number of sets is not that which other sizes tell")]
    OtherSizes,
    /// A count differs from the exact table.
    #[error("the counts are not those of the table that the program carries")]
    Table,
    /// The number of hands without a set differs from the exact table.
    #[error("the hands without a set are not those of the exact table")]
    NoSet,
    /// A count of hands, each counted once for each of its cards, is not divisible by the hand
    /// size.
    #[error("a hand was not met once for each of its cards")]
    Met,
    /// The number of classes differs from Burnside's lemma.
    #[error("the number of classes is not Burnside's")]
    Classes,
    /// The hands in all classes do not add up to the known number of hands.
    #[error("the classes do not have as many hands as are known")]
    ClassHands,
    /// The distribution of sets among the first cards dealt differs from the exact table.
    #[error("the first cards do not have as many sets as in the exact table")]
    FirstCards,
    /// The distribution of sets among all cards dealt differs from the exact table.
    #[error("the number of sets is not distributed as in the exact table")]
    AllCards,
}

/// Checks a complete distribution of the number of sets exactly: the number of hands, the moments
/// in closed form up to the third, the higher moments that follow from other sizes, and the exact
/// table if there is one.
///
/// # Errors
///
/// Returns an error if an identity is violated, or the number of hands exceeds 128 bits.
pub fn check(deck: Deck, cards: usize, tally: &Tally) -> Result<(), CheckError> {
    let error = |what| CheckError { cards, what };
    if binomial(deck.size(), cards) != Some(tally.total()) {
        return Err(error(Contradiction::Hands));
    }
    for (order, what) in (1..=ORDERS).zip([
        Contradiction::Mean,
        Contradiction::SecondMoment,
        Contradiction::ThirdMoment,
    ]) {
        if closed_moment(deck, cards, order) != Some(moment(tally, order)) {
            return Err(error(what));
        }
    }
    if !matches_other_sizes(deck, cards, tally) {
        return Err(error(Contradiction::OtherSizes));
    }
    if known::counts(deck, cards).is_some_and(|counts| Tally::from(counts) != *tally) {
        return Err(error(Contradiction::Table));
    }
    Ok(())
}

/// Returns the sum of `s (s - 1) ...`, `order` factors, over all hands of `cards` cards, in closed
/// form. Returns `None` if the order is above [`ORDERS`] or the number of hands exceeds 128 bits.
fn closed_moment(deck: Deck, cards: usize, order: usize) -> Option<BigUint> {
    let term = |(covered, sequences): (usize, u128)| {
        let hands = match cards.checked_sub(covered) {
            Some(others) => binomial(deck.size() - covered, others)?,
            None => 0,
        };
        Some(BigUint::from(sequences) * hands)
    };
    (order <= ORDERS).then(|| sequences(deck, order))?.into_iter().map(term).sum()
}

/// Returns the sum of `s (s - 1) ...`, `order` factors, over the tallied hands with `s` sets.
fn moment(tally: &Tally, order: usize) -> BigUint {
    moments(tally, order).swap_remove(order)
}

/// Returns the highest order of a moment that tables of this number of hand sizes determine.
fn highest_known_order(tables: &[(usize, Tally)]) -> usize {
    (tables.len().saturating_sub(1) / 3).min(MAX_ORDER)
}

/// Returns the highest order of a moment that is checked, from 3 to 16: 3 in closed form, higher
/// orders by the tables of other sizes.
#[must_use]
pub fn highest_order(deck: Deck, cards: usize) -> usize {
    highest_known_order(&published_distributions(deck, cards)).max(ORDERS)
}

/// Returns whether the higher moments, which are not known in closed form, agree with those
/// interpolated from the tables of other hand sizes.
fn matches_other_sizes(deck: Deck, cards: usize, tally: &Tally) -> bool {
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

/// Returns the exact distributions of the number of sets for all other hand sizes that have a
/// table, except the size of the complements, which adds no information.
fn published_distributions(deck: Deck, cards: usize) -> Vec<(usize, Tally)> {
    let other = |&size: &usize| size != cards && size + cards != deck.size();
    let table = |size| Some((size, Tally::from(known::counts(deck, size)?)));
    (0..=deck.size()).filter(other).filter_map(table).collect()
}

/// Returns the sums of the falling factorials s(s - 1)...(s - m + 1) over the tallied hands, for m
/// = 0, 1, ..., `highest`, where s is the number of sets in the hand.
fn moments(tally: &Tally, highest: usize) -> Vec<BigUint> {
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

/// Interpolates the moments of orders 0 to `highest` for hands of `cards` cards, all multiplied by
/// a common factor, from the tables of at least 3 `highest` + 1 other sizes.
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

/// Returns the Lagrange weights for interpolating from `sizes` to `cards`, scaled to integers by a
/// common factor. They apply to sums over all hands of each size.
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

    fn what(deck: Deck, cards: usize, counts: &[u128]) -> Option<Contradiction> {
        check(deck, cards, &Tally::from(counts.to_vec())).err().map(|error| error.what)
    }

    #[test]
    fn closed_moments_of_the_game() {
        assert_eq!(closed_moment(Deck::GAME, 3, 1), Some(1080_u32.into()));
        assert_eq!(closed_moment(Deck::GAME, 5, 2), Some((2 * 63_180_u32).into()));
        assert_eq!(closed_moment(Deck::GAME, 5, ORDERS + 1), None);
    }

    #[test]
    fn what_is_true_passes_and_what_is_not_does_not() {
        let deck = Deck::new(2).unwrap();
        assert_eq!(what(deck, 5, &[0, 72, 54]), None);
        assert_eq!(what(deck, 5, &[0, 72, 53]), Some(Contradiction::Hands));
        assert_eq!(what(deck, 5, &[0, 71, 55]), Some(Contradiction::Mean));
        assert_eq!(what(deck, 5, &[1, 70, 55]), Some(Contradiction::SecondMoment));
        assert_eq!(what(deck, 0, &[1]), None);
        assert_eq!(what(deck, 9, &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]), None);

        let deck = Deck::new(3).unwrap();
        assert_eq!(what(deck, 6, &[107_406, 143_208, 42_588, 2808]), None);
        // The moments of order 0, 1 and 2 are unchanged.
        let moved = [107_406 + 1, 143_208 - 3, 42_588 + 3, 2808 - 1];
        assert_eq!(what(deck, 6, &moved), Some(Contradiction::ThirdMoment));
        let error = check(deck, 6, &Tally::default()).unwrap_err().to_string();
        let part = "6-card hands do not add up (the number of hands is not C(v,k))";
        assert!(error.contains(part), "{error}");
    }

    #[test]
    fn moments_of_the_carried_tables_follow_from_one_another() {
        for cards in [12, 23, 40, 41, 69] {
            let counts = known::counts(Deck::GAME, cards).unwrap();
            assert!(matches_other_sizes(Deck::GAME, cards, &Tally::from(counts)), "{cards}");
            assert_eq!(highest_order(Deck::GAME, cards), MAX_ORDER);
        }
        assert_eq!(highest_order(Deck::new(5).unwrap(), 100), 9);
    }

    /// Returns a table that differs from the true one, but has the same moments up to an order.
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
    fn a_difference_in_a_high_moment_alone_is_noticed() {
        for order in [ORDERS, 8, 14] {
            let forged = forged(40, order);
            let own = known::counts(Deck::GAME, 40).unwrap();
            let pairs = moments(&forged, order + 1).into_iter();
            let different = pairs.zip(moments(&Tally::from(own), order + 1));
            assert_eq!(different.filter(|(a, b)| a != b).count(), 1, "{order}");
            assert!(!matches_other_sizes(Deck::GAME, 40, &forged), "{order}");
        }
    }
}
