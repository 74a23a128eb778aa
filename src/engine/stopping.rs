//! Dealing until a proportion is known well enough.
//!
//! A [`StoppingRule`] asks for the proportion of one value of every tallied measure and hand size,
//! to a relative precision: half the width of the confidence interval, divided by the estimate. It
//! is applied at [`interim_looks`], fixed numbers of blocks:
//!
//! ```text
//! for each look b, rising:
//!     run the blocks below b that are missing
//!     stop if the tally of the blocks below b is precise enough
//! ```
//!
//! So the end depends on the rule, the seed and what is dealt, never on threads, engine or time,
//! and the result is that of a run whose number of deals was fixed in advance.
//!
//! ```
//! use setodds_engine::card::Deck;
//! use setodds_engine::deal::{Deals, Seed};
//! use setodds_engine::detect::Strategy;
//! use setodds_engine::measure::{Measurer, Measures};
//! use setodds_engine::run::{Kernel, Partial, StopFlag, Threads};
//! use setodds_engine::stats::Confidence;
//! use setodds_engine::stopping::{StoppingRule, execute_until};
//!
//! let (deck, measures, confidence) = (Deck::GAME, Measures::default(), Confidence::default());
//! let measurer = Measurer::new(deck, "12".parse()?, measures, Strategy::default())?;
//! let deals = Deals::new(measurer, Seed(1), 10_000_000)?;
//! // Hands without a set, to two per cent.
//! let rule = StoppingRule { deck, value: 0, precision: "2%".parse()?, confidence };
//! let mut partial = Partial::new(deals.plan().clone());
//! let (threads, stop) = (Threads::available(), StopFlag::default());
//! execute_until(&deals, &rule, &mut partial, threads, &stop, &|_| {})?;
//! assert!(rule.assess(&partial.tally()).enough);
//! assert!(partial.units_done() < 10_000_000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Is the interval honest?
//!
//! The sample size depends on the result: a run ends a little too soon where the estimate happens
//! to be high. Chow and Robbins (1965), Ann. Math. Statist. 36, 457-462, show that intervals of
//! fixed width, found by such a rule, have their nominal confidence in the limit of small widths.
//! For a wide target the actual confidence can be computed, as the hits at each look have an exact
//! law. For all targets, from a few per cent to 99 %, and probabilities from 1 in 30,000 to 0.6,
//! nominal 95 % are 93 % to 98 %: less where Wilson's interval of 30 to 60 hits is short, as it is
//! without stopping, and more below, where that of Clopper and Pearson is wide. The tests compute
//! that, and count it in runs.
//!
//! # The estimate is a little high
//!
//! The proportion in a run that is stopped at its `x`-th hit is, on average, x/(x - 1) times the
//! probability of a rare event: about one part in `x` too much. The bias is less where the looks
//! let a run continue after the hit that would do.
//!
//! | target | hits | bias |
//! |---|---|---|
//! | 1 % | 38,400 | at most 0.003 % |
//! | 10 % | 390 | at most 0.3 % |
//! | 50 % | 18 | up to 6 % |
//! | 99 % | 6 | up to 20 % |
//!
//! So it is at most a fifth of the target half-width, and the interval allows for it. For an
//! unbiased estimate, fix the number of deals.

use crate::card::Deck;
use crate::exact::impossible::{Impossible, impossible};
use crate::exact::known;
use crate::measure::{Key, Measure, Measurer};
use crate::run::{
    Blocks, Kernel, Observer, Outcome, Partial, RunError, StopFlag, ThreadPool, Threads,
};
use crate::stats::precision::{Precision, relative_half_width};
use crate::stats::{Confidence, Ratio, to_float};
use crate::tally::Tallies;

/// The first look, in blocks.
const FIRST: u64 = 32;

/// The smallest step from one look to the next, in blocks, so that all cores have work.
const SHORTEST_STEP: u64 = 8;

/// Each step is about one part in this many of the run so far.
const STEPS: u64 = 32;

/// The numbers of blocks, rising, after which the rule decides whether to stop.
///
/// ```
/// let first: Vec<u64> = setodds_engine::stopping::interim_looks().take(4).collect();
/// assert_eq!(first, [32, 40, 48, 56]);
/// ```
#[doc(hidden)]
pub fn interim_looks() -> impl Iterator<Item = u64> {
    std::iter::successors(Some(FIRST), |&blocks| {
        blocks.checked_add(SHORTEST_STEP.max(blocks / STEPS))
    })
}

/// When to stop: as soon as the proportion of `value` is known to the `precision`, for every hand
/// size and measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StoppingRule {
    /// The deck that is dealt from, with all its cards.
    pub deck: Deck,
    /// The value whose proportion is estimated.
    pub value: usize,
    /// The target relative half-width.
    pub precision: Precision,
    /// The confidence level of the intervals.
    pub confidence: Confidence,
}

/// A value that is asked for and never occurs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the value {value} of `{measure}` never occurs in hands of {cards} cards ({reason}); ask for \
     another value, or leave these hands out",
    cards = key.cards,
    measure = key.measure
)]
pub struct NeverError {
    /// Where it never occurs.
    pub key: Key,
    /// The value.
    pub value: usize,
    /// How one knows.
    #[source]
    pub reason: Impossible,
}

/// How precise a tally is: that of its least precise estimate.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Assessment {
    /// The hand size and the measure of the least precise estimate; `None` where nothing was dealt.
    pub key: Option<Key>,
    /// The relative half-width of the interval; `None` where the value was not seen.
    pub relative_half_width: Option<f64>,
    /// Whether that meets the target.
    pub enough: bool,
}

impl StoppingRule {
    /// Whether the rule can end a run of the measurer.
    ///
    /// # Errors
    ///
    /// When a value that is asked for is known never to occur.
    #[doc(hidden)]
    pub fn check(&self, measurer: &Measurer) -> Result<(), NeverError> {
        let value = self.value;
        measurer.keys().try_for_each(|key| match impossible(self.deck, key, value) {
            Some(reason) => Err(NeverError { key, value, reason }),
            None => Ok(()),
        })
    }

    /// Whether a run of this many blocks, made under an `earlier` rule or none, can be continued
    /// under this one: whether this rule would not have ended it sooner. A rule with the same or a
    /// higher precision than the earlier one would not.
    #[doc(hidden)]
    #[must_use]
    pub fn continues(&self, earlier: Option<&Self>, blocks: u64) -> bool {
        let asks_for_more = |earlier: &Self| {
            self.value == earlier.value
                && self.confidence == earlier.confidence
                && self.precision.value() <= earlier.precision.value()
        };
        blocks <= FIRST || earlier.is_some_and(asks_for_more)
    }

    /// About how many deals it takes, from the exact probabilities; `None` where one is not known,
    /// as none is of a deck without some cards.
    #[doc(hidden)]
    #[must_use]
    pub fn expected_deals(&self, measurer: &Measurer) -> Option<u128> {
        if !measurer.pack().is_full() {
            return None;
        }
        let deals = |key| self.expected_deals_of(key);
        measurer.keys().map(deals).try_fold(0, |most, deals| Some(most.max(deals?)))
    }

    fn expected_deals_of(&self, key: Key) -> Option<u128> {
        let probability = known::probability(self.deck, key, self.value)?;
        let trials = self.precision.trials_for(probability, self.confidence)?;
        if key.measure != Measure::SetTypes {
            return Some(trials);
        }
        // Its trials are sets, which are not independent; three cards and more have some on
        // average.
        let (sets, hands) = known::mean_sets(self.deck, key.cards).lowest_terms();
        let per_trial = key.design_effect(self.deck)?.checked_mul(Ratio::new(hands, sets))?;
        let (deals, trials_per) = per_trial.lowest_terms();
        Some(trials.saturating_mul(deals).div_ceil(trials_per).max(1))
    }

    /// How precise the tallies are, and whether that is enough.
    #[doc(hidden)]
    #[must_use]
    pub fn assess(&self, tallies: &Tallies<Key>) -> Assessment {
        let width = |relative: Option<f64>| relative.unwrap_or(f64::INFINITY);
        let widths = tallies.iter().map(|(key, tally)| {
            let (hits, trials) = (tally.count(self.value), tally.total());
            let scale = key.design_effect(self.deck).map(|effect| effect.value().sqrt());
            let independent = relative_half_width(hits, trials, self.confidence);
            (key, scale.zip(independent).map(|(scale, relative)| scale * relative))
        });
        // Of equal ones the first.
        let widest =
            widths.reduce(|one, next| if width(next.1) > width(one.1) { next } else { one });
        let relative_half_width = widest.and_then(|(_, relative)| relative);
        let enough = self.precision.is_met_by(relative_half_width);
        Assessment { key: widest.map(|(key, _)| key), relative_half_width, enough }
    }

    /// The relative bias of the proportion in runs that the rule ends like this one: on average it
    /// is too high by at most 1/(x - 1), where x is the number of hits of the least precise
    /// estimate. `None` where there are fewer than two hits.
    #[doc(hidden)]
    #[must_use]
    pub fn bias(&self, tallies: &Tallies<Key>) -> Option<f64> {
        let hits = tallies.get(self.assess(tallies).key?)?.count(self.value);
        (hits > 1).then(|| 1.0 / to_float(hits - 1))
    }

    /// About how many deals it takes, from a result; `None` where a value was not seen yet.
    #[doc(hidden)]
    #[must_use]
    pub fn estimated_deals(&self, partial: &Partial<Tallies<Key>>) -> Option<u128> {
        let relative = self.assess(&partial.tally()).relative_half_width?;
        Some(self.precision.trials_after(partial.units_done(), relative))
    }
}

/// Runs the blocks of a kernel until the rule is met at one of the [`interim_looks`], which then is
/// the end of the plan, or until there are no more. The end of the whole plan is the last look.
///
/// A partial result of such a run is resumed at the first look that has all of its blocks below it.
/// Earlier looks are skipped, so it must be of a run that the rule
/// [continues](StoppingRule::continues).
///
/// # Errors
///
/// When the threads cannot be started or `partial` is of another plan; it is then unchanged.
///
/// # Panics
///
/// When the kernel or the observer panics.
pub fn execute_until<K: Kernel<Tally = Tallies<Key>>>(
    kernel: &K,
    rule: &StoppingRule,
    partial: &mut Partial<Tallies<Key>>,
    threads: Threads,
    stop: &StopFlag,
    observer: &Observer<'_, Tallies<Key>>,
) -> Result<Outcome, RunError> {
    let (pool, all) = (ThreadPool::new(threads)?, kernel.plan().blocks());
    let done = partial.finished().end().min(all);
    for look in interim_looks().skip_while(|&look| look < done) {
        let wanted = Blocks::below(look.min(all));
        let outcome = pool.resume(kernel, partial, &wanted, stop, observer)?;
        if outcome == Outcome::Interrupted {
            return Ok(outcome);
        }
        if rule.assess(&partial.tally()).enough {
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
    use crate::detect::Strategy;
    use crate::measure::Measures;

    fn rule(value: usize, precision: &str) -> StoppingRule {
        let precision = precision.parse().unwrap();
        StoppingRule { deck: Deck::GAME, value, precision, confidence: Confidence::default() }
    }

    fn measurer(sizes: &str, measures: &[Measure]) -> Measurer {
        let measures: Measures = measures.iter().copied().collect();
        Measurer::new(Deck::GAME, sizes.parse().unwrap(), measures, Strategy::default()).unwrap()
    }

    #[test]
    fn looks_are_pinned_and_rise_to_the_end() {
        let first: Vec<u64> = interim_looks().take(32).skip(26).collect();
        assert_eq!(first, [240, 248, 256, 264, 272, 280]);
        let all: Vec<u64> = interim_looks().collect();
        assert!(all.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(all.windows(2).skip(28).all(|pair| pair[1] - pair[0] <= pair[0] / 32 + 8));
        assert!(*all.last().unwrap() > u64::MAX - u64::MAX / 32);
        assert_eq!(all.len(), 1292);
    }

    #[test]
    fn the_least_precise_estimate_decides() {
        let mut tallies = Tallies::default();
        let nothing = rule(0, "10%").assess(&tallies);
        assert_eq!(nothing, Assessment { key: None, relative_half_width: None, enough: false });
        let mut add = |cards, value, count| tallies.of(Key::sets(cards)).add(value, count);
        add(9, 0, 100_000);
        add(9, 1, 900_000);
        add(12, 0, 10_000);
        add(12, 2, 990_000);
        let reached = rule(0, "2%").assess(&tallies);
        assert_eq!((reached.key, reached.enough), (Some(Key::sets(12)), true));
        assert!(!rule(0, "1.9%").assess(&tallies).enough);
        assert_eq!(rule(0, "2%").bias(&tallies), Some(1.0 / 9999.0));
        assert_eq!(rule(1, "2%").bias(&tallies), None);
        // The value 1 was seen among 9 cards alone.
        let reached = rule(1, "99%").assess(&tallies);
        let expected =
            Assessment { key: Some(Key::sets(12)), relative_half_width: None, enough: false };
        assert_eq!(reached, expected);
    }

    #[test]
    fn deals_are_expected_where_the_probability_is_known() {
        let deals = |sizes, measures: &[Measure], value| {
            rule(value, "1%").expected_deals(&measurer(sizes, measures))
        };
        // z² (1 - p)/(p t²) with p = 0.0323020.
        assert_eq!(deals("12", &[Measure::Sets], 0), Some(1_150_819));
        assert_eq!(deals("9,12", &[Measure::Sets, Measure::InSets], 0), Some(1_150_819));
        assert_eq!(deals("12,16", &[Measure::Sets], 0), Some(1_130_650_734));
        assert_eq!(deals("12,40", &[Measure::Sets], 140), None);
        // Sets of type 4 are a fifth: 153,659 of them, 2.78481 a deal, with a design effect of
        // 0.9662.
        assert_eq!(deals("12", &[Measure::SetTypes], 4), Some(53_315));
    }

    #[test]
    fn a_rule_continues_what_it_would_not_have_ended() {
        let earlier = rule(0, "1%");
        for (next, continues) in [
            (rule(0, "1%"), true),
            (rule(0, "0.9%"), true),
            (rule(0, "1.1%"), false),
            (rule(1, "0.9%"), false),
            (StoppingRule { confidence: "99%".parse().unwrap(), ..rule(0, "0.9%") }, false),
        ] {
            assert_eq!(next.continues(Some(&earlier), 33), continues, "{next:?}");
            assert!(next.continues(Some(&earlier), 32) && next.continues(None, 32));
            assert!(!next.continues(None, 33));
        }
    }

    #[test]
    fn what_never_occurs_is_refused() {
        let refusal = |sizes, measures: &[Measure], value| {
            rule(value, "1%").check(&measurer(sizes, measures)).unwrap_err().to_string()
        };
        let message = refusal("12,21", &[Measure::Sets], 0);
        assert!(message.contains("0 of `sets` never occurs in hands of 21 cards"), "{message}");
        assert!(message.contains("every hand of over 20 cards holds a set"), "{message}");
        let message = refusal("12", &[Measure::Sets, Measure::SetTypes], 0);
        assert!(message.contains("`set-types`") && message.contains("it is 1 to 4"), "{message}");
        assert_eq!(rule(4, "1%").check(&measurer("12,21", &[Measure::Sets])), Ok(()));
    }
}
