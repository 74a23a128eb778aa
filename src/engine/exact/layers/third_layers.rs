//! All third layers for 64 pairs of layers at once.
//!
//! A pair of layers fixes a field `w` on the points of the third layer `C`: what each point adds to
//! the number of sets. For 64 pairs, whose fields stand side by side, all subsets `C` of `c` points
//! are counted by what they add. A sum is not kept as a number `s` but as a word with bit `s` set:
//! to add `w(p)` is to move it up by `w(p)`, and to tally it is to count its bits
//! ([`super::counters`]).
//!
//! `C` is cut into thirds of up to nine points, C = (D, E, F). D and E add the fields of their
//! points and the lines inside them, and they add a field `f` of their own to the points of the
//! last third, f(z) = #{(x, y) in D x E: x + y + z = 0}. The sums over all F of a size depend on D
//! and E through `f` alone; and `f` stays the same when D is moved by some t and E by -t, or when
//! they change places: 11,206 different fields for the 262,144 pairs (D, E) of a layer of 27
//! points. So for each `f` the sums over F are tallied once, in binary numbers that lie across
//! words, and these numbers, moved up by what D and E add, are counted for each D and E.

use super::counters::Counters;
use super::space::{Space, subsets};
use crate::lanes::{Element, Lanes, Task};
use std::collections::HashMap;

/// The subsets of the third layer, arranged for counting.
#[derive(Debug)]
pub(super) struct ThirdLayers {
    third: usize,
    /// The lines inside each subset of a third.
    sets: Vec<u16>,
    /// The subsets of a third, by their points.
    subsets: Vec<Vec<u16>>,
    /// The pairs (D, E) by their points together, those with the same field side by side.
    groups: Vec<Vec<FieldGroup>>,
}

/// The pairs (D, E) with one field.
#[derive(Clone, Debug)]
struct FieldGroup {
    /// What each subset of the last third gets from the field.
    field: Vec<u8>,
    pairs: Vec<[u16; 2]>,
}

impl ThirdLayers {
    /// The subsets of the space of a layer.
    pub(super) fn new(space: &Space) -> Self {
        let third = Space::new(space.dimension() - 1);
        let (size, all) = (third.size(), 1_u16 << third.size());
        let mut groups = vec![Vec::<FieldGroup>::new(); 2 * size + 1];
        let mut known = HashMap::new();
        for (first, second) in
            (0..all).flat_map(|first| (0..all).map(move |second| (first, second)))
        {
            let points = (first.count_ones() + second.count_ones()) as usize;
            let field = third.field(first.into(), second.into());
            let group = *known.entry((points, field)).or_insert_with(|| {
                groups[points].push(FieldGroup { field: sums(&field, all), pairs: Vec::new() });
                groups[points].len() - 1
            });
            groups[points][group].pairs.push([first, second]);
        }
        let of_size = |points| subsets(size, points).map(|set| to_u16(set as usize)).collect();
        Self {
            third: size,
            sets: (0..all).map(|set| to_u16(third.sets(set.into()))).collect(),
            subsets: (0..=size).map(of_size).collect(),
            groups,
        }
    }

    /// The words that are counted for third layers of so many points.
    pub(super) fn words(&self, points: usize) -> u128 {
        let mut words = 0;
        for above in points.saturating_sub(self.third)..=points.min(2 * self.third) {
            let below = self.subsets[points - above].len();
            let planes = (below.ilog2() + 1) as usize;
            let words_of = |group: &FieldGroup| below + group.pairs.len() * planes;
            words += self.groups[above].iter().map(words_of).sum::<usize>();
        }
        words as u128
    }
}

/// The sum of a field over each subset.
fn sums(field: &[u8], subsets: u16) -> Vec<u8> {
    let mut sums = vec![0; usize::from(subsets)];
    for set in 1..sums.len() {
        sums[set] = sums[set & (set - 1)] + field[set.trailing_zeros() as usize];
    }
    sums
}

fn to_u16(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

/// The bits of a number of subsets of a third: at most 126 of a size.
const PLANES: usize = 7;

/// Buffers that a thread reuses.
#[derive(Debug)]
pub(super) struct Scratch<W> {
    /// What the subsets of each third add.
    sums: [Vec<Lanes<W>>; 3],
    /// The subsets of the last third, tallied.
    last: Counters<W>,
    /// The tally of all, for each bit plane of the tallies of the last third.
    counters: [Counters<W>; PLANES],
}

impl<W: Element> Scratch<W> {
    pub(super) fn new(thirds: &ThirdLayers) -> Self {
        let sums = || vec![Lanes::default(); thirds.sets.len()];
        let sums = [sums(), sums(), sums()];
        Self { sums, last: Counters::new(), counters: std::array::from_fn(|_| Counters::new()) }
    }
}

/// How many third layers add `bit`, for each pair.
pub(super) struct Count<'a, W> {
    pub(super) scratch: &'a Scratch<W>,
    pub(super) bit: usize,
}

impl<W: Element> Task for Count<'_, W> {
    type Output = Lanes<u32>;

    #[inline(always)]
    fn run<const MASKS: bool>(self) -> Lanes<u32> {
        let (mut counts, bit) = (Lanes::default(), u32::try_from(self.bit).unwrap_or(u32::MAX));
        for (counters, weight) in self.scratch.counters.iter().zip(0..) {
            counts.add(&counters.count(bit).map(|count| count << weight));
        }
        counts
    }
}

/// Counts, for each of 64 pairs of layers, the third layers of `points` points by what they add.
pub(super) struct Counting<'a, W> {
    pub(super) thirds: &'a ThirdLayers,
    /// What each point adds, for each pair.
    pub(super) fields: &'a [Lanes<W>],
    pub(super) points: usize,
    pub(super) scratch: &'a mut Scratch<W>,
}

impl<W: Element> Task for Counting<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run<const MASKS: bool>(self) {
        let Counting { thirds, fields, points, scratch } = self;
        let third = thirds.third;
        for (number, sums) in scratch.sums.iter_mut().enumerate() {
            sum_up(thirds, &fields[number * third..(number + 1) * third], sums);
        }
        let [first, second, last] = &mut scratch.sums;
        for sums in last.iter_mut() {
            *sums = sums.map(|sum| W::ONE.unbounded_shl(sum));
        }
        for counters in &mut scratch.counters {
            counters.clear();
        }
        for above in points.saturating_sub(third)..=points.min(2 * third) {
            let below = &thirds.subsets[points - above];
            for group in &thirds.groups[above] {
                scratch.last.clear();
                for &set in below {
                    let field = W::truncated(group.field[usize::from(set)].into());
                    scratch.last.add_moved(&last[usize::from(set)], &Lanes::splat(field));
                }
                let (planes, used) = scratch.last.bit_planes::<PLANES>();
                for &[d, e] in &group.pairs {
                    let sum = first[usize::from(d)].zip(&second[usize::from(e)], W::wrapping_add);
                    for (counters, plane) in scratch.counters.iter_mut().zip(&planes).take(used) {
                        counters.add_moved(plane, &sum);
                    }
                }
            }
        }
    }
}

/// What each subset of a third adds: its points and the lines in it.
#[inline(always)]
fn sum_up<W: Element>(thirds: &ThirdLayers, fields: &[Lanes<W>], sums: &mut [Lanes<W>]) {
    sums[0] = Lanes::default();
    for set in 1..sums.len() {
        let (point, rest) = (set.trailing_zeros() as usize, set & (set - 1));
        let sets = W::truncated(thirds.sets[set].wrapping_sub(thirds.sets[rest]));
        sums[set] = sums[rest]
            .zip(&fields[point], |rest, field| rest.wrapping_add(field).wrapping_add(sets));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::layers::space::points;
    use crate::lanes::{InstructionSet, LANES};

    /// Against counting subset by subset, for all spaces, sizes, instruction sets and widths.
    #[test]
    fn every_third_layer_is_counted() {
        for (dimension, sizes) in [(1, 0..=3), (2, 0..=9), (3, 0..=4)] {
            let space = Space::new(dimension);
            let thirds = ThirdLayers::new(&space);
            for size in sizes {
                check::<u64>(&space, &thirds, size);
                check::<u128>(&space, &thirds, size);
            }
            check::<u32>(&space, &thirds, 2);
        }
    }

    fn check<W: Element>(space: &Space, thirds: &ThirdLayers, size: usize) {
        let field = |point: usize, lane: usize| (point * 7 + lane * 5) % 4;
        let word = |number: usize| W::truncated(u16::try_from(number).unwrap());
        let at = |point| Lanes::from_fn(|lane| word(field(point, lane)));
        let fields: Vec<_> = (0..space.size()).map(at).collect();
        let mut expected = vec![[0; 64]; LANES];
        for set in subsets(space.size(), size) {
            for (lane, expected) in expected.iter_mut().enumerate() {
                let sum: usize = points(set).map(|point| field(point, lane)).sum();
                expected[sum + space.sets(set)] += 1;
            }
        }
        let mut scratch = Scratch::new(thirds);
        for instructions in InstructionSet::available() {
            let task = Counting { thirds, fields: &fields, points: size, scratch: &mut scratch };
            instructions.run(task);
            for bit in 0..64.min(8 * size_of::<W>()) {
                let found = Count { scratch: &scratch, bit }.run::<false>();
                let expected = Lanes::from_fn(|lane| expected[lane][bit]);
                assert_eq!(found, expected, "{size} {bit}");
            }
        }
    }
}
