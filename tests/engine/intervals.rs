//! Confidence limits against those that mpmath computes with 60 digits.
//!
//! `intervals.csv` has the exact limits of Clopper and Pearson where hits or misses are at most 30,
//! else the score limits of Wilson, each at the level that is the float nearest to `confidence`:
//! roots of the binomial tail, summed term by term, and of `erfc`, by `mpmath` 1.3 with
//! `mp.dps = 60`.

use serde::Deserialize;
use setodds_engine::stats::Confidence;
use setodds_engine::stats::proportion::{Interval, interval};

#[derive(Debug, Deserialize)]
struct Row {
    hits: u128,
    trials: u128,
    confidence: String,
    low: f64,
    high: f64,
}

/// The largest relative error of a limit of these rows; where hits are more than half, of its
/// distance from 1 in units of the last digit that a number near 1 has.
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
