//! Operations on 64 bytes in vector instructions that the compiler does not find by itself.

use super::{Element, Lanes};
use bytemuck::cast;
#[cfg(target_arch = "x86_64")]
use std::marker::PhantomData;

/// Eight words side by side.
pub type Words = [u64; 8];

/// The word that a function makes of the words of each lane.
#[inline(always)]
fn each(of: impl Fn(usize) -> u64) -> Words {
    let mut result = [0; 8];
    for (lane, word) in result.iter_mut().enumerate() {
        *word = of(lane);
    }
    result
}

/// Defines [`Arithmetic`] and what implements it from one function for each operation: its
/// documentation, a name for the type of its closure, its types, and how plain loops do it.
macro_rules! operations {
    ($($(#[$doc:meta])*
       fn $name:ident<$Closure:ident>($($arg:ident: $of:ty),*) -> $result:ty $body:block)*) => {
        /// Operations on 64 bytes, mostly eight words side by side, in plain loops unless they are
        /// defined otherwise. AVX-512 has instructions for them that the compiler does not
        /// find in these loops, AVX2 and NEON for some.
        pub trait Arithmetic: Copy {
            /// Whether the processor has registers for the masks of comparisons, which make
            /// selections cheap.
            const MASKS: bool;

            /// Whether the processor looks up many bytes at once.
            const LOOKS_UP: bool;

            $($(#[$doc])* #[inline(always)]
            fn $name(self, $($arg: $of),*) -> $result $body)*

            /// Adds two bits to each bit of a sum, which stays; the carry is returned.
            #[inline(always)]
            fn full_add(self, sum: &mut Words, a: Words, b: Words) -> Words {
                let carry = self.majority(*sum, a, b);
                *sum = self.parity(*sum, a, b);
                carry
            }
        }

        /// The operations in instructions that only some processors have: closures in a function
        /// that is compiled for these.
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
            const LOOKS_UP: bool = true;

            $(#[inline(always)]
            fn $name(self, $($arg: $of),*) -> $result {
                (self.$name)($($arg),*)
            })*
        }
    };
}

/// Whether there are registers for the masks of comparisons, as a type.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(super) struct MaskRegisters<const EXIST: bool>;

/// The operations in the instructions of all processors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Arithmetic for Portable {
    const MASKS: bool = false;
    const LOOKS_UP: bool = false;
}

/// The portable operations where there are masks, so that every machine tests what is done then.
#[cfg(test)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct PortableWithMasks;

#[cfg(test)]
impl Arithmetic for PortableWithMasks {
    const MASKS: bool = true;
    const LOOKS_UP: bool = true;
}

operations! {
    /// The majority of each three bits: the carry of a full adder.
    fn majority<Majority>(a: Words, b: Words, c: Words) -> Words {
        each(|lane| ((a[lane] ^ b[lane]) & c[lane]) | (a[lane] & b[lane]))
    }

    /// Whether one or all of three bits are set: the sum of a full adder.
    fn parity<Parity>(a: Words, b: Words, c: Words) -> Words {
        each(|lane| a[lane] ^ b[lane] ^ c[lane])
    }

    /// For each byte the entry of a table at that place, which is below 96.
    fn looked_up<LookedUp>(table: [Words; 2], places: Words) -> Words {
        let table: [u8; 128] = cast(table);
        cast(cast::<_, [u8; 64]>(places).map(|place| table[usize::from(place) % 128]))
    }

    /// A bit for each byte that is not zero.
    fn nonzero<Nonzero>(bytes: Words) -> u64 {
        let bytes = cast::<_, [u8; 64]>(bytes).into_iter().zip(0..);
        bytes.fold(0, |bits, (byte, place)| bits | u64::from(byte != 0) << place)
    }

    /// The bytes of the words with bits 0 and 1 exchanged, 2 and 3, 4 and 5, 6 and 7.
    fn bits_exchanged<BitsExchanged>(words: Words) -> Words {
        let upper = 0xAAAA_AAAA_AAAA_AAAA;
        each(|lane| (words[lane] << 1 & upper) | (words[lane] >> 1 & !upper))
    }

    /// The low byte of each number, which must be at most 255.
    fn lower_bytes<LowerBytes>(numbers: &Lanes<u16>) -> Lanes<u8> {
        numbers.map(Element::low_byte)
    }
}
