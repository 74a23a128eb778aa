//! The search for a hand in one thread, one hand at a time.

use super::Puzzle;
use crate::card::Card;
use crate::deal::deal_block;
use crate::detect::{Detector, Strategy};

impl Puzzle {
    /// The hand that [`solve`](super::solve) finds, or `None` if it is not among the first
    /// `blocks` blocks. Each block that is dealt is taken from `blocks`.
    ///
    /// This is slower than `solve`, and far less code, which matters to a WebAssembly module.
    #[doc(hidden)]
    #[must_use]
    pub fn solve_alone(&self, blocks: &mut u64) -> Option<Vec<Card>> {
        let detector = Strategy::default().detector(self.deck);
        let all = (0..self.plan.blocks()).take_while(|_| {
            let left = blocks.checked_sub(1);
            *blocks = left.unwrap_or(0);
            left.is_some()
        });
        all.into_iter().find_map(|block| self.first_hand(block, &*detector))
    }

    /// The first hand of a block that is asked for.
    fn first_hand(&self, block: u64, detector: &dyn Detector) -> Option<Vec<Card>> {
        /// Frequent hands are among these deals, and the rest of the block is not dealt.
        const FIRST: u64 = 256;
        let (pack, all) = (*self.simulation.measurer().pack(), self.plan.units_in(block));
        [FIRST.min(all), all].into_iter().find_map(|deals| {
            let mut found = None;
            deal_block(self.seed, block, pack, self.wanted.cards, deals, |hand| {
                let holds = found.is_none() && detector.count(hand) == self.wanted.sets;
                if holds && self.is_wanted(hand, detector) {
                    found = Some(hand.to_vec());
                }
            });
            found
        })
    }
}
