//! Robust statistics of measurements: the median and the median absolute deviation.

/// The median: the middle value, or the mean of the two middle values.
///
/// ```
/// use setodds_engine::stats::robust::median;
/// assert_eq!((median(&[3.0, 1.0, 2.0]), median(&[1.0, 4.0])), (2.0, 2.5));
/// ```
///
/// # Panics
///
/// When there are no values.
#[must_use]
pub fn median(values: &[f64]) -> f64 {
    assert!(!values.is_empty(), "a median needs values");
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let upper = sorted.len() / 2;
    let lower = (sorted.len() - 1) / 2;
    f64::midpoint(sorted[lower], sorted[upper])
}

/// The median of the absolute deviations from the median (MAD).
///
/// ```
/// use setodds_engine::stats::robust::mad;
/// assert_eq!(mad(&[1.0, 2.0, 3.0, 4.0, 100.0]), 1.0);
/// ```
///
/// # Panics
///
/// When there are no values.
#[must_use]
pub fn mad(values: &[f64]) -> f64 {
    let middle = median(values);
    let deviations: Vec<f64> = values.iter().map(|value| (value - middle).abs()).collect();
    median(&deviations)
}
