//! Eight pairs of layers at once: polynomials cut into bits.
//!
//! A polynomial has 64 coefficients: its exponents are taken modulo 64. Plane `i` of a number is a
//! word for each pair, whose bit `e` is bit `i` of the coefficient of y^e. A multiplication by a
//! power of y is a rotation of all planes, an addition a full adder for each plane.

pub(super) mod combination;
mod first_level;
mod lanes;
mod state;

pub(super) use lanes::LANES;

use super::plan::{Branch, Monomials, PLANE, Plan, STEPS};
use super::space::{MOST_POINTS, Space};
use crate::lanes::{InstructionSet, Majority, Task};
use combination::Combination;
use first_level::FirstLevel;
use lanes::{Lanes, PLANES, Polynomial, ZERO, rotated};
use state::{Scatter, Stage, State};

/// The coefficients of a polynomial.
pub(super) const COEFFICIENTS: usize = 64;

/// The values of phi, and one or two lines that a point completes.
const SHIFTS: usize = 32;

/// The polynomials of the nodes of a branch on one level.
#[derive(Debug, Default)]
struct Level {
    /// For each node one for each set of points that are decided.
    polynomials: Vec<Polynomial>,
    /// The planes of each node.
    planes: Vec<usize>,
}

/// Scratch memory for eight pairs.
#[derive(Debug)]
pub(super) struct Sliced {
    set: InstructionSet,
    lines: Vec<u8>,
    sums: Vec<Lanes>,
    /// The exponents of the subsets of the first plane.
    exponents: Vec<[u8; LANES]>,
    /// The monomials of the subsets of the second plane.
    monomials: Vec<Lanes>,
    /// The field at each point of the last plane, and so much more.
    shifts: Vec<[Lanes; SHIFTS]>,
    levels: [Level; STEPS + 1],
    states: [Vec<State>; STEPS + 1],
}

impl Sliced {
    pub(super) fn new(set: InstructionSet) -> Self {
        let (plane, subsets) = (Space::new(2), 1 << PLANE);
        let lines = (0..1 << PLANE).map(|set| plane.sets(set).to_le_bytes()[0]).collect();
        Self {
            set,
            lines,
            sums: vec![ZERO; subsets],
            exponents: vec![[0; LANES]; subsets],
            monomials: vec![ZERO; subsets],
            shifts: vec![[ZERO; SHIFTS]; PLANE],
            levels: Default::default(),
            states: Default::default(),
        }
    }

    /// Counts the third layers of all sizes of the plan.
    pub(super) fn run(
        &mut self,
        plan: &Plan,
        monomials: &Monomials,
        fields: &[[u64; LANES]; MOST_POINTS],
    ) {
        self.set.run(Tables { fields, sliced: &mut *self });
        self.clear(plan);
        for branch in &plan.branches {
            let nodes = &plan.levels[0][branch.nodes[0].clone()];
            let Self { set, exponents, monomials: ones, levels, .. } = &mut *self;
            let (subsets, level) = (&monomials.subsets, &mut levels[0]);
            level.reserve(nodes.len());
            set.run(FirstLevel { nodes, subsets, exponents, monomials: ones, level });
            for step in 0..STEPS {
                self.step(plan, branch, step);
            }
            let (level, states) = (&self.levels[STEPS], &mut self.states[0]);
            self.set.run(Scatter { branch, level, states });
        }
        for (stage, terms) in plan.stages.iter().enumerate() {
            let (from, to) = self.states.split_at_mut(stage + 1);
            let (from, to) = (&from[stage], &mut to[0]);
            self.set.run(Stage { terms, shifts: &self.shifts, from, to });
        }
    }

    /// How often each exponent modulo 64 occurs for one pair, in a state after the last stage.
    pub(super) fn coefficients(&self, state: usize, lane: usize) -> [u32; COEFFICIENTS] {
        let state = &self.states[STEPS][state];
        let mut coefficients = [0; COEFFICIENTS];
        for (plane, word) in state.planes().iter().enumerate() {
            let word = word.0[lane];
            for (exponent, coefficient) in coefficients.iter_mut().enumerate() {
                *coefficient |= ((word >> exponent & 1) as u32) << plane;
            }
        }
        coefficients
    }

    /// The lines inside each subset of a plane.
    pub(super) fn lines(&self) -> &[u8] {
        &self.lines
    }

    fn clear(&mut self, plan: &Plan) {
        let numbers = plan.states.iter().copied().chain([plan.results.len()]);
        for (states, number) in self.states.iter_mut().zip(numbers) {
            if states.len() < number {
                states.resize(number, State::EMPTY);
            }
            states.iter_mut().for_each(State::clear);
        }
    }

    /// All nodes of a branch on the level above a step.
    fn step(&mut self, plan: &Plan, branch: &Branch, step: usize) {
        let (below, above) = self.levels.split_at_mut(step + 1);
        let (below, above) = (&below[step], &mut above[0]);
        let points = &plan.steps[step];
        let first = branch.nodes[step].start;
        let nodes = &plan.levels[step + 1][branch.nodes[step + 1].clone()];
        let (sets, sets_above) = (1 << points.before, 1 << (points.before + points.points.len()));
        above.reserve(nodes.len() * sets_above);
        let shifts = [0, 1].map(|i| &self.shifts[points.points.get(i).copied().unwrap_or(0)]);
        for (slot, node) in nodes.iter().enumerate() {
            let places = node.children().start - first..node.children().end - first;
            let target = &mut above.polynomials[slot * sets_above..(slot + 1) * sets_above];
            let planes = &below.planes[places.clone()];
            let source = &below.polynomials[places.start * sets..places.end * sets];
            let children = &plan.levels[step][node.children()];
            let extensions = &plan.extensions[branch.size][step];
            let points = points.points.len();
            let sums =
                Combination { children, source, planes, sets, shifts, extensions, points, target };
            above.planes[slot] = self.set.run(sums);
        }
    }
}

impl Level {
    fn reserve(&mut self, polynomials: usize) {
        if self.polynomials.len() < polynomials {
            self.polynomials.resize(polynomials, [ZERO; PLANES + 1]);
            self.planes.resize(polynomials, 0);
        }
    }
}

/// The tables that depend on the pairs.
struct Tables<'a> {
    fields: &'a [[u64; LANES]; MOST_POINTS],
    sliced: &'a mut Sliced,
}

impl Task for Tables<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const MASKS: bool>(self, _: impl Majority) {
        let Sliced { lines, sums, exponents, monomials, shifts, .. } = self.sliced;
        for plane in 0..2 {
            for set in 1..sums.len() {
                let point = PLANE * plane + set.trailing_zeros() as usize;
                sums[set] = sums[set & (set - 1)].add(&Lanes(self.fields[point]));
            }
            for (set, (sum, &lines)) in sums.iter().zip(lines.iter()).enumerate() {
                let exponent = sum.add(&Lanes([lines.into(); LANES]));
                if plane == 0 {
                    exponents[set] = exponent.0.map(|exponent| (exponent & 63) as u8);
                } else {
                    monomials[set] = Lanes(exponent.0.map(|by| rotated(1, by)));
                }
            }
        }
        for (shifts, field) in shifts.iter_mut().zip(&self.fields[2 * PLANE..]) {
            for (more, shift) in shifts.iter_mut().enumerate() {
                *shift = Lanes(*field).add(&Lanes([more as u64; LANES]));
            }
        }
    }
}
