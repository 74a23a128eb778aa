//! Uniform numbers below a bound for all deals of a group, exactly.
//!
//! Lemire, "Fast random integer generation in an interval" (2019): of a word `w` of 16 bits and a
//! bound `m`, the upper half of the product `w m` is the number; the words whose lower half is
//! below 2^16 mod m are rejected, and each number is left with floor(2^16/m) words.

use super::generators::Generators;
use crate::lanes::{Element, Lanes};

/// A bound, and what is computed of it once. It lies in memory lane by lane, because the compiler
/// finds the instruction for the upper half of a product when both factors come from there.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    bound: Lanes<u16>,
    threshold: Lanes<u16>,
}

impl Bound {
    /// # Panics
    ///
    /// Panics if the bound is zero.
    pub(super) fn new(bound: u16) -> Self {
        // 2^16 mod m, without 2^16.
        let threshold = bound.wrapping_neg() % bound;
        Self { bound: Lanes::splat(bound), threshold: Lanes::splat(threshold) }
    }

    /// The bounds of the draws of a deal: as many as there are cards in the deck, then one less
    /// with each card.
    pub(super) fn of_deal(deck: usize, cards: usize) -> Vec<Self> {
        (1..=u16::MAX).take(deck).rev().take(cards).map(Self::new).collect()
    }

    /// One number below the bound for each deal.
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

    /// The number of each word, and whether the word is rejected (all bits or none).
    #[inline(always)]
    fn reduce(&self, words: &Lanes<u16>) -> (Lanes<u16>, Lanes<u16>) {
        let lower = words.zip(&self.bound, u16::wrapping_mul);
        (
            words.zip(&self.bound, upper_half),
            lower.zip(&self.threshold, |lower, threshold| threshold.saturating_sub(lower)),
        )
    }
}

/// The upper half of a product.
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

    /// Deals that reject take the next step; the others keep their number and ignore it.
    #[test]
    fn only_deals_that_reject_draw_again() {
        let mut generators = Generators::of_block(Seed(5), 0);
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
