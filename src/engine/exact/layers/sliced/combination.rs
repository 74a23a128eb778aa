//! The nodes of a level: sums of shifted polynomials of the level below.

use super::SHIFTS;
use super::lanes::{Lanes, PLANES, Polynomial, ZERO};
use crate::exact::layers::plan::{Extension, Node};
use crate::lanes::Task;

/// The sums that make a node.
pub(super) struct Combination<'a> {
    pub(super) children: &'a [Node],
    /// The polynomials of the children.
    pub(super) source: &'a [Polynomial],
    /// The planes of each child; the one above them is empty.
    pub(super) planes: &'a [usize],
    /// How many polynomials a child has.
    pub(super) sets: usize,
    /// The shifts of the points that are eliminated.
    pub(super) shifts: [&'a [Lanes; SHIFTS]; 2],
    pub(super) extensions: &'a [Extension],
    /// How many points are eliminated: two at most.
    pub(super) points: usize,
    pub(super) target: &'a mut [Polynomial],
}

impl Task for Combination<'_> {
    /// The planes of the sums.
    type Output = usize;

    #[inline(always)]
    fn run<const MASKS: bool>(self) -> usize {
        let Self { children, source, planes, sets, shifts, extensions, points, .. } = self;
        let target = &mut *self.target;
        let most = planes.iter().fold(0, |most, &planes| most.max(planes));
        let bits = usize::BITS - (children.len() - 1).leading_zeros();
        let end = (most + bits as usize).min(PLANES);
        for extension in extensions {
            let from = usize::from(extension.from);
            let sums = Sums { children, source: &source[from..], planes, sets, end };
            let [after_none, alone, after_first] = extension.lines.map(usize::from);
            let at = |i: usize, node: &Node, lines: usize| {
                &shifts[i][(usize::from(node.phi[i]) + lines) % SHIFTS]
            };
            let first = |node: &Node| *at(0, node, after_none);
            let second = |node: &Node| *at(1, node, alone);
            let both = |node: &Node| first(node).add(at(1, node, after_first));
            let to = [0, 1, 2, 3].map(|outcome| from + outcome * sets);
            let [none, one, ..] = to;
            match points {
                0 => sums.all(|_| [ZERO], [&mut target[none]]),
                1 => {
                    let to = target.get_disjoint_mut([none, one]).expect("two polynomials");
                    sums.all(|node| [ZERO, first(node)], to);
                }
                _ => {
                    let to = target.get_disjoint_mut(to).expect("four polynomials");
                    sums.all(|node| [ZERO, first(node), second(node), both(node)], to);
                }
            }
        }
        let mut used = end;
        while used > most && !self.has_plane(used - 1) {
            used -= 1;
        }
        used
    }
}

impl Combination<'_> {
    /// Whether one of the sums has a bit in a plane.
    #[inline(always)]
    fn has_plane(&self, plane: usize) -> bool {
        let mut bits = ZERO;
        for extension in self.extensions {
            for outcome in 0..1 << self.points {
                let number = usize::from(extension.from) + outcome * self.sets;
                bits = bits.or(self.target[number][plane]);
            }
        }
        bits.any()
    }
}

/// The sums over the children of their polynomials for one set of points.
struct Sums<'a> {
    children: &'a [Node],
    source: &'a [Polynomial],
    planes: &'a [usize],
    sets: usize,
    end: usize,
}

impl Sums<'_> {
    /// The sums for the outcomes, the first of which is not shifted.
    #[inline(always)]
    fn all<const OUTCOMES: usize>(
        &self,
        by: impl Fn(&Node) -> [Lanes; OUTCOMES],
        mut to: [&mut Polynomial; OUTCOMES],
    ) {
        let mut start = 0;
        macro_rules! add {
            ($number:literal, $first:literal) => {{
                let some: [usize; $number] = std::array::from_fn(|i| start + i);
                let terms = Terms {
                    polynomials: some.map(|child| &self.source[child * self.sets]),
                    planes: some.map(|child| self.planes[child].min(PLANES)),
                    by: some.map(|child| by(&self.children[child])),
                };
                terms.add::<$first>(&mut to, self.end);
                start += $number;
            }};
        }
        match self.children.len() {
            1 => add!(1, true),
            2 => add!(2, true),
            _ => add!(3, true),
        }
        while start < self.children.len() {
            match self.children.len() - start {
                1 => add!(1, false),
                2 => add!(2, false),
                _ => add!(3, false),
            }
        }
        for to in to {
            to[self.end.min(PLANES)] = ZERO;
        }
    }
}

/// Polynomials that are added at once.
struct Terms<'a, const NUMBER: usize, const OUTCOMES: usize> {
    polynomials: [&'a Polynomial; NUMBER],
    planes: [usize; NUMBER],
    by: [[Lanes; OUTCOMES]; NUMBER],
}

impl<const NUMBER: usize, const OUTCOMES: usize> Terms<'_, NUMBER, OUTCOMES> {
    /// Adds them, plane by plane from the lowest, to the sums, or to nothing.
    #[inline(always)]
    fn add<const FIRST: bool>(&self, to: &mut [&mut Polynomial; OUTCOMES], end: usize) {
        let mut carries = [[ZERO; NUMBER]; OUTCOMES];
        for plane in 0..end.min(PLANES) {
            for (outcome, (to, carries)) in to.iter_mut().zip(&mut carries).enumerate() {
                let mut sum = if FIRST { ZERO } else { to[plane] };
                for (term, carry) in carries.iter_mut().enumerate() {
                    let mut word = self.polynomials[term][plane.min(self.planes[term])];
                    if outcome > 0 {
                        word = word.rotated(&self.by[term][outcome]);
                    }
                    if FIRST && term == 0 {
                        sum = word;
                    } else {
                        *carry = sum.full_add(word, *carry);
                    }
                }
                to[plane] = sum;
            }
        }
    }
}
