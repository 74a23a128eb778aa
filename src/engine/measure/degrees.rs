//! Degrees of cards: for each card the number of sets that contain it, counted for all cards at
//! once.

use crate::lanes::Element;

/// The degree of each card, the number of sets that contain it, stored as bit planes: `planes[i]`
/// holds bit `i` of all degrees, one bit per card.
pub(super) struct Degrees<B> {
    planes: [B; PLANES],
}

/// The number of bit planes: the degree of a card is at most half the number of other cards, and a
/// hand has at most 128 cards.
const PLANES: usize = 64_usize.ilog2() as usize;

impl<B: Element> Degrees<B> {
    #[inline]
    pub(super) fn new(sets: &[B]) -> Self {
        let mut degrees = Self { planes: [B::default(); PLANES] };
        // No degree exceeds the number of sets, so few sets need few planes.
        match sets.len() {
            ..8 => degrees.count::<3>(sets),
            8..16 => degrees.count::<4>(sets),
            16..32 => degrees.count::<5>(sets),
            _ => degrees.count::<PLANES>(sets),
        }
        degrees
    }

    /// Counts the sets that contain each card, for degrees below 2^`BITS`. Carries always run
    /// through all planes: an early exit would be an unpredictable branch.
    #[inline]
    fn count<const BITS: usize>(&mut self, sets: &[B]) {
        let mut planes = [B::default(); BITS];
        for &set in sets {
            let mut carry = set;
            for plane in &mut planes {
                (*plane, carry) = (*plane ^ carry, *plane & carry);
            }
        }
        self.planes[..BITS].copy_from_slice(&planes);
    }

    /// Returns the cards in at least one set.
    #[inline]
    pub(super) fn covered(&self) -> B {
        self.planes.iter().fold(B::default(), |cards, &plane| cards | plane)
    }

    /// Returns the cards in exactly one set.
    #[inline]
    pub(super) fn degree_one(&self) -> B {
        let [ones, more @ ..] = &self.planes;
        more.iter().fold(*ones, |cards, &plane| cards & !plane)
    }

    /// Returns a card of the lowest degree above 0. There must be at least one set.
    pub(super) fn min_degree(&self) -> B {
        let mut cards = self.covered();
        for &plane in self.planes.iter().rev() {
            if cards & !plane != B::default() {
                cards = cards & !plane;
            }
        }
        lowest(cards)
    }

    /// Returns a card of the highest degree, and that degree.
    #[inline]
    pub(super) fn max_degree(&self) -> (B, u32) {
        let (mut cards, mut degree) = (!B::default(), 0);
        for &plane in self.planes.iter().rev() {
            let higher = cards & plane != B::default();
            if higher {
                cards = cards & plane;
            }
            degree = 2 * degree + u32::from(higher);
        }
        (lowest(cards), degree)
    }
}

impl Degrees<u64> {
    /// Returns an upper bound for the sum of the `number` highest degrees; exact if no degree is
    /// above 7.
    #[inline]
    pub(super) fn highest(&self, number: u32) -> u32 {
        let [ones, twos, fours, more @ ..] = self.planes;
        if more.iter().any(|&plane| plane != 0) {
            return number * self.max_degree().1;
        }
        // A degree is the number of thresholds 1, 2, ..., 7 that it reaches.
        let reached = [
            ones | twos | fours,
            twos | fours,
            fours | twos & ones,
            fours,
            fours & (twos | ones),
            fours & twos,
            fours & twos & ones,
        ];
        reached.map(|cards| cards.count_ones().min(number)).iter().sum()
    }
}

/// Returns the card in the lowest bit of a bit mask of cards, or an empty mask if there is no card.
#[inline]
pub(super) fn lowest<B: Element>(cards: B) -> B {
    cards & B::default().wrapping_sub(cards)
}

/// Keeps the elements of `all[from..]` for which `keep` returns `true`, in order and without
/// branches.
#[inline]
pub(super) fn retain_from<B: Copy>(all: &mut Vec<B>, from: usize, keep: impl Fn(B) -> bool) {
    let mut end = from;
    for place in from..all.len() {
        all[end] = all[place];
        end += usize::from(keep(all[place]));
    }
    all.truncate(end);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn degrees_are_counted(sets in prop::collection::vec(any::<u64>(), 1..60)) {
            let degree =
                |card: u64| sets.iter().filter(|&&set| set & card != 0).count();
            let degrees = Degrees::new(&sets);
            for card in (0..64).map(|place| 1_u64 << place) {
                prop_assert_eq!(degrees.covered() & card != 0, degree(card) > 0);
                prop_assert_eq!(degrees.degree_one() & card != 0, degree(card) == 1);
            }
            let all = || (0..64).map(|place| degree(1 << place));
            let (card, most) = degrees.max_degree();
            prop_assert_eq!(degree(card), all().max().unwrap_or(0));
            prop_assert_eq!(degree(card), most as usize);
            let mut highest: Vec<usize> = all().collect();
            highest.sort_unstable_by(|a, b| b.cmp(a));
            for number in 0..10_u32 {
                let sum: usize = highest[..number as usize].iter().sum();
                let bound = degrees.highest(number) as usize;
                prop_assert!(bound >= sum);
                prop_assert!(most > 7 || bound == sum);
            }
            let least = all().filter(|&degree| degree > 0).min();
            prop_assert_eq!(least.unwrap_or(0), degree(degrees.min_degree()));
        }
    }

    #[test]
    fn the_highest_degrees_are_added() {
        // Card 0 is in 7 sets, card 1 in 6, ..., card 6 in one.
        let sets: Vec<u64> = (1..=7).map(|cards| (1 << cards) - 1).collect();
        let degrees = Degrees::new(&sets);
        let sums: Vec<u32> = (0..=8).map(|number| degrees.highest(number)).collect();
        assert_eq!(sums, [0, 7, 13, 18, 22, 25, 27, 28, 28]);
        assert_eq!((degrees.covered(), degrees.degree_one()), (127, 64));
        assert_eq!((degrees.min_degree(), degrees.max_degree()), (64, (1, 7)));
        // With a degree above 7, the bound counts every degree as the highest one.
        let degrees = Degrees::new(&[0b11_u64; 9]);
        assert_eq!((degrees.highest(3), degrees.max_degree()), (27, (1, 9)));
    }
}
