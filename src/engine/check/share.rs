//! How often some values occur, alone.

use super::ValueSpan;
use crate::stats::goodness::LEAST_EXPECTED;
use crate::stats::proportion::{normal_quantile, normal_tails};
use crate::stats::{Confidence, to_float};

/// The test of how many hands had some values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShareTest {
    /// The values.
    pub values: ValueSpan,
    /// The hands that had them.
    pub count: u128,
    /// All hands.
    pub hands: u128,
    /// The exact probability of the values.
    pub probability: f64,
    /// The probability that fair hands differ at least as much.
    pub p_value: f64,
}

impl ShareTest {
    /// How often a relative bias of the probability is found by such a test of as many hands, if
    /// what fair hands pass with a confidence is found; by the normal law. Missing where fewer than
    /// five hands are expected to have the values, or not to have them, and where there is no such
    /// probability.
    ///
    /// ```
    /// use setodds_engine::{card::Deck, check::CountsCheck, measure::Key, stats::Confidence};
    /// let mut counts = CountsCheck::new(Deck::GAME, Key::sets(12))?;
    /// counts.add("0".parse()?, 323_746)?;
    /// counts.add("1+".parse()?, 9_676_254)?;
    /// let share = counts.share().ok_or("none")?;
    /// // Without a bias, 5 of 100 samples are found nevertheless.
    /// let found = share.power(0.0, Confidence::default()).ok_or("few")?;
    /// assert!((found - 0.05).abs() < 1e-9);
    /// assert!(share.power(0.01, Confidence::default()).ok_or("few")? > 0.99);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn power(&self, bias: f64, confidence: Confidence) -> Option<f64> {
        let (p, hands) = (self.probability, to_float(self.hands));
        let [expected, others] = [p, 1.0 - p].map(|p| p * hands);
        let biased = p * (1.0 + bias);
        if expected.min(others) < LEAST_EXPECTED || !(0.0..1.0).contains(&biased) {
            return None;
        }
        let error = |p: f64| (p * (1.0 - p) * hands).sqrt();
        let limit = normal_quantile(confidence) * error(p);
        let above = |distance: f64| {
            let tail = normal_tails(distance / error(biased)) / 2.0;
            if distance < 0.0 { 1.0 - tail } else { tail }
        };
        let more = biased * hands - expected;
        Some(above(limit - more) + above(limit + more))
    }

    /// The smallest relative bias that 95 of 100 samples show, if there is one.
    #[must_use]
    pub fn visible_bias(&self, confidence: Confidence) -> Option<f64> {
        let is_seen = |bias| self.power(bias, confidence).is_some_and(|power| power >= 0.95);
        // Up to a probability just below 1.
        let (mut low, mut high) = (0.0, (1.0 - 1e-9) / self.probability - 1.0);
        if !is_seen(high) {
            return None;
        }
        while f64::midpoint(low, high) > low && f64::midpoint(low, high) < high {
            let middle = f64::midpoint(low, high);
            if is_seen(middle) { high = middle } else { low = middle }
        }
        Some(high)
    }
}
