//! Elimination of the last plane of a third layer: the data shared by all pairs of layers.

use super::space::Points;
use setodds_engine::card::Card;
use std::collections::BTreeMap;
use std::ops::Range;

/// Number of points of an affine plane over three elements.
pub(super) const PLANE: usize = 9;

/// Number of points of the last plane that are eliminated before its last line.
const BEFORE_LAST_LINE: usize = 6;

/// Number of steps that eliminate the points before the last line, at most two at a time.
pub(super) const STEPS: usize = 3;

/// All pairs of a subset D of the first plane and a subset E of the second, sorted by their number
/// of points and by phi: for each point f of the last plane, the number of pairs (d, e) with d in
/// D, e in E and d + e + f = 0.
#[derive(Debug)]
pub(super) struct Monomials {
    /// Keys of the entries. A key has phi at point `p` of the last plane from bit `4p` on, and the
    /// number of points above it.
    keys: Vec<u64>,
    /// Pairs of subsets of the first two planes, one entry for each of the keys.
    pub(super) subsets: Vec<SubsetPairs>,
}

/// One pair of subsets D, E, or nine: the pair and its images under opposite translations of the
/// two planes, which have the same phi. Storing one of the nine saves most of the memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct SubsetPairs {
    pub(super) first: [u16; 2],
    pub(super) is_nine: bool,
}

impl Monomials {
    /// Lists the pairs of subsets of the first two planes that are in `universe` and have at most
    /// `most` points together.
    pub(super) fn new(universe: Points, most: usize) -> Self {
        let inside = |plane: usize| {
            let points = universe >> (PLANE * plane) & 0o777;
            (0..1_u16 << PLANE).filter(move |&set| u32::from(set) & !points == 0)
        };
        let mut all = Vec::new();
        for d in inside(0) {
            let partners: [u16; PLANE] = std::array::from_fn(|f| {
                (0..PLANE)
                    .filter(|&p| d >> p & 1 == 1)
                    .map(|p| 1_u16 << Card::third_index(p, f))
                    .sum()
            });
            for e in inside(1) {
                let size = d.count_ones() + e.count_ones();
                if size as usize <= most {
                    let phi = |f: usize| u64::from((partners[f] & e).count_ones());
                    let key = (0..PLANE).rev().fold(u64::from(size), |key, f| key << 4 | phi(f));
                    all.push((key, [d, e]));
                }
            }
        }
        // Only a universe with all points of both planes is certain to contain the translates.
        let whole = 0o777_777;
        let nine = (universe & whole == whole).then(Translations::new);
        let place =
            |(key, subsets)| (key, nine.as_ref().and_then(|it| it.least_image(subsets)), subsets);
        let mut all: Vec<_> = all.into_iter().map(place).collect();
        all.sort_unstable();
        let entry = |(key, place, first)| match place {
            None => Some((key, SubsetPairs { first, is_nine: false })),
            Some((_, 0)) => Some((key, SubsetPairs { first, is_nine: true })),
            Some(_) => None,
        };
        let (keys, subsets) = all.into_iter().filter_map(entry).unzip();
        Self { keys, subsets }
    }
}

impl SubsetPairs {
    /// Returns the number of pairs of subsets that an entry represents (1 or 9).
    #[inline(always)]
    pub(super) const fn number(&self) -> usize {
        if self.is_nine { PLANE } else { 1 }
    }

    /// Iterates over the pairs of subsets that an entry represents, in the order of the
    /// translations ([`translated`]).
    pub(super) fn all(self) -> impl Iterator<Item = [u16; 2]> {
        let [d, e] = self.first;
        (0..self.number()).map(move |by| [translated_set(d, by), translated_set(e, negative(by))])
    }
}

/// For each set of points of a plane, its images under all translations.
struct Translations(Vec<[u16; PLANE]>);

impl Translations {
    fn new() -> Self {
        let images = |set| std::array::from_fn(|by| translated_set(set, by));
        Self((0..1 << PLANE).map(images).collect())
    }

    /// Returns the least of the nine images of a pair under opposite translations, and the
    /// translation that carries it to the pair. Returns `None` if fewer than nine images are
    /// different.
    fn least_image(&self, [d, e]: [u16; 2]) -> Option<([u16; 2], usize)> {
        let mut images: [_; PLANE] = std::array::from_fn(|by| {
            ([self.0[usize::from(d)][by], self.0[usize::from(e)][negative(by)]], negative(by))
        });
        images.sort_unstable();
        images.windows(2).all(|two| two[0].0 != two[1].0).then_some(images[0])
    }
}

/// Returns the translate of a set of points of a plane by a point.
fn translated_set(set: u16, by: usize) -> u16 {
    (0..PLANE).filter(|&p| set >> p & 1 == 1).map(|p| 1 << translated(p, by)).sum()
}

/// Returns the sum of two points of a plane.
pub(super) fn translated(point: usize, by: usize) -> usize {
    negative(Card::third_index(point, by))
}

/// Returns the additive inverse of a point.
pub(super) fn negative(point: usize) -> usize {
    Card::third_index(point, 0)
}

/// Node of a level of the elimination. Its polynomial is a sum of shifted polynomials of the level
/// below, its children.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// Range of its children's indices in the level below; for the first level, of the indices of
    /// subsets of the first two planes.
    pub(super) children: Range<u32>,
    /// Values of phi at the points of the last plane that the next step eliminates.
    pub(super) phi: [u8; 2],
}

impl Node {
    pub(super) fn children(&self) -> Range<usize> {
        self.children.start as usize..self.children.end as usize
    }
}

/// Elimination step, which decides whether each of at most two points of the last plane is
/// included.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) points: Vec<usize>,
    /// Number of points that earlier steps have eliminated; there is one polynomial for each subset
    /// of these points.
    pub(super) before: usize,
}

/// Transition of an elimination step: from the polynomial of one subset of the points eliminated so
/// far to the polynomials of that subset with neither, one or both points of the step added.
#[derive(Clone, Debug)]
pub(super) struct Extension {
    /// Index of the polynomial from which the step starts.
    pub(super) from: u8,
    /// Whether the resulting polynomials are needed with neither point included, the first, the
    /// second, or both.
    pub(super) needed: [bool; 4],
    /// Number of lines of the plane that are completed by the first point, by the second, and by
    /// the second after the first.
    pub(super) lines: [u8; 3],
}

/// Polynomials that are combined before the last line is eliminated, because their subsets have the
/// same number of points and the same phi on that line.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    /// Number of points included from the first two planes.
    pub(super) size: usize,
    /// For each level, the range of the branch's nodes.
    pub(super) nodes: [Range<usize>; STEPS + 1],
    /// Needed states before the last line, each with the subsets of the eliminated points that lead
    /// to it.
    pub(super) states: Vec<(u16, Vec<u8>)>,
}

/// Term of an elimination stage: adds the polynomial of a state, shifted if the point is included,
/// to that of a state of the next stage. `shift` holds a point and a constant: the polynomial is
/// multiplied by y to the power of the field at the point plus the constant.
#[derive(Clone, Debug)]
pub(super) struct Term {
    pub(super) from: u16,
    pub(super) to: u16,
    pub(super) shift: Option<(usize, u8)>,
}

/// Plan of the elimination for third layers of some sizes within a set of points.
#[derive(Debug)]
pub(super) struct EliminationPlan {
    pub(super) steps: [Step; STEPS],
    /// Nodes of each level of the elimination; the first level holds sums of monomials.
    pub(super) levels: [Vec<Node>; STEPS + 1],
    /// Extensions of each step of the elimination, for each number of points of the first two
    /// planes.
    pub(super) extensions: Vec<[Vec<Extension>; STEPS]>,
    pub(super) branches: Vec<Branch>,
    /// Elimination of the last line, point by point, from the states of the branches to the sizes.
    pub(super) stages: [Vec<Term>; STEPS],
    /// Number of states before the elimination of each point of the last line.
    pub(super) states: [usize; STEPS],
    /// For each needed size that a third layer can have, the size and the index of its state after
    /// the last stage.
    pub(super) results: Vec<(usize, u16)>,
}

/// Elimination state before the last line of a plane: the number of points so far, and the
/// contribution of each point of the line.
type LastLine = (usize, [u8; 3]);

/// Bit mask of the needed sizes of third layers.
struct NeededSizes(u32);

impl NeededSizes {
    /// Returns whether a needed size can be reached from `size` points with at most `to_come` more
    /// points.
    fn within(&self, size: usize, to_come: usize) -> bool {
        let sizes = u64::from(self.0) >> size;
        sizes & ((2 << to_come) - 1) != 0
    }
}

impl EliminationPlan {
    /// Returns the plan for third layers inside `universe` of the sizes in the bit mask `sizes`.
    pub(super) fn new(monomials: &Monomials, universe: Points, sizes: u32) -> Self {
        let needed = NeededSizes(sizes);
        let last_plane = universe >> (2 * PLANE);
        let inside = (0..BEFORE_LAST_LINE).filter(|p| last_plane >> p & 1 == 1);
        let inside: Vec<usize> = inside.collect();
        let steps = std::array::from_fn(|step| {
            let points = inside.chunks(2).nth(step).unwrap_or(&[]).to_vec();
            Step { points, before: inside.len().min(2 * step) }
        });
        let (levels, keys) = levels(monomials, &needed, &inside, &steps);
        let each = |size| steps.each_ref().map(|step| extensions(&needed, &inside, step, size));
        let extensions = (0..=2 * PLANE).map(each).collect();
        let mut states = LastLines::new();
        let branch = |(place, key)| branch(&levels, place, key, &inside, &needed, &mut states);
        let branches = keys.into_iter().enumerate().map(branch).collect();
        let (stages, states, sizes) = stages(states, &needed);
        let results = sizes.into_iter().map(|((size, _), number)| (size, number)).collect();
        Self { steps, levels, extensions, branches, stages, states, results }
    }
}

/// Returns the branch that leads to a node of the last level.
fn branch(
    levels: &[Vec<Node>; STEPS + 1],
    place: usize,
    key: u64,
    inside: &[usize],
    needed: &NeededSizes,
    states: &mut LastLines,
) -> Branch {
    let mut nodes: [Range<usize>; STEPS + 1] = std::array::from_fn(|_| place..place + 1);
    for level in (0..STEPS).rev() {
        let above = &levels[level + 1][nodes[level + 1].clone()];
        nodes[level] = above[0].children().start..above[above.len() - 1].children().end;
    }
    let size = size(key);
    let mut reached = BTreeMap::<_, Vec<_>>::new();
    for pattern in 0_u8..1 << inside.len() {
        let points = size + pattern.count_ones() as usize;
        if needed.within(points, 3) {
            let state = (points, last_row(key, chosen(inside, pattern.into())));
            reached.entry(state_index(states, state)).or_default().push(pattern);
        }
    }
    Branch { size, nodes, states: reached.into_iter().collect() }
}

/// Elimination states of a stage, with their indices.
type LastLines = BTreeMap<LastLine, u16>;

/// Returns, for each point of the last line, the transitions between states that eliminate it and
/// the number of states before it. Also returns the states after the last point.
fn stages(
    first: LastLines,
    needed: &NeededSizes,
) -> ([Vec<Term>; STEPS], [usize; STEPS], LastLines) {
    let (mut terms, mut sizes, mut states) = ([const { Vec::new() }; STEPS], [0; STEPS], first);
    for stage in 0..STEPS {
        let mut next = LastLines::new();
        // States with the same targets are adjacent, so that the targets stay in the cache.
        let mut order: Vec<_> = states.iter().collect();
        order.sort_by_key(|&(&(size, field), _)| (size, decided(stage, field, 0)));
        for (&(size, field), &from) in order {
            for inside in [0, 1] {
                let size = size + usize::from(inside);
                if needed.within(size, STEPS - 1 - stage) {
                    let to = state_index(&mut next, (size, decided(stage, field, inside)));
                    let shift = (inside == 1).then_some((BEFORE_LAST_LINE + stage, field[stage]));
                    terms[stage].push(Term { from, to, shift });
                }
            }
        }
        sizes[stage] = states.len();
        states = next;
    }
    (terms, sizes, states)
}

/// Returns the data that matter after a point of the last line is eliminated: whether the first
/// point is included, and the contributions of the points to come. The last point contributes one
/// more if the two before it are both included.
const fn decided(stage: usize, [first, second, last]: [u8; 3], inside: u8) -> [u8; 3] {
    match stage {
        0 => [inside, second, last],
        1 => [0, 0, last + first * inside],
        _ => [0, 0, 0],
    }
}

/// Returns the index of an elimination state, adding the state if it is new.
fn state_index(states: &mut LastLines, state: LastLine) -> u16 {
    let fresh = u16::try_from(states.len()).expect("there are some thousand states");
    *states.entry(state).or_insert(fresh)
}

/// Returns the nodes of all levels of the elimination, and the keys of the nodes of the last level.
/// Each level combines the nodes of the level below that agree on all points still to come.
fn levels(
    monomials: &Monomials,
    needed: &NeededSizes,
    inside: &[usize],
    steps: &[Step; STEPS],
) -> ([Vec<Node>; STEPS + 1], Vec<u64>) {
    let reached = |&(_, &key): &(usize, &u64)| needed.within(size(key), inside.len() + 3);
    let below = monomials.keys.iter().enumerate().filter(reached);
    let mut below: Vec<(u32, u64)> =
        below.map(|(place, &key)| (u32::try_from(place).expect("below 2^18"), key)).collect();
    let levels = std::array::from_fn(|level| {
        let first = inside.get(2 * level).map_or(BEFORE_LAST_LINE, |&point| point);
        let points = steps.get(level).map_or(&[][..], |step| &step.points);
        let (mut nodes, mut keys) = (Vec::<Node>::new(), Vec::new());
        for &(place, key) in &below {
            let rest = key >> (4 * first) << (4 * first);
            if keys.last() != Some(&rest) {
                let phi = std::array::from_fn(|i| points.get(i).map_or(0, |&p| phi(key, p)));
                nodes.push(Node { children: place..place, phi });
                keys.push(rest);
            }
            nodes.last_mut().expect("one was added").children.end = place + 1;
        }
        below = (0..).zip(keys).collect();
        nodes
    });
    (levels, below.into_iter().map(|(_, key)| key).collect())
}

/// Returns the extensions of a step, if the first two planes have `size` points.
fn extensions(needed: &NeededSizes, inside: &[usize], step: &Step, size: usize) -> Vec<Extension> {
    let to_come = inside.len() + 3 - step.before;
    let after = to_come - step.points.len();
    let reachable = |pattern: &usize| needed.within(size + pattern.count_ones() as usize, to_come);
    let extension = |pattern: usize| {
        let size = size + pattern.count_ones() as usize;
        let needed = [0, 1, 1, 2].map(|points| needed.within(size + points, after));
        let there = [!step.points.is_empty(), step.points.len() > 1];
        let before = chosen(inside, pattern);
        let point = |i: usize| step.points.get(i).copied().unwrap_or(BEFORE_LAST_LINE);
        let lines = [
            completed(before, point(0)),
            completed(before, point(1)),
            completed(before | 1 << point(0), point(1)),
        ];
        let needed =
            [needed[0], needed[1] && there[0], needed[2] && there[1], needed[3] && there[1]];
        Extension { from: u8::try_from(pattern).expect("below 64"), needed, lines }
    };
    (0..1 << step.before).filter(reachable).map(extension).collect()
}

/// Returns 1 if a point completes its row, otherwise 0. The other lines of the plane meet the last
/// row and are part of the contributions of its points.
fn completed(points: u32, point: usize) -> u8 {
    let row = 0b111 << (point - point % 3);
    u8::from((points | 1 << point) & row == row)
}

/// Returns the contribution of each point of the last row: phi, and the number of lines through it
/// and two points chosen in the rows before.
fn last_row(key: u64, points: u32) -> [u8; 3] {
    let is_in = |point: usize| points >> point & 1 == 1;
    std::array::from_fn(|last| {
        let last = BEFORE_LAST_LINE + last;
        let lines = (0..3).filter(|&p| is_in(p) && is_in(Card::third_index(p, last))).count();
        phi(key, last) + u8::try_from(lines).expect("three at most")
    })
}

/// Extracts the number of points in the first two planes from the key of a monomial group.
fn size(key: u64) -> usize {
    (key >> (4 * PLANE)) as usize
}

/// Extracts phi at a point of the last plane from the key of a monomial group.
fn phi(key: u64, point: usize) -> u8 {
    (key >> (4 * point) & 15) as u8
}

/// Converts a bit pattern over the points in `inside` to the set of chosen points.
fn chosen(inside: &[usize], pattern: usize) -> u32 {
    inside.iter().enumerate().map(|(bit, &p)| u32::from(pattern >> bit & 1 == 1) << p).sum()
}
