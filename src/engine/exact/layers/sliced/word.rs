//! One word for each of eight pairs, and arithmetic on the bits of all of them at once.
//!
//! Loops over lanes are plain loops that the compiler turns into vector instructions; loops over
//! planes are unrolled by a macro, as it would turn these into vectors instead.

/// How many pairs lie side by side.
pub(in super::super) const LANES: usize = 8;

/// The most planes of a polynomial of the levels: its coefficients are below 2^15. An odd number,
/// so that the lowest planes do not all fall into the same sets of the cache.
pub(super) const PLANES: usize = 15;

/// One word for each pair.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Word(pub(super) [u64; LANES]);

pub(super) const ZERO: Word = Word([0; LANES]);

/// A polynomial of a level; the planes beyond its own are not cleared.
pub(super) type Polynomial = [Word; PLANES];

impl Word {
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
        self.map2(by, |word, by| word.rotate_left((by & 63) as u32))
    }

    #[inline(always)]
    pub(super) fn and(self, other: Self) -> Self {
        self.map2(&other, |a, b| a & b)
    }

    #[inline(always)]
    pub(super) fn or(self, other: Self) -> Self {
        self.map2(&other, |a, b| a | b)
    }

    #[inline(always)]
    pub(super) fn xor(self, other: Self) -> Self {
        self.map2(&other, |a, b| a ^ b)
    }

    #[inline(always)]
    pub(super) fn plus(self, other: &Self) -> Self {
        self.map2(other, u64::wrapping_add)
    }

    #[inline(always)]
    pub(super) fn any(self) -> bool {
        let mut bits = 0;
        for lane in 0..LANES {
            bits |= self.0[lane];
        }
        bits != 0
    }

    /// Adds two bits to its own: the sum stays, the carry is returned.
    #[inline(always)]
    pub(super) fn full_add(&mut self, a: Self, b: Self) -> Self {
        let mut carry = ZERO;
        for lane in 0..LANES {
            let (x, y, z) = (self.0[lane], a.0[lane], b.0[lane]);
            self.0[lane] = x ^ y ^ z;
            carry.0[lane] = (x & y) | (z & (x | y));
        }
        carry
    }

    #[inline(always)]
    pub(super) fn half_add(&mut self, a: Self) -> Self {
        let carry = self.and(a);
        *self = self.xor(a);
        carry
    }
}

/// Does the same for the number of every plane; unrolled, so that planes can stay in registers.
macro_rules! for_planes {
    ($plane:ident => $body:block) => {
        for_planes!(@ $plane $body 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14)
    };
    (@ $plane:ident $body:block $($number:literal)*) => {
        $({ let $plane: usize = $number; $body })*
    };
}

pub(super) use for_planes;
