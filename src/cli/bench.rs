//! `setodds bench`: the race.

use super::count::Count;
use super::deck::parse_deck;
use super::engine;
use super::failure::{Failure, OrFail};
use super::help::RUNNING;
use super::interrupt::on_ctrl_c;
use super::listing::Listing;
use super::message;
use super::names;
use super::output::{Format, Output, OutputArgs, Report};
use super::progress::Steps;
use super::provenance::{Clock, command, record};
use super::simulate::strategy_help;
use super::threads::{parse as parse_threads, warn_of_too_many};
use crate::bench::{
    Benchmark, BenchmarkError, Candidate, GameBenchmark, LEAST, MOST_REPEATS, MeasureBenchmark,
};
use crate::card::Deck;
use crate::deal::{Engine, EngineError, GENERATOR, SCHEME, Seed};
use crate::detect::Strategy;
use crate::game::{self, Policy, Rules};
use crate::hand::sizes::Sizes;
use crate::measure::Measure;
use crate::report::columns::RenderTarget;
use crate::report::number::grouped;
use crate::report::provenance::{BenchmarkDetails, Provenance, Randomness};
use crate::report::race::{self, RaceRow};
use crate::report::{csv, game_race, json, measure_race, ranking};
use crate::run::{Host, Threads};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use serde::Serialize;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::time::Duration;

const AFTER_HELP: &str = "\
Examples:
  setodds bench                          which is fastest here?
  setodds bench --strategies packed-mask,third-card --threads 1,2,4
  setodds bench --cards 3-21 --hands 100k -o race.csv
  setodds bench --games 10k --threads 1  whole games
  setodds bench --measures in-sets,set-types
  setodds bench --features 3,4,5,6 --cards 12 --engines lanes";

/// Benchmark all ways of detecting sets on the same hands.
///
/// Every strategy is first checked against the definition; then detection alone and the whole
/// pipeline are timed, in turn and repeatedly. Lanes are timed with every instruction set that the
/// processor has.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct BenchArgs {
    /// Cards in a hand: 12, 3-21, or 9,12,15 [default: 12]
    ///
    /// The default is 4 of the 9 cards of two features.
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    cards: Option<Sizes>,
    /// Hands to deal
    #[arg(long, value_name = "COUNT", default_value = "1M", allow_hyphen_values = true)]
    hands: Count,
    /// Benchmark playing this many whole games instead
    #[arg(long, value_name = "COUNT", allow_hyphen_values = true, hide_short_help = true,
          conflicts_with_all = ["cards", "hands", "strategies", "engines"])]
    games: Option<Count>,
    /// With --games, their policies
    #[arg(long = "policy", value_name = "NAME", value_delimiter = ',', default_value = "random",
          value_parser = names::of::<Policy>(Policy::NAMES), hide_short_help = true,
          requires = "games")]
    policies: Vec<Policy>,
    /// Benchmark the engines on these measures instead, dealing included
    #[arg(long, value_name = "LIST", value_delimiter = ',', hide_short_help = true,
          value_parser = names::of::<Measure>(Measure::NAMES),
          conflicts_with_all = ["games", "policies", "strategies", "engines"])]
    measures: Vec<Measure>,
    /// Features of the deck: 2 to 6, or a list
    #[arg(long, value_name = "N", default_value = "4", value_parser = parse_deck,
          value_delimiter = ',')]
    features: Vec<Deck>,
    /// Numbers of threads, such as 1,2,4 [default: 1, and all]
    #[arg(long, value_name = "LIST", value_parser = parse_threads, value_delimiter = ',',
          help_heading = RUNNING)]
    threads: Vec<Threads>,
    #[arg(long, value_name = "LIST", default_value = "all", value_delimiter = ',',
          value_parser = or_all(Strategy::NAMES), help = "Strategies: all, or some of them",
          long_help = strategy_help())]
    strategies: Vec<String>,
    /// Execution engines: all, scalar, lanes
    ///
    /// `scalar` works hand by hand, `lanes` on 64 hands side by side, lanes-NAME does so with an
    /// instruction set. The environment variable `SETODDS_ENGINE` can hold them, too.
    #[arg(long, value_name = "LIST", default_value = "all", value_delimiter = ',',
          env = engine::VARIABLE, hide_env = true,
          value_parser = or_all(names::engines()).try_map(known_engine))]
    engines: Vec<String>,
    /// How often everything is timed
    #[arg(long, help_heading = RUNNING, value_name = "R", default_value = "5",
          hide_short_help = true, value_parser = parse_repeats)]
    repeats: NonZeroUsize,
    /// Random seed of the hands
    #[arg(long, value_name = "S", default_value = "1", allow_hyphen_values = true)]
    seed: Seed,
    #[command(flatten)]
    output: OutputArgs,
}

/// Reads one of the names, or `all`.
fn or_all(names: impl IntoIterator<Item: Into<PossibleValue>>) -> PossibleValuesParser {
    [PossibleValue::new("all")].into_iter().chain(names.into_iter().map(Into::into)).into()
}

/// The name of an engine, if this processor has it, or `all`.
fn known_engine(name: String) -> Result<String, EngineError> {
    if name != "all" {
        name.parse::<Engine>()?;
    }
    Ok(name)
}

/// Whether a candidate is among the names that were chosen.
fn admits<T: FromStr + PartialEq>(choices: &[String], candidate: &T) -> bool {
    choices.iter().any(|name| name == "all" || name.parse().is_ok_and(|it: T| it == *candidate))
}

/// Reads how often to time; the benchmark itself knows the most that it takes.
fn parse_repeats(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| {
        format!("`{text}` is not a number of repeats; give 1 to {}", grouped(MOST_REPEATS as u128))
    })
}

impl BenchArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let output = self.output.prepare(Format::Csv)?;
        if let Some(games) = self.games {
            return self.race_games(games, &output);
        }
        if !self.measures.is_empty() {
            return self.race_measures(&output);
        }
        let races = self.races()?;
        let cancel = on_ctrl_c()?;
        let clock = Clock::start();
        let mut rows = Vec::new();
        let progress = Steps::new();
        for (number, race) in races.iter().enumerate() {
            progress.begin(&format!("race {} of {}", number + 1, races.len()));
            let results = race.run(&cancel, &mut |done, steps| progress.show(done, steps));
            rows.extend(race::rows(race, &results?));
        }
        progress.finish();
        let provenance = self.provenance(&clock, (GENERATOR, SCHEME), Some(LEAST));
        warn(&rows, &races);
        let report = Report::new("A race of detection strategies", &provenance, "race", RaceTable(rows));
        output.deliver(&report.headed(machine(&provenance)))
    }

    fn provenance(
        &self,
        clock: &Clock,
        (generator, sampling_scheme): (&'static str, &'static str),
        shortest: Option<Duration>,
    ) -> Provenance<BenchmarkDetails> {
        let (seed, run) = (self.seed.0, clock.run(0, Threads::available()));
        let race = BenchmarkDetails {
            randomness: Randomness { seed, generator, sampling_scheme },
            shortest_timing_seconds: shortest.map(|shortest| shortest.as_secs_f64()),
            started: run.started,
            elapsed_seconds: run.elapsed_seconds,
            host: run.host,
        };
        Provenance::new(command(None), race)
    }

    /// Every deck, policy and number of threads is a race of its own.
    fn race_games(&self, games: Count, output: &Output) -> Result<(), Failure> {
        let (games, seed, repeats) = (games.0, self.seed, self.repeats.get());
        let mut races = Vec::new();
        for &deck in &self.features {
            let rules = Rules::new(deck, Rules::START).or_usage()?;
            for &policy in &self.policies {
                let race = |threads| GameBenchmark { rules, policy, seed, games, threads, repeats };
                races.extend(self.threads().into_iter().map(race));
            }
        }
        let (cancel, clock, mut rows) = (on_ctrl_c()?, Clock::start(), Vec::new());
        for race in races {
            rows.extend(game_race::rows(&race, &race.run(&cancel)?));
        }
        let made = self.provenance(&clock, (game::GENERATOR, game::SCHEME), None);
        let made = Some(made);
        output.deliver(&Listing::new("Ways of playing games", "rows", rows, made))
    }

    /// Every measure, deck, hand size and number of threads is a race of its own.
    fn race_measures(&self, output: &Output) -> Result<(), Failure> {
        let (hands, seed, repeats) = (self.hands.0, self.seed, self.repeats.get());
        let mut races = Vec::new();
        for &measure in &self.measures {
            for &deck in &self.features {
                for cards in self.sizes(deck)?.iter() {
                    races.extend(self.threads().into_iter().map(|threads| MeasureBenchmark {
                        deck,
                        cards,
                        measure,
                        seed,
                        hands,
                        threads,
                        repeats,
                    }));
                }
            }
        }
        let (cancel, clock, mut rows) = (on_ctrl_c()?, Clock::start(), Vec::new());
        for race in races {
            rows.extend(measure_race::rows(&race, &race.run(&cancel)?));
        }
        let made = Some(self.provenance(&clock, (GENERATOR, SCHEME), None));
        output.deliver(&Listing::new("Engines on measures", "rows", rows, made))
    }

    /// One race for each deck and hand size; all are checked before the first is run.
    fn races(&self) -> Result<Vec<Benchmark>, Failure> {
        let mut races = Vec::new();
        for &deck in &self.features {
            for cards in self.sizes(deck)?.iter() {
                let mut candidates = Candidate::all(cards);
                candidates.retain(|candidate| {
                    admits(&self.strategies, &candidate.strategy)
                        && admits(&self.engines, &candidate.engine)
                });
                if candidates.is_empty() {
                    return Err(usage_error!(
                        "none of these engines drives one of these strategies for {cards} cards; \
                         only packed-mask and third-card work in lanes, all with the scalar engine"
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
        let usual = || Sizes::one(Measure::Sets.usual_size(deck));
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
    /// The exit code tells whose mistake it is.
    fn from(error: BenchmarkError) -> Self {
        use BenchmarkError::{Disagrees, GamesDisagree, Interrupted, Run, TalliesDisagree};
        match error {
            Interrupted => Self::Interrupted,
            Disagrees(..) | GamesDisagree(..) | TalliesDisagree(..) | Run(_) => {
                Self::Failed(error.to_string())
            }
            _ => Self::Usage(error.to_string()),
        }
    }
}

/// Says what makes the numbers doubtful.
fn warn(rows: &[RaceRow], races: &[Benchmark]) {
    let threads = races.iter().flat_map(|race| &race.threads);
    if let Some(&threads) = threads.max_by_key(|threads| threads.count()) {
        warn_of_too_many(threads);
    }
    for warning in race::warnings(rows) {
        message::warning(warning);
    }
}

/// The most races that are shown in full; more get a line each.
const MOST_IN_FULL: usize = 3;

/// The rows of all races.
struct RaceTable(Vec<RaceRow>);

impl Records for RaceTable {
    fn write_records(&self, to: &mut RecordWriter<'_>) -> io::Result<()> {
        self.0.write_records(to)
    }
}

impl Table for RaceTable {
    fn write_csv(&self, to: &mut dyn Write) -> io::Result<()> {
        csv::write(&self.0, to)
    }

    fn draw(&self, target: RenderTarget, to: &mut dyn Write) -> io::Result<()> {
        let (races, is_markdown) = (ranking::races(&self.0), target.is_markdown());
        if races.len() > if is_markdown { 1 } else { MOST_IN_FULL } {
            writeln!(to, "{}", ranking::overview(&races, target))?;
        }
        if races.len() > MOST_IN_FULL && !is_markdown {
            return writeln!(to, "The whole rankings: --format markdown, or -o FILE.csv");
        }
        races.iter().try_for_each(|rows| writeln!(to, "{}", ranking::rankings(rows, target)))
    }
}

/// `AMD EPYC, 2 cores; rustc 1.95.0`
fn machine(made: &Provenance<BenchmarkDetails>) -> String {
    let Host { cpu, cores, architecture, .. } = &made.details.host;
    let cpu = cpu.as_deref().unwrap_or(architecture);
    let compiler = made.program.compiler.unwrap_or("an unknown compiler");
    format!("{cpu}, {cores} cores; {compiler}\n")
}
