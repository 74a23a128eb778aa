//! Confidence intervals of a proportion: `x` hits in `n` independent trials.
//!
//! Where hits and misses are both many, the score interval of Wilson (1927), J. Amer. Statist.
//! Assoc. 22, 209-212:
//!
//! ```text
//! (p + z²/2n ± z √(p(1 - p)/n + z²/4n²)) / (1 + z²/n),   p = x/n
//! ```
//!
//! Where one of them is at most 30, the exact interval of Clopper and Pearson (1934),
//! Biometrika 26, 404-413: the limits are the probabilities under which a result at least as
//! extreme has probability (1 - confidence)/2. The usual way to them, beta quantiles, loses its
//! digits to cancellation when `n` passes 10^10 or so; with so few hits the binomial tail is
//! a sum of so few terms that the equation is solved directly, for any `n`.

use super::{Confidence, to_float};
use statrs::distribution::{ContinuousCDF, Normal};

/// Up to this many hits (or misses) the interval is the exact one.
const FEW: u128 = 30;

/// A range of probabilities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower limit, at least 0.
    pub low: f64,
    /// The upper limit, at most 1.
    pub high: f64,
}

impl Interval {
    /// Half of the width.
    #[must_use]
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// The confidence interval for `hits` in `trials`: Clopper-Pearson up to 30 hits or misses,
/// else Wilson. Without trials it is everything.
///
/// ```
/// use setodds_engine::stats::{Confidence, proportion::interval};
/// // The rule of three: no hit in n trials leaves about 3.7/n at 95 % (two-sided).
/// let none = interval(0, 1_000_000, Confidence::default());
/// assert_eq!(none.low, 0.0);
/// assert!((none.high - 3.688_873e-6).abs() < 1e-11);
/// ```
///
/// # Panics
///
/// When there are more hits than trials.
#[must_use]
pub fn interval(hits: u128, trials: u128, confidence: Confidence) -> Interval {
    assert!(hits <= trials, "no more hits than trials");
    let misses = trials - hits;
    if trials == 0 {
        Interval { low: 0.0, high: 1.0 }
    } else if hits.min(misses) > FEW {
        wilson(hits, trials, confidence)
    } else if hits <= misses {
        clopper_pearson(hits, trials, confidence)
    } else {
        let mirrored = clopper_pearson(misses, trials, confidence);
        Interval { low: 1.0 - mirrored.high, high: 1.0 - mirrored.low }
    }
}

/// The quantile of the standard normal distribution for a two-sided interval.
pub(crate) fn normal_quantile(confidence: Confidence) -> f64 {
    -Normal::standard().inverse_cdf(confidence.tail())
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

fn clopper_pearson(hits: u128, trials: u128, confidence: Confidence) -> Interval {
    let tail = confidence.tail();
    let low = match hits.checked_sub(1) {
        Some(fewer) => solve(|p| 1.0 - at_most(fewer, trials, p) < tail),
        None => 0.0,
    };
    let high = if hits == trials { 1.0 } else { solve(|p| at_most(hits, trials, p) > tail) };
    Interval { low, high }
}

/// The probability of at most `hits` hits in `trials`, each with probability `p`; few hits.
fn at_most(hits: u128, trials: u128, p: f64) -> f64 {
    let n = to_float(trials);
    let mut term = (n * (-p).ln_1p()).exp();
    let mut sum = term;
    for hit in 0..hits {
        term *= (n - to_float(hit)) / to_float(hit + 1) * (p / (1.0 - p));
        sum += term;
    }
    sum
}

/// The probability up to which `holds` holds, by bisection to the last bit.
fn solve(holds: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
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

    fn close(actual: f64, expected: f64) -> bool {
        (actual - expected).abs() <= 1e-9 * expected.abs().max(1e-9)
    }

    #[test]
    fn normal_quantiles_are_those_of_the_tables() {
        for (level, z) in [("0.95", 1.959_963_984_540_054), ("0.99", 2.575_829_303_548_901)] {
            assert!(close(normal_quantile(level.parse().unwrap()), z), "{level}");
        }
    }

    /// R: `binom.test(x, n)$conf.int`; the last three by the rule that 0 hits leave
    /// 1 - (tail)^(1/n), and n hits the mirror image.
    #[test]
    fn clopper_pearson_agrees_with_known_values() {
        let exact = |tail: f64, n: f64| -(tail.ln() / n).exp_m1();
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

    /// For rare events the limits are those of a Poisson mean (Garwood 1936): 1 hit: 0.025318 and
    /// 5.571643; 10 hits: 4.795389 and 18.390356.
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
        let z2 = 1.959_963_984_540_054_f64.powi(2);
        for limit in [found.low, found.high] {
            // The limits are the p at which the score test just rejects.
            assert!(close((limit - 0.225).powi(2) * n / (limit * (1.0 - limit)), z2));
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
            }
            let (exact, score) =
                (interval(FEW, 1000, confidence), interval(FEW + 1, 1000, confidence));
            assert!(exact.low < score.low && exact.high < score.high * 1.1);
        }
        assert_eq!(interval(0, 0, Confidence::default()), Interval { low: 0.0, high: 1.0 });
    }
}
