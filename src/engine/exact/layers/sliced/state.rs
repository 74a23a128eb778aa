//! The states that the polynomials of all branches are added to.

use super::SHIFTS;
use super::lanes::{Lanes, PLANES, Polynomial, ZERO};
use crate::exact::layers::plan::Term;
use crate::lanes::Arithmetic;

/// The words of a state: 25 for the numbers, as no size has more than C(27,13) third layers, which
/// is below 2^25, and three to spare. Bounds may be larger; planes above are empty and left out.
const STATE_WORDS: usize = 28;

/// By how many planes the sum of all polynomials that a branch adds to a state may grow.
const MOST_GROWTH: usize = 6;

/// Sums of polynomials.
#[derive(Debug, Default)]
pub(super) struct States {
    sums: Vec<[Lanes; STATE_WORDS]>,
    /// For each sum what no number of it passes, which tells its planes; what the words above them
    /// hold does not matter.
    most: Vec<usize>,
}

impl States {
    /// Makes so many sums zero.
    pub(super) fn clear(&mut self, number: usize) {
        if self.sums.len() < number {
            self.sums.resize(number, [ZERO; STATE_WORDS]);
            self.most.resize(number, 0);
        }
        self.most.fill(0);
    }

    /// The planes of a sum.
    #[inline(always)]
    pub(super) fn planes(&self, state: usize) -> &[Lanes] {
        &self.sums[state][..planes_of(self.most[state]).min(STATE_WORDS)]
    }

    /// Adds numbers up to `most`, which have as many planes, to a sum, shifted by `shift`.
    #[inline(always)]
    fn add(
        &mut self,
        state: u16,
        number: &[Lanes],
        most: usize,
        shift: Option<Lanes>,
        arithmetic: impl Arithmetic,
    ) {
        let state = usize::from(state);
        let before = planes_of(self.most[state]).min(STATE_WORDS);
        self.most[state] += most;
        let after = planes_of(self.most[state]).min(STATE_WORDS);
        let sum = &mut self.sums[state];
        let mut carry = ZERO;
        for plane in 0..number.len().max(before) {
            let mut own = if plane < before { sum[plane] } else { ZERO };
            carry = if plane < number.len() {
                let word = number[plane];
                let word = shift.map_or(word, |shift| word.rotated(shift, arithmetic));
                own.full_add(word, carry, arithmetic)
            } else {
                own.half_add(carry, arithmetic)
            };
            sum[plane] = own;
        }
        if after > before.max(number.len()) {
            sum[after - 1] = carry;
        }
    }

    /// Adds to each of some states the polynomials that lead to it, which are added up first: they
    /// have fewer planes.
    #[inline(always)]
    pub(super) fn scatter(
        &mut self,
        polynomials: &[Polynomial],
        planes: usize,
        states: &[(u16, Vec<u8>)],
        arithmetic: impl Arithmetic,
    ) {
        macro_rules! of_planes {
            ($($planes:literal)*) => {
                match planes {
                    $($planes => self.scatter_planes::<$planes>(polynomials, states, arithmetic),)*
                    _ => self.scatter_planes::<PLANES>(polynomials, states, arithmetic),
                }
            };
        }
        of_planes!(3 4 5 6 7 8 9 10)
    }

    /// The same, where the polynomials have so many planes.
    #[inline(always)]
    fn scatter_planes<const PLANES: usize>(
        &mut self,
        polynomials: &[Polynomial],
        states: &[(u16, Vec<u8>)],
        arithmetic: impl Arithmetic,
    ) {
        for (state, from) in states {
            let most = from.len() * ((1 << PLANES) - 1);
            let all = planes_of(most);
            let (first, rest) = from.split_first().expect("a state that is reached");
            let mut low: [Lanes; PLANES] = [ZERO; PLANES];
            low.copy_from_slice(&polynomials[usize::from(*first)][..PLANES]);
            let mut high = [ZERO; MOST_GROWTH];
            for &from in rest {
                let mut carry = ZERO;
                let polynomial = &polynomials[usize::from(from)];
                for plane in 0..PLANES {
                    carry = low[plane].full_add(polynomial[plane], carry, arithmetic);
                }
                for own in &mut high[..all - PLANES] {
                    carry = own.half_add(carry, arithmetic);
                }
            }
            let state = usize::from(*state);
            let before = planes_of(self.most[state]).min(STATE_WORDS);
            self.most[state] += most;
            let after = planes_of(self.most[state]).min(STATE_WORDS);
            let sum = &mut self.sums[state];
            if before == 0 {
                sum[..PLANES].copy_from_slice(&low);
                sum[PLANES..PLANES + MOST_GROWTH].copy_from_slice(&high);
                continue;
            }
            if after > before {
                sum[before..after].fill(ZERO);
            }
            let mut carry = ZERO;
            for plane in 0..PLANES {
                carry = sum[plane].full_add(low[plane], carry, arithmetic);
            }
            for (plane, &high) in (PLANES..all).zip(&high) {
                carry = sum[plane].full_add(high, carry, arithmetic);
            }
            for own in &mut sum[all..after] {
                carry = own.half_add(carry, arithmetic);
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
            let shift =
                term.shift.map_or(ZERO, |(point, more)| shifts[point][usize::from(more) % SHIFTS]);
            let source = usize::from(term.from);
            let most = from.most[source];
            self.add(term.to, from.planes(source), most, Some(shift), arithmetic);
        }
    }
}

/// The planes of numbers up to this.
#[inline(always)]
pub(super) const fn planes_of(most: usize) -> usize {
    (usize::BITS - most.leading_zeros()) as usize
}
