//! What every distribution of the number of sets must satisfy, however it was counted.
//!
//! All sums are taken over all C(v,k) hands, so that they are integers. A hand with `s` sets holds
//! `s (s - 1) (s - 2) ...` sequences of different sets, and a sequence that covers `m` cards is in
//! C(v-m,k-m) hands. So the sums of `s`, `s (s - 1)` and `s (s - 1) (s - 2)` follow from the number
//! of sequences by the cards that they cover. With b = v(v - 1)/6 sets and r = (v - 1)/2 of them
//! around a card:
//!
//! | sets | cards | sequences |
//! |---|---|---|
//! | one | 3 | b |
//! | two that meet, in one card | 5 | 3b(r - 1) |
//! | two that do not | 6 | all others |
//! | three that meet in pairs, in three cards that do not form a set | 6 | v(v - 1)(v - 3) |
//! | three that meet in one card | 7 | vr(r - 1)(r - 2) |
//! | one that meets two others in two of its cards | 7 | 18b((r - 1)^2 - (v - 3)): each card off it is where two such others would meet |
//! | two that meet, and one that meets neither | 8 | 9b(r - 1)(b + 8 - 5r): two sets that meet are met by 5r - 10 others |
//! | three that do not meet | 9 | all others |

use crate::card::Deck;
use crate::hand::combinations::binomial;
use crate::tally::Tally;
use num_bigint::BigUint;

/// A result that contradicts what is known of every distribution: a defect of the program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("internal error: the {cards}-card hands do not add up ({what}); please report it")]
pub struct CheckError {
    /// The hand size.
    pub cards: usize,
    /// What is wrong.
    pub what: &'static str,
}

/// Checks a finished distribution of the number of sets: as many hands as there are, and the closed
/// moments up to order [`ORDERS`], exactly.
///
/// # Errors
///
/// When it does not add up, or the number of hands passes 128 bits.
pub fn check(deck: Deck, cards: usize, tally: &Tally) -> Result<(), CheckError> {
    let error = |what| CheckError { cards, what };
    if binomial(deck.size(), cards) != Some(tally.total()) {
        return Err(error("the number of hands is not C(v,k)"));
    }
    for (order, what) in (1..=ORDERS).zip([
        "the mean number of sets is not C(k,3)/(v - 2)",
        "the second moment of the number of sets is not the closed one",
        "the third moment of the number of sets is not the closed one",
    ]) {
        if closed_moment(deck, cards, order) != Some(moment(tally, order)) {
            return Err(error(what));
        }
    }
    Ok(())
}

/// The moments of the number of sets that are known in closed form.
pub const ORDERS: usize = 3;

/// The sum of `s (s - 1) ...`, `order` factors, over hands with `s` sets.
pub(crate) fn moment(tally: &Tally, order: usize) -> BigUint {
    let factors = |sets: usize| (0..order).map(move |i| BigUint::from(sets.saturating_sub(i)));
    let term = |(sets, hands): (usize, u128)| factors(sets).product::<BigUint>() * hands;
    tally.iter().filter(|&(_, hands)| hands > 0).map(term).sum()
}

/// The same over all hands of `cards` cards, in closed form; nothing if the order is above
/// [`ORDERS`] or the number of hands passes 128 bits.
///
/// ```
/// use setodds_engine::{card::Deck, exact::check::closed_moment};
/// assert_eq!(closed_moment(Deck::GAME, 3, 1), Some(1080_u32.into()));
/// assert_eq!(closed_moment(Deck::GAME, 5, 2), Some((2 * 63_180_u32).into()));
/// ```
#[must_use]
pub fn closed_moment(deck: Deck, cards: usize, order: usize) -> Option<BigUint> {
    let term = |(covered, sequences): (usize, u128)| {
        let hands = match cards.checked_sub(covered) {
            Some(others) => binomial(deck.size() - covered, others)?,
            None => 0,
        };
        Some(BigUint::from(sequences) * hands)
    };
    (order <= ORDERS).then(|| sequences(deck, order))?.into_iter().map(term).sum()
}

/// How many sequences of `order` different sets there are, up to [`ORDERS`], by the number of cards
/// that they cover.
pub(super) fn sequences(deck: Deck, order: usize) -> Vec<(usize, u128)> {
    let (size, sets) = (deck.size() as u128, deck.sets() as u128);
    let around = (size - 1) / 2;
    let meeting = sets * 3 * (around - 1);
    match order {
        0 => vec![(0, 1)],
        1 => vec![(3, sets)],
        2 => vec![(5, meeting), (6, sets * (sets - 1) - meeting)],
        _ => {
            let triangles = size * (size - 1) * (size - 3);
            let stars = size * around * (around - 1) * (around - 2);
            let paths = 6 * sets * 3 * ((around - 1).pow(2) - (size - 3));
            let apart = 3 * meeting * (sets + 8 - 5 * around);
            let disjoint = sets * (sets - 1) * (sets - 2) - triangles - stars - paths - apart;
            vec![(6, triangles), (7, stars + paths), (8, apart), (9, disjoint)]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    fn what(deck: Deck, cards: usize, counts: &[u128]) -> Option<&'static str> {
        check(deck, cards, &Tally::from(counts.to_vec())).err().map(|error| error.what)
    }

    /// By the definition: every three sets.
    #[test]
    fn sequences_of_sets_cover_as_many_cards_as_all_of_them_do() {
        let deck = Deck::new(2).unwrap();
        let pairs = deck.cards().flat_map(|a| deck.cards().map(move |b| [a, b, a.third(b)]));
        let sets: Vec<_> = pairs.filter(|[a, b, c]| a < b && b < c).collect();
        let mut expected = BTreeMap::<usize, u128>::new();
        for (i, a) in sets.iter().enumerate() {
            for (j, b) in sets[..i].iter().enumerate() {
                for c in &sets[..j] {
                    let cards: BTreeSet<_> = a.iter().chain(b).chain(c).collect();
                    *expected.entry(cards.len()).or_default() += 6;
                }
            }
        }
        let found = sequences(deck, 3).into_iter().filter(|&(_, number)| number > 0);
        assert_eq!(found.collect::<BTreeMap<_, _>>(), expected);
    }

    #[test]
    fn what_is_true_passes_and_what_is_not_does_not() {
        let deck = Deck::new(2).unwrap();
        assert_eq!(what(deck, 5, &[0, 72, 54]), None);
        assert_eq!(what(deck, 5, &[0, 72, 53]), Some("the number of hands is not C(v,k)"));
        let mean = "the mean number of sets is not C(k,3)/(v - 2)";
        assert_eq!(what(deck, 5, &[0, 71, 55]), Some(mean));
        let second = "the second moment of the number of sets is not the closed one";
        assert_eq!(what(deck, 5, &[1, 70, 55]), Some(second));
        assert_eq!(what(deck, 0, &[1]), None);
        assert_eq!(what(deck, 9, &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]), None);

        let deck = Deck::new(3).unwrap();
        assert_eq!(what(deck, 6, &[107_406, 143_208, 42_588, 2808]), None);
        // The moments of order 0, 1 and 2 stay.
        let moved = [107_406 + 1, 143_208 - 3, 42_588 + 3, 2808 - 1];
        let third = "the third moment of the number of sets is not the closed one";
        assert_eq!(what(deck, 6, &moved), Some(third));
    }
}
