//! Uniform numbers below a bound for all deals of a group, exactly.
//!
//! Lemire, "Fast random integer generation in an interval" (2019): of a word `w` of 16 bits and a
//! bound `m`, the upper half of the product `w m` is the number; the words whose lower half is below
//! 2^16 mod m are rejected, and each number is left with floor(2^16/m) words.

use super::GROUP;
use super::lanes::Lanes;

/// One number below `bound` for each deal.
#[inline]
pub(super) fn draw(lanes: &mut Lanes, bound: u16) -> [u16; GROUP] {
    let (mut draws, mut rejected) = reduce(lanes.sixteen_bits(), bound);
    while rejected.contains(&true) {
        let (again, still) = reduce(lanes.sixteen_bits(), bound);
        for deal in 0..GROUP {
            if rejected[deal] {
                draws[deal] = again[deal];
                rejected[deal] = still[deal];
            }
        }
    }
    draws
}

/// The number of each word, and whether the word is rejected.
#[inline]
fn reduce(words: [u16; GROUP], bound: u16) -> ([u16; GROUP], [bool; GROUP]) {
    let surplus = (1 << u16::BITS) % u32::from(bound);
    let mut numbers = [0; GROUP];
    let mut rejected = [false; GROUP];
    for deal in 0..GROUP {
        let product = u32::from(words[deal]) * u32::from(bound);
        let [a, b, c, d] = product.to_le_bytes();
        numbers[deal] = u16::from_le_bytes([c, d]);
        rejected[deal] = u32::from(u16::from_le_bytes([a, b])) < surplus;
    }
    (numbers, rejected)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::Seed;

    #[test]
    fn every_number_has_equally_many_words() {
        for bound in [1, 2, 3, 9, 27, 79, 80, 81, 243, 655, 728, 729] {
            let mut counts = vec![0; usize::from(bound)];
            for start in (0..=u16::MAX).step_by(GROUP) {
                let words = std::array::from_fn(|deal| start + u16::try_from(deal).unwrap());
                let (numbers, rejected) = reduce(words, bound);
                for (number, rejected) in numbers.into_iter().zip(rejected) {
                    counts[usize::from(number)] += u32::from(!rejected);
                }
            }
            assert!(counts.iter().all(|&count| count == 65536 / u32::from(bound)), "{bound}");
        }
    }

    /// Deals that reject take the next step; the others keep their number and ignore it.
    #[test]
    fn only_deals_that_reject_draw_again() {
        let mut lanes = Lanes::of_block(Seed(5), 0);
        let mut again = 0;
        for _ in 0..2000 {
            let mut expected = lanes.clone();
            let draws = draw(&mut lanes, 729);
            let mut open: Vec<usize> = (0..GROUP).collect();
            while !open.is_empty() {
                let (numbers, rejected) = reduce(expected.sixteen_bits(), 729);
                open.retain(|&deal| rejected[deal] || numbers[deal] != draws[deal]);
                again += usize::from(!open.is_empty());
                assert!(open.iter().all(|&deal| rejected[deal]), "an accepted number is kept");
            }
        }
        assert!(again > 100, "the case occurs: {again}");
    }
}
