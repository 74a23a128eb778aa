//! Robust statistics of measurements: the median and the median absolute deviation.

/// The median: the middle value, or the mean of the two middle values.
///
/// # Panics
///
/// When there are no values.
pub(crate) fn median(values: &[f64]) -> f64 {
    assert!(!values.is_empty(), "a median needs values");
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    f64::midpoint(sorted[(sorted.len() - 1) / 2], sorted[sorted.len() / 2])
}

/// The median of the absolute deviations from the median (MAD).
///
/// # Panics
///
/// When there are no values.
pub(crate) fn mad(values: &[f64]) -> f64 {
    let middle = median(values);
    let deviations: Vec<f64> = values.iter().map(|value| (value - middle).abs()).collect();
    median(&deviations)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_are_those_of_textbooks() {
        let values = [[3.0, 1.0, 2.0].as_slice(), &[1.0, 4.0]].map(median);
        assert_eq!((values, mad(&[1.0, 2.0, 3.0, 4.0, 100.0])), ([2.0, 2.5], 1.0));
    }
}
