//! Colours of the points of a hand: 64-bit mixtures of what affine maps leave as it is.

use super::Space;
use crate::card::Card;

/// The place of a point in the hand.
pub(super) type PointPlace = u16;

/// An odd number; also what a point gets that is individualized.
const CHOSEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A mixture of 64 bits (two rounds of multiplication with odd numbers, as in `splitmix64`).
#[inline]
pub(super) const fn mixed(bits: u64) -> u64 {
    let once = bits.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (once ^ (once >> 32)).wrapping_mul(0x94d0_49bb_1331_11eb)
}

/// Colours of the points of a hand, and their places in the order of the colours.
#[derive(Clone, Debug, Default)]
pub(super) struct Colouring {
    colours: Vec<u64>,
    order: Vec<PointPlace>,
}

impl Colouring {
    /// The first colours of the points, whose number is given: what the third points of their pairs
    /// are like.
    pub(super) fn begin(&mut self, points: usize, thirds: &[Card], of: impl Fn(Card) -> u64) {
        let (colours, mut thirds) = (&mut self.colours, thirds.iter());
        colours.clear();
        for place in 0..points {
            // A sum is the same for every order of the points, as maps change it.
            let mut sum = 0_u64;
            for (other, &third) in colours.iter_mut().zip(thirds.by_ref().take(place)) {
                let colour = of(third);
                *other = other.wrapping_add(colour);
                sum = sum.wrapping_add(colour);
            }
            colours.push(sum);
        }
    }

    /// Refines by the colours of the pairs that have their third points in common. `marks` is
    /// scratch space: a number for each point of the space.
    pub(super) fn refine_by_pairs(&mut self, points: &[Card], thirds: &[Card], marks: &mut [u64]) {
        let colours = &mut self.colours;
        for &third in thirds {
            marks[third.index()] = 0;
        }
        for (&point, &colour) in points.iter().zip(&*colours) {
            // A third point in the hand counts with its own colour.
            marks[point.index()] = mixed(colour);
        }
        let mut third = thirds.iter().map(|&third| third.index());
        for (place, &colour) in colours.iter().enumerate() {
            for (&other, third) in colours[..place].iter().zip(third.by_ref()) {
                let pair = mixed(colour.wrapping_add(other));
                marks[third] = marks[third].wrapping_add(pair);
            }
        }
        let mut third = thirds.iter().map(|&third| third.index());
        for place in 0..colours.len() {
            // The colour before is part of the new one: cells are split, never joined.
            let mut sum = colours[place].wrapping_mul(CHOSEN);
            for (other, third) in colours[..place].iter_mut().zip(third.by_ref()) {
                let mark = mixed(marks[third]);
                *other = other.wrapping_add(mark);
                sum = sum.wrapping_add(mark);
            }
            colours[place] = sum;
        }
        self.sort();
    }

    /// Refines by the colours of the points in the same hyperplane and in the two parallel to it,
    /// for each hyperplane through a point. Sees what pairs do not: few points of a large space
    /// have no third points in common.
    pub(super) fn refine_by_hyperplanes(&mut self, points: &[Card], space: &Space) {
        let mixtures: Vec<u64> = self.colours.iter().map(|&colour| mixed(colour)).collect();
        for sides in space.hyperplanes() {
            let mut sums = [0_u64; 3];
            for (&point, &mixture) in points.iter().zip(&mixtures) {
                let sum = &mut sums[usize::from(sides[point.index()])];
                *sum = sum.wrapping_add(mixture);
            }
            let sums = sums.map(mixed);
            // Alike for the two other hyperplanes, which maps may exchange.
            let all = sums.iter().fold(0_u64, |all, &sum| all.wrapping_add(sum));
            let seen = sums.map(|sum| mixed(all ^ sum.wrapping_mul(CHOSEN)));
            for (&point, colour) in points.iter().zip(&mut self.colours) {
                *colour = colour.wrapping_add(seen[usize::from(sides[point.index()])]);
            }
        }
        self.sort();
    }

    /// Copies a colouring and gives one point a colour of its own. The result is not sorted.
    pub(super) fn individualize(&mut self, place: PointPlace, before: &Self) {
        self.colours.clone_from(&before.colours);
        let colour = &mut self.colours[usize::from(place)];
        *colour = mixed(*colour ^ CHOSEN);
    }

    /// A mixture of all colours.
    pub(super) fn sum(&self) -> u64 {
        self.colours.iter().fold(0, |sum, &colour| sum.wrapping_add(mixed(colour)))
    }

    fn sort(&mut self) {
        let Self { colours, order } = self;
        order.clear();
        order.extend((0..).zip(&*colours).map(|(place, _): (PointPlace, _)| place));
        order.sort_unstable_by_key(|&place| colours[usize::from(place)]);
    }

    /// The sets of equally coloured points, by rising colours.
    pub(super) fn cells(&self) -> impl Iterator<Item = &[PointPlace]> {
        let colour = |place: PointPlace| self.colours[usize::from(place)];
        self.order.chunk_by(move |&one, &other| colour(one) == colour(other))
    }

    /// Whether all colours are different.
    pub(super) fn is_discrete(&self) -> bool {
        self.cells().all(|cell| cell.len() == 1)
    }

    /// Keeps those of the places that have the colour of this one, which is among them; nothing if
    /// one of them has a greater colour.
    pub(super) fn keep_greatest(
        &self,
        places: &mut Vec<PointPlace>,
        greatest: usize,
    ) -> Option<()> {
        let (colour, greatest) =
            (|place: PointPlace| self.colours[usize::from(place)], self.colours[greatest]);
        if places.iter().any(|&place| colour(place) > greatest) {
            return None;
        }
        places.retain(|&place| colour(place) == greatest);
        Some(())
    }
}
