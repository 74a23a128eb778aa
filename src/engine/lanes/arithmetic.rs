//! Operations on 64 bytes for which the compiler does not find the best vector instructions.

use super::{Element, Lanes};
use bytemuck::cast;
#[cfg(target_arch = "x86_64")]
use std::marker::PhantomData;

/// Eight 64-bit words: the 64 bytes of one vector operation.
pub type Words = [u64; 8];

/// Returns the eight words that a function computes from the indices 0 to 7.
#[inline(always)]
fn each(f: impl Fn(usize) -> u64) -> Words {
    let mut result = [0; 8];
    for (lane, word) in result.iter_mut().enumerate() {
        *word = f(lane);
    }
    result
}

/// Defines the trait [`Arithmetic`] and an implementation that consists of closures. For each
/// operation the input gives the documentation, a name for the type of its closure, the signature,
/// and the portable implementation.
macro_rules! operations {
    ($($(#[$doc:meta])*
       fn $name:ident<$Closure:ident>($($arg:ident: $of:ty),*) -> $result:ty $body:block)*) => {
        /// Operations on 64 bytes, most of which take the bytes as eight words. By default they are
        /// plain loops. Implementations override those for which the processor has an instruction
        /// that the compiler does not generate from the loop: all with AVX-512, some with AVX2
        /// and NEON.
        pub trait Arithmetic: Copy {
            /// Whether the processor has mask registers for the results of comparisons, which make
            /// selections cheap.
            const MASKS: bool;

            /// Whether the processor has an instruction that looks up many bytes in a table at
            /// once.
            const BYTE_LOOKUP: bool;

            $($(#[$doc])* #[inline(always)]
            fn $name(self, $($arg: $of),*) -> $result $body)*

            /// Adds to each bit of `sum` the corresponding bits of `a` and `b` (a full adder);
            /// keeps the sum in place and returns the carries.
            #[inline(always)]
            fn full_add(self, sum: &mut Words, a: Words, b: Words) -> Words {
                let carry = self.majority(*sum, a, b);
                *sum = self.parity(*sum, a, b);
                carry
            }
        }

        /// Implementation that consists of closures, defined in a function that is compiled for the
        /// vector instructions of some processors only.
        #[cfg(target_arch = "x86_64")]
        #[derive(Clone, Copy)]
        pub(super) struct Instructions<const MASKS: bool, $($Closure),*> {
            pub(super) masks: PhantomData<MaskRegisters<MASKS>>,
            $(pub(super) $name: $Closure,)*
        }

        #[cfg(target_arch = "x86_64")]
        impl<const MASKS: bool, $($Closure: Fn($($of),*) -> $result + Copy),*> Arithmetic
            for Instructions<MASKS, $($Closure),*>
        {
            const MASKS: bool = MASKS;
            const BYTE_LOOKUP: bool = true;

            $(#[inline(always)]
            fn $name(self, $($arg: $of),*) -> $result {
                (self.$name)($($arg),*)
            })*
        }
    };
}

/// Type-level flag: whether the processor has mask registers for the results of comparisons.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(super) struct MaskRegisters<const EXIST: bool>;

/// Implementation of the 64-byte operations in plain loops, for all processors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Arithmetic for Portable {
    const MASKS: bool = false;
    const BYTE_LOOKUP: bool = false;
}

/// The portable operations with the code paths for mask registers, so that tests cover these paths
/// on every machine.
#[cfg(test)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct PortableWithMasks;

#[cfg(test)]
impl Arithmetic for PortableWithMasks {
    const MASKS: bool = true;
    const BYTE_LOOKUP: bool = true;
}

operations! {
    /// Returns the bitwise majority of three words: the carry of a full adder.
    fn majority<Majority>(a: Words, b: Words, c: Words) -> Words {
        each(|lane| ((a[lane] ^ b[lane]) & c[lane]) | (a[lane] & b[lane]))
    }

    /// Returns the bitwise parity (XOR) of three words: the sum of a full adder.
    fn parity<Parity>(a: Words, b: Words, c: Words) -> Words {
        each(|lane| a[lane] ^ b[lane] ^ c[lane])
    }

    /// Returns, for each byte of `places`, which must be below 96, the table entry at that index.
    fn look_up<LookUp>(table: [Words; 2], places: Words) -> Words {
        let table: [u8; 128] = cast(table);
        cast(cast::<_, [u8; 64]>(places).map(|place| table[usize::from(place) % 128]))
    }

    /// Returns one bit for each of the 64 bytes, set if the byte is not zero; the first byte is the
    /// lowest bit.
    fn nonzero<Nonzero>(bytes: Words) -> u64 {
        let bytes = cast::<_, [u8; 64]>(bytes).into_iter().zip(0..);
        bytes.fold(0, |bits, (byte, place)| bits | u64::from(byte != 0) << place)
    }

    /// Swaps bits 0 and 1, 2 and 3, 4 and 5, 6 and 7 in every byte.
    fn swap_bit_pairs<SwapBitPairs>(words: Words) -> Words {
        let upper = 0xAAAA_AAAA_AAAA_AAAA;
        each(|lane| (words[lane] << 1 & upper) | (words[lane] >> 1 & !upper))
    }

    /// Narrows each number, which must be at most 255, to a byte.
    fn narrow_to_bytes<NarrowToBytes>(numbers: &Lanes<u16>) -> Lanes<u8> {
        numbers.map(Element::low_byte)
    }
}
