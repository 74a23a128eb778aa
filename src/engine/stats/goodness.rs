//! Goodness of fit: does a tally come from an exactly known distribution?
//!
//! Pearson's statistic sums (observed - expected)²/expected over cells; neighbouring values are
//! pooled until every cell expects at least 5, as the chi-square law demands. The
//! p-value is the probability of a statistic at least as large when the distribution is true.

use super::{Ratio, to_float};
use crate::tally::Tally;
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// The smallest expected count of a cell (Cochran 1954, Biometrics 10, 417-451).
const LEAST_EXPECTED: f64 = 5.0;

/// A chi-square test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Pearson's statistic; infinite when something impossible was seen.
    pub chi_square: f64,
    /// The number of cells less one.
    pub degrees_of_freedom: usize,
    /// The probability of a statistic at least as large.
    pub p_value: f64,
}

/// Compares a tally with exact probabilities for the values 0, 1, 2, ...; values beyond the slice
/// have probability 0. Nothing when fewer than two cells expect enough.
#[must_use]
pub fn chi_square(tally: &Tally, exact: &[Ratio]) -> Option<Fit> {
    let possible = |value: usize| exact.get(value).is_some_and(|ratio| ratio.numerator() > 0);
    if tally.iter().any(|(value, count)| count > 0 && !possible(value)) {
        return Some(Fit { chi_square: f64::INFINITY, degrees_of_freedom: 0, p_value: 0.0 });
    }
    let cells = pooled(tally, exact);
    let degrees_of_freedom = cells.len().checked_sub(1).filter(|&degrees| degrees > 0)?;
    let statistic =
        cells.iter().map(|&(observed, expected)| (observed - expected).powi(2) / expected).sum();
    let law = ChiSquared::new(to_float(degrees_of_freedom as u128)).ok()?;
    Some(Fit { chi_square: statistic, degrees_of_freedom, p_value: law.sf(statistic) })
}

/// Observed and expected counts, neighbours pooled until each cell expects enough; what is left at
/// the end joins the last cell.
fn pooled(tally: &Tally, exact: &[Ratio]) -> Vec<(f64, f64)> {
    let total = to_float(tally.total());
    let mut cells: Vec<(f64, f64)> = Vec::new();
    let mut open = (0.0, 0.0);
    for (value, ratio) in exact.iter().enumerate() {
        open.0 += to_float(tally.count(value));
        open.1 += ratio.value() * total;
        if open.1 >= LEAST_EXPECTED {
            cells.push(std::mem::take(&mut open));
        }
    }
    if let Some(last) = cells.last_mut() {
        last.0 += open.0;
        last.1 += open.1;
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratios(parts: &[u128]) -> Vec<Ratio> {
        let whole = parts.iter().sum();
        parts.iter().map(|&part| Ratio::new(part, whole)).collect()
    }

    fn tally(counts: &[u128]) -> Tally {
        let mut tally = Tally::default();
        counts.iter().enumerate().for_each(|(value, &count)| tally.add(value, count));
        tally
    }

    /// Mendel's peas, 315 : 108 : 101 : 32 against 9 : 3 : 3 : 1, the textbook case: chi-square
    /// 0.470024, p = 0.925426 with three degrees of freedom.
    #[test]
    fn mendel_fits_too_well() {
        let fit = chi_square(&tally(&[315, 108, 101, 32]), &ratios(&[9, 3, 3, 1])).unwrap();
        assert!((fit.chi_square - 0.470_024).abs() < 1e-6);
        assert_eq!(fit.degrees_of_freedom, 3);
        assert!((fit.p_value - 0.925_426).abs() < 1e-6);
    }

    #[test]
    fn rare_values_are_pooled() {
        let fit = chi_square(&tally(&[50, 48, 1, 1]), &ratios(&[50, 48, 1, 1])).unwrap();
        assert_eq!(fit.degrees_of_freedom, 1);
        assert!(fit.chi_square.abs() < 1e-12);
    }

    #[test]
    fn the_impossible_does_not_fit() {
        let fit = chi_square(&tally(&[90, 0, 10]), &ratios(&[90, 10])).unwrap();
        assert!(fit.chi_square.is_infinite() && fit.p_value <= 0.0);
    }

    #[test]
    fn too_few_observations_give_no_verdict() {
        assert_eq!(chi_square(&tally(&[1, 1]), &ratios(&[1, 1])), None);
        assert_eq!(chi_square(&Tally::default(), &ratios(&[1, 1])), None);
    }
}
