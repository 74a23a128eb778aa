//! Space of a layer: up to 27 points, with subsets as bits of a number.

use setodds_engine::card::{Card, Deck};
use setodds_engine::combinations::binomial;
use setodds_engine::hand::sets;
use setodds_engine::lanes::set_bits;
use setodds_engine::symmetry::AffineMap;

/// Maximum number of points of a layer.
pub(super) const MAX_POINTS: usize = 27;

/// Set of points: bit `p` is point `p`.
pub(super) type Points = u32;

/// Iterates over the points of a set, in ascending order.
pub(super) fn points(set: Points) -> impl Iterator<Item = usize> {
    set_bits(set.into())
}

/// Affine space of dimension 1 to 3 over the field of three elements.
///
/// In contrast to [`setodds_engine::symmetry::Space`], whose points are those of a whole deck, it
/// works on subsets, a word each, of a space that may be smaller than any deck.
#[derive(Clone, Debug)]
pub(super) struct LayerSpace {
    dimension: usize,
    size: usize,
    lines: Vec<Points>,
}

impl LayerSpace {
    pub(super) fn new(dimension: usize) -> Self {
        let size = [1, 3, 9, 27][dimension];
        // The first cards of the game, which differ only in their last digits.
        let cards: Vec<Card> = Deck::GAME.cards().take(size).collect();
        let lines = sets(&cards, Deck::GAME).map(|[a, b, c]| 1 << a | 1 << b | 1 << c).collect();
        Self { dimension, size, lines }
    }

    /// Returns the number of points of the space.
    pub(super) const fn size(&self) -> usize {
        self.size
    }

    /// Returns the set of all points of the space.
    pub(super) const fn all(&self) -> Points {
        (1 << self.size) - 1
    }

    /// Returns the number of lines of the space.
    pub(super) const fn lines(&self) -> usize {
        self.lines.len()
    }

    /// Returns the number of lines through a point.
    pub(super) const fn lines_through_point(&self) -> usize {
        (self.size - 1) / 2
    }

    /// Returns the number of subsets of `points` points.
    pub(super) fn subsets(&self, points: usize) -> u64 {
        let subsets = binomial(self.size, points).and_then(|number| number.try_into().ok());
        subsets.expect("a layer has at most 27 points")
    }

    /// Returns the number of lines inside a set of `points` points plus those inside its
    /// complement. A line that meets both has two points in one of them, and the number of such
    /// lines follows from the pairs.
    pub(super) const fn sum_with_complement(&self, points: usize) -> usize {
        let pairs = points * points.saturating_sub(1) / 2;
        self.lines() + pairs - self.lines_through_point() * points
    }

    /// Returns the number of lines inside a set of points.
    pub(super) fn sets(&self, set: Points) -> usize {
        self.lines.iter().filter(|&&line| line & !set == 0).count()
    }

    /// Returns, for each point `c`, the points `b` with `a + b + c = 0` for some point `a` of the
    /// set.
    pub(super) fn partners(&self, a: Points) -> [Points; MAX_POINTS] {
        let partner = |c, b| if c < self.size { 1 << Card::third_index(b, c) } else { 0 };
        std::array::from_fn(|c| points(a).fold(0, |partners, b| partners | partner(c, b)))
    }

    /// Calls `accept` with all translates of a set, starting with the set itself, until it returns
    /// `false`. Returns whether it accepted all of them.
    #[inline]
    fn translates(&self, set: Points, mut accept: impl FnMut(Points) -> bool) -> bool {
        let [x, y, z] = [1, 2, 3].map(|digit| if digit <= self.dimension { 3 } else { 1 });
        let mut set = set;
        for _ in 0..z {
            for _ in 0..y {
                for _ in 0..x {
                    if !accept(set) {
                        return false;
                    }
                    set = incremented(set, 0);
                }
                set = incremented(set, 1);
            }
            set = incremented(set, 2);
        }
        true
    }

    /// Returns the translate of a set of points that is least as a number.
    #[inline]
    pub(super) fn least_translate(&self, set: Points) -> Points {
        let mut least = set;
        self.translates(set, |translate| {
            least = least.min(translate);
            true
        });
        least
    }

    /// Returns whether a set of points is the least of its translates as a number.
    #[inline]
    pub(super) fn is_least_translate(&self, set: Points) -> bool {
        self.translates(set, |translate| translate >= set)
    }

    /// Returns the number of different translates of a set of points.
    pub(super) fn different_translates(&self, set: Points) -> usize {
        let mut fixing = 0;
        self.translates(set, |translate| {
            fixing += usize::from(translate == set);
            true
        });
        self.size / fixing
    }
}

/// Returns a set of points with 1 added to one digit of every point, modulo 3. The result is
/// meaningless if the space lacks the digit.
#[inline]
fn incremented(set: Points, digit: usize) -> Points {
    /// For each digit, the mask of the points at which it is below 2.
    const BELOW_TWO: [Points; 3] = [0o333_333_333, 0o077_077_077, 0x3_FFFF];
    let (unit, below) = ([1, 3, 9][digit], BELOW_TWO[digit]);
    (set & below) << unit | (set & !below) >> (2 * unit)
}

/// Linear map of points and of sets of points, stored as the image of each point.
#[derive(Clone, Debug)]
pub(super) struct LinearMap([Points; MAX_POINTS]);

impl LinearMap {
    /// Returns all invertible linear maps of the space.
    pub(super) fn all(space: &LayerSpace) -> Vec<Self> {
        let dimension = u32::try_from(space.dimension).expect("at most 3");
        let mover = |map: AffineMap| {
            let mut images = [0; MAX_POINTS];
            for (point, image) in images.iter_mut().enumerate().take(space.size) {
                *image = 1 << map.image(Card::at(point)).index();
            }
            Self(images)
        };
        AffineMap::linear_maps(dimension).into_iter().map(mover).collect()
    }

    #[inline]
    pub(super) fn image(&self, set: Points) -> Points {
        points(set).fold(0, |image, point| image | self.0[point])
    }
}

/// Iterates over all subsets of `size` points of the first `of` points, in ascending order.
pub(super) fn subsets(of: usize, size: usize) -> impl Iterator<Item = Points> {
    let end = 1_u64 << of;
    let first = (1_u64 << size) - 1;
    let next = |&set: &u64| {
        // The lowest run of bits: its top moves up, the rest moves down.
        let low = set & set.wrapping_neg();
        let up = set + low;
        (set != 0).then(|| up | (set ^ up) >> (low.trailing_zeros() + 2))
    };
    let all = std::iter::successors(Some(first), next).take_while(move |&set| set < end);
    all.map(|set| u32::try_from(set).expect("a layer has at most 27 points"))
}
