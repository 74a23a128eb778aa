//! Operations for which the compiler does not find the best NEON instructions in plain loops. Every
//! aarch64 processor has NEON, with registers of 16 bytes.

use super::arithmetic::{Arithmetic, Words};
use bytemuck::cast;
use fearless_simd::{Level, Neon, kernel};
use std::arch::aarch64::{
    uint8x16_t, uint8x16x2_t, uint8x16x4_t, vandq_u8, vbslq_u64, veorq_u64, vpaddq_u8, vqtbl4q_u8,
    vqtbx2q_u8, vsubq_u8, vtstq_u8,
};

/// Implementation of the 64-byte operations in NEON instructions.
#[derive(Clone, Copy, Debug)]
pub(super) struct NeonArithmetic(Neon);

impl NeonArithmetic {
    pub(super) const fn new() -> Self {
        match Level::baseline() {
            Level::Neon(neon) => Self(neon),
            _ => panic!("the targets of aarch64 have NEON"),
        }
    }
}

impl Arithmetic for NeonArithmetic {
    const MASKS: bool = false;
    const BYTE_LOOKUP: bool = true;

    #[inline(always)]
    fn majority(self, a: Words, b: Words, c: Words) -> Words {
        majority(self.0, a, b, c)
    }

    #[inline(always)]
    fn look_up(self, table: [Words; 2], places: Words) -> Words {
        look_up(self.0, table, places)
    }

    #[inline(always)]
    fn nonzero(self, bytes: Words) -> u64 {
        nonzero(self.0, bytes)
    }
}

kernel! {
    /// Returns the bitwise majority of three words: the third bit where the first two differ, the
    /// first bit elsewhere.
    #[inline(always)]
    fn majority(_neon: Neon, a: Words, b: Words, c: Words) -> Words {
        let [a, b, c] = [a, b, c].map(cast::<_, [_; 4]>);
        cast([0, 1, 2, 3].map(|at| vbslq_u64(veorq_u64(a[at], b[at]), c[at], a[at])))
    }
}

kernel! {
    /// Looks up the table entry at the index that each byte gives, first among 64 bytes of the
    /// table, then among 32 more. For an index outside its part of the table, the first instruction
    /// gives zero and the second keeps the result of the first.
    #[inline(always)]
    fn look_up(_neon: Neon, table: [Words; 2], places: Words) -> Words {
        let table: [uint8x16_t; 8] = cast(table);
        let low = uint8x16x4_t(table[0], table[1], table[2], table[3]);
        let high = uint8x16x2_t(table[4], table[5]);
        cast(cast::<_, [uint8x16_t; 4]>(places).map(|places| {
            vqtbx2q_u8(vqtbl4q_u8(low, places), high, vsubq_u8(places, cast([64_u8; 16])))
        }))
    }
}

kernel! {
    /// Returns one bit for each byte, set if the byte is not zero: gives the eight bytes of a group
    /// different bit weights and adds neighbours until they are one byte.
    #[inline(always)]
    fn nonzero(_neon: Neon, bytes: Words) -> u64 {
        let weights = cast([[1_u8, 2, 4, 8, 16, 32, 64, 128]; 2]);
        let [a, b, c, d] = cast::<_, [uint8x16_t; 4]>(bytes)
            .map(|bytes| vandq_u8(vtstq_u8(bytes, bytes), weights));
        let sum = vpaddq_u8(vpaddq_u8(a, b), vpaddq_u8(c, d));
        cast::<_, [u64; 2]>(vpaddq_u8(sum, sum))[0]
    }
}
