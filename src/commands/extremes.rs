//! `setodds extremes`: shows the smallest and the largest number of sets, with an example of each.

use crate::commands::context::Context;
use crate::commands::failure::Failure;
use crate::commands::options::DeckArgs;
use crate::commands::provenance::Clock;
use crate::commands::run::Run;
use crate::deal::Seed;
use crate::extreme::{ExtremeError, extremes};
use crate::hand::sizes::Sizes;
use crate::measure::Measure;
use crate::random::{GENERATOR, SCHEME};
use crate::report::extremes::ExtremeRow;
use crate::report::provenance::Randomness;
use crate::report::result::Report;
use crate::run::Threads;
#[cfg(feature = "cli")]
use clap::Args;
use serde::Deserialize;

#[cfg(feature = "cli")]
const AFTER_HELP: &str = "\
Examples:
  setodds extremes --cards 12                    0 and 14 sets
  setodds extremes --cards 3-24 -o extremes.csv
  setodds extremes --features 3 --cards 0-27";

const CHECKS: &[&str] = &["each example holds as many sets as it should, by the definition"];

/// Show the fewest and the most sets of a hand size, with examples.
///
/// The numbers come from the exact distributions; the examples are found by local search.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "cli", derive(Args))]
#[cfg_attr(feature = "cli", command(after_help = AFTER_HELP))]
pub(crate) struct ExtremesArgs {
    /// Cards in a hand: 12, 3-21, or 12,15,18 [default: 12]
    #[cfg_attr(feature = "cli", arg(long, value_name = "K", allow_hyphen_values = true))]
    cards: Option<Sizes>,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    deck: DeckArgs,
    /// Random seed of the examples [default: 1]
    #[cfg_attr(feature = "cli", arg(long, value_name = "S"))]
    seed: Option<Seed>,
}

impl Run for ExtremesArgs {
    fn run(&self, context: &Context) -> Result<Report, Failure> {
        let (clock, cancel) = (Clock::start(), context.stop()?);
        let deck = self.deck.features;
        let usual = || Sizes::one(Measure::Sets.default_hand_size(deck));
        let sizes = self.cards.clone().unwrap_or_else(usual);
        let found = extremes(deck, &sizes, self.seed.unwrap_or(Seed(1)), &cancel);
        let found = found.map_err(|error| match error {
            ExtremeError::Unknown { cards, features } => usage_error!(
                "{error}; `setodds simulate --cards {cards} --features {features}` estimates how \
                 many sets they hold"
            ),
            error => usage_error!("{error}"),
        })?;
        let found = found.ok_or_else(Failure::without_result)?;
        let rows: Vec<ExtremeRow> = found.iter().map(|it| ExtremeRow::new(deck, it)).collect();
        let mut made = clock.listing(context, CHECKS, rows.len() as u128, Threads::ONE);
        made.details.randomness = Some(Randomness {
            seed: self.seed.unwrap_or(Seed(1)).0,
            generator: GENERATOR,
            sampling_scheme: SCHEME,
        });
        Ok(Report::new("The fewest and the most sets", &made, "extremes", rows))
    }
}
