//! Counts third layers for eight pairs at once: bit-sliced polynomials.
//!
//! A polynomial has 64 coefficients, because its exponents are taken modulo 64. Digit `i` of a
//! polynomial consists of a word for each pair, whose bit `e` is bit `i` of the coefficient of y^e.
//! Multiplying by a power of y rotates all digits; adding takes a full adder for each digit.
//!
//! # Cost
//!
//! For all sizes, eight pairs take 262,144 monomials, each a shift, a rotation and a full adder,
//! and then about 0.7 million rotations and a million full adders of 64 bytes in sums of shifted
//! polynomials. A full adder is two instructions with AVX-512, two of which start in a cycle: 1.7
//! million cycles, or 55 microseconds a pair at 3.8 GHz. The measured time is 149: 33 for the
//! monomials, 81 for the sums, 19 for scattering into states, 11 for the last line, and 5 before
//! and after. A better estimate of the number of digits saves 5 % of the adders and no time: the
//! time is spent in the code around the adders. For this reason there are few calls, loops have
//! constant bounds, few words are cleared, and polynomials for the same state are added up before.
//! These times are for random fields.

mod combination;
mod digit;
mod first_level;
mod state;

pub(super) use digit::PAIRS_AT_ONCE;

use super::plan::{Branch, EliminationPlan, Monomials, PLANE, STEPS, Step};
use super::space::{LayerSpace, MAX_POINTS};
use combination::Combination;
use digit::{DIGITS, Digit, Polynomial, ZERO};
use first_level::Exponents;
use setodds_engine::lanes::{Arithmetic, InstructionSet, Task};
use state::States;

/// Number of coefficients of a polynomial.
pub(super) const COEFFICIENTS: usize = 64;

/// For each exponent modulo 64, the number of its occurrences.
type Coefficients = [u32; COEFFICIENTS];

/// Number of possible exponent shifts at a point: the values of phi, and one or two completed
/// lines.
const SHIFTS: usize = 32;

/// Bit-sliced polynomials of some nodes of a level of the elimination.
#[derive(Debug, Default)]
struct SlicedLevel {
    /// For each node, a polynomial for each subset of the points eliminated so far.
    polynomials: Vec<Polynomial>,
    /// For each node, the range of digits that its polynomials use.
    extents: Vec<DigitRange>,
}

/// Digits that the polynomials of a node use, and digits that are known to be zero.
#[derive(Clone, Copy, Debug, Default)]
struct DigitRange {
    /// Number of digits in use; higher digits are zero.
    used: usize,
    /// First digit that was not zeroed and may hold old data.
    cleared: usize,
}

/// Scratch memory for counting eight pairs of layers.
#[derive(Debug)]
pub(super) struct Sliced {
    set: InstructionSet,
    lines: Vec<u8>,
    exponents: Box<Exponents>,
    /// For each point of the last plane, the exponent shifts: the field at the point plus 0, 1, 2,
    /// ...
    shifts: Vec<[Digit; SHIFTS]>,
    levels: [SlicedLevel; STEPS + 1],
    states: [States; STEPS + 1],
    /// Coefficients of each state after the last stage, for each pair.
    coefficients: Vec<[Coefficients; PAIRS_AT_ONCE]>,
}

impl Sliced {
    pub(super) fn new(set: InstructionSet) -> Self {
        let plane = LayerSpace::new(2);
        let lines = (0..1 << PLANE).map(|set| plane.sets(set).to_le_bytes()[0]).collect();
        Self {
            set,
            lines,
            exponents: Box::new(Exponents::ZERO),
            shifts: vec![[ZERO; SHIFTS]; PLANE],
            levels: Default::default(),
            states: Default::default(),
            coefficients: Vec::new(),
        }
    }

    /// Counts the third layers of all sizes in the plan for eight pairs, given by their fields. The
    /// counts are read with [`Self::coefficients`].
    pub(super) fn run(
        &mut self,
        plan: &EliminationPlan,
        monomials: &Monomials,
        fields: &[[u64; PAIRS_AT_ONCE]; MAX_POINTS],
    ) {
        self.set.run(Elimination { plan, monomials, fields, sliced: self });
    }

    /// Returns the number of occurrences of each exponent modulo 64 for one pair, in a state after
    /// the last stage.
    pub(super) fn coefficients(&self, state: usize, lane: usize) -> &Coefficients {
        &self.coefficients[state][lane]
    }

    /// Returns, for each subset of a plane, the number of lines inside it.
    pub(super) fn lines(&self) -> &[u8] {
        &self.lines
    }
}

/// Counting of all third layers of a plan for eight pairs of layers.
struct Elimination<'a> {
    plan: &'a EliminationPlan,
    monomials: &'a Monomials,
    fields: &'a [[u64; PAIRS_AT_ONCE]; MAX_POINTS],
    sliced: &'a mut Sliced,
}

impl Task for Elimination<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self, arithmetic: A) {
        let Self { plan, monomials, fields, sliced } = self;
        let Sliced { lines, exponents, shifts, levels, states, coefficients, .. } = sliced;
        exponents.fill(fields, lines);
        for (shifts, &field) in shifts.iter_mut().zip(&fields[2 * PLANE..]) {
            for (more, shift) in shifts.iter_mut().enumerate() {
                *shift = Digit(field).sum(Digit([more as u64; PAIRS_AT_ONCE]), arithmetic);
            }
        }
        let numbers = plan.states.iter().copied().chain([plan.results.len()]);
        states.iter_mut().zip(numbers).for_each(|(states, number)| states.clear(number));
        for branch in &plan.branches {
            let nodes = &plan.levels[0][branch.nodes[0].clone()];
            levels[0].reserve(nodes.len(), 1);
            for (slot, node) in nodes.iter().enumerate() {
                let target = &mut levels[0].polynomials[slot];
                let subsets = &monomials.subsets[node.children()];
                levels[0].extents[slot] = exponents.sum(subsets, target, arithmetic);
            }
            eliminate(plan, branch, shifts, levels, arithmetic);
            let SlicedLevel { polynomials, extents } = &levels[STEPS];
            states[0].scatter(polynomials, extents[0].used, &branch.states, arithmetic);
        }
        for (stage, terms) in plan.stages.iter().enumerate() {
            let (from, to) = states.split_at_mut(stage + 1);
            to[0].stage(terms, &from[stage], shifts, arithmetic);
        }
        coefficients.resize(plan.results.len(), [[0; COEFFICIENTS]; PAIRS_AT_ONCE]);
        for (state, coefficients) in coefficients.iter_mut().enumerate() {
            let digits = states[STEPS].digits(state);
            for (lane, coefficients) in coefficients.iter_mut().enumerate() {
                *coefficients = [0; COEFFICIENTS];
                for (place, digit) in digits.iter().enumerate() {
                    for (exponent, coefficient) in coefficients.iter_mut().enumerate() {
                        *coefficient |= ((digit.0[lane] >> exponent & 1) as u32) << place;
                    }
                }
            }
        }
    }
}

/// Computes the nodes of a branch on all levels above the first.
#[inline(always)]
fn eliminate(
    plan: &EliminationPlan,
    branch: &Branch,
    shifts: &[[Digit; SHIFTS]],
    levels: &mut [SlicedLevel; STEPS + 1],
    arithmetic: impl Arithmetic,
) {
    for step in 0..STEPS {
        let Step { points, before } = &plan.steps[step];
        let (sets, sets_above) = (1 << before, 1 << (before + points.len()));
        let (below, above) = levels.split_at_mut(step + 1);
        let (below, above) = (&mut below[step], &mut above[0]);
        let nodes = &plan.levels[step + 1][branch.nodes[step + 1].clone()];
        let first = branch.nodes[step].start;
        above.reserve(nodes.len(), sets_above);
        for (slot, node) in nodes.iter().enumerate() {
            let children = node.children();
            let places = children.start - first..children.end - first;
            let mut combination = Combination {
                children: &plan.levels[step][children],
                source: &mut below.polynomials[places.start * sets..places.end * sets],
                extents: &mut below.extents[places],
                sets,
                shifts: [0, 1].map(|i| &shifts[points.get(i).copied().unwrap_or(0)]),
                extensions: &plan.extensions[branch.size][step],
            };
            let target = &mut above.polynomials[slot * sets_above..(slot + 1) * sets_above];
            above.extents[slot] = combination.run(target, arithmetic);
        }
    }
}

impl SlicedLevel {
    /// Makes room in a level for `nodes` nodes with `sets` polynomials each.
    #[inline(always)]
    fn reserve(&mut self, nodes: usize, sets: usize) {
        if self.extents.len() < nodes || self.polynomials.len() < nodes * sets {
            self.polynomials.resize(nodes * sets, [ZERO; DIGITS + 1]);
            self.extents.resize(nodes, DigitRange::default());
        }
    }
}
