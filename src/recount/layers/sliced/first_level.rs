//! Computes the first level of the elimination, whose polynomials are sums of monomials.

use super::DigitRange;
use super::digit::{DIGITS, Digit, MIN_DIGITS, PAIRS_AT_ONCE, Polynomial, ZERO, add};
use super::state::digit_count;
use crate::layers::plan::{PLANE, SubsetPairs, negative, translated};
use crate::layers::space::MAX_POINTS;
use crate::words::WordArithmetic;
use setodds_engine::lanes::Arithmetic;

/// Number of binary digits of the coefficients in a sum of eighteen monomials.
const EIGHTEEN_DIGITS: usize = 5;

/// Exponents modulo 64 of the monomials of all subsets of the first two planes and of their
/// translates, for eight pairs of layers.
#[derive(Debug)]
pub(super) struct Exponents([Plane; 2]);

/// Exponents modulo 64 of the monomials of all subsets of a plane and of their translates, for
/// eight pairs of layers. The exponent of a subset is the number of lines inside it plus the sum of
/// the field over its points.
#[derive(Clone, Debug)]
struct Plane {
    /// Exponent of the image of each subset of the plane under the last of the nine translations.
    moved_by_last: [[u8; PAIRS_AT_ONCE]; 1 << PLANE],
    /// Exponents of the images of each subset of the plane under all translations but the last, in
    /// the bytes of a word.
    moved: [Digit; 1 << PLANE],
    /// Exponent modulo 64 of each subset of the plane.
    own: [[u8; PAIRS_AT_ONCE]; 1 << PLANE],
}

impl Plane {
    const EMPTY: Self = Self {
        moved_by_last: [[0; PAIRS_AT_ONCE]; 1 << PLANE],
        moved: [ZERO; 1 << PLANE],
        own: [[0; PAIRS_AT_ONCE]; 1 << PLANE],
    };

    /// Computes the exponents of all subsets: the number of lines inside, plus the sum of the field
    /// over the points. `image` translates a point.
    #[inline(always)]
    fn fill(
        &mut self,
        field: &[[u64; PAIRS_AT_ONCE]],
        lines: &[u8],
        image: impl Fn(usize, usize) -> usize,
    ) {
        let bytes = 0x0101_0101_0101_0101;
        let points: [(_, _); PLANE] = std::array::from_fn(|point| {
            let at = |by: usize| field[image(point, by)];
            let mut moved = [0; PAIRS_AT_ONCE];
            for by in 0..PAIRS_AT_ONCE {
                for (word, number) in moved.iter_mut().zip(at(by)) {
                    *word |= (number & 63) << (8 * by);
                }
            }
            (moved, at(PAIRS_AT_ONCE))
        });
        for set in 1_usize..1 << PLANE {
            let (rest, point) = (set & (set - 1), set.trailing_zeros() as usize);
            let (moved, last) = points[point];
            // The lines of the rest are part of its exponents.
            let more = u64::from(lines[set] - lines[rest]);
            for lane in 0..PAIRS_AT_ONCE {
                let sum = (self.moved[rest].0[lane] + moved[lane]) & (63 * bytes);
                self.moved[set].0[lane] = (sum + more * bytes) & (63 * bytes);
                let sum = u64::from(self.moved_by_last[rest][lane]) + last[lane] + more;
                self.moved_by_last[set][lane] = (sum & 63).to_le_bytes()[0];
                self.own[set][lane] = self.moved[set].0[lane].to_le_bytes()[0];
            }
        }
    }
}

impl Exponents {
    pub(super) const ZERO: Self = Self([Plane::EMPTY; 2]);

    /// Computes the exponents of all subsets of the first two planes for eight pairs of layers,
    /// given by their fields. `lines` holds the number of lines inside each subset of a plane.
    #[inline(always)]
    pub(super) fn fill(&mut self, fields: &[[u64; PAIRS_AT_ONCE]; MAX_POINTS], lines: &[u8]) {
        let [first, second] = &mut self.0;
        first.fill(&fields[..PLANE], lines, translated);
        second.fill(&fields[PLANE..2 * PLANE], lines, |p, by| translated(p, negative(by)));
    }

    #[inline(always)]
    fn monomial(&self, [d, e]: [u16; 2], arithmetic: impl Arithmetic) -> Digit {
        let [first, second] = &self.0;
        let (d, e) = (first.own[usize::from(d) % 512], second.own[usize::from(e) % 512]);
        Digit(arithmetic.power_of_two(d, e))
    }

    /// Returns the monomials of the nine images of a pair of subsets under opposite translations of
    /// the two planes.
    #[inline(always)]
    fn nine(&self, [d, e]: [u16; 2], arithmetic: impl Arithmetic) -> [Digit; 9] {
        let [first, second] = &self.0;
        let [d, e] = [d, e].map(|set| usize::from(set) % 512);
        let exponents = first.moved[d].sum(second.moved[e], arithmetic);
        let last = [first.moved_by_last[d], second.moved_by_last[e]];
        let mut nine = [ZERO; 9];
        for (by, monomial) in (0..8).zip(&mut nine) {
            *monomial = Digit(arithmetic.power_of_byte(exponents.0, by));
        }
        nine[8] = Digit(arithmetic.power_of_two(last[0], last[1]));
        nine
    }

    /// Returns the binary digits of the sum of the monomials of two groups of nine pairs of
    /// subsets.
    #[inline(always)]
    fn eighteen(
        &self,
        [first, second]: [[u16; 2]; 2],
        arithmetic: impl Arithmetic,
    ) -> [Digit; EIGHTEEN_DIGITS] {
        let [mut one, mut two, mut four, mut eight] =
            sum_of_nine(self.nine(first, arithmetic), arithmetic);
        let [a, b, c, d] = sum_of_nine(self.nine(second, arithmetic), arithmetic);
        let carry = one.half_add(a, arithmetic);
        let carry = two.full_add(b, carry, arithmetic);
        let carry = four.full_add(c, carry, arithmetic);
        let carry = eight.full_add(d, carry, arithmetic);
        [one, two, four, eight, carry]
    }

    /// Stores the sum of the monomials of some pairs of subsets in `target`, and returns the range
    /// of its digits.
    ///
    /// Most calls get two or four entries of nine pairs each, because exchanging the planes also
    /// keeps phi.
    #[inline(always)]
    pub(super) fn sum(
        &self,
        subsets: &[SubsetPairs],
        target: &mut Polynomial,
        arithmetic: impl Arithmetic,
    ) -> DigitRange {
        let number = subsets.iter().map(SubsetPairs::number).sum();
        let end = digit_count(number).clamp(EIGHTEEN_DIGITS, DIGITS);
        let (mut rest, mut first) = (subsets, true);
        while let [one, two, others @ ..] = rest
            && one.is_nine
            && two.is_nine
        {
            let sum = self.eighteen([one.first, two.first], arithmetic);
            if first {
                target[..EIGHTEEN_DIGITS].copy_from_slice(&sum);
                if others.is_empty() {
                    let [.., eight, sixteen] = sum;
                    let some = [eight.or(sixteen, arithmetic), sixteen];
                    let some = some.map(|digit| usize::from(digit.any(arithmetic)));
                    return DigitRange {
                        used: EIGHTEEN_DIGITS - 2 + some[0] + some[1],
                        cleared: EIGHTEEN_DIGITS,
                    };
                }
                target[EIGHTEEN_DIGITS..end].fill(ZERO);
                first = false;
            } else {
                add(&mut target[..end], &sum, ZERO, arithmetic);
            }
            rest = others;
        }
        if first {
            target[..end].fill(ZERO);
        }
        for subsets in rest {
            if subsets.is_nine {
                let sum = sum_of_nine(self.nine(subsets.first, arithmetic), arithmetic);
                add(&mut target[..end], &sum, ZERO, arithmetic);
            } else {
                let monomial = self.monomial(subsets.first, arithmetic);
                add(&mut target[..end], &[monomial], ZERO, arithmetic);
            }
        }
        let used = (MIN_DIGITS..end).rfind(|&digit| target[digit].any(arithmetic));
        DigitRange { used: used.map_or(MIN_DIGITS, |digit| digit + 1), cleared: end }
    }
}

/// Returns the sum, as binary digits, of nine words with one bit per coefficient.
#[inline(always)]
fn sum_of_nine(words: [Digit; 9], arithmetic: impl Arithmetic) -> [Digit; 4] {
    let [mut a, b, c, mut d, e, f, mut g, h, i] = words;
    let two_a = a.full_add(b, c, arithmetic);
    let mut two_b = d.full_add(e, f, arithmetic);
    let two_c = g.full_add(h, i, arithmetic);
    let two_d = a.full_add(d, g, arithmetic);
    let mut four_a = two_b.full_add(two_a, two_c, arithmetic);
    let four_b = two_b.half_add(two_d, arithmetic);
    let eight = four_a.half_add(four_b, arithmetic);
    [a, two_b, four_a, eight]
}
