//! The size of a random complete cap: go through the whole deck in the order of dealing, and keep
//! each card that makes no set with two cards kept before.
//!
//! The cards kept are a cap, and a complete one: every other card makes a set with two of them. At
//! each step the card that joins is uniformly random among those still allowed. So all orders in
//! which a cap can grow are equally likely, but not all complete caps.
//!
//! # 64 decks side by side
//!
//! The caps of 64 decks get their first cards, their second cards, ... together ([`LaneCaps`]):
//!
//! ```text
//! while there is a card in any deck that is open, i.e. neither kept nor in a set with two kept:
//!     keep the open card that was dealt first
//!     close that card, and the third card of it and each card kept before
//! ```
//!
//! Looking a card up or marking it in the memory of its deck would take some clock cycles for each
//! deck. So all cards are compared instead, 64 decks at a time: a closed card is a bit, and 16 of
//! them are a number of each deck.
//!
//! # Cost
//!
//! In vector operations on 64 numbers of 16 bits, two registers of AVX-512, for a deck of v cards
//! and a cap of k: 2 to see whether a card is open and was dealt before the others, (k + 1) v
//! times; and for each of k(k + 1)/2 pairs 12 to find the third card, and 2 for each row of 16
//! cards. In the game, where k is 17 on average, that is 6,600 operations, on both registers 206 a
//! deck: 103 cycles where two start in a cycle. Dealing takes 180 ([`crate::deal`]). At 3.7 GHz
//! that is 76 ns; measured are 140 on a processor that works on 64 bytes in two halves (Zen 4), and
//! 330 card by card. With five features, 600 ns instead of 1100.

use super::largest_cap::least;
use super::{Definition, Evaluator, Measurer, by_size};
use crate::card::{Card, Deck};
use crate::detect::lanes::{LaneTest, ThirdCardLanes};
use crate::lanes::{Arithmetic, InstructionSet, Lanes, Task};

/// The size of a random complete cap.
pub(super) const GREEDY_CAP: Definition = Definition {
    // A cap of fewer cards than the deck need not be complete.
    sizes: |deck| deck.size()..=deck.size(),
    // A complete cap is one that cannot be enlarged inside the whole deck.
    least: |deck, _| least(deck.size()),
    reads_sets: false,
    ..Definition::new(evaluator)
};

fn evaluator(measurer: &Measurer) -> Evaluator<'_> {
    let deck = measurer.deck;
    let mut kept: Vec<Card> = Vec::with_capacity(deck.largest_cap());
    let mut forbidden = vec![false; deck.size()];
    by_size(move |hand, _, _, tally| {
        kept.clear();
        forbidden.fill(false);
        for &card in hand {
            if !forbidden[card.index()] {
                let thirds = measurer.thirds.row(card);
                kept.iter().for_each(|other| forbidden[thirds[other.index()].index()] = true);
                kept.push(card);
            }
        }
        tally.record(kept.len());
    })
}

/// The cards of a row: a bit of a number for each.
const ROW: usize = 16;

/// The rows whose thirds are counted at a time, in registers.
const ROWS_AT_ONCE: usize = 2;

/// How the third card of a pair is found.
type ThirdCode = ThirdCardLanes<u16, 5>;

/// Grows the caps of 64 decks at a time.
pub(crate) struct LaneCaps {
    set: InstructionSet,
    thirds: ThirdCode,
    /// The bit of each card of a row. As they come from memory, testing one is one operation.
    bits: [u16; ROW],
    /// For each row of cards the orders of dealing: of a card its place, and below it its number.
    orders: Vec<[Lanes<u16>; ROW]>,
    /// For each row, the cards that are not open.
    closed: Vec<Lanes<u16>>,
    /// The cards kept.
    kept: Vec<<ThirdCode as LaneTest>::Card>,
    /// The row and the bit of each card to close.
    closing: Vec<[Lanes<u16>; 2]>,
}

/// Beyond the place of every card.
const NOWHERE: u16 = u16::MAX;

impl LaneCaps {
    /// Whether lanes are faster than card by card: with wide registers, and if a place and a number
    /// of a card are a byte each.
    pub(crate) fn pays(set: InstructionSet, deck: Deck) -> bool {
        set > InstructionSet::Baseline && deck.size() < 256
    }

    pub(crate) fn new(set: InstructionSet, deck: Deck) -> Self {
        let rows = deck.size().div_ceil(ROW).next_multiple_of(ROWS_AT_ONCE);
        Self {
            set,
            thirds: ThirdCode::new(deck),
            bits: std::array::from_fn(|place| 1 << place),
            orders: vec![[Lanes::splat(NOWHERE); ROW]; rows],
            closed: vec![Lanes::default(); rows],
            kept: Vec::with_capacity(deck.largest_cap()),
            closing: Vec::with_capacity(deck.largest_cap()),
        }
    }

    /// The sizes of the caps of 64 decks, of which these are the places of their cards in the order
    /// of dealing.
    pub(crate) fn sizes(&mut self, places: &[Lanes<u8>]) -> Lanes<u16> {
        self.set.run(Grow { caps: self, places })
    }

    /// The open card of each deck that was dealt first, if there is one: its place and its number.
    #[inline(always)]
    fn first_open(&self) -> Lanes<u16> {
        let mut first = Lanes::splat(NOWHERE);
        for (orders, closed) in self.orders.iter().zip(&self.closed) {
            for (order, bit) in orders.iter().zip(self.bits) {
                let open = |closed, order| if closed & bit == 0 { order } else { NOWHERE };
                first = first.zip(&closed.zip(order, open), Ord::min);
            }
        }
        first
    }

    /// Keeps a card of each deck, and closes what it closes.
    #[inline(always)]
    fn keep(&mut self, numbers: &Lanes<u16>, arithmetic: impl Arithmetic) {
        let card = self.thirds.card(numbers, arithmetic);
        self.kept.push(card);
        self.closing.clear();
        // The third card of a card and itself is that card.
        for other in &self.kept {
            let numbers = ThirdCode::pair(&card, other).map(number);
            let bits = numbers.map(|number| 1 << (number % 16));
            self.closing.push([numbers.map(|number| number / 16), bits]);
        }
        let rows = self.closed.as_chunks_mut::<ROWS_AT_ONCE>().0;
        for (closed, first) in rows.iter_mut().zip((0_u16..).step_by(ROWS_AT_ONCE)) {
            // The third cards of a card are all different, so their bits can be added.
            let mut sums = [Lanes::default(); ROWS_AT_ONCE];
            for [row, bit] in &self.closing {
                for (sum, number) in sums.iter_mut().zip(first..) {
                    sum.add(&row.equal(&Lanes::splat(number)).and(bit));
                }
            }
            for (closed, sum) in closed.iter_mut().zip(&sums) {
                *closed = closed.zip(sum, |closed, sum| closed | sum);
            }
        }
    }
}

/// The number of a card from its digits, each in two bits.
#[inline(always)]
const fn number(code: u16) -> u16 {
    // Pairs of digits, 4 a + b, become 3 a + b; they have four bits, and should count nines.
    let pairs = code - (code >> 2 & 0x3333);
    pairs - 7 * (pairs >> 4) - 63 * (pairs >> 8)
}

struct Grow<'a> {
    caps: &'a mut LaneCaps,
    places: &'a [Lanes<u8>],
}

impl Task for Grow<'_> {
    type Output = Lanes<u16>;

    #[inline(always)]
    fn run<A: Arithmetic>(self, arithmetic: A) -> Lanes<u16> {
        let Self { caps, places } = self;
        let orders = caps.orders.iter_mut().flatten();
        for ((order, places), card) in orders.zip(places).zip(0_u16..) {
            *order = places.map(|place| u16::from(place) << 8 | card);
        }
        caps.closed.fill(Lanes::default());
        caps.kept.clear();
        let mut sizes = Lanes::default();
        loop {
            let first = caps.first_open();
            let grows = first.map(|first| u16::from(first != NOWHERE));
            if !grows.any() {
                return sizes;
            }
            sizes.add(&grows);
            // Where all cards are closed, it does not matter which are closed again.
            caps.keep(&first.map(|first| first % 256), arithmetic);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::ThirdCards;
    use crate::lanes::LANES;

    #[test]
    fn cards_are_numbered_by_their_codes() {
        for deck in Deck::all() {
            assert!(deck.cards().all(|card| usize::from(number(card.code(deck))) == card.index()));
        }
    }

    /// Against the definition, in decks whose cards lie in arithmetic progressions.
    #[test]
    fn caps_of_lanes_are_those_of_the_definition() {
        for deck in Deck::all().filter(|deck| deck.features() < 6) {
            let (size, thirds) = (deck.size(), ThirdCards::new(deck));
            let strides: Vec<usize> = (1..).filter(|stride| stride % 3 != 0).take(LANES).collect();
            let card = |lane: usize, place: usize| (lane + place * strides[lane]) % size;
            let grown = |lane| {
                let mut kept: Vec<Card> = Vec::new();
                for card in (0..size).map(|place| Card::at(card(lane, place))) {
                    let completes = |a: &Card| kept.contains(&thirds.third(card, *a));
                    if !kept.iter().any(completes) {
                        kept.push(card);
                    }
                }
                u16::try_from(kept.len()).unwrap()
            };
            let mut places = vec![Lanes::default(); size];
            for (lane, place) in (0..LANES).flat_map(|lane| (0..size).map(move |it| (lane, it))) {
                places[card(lane, place)].0[lane] = u8::try_from(place).unwrap();
            }
            for set in InstructionSet::ALL {
                let mut caps = LaneCaps::new(set, deck);
                for _ in 0..2 {
                    assert_eq!(caps.sizes(&places), Lanes::from_fn(grown), "{deck:?} {set}");
                }
            }
        }
    }
}
