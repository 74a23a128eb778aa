//! Counting how often each bit was set, in every word of a lane, without adding numbers.
//!
//! The number of ones at a place of a word is written in binary across several words: bit `b` of
//! plane `i` says whether the count of bit `b` contains 2^i. Three words of the same weight become
//! one of that weight and one of twice the weight by logic alone (a full adder in every bit), so
//! each word that is counted costs about one full adder, two instructions with AVX-512 and five
//! without, for 32 or more counters in each lane. (This is known as carry-save addition, or as the
//! method of Harley and Seal.)

use crate::lanes::{Element, LANES, Lanes};

/// The words that are added together.
const ROWS: usize = 16;

/// Counts the bits of words.
#[derive(Clone, Debug)]
pub(super) struct Counters<W> {
    /// Words that are not yet added.
    rows: Box<[Lanes<W>; ROWS]>,
    waiting: usize,
    /// The planes of weight 1, 2, 4, 8.
    low: [Lanes<W>; 4],
    /// Those of weight 16, 32, ...
    high: Vec<Plane<W>>,
}

#[derive(Clone, Debug)]
struct Plane<W> {
    sum: Lanes<W>,
    /// A second word of the same weight, until there is a third, and whether there is one.
    other: Lanes<W>,
    waits: bool,
}

impl<W: Element> Counters<W> {
    pub(super) fn new() -> Self {
        let (rows, high) = (Box::new([Lanes::default(); ROWS]), Vec::new());
        Self { rows, waiting: 0, low: [Lanes::default(); 4], high }
    }

    /// Counts from zero again.
    pub(super) fn clear(&mut self) {
        self.waiting = 0;
        self.low = [Lanes::default(); 4];
        self.high.clear();
    }

    /// Counts the bits of `words`, each moved up by the number in `by`.
    #[inline(always)]
    pub(super) fn add_moved(&mut self, words: &Lanes<W>, by: &Lanes<W>) {
        let row = &mut self.rows[self.waiting % ROWS];
        for lane in 0..LANES {
            row.0[lane] = words.0[lane].unbounded_shl(by.0[lane]);
        }
        self.waiting += 1;
        if self.waiting == ROWS {
            self.add_rows();
        }
    }

    /// Adds all rows.
    #[inline(always)]
    fn add_rows(&mut self) {
        let mut carry = Lanes::default();
        // Copies, so that the compiler sees that the rows are none of them.
        let [mut ones, mut twos, mut fours, mut eights] = self.low;
        let rows = &self.rows;
        for lane in 0..LANES {
            let row = |number: usize| rows[number].0[lane];
            let four = |first: usize, one: W, two: W| {
                let (one, a) = full_adder(one, row(first), row(first + 1));
                let (one, b) = full_adder(one, row(first + 2), row(first + 3));
                let (two, four) = full_adder(two, a, b);
                (one, two, four)
            };
            let (one, two, a) = four(0, ones.0[lane], twos.0[lane]);
            let (one, two, b) = four(4, one, two);
            let (four_sum, c) = full_adder(fours.0[lane], a, b);
            let (one, two, a) = four(8, one, two);
            let (one, two, b) = four(12, one, two);
            let (four_sum, d) = full_adder(four_sum, a, b);
            let (eight, sixteen) = full_adder(eights.0[lane], c, d);
            (ones.0[lane], twos.0[lane], fours.0[lane]) = (one, two, four_sum);
            (eights.0[lane], carry.0[lane]) = (eight, sixteen);
        }
        self.low = [ones, twos, fours, eights];
        self.waiting = 0;
        self.carry(carry);
    }

    /// Adds a word of weight 16.
    #[inline(always)]
    fn carry(&mut self, mut carry: Lanes<W>) {
        for plane in &mut self.high {
            plane.waits = !plane.waits;
            if plane.waits {
                plane.other = carry;
                return;
            }
            for lane in 0..LANES {
                let (sum, next) = full_adder(plane.sum.0[lane], plane.other.0[lane], carry.0[lane]);
                (plane.sum.0[lane], carry.0[lane]) = (sum, next);
            }
        }
        self.high.push(Plane { sum: carry, other: Lanes::default(), waits: false });
    }

    /// The counts in binary, the plane of weight 1 first, and how many planes are not zero in all
    /// lanes. The counts must fit.
    #[inline(always)]
    pub(super) fn bit_planes<const PLANES: usize>(&mut self) -> ([Lanes<W>; PLANES], usize) {
        let mut planes = [Lanes::default(); PLANES];
        if self.waiting > 0 {
            for row in &mut self.rows[self.waiting..] {
                *row = Lanes::default();
            }
            self.add_rows();
        }
        planes[..4].copy_from_slice(&self.low);
        let mut carry = Lanes::<W>::default();
        for (digit, plane) in planes[4..].iter_mut().zip(&self.high) {
            for lane in 0..LANES {
                let other = if plane.waits { plane.other.0[lane] } else { W::default() };
                let (sum, next) = full_adder(plane.sum.0[lane], other, carry.0[lane]);
                (digit.0[lane], carry.0[lane]) = (sum, next);
            }
        }
        if let Some(next) = planes.get_mut(4 + self.high.len()) {
            *next = carry;
        }
        let used = planes.iter().rposition(Lanes::any).map_or(0, |last| last + 1);
        (planes, used)
    }

    /// How often bit `bit` was set, for every lane.
    #[inline(always)]
    pub(super) fn count(&self, bit: u32) -> Lanes<u32> {
        let mut counts = Lanes::default();
        let mut add = |words: &Lanes<W>, weight: u32| {
            for lane in 0..LANES {
                counts.0[lane] += u32::from((words.0[lane] >> bit).low_byte() & 1) << weight;
            }
        };
        self.rows[..self.waiting].iter().for_each(|row| add(row, 0));
        self.low.iter().zip(0..).for_each(|(plane, weight)| add(plane, weight));
        for (plane, weight) in self.high.iter().zip(4..) {
            add(&plane.sum, weight);
            if plane.waits {
                add(&plane.other, weight);
            }
        }
        counts
    }
}

/// The sum of three bits, in every bit: its lower and its upper digit.
#[inline(always)]
fn full_adder<W: Element>(a: W, b: W, c: W) -> (W, W) {
    let half = a ^ b;
    (half ^ c, (half & c) | (!half & a))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<W: Element>(words: usize) {
        let mut counters = Counters::<W>::new();
        let mut expected = vec![[0_u32; LANES]; 16];
        for word in 0..words {
            let by =
                Lanes::from_fn(|lane| W::truncated(u16::try_from((word * lane) % 13).unwrap()));
            counters.add_moved(&Lanes::splat(W::truncated(0b101)), &by);
            for lane in 0..LANES {
                expected[(word * lane) % 13][lane] += 1;
                expected[(word * lane) % 13 + 2][lane] += 1;
            }
        }
        for (expected, bit) in expected.iter().zip(0..) {
            assert_eq!(&counters.count(bit).0, expected, "{words} words, bit {bit}");
        }
        counters.clear();
        assert!(!counters.count(0).any());
    }

    #[test]
    fn every_bit_is_counted() {
        for words in [0, 1, 15, 16, 17, 100, 257, 5000] {
            check::<u32>(words);
            check::<u64>(words);
            check::<u128>(words);
        }
    }
}
