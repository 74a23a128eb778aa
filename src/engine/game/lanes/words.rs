//! The words of 64 games at once: those of [`Words`], number for number.

use crate::game::words::{GAMMA, Words, mixed};
use crate::lanes::{LANES, Lanes};

/// The lower half of a word.
const LOWER: u64 = u32::MAX as u64;

/// The words of 64 games.
#[derive(Clone, Debug, Default)]
pub(super) struct LaneWords(Lanes<u64>);

impl LaneWords {
    /// The words of one game.
    pub(super) const fn get(&self, lane: usize) -> Words {
        Words::from_state(self.0.0[lane])
    }

    pub(super) const fn set(&mut self, lane: usize, words: Words) {
        self.0.0[lane] = words.state();
    }

    /// A number below the bound for each game with a bound; the others, whose bound is zero, take no
    /// word.
    #[inline(always)]
    pub(super) fn below(&mut self, bounds: &Lanes<u8>) -> Lanes<u8> {
        let before = self.0;
        let (mut numbers, mut doubtful) = (Lanes::<u8>::default(), 0);
        for lane in 0..LANES {
            let (state, bound) = (before.0[lane], u64::from(bounds.0[lane]));
            let next = state.wrapping_add(GAMMA);
            let word = mixed(next);
            // The product of a word and a byte, by halves.
            let lower = (word & LOWER) * bound;
            let upper = (word >> 32) * bound + (lower >> 32);
            numbers.0[lane] = (upper >> 32).to_le_bytes()[0];
            // Below the bound, a word may have to be rejected: once in 2^60 words or so.
            doubtful |= u64::from((upper << 32 | lower & LOWER) < bound);
            self.0.0[lane] = if bound == 0 { state } else { next };
        }
        if doubtful != 0 {
            self.one_by_one(&before, bounds, &mut numbers);
        }
        numbers
    }

    /// The same, with rejection.
    #[cold]
    #[inline(never)]
    fn one_by_one(&mut self, before: &Lanes<u64>, bounds: &Lanes<u8>, numbers: &mut Lanes<u8>) {
        for (lane, &bound) in bounds.0.iter().enumerate().filter(|&(_, &bound)| bound > 0) {
            let mut words = Words::from_state(before.0[lane]);
            numbers.0[lane] = words.below(bound.into()).to_le_bytes()[0];
            self.set(lane, words);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A state whose next word is zero, which is rejected for bounds that are no powers of two.
    #[test]
    fn every_lane_has_the_numbers_of_its_game() {
        let rejects = GAMMA.wrapping_neg();
        let mut lanes = LaneWords::default();
        let mut alone: Vec<Words> = Vec::new();
        for lane in 0..LANES {
            let state = if lane == 40 { rejects } else { mixed(lane as u64 + 1) };
            lanes.set(lane, Words::from_state(state));
            alone.push(lanes.get(lane));
        }
        for step in 0..20 {
            let bounds = Lanes::from_fn(|lane| u8::try_from((lane + step) % 15).unwrap());
            let numbers = lanes.below(&bounds);
            for (lane, alone) in alone.iter_mut().enumerate() {
                if bounds.0[lane] > 0 {
                    let expected = alone.below(bounds.0[lane].into());
                    assert_eq!(u64::from(numbers.0[lane]), expected);
                }
                assert_eq!(lanes.get(lane), *alone, "lane {lane}, step {step}");
            }
        }
    }
}
