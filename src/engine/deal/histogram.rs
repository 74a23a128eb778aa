//! Counting bytes by their value, 64 at a time.
//!
//! Where a number is counted one by one, its place in memory waits for the addition before it;
//! about one and a half clock cycles a number is what that costs. Where 64 hands side by side have
//! their own counters for each value, a value costs a comparison and an addition for all of them,
//! with AVX-512 two or three cycles for 64 hands: better for up to forty values or so. Which values
//! occur is seen in the first block; the few numbers beyond are counted one by one, so nothing
//! depends on it.

use crate::lanes::{Element, LANES, Lanes};
use crate::tally::Tally;
use std::ops::Range;

/// A value is counted in lanes if at least one hand in this many gave it.
const RARE: u32 = 1024;

/// How many hands gave each number below 256.
#[derive(Clone, Debug)]
pub(crate) struct Histogram {
    counts: Box<[u32; 256]>,
    /// The smallest number that is counted in lanes.
    low: u8,
    /// How many hands gave each number from `low` on, for 64 hands side by side, since the last
    /// transfer.
    lanes: Vec<Lanes<u8>>,
    /// The groups of hands counted in lanes since then.
    pending: u8,
}

impl Default for Histogram {
    fn default() -> Self {
        Self { counts: Box::new([0; 256]), low: 0, lanes: Vec::new(), pending: 0 }
    }
}

impl Histogram {
    /// Forgets what was counted, but not which values are frequent.
    pub(crate) fn clear(&mut self) {
        self.counts.fill(0);
    }

    /// Counts the numbers of the hands in these lanes: at most 2^32 between two calls of `clear`.
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
            // After the last value this may pass 255; it is not used then.
            value = value.wrapping_add(1);
        }
        self.pending += 1;
        if self.pending == u8::MAX {
            self.transfer();
        }
    }

    #[inline(never)]
    fn record_one_by_one(&mut self, numbers: &Lanes<u8>, hands: Range<usize>) {
        numbers.0[hands].iter().for_each(|&number| self.counts[usize::from(number)] += 1);
    }

    /// Takes over what was counted in lanes.
    #[inline(never)]
    fn transfer(&mut self) {
        for (count, lanes) in self.counts[usize::from(self.low)..].iter_mut().zip(&mut self.lanes) {
            *count += lanes.0.iter().map(|&hands| u32::from(hands)).sum::<u32>();
            *lanes = Lanes::default();
        }
        self.pending = 0;
    }

    /// Ends a block: everything is in its place, and if that was the first, the frequent values are
    /// known.
    pub(crate) fn finish(&mut self) {
        self.transfer();
        if self.lanes.is_empty() {
            let rare = self.counts.iter().sum::<u32>() / RARE;
            let frequent = |&n: &u8| self.counts[usize::from(n)] > rare;
            let (mut up, mut down) = (0..=u8::MAX, (0..=u8::MAX).rev());
            if let (Some(low), Some(high)) = (up.find(frequent), down.find(frequent)) {
                self.low = low;
                self.lanes = vec![Lanes::default(); usize::from(high - low) + 1];
            }
        }
    }

    /// Adds how many hands gave each number.
    pub(crate) fn add_to(&self, tally: &mut Tally) {
        self.iter().for_each(|(number, hands)| tally.add(number, hands.into()));
    }

    /// Each number below 256, with how many hands gave it.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = (usize, u32)> + '_ {
        self.counts.iter().copied().enumerate()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers seen before and new ones, whole groups and parts, more groups than a byte counts.
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
