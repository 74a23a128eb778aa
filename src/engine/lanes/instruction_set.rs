//! Selection of vector instructions at run time.

use super::arithmetic::Arithmetic;
#[cfg(not(target_arch = "aarch64"))]
use super::arithmetic::Portable;
#[cfg(target_arch = "aarch64")]
use super::neon::NeonArithmetic;
use multiversion::multiversion;
use multiversion::target::{match_target, target_cfg_f};
use std::fmt;

/// A set of vector instructions for which the loops over SIMD lanes are compiled. Results never
/// depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum InstructionSet {
    /// The instructions that all processors of the architecture have: SSE2 on x86-64, NEON on
    /// aarch64.
    Baseline,
    /// AVX2: 32 bytes at once, on most x86-64 processors from 2013 on.
    Avx2,
    /// AVX-512: 64 bytes at once, on x86-64 processors that also have the extensions VBMI, VBMI2
    /// and GFNI: Intel from Ice Lake on, AMD from Zen 4 on. Processors with AVX-512 but without
    /// these extensions (Skylake-SP, Cascade Lake, Cooper Lake) lower the clock of the whole core
    /// while 64-byte registers are in use. Two operations per cycle on 64 bytes, instead of three
    /// on 32, gain at most a third, and the lower clock costs most of that; so these processors use
    /// [`Self::Avx2`].
    Avx512,
}

/// A computation that is compiled once for each instruction set.
pub trait Task {
    /// The type of the result of the computation.
    type Output;

    /// Runs the computation. The compiler uses the instruction set only in code that is inlined
    /// here, so this function and everything that it calls in loops must be `#[inline(always)]`.
    fn run<A: Arithmetic>(self, arithmetic: A) -> Self::Output;
}

impl InstructionSet {
    /// All instruction sets, the widest last.
    pub const ALL: [Self; 3] = [Self::Baseline, Self::Avx2, Self::Avx512];

    /// Returns an iterator over the instruction sets that this processor supports, the widest last.
    pub fn available() -> impl DoubleEndedIterator<Item = Self> {
        Self::ALL.into_iter().filter(|set| set.is_available())
    }

    /// Returns the widest instruction set that this processor supports.
    #[must_use]
    pub fn widest() -> Self {
        Self::available().next_back().unwrap_or(Self::Baseline)
    }

    /// Returns whether this processor supports the instruction set.
    fn is_available(self) -> bool {
        match self {
            Self::Baseline => true,
            Self::Avx2 => has_avx2(),
            Self::Avx512 => has_avx512(),
        }
    }

    /// Returns the name used in reports: `sse2`, `neon` or `generic` for the baseline, `avx2` or
    /// `avx512`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Baseline if cfg!(target_arch = "x86_64") => "sse2",
            Self::Baseline if cfg!(target_arch = "aarch64") => "neon",
            Self::Baseline => "generic",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    /// Runs a task with this instruction set, or with the baseline if the processor does not
    /// support it. In fuzz targets and unit tests it is always the baseline, so that tasks are
    /// compiled once: `tests/engine` compares the instruction sets.
    #[inline]
    pub fn run<T: Task>(self, task: T) -> T::Output {
        if cfg!(any(fuzzing, test)) { run_baseline(task) } else { self.run_natively(task) }
    }

    #[inline]
    fn run_natively<T: Task>(self, task: T) -> T::Output {
        match self {
            Self::Baseline => run_baseline(task),
            Self::Avx2 => run_avx2(task),
            Self::Avx512 => run_avx512(task),
        }
    }
}

/// Runs a task with the baseline instructions. Never inlined into the versions for other
/// instructions, so that it is compiled only once.
#[inline(never)]
fn run_baseline<T: Task>(task: T) -> T::Output {
    task.run(BASELINE)
}

/// Implementation of the 64-byte operations in the instructions of every processor of the
/// architecture.
#[cfg(target_arch = "aarch64")]
const BASELINE: NeonArithmetic = NeonArithmetic::new();
/// Implementation of the 64-byte operations in the instructions of every processor of the
/// architecture.
#[cfg(not(target_arch = "aarch64"))]
const BASELINE: Portable = Portable;

#[multiversion(
    targets("x86_64+avx512f+avx512bw+avx512vl+avx512vbmi+avx512vbmi2+gfni+bmi1+bmi2+lzcnt+popcnt"),
    dispatcher = "direct"
)]
fn run_avx512<T: Task>(task: T) -> T::Output {
    match_target! {
        "x86_64+avx512vbmi2" => {
            use bytemuck::cast;
            use std::marker::PhantomData;
            use crate::lanes::Lanes;
            use crate::lanes::arithmetic::{Instructions, MaskRegisters, Words};
            use std::arch::x86_64::{
                _mm512_gf2p8affine_epi64_epi8, _mm512_packus_epi16, _mm512_permutex2var_epi8,
                _mm512_permutexvar_epi64, _mm512_ternarylogic_epi64, _mm512_test_epi8_mask,
            };
            // The constant of a ternary operation is its truth table: bit `i` is the result for the
            // three bits of `i`.
            return task.run(Instructions {
                masks: PhantomData::<MaskRegisters<true>>,
                majority: |a: Words, b: Words, c: Words| {
                    cast(_mm512_ternarylogic_epi64::<0xe8>(cast(a), cast(b), cast(c)))
                },
                parity: |a: Words, b: Words, c: Words| {
                    cast(_mm512_ternarylogic_epi64::<0x96>(cast(a), cast(b), cast(c)))
                },
                look_up: |[low, high]: [Words; 2], places: Words| {
                    cast(_mm512_permutex2var_epi8(cast(low), cast(places), cast(high)))
                },
                nonzero: |bytes: Words| {
                    let bytes = cast(bytes);
                    _mm512_test_epi8_mask(bytes, bytes)
                },
                swap_bit_pairs: |words: Words| {
                    // Byte i of the matrix selects the bit that becomes bit 7 - i.
                    let rows = cast([0x0201_0804_2010_8040_u64; 8]);
                    cast(_mm512_gf2p8affine_epi64_epi8::<0>(cast(words), rows))
                },
                narrow_to_bytes: |numbers: &Lanes<u16>| {
                    let [low, high]: [Words; 2] = cast(numbers.0);
                    let bytes = _mm512_packus_epi16(cast(low), cast(high));
                    // The instruction packs eight numbers from each half in turn.
                    let order = cast([0_u64, 2, 4, 6, 1, 3, 5, 7]);
                    Lanes(cast(_mm512_permutexvar_epi64(order, bytes)))
                },
            });
        }
        _ => return run_baseline(task),
    }
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"), dispatcher = "direct")]
fn run_avx2<T: Task>(task: T) -> T::Output {
    match_target! {
        "x86_64+avx2" => {
            use bytemuck::cast;
            use std::marker::PhantomData;
            use crate::lanes::Lanes;
            use crate::lanes::arithmetic::{Instructions, MaskRegisters, Words};
            use std::arch::x86_64::{
                __m128i, __m256i, _mm_xor_si128, _mm256_broadcastsi128_si256, _mm256_cmpeq_epi8,
                _mm256_movemask_epi8, _mm256_shuffle_epi8, _mm256_sub_epi8, _mm256_xor_si256,
            };
            // Where AVX2 has no better instruction, the portable implementation is used.
            return task.run(Instructions {
                masks: PhantomData::<MaskRegisters<false>>,
                majority: |a: Words, b: Words, c: Words| Portable.majority(a, b, c),
                parity: |a: Words, b: Words, c: Words| Portable.parity(a, b, c),
                look_up: |table: [Words; 2], places: Words| {
                    // The instruction looks up the lowest four bits of an index, and gives zero
                    // where the highest bit is set. After each step the indices drop by 16, so an
                    // index finds an entry in its own 16-byte table and in all tables before it.
                    // Therefore each table holds the XOR with the table before.
                    let tables: [__m128i; 8] = cast(table);
                    let sixteen: __m256i = cast([16_u8; 32]);
                    let mut before: __m128i = cast(0_u128);
                    let mut places: [__m256i; 2] = cast(places);
                    let mut found: [__m256i; 2] = cast([0_u64; 8]);
                    // Six tables hold the 96 entries that an index can select.
                    for &table in &tables[..6] {
                        let steps = _mm256_broadcastsi128_si256(_mm_xor_si128(table, before));
                        for (found, places) in found.iter_mut().zip(&mut places) {
                            *found = _mm256_xor_si256(*found, _mm256_shuffle_epi8(steps, *places));
                            *places = _mm256_sub_epi8(*places, sixteen);
                        }
                        before = table;
                    }
                    cast(found)
                },
                nonzero: |bytes: Words| {
                    let halves = cast::<_, [__m256i; 2]>(bytes);
                    let [low, high] = halves.map(|half| {
                        let equal = _mm256_cmpeq_epi8(half, cast([0_u64; 4]));
                        u64::from(_mm256_movemask_epi8(equal).cast_unsigned())
                    });
                    !(low | high << 32)
                },
                swap_bit_pairs: |words: Words| Portable.swap_bit_pairs(words),
                narrow_to_bytes: |numbers: &Lanes<u16>| Portable.narrow_to_bytes(numbers),
            });
        }
        _ => return run_baseline(task),
    }
}

/// Returns whether [`run_avx512`] is compiled for AVX-512 and this processor supports it.
#[multiversion(
    targets("x86_64+avx512f+avx512bw+avx512vl+avx512vbmi+avx512vbmi2+gfni+bmi1+bmi2+lzcnt+popcnt"),
    dispatcher = "direct"
)]
fn has_avx512() -> bool {
    target_cfg_f!(target_feature = "avx512vbmi2")
}

/// Returns whether [`run_avx2`] is compiled for AVX2 and this processor supports it.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"), dispatcher = "direct")]
fn has_avx2() -> bool {
    target_cfg_f!(target_feature = "avx2")
}

impl fmt::Display for InstructionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::{Lanes, Portable, Words};
    use bytemuck::cast;

    /// Checks that the selection agrees with the detection by the standard library.
    #[test]
    #[cfg(target_arch = "x86_64")]
    fn detection_agrees_with_the_standard_library() {
        assert!(InstructionSet::Baseline.is_available());
        assert_eq!(InstructionSet::Avx2.is_available(), is_x86_feature_detected!("avx2"));
        assert_eq!(InstructionSet::Avx512.is_available(), is_ice_lake_or_later());
    }

    /// Runs every operation that an instruction set may implement itself.
    struct Operations;

    impl Task for Operations {
        type Output = ([Words; 3], Lanes<u8>, u64);

        #[inline(always)]
        fn run<A: Arithmetic>(self, arithmetic: A) -> Self::Output {
            let byte = |number: usize| number.to_le_bytes()[0];
            let table: [u8; 128] = std::array::from_fn(|at| byte(37 * at));
            let places: [u8; 64] = std::array::from_fn(|at| byte(85 * at % 96));
            let bytes: [u8; 64] = std::array::from_fn(|at| byte(29 * at));
            let numbers = Lanes::from_fn(|at| u16::from(byte(4 * at + 3)));
            // Together the words have every combination of three bits.
            let [a, b, c] = [0x00FF_0F33_5500_FFF0, 0x3355_FF00_0F0F_F00F, 0x5A5A_A5FF_00F0_3CC3]
                .map(|word: u64| [0, 9, 18, 27, 36, 45, 54, 63].map(|by| word.rotate_left(by)));
            (
                [
                    arithmetic.majority(a, b, c),
                    arithmetic.parity(a, b, c),
                    arithmetic.look_up(cast(table), cast(places)),
                ]
                .map(|words| arithmetic.swap_bit_pairs(words)),
                arithmetic.narrow_to_bytes(&numbers),
                arithmetic.nonzero(cast(bytes.map(|byte| byte & 9))),
            )
        }
    }

    #[test]
    fn operations_are_the_portable_ones() {
        for set in InstructionSet::available() {
            assert_eq!(set.run_natively(Operations), Operations.run(Portable), "{set}");
        }
    }

    /// The macro requires all extensions of Ice Lake for AVX-512. A virtual machine may hide some
    /// of them.
    #[cfg(target_arch = "x86_64")]
    fn is_ice_lake_or_later() -> bool {
        macro_rules! all {
            ($($feature:tt)*) => { true $(&& is_x86_feature_detected!($feature))* };
        }
        all!("avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl" "avx512ifma" "avx512bitalg"
            "avx512vbmi" "avx512vbmi2" "avx512vnni" "avx512vpopcntdq" "gfni" "vaes" "vpclmulqdq")
    }
}
