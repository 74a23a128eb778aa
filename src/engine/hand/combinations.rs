//! All hands of one size, numbered.
//!
//! The `k`-subsets of `v` cards stand in colexicographic order: the rank of `c1 < c2 < ... < ck` is
//! C(c1,1) + C(c2,2) + ... + C(ck,k). The order does not depend on `v`, unranking is a walk down
//! from the largest card, and the successor changes, on average, hardly more than one card.

use crate::card::{Card, Deck};
use std::ops::Range;

/// The binomial coefficient C(n, k), or nothing when it (or n times it) passes 2^128.
///
/// ```
/// use setodds_engine::hand::combinations::binomial;
/// assert_eq!(binomial(81, 12), Some(70_724_320_184_700));
/// ```
#[must_use]
pub fn binomial(n: usize, k: usize) -> Option<u128> {
    if k > n {
        return Some(0);
    }
    let mut value: u128 = 1;
    for step in 1..=k.min(n - k) {
        // C(n, step) = C(n, step - 1) * (n - step + 1) / step, exact at every step.
        value = value.checked_mul((n - step + 1) as u128)? / step as u128;
    }
    Some(value)
}

/// The hands of one size in colexicographic order, from some rank on.
///
/// ```
/// use setodds_engine::{card::Deck, hand::combinations::Combinations};
/// let mut hands = Combinations::starting_at(0, 3, Deck::new(2)?);
/// let mut count = 1;
/// while hands.advance() {
///     count += 1;
/// }
/// assert_eq!(count, 84);
/// # Ok::<(), setodds_engine::card::DeckError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Combinations {
    deck: Vec<Card>,
    places: Subsets,
    hand: Vec<Card>,
}

impl Combinations {
    /// Stands at the hand of `cards` cards with this rank.
    ///
    /// # Panics
    ///
    /// When there are fewer hands of that size than `rank + 1`, or more than 2^128.
    #[must_use]
    pub fn starting_at(rank: u128, cards: usize, deck: Deck) -> Self {
        let places = Subsets::starting_at(rank, cards, deck.size());
        let deck: Vec<Card> = deck.cards().collect();
        let hand = places.get().iter().map(|&place| deck[place]).collect();
        Self { deck, places, hand }
    }

    /// The hand it stands at, cards in rising order.
    #[inline]
    #[must_use]
    pub fn hand(&self) -> &[Card] {
        &self.hand
    }

    /// Goes to the next hand; `false`, and nothing changes, at the last.
    #[inline]
    pub fn advance(&mut self) -> bool {
        let Some(highest) = self.places.advance() else { return false };
        for (card, &place) in self.hand.iter_mut().zip(&self.places.get()[..=highest]) {
            *card = self.deck[place];
        }
        true
    }
}

/// The subsets of one size of the numbers below a bound, in colexicographic order.
#[derive(Clone, Debug)]
pub struct Subsets {
    places: Vec<usize>,
    below: usize,
}

impl Subsets {
    /// Stands at the subset of `count` numbers below `below` with this rank.
    ///
    /// # Panics
    ///
    /// When there are fewer such subsets than `rank + 1`, or more than 2^128.
    #[must_use]
    pub fn starting_at(rank: u128, count: usize, below: usize) -> Self {
        let total = binomial(below, count);
        assert!(total.is_some_and(|total| rank < total), "the rank is below C(v, k)");
        Self { places: unrank(rank, count, below), below }
    }

    /// The numbers, rising.
    #[inline]
    #[must_use]
    pub fn get(&self) -> &[usize] {
        &self.places
    }

    /// The lowest number and those after it that it can rise to while the others stay.
    #[inline]
    #[must_use]
    pub fn run(&self) -> Range<usize> {
        let limit = self.places.get(1).copied().unwrap_or(self.below);
        self.places.first().map_or(0..0, |&lowest| lowest..limit)
    }

    /// Goes to the first subset in which not only the lowest number is another, as
    /// [`advance`](Self::advance).
    #[inline]
    pub fn advance_beyond_run(&mut self) -> Option<usize> {
        let last = self.run().next_back();
        if let (Some(lowest), Some(last)) = (self.places.first_mut(), last) {
            *lowest = last;
        }
        self.advance()
    }

    /// Goes to the next subset and says the place of the highest number that is another; at the last
    /// nothing changes.
    #[inline]
    pub fn advance(&mut self) -> Option<usize> {
        let count = self.places.len();
        let limit = |i: usize| if i + 1 < count { self.places[i + 1] } else { self.below };
        // The first number that can rise without meeting the next one.
        let highest = (0..count).find(|&i| self.places[i] + 1 < limit(i))?;
        self.places[highest] += 1;
        self.places[..highest].iter_mut().zip(0..).for_each(|(place, lowest)| *place = lowest);
        Some(highest)
    }
}

/// The cards of a rank, rising: each is the largest `c` with C(c, i) no more than what is left.
fn unrank(mut rank: u128, cards: usize, size: usize) -> Vec<usize> {
    let mut places = vec![0; cards];
    let mut below = size;
    for i in (1..=cards).rev() {
        // Below the known total every coefficient fits, so a missing one cannot be the answer.
        let fits = |c: usize| binomial(c, i).is_some_and(|count| count <= rank);
        let place = (0..below).rev().find(|&c| fits(c)).expect("C(i - 1, i) = 0 always fits");
        rank -= binomial(place, i).expect("it has just been computed");
        places[i - 1] = place;
        below = place;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rank(hand: &[Card]) -> u128 {
        hand.iter().zip(1..).map(|(card, i)| binomial(card.index(), i).unwrap()).sum()
    }

    #[test]
    fn binomials_follow_pascal() {
        for n in 1..=81 {
            for k in 1..=n {
                let above = binomial(n - 1, k - 1).unwrap() + binomial(n - 1, k).unwrap();
                assert_eq!(binomial(n, k), Some(above));
            }
        }
        assert_eq!((binomial(5, 6), binomial(0, 0)), (Some(0), Some(1)));
        assert_eq!(binomial(729, 364), None);
    }

    #[test]
    fn all_hands_come_once_in_the_order_of_their_ranks() {
        for (features, cards) in [(2, 0), (2, 1), (2, 4), (2, 9), (3, 3), (3, 5), (4, 3)] {
            let deck = Deck::new(features).unwrap();
            let total = binomial(deck.size(), cards).unwrap();
            let mut hands = Combinations::starting_at(0, cards, deck);
            for expected in 0..total {
                assert_eq!(rank(hands.hand()), expected);
                assert!(hands.hand().is_sorted() && hands.hand().len() == cards);
                assert_eq!(hands.advance(), expected + 1 < total);
            }
        }
    }

    #[test]
    fn any_rank_can_be_the_start() {
        let total = binomial(81, 12).unwrap();
        for start in [0, 1, 12_345, 70_000_000_000_000, total - 1] {
            let hands = Combinations::starting_at(start, 12, Deck::GAME);
            assert_eq!(rank(hands.hand()), start);
        }
    }
}
