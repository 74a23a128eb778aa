//! A game as one number: everything that is seen and taken, hashed (FNV-1a, 64 bits).

use super::play::Witness;
use super::{Arrival, Ending};

/// The hash of a game so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Trace(u64);

impl Default for Trace {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Trace {
    fn add(&mut self, number: usize) {
        const PRIME: u64 = 0x0100_0000_01b3;
        self.0 = (self.0 ^ number as u64).wrapping_mul(PRIME);
    }

    /// The hash of the whole game.
    pub(super) fn end(mut self, ending: Ending) -> u64 {
        let Ending { cards_left, extra_deals, largest_table, sets_taken } = ending;
        [cards_left, extra_deals, largest_table, sets_taken]
            .into_iter()
            .for_each(|number| self.add(number));
        self.0
    }
}

impl Witness for Trace {
    fn sees(&mut self, in_deck: usize, table: usize, arrival: Arrival, sets: usize) {
        [in_deck, table, arrival as usize, sets].into_iter().for_each(|number| self.add(number));
    }

    fn takes(&mut self, in_deck: usize, differing: usize) {
        [in_deck, differing].into_iter().for_each(|number| self.add(number));
    }
}
