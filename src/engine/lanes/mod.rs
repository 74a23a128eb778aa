//! Many hands side by side: one number of each of 64 hands in an array, and arithmetic on all of
//! them at once.
//!
//! The loops are plain loops over arrays of integers, which the compiler turns into vector
//! instructions: 64 bytes are one register of AVX-512, two of AVX2, four of SSE2 or NEON. Which of
//! these are used is chosen when the program runs ([`InstructionSet`]); the numbers are the same.
//!
//! For this to work, a loop must be so simple that the compiler sees through it: no branch, no
//! call, no choice between two places in memory ([`Lane::select`] chooses by masks), and all of it
//! inlined into the function that was compiled for the instruction set.

mod instruction_set;

pub use instruction_set::{InstructionSet, InstructionSetError, Task};

use std::array;
use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// The hands that go side by side.
pub const LANES: usize = 64;

/// An unsigned number of 8 to 128 bits.
pub trait Word:
    Copy
    + Debug
    + Default
    + Ord
    + Send
    + Sync
    + TryFrom<usize>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// One.
    const ONE: Self;

    /// The largest number.
    const MAX: Self;

    /// The number modulo 2^bits.
    fn truncated(number: u16) -> Self;

    /// The lowest eight bits.
    fn low_byte(self) -> u8;

    /// The sum modulo 2^bits.
    #[must_use]
    fn plus(self, other: Self) -> Self;

    /// The difference modulo 2^bits.
    #[must_use]
    fn minus(self, other: Self) -> Self;

    /// How many of its bits are set.
    fn ones(self) -> u32;

    /// Whether it is at least the other, for numbers below half the range: vectors compare signed
    /// numbers faster.
    fn at_least(self, other: Self) -> bool;

    /// The number with its bits moved up by so many places, zero when that is all of them.
    #[must_use]
    fn moved_up(self, by: Self) -> Self;

    /// 1 if it is true, 0 if not.
    fn one_if(condition: bool) -> Self;
}

macro_rules! words {
    ($($word:ty: $bits:literal, $number:ident => $truncated:expr),*) => {$(
        impl Word for $word {
            const ONE: Self = 1;
            const MAX: Self = Self::MAX;

            #[inline(always)]
            fn truncated($number: u16) -> Self {
                $truncated
            }

            #[inline(always)]
            fn low_byte(self) -> u8 {
                self.to_le_bytes()[0]
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            #[inline(always)]
            fn ones(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn at_least(self, other: Self) -> bool {
                self.cast_signed() >= other.cast_signed()
            }

            #[inline(always)]
            fn moved_up(self, by: Self) -> Self {
                if by < $bits { self << by } else { 0 }
            }

            #[inline(always)]
            fn one_if(condition: bool) -> Self {
                Self::from(condition)
            }
        }
    )*};
}

words! {
    u8: 8, number => number.to_le_bytes()[0],
    u16: 16, number => number,
    u32: 32, number => Self::from(number),
    u64: 64, number => Self::from(number),
    u128: 128, number => Self::from(number)
}

/// One number of each hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Lane<W>(pub [W; LANES]);

impl<W: Word> Default for Lane<W> {
    fn default() -> Self {
        Self::splat(W::default())
    }
}

impl<W: Word> Lane<W> {
    /// The same number for every hand.
    #[inline(always)]
    #[must_use]
    pub fn splat(number: W) -> Self {
        Self([number; LANES])
    }

    /// The results of a function of the numbers of each hand.
    #[inline(always)]
    #[must_use]
    pub fn map<R: Word>(&self, of: impl Fn(W) -> R) -> Lane<R> {
        let mut result = Lane::default();
        for lane in 0..LANES {
            result.0[lane] = of(self.0[lane]);
        }
        result
    }

    /// The results of a function of the numbers that each hand has here and there.
    #[inline(always)]
    #[must_use]
    pub fn zip<R: Word>(&self, other: &Self, of: impl Fn(W, W) -> R) -> Lane<R> {
        let mut result = Lane::default();
        for lane in 0..LANES {
            result.0[lane] = of(self.0[lane], other.0[lane]);
        }
        result
    }

    /// Takes the number of `other` where `mask` has all bits and keeps its own where it has none.
    #[inline(always)]
    pub fn select(&mut self, mask: &Self, other: &Self) {
        for lane in 0..LANES {
            let mask = mask.0[lane];
            self.0[lane] = (other.0[lane] & mask) | (self.0[lane] & !mask);
        }
    }

    /// All bits where the numbers are equal, none where not.
    #[inline(always)]
    #[must_use]
    pub fn equal(&self, other: &Self) -> Self {
        self.zip(other, |a, b| all_bits_if(a == b))
    }

    /// All bits where the number is smaller than that of `other`, none where not.
    #[inline(always)]
    #[must_use]
    pub fn below(&self, other: &Self) -> Self {
        self.zip(other, |a, b| all_bits_if(a < b))
    }

    /// The bits that both have.
    #[inline(always)]
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    /// Whether any hand has a number other than zero.
    #[inline(always)]
    #[must_use]
    pub fn any(&self) -> bool {
        let mut bits = W::default();
        for lane in 0..LANES {
            bits = bits | self.0[lane];
        }
        bits != W::default()
    }

    /// Adds, modulo 2^bits.
    #[inline(always)]
    pub fn add(&mut self, other: &Self) {
        for lane in 0..LANES {
            self.0[lane] = self.0[lane].plus(other.0[lane]);
        }
    }
}

impl<W> Lane<W> {
    /// A number for each hand.
    pub fn from_fn(of: impl FnMut(usize) -> W) -> Self {
        Self(array::from_fn(of))
    }
}

/// All bits if it is true, none if not.
#[inline(always)]
pub fn all_bits_if<W: Word>(condition: bool) -> W {
    W::default().minus(W::one_if(condition))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(factor: u16) -> Lane<u16> {
        Lane::from_fn(|lane| u16::try_from(lane).unwrap().wrapping_mul(factor))
    }

    #[test]
    fn every_lane_is_on_its_own() {
        let (a, b) = (numbers(7), numbers(11));
        let mut selected = a;
        selected.select(&a.equal(&b), &Lane::splat(5));
        let mut sum = a;
        sum.add(&b);
        for lane in 0..LANES {
            let (x, y) = (a.0[lane], b.0[lane]);
            assert_eq!(selected.0[lane], if x == y { 5 } else { x });
            assert_eq!(sum.0[lane], x + y);
            assert_eq!(a.below(&b).0[lane], if x < y { u16::MAX } else { 0 });
            assert_eq!(a.map(|n| n ^ 1).0[lane], x ^ 1);
        }
        assert!(a.any() && !Lane::<u8>::default().any());
    }

    #[test]
    fn bytes_are_what_is_left_of_a_number() {
        let low = numbers(999).map(u8::truncated);
        let kept = numbers(999).map(u32::truncated);
        for lane in 0..LANES {
            assert_eq!(u32::from(low.0[lane]), kept.0[lane] % 256);
            assert_eq!(kept.0[lane].low_byte(), low.0[lane]);
        }
    }
}
