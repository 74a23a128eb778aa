//! The nodes of a level: sums of shifted polynomials of the level below.

use super::SHIFTS;
use super::lanes::{FEWEST_PLANES, Lanes, PLANES, Polynomial, ZERO};
use crate::exact::layers::plan::{Extension, Node};
use crate::lanes::{Majority, Task};
use std::ops::Range;

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
    fn run<const MASKS: bool>(self, majority: impl Majority) -> usize {
        let Self { children, source, planes, sets, shifts, extensions, points, .. } = self;
        let target = &mut *self.target;
        let (mut end, mut top) = (0, [ZERO; 2]);
        for extension in extensions {
            let from = usize::from(extension.from);
            let lines = extension.lines;
            let sums = Sums { children, source: &source[from..], planes, sets, shifts, lines };
            let to = [0, 1, 2, 3].map(|outcome| from + outcome * sets);
            let [none, one, ..] = to;
            end = match points {
                0 => sums.all([&mut target[none]], &mut top, majority),
                1 => sums.all(
                    target.get_disjoint_mut([none, one]).expect("two polynomials"),
                    &mut top,
                    majority,
                ),
                _ => sums.all(
                    target.get_disjoint_mut(to).expect("four polynomials"),
                    &mut top,
                    majority,
                ),
            };
        }
        let used = match top.map(Lanes::any) {
            [true, _] => end,
            [false, true] => end - 1,
            [false, false] => end.saturating_sub(2),
        };
        used.max(FEWEST_PLANES)
    }
}

/// The sums over the children of their polynomials for one set of points.
struct Sums<'a> {
    children: &'a [Node],
    source: &'a [Polynomial],
    planes: &'a [usize],
    sets: usize,
    shifts: [&'a [Lanes; SHIFTS]; 2],
    lines: [u8; 3],
}

impl Sums<'_> {
    /// The sums for the outcomes, the first of which is not shifted, and how many planes they can
    /// have.
    #[inline(always)]
    fn all<const OUTCOMES: usize>(
        &self,
        mut to: [&mut Polynomial; OUTCOMES],
        top: &mut [Lanes; 2],
        majority: impl Majority,
    ) -> usize {
        let (mut start, mut most) = (0, 0);
        macro_rules! add {
            ($number:literal, $first:literal) => {{
                most =
                    self.terms::<$number, OUTCOMES>(start).add::<$first>(&mut to, most, majority);
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
        let end = planes_of(most);
        for to in to {
            top[0] = top[0].or(to[end - 1]);
            top[1] = top[1].or(to[end - 2]);
            to[end] = ZERO;
        }
        end
    }

    #[inline(always)]
    fn terms<const NUMBER: usize, const OUTCOMES: usize>(
        &self,
        start: usize,
    ) -> Terms<'_, NUMBER, OUTCOMES> {
        let mut terms = Terms {
            polynomials: [&self.source[0]; NUMBER],
            planes: [0; NUMBER],
            by: [[ZERO; OUTCOMES]; NUMBER],
        };
        for term in 0..NUMBER {
            let child = start + term;
            terms.polynomials[term] = &self.source[child * self.sets];
            terms.planes[term] = self.planes[child].min(PLANES);
            let phi = self.children[child].phi;
            let at = |i: usize, lines: u8| &self.shifts[i][usize::from(phi[i] + lines) % SHIFTS];
            if OUTCOMES > 1 {
                terms.by[term][1] = *at(0, self.lines[0]);
            }
            if OUTCOMES > 2 {
                terms.by[term][2] = *at(1, self.lines[1]);
                terms.by[term][3] = at(0, self.lines[0]).add(at(1, self.lines[2]));
            }
        }
        terms
    }
}

/// The planes of numbers up to this.
#[inline(always)]
fn planes_of(most: usize) -> usize {
    ((usize::BITS - most.leading_zeros()) as usize).min(PLANES)
}

/// Polynomials that are added at once.
struct Terms<'a, const NUMBER: usize, const OUTCOMES: usize> {
    polynomials: [&'a Polynomial; NUMBER],
    planes: [usize; NUMBER],
    by: [[Lanes; OUTCOMES]; NUMBER],
}

impl<const NUMBER: usize, const OUTCOMES: usize> Terms<'_, NUMBER, OUTCOMES> {
    /// Adds them to the sums, or to nothing; numbers of the sums are `most` at most before, and
    /// what is returned after.
    #[inline(always)]
    fn add<const FIRST: bool>(
        &self,
        to: &mut [&mut Polynomial; OUTCOMES],
        most: usize,
        majority: impl Majority,
    ) -> usize {
        let own = planes_of(most);
        let highest = self.planes.iter().fold(0, |highest, &planes| highest.max(planes));
        let most = self.planes.iter().fold(most, |most, &planes| most + (1 << planes) - 1);
        let end = planes_of(most);
        if !FIRST {
            for plane in own..end {
                for to in to.iter_mut() {
                    to[plane] = ZERO;
                }
            }
        }
        let mut carries = [[ZERO; NUMBER]; OUTCOMES];
        self.add_planes::<FIRST>(to, highest, &mut carries, majority);
        add_carries::<FIRST, _, _>(&mut carries, to, highest..end, majority);
        most
    }

    /// Adds their planes from the lowest on; leaves the carries.
    #[inline(always)]
    fn add_planes<const FIRST: bool>(
        &self,
        to: &mut [&mut Polynomial; OUTCOMES],
        planes: usize,
        carries: &mut [[Lanes; NUMBER]; OUTCOMES],
        majority: impl Majority,
    ) {
        for plane in 0..planes {
            for (outcome, (to, carries)) in to.iter_mut().zip(&mut *carries).enumerate() {
                let mut sum = if FIRST { ZERO } else { to[plane] };
                for (term, carry) in carries.iter_mut().enumerate() {
                    let mut word = self.polynomials[term][plane.min(self.planes[term])];
                    if outcome > 0 {
                        word = word.rotated(&self.by[term][outcome]);
                    }
                    if FIRST && term == 0 {
                        sum = word;
                    } else {
                        *carry = sum.full_add(word, *carry, majority);
                    }
                }
                to[plane] = sum;
            }
        }
    }
}

/// Adds the carries of up to three terms to the planes above these, or to nothing.
#[inline(always)]
fn add_carries<const FIRST: bool, const NUMBER: usize, const OUTCOMES: usize>(
    carries: &mut [[Lanes; NUMBER]; OUTCOMES],
    to: &mut [&mut Polynomial; OUTCOMES],
    mut planes: Range<usize>,
    majority: impl Majority,
) {
    if NUMBER > 1
        && let Some(plane) = planes.next()
    {
        for (to, carries) in to.iter_mut().zip(&mut *carries) {
            let mut sum = if FIRST { ZERO } else { to[plane] };
            let carry = sum.full_add(carries[0], carries[1], majority);
            if NUMBER > 2 {
                carries[1] = sum.half_add(carries[2]);
            }
            carries[0] = carry;
            to[plane] = sum;
        }
    }
    if NUMBER > 2
        && let Some(plane) = planes.next()
    {
        for (to, carries) in to.iter_mut().zip(&mut *carries) {
            let mut sum = if FIRST { ZERO } else { to[plane] };
            carries[0] = sum.full_add(carries[0], carries[1], majority);
            to[plane] = sum;
        }
    }
    for plane in planes {
        for (to, carries) in to.iter_mut().zip(&mut *carries) {
            carries[0] = to[plane].half_add(carries[0]);
        }
    }
}
