//! Operations on 64 bytes, in vector instructions that the compiler does not find by itself.

use super::{Element, Lanes};
use bytemuck::cast;

/// Eight words side by side.
pub(crate) type Words = [u64; 8];

/// Operations on 64 bytes: mostly eight words side by side. AVX-512 has instructions for them that
/// the compiler does not find in plain loops.
pub(crate) trait Arithmetic: Copy {
    /// Of each three bits the one that occurs at least twice: the carry of a full adder.
    fn majority(self, a: Words, b: Words, c: Words) -> Words;

    /// Whether one or all of three bits are set: the sum of a full adder.
    fn parity(self, a: Words, b: Words, c: Words) -> Words;

    /// Each word with its bits turned to the left by some, modulo 64.
    fn rotated(self, words: Words, by: Words) -> Words;

    /// The sums of words, modulo 2^64.
    fn sum(self, a: Words, b: Words) -> Words;

    /// For each lane 2^(a + b), the exponent modulo 64; both are below 64.
    fn power_of_two(self, a: [u8; 8], b: [u8; 8]) -> Words;

    /// Two to the power of a byte of each word, the exponent modulo 64; `byte` should be constant.
    fn power_of_byte(self, words: Words, byte: u64) -> Words;

    /// Whether a word is not zero.
    fn any(self, words: Words) -> bool;

    /// For each byte the entry of a table of 128 bytes at that place, which is below 128.
    fn looked_up(self, table: [Words; 2], places: Words) -> Words;

    /// A bit for each word that is zero.
    fn zeros(self, words: Words) -> u8;

    /// A bit for each byte that is not zero.
    fn nonzero(self, bytes: Words) -> u64;

    /// The bytes of the words with bits 0 and 1 exchanged, 2 and 3, 4 and 5, 6 and 7.
    fn bits_exchanged(self, words: Words) -> Words;

    /// The lower bytes of numbers; anything where a number is above 255.
    fn lower_bytes(self, numbers: &Lanes<u16>) -> Lanes<u8>;
}

/// The same in the instructions of all processors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

/// The word that a function makes of the words of each lane.
#[inline(always)]
fn each(of: impl Fn(usize) -> u64) -> Words {
    let mut result = [0; 8];
    for (lane, word) in result.iter_mut().enumerate() {
        *word = of(lane);
    }
    result
}

impl Arithmetic for Portable {
    #[inline(always)]
    fn majority(self, a: Words, b: Words, c: Words) -> Words {
        each(|lane| ((a[lane] ^ b[lane]) & c[lane]) | (a[lane] & b[lane]))
    }

    #[inline(always)]
    fn parity(self, a: Words, b: Words, c: Words) -> Words {
        each(|lane| a[lane] ^ b[lane] ^ c[lane])
    }

    #[inline(always)]
    fn rotated(self, words: Words, by: Words) -> Words {
        each(|lane| words[lane].rotate_left((by[lane] & 63) as u32))
    }

    #[inline(always)]
    fn sum(self, a: Words, b: Words) -> Words {
        each(|lane| a[lane].wrapping_add(b[lane]))
    }

    #[inline(always)]
    fn power_of_two(self, a: [u8; 8], b: [u8; 8]) -> Words {
        // No sum of bytes carries into the next.
        let exponents = u64::from_le_bytes(a) + u64::from_le_bytes(b);
        each(|lane| 1 << (exponents >> (8 * lane) & 63))
    }

    #[inline(always)]
    fn power_of_byte(self, words: Words, byte: u64) -> Words {
        each(|lane| 1 << (words[lane] >> (8 * byte) & 63))
    }

    #[inline(always)]
    fn any(self, words: Words) -> bool {
        words.iter().fold(0, |bits, word| bits | word) != 0
    }

    #[inline(always)]
    fn looked_up(self, table: [Words; 2], places: Words) -> Words {
        let table: [u8; 128] = cast(table);
        cast(cast::<_, [u8; 64]>(places).map(|place| table[usize::from(place) % 128]))
    }

    #[inline(always)]
    fn zeros(self, words: Words) -> u8 {
        words.iter().zip(0..).fold(0, |bits, (&word, place)| bits | u8::from(word == 0) << place)
    }

    #[inline(always)]
    fn nonzero(self, bytes: Words) -> u64 {
        let bytes = cast::<_, [u8; 64]>(bytes).into_iter().zip(0..);
        bytes.fold(0, |bits, (byte, place)| bits | u64::from(byte != 0) << place)
    }

    #[inline(always)]
    fn bits_exchanged(self, words: Words) -> Words {
        let upper = 0xAAAA_AAAA_AAAA_AAAA;
        each(|lane| (words[lane] << 1 & upper) | (words[lane] >> 1 & !upper))
    }

    #[inline(always)]
    fn lower_bytes(self, numbers: &Lanes<u16>) -> Lanes<u8> {
        numbers.map(Element::low_byte)
    }
}

/// The same in instructions that only some processors have: closures in a function that is compiled
/// for these.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(super) struct Instructions<M, P, R, S, W, B, A, L, Z, X, E, N> {
    pub(super) majority: M,
    pub(super) parity: P,
    pub(super) rotated: R,
    pub(super) sum: S,
    pub(super) power_of_two: W,
    pub(super) power_of_byte: B,
    pub(super) any: A,
    pub(super) looked_up: L,
    pub(super) zeros: Z,
    pub(super) nonzero: X,
    pub(super) bits_exchanged: E,
    pub(super) lower_bytes: N,
}

#[cfg(target_arch = "x86_64")]
impl<M, P, R, S, W, B, A, L, Z, X, E, N> Arithmetic
    for Instructions<M, P, R, S, W, B, A, L, Z, X, E, N>
where
    M: Fn(Words, Words, Words) -> Words + Copy,
    P: Fn(Words, Words, Words) -> Words + Copy,
    R: Fn(Words, Words) -> Words + Copy,
    S: Fn(Words, Words) -> Words + Copy,
    W: Fn([u8; 8], [u8; 8]) -> Words + Copy,
    B: Fn(Words, u64) -> Words + Copy,
    A: Fn(Words) -> bool + Copy,
    L: Fn([Words; 2], Words) -> Words + Copy,
    Z: Fn(Words) -> u8 + Copy,
    X: Fn(Words) -> u64 + Copy,
    E: Fn(Words) -> Words + Copy,
    N: Fn(&Lanes<u16>) -> Lanes<u8> + Copy,
{
    #[inline(always)]
    fn majority(self, a: Words, b: Words, c: Words) -> Words {
        (self.majority)(a, b, c)
    }

    #[inline(always)]
    fn parity(self, a: Words, b: Words, c: Words) -> Words {
        (self.parity)(a, b, c)
    }

    #[inline(always)]
    fn rotated(self, words: Words, by: Words) -> Words {
        (self.rotated)(words, by)
    }

    #[inline(always)]
    fn sum(self, a: Words, b: Words) -> Words {
        (self.sum)(a, b)
    }

    #[inline(always)]
    fn power_of_two(self, a: [u8; 8], b: [u8; 8]) -> Words {
        (self.power_of_two)(a, b)
    }

    #[inline(always)]
    fn power_of_byte(self, words: Words, byte: u64) -> Words {
        (self.power_of_byte)(words, byte)
    }

    #[inline(always)]
    fn any(self, words: Words) -> bool {
        (self.any)(words)
    }

    #[inline(always)]
    fn looked_up(self, table: [Words; 2], places: Words) -> Words {
        (self.looked_up)(table, places)
    }

    #[inline(always)]
    fn zeros(self, words: Words) -> u8 {
        (self.zeros)(words)
    }

    #[inline(always)]
    fn nonzero(self, bytes: Words) -> u64 {
        (self.nonzero)(bytes)
    }

    #[inline(always)]
    fn bits_exchanged(self, words: Words) -> Words {
        (self.bits_exchanged)(words)
    }

    #[inline(always)]
    fn lower_bytes(self, numbers: &Lanes<u16>) -> Lanes<u8> {
        (self.lower_bytes)(numbers)
    }
}
