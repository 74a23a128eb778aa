//! Elimination states: sums of the polynomials of all branches.

use super::SHIFTS;
use super::digit::{DIGITS, Digit, Polynomial, ZERO, add};
use crate::layers::plan::Term;
use setodds_engine::lanes::Arithmetic;

/// Maximum number of digits of a state: 25 for the counts, because the maximum number of third
/// layers of a size, C(27,13), is below 2^25, and three to spare. Bounds may be larger; digits
/// above are zero and omitted.
const STATE_DIGITS: usize = 28;

/// Maximum growth, in digits, of the sum of all polynomials that a branch adds to a state. There
/// are at most 2^6 of them, one for each subset of the points that the steps eliminate.
const MAX_GROWTH: usize = 6;

/// For each state of the elimination, the sum of the polynomials of all choices that lead to it.
#[derive(Debug, Default)]
pub(super) struct States {
    sums: Vec<[Digit; STATE_DIGITS]>,
    /// Upper bound of the coefficients of each sum, which determines the number of valid digits of
    /// the sum; higher digits are undefined.
    most: Vec<usize>,
}

impl States {
    /// Resets the sums of the first `number` elimination states to zero.
    pub(super) fn clear(&mut self, number: usize) {
        if self.sums.len() < number {
            self.sums.resize(number, [ZERO; STATE_DIGITS]);
            self.most.resize(number, 0);
        }
        self.most.fill(0);
    }

    /// Returns the digits in use of the sum for an elimination state.
    #[inline(always)]
    pub(super) fn digits(&self, state: usize) -> &[Digit] {
        &self.sums[state][..digit_count(self.most[state]).min(STATE_DIGITS)]
    }

    /// Raises the upper bound of the sum for a state by `most`. Returns the sum's numbers of digits
    /// before and after.
    #[inline(always)]
    fn grow(&mut self, state: usize, most: usize) -> [usize; 2] {
        let before = self.most[state];
        self.most[state] += most;
        [before, self.most[state]].map(|most| digit_count(most).min(STATE_DIGITS))
    }

    /// Adds the polynomials of a branch to the sums of the elimination states to which they lead.
    /// The polynomials for one state are summed first, because they have fewer digits than the sum
    /// of the state.
    #[inline(always)]
    pub(super) fn scatter(
        &mut self,
        polynomials: &[Polynomial],
        digits: usize,
        states: &[(u16, Vec<u8>)],
        arithmetic: impl Arithmetic,
    ) {
        macro_rules! of_digits {
            ($($digits:literal)*) => {
                match digits {
                    $($digits => self.scatter_digits::<$digits>(polynomials, states, arithmetic),)*
                    _ => self.scatter_digits::<DIGITS>(polynomials, states, arithmetic),
                }
            };
        }
        of_digits!(3 4 5 6 7 8 9 10);
    }

    /// Adds polynomials of `LOW` digits to elimination states, as [`Self::scatter`] does.
    #[inline(always)]
    fn scatter_digits<const LOW: usize>(
        &mut self,
        polynomials: &[Polynomial],
        states: &[(u16, Vec<u8>)],
        arithmetic: impl Arithmetic,
    ) {
        for (state, from) in states {
            let most = from.len() * ((1 << LOW) - 1);
            let growth = digit_count(most) - LOW;
            let (first, rest) = from.split_first().expect("every reachable state has a source");
            let mut low = [ZERO; LOW];
            low.copy_from_slice(&polynomials[usize::from(*first)][..LOW]);
            let mut high = [ZERO; MAX_GROWTH];
            for &from in rest {
                let polynomial = &polynomials[usize::from(from)];
                let mut carry = ZERO;
                for digit in 0..LOW {
                    carry = low[digit].full_add(polynomial[digit], carry, arithmetic);
                }
                for own in &mut high[..growth] {
                    carry = own.half_add(carry, arithmetic);
                }
            }
            self.add(usize::from(*state), &low, &high[..growth], most, arithmetic);
        }
    }

    /// Adds numbers up to `most`, given by their low and high binary digits, to a sum.
    #[inline(always)]
    fn add<const LOW: usize>(
        &mut self,
        state: usize,
        low: &[Digit; LOW],
        high: &[Digit],
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

    /// Eliminates a point of the last line: adds the shifted sums of the previous states to those
    /// of the next states.
    #[inline(always)]
    pub(super) fn stage(
        &mut self,
        terms: &[Term],
        from: &Self,
        shifts: &[[Digit; SHIFTS]],
        arithmetic: impl Arithmetic,
    ) {
        for term in terms {
            let shift =
                term.shift.map_or(ZERO, |(point, more)| shifts[point][usize::from(more) % SHIFTS]);
            let (number, to) = (from.digits(usize::from(term.from)), usize::from(term.to));
            let [before, after] = self.grow(to, from.most[usize::from(term.from)]);
            let sum = &mut self.sums[to][..after];
            let mut carry = ZERO;
            for (digit, own) in sum.iter_mut().enumerate() {
                let mut word = if digit < before { *own } else { ZERO };
                carry = if digit < number.len() {
                    let other = number[digit].rotated(shift, arithmetic);
                    word.full_add(other, carry, arithmetic)
                } else {
                    word.half_add(carry, arithmetic)
                };
                *own = word;
            }
        }
    }
}

/// Returns the number of binary digits of numbers up to `most`.
#[inline(always)]
pub(super) const fn digit_count(most: usize) -> usize {
    (usize::BITS - most.leading_zeros()) as usize
}
