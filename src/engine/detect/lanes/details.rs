//! Which cards of 64 hands are in sets, and how many features the cards of their sets differ in.
//!
//! Each new card is tried with all pairs of cards before it. The least mismatch that a card was met
//! with is zero where it is in a set: three operations for each triple, two for the cards of its
//! pair, and one for the third. The type of a set is that of any two of its cards.

use super::LaneTest;
use crate::card::MOST_FEATURES;
use crate::lanes::{Arithmetic, Element, Lanes};

/// The cards of 64 hands, and what is known of their sets.
#[derive(Clone, Debug)]
pub(crate) struct SetDetails<T: LaneTest> {
    /// Whether sets are told apart by type.
    with_types: bool,
    features: usize,
    cards: Vec<T::Card>,
    /// For each card the least mismatch with a pair of others: zero where it is in a set.
    least: Vec<Lanes<T::Code>>,
    /// Scratch: for each pair with a new card the type of its set, 0 where it makes none.
    kinds: Vec<Lanes<u8>>,
    /// The sets whose cards differ in one feature, in two, ...
    types: [Lanes<u8>; MOST_FEATURES],
}

impl<T: LaneTest> SetDetails<T> {
    /// Room for hands of up to `cards` cards from a deck of `features` features.
    pub(crate) fn new(cards: usize, features: usize, with_types: bool) -> Self {
        Self {
            with_types,
            features,
            cards: Vec::with_capacity(cards),
            least: Vec::with_capacity(cards),
            kinds: vec![Lanes::default(); if with_types { cards } else { 0 }],
            types: Default::default(),
        }
    }

    /// Takes all cards away.
    pub(crate) fn clear(&mut self) {
        self.cards.clear();
        self.least.clear();
        self.types = Default::default();
    }

    /// The number of cards in sets.
    #[inline(always)]
    pub(crate) fn in_sets(&self) -> Lanes<u8> {
        let mut number = Lanes::default();
        for least in &self.least {
            number.add(&least.map(|least| u8::from(least == T::Code::default())));
        }
        number
    }

    /// The number of sets by type in the first hands, all together.
    #[inline(always)]
    pub(crate) fn types(&self, hands: usize) -> impl Iterator<Item = u64> + '_ {
        let sum = move |sets: &Lanes<u8>| sets.0[..hands].iter().map(|&it| u64::from(it)).sum();
        self.types.iter().map(sum)
    }

    /// Adds a card to each hand.
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
            if self.with_types {
                let differing = T::differing(&self.cards[place], &card);
                self.kinds[place] =
                    least.zip(
                        &differing,
                        |least, kind| {
                            if least == T::Code::default() { kind } else { 0 }
                        },
                    );
            }
        }
        if self.with_types {
            for (sets, number) in self.types[..self.features].iter_mut().zip(1..) {
                let mut sum = *sets;
                for kind in &self.kinds[..self.cards.len()] {
                    sum.add(&kind.map(|kind| u8::from(kind == number)));
                }
                *sets = sum;
            }
        }
        self.cards.push(card);
        self.least.push(own);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::{Card, Deck};
    use crate::detect::Strategy;
    use crate::detect::lanes::tests::hands;
    use crate::detect::lanes::{PackedMaskLanes, ThirdCardLanes};
    use crate::lanes::Portable;
    use std::collections::BTreeSet;

    /// Compares with the definition, card by card.
    fn check<T: LaneTest>(test: &T, deck: Deck, with_types: bool) {
        let (hands, lanes) = hands::<T>(deck);
        let naive = Strategy::Naive.detector(deck);
        let sets: Vec<_> = hands.iter().map(|hand| naive.sets(hand)).collect();
        let differing =
            |a: Card, b: Card| a.digits(deck).zip(b.digits(deck)).filter(|(a, b)| a != b).count();
        let mut details = SetDetails::new(lanes.len(), deck.features(), with_types);
        for cards in [2, lanes.len()] {
            details.clear();
            for (place, numbers) in lanes[..cards].iter().enumerate() {
                details.add(test, numbers, Portable);
                let number = details.in_sets();
                let mut types = [0; MOST_FEATURES];
                for (lane, hand) in hands.iter().enumerate() {
                    let sets = sets[lane].iter().filter(|set| set[2] <= place);
                    let in_sets: BTreeSet<usize> = sets.clone().flatten().copied().collect();
                    assert_eq!(usize::from(number.0[lane]), in_sets.len(), "{deck:?} {place}");
                    assert!(details.types(lane).eq(types), "{deck:?} {place} {lane}");
                    for &[a, b, _] in sets.filter(|_| with_types) {
                        types[differing(hand[a], hand[b]) - 1] += 1;
                    }
                }
            }
        }
    }

    #[test]
    fn details_are_those_of_the_definition() {
        for deck in [2, 5].map(|features| Deck::new(features).unwrap()) {
            check(&ThirdCardLanes::<u16, 5>::new(deck), deck, true);
            check(&PackedMaskLanes::<u16, u32, 5>::new(deck), deck, false);
        }
        check(&ThirdCardLanes::<u8, 3>::new(Deck::GAME), Deck::GAME, true);
        check(&PackedMaskLanes::<u8, u16, 3>::new(Deck::GAME), Deck::GAME, true);
    }
}
