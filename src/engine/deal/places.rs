//! Whole decks from the cards' point of view, 64 at a time: where each card lies in the order of
//! dealing. The decks are those of [`deal_block`](super::deal_block).
//!
//! A draw takes the card at some place of the pile, and the last card of the pile fills that place.
//! So before draw `j`, the card at the drawn place comes as number `j`; the last card comes when
//! the one comes that lies at the drawn place after the draw; and all others come when they come
//! after the draw. Gone through backwards, from the empty pile to the full one, where card `c` lies
//! at place `c`, that is one exchange in each pile, as it is forwards ([`super::piles`]).

use super::Seed;
use super::draws::{Bound, Draw};
use super::generators::Generators;
use crate::card::Deck;
use crate::lanes::{InstructionSet, LANES, Lanes};

/// Room for the cards of a deck: what a byte can count.
const BYTES: usize = 1 << u8::BITS;

/// Deals whole decks of at most 243 cards in lanes.
#[derive(Clone, Debug)]
pub(super) struct LanePlaces {
    set: InstructionSet,
    generators: Generators,
    bounds: Vec<Bound>,
    draws: Vec<Lanes<u16>>,
    places: Box<[Lanes<u8>; BYTES]>,
}

impl LanePlaces {
    /// A dealer of this deck.
    ///
    /// # Panics
    ///
    /// When it has more than 243 cards.
    pub(super) fn new(set: InstructionSet, deck: Deck) -> Self {
        assert!(deck.size() <= BYTES, "places fit into bytes");
        Self {
            set,
            generators: Generators::of_block(Seed(0), 0),
            bounds: Bound::of_deal(deck.size(), deck.size()),
            draws: vec![Lanes::default(); deck.size()],
            places: Box::new([Lanes::default(); BYTES]),
        }
    }

    /// Goes to the first decks of a block.
    pub(super) fn start(&mut self, seed: Seed, block: u64) {
        self.generators = Generators::of_block(seed, block);
    }

    /// The next 64 decks: for each card its place in the order of dealing, from 0.
    pub(super) fn deal(&mut self) -> &[Lanes<u8>] {
        self.set.run(Draw {
            bounds: &self.bounds,
            generators: &mut self.generators,
            rows: &mut self.draws,
        });
        let draws = (0..=u8::MAX).zip(&self.draws).rev();
        for (last, (number, draws)) in draws.enumerate() {
            for lane in 0..LANES {
                let drawn = usize::from(draws.0[lane]) % BYTES;
                self.places[last % BYTES].0[lane] = self.places[drawn].0[lane];
                self.places[drawn].0[lane] = number;
            }
        }
        &self.places[..self.draws.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::deal_block;

    #[test]
    fn every_card_lies_where_the_shuffle_puts_it() {
        for (features, set) in [2, 3, 4, 5].into_iter().zip(InstructionSet::ALL.iter().cycle()) {
            let deck = Deck::new(features).unwrap();
            let mut dealer = LanePlaces::new(*set, deck);
            for block in [0, 5] {
                dealer.start(Seed(9), block);
                let (mut found, mut expected) = (Vec::new(), Vec::new());
                for _ in 0..3 {
                    let places = dealer.deal();
                    found.extend((0..LANES).map(|deal| -> Vec<usize> {
                        places.iter().map(|places| places.0[deal].into()).collect()
                    }));
                }
                deal_block(Seed(9), block, deck, deck.size(), 3 * LANES as u64, |cards| {
                    let mut places = vec![0; deck.size()];
                    cards.iter().enumerate().for_each(|(place, card)| places[card.index()] = place);
                    expected.push(places);
                });
                assert_eq!(found, expected);
            }
        }
    }
}
