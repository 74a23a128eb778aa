//! What every distribution of the number of sets must satisfy, whoever counted it.
//!
//! All sums are taken over all C(v,k) hands, so that they are whole numbers. Three cards of a set are
//! in a hand C(v-3,k-3) times: that is the sum of `s`. For two sets in order, which share a card (v(v -
//! 1)/6 sets with 3((v - 1)/2 - 1) neighbours each; two sets never share two cards) or are disjoint, the
//! hands are C(v-5,k-5) and C(v-6,k-6): the sum of `s (s - 1)`.

use crate::card::Deck;
use crate::hand::combinations::binomial;
use crate::tally::Tally;

/// A result that contradicts what is known of every distribution: a defect of the program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("internal error: the {cards}-card hands do not add up ({what}); please report it")]
pub struct CheckError {
    /// The hand size.
    pub cards: usize,
    /// What is wrong.
    pub what: &'static str,
}

/// Checks a finished distribution of the number of sets: as many hands as there are, and the
/// closed first and second moment, exactly.
///
/// # Errors
///
/// When it does not add up, or numbers pass 128 bits.
pub fn check(deck: Deck, cards: usize, tally: &Tally) -> Result<(), CheckError> {
    let error = |what| CheckError { cards, what };
    if binomial(deck.size(), cards) != Some(tally.total()) {
        return Err(error("the number of hands is not C(v,k)"));
    }
    let sets = deck.sets() as u128;
    let meeting = sets * 3 * ((deck.size() as u128 - 1) / 2 - 1);
    let disjoint = sets * (sets - 1) - meeting;
    let first = product(sets, hands_around(deck, cards, 3));
    if sum(tally, |sets| sets) != first {
        return Err(error("the mean number of sets is not C(k,3)/(v - 2)"));
    }
    let touching = product(meeting, hands_around(deck, cards, 5));
    let apart = product(disjoint, hands_around(deck, cards, 6));
    let second = touching.zip(apart).and_then(|(touching, apart)| touching.checked_add(apart));
    if sum(tally, |sets| sets * sets.saturating_sub(1)) != second {
        return Err(error("the second moment of the number of sets is not the closed one"));
    }
    Ok(())
}

/// The hands that contain some given cards.
fn hands_around(deck: Deck, cards: usize, given: usize) -> Option<u128> {
    cards.checked_sub(given).map_or(Some(0), |others| binomial(deck.size() - given, others))
}

fn product(pairs: u128, hands: Option<u128>) -> Option<u128> {
    pairs.checked_mul(hands?)
}

fn sum(tally: &Tally, of: impl Fn(u128) -> u128) -> Option<u128> {
    let term = |(sets, hands): (usize, u128)| of(sets as u128).checked_mul(hands);
    tally.iter().try_fold(0_u128, |sum, entry| sum.checked_add(term(entry)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn what(deck: Deck, cards: usize, counts: &[u128]) -> Option<&'static str> {
        let mut tally = Tally::default();
        counts.iter().enumerate().for_each(|(sets, &hands)| tally.add(sets, hands));
        check(deck, cards, &tally).err().map(|error| error.what)
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
    }
}
