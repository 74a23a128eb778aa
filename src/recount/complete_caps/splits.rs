//! Distributions of the points of a cell over three parallel cells of one dimension less.

use std::ops::Range;

/// Numbers of points in the cells with the new coordinate 0, 1 and 2.
pub(super) type Split = [u8; 3];

/// Three sums of 16 bits in one word: the numbers of coverings of the points of three cells.
pub(super) type Coverings = u64;

/// Packed word with 1 in each of the three sums.
const ONES: Coverings = 1 | 1 << 16 | 1 << 32;
const TOPS: Coverings = ONES << 15;

/// All splits of up to nine points, and the coverings of each pair of splits.
pub(super) struct Splits {
    all: Vec<Split>,
    /// For each number of points, the range of its splits in the list of all splits.
    ranges: Vec<Range<usize>>,
    /// For each split of a cell, the coverings by pairs of points of that cell.
    own: Vec<Coverings>,
    /// For each pair of splits of two cells, the coverings of the third cell on a line with them.
    cross: Vec<Vec<Coverings>>,
    /// For each coordinate c, the index of the split's image under the reflection h -> c - h.
    mirrored: Vec<[usize; 3]>,
}

impl Splits {
    /// Returns the splits into cells of at most `most` points each.
    pub(super) fn new(most: usize) -> Self {
        let (mut all, mut ranges) = (Vec::new(), Vec::new());
        for points in 0..=9 {
            let start = all.len();
            for a in (0..=points).rev() {
                let rest = points - a;
                all.extend(
                    (0..=rest)
                        .rev()
                        .map(|b| [a, b, rest - b])
                        .filter(|split| split.iter().all(|&it| usize::from(it) <= most)),
                );
            }
            assert!(all.len() - start <= 32, "choices are the bits of a word");
            ranges.push(start..all.len());
        }
        let own = all.iter().map(own).collect();
        let cross = all.iter().map(|a| all.iter().map(|b| cross(a, b)).collect()).collect();
        let mirrored = |split: &Split| {
            [0, 1, 2].map(|c| {
                let image = [0, 1, 2].map(|h| split[(c + 3 - h) % 3]);
                all.iter().position(|it| *it == image).expect("images are splits")
            })
        };
        let mirrored = all.iter().map(mirrored).collect();
        Self { all, ranges, own, cross, mirrored }
    }

    /// Returns the index range of the splits of a cell with this number of points.
    pub(super) fn range(&self, points: u8) -> Range<usize> {
        self.ranges[usize::from(points)].clone()
    }

    pub(super) fn get(&self, split: usize) -> Split {
        self.all[split]
    }

    pub(super) fn own(&self, split: usize) -> Coverings {
        self.own[split]
    }

    pub(super) fn cross(&self, one: usize, other: usize) -> Coverings {
        self.cross[one][other]
    }

    /// Returns the index of the image of a split under the reflection h -> c - h of the new
    /// coordinate.
    pub(super) fn mirrored(&self, split: usize, c: u8) -> usize {
        self.mirrored[split][usize::from(c)]
    }

    /// Returns whether a split is the largest of its images under the rotations h -> h + c of the
    /// new coordinate.
    pub(super) fn is_largest_rotation(&self, split: usize) -> bool {
        let [a, b, c] = self.all[split];
        [[b, c, a], [c, a, b]].iter().all(|it| *it <= self.all[split])
    }

    /// Returns whether no rotation of the mirror image of a split is larger than the split.
    pub(super) fn is_largest_image(&self, split: usize) -> bool {
        self.mirrored[split].iter().all(|&it| self.all[it] <= self.all[split])
    }

    /// Returns whether no point of the cap is covered by two other points of the cap, if the three
    /// smaller cells of a split are single points with these coverings.
    pub(super) fn is_free(&self, split: usize, coverings: Coverings) -> bool {
        (0..3).all(|h| self.all[split][h] == 0 || coverings >> (16 * h) & 0xFFFF <= 1)
    }
}

/// Returns the total number of coverings of three cells beyond one per point; a cell with fewer
/// coverings counts as 0. `floors` is a result of [`floors`].
pub(super) fn excess(coverings: Coverings, floors: u64) -> u64 {
    let above = coverings + floors;
    let kept = above & (((above & TOPS) >> 15) * 0x7FFF);
    kept.wrapping_mul(ONES) >> 32 & 0xFFFF
}

/// Returns the argument of [`excess`] for cells with this number of points: it sets the top bit of
/// each sum that is not below the number.
pub(super) const fn floors(points: u64) -> u64 {
    (0x8000 - points) * ONES
}

fn pack(sums: [u64; 3]) -> Coverings {
    sums[0] | sums[1] << 16 | sums[2] << 32
}

fn own(split: &Split) -> Coverings {
    let n = split.map(u64::from);
    pack([0, 1, 2].map(|h| n[h] * (n[h] + 1) / 2 + n[(h + 1) % 3] * n[(h + 2) % 3]))
}

fn cross(one: &Split, other: &Split) -> Coverings {
    let (a, b) = (one.map(u64::from), other.map(u64::from));
    // The coordinates of the three points of a line add up to 0.
    pack([0, 1, 2].map(|h| (0..3).map(|i| a[i] * b[(6 - h - i) % 3]).sum()))
}
