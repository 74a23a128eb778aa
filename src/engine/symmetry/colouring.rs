//! Colours of the points of a hand: 64-bit hashes of affine-invariant properties.

use super::Space;
use crate::card::Card;

/// Index of a point in a hand.
pub(super) type PointIndex = u16;

/// Odd multiplier of hashes, also mixed into the colour of an individualized point.
const CHOSEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Hashes a 64-bit word by multiplying it twice by an odd constant, as `splitmix64` does.
#[inline]
pub(super) const fn mix(bits: u64) -> u64 {
    let once = bits.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (once ^ (once >> 32)).wrapping_mul(0x94d0_49bb_1331_11eb)
}

/// Colours of the points of a hand, and the points sorted by colour.
#[derive(Clone, Debug, Default)]
pub(super) struct Colouring {
    colours: Vec<u64>,
    order: Vec<PointIndex>,
}

impl Colouring {
    /// Sets the colour of each of the `points` points to the sum, over the pairs with that point,
    /// of the colour that `of` gives to the third point of the pair.
    pub(super) fn begin(&mut self, points: usize, thirds: &[Card], of: impl Fn(Card) -> u64) {
        let (colours, mut thirds) = (&mut self.colours, thirds.iter());
        colours.clear();
        for place in 0..points {
            // A sum does not depend on the order of the points, which maps change.
            let mut sum = 0_u64;
            for (other, &third) in colours.iter_mut().zip(thirds.by_ref().take(place)) {
                let colour = of(third);
                *other = other.wrapping_add(colour);
                sum = sum.wrapping_add(colour);
            }
            colours.push(sum);
        }
    }

    /// Refines each colour by the colours of the pairs that share a third point with its pairs.
    /// `marks` is scratch space with one number for each point of the space.
    pub(super) fn refine_by_pairs(&mut self, points: &[Card], thirds: &[Card], marks: &mut [u64]) {
        let colours = &mut self.colours;
        for &third in thirds {
            marks[third.index()] = 0;
        }
        for (&point, &colour) in points.iter().zip(&*colours) {
            // A third point that is in the hand contributes its own colour.
            marks[point.index()] = mix(colour);
        }
        let mut third = thirds.iter().map(|&third| third.index());
        for (place, &colour) in colours.iter().enumerate() {
            for (&other, third) in colours[..place].iter().zip(third.by_ref()) {
                let pair = mix(colour.wrapping_add(other));
                marks[third] = marks[third].wrapping_add(pair);
            }
        }
        let mut third = thirds.iter().map(|&third| third.index());
        for place in 0..colours.len() {
            // The previous colour is part of the new one: cells are split, never joined.
            let mut sum = colours[place].wrapping_mul(CHOSEN);
            for (other, third) in colours[..place].iter_mut().zip(third.by_ref()) {
                let mark = mix(marks[third]);
                *other = other.wrapping_add(mark);
                sum = sum.wrapping_add(mark);
            }
            colours[place] = sum;
        }
        self.sort();
    }

    /// Refines each colour by the colours of the points in the same hyperplane and in its two
    /// parallels, for each hyperplane through the point. Separates points that pairs do not:
    /// pairs of a few points in a large space rarely share a third point.
    pub(super) fn refine_by_hyperplanes(&mut self, points: &[Card], space: &Space) {
        let mixtures: Vec<u64> = self.colours.iter().map(|&colour| mix(colour)).collect();
        for sides in space.hyperplanes() {
            let mut sums = [0_u64; 3];
            for (&point, &mixture) in points.iter().zip(&mixtures) {
                let sum = &mut sums[usize::from(sides[point.index()])];
                *sum = sum.wrapping_add(mixture);
            }
            let sums = sums.map(mix);
            // Symmetric in the other two hyperplanes, which maps may exchange.
            let all = sums.iter().fold(0_u64, |all, &sum| all.wrapping_add(sum));
            let seen = sums.map(|sum| mix(all ^ sum.wrapping_mul(CHOSEN)));
            for (&point, colour) in points.iter().zip(&mut self.colours) {
                *colour = colour.wrapping_add(seen[usize::from(sides[point.index()])]);
            }
        }
        self.sort();
    }

    /// Copies the colouring `before` and gives one point a colour of its own. Does not sort the
    /// result.
    pub(super) fn individualize(&mut self, place: PointIndex, before: &Self) {
        self.colours.clone_from(&before.colours);
        let colour = &mut self.colours[usize::from(place)];
        *colour = mix(*colour ^ CHOSEN);
    }

    /// Returns an order-independent hash of all colours.
    pub(super) fn sum(&self) -> u64 {
        self.colours.iter().fold(0, |sum, &colour| sum.wrapping_add(mix(colour)))
    }

    fn sort(&mut self) {
        let Self { colours, order } = self;
        order.clear();
        order.extend((0..).zip(&*colours).map(|(place, _): (PointIndex, _)| place));
        order.sort_unstable_by_key(|&place| colours[usize::from(place)]);
    }

    /// Returns an iterator over the sets of equally coloured points, in ascending order of colour.
    pub(super) fn cells(&self) -> impl Iterator<Item = &[PointIndex]> {
        let colour = |place: PointIndex| self.colours[usize::from(place)];
        self.order.chunk_by(move |&one, &other| colour(one) == colour(other))
    }

    /// Returns whether no two points have the same colour.
    pub(super) fn is_discrete(&self) -> bool {
        self.cells().all(|cell| cell.len() == 1)
    }

    /// Retains the points whose colour is that of the point `greatest`, which must be among them.
    /// Returns `None`, and retains all, if any of them has a greater colour.
    pub(super) fn keep_greatest(
        &self,
        places: &mut Vec<PointIndex>,
        greatest: usize,
    ) -> Option<()> {
        let (colour, greatest) =
            (|place: PointIndex| self.colours[usize::from(place)], self.colours[greatest]);
        if places.iter().any(|&place| colour(place) > greatest) {
            return None;
        }
        places.retain(|&place| colour(place) == greatest);
        Some(())
    }
}
