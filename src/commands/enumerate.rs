//! `setodds enumerate`: counts all hands.

use crate::card::Deck;
#[cfg(feature = "cli")]
use crate::cli::help::RUNNING;
#[cfg(feature = "cli")]
use crate::cli::names;
use crate::commands::context::Context;
use crate::commands::distributions::{Distributions, How};
use crate::commands::failure::{Failure, OrFail};
use crate::commands::long_run::{LongRun, RunEnd};
use crate::commands::options::{DeckArgs, EngineArgs, ThreadsArgs, chosen, engine_refused};
use crate::commands::progress::{NoMessage, in_words};
use crate::commands::run::Run;
use crate::commands::search::{Reach, Searching};
use crate::deal::Engine;
use crate::detect::Strategy;
use crate::exact::classes::{ByClasses, largest_size_in_seconds};
use crate::exact::hands::{Enumeration, EnumerationError};
use crate::exact::impossible::is_possible;
use crate::exact::{Exhaustive, Method};
use crate::hand::sizes::Sizes;
use crate::measure::{Key, Measure, Measurer, Measures};
use crate::report::distribution::Origin;
use crate::report::number::{count, grouped};
use crate::report::result::Report;
use crate::run::{Kernel, Partial, Threads};
use crate::symmetry::{Family, Space};
use crate::tally::{Merge, Tallies};
#[cfg(feature = "cli")]
use clap::Args;
use serde::Deserialize;
use setodds_engine::name::written_list;
use std::time::Duration;

/// Maximum estimated time of a computation without `--force`.
const MAX_TIME: Duration = Duration::from_secs(86_400);

/// Estimated time above which a computation is announced in a note.
const ANNOUNCED: Duration = Duration::from_secs(60);

#[cfg(feature = "cli")]
const AFTER_HELP: &str = "\
Examples:
  setodds enumerate --cards 0-12
  setodds enumerate --cards 3-12 --measure largest-cap
  setodds enumerate --cards 0-9 --features 2
  setodds enumerate --cards 9 --features 3 --strategy naive -o sets.csv";

/// Count all hands and tally the sets, or another measure, exactly.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "cli", derive(Args))]
#[cfg_attr(feature = "cli", command(after_help = AFTER_HELP))]
pub(crate) struct EnumerateArgs {
    /// Cards in a hand: 5, a range 0-6, or a list 3,5
    #[cfg_attr(
        feature = "cli",
        arg(long, value_name = "K", required = true, allow_hyphen_values = true)
    )]
    cards: Option<Sizes>,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    deck: DeckArgs,
    #[cfg_attr(feature = "cli", arg(long = "measure", value_name = "NAME", value_delimiter = ',',
              value_parser = names::of::<Measure>(Measure::NAMES),
              help = "Measures, such as largest-cap [default: sets]", long_help = measure_help()))]
    #[serde(rename = "measure", deserialize_with = "written_list")]
    measures: Vec<Measure>,
    #[cfg_attr(feature = "cli", arg(long, value_name = "NAME", help_heading = RUNNING,
              value_parser = names::of::<Method>(Method::NAMES),
              help = "Counting method: classes, hands [default: classes]",
              long_help = METHOD_HELP))]
    method: Option<Method>,
    #[cfg_attr(feature = "cli", arg(long, value_name = "NAME",
              value_parser = names::of::<Strategy>(Strategy::NAMES), hide_short_help = true,
              help = names::strategy_help(), help_heading = RUNNING))]
    strategy: Option<Strategy>,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    engine: EngineArgs,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    threads: ThreadsArgs,
    /// Run even if it takes over a day
    #[cfg_attr(feature = "cli", arg(long, hide_short_help = true, help_heading = RUNNING))]
    force: bool,
}

#[cfg(feature = "cli")]
const METHOD_HELP: &str = "\
Counting method: classes, hands [default: classes]

`classes` visits a hand of each symmetry class; `hands`, the default with --strategy, visits every
hand.";

#[cfg(feature = "cli")]
fn measure_help() -> String {
    let names = Measure::ALL.iter().filter(|it| it.is_affine_invariant()).map(|it| it.name());
    format!("Measures: {} [default: sets]", names.collect::<Vec<_>>().join(", "))
}

impl Run for EnumerateArgs {
    /// Counts the hands, or merges parts that were counted earlier.
    fn run(&self, context: &Context) -> Result<Report, Failure> {
        let (deck, threads) = (self.deck.features, self.threads.get(context)?);
        let run = |blocks| LongRun::new(context, "step", (threads, blocks), None, &deck.into());
        if self.method()? == Method::Classes {
            self.engine.only_scalar("the method `classes` counts hands")?;
            return self.by_classes(&run(u64::MAX)?);
        }
        let strategy = self.strategy.unwrap_or_default();
        let all = Enumeration::new(deck, self.sizes(), strategy);
        let all = all.map_err(|error| match error {
            EnumerationError::TooMany(..) => {
                usage_error!("{error}; `simulate` deals as many as you like")
            }
            error => usage_error!("{error}"),
        })?;
        let all = match self.engine.given() {
            None => all,
            Some(Engine::Scalar) => all.with_lanes(None).or_usage()?,
            Some(Engine::Lanes(set)) => all.with_lanes(Some(set)).map_err(engine_refused)?,
        };
        let engine = all.lanes().map_or(Engine::Scalar, Engine::Lanes);
        let run = run(all.plan().blocks())?;
        let left = run.left_of(all.plan());
        let estimate = all.estimate(threads, Threads::available()).map(|all| all.mul_f64(left));
        self.refuse_long_computation(all.leaves(), estimate, context)?;
        let how = how(Some(strategy), engine, (Method::Hands, all.leaves()));
        self.count(&all, how, &run)
    }
}

impl EnumerateArgs {
    /// Refuses invalid hand sizes or options before anything is computed.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        let (deck, sizes) = (self.deck.features, self.sizes());
        Measurer::new(deck, sizes, self.measures(), Strategy::default()).or_usage().map(drop)
    }

    fn sizes(&self) -> Sizes {
        let usual = || Sizes::one(Measure::Sets.default_hand_size(self.deck.features));
        self.cards.clone().unwrap_or_else(usual)
    }

    /// Returns the measures to tally, by default the number of sets.
    fn measures(&self) -> Measures {
        chosen(&self.measures)
    }

    /// Returns the counting method that the options request. Only the method `hands` uses a
    /// strategy; only the method `classes` supports measures other than sets.
    fn method(&self) -> Result<Method, Failure> {
        if self.measures() != Measures::default() {
            let by_classes = self.method.is_none_or(|method| method == Method::Classes);
            return match (by_classes, self.strategy) {
                (true, None) => Ok(Method::Classes),
                _ => Err(usage_error!(
                    "only the method `classes` supports measures other than sets; leave out {}",
                    if by_classes { "--strategy" } else { "--method" }
                )),
            };
        }
        match (self.method, self.strategy) {
            (None, Some(_)) => Ok(Method::Hands),
            (Some(method), Some(_)) if method != Method::Hands => Err(usage_error!(
                "the method `{method}` does not use a strategy; leave out --strategy or --method"
            )),
            (method, _) => Ok(method.unwrap_or(Method::Classes)),
        }
    }

    /// Lists the classes of hands with one card fewer than requested, then measures the hands with
    /// one more card.
    fn by_classes(&self, run: &LongRun<'_>) -> Result<Report, Failure> {
        let deck = self.deck.features;
        let sizes = self.sizes();
        let mut all = ByClasses::new(deck, sizes, &self.measures()).or_usage()?;
        let (space, most) = (Space::new(deck), all.max_cards());
        let reach = Reach { most, quick: most < largest_size_in_seconds(deck), measured: true };
        // Searches that take only moments are repeated instead of saved.
        let searching = Searching::begin(run, self.force, &space, Family::Hands, reach);
        let mut searching = searching.map_err(|failure| match failure {
            Failure::Usage(reason) => Failure::Usage(reason + &self.instead()),
            other => other,
        })?;
        searching.visit(|search, _| all.add(search).or_failed())?;
        self.count(&all, how(None, Engine::Scalar, (Method::Classes, all.leaves())), run)
    }

    /// Counts the hands with a kernel, and checks the result.
    fn count<E>(&self, all: &E, how: How, run: &LongRun<'_>) -> Result<Report, Failure>
    where
        E: Exhaustive<Tally = Tallies<Key>>,
    {
        let deck = self.deck.features;
        // How many hands have each value is only checked at the end.
        let fits = |partial: &Partial<Tallies<Key>>| {
            let (sizes, measures) = (self.sizes(), self.measures());
            partial.tally().iter().all(|(key, tally)| {
                sizes.iter().any(|cards| cards == key.cards)
                    && measures.iter().any(|measure| measure == key.measure)
                    && is_possible(deck, key, tally)
            })
        };
        let reached =
            run.reach(all.plan(), &fits, &NoMessage, &|partial, wanted, stop, observer| {
                run.pool.resume(all, partial, wanted, stop, observer)
            })?;
        let Some(reached) = reached else { return Ok(Report::default()) };
        match reached.end {
            RunEnd::Complete => {}
            RunEnd::Interrupted => return Err(interrupted(&reached.partial)),
            RunEnd::Missing => {
                return Err(usage_error!(
                    "an exact result needs all parts; `setodds merge ... -o x.part` merges those \
                     that you have into one part"
                ));
            }
        }
        let tallies = all.finish(&reached.partial.tally()).or_failed()?;
        let result = Distributions::new(self.deck.features.into(), run, &reached, tallies, how);
        Ok(result.report())
    }

    /// Refuses a computation that takes too long, and announces a long computation.
    fn refuse_long_computation(
        &self,
        hands: u128,
        estimate: Option<Duration>,
        context: &Context,
    ) -> Result<(), Failure> {
        if self.force || estimate.is_some_and(|estimate| estimate <= MAX_TIME) {
            if estimate.is_none_or(|estimate| estimate > ANNOUNCED) {
                context.note(format_args!("this will take {} here", in_words(estimate)));
            }
            return Ok(());
        }
        Err(usage_error!(
            "{} hands would take {} here; use --force to run it anyway, or `simulate` for an \
             estimate in seconds{}",
            grouped(hands),
            in_words(estimate),
            self.instead()
        ))
    }

    /// Returns the end of an error message, which names commands that show the same counts at once
    /// or count them faster; empty unless sets are counted in the deck of the game.
    fn instead(&self) -> String {
        let sizes = self.sizes();
        if self.deck.features != Deck::GAME || self.measures() != Measures::default() {
            return String::new();
        }
        format!(
            "; `setodds odds {sizes}` has the exact counts, and in the source `cargo run --release \
             -p setodds-recount -- {sizes}` counts them faster"
        )
    }
}

fn how(strategy: Option<Strategy>, engine: Engine, method: (Method, u128)) -> How {
    let (origin, randomness) = (Origin::Enumerated, None);
    let instructions = engine.instruction_set();
    How { strategy, engine, instructions, origin, randomness, method: Some(method) }
}

/// Returns the failure of an interrupted count. It has no partial result, since the first hands are
/// not a random sample.
fn interrupted<T: Merge>(partial: &Partial<T>) -> Failure {
    Failure::Interrupted(format!(
        "after {} of {}; an exact result needs all, so nothing was written",
        grouped(partial.units_done()),
        count(partial.plan().units(), "step")
    ))
}
