//! `setodds play`: whole games.

use crate::card::Deck;
use crate::cli::checkpointing::{SavingArgs, extensible};
use crate::cli::failure::{Failure, OrFail};
use crate::cli::file::Directory;
use crate::cli::files::Files;
use crate::cli::help::OUTPUT;
use crate::cli::long_run::{LongRun, RunEnd, Source};
use crate::cli::message;
use crate::cli::output::{Destination, Output, OutputArgs};
use crate::cli::parsed::computation;
use crate::cli::parts::Parts;
use crate::cli::terminal::is_quiet;
use crate::commands::count::{Count, at_least_one, parse_size};
use crate::commands::deck::parse_deck;
use crate::commands::engine::EngineArgs;
use crate::commands::names;
use crate::commands::play_tables::{self, GamesResult};
use crate::commands::sample::SampleArgs;
use crate::deal::Seed;
use crate::game::{GameKey, Games, GamesError, Policy, Rules, Subject, WhenStuck, check_balance};
use crate::report::games::{TableKind, policy_words};
use crate::report::share::with_limits;
use crate::run::{Kernel, Partial, ThreadPool};
use crate::stats::proportion::interval;
use crate::stats::{Confidence, Ratio};
use crate::tally::Tallies;
use clap::{Arg, Args};

const AFTER_HELP: &str = "\
Examples:
  setodds play --games 10M
  setodds play --policy random,most-left --games 1M
  setodds play --table stages --seed 1 > stages.csv    one table
  setodds play --games 1G -o games/                    all tables
  setodds play --features 5 --start 16 --games 100k    other rules
  setodds play --start 81 --games 100k --table leftover";

/// The default number of games.
const GAMES: u64 = 10_000_000;

/// Play whole games and tally what happens at the table.
///
/// The result depends on the seed, the deck, the rules, the policies and the number of games alone.
/// All policies play the same decks.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP, mut_arg("checkpoint", extensible),
          mut_arg("output", to_a_directory))]
pub(crate) struct PlayArgs {
    /// Games to play: 1000000, 100M, 1e8 [default: 10M]
    #[arg(long, value_name = "COUNT", value_parser = at_least_one, allow_hyphen_values = true)]
    games: Option<Count>,
    #[arg(long = "policy", value_name = "NAME", value_delimiter = ',', default_value = "random",
          value_parser = names::of::<Policy>(Policy::NAMES),
          help = "The set to take, such as most-left", long_help = policy_help())]
    policies: Vec<Policy>,
    /// Features of the deck: 3 to 6
    ///
    /// The decks have 27, 81, 243 and 729 cards.
    #[arg(long, value_name = "N", default_value = "4", value_parser = parse_deck,
          allow_negative_numbers = true)]
    features: Deck,
    /// Cards on the table: 3 to the whole deck
    ///
    /// This number of cards is on the table at the start and after each set, as long as the deck
    /// lasts.
    #[arg(long, value_name = "K", default_value_t = Rules::START, value_parser = parse_start,
          allow_hyphen_values = true)]
    start: usize,
    /// Cards that the table is filled up to after a set [default: as at the start]
    #[arg(long, value_name = "K", value_parser = parse_size, hide_short_help = true,
          allow_hyphen_values = true)]
    refill: Option<usize>,
    /// Cards to deal when the table holds no set [default: 3]
    #[arg(long, value_name = "N", value_parser = parse_size, allow_hyphen_values = true,
          hide_short_help = true)]
    deal: Option<usize>,
    /// If there is no set: deal, redeal, stop
    ///
    /// `deal` deals more cards. `redeal` shuffles the table back into the deck and deals as many
    /// cards as --refill says; the game ends when no set is left on the table and in the deck, or
    /// when the table holds none after 81 redeals in all (as many as the full deck has cards).
    /// `stop` ends the game. Redeals count as extra deals, and cards left in the deck are among
    /// those left at the end.
    #[arg(long, value_name = "HOW", default_value = "deal", hide_short_help = true,
          value_parser = names::of::<WhenStuck>(WhenStuck::NAMES))]
    when_stuck: WhenStuck,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    sample: SampleArgs,
    #[arg(long, value_name = "NAME", value_parser = names::of::<TableKind>(TableKind::NAMES),
          help = "Show or write one table, such as stages",
          long_help = play_tables::help(), help_heading = OUTPUT)]
    table: Option<TableKind>,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    saving: SavingArgs,
}

/// The option `-o`, which takes a directory, too.
fn to_a_directory(output: Arg) -> Arg {
    output.value_name("DIR").help("Write all tables to DIR, or the result to a file").long_help(
        "Write all tables to the directory DIR, as CSV\n\nEach has its record beside it \
         (x.run.json). A name x.json, x.md or x.txt is a file of the whole result, with --table \
         x.csv one of that table; with --shard it is the file of the shard. `-` is stdout.",
    )
}

/// Where the tables of games go.
struct Places {
    /// What was chosen.
    output: Output,
    /// All tables.
    files: Vec<Destination<TableKind>>,
    /// Removed again if it stays empty.
    directory: Option<Directory>,
}

fn parse_start(text: &str) -> Result<usize, String> {
    let cards = text.trim().parse();
    cards.map_err(|_| format!("a game starts with 3 cards on the table or more, not {text}"))
}

fn policy_help() -> String {
    let line = |policy: Policy| format!("* {policy} {}\n", policy_words(policy));
    let lines: String = Policy::ALL.into_iter().map(line).collect();
    format!("The set to take: {}\n\n{lines}", Policy::NAMES.join(", "))
}

impl PlayArgs {
    /// Plays the games, or merges parts that were played, and delivers the result.
    pub(crate) fn run(self, parts: Option<Parts>) -> Result<(), Failure> {
        let outputs = self.output.paths();
        let (source, mut files) = Source::open(parts, &self.saving, None, &outputs)?;
        files.may_be_partial = matches!(source, Source::Computed(None));
        let rules = self.rules()?;
        let known = source.seed(self.sample.seed.given())?;
        let seed = known.unwrap_or_else(Seed::fresh);
        if is_quiet() && known.is_none() {
            // Without --quiet it is part of the summary.
            message::seed(format_args!("seed {seed}"), true);
        }
        self.play(source, rules, seed, &mut files)
    }

    /// Refuses games that no run can play, without computing.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        let (rules, seed) = (self.rules()?, Seed::fresh());
        Games::new(rules, &self.policies, seed, self.games()).or_usage().map(drop)
    }

    fn rules(&self) -> Result<Rules, Failure> {
        self.checked_rules().or_usage()
    }

    fn checked_rules(&self) -> Result<Rules, GamesError> {
        let rules = Rules::new(self.features, self.start)?;
        let (refill, deal) =
            (self.refill.unwrap_or(rules.refill()), self.deal.unwrap_or(rules.deal()));
        rules.dealing(refill, deal)?.with_when_stuck(self.when_stuck)
    }

    /// Plays by policies.
    fn play(
        &self,
        source: Source,
        rules: Rules,
        seed: Seed,
        files: &mut Files,
    ) -> Result<(), Failure> {
        let games = Games::new(rules, &self.policies, seed, self.games()).or_usage()?;
        let games = self.engine.play(games)?;
        if source.has_result() {
            self.tell_if_empty();
        }
        let places = source.has_result().then(|| self.places(files)).transpose()?;
        let (words, threads) = (computation(Some(seed)), self.sample.threads.get());
        let run = LongRun::new(source, words, "game", threads)?;
        let describe = |tallies: &Tallies<GameKey>| {
            running_estimate(tallies, games.policies()[0], self.sample.confidence)
        };
        let fits = |partial: &Partial<Tallies<GameKey>>| {
            let (tallies, done) = (partial.tally(), partial.units_done());
            games
                .policies()
                .iter()
                .all(|&policy| check_balance(rules, policy, done, &tallies).is_ok())
        };
        let reached =
            run.reach(games.plan(), &fits, &describe, &|partial, wanted, stop, observer| {
                ThreadPool::new(threads)?.resume(&games, partial, wanted, stop, observer)
            })?;
        let (Some(reached), Some(places)) = (reached, places) else { return Ok(()) };
        let tallies = reached.partial.tally();
        let result =
            GamesResult::new((&games, tallies), &run, &reached, seed, self.sample.confidence)?;
        let Places { output, files, directory } = places;
        let is_partial = reached.end == RunEnd::Interrupted;
        // What is there is a valid sample of its own, but not the one that was asked for.
        let part =
            |file: Destination<TableKind>| if is_partial { file.partial() } else { Ok(file) };
        let files = files.into_iter().map(part).collect::<Result<Vec<_>, _>>()?;
        let written = play_tables::write(&files, &result)?;
        if let Some(directory) = &directory {
            play_tables::warn_of_others(directory.path(), &written);
        }
        run.deliver(&reached, output.beside(written), &result.report(self.table))
    }

    /// Announces that the chosen table has no rows.
    fn tell_if_empty(&self) {
        if self.table == Some(TableKind::Differences) && self.policies.len() == 1 {
            message::note("`--table differences` compares policies, and there is one: it is empty");
        }
    }

    /// Where the tables of games go.
    fn places(&self, files: &mut Files) -> Result<Places, Failure> {
        let (directory, others) = self.output.directory()?;
        if self.table.is_none() {
            others.paths().into_iter().try_for_each(play_tables::refuse_csv)?;
        }
        let output = others.prepare_beside(directory.is_some(), files)?;
        let directory = directory.map(Directory::prepare).transpose().or_usage()?;
        let tables = directory.as_ref().map(|it| play_tables::files(it.path(), files));
        Ok(Places { output, files: tables.transpose()?.unwrap_or_default(), directory })
    }

    fn games(&self) -> u64 {
        self.games.map_or(GAMES, |games| games.0)
    }
}

/// `random: 1.22 % (1.21 to 1.23 %) of games end with no card left`
fn running_estimate(tallies: &Tallies<GameKey>, policy: Policy, confidence: Confidence) -> String {
    let Some(left) = tallies.get(GameKey { policy, of: Subject::Leftover }) else {
        return String::new();
    };
    let (cleared, games) = (left.count(0), left.total());
    let limits = interval(cleared, games, confidence);
    let share = with_limits(Ratio::new(cleared, games).value(), limits);
    format!("{policy}: {share} of games end with no card left")
}
