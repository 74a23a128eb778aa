//! Histograms of bytes, counted 64 at a time.
//!
//! Counting numbers one by one takes about one and a half clock cycles per number, because an
//! increment of a counter waits for the previous one. With separate counters for each value in each
//! of 64 lanes, a value costs a comparison and an addition for all 64 hands, which takes two or
//! three cycles with AVX-512: faster for up to about forty values. The first block determines which
//! values are frequent, and so does each later block most of whose numbers were counted one by one.
//! Groups of 64 numbers with any other value are counted one by one, so the result does not depend
//! on that choice.

use crate::lanes::{Element, LANES, Lanes};
use crate::tally::Tally;
use std::ops::Range;

/// Threshold for counting values in SIMD lanes: the range of these values starts and ends with a
/// value that more than one number in 1024 had.
const RARITY: u32 = 1024;

/// Histogram of numbers below 256, one number per hand.
#[derive(Clone, Debug)]
pub(crate) struct Histogram {
    counts: Box<[u32; 256]>,
    /// The smallest value that is counted in SIMD lanes.
    low: u8,
    /// For each value from `low` on, the number of times that it occurred in each of 64 SIMD lanes
    /// since the last transfer to `counts`.
    lanes: Vec<Lanes<u8>>,
    /// The number of groups of 64 hands counted in SIMD lanes since the last transfer to `counts`;
    /// a byte counter overflows after 255.
    pending: u8,
    /// The number of hands since the last `clear` that were counted one by one.
    one_by_one: usize,
}

impl Default for Histogram {
    fn default() -> Self {
        let counts = Box::new([0; 256]);
        Self { counts, low: 0, lanes: Vec::new(), pending: 0, one_by_one: 0 }
    }
}

impl Histogram {
    /// Resets the histogram, but keeps the choice of values that are counted in SIMD lanes.
    pub(crate) fn clear(&mut self) {
        self.counts.fill(0);
        self.one_by_one = 0;
    }

    /// Adds the number of each hand in a range of 64 hands to the histogram. Fewer than 2^32 hands
    /// may be added between two calls of `clear`.
    #[inline(always)]
    pub(crate) fn record<W: Element>(&mut self, numbers: &Lanes<W>, hands: Range<usize>) {
        let numbers = numbers.map(W::low_byte);
        #[expect(clippy::cast_possible_truncation, reason = "a width of 256 counts none in lanes")]
        let (low, width) = (self.low, self.lanes.len() as u8);
        let outside = numbers.map(|n| u8::from(n.wrapping_sub(low) >= width));
        if hands.len() < LANES || outside.any() {
            self.record_one_by_one(&numbers, hands);
            return;
        }
        let mut value = low;
        for counts in &mut self.lanes {
            for lane in 0..LANES {
                counts.0[lane] += u8::from(numbers.0[lane] == value);
            }
            // May wrap around after the last value, where it is no longer used.
            value = value.wrapping_add(1);
        }
        self.pending += 1;
        if self.pending == u8::MAX {
            self.transfer();
        }
    }

    #[inline(never)]
    fn record_one_by_one(&mut self, numbers: &Lanes<u8>, hands: Range<usize>) {
        self.one_by_one += hands.len();
        numbers.0[hands].iter().for_each(|&number| self.counts[usize::from(number)] += 1);
    }

    /// Adds the counts of the SIMD lanes to `counts` and resets the lanes.
    #[inline(never)]
    fn transfer(&mut self) {
        for (count, lanes) in self.counts[usize::from(self.low)..].iter_mut().zip(&mut self.lanes) {
            *count += lanes.0.iter().map(|&hands| u32::from(hands)).sum::<u32>();
            *lanes = Lanes::default();
        }
        self.pending = 0;
    }

    /// Ends a block: completes the counts and, if most numbers of the block were counted one by
    /// one, as in the first block, chooses the values that are counted in SIMD lanes from now on.
    pub(crate) fn finish(&mut self) {
        self.transfer();
        let hands = self.counts.iter().sum::<u32>();
        if self.one_by_one > hands as usize / 2 {
            let rare = hands / RARITY;
            let frequent = |&n: &u8| self.counts[usize::from(n)] > rare;
            let (mut up, mut down) = (0..=u8::MAX, (0..=u8::MAX).rev());
            if let (Some(low), Some(high)) = (up.find(frequent), down.find(frequent)) {
                self.low = low;
                self.lanes = vec![Lanes::default(); usize::from(high - low) + 1];
            }
        }
    }

    /// Adds the counts of the histogram to a tally.
    pub(crate) fn add_to(&self, tally: &mut Tally) {
        self.iter().for_each(|(number, hands)| tally.add(number, hands.into()));
    }

    /// Returns an iterator over all numbers below 256 with their numbers of hands.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = (usize, u32)> + '_ {
        self.counts.iter().copied().enumerate()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Covers frequent and rare numbers, whole and partial groups, and more groups than a byte
    /// counts.
    #[test]
    fn every_number_is_counted_once() {
        let mut histogram = Histogram::default();
        for block in 0..3 {
            histogram.clear();
            let mut expected = [0; 256];
            for group in 0..600 {
                let spread = if group % 50 == 49 { 256 } else { 20 };
                let numbers = Lanes::from_fn(|lane| {
                    u16::try_from((group * lane + block) % spread + 3).unwrap()
                });
                let hands = if group % 7 == 0 { 5 } else { LANES };
                histogram.record(&numbers, 0..hands);
                numbers.0[..hands].iter().for_each(|n| expected[usize::from(n.low_byte())] += 1);
            }
            histogram.finish();
            let mut tally = Tally::default();
            histogram.add_to(&mut tally);
            assert_eq!(tally, Tally::from(expected.to_vec()));
        }
        assert_eq!((histogram.low, histogram.lanes.len()), (3, 20), "the frequent values");
    }

    #[test]
    fn other_values_become_frequent() {
        let mut histogram = Histogram::default();
        for first in [5, 0, 0] {
            histogram.clear();
            histogram
                .record(&Lanes::from_fn(|lane| first + u8::try_from(lane % 5).unwrap()), 0..LANES);
            histogram.finish();
            assert_eq!((histogram.low, histogram.lanes.len()), (first, 5));
            assert_eq!(histogram.iter().map(|(_, hands)| hands).sum::<u32>(), 64);
        }
        assert_eq!(histogram.one_by_one, 0, "the third block is counted in lanes");
    }

    #[test]
    fn the_largest_number_can_be_frequent() {
        let mut histogram = Histogram::default();
        for _ in 0..2 {
            histogram.record(&Lanes::splat(u8::MAX), 0..LANES);
            histogram.finish();
        }
        let mut tally = Tally::default();
        histogram.add_to(&mut tally);
        assert_eq!(tally.count(255), 2 * LANES as u128);
    }
}
