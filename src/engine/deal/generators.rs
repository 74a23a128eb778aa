//! Sixteen parallel xoshiro256++ generators (Blackman and Vigna, "Scrambled linear pseudorandom
//! number generators", 2021), with states in plain arrays so that the compiler vectorizes the
//! steps.

use super::Seed;
use crate::lanes::Lanes;
use rand::Rng;

const GENERATORS: usize = 16;

/// The second half of the `ChaCha8` key, which separates deals from other uses of a seed.
const PURPOSE: &[u8; 16] = b"setodds deals v1";

/// The states of sixteen parallel xoshiro256++ generators: word `w` of generator `l` is
/// `words[w][l]`.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Generators {
    words: [[u64; GENERATORS]; 4],
}

impl Generators {
    /// Creates the generators of a block: the state of generator `l` is bytes 32 l .. 32 l + 32 of
    /// the random stream of the block.
    pub(super) fn for_block(seed: Seed, block: u64) -> Self {
        let mut source = seed.stream(PURPOSE, block);
        let mut words = [[0; GENERATORS]; 4];
        for lane in 0..GENERATORS {
            words.iter_mut().for_each(|word| word[lane] = source.next_u64());
        }
        Self { words }
    }

    /// Advances every generator by one step and returns the outputs.
    #[inline(always)]
    fn step(&mut self) -> [u64; GENERATORS] {
        let mut output = [0; GENERATORS];
        let [s0, s1, s2, s3] = &mut self.words;
        for lane in 0..GENERATORS {
            output[lane] = s0[lane].wrapping_add(s3[lane]).rotate_left(23).wrapping_add(s0[lane]);
            let shifted = s1[lane] << 17;
            s2[lane] ^= s0[lane];
            s3[lane] ^= s1[lane];
            s1[lane] ^= s2[lane];
            s0[lane] ^= s3[lane];
            s2[lane] ^= shifted;
            s3[lane] = s3[lane].rotate_left(45);
        }
        output
    }

    /// Advances every generator by one step and returns 16 random bits for each deal of a group of
    /// 64: deal 4 l + q gets bits 16 q .. 16 q + 16 of the output of generator `l`.
    #[inline(always)]
    pub(super) fn sixteen_bits(&mut self) -> Lanes<u16> {
        let words = self.step().map(u64::to_le_bytes);
        let (bytes, _) = words.as_flattened().as_chunks();
        let mut bits = Lanes::default();
        for (bits, bytes) in bits.0.iter_mut().zip(bytes) {
            *bits = u16::from_le_bytes(*bytes);
        }
        bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn every_lane_is_the_published_generator() {
        let lanes = Generators::for_block(Seed(7), 3);
        for lane in 0..GENERATORS {
            let state: Vec<u8> = lanes.words.iter().flat_map(|w| w[lane].to_le_bytes()).collect();
            let mut reference = Xoshiro256PlusPlus::from_seed(state.try_into().unwrap());
            let mut lanes = lanes.clone();
            for _ in 0..100 {
                assert_eq!(lanes.step()[lane], reference.next_u64());
            }
        }
    }

    #[test]
    fn seeds_blocks_and_lanes_all_differ() {
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..10 {
            for block in [0, 1, 2, 1 << 40, u64::MAX] {
                seen.extend(Generators::for_block(Seed(seed), block).step());
            }
        }
        assert_eq!(seen.len(), 10 * 5 * GENERATORS);
    }

    #[test]
    fn quarters_of_words_go_to_neighbouring_deals() {
        let lanes = Generators::for_block(Seed(1), 0);
        let (words, bits) = (lanes.clone().step(), lanes.clone().sixteen_bits());
        for (deal, &found) in bits.0.iter().enumerate() {
            assert_eq!(u64::from(found), words[deal / 4] >> (16 * (deal % 4)) & 0xFFFF);
        }
    }
}
