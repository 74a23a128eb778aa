//! Dealing of 64 hands at once, with the same results as [`deal_block`](super::deal_block).
//!
//! Each draw is made for all 64 hands at once. The pile is not stored: each position holds its
//! original card, unless an earlier draw took a card from there; then it holds the card that the
//! last such draw moved there. So the card of a draw is found by comparing its position with the
//! positions of all earlier draws, and the card that it moves, the last of the pile, by comparing
//! the last position with them.
//!
//! That takes comparisons for every pair of cards, so large hands are dealt from piles
//! ([`super::piles`]).
//!
//! # Cost
//!
//! In vector operations for each card of 64 deals, if numbers are bytes and registers have 64 bytes
//! (AVX-512): 20 for a step of the generators; 11 for a draw (two products of each half of the
//! group, rejection, narrowing); 4 for each earlier card (two comparisons, two selections). For 12
//! cards 12 x 31 + 66 x 4 = 636 operations, 10 per hand. Together with counting (see
//! [`crate::detect::lane_tests`]) that is 17 operations per hand, of which two start per clock
//! cycle: the lower bound is 8.6 cycles, 2.9 ns at 3 GHz, plus one or two operations per value for
//! tallying (`histogram`). The measured time is 1.4 to 1.5 times that: comparisons can start on
//! only one of the two ports, and one group in four rejects a word, which is a mispredicted branch.
//! With AVX2, which has registers of half the width and no rotation, a step takes 56 operations, a
//! draw 30, an earlier card 12: 29 operations per hand and 28 for counting, three per cycle: 19
//! cycles, 6.3 ns.

use super::Seed;
use super::draws::Bound;
use super::generators::Generators;
use super::piles::Piles;
use crate::card::{Card, Deck};
use crate::lanes::{Arithmetic, Element, InstructionSet, Lanes, Task};
use crate::pack::Pack;
use bytemuck::try_cast;

/// The maximum size of a hand that is dealt without explicit piles: a swap in a pile takes three
/// clock cycles, as long as the comparisons with 100 earlier cards if numbers have two bytes.
const MAX_CARDS_WITHOUT_PILES: usize = 100;

/// Dealer that deals 64 hands at once.
#[derive(Clone, Debug)]
pub(super) struct LaneDealer<W> {
    bounds: Vec<Bound>,
    /// For each draw, the last position of the pile of cards left to deal.
    lasts: Vec<Lanes<W>>,
    /// Scratch space for each draw: the position that is drawn from the pile (`places`), the card
    /// that is moved there (`moves`), and the card that is dealt (`cards`).
    places: Vec<Lanes<W>>,
    moves: Vec<Lanes<W>>,
    cards: Vec<Lanes<W>>,
    /// If cards are missing from the deck, the number of the card at each position of the initial
    /// pile.
    numbers: Option<Vec<W>>,
    /// The explicit piles from which large hands are dealt; `None` for small hands.
    piles: Option<Piles<W>>,
}

impl<W: Element + Into<u16>> LaneDealer<W> {
    /// Creates a dealer of hands of `cards` cards.
    ///
    /// # Panics
    ///
    /// Panics if the card numbers of the deck do not fit into `W`.
    pub(super) fn new(pack: &Pack, cards: usize) -> Self {
        let number = |number: usize| {
            W::try_from(number).unwrap_or_else(|_| unreachable!("the cards of the deck fit"))
        };
        if cards > MAX_CARDS_WITHOUT_PILES {
            return Self::from_piles(pack, cards, |card| number(card.index()));
        }
        let numbers = || {
            let mut numbers: Vec<W> = pack.cards().map(|card| number(card.index())).collect();
            numbers.resize(pack.size().next_power_of_two(), W::default());
            numbers
        };
        Self {
            bounds: Bound::for_deal(pack.size(), cards),
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

    /// Creates a dealer that deals from explicit piles of cards; `written` encodes each card as a
    /// number.
    pub(super) fn from_piles(pack: &Pack, cards: usize, written: impl Fn(Card) -> W) -> Self {
        Self {
            bounds: Bound::for_deal(pack.size(), cards),
            lasts: Vec::new(),
            places: Vec::new(),
            moves: Vec::new(),
            cards: Vec::new(),
            numbers: None,
            piles: Some(Piles::new(pack, cards, written)),
        }
    }

    /// Deals the next 64 hands; returns the numbers of their first cards, of their second cards,
    /// and so on.
    #[inline(always)]
    pub(super) fn deal<A: Arithmetic>(
        &mut self,
        generators: &mut Generators,
        arithmetic: A,
    ) -> &[Lanes<W>] {
        if let Some(piles) = &mut self.piles {
            return piles.deal(&self.bounds, generators);
        }
        // A local copy keeps the states in registers: through the reference they would be stored
        // and loaded at each draw.
        let mut local = generators.clone();
        for draw in 0..self.bounds.len() {
            let place = narrow(&self.bounds[draw].draw(&mut local), arithmetic);
            let last = self.lasts[draw];
            let (mut card, mut moved) = (place, last);
            let earlier = self.places[..draw].iter().zip(&self.moves[..draw]);
            if draw + 1 < self.bounds.len() {
                for (earlier, there) in earlier {
                    apply_move::<W, A>(&mut card, &earlier.equal(&place), there);
                    apply_move::<W, A>(&mut moved, &earlier.equal(&last), there);
                }
            } else {
                // The card that the last draw moves is never dealt.
                for (earlier, there) in earlier {
                    apply_move::<W, A>(&mut card, &earlier.equal(&place), there);
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

/// Replaces each position in the initial pile with the number of the card at that position.
#[inline(always)]
fn look_up<W: Element + Into<u16>>(numbers: &[W], places: &mut [Lanes<W>]) {
    // A position is below the length of the table, a power of two.
    let inside = numbers.len().wrapping_sub(1);
    for place in places.iter_mut().flat_map(|places| &mut places.0) {
        let at: u16 = (*place).into();
        *place = numbers[usize::from(at) & inside];
    }
}

/// Dealer that deals one block after another, in groups of 64 deals.
#[derive(Debug)]
pub(crate) struct LaneGroups<W> {
    set: InstructionSet,
    generators: Generators,
    dealer: LaneDealer<W>,
}

impl<W: Element + Into<u16>> LaneGroups<W> {
    pub(super) fn new(set: InstructionSet, dealer: LaneDealer<W>) -> Self {
        Self { set, generators: Generators::for_block(Seed(0), 0), dealer }
    }

    /// Creates a dealer of whole decks; `written` encodes each card as a number.
    pub(crate) fn for_decks(set: InstructionSet, deck: Deck, written: impl Fn(Card) -> W) -> Self {
        Self::new(set, LaneDealer::from_piles(&deck.into(), deck.size(), written))
    }

    /// Moves to the first group of 64 deals of a block.
    pub(crate) fn start(&mut self, seed: Seed, block: u64) {
        self.generators = Generators::for_block(seed, block);
    }

    /// Deals the next 64 hands; returns their first cards, their second cards, and so on.
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

/// Converts 16-bit numbers to type `W`, into which they must fit.
#[inline(always)]
fn narrow<W: Element>(numbers: &Lanes<u16>, arithmetic: impl Arithmetic) -> Lanes<W> {
    match try_cast(arithmetic.narrow_to_bytes(numbers).0) {
        Ok(bytes) => Lanes(bytes),
        Err(_) => numbers.map(W::truncated),
    }
}

/// Replaces the card at a position with the card that an earlier draw moved there, for the hands in
/// which `here` is set. Without mask registers, `there` is the difference between the two cards: an
/// addition is one operation, while a selection takes three on some processors.
#[inline(always)]
fn apply_move<W: Element, A: Arithmetic>(card: &mut Lanes<W>, here: &Lanes<W>, there: &Lanes<W>) {
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
        let mut generators = Generators::for_block(seed, block);
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
        for features in 2..=4 {
            let deck = Deck::new(features).unwrap();
            let byte = |card: Card| u8::try_from(card.index()).unwrap() + 7;
            let mut decks = LaneGroups::for_decks(InstructionSet::Baseline, deck, byte);
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
