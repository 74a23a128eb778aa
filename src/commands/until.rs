//! `setodds simulate --until`: dealing to a precision.

use crate::card::Deck;
use crate::cli::failure::Failure;
use crate::cli::progress::Describe;
use crate::commands::count::{Count, at_least_one};
use crate::exact::impossible::impossible;
use crate::measure::{Key, Measurer};
use crate::report::number::{count, significant};
use crate::run::Partial;
use crate::stats::precision::Precision;
use crate::stats::{Confidence, power};
use crate::stopping::StoppingRule;
use crate::tally::Tallies;
use clap::Args;

/// The default number of deals.
const USUAL: Count = Count(10_000_000);

/// The default limit of deals with `--until`.
const MAX_DEALS: Count = Count(1_000_000_000_000);

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
    /// The estimate is slightly biased, a little too high, as a run ends sooner where it is high.
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
        self.deals.unwrap_or(if self.until.is_some() { MAX_DEALS } else { USUAL }).0
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

    /// Returns the rule of `--until`, if it is given.
    pub(crate) fn rule(&self, deck: Deck, confidence: Confidence) -> Option<StoppingRule> {
        let value = self.value.unwrap_or(0);
        self.until.map(|precision| StoppingRule { deck, value, precision, confidence })
    }
}

/// Refuses a rule for a value that is known never to occur.
pub(crate) fn refuse_impossible(rule: &StoppingRule, measurer: &Measurer) -> Result<(), Failure> {
    let value = rule.value;
    let mut reasons = measurer.keys().map(|key| (key, impossible(rule.deck, key, value)));
    match reasons.find_map(|(key, reason)| Some((key, reason?))) {
        Some((Key { cards, measure }, reason)) => Err(usage_error!(
            "the value {value} of `{measure}` never occurs in hands of {cards} cards ({reason}); \
             ask for another value, or leave these hands out"
        )),
        None => Ok(()),
    }
}

/// Returns a warning if the precision was not reached.
pub(crate) fn not_reached(rule: &StoppingRule, partial: &Partial<Tallies<Key>>) -> Option<String> {
    (!rule.is_met_by(&partial.tally())).then(|| {
        format!(
            "{} was not reached after {}: the probability is {}; raise --deals",
            rule.precision,
            count(partial.units_done(), "deal"),
            rule.result(partial)
        )
    })
}

impl Describe<Tallies<Key>> for StoppingRule {
    /// `known to ± 0.31 % of itself`
    fn result(&self, partial: &Partial<Tallies<Key>>) -> String {
        match self.relative_half_width(&partial.tally()) {
            Some(width) => format!("known to ± {} % of itself", significant(100.0 * width, 3)),
            None => "not known, as the value was not seen".to_owned(),
        }
    }

    /// The width shrinks with the square root of the number of deals.
    fn fraction_done(&self, partial: &Partial<Tallies<Key>>) -> Option<f64> {
        let width = self.relative_half_width(&partial.tally()).unwrap_or(f64::INFINITY);
        Some(power(self.precision.value() / width, 2).min(1.0))
    }
}
