//! A hash of each game's whole course, to compare engines in tests.

use super::lane_tables::UNSEEN;
use super::progress::Ending;
use crate::lanes::{LANES, Lanes};
use crate::tally::Checksum;

/// The hashes of some games.
#[derive(Debug)]
pub(super) struct Traces {
    /// The hashes of the games so far.
    pub(super) open: Vec<Checksum>,
    /// The hashes of whole games.
    pub(super) ended: Vec<u64>,
}

impl Traces {
    #[cold]
    pub(super) fn add(&mut self, game: usize, numbers: &[usize]) {
        numbers.iter().for_each(|&number| self.open[game].add(number as u64));
    }

    #[cold]
    pub(super) fn add_lanes(
        &mut self,
        layout: [usize; 3],
        outcomes: &Lanes<u8>,
        games: &[u16; LANES],
    ) {
        for (&outcome, &game) in outcomes.0.iter().zip(games).filter(|(it, _)| **it != UNSEEN) {
            let game = usize::from(game);
            self.add(game, &layout);
            self.add(game, &[outcome.into()]);
        }
    }

    #[cold]
    pub(super) fn end(&mut self, game: usize, ending: Ending) {
        self.add(game, &ending.values());
        self.ended.push(std::mem::take(&mut self.open[game]).0);
    }
}
