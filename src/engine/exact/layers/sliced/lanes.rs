//! One word for each of eight pairs, and arithmetic on the bits of all of them at once.
//!
//! Loops over lanes are plain loops that the compiler turns into vector instructions. For this, a
//! word must be read whole before another is written.

use crate::lanes::Arithmetic;

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

/// A polynomial of a level. The last word is always empty: sums are made with as many planes as
/// their bound has, which may be one more than they need. An odd number of cache lines also spreads
/// the low planes of all polynomials over the whole cache.
pub(super) type Polynomial = [Lanes; PLANES + 1];

impl Lanes {
    #[inline(always)]
    pub(super) fn rotated(self, by: Self, arithmetic: impl Arithmetic) -> Self {
        Self(arithmetic.rotated(self.0, by.0))
    }

    #[inline(always)]
    pub(super) fn sum(self, other: Self, arithmetic: impl Arithmetic) -> Self {
        Self(arithmetic.sum(self.0, other.0))
    }

    #[inline(always)]
    pub(super) fn or(self, other: Self, arithmetic: impl Arithmetic) -> Self {
        Self(arithmetic.majority(self.0, other.0, [u64::MAX; LANES]))
    }

    #[inline(always)]
    pub(super) fn any(self, arithmetic: impl Arithmetic) -> bool {
        arithmetic.any(self.0)
    }

    /// Adds two bits to its own: the sum stays, the carry is returned.
    #[inline(always)]
    pub(super) fn full_add(&mut self, a: Self, b: Self, arithmetic: impl Arithmetic) -> Self {
        Self(arithmetic.full_add(&mut self.0, a.0, b.0))
    }

    /// Adds one bit to its own: the sum stays, the carry is returned.
    #[inline(always)]
    pub(super) fn half_add(&mut self, a: Self, arithmetic: impl Arithmetic) -> Self {
        self.full_add(a, ZERO, arithmetic)
    }
}

/// Adds a number of fewer planes, and a carry.
#[inline(always)]
pub(super) fn add(
    sum: &mut [Lanes],
    number: &[Lanes],
    mut carry: Lanes,
    arithmetic: impl Arithmetic,
) {
    let (low, high) = sum.split_at_mut(number.len());
    for (own, &word) in low.iter_mut().zip(number) {
        carry = own.full_add(word, carry, arithmetic);
    }
    for own in high {
        carry = own.half_add(carry, arithmetic);
    }
}
