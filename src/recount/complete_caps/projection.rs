//! Projections of point sets, as numbers of points in the cells of a smaller space.

use setodds_engine::card::{Card, Deck};
use setodds_engine::hand::sets;
use std::cmp::Ordering;
use std::collections::HashMap;

/// Space AG(d,3) whose points are the cells of a projection, with its lines.
pub(super) struct CellSpace {
    digits: Vec<Vec<u8>>,
    third: Vec<Vec<usize>>,
    lines: Vec<[usize; 3]>,
}

impl CellSpace {
    pub(super) fn new(dimension: usize) -> Self {
        let cells = 3_usize.pow(dimension as u32);
        let digits = (0..cells)
            .map(|cell| {
                (0..dimension).map(|it| (cell / 3_usize.pow(it as u32) % 3) as u8).collect()
            })
            .collect();
        let third =
            (0..cells).map(|a| (0..cells).map(|b| Card::third_index(a, b)).collect()).collect();
        // A point or a line is part of a plane, the smallest deck.
        let deck = Deck::new(dimension.max(2)).expect("a projection has at most 6 dimensions");
        let cards: Vec<Card> = deck.cards().take(cells).collect();
        Self { digits, third, lines: sets(&cards, deck).collect() }
    }

    pub(super) fn cells(&self) -> usize {
        self.digits.len()
    }

    pub(super) fn dimension(&self) -> usize {
        self.digits[0].len()
    }

    /// Returns the coordinates of a cell.
    pub(super) fn digits(&self, cell: usize) -> &[u8] {
        &self.digits[cell]
    }

    /// Returns the third cell on the line through two different cells, or the cell itself for two
    /// equal cells.
    pub(super) fn third(&self, a: usize, b: usize) -> usize {
        self.third[a][b]
    }

    /// Returns all lines of the space as triples of cells.
    pub(super) fn lines(&self) -> &[[usize; 3]] {
        &self.lines
    }

    /// Returns, for each cell, the total number of coverings of its points, given the number of
    /// points of the cap in each cell.
    pub(super) fn coverings(&self, numbers: &[u8]) -> Vec<u64> {
        let numbers: Vec<u64> = numbers.iter().map(|&it| u64::from(it)).collect();
        let mut all: Vec<u64> = numbers.iter().map(|it| it * (it + 1) / 2).collect();
        for &[a, b, c] in &self.lines {
            all[a] += numbers[b] * numbers[c];
            all[b] += numbers[a] * numbers[c];
            all[c] += numbers[a] * numbers[b];
        }
        all
    }

    /// Extends a flat by a cell and by all cells that the flat and this cell span.
    pub(super) fn extend(&self, flat: &mut [bool], cell: usize) {
        let mut cells: Vec<usize> = (0..flat.len()).filter(|&it| flat[it]).collect();
        let old = cells.len();
        flat[cell] = true;
        cells.push(cell);
        for &a in &cells[..old] {
            flat[self.third[a][cell]] = true;
        }
        // These cells are in one flat parallel to the old one, the following in that through the
        // new cell.
        for &a in &cells[..old] {
            for &b in &cells[..old] {
                flat[self.third[b][self.third[a][cell]]] = true;
            }
        }
    }

    /// Returns the cell with the given coordinates in a frame: d + 1 cells that span the space. The
    /// first is the origin; each other one is one step from it along an axis.
    pub(super) fn in_frame(&self, frame: &[usize], coordinates: &[u8]) -> usize {
        let origin = &self.digits[frame[0]];
        index((0..self.dimension()).map(|digit| {
            let steps = frame[1..].iter().zip(coordinates);
            steps.fold(origin[digit], |sum, (&cell, times)| {
                (sum + times * (self.digits[cell][digit] + 3 - origin[digit])) % 3
            })
        }))
    }
}

/// Returns the index of the cell with the given digits; the first digit is the least significant.
fn index(digits: impl DoubleEndedIterator<Item = u8> + ExactSizeIterator) -> usize {
    digits.rev().fold(0, |cell, digit| 3 * cell + usize::from(digit))
}

/// Returns whether the points are a complete cap: every point of the space is covered, and the
/// points of the cap are covered only once.
pub(super) fn is_complete_cap(grid: &CellSpace, numbers: &[u8]) -> bool {
    let coverings = grid.coverings(numbers);
    coverings.iter().zip(numbers).all(|(&times, &own)| times >= 1 && (own == 0 || times == 1))
}

/// Returns a canonical form: the least image of a projection under the affine maps from preferred
/// frames, which consist of cells of rare kinds.
pub(super) fn least_form(grid: &CellSpace, numbers: &[u8]) -> Vec<u8> {
    let kinds = kinds(grid, numbers);
    let mut counts: HashMap<u64, usize> = HashMap::new();
    for &kind in &kinds {
        *counts.entry(kind).or_default() += 1;
    }
    let ranks: Vec<Rank> = kinds.iter().map(|it| (counts[it], *it)).collect();
    let mut forms = Forms { grid, numbers, ranks: &ranks, best: None };
    forms.complete(&mut Vec::new(), &vec![false; grid.cells()]);
    forms.best.expect("there is a frame").1
}

/// Returns an affine-invariant hash of each cell, computed from the numbers of points on the lines
/// through it.
fn kinds(grid: &CellSpace, numbers: &[u8]) -> Vec<u64> {
    let mut kinds: Vec<u64> = numbers.iter().map(|&it| u64::from(it)).collect();
    for _ in 0..2 {
        let mut sums = vec![0_u64; kinds.len()];
        for &[a, b, c] in grid.lines() {
            for (cell, one, two) in [(a, b, c), (b, a, c), (c, a, b)] {
                let (less, more) = (kinds[one].min(kinds[two]), kinds[one].max(kinds[two]));
                sums[cell] = sums[cell].wrapping_add(mix(mix(less) ^ more));
            }
        }
        kinds = kinds.iter().zip(&sums).map(|(&kind, &sum)| mix(mix(kind) ^ sum)).collect();
    }
    kinds
}

/// Returns a hash of the value, computed by the finalizer of `SplitMix64`.
pub(super) const fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

/// Number of cells with the same invariant hash as a cell, and that hash.
type Rank = (usize, u64);

/// Search for the least image of a projection under affine maps, each of which is given by a frame.
struct Forms<'a> {
    grid: &'a CellSpace,
    numbers: &'a [u8],
    ranks: &'a [Rank],
    best: Option<(Vec<Rank>, Vec<u8>)>,
}

impl Forms<'_> {
    fn complete(&mut self, frame: &mut Vec<usize>, flat: &[bool]) {
        if frame.len() > self.grid.dimension() {
            return self.image(frame);
        }
        let outside = || (0..flat.len()).filter(|&it| !flat[it]);
        let least = outside().map(|it| self.ranks[it]).min().expect("the flat is not all");
        for cell in outside().filter(|&it| self.ranks[it] == least) {
            let mut larger = flat.to_vec();
            self.grid.extend(&mut larger, cell);
            frame.push(cell);
            self.complete(frame, &larger);
            frame.pop();
        }
    }

    fn image(&mut self, frame: &[usize]) {
        let ranks: Vec<Rank> = frame.iter().map(|&it| self.ranks[it]).collect();
        let order = self.best.as_ref().map_or(Ordering::Less, |(best, _)| ranks.cmp(best));
        if order == Ordering::Greater {
            return;
        }
        let cells =
            (0..self.grid.cells()).map(|it| self.grid.in_frame(frame, self.grid.digits(it)));
        let image: Vec<u8> = cells.map(|it| self.numbers[it]).collect();
        if order == Ordering::Less || self.best.as_ref().is_some_and(|(_, best)| image < *best) {
            self.best = Some((ranks, image));
        }
    }
}
