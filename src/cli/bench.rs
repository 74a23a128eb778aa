//! `setodds bench`: the race.

use super::bench_games::GameRaces;
use super::count::Count;
use super::failure::{Failure, OrFail};
use super::help::{OUTPUT, RUNNING};
use super::interrupt::on_ctrl_c;
use super::long_run::command;
use super::message::message;
use super::names;
use super::output::{Format, Output, OutputArgs, Page, Report};
use super::parse_deck;
use super::progress::Steps;
use super::simulate::strategy_help;
use super::threads::{parse as parse_threads, warn_of_too_many};
use clap::Args;
use jiff::Timestamp;
use serde::Serialize;
use setodds::bench::{Benchmark, BenchmarkError, Candidate, LEAST, MOST_REPEATS};
use setodds::card::Deck;
use setodds::deal::{Engine, GENERATOR, SCHEME, Seed};
use setodds::detect::Strategy;
use setodds::game::Policy;
use setodds::hand::sizes::Sizes;
use setodds::report::columns::RenderTarget;
use setodds::report::provenance::{Host, Program, Randomness};
use setodds::report::race::{self, RaceProvenance, RaceRow};
use setodds::report::{csv, json, ranking};
use setodds::run::{StopFlag, Threads};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::time::Instant;

const AFTER_HELP: &str = "\
Examples:
  setodds bench                                    which way is fastest on this machine?
  setodds bench --cards 3-21 --hands 100k -o race.csv
  setodds bench --strategies packed-mask,third-card --threads 1,2,4
  setodds bench --games 10k --threads 1            whole games against a naive loop
  setodds bench --features 3,4,5,6 --cards 12 --engines lanes";

/// Race all ways of detecting sets on equal hands.
///
/// Every strategy first shows that it finds the same sets as the definition; then detection alone
/// and the whole pipeline are timed, in turn and repeatedly. Lanes take part with every instruction
/// set that the processor has.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct BenchArgs {
    /// Cards in a hand: 12, a range 3-21, or a list 9,12,15; a race each
    #[arg(long, value_name = "K", default_value = "12", allow_hyphen_values = true)]
    cards: Sizes,
    /// How many hands to deal
    #[arg(long, value_name = "COUNT", default_value = "1M", allow_hyphen_values = true)]
    hands: Count,
    /// Race the ways of playing whole games instead: so many of them
    #[arg(long, value_name = "COUNT", allow_hyphen_values = true,
          conflicts_with_all = ["cards", "hands", "strategies", "engines"])]
    games: Option<Count>,
    /// Policies of the games, a list or repeated
    #[arg(
        long = "policy",
        value_name = "NAME",
        value_parser = names::of_policies(),
        hide_possible_values = true,
        value_delimiter = ',',
        default_value = "random",
        requires = "games"
    )]
    policies: Vec<Policy>,
    /// Features of the deck: 2 to 6, or a list; a race each
    #[arg(long, value_name = "N", default_value = "4", value_parser = parse_deck, value_delimiter = ',')]
    features: Vec<Deck>,
    /// Numbers of threads, as 1,2,4 [default: 1, and all of the machine]
    #[arg(long, value_name = "LIST", value_parser = parse_threads, value_delimiter = ',',
          help_heading = RUNNING)]
    threads: Vec<Threads>,
    #[arg(long, value_name = "all|LIST", default_value = "all", value_delimiter = ',',
          value_parser = names::of::<Choice<Strategy>>(or_all(names::strategies())),
          hide_possible_values = true, help = "Strategies: all, or a list of names",
          long_help = strategy_help())]
    strategies: Vec<Choice<Strategy>>,
    /// Engines: all, or a list of scalar, lanes, lanes-NAME
    ///
    /// `scalar` works hand by hand, `lanes` on 64 hands side by side, lanes-NAME does so with an
    /// instruction set.
    #[arg(long, value_name = "all|LIST", default_value = "all", value_delimiter = ',',
          value_parser = names::of::<Choice<Engine>>(or_all(names::engines())),
          hide_possible_values = true)]
    engines: Vec<Choice<Engine>>,
    /// How often to time everything
    #[arg(long, help_heading = RUNNING, value_name = "R", default_value = "5",
          value_parser = parse_repeats)]
    repeats: NonZeroUsize,
    /// Random seed of the hands
    #[arg(long, value_name = "S", default_value = "1", allow_hyphen_values = true)]
    seed: Seed,
    #[command(flatten)]
    output: OutputArgs,
    /// No progress, no summary on stderr (only warnings)
    #[arg(short, long, help_heading = OUTPUT)]
    quiet: bool,
}

/// The names, or all of them.
fn or_all(mut names: Vec<&'static str>) -> Vec<&'static str> {
    names.insert(0, "all");
    names
}

/// A name out of a list, or all of it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Choice<T> {
    All,
    One(T),
}

impl<T: std::str::FromStr> std::str::FromStr for Choice<T> {
    type Err = T::Err;

    fn from_str(text: &str) -> Result<Self, T::Err> {
        if text == "all" { Ok(Self::All) } else { text.parse().map(Self::One) }
    }
}

impl<T: PartialEq> Choice<T> {
    fn admits(&self, candidate: &T) -> bool {
        match self {
            Self::All => true,
            Self::One(one) => one == candidate,
        }
    }
}

/// Reads how often to time; a race knows the most that it takes.
fn parse_repeats(text: &str) -> Result<NonZeroUsize, String> {
    text.parse()
        .map_err(|_| format!("`{text}` is not a number of repeats; give 1 to {MOST_REPEATS}"))
}

impl BenchArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let output = self.output.prepare(Format::Csv)?;
        if let Some(games) = self.games {
            return self.race_games(games, &output);
        }
        let races = self.races()?;
        let cancel = on_ctrl_c()?;
        let (started, clock) = (Timestamp::now(), Instant::now());
        let mut rows = Vec::new();
        let progress = Steps::new(self.quiet);
        for (number, race) in races.iter().enumerate() {
            progress.begin(&format!("race {} of {}", number + 1, races.len()));
            rows.extend(self.race(race, &cancel, &progress)?);
        }
        progress.finish();
        let seed = self.seed.0;
        let provenance = RaceProvenance {
            program: Program::default(),
            command: command(None),
            randomness: Randomness { seed, generator: GENERATOR, sampling_scheme: SCHEME },
            shortest_timing_seconds: LEAST.as_secs_f64(),
            started,
            elapsed_seconds: clock.elapsed().as_secs_f64(),
            host: Host::this(Threads::available().count()),
        };
        warn(&rows, &races);
        output.deliver(&RaceReport { rows, provenance }, self.quiet)
    }

    fn race_games(&self, games: Count, output: &Output) -> Result<(), Failure> {
        let threads = self.threads();
        let races = GameRaces {
            decks: &self.features,
            policies: &self.policies,
            threads: &threads,
            games: games.0,
            seed: self.seed,
            repeats: self.repeats.get(),
        };
        races.run(output, &on_ctrl_c()?, self.quiet)
    }

    fn race(
        &self,
        race: &Benchmark,
        cancel: &StopFlag,
        progress: &Steps,
    ) -> Result<Vec<RaceRow>, Failure> {
        match race.run(cancel, &mut |done, steps| progress.show(done, steps)) {
            Ok(results) => Ok(race::rows(race, &results)),
            Err(BenchmarkError::Interrupted) => Err(Failure::Interrupted),
            Err(error @ (BenchmarkError::Disagrees { .. } | BenchmarkError::Run(_))) => {
                Err(Failure::Failed(error.into()))
            }
            Err(error) => Err(Failure::Usage(error.into())),
        }
    }

    /// One race for each deck and hand size; all are checked before the first is run.
    fn races(&self) -> Result<Vec<Benchmark>, Failure> {
        let mut races = Vec::new();
        for &deck in &self.features {
            let sizes = self.cards.clone().within(deck).or_usage()?;
            for cards in sizes.iter() {
                let mut candidates = Candidate::all(cards);
                candidates.retain(|candidate| {
                    self.strategies.iter().any(|choice| choice.admits(&candidate.strategy))
                        && self.engines.iter().any(|choice| choice.admits(&candidate.engine))
                });
                if candidates.is_empty() {
                    return Err(Failure::Usage(anyhow::anyhow!(
                        "none of these engines drives one of these strategies for {cards} cards; \
                         lanes are there for packed-mask and third-card, the scalar engine for all"
                    )));
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

    fn threads(&self) -> Vec<Threads> {
        let mut threads = self.threads.clone();
        if threads.is_empty() {
            threads = vec![Threads::ONE, Threads::available()];
        }
        let mut seen = Vec::new();
        threads.retain(|threads| {
            !seen.contains(threads) && {
                seen.push(*threads);
                true
            }
        });
        threads
    }
}

/// Says what makes the numbers doubtful.
fn warn(rows: &[RaceRow], races: &[Benchmark]) {
    let threads = races.iter().flat_map(|race| &race.threads);
    if let Some(&threads) = threads.max_by_key(|threads| threads.count()) {
        warn_of_too_many(threads);
    }
    for warning in race::warnings(rows) {
        message(&warning);
    }
}

/// Up to so many races are shown in full; more get a line each.
const SHOWN_IN_FULL: usize = 3;

/// The rows of all races.
struct RaceReport {
    rows: Vec<RaceRow>,
    provenance: RaceProvenance,
}

impl RaceReport {
    fn machine(&self) -> String {
        let Host { cpu, cores, architecture, .. } = &self.provenance.host;
        let cpu = cpu.as_deref().unwrap_or(architecture);
        let compiler = self.provenance.program.compiler.unwrap_or("an unknown compiler");
        format!("{cpu}, {cores} cores; {compiler}")
    }
}

#[derive(Serialize)]
struct Document<'a> {
    provenance: &'a RaceProvenance,
    rows: &'a [RaceRow],
}

impl Report for RaceReport {
    fn csv(&self, to: &mut dyn Write) -> io::Result<()> {
        csv::write(&self.rows, to)
    }

    fn json(&self, to: &mut dyn Write) -> io::Result<()> {
        json::write(&Document { provenance: &self.provenance, rows: &self.rows }, to)
    }

    fn text(&self, page: Page, to: &mut dyn Write) -> io::Result<()> {
        writeln!(to, "{}\n", self.machine())?;
        let (races, target) = (ranking::races(&self.rows), page.target());
        if races.len() > SHOWN_IN_FULL {
            let lines = ranking::overview(&races, target);
            return writeln!(to, "{lines}\nThe whole rankings: --format markdown, or -o FILE.csv");
        }
        races.iter().try_for_each(|rows| writeln!(to, "{}", ranking::rankings(rows, target)))
    }

    fn markdown(&self, to: &mut dyn Write) -> io::Result<()> {
        let RaceProvenance { command, .. } = &self.provenance;
        writeln!(
            to,
            "# A race of detection strategies\n\nOn {}, by `{command}`.\n",
            self.machine()
        )?;
        let (races, target) = (ranking::races(&self.rows), RenderTarget::Markdown);
        if races.len() > 1 {
            writeln!(to, "{}", ranking::overview(&races, target))?;
        }
        races.iter().try_for_each(|rows| writeln!(to, "{}", ranking::rankings(rows, target)))
    }

    fn is_recorded(&self) -> bool {
        true
    }

    fn record(&self, to: &mut dyn Write) -> io::Result<()> {
        json::write(&self.provenance, to)
    }
}
