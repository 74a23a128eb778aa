//! Sums of monomials: the first level.

use super::Level;
use super::word::{LANES, PLANES, Polynomial, Word, ZERO, for_planes};
use crate::exact::layers::plan::Node;
use crate::lanes::Task;

/// Every polynomial has so many planes at least.
const FEWEST: usize = 3;

/// Sums of monomials, one for each node of the first level.
pub(super) struct Leaves<'a> {
    pub(super) leaves: &'a [Node],
    pub(super) subsets: &'a [[u16; 2]],
    pub(super) exponents: &'a [[u8; LANES]],
    pub(super) monomials: &'a [Word],
    pub(super) level: &'a mut Level,
}

impl Task for Leaves<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const MASKS: bool>(self) {
        let Self { leaves, subsets, exponents, monomials, level } = self;
        let exponents: &[[u8; LANES]; 512] = exponents.try_into().expect("all subsets");
        let monomials: &[Word; 512] = monomials.try_into().expect("all subsets");
        let targets = level.polynomials.iter_mut().zip(&mut level.planes);
        for (leaf, (target, planes)) in leaves.iter().zip(targets) {
            let group = Group { subsets: &subsets[leaf.children()], exponents, monomials };
            *planes = match group.subsets.len() {
                ..16 => group.sum::<4>(target),
                16..32 => group.sum::<5>(target),
                32..64 => group.sum::<6>(target),
                64..128 => group.sum::<7>(target),
                _ => group.sum::<11>(target),
            };
        }
    }
}

/// Subsets of the first two planes whose monomials are added.
struct Group<'a> {
    subsets: &'a [[u16; 2]],
    exponents: &'a [[u8; LANES]; 512],
    monomials: &'a [Word; 512],
}

impl Group<'_> {
    #[inline(always)]
    fn monomial(&self, [d, e]: [u16; 2]) -> Word {
        let exponents = &self.exponents[usize::from(d) % 512];
        let monomial = &self.monomials[usize::from(e) % 512];
        let mut result = ZERO;
        for (lane, &by) in exponents.iter().enumerate() {
            result.0[lane] = monomial.0[lane].rotate_left(by.into());
        }
        result
    }

    /// Adds nine to the four lowest planes; the carry.
    #[inline(always)]
    fn add_nine(&self, sum: &mut Polynomial, nine: &[[u16; 2]]) -> Word {
        let at = |i: usize| self.monomial(nine[i]);
        let two_a = sum[0].full_add(at(0), at(1));
        let two_b = sum[0].full_add(at(2), at(3));
        let four_a = sum[1].full_add(two_a, two_b);
        let two_c = sum[0].full_add(at(4), at(5));
        let two_d = sum[0].full_add(at(6), at(7));
        let four_b = sum[1].full_add(two_c, two_d);
        let two_e = sum[0].half_add(at(8));
        let eight_a = sum[2].full_add(four_a, four_b);
        let four_c = sum[1].half_add(two_e);
        let eight_b = sum[2].half_add(four_c);
        sum[3].full_add(eight_a, eight_b)
    }

    /// The sum, which has at most so many planes; and how many it has.
    ///
    /// Nine are added at once: most groups have 18 or 36, as nine translations of the planes
    /// against one another leave phi as it is.
    #[inline(always)]
    fn sum<const MOST: usize>(&self, target: &mut Polynomial) -> usize {
        let mut sum = [ZERO; PLANES];
        let mut nines = self.subsets.chunks_exact(9);
        for nine in &mut nines {
            let mut carry = self.add_nine(&mut sum, nine);
            for_planes!(plane => {
                if plane > 3 && plane < MOST {
                    carry = sum[plane].half_add(carry);
                }
            });
        }
        for &one in nines.remainder() {
            let mut carry = self.monomial(one);
            for_planes!(plane => {
                if plane < MOST {
                    carry = sum[plane].half_add(carry);
                }
            });
        }
        let (mut planes, mut above) = (MOST, ZERO);
        for_planes!(down => {
            if down < MOST - FEWEST {
                above = above.or(sum[MOST - 1 - down]);
                planes -= usize::from(!above.any());
            }
        });
        for_planes!(plane => {
            if plane < MOST {
                target[plane] = sum[plane];
            }
        });
        planes
    }
}
