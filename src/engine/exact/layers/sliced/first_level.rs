//! Sums of monomials: the first level.

use super::Planes;
use super::lanes::{FEWEST_PLANES, LANES, Lanes, PLANES, Polynomial, ZERO};
use super::state::planes_of;
use crate::exact::layers::plan::PLANE;
use crate::exact::layers::space::MOST_POINTS;
use crate::lanes::Arithmetic;

/// The planes of a sum of eighteen monomials.
const OF_EIGHTEEN: usize = 5;

/// The exponents modulo 64 of all subsets of the first two planes.
#[derive(Debug)]
pub(super) struct Exponents([[[u8; LANES]; 1 << PLANE]; 2]);

impl Default for Exponents {
    fn default() -> Self {
        Self([[[0; LANES]; 1 << PLANE]; 2])
    }
}

impl Exponents {
    /// The lines inside a subset of a plane and the field at its points.
    #[inline(always)]
    pub(super) fn fill(&mut self, fields: &[[u64; LANES]; MOST_POINTS], lines: &[u8]) {
        for (plane, exponents) in self.0.iter_mut().enumerate() {
            let mut sums = [[0_u8; LANES]; 1 << PLANE];
            for set in 1..sums.len() {
                let point = PLANE * plane + set.trailing_zeros() as usize;
                for lane in 0..LANES {
                    sums[set][lane] = sums[set & (set - 1)][lane]
                        .wrapping_add(fields[point][lane].to_le_bytes()[0]);
                }
            }
            for ((exponents, sums), &lines) in exponents.iter_mut().zip(&sums).zip(lines) {
                *exponents = sums.map(|sum| sum.wrapping_add(lines) & 63);
            }
        }
    }

    #[inline(always)]
    fn monomial(&self, [d, e]: [u16; 2], arithmetic: impl Arithmetic) -> Lanes {
        let [first, second] = &self.0;
        let (d, e) = (first[usize::from(d) % 512], second[usize::from(e) % 512]);
        Lanes(arithmetic.power_of_two(d, e))
    }

    /// The sum and the number of its planes.
    ///
    /// 18 are added at once: most groups have 18 or 36, as nine translations of the planes against
    /// one another leave phi as it is, and so does their exchange.
    #[inline(always)]
    pub(super) fn sum(
        &self,
        subsets: &[[u16; 2]],
        target: &mut Polynomial,
        arithmetic: impl Arithmetic,
    ) -> Planes {
        let (eighteens, rest) = subsets.as_chunks();
        let mut end = 0;
        if let Some(first) = eighteens.first() {
            let sum = self.eighteen(first, arithmetic);
            target[..OF_EIGHTEEN].copy_from_slice(&sum);
            if subsets.len() == 18 {
                let [.., four, five] = sum;
                let some = [four.or(five, arithmetic), five].map(|planes| planes.any(arithmetic));
                let used = OF_EIGHTEEN - 2 + usize::from(some[0]) + usize::from(some[1]);
                return Planes { used, cleared: OF_EIGHTEEN };
            }
            end = OF_EIGHTEEN;
        }
        let bits = planes_of(subsets.len()).clamp(OF_EIGHTEEN, PLANES);
        target[end..bits].fill(ZERO);
        let end = bits;
        for eighteen in eighteens.iter().skip(1) {
            add(&mut target[..end], &self.eighteen(eighteen, arithmetic), arithmetic);
        }
        let (nines, ones) = rest.as_chunks();
        for nine in nines {
            add(&mut target[..end], &self.nine(nine, arithmetic), arithmetic);
        }
        for &one in ones {
            add(&mut target[..end], &[self.monomial(one, arithmetic)], arithmetic);
        }
        let used = (FEWEST_PLANES..end).rfind(|&plane| target[plane].any(arithmetic));
        Planes { used: used.map_or(FEWEST_PLANES, |plane| plane + 1), cleared: end }
    }

    #[inline(always)]
    fn eighteen(
        &self,
        subsets: &[[u16; 2]; 18],
        arithmetic: impl Arithmetic,
    ) -> [Lanes; OF_EIGHTEEN] {
        let (low, rest) = subsets.split_first_chunk().expect("nine of eighteen");
        let high = rest.first_chunk().expect("nine of eighteen");
        let mut sum = self.nine(low, arithmetic);
        let carry = self.add_nine(&mut sum, high, arithmetic);
        let [one, two, four, eight] = sum;
        [one, two, four, eight, carry]
    }

    #[inline(always)]
    fn nine(&self, subsets: &[[u16; 2]; 9], arithmetic: impl Arithmetic) -> [Lanes; 4] {
        let mut sum = [ZERO; 4];
        self.add_nine(&mut sum, subsets, arithmetic);
        sum
    }

    /// Adds nine to the four lowest planes; the carry.
    #[inline(always)]
    fn add_nine(
        &self,
        sum: &mut [Lanes; 4],
        nine: &[[u16; 2]; 9],
        arithmetic: impl Arithmetic,
    ) -> Lanes {
        let at = |i: usize| self.monomial(nine[i], arithmetic);
        let [one, two, four, eight] = sum;
        let two_a = one.full_add(at(0), at(1), arithmetic);
        let two_b = one.full_add(at(2), at(3), arithmetic);
        let four_a = two.full_add(two_a, two_b, arithmetic);
        let two_c = one.full_add(at(4), at(5), arithmetic);
        let two_d = one.full_add(at(6), at(7), arithmetic);
        let four_b = two.full_add(two_c, two_d, arithmetic);
        let two_e = one.half_add(at(8), arithmetic);
        let eight_a = four.full_add(four_a, four_b, arithmetic);
        let four_c = two.half_add(two_e, arithmetic);
        let eight_b = four.half_add(four_c, arithmetic);
        eight.full_add(eight_a, eight_b, arithmetic)
    }
}

/// Adds a number of fewer planes.
#[inline(always)]
fn add(sum: &mut [Lanes], number: &[Lanes], arithmetic: impl Arithmetic) {
    let (low, high) = sum.split_at_mut(number.len());
    let mut carry = ZERO;
    for (own, &word) in low.iter_mut().zip(number) {
        carry = own.full_add(word, carry, arithmetic);
    }
    for own in high {
        carry = own.half_add(carry, arithmetic);
    }
}
