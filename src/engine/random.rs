//! Independent streams of random words, and exactly uniform numbers below a bound.
//!
//! Results that must be reproducible from a seed use only these functions. The ranges, shuffles and
//! choices of a random number library may change with its version, so they are not used. Deals and
//! games in SIMD lanes use the same reduction for many numbers at a time, with words of 16 bits
//! ([`crate::deal`]) and of 64 bits ([`crate::game`]).

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

/// Name of the sampling scheme of the search for extreme hands, as recorded in provenance.
pub const SCHEME: &str = "draws-v2";

/// Name of the random number generator of the search for extreme hands, as recorded in provenance.
pub const GENERATOR: &str = "ChaCha8";

/// Returns the generator of random words for a seed, a purpose and a stream number. Each
/// combination of the three has an independent stream.
pub(crate) fn words(seed: u64, purpose: &[u8; 16], stream: u64) -> ChaCha8Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[16..].copy_from_slice(purpose);
    let mut words = ChaCha8Rng::from_seed(key);
    words.set_stream(stream);
    words
}

/// Returns an exactly uniform number below `bound`, which must be above 0. It is the upper half of
/// the product of a random word and the bound; words whose lower half is below 2^64 mod bound are
/// rejected (Lemire, "Fast random integer generation in an interval", 2019).
#[inline(always)]
pub(crate) fn below(bound: u64, mut word: impl FnMut() -> u64) -> u64 {
    debug_assert!(bound > 0, "there is a number below the bound");
    loop {
        let product = u128::from(word()) * u128::from(bound);
        let [high, low] = halves(product);
        // The threshold 2^64 mod bound is below the bound, so most words need no division.
        if low >= bound || low >= bound.wrapping_neg() % bound {
            return high;
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the two halves of a number")]
#[inline(always)]
const fn halves(product: u128) -> [u64; 2] {
    [(product >> 64) as u64, product as u64]
}

/// Returns a uniform index of a slice of the given length, which must be above 0.
#[expect(clippy::cast_possible_truncation, reason = "it is below a `usize`")]
#[inline(always)]
pub(crate) fn index(length: usize, word: impl FnMut() -> u64) -> usize {
    below(length as u64, word) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;

    /// Runs `draw` on a fixed sequence of words and returns its result and the number of words
    /// taken.
    fn from_words<T>(words: &[u64], draw: impl FnOnce(&mut dyn FnMut() -> u64) -> T) -> (T, usize) {
        let mut taken = 0;
        let mut word = || {
            taken += 1;
            words[taken - 1]
        };
        (draw(&mut word), taken)
    }

    /// 2^64 mod 10 is 6, so a bound of ten rejects words whose product has a lower half below 6.
    #[test]
    fn a_word_too_many_is_rejected() {
        let tenth = u64::MAX / 10 + 1;
        for (words, number, taken) in [
            (&[tenth - 1][..], 0, 1),
            (&[tenth, 7 << 60], 4, 2),
            (&[0, 0, u64::MAX], 9, 3),
            (&[1], 0, 1),
        ] {
            let drawn = from_words(words, |word| below(10, word));
            assert_eq!(drawn, (number, taken), "{words:?}");
        }
        assert_eq!(from_words(&[0], |word| below(1 << 40, word)), (0, 1), "nothing is too many");
        assert_eq!(from_words(&[u64::MAX], |word| index(81, word)), (80, 1));
    }

    #[test]
    fn purposes_streams_and_seeds_have_words_of_their_own() {
        let first = |seed, purpose, stream| words(seed, purpose, stream).next_u64();
        let all = [
            first(1, b"setodds deals v1", 0),
            first(1, b"setodds plays v1", 0),
            first(1, b"setodds deals v1", 1),
            first(2, b"setodds deals v1", 0),
        ];
        for (place, word) in all.iter().enumerate() {
            assert!(!all[..place].contains(word));
        }
    }
}
