//! Binary digit of the polynomials of eight pairs: a word for each pair, with arithmetic on all of
//! their bits at once.
//!
//! Loops over pairs are plain loops that the compiler vectorizes. This requires reading a word
//! completely before another is written.

use crate::words::WordArithmetic;
use setodds_engine::lanes::Arithmetic;

/// Number of pairs of layers that are counted together.
pub(in super::super) const PAIRS_AT_ONCE: usize = 8;

/// Maximum number of digits of a polynomial of the levels. No such polynomial has more than C(18,9)
/// = 48,620 < 2^16 monomials: those of the subsets of two planes with the same number of points.
pub(super) const DIGITS: usize = 16;

/// Minimum number of digits of a polynomial of the levels.
pub(super) const MIN_DIGITS: usize = 3;

/// One binary digit of all coefficients of eight polynomials: a word for each pair of layers, with
/// a bit for each coefficient.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Digit(pub(super) [u64; PAIRS_AT_ONCE]);

pub(super) const ZERO: Digit = Digit([0; PAIRS_AT_ONCE]);

/// One polynomial for each of eight pairs of layers, as binary digits, the lowest first. The last
/// digit is always zero, because sums are computed with the number of digits of their upper bound,
/// which may be one too many. The odd number of cache lines also distributes the low digits of all
/// polynomials over the whole cache.
pub(super) type Polynomial = [Digit; DIGITS + 1];

impl Digit {
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
        Self(arithmetic.majority(self.0, other.0, [u64::MAX; PAIRS_AT_ONCE]))
    }

    #[inline(always)]
    pub(super) fn any(self, arithmetic: impl Arithmetic) -> bool {
        arithmetic.any(self.0)
    }

    /// Adds two bits to each bit; keeps the sums in place and returns the carries.
    #[inline(always)]
    pub(super) fn full_add(&mut self, a: Self, b: Self, arithmetic: impl Arithmetic) -> Self {
        Self(arithmetic.full_add(&mut self.0, a.0, b.0))
    }

    /// Adds one bit to each bit; keeps the sums in place and returns the carries.
    #[inline(always)]
    pub(super) fn half_add(&mut self, a: Self, arithmetic: impl Arithmetic) -> Self {
        self.full_add(a, ZERO, arithmetic)
    }
}

/// Adds a carry and a bit-sliced number with fewer digits to a bit-sliced sum.
#[inline(always)]
pub(super) fn add(
    sum: &mut [Digit],
    number: &[Digit],
    mut carry: Digit,
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
