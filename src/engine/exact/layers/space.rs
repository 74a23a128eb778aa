//! The space of a layer: up to 27 points, and its subsets as bits of a number.

use crate::card::Card;
use crate::hand::combinations::binomial;
use crate::symmetry::AffineMap;
use std::ops::Deref;

/// The most points of a layer.
pub(super) const MOST_POINTS: usize = 27;

/// A set of points: bit `p` is point `p`.
pub(super) type Points = u32;

/// The point that makes the sum of three points zero: the third of a line, if the two differ.
fn third(a: usize, b: usize) -> usize {
    Card::at(a).third(Card::at(b)).index()
}

/// The points of a set, rising.
pub(super) fn points(set: Points) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let first = (rest != 0).then(|| rest.trailing_zeros() as usize);
        rest &= rest.wrapping_sub(1);
        first
    })
}

/// The affine space of dimension 1 to 3 over the field of three elements.
#[derive(Clone, Debug)]
pub(super) struct Space {
    dimension: usize,
    size: usize,
    /// For each two points the one that makes their sum zero.
    thirds: Vec<[u8; MOST_POINTS]>,
    lines: Vec<Points>,
}

impl Space {
    pub(super) fn new(dimension: usize) -> Self {
        let size = [1, 3, 9, 27][dimension];
        let row = |a: usize| {
            let mut row = [0; MOST_POINTS];
            for (b, third_point) in row.iter_mut().enumerate().take(size) {
                *third_point = u8::try_from(third(a, b)).unwrap_or(u8::MAX);
            }
            row
        };
        let pairs = (0..size).flat_map(|a| (a + 1..size).map(move |b| (a, b)));
        let triples = pairs.map(|(a, b)| (a, b, third(a, b))).filter(|&(_, b, c)| b < c);
        let lines = triples.map(|(a, b, c)| 1 << a | 1 << b | 1 << c).collect();
        Self { dimension, size, thirds: (0..size).map(row).collect(), lines }
    }

    pub(super) const fn dimension(&self) -> usize {
        self.dimension
    }

    /// The number of points.
    pub(super) const fn size(&self) -> usize {
        self.size
    }

    /// The number of subsets of so many points.
    pub(super) fn subsets(&self, points: usize) -> u64 {
        binomial(self.size, points).and_then(|number| number.try_into().ok()).unwrap_or(u64::MAX)
    }

    /// The lines inside a set.
    pub(super) fn sets(&self, set: Points) -> usize {
        self.lines.iter().filter(|&&line| line & !set == 0).count()
    }

    /// For each point `c` the number of pairs of a point of `a` and one of `b` that make the sum
    /// with `c` zero.
    pub(super) fn field(&self, a: Points, b: Points) -> [u8; MOST_POINTS] {
        let mut field = [0; MOST_POINTS];
        for first in points(a) {
            for (count, &second) in field.iter_mut().zip(&self.thirds[first]).take(self.size) {
                *count += (b >> second & 1).to_le_bytes()[0];
            }
        }
        field
    }

    /// All translates of a set, itself first.
    pub(super) fn translates(&self, set: Points) -> Translates {
        let mut translates = Translates { sets: [set; MOST_POINTS], number: 1 };
        for digit in 0..self.dimension {
            let number = translates.number;
            for place in 0..2 * number {
                translates.sets[number + place] = turned(translates.sets[place], digit);
            }
            translates.number = 3 * number;
        }
        translates
    }
}

/// The translates of a set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Translates {
    sets: [Points; MOST_POINTS],
    number: usize,
}

impl Deref for Translates {
    type Target = [Points];

    fn deref(&self) -> &[Points] {
        &self.sets[..self.number]
    }
}

/// Every point moved by one unit in a digit.
fn turned(set: Points, digit: usize) -> Points {
    /// The points whose digit is below 2.
    const BELOW_TWO: [Points; 3] = [0o333_333_333, 0o077_077_077, 0x3_FFFF];
    let (unit, below) = ([1, 3, 9][digit], BELOW_TWO[digit]);
    (set & below) << unit | (set & !below) >> (2 * unit)
}

/// A linear map as it moves sets.
#[derive(Clone, Debug)]
pub(super) struct Mover([Points; MOST_POINTS]);

impl Mover {
    /// All that belong to the space.
    pub(super) fn all(space: &Space) -> Vec<Self> {
        let dimension = u32::try_from(space.dimension).expect("at most 3");
        let mover = |map: AffineMap| {
            let mut images = [0; MOST_POINTS];
            for (point, image) in images.iter_mut().enumerate().take(space.size) {
                *image = 1 << map.image(Card::at(point)).index();
            }
            Self(images)
        };
        AffineMap::linear_maps(dimension).into_iter().map(mover).collect()
    }

    /// The image of a set.
    pub(super) fn image(&self, set: Points) -> Points {
        points(set).map(|point| self.0[point]).sum()
    }
}

/// Numbers the subsets of each size, in the order of their bits read as a number.
#[derive(Clone, Debug)]
pub(super) struct Ranking {
    /// What the points in each ninth of the bits add, when so many are below:
    /// `[third][below][bits]`.
    parts: [Vec<[u32; 512]>; 3],
}

impl Ranking {
    pub(super) fn new() -> Self {
        let part = |third: usize| {
            let row = |below: usize| std::array::from_fn(|bits| added(9 * third, below, bits));
            (0..=9 * third).map(row).collect()
        };
        Self { parts: [part(0), part(1), part(2)] }
    }

    /// How many subsets of as many points come before this one.
    #[inline]
    pub(super) fn rank(&self, set: Points) -> usize {
        let part = |third: usize| set as usize >> (9 * third) & 511;
        let below = [0, part(0).count_ones(), (set & 0x3_FFFF).count_ones()];
        let added = |third: usize| self.parts[third][below[third] as usize][part(third)];
        (0..3).map(|third| added(third) as usize).sum()
    }
}

/// The part of a rank that comes from the points `first + bits`, the (below + 1)st and later.
fn added(first: usize, below: usize, bits: usize) -> u32 {
    let places = (0..9).filter(|place| bits >> place & 1 == 1);
    let terms = places.zip(below + 1..).map(|(place, number)| binomial(first + place, number));
    let sum: u128 = terms.map(Option::unwrap_or_default).sum();
    u32::try_from(sum).unwrap_or(u32::MAX)
}

/// All subsets of `size` points of the first `of`, in the order of their numbers.
pub(super) fn subsets(of: usize, size: usize) -> impl Iterator<Item = Points> {
    let end = 1_u64 << of;
    let first = (1_u64 << size) - 1;
    let next = |&set: &u64| {
        // The lowest run of bits: its top moves up, the rest goes down.
        let low = set & set.wrapping_neg();
        let up = set + low;
        (set != 0).then(|| up | ((set ^ up) / low) >> 2)
    };
    let all = std::iter::successors(Some(first), next).take_while(move |&set| set < end);
    all.map(|set| u32::try_from(set).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_come_in_the_order_of_their_ranks() {
        let ranking = Ranking::new();
        for (of, size) in [(27, 4), (27, 0), (27, 1), (9, 5), (3, 3), (27, 26), (27, 27)] {
            let all: Vec<Points> = subsets(of, size).collect();
            assert_eq!(all.len() as u128, binomial(of, size).unwrap());
            for (rank, &set) in all.iter().enumerate() {
                assert_eq!((ranking.rank(set), set.count_ones() as usize), (rank, size));
            }
        }
    }

    #[test]
    fn lines_fields_and_translates_are_those_of_the_definition() {
        for (dimension, lines) in [(1, 1), (2, 12), (3, 117)] {
            let space = Space::new(dimension);
            let size = space.size();
            assert_eq!(space.sets((1 << size) - 1), lines);
            let (a, b) = (0b101_1001_1011 & ((1 << size) - 1), 0b110 & ((1 << size) - 1));
            let field = space.field(a, b);
            for (c, &pairs) in field.iter().enumerate() {
                let thirds = points(a).flat_map(|x| points(b).map(move |y| third(x, y)));
                assert_eq!(thirds.filter(|&point| point == c).count(), usize::from(pairs));
            }
            let mut translates = space.translates(a).to_vec();
            assert_eq!(translates[0], a);
            translates.sort_unstable();
            let sum = |p, by| crate::symmetry::sum(Card::at(p), Card::at(by)).index();
            let moved = |by| points(a).map(|p| 1 << sum(p, by)).sum::<Points>();
            let mut expected: Vec<_> = (0..size).map(moved).collect();
            expected.sort_unstable();
            assert_eq!(translates, expected);
        }
    }
}
