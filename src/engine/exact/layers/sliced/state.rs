//! The states that the polynomials of all branches are added to.

use super::SHIFTS;
use super::lanes::{Lanes, PLANES, Polynomial, ZERO, add};
use crate::exact::layers::plan::Term;
use crate::lanes::Arithmetic;

/// The words of a state: 25 for the numbers, as no size has more than C(27,13) third layers, which
/// is below 2^25, and three to spare. Bounds may be larger; planes above are empty and left out.
const STATE_WORDS: usize = 28;

/// By how many planes the sum of all polynomials that a branch adds to a state may grow: there are
/// at most 2^6 of them, one for each set of the points that the steps decide.
const MOST_GROWTH: usize = 6;

/// Sums of polynomials.
#[derive(Debug, Default)]
pub(super) struct States {
    sums: Vec<[Lanes; STATE_WORDS]>,
    /// Upper bound of each sum's coefficients. It gives the number of valid planes; words above
    /// them are undefined.
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

    /// Notes that numbers up to `most` are added to a sum; its planes before and after.
    #[inline(always)]
    fn grow(&mut self, state: usize, most: usize) -> [usize; 2] {
        let before = self.most[state];
        self.most[state] += most;
        [before, self.most[state]].map(|most| planes_of(most).min(STATE_WORDS))
    }

    /// Adds to each of some states the polynomials that lead to it. These are added to one another
    /// first, because they have fewer planes than the state.
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
        of_planes!(3 4 5 6 7 8 9 10);
    }

    /// The same for polynomials of so many planes.
    #[inline(always)]
    fn scatter_planes<const LOW: usize>(
        &mut self,
        polynomials: &[Polynomial],
        states: &[(u16, Vec<u8>)],
        arithmetic: impl Arithmetic,
    ) {
        for (state, from) in states {
            let most = from.len() * ((1 << LOW) - 1);
            let growth = planes_of(most) - LOW;
            let (first, rest) = from.split_first().expect("a state that is reached");
            let mut low = [ZERO; LOW];
            low.copy_from_slice(&polynomials[usize::from(*first)][..LOW]);
            let mut high = [ZERO; MOST_GROWTH];
            for &from in rest {
                let polynomial = &polynomials[usize::from(from)];
                let mut carry = ZERO;
                for plane in 0..LOW {
                    carry = low[plane].full_add(polynomial[plane], carry, arithmetic);
                }
                for own in &mut high[..growth] {
                    carry = own.half_add(carry, arithmetic);
                }
            }
            self.add(usize::from(*state), &low, &high[..growth], most, arithmetic);
        }
    }

    /// Adds numbers up to `most`, in their low and their high planes, to a sum.
    #[inline(always)]
    fn add<const LOW: usize>(
        &mut self,
        state: usize,
        low: &[Lanes; LOW],
        high: &[Lanes],
        most: usize,
        arithmetic: impl Arithmetic,
    ) {
        let [before, after] = self.grow(state, most);
        let sum = &mut self.sums[state];
        if before == 0 {
            sum[..LOW].copy_from_slice(low);
            sum[LOW..LOW + high.len()].copy_from_slice(high);
            return;
        }
        if after > before {
            // Filling an empty range costs more than this test.
            sum[before..after].fill(ZERO);
        }
        let (own_low, own_high) = sum.split_at_mut(LOW);
        let mut carry = ZERO;
        for (own, &word) in own_low.iter_mut().zip(low) {
            carry = own.full_add(word, carry, arithmetic);
        }
        add(&mut own_high[..after - LOW], high, carry, arithmetic);
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
            let (number, to) = (from.planes(usize::from(term.from)), usize::from(term.to));
            let [before, after] = self.grow(to, from.most[usize::from(term.from)]);
            let sum = &mut self.sums[to][..after];
            let mut carry = ZERO;
            for (plane, own) in sum.iter_mut().enumerate() {
                let mut word = if plane < before { *own } else { ZERO };
                carry = if plane < number.len() {
                    let other = number[plane].rotated(shift, arithmetic);
                    word.full_add(other, carry, arithmetic)
                } else {
                    word.half_add(carry, arithmetic)
                };
                *own = word;
            }
        }
    }
}

/// The planes of numbers up to this.
#[inline(always)]
pub(super) const fn planes_of(most: usize) -> usize {
    (usize::BITS - most.leading_zeros()) as usize
}
