//! The states that the polynomials of all branches are added to.

use super::SHIFTS;
use super::lanes::{Lanes, Polynomial, ZERO};
use crate::exact::layers::plan::Term;
use crate::lanes::Arithmetic;

/// The words of a state: 25 for the numbers, as no size has more than C(27,13) third layers, which
/// is below 2^25, and three to spare. Bounds may be larger; planes above are empty and left out.
const STATE_WORDS: usize = 28;

/// Sums of polynomials.
#[derive(Debug, Default)]
pub(super) struct States {
    sums: Vec<[Lanes; STATE_WORDS]>,
    /// For each sum what no number of it passes.
    most: Vec<usize>,
    /// The planes of the largest: those above are empty.
    planes: usize,
}

impl States {
    /// Makes so many sums zero.
    pub(super) fn clear(&mut self, number: usize) {
        for sum in &mut self.sums {
            sum[..self.planes].fill(ZERO);
        }
        if self.sums.len() < number {
            self.sums.resize(number, [ZERO; STATE_WORDS]);
            self.most.resize(number, 0);
        }
        self.most.fill(0);
        self.planes = 0;
    }

    /// The planes of a sum.
    #[inline(always)]
    pub(super) fn planes(&self, state: usize) -> &[Lanes] {
        &self.sums[state][..planes_of(self.most[state]).min(self.planes)]
    }

    /// Notes that numbers up to `most` are added to a sum.
    #[inline(always)]
    fn expect(&mut self, state: u16, most: usize) {
        let bound = &mut self.most[usize::from(state)];
        *bound += most;
        self.planes = self.planes.max(planes_of(*bound)).min(STATE_WORDS);
    }

    /// Adds a polynomial to each of some sums.
    #[inline(always)]
    pub(super) fn scatter(
        &mut self,
        polynomials: &[Polynomial],
        planes: usize,
        states: &[Option<u16>],
        arithmetic: impl Arithmetic,
    ) {
        for &state in states.iter().flatten() {
            self.expect(state, (1 << planes) - 1);
        }
        for (polynomial, state) in polynomials.iter().zip(states) {
            if let Some(state) = *state {
                let sum = &mut self.sums[usize::from(state)][..self.planes];
                let mut carry = ZERO;
                for (own, &word) in sum.iter_mut().zip(&polynomial[..planes]) {
                    carry = own.full_add(word, carry, arithmetic);
                }
                for own in &mut sum[planes..] {
                    carry = own.half_add(carry, arithmetic);
                }
            }
        }
    }

    /// The elimination of a point of the last line.
    #[inline(always)]
    pub(super) fn stage(
        &mut self,
        terms: &[Term],
        from: &Self,
        shifts: &[[Lanes; SHIFTS]],
        arithmetic: impl Arithmetic,
    ) {
        for term in terms {
            self.expect(term.to, from.most[usize::from(term.from)]);
        }
        for term in terms {
            let shift =
                term.shift.map_or(ZERO, |(point, more)| shifts[point][usize::from(more) % SHIFTS]);
            let sum = &mut self.sums[usize::from(term.to)][..self.planes];
            let (low, high) = sum.split_at_mut(from.planes);
            let mut carry = ZERO;
            for (own, &word) in low.iter_mut().zip(&from.sums[usize::from(term.from)]) {
                carry = own.full_add(word.rotated(shift, arithmetic), carry, arithmetic);
            }
            for own in high {
                carry = own.half_add(carry, arithmetic);
            }
        }
    }
}

/// The planes of numbers up to this.
#[inline(always)]
pub(super) const fn planes_of(most: usize) -> usize {
    (usize::BITS - most.leading_zeros()) as usize
}
