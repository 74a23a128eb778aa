//! Proportions of observations that come in clusters, such as the sets of a hand or the sets taken
//! in a game.
//!
//! The observations of a cluster are not independent, so the variance of a proportion is the
//! variance for the same number of independent observations times a factor, the *design effect*
//! (Kish 1965, Survey Sampling, section 5.4; "deff").
//!
//! # The estimator
//!
//! The clusters are independent. Let cluster `g` have `n_g` observations with `x_g` hits, and let N
//! and X be the sums over all clusters. The proportion p = X/N is a ratio of two sums, and for many
//! clusters its variance is (Cochran 1977, Sampling Techniques, 3rd ed., section 3.12)
//!
//! ```text
//! Var p = sum over g of (x_g - p n_g)² / N²
//! ```
//!
//! With I = 1 for a hit and 0 for a miss, `x_g - p n_g` is the sum of I - p over the cluster. The
//! squares of I - p over all observations add up to X (1 - p)² + (N - X) p² = N p(1 - p), so
//!
//! ```text
//! sum over g of (x_g - p n_g)² = N p(1 - p) + sum over pairs of (I - p)(I' - p)
//! ```
//!
//! where the pairs are the ordered pairs of different observations of one cluster. The first term
//! alone is the variance for independent observations. Let T be the number of such pairs, B the
//! number whose first observation is a hit, and A the number with two hits: the second term is A -
//! 2 p B + p² T. So three counts of pairs suffice:
//!
//! ```text
//! design effect = 1 + (A - 2 p B + p² T) / (N p(1 - p))
//! ```
//!
//! With few clusters the estimate is too small, down to 0 for a single cluster, whose residual is 0
//! by the definition of p. So the design effect is never taken to be less than 1.

use super::proportion::{self, Interval};
use super::{Confidence, to_float};

/// Counts of observations and pairs, summed over clusters, from which the design effect is
/// estimated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clusters {
    /// The number of observations in all clusters.
    pub observations: u128,
    /// The number of observations that are hits.
    pub hits: u128,
    /// The number of ordered pairs of different observations of the same cluster.
    pub pairs: u128,
    /// The number of ordered pairs of different observations of the same cluster in which the first
    /// observation is a hit.
    pub pairs_hit_first: u128,
    /// The number of ordered pairs of different observations of the same cluster in which both
    /// observations are hits.
    pub pairs_hit_both: u128,
}

impl Clusters {
    /// Returns the estimated design effect, at least 1: the variance of the proportion of hits,
    /// divided by its variance for the same number of independent observations.
    #[must_use]
    pub fn design_effect(&self) -> f64 {
        let p = to_float(self.hits) / to_float(self.observations);
        let independent = to_float(self.hits) * (1.0 - p);
        let [pairs, first, both] =
            [self.pairs, self.pairs_hit_first, self.pairs_hit_both].map(to_float);
        let effect = 1.0 + (both - 2.0 * p * first + p * p * pairs) / independent;
        // Without hits or without misses the effect is NaN, which `max` replaces with 1.
        effect.max(1.0)
    }
}

/// Returns the confidence interval of a probability for `hits` in `trials` that come in clusters:
/// the interval of [`proportion::interval`], with the distances of both limits from the estimate
/// scaled by the square root of the design effect.
///
/// ```
/// use setodds_engine::stats::{Confidence, clusters, proportion};
/// let independent = proportion::interval(300, 1000, Confidence::default());
/// let clustered = clusters::interval(300, 1000, 1.44, Confidence::default());
/// assert!((clustered.half_width() / independent.half_width() - 1.2).abs() < 1e-12);
/// ```
///
/// # Panics
///
/// Panics if there are more hits than trials.
#[must_use]
pub fn interval(hits: u128, trials: u128, design_effect: f64, confidence: Confidence) -> Interval {
    let Interval { low, high } = proportion::interval(hits, trials, confidence);
    if trials == 0 {
        return Interval { low, high };
    }
    let (p, scale) = (to_float(hits) / to_float(trials), design_effect.sqrt());
    // In this form a scale of 1 leaves the limits unchanged to the last digit.
    let scaled = |limit: f64| (1.0 - scale) * p + scale * limit;
    Interval { low: scaled(low).max(0.0), high: scaled(high).min(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::power;

    /// Creates the sums for clusters given as pairs of hits and observations.
    fn clusters(hits: &[(u128, u128)]) -> Clusters {
        let mut all = Clusters::default();
        for &(x, n) in hits {
            all.observations += n;
            all.hits += x;
            all.pairs += n * (n - 1);
            all.pairs_hit_first += x * (n - 1);
            all.pairs_hit_both += x * (x.max(1) - 1);
        }
        all
    }

    /// Compares with the sum of squared residuals.
    #[test]
    fn pairs_give_the_variation_between_clusters() {
        let hits = [(2, 3), (0, 4), (3, 3), (1, 1), (0, 2), (5, 6)];
        let all = clusters(&hits);
        let p = 11.0 / 19.0;
        let residual = |&(x, n): &(u128, u128)| power(to_float(x) - p * to_float(n), 2);
        let squares: f64 = hits.iter().map(residual).sum();
        assert!((all.design_effect() - squares / (19.0 * p * (1.0 - p))).abs() < 1e-12);
    }

    #[test]
    fn observations_that_are_all_equal_count_once() {
        let all = clusters(&[(4, 4), (0, 4), (4, 4), (4, 4)]);
        assert!((all.design_effect() - 4.0).abs() < 1e-12);
    }

    #[test]
    fn without_evidence_observations_are_independent() {
        let cases: [&[_]; 5] = [&[], &[(1, 1), (0, 1)], &[(2, 4)], &[(0, 3), (0, 3)], &[(3, 3)]];
        for hits in cases {
            assert!((clusters(hits).design_effect() - 1.0).abs() < 1e-12, "{hits:?}");
        }
    }

    #[test]
    fn intervals_stay_within_all_probabilities() {
        let confidence = Confidence::default();
        assert_eq!(interval(0, 0, 2.0, confidence), Interval { low: 0.0, high: 1.0 });
        assert_eq!(interval(1, 4, 9.0, confidence), Interval { low: 0.0, high: 1.0 });
        assert_eq!(interval(1, 4, 0.0, confidence), Interval { low: 0.25, high: 0.25 });
        assert_eq!(interval(40, 90, 1.0, confidence), proportion::interval(40, 90, confidence));
    }
}
