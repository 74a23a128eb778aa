//! `setodds bench`: times the detection strategies on the same hands.

use crate::bench::{Benchmark, BenchmarkError, Candidate, MAX_REPEATS, MIN_TIMING, PLAIN};
use crate::card::Deck;
use crate::cli::help::RUNNING;
use crate::cli::names::engines;
use crate::commands::context::Context;
use crate::commands::count::Count;
use crate::commands::failure::{Failure, OrFail};
use crate::commands::options::warn_of_excess_threads;
use crate::commands::provenance::Clock;
use crate::commands::run::Run;
use crate::deal::{Engine, EngineError, GENERATOR, SCHEME, Seed};
use crate::detect::Strategy;
use crate::hand::sizes::Sizes;
use crate::measure::Measure;
use crate::report::number::{grouped, plural};
use crate::report::provenance::{BenchmarkDetails, Provenance, Randomness};
use crate::report::race::{self, RaceRow};
use crate::report::ranking;
use crate::report::result::Report;
use crate::report::spent::Host;
use crate::run::Threads;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::collections::BTreeSet;
use std::num::NonZeroUsize;

const AFTER_HELP: &str = "\
Examples:
  setodds bench                          which is fastest here?
  setodds bench --strategies packed-mask,third-card --threads 1,2,4
  setodds bench --cards 3-21 --hands 100k -o race.csv
  setodds bench --features 3,4,5,6 --cards 12 --engines lanes";

/// Benchmark all ways of detecting sets on the same hands.
///
/// Every strategy is checked, then timed repeatedly: detection alone and with dealing.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct BenchArgs {
    /// Cards in a hand: 12, 3-21, or 9,12,15 [default: 12]
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    cards: Option<Sizes>,
    /// Hands to deal
    #[arg(long, value_name = "COUNT", default_value = "1M", allow_hyphen_values = true)]
    hands: Count,
    /// Features of the deck: 2 to 6, or a list
    #[arg(long, value_name = "N", default_value = "4", value_delimiter = ',')]
    features: Vec<Deck>,
    /// Numbers of threads, such as 1,2,4 [default: 1, and all]
    #[arg(long, value_name = "LIST", value_delimiter = ',',
          help_heading = RUNNING)]
    threads: Vec<Threads>,
    #[arg(long, value_name = "LIST", default_value = "all", value_delimiter = ',',
          value_parser = or_all(Strategy::NAMES.into_iter().chain([PLAIN])),
          help = "Strategies: all, or some of them", long_help = strategies_help())]
    strategies: Vec<String>,
    /// Engines: all, scalar, lanes, or lanes-NAME for an instruction set
    #[arg(long, value_name = "LIST", default_value = "all", value_delimiter = ',',
          value_parser = or_all(engines()).try_map(supported_engine))]
    engines: Vec<String>,
    /// Number of timings of each candidate
    #[arg(long, help_heading = RUNNING, value_name = "R", default_value = "5",
          hide_short_help = true, value_parser = parse_repeats)]
    repeats: NonZeroUsize,
    /// Random seed of the hands
    #[arg(long, value_name = "S", default_value = "1", allow_hyphen_values = true)]
    seed: Seed,
}

/// Returns an argument parser that accepts one of the names, or `all`.
fn or_all(names: impl IntoIterator<Item: Into<PossibleValue>>) -> PossibleValuesParser {
    [PossibleValue::new("all")].into_iter().chain(names.into_iter().map(Into::into)).into()
}

/// Checks that an argument is `all` or the name of an engine that this processor supports, and
/// returns it.
fn supported_engine(name: String) -> Result<String, EngineError> {
    if name != "all" {
        name.parse::<Engine>()?;
    }
    Ok(name)
}

/// Returns whether the engine names that the user chose include `engine` or `all`.
fn admits(choices: &[String], engine: Engine) -> bool {
    choices.iter().any(|name| name == "all" || name.parse() == Ok(engine))
}

fn strategies_help() -> String {
    format!(
        "Detection algorithms: all, or some of {}, and `{PLAIN}`, the naive loop of packed-mask",
        Strategy::NAMES.join(", ")
    )
}

/// Parses the number of repeats of a benchmark; the benchmark itself checks the upper limit.
fn parse_repeats(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| {
        format!("`{text}` is not a number of repeats; give 1 to {}", grouped(MAX_REPEATS as u128))
    })
}

impl Run for BenchArgs {
    fn run(&self, context: &Context) -> Result<Report, Failure> {
        let races = self.races()?;
        let cancel = context.stop()?;
        let clock = Clock::start();
        let mut rows = Vec::new();
        let progress = context.progress();
        for (number, race) in races.iter().enumerate() {
            progress.begin_step(&format!("race {} of {}", number + 1, races.len()));
            let results = race.run(&cancel, &|done, all| progress.show_step(done, all));
            rows.extend(race::rows(race, &results?));
        }
        progress.finish();
        let provenance = self.provenance(&clock, context);
        warn(&rows, &races, context);
        let verdict = ranking::verdict(&rows);
        let report = Report::new("A race of detection strategies", &provenance, "race", rows);
        Ok(report.with_heading(machine(&provenance)).with_sentences(verdict))
    }
}

impl BenchArgs {
    fn provenance(&self, clock: &Clock, context: &Context) -> Provenance<BenchmarkDetails> {
        let (seed, run) = (self.seed.0, clock.run(0, Threads::available()));
        let race = BenchmarkDetails {
            randomness: Randomness { seed, generator: GENERATOR, sampling_scheme: SCHEME },
            shortest_timing_seconds: MIN_TIMING.as_secs_f64(),
            started: run.started,
            elapsed_seconds: run.elapsed_seconds,
            host: run.host,
        };
        Provenance::new(context.command(None), race)
    }

    /// Returns a benchmark for each deck and hand size. All benchmarks are validated before the
    /// first one runs.
    fn races(&self) -> Result<Vec<Benchmark>, Failure> {
        let (mut races, mut seen) = (Vec::new(), BTreeSet::new());
        for &deck in self.features.iter().filter(|deck| seen.insert(deck.features())) {
            for cards in self.sizes(deck)?.iter() {
                let mut candidates = Candidate::all(cards);
                candidates.retain(|candidate| {
                    let name = candidate.name();
                    self.strategies.iter().any(|it| it == "all" || it == name)
                        && admits(&self.engines, candidate.engine())
                });
                if candidates.is_empty() {
                    return Err(usage_error!(
                        "no selected engine supports a selected strategy for {}; lanes \
                         supports packed-mask and third-card, scalar supports all",
                        plural(cards, "card")
                    ));
                }
                races.push(Benchmark {
                    deck,
                    cards,
                    hands: self.hands.0,
                    seed: self.seed,
                    candidates,
                    threads: self.threads(),
                    repeats: self.repeats.get(),
                });
            }
        }
        Ok(races)
    }

    fn sizes(&self, deck: Deck) -> Result<Sizes, Failure> {
        let usual = || Sizes::one(Measure::Sets.default_hand_size(deck));
        self.cards.clone().unwrap_or_else(usual).within(deck).or_usage()
    }

    fn threads(&self) -> Vec<Threads> {
        let usual = [Threads::ONE, Threads::available()];
        let wanted = if self.threads.is_empty() { &usual[..] } else { &self.threads };
        let mut seen = BTreeSet::new();
        wanted.iter().copied().filter(|threads| seen.insert(threads.count())).collect()
    }
}

impl From<BenchmarkError> for Failure {
    /// Turns errors about invalid arguments into usage errors, and all other errors into failures.
    fn from(error: BenchmarkError) -> Self {
        use BenchmarkError::{Disagrees, Interrupted, Run};
        match error {
            Interrupted => Self::without_result(),
            Disagrees(..) | Run(_) => Self::Failed(error.to_string()),
            _ => Self::Usage(error.to_string()),
        }
    }
}

/// Warns of conditions that make timings unreliable, such as more threads than cores.
fn warn(rows: &[RaceRow], races: &[Benchmark], context: &Context) {
    let threads = races.iter().flat_map(|race| &race.threads);
    if let Some(&threads) = threads.max_by_key(|threads| threads.count()) {
        warn_of_excess_threads(threads, context);
    }
    for warning in race::warnings(rows) {
        context.warning(warning);
    }
}

/// Describes the machine and the compiler, such as `AMD EPYC, 2 cores; rustc 1.95.0`.
fn machine(made: &Provenance<BenchmarkDetails>) -> String {
    let Host { cpu, cores, architecture, .. } = &made.details.host;
    let cpu = cpu.as_deref().unwrap_or(architecture);
    let compiler = made.program.compiler.unwrap_or("an unknown compiler");
    format!("{cpu}, {cores} cores; {compiler}\n")
}
