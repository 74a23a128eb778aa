//! Operations on eight words at once that only the count by layers needs.

use setodds_engine::lanes::{Arithmetic, Words};

/// Returns eight words, each computed by a function from the index of its SIMD lane.
#[inline(always)]
fn from_lanes(of: impl Fn(usize) -> u64) -> Words {
    let mut result = [0; 8];
    for (lane, word) in result.iter_mut().enumerate() {
        *word = of(lane);
    }
    result
}

/// Operations on eight words at once, written as plain loops that the compiler vectorizes.
pub(crate) trait WordArithmetic: Arithmetic {
    /// Returns the words, each rotated left by the number of bits in the same lane of `by`, modulo
    /// 64.
    #[inline(always)]
    fn rotated(self, words: Words, by: Words) -> Words {
        from_lanes(|lane| words[lane].rotate_left((by[lane] & 63) as u32))
    }

    /// Returns the sums of words, modulo 2^64.
    #[inline(always)]
    fn sum(self, a: Words, b: Words) -> Words {
        from_lanes(|lane| a[lane].wrapping_add(b[lane]))
    }

    /// Returns 2^(a + b) for each SIMD lane, the exponent modulo 64; both `a` and `b` are below 64.
    #[inline(always)]
    fn power_of_two(self, a: [u8; 8], b: [u8; 8]) -> Words {
        // No sum of bytes carries into the next one.
        let exponents = u64::from_le_bytes(a) + u64::from_le_bytes(b);
        from_lanes(|lane| 1 << (exponents >> (8 * lane) & 63))
    }

    /// Returns, for each word, 2 to the power of one of its bytes, the exponent modulo 64; `byte`,
    /// the index of that byte, should be constant.
    #[inline(always)]
    fn power_of_byte(self, words: Words, byte: u64) -> Words {
        from_lanes(|lane| 1 << (words[lane] >> (8 * byte) & 63))
    }

    /// Returns whether at least one of the words is not zero.
    #[inline(always)]
    fn any(self, words: Words) -> bool {
        words.iter().fold(0, |bits, word| bits | word) != 0
    }
}

impl<A: Arithmetic> WordArithmetic for A {}
