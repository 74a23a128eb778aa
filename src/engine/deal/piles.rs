//! Whole decks, 64 at a time: the same deals as [`deal_block`](super::deal_block), card for card.
//!
//! For the first cards of a deck it is best to compare places, without any pile ([`super::lanes`]);
//! but that costs a comparison for each two draws, and a whole deck has thousands of them. So here
//! each deal has a pile, and the piles lie side by side: place by place, and at each place 64
//! cards, one of each deal. A draw is one exchange in each pile. The piles are independent, so none
//! of the 64 exchanges waits for another one; that wait makes the exchanges of a single pile slow.
//!
//! # Cost
//!
//! 81 draws at 33 vector operations (as in [`super::lanes`], but with the place among the piles
//! instead of narrowing), 42 operations or 21 cycles a deck with AVX-512; and 80 exchanges of three
//! loads and two stores, two cycles each where two stores start in a cycle and nothing else is in
//! the way: 180 cycles a deck.

use super::Seed;
use super::draws::{Bound, Draw};
use super::generators::Generators;
use crate::card::{Card, Deck};
use crate::lanes::{InstructionSet, LANES, Lanes};

/// Room for the piles of 64 decks: a power of two, so that a place is kept inside by a mask.
const ROOM: usize = 128 * LANES;

/// Deals whole decks of at most 81 cards in lanes.
#[derive(Clone, Debug)]
pub(crate) struct LaneDecks {
    set: InstructionSet,
    generators: Generators,
    bounds: Vec<Bound>,
    /// The piles before anything was drawn, and while they are drawn from.
    full: Box<[u8; ROOM]>,
    piles: Box<[u8; ROOM]>,
    /// Where the card of each draw lies among the piles.
    places: Vec<Lanes<u16>>,
    cards: Vec<Lanes<u8>>,
}

impl LaneDecks {
    /// A dealer that writes cards as bytes.
    ///
    /// # Panics
    ///
    /// When the deck has more than 81 cards.
    pub(crate) fn new(set: InstructionSet, deck: Deck, byte: impl Fn(Card) -> u8) -> Self {
        assert!(deck.size() <= 81, "the cards fit into bytes and the piles into the room");
        let mut full = Box::new([0; ROOM]);
        for (pile, card) in full.chunks_exact_mut(LANES).zip(deck.cards()) {
            pile.fill(byte(card));
        }
        Self {
            set,
            generators: Generators::of_block(Seed(0), 0),
            bounds: Bound::of_deal(deck.size(), deck.size()),
            piles: full.clone(),
            full,
            places: vec![Lanes::default(); deck.size()],
            cards: vec![Lanes::default(); deck.size()],
        }
    }

    /// Goes to the first decks of a block.
    pub(crate) fn start(&mut self, seed: Seed, block: u64) {
        self.generators = Generators::of_block(seed, block);
    }

    /// The next 64 decks: their first cards, their second cards, ...
    pub(crate) fn deal(&mut self) -> &[Lanes<u8>] {
        let lanes = Lanes::from_fn(|lane| u16::try_from(lane).unwrap_or_default());
        self.set.run(Draw {
            bounds: &self.bounds,
            generators: &mut self.generators,
            rows: &mut self.places,
            finish: |row: Lanes<u16>| row.zip(&lanes, |draw, lane| draw * 64 + lane),
        });
        self.piles.copy_from_slice(&self.full[..]);
        let lasts = (0..self.cards.len()).rev();
        for ((cards, places), last) in self.cards.iter_mut().zip(&self.places).zip(lasts) {
            exchange(&mut self.piles, places, last, cards);
        }
        &self.cards
    }
}

/// Takes the card at a place of each pile, which the last card of the pile fills.
#[inline(always)]
fn exchange(piles: &mut [u8; ROOM], places: &Lanes<u16>, last: usize, cards: &mut Lanes<u8>) {
    for lane in 0..LANES {
        let place = usize::from(places.0[lane]) % ROOM;
        cards.0[lane] = piles[place];
        piles[place] = piles[(last * LANES + lane) % ROOM];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::deal_block;

    #[test]
    fn decks_are_those_of_the_shuffle() {
        for (features, set) in [(2, 0), (3, 1), (4, 2)] {
            let (deck, set) = (Deck::new(features).unwrap(), InstructionSet::ALL[set]);
            let byte = |card: Card| u8::try_from(card.index()).unwrap() + 7;
            let mut decks = LaneDecks::new(set, deck, byte);
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
}
