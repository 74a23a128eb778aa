//! Counting the cards that are in sets, in 64 hands at once.
//!
//! Each new card is tested with all pairs of cards before it. A card is in a set if its least
//! mismatch over all triples is zero. Each triple takes three operations: a test, an update of the
//! least mismatch of the pair, and one of the least mismatch of the third card.

use super::LaneTest;
use crate::lanes::{Arithmetic, Element, Lanes};

/// The cards of 64 hands, with a mark for the cards that are in sets.
#[derive(Clone, Debug)]
pub(crate) struct CardsInSets<T: LaneTest> {
    cards: Vec<T::Card>,
    /// For each card, its least mismatch with any pair of other cards: zero if it is in a set.
    least: Vec<Lanes<T::Code>>,
}

impl<T: LaneTest> CardsInSets<T> {
    /// Creates empty hands with capacity for `cards` cards.
    pub(crate) fn new(cards: usize) -> Self {
        Self { cards: Vec::with_capacity(cards), least: Vec::with_capacity(cards) }
    }

    /// Removes all cards from all 64 hands.
    pub(crate) fn clear(&mut self) {
        self.cards.clear();
        self.least.clear();
    }

    /// Returns the number of cards of each hand that are in at least one set.
    #[inline(always)]
    pub(crate) fn number(&self) -> Lanes<u8> {
        let mut number = Lanes::default();
        for least in &self.least {
            number.add(&least.map(|least| u8::from(least == T::Code::default())));
        }
        number
    }

    /// Adds one card to each of 64 hands, given by the numbers of the cards.
    #[inline(always)]
    pub(crate) fn add<A: Arithmetic>(
        &mut self,
        test: &T,
        numbers: &Lanes<T::Number>,
        arithmetic: A,
    ) {
        let card = test.card(numbers, arithmetic);
        let mut own = Lanes::splat(T::Code::ONE);
        for place in 0..self.cards.len() {
            let pair = T::pair(&self.cards[place], &card);
            let mut least = Lanes::splat(T::Code::ONE);
            let later = self.cards[place + 1..].iter().zip(&mut self.least[place + 1..]);
            for (other, of_other) in later {
                let mismatch = T::mismatch(&pair, other);
                least = least.zip(&mismatch, Ord::min);
                *of_other = of_other.zip(&mismatch, Ord::min);
            }
            self.least[place] = self.least[place].zip(&least, Ord::min);
            own = own.zip(&least, Ord::min);
        }
        self.cards.push(card);
        self.least.push(own);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Deck;
    use crate::detect::lane_tests::tests::hands;
    use crate::detect::lane_tests::{
        NarrowPackedMask, NarrowThirdCard, WidePackedMask, WideThirdCard,
    };
    use crate::hand::sets;
    use crate::lanes::Portable;
    use std::collections::BTreeSet;

    /// Compares the counts with the sets of each hand, card by card.
    fn check<T: LaneTest>(test: &T, deck: Deck) {
        let (hands, lanes) = hands::<T>(deck);
        let sets: Vec<Vec<_>> = hands.iter().map(|hand| sets(hand, deck).collect()).collect();
        let mut counted = CardsInSets::new(lanes.len());
        for cards in [2, lanes.len()] {
            counted.clear();
            for (place, numbers) in lanes[..cards].iter().enumerate() {
                counted.add(test, numbers, Portable);
                let number = counted.number();
                for (lane, sets) in sets.iter().enumerate() {
                    let sets = sets.iter().filter(|set| set[2] <= place);
                    let in_sets: BTreeSet<usize> = sets.flatten().copied().collect();
                    assert_eq!(usize::from(number.0[lane]), in_sets.len(), "{deck:?} {place}");
                }
            }
        }
    }

    #[test]
    fn cards_in_sets_are_those_of_the_definition() {
        for deck in [2, 5].map(|features| Deck::new(features).unwrap()) {
            check(&WideThirdCard::new(deck), deck);
            check(&WidePackedMask::new(deck), deck);
        }
        check(&NarrowThirdCard::new(Deck::GAME), Deck::GAME);
        check(&NarrowPackedMask::new(Deck::GAME), Deck::GAME);
    }
}
