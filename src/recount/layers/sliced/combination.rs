//! Computes the nodes of an elimination level: sums of shifted polynomials of the level below.

use super::digit::{DIGITS, Digit, MIN_DIGITS, Polynomial, ZERO};
use super::state::digit_count;
use super::{DigitRange, SHIFTS};
use crate::layers::plan::{Extension, Node};
use setodds_engine::lanes::Arithmetic;

/// Maximum number of digits for which four sums and their addend fit into the registers of AVX-512.
const FEW_DIGITS: usize = 5;

/// Value of the constant parameter `FIRST` if the outcome is chosen at run time;
/// [`Combination::shift`] numbers the outcomes.
const ANY: usize = 4;

/// Operands for computing the polynomials of a node from those of its children.
pub(super) struct Combination<'a> {
    pub(super) children: &'a [Node],
    /// Polynomials of the children: for each child, one for every subset of the points eliminated
    /// so far.
    pub(super) source: &'a mut [Polynomial],
    pub(super) extents: &'a mut [DigitRange],
    /// Number of polynomials of each child node.
    pub(super) sets: usize,
    /// For each of the two points that are eliminated, the possible exponent shifts.
    pub(super) shifts: [&'a [Digit; SHIFTS]; 2],
    pub(super) extensions: &'a [Extension],
}

impl Combination<'_> {
    /// Computes all polynomials of the node from those of its children. Returns the range of digits
    /// that they use.
    #[inline(always)]
    pub(super) fn run(
        &mut self,
        target: &mut [Polynomial],
        arithmetic: impl Arithmetic,
    ) -> DigitRange {
        let mut most = 1;
        for extent in &*self.extents {
            most += (1 << extent.used) - 1;
        }
        let total = digit_count(most).min(DIGITS + 1);
        // More digits are so rare that a single loop is enough for them.
        macro_rules! of_digits {
            ($($digits:literal)*) => {
                match total {
                    $($digits => self.all::<$digits, _>(target, arithmetic),)*
                    _ => self.all::<{ DIGITS + 1 }, _>(target, arithmetic),
                }
            };
        }
        of_digits!(4 5 6 7 8 9)
    }

    /// Computes all polynomials of a node, with `TOTAL` binary digits each; the highest digit must
    /// be zero in the polynomials of all children.
    #[inline(always)]
    fn all<const TOTAL: usize, A: Arithmetic>(
        &mut self,
        target: &mut [Polynomial],
        arithmetic: A,
    ) -> DigitRange {
        clear(self.source, self.extents, self.sets, TOTAL - 1);
        let mut top = [ZERO; 2];
        for extension in self.extensions {
            self.outcomes::<TOTAL, A>(extension, target, &mut top, arithmetic);
        }
        DigitRange { used: used::<TOTAL>(target, top, arithmetic), cleared: written(TOTAL) }
    }

    /// Computes the polynomials of the needed outcomes of an extension, as numbered by
    /// [`Self::shift`].
    #[inline(always)]
    fn outcomes<const TOTAL: usize, A: Arithmetic>(
        &self,
        extension: &Extension,
        target: &mut [Polynomial],
        top: &mut [Digit; 2],
        arithmetic: A,
    ) {
        macro_rules! some {
            ($first:literal, $outcomes:literal) => {
                some!($first, $outcomes, $first)
            };
            ($first:expr, $outcomes:literal, $outcome:expr) => {
                self.sum_of_outcomes::<TOTAL, { $first }, $outcomes>(
                    $outcome, extension, target, top, arithmetic,
                )
            };
        }
        let needed = extension.needed;
        if !A::MASKS {
            // The registers hold one sum at a time. Outcome 0 shifts nothing and has its own loop;
            // the others share one, which halves the code.
            if needed[0] {
                some!(0, 1);
            }
            for outcome in (1..4).filter(|&outcome| needed[outcome]) {
                some!(ANY, 1, outcome);
            }
            return;
        }
        if TOTAL <= FEW_DIGITS && needed == [true; 4] {
            return some!(0, 4);
        }
        match [needed[0], needed[1]] {
            [true, true] => some!(0, 2),
            [true, false] => some!(0, 1),
            [false, true] => some!(ANY, 1, 1),
            [false, false] => {}
        }
        match [needed[2], needed[3]] {
            [true, true] => some!(2, 2),
            [true, false] => some!(ANY, 1, 2),
            [false, true] => some!(ANY, 1, 3),
            [false, false] => {}
        }
    }

    /// Computes the polynomials of `OUTCOMES` outcomes of an extension, as numbered by
    /// [`Self::shift`], starting with outcome `first`. `FIRST` is the same number as a constant, or
    /// [`ANY`] if one loop serves several outcomes.
    #[inline(always)]
    fn sum_of_outcomes<const TOTAL: usize, const FIRST: usize, const OUTCOMES: usize>(
        &self,
        first: usize,
        extension: &Extension,
        target: &mut [Polynomial],
        top: &mut [Digit; 2],
        arithmetic: impl Arithmetic,
    ) {
        let (from, first) = (usize::from(extension.from), if FIRST == ANY { first } else { FIRST });
        let mut sums = [[ZERO; OUTCOMES]; TOTAL];
        let (highest, low) = sums.split_last_mut().expect("four digits at least");
        for (number, child) in self.children.iter().enumerate() {
            let polynomial = &self.source[from + number * self.sets];
            let by: [_; OUTCOMES] = std::array::from_fn(|outcome| {
                self.shift(first + outcome, child, extension, arithmetic)
            });
            let word = |digit: usize, outcome: usize| {
                let word = polynomial[digit];
                if FIRST + outcome == 0 { word } else { word.rotated(by[outcome], arithmetic) }
            };
            if number == 0 {
                for (digit, sums) in low.iter_mut().enumerate() {
                    for (outcome, sum) in sums.iter_mut().enumerate() {
                        *sum = word(digit, outcome);
                    }
                }
                continue;
            }
            let mut carries = [ZERO; OUTCOMES];
            for (digit, sums) in low.iter_mut().enumerate() {
                for (outcome, (sum, carry)) in sums.iter_mut().zip(&mut carries).enumerate() {
                    *carry = sum.full_add(word(digit, outcome), *carry, arithmetic);
                }
            }
            for (sum, carry) in highest.iter_mut().zip(carries) {
                sum.half_add(carry, arithmetic);
            }
        }
        for outcome in 0..OUTCOMES {
            let target = &mut target[from + (first + outcome) * self.sets];
            for digit in 0..TOTAL {
                target[digit] = sums[digit][outcome];
            }
            target[TOTAL..written(TOTAL)].fill(ZERO);
            for (top, digit) in top.iter_mut().zip(TOTAL - 2..TOTAL) {
                *top = top.or(sums[digit][outcome], arithmetic);
            }
        }
    }

    /// Returns, for each pair of layers, the amount added to all exponents of a child node's
    /// polynomial. `outcome` says which of the step's points are included: 0 neither, 1 the first,
    /// 2 the second, 3 both.
    #[inline(always)]
    fn shift(
        &self,
        outcome: usize,
        child: &Node,
        extension: &Extension,
        arithmetic: impl Arithmetic,
    ) -> Digit {
        let at = |i: usize, lines: u8| &self.shifts[i][usize::from(child.phi[i] + lines) % SHIFTS];
        let first = if outcome % 2 == 1 { at(0, extension.lines[0]) } else { &ZERO };
        let second = if outcome >= 2 { at(1, extension.lines[outcome - 1]) } else { &ZERO };
        first.sum(*second, arithmetic)
    }
}

/// Zeroes the digits below `end` that some nodes do not use.
#[inline(always)]
fn clear(polynomials: &mut [Polynomial], extents: &mut [DigitRange], sets: usize, end: usize) {
    for (polynomials, extent) in polynomials.chunks_exact_mut(sets).zip(extents) {
        if extent.cleared < end {
            for digit in extent.cleared..end {
                polynomials.iter_mut().for_each(|polynomial| polynomial[digit] = ZERO);
            }
            extent.cleared = end;
        }
    }
}

/// Returns the number of binary digits that are written for a sum of `total` digits. It includes a
/// zero digit above, so that most readers need not clear it.
fn written(total: usize) -> usize {
    (total + 1).min(DIGITS + 1)
}

/// Returns the number of binary digits that are in use in at least one of the sums. Testing the two
/// highest digits is enough, except if one loop serves several bounds; then all are tested.
#[inline(always)]
fn used<const TOTAL: usize>(
    sums: &[Polynomial],
    [low, high]: [Digit; 2],
    arithmetic: impl Arithmetic,
) -> usize {
    if TOTAL > DIGITS {
        let uses = |&digit: &usize| sums.iter().any(|sum| sum[digit].any(arithmetic));
        let highest = (MIN_DIGITS..TOTAL).rfind(uses);
        return highest.map_or(MIN_DIGITS, |digit| digit + 1);
    }
    let some = [low.or(high, arithmetic), high].map(|digit| digit.any(arithmetic));
    MIN_DIGITS.max(TOTAL - 2 + usize::from(some[0]) + usize::from(some[1]))
}
