//! Sums of monomials: the first level.

use super::Level;
use super::lanes::{LANES, Lanes, PLANES, Polynomial, ZERO, full_add, rotated};
use crate::exact::layers::plan::Node;
use crate::lanes::Task;

/// Every polynomial has so many planes at least.
const FEWEST: usize = 3;

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
    fn run<const MASKS: bool>(self) {
        let Self { nodes, subsets, exponents, monomials, level } = self;
        let exponents = exponents.try_into().expect("all subsets");
        let monomials = monomials.try_into().expect("all subsets");
        let monomials = Monomials { exponents, monomials };
        let targets = level.polynomials.iter_mut().zip(&mut level.planes);
        for (node, (target, planes)) in nodes.iter().zip(targets) {
            *planes = monomials.sum(&subsets[node.children()], target);
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
    fn monomial(&self, [d, e]: [u16; 2], lane: usize) -> u64 {
        let by = self.exponents[usize::from(d) % 512][lane];
        rotated(self.monomials[usize::from(e) % 512].0[lane], by.into())
    }

    /// The sum and the number of its planes.
    ///
    /// 18 are added at once: most groups have 18 or 36, as nine translations of the planes against
    /// one another leave phi as it is, and so does their exchange.
    #[inline(always)]
    fn sum(&self, subsets: &[[u16; 2]], target: &mut Polynomial) -> usize {
        let (eighteens, rest) = subsets.as_chunks();
        let (nines, ones) = rest.as_chunks();
        let bits = (usize::BITS - subsets.len().leading_zeros()) as usize;
        let end = bits.clamp(OF_EIGHTEEN, PLANES);
        if let Some(first) = eighteens.first() {
            target[..OF_EIGHTEEN].copy_from_slice(&self.eighteen(first));
            target[OF_EIGHTEEN..=end].fill(ZERO);
        } else {
            target[..=end].fill(ZERO);
        }
        for eighteen in eighteens.iter().skip(1) {
            add(&mut target[..end], &self.eighteen(eighteen));
        }
        for nine in nines {
            add(&mut target[..end], &self.nine(nine));
        }
        for &one in ones {
            let monomial = std::array::from_fn(|lane| self.monomial(one, lane));
            add(&mut target[..end], &[Lanes(monomial)]);
        }
        let used = (FEWEST..end).rfind(|&plane| target[plane].any());
        used.map_or(FEWEST, |plane| plane + 1)
    }

    #[inline(always)]
    fn eighteen(&self, subsets: &[[u16; 2]; 18]) -> [Lanes; OF_EIGHTEEN] {
        let (low, rest) = subsets.split_first_chunk().expect("nine of eighteen");
        let high = rest.first_chunk().expect("nine of eighteen");
        let mut sum = [ZERO; OF_EIGHTEEN];
        for lane in 0..LANES {
            let (nine, _) = self.add_nine([0; 4], low, lane);
            let (all, sixteen) = self.add_nine(nine, high, lane);
            sum[0].0[lane] = all[0];
            sum[1].0[lane] = all[1];
            sum[2].0[lane] = all[2];
            sum[3].0[lane] = all[3];
            sum[4].0[lane] = sixteen;
        }
        sum
    }

    #[inline(always)]
    fn nine(&self, subsets: &[[u16; 2]; 9]) -> [Lanes; 4] {
        let mut sum = [ZERO; 4];
        for lane in 0..LANES {
            let (nine, _) = self.add_nine([0; 4], subsets, lane);
            sum[0].0[lane] = nine[0];
            sum[1].0[lane] = nine[1];
            sum[2].0[lane] = nine[2];
            sum[3].0[lane] = nine[3];
        }
        sum
    }

    /// Adds nine to the four lowest planes of one pair; also the carry.
    #[inline(always)]
    fn add_nine(&self, own: [u64; 4], nine: &[[u16; 2]; 9], lane: usize) -> ([u64; 4], u64) {
        let at = |i: usize| self.monomial(nine[i], lane);
        let [one, two_a] = full_add(own[0], at(0), at(1));
        let [one, two_b] = full_add(one, at(2), at(3));
        let [two, four_a] = full_add(own[1], two_a, two_b);
        let [one, two_c] = full_add(one, at(4), at(5));
        let [one, two_d] = full_add(one, at(6), at(7));
        let [two, four_b] = full_add(two, two_c, two_d);
        let [one, two_e] = full_add(one, at(8), 0);
        let [four, eight_a] = full_add(own[2], four_a, four_b);
        let [two, four_c] = full_add(two, two_e, 0);
        let [four, eight_b] = full_add(four, four_c, 0);
        let [eight, carry] = full_add(own[3], eight_a, eight_b);
        ([one, two, four, eight], carry)
    }
}

/// Adds a number of fewer planes.
#[inline(always)]
fn add(sum: &mut [Lanes], number: &[Lanes]) {
    let (low, high) = sum.split_at_mut(number.len());
    let mut carry = ZERO;
    for (own, &word) in low.iter_mut().zip(number) {
        carry = own.full_add(word, carry);
    }
    for own in high {
        if !carry.any() {
            return;
        }
        carry = own.half_add(carry);
    }
}
