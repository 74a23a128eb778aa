//! The states that the polynomials of all branches are added to.

use super::lanes::{Lanes, ZERO};
use super::{Level, SHIFTS};
use crate::exact::layers::plan::{Branch, Term};
use crate::lanes::Task;

/// The words of a state: no size has 2^27 third layers, and the word above the last plane is empty.
const STATE_WORDS: usize = 28;

/// A state: the sum of polynomials.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) planes: usize,
    /// The word above the planes is empty.
    pub(super) bits: [Lanes; STATE_WORDS],
}

impl State {
    pub(super) const EMPTY: Self = Self { planes: 0, bits: [ZERO; STATE_WORDS] };

    /// Makes it zero.
    pub(super) fn clear(&mut self) {
        self.planes = 0;
        self.bits[0] = ZERO;
    }

    /// Adds a polynomial of some planes, with an empty word above them, times a power of y.
    #[inline(always)]
    fn add(&mut self, other: &[Lanes], planes: usize, shift: Option<&Lanes>) {
        while self.planes < planes {
            self.planes += 1;
            self.bits[self.planes] = ZERO;
        }
        let mut carry = ZERO;
        for (plane, own) in self.bits[..self.planes].iter_mut().enumerate() {
            let word = other[plane.min(planes)];
            let word = shift.map_or(word, |shift| word.rotated(shift));
            carry = own.full_add(word, carry);
        }
        if carry.any() {
            self.bits[self.planes] = carry;
            self.planes += 1;
            self.bits[self.planes] = ZERO;
        }
    }
}

/// The polynomials of a branch, added to the states that they belong to.
pub(super) struct Scatter<'a> {
    pub(super) branch: &'a Branch,
    pub(super) level: &'a Level,
    pub(super) states: &'a mut [State],
}

impl Task for Scatter<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const MASKS: bool>(self) {
        let planes = self.level.planes[0];
        for (polynomial, state) in self.level.polynomials.iter().zip(&self.branch.states) {
            if let Some(state) = state {
                self.states[usize::from(*state)].add(polynomial, planes, None);
            }
        }
    }
}

/// The elimination of a point of the last line.
pub(super) struct Stage<'a> {
    pub(super) terms: &'a [Term],
    pub(super) shifts: &'a [[Lanes; SHIFTS]],
    pub(super) from: &'a [State],
    pub(super) to: &'a mut [State],
}

impl Task for Stage<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const MASKS: bool>(self) {
        for term in self.terms {
            let from = &self.from[usize::from(term.from)];
            let shift = term.shift.map(|(point, more)| &self.shifts[point][usize::from(more)]);
            self.to[usize::from(term.to)].add(&from.bits, from.planes, shift);
        }
    }
}
