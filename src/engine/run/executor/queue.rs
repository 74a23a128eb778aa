//! Queue of the blocks that no thread has taken yet, handed out in ranges of about a millisecond.

use crate::run::Blocks;
use std::ops::Range;
use std::time::Duration;

/// Duration of the work that a thread takes at once: long enough to make the cost of the queue and
/// of the list of finished blocks negligible, and short enough for a prompt stop.
const RANGE: Duration = Duration::from_millis(1);

/// Minimum number of ranges per thread into which the remaining blocks are divided. Ranges get
/// shorter near the end, so that all threads finish at about the same time.
const MIN_RANGES: u64 = 4;

/// Queue of blocks in ascending order, from which several threads take ranges.
#[derive(Debug)]
pub(super) struct Queue {
    current: Range<u64>,
    ranges: std::vec::IntoIter<Range<u64>>,
    left: u64,
    threads: u64,
}

impl Queue {
    /// Returns a queue of `blocks` for a number of threads.
    pub(super) fn new(blocks: &Blocks, threads: usize) -> Self {
        let ranges = blocks.ranges().to_vec().into_iter();
        Self { current: 0..0, ranges, left: blocks.len(), threads: threads as u64 }
    }

    /// Takes a range of the lowest remaining blocks: at least one and at most `wanted`, fewer near
    /// the end. Returns `None` if none are left.
    pub(super) fn take(&mut self, wanted: u64) -> Option<Range<u64>> {
        if self.current.is_empty() {
            self.current = self.ranges.next()?;
        }
        let most = wanted.min(self.left / (MIN_RANGES * self.threads)).max(1);
        let Range { start, end } = self.current;
        let taken = start..end.min(start.saturating_add(most));
        self.current.start = taken.end;
        self.left -= taken.end - taken.start;
        Some(taken)
    }
}

/// Number of blocks that a thread takes at once: a single block at first and where blocks are long,
/// otherwise adapted to the time that the last blocks took.
#[derive(Debug)]
pub(super) struct Pace(u64);

impl Default for Pace {
    fn default() -> Self {
        Self(1)
    }
}

impl Pace {
    /// Returns the number of blocks that the thread should take next.
    pub(super) const fn blocks(&self) -> u64 {
        self.0
    }

    /// Adapts the number of blocks to take next to the time that `blocks` blocks took. Later blocks
    /// may take longer, so the number at most doubles.
    pub(super) fn adapt(&mut self, blocks: u64, time: Duration) {
        let fitting = RANGE.as_nanos() * u128::from(blocks) / time.as_nanos().max(1);
        let most = blocks.saturating_mul(2).max(1);
        self.0 = u64::try_from(fitting).unwrap_or(u64::MAX).clamp(1, most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_taken_in_order_and_become_short_near_the_end() {
        let blocks = Blocks::below(1000).without(&Blocks::below(10));
        let mut blocks = blocks.without(&Blocks::below(500).without(&Blocks::below(490)));
        let mut queue = Queue::new(&blocks, 8);
        let mut taken = Blocks::default();
        assert_eq!(queue.take(1), Some(10..11));
        taken.insert(10..11);
        while let Some(range) = queue.take(100) {
            let (left, length) = (980 - taken.len(), range.end - range.start);
            assert!(range.start >= taken.end(), "in order");
            assert!(length <= (left / 32).max(1), "{length} of {left} blocks");
            assert!(taken.insert(range));
        }
        assert_eq!(taken, blocks);
        assert_eq!(queue.take(1), None);
        blocks = Blocks::below(u64::MAX);
        assert_eq!(Queue::new(&blocks, 1).take(u64::MAX), Some(0..u64::MAX / 4));
    }

    #[test]
    fn a_range_takes_a_millisecond_or_is_one_block() {
        let (mut pace, block) = (Pace::default(), Duration::from_micros(10));
        let mut taken = Vec::new();
        for _ in 0..9 {
            taken.push(pace.blocks());
            pace.adapt(pace.blocks(), block * u32::try_from(pace.blocks()).unwrap());
        }
        assert_eq!(taken, [1, 2, 4, 8, 16, 32, 64, 100, 100]);
        pace.adapt(100, Duration::from_secs(100));
        assert_eq!(pace.blocks(), 1, "blocks of a second, one by one");
        pace.adapt(1, Duration::from_secs(3600));
        assert_eq!(pace.blocks(), 1);
        pace.adapt(1, Duration::ZERO);
        assert_eq!(pace.blocks(), 2);
    }
}
