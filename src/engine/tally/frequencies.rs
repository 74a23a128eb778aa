//! Counts of arbitrary 64-bit values, in a map of limited size.

use super::Merge;
use std::collections::BTreeMap;

/// A map from observed values to their counts, limited to [`MAX_VALUES`](Self::MAX_VALUES)
/// different values.
///
/// A [`Tally`](super::Tally) stores a count for every number in the range of its values. Here
/// values may be any `u64`, and only observed values take memory. Memory is bounded: with too many
/// different values all counts are discarded, and reading them returns an error.
///
/// ```
/// use setodds_engine::tally::{Frequencies, Merge};
/// let mut seen = Frequencies::default();
/// seen.add(1 << 60, 2);
/// seen.merge([(7, 1), (1 << 60, 1)].into_iter().collect());
/// let counts = seen.counts()?;
/// assert_eq!((counts.len(), counts[&(1 << 60)]), (2, 3));
/// # Ok::<(), setodds_engine::tally::TooManyValues>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frequencies(
    /// The counts by value, or `None` once there were too many different values.
    Option<BTreeMap<u64, u128>>,
);

/// Error for observations with more than [`Frequencies::MAX_VALUES`] different values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "there are more than {} different values; tally something that takes fewer",
    Frequencies::MAX_VALUES
)]
pub struct TooManyValues;

impl Frequencies {
    /// The maximum number of different values; a million takes about 50 MB.
    pub const MAX_VALUES: usize = 1_000_000;

    /// Counts the values in a slice of observations, which it sorts in place.
    pub(crate) fn from_observations(observations: &mut [u64]) -> Self {
        observations.sort_unstable();
        let runs = observations.chunk_by(|one, next| one == next);
        // Building the map from sorted values is about five times as fast as inserting them one by
        // one.
        let counts: BTreeMap<u64, u128> = runs.map(|run| (run[0], run.len() as u128)).collect();
        Self((counts.len() <= Self::MAX_VALUES).then_some(counts))
    }

    /// Records `count` observations of `value`.
    ///
    /// # Panics
    ///
    /// Panics if a count reaches 2^128, which no computation here can do.
    pub fn add(&mut self, value: u64, count: u128) {
        let Some(counts) = self.0.as_mut().filter(|_| count > 0) else { return };
        let slot = counts.entry(value).or_default();
        *slot = slot.checked_add(count).expect("counts stay below 2^128");
        if counts.len() > Self::MAX_VALUES {
            self.0 = None;
        }
    }

    /// Returns a map from the observed values to their counts.
    ///
    /// # Errors
    ///
    /// Returns an error if there were more than `MAX_VALUES` different values.
    pub fn counts(&self) -> Result<&BTreeMap<u64, u128>, TooManyValues> {
        self.0.as_ref().ok_or(TooManyValues)
    }

    /// Converts the frequencies into a map from the observed values to their counts, without
    /// copying.
    ///
    /// # Errors
    ///
    /// Returns an error if there were more than `MAX_VALUES` different values.
    pub fn into_counts(self) -> Result<BTreeMap<u64, u128>, TooManyValues> {
        self.0.ok_or(TooManyValues)
    }
}

impl Default for Frequencies {
    fn default() -> Self {
        Self(Some(BTreeMap::new()))
    }
}

impl FromIterator<(u64, u128)> for Frequencies {
    /// Creates frequencies from pairs of a value and its count; the counts of repeated values add
    /// up.
    fn from_iter<I: IntoIterator<Item = (u64, u128)>>(counts: I) -> Self {
        let mut all = Self::default();
        counts.into_iter().for_each(|(value, count)| all.add(value, count));
        all
    }
}

impl Merge for Frequencies {
    fn merge(&mut self, mut other: Self) {
        // Adds the smaller map to the larger one.
        if let (Some(own), Some(other)) = (&mut self.0, &mut other.0)
            && own.len() < other.len()
        {
            std::mem::swap(own, other);
        }
        match other.0 {
            Some(counts) => counts.into_iter().for_each(|(value, count)| self.add(value, count)),
            None => self.0 = None,
        }
    }

    fn is_given_up(&self) -> bool {
        self.0.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::tests::{check_laws, merged};
    use proptest::prelude::*;

    fn frequencies() -> impl Strategy<Value = Frequencies> {
        prop::collection::vec((0_u64..20, 0_u128..1 << 100), 0..20).prop_map(Frequencies::from_iter)
    }

    /// Returns half of the maximum number of values, starting at `first`.
    fn half(first: u64) -> Frequencies {
        (first..).zip(vec![1; Frequencies::MAX_VALUES / 2]).collect()
    }

    proptest! {
        #[test]
        fn frequencies_form_a_commutative_monoid(
            a in frequencies(), b in frequencies(), c in frequencies()
        ) {
            check_laws(&a, &b, &c);
        }

        #[test]
        fn observations_are_counted(mut values in prop::collection::vec(0_u64..9, 0..60)) {
            let expected: Frequencies = values.iter().map(|&value| (value, 1)).collect();
            prop_assert_eq!(Frequencies::from_observations(&mut values), expected);
        }
    }

    #[test]
    fn only_values_that_were_seen_are_kept() {
        let mut seen = Frequencies::default();
        seen.add(4, 0);
        assert_eq!(seen, Frequencies::default());
        seen.add(4, 2);
        assert_eq!(seen.into_counts(), Ok(BTreeMap::from([(4, 2)])));
    }

    /// The limit applies in every merge order, and discarded counts stay discarded.
    #[test]
    fn memory_is_bounded() {
        let (low, high, one) = (half(0), half(1 << 63), Frequencies::from_iter([(u64::MAX, 1)]));
        let all = merged(&low, &high);
        assert_eq!(all.counts().unwrap().len(), Frequencies::MAX_VALUES);
        assert!(!all.is_given_up());
        let mut again = all.clone();
        again.add(5, 1);
        assert_eq!(again.counts().unwrap()[&5], 2);
        for mut too_many in [merged(&all, &one), merged(&one, &all)] {
            assert_eq!(too_many.counts(), Err(TooManyValues));
            assert!(too_many.is_given_up());
            too_many.add(1, 1);
            assert_eq!(too_many, merged(&low, &too_many));
        }
        check_laws(&low, &high, &one);
        assert!(TooManyValues.to_string().contains("more than 1000000 different values"));
    }
}
