//! What every distribution of the number of sets must satisfy, however it was counted.

pub(crate) use super::sequences::ORDERS;

use super::sequences::sequences;
use super::{known, moments};
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
    pub what: Contradiction,
}

/// What does not add up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Contradiction {
    /// The sum of all counts.
    #[error("the number of hands is not C(v,k)")]
    Hands,
    /// The first moment.
    #[error("the mean number of sets is not C(k,3)/(v - 2)")]
    Mean,
    /// The second moment.
    #[error("the second moment of the number of sets is not the closed one")]
    SecondMoment,
    /// The third moment.
    #[error("the third moment of the number of sets is not the closed one")]
    ThirdMoment,
    /// A moment that follows from the tables of other hand sizes.
    #[error("a moment of the number of sets is not that which other sizes tell")]
    OtherSizes,
    /// A count that the program knows.
    #[error("the counts are not those of the table that the program carries")]
    Table,
    /// The number of hands without a set, which the program knows.
    #[error("the hands without a set are not those of the exact table")]
    NoSet,
    /// Hands that are met several times, but not all of them equally often.
    #[error("a count cannot be divided")]
    Divides,
    /// Hands that are met once for each of their cards.
    #[error("a hand was not met once for each of its cards")]
    Met,
    /// The number of classes.
    #[error("the number of classes is not Burnside's")]
    Classes,
    /// The hands in some classes.
    #[error("the classes do not have as many hands as are known")]
    ClassHands,
    /// The hands with given sizes of layers.
    #[error("a choice of layer sizes has too few hands, or too many")]
    LayerSizes,
    /// More sets than a hand of its size can hold.
    #[error("there are sets too many")]
    Sets,
    /// Equations without a solution.
    #[error("the equations of the hyperplanes contradict one another")]
    Equations,
    /// Equations whose solution is a fraction.
    #[error("the equations of the hyperplanes have no integer solution")]
    Fraction,
    /// Equations whose solution is below zero.
    #[error("the equations of the hyperplanes have a negative solution")]
    Negative,
    /// More hands than there are, so that too few are left for a number of sets.
    #[error("the equations of the hyperplanes leave a negative number")]
    NegativeRest,
    /// The sets among the first cards.
    #[error("the first cards do not have as many sets as in the exact table")]
    FirstCards,
    /// The sets among all cards.
    #[error("the number of sets is not distributed as in the exact table")]
    AllCards,
}

/// Checks a finished distribution of the number of sets, exactly: as many hands as there are, the
/// closed moments up to the third, those above that follow from other sizes
/// ([`super::moments`]), and the table that the program carries, if it does.
///
/// # Errors
///
/// When it does not add up, or the number of hands passes 128 bits.
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
    if !moments::agree(deck, cards, tally) {
        return Err(error(Contradiction::OtherSizes));
    }
    if known::counts(deck, cards).is_some_and(|counts| Tally::from(counts) != *tally) {
        return Err(error(Contradiction::Table));
    }
    Ok(())
}

/// The sum of `s (s - 1) ...`, `order` factors, over hands with `s` sets.
pub(crate) fn moment(tally: &Tally, order: usize) -> BigUint {
    moments::moments(tally, order).swap_remove(order)
}

/// The moment of a given order over all hands of `cards` cards, in closed form; `None` if the order
/// is above [`ORDERS`] or the number of hands passes 128 bits.
pub(crate) fn closed_moment(deck: Deck, cards: usize, order: usize) -> Option<BigUint> {
    let term = |(covered, sequences): (usize, u128)| {
        let hands = match cards.checked_sub(covered) {
            Some(others) => binomial(deck.size() - covered, others)?,
            None => 0,
        };
        Some(BigUint::from(sequences) * hands)
    };
    (order <= ORDERS).then(|| sequences(deck, order))?.into_iter().map(term).sum()
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
        // The moments of order 0, 1 and 2 stay.
        let moved = [107_406 + 1, 143_208 - 3, 42_588 + 3, 2808 - 1];
        assert_eq!(what(deck, 6, &moved), Some(Contradiction::ThirdMoment));
        let error = check(deck, 6, &Tally::default()).unwrap_err().to_string();
        let part = "6-card hands do not add up (the number of hands is not C(v,k))";
        assert!(error.contains(part), "{error}");
    }
}
