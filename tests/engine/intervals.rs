//! Compares confidence limits with limits that mpmath computed with 60 digits.
//!
//! `intervals.csv` has the exact limits of Clopper and Pearson for at most 30 hits or misses,
//! otherwise the score limits of Wilson, each at the level that is the float nearest to
//! `confidence`. They are roots of the binomial tail, summed term by term, and of `erfc`, by
//! `mpmath` 1.3 with `mp.dps = 60`.

use proptest::{prop_assert, proptest};
use serde::Deserialize;
use setodds_engine::stats::proportion::{Interval, interval};
use setodds_engine::stats::{Confidence, clusters};

#[derive(Debug, Deserialize)]
struct Row {
    hits: u128,
    trials: u128,
    confidence: String,
    low: f64,
    high: f64,
}

/// Returns the larger relative error of the limits of an interval. Near 1 it is about the absolute
/// error, so there the distance from 1 is compared only with the precision of numbers near 1.
fn error(row: &Row, found: Interval) -> f64 {
    let distance = |found: f64, truth: f64| (found - truth).abs() / truth.max(f64::MIN_POSITIVE);
    distance(found.low, row.low).max(distance(found.high, row.high))
}

#[test]
fn limits_have_all_their_digits_far_into_the_tails_and_for_any_number_of_trials() {
    let mut rows = csv::Reader::from_reader(include_bytes!("intervals.csv").as_slice());
    let mut checked = 0;
    for row in rows.deserialize() {
        let row: Row = row.unwrap();
        let confidence: Confidence = row.confidence.parse().unwrap();
        let error = error(&row, interval(row.hits, row.trials, confidence));
        assert!(error <= 1e-14, "{row:?}: {error:e}");
        checked += 1;
    }
    assert_eq!(checked, 224);
}

/// Returns whether an interval is contained in another one, up to rounding.
fn lies_in(narrow: Interval, wide: Interval) -> bool {
    const ROUNDING: f64 = 1e-13;
    wide.low <= narrow.low * (1.0 + ROUNDING) && narrow.high <= wide.high * (1.0 + ROUNDING)
}

proptest! {
    /// Checks that a higher level, dependent observations and fewer trials with the same proportion
    /// widen an interval on both sides, and that exchanging hits and misses mirrors it.
    #[test]
    fn intervals_widen_with_their_level(
        hits in 0_u128..200,
        misses in 0_u128..200,
        scale in 1_u128..1_000_000,
        levels in (0.01..0.999_999_f64, 0.01..0.999_999_f64),
        design_effect in 1.0..9.0_f64,
    ) {
        let (hits, misses) = (hits * scale, misses * scale);
        let (trials, estimate) = (hits + misses, hits as f64 / (hits + misses).max(1) as f64);
        let [lower, higher] = [levels.0.min(levels.1), levels.0.max(levels.1)]
            .map(|level| Confidence::new(level).unwrap());
        let [narrow, wide] = [lower, higher].map(|level| interval(hits, trials, level));
        prop_assert!(lies_in(narrow, wide), "{narrow:?} {wide:?}");
        prop_assert!(narrow.low <= estimate && (estimate <= narrow.high || trials == 0));
        prop_assert!((0.0..=1.0).contains(&wide.low) && (0.0..=1.0).contains(&wide.high));
        let more = interval(2 * hits, 2 * trials, lower);
        prop_assert!(more.half_width() <= narrow.half_width(), "{more:?} {narrow:?}");
        let clustered = clusters::interval(hits, trials, design_effect, lower);
        prop_assert!(lies_in(narrow, clustered), "{narrow:?} {clustered:?}");
        let mirrored = interval(misses, trials, lower);
        prop_assert!((mirrored.low + narrow.high - 1.0).abs() < 1e-12);
    }
}
