//! SIMD lanes: arrays with one number for each of 64 hands, and arithmetic on all 64 at once.
//!
//! The code is plain loops over arrays of integers, which the compiler vectorizes: 64 bytes fill
//! one register of AVX-512, two of AVX2, four of SSE2 or NEON. The instruction set is chosen at run
//! time ([`InstructionSet`]); the results do not depend on it.
//!
//! For the compiler to vectorize a loop, the loop must be simple: no branch, no call, no choice
//! between two memory locations (`Lanes::select` uses masks), and everything inlined into the
//! function that is compiled for the instruction set (`Task`).

mod arithmetic;
mod bits;
mod instruction_set;
#[cfg(target_arch = "aarch64")]
mod neon;

pub(crate) use arithmetic::Portable;
#[cfg(test)]
pub(crate) use arithmetic::PortableWithMasks;
pub use arithmetic::{Arithmetic, Words};
pub use bits::set_bits;
pub(crate) use bits::{BATCH, BitCounts, Bits, each_number, optimization_barrier};
pub use instruction_set::{InstructionSet, Task};

use bytemuck::Pod;
use std::array;
use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// The number of hands in a group that is processed at once.
pub(crate) const LANES: usize = 64;

/// An unsigned integer type of 8 to 128 bits. All its methods are always inlined; those that the
/// integers of the standard library also have keep their names.
pub trait Element:
    Copy
    + Debug
    + Default
    + Ord
    + Send
    + Sync
    + 'static
    + Pod
    + From<bool>
    + TryFrom<usize>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The number 1 of this integer type.
    const ONE: Self;

    /// Converts a 16-bit number to this type, modulo 2^bits.
    fn truncated(number: u16) -> Self;

    /// Returns the number of bits that are set.
    fn count_ones(self) -> u32;

    /// Returns the lowest eight bits of the number.
    fn low_byte(self) -> u8;

    /// Returns the sum modulo 2^bits.
    fn wrapping_add(self, other: Self) -> Self;

    /// Returns the difference modulo 2^bits.
    fn wrapping_sub(self, other: Self) -> Self;

    /// Returns whether `self >= other` when both are read as signed two's complement numbers.
    /// Without AVX-512, vector instructions compare signed numbers faster.
    fn signed_ge(self, other: Self) -> bool;

    /// Returns a number with all bits set if the condition is true, and 0 otherwise.
    #[inline(always)]
    fn mask(condition: bool) -> Self {
        Self::default().wrapping_sub(Self::from(condition))
    }
}

macro_rules! elements {
    ($($element:ty: $truncated:expr),*) => {$(
        impl Element for $element {
            const ONE: Self = 1;

            #[inline(always)]
            fn truncated(number: u16) -> Self {
                $truncated(number)
            }

            #[inline(always)]
            fn count_ones(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn low_byte(self) -> u8 {
                self.to_le_bytes()[0]
            }

            #[inline(always)]
            fn wrapping_add(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn wrapping_sub(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            #[inline(always)]
            fn signed_ge(self, other: Self) -> bool {
                self.cast_signed() >= other.cast_signed()
            }
        }
    )*};
}

elements!(
    u8: |number: u16| number.to_le_bytes()[0],
    u16: Self::from,
    u32: Self::from,
    u64: Self::from,
    u128: Self::from
);

/// An array with one number for each of 64 hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Lanes<T>(pub(crate) [T; LANES]);

impl<T: Element> Default for Lanes<T> {
    fn default() -> Self {
        Self::splat(T::default())
    }
}

impl<T: Element> Lanes<T> {
    /// Returns lanes that hold the same number for all hands.
    #[inline(always)]
    pub(crate) fn splat(number: T) -> Self {
        Self([number; LANES])
    }

    /// Applies a function to each lane and returns the results.
    #[inline(always)]
    pub(crate) fn map<R: Element>(&self, f: impl Fn(T) -> R) -> Lanes<R> {
        let mut result = Lanes::default();
        for lane in 0..LANES {
            result.0[lane] = f(self.0[lane]);
        }
        result
    }

    /// Applies a function to each pair of corresponding lanes and returns the results.
    #[inline(always)]
    pub(crate) fn zip<U: Element, R: Element>(
        &self,
        other: &Lanes<U>,
        f: impl Fn(T, U) -> R,
    ) -> Lanes<R> {
        let mut result = Lanes::default();
        for lane in 0..LANES {
            result.0[lane] = f(self.0[lane], other.0[lane]);
        }
        result
    }

    /// Replaces the number of each hand with that of `other` where `mask` has all bits set; keeps
    /// it where `mask` is 0.
    #[inline(always)]
    pub(crate) fn select(&mut self, mask: &Self, other: &Self) {
        for lane in 0..LANES {
            let mask = mask.0[lane];
            self.0[lane] = (other.0[lane] & mask) | (self.0[lane] & !mask);
        }
    }

    /// Returns, for each hand, all bits set if the two numbers are equal and 0 otherwise.
    #[inline(always)]
    pub(crate) fn equal(&self, other: &Self) -> Self {
        self.zip(other, |a, b| T::mask(a == b))
    }

    /// Returns the bitwise AND of the two numbers of each hand.
    #[inline(always)]
    pub(crate) fn and(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    /// Returns whether any hand has a nonzero number.
    #[inline(always)]
    pub(crate) fn any(&self) -> bool {
        let mut bits = T::default();
        for lane in 0..LANES {
            bits = bits | self.0[lane];
        }
        bits != T::default()
    }

    /// Adds the numbers of `other`, hand by hand, modulo 2^bits.
    #[inline(always)]
    pub(crate) fn add(&mut self, other: &Self) {
        for lane in 0..LANES {
            self.0[lane] = self.0[lane].wrapping_add(other.0[lane]);
        }
    }
}

impl<T> Lanes<T> {
    /// Creates lanes by calling a function with the index of each hand, 0 to 63.
    pub(crate) fn from_fn(f: impl FnMut(usize) -> T) -> Self {
        Self(array::from_fn(f))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(factor: u16) -> Lanes<u16> {
        Lanes::from_fn(|lane| u16::try_from(lane).unwrap().wrapping_mul(factor))
    }

    #[test]
    fn every_lane_is_on_its_own() {
        let (a, b) = (numbers(7), numbers(11));
        let mut selected = a;
        selected.select(&a.equal(&b), &Lanes::splat(5));
        let mut sum = a;
        sum.add(&b);
        for lane in 0..LANES {
            let (x, y) = (a.0[lane], b.0[lane]);
            assert_eq!(selected.0[lane], if x == y { 5 } else { x });
            assert_eq!(sum.0[lane], x + y);
            assert_eq!(a.map(|n| n ^ 1).0[lane], x ^ 1);
        }
        assert!(a.any() && !Lanes::<u8>::default().any());
    }

    #[test]
    fn bytes_masks_shifts_and_signed_comparisons() {
        let low = numbers(999).map(u8::truncated);
        let kept = numbers(999).map(u32::truncated);
        for lane in 0..LANES {
            assert_eq!(u32::from(low.0[lane]), kept.0[lane] % 256);
            assert_eq!(kept.0[lane].low_byte(), low.0[lane]);
        }
    }

    #[test]
    fn masks_and_signed_comparisons() {
        assert_eq!([false, true].map(u8::mask), [0, 255]);
        assert!(1_u16.signed_ge(u16::MAX) && !5_u16.signed_ge(6) && 6_u16.signed_ge(6));
    }
}
