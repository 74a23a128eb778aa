//! Options shared by commands: deck, engine, threads and random samples.

use crate::card::Deck;
use crate::cards::Purpose;
#[cfg(feature = "cli")]
use crate::cli::{help::RUNNING, names};
use crate::commands::context::Context;
use crate::commands::failure::Failure;
use crate::commands::input::{CardArgs, Input, SpellingArgs, Written};
use crate::deal::{Engine, Seed};
use crate::game::Games;
use crate::measure::{Measure, Measures};
use crate::pack::Pack;
use crate::run::Threads;
use crate::stats::Confidence;
#[cfg(feature = "cli")]
use clap::Args;
use serde::Deserialize;
use std::fmt::Display;
use std::path::Path;
use std::sync::OnceLock;

/// The option `--features`, the number of features of the deck.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "cli", derive(Args))]
pub(crate) struct DeckArgs {
    /// Features of the deck: 2 to 6
    #[cfg_attr(
        feature = "cli",
        arg(long, value_name = "N", default_value = "4", allow_negative_numbers = true)
    )]
    pub(crate) features: Deck,
}

/// Returns the chosen measures, or the number of sets if no measure is chosen.
pub(crate) fn chosen(measures: &[Measure]) -> Measures {
    if measures.is_empty() { Measures::default() } else { measures.iter().copied().collect() }
}

/// The option `--without`, which removes cards from the deck.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "cli", derive(Args))]
#[cfg_attr(feature = "cli", command(
    mut_arg("values", |it| {
        it.help("Words in the file of --without, as in `setodds find`").long_help(None)
    }),
    mut_arg("numbers_from", |it| it.help("First digit and card number of --without: 0 or 1"))))]
pub(crate) struct WithoutArgs {
    /// Deal without the cards in FILE, such as lost cards
    ///
    /// A file as for `setodds find`, or @ and card numbers counted from 0: @70 or @0,27-80.
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE", hide_short_help = true))]
    without: Option<Input>,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    spelling: SpellingArgs,
    /// The deck without the cards of `--without`, kept since stdin can be read only once.
    #[cfg_attr(feature = "cli", arg(skip))]
    #[serde(skip)]
    pack: OnceLock<Pack>,
}

impl WithoutArgs {
    /// Returns the deck from which cards are dealt. The first call reads the file of `--without`.
    pub(crate) fn pack(&self, deck: Deck, context: &Context) -> Result<Pack, Failure> {
        if let Some(pack) = self.pack.get() {
            return Ok(*pack);
        }
        let pack = match &self.without {
            Some(input) => {
                let pack = read(input, deck, &self.spelling, context)?;
                if input.path().is_none() {
                    context.name_cards("--without", pack.to_string());
                }
                pack
            }
            None if self.spelling.is_given() => {
                return Err(usage_error!(
                    "--values and --numbers-from describe the file of --without; give it, or leave \
                     them out"
                ));
            }
            None => deck.into(),
        };
        Ok(*self.pack.get_or_init(|| pack))
    }

    /// Returns the file of `--without`, or `None` if the option is absent or holds card numbers or
    /// text.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.without.as_ref().filter(|input| input.numbers().is_none())?.path()
    }

    /// Returns whether `--without` is given.
    pub(crate) const fn is_given(&self) -> bool {
        self.without.is_some()
    }
}

/// Returns the deck without the cards in an input, which may be a text of cards or a list of card
/// numbers.
fn read(
    input: &Input,
    deck: Deck,
    spelling: &SpellingArgs,
    context: &Context,
) -> Result<Pack, Failure> {
    if let Some(numbers) = input.numbers() {
        return Pack::read(deck, numbers).map_err(|error| usage_error!("--without: {error}"));
    }
    let args = CardArgs { spelling: spelling.clone(), ..CardArgs::default() };
    let written = Written::read(&[(input, "without")], deck, &args, Purpose::List, context)?;
    written.refuse(|_| true)?;
    let cards = written.read.inputs[0].cards();
    Pack::without(deck, cards).map_err(|error| usage_error!("{}: {error}", written.names[0]))
}

/// The option `--engine`.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "cli", derive(Args))]
pub(crate) struct EngineArgs {
    /// Engine: scalar, lanes, or lanes-NAME for an instruction set [default: lanes if possible]
    ///
    /// How hands are tested: one by one (scalar) or 64 side by side (lanes, lanes-avx2, ...);
    /// results are the same.
    #[cfg_attr(feature = "cli", arg(long, value_name = "NAME", value_parser = names::engine(),
              hide_short_help = true, help_heading = RUNNING))]
    engine: Option<Engine>,
}

impl EngineArgs {
    /// Returns the engine of `--engine`, or `None` if the option is not given.
    pub(crate) const fn given(self) -> Option<Engine> {
        self.engine
    }

    /// Refuses an engine with lanes for a computation that supports only the scalar engine. `what`
    /// begins the message, such as `` the method `classes` counts hands``.
    pub(crate) fn only_scalar(self, what: impl Display) -> Result<(), Failure> {
        match self.engine {
            None | Some(Engine::Scalar) => Ok(()),
            Some(lanes) => Err(engine_refused(format_args!(
                "{what} one by one, which the engine `{lanes}` does not support"
            ))),
        }
    }

    /// Returns the games with the engine of `--engine`, or unchanged if the option is not given.
    pub(crate) fn play(self, games: Games) -> Result<Games, Failure> {
        match self.engine {
            Some(engine) => games.with_engine(engine).map_err(engine_refused),
            None => Ok(games),
        }
    }
}

/// Returns the error for an unsupported engine, with the remedy.
pub(crate) fn engine_refused(reason: impl Display) -> Failure {
    usage_error!("{reason}; leave out --engine")
}

/// The option `--threads`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "cli", derive(Args))]
pub(crate) struct ThreadsArgs {
    /// Threads [default: all cores]
    ///
    /// `SETODDS_THREADS` or Slurm's `SLURM_CPUS_PER_TASK` sets the default.
    #[cfg_attr(feature = "cli", arg(long, value_name = "T", help_heading = RUNNING,
              allow_negative_numbers = true))]
    threads: Option<Threads>,
}

impl ThreadsArgs {
    /// Returns the number of threads. Shows a warning if it exceeds the number of cores.
    pub(crate) fn get(&self, context: &Context) -> Result<Threads, Failure> {
        let set = std::env::var("SETODDS_THREADS").ok().filter(|text| !text.is_empty());
        let threads = match (self.threads, set) {
            (Some(threads), _) => threads,
            (None, Some(text)) => {
                let threads = text.parse::<Threads>();
                threads.map_err(|error| usage_error!("SETODDS_THREADS: {error}"))?
            }
            (None, None) => slurm_cores().unwrap_or(Threads::available()),
        };
        warn_of_excess_threads(threads, context);
        Ok(threads)
    }
}

/// Returns the number of cores that Slurm has assigned to the task, or `None` outside Slurm.
fn slurm_cores() -> Option<Threads> {
    std::env::var("SLURM_CPUS_PER_TASK").ok()?.parse().ok()
}

/// Warns if there are more threads than cores.
pub(crate) fn warn_of_excess_threads(threads: Threads, context: &Context) {
    let (threads, available) = (threads.count(), Threads::available().count());
    if threads > available {
        context.warning(format_args!(
            "{threads} threads on a machine that runs {available} at once; more do not \
             make it faster"
        ));
    }
}

/// The options of a random sample.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "cli", derive(Args))]
pub(crate) struct SampleArgs {
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub(crate) seed: SeedArgs,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub(crate) threads: ThreadsArgs,
    /// Confidence level: 0.95 or 95%
    #[cfg_attr(
        feature = "cli",
        arg(
            long,
            value_name = "LEVEL",
            default_value_t,
            hide_short_help = true,
            allow_hyphen_values = true
        )
    )]
    pub(crate) confidence: Confidence,
}

/// The option `--seed`.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "cli", derive(Args))]
pub(crate) struct SeedArgs {
    /// Random seed [default: random; printed]
    #[cfg_attr(feature = "cli", arg(long, value_name = "S", allow_hyphen_values = true))]
    seed: Option<Seed>,
}

impl SeedArgs {
    /// Returns the seed of `--seed`, or `None` if the option is not given.
    pub(crate) const fn given(self) -> Option<Seed> {
        self.seed
    }
}
