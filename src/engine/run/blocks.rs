//! Sets of block numbers, stored as ranges: 10^9 consecutive blocks take a few bytes.

use std::fmt;
use std::ops::Range;

/// Set of block numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blocks {
    /// The ranges: nonempty, ascending, with a gap between neighbours.
    ranges: Vec<Range<u64>>,
}

impl Blocks {
    /// Returns the set of the blocks `0..end`.
    #[must_use]
    pub fn below(end: u64) -> Self {
        Self::default().missing(end)
    }

    /// Returns the blocks of the set that `other` does not contain, in time linear in the number of
    /// ranges of both sets.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        let gaps = other.missing(self.end());
        let (mut own, mut gaps) = (self.ranges.iter().peekable(), gaps.ranges.iter().peekable());
        let mut ranges = Vec::new();
        while let (Some(range), Some(gap)) = (own.peek(), gaps.peek()) {
            let both = range.start.max(gap.start)..range.end.min(gap.end);
            if !both.is_empty() {
                ranges.push(both);
            }
            if range.end < gap.end {
                own.next()
            } else {
                gaps.next()
            };
        }
        Self { ranges }
    }

    /// Parses the text form of a set of blocks, such as `0-11 15-19`. Returns `None` if the text is
    /// malformed or the ranges do not ascend without overlap.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (mut all, mut end) = (Self::default(), 0);
        for range in text.split_ascii_whitespace() {
            let (first, last) = range.split_once('-')?;
            let (first, last): (u64, u64) = (first.parse().ok()?, last.parse().ok()?);
            let after = last.checked_add(1)?;
            if first < end || last < first || !all.insert(first..after) {
                return None;
            }
            end = after;
        }
        Some(all)
    }

    /// Returns the blocks of the set that are below `end`.
    pub(crate) fn up_to(&self, end: u64) -> Self {
        let cut = self.ranges.iter().map(|range| range.start..range.end.min(end));
        Self { ranges: cut.filter(|range| range.start < range.end).collect() }
    }

    /// Returns the number of blocks in the set.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.ranges.iter().map(|range| range.end - range.start).sum()
    }

    /// Returns the highest block number plus 1, or 0 if the set is empty.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.ranges.last().map_or(0, |range| range.end)
    }

    /// Returns whether the set of blocks is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Returns whether the set of blocks contains `block`.
    #[must_use]
    pub fn contains(&self, block: u64) -> bool {
        let after = self.ranges.partition_point(|range| range.start <= block);
        after > 0 && block < self.ranges[after - 1].end
    }

    /// Returns the ranges of the set in ascending order, with gaps between them.
    #[must_use]
    pub fn ranges(&self) -> &[Range<u64>] {
        &self.ranges
    }

    /// Adds a range of blocks and returns `true`. Returns `false`, and leaves the set unchanged, if
    /// the set already contains any of the blocks.
    pub fn insert(&mut self, fresh: Range<u64>) -> bool {
        if fresh.start >= fresh.end {
            return true;
        }
        let after = self.ranges.partition_point(|range| range.start < fresh.start);
        let meets_before = after > 0 && self.ranges[after - 1].end > fresh.start;
        let meets_after = self.ranges.get(after).is_some_and(|next| next.start < fresh.end);
        if meets_before || meets_after {
            return false;
        }
        let joins_before = after > 0 && self.ranges[after - 1].end == fresh.start;
        let joins_after = self.ranges.get(after).is_some_and(|next| next.start == fresh.end);
        match (joins_before, joins_after) {
            (true, true) => self.ranges[after - 1].end = self.ranges.remove(after).end,
            (true, false) => self.ranges[after - 1].end = fresh.end,
            (false, true) => self.ranges[after].start = fresh.start,
            (false, false) => self.ranges.insert(after, fresh),
        }
        true
    }

    /// Adds the blocks of another set, in time linear in the number of ranges of both sets. Returns
    /// that number, because all these ranges are moved in memory.
    ///
    /// # Errors
    ///
    /// Returns the lowest block that is in both sets as an error, and then changes nothing.
    pub fn merge(&mut self, other: &Self) -> Result<usize, u64> {
        let moved = self.ranges.len() + other.ranges.len();
        let (mut all, mut left) = (Vec::with_capacity(moved), &self.ranges[..]);
        for range in &other.ranges {
            let end = left.partition_point(|own| own.start <= range.start);
            append(&mut all, &left[..end])?;
            append(&mut all, std::slice::from_ref(range))?;
            left = &left[end..];
        }
        append(&mut all, left)?;
        self.ranges = all;
        Ok(moved)
    }

    /// Returns the blocks below `end` that are not in the set.
    #[must_use]
    pub fn missing(&self, end: u64) -> Self {
        let starts = std::iter::once(0).chain(self.ranges.iter().map(|range| range.end));
        let ends = self.ranges.iter().map(|range| range.start).chain(std::iter::once(end));
        let gaps = starts.zip(ends).map(|(start, stop)| start..stop.min(end));
        Self { ranges: gaps.filter(|gap| !gap.is_empty()).collect() }
    }
}

/// Formats each range of blocks as its first and last block number: `0-11 15-19`.
impl fmt::Display for Blocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, Range { start, end }) in self.ranges.iter().enumerate() {
            let gap = if place == 0 { "" } else { " " };
            write!(f, "{gap}{start}-{}", end - 1)?;
        }
        Ok(())
    }
}

/// Appends ranges of blocks to the list `all`. The ranges have gaps between them and start no
/// earlier than the last range of `all`, which the first one may extend. Returns the lowest block
/// that is in both lists as an error.
fn append(all: &mut Vec<Range<u64>>, next: &[Range<u64>]) -> Result<(), u64> {
    let Some((first, others)) = next.split_first() else { return Ok(()) };
    match all.last_mut() {
        Some(last) if first.start < last.end => return Err(first.start),
        Some(last) if first.start == last.end => last.end = first.end,
        _ => all.push(first.clone()),
    }
    all.extend_from_slice(others);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    #[test]
    fn blocks_are_read_if_they_rise() {
        let read = |text| Blocks::parse(text).map(|all| all.ranges);
        assert_eq!(read("0-11 15-19"), Some(vec![0..12, 15..20]));
        assert_eq!(read("7-7 9-9"), Some(vec![7..8, 9..10]));
        assert_eq!(read(""), Some(Vec::new()));
        for bad in ["3-2", "0-4 4-5", "5-6 0-1", "0-18446744073709551615", "1", "a-b"] {
            assert_eq!(read(bad), None, "{bad}");
        }
        for text in ["", "7-7", "0-11 15-19"] {
            assert_eq!(Blocks::parse(text).unwrap().to_string(), text);
        }
    }

    fn pieces() -> impl Strategy<Value = Vec<(u64, u64)>> {
        prop::collection::vec((0_u64..60, 0_u64..8), 0..20)
    }

    proptest! {
        #[test]
        fn behaves_as_a_set_of_numbers(pieces in pieces()) {
            let mut blocks = Blocks::default();
            let mut model = BTreeSet::new();
            for (start, length) in pieces {
                let range = start..start + length;
                let fresh = range.clone().all(|block| !model.contains(&block));
                prop_assert_eq!(blocks.insert(range.clone()), fresh);
                if fresh {
                    model.extend(range);
                }
            }
            prop_assert_eq!(blocks.len(), model.len() as u64);
            prop_assert_eq!(blocks.end(), model.last().map_or(0, |last| last + 1));
            let missing = blocks.missing(64);
            let mut some = Blocks::default();
            some.insert(3..20);
            some.insert(30..64);
            let left = some.without(&blocks);
            for block in 0..64 {
                prop_assert_eq!(some.up_to(40).contains(block), some.contains(block) && block < 40);
                let is_left = some.contains(block) && !model.contains(&block);
                prop_assert_eq!(left.contains(block), is_left);
                prop_assert_eq!(blocks.contains(block), model.contains(&block));
                prop_assert_eq!(missing.contains(block), !model.contains(&block));
            }
            for pair in blocks.ranges().windows(2) {
                prop_assert!(pair[0].end < pair[1].start);
            }
            let mut all = blocks.clone();
            prop_assert_eq!(all.merge(&left), Ok(blocks.ranges().len() + left.ranges().len()));
            prop_assert_eq!(all.len(), blocks.len() + left.len());
            for pair in all.ranges().windows(2) {
                prop_assert!(pair[0].end < pair[1].start);
            }
            let twice = (0..64).find(|&block| some.contains(block) && blocks.contains(block));
            let merged = all.clone();
            prop_assert_eq!(all.merge(&some).err(), some.ranges()[0].clone().next());
            prop_assert_eq!(&all, &merged, "nothing changes");
            prop_assert_eq!(blocks.merge(&some).err(), twice);
        }
    }
}
