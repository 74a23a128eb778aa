//! Finds all complete caps with a given number of points in AG(5,3) or AG(4,3), up to affine maps:
//!
//! ```text
//! cargo run --release -p setodds-recount --bin complete-caps -- 5 24
//! cargo run --release -p setodds-recount --bin complete-caps -- 5 26 3/16
//! ```
//!
//! The last argument selects a part of the search, so that parts can run side by side or one after
//! the other.
//!
//! A cap of k points covers a point if it contains it, or contains two points on a line with it. It
//! is complete if each point is covered; a point of the cap is covered once. So there are k(k+1)/2
//! coverings of 3^n points, and few to spare if k is small: 82 for 25 points of AG(5,3).
//!
//! The search uses *projections*: the numbers of points of the cap in the 3^d parallel flats of
//! dimension n - d, here called cells. If two points cover a point, its cell is on a line with
//! theirs. So the coverings of the points of a cell follow from the numbers; each cell needs one
//! for each of its points. All projections for d = 2 are listed, then each cell is split in three
//! for d = 3 (where equivalent projections are dropped), 4 and 5, where the projection is the cap.
//!
//! The flats are chosen so that few projections remain. Because 1 + 2 + ... + k > 3^n, two pairs of
//! points cover the same point outside the cap, so some plane has four points. In AG(5,3), 13
//! solids contain this plane, so one has at least 4 + (k - 4)/13 points, and cells for d = 2 are
//! parallel to a solid with the maximum number of points. Its points are split by the direction of
//! a plane that has four of them, and the points of such a plane two by two.

#![expect(clippy::cast_possible_truncation, reason = "there are few cells, points and splits")]

mod lift;
mod projection;
mod splits;

use lift::{Lift, Solids};
use projection::{CellSpace, is_complete_cap, least_form};
use splits::{Split, Splits};
use std::collections::BTreeSet;
use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

/// Size of the largest cap in dimension 0 to 5.
const LARGEST_CAPS: [usize; 6] = [1, 2, 4, 9, 20, 45];

fn main() -> ExitCode {
    let arguments: Vec<String> =
        env::args_os().skip(1).map(|it| it.to_string_lossy().into_owned()).collect();
    let (error, code) = match parse_arguments(&arguments).map(run) {
        Some(Ok(())) => return ExitCode::SUCCESS,
        Some(Err(error)) => (error.to_string(), 1),
        None => ("give 4 or 5, a number of points, and perhaps a part: 5 26 3/16".to_owned(), 2),
    };
    let _ = writeln!(io::stderr(), "error: {error}");
    code.into()
}

/// Runs the search for complete caps, and prints the caps that it finds.
fn run((dimension, points, part): (usize, usize, (usize, usize))) -> io::Result<()> {
    let (mut search, mut output) = (CompleteCaps::new(dimension, points), io::stdout().lock());
    search.run(part, |cap| {
        let points: Vec<String> = cap.iter().map(usize::to_string).collect();
        writeln!(output, "found: {}", points.join(" "))
    })?;
    let CompleteCaps { projections, steps, found, .. } = search;
    writeln!(output, "{points} points, part {}/{}: {found} caps", part.0 + 1, part.1)?;
    writeln!(output, "projections: {projections:?}, steps: {steps:?}")
}

/// Parses command-line arguments: the dimension, the number of points, and optionally the part of
/// the search. Returns the part as its number, counted from 0, and the number of parts, or returns
/// `None` if an argument is invalid.
fn parse_arguments(arguments: &[String]) -> Option<(usize, usize, (usize, usize))> {
    let [dimension, points, part @ ..] = arguments else { return None };
    let dimension = dimension.parse().ok().filter(|it| (4..=5).contains(it))?;
    let points = points.parse().ok().filter(|&it: &usize| it <= lift::MAX_POINTS)?;
    // Two pairs of points must cover the same point outside.
    if points * (points + 1) / 2 <= 3_usize.pow(dimension as u32) {
        return None;
    }
    let part = match part {
        [] => return Some((dimension, points, (0, 1))),
        [part] => part,
        _ => return None,
    };
    let (number, parts) = part.split_once('/')?;
    let (number, parts): (usize, usize) = (number.parse().ok()?, parts.parse().ok()?);
    (1..=parts).contains(&number).then_some((dimension, points, (number - 1, parts)))
}

/// Search for all complete caps of an affine space with a given number of points.
struct CompleteCaps {
    dimension: usize,
    points: usize,
    grids: Vec<CellSpace>,
    /// For smaller cells of dimension 0, 1 and 2, the ways to distribute points over three of these
    /// cells.
    splits: Vec<Splits>,
    solids: Solids,
    /// For each dimension, the number of projections that were split.
    projections: [u64; 6],
    /// For each dimension of projections, the number of nodes of the search trees that split them.
    steps: [u64; 6],
    /// Number of caps found; each class is found at least once.
    found: u64,
}

impl CompleteCaps {
    fn new(dimension: usize, points: usize) -> Self {
        let grids: Vec<CellSpace> = (0..=5).map(CellSpace::new).collect();
        let splits = LARGEST_CAPS[..3].iter().map(|&most| Splits::new(most)).collect();
        let solids = Solids::new(&grids[4]);
        Self {
            dimension,
            points,
            grids,
            splits,
            solids,
            projections: [0; 6],
            steps: [0; 6],
            found: 0,
        }
    }

    /// Runs a part of the search, and calls `found` with each cap as the indices of its points.
    fn run(
        &mut self,
        (part, parts): (usize, usize),
        mut found: impl FnMut(&[usize]) -> io::Result<()>,
    ) -> io::Result<()> {
        for (index, numbers) in self.starting_projections().iter().enumerate() {
            if index % parts != part {
                continue;
            }
            if self.dimension == 4 {
                self.lift::<9>(2, numbers, &mut found)?;
            } else {
                self.lift::<27>(3, numbers, &mut found)?;
            }
        }
        Ok(())
    }

    /// Returns the projections that are divided into parts of the search: of dimension 2, or of
    /// dimension 3 for the space of dimension 5.
    fn starting_projections(&mut self) -> Vec<Vec<u8>> {
        let bases = self.bases();
        if self.dimension == 4 {
            return bases.into_iter().collect();
        }
        let mut classes = BTreeSet::new();
        for numbers in &bases {
            let most = *numbers.iter().max().expect("nine cells");
            let (grid, finer) = (&self.grids[2], &self.grids[3]);
            let mut lift = Lift::<9>::new(grid, numbers, &self.splits[2], 27);
            lift.split_first(position(numbers, most), best_splits(most));
            lift.run(&mut |numbers| {
                // A line of cells is a solid. None has more points than the chosen one.
                if finer
                    .lines()
                    .iter()
                    .all(|line| line.map(|it| numbers[it]).iter().sum::<u8>() <= most)
                {
                    classes.insert(least_form(finer, numbers));
                }
            });
            self.projections[2] += 1;
            self.steps[2] += lift.steps;
        }
        // Pseudorandom, reproducible order, which makes the parts equally long.
        let mut classes: Vec<Vec<u8>> = classes.into_iter().collect();
        classes.sort_by_cached_key(|it| {
            it.iter().fold(0, |all, &it| projection::mix(all ^ u64::from(it)))
        });
        classes
    }

    /// Returns the projections of dimension 2 that a complete cap may have, one for each class of
    /// equivalent projections.
    fn bases(&self) -> BTreeSet<Vec<u8>> {
        let cell = self.dimension - 2;
        // Lower bound for a plane with four points, or for the solid through it with the most
        // points.
        let least = if cell == 2 { 4 } else { 4 + (self.points - 4).div_ceil(13) };
        let mut all = BTreeSet::new();
        for most in least..=LARGEST_CAPS[cell] {
            let mut numbers = vec![most as u8];
            distribute(self.points - most, most, &mut numbers, &mut |numbers| {
                // Completeness needs one covering for each point of a cell.
                if self.grids[2].coverings(numbers).iter().all(|&it| it >= 3_u64.pow(cell as u32)) {
                    all.insert(least_form(&self.grids[2], numbers));
                }
            });
        }
        all
    }

    /// Splits the cells of a projection in all ways, recursively down to caps.
    fn lift<const CELLS: usize>(
        &mut self,
        grid: usize,
        numbers: &[u8],
        found: &mut impl FnMut(&[usize]) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut finer = Vec::new();
        self.projections[grid] += 1;
        let cell = self.dimension - grid;
        let mut lift = Lift::<CELLS>::new(
            &self.grids[grid],
            numbers,
            &self.splits[cell - 1],
            3_u64.pow(cell as u32),
        );
        if cell == 2 {
            lift.split_first(position(numbers, 4), &[[2, 2, 0]]);
        }
        if grid == 3 && cell == 2 {
            let most = self.grids[3]
                .lines()
                .iter()
                .map(|line| line.map(|it| numbers[it]).iter().sum())
                .max();
            lift.limit_solids(&self.solids, most.expect("there are lines"));
        }
        lift.run(&mut |numbers| finer.push(numbers.to_vec()));
        self.steps[grid] += lift.steps;
        for numbers in &finer {
            match (cell, grid) {
                (1, _) => self.report(numbers, found)?,
                (_, 2) => self.lift::<27>(3, numbers, found)?,
                _ => self.lift::<81>(4, numbers, found)?,
            }
        }
        Ok(())
    }

    fn report(
        &mut self,
        numbers: &[u8],
        found: &mut impl FnMut(&[usize]) -> io::Result<()>,
    ) -> io::Result<()> {
        assert!(is_complete_cap(&self.grids[self.dimension], numbers), "all conditions were kept");
        self.found += 1;
        found(&(0..numbers.len()).filter(|&it| numbers[it] == 1).collect::<Vec<_>>())
    }
}

fn position(numbers: &[u8], number: u8) -> usize {
    numbers.iter().position(|&it| it == number).expect("the cell was chosen before")
}

/// Returns possible distributions of the points of a solid over parallel planes, the largest number
/// first. Each cap of six to nine points has a direction with one of these distributions.
fn best_splits(points: u8) -> &'static [Split] {
    match points {
        9 => &[[4, 4, 1]],
        8 => &[[4, 4, 0]],
        7 => &[[4, 3, 0]],
        6 => &[[4, 2, 0], [4, 1, 1]],
        _ => {
            unreachable!("22 points or more have six or more in a solid, which holds nine at most")
        }
    }
}

/// Distributes the remaining points over the cells (of nine) that have no number yet, at most
/// `most` to each. Calls `found` with each complete list of numbers.
fn distribute(points: usize, most: usize, numbers: &mut Vec<u8>, found: &mut impl FnMut(&[u8])) {
    let left = 9 - numbers.len();
    if left == 0 && points == 0 {
        found(numbers);
    } else if points <= most * left {
        for number in 0..=points.min(most) {
            numbers.push(number as u8);
            distribute(points - number, most, numbers, found);
            numbers.pop();
        }
    }
}

#[cfg(test)]
mod tests;
