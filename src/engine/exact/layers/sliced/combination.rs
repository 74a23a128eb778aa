//! The nodes of a level: sums of shifted polynomials of the level below.

use super::SHIFTS;
use super::word::{PLANES, Polynomial, Word, ZERO, for_planes};
use crate::exact::layers::plan::{Extension, Node};
use crate::lanes::{InstructionSet, Task};

/// The sums that make a node.
pub(super) struct Combination<'a> {
    pub(super) children: &'a [Node],
    /// The polynomials of the children, all with the same planes.
    pub(super) source: &'a [Polynomial],
    /// How many polynomials a child has.
    pub(super) sets: usize,
    /// The shifts of the points that are eliminated.
    pub(super) shifts: [&'a [Word; SHIFTS]; 2],
    pub(super) extensions: &'a [Extension],
}

/// How many planes the children of a node have, and how many more its sums can have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub(super) planes: usize,
    carries: usize,
}

impl Room {
    /// The planes that sums are compiled for.
    const COMPILED: [usize; 7] = [3, 4, 5, 6, 7, 9, 11];

    /// Little room at first, which is enough most often.
    pub(super) fn of(children: &[usize]) -> Self {
        let most = children.iter().copied().max().unwrap_or(0);
        let planes = Self::COMPILED.into_iter().find(|&planes| planes >= most).unwrap_or(most);
        Self { planes, carries: if children.len() <= 4 { 1 } else { 2 } }
    }

    /// Makes more room, if there is any.
    pub(super) fn grow(&mut self) -> bool {
        if self.carries == 1 {
            self.carries = 2;
            return true;
        }
        let more = Self::COMPILED.into_iter().find(|&planes| planes > self.planes);
        self.planes = more.unwrap_or(self.planes);
        more.is_some()
    }
}

impl Combination<'_> {
    /// The planes of the sums; nothing if there is too little room for them.
    pub(super) fn run(
        &self,
        set: InstructionSet,
        room: Room,
        target: &mut [Polynomial],
    ) -> Option<usize> {
        macro_rules! choose {
            ($($planes:literal)*) => {
                match (room.planes, room.carries) {
                    $(
                        ($planes, 1) => set.run(Combine::<$planes, 1>(self, target)),
                        ($planes, 2) => set.run(Combine::<$planes, 2>(self, target)),
                    )*
                    _ => None,
                }
            };
        }
        choose!(3 4 5 6 7 9 11)
    }
}

/// The same where the children have `CHILD` planes and the results up to `CARRIES` more.
struct Combine<'a, 'b, const CHILD: usize, const CARRIES: usize>(
    &'a Combination<'b>,
    &'a mut [Polynomial],
);

impl<const CHILD: usize, const CARRIES: usize> Task for Combine<'_, '_, CHILD, CARRIES> {
    type Output = Option<usize>;

    #[inline(always)]
    fn run<const MASKS: bool>(self) -> Option<usize> {
        let Self(of, target) = self;
        let mut seen = Seen { top: [ZERO; 2], lost: ZERO };
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
    top: [Word; 2],
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
