//! Reference implementation of the count for one pair of layers, with polynomials as arrays of
//! coefficients.
//!
//! It is slower than [`super::sliced`], but has room for every exponent, so that nothing wraps. It
//! is also used for pairs whose exponents `sliced` cannot recover.

use super::plan::{Branch, EliminationPlan, Monomials, PLANE, STEPS, Term};
use super::space::MAX_POINTS;

/// Number of coefficients of a polynomial. It exceeds the largest exponent, which is at most 299:
/// 117 lines, and 13 x 14 pairs of points of A and B.
pub(super) const EXPONENTS: usize = 320;

type DensePolynomial = [u32; EXPONENTS];

/// Returns the exponent of each subset of a plane: the number of lines inside it plus the sum of
/// the field over its points.
fn exponents(field: &[u8], lines: &[u8]) -> Vec<usize> {
    let sum = |set: usize| -> usize {
        field
            .iter()
            .enumerate()
            .filter(|(p, _)| set >> p & 1 == 1)
            .map(|(_, &w)| usize::from(w))
            .sum()
    };
    lines.iter().enumerate().map(|(set, &lines)| usize::from(lines) + sum(set)).collect()
}

/// Multiplies a polynomial by y to the power `shift` and adds the product to `sum`.
fn add(sum: &mut DensePolynomial, polynomial: &DensePolynomial, shift: usize) {
    sum[shift..].iter_mut().zip(polynomial).for_each(|(sum, it)| *sum += it);
}

/// Returns, for each size of third layers in the plan, the number of third layers with each
/// exponent.
pub(super) fn run(
    plan: &EliminationPlan,
    monomials: &Monomials,
    lines: &[u8],
    field: &[u8; MAX_POINTS],
) -> Vec<(usize, DensePolynomial)> {
    let planes = [0, 1].map(|plane| exponents(&field[PLANE * plane..PLANE * (plane + 1)], lines));
    let field: [usize; PLANE] = std::array::from_fn(|point| field[2 * PLANE + point].into());
    let mut states = vec![[0; EXPONENTS]; plan.states[0]];
    for branch in &plan.branches {
        let leaf = |node: usize| {
            let mut sum = [0; EXPONENTS];
            let subsets = &monomials.subsets[plan.levels[0][node].children()];
            for subsets in subsets.iter().flat_map(|subsets| subsets.all()) {
                let [d, e] = subsets.map(usize::from);
                sum[planes[0][d] + planes[1][e]] += 1;
            }
            sum
        };
        let mut level: Vec<DensePolynomial> = branch.nodes[0].clone().map(leaf).collect();
        for number in 0..STEPS {
            level = step(plan, branch, number, &level, &field);
        }
        for (state, from) in &branch.states {
            for &number in from {
                add(&mut states[usize::from(*state)], &level[usize::from(number)], 0);
            }
        }
    }
    for (stage, terms) in plan.stages.iter().enumerate() {
        let number = plan.states.get(stage + 1).copied().unwrap_or(plan.results.len());
        states = eliminate(terms, number, &states, &field);
    }
    plan.results.iter().map(|&(size, state)| (size, states[usize::from(state)])).collect()
}

/// Computes the polynomials of a branch after an elimination step from those before the step.
fn step(
    plan: &EliminationPlan,
    branch: &Branch,
    number: usize,
    below: &[DensePolynomial],
    field: &[usize; PLANE],
) -> Vec<DensePolynomial> {
    let step = &plan.steps[number];
    let (sets, outcomes) = (1 << step.before, 1 << step.points.len());
    let nodes = &plan.levels[number + 1][branch.nodes[number + 1].clone()];
    let mut above = vec![[0; EXPONENTS]; nodes.len() * sets * outcomes];
    for (node, target) in nodes.iter().zip(above.chunks_exact_mut(sets * outcomes)) {
        for child in node.children() {
            let phi = plan.levels[number][child].phi;
            let source = &below[(child - branch.nodes[number].start) * sets..];
            for extension in &plan.extensions[branch.size][number] {
                let (from, lines) = (usize::from(extension.from), extension.lines);
                let shift =
                    |i: usize, lines: u8| field[step.points[i]] + usize::from(phi[i] + lines);
                for outcome in (0..outcomes).filter(|&outcome| extension.needed[outcome]) {
                    let by = match outcome {
                        0 => 0,
                        1 => shift(0, lines[0]),
                        2 => shift(1, lines[1]),
                        _ => shift(0, lines[0]) + shift(1, lines[2]),
                    };
                    add(&mut target[from + outcome * sets], &source[from], by);
                }
            }
        }
    }
    above
}

/// Computes the states after the elimination of a point of the last line.
fn eliminate(
    terms: &[Term],
    number: usize,
    states: &[DensePolynomial],
    field: &[usize; PLANE],
) -> Vec<DensePolynomial> {
    let mut next = vec![[0; EXPONENTS]; number];
    for term in terms {
        let shift = term.shift.map_or(0, |(point, more)| field[point] + usize::from(more));
        add(&mut next[usize::from(term.to)], &states[usize::from(term.from)], shift);
    }
    next
}
