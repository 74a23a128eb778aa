//! One word for each of eight pairs, and arithmetic on the bits of all of them at once.
//!
//! Loops over lanes are plain loops that the compiler turns into vector instructions. For this, a
//! word must be read whole before another is written.

use crate::lanes::Majority;

/// How many pairs lie side by side.
pub(in super::super) const LANES: usize = 8;

/// The most planes of a polynomial of the levels. None has more than C(18,9) = 48,620 < 2^16
/// monomials: those of the subsets of two planes with one number of points.
pub(super) const PLANES: usize = 16;

/// Every polynomial of the levels has so many planes at least.
pub(super) const FEWEST_PLANES: usize = 3;

/// One word for each pair.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Lanes(pub(super) [u64; LANES]);

pub(super) const ZERO: Lanes = Lanes([0; LANES]);

/// A polynomial of a level; the word above its planes is empty, those beyond are not cleared.
pub(super) type Polynomial = [Lanes; PLANES + 1];

impl Lanes {
    #[inline(always)]
    pub(super) fn map2(self, other: &Self, of: impl Fn(u64, u64) -> u64) -> Self {
        let mut result = ZERO;
        for lane in 0..LANES {
            result.0[lane] = of(self.0[lane], other.0[lane]);
        }
        result
    }

    #[inline(always)]
    pub(super) fn rotated(self, by: &Self) -> Self {
        self.map2(by, rotated)
    }

    #[inline(always)]
    pub(super) fn or(self, other: Self) -> Self {
        self.map2(&other, |a, b| a | b)
    }

    #[inline(always)]
    pub(super) fn add(self, other: &Self) -> Self {
        self.map2(other, u64::wrapping_add)
    }

    #[inline(always)]
    pub(super) fn any(self) -> bool {
        self.0.iter().fold(0, |bits, word| bits | word) != 0
    }

    /// Adds two bits to its own: the sum stays, the carry is returned.
    #[inline(always)]
    pub(super) fn full_add(&mut self, a: Self, b: Self, majority: impl Majority) -> Self {
        let carry = Self(majority(self.0, a.0, b.0));
        *self = self.map2(&a, |own, a| own ^ a).map2(&b, |sum, b| sum ^ b);
        carry
    }

    #[inline(always)]
    pub(super) fn half_add(&mut self, a: Self) -> Self {
        let carry = self.map2(&a, |own, a| own & a);
        *self = self.map2(&a, |own, a| own ^ a);
        carry
    }
}

/// Turns the bits of a word by some, modulo 64.
#[inline(always)]
pub(super) fn rotated(word: u64, by: u64) -> u64 {
    word.rotate_left((by & 63) as u32)
}
