//! The random words of a game: what a policy chooses by.
//!
//! The key of a game is a word of `ChaCha8`, with the seed in its key and the number of the block as
//! its stream: game `g` of the block has the bytes 8 g to 8 g + 8. From there on the words are those of
//! `SplitMix64` (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014) with
//! the key as its state. The purpose in the second half of the `ChaCha8` key keeps them apart from
//! the words of the decks.

use crate::deal::Seed;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

/// The second half of the `ChaCha8` key.
const PURPOSE: &[u8; 16] = b"setodds plays v1";

/// The keys of the games of a block, in order.
pub(super) struct Keys(ChaCha8Rng);

impl Keys {
    pub(super) fn of_block(seed: Seed, block: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.0.to_le_bytes());
        key[16..].copy_from_slice(PURPOSE);
        let mut source = ChaCha8Rng::from_seed(key);
        source.set_stream(block);
        Self(source)
    }

    /// The words of the next game.
    pub(super) fn next(&mut self) -> Words {
        Words(self.0.next_u64())
    }
}

/// The words of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Words(u64);

/// What is added to the state before each word.
pub(super) const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// The word of a state.
#[inline(always)]
pub(super) const fn mixed(state: u64) -> u64 {
    let mut word = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

impl Words {
    /// The words after a state.
    pub(super) const fn from_state(state: u64) -> Self {
        Self(state)
    }

    /// The state before the next word.
    pub(super) const fn state(self) -> u64 {
        self.0
    }

    #[inline(always)]
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GAMMA);
        mixed(self.0)
    }

    /// A number below the bound, exactly uniform: the upper half of the product of a word and the
    /// bound, where words whose lower half is below 2^64 mod bound are rejected (Lemire 2019).
    ///
    /// # Panics
    ///
    /// When the bound is zero.
    #[inline(always)]
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        loop {
            let product = u128::from(self.next()) * u128::from(bound);
            let [high, low] = halves(product);
            // 2^64 mod bound is below the bound, so it need not be known for most words.
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return high;
            }
        }
    }
}

impl Words {
    /// The number of one of so many things.
    #[expect(clippy::cast_possible_truncation, reason = "it is below a `usize`")]
    #[inline(always)]
    pub(super) fn index(&mut self, things: usize) -> usize {
        self.below(things as u64) as usize
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the two halves of a number")]
#[inline(always)]
const fn halves(product: u128) -> [u64; 2] {
    [(product >> 64) as u64, product as u64]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first words of `SplitMix64` from 1234567 on, as published with its reference code.
    #[test]
    fn words_are_those_of_the_published_generator() {
        let mut words = Words(1_234_567);
        let expected = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973];
        assert_eq!(expected.map(|_| words.next()), expected);
    }

    #[test]
    fn numbers_below_a_bound_are_uniform() {
        for bound in [1, 2, 3, 7, 12] {
            let mut words = Keys::of_block(Seed(1), 0).next();
            let mut counts = [0_u32; 12];
            (0..12_000).for_each(|_| counts[words.index(bound)] += 1);
            let expected = 12_000.0 / bound as f64;
            let differences = counts[..bound].iter().map(|&count| f64::from(count) - expected);
            let chi_square: f64 = differences.map(|d| d * d / expected).sum();
            let degrees = bound as f64 - 1.0;
            assert!(chi_square <= degrees + 4.5 * (2.0 * degrees).sqrt(), "{bound}: {chi_square}");
        }
    }

    #[test]
    fn games_blocks_and_seeds_have_words_of_their_own() {
        let mut seen = std::collections::BTreeSet::new();
        for (seed, block) in [(1, 0), (1, 1), (2, 0)] {
            let mut keys = Keys::of_block(Seed(seed), block);
            seen.extend((0..10).map(|_| keys.next().0));
        }
        assert_eq!(seen.len(), 30);
    }
}
