//! Stream of the pairs of layers, up to symmetry.
//!
//! The candidates for two sizes are numbered by a class of subsets of one size and a translation
//! class of subsets of the other. The first layer is the member of its class, the second one the
//! least translate. A candidate is used if no map of the first layer's stabilizer carries the
//! second layer to a lower one, up to translation. It represents c * t * s / f pairs: c is the size
//! of the first layer's class, t the number of different translates of the second layer, s the
//! order of the stabilizer, and f the number of its maps that fix the second layer up to
//! translation. So any range of numbers can be processed independently.
//!
//! Two exchanges halve the number of pairs for some sizes:
//!
//! * for two equal sizes, (A, B) and (B, A): the class of B is not before that of A;
//! * for sizes that add up to all points, (A, B) and (B', A'), where ' is the complement: the class
//!   of B is not before that of A'. They have the same field, but their layers contain different
//!   numbers of lines.
//!
//! For equal classes all pairs are kept, which is slightly more than needed.

use super::classes::{Classes, SubsetClass};
use super::sliced::PAIRS_AT_ONCE;
use super::space::{MAX_POINTS, Points};
use std::cmp::Ordering;
use std::ops::Range;

/// Maximum number of candidates in a block: a few tenths of a second of work. Not every candidate
/// yields a pair to count.
const MAX_BLOCK: u64 = 2048;

/// Minimum number of candidates in a block: enough to fill the SIMD lanes several times.
const MIN_BLOCK: u64 = 64;

/// Minimum number of blocks, if there are enough candidates: several for each of many cores.
const MIN_BLOCKS: u128 = 1024;

/// Returns the number of candidates in a block of work, for `all` candidates in total: a multiple
/// of the number of pairs that are counted together.
pub(super) fn candidates_per_block(all: u128) -> u64 {
    let most = u64::try_from(all / MIN_BLOCKS).unwrap_or(u64::MAX);
    let lanes = PAIRS_AT_ONCE as u64;
    most.clamp(MIN_BLOCK, MAX_BLOCK) / lanes * lanes
}

/// Sizes of the first two layers of hands. All such pairs of layers are counted in one pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PairSizes(pub(super) usize, pub(super) usize);

/// Pair of layers that represents all pairs equivalent to it.
#[derive(Clone, Debug)]
pub(super) struct LayerPair {
    /// Number of points of each of the two layers.
    pub(super) sizes: [usize; 2],
    /// Number of lines inside each of the two layers.
    pub(super) lines: [usize; 2],
    /// Number of pairs of layers that this pair represents.
    pub(super) weight: u64,
    /// Whether this pair of layers also represents the pair of their complements.
    pub(super) complements: bool,
    /// For each point `c`, the number of pairs of a point of the first layer and one of the second
    /// that have the sum `-c`.
    pub(super) field: [u8; MAX_POINTS],
}

impl PairSizes {
    /// Returns the lesser of two equivalent pairs of sizes: those of two layers, and those of their
    /// complements, which are counted together.
    pub(super) fn canonical(points: usize, a: usize, b: usize) -> Self {
        let (low, high) = (a.min(b), a.max(b));
        Self(low, high).min(Self(points - high, points - low))
    }

    /// Returns whether the two layers have equal sizes.
    const fn are_equal(self) -> bool {
        self.0 == self.1
    }

    /// Returns whether the complements of the layers have the same two sizes.
    pub(super) const fn are_complements(self, points: usize) -> bool {
        self.0 + self.1 == points
    }

    /// Returns the relative cost of counting: the number of pairs of layers with these sizes,
    /// doubled unless exchanging the layers or their complements halves the work.
    pub(super) fn cost(self, classes: impl Fn(usize) -> u64, points: usize) -> u64 {
        let halved = self.are_equal() || self.are_complements(points);
        classes(self.0) * classes(self.1) * if halved { 1 } else { 2 }
    }

    /// Returns both sizes, first that of the layer listed up to affine maps, which is the size with
    /// more classes.
    fn ordered(self, points: usize) -> [usize; 2] {
        let smaller = |size: usize| size.min(points - size);
        if smaller(self.1) >= smaller(self.0) { [self.1, self.0] } else { [self.0, self.1] }
    }

    /// Returns the number of candidate pairs of layers.
    pub(super) fn candidates(self, classes: &Classes) -> u64 {
        let [first, second] =
            self.ordered(classes.space().size()).map(|size| classes.subsets(size));
        first.classes.len() as u64 * second.least.len() as u64
    }

    /// Calls `visit` with each pair of layers to count in a range of candidates.
    pub(super) fn pairs(
        self,
        classes: &Classes,
        range: Range<u64>,
        mut visit: impl FnMut(LayerPair),
    ) {
        let [_, second] = self.ordered(classes.space().size()).map(|size| classes.subsets(size));
        let row = second.least.len() as u64;
        let place = |number: u64| usize::try_from(number).expect("below the length of a list");
        let mut from = range.start;
        while from < range.end {
            let to = range.end.min((from / row + 1) * row);
            let start = place(from % row);
            self.visit_class(
                classes,
                place(from / row),
                start..start + place(to - from),
                &mut visit,
            );
            from = to;
        }
    }

    /// Calls `visit` with the pairs to count of one class of first layers and a range of second
    /// layers.
    fn visit_class(
        self,
        classes: &Classes,
        number: usize,
        range: Range<usize>,
        visit: &mut impl FnMut(LayerPair),
    ) {
        let space = classes.space();
        let sizes = self.ordered(space.size());
        let [first, second] = sizes.map(|size| classes.subsets(size));
        let class = &first.classes[number];
        let turn = |size: usize, set: Points| {
            if 2 * size > space.size() { space.all() ^ set } else { set }
        };
        let a = turn(sizes[0], class.member);
        let (partners, lines) = (space.partners(a), space.sets(a));
        let halved = self.are_equal() || self.are_complements(space.size());
        for place in range {
            let least = second.least[place];
            let order = usize::from(second.class_of[place]).cmp(&number);
            if halved && order == Ordering::Less {
                continue;
            }
            let Some(images) = images(classes, class, least) else { continue };
            let both_orders = if self.are_equal() && order == Ordering::Greater { 2 } else { 1 };
            let b = turn(sizes[1], least);
            visit(LayerPair {
                sizes,
                lines: [lines, space.sets(b)],
                weight: both_orders * class.size * images,
                complements: !self.are_complements(space.size()) || order == Ordering::Greater,
                field: partners.map(|partners| (partners & b).count_ones().to_le_bytes()[0]),
            });
        }
    }
}

/// Returns the number of different images of a set, its own least translate, under translations and
/// the stabilizer of a class, or `None` if an image is lower than the set.
fn images(classes: &Classes, class: &SubsetClass, least: Points) -> Option<u64> {
    let space = classes.space();
    let mut keeping = 0;
    for map in &class.stabilizer {
        match space.least_translate(map.image(least)).cmp(&least) {
            Ordering::Less => return None,
            Ordering::Equal => keeping += 1,
            Ordering::Greater => {}
        }
    }
    Some((class.stabilizer.len() / keeping * space.different_translates(least)) as u64)
}
