//! Random words of a game, for the random choices of a policy.
//!
//! The key of a game is a word of `ChaCha8`, with the seed in its key and the block number as its
//! stream: game `g` of the block gets the bytes 8 g to 8 g + 8. Its further words are those of
//! `SplitMix64` (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014)
//! with the key as its state. The purpose in the second half of the `ChaCha8` key separates the
//! words of games from those of the decks.

use crate::deal::Seed;
use crate::lanes::{LANES, Lanes};
use crate::random;
use rand::Rng;
use rand::rngs::ChaCha8Rng;

/// The second half of the `ChaCha8` key, which separates these random words from others.
const PURPOSE: &[u8; 16] = b"setodds plays v1";

/// Mask of the lower half of a 64-bit word.
const LOWER: u64 = u32::MAX as u64;

/// The random number generators of the games of a block, in the order of the games.
pub(super) struct BlockRngs(ChaCha8Rng);

impl BlockRngs {
    pub(super) fn new(seed: Seed, block: u64) -> Self {
        Self(seed.stream(PURPOSE, block))
    }

    /// Returns the generator of the next game.
    pub(super) fn next(&mut self) -> SplitMix64 {
        SplitMix64(self.0.next_u64())
    }
}

/// Generator of a game's random words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitMix64(u64);

/// The increment of the `SplitMix64` state before each word.
const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// Returns the random word for a `SplitMix64` state.
#[inline(always)]
const fn mix(state: u64) -> u64 {
    let mut word = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

impl SplitMix64 {
    /// Returns the next word, uniform in 64 bits.
    #[inline(always)]
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GAMMA);
        mix(self.0)
    }

    /// Returns an exactly uniform number below the bound.
    ///
    /// # Panics
    ///
    /// Panics if the bound is zero.
    #[inline(always)]
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        random::below(bound, || self.word())
    }

    /// Returns a uniform index of a slice of the given length.
    #[inline(always)]
    pub(super) fn index(&mut self, length: usize) -> usize {
        random::index(length, || self.word())
    }
}

#[expect(clippy::cast_possible_truncation, reason = "it is below a number of 16 bits")]
#[inline(always)]
const fn low_16_bits(number: u64) -> u16 {
    number as u16
}

/// Generators of 64 games, with the same words as [`SplitMix64`].
#[derive(Clone, Debug, Default)]
pub(super) struct LaneSplitMix64(Lanes<u64>);

impl LaneSplitMix64 {
    /// Returns the generator of the game in a lane.
    pub(super) const fn get(&self, lane: usize) -> SplitMix64 {
        SplitMix64(self.0.0[lane])
    }

    pub(super) const fn set(&mut self, lane: usize, rng: SplitMix64) {
        self.0.0[lane] = rng.0;
    }

    /// Draws a number below the bound of each lane. A lane with a zero bound consumes no word and
    /// gets `u16::MAX`.
    #[inline(always)]
    pub(super) fn below(&mut self, bounds: &Lanes<u16>) -> Lanes<u16> {
        let before = self.0;
        let (mut numbers, mut doubtful) = (Lanes::<u16>::default(), 0);
        for lane in 0..LANES {
            let (state, bound) = (before.0[lane], u64::from(bounds.0[lane]));
            let has_bound = u64::from(bound != 0).wrapping_neg();
            let next = state.wrapping_add(GAMMA & has_bound);
            let word = mix(next);
            // The product of a word and a small number, in halves.
            let lower = (word & LOWER) * bound;
            let upper = (word >> 32) * bound + (lower >> 32);
            numbers.0[lane] = low_16_bits(upper >> 32 | !has_bound);
            // Lemire's method may reject a word, about once in 2^53, if the lower half of the
            // product is below the bound. Then these bits are zero, and subtracting 1 sets the
            // highest bit.
            doubtful |= (upper & LOWER).wrapping_sub(1) & has_bound;
            self.0.0[lane] = next;
        }
        if doubtful >> 63 != 0 {
            self.redraw(&before, bounds, &mut numbers);
        }
        numbers
    }

    /// Draws the numbers of all lanes again, one by one with rejection.
    #[cold]
    #[inline(never)]
    fn redraw(&mut self, before: &Lanes<u64>, bounds: &Lanes<u16>, numbers: &mut Lanes<u16>) {
        for (lane, &bound) in bounds.0.iter().enumerate().filter(|&(_, &bound)| bound > 0) {
            let mut rng = SplitMix64(before.0[lane]);
            numbers.0[lane] = low_16_bits(rng.below(bound.into()));
            self.set(lane, rng);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Ratio;
    use crate::stats::goodness::chi_square;
    use crate::tally::Tally;

    /// Compares the first words of `SplitMix64` from state 1234567 with those published with its
    /// reference code.
    #[test]
    fn words_are_those_of_the_published_generator() {
        let mut rng = SplitMix64(1_234_567);
        let expected = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973];
        assert_eq!(expected.map(|_| rng.word()), expected);
    }

    #[test]
    fn numbers_below_a_bound_are_uniform() {
        for bound in [1, 2, 3, 7, 12] {
            let mut rng = BlockRngs::new(Seed(1), 0).next();
            let tally: Tally = (0..12_000).map(|_| rng.index(bound)).collect();
            let uniform = vec![Ratio::new(1, bound as u128); bound];
            let fit = chi_square(&tally, &uniform);
            assert!(fit.is_none_or(|fit| fit.p_value > 1e-5), "{bound}: {fit:?}");
        }
    }

    #[test]
    fn games_blocks_and_seeds_have_words_of_their_own() {
        let mut seen = std::collections::BTreeSet::new();
        for (seed, block) in [(1, 0), (1, 1), (2, 0)] {
            let mut rngs = BlockRngs::new(Seed(seed), block);
            seen.extend((0..10).map(|_| rngs.next().0));
        }
        assert_eq!(seen.len(), 30);
    }

    /// Includes a state whose next word is zero, which is rejected for bounds that are not powers
    /// of two.
    #[test]
    fn every_lane_has_the_numbers_of_its_game() {
        let rejects = GAMMA.wrapping_neg();
        let mut lanes = LaneSplitMix64::default();
        let mut alone: Vec<SplitMix64> = Vec::new();
        for lane in 0..LANES {
            let state = if lane == 40 { rejects } else { mix(lane as u64 + 1) };
            lanes.set(lane, SplitMix64(state));
            alone.push(lanes.get(lane));
        }
        for step in 0..20 {
            let bounds = Lanes::from_fn(|lane| u16::try_from((lane + step) % 15 * 81).unwrap());
            let numbers = lanes.below(&bounds);
            for (lane, alone) in alone.iter_mut().enumerate() {
                let expected = match bounds.0[lane] {
                    0 => u64::from(u16::MAX),
                    bound => alone.below(bound.into()),
                };
                assert_eq!(u64::from(numbers.0[lane]), expected);
                assert_eq!(lanes.get(lane), *alone, "lane {lane}, step {step}");
            }
        }
    }
}
