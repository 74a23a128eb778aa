//! The options that commands share: the deck, the engine, the threads, and those of a random
//! sample.

use crate::card::Deck;
use crate::cards::Purpose;
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::cli::help::RUNNING;
use crate::cli::input::{CardArgs, SpellingArgs, Written};
use crate::deal::{Engine, Seed};
use crate::game::Games;
use crate::pack::Pack;
use crate::run::Threads;
use crate::stats::Confidence;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The option `--features`, which chooses the deck.
#[derive(Args, Debug)]
pub(crate) struct DeckArgs {
    /// Features of the deck: 2 to 6
    ///
    /// The decks have 9, 27, 81, 243 and 729 cards.
    #[arg(long, value_name = "N", default_value = "4", value_parser = parse_deck,
          allow_negative_numbers = true)]
    pub(crate) features: Deck,
}

/// Reads a number of features.
pub(crate) fn parse_deck(text: &str) -> Result<Deck, String> {
    let features = text
        .parse()
        .map_err(|_| format!("`{text}` is not a valid number of features; give 2 to 6"))?;
    Deck::new(features).map_err(|error| error.to_string())
}

/// The option `--without`, which leaves cards out of the deck.
#[derive(Args, Debug)]
pub(crate) struct WithoutArgs {
    /// Deal without the cards in FILE, such as lost cards
    ///
    /// Its cards are written as `find` reads them: words, codes, digits or numbers. In place of
    /// FILE the numbers of the cards may stand, counted from 0 as in the CSV of `deal`: @70, or
    /// @0,27-80. The cards that are left are dealt uniformly; what is exactly known of the full
    /// deck is not shown beside them.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    without: Option<PathBuf>,
    #[command(flatten)]
    spelling: SpellingArgs,
    /// The cards that are dealt, once they are known: stdin is read only once.
    #[arg(skip)]
    pack: OnceLock<Pack>,
}

impl WithoutArgs {
    /// The cards that are dealt.
    pub(crate) fn pack(&self, deck: Deck, context: &Context) -> Result<Pack, Failure> {
        if let Some(pack) = self.pack.get() {
            return Ok(*pack);
        }
        let pack = match &self.without {
            Some(file) => read(file, deck, &self.spelling, context)?,
            None if self.spelling.is_given() => {
                return Err(usage_error!(
                    "--values and --numbers-from are of the cards of --without"
                ));
            }
            None => deck.into(),
        };
        Ok(*self.pack.get_or_init(|| pack))
    }

    /// Returns the file that names the missing cards, unless their numbers stand in its place.
    pub(crate) fn file(&self) -> Option<&Path> {
        let is_file = |path: &&Path| !path.to_string_lossy().starts_with('@');
        self.without.as_deref().filter(is_file)
    }

    /// Returns whether cards are left out.
    pub(crate) const fn is_given(&self) -> bool {
        self.without.is_some()
    }
}

/// The words of a command that goes on elsewhere: the numbers of the missing cards in place of the
/// file that named them.
pub(crate) fn with_numbers(mut words: Vec<String>, pack: &Pack) -> Vec<String> {
    for option in ["--values", "--numbers-from"] {
        let joined = format!("{option}=");
        words.retain(|word| !word.starts_with(&joined));
        if let Some(at) = words.iter().position(|word| word == option) {
            words.drain(at..at + 2);
        }
    }
    if let Some(at) = words.iter().position(|word| word == "--without") {
        words[at + 1] = pack.to_string();
    } else if let Some(word) = words.iter_mut().find(|word| word.starts_with("--without=")) {
        *word = format!("--without={pack}");
    }
    words
}

/// A deck without the cards of a file, or of these numbers.
fn read(
    file: &Path,
    deck: Deck,
    spelling: &SpellingArgs,
    context: &Context,
) -> Result<Pack, Failure> {
    if let Some(numbers) = file.to_str().filter(|text| text.starts_with('@')) {
        return Pack::read(deck, numbers).map_err(|error| usage_error!("--without: {error}"));
    }
    let args = CardArgs { spelling: spelling.clone(), ..CardArgs::default() };
    let mut written = Written::read(&[file], deck, &args, Purpose::List, context)?;
    written.refuse(|_| true)?;
    let hands = written.read.inputs.remove(0);
    let cards = hands.into_iter().flat_map(|hand| hand.cards);
    Pack::without(deck, cards).map_err(|error| usage_error!("{}: {error}", written.names[0]))
}

/// The option `--engine`.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct EngineArgs {
    /// Execution engine: scalar, lanes [default: lanes where possible]
    ///
    /// `scalar` computes one hand or game at a time, `lanes` 64 at once, and lanes-NAME uses the
    /// instruction set NAME. The result does not depend on the engine; one that the computation
    /// does not support is refused.
    #[arg(long, value_name = "NAME", value_parser = engine_parser(),
          hide_short_help = true, help_heading = RUNNING)]
    engine: Option<Engine>,
}

fn engine_parser() -> impl TypedValueParser<Value = Engine> {
    PossibleValuesParser::new(engines()).try_map(|name| name.parse::<Engine>())
}

impl EngineArgs {
    /// The engine that was chosen.
    pub(crate) const fn given(self) -> Option<Engine> {
        self.engine
    }

    /// Refuses lanes for a computation that supports only the scalar engine; `what` begins the
    /// message: `` the method `classes` counts hands``.
    pub(crate) fn only_scalar(self, what: impl Display) -> Result<(), Failure> {
        match self.engine {
            None | Some(Engine::Scalar) => Ok(()),
            Some(lanes) => Err(engine_refused(format_args!(
                "{what} one by one, which the engine `{lanes}` does not support"
            ))),
        }
    }

    /// Chooses the engine that plays games.
    pub(crate) fn play(self, games: Games) -> Result<Games, Failure> {
        match self.engine {
            Some(engine) => games.with_engine(engine).map_err(engine_refused),
            None => Ok(games),
        }
    }
}

/// The error for an engine that is not supported, with the remedy.
pub(crate) fn engine_refused(reason: impl Display) -> Failure {
    usage_error!("{reason}; leave out --engine")
}

/// The engines of this processor, and hidden from help those of other processors.
pub(crate) fn engines() -> Vec<PossibleValue> {
    static HERE: OnceLock<Vec<String>> = OnceLock::new();
    let here = || Engine::available().map(|engine| engine.to_string()).collect();
    let here = HERE.get_or_init(here).iter().map(String::as_str);
    let elsewhere = Engine::missing().map(|name| PossibleValue::new(name).hide(true));
    ["lanes"].into_iter().chain(here).map(PossibleValue::new).chain(elsewhere).collect()
}

/// The option `--threads`.
#[derive(Args, Debug)]
pub(crate) struct ThreadsArgs {
    /// Threads [default: as many as the machine has]
    ///
    /// The environment variable `SETODDS_THREADS` sets the default, and in a task of Slurm
    /// `SLURM_CPUS_PER_TASK`. The result does not depend on the number.
    #[arg(long, value_name = "T", value_parser = parse_threads, help_heading = RUNNING, allow_negative_numbers = true)]
    threads: Option<Threads>,
}

pub(crate) fn parse_threads(text: &str) -> Result<Threads, String> {
    const MAX_THREADS: usize = 1024;
    match text.parse::<NonZeroUsize>() {
        Ok(count) if count.get() <= MAX_THREADS => Ok(Threads::new(count)),
        _ => Err(format!("`{text}` is not a valid number of threads; give 1 to {MAX_THREADS}")),
    }
}

impl ThreadsArgs {
    /// Returns the threads to use; warns when they are more than the machine runs at once.
    pub(crate) fn get(&self, context: &Context) -> Result<Threads, Failure> {
        let set = std::env::var("SETODDS_THREADS").ok().filter(|text| !text.is_empty());
        let threads = match (self.threads, set) {
            (Some(threads), _) => threads,
            (None, Some(text)) => {
                parse_threads(&text).map_err(|error| usage_error!("SETODDS_THREADS: {error}"))?
            }
            (None, None) => of_slurm().unwrap_or(Threads::available()),
        };
        warn_of_too_many(threads, context);
        Ok(threads)
    }
}

/// The number of cores that Slurm gives to the task, if this is one.
fn of_slurm() -> Option<Threads> {
    parse_threads(&std::env::var("SLURM_CPUS_PER_TASK").ok()?).ok()
}

/// Warns when there are more threads than the machine runs at once.
pub(crate) fn warn_of_too_many(threads: Threads, context: &Context) {
    let (threads, available) = (threads.count(), Threads::available().count());
    if threads > available {
        context.warning(format_args!(
            "{threads} threads on a machine that runs {available} at once; more do not \
             make it faster"
        ));
    }
}

/// The options of a random sample.
#[derive(Args, Debug)]
pub(crate) struct SampleArgs {
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
    /// Confidence level of the intervals, such as 0.95 or 95%
    #[arg(
        long,
        value_name = "LEVEL",
        default_value_t,
        hide_short_help = true,
        allow_hyphen_values = true
    )]
    pub(crate) confidence: Confidence,
}

/// The seed of random numbers.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct SeedArgs {
    /// Random seed [default: random; printed]
    ///
    /// A whole number from 0 to 2^64 - 1.
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    seed: Option<Seed>,
}

impl SeedArgs {
    /// The seed that was given.
    pub(crate) const fn given(self) -> Option<Seed> {
        self.seed
    }
}
