//! Goodness of fit: chi-square tests of a tally against an exactly known distribution.
//!
//! Pearson's statistic sums (observed - expected)²/expected over cells. Neighbouring values are
//! pooled until the expected count of every cell is at least 5, so that the chi-square distribution
//! applies. The p-value is the probability of a statistic at least as large if the distribution is
//! true.

use super::{Ratio, power, to_float};
use crate::tally::Tally;

/// The minimum expected count of a cell (Cochran 1954, Biometrics 10, 417-451).
pub(crate) const MIN_EXPECTED: f64 = 5.0;

/// The result of a chi-square test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Pearson's chi-square statistic; infinite if an impossible value was observed.
    pub chi_square: f64,
    /// The number of cells minus one; 0 if an impossible value was observed.
    pub degrees_of_freedom: usize,
    /// The probability of a statistic at least as large as the observed one if the distribution is
    /// true.
    pub p_value: f64,
    /// The probability of a statistic at most as large as the observed one if the distribution is
    /// true, with a continuity correction of half a count, because small counts often fit as
    /// closely as integers can.
    pub lower_tail: f64,
}

/// Tests a tally against exact probabilities of the values 0, 1, 2, ...; values beyond the slice
/// have probability 0. Returns `None` if fewer than two cells have a sufficient expected count.
#[must_use]
pub fn chi_square(tally: &Tally, exact: &[Ratio]) -> Option<Fit> {
    let possible = |value: usize| exact.get(value).is_some_and(|ratio| ratio.numerator() > 0);
    if tally.iter().any(|(value, count)| count > 0 && !possible(value)) {
        let chi_square = f64::INFINITY;
        return Some(Fit { chi_square, degrees_of_freedom: 0, p_value: 0.0, lower_tail: 1.0 });
    }
    let total = to_float(tally.total());
    let cell =
        |(value, ratio): (usize, &Ratio)| (to_float(tally.count(value)), ratio.value() * total);
    test_cells(&exact.iter().enumerate().map(cell).collect::<Vec<_>>(), 1.0)
}

/// Tests observed against expected counts, given as one pair per cell; both must have the same sum.
/// Assumes the variances and covariances of independent observations, multiplied by a design effect
/// of at most 1. Returns `None` if fewer than two cells have a sufficient expected count.
pub(crate) fn test_cells(cells: &[(f64, f64)], design_effect: f64) -> Option<Fit> {
    let cells = pool_cells(cells, MIN_EXPECTED / design_effect);
    let degrees_of_freedom = cells.len().checked_sub(1).filter(|&degrees| degrees > 0)?;
    let farther = |by: f64| -> f64 {
        let square = |&(observed, expected): &(f64, f64)| {
            power((observed - expected).abs() + by, 2) / (expected * design_effect)
        };
        cells.iter().map(square).sum()
    };
    // Continuity correction: each count is half a hand farther from its expectation.
    Some(Fit::new(farther(0.0), farther(0.5), degrees_of_freedom))
}

impl Fit {
    /// Creates the result of a test. By the chi-square distribution, `p_value` is the probability
    /// of a statistic of at least `chi_square`, and `lower_tail` that of a statistic of at most
    /// `limit`.
    pub(crate) fn new(chi_square: f64, limit: f64, degrees_of_freedom: usize) -> Self {
        let [p_value, above] = [chi_square, limit].map(|it| tail(it, degrees_of_freedom));
        Self { chi_square, degrees_of_freedom, p_value, lower_tail: 1.0 - above }
    }
}

/// Pools neighbouring cells, pairs of observed and expected counts, until each has an expected
/// count of at least `min_expected`. The remainder at the end is added to the last cell.
fn pool_cells(all: &[(f64, f64)], min_expected: f64) -> Vec<(f64, f64)> {
    let mut cells: Vec<(f64, f64)> = Vec::new();
    let mut open = (0.0, 0.0);
    for (observed, expected) in all {
        open.0 += observed;
        open.1 += expected;
        if open.1 >= min_expected {
            cells.push(std::mem::take(&mut open));
        }
    }
    if let Some(last) = cells.last_mut() {
        last.0 += open.0;
        last.1 += open.1;
    }
    cells
}

/// Returns the probability that a chi-square variable is at least `statistic`. With x =
/// `statistic`/2 and d degrees of freedom, it is the sum of `x^a e^-x/a!` over a = d/2 - 1, d/2 -
/// 2, ... down to 0 or 1/2, plus `erfc(sqrt x)` for odd d (Abramowitz and Stegun 1964, 26.4.4 and
/// 26.4.5). For half-integers, `a!` is Gamma(a + 1).
pub(crate) fn tail(statistic: f64, degrees_of_freedom: usize) -> f64 {
    let half = statistic / 2.0;
    if half <= 0.0 {
        return 1.0;
    }
    let last = to_float(degrees_of_freedom as u128) / 2.0 - 1.0;
    let rest = if degrees_of_freedom.is_multiple_of(2) { 0.0 } else { libm::erfc(half.sqrt()) };
    if last < 0.0 {
        return rest;
    }
    // Terms are relative to the largest, which is the only one computed as a power, so none
    // overflows.
    let largest = last - (last - half).max(0.0).floor();
    let (mut sum, mut term, mut a) = (1.0, 1.0, largest);
    while a >= 1.0 {
        term *= a / half;
        sum += term;
        a -= 1.0;
    }
    (term, a) = (1.0, largest);
    while a < last {
        a += 1.0;
        term *= half / a;
        sum += term;
    }
    let scale = libm::exp(largest * libm::log(half) - half - libm::lgamma(largest + 1.0));
    (rest + scale * sum).min(1.0)
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
    /// 0.470024, p = 0.925426 with three degrees of freedom; with the continuity correction,
    /// 0.636291 and 1 - p = 0.111924.
    #[test]
    fn mendel_fits_too_well() {
        let fit = chi_square(&tally(&[315, 108, 101, 32]), &ratios(&[9, 3, 3, 1])).unwrap();
        assert!((fit.chi_square - 0.470_024).abs() < 1e-6);
        assert_eq!(fit.degrees_of_freedom, 3);
        assert!((fit.p_value - 0.925_426).abs() < 1e-6);
        assert!((fit.lower_tail - 0.111_924).abs() < 1e-6);
    }

    /// Checks against values of `mpmath`: `gammainc(d/2, x/2, regularized=True)` with 50 digits.
    #[test]
    fn p_values_have_their_digits_in_both_tails() {
        for (degrees_of_freedom, statistic, expected) in [
            (1, 0.001, 0.974_772_879_369_960_4),
            (1, 3.84, 0.050_043_521_248_705_1),
            (1, 50.0, 1.537_459_794_428_035e-12),
            (2, 1.0, 0.606_530_659_712_633_4),
            (2, 1400.0, 9.859_676_543_759_77e-305),
            (3, 0.470_024, 0.925_425_890_955_416_8),
            (3, 7.814_7, 0.050_000_625_284_760_09),
            (4, 60.0, 2.900_863_120_340_454e-12),
            (7, 0.01, 0.999_999_999_243_059),
            (7, 14.067_1, 0.050_000_704_055_509_47),
            (30, 43.773, 0.049_999_707_788_373_31),
            (31, 120.0, 2.079_490_546_036_588_3e-12),
            (60, 30.0, 0.999_581_550_331_672_3),
            (101, 101.0, 0.481_285_045_369_219_46),
            (250, 1500.0, 4.866_530_397_543_375e-177),
            (500, 400.0, 0.999_637_929_541_710_3),
            (1000, 1100.0, 0.014_614_408_126_295_194),
            (3000, 3100.0, 0.099_307_797_979_694_45),
        ] {
            let found = tail(statistic, degrees_of_freedom);
            let error = (found / expected - 1.0_f64).abs();
            assert!(error <= 1e-12, "{degrees_of_freedom} {statistic}: {found} {error:e}");
        }
        assert_eq!((tail(0.0, 1), tail(1e6, 3)), (1.0, 0.0));
    }

    /// Ten heads in twenty coin tosses have probability 0.1762, a million in two million 0.000564.
    #[test]
    fn the_lower_tail_of_an_exact_fit_is_its_probability() {
        for (half, probability) in [(10, 0.176_197), (1_000_000, 0.000_564_190)] {
            let fit = chi_square(&tally(&[half, half]), &ratios(&[1, 1])).unwrap();
            assert!(fit.chi_square.abs() < 1e-12 && fit.p_value > 0.999_999);
            assert!((fit.lower_tail / probability - 1.0).abs() < 0.01, "{fit:?}");
        }
        let fit = chi_square(&tally(&[90, 10]), &ratios(&[1, 1])).unwrap();
        assert!(fit.lower_tail > 0.999_999, "{fit:?}");
    }

    #[test]
    fn rare_values_are_pooled() {
        let fit = chi_square(&tally(&[50, 48, 1, 1]), &ratios(&[50, 48, 1, 1])).unwrap();
        assert_eq!(fit.degrees_of_freedom, 1);
        assert!(fit.chi_square.abs() < 1e-12);
    }

    #[test]
    fn the_impossible_does_not_fit() {
        for probabilities in [ratios(&[90, 10]), ratios(&[90, 10, 0])] {
            let fit = chi_square(&tally(&[90, 0, 10]), &probabilities).unwrap();
            assert!(fit.chi_square.is_infinite() && fit.p_value <= 0.0);
        }
        let fit = chi_square(&tally(&[45, 0, 55]), &ratios(&[1, 0, 1])).unwrap();
        assert_eq!((fit.chi_square, fit.degrees_of_freedom), (1.0, 1));
    }

    #[test]
    fn too_few_observations_give_no_verdict() {
        assert_eq!(chi_square(&tally(&[1, 1]), &ratios(&[1, 1])), None);
        assert_eq!(chi_square(&tally(&[6, 1]), &ratios(&[6, 1])), None);
        assert_eq!(chi_square(&Tally::default(), &ratios(&[1, 1])), None);
    }
}
