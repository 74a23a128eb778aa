//! Robust measures of measurements: the median, and the deviation from it.

/// The median: the middle one, or the mean of the two in the middle.
///
/// ```
/// use setodds_engine::stats::spread::median;
/// assert_eq!((median(&[3.0, 1.0, 2.0]), median(&[1.0, 4.0])), (2.0, 2.5));
/// ```
///
/// # Panics
///
/// When there is nothing.
#[must_use]
pub fn median(values: &[f64]) -> f64 {
    assert!(!values.is_empty(), "the median of nothing");
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let upper = sorted.len() / 2;
    let lower = (sorted.len() - 1) / 2;
    f64::midpoint(sorted[lower], sorted[upper])
}

/// The median of the absolute deviations from the median (MAD).
///
/// ```
/// use setodds_engine::stats::spread::median_deviation;
/// assert_eq!(median_deviation(&[1.0, 2.0, 3.0, 4.0, 100.0]), 1.0);
/// ```
///
/// # Panics
///
/// When there is nothing.
#[must_use]
pub fn median_deviation(values: &[f64]) -> f64 {
    let middle = median(values);
    let deviations: Vec<f64> = values.iter().map(|value| (value - middle).abs()).collect();
    median(&deviations)
}
