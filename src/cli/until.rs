//! `setodds simulate --until`: dealing to a precision.

use super::count::{Count, at_least_one};
use super::failure::{Failure, OrFail};
use super::message;
use super::progress::Describe;
use super::saved::{Checkpoint, Header};
use crate::card::Deck;
use crate::deal::Deals;
use crate::measure::{Key, Measurer};
use crate::report::number::{count, grouped, percent, plural, significant};
use crate::run::{Partial, Plan};
use crate::stats::precision::Precision;
use crate::stats::{Confidence, Ratio, to_float};
use crate::stopping::{Assessment, StoppingRule};
use crate::tally::Tallies;
use clap::Args;

/// The default number of deals.
const USUAL: Count = Count(10_000_000);

/// The default limit of deals with `--until`.
const MOST: Count = Count(1_000_000_000_000);

/// The options that limit the number of deals.
#[derive(Args, Debug)]
pub(crate) struct LengthArgs {
    /// Hands to deal: 1000000, 100M, 1e8 [default: 10M]
    ///
    /// With --until this is the limit, and the default is 1T (10^12).
    #[arg(long, value_name = "COUNT", value_parser = at_least_one, allow_hyphen_values = true)]
    deals: Option<Count>,
    /// Deal until the relative precision is reached: 0.1%
    ///
    /// Stops when half the width of the confidence interval is at most this fraction of the
    /// probability: that of --value, in every hand size and measure. 0.1% and 0.001 are the same.
    ///
    /// Stopping in this way biases the estimate upwards, on average by at most one part in the
    /// number of hits: 6 % at --until 50%, 0.3 % at 10%. The interval allows for that; for an
    /// unbiased estimate give --deals alone.
    #[arg(long, value_name = "PRECISION", allow_hyphen_values = true)]
    until: Option<Precision>,
    /// The value whose probability --until asks for [default: 0]
    #[arg(long, value_name = "V", requires = "until", hide_short_help = true,
          allow_hyphen_values = true, value_parser = parse_value)]
    value: Option<usize>,
}

fn parse_value(text: &str) -> Result<usize, String> {
    let value = text.trim().parse();
    value.map_err(|_| {
        format!("`{text}` is not a valid value; give a whole number from 0 on, like 0")
    })
}

impl LengthArgs {
    /// The maximum number of deals.
    pub(crate) fn deals(&self) -> u64 {
        self.deals.unwrap_or(if self.until.is_some() { MOST } else { USUAL }).0
    }

    /// Refuses `--until` for shards and for merges: whether the precision is reached depends on all
    /// deals from the first on.
    pub(crate) fn refuse_to_cut(&self, is_cut: bool) -> Result<(), Failure> {
        if self.until.is_some() && is_cut {
            return Err(usage_error!(
                "--until depends on all deals from the first on, so the run cannot be sharded or \
                 merged; give --deals alone, or a --checkpoint"
            ));
        }
        Ok(())
    }

    /// The rule of `--until`, if it is given; fails if it can never end the run.
    pub(crate) fn rule(
        &self,
        confidence: Confidence,
        measurer: &Measurer,
    ) -> Result<Option<StoppingRule>, Failure> {
        let rule = self.asked(measurer.deck(), confidence);
        rule.as_ref().map_or(Ok(()), |rule| rule.check(measurer)).or_usage()?;
        Ok(rule)
    }

    /// The rule of `--until`, if it is given, without the check that it can end the run.
    pub(crate) fn asked(&self, deck: Deck, confidence: Confidence) -> Option<StoppingRule> {
        let value = self.value.unwrap_or(0);
        self.until.map(|precision| StoppingRule { deck, value, precision, confidence })
    }
}

/// Refuses a checkpoint with deals that the rule might have stopped earlier: the result would
/// depend on them.
pub(crate) fn refuse_skipped_decisions(
    rule: &StoppingRule,
    earlier: Option<&StoppingRule>,
    plan: &Plan,
    (checkpoint, header): (&Checkpoint, &Header),
) -> Result<(), Failure> {
    // What else differs is told when the file is read.
    let is_other = header.plan.job() != plan.job();
    if is_other || rule.continues(earlier, header.finished.end()) {
        return Ok(());
    }
    Err(usage_error!(
        "`{}` belongs to another run: it was not dealt under this --until, which might have \
         stopped earlier; name another file, or start again with --fresh",
        checkpoint.path().display()
    ))
}

/// Warns before the start when the precision is known to be out of reach.
pub(crate) fn warn_if_out_of_reach(rule: &StoppingRule, simulation: &Deals, deals: u64) {
    let expected = rule.expected_deals(simulation.measurer());
    if let Some(expected) = expected.filter(|&expected| expected > u128::from(deals)) {
        message::warning(format_args!(
            "--until {} takes about {} deals, more than --deals {}",
            rule.precision,
            significant(to_float(expected), 3),
            grouped(deals.into())
        ));
    }
}

/// Warns at the end when the precision was not reached.
pub(crate) fn warn_if_not_reached(rule: &StoppingRule, partial: &Partial<Tallies<Key>>) {
    let Assessment { key, relative_half_width, enough } = rule.assess(&partial.tally());
    if enough {
        return;
    }
    let what = |Key { cards, measure }| {
        format!(
            "the probability of the value {} of {measure}, {},",
            rule.value,
            plural(cards, "card")
        )
    };
    let what = key.map_or_else(String::new, what);
    let known = match relative_half_width {
        Some(relative) => format!("known to ± {} % of itself", significant(100.0 * relative, 3)),
        None => "not known at all, as the value was never seen".to_owned(),
    };
    let more = rule.estimated_deals(partial).map_or_else(
        || "more".to_owned(),
        |deals| format!("about {}", significant(to_float(deals), 3)),
    );
    message::warning(format_args!(
        "{} was not reached after {}: {what} is {known}; it takes {more} (--deals)",
        rule.precision,
        count(partial.units_done(), "deal")
    ));
}

impl Describe<Tallies<Key>> for StoppingRule {
    /// `12 cards, sets = 0: 3.23 % ± 0.31 % of it, until 0.1 %`
    fn result(&self, partial: &Partial<Tallies<Key>>) -> String {
        let tallies = partial.tally();
        let Assessment { key, relative_half_width, .. } = self.assess(&tallies);
        let Some((key, tally)) = key.and_then(|key| Some((key, tallies.get(key)?))) else {
            return String::new();
        };
        let ratio = Ratio::new(tally.count(self.value), tally.total());
        let known = match relative_half_width {
            Some(relative) => {
                let share = percent(ratio.value(), relative * ratio.value());
                format!("{share} ± {} % of it", significant(100.0 * relative, 2))
            }
            None => "not seen yet".to_owned(),
        };
        let Key { cards, measure } = key;
        format!("{cards} cards, {measure} = {}: {known}, until {}", self.value, self.precision)
    }

    /// None before the value was seen.
    fn expected_units(&self, partial: &Partial<Tallies<Key>>) -> Option<u128> {
        let deals = self.estimated_deals(partial)?.min(partial.plan().units());
        Some(deals.max(partial.units_done()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Job, Kernel, Plan, Threads, execute};

    /// A kernel in which one deal in `self.0` has no set.
    struct OneIn(u64, Plan);

    impl Kernel for OneIn {
        type Tally = Tallies<Key>;

        fn plan(&self) -> &Plan {
            &self.1
        }

        fn worker(&self) -> impl FnMut(u64) -> Tallies<Key> {
            |block| {
                let (deals, mut tallies) = (self.1.units_in(block), Tallies::default());
                let tally = tallies.of(Key::sets(12));
                tally.add(0, u128::from(deals / self.0));
                tally.add(1, u128::from(deals - deals / self.0));
                tallies
            }
        }
    }

    fn described(one_in: u64) -> (String, Option<u128>) {
        let kernel = OneIn(one_in, Plan::new(Job::new("one in"), 1_000_000, 1_000_000));
        let precision = "0.5%".parse().unwrap();
        let (deck, confidence) = (Deck::GAME, Confidence::default());
        let rule = StoppingRule { deck, value: 0, precision, confidence };
        assert_eq!(rule.result(&Partial::new(kernel.plan().clone())), "");
        let partial = execute(&kernel, Threads::available()).unwrap();
        let longer = partial.extended(kernel.plan().with_units(100_000_000)).unwrap();
        (rule.result(&longer), rule.expected_units(&longer))
    }

    #[test]
    fn progress_is_towards_the_precision() {
        let (result, expected) = described(25);
        assert_eq!(result, "12 cards, sets = 0: 4.00 % ± 0.96 % of it, until 0.5 %");
        assert!((3_600_000..3_800_000).contains(&expected.unwrap()), "{expected:?}");
        let (result, expected) = described(2_000_000);
        assert_eq!(result, "12 cards, sets = 0: not seen yet, until 0.5 %");
        assert_eq!(expected, None);
        assert_eq!(described(1_000).1, Some(100_000_000), "not more than there are");
    }
}
