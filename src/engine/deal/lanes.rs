//! 64 deals at once: the same deals as [`deal_block`](super::deal_block), number for number.
//!
//! A draw is a lane already. The pile is not kept: a place of it still holds its first card, unless
//! a draw came to that place, and then it holds the card that the last such draw moved there. So
//! the card of a draw is found by comparing its place with those of all draws before it, and the
//! card that it moves, which is the last of the pile, by comparing the last place with them.
//!
//! That costs comparisons for every two cards. So for large hands there are piles, side by side:
//! place by place, and at each place 64 cards, one of each deal; a draw is an exchange in each.
//!
//! # Cost
//!
//! In vector operations for each card of 64 deals, when words are bytes and registers have 64 of
//! them (AVX-512): 20 for a step of the generators; 11 for a draw (two products of each half of the
//! group, rejection, narrowing); 4 for each earlier card (two comparisons, two selections). For 12
//! cards 12 x 31 + 66 x 4 = 636 operations, 10 a hand. Together with counting (see
//! [`crate::detect::lanes`]) 17 operations a hand, and two start in a clock cycle: the floor is 8.6
//! cycles, 2.9 ns at 3 GHz, and tallying, one or two for each value (`histogram`), beside it.
//! Measured is 1.4 to 1.5 times that: comparisons can start on only one of the two ports, and one
//! group in four rejects a word, which is a mispredicted branch. With AVX2, which has half as wide
//! registers and no rotation, a step takes 56 operations, a draw 30, an earlier card 12: 29
//! operations a hand and 28 for counting, three in a cycle: 19 cycles, 6.3 ns.

use super::draws::Bound;
use super::generators::Generators;
use crate::card::Deck;
use crate::lanes::{Arithmetic, Element, LANES, Lanes};
use bytemuck::try_cast;

/// Larger hands are dealt from piles: an exchange takes three clock cycles, and where numbers have
/// two bytes, the comparisons with 100 earlier cards as long.
const MANY: usize = 100;

/// Deals hands in lanes.
#[derive(Clone, Debug)]
pub(super) struct LaneDealer<W> {
    bounds: Vec<Bound>,
    /// The last place of the pile at each draw.
    lasts: Vec<Lanes<W>>,
    /// Scratch: the draws of a group, the cards they moved, and the cards they gave.
    places: Vec<Lanes<W>>,
    moves: Vec<Lanes<W>>,
    cards: Vec<Lanes<W>>,
    /// The piles before anything was drawn, and while they are drawn from; none for small hands.
    full: Vec<Lanes<W>>,
    piles: Vec<Lanes<W>>,
}

impl<W: Element + Into<u16>> LaneDealer<W> {
    /// A dealer of hands of `cards` cards.
    ///
    /// # Panics
    ///
    /// When the numbers of the deck's cards do not fit into `W`.
    pub(super) fn new(deck: Deck, cards: usize) -> Self {
        let number = |number: usize| {
            W::try_from(number).unwrap_or_else(|_| unreachable!("the cards of the deck fit"))
        };
        let piled = if cards > MANY { deck.size() } else { 0 };
        let full: Vec<_> = (0..piled).map(|card| Lanes::splat(number(card))).collect();
        Self {
            bounds: Bound::of_deal(deck.size(), cards),
            lasts: (0..deck.size())
                .rev()
                .take(cards)
                .map(|last| Lanes::splat(number(last)))
                .collect(),
            places: vec![Lanes::default(); cards],
            moves: vec![Lanes::default(); cards],
            cards: vec![Lanes::default(); cards],
            piles: full.clone(),
            full,
        }
    }

    /// The next 64 deals: the numbers of their first cards, of their second cards, ...
    #[inline(always)]
    pub(super) fn deal<A: Arithmetic>(
        &mut self,
        generators: &mut Generators,
        arithmetic: A,
    ) -> &[Lanes<W>] {
        if !self.full.is_empty() {
            return self.deal_from_piles(generators);
        }
        // Through the reference, the states would be stored and loaded at each draw.
        let mut local = generators.clone();
        for draw in 0..self.bounds.len() {
            let place = narrowed(&self.bounds[draw].draw(&mut local), arithmetic);
            let last = self.lasts[draw];
            let (mut card, mut moved) = (place, last);
            let earlier = self.places[..draw].iter().zip(&self.moves[..draw]);
            if draw + 1 < self.bounds.len() {
                for (earlier, there) in earlier {
                    follow::<W, A>(&mut card, &earlier.equal(&place), there);
                    follow::<W, A>(&mut moved, &earlier.equal(&last), there);
                }
            } else {
                // What the last draw moves is not dealt any more.
                for (earlier, there) in earlier {
                    follow::<W, A>(&mut card, &earlier.equal(&place), there);
                }
            }
            self.places[draw] = place;
            self.moves[draw] = if A::MASKS { moved } else { moved.zip(&card, W::wrapping_sub) };
            self.cards[draw] = card;
        }
        *generators = local;
        &self.cards
    }

    /// Takes the card at a place of each pile, which the last card of the pile fills.
    #[inline(always)]
    fn deal_from_piles(&mut self, generators: &mut Generators) -> &[Lanes<W>] {
        self.piles.copy_from_slice(&self.full);
        for (draw, (bound, cards)) in self.bounds.iter().zip(&mut self.cards).enumerate() {
            let places = bound.draw(generators);
            let last = self.piles[self.full.len() - 1 - draw];
            for lane in 0..LANES {
                let card = &mut self.piles[usize::from(places.0[lane])].0[lane];
                cards.0[lane] = *card;
                *card = last.0[lane];
            }
        }
        &self.cards
    }
}

/// The same numbers, which fit into `W`.
#[inline(always)]
fn narrowed<W: Element>(numbers: &Lanes<u16>, arithmetic: impl Arithmetic) -> Lanes<W> {
    match try_cast(arithmetic.lower_bytes(numbers).0) {
        Ok(bytes) => Lanes(bytes),
        Err(_) => numbers.map(W::truncated),
    }
}

/// Replaces the card of a place by the one that a draw moved there, where it came to that place.
/// Without registers for masks, `there` is the difference between the two: adding it is one operation, and a
/// selection three on some processors.
#[inline(always)]
fn follow<W: Element, A: Arithmetic>(card: &mut Lanes<W>, here: &Lanes<W>, there: &Lanes<W>) {
    if A::MASKS {
        card.select(here, there);
    } else {
        card.add(&here.and(there));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::{Seed, deal_block};
    use crate::lanes::{LANES, Portable, PortableWithMasks};

    fn check_how<W: Element + Into<u16>>(features: usize, cards: usize, by: impl Arithmetic) {
        let deck = Deck::new(features).unwrap();
        let (seed, block) = (Seed(42), 7);
        let mut generators = Generators::of_block(seed, block);
        let mut dealer = LaneDealer::<W>::new(deck, cards);
        let mut group = dealer.deal(&mut generators, by).to_vec();
        let mut deal = 0;
        deal_block(seed, block, deck, cards, 20 * LANES as u64, |hand| {
            if deal == LANES {
                group = dealer.deal(&mut generators, by).to_vec();
                deal = 0;
            }
            for (card, numbers) in hand.iter().zip(&group) {
                assert_eq!(card.index(), usize::from(numbers.0[deal].into()));
            }
            deal += 1;
        });
    }

    fn check<W: Element + Into<u16>>(features: usize, cards: usize) {
        check_how::<W>(features, cards, PortableWithMasks);
        check_how::<W>(features, cards, Portable);
    }

    #[test]
    fn lanes_deal_what_the_shuffle_deals() {
        check::<u8>(2, 9);
        check::<u8>(3, 27);
        check::<u8>(4, 12);
        check::<u8>(4, 81);
        check::<u16>(4, 21);
        check::<u16>(5, 39);
        check::<u16>(6, 39);
        check::<u16>(5, 243);
        check::<u16>(6, 200);
    }
}
