//! Dealing until a proportion is known to a given precision.
//!
//! A [`StoppingRule`] requires a relative precision for the proportion of one value, in every
//! tallied measure and hand size: half the width of the confidence interval, divided by the
//! estimate. The rule is applied after fixed numbers of blocks, so the end of a run depends on the
//! rule, the seed and the cards dealt, never on threads, engine or time, and the result equals that
//! of a run with the same number of deals fixed in advance. The estimate is slightly biased
//! upwards: a run ends sooner if the estimate happens to be high.
//!
//! ```
//! use setodds_engine::card::Deck;
//! use setodds_engine::deal::{Deals, Seed};
//! use setodds_engine::detect::Strategy;
//! use setodds_engine::measure::{Measurer, Measures};
//! use setodds_engine::run::{Kernel, Partial, StopFlag, ThreadPool, Threads};
//! use setodds_engine::stats::Confidence;
//! use setodds_engine::stopping::{StoppingRule, execute_until};
//!
//! let (deck, measures, confidence) = (Deck::GAME, Measures::default(), Confidence::default());
//! let measurer = Measurer::new(deck, "12".parse()?, measures, Strategy::default())?;
//! let deals = Deals::new(measurer, Seed(1), 10_000_000)?;
//! // Hands without a set, to two per cent.
//! let rule = StoppingRule { deck, value: 0, precision: "2%".parse()?, confidence };
//! let mut partial = Partial::new(deals.plan().clone());
//! let (pool, stop) = (ThreadPool::new(Threads::available())?, StopFlag::default());
//! execute_until(&deals, &rule, &mut partial, &pool, &stop, &|_| {})?;
//! assert!(rule.is_met_by(&partial.tally()));
//! assert!(partial.units_done() < 10_000_000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::card::Deck;
use crate::measure::Key;
use crate::run::{Blocks, Kernel, Observer, Outcome, Partial, RunError, StopFlag, ThreadPool};
use crate::stats::precision::Precision;
use crate::stats::proportion::interval;
use crate::stats::{Confidence, Ratio};
use crate::tally::Tallies;

/// Rule that stops a run as soon as the proportion of `value` is known to the relative `precision`
/// for every tallied measure and hand size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StoppingRule {
    /// The full deck, including missing cards.
    pub deck: Deck,
    /// The value whose proportion is estimated.
    pub value: usize,
    /// The target precision: half the width of the confidence interval, divided by the estimate.
    pub precision: Precision,
    /// The confidence level of the interval whose width determines the precision.
    pub confidence: Confidence,
}

impl StoppingRule {
    /// Returns the relative half-width of the least precise estimate. Returns `None` if there are
    /// no tallies, if any of them has no observation of the value, or if any hand is larger than
    /// the deck.
    #[must_use]
    pub fn relative_half_width(&self, tallies: &Tallies<Key>) -> Option<f64> {
        let widths = tallies.iter().map(|(key, tally)| {
            let (hits, trials) = (tally.count(self.value), tally.total());
            let effect = key.design_effect(self.deck).filter(|_| hits > 0)?.value();
            let half_width = interval(hits, trials, self.confidence).half_width();
            Some(effect.sqrt() * half_width / Ratio::new(hits, trials).value())
        });
        widths.reduce(|one, other| Some(one?.max(other?))).flatten()
    }

    /// Returns whether the estimates of all tallies have reached the precision of the rule.
    #[must_use]
    pub fn is_met_by(&self, tallies: &Tallies<Key>) -> bool {
        self.relative_half_width(tallies).is_some_and(|width| width <= self.precision.value())
    }
}

/// Returns the numbers of blocks after which the stopping rule is applied: 1, then each number plus
/// a quarter of it, rounded up.
fn interim_looks() -> impl Iterator<Item = u64> {
    std::iter::successors(Some(1_u64), |&blocks| blocks.checked_add(blocks.div_ceil(4)))
}

/// Runs the blocks of a kernel until the rule is met, which truncates the plan there, until the
/// plan ends, or until `stop` is requested. The rule is applied after 1, 2, 3, 4, 5, 7, 9, 12, ...
/// blocks, each number a quarter more than the previous one, rounded up, and at the end of the
/// plan.
///
/// A partial result is resumed. It must come from a run with the same rule; otherwise the rule
/// might have ended it sooner.
///
/// # Errors
///
/// Returns an error and leaves `partial` unchanged if it belongs to another plan.
///
/// # Panics
///
/// Panics if the kernel or the observer panics.
pub fn execute_until<K: Kernel<Tally = Tallies<Key>>>(
    kernel: &K,
    rule: &StoppingRule,
    partial: &mut Partial<Tallies<Key>>,
    pool: &ThreadPool,
    stop: &StopFlag,
    observer: &Observer<'_, Tallies<Key>>,
) -> Result<Outcome, RunError> {
    let all = kernel.plan().blocks();
    let done = partial.finished().end().min(all);
    for look in interim_looks().skip_while(|&look| look < done) {
        let blocks = Blocks::below(look.min(all));
        if pool.resume(kernel, partial, &blocks, stop, observer)? == Outcome::Interrupted {
            return Ok(Outcome::Interrupted);
        }
        if rule.is_met_by(&partial.tally()) {
            partial.truncate().expect("all blocks below the look are finished");
            break;
        }
        if look >= all {
            break;
        }
    }
    Ok(Outcome::Complete)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Measure;

    #[test]
    fn looks_are_pinned() {
        let first: Vec<u64> = interim_looks().take(16).collect();
        assert_eq!(first, [1, 2, 3, 4, 5, 7, 9, 12, 15, 19, 24, 30, 38, 48, 60, 75]);
        assert!(interim_looks().last().unwrap() > u64::MAX / 5 * 4);
    }

    #[test]
    fn the_least_precise_estimate_decides() {
        let rule = |value, precision: &str| {
            let (precision, confidence) = (precision.parse().unwrap(), Confidence::default());
            StoppingRule { deck: Deck::GAME, value, precision, confidence }
        };
        let mut tallies = Tallies::default();
        assert!(!rule(0, "99%").is_met_by(&tallies));
        let mut add = |cards, value, count| tallies.entry(Key::sets(cards)).add(value, count);
        add(9, 0, 100_000);
        add(9, 1, 900_000);
        add(12, 0, 10_000);
        add(12, 2, 990_000);
        let width = rule(0, "2%").relative_half_width(&tallies).unwrap();
        assert!((width / (1.959_964 * (1e-4 - 1e-6_f64).sqrt()) - 1.0).abs() < 1e-4, "{width}");
        assert!(rule(0, "2%").is_met_by(&tallies) && !rule(0, "1.9%").is_met_by(&tallies));
        // The value 1 was observed for hands of 9 cards only.
        assert_eq!(rule(1, "99%").relative_half_width(&tallies), None);

        // The sets of one hand are not independent: their design effect is 0.9662.
        let mut tallies = Tallies::default();
        let types = tallies.entry(Key { cards: 12, measure: Measure::SetTypes });
        types.add(4, 10_000);
        types.add(3, 990_000);
        let dependent = rule(4, "2%").relative_half_width(&tallies).unwrap();
        assert!((dependent / width - 0.9662_f64.sqrt()).abs() < 1e-4, "{dependent} {width}");
    }
}
