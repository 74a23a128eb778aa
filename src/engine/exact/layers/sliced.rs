//! Eight pairs of layers at once: polynomials cut into bits.
//!
//! A polynomial has 64 coefficients: its exponents are taken modulo 64. Plane `i` of a number is a
//! word for each pair, whose bit `e` is bit `i` of the coefficient of y^e. A multiplication by a
//! power of y is a rotation of all planes, an addition a full adder for each plane.

use super::plan::{Branch, Extension, Monomials, Node, PLANE, Plan, STEPS, Term};
use super::space::{MOST_POINTS, Space};
use crate::lanes::{InstructionSet, Task};

/// How many pairs lie side by side.
pub(super) const LANES: usize = 8;

/// The coefficients of a polynomial.
pub(super) const COEFFICIENTS: usize = 64;

/// The most planes of a polynomial of the levels: its coefficients are below 2^15. An odd number,
/// so that the lowest planes do not all fall into the same sets of the cache.
const PLANES: usize = 15;

/// The planes of a state: no size has 2^27 third layers.
const STATE_PLANES: usize = 27;

/// Every polynomial has so many planes at least.
const FEWEST: usize = 3;

/// The values of phi, and one or two lines that a point completes.
const SHIFTS: usize = 32;

/// One word for each pair.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Word([u64; LANES]);

const ZERO: Word = Word([0; LANES]);

/// A polynomial of a level; the planes beyond its own are not cleared.
type Polynomial = [Word; PLANES];

impl Word {
    #[inline(always)]
    fn map2(self, other: &Self, of: impl Fn(u64, u64) -> u64) -> Self {
        let mut result = ZERO;
        for lane in 0..LANES {
            result.0[lane] = of(self.0[lane], other.0[lane]);
        }
        result
    }

    #[inline(always)]
    fn rotated(self, by: &Self) -> Self {
        self.map2(by, |word, by| word.rotate_left((by & 63) as u32))
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.map2(&other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.map2(&other, |a, b| a | b)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.map2(&other, |a, b| a ^ b)
    }

    #[inline(always)]
    fn plus(self, other: &Self) -> Self {
        self.map2(other, u64::wrapping_add)
    }

    #[inline(always)]
    fn any(self) -> bool {
        let mut bits = 0;
        for lane in 0..LANES {
            bits |= self.0[lane];
        }
        bits != 0
    }

    /// Adds two bits to its own: the sum stays, the carry is returned.
    #[inline(always)]
    fn full_add(&mut self, a: Self, b: Self) -> Self {
        let mut carry = ZERO;
        for lane in 0..LANES {
            let (x, y, z) = (self.0[lane], a.0[lane], b.0[lane]);
            self.0[lane] = x ^ y ^ z;
            carry.0[lane] = (x & y) | (z & (x | y));
        }
        carry
    }

    #[inline(always)]
    fn half_add(&mut self, a: Self) -> Self {
        let carry = self.and(a);
        *self = self.xor(a);
        carry
    }
}

/// The same for the number of every plane; unrolled, so that planes can stay in registers.
macro_rules! for_planes {
    ($plane:ident => $body:block) => {
        for_planes!(@ $plane $body 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14)
    };
    (@ $plane:ident $body:block $($number:literal)*) => {
        $({ let $plane: usize = $number; $body })*
    };
}

/// A state: the sum of polynomials.
#[derive(Clone, Debug)]
struct State {
    planes: usize,
    bits: [Word; STATE_PLANES],
}

impl State {
    /// Adds a polynomial times a power of y.
    #[inline(always)]
    fn add(&mut self, other: &[Word], shift: Option<&Word>) {
        for plane in self.planes..other.len() {
            self.bits[plane] = ZERO;
        }
        self.planes = self.planes.max(other.len());
        let mut carry = ZERO;
        for (own, &word) in self.bits.iter_mut().zip(other) {
            let word = shift.map_or(word, |shift| word.rotated(shift));
            carry = own.full_add(word, carry);
        }
        for own in &mut self.bits[other.len()..self.planes] {
            carry = own.half_add(carry);
        }
        if carry.any() {
            self.bits[self.planes] = carry;
            self.planes += 1;
        }
    }
}

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
    sums: Vec<Word>,
    /// The exponents of the subsets of the first plane.
    exponents: Vec<[u8; LANES]>,
    /// The monomials of the subsets of the second plane.
    monomials: Vec<Word>,
    /// The field at each point of the last plane, and so much more.
    shifts: Vec<[Word; SHIFTS]>,
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

    /// Counts the third layers of all sizes of the plan; `false` if a coefficient became too large
    /// on the way.
    pub(super) fn run(
        &mut self,
        plan: &Plan,
        monomials: &Monomials,
        fields: &[[u64; LANES]; MOST_POINTS],
    ) -> bool {
        self.set.run(Tables { fields, sliced: &mut *self });
        self.clear(plan);
        for branch in &plan.branches {
            let leaves = &plan.levels[0][branch.nodes[0].clone()];
            let Self { set, exponents, monomials: ones, levels, .. } = &mut *self;
            let (subsets, level) = (&monomials.subsets, &mut levels[0]);
            level.reserve(leaves.len());
            set.run(Leaves { leaves, subsets, exponents, monomials: ones, level });
            for step in 0..STEPS {
                if !self.step(plan, branch, step) {
                    return false;
                }
            }
            let (level, states) = (&self.levels[STEPS], &mut self.states[0]);
            self.set.run(Scatter { branch, level, states });
        }
        for (stage, terms) in plan.stages.iter().enumerate() {
            let (from, to) = self.states.split_at_mut(stage + 1);
            let (from, to) = (&from[stage], &mut to[0]);
            self.set.run(Stage { terms, shifts: &self.shifts, from, to });
        }
        true
    }

    /// How often each exponent modulo 64 occurs for one pair, in a state after the last stage.
    pub(super) fn coefficients(&self, state: usize, lane: usize) -> [u32; COEFFICIENTS] {
        let state = &self.states[STEPS][state];
        let mut coefficients = [0; COEFFICIENTS];
        for (plane, word) in state.bits[..state.planes].iter().enumerate() {
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
        let empty = State { planes: 0, bits: [ZERO; STATE_PLANES] };
        let numbers = plan.states.iter().copied().chain([plan.results.len()]);
        for (states, number) in self.states.iter_mut().zip(numbers) {
            if states.len() < number {
                states.resize(number, empty.clone());
            }
            states.iter_mut().for_each(|state| state.planes = 0);
        }
    }

    /// All nodes of a branch on the level above a step.
    fn step(&mut self, plan: &Plan, branch: &Branch, step: usize) -> bool {
        let (below, above) = self.levels.split_at_mut(step + 1);
        let (below, above) = (&mut below[step], &mut above[0]);
        let points = &plan.steps[step];
        let first = branch.nodes[step].start;
        let nodes = &plan.levels[step + 1][branch.nodes[step + 1].clone()];
        let (sets, sets_above) = (1 << points.before, 1 << (points.before + points.points.len()));
        above.reserve(nodes.len() * sets_above);
        let shifts = [0, 1].map(|i| &self.shifts[points.points.get(i).copied().unwrap_or(0)]);
        for (slot, node) in nodes.iter().enumerate() {
            let places = node.children().start - first..node.children().end - first;
            let children = &plan.levels[step][node.children()];
            let planes = &below.planes[places.clone()];
            let most = planes.iter().copied().max().unwrap_or(FEWEST);
            let source = &mut below.polynomials[places.start * sets..places.end * sets];
            pad(source, planes, sets, most);
            let combination = Combination {
                children,
                source,
                sets,
                shifts,
                extensions: &plan.extensions[branch.size][step],
            };
            let target = &mut above.polynomials[slot * sets_above..(slot + 1) * sets_above];
            let Some(planes) = combination.run(target, self.set, most) else { return false };
            above.planes[slot] = planes;
        }
        true
    }
}

impl Level {
    fn reserve(&mut self, polynomials: usize) {
        if self.polynomials.len() < polynomials {
            self.polynomials.resize(polynomials, [ZERO; PLANES]);
            self.planes.resize(polynomials, 0);
        }
    }
}

/// Clears the planes that some children have and others do not.
fn pad(source: &mut [Polynomial], planes: &[usize], sets: usize, most: usize) {
    for (child, &own) in source.chunks_exact_mut(sets).zip(planes) {
        if own < most {
            for polynomial in child {
                polynomial[own..most].fill(ZERO);
            }
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
    fn run<const MASKS: bool>(self) {
        let Sliced { lines, sums, exponents, monomials, shifts, .. } = self.sliced;
        for plane in 0..2 {
            for set in 1..sums.len() {
                let point = PLANE * plane + set.trailing_zeros() as usize;
                sums[set] = sums[set & (set - 1)].plus(&Word(self.fields[point]));
            }
            for (set, (sum, &lines)) in sums.iter().zip(lines.iter()).enumerate() {
                let exponent = sum.plus(&Word([lines.into(); LANES]));
                if plane == 0 {
                    exponents[set] = exponent.0.map(|exponent| (exponent & 63) as u8);
                } else {
                    monomials[set] = Word([1; LANES]).rotated(&exponent);
                }
            }
        }
        for (shifts, field) in shifts.iter_mut().zip(&self.fields[2 * PLANE..]) {
            for (more, shift) in shifts.iter_mut().enumerate() {
                *shift = Word(*field).plus(&Word([more as u64; LANES]));
            }
        }
    }
}

/// Sums of monomials, one for each node of the first level.
struct Leaves<'a> {
    leaves: &'a [Node],
    subsets: &'a [[u16; 2]],
    exponents: &'a [[u8; LANES]],
    monomials: &'a [Word],
    level: &'a mut Level,
}

impl Task for Leaves<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const MASKS: bool>(self) {
        let Self { leaves, subsets, exponents, monomials, level } = self;
        let exponents: &[[u8; LANES]; 512] = exponents.try_into().expect("all subsets");
        let monomials: &[Word; 512] = monomials.try_into().expect("all subsets");
        let targets = level.polynomials.iter_mut().zip(&mut level.planes);
        for (leaf, (target, planes)) in leaves.iter().zip(targets) {
            let subsets = &subsets[leaf.children()];
            *planes = match subsets.len() {
                ..16 => sum::<4>(subsets, exponents, monomials, target),
                16..32 => sum::<5>(subsets, exponents, monomials, target),
                32..64 => sum::<6>(subsets, exponents, monomials, target),
                64..128 => sum::<7>(subsets, exponents, monomials, target),
                _ => sum::<11>(subsets, exponents, monomials, target),
            };
        }
    }
}

/// The sum of some monomials, which has at most so many planes; and how many it has.
#[inline(always)]
fn sum<const MOST: usize>(
    subsets: &[[u16; 2]],
    exponents: &[[u8; LANES]; 512],
    monomials: &[Word; 512],
    target: &mut Polynomial,
) -> usize {
    let monomial = |&[d, e]: &[u16; 2]| {
        let exponents = exponents[usize::from(d & 511)];
        let mut by = ZERO;
        for lane in 0..LANES {
            by.0[lane] = exponents[lane].into();
        }
        monomials[usize::from(e & 511)].rotated(&by)
    };
    let mut sum = [ZERO; PLANES];
    let mut nines = subsets.chunks_exact(9);
    for nine in &mut nines {
        let [a, b, c] = [&nine[0..3], &nine[3..6], &nine[6..9]];
        let three = |of: &[[u16; 2]]| [monomial(&of[0]), monomial(&of[1]), monomial(&of[2])];
        let four = sum_of_nine(three(a), three(b), three(c));
        let mut carry = sum[0].half_add(four[0]);
        for_planes!(plane => {
            if plane > 0 && plane < 4 {
                carry = sum[plane].full_add(four[plane], carry);
            } else if plane > 0 && plane < MOST {
                carry = sum[plane].half_add(carry);
            }
        });
    }
    for one in nines.remainder() {
        let mut carry = monomial(one);
        for_planes!(plane => {
            if plane < MOST {
                carry = sum[plane].half_add(carry);
            }
        });
    }
    let (mut planes, mut above) = (MOST, ZERO);
    for_planes!(down => {
        if down < MOST - FEWEST {
            let plane = MOST - 1 - down;
            above = above.or(sum[plane]);
            planes -= usize::from(!above.any());
        }
    });
    for_planes!(plane => {
        if plane < MOST {
            target[plane] = sum[plane];
        }
    });
    planes
}

/// The sum of nine bits, in four planes.
#[inline(always)]
fn sum_of_nine(a: [Word; 3], b: [Word; 3], c: [Word; 3]) -> [Word; 4] {
    let ([mut a, a1, a2], [mut b, b1, b2], [mut c, c1, c2]) = (a, b, c);
    let (mut twos, two_b, two_c) = (a.full_add(a1, a2), b.full_add(b1, b2), c.full_add(c1, c2));
    let two = a.full_add(b, c);
    let mut fours = twos.full_add(two_b, two_c);
    let four = twos.half_add(two);
    let eights = fours.half_add(four);
    [a, twos, fours, eights]
}

/// The sums that make a node.
struct Combination<'a> {
    children: &'a [Node],
    /// The polynomials of the children, all with the same planes.
    source: &'a [Polynomial],
    /// How many polynomials a child has.
    sets: usize,
    /// The shifts of the points that are eliminated.
    shifts: [&'a [Word; SHIFTS]; 2],
    extensions: &'a [Extension],
}

impl Combination<'_> {
    /// Sums with room for few carries first; the planes of the result, nothing if it has too many.
    fn run(self, target: &mut [Polynomial], set: InstructionSet, planes: usize) -> Option<usize> {
        let (first, most) = match self.children.len() {
            1 => (0, 0),
            2 => (1, 1),
            3..=4 => (1, 2),
            _ => (2, 3),
        };
        (first..=most).find_map(|carries| self.with_room(target, set, planes, carries))
    }

    fn with_room(
        &self,
        target: &mut [Polynomial],
        set: InstructionSet,
        planes: usize,
        carries: usize,
    ) -> Option<usize> {
        macro_rules! choose {
            ($($planes:literal)*) => {
                match (planes, carries) {
                    $(
                        ($planes, 0) => set.run(Combine::<$planes, 0>(self, target)),
                        ($planes, 1) => set.run(Combine::<$planes, 1>(self, target)),
                        ($planes, 2) => set.run(Combine::<$planes, 2>(self, target)),
                        ($planes, 3) => set.run(Combine::<$planes, 3>(self, target)),
                    )*
                    _ => None,
                }
            };
        }
        choose!(3 4 5 6 7 8 9 10 11)
    }
}

/// The same where the children have `CHILD` planes and the results up to `CARRIES` more.
struct Combine<'a, 'b, const CHILD: usize, const CARRIES: usize>(&'a Combination<'b>, &'a mut [Polynomial]);

impl<const CHILD: usize, const CARRIES: usize> Task for Combine<'_, '_, CHILD, CARRIES> {
    type Output = Option<usize>;

    #[inline(always)]
    fn run<const MASKS: bool>(self) -> Option<usize> {
        let Self(of, target) = self;
        let mut seen = Seen { top: [ZERO; 3], lost: ZERO };
        for extension in of.extensions {
            let from = usize::from(extension.from);
            let [after_none, alone, after_first] = extension.lines.map(usize::from);
            let at = |i: usize, node: &Node, lines: usize| {
                &of.shifts[i][(usize::from(node.phi[i]) + lines) % SHIFTS]
            };
            let first = |node: &Node| *at(0, node, after_none);
            let second = |node: &Node| *at(1, node, alone);
            let both = |node: &Node| first(node).plus(at(1, node, after_first));
            let sums = Sums::<CHILD, CARRIES> { of, from };
            let [out, one, other, two] = extension.wanted;
            if CHILD + CARRIES <= 6 && out && two {
                sums.four(target, first, second, both, &mut seen);
                continue;
            }
            if out {
                sums.unshifted(&mut target[from], &mut seen);
            }
            if one {
                sums.shifted(&mut target[from + of.sets], first, &mut seen);
            }
            if other {
                sums.shifted(&mut target[from + 2 * of.sets], second, &mut seen);
            }
            if two {
                sums.shifted(&mut target[from + 3 * of.sets], both, &mut seen);
            }
        }
        seen.planes::<CHILD, CARRIES>()
    }
}

/// The bits of the planes beyond the children's, and of carries that found no room.
struct Seen {
    top: [Word; 3],
    lost: Word,
}

impl Seen {
    #[inline(always)]
    fn planes<const CHILD: usize, const CARRIES: usize>(&self) -> Option<usize> {
        let used = (0..CARRIES).rfind(|&plane| self.top[plane].any());
        (!self.lost.any()).then(|| CHILD + used.map_or(0, |plane| plane + 1))
    }
}

/// The sums over the children of their polynomials for one set of points.
struct Sums<'a, const CHILD: usize, const CARRIES: usize> {
    of: &'a Combination<'a>,
    from: usize,
}

impl<const CHILD: usize, const CARRIES: usize> Sums<'_, CHILD, CARRIES> {
    #[inline(always)]
    fn children(&self) -> impl Iterator<Item = (&Polynomial, &Node)> {
        let polynomials = self.of.source[self.from..].iter().step_by(self.of.sets);
        polynomials.zip(self.of.children)
    }

    /// The sum as it is.
    #[inline(always)]
    fn unshifted(&self, target: &mut Polynomial, seen: &mut Seen) {
        let mut sum = [ZERO; PLANES];
        for (polynomial, _) in self.children() {
            let carry = add::<CHILD, CARRIES>(&mut sum, |plane| polynomial[plane]);
            seen.lost = seen.lost.or(carry);
        }
        store::<CHILD, CARRIES>(target, &sum, seen);
    }

    /// The sum of polynomials that are shifted each by its own.
    #[inline(always)]
    fn shifted(&self, target: &mut Polynomial, by: impl Fn(&Node) -> Word, seen: &mut Seen) {
        let mut sum = [ZERO; PLANES];
        for (polynomial, node) in self.children() {
            let by = by(node);
            let carry = add::<CHILD, CARRIES>(&mut sum, |plane| polynomial[plane].rotated(&by));
            seen.lost = seen.lost.or(carry);
        }
        store::<CHILD, CARRIES>(target, &sum, seen);
    }

    /// Unshifted, and shifted in three ways.
    #[inline(always)]
    fn four(
        &self,
        target: &mut [Polynomial],
        first: impl Fn(&Node) -> Word,
        second: impl Fn(&Node) -> Word,
        both: impl Fn(&Node) -> Word,
        seen: &mut Seen,
    ) {
        let (mut a, mut b) = ([ZERO; PLANES], [ZERO; PLANES]);
        let (mut c, mut d) = ([ZERO; PLANES], [ZERO; PLANES]);
        for (polynomial, node) in self.children() {
            let (first, second, both) = (first(node), second(node), both(node));
            let lost = [
                add::<CHILD, CARRIES>(&mut a, |plane| polynomial[plane]),
                add::<CHILD, CARRIES>(&mut b, |plane| polynomial[plane].rotated(&first)),
                add::<CHILD, CARRIES>(&mut c, |plane| polynomial[plane].rotated(&second)),
                add::<CHILD, CARRIES>(&mut d, |plane| polynomial[plane].rotated(&both)),
            ];
            seen.lost = seen.lost.or(lost[0]).or(lost[1]).or(lost[2]).or(lost[3]);
        }
        let to = |outcome: usize| self.from + outcome * self.of.sets;
        store::<CHILD, CARRIES>(&mut target[to(0)], &a, seen);
        store::<CHILD, CARRIES>(&mut target[to(1)], &b, seen);
        store::<CHILD, CARRIES>(&mut target[to(2)], &c, seen);
        store::<CHILD, CARRIES>(&mut target[to(3)], &d, seen);
    }
}

/// Adds a polynomial that is given by its planes; the carry that is left.
#[inline(always)]
fn add<const CHILD: usize, const CARRIES: usize>(
    sum: &mut Polynomial,
    term: impl Fn(usize) -> Word,
) -> Word {
    let mut carry = ZERO;
    for_planes!(plane => {
        if plane < CHILD {
            carry = sum[plane].full_add(term(plane), carry);
        } else if plane < CHILD + CARRIES {
            carry = sum[plane].half_add(carry);
        }
    });
    carry
}

#[inline(always)]
fn store<const CHILD: usize, const CARRIES: usize>(
    target: &mut Polynomial,
    sum: &Polynomial,
    seen: &mut Seen,
) {
    for_planes!(plane => {
        if plane < CHILD + CARRIES {
            target[plane] = sum[plane];
        }
        if plane >= CHILD && plane < CHILD + CARRIES {
            seen.top[plane - CHILD] = seen.top[plane - CHILD].or(sum[plane]);
        }
    });
}

/// The polynomials of a branch, added to the states that they belong to.
struct Scatter<'a> {
    branch: &'a Branch,
    level: &'a Level,
    states: &'a mut [State],
}

impl Task for Scatter<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const MASKS: bool>(self) {
        let planes = self.level.planes[0];
        for (polynomial, state) in self.level.polynomials.iter().zip(&self.branch.states) {
            if let Some(state) = state {
                self.states[usize::from(*state)].add(&polynomial[..planes], None);
            }
        }
    }
}

/// The elimination of a point of the last line.
struct Stage<'a> {
    terms: &'a [Term],
    shifts: &'a [[Word; SHIFTS]],
    from: &'a [State],
    to: &'a mut [State],
}

impl Task for Stage<'_> {
    type Output = ();

    #[inline(always)]
    fn run<const MASKS: bool>(self) {
        for term in self.terms {
            let from = &self.from[usize::from(term.from)];
            let shift = term.shift.map(|(point, more)| &self.shifts[point][usize::from(more)]);
            self.to[usize::from(term.to)].add(&from.bits[..from.planes], shift);
        }
    }
}
