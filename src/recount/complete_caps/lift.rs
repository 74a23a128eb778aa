//! Search for all ways to split the cells of a projection in three.

use crate::projection::CellSpace;
use crate::splits::{Coverings, Split, Splits, excess, floors};
use std::collections::BTreeSet;

/// Maximum number of points of the caps that are searched for.
pub(super) const MAX_POINTS: usize = 32;

/// Planes of cells in a projection of dimension 4; the cells of a plane form a solid of AG(5,3).
pub(super) struct Solids {
    /// For each cell, the numbers of the solids that contain it.
    through: Vec<Vec<u16>>,
    number: usize,
}

impl Solids {
    pub(super) fn new(grid: &CellSpace) -> Self {
        let mut planes = BTreeSet::new();
        for &[a, b, c] in grid.lines() {
            for fourth in (0..grid.cells()).filter(|it| ![a, b, c].contains(it)) {
                let mut plane = vec![false; grid.cells()];
                for cell in [a, b, fourth] {
                    grid.extend(&mut plane, cell);
                }
                planes.insert(plane);
            }
        }
        let mut through = vec![Vec::new(); grid.cells()];
        for (number, plane) in planes.iter().enumerate() {
            for cell in (0..plane.len()).filter(|&it| plane[it]) {
                through[cell].push(number as u16);
            }
        }
        Self { through, number: planes.len() }
    }
}

/// Search for all ways to split the cells of a projection, up to affine maps that fix the cells.
///
/// Each step chooses the split of one cell and drops splits of other cells that would cover too
/// much.
pub(super) struct Lift<'a, const CELLS: usize> {
    grid: &'a CellSpace,
    /// Number of points of the cap in each cell.
    numbers: &'a [u8],
    splits: &'a Splits,
    /// Whether the smaller cells are single points.
    last: bool,
    /// For each cell, the number of coverings of its points in excess of one per point.
    spare: [u64; CELLS],
    floors: u64,
    occupied: Vec<usize>,
    first: Option<(usize, &'a [Split])>,
    solids: Option<(&'a Solids, u8)>,
    /// Number of nodes of the search tree so far.
    pub(super) steps: u64,
}

/// Reflections of the new coordinate that fix all choices of splits so far.
#[derive(Clone)]
enum Mirror<const CELLS: usize> {
    /// Each split of the frame's cells is symmetric about an axis.
    Frame([u8; 8]),
    /// All splits so far are symmetric about the axes of their cells.
    Whole([u8; CELLS]),
    /// No reflection fixes all choices so far.
    Broken,
}

#[derive(Clone)]
struct State<const CELLS: usize> {
    /// Cells split so far, in the order in which they were split.
    order: [u8; MAX_POINTS],
    length: usize,
    is_split: [bool; CELLS],
    chosen: [u8; CELLS],
    /// For each cell that is not yet split, its remaining splits as bits.
    choices: [u32; CELLS],
    coverings: [Coverings; CELLS],
    /// For each solid, the number of points of the cap that the splits so far assign to it.
    sums: Vec<u8>,
    mirror: Mirror<CELLS>,
}

impl<'a, const CELLS: usize> Lift<'a, CELLS> {
    /// Creates a search for the splits of the cells of `grid`, each of which consists of `points`
    /// points of the space. `numbers` holds the number of points of the cap in each cell.
    pub(super) fn new(
        grid: &'a CellSpace,
        numbers: &'a [u8],
        splits: &'a Splits,
        points: u64,
    ) -> Self {
        let coverings = grid.coverings(numbers);
        Self {
            grid,
            numbers,
            splits,
            last: points == 3,
            spare: std::array::from_fn(|cell| coverings[cell] - points),
            floors: floors(points / 3),
            occupied: (0..CELLS).filter(|&it| numbers[it] > 0).collect(),
            first: None,
            solids: None,
            steps: 0,
        }
    }

    /// Restricts one cell to the given splits, each of which is written with its largest number
    /// first.
    pub(super) fn split_first(&mut self, cell: usize, to: &'a [Split]) {
        self.first = Some((cell, to));
    }

    /// Limits the number of points in each solid.
    pub(super) fn limit_solids(&mut self, solids: &'a Solids, most: u8) {
        self.solids = Some((solids, most));
    }

    /// Calls `found` for each way to split all cells, with the numbers of points in all smaller
    /// cells.
    pub(super) fn run(&mut self, found: &mut impl FnMut(&[u8])) {
        let choices = |cell: usize| match self.numbers[cell] {
            0 => 0,
            points => (1 << self.splits.range(points).len()) - 1,
        };
        self.search(
            &State {
                order: [0; MAX_POINTS],
                length: 0,
                is_split: [false; CELLS],
                chosen: [0; CELLS],
                choices: std::array::from_fn(choices),
                coverings: [0; CELLS],
                sums: vec![0; self.solids.map_or(0, |(solids, _)| solids.number)],
                mirror: Mirror::Frame([0; 8]),
            },
            found,
        );
    }

    fn search(&mut self, state: &State<CELLS>, found: &mut impl FnMut(&[u8])) {
        self.steps += 1;
        if state.length == self.occupied.len() {
            let mut numbers = vec![0; 3 * CELLS];
            for &cell in &self.occupied {
                let split = self.splits.get(usize::from(state.chosen[cell]));
                (0..3).for_each(|h| numbers[cell + h * CELLS] = split[h]);
            }
            return found(&numbers);
        }
        let Some(cell) = self.next_cell(state) else { return };
        let start = self.splits.range(self.numbers[cell]).start;
        let mut choices = state.choices[cell];
        while choices != 0 {
            let split = start + choices.trailing_zeros() as usize;
            choices &= choices - 1;
            if let Some(next) = self.with_split(state, cell, split) {
                self.search(&next, found);
            }
        }
    }

    /// Returns whether the next cell to split belongs to the frame: the first d + 1 cells that are
    /// split, which span the space of the cells. Adding an affine function of the cells to the new
    /// coordinate can rotate the splits of these cells arbitrarily.
    fn is_in_frame(&self, state: &State<CELLS>) -> bool {
        state.length <= self.grid.dimension()
    }

    /// Returns the next cell to split, or `None` if the points of the cap do not span the space.
    fn next_cell(&self, state: &State<CELLS>) -> Option<usize> {
        if !self.is_in_frame(state) {
            let left = self.occupied.iter().copied().filter(|&it| !state.is_split[it]);
            return left.min_by_key(|&it| (state.choices[it].count_ones(), 9 - self.numbers[it]));
        }
        if let (0, Some((cell, _))) = (state.length, self.first) {
            return Some(cell);
        }
        let mut flat = vec![false; CELLS];
        for &cell in &state.order[..state.length] {
            self.grid.extend(&mut flat, usize::from(cell));
        }
        self.occupied.iter().copied().filter(|&it| !flat[it]).max_by_key(|&it| self.numbers[it])
    }

    /// Returns the search state with one more split, or `None` if an equivalent state is searched
    /// instead or some cell has no split left.
    fn with_split(&self, state: &State<CELLS>, cell: usize, split: usize) -> Option<State<CELLS>> {
        let mirror = self.mirror_with(state, cell, split)?;
        let mut next = state.clone();
        next.mirror = mirror;
        next.chosen[cell] = split as u8;
        next.is_split[cell] = true;
        next.choices[cell] = 0;
        next.order[state.length] = cell as u8;
        next.length += 1;
        next.coverings[cell] += self.splits.own(split);
        for &other in &state.order[..state.length] {
            let other = usize::from(other);
            next.coverings[self.grid.third(cell, other)] +=
                self.splits.cross(split, usize::from(state.chosen[other]));
        }
        let split_cells = next.order[..next.length].iter();
        let changed: Vec<usize> =
            split_cells.map(|&it| self.grid.third(cell, usize::from(it))).collect();
        // Prune: coverings only grow, so a cell with too many stays impossible.
        let fits = changed.iter().all(|&it| self.fits(&next, it, 0));
        if !fits || !self.add_to_solids(&mut next, cell, split) {
            return None;
        }
        self.narrow(&mut next, cell, &changed).then_some(next)
    }

    /// Updates the symmetry for a split. Returns `None` if an equivalent rotation or reflection of
    /// the split is searched instead.
    fn mirror_with(
        &self,
        state: &State<CELLS>,
        cell: usize,
        split: usize,
    ) -> Option<Mirror<CELLS>> {
        let splits = self.splits;
        if !self.is_in_frame(state) {
            return match &state.mirror {
                Mirror::Whole(axes) => match splits.mirrored(split, axes[cell]).cmp(&split) {
                    std::cmp::Ordering::Less => None,
                    std::cmp::Ordering::Equal => Some(state.mirror.clone()),
                    std::cmp::Ordering::Greater => Some(Mirror::Broken),
                },
                other => Some(other.clone()),
            };
        }
        if let (0, Some((_, to))) = (state.length, self.first) {
            let mut sorted = splits.get(split);
            sorted.sort_unstable_by(|a, b| b.cmp(a));
            if !to.contains(&sorted) {
                return None;
            }
        }
        if !splits.is_largest_rotation(split) {
            return None;
        }
        let Mirror::Frame(mut axes) = state.mirror else { return Some(Mirror::Broken) };
        let Some(axis) = (0..3).find(|&c| splits.mirrored(split, c) == split) else {
            return splits.is_largest_image(split).then_some(Mirror::Broken);
        };
        axes[state.length] = axis;
        if state.length < self.grid.dimension() {
            return Some(Mirror::Frame(axes));
        }
        let mut frame: Vec<usize> =
            state.order[..state.length].iter().map(|&it| usize::from(it)).collect();
        frame.push(cell);
        Some(Mirror::Whole(self.axes(&frame, &axes)))
    }

    /// Returns the axis of each cell: the affine function with the given values on the frame.
    fn axes(&self, frame: &[usize], values: &[u8; 8]) -> [u8; CELLS] {
        let mut axes = [0; CELLS];
        for cell in 0..CELLS {
            let coordinates = self.grid.digits(cell);
            let steps = coordinates.iter().zip(&values[1..]);
            axes[self.grid.in_frame(frame, coordinates)] = steps
                .fold(values[0], |sum, (times, value)| (sum + times * (value + 3 - values[0])) % 3);
        }
        axes
    }

    /// Returns whether a cell is covered no more often than allowed after some coverings are added.
    /// If the smaller cells are points, no other points may cover a point of the cap.
    fn fits(&self, state: &State<CELLS>, cell: usize, more: Coverings) -> bool {
        let coverings = state.coverings[cell] + more;
        let split = usize::from(state.chosen[cell]);
        excess(coverings, self.floors) <= self.spare[cell]
            && (!self.last || !state.is_split[cell] || self.splits.is_free(split, coverings))
    }

    /// Adds the points of a split to the solids that contain them. Returns whether no solid has too
    /// many.
    fn add_to_solids(&self, state: &mut State<CELLS>, cell: usize, split: usize) -> bool {
        let Some((solids, most)) = self.solids else { return true };
        let split = self.splits.get(split);
        for (h, &points) in split.iter().enumerate().filter(|(_, points)| **points > 0) {
            for &solid in &solids.through[cell + h * CELLS] {
                let sum = &mut state.sums[usize::from(solid)];
                *sum += points;
                if *sum > most {
                    return false;
                }
            }
        }
        true
    }

    /// Drops splits of the other cells that would cover too much, given the cell that was just
    /// split and the cells whose coverings changed. Returns whether each cell has a split left.
    fn narrow(&self, state: &mut State<CELLS>, cell: usize, changed: &[usize]) -> bool {
        for &other in self.occupied.iter().filter(|&&it| !state.is_split[it]) {
            let start = self.splits.range(self.numbers[other]).start;
            // Cells whose coverings a split would change, each with the split that it is combined
            // with.
            let mut covered = Vec::with_capacity(MAX_POINTS + 1);
            covered.push((self.grid.third(other, cell), usize::from(state.chosen[cell])));
            for &it in changed {
                let by = self.grid.third(other, it);
                if by != cell && state.is_split[by] {
                    covered.push((it, usize::from(state.chosen[by])));
                }
            }
            let (own, mut left) = (changed.contains(&other), 0);
            let mut choices = state.choices[other];
            while choices != 0 {
                let choice = choices & choices.wrapping_neg();
                choices ^= choice;
                let split = start + choice.trailing_zeros() as usize;
                let fits =
                    |&(it, by): &(usize, usize)| self.fits(state, it, self.splits.cross(split, by));
                if covered.iter().all(fits) && self.fits_own_cell(state, other, split, own) {
                    left |= choice;
                }
            }
            state.choices[other] = left;
            if left == 0 {
                return false;
            }
        }
        true
    }

    /// Returns whether a split of a cell is compatible with the coverings of that cell.
    fn fits_own_cell(
        &self,
        state: &State<CELLS>,
        cell: usize,
        split: usize,
        changed: bool,
    ) -> bool {
        let coverings = state.coverings[cell] + self.splits.own(split);
        (!changed || excess(coverings, self.floors) <= self.spare[cell])
            && (!self.last || self.splits.is_free(split, coverings))
    }
}
