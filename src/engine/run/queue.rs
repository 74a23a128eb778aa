//! Which block comes next.

use super::Blocks;
use std::ops::Range;

/// The blocks still to be started, lowest first.
pub(super) struct Queue {
    ranges: std::vec::IntoIter<Range<u64>>,
    current: Range<u64>,
}

impl Queue {
    pub(super) fn new(blocks: &Blocks) -> Self {
        Self { ranges: blocks.ranges().to_vec().into_iter(), current: 0..0 }
    }
}

impl Iterator for Queue {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        loop {
            match self.current.next() {
                Some(block) => return Some(block),
                None => self.current = self.ranges.next()?,
            }
        }
    }
}
