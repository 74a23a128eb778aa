//! 64 deals at once: the same deals as [`deal_block`](super::deal_block), number for number.
//!
//! A draw is a lane already. The pile is not kept: a place of it still holds its first card, unless
//! a draw came to that place, and then it holds the card that the last such draw moved there. So
//! the card of a draw is found by comparing its place with those of all draws before it, and the
//! card that it moves, which is the last of the pile, by comparing the last place with them.
//!
//! That costs comparisons for every two cards. Large hands are dealt from piles ([`super::piles`]).
//!
//! # Cost
//!
//! In vector operations for each card of 64 deals, when words are bytes and registers have 64 of
//! them (AVX-512): 20 for a step of the generators; 11 for a draw (two products of each half of the
//! group, rejection, narrowing); 4 for each earlier card (two comparisons, two selections). For 12
//! cards 12 x 31 + 66 x 4 = 636 operations, 10 a hand. Together with counting (see
//! [`crate::detect::lane_tests`]) 17 operations a hand, and two start in a clock cycle: the floor
//! is 8.6 cycles, 2.9 ns at 3 GHz, and tallying, one or two for each value (`histogram`), beside
//! it. Measured is 1.4 to 1.5 times that: comparisons can start on only one of the two ports, and
//! one group in four rejects a word, which is a mispredicted branch. With AVX2, which has half as
//! wide registers and no rotation, a step takes 56 operations, a draw 30, an earlier card 12: 29
//! operations a hand and 28 for counting, three in a cycle: 19 cycles, 6.3 ns.

use super::Seed;
use super::draws::Bound;
use super::generators::Generators;
use super::piles::Piles;
use crate::card::{Card, Deck};
use crate::lanes::{Arithmetic, Element, InstructionSet, Lanes, Task};
use crate::pack::Pack;
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
    /// The number of each card, by its place in the full pile, where the deck is without some.
    numbers: Option<Vec<W>>,
    /// For large hands.
    piles: Option<Piles<W>>,
}

impl<W: Element + Into<u16>> LaneDealer<W> {
    /// A dealer of hands of `cards` cards.
    ///
    /// # Panics
    ///
    /// Panics if the numbers of the deck's cards do not fit into `W`.
    pub(super) fn new(pack: &Pack, cards: usize) -> Self {
        let number = |number: usize| {
            W::try_from(number).unwrap_or_else(|_| unreachable!("the cards of the deck fit"))
        };
        if cards > MANY {
            return Self::from_piles(pack, cards, |card| number(card.index()));
        }
        let numbers = || {
            let mut numbers: Vec<W> = pack.cards().map(|card| number(card.index())).collect();
            numbers.resize(pack.size().next_power_of_two(), W::default());
            numbers
        };
        Self {
            bounds: Bound::of_deal(pack.size(), cards),
            lasts: (0..pack.size())
                .rev()
                .take(cards)
                .map(|last| Lanes::splat(number(last)))
                .collect(),
            places: vec![Lanes::default(); cards],
            moves: vec![Lanes::default(); cards],
            cards: vec![Lanes::default(); cards],
            numbers: (!pack.is_full()).then(numbers),
            piles: None,
        }
    }

    /// A dealer from piles, which writes each card as a function says.
    pub(super) fn from_piles(pack: &Pack, cards: usize, written: impl Fn(Card) -> W) -> Self {
        Self {
            bounds: Bound::of_deal(pack.size(), cards),
            lasts: Vec::new(),
            places: Vec::new(),
            moves: Vec::new(),
            cards: Vec::new(),
            numbers: None,
            piles: Some(Piles::new(pack, cards, written)),
        }
    }

    /// The next 64 deals: the numbers of their first cards, of their second cards, ...
    #[inline(always)]
    pub(super) fn deal<A: Arithmetic>(
        &mut self,
        generators: &mut Generators,
        arithmetic: A,
    ) -> &[Lanes<W>] {
        if let Some(piles) = &mut self.piles {
            return piles.deal(&self.bounds, generators);
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
        if let Some(numbers) = &self.numbers {
            look_up(numbers, &mut self.cards);
        }
        &self.cards
    }
}

/// Replaces places in the full pile by the numbers of the cards that lie there.
#[inline(always)]
fn look_up<W: Element + Into<u16>>(numbers: &[W], places: &mut [Lanes<W>]) {
    // A place is below the power of two that the table has room for.
    let inside = numbers.len().wrapping_sub(1);
    for place in places.iter_mut().flat_map(|places| &mut places.0) {
        let at: u16 = (*place).into();
        *place = numbers[usize::from(at) & inside];
    }
}

/// Deals block after block, group after group.
#[derive(Debug)]
pub(crate) struct LaneGroups<W> {
    set: InstructionSet,
    generators: Generators,
    dealer: LaneDealer<W>,
}

impl<W: Element + Into<u16>> LaneGroups<W> {
    pub(super) fn new(set: InstructionSet, dealer: LaneDealer<W>) -> Self {
        Self { set, generators: Generators::of_block(Seed(0), 0), dealer }
    }

    /// Whole decks, whose cards are written as a function says.
    pub(crate) fn of_decks(set: InstructionSet, deck: Deck, written: impl Fn(Card) -> W) -> Self {
        Self::new(set, LaneDealer::from_piles(&deck.into(), deck.size(), written))
    }

    /// Goes to the first deals of a block.
    pub(crate) fn start(&mut self, seed: Seed, block: u64) {
        self.generators = Generators::of_block(seed, block);
    }

    /// The next 64 deals: their first cards, their second cards, ...
    pub(crate) fn deal(&mut self) -> &[Lanes<W>] {
        self.set.run(NextGroup { dealer: &mut self.dealer, generators: &mut self.generators })
    }
}

struct NextGroup<'a, W> {
    dealer: &'a mut LaneDealer<W>,
    generators: &'a mut Generators,
}

impl<'a, W: Element + Into<u16>> Task for NextGroup<'a, W> {
    type Output = &'a [Lanes<W>];

    #[inline(always)]
    fn run<A: Arithmetic>(self, arithmetic: A) -> &'a [Lanes<W>] {
        self.dealer.deal(self.generators, arithmetic)
    }
}

/// Narrows numbers that fit into `W`.
#[inline(always)]
fn narrowed<W: Element>(numbers: &Lanes<u16>, arithmetic: impl Arithmetic) -> Lanes<W> {
    match try_cast(arithmetic.lower_bytes(numbers).0) {
        Ok(bytes) => Lanes(bytes),
        Err(_) => numbers.map(W::truncated),
    }
}

/// Replaces the card of a place by the one that a draw moved there, where it came to that place.
/// Without registers for masks, `there` is the difference between the two: adding it is one
/// operation, and a selection three on some processors.
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
    use crate::card::Deck;
    use crate::deal::deal_block;
    use crate::lanes::{LANES, Portable, PortableWithMasks};

    fn check_how<W: Element + Into<u16>>(features: usize, cards: usize, by: impl Arithmetic) {
        let deck = Deck::new(features).unwrap();
        let (seed, block) = (Seed(42), 7);
        let mut generators = Generators::of_block(seed, block);
        let mut dealer = LaneDealer::<W>::new(&deck.into(), cards);
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
    fn whole_decks_are_those_of_the_shuffle() {
        for (features, set) in [(2, 0), (3, 1), (4, 2)] {
            let (deck, set) = (Deck::new(features).unwrap(), InstructionSet::ALL[set]);
            let byte = |card: Card| u8::try_from(card.index()).unwrap() + 7;
            let mut decks = LaneGroups::of_decks(set, deck, byte);
            for block in [0, 5] {
                decks.start(Seed(9), block);
                let (mut found, mut expected) = (Vec::new(), Vec::new());
                for _ in 0..3 {
                    let cards = decks.deal();
                    found.extend((0..LANES).map(|lane| -> Vec<u8> {
                        cards.iter().map(|cards| cards.0[lane]).collect()
                    }));
                }
                deal_block(Seed(9), block, deck, deck.size(), 3 * LANES as u64, |cards| {
                    expected.push(cards.iter().map(|&card| byte(card)).collect::<Vec<u8>>());
                });
                assert_eq!(found, expected);
            }
        }
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
