//! The states that the polynomials of all branches are added to.

use super::word::{Word, ZERO};
use super::{Level, SHIFTS};
use crate::exact::layers::plan::{Branch, Term};
use crate::lanes::Task;

/// The planes of a state: no size has 2^27 third layers.
const STATE_PLANES: usize = 27;

/// A state: the sum of polynomials.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) planes: usize,
    pub(super) bits: [Word; STATE_PLANES],
}

impl State {
    pub(super) const EMPTY: Self = Self { planes: 0, bits: [ZERO; STATE_PLANES] };

    /// Adds a polynomial times a power of y.
    #[inline(always)]
    fn add(&mut self, other: &[Word], shift: Option<&Word>) {
        for plane in self.planes..other.len() {
            self.bits[plane] = ZERO;
        }
        self.planes = self.planes.max(other.len());
        let mut carry = ZERO;
        for (own, &word) in self.bits.iter_mut().zip(other) {
            let word = shift.map_or(word, |shift| word.rotated(shift));
            carry = own.full_add(word, carry);
        }
        for own in &mut self.bits[other.len()..self.planes] {
            if !carry.any() {
                return;
            }
            carry = own.half_add(carry);
        }
        if carry.any() {
            self.bits[self.planes] = carry;
            self.planes += 1;
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
                self.states[usize::from(*state)].add(&polynomial[..planes], None);
            }
        }
    }
}

/// The elimination of a point of the last line.
pub(super) struct Stage<'a> {
    pub(super) terms: &'a [Term],
    pub(super) shifts: &'a [[Word; SHIFTS]],
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
            self.to[usize::from(term.to)].add(&from.bits[..from.planes], shift);
        }
    }
}
