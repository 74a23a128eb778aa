//! The states that the polynomials of all branches are added to.

use super::lanes::{Lanes, ZERO};
use super::{Level, SHIFTS};
use crate::exact::layers::plan::{Branch, Term};
use crate::lanes::{Majority, Task};

/// The words of a state: no size has 2^26 third layers, and the bound of a number is less than
/// twice as large.
const STATE_WORDS: usize = 28;

/// A state: the sum of polynomials.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// No number is larger.
    most: usize,
    pub(super) bits: [Lanes; STATE_WORDS],
}

impl State {
    pub(super) const EMPTY: Self = Self { most: 0, bits: [ZERO; STATE_WORDS] };

    /// Makes it zero.
    pub(super) fn clear(&mut self) {
        self.most = 0;
    }

    /// Its planes.
    pub(super) fn planes(&self) -> &[Lanes] {
        &self.bits[..planes_of(self.most)]
    }

    /// Adds a polynomial whose numbers are `most` at most, times a power of y.
    #[inline(always)]
    fn add(
        &mut self,
        other: &[Lanes],
        most: usize,
        shift: Option<&Lanes>,
        majority: impl Majority,
    ) {
        let own = planes_of(self.most);
        self.most += most;
        let end = planes_of(self.most).min(STATE_WORDS);
        for plane in own..end {
            self.bits[plane] = ZERO;
        }
        let (low, high) = self.bits[..end].split_at_mut(other.len().min(end));
        let mut carry = ZERO;
        for (own, word) in low.iter_mut().zip(other) {
            let word = shift.map_or(*word, |shift| word.rotated(shift));
            carry = own.full_add(word, carry, majority);
        }
        for own in high {
            carry = own.half_add(carry);
        }
    }
}

/// The planes of numbers up to this.
#[inline(always)]
const fn planes_of(most: usize) -> usize {
    (usize::BITS - most.leading_zeros()) as usize
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
    fn run<const MASKS: bool>(self, majority: impl Majority) {
        let planes = self.level.planes[0];
        for (polynomial, state) in self.level.polynomials.iter().zip(&self.branch.states) {
            if let Some(state) = state {
                let most = (1 << planes) - 1;
                self.states[usize::from(*state)].add(&polynomial[..planes], most, None, majority);
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
    fn run<const MASKS: bool>(self, majority: impl Majority) {
        for term in self.terms {
            let from = &self.from[usize::from(term.from)];
            let shift = term.shift.map(|(point, more)| &self.shifts[point][usize::from(more)]);
            self.to[usize::from(term.to)].add(from.planes(), from.most, shift, majority);
        }
    }
}
