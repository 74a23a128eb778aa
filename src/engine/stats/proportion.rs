//! Confidence intervals of a proportion: `x` hits in `n` independent trials.
//!
//! If there are more than 30 hits and more than 30 misses, the score interval of Wilson (1927), J.
//! Amer. Statist. Assoc. 22, 209-212:
//!
//! ```text
//! (p + z²/2n ± z √(p(1 - p)/n + z²/4n²)) / (1 + z²/n),   p = x/n
//! ```
//!
//! Otherwise, the exact interval of Clopper and Pearson (1934), Biometrika 26, 404-413: the limits
//! are the probabilities under which a result at least as extreme has probability (1 -
//! confidence)/2. The usual method, beta quantiles, loses its digits to cancellation for `n` above
//! about 10^10. With so few hits, each tail of the binomial distribution is a sum of few positive
//! terms, so the equation is solved directly, for any `n`.
//!
//! All functions come from `libm`, so limits are the same on every platform.

use super::{Confidence, to_float};
use serde::{Deserialize, Serialize};
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI, SQRT_2};

/// The maximum number of hits (or misses) for which the exact interval is used.
const MAX_EXACT: u128 = 30;

/// An interval between two limits, such as the confidence interval of a probability.
///
/// ```
/// # use setodds_engine::stats::{Confidence, proportion::interval};
/// let hits_in_trials = interval(323, 10_000, Confidence::default());
/// assert!(hits_in_trials.low < 0.0323 && 0.0323 < hits_in_trials.high);
/// assert_eq!(format!("{:.5}", hits_in_trials.half_width()), "0.00347");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The lower limit, which is at least 0 if the interval is that of a probability.
    pub low: f64,
    /// The upper limit, which is at most 1 if the interval is that of a probability.
    pub high: f64,
}

impl Interval {
    /// Returns half the width of the interval, the margin of error.
    #[must_use]
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// Returns the confidence interval of a probability for `hits` in independent `trials`. Without
/// trials it is the whole range from 0 to 1.
///
/// With at most 30 hits or at most 30 misses it is the exact interval of Clopper and Pearson
/// (1934), Biometrika 26, 404-413; otherwise the score interval of Wilson (1927), J. Amer. Statist.
/// Assoc. 22, 209-212.
///
/// ```
/// # use setodds_engine::stats::{Confidence, proportion::interval};
/// // The rule of three: no hit in n trials leaves about 3.7/n at 95 % (two-sided).
/// let none = interval(0, 1_000_000, Confidence::default());
/// assert_eq!(none.low, 0.0);
/// assert!((none.high - 3.688_873e-6).abs() < 1e-11);
/// ```
///
/// # Panics
///
/// Panics if there are more hits than trials.
#[must_use]
pub fn interval(hits: u128, trials: u128, confidence: Confidence) -> Interval {
    assert!(hits <= trials, "no more hits than trials");
    let misses = trials - hits;
    if trials == 0 {
        Interval { low: 0.0, high: 1.0 }
    } else if hits.min(misses) > MAX_EXACT {
        wilson(hits, trials, confidence)
    } else if hits <= misses {
        clopper_pearson(hits, trials, confidence)
    } else {
        let mirrored = clopper_pearson(misses, trials, confidence);
        Interval { low: 1.0 - mirrored.high, high: 1.0 - mirrored.low }
    }
}

/// Returns the quantile of the standard normal distribution for a two-sided interval: the root of
/// `erfc(z/√2) = 1 - confidence`, by Newton's method from 0. Because `erfc` is convex there, the
/// steps approach the root from below until rounding stops them.
pub(crate) fn normal_quantile(confidence: Confidence) -> f64 {
    /// The difference between 1/√2 and the float `FRAC_1_SQRT_2`.
    const MISSING: f64 = -4.833_646_656_726_457e-17;
    let (both_tails, mut z) = (2.0 * confidence.tail(), 0.0);
    loop {
        let x = z * FRAC_1_SQRT_2;
        // The rounding error of x would cost the last digit of the root.
        let rounded_off = libm::fma(z, FRAC_1_SQRT_2, -x) + z * MISSING;
        let slope = FRAC_2_SQRT_PI * libm::exp(-x * x);
        let next = z + SQRT_2 * ((libm::erfc(x) - both_tails) / slope - rounded_off);
        if next <= z {
            return next;
        }
        z = next;
    }
}

fn wilson(hits: u128, trials: u128, confidence: Confidence) -> Interval {
    let (n, p) = (to_float(trials), to_float(hits) / to_float(trials));
    let z = normal_quantile(confidence);
    let z2 = z * z;
    let centre = p + z2 / (2.0 * n);
    let spread = z * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z2 / n;
    Interval {
        low: ((centre - spread) / scale).max(0.0),
        high: ((centre + spread) / scale).min(1.0),
    }
}

/// Returns the Clopper-Pearson interval; `hits` must be at most half of `trials`.
fn clopper_pearson(hits: u128, trials: u128, confidence: Confidence) -> Interval {
    let (tail, [hits, trials]) = (confidence.tail(), [hits, trials].map(to_float));
    let estimate = hits / trials;
    // At the estimate, "at least `hits`" and "at most `hits`" both have a probability of at least
    // 1/2, more than the tail, so the estimate is between the limits.
    Interval {
        low: bisect(0.0, estimate, |p| at_least(hits, trials, p) < tail),
        high: bisect(estimate, 1.0, |p| at_most(hits, trials, p) > tail),
    }
}

/// Returns the probability of at most `hits` hits in `trials`, each with probability `p`. Sums one
/// term per hit, so `hits` should be small.
fn at_most(hits: f64, trials: f64, p: f64) -> f64 {
    let terms = binomial_pmf(trials, p).take_while(|&(count, _)| count <= hits);
    terms.map(|(_, probability)| probability).sum()
}

/// Returns the probability of at least `hits` hits in `trials`, each with probability `p`, which
/// must be at most `hits / trials`. Skips one term per hit, so `hits` should be small.
fn at_least(hits: f64, trials: f64, p: f64) -> f64 {
    let mut sum = 0.0;
    // Beyond the estimate each term is smaller than the previous one.
    for (_, probability) in binomial_pmf(trials, p).skip_while(|&(count, _)| count < hits) {
        if sum + probability <= sum {
            break;
        }
        sum += probability;
    }
    sum
}

/// Returns the two-sided probability that a normal variable is at least `standard_errors` standard
/// deviations away from its mean.
pub(crate) fn normal_p_value(standard_errors: f64) -> f64 {
    libm::erfc(standard_errors.abs() * FRAC_1_SQRT_2)
}

/// Returns the two-sided p-value of `hits` in `trials`, each with probability `p`: twice the
/// probability of a result at least as far from the expectation on the same side, at most 1. Uses
/// the normal distribution, or the binomial distribution if fewer than five hits or misses are
/// expected.
pub(crate) fn two_sided_p_value(hits: u128, trials: u128, p: f64) -> f64 {
    let [hits, trials] = [hits, trials].map(to_float);
    let (expected, misses) = (trials * p, trials * (1.0 - p));
    if expected.min(misses) >= 5.0 {
        return normal_p_value((hits - expected) / (expected * (1.0 - p)).sqrt());
    }
    let (hits, p) = if expected <= misses { (hits, p) } else { (trials - hits, 1.0 - p) };
    // With fewer than five hits expected, the probability of a thousand is below the smallest
    // float.
    let tail = match hits {
        many if many > 1000.0 => 0.0,
        few if few < trials * p => at_most(few, trials, p),
        more => at_least(more, trials, p),
    };
    (2.0 * tail).min(1.0)
}

/// Returns an iterator over the numbers 0, 1, 2, ... of hits in `trials`, each with probability
/// `p`, and their probabilities (the binomial distribution).
fn binomial_pmf(trials: f64, p: f64) -> impl Iterator<Item = (f64, f64)> {
    let odds = p / (1.0 - p);
    let next = move |&(hits, probability): &(f64, f64)| {
        Some((hits + 1.0, probability * ((trials - hits) / (hits + 1.0) * odds)))
    };
    std::iter::successors(Some((0.0, libm::exp(trials * libm::log1p(-p)))), next)
}

/// Returns the number between `low` and `high` up to which `holds` is `true`, by bisection to the
/// last bit.
fn bisect(mut low: f64, mut high: f64, holds: impl Fn(f64) -> bool) -> f64 {
    loop {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            return middle;
        }
        if holds(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::power;

    /// Compares with the binomial distribution of 20 trials with probability 1/8 by its definition,
    /// and with the normal distribution.
    #[test]
    fn both_tails_are_those_of_the_law() {
        let choose =
            |k: u32| (0..k).map(|it| f64::from(20 - it) / f64::from(it + 1)).product::<f64>();
        let pmf: Vec<f64> = (0..=20)
            .map(|k| choose(k) * power(0.125, k.into()) * power(0.875, (20 - k).into()))
            .collect();
        for hits in 0..=20_usize {
            let tail: f64 = if hits < 3 { pmf[..=hits].iter() } else { pmf[hits..].iter() }.sum();
            let expected = (2.0 * tail).min(1.0);
            let found = two_sided_p_value(hits as u128, 20, 0.125);
            assert!((found / expected - 1.0).abs() < 1e-9, "{hits}: {found} {expected}");
            let mirrored = two_sided_p_value(20 - hits as u128, 20, 0.875);
            assert!((mirrored / expected - 1.0).abs() < 1e-9, "{hits}: {mirrored} {expected}");
        }
        assert!(
            (two_sided_p_value(40, 100, 0.5) - 0.045_500_263_896_358_4).abs() < 1e-12,
            "two errors"
        );
        let rare = two_sided_p_value(3, 1000, 0.001);
        assert!((rare / 0.160_418_685_680_402_12 - 1.0).abs() < 1e-12, "{rare}");
        assert!(two_sided_p_value(u128::MAX >> 1, u128::MAX >> 1, 1e-40) <= 0.0);
        assert!(two_sided_p_value(0, 0, 0.5) >= 1.0);
    }

    fn close(actual: f64, expected: f64) -> bool {
        (actual - expected).abs() <= 1e-9 * expected.abs().max(1e-9)
    }

    /// Checks against values of `mpmath` with 60 digits, for the levels as floats.
    #[test]
    fn normal_quantiles_are_those_of_the_tables() {
        for (level, z) in [
            ("0.15", 0.189_118_426_272_792_5),
            ("0.5", 0.674_489_750_196_081_8),
            ("0.95", 1.959_963_984_540_053_8),
            ("0.99", 2.575_829_303_548_900_3),
            ("0.999999", 4.891_638_475_692_932),
            ("0.999999999", 6.109_410_209_383_449),
            ("0.999999999999", 7.130_509_892_879_272),
        ] {
            let found = normal_quantile(level.parse().unwrap());
            assert!((found / z - 1.0).abs() <= f64::EPSILON, "{level}: {found}");
        }
    }

    /// R: `binom.test(x, n)$conf.int`; the last three by the closed form: for 0 hits the upper
    /// limit is 1 - tail^(1/n), and n hits give the mirror image.
    #[test]
    fn clopper_pearson_agrees_with_known_values() {
        let exact = |tail: f64, n: f64| -libm::expm1(libm::log(tail) / n);
        let cases = [
            (7, 20, 0.153_909_2, 0.592_188_5),
            (1, 10, 0.002_528_579, 0.445_016_1),
            (0, 10, 0.0, exact(0.025, 10.0)),
            (0, 1_000_000_000_000, 0.0, exact(0.025, 1e12)),
            (10, 10, 1.0 - exact(0.025, 10.0), 1.0),
        ];
        for (hits, trials, low, high) in cases {
            let found = interval(hits, trials, Confidence::default());
            assert!((found.low - low).abs() <= 1e-6 * low.max(1e-6), "{hits}/{trials} {found:?}");
            assert!((found.high - high).abs() <= 1e-6 * high, "{hits}/{trials} {found:?}");
        }
    }

    /// Pins the limits to the last digit, which is the same on every platform.
    #[test]
    fn exact_limits_stay_what_they_are() {
        let low = interval(1, 299, Confidence::new(0.875).unwrap()).low;
        let high = interval(17, 38, Confidence::default()).high;
        assert_eq!((low, high), (0.000_215_824_603_299_881_88, 0.617_009_248_835_710_2));
    }

    /// For rare events the limits approach those of a Poisson mean (Garwood 1936): 1 hit: 0.025318
    /// and 5.571643; 10 hits: 4.795389 and 18.390356.
    #[test]
    fn rare_events_have_poisson_limits_however_many_the_trials() {
        for exponent in [10, 15, 20] {
            let count = 10_u128.pow(exponent);
            let trials = to_float(count);
            for (hits, low, high) in [(1, 0.025_317_8, 5.571_643), (10, 4.795_389, 18.390_356)] {
                let found = interval(hits, count, Confidence::default());
                assert!((found.low * trials / low - 1.0).abs() < 1e-5, "{found:?}");
                assert!((found.high * trials / high - 1.0).abs() < 1e-5, "{found:?}");
            }
        }
    }

    /// R: `prop.test(45, 200, correct = FALSE)$conf.int`.
    #[test]
    fn wilson_agrees_with_known_values() {
        let found = interval(45, 200, Confidence::default());
        let n = 200.0;
        let z2 = power(1.959_963_984_540_054, 2);
        for limit in [found.low, found.high] {
            // The limits are the probabilities at which the score test is on the edge of rejecting.
            assert!(close(power(limit - 0.225, 2) * n / (limit * (1.0 - limit)), z2));
        }
        assert!((found.low - 0.1726).abs() < 1e-4 && (found.high - 0.2878).abs() < 1e-4);
    }

    #[test]
    fn both_kinds_cover_the_estimate_and_meet_smoothly() {
        for confidence in ["0.5", "0.95", "0.999999"].map(|text| text.parse().unwrap()) {
            for hits in 0..100 {
                let found = interval(hits, 1000, confidence);
                let p = to_float(hits) / 1000.0;
                assert!(found.low <= p && p <= found.high && found.low >= 0.0);
                let mirrored = interval(1000 - hits, 1000, confidence);
                assert!((mirrored.low + found.high - 1.0).abs() < 1e-12);
                assert!((mirrored.high + found.low - 1.0).abs() < 1e-12);
            }
            let (exact, score) =
                (interval(MAX_EXACT, 1000, confidence), interval(MAX_EXACT + 1, 1000, confidence));
            assert!(exact.low < score.low && exact.high < score.high * 1.1);
            let below = at_most(to_float(MAX_EXACT), 1000.0, exact.high);
            assert!(
                (below / confidence.tail() - 1.0).abs() < 1e-9,
                "up to {MAX_EXACT} hits it is exact"
            );
        }
        assert_eq!(interval(0, 0, Confidence::default()), Interval { low: 0.0, high: 1.0 });
    }
}
