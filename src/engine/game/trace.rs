//! A game as one number: everything that is seen and taken, hashed (FNV-1a, 64 bits).

use super::lanes::{LaneWitness, SETS_FROM, Stage, UNSEEN};
use super::play::Witness;
use super::{Arrival, Ending};
use crate::lanes::{LANES, Lanes};

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

impl LaneWitness for [Trace; LANES] {
    type One = Trace;

    fn sees_all(&mut self, stage: Stage, outcomes: &Lanes<u8>) {
        let Stage { in_deck, table, arrival } = stage;
        for (trace, outcome) in self.iter_mut().zip(outcomes.0).filter(|(_, o)| *o != UNSEEN) {
            let sets = outcome >> SETS_FROM;
            trace.sees(in_deck, table, arrival, sets.into());
            if sets > 0 {
                trace.takes(in_deck, usize::from(outcome % (1 << SETS_FROM)));
            }
        }
    }

    fn alone(&mut self, lane: usize) -> &mut Trace {
        &mut self[lane]
    }
}
