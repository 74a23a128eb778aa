//! Third layers of a pair: checks of their exponents, and complements.
//!
//! # Complements
//!
//! A line that meets both a set and its complement has two points in one of them. So s(A) and s(A')
//! of the complement have a sum that depends only on |A| = a: 117 - 13a + C(a,2) for 27 points. The
//! field at all points of V adds up to ab, so v(C) + v(C') is this sum for C, plus ab. It is
//! therefore enough to count the C without a certain point, which saves half of the additions;
//! those with the point are the complements. If only few sizes of C are needed, this does not pay,
//! because their complements have other sizes.
//!
//! The field of A' and B' is w + 27 - a - b: of the 27 pairs of points that have the sum -c, those
//! with a point in A and those with a point in B are subtracted, and those with both were
//! subtracted twice. So the counts for A, B also apply to A', B', with v' = v + c(27 - a - b),
//! where c is the size of C.

use super::dense;
use super::pairs::LayerPair;
use super::plan::{EliminationPlan, Monomials, PLANE};
use super::sliced::{COEFFICIENTS, Sliced};
use super::space::{LayerSpace, MAX_POINTS, Points, points};
use setodds_engine::combinations::binomial;

/// Third layers of the sizes that a pass needs, and the plan for counting them.
#[derive(Debug)]
pub(super) struct Thirds {
    plan: EliminationPlan,
    /// Index of the first of a layer's points among 27 points, of which the layer uses the last
    /// ones.
    first: usize,
    /// Set of the points allowed in the third layers that are counted.
    universe: Points,
    /// Number of lines that consist of points of `universe`.
    lines: usize,
    /// Number of lines through each point of `universe`.
    lines_through_point: usize,
    /// For each size, the number of third layers that contain 0, 1, ..., 6 given points.
    hold: Vec<[u64; 7]>,
    space: LayerSpace,
}

/// Number of third layers of one size for each exponent, from the exponent `first` on.
#[derive(Clone, Debug)]
pub(super) struct ExponentCounts {
    pub(super) first: usize,
    pub(super) counts: Vec<u32>,
}

/// For each size, the number of third layers of a pair for each exponent, or `None` for a size that
/// is not counted.
pub(super) type ExponentCountsBySize = [Option<ExponentCounts>; MAX_POINTS + 1];

impl Thirds {
    /// Creates a counter of the third layers of the needed sizes, the bits set in `sizes`. If that
    /// is cheaper, it counts only those without a certain point, and derives the others as
    /// complements.
    pub(super) fn new(space: &LayerSpace, monomials: &Monomials, sizes: u32) -> Self {
        let size = space.size();
        let both = (0..=size)
            .filter(|c| sizes >> c & 1 == 1)
            .fold(sizes, |both, c| both | 1 << (size - c));
        // The layer of all points would have the omitted point.
        let both = both & !(1 << size);
        // The first level costs about half as much as the rest, half of which is saved.
        let cheaper = 2 * count_monomials(both, PLANE - 1) < 3 * count_monomials(sizes, PLANE);
        if size == MAX_POINTS && cheaper {
            Self::mirrored(space, monomials, both)
        } else {
            Self::in_full(space, monomials, sizes)
        }
    }

    /// Creates a counter that counts each third layer of the needed sizes itself.
    pub(super) fn in_full(space: &LayerSpace, monomials: &Monomials, sizes: u32) -> Self {
        let first = MAX_POINTS - space.size();
        let universe = space.all() << first;
        let plan = EliminationPlan::new(monomials, universe, sizes);
        let (lines, lines_through_point) = (space.lines(), space.lines_through_point());
        let (hold, space) = (subset_counts(universe), space.clone());
        Self { plan, first, universe, lines, lines_through_point, hold, space }
    }

    /// Creates a counter of the third layers that do not contain the first point of the last plane;
    /// [`Self::add_mirrored`] adds their complements.
    fn mirrored(space: &LayerSpace, monomials: &Monomials, sizes: u32) -> Self {
        let universe = space.all() & !(1 << (2 * PLANE));
        let plan = EliminationPlan::new(monomials, universe, sizes);
        let lines = space.lines() - space.lines_through_point();
        let lines_through_point = space.lines_through_point() - 1;
        let (hold, space) = (subset_counts(universe), space.clone());
        Self { plan, first: 0, universe, lines, lines_through_point, hold, space }
    }

    /// Returns the field of a pair of layers at 27 points, 0 at points that a smaller layer does
    /// not have.
    fn field(&self, pair: &LayerPair) -> [u8; MAX_POINTS] {
        std::array::from_fn(|point| point.checked_sub(self.first).map_or(0, |at| pair.field[at]))
    }

    /// Returns the number of third layers of a size, the sum of their exponents, and the sum of the
    /// squares.
    fn moments(&self, size: usize, field: &[u8; MAX_POINTS]) -> [u64; 3] {
        let weights = points(self.universe).map(|point| u64::from(field[point]));
        let (sum, squares) = weights.fold((0, 0), |(sum, squares), w| (sum + w, squares + w * w));
        let hold = |given: usize| self.hold[size][given];
        let [all, lines, through] =
            [self.universe.count_ones() as usize, self.lines, self.lines_through_point]
                .map(|number| number as u64);
        let meeting = all * through * through.saturating_sub(1);
        let apart = lines * lines.saturating_sub(1) - meeting;
        let of_points = squares * hold(1) + (sum * sum - squares) * hold(2);
        let of_lines = lines * hold(3) + meeting * hold(5) + apart * hold(6);
        let of_both = 2 * sum * (through * hold(3) + (lines - through) * hold(4));
        [hold(0), lines * hold(3) + sum * hold(1), of_points + of_lines + of_both]
    }

    /// Counts the third layers of up to eight pairs, and calls `visit` with each pair and its
    /// counts.
    pub(super) fn count(
        &self,
        counter: &mut Sliced,
        monomials: &Monomials,
        pairs: &[LayerPair],
        mut visit: impl FnMut(&LayerPair, &ExponentCountsBySize),
    ) {
        let fields: Vec<_> = pairs.iter().map(|pair| self.field(pair)).collect();
        let lanes = std::array::from_fn(|point| {
            std::array::from_fn(|lane| fields.get(lane).map_or(0, |field| field[point].into()))
        });
        counter.run(&self.plan, monomials, &lanes);
        for (lane, (pair, field)) in pairs.iter().zip(&fields).enumerate() {
            let unwrapped = self.unwrapped(counter, lane, field);
            let dense = || self.dense(monomials, counter.lines(), field);
            let mut all = unwrapped.unwrap_or_else(dense);
            self.add_mirrored(pair, &mut all);
            visit(pair, &all);
        }
    }

    /// Recovers the histograms of one pair from exponents modulo 64, or returns `None` if a
    /// histogram does not fit into a window of 64 exponents.
    fn unwrapped(
        &self,
        counter: &Sliced,
        lane: usize,
        field: &[u8; MAX_POINTS],
    ) -> Option<ExponentCountsBySize> {
        let mut all = ExponentCountsBySize::default();
        for &(size, state) in &self.plan.results {
            let moments = self.moments(size, field);
            let mean = usize::try_from(moments[1] / moments[0]).expect("below 320");
            let first = mean.saturating_sub(COEFFICIENTS / 2);
            let coefficients = counter.coefficients(state.into(), lane);
            let counts = (first..first + COEFFICIENTS).map(|at| coefficients[at % COEFFICIENTS]);
            let histogram = ExponentCounts { first, counts: counts.collect() };
            if histogram.moments() != moments {
                return None;
            }
            all[size] = Some(histogram);
        }
        Some(all)
    }

    /// Counts the third layers of one pair with arrays that have room for every exponent.
    pub(super) fn dense(
        &self,
        monomials: &Monomials,
        lines: &[u8],
        field: &[u8; MAX_POINTS],
    ) -> ExponentCountsBySize {
        let mut all = ExponentCountsBySize::default();
        for (size, counts) in dense::run(&self.plan, monomials, lines, field) {
            let histogram = ExponentCounts { first: 0, counts: counts.to_vec() };
            assert_eq!(histogram.moments(), self.moments(size, field), "every third layer counts");
            all[size] = Some(histogram);
        }
        all
    }

    /// Adds the counts of the third layers that contain the omitted point. They are the complements
    /// of third layers that have been counted.
    fn add_mirrored(&self, pair: &LayerPair, all: &mut ExponentCountsBySize) {
        let whole = self.points();
        if self.universe.count_ones() as usize == whole {
            return;
        }
        let without = all.clone();
        for size in 0..=whole {
            let Some(mirrored) = &without[whole - size] else { continue };
            let sum = self.space.sum_with_complement(whole - size) + pair.sizes[0] * pair.sizes[1];
            let own = all[size].take();
            all[size] = Some(mirrored.mirrored(sum).merged(own.as_ref()));
        }
    }

    /// Returns the number of points of a layer.
    pub(super) const fn points(&self) -> usize {
        self.space.size()
    }

    /// Returns the number of lines inside the complement of a set of `size` points that contains
    /// `lines` lines.
    pub(super) fn lines_left(&self, size: usize, lines: usize) -> usize {
        self.space.sum_with_complement(size) - lines
    }
}

/// Returns, for each size, the numbers of subsets of the given points that contain 0, 1, ..., 6
/// given points.
fn subset_counts(universe: Points) -> Vec<[u64; 7]> {
    let points = universe.count_ones() as usize;
    let hold = |size: usize, given: usize| {
        let rest = points.checked_sub(given).zip(size.checked_sub(given));
        let sets = rest.and_then(|(others, rest)| binomial(others, rest)).unwrap_or(0);
        u64::try_from(sets).expect("fewer than 2^27")
    };
    (0..=points).map(|size| std::array::from_fn(|given| hold(size, given))).collect()
}

/// Returns the number of subsets of the first two planes to which at most `last` points of the last
/// plane can be added to get a third layer of one of the sizes.
pub(super) fn count_monomials(sizes: u32, last: usize) -> u128 {
    let needed = |size: &usize| u64::from(sizes) >> size & ((2 << last) - 1) != 0;
    (0..=2 * PLANE).filter(needed).filter_map(|size| binomial(2 * PLANE, size)).sum()
}

impl ExponentCounts {
    /// Returns the number of third layers in the histogram, the sum of their exponents, and the sum
    /// of the squares.
    fn moments(&self) -> [u64; 3] {
        let mut moments = [0; 3];
        for (exponent, &count) in (self.first as u64..).zip(&self.counts) {
            let count = u64::from(count);
            moments[0] += count;
            moments[1] += exponent * count;
            moments[2] += exponent * exponent * count;
        }
        moments
    }

    /// Returns the histogram of exponents in which each exponent `e` is replaced by `sum - e`.
    fn mirrored(&self, sum: usize) -> Self {
        // Beyond the last nonzero count, an exponent may exceed the sum.
        let used = self.counts.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
        let counts = self.counts[..used].iter().rev().copied().collect();
        Self { first: sum + 1 - self.first - used, counts }
    }

    /// Returns the sum of two histograms of exponents.
    fn merged(self, other: Option<&Self>) -> Self {
        let Some(other) = other else { return self };
        let first = self.first.min(other.first);
        let end = |it: &Self| it.first + it.counts.len();
        let mut counts = vec![0; end(&self).max(end(other)) - first];
        for it in [&self, other] {
            let own = counts[it.first - first..].iter_mut();
            own.zip(&it.counts).for_each(|(sum, count)| *sum += count);
        }
        Self { first, counts }
    }
}
