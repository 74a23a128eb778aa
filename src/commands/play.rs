//! `setodds play`: plays whole games.

use crate::card::Deck;
#[cfg(feature = "cli")]
use crate::cli::help::OUTPUT;
#[cfg(feature = "cli")]
use crate::cli::names;
#[cfg(feature = "cli")]
use crate::cli::output::OtherForms;
use crate::commands::context::Context;
use crate::commands::count::{Count, Number};
use crate::commands::failure::{Failure, OrFail};
use crate::commands::long_run::{LongRun, Reached};
use crate::commands::options::{EngineArgs, SampleArgs};
use crate::commands::provenance::cost;
use crate::commands::run::Run;
use crate::deal::Seed;
use crate::game::{
    GENERATOR, GameKey, Games, GamesError, Policy, Rules, SCHEME, Subject, WhenStuck, check_balance,
};
use crate::report::estimate::Estimate;
#[cfg(feature = "cli")]
use crate::report::games::policy_words;
use crate::report::games::{FirstTable, Played, TableKind};
use crate::report::number::{count, grouped, plural, rate};
use crate::report::provenance::{ComputationDetails, Randomness};
use crate::report::result::Report;
use crate::run::{Kernel, Partial};
use crate::stats::Confidence;
use crate::tally::Tallies;
#[cfg(feature = "cli")]
use clap::{Arg, Args};
use serde::Deserialize;
use setodds_engine::name::written_list;

#[cfg(feature = "cli")]
const AFTER_HELP: &str = "\
Examples:
  setodds play --games 10M
  setodds play --policy random,most-left --games 1M
  setodds play --table stages --seed 1 > stages.csv    one table
  setodds play --games 1G -o games/                    all tables
  setodds play --features 5 --start 16 --games 100k    other rules
  setodds play --start 81 --games 100k --table leftover";

/// Default number of games.
const DEFAULT_GAMES: u64 = 10_000_000;

/// Play whole games and tally what happens at the table.
///
/// The result depends only on the seed, the deck, the rules, the policies and the number of games.
/// All policies play the same decks.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "cli", derive(Args))]
#[cfg_attr(feature = "cli", command(after_help = AFTER_HELP))]
pub(crate) struct PlayArgs {
    /// Games to play: 1000000, 100M, 1e8 [default: 10M]
    #[cfg_attr(feature = "cli", arg(long, value_name = "COUNT", allow_hyphen_values = true))]
    games: Option<Count>,
    #[cfg_attr(feature = "cli", arg(long = "policy", value_name = "NAME", value_delimiter = ',',
              value_parser = names::of::<Policy>(Policy::NAMES),
              help = "The set to take, such as most-left [default: random]",
              long_help = policy_help()))]
    #[serde(rename = "policy", deserialize_with = "written_list")]
    policies: Vec<Policy>,
    /// Features of the deck: 3 to 6
    #[cfg_attr(
        feature = "cli",
        arg(long, value_name = "N", default_value = "4", allow_negative_numbers = true)
    )]
    features: Deck,
    /// Cards at the start: 3 to the whole deck [default: 12]
    #[cfg_attr(feature = "cli", arg(long, value_name = "K", allow_hyphen_values = true))]
    start: Option<Number>,
    /// Cards on the table after each set, while the deck lasts [default: that of --start]
    #[cfg_attr(
        feature = "cli",
        arg(long, value_name = "K", hide_short_help = true, allow_hyphen_values = true)
    )]
    refill: Option<Number>,
    /// Cards to deal when there is no set [default: 3]
    #[cfg_attr(
        feature = "cli",
        arg(long, value_name = "N", allow_hyphen_values = true, hide_short_help = true)
    )]
    deal: Option<Number>,
    /// If there is no set: deal, redeal, stop
    ///
    /// `deal` deals more cards. `redeal` (an extra deal) shuffles the table into the deck and deals
    /// --refill cards, until no set is left or after 81 redeals. `stop` ends the game.
    #[cfg_attr(feature = "cli", arg(long, value_name = "HOW", default_value = "deal",
              hide_short_help = true, value_parser = names::of::<WhenStuck>(WhenStuck::NAMES)))]
    when_stuck: WhenStuck,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    engine: EngineArgs,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    sample: SampleArgs,
    #[cfg_attr(feature = "cli", arg(long, value_name = "NAME",
              value_parser = names::of::<TableKind>(TableKind::NAMES),
              help = "Show or write one table, such as stages", long_help = table_help(),
              help_heading = OUTPUT))]
    table: Option<TableKind>,
}

/// Adapts the option `-o` so that it also accepts a directory.
#[cfg(feature = "cli")]
pub(crate) fn to_a_directory(output: Arg) -> Arg {
    output.value_name("DIR").help("Write all tables to DIR, or the result to a file").long_help(
        "Write all tables as CSV to the directory DIR, or the result to a file\n\nA CSV gets a \
         record (x.run.json). A .csv file needs --table.",
    )
}

/// Returns the help of `--table`.
#[cfg(feature = "cli")]
fn table_help() -> String {
    let names = TableKind::NAMES.join(", ");
    format!(
        "Show or write only this table: {names}\n\n`differences` compares several \
         policies; `never-more` is the proportion of games without an extra deal. A pipe gets the \
         table stages \
         unless --table names another."
    )
}

#[cfg(feature = "cli")]
fn policy_help() -> String {
    let line = |policy: Policy| format!("* {policy} {}\n", policy_words(policy));
    let lines: String = Policy::ALL.into_iter().map(line).collect();
    format!("The set to take [default: random]:\n\n{lines}")
}

impl Run for PlayArgs {
    fn is_sample(&self) -> bool {
        true
    }

    #[cfg(feature = "cli")]
    fn other_forms(&self) -> OtherForms {
        OtherForms::Tables { names: &TableKind::NAMES, is_chosen: self.table.is_some() }
    }

    /// Plays the games, or merges parts that were played earlier.
    fn run(&self, context: &Context) -> Result<Report, Failure> {
        let rules = self.rules()?;
        let (seed, is_random) = context.seed_of_run(self.sample.seed.given())?;
        let games = Games::new(rules, &self.policies(), seed, self.games()).or_usage()?;
        let games = self.engine.play(games)?;
        if self.table == Some(TableKind::Differences) && self.policies.len() <= 1 {
            context.note("`--table differences` compares policies, and there is one: it is empty");
        }
        context.show_random_seed(seed, is_random);
        let (threads, pack) = (self.sample.threads.get(context)?, self.features.into());
        let working = (threads, games.plan().blocks());
        let run = LongRun::new(context, "game", working, Some(seed), &pack)?;
        let describe = |tallies: &Tallies<GameKey>| {
            running_estimate(tallies, games.policies()[0], self.sample.confidence)
        };
        let fits = |partial: &Partial<Tallies<GameKey>>| {
            let (tallies, done) = (partial.tally(), partial.units_done());
            let policies = games.policies();
            tallies.iter().all(|(key, _)| policies.contains(&key.policy))
                && policies.iter().all(|&it| check_balance(rules, it, done, &tallies).is_ok())
        };
        let reached =
            run.reach(games.plan(), &fits, &describe, &|partial, wanted, stop, observer| {
                run.pool.resume(&games, partial, wanted, stop, observer)
            })?;
        let Some(reached) = reached else { return Ok(Report::default()) };
        let report = self.report(&games, &run, &reached, seed)?;
        Ok(run.finished(&reached, report))
    }
}

impl PlayArgs {
    /// Refuses invalid rules or options before anything is computed.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        let (rules, seed) = (self.rules()?, Seed::fresh());
        Games::new(rules, &self.policies(), seed, self.games()).or_usage().map(drop)
    }

    fn policies(&self) -> Vec<Policy> {
        if self.policies.is_empty() { vec![Policy::default()] } else { self.policies.clone() }
    }

    fn rules(&self) -> Result<Rules, Failure> {
        self.checked_rules().or_usage()
    }

    fn checked_rules(&self) -> Result<Rules, GamesError> {
        let rules = Rules::new(self.features, self.start.map_or(Rules::START, |start| start.0))?;
        let (refill, deal) = (
            self.refill.map_or(rules.refill(), |it| it.0),
            self.deal.map_or(rules.deal(), |it| it.0),
        );
        rules.dealing(refill, deal)?.with_when_stuck(self.when_stuck)
    }

    /// Returns the report on the games; fails if the tallies contradict each other.
    fn report(
        &self,
        games: &Games,
        run: &LongRun<'_>,
        reached: &Reached<Tallies<GameKey>>,
        seed: Seed,
    ) -> Result<Report, Failure> {
        let (rules, policies) = (games.rules(), games.policies().to_vec());
        let (tallies, confidence) = (reached.partial.tally(), self.sample.confidence);
        for &policy in &policies {
            check_balance(rules, policy, reached.partial.units_done(), &tallies).or_failed()?;
        }
        let randomness = Randomness { seed: seed.0, generator: GENERATOR, sampling_scheme: SCHEME };
        let made_by = (games.engine().name().to_owned(), games.engine().dealing_set());
        let made = run.provenance(reached, Some(randomness), made_by, Some(confidence));
        let played = Played { rules, policies, tallies, confidence };
        let heading = heading(&played, &made.details);
        let first = self.table.unwrap_or(TableKind::Stages);
        let others = TableKind::ALL.into_iter().filter(|&table| table != first);
        let others: Vec<_> = others.map(|table| (table.name(), table.rows(&played))).collect();
        let table = FirstTable::new(played, self.table);
        let report = Report::new("Whole games", &made, first.name(), table).with_heading(heading);
        Ok(others.into_iter().fold(report, |report, (name, table)| report.with_table(name, table)))
    }

    fn games(&self) -> u64 {
        self.games.map_or(DEFAULT_GAMES, |games| games.0)
    }
}

/// Formats the heading of the report, such as `10,000,000 games with a deck of 81, 12 cards on the
/// table, random, seed 1, engine lanes with avx2, 2 threads, 6.0 s (1.67 million/s)`.
fn heading(played: &Played, made: &ComputationDetails) -> String {
    let ComputationDetails { work, run, randomness, engine, instruction_set, .. } = made;
    let interrupted = if work.complete {
        String::new()
    } else {
        format!("{} {} of ", work.incomplete_reason(), grouped(work.done))
    };
    let Played { rules, policies, .. } = played;
    let policies: Vec<&str> = policies.iter().map(|policy| policy.name()).collect();
    let seed = randomness.as_ref().map(|it| format!(", seed {}", it.seed)).unwrap_or_default();
    let engine = if work.is_loaded() {
        String::new()
    } else {
        format!(", engine {engine} with {instruction_set}")
    };
    let special = if rules.are_usual() { String::new() } else { format!(" ({rules})") };
    format!(
        "{interrupted}{} with a deck of {}, {} on the table{special}, \
         {}{seed}{engine}, {}\n",
        count(work.planned, "game"),
        rules.cards(),
        plural(rules.start(), "card"),
        policies.join(", "),
        cost(work, run, &rate(run.units_per_second)),
    )
}

/// Formats the running estimate, such as `random: 1.22 % (1.21 to 1.23 %) of games end with no card
/// left`.
fn running_estimate(tallies: &Tallies<GameKey>, policy: Policy, confidence: Confidence) -> String {
    let Some(left) = tallies.get(GameKey { policy, of: Subject::Leftover }) else {
        return String::new();
    };
    let (cleared, games) = (left.count(0), left.total());
    let share = Estimate::sampled(cleared, games, confidence).with_limits();
    format!("{policy}: {share} of games end with no card left")
}
