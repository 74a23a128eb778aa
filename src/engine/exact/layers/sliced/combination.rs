//! The nodes of a level: sums of shifted polynomials of the level below.

use super::lanes::{FEWEST_PLANES, Lanes, PLANES, Polynomial, ZERO};
use super::state::planes_of;
use super::{Planes, SHIFTS};
use crate::exact::layers::plan::{Extension, Node};
use crate::lanes::Arithmetic;

/// The most planes of which four sums and what is added to them fit into the registers of
/// AVX-512.
const FEW_PLANES: usize = 5;

/// Value of `FIRST` when the outcome is chosen at run time.
const ANY: usize = 4;

/// The sums that make a node.
pub(super) struct Combination<'a> {
    pub(super) children: &'a [Node],
    /// The polynomials of the children.
    pub(super) source: &'a mut [Polynomial],
    pub(super) planes: &'a mut [Planes],
    /// How many polynomials a child has.
    pub(super) sets: usize,
    /// The shifts of the points that are eliminated.
    pub(super) shifts: [&'a [Lanes; SHIFTS]; 2],
    pub(super) extensions: &'a [Extension],
}

impl Combination<'_> {
    /// All polynomials of the node.
    #[inline(always)]
    pub(super) fn run(&mut self, target: &mut [Polynomial], arithmetic: impl Arithmetic) -> Planes {
        let mut most = 1;
        for planes in &*self.planes {
            most += (1 << planes.used) - 1;
        }
        let total = planes_of(most).min(PLANES + 1);
        // More planes are so rare that one loop for all of them is enough.
        macro_rules! of_planes {
            ($($planes:literal)*) => {
                match total {
                    $($planes => self.all::<$planes, _>(target, arithmetic),)*
                    _ => self.all::<{ PLANES + 1 }, _>(target, arithmetic),
                }
            };
        }
        of_planes!(4 5 6 7 8 9)
    }

    /// All polynomials of the node, the highest of whose `TOTAL` planes no child has.
    #[inline(always)]
    fn all<const TOTAL: usize, A: Arithmetic>(
        &mut self,
        target: &mut [Polynomial],
        arithmetic: A,
    ) -> Planes {
        clear(self.source, self.planes, self.sets, TOTAL - 1);
        let mut top = [ZERO; 2];
        for extension in self.extensions {
            self.outcomes::<TOTAL, A>(extension, target, &mut top, arithmetic);
        }
        Planes { used: used::<TOTAL>(target, top, arithmetic), cleared: written(TOTAL) }
    }

    /// The polynomials of the wanted outcomes of an extension.
    #[inline(always)]
    fn outcomes<const TOTAL: usize, A: Arithmetic>(
        &self,
        extension: &Extension,
        target: &mut [Polynomial],
        top: &mut [Lanes; 2],
        arithmetic: A,
    ) {
        macro_rules! some {
            ($first:literal, $outcomes:literal) => {
                some!($first, $outcomes, $first)
            };
            ($first:expr, $outcomes:literal, $outcome:expr) => {
                self.some::<TOTAL, { $first }, $outcomes>(
                    $outcome, extension, target, top, arithmetic,
                )
            };
        }
        let wanted = extension.wanted;
        if !A::MASKS {
            // The registers hold one sum at a time. Outcome 0 shifts nothing and has its own loop;
            // the others share one, which halves the code.
            if wanted[0] {
                some!(0, 1);
            }
            for outcome in (1..4).filter(|&outcome| wanted[outcome]) {
                some!(ANY, 1, outcome);
            }
            return;
        }
        if TOTAL <= FEW_PLANES && wanted == [true; 4] {
            return some!(0, 4);
        }
        match [wanted[0], wanted[1]] {
            [true, true] => some!(0, 2),
            [true, false] => some!(0, 1),
            [false, true] => some!(ANY, 1, 1),
            [false, false] => {}
        }
        match [wanted[2], wanted[3]] {
            [true, true] => some!(2, 2),
            [true, false] => some!(ANY, 1, 2),
            [false, true] => some!(ANY, 1, 3),
            [false, false] => {}
        }
    }

    /// The polynomials of `OUTCOMES` outcomes of an extension from number `first` on. `FIRST` is
    /// the same number as a constant, or [`ANY`] where one loop serves several.
    #[inline(always)]
    fn some<const TOTAL: usize, const FIRST: usize, const OUTCOMES: usize>(
        &self,
        first: usize,
        extension: &Extension,
        target: &mut [Polynomial],
        top: &mut [Lanes; 2],
        arithmetic: impl Arithmetic,
    ) {
        let (from, first) = (usize::from(extension.from), if FIRST == ANY { first } else { FIRST });
        let mut sums = [[ZERO; OUTCOMES]; TOTAL];
        let (highest, low) = sums.split_last_mut().expect("four planes at least");
        for (number, child) in self.children.iter().enumerate() {
            let polynomial = &self.source[from + number * self.sets];
            let by: [_; OUTCOMES] = std::array::from_fn(|outcome| {
                self.shift(first + outcome, child, extension, arithmetic)
            });
            let word = |plane: usize, outcome: usize| {
                let word = polynomial[plane];
                if FIRST + outcome == 0 { word } else { word.rotated(by[outcome], arithmetic) }
            };
            if number == 0 {
                for (plane, sums) in low.iter_mut().enumerate() {
                    for (outcome, sum) in sums.iter_mut().enumerate() {
                        *sum = word(plane, outcome);
                    }
                }
                continue;
            }
            let mut carries = [ZERO; OUTCOMES];
            for (plane, sums) in low.iter_mut().enumerate() {
                for (outcome, (sum, carry)) in sums.iter_mut().zip(&mut carries).enumerate() {
                    *carry = sum.full_add(word(plane, outcome), *carry, arithmetic);
                }
            }
            for (sum, carry) in highest.iter_mut().zip(carries) {
                sum.half_add(carry, arithmetic);
            }
        }
        for outcome in 0..OUTCOMES {
            let target = &mut target[from + (first + outcome) * self.sets];
            for plane in 0..TOTAL {
                target[plane] = sums[plane][outcome];
            }
            target[TOTAL..written(TOTAL)].fill(ZERO);
            for (top, plane) in top.iter_mut().zip(TOTAL - 2..TOTAL) {
                *top = top.or(sums[plane][outcome], arithmetic);
            }
        }
    }

    /// By how much an outcome shifts the polynomial of a child.
    #[inline(always)]
    fn shift(
        &self,
        outcome: usize,
        child: &Node,
        extension: &Extension,
        arithmetic: impl Arithmetic,
    ) -> Lanes {
        let at = |i: usize, lines: u8| &self.shifts[i][usize::from(child.phi[i] + lines) % SHIFTS];
        let first = if outcome % 2 == 1 { at(0, extension.lines[0]) } else { &ZERO };
        let second = if outcome >= 2 { at(1, extension.lines[outcome - 1]) } else { &ZERO };
        first.sum(*second, arithmetic)
    }
}

/// Zeroes the planes up to `end` that some nodes do not use.
#[inline(always)]
fn clear(polynomials: &mut [Polynomial], planes: &mut [Planes], sets: usize, end: usize) {
    for (polynomials, planes) in polynomials.chunks_exact_mut(sets).zip(planes) {
        if planes.cleared < end {
            for plane in planes.cleared..end {
                polynomials.iter_mut().for_each(|polynomial| polynomial[plane] = ZERO);
            }
            planes.cleared = end;
        }
    }
}

/// The planes that a sum of `total` planes writes: a zero above it, so that most nodes that read it
/// need not clear that.
fn written(total: usize) -> usize {
    (total + 1).min(PLANES + 1)
}

/// Number of planes in use. Testing the two highest is enough, except where one loop serves several
/// bounds; then all are tested.
#[inline(always)]
fn used<const TOTAL: usize>(
    sums: &[Polynomial],
    [low, high]: [Lanes; 2],
    arithmetic: impl Arithmetic,
) -> usize {
    if TOTAL > PLANES {
        let uses = |&plane: &usize| sums.iter().any(|sum| sum[plane].any(arithmetic));
        let highest = (FEWEST_PLANES..TOTAL).rfind(uses);
        return highest.map_or(FEWEST_PLANES, |plane| plane + 1);
    }
    let some = [low.or(high, arithmetic), high].map(|planes| planes.any(arithmetic));
    FEWEST_PLANES.max(TOTAL - 2 + usize::from(some[0]) + usize::from(some[1]))
}
