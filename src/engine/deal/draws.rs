//! Exactly uniform random numbers below a bound, for all deals of a group at once.
//!
//! Lemire, "Fast random integer generation in an interval" (2019): for a word `w` of 16 bits and a
//! bound `m`, the number is the upper half of the product `w m`; words for which the lower half is
//! below 2^16 mod m are rejected, which leaves floor(2^16/m) words for each number.

use super::generators::Generators;
use crate::lanes::{Element, Lanes};

/// Exclusive upper bound of random numbers, with its precomputed rejection threshold. Stored once
/// per lane, because the compiler finds the instruction for the upper half of a product only if
/// both factors are loaded from memory.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    bound: Lanes<u16>,
    threshold: Lanes<u16>,
}

impl Bound {
    /// Creates the exclusive upper bound of random numbers for 64 deals.
    ///
    /// # Panics
    ///
    /// Panics if the bound is zero.
    pub(super) fn new(bound: u16) -> Self {
        // Computes 2^16 mod m in 16 bits.
        let threshold = bound.wrapping_neg() % bound;
        Self { bound: Lanes::splat(bound), threshold: Lanes::splat(threshold) }
    }

    /// Returns the bounds of the draws of a deal of `cards` cards: the size of the deck, then one
    /// less for each further card.
    pub(super) fn for_deal(deck: usize, cards: usize) -> Vec<Self> {
        (1..=u16::MAX).take(deck).rev().take(cards).map(Self::new).collect()
    }

    /// Draws a uniform number below the bound for each of 64 deals.
    #[inline(always)]
    pub(super) fn draw(&self, generators: &mut Generators) -> Lanes<u16> {
        let (mut draws, mut missing) = self.reduce(&generators.sixteen_bits());
        while missing.any() {
            let (again, still) = self.reduce(&generators.sixteen_bits());
            let rejected = missing.map(|missing| Element::mask(missing != 0));
            draws.select(&rejected, &again);
            missing = rejected.zip(&still, |rejected, still| rejected & still);
        }
        draws
    }

    /// Returns, for each random word, the number below the bound, and a value that is nonzero if
    /// the word is rejected.
    #[inline(always)]
    fn reduce(&self, words: &Lanes<u16>) -> (Lanes<u16>, Lanes<u16>) {
        let lower = words.zip(&self.bound, u16::wrapping_mul);
        (
            words.zip(&self.bound, upper_half),
            lower.zip(&self.threshold, |lower, threshold| threshold.saturating_sub(lower)),
        )
    }
}

/// Returns the upper 16 bits of the product of two 16-bit numbers.
#[inline(always)]
fn upper_half(a: u16, b: u16) -> u16 {
    let [_, _, low, high] = (u32::from(a) * u32::from(b)).to_le_bytes();
    u16::from_le_bytes([low, high])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::Seed;
    use crate::lanes::LANES;

    #[test]
    fn every_number_has_equally_many_words() {
        for bound in [1, 2, 3, 9, 27, 79, 80, 81, 243, 655, 728, 729] {
            let mut counts = vec![0; usize::from(bound)];
            for start in (0..=u16::MAX).step_by(LANES) {
                let words = Lanes::from_fn(|deal| start + u16::try_from(deal).unwrap());
                let (numbers, rejected) = Bound::new(bound).reduce(&words);
                for (number, rejected) in numbers.0.into_iter().zip(rejected.0) {
                    counts[usize::from(number)] += u32::from(rejected == 0);
                }
            }
            assert!(counts.iter().all(|&count| count == 65536 / u32::from(bound)), "{bound}");
        }
    }

    /// Deals that reject a word take the next one; the other deals ignore it and keep their number.
    #[test]
    fn only_deals_that_reject_draw_again() {
        let mut generators = Generators::for_block(Seed(5), 0);
        let bound = Bound::new(729);
        let mut again = 0;
        for _ in 0..2000 {
            let mut expected = generators.clone();
            let draws = bound.draw(&mut generators);
            let mut open: Vec<usize> = (0..LANES).collect();
            while !open.is_empty() {
                let (numbers, rejected) = bound.reduce(&expected.sixteen_bits());
                open.retain(|&deal| rejected.0[deal] != 0 || numbers.0[deal] != draws.0[deal]);
                again += usize::from(!open.is_empty());
                assert!(open.iter().all(|&deal| rejected.0[deal] != 0), "an accepted one is kept");
            }
        }
        assert!(again > 100, "the case occurs: {again}");
    }
}
