//! Sums of monomials: the first level.

use super::Level;
use super::lanes::{FEWEST_PLANES, LANES, Lanes, PLANES, Polynomial, ZERO};
use crate::exact::layers::plan::Node;
use crate::lanes::{Majority, Task};

/// The planes of a sum of eighteen monomials.
const OF_EIGHTEEN: usize = 5;

/// Sums of monomials, one for each node of the first level.
pub(super) struct FirstLevel<'a> {
    pub(super) nodes: &'a [Node],
    pub(super) subsets: &'a [[u16; 2]],
    pub(super) exponents: &'a [[u8; LANES]],
    pub(super) monomials: &'a [Lanes],
    pub(super) level: &'a mut Level,
}

impl Task for FirstLevel<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const MASKS: bool>(self, majority: impl Majority) {
        let Self { nodes, subsets, exponents, monomials, level } = self;
        let exponents = exponents.try_into().expect("all subsets");
        let monomials = monomials.try_into().expect("all subsets");
        let monomials = Monomials { exponents, monomials };
        let targets = level.polynomials.iter_mut().zip(&mut level.planes);
        for (node, (target, planes)) in nodes.iter().zip(targets) {
            *planes = monomials.sum(&subsets[node.children()], target, majority);
        }
    }
}

/// The monomials of all subsets of the first two planes.
struct Monomials<'a> {
    exponents: &'a [[u8; LANES]; 512],
    monomials: &'a [Lanes; 512],
}

impl Monomials<'_> {
    #[inline(always)]
    fn monomial(&self, [d, e]: [u16; 2]) -> Lanes {
        let by = &self.exponents[usize::from(d) % 512];
        let mut shift = ZERO;
        for (shift, &by) in shift.0.iter_mut().zip(by) {
            *shift = by.into();
        }
        self.monomials[usize::from(e) % 512].rotated(&shift)
    }

    /// The sum and the number of its planes.
    ///
    /// 18 are added at once: most groups have 18 or 36, as nine translations of the planes against
    /// one another leave phi as it is, and so does their exchange.
    #[inline(always)]
    fn sum(&self, subsets: &[[u16; 2]], target: &mut Polynomial, majority: impl Majority) -> usize {
        let (eighteens, rest) = subsets.as_chunks();
        let (nines, ones) = rest.as_chunks();
        let bits = (usize::BITS - subsets.len().leading_zeros()) as usize;
        let end = bits.clamp(OF_EIGHTEEN, PLANES);
        if let Some(first) = eighteens.first() {
            target[..OF_EIGHTEEN].copy_from_slice(&self.eighteen(first, majority));
            target[OF_EIGHTEEN..=end].fill(ZERO);
        } else {
            target[..=end].fill(ZERO);
        }
        for eighteen in eighteens.iter().skip(1) {
            add(&mut target[..end], &self.eighteen(eighteen, majority), majority);
        }
        for nine in nines {
            add(&mut target[..end], &self.nine(nine, majority), majority);
        }
        for &one in ones {
            add(&mut target[..end], &[self.monomial(one)], majority);
        }
        let used = (FEWEST_PLANES..end).rfind(|&plane| target[plane].any());
        used.map_or(FEWEST_PLANES, |plane| plane + 1)
    }

    #[inline(always)]
    fn eighteen(&self, subsets: &[[u16; 2]; 18], majority: impl Majority) -> [Lanes; OF_EIGHTEEN] {
        let (low, rest) = subsets.split_first_chunk().expect("nine of eighteen");
        let high = rest.first_chunk().expect("nine of eighteen");
        let mut sum = self.nine(low, majority);
        let carry = self.add_nine(&mut sum, high, majority);
        let [one, two, four, eight] = sum;
        [one, two, four, eight, carry]
    }

    #[inline(always)]
    fn nine(&self, subsets: &[[u16; 2]; 9], majority: impl Majority) -> [Lanes; 4] {
        let mut sum = [ZERO; 4];
        self.add_nine(&mut sum, subsets, majority);
        sum
    }

    /// Adds nine to the four lowest planes; the carry.
    #[inline(always)]
    fn add_nine(
        &self,
        sum: &mut [Lanes; 4],
        nine: &[[u16; 2]; 9],
        majority: impl Majority,
    ) -> Lanes {
        let at = |i: usize| self.monomial(nine[i]);
        let [one, two, four, eight] = sum;
        let two_a = one.full_add(at(0), at(1), majority);
        let two_b = one.full_add(at(2), at(3), majority);
        let four_a = two.full_add(two_a, two_b, majority);
        let two_c = one.full_add(at(4), at(5), majority);
        let two_d = one.full_add(at(6), at(7), majority);
        let four_b = two.full_add(two_c, two_d, majority);
        let two_e = one.half_add(at(8));
        let eight_a = four.full_add(four_a, four_b, majority);
        let four_c = two.half_add(two_e);
        let eight_b = four.half_add(four_c);
        eight.full_add(eight_a, eight_b, majority)
    }
}

/// Adds a number of fewer planes.
#[inline(always)]
fn add(sum: &mut [Lanes], number: &[Lanes], majority: impl Majority) {
    let (low, high) = sum.split_at_mut(number.len());
    let mut carry = ZERO;
    for (own, &word) in low.iter_mut().zip(number) {
        carry = own.full_add(word, carry, majority);
    }
    for own in high {
        if !carry.any() {
            return;
        }
        carry = own.half_add(carry);
    }
}
