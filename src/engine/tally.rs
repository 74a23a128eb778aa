//! Exact, mergeable counts of outcomes.
//!
//! Counts are `u128`, because the number of deals of a long run and the number of hands of a deck
//! may exceed 64 bits. Merging is associative and commutative, so a result does not depend on the
//! order in which threads or machines finish their blocks of work.

mod frequencies;

pub use frequencies::{Frequencies, TooManyValues};

use std::collections::BTreeMap;

/// A result that is computed in parts and merged: a commutative monoid.
pub trait Merge: Clone + Default {
    /// Merges `other` into `self`. Must be associative and commutative, with the default value as
    /// the neutral element.
    fn merge(&mut self, other: Self);

    /// Returns whether the result is invalid and stays so whatever is merged into it, so that a run
    /// can stop early.
    fn is_given_up(&self) -> bool {
        false
    }
}

/// Checksum of a sequence of numbers (FNV-1a with 64 bits per step); depends on their order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checksum(pub(crate) u64);

impl Default for Checksum {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Checksum {
    /// Appends a number to the checksum.
    pub(crate) const fn add(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x0100_0000_01b3);
    }
}

/// The number of observations of each value of an integer outcome: 0, 1, 2, ...
///
/// ```
/// # use setodds_engine::tally::Tally;
/// let tally: Tally = [0, 3, 0, 3, 3].into_iter().collect();
/// assert_eq!((tally.count(0), tally.count(3), tally.total()), (2, 3, 5));
/// assert_eq!(tally.occurring().collect::<Vec<_>>(), [(0, 2), (3, 3)]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The smallest observed value, or 0 if nothing was observed.
    first: usize,
    /// Counts of all values from the smallest to the largest observed one. The first and last are
    /// never zero, so equal tallies compare equal. Starting at the smallest value saves memory,
    /// because the values of large hands are close together and far from 0.
    counts: Vec<u128>,
}

impl Tally {
    /// Records one observation of `value`.
    #[inline]
    pub fn record(&mut self, value: usize) {
        self.add(value, 1);
    }

    /// Records `count` observations of `value`.
    ///
    /// # Panics
    ///
    /// Panics if a count reaches 2^128, which no computation here can do.
    #[inline]
    pub fn add(&mut self, value: usize, count: u128) {
        if count == 0 {
            return;
        }
        // For a value below the first, the difference wraps around to a large number.
        if value.wrapping_sub(self.first) >= self.counts.len() {
            self.make_room(value);
        }
        let slot = &mut self.counts[value - self.first];
        *slot = slot.checked_add(count).expect("counts stay below 2^128");
    }

    /// Extends the range of counted values to include `value`, which is outside it.
    #[cold]
    fn make_room(&mut self, value: usize) {
        if self.counts.is_empty() {
            self.first = value;
        }
        let before = self.first.saturating_sub(value);
        self.counts.splice(..0, std::iter::repeat_n(0, before));
        self.first -= before;
        let places = self.counts.len().max(value - self.first + 1);
        self.counts.resize(places, 0);
    }

    /// Returns how often `value` was observed.
    #[must_use]
    pub fn count(&self, value: usize) -> u128 {
        let place = value.checked_sub(self.first);
        place.and_then(|place| self.counts.get(place)).copied().unwrap_or(0)
    }

    /// Returns the total number of observations.
    ///
    /// # Panics
    ///
    /// Panics if the total reaches 2^128, which no computation here can do.
    #[must_use]
    pub fn total(&self) -> u128 {
        let add = |sum: u128, &count| sum.checked_add(count);
        self.counts.iter().try_fold(0, add).expect("counts stay below 2^128")
    }

    /// Returns the sum of all observed values, at most `u128::MAX`.
    pub(crate) fn sum(&self) -> u128 {
        let product = |(value, count)| (value as u128).saturating_mul(count);
        self.iter().map(product).fold(0, u128::saturating_add)
    }

    /// Returns the largest observed value, or `None` if nothing was observed.
    #[must_use]
    pub fn largest(&self) -> Option<usize> {
        Some(self.first + self.counts.len().checked_sub(1)?)
    }

    /// Returns a copy with every count multiplied by `times`.
    pub(crate) fn times(&self, times: u128) -> Self {
        self.occurring().map(|(value, count)| (value, count * times)).collect()
    }

    /// Returns an iterator over all values from 0 to the largest observed one, with their counts,
    /// which may be 0.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (usize, u128)> + '_ {
        (0..self.first + self.counts.len()).map(|value| (value, self.count(value)))
    }

    /// Returns an iterator over the observed values with their counts, which are above 0.
    pub fn occurring(&self) -> impl Iterator<Item = (usize, u128)> + '_ {
        let counts = (self.first..).zip(self.counts.iter().copied());
        counts.filter(|&(_, count)| count > 0)
    }
}

impl From<Vec<u128>> for Tally {
    /// Creates a tally from the counts of the values 0, 1, 2, ...
    fn from(counts: Vec<u128>) -> Self {
        counts.into_iter().enumerate().collect()
    }
}

impl Merge for Tally {
    fn merge(&mut self, mut other: Self) {
        // Merges the shorter into the longer, which rarely needs to grow.
        if self.counts.len() < other.counts.len() {
            std::mem::swap(self, &mut other);
        }
        other.occurring().for_each(|(value, count)| self.add(value, count));
    }
}

impl FromIterator<(usize, u128)> for Tally {
    /// Creates a tally from pairs of a value and its count in any order; the counts of repeated
    /// values add up.
    fn from_iter<I: IntoIterator<Item = (usize, u128)>>(counts: I) -> Self {
        let mut counts: Vec<(usize, u128)> = counts.into_iter().collect();
        // Each value below the smallest one so far would move all counts.
        counts.sort_unstable_by_key(|&(value, _)| value);
        let mut tally = Self::default();
        counts.into_iter().for_each(|(value, count)| tally.add(value, count));
        tally
    }
}

impl FromIterator<usize> for Tally {
    fn from_iter<I: IntoIterator<Item = usize>>(values: I) -> Self {
        let mut tally = Self::default();
        values.into_iter().for_each(|value| tally.record(value));
        tally
    }
}

/// A key of [`Tallies`] with a unique name that contains no colon or line break.
pub trait TallyKey: Ord + Copy {
    /// Returns the unique name of the key.
    fn name(&self) -> String;

    /// Returns the key with the given name, or `None` if no key has it.
    fn named(name: &str) -> Option<Self>;
}

impl TallyKey for u64 {
    fn name(&self) -> String {
        self.to_string()
    }

    fn named(name: &str) -> Option<Self> {
        name.parse().ok()
    }
}

/// A map from keys to tallies, for example one tally for each hand size and measure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tallies<K: Ord>(BTreeMap<K, Tally>);

impl<K: Ord + Copy> Tallies<K> {
    /// Returns the tally of `key`, after inserting an empty one if it is missing.
    pub fn entry(&mut self, key: K) -> &mut Tally {
        self.0.entry(key).or_default()
    }

    /// Returns the tally of `key`, or `None` if it is missing or empty.
    #[must_use]
    pub fn get(&self, key: K) -> Option<&Tally> {
        self.0.get(&key).filter(|tally| tally.largest().is_some())
    }

    /// Returns an iterator over all keys and their tallies, in key order.
    pub fn iter(&self) -> impl Iterator<Item = (K, &Tally)> {
        self.0.iter().map(|(&key, tally)| (key, tally))
    }
}

impl<K: Ord> Default for Tallies<K> {
    fn default() -> Self {
        Self(BTreeMap::default())
    }
}

impl<K: Ord + Copy> Extend<(K, Tally)> for Tallies<K> {
    /// Merges each tally into the tally of its key.
    fn extend<I: IntoIterator<Item = (K, Tally)>>(&mut self, tallies: I) {
        tallies.into_iter().for_each(|(key, tally)| self.entry(key).merge(tally));
    }
}

impl<K: Ord + Copy> FromIterator<(K, Tally)> for Tallies<K> {
    fn from_iter<I: IntoIterator<Item = (K, Tally)>>(tallies: I) -> Self {
        let mut all = Self::default();
        all.extend(tallies);
        all
    }
}

impl<K: Ord + Copy> Merge for Tallies<K> {
    fn merge(&mut self, other: Self) {
        self.extend(other.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns the merge of two values, leaving both unchanged.
    pub(super) fn merged<T: Merge>(left: &T, right: &T) -> T {
        let mut sum = left.clone();
        sum.merge(right.clone());
        sum
    }

    pub(super) fn check_laws<T: Merge + PartialEq + std::fmt::Debug>(a: &T, b: &T, c: &T) {
        assert_eq!(merged(a, b), merged(b, a));
        assert_eq!(merged(&merged(a, b), c), merged(a, &merged(b, c)));
        assert_eq!(&merged(a, &T::default()), a);
        assert_eq!(&merged(&T::default(), a), a);
    }

    /// Generates tallies with random counts from a random first value on.
    fn tally() -> impl Strategy<Value = Tally> {
        let counts = prop::collection::vec(0_u128..1 << 100, 0..40);
        (0_usize..100, counts).prop_map(|(first, counts)| (first..).zip(counts).collect())
    }

    fn tallies() -> impl Strategy<Value = Tallies<usize>> {
        prop::collection::vec((0_usize..5, tally()), 0..5).prop_map(Tallies::from_iter)
    }

    proptest! {
        #[test]
        fn tallies_form_a_commutative_monoid(a in tally(), b in tally(), c in tally()) {
            check_laws(&a, &b, &c);
            prop_assert_eq!(merged(&a, &b).total(), a.total() + b.total());
        }

        #[test]
        fn keyed_tallies_form_a_commutative_monoid(a in tallies(), b in tallies(), c in tallies()) {
            check_laws(&a, &b, &c);
        }
    }

    /// Records the same observations in increasing order, in decreasing order, and as a list of
    /// counts.
    #[test]
    fn the_order_of_observations_makes_no_difference() {
        let seen = [(88_000, 2), (88_452, 1), (87_000, 7)];
        let tally: Tally = seen.into_iter().collect();
        assert_eq!(tally, seen.into_iter().rev().collect());
        assert_eq!(tally, Tally::from(tally.iter().map(|(_, count)| count).collect::<Vec<_>>()));
        assert_eq!(tally.occurring().collect::<Vec<_>>(), [seen[2], seen[0], seen[1]]);
        assert_eq!((tally.largest(), tally.total()), (Some(88_452), 10));
        assert_eq!([0, 86_999, 87_000, 88_453].map(|value| tally.count(value)), [0, 0, 7, 0]);
        assert_eq!((tally.iter().len(), tally.iter().last()), (88_453, Some((88_452, 1))));
        assert!(tally.counts.len() < 1_500, "no room below the smallest value");
    }

    /// Counts in falling order are not moved once for each of them, which would take minutes.
    #[test]
    fn a_tally_is_collected_in_any_order() {
        let falling: Tally = (0..400_000).rev().map(|value| (value, 1)).collect();
        assert_eq!(falling, Tally::from(vec![1; 400_000]));
    }

    #[test]
    fn tallies_are_multiplied() {
        let tally: Tally = [3, 3, 5].into_iter().collect();
        assert_eq!(tally.times(4), [(3, 8), (5, 4)].into_iter().collect());
        assert!(!tally.is_given_up());
    }

    #[test]
    fn each_key_has_its_tally() {
        let tally = |values: [usize; 2]| Tally::from_iter(values);
        let mut all: Tallies<u64> = [(5, tally([1, 1])), (3, tally([0, 2]))].into_iter().collect();
        all.extend([(5, tally([1, 4]))]);
        let both: Tally = [(1, 3), (4, 1)].into_iter().collect();
        assert!(all.iter().eq([(3, &tally([0, 2])), (5, &both)]));
        assert_eq!((all.get(5), all.get(4)), (Some(&both), None));
        assert_eq!((all.entry(4).total(), all.get(4)), (0, None), "nothing was seen");
        assert_eq!((7.name(), u64::named("7"), u64::named("x")), ("7".to_owned(), Some(7), None));
    }

    #[test]
    fn checksums_depend_on_the_order() {
        let checksum = |numbers: &[u64]| {
            let mut sum = Checksum::default();
            numbers.iter().for_each(|&number| sum.add(number));
            sum.0
        };
        assert_eq!(checksum(&[0x61]), 0xaf63_dc4c_8601_ec8c, "published: FNV-1a of `a`");
        assert_ne!(checksum(&[1, 2]), checksum(&[2, 1]));
    }

    #[test]
    fn empty_tallies_are_equal_and_counts_go_beyond_64_bits() {
        let mut tally = merged(&Tally::default(), &Tally::default());
        tally.add(7, 0);
        assert_eq!((tally.total(), tally.largest()), (0, None));
        assert_eq!(tally, Tally::default());
        tally.add(0, u128::from(u64::MAX));
        tally.record(0);
        assert_eq!(tally.count(0), 1 << 64);
    }
}
