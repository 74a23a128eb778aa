//! `setodds enumerate`: all hands, one by one.

use super::DeckArgs;
use super::distributions::{Clock, Distributions};
use super::failure::{Failure, OrFail};
use super::interrupt::on_ctrl_c;
use super::output::{Format, OutputArgs};
use super::progress::{Progress, in_words};
use super::simulate::strategy_help;
use super::threads::ThreadsArgs;
use clap::Args;
use setodds::card::Deck;
use setodds::deal::Engine;
use setodds::detect::Strategy;
use setodds::exact::hands::{Enumeration, check};
use setodds::hand::sizes::Sizes;
use setodds::measure::Key;
use setodds::report::distribution::Origin;
use setodds::report::number::grouped;
use setodds::run::{Kernel, Outcome, Partial, Threads, execute};
use setodds::tally::Tallies;
use std::io::{self, Write};
use std::time::Duration;

/// What takes longer needs `--force`.
const LONGEST: Duration = Duration::from_secs(86_400);

const AFTER_HELP: &str = "\
Examples:
  setodds enumerate --cards 5
  setodds enumerate --cards 0-9 --features 2
  setodds enumerate --cards 9 --features 3 --strategy naive -o sets.csv";

/// Go through all hands, one by one, and tally the number of sets exactly.
///
/// The result is checked before it is shown: the number of hands must be C(v,k), the mean number of
/// sets C(k,3)/(v - 2).
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct EnumerateArgs {
    /// Cards in a hand: 5, a range 0-6, or a list 3,5
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    cards: Sizes,
    #[command(flatten)]
    deck: DeckArgs,
    /// How sets are detected
    #[arg(long, value_name = "NAME", default_value_t, help = strategy_help())]
    strategy: Strategy,
    #[command(flatten)]
    threads: ThreadsArgs,
    /// Begin even what would take over a day
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    output: OutputArgs,
    /// No progress, no summary on stderr
    #[arg(short, long)]
    quiet: bool,
}

impl EnumerateArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let output = self.output.prepare(Format::Csv)?;
        let deck = self.deck.features;
        let enumeration = Enumeration::new(deck, self.cards, self.strategy).or_usage()?;
        let threads = self.threads.get();
        if !self.force {
            refuse_what_takes_too_long(&enumeration, threads)?;
        }
        let cancel = on_ctrl_c()?;

        let clock = Clock::start();
        let mut partial = Partial::new(enumeration.plan().clone());
        let progress = Progress::new("hands", self.quiet, |_: &Tallies<Key>| String::new());
        let outcome =
            execute(&enumeration, &mut partial, threads, &cancel, &progress).or_failed()?;
        progress.finish();

        if outcome == Outcome::Interrupted {
            return Err(interrupted(&partial));
        }
        check_all(deck, &partial.tally())?;
        let origin = (Origin::Enumerated, None);
        let how = (self.strategy, Engine::Scalar);
        let result = Distributions::new(deck, &partial, origin, how, (&clock, threads));
        output.deliver(&result, self.quiet)
    }
}

fn refuse_what_takes_too_long(enumeration: &Enumeration, threads: Threads) -> Result<(), Failure> {
    let estimate = enumeration.estimate(threads, Threads::available());
    if estimate.is_some_and(|estimate| estimate <= LONGEST) {
        return Ok(());
    }
    Err(Failure::Usage(anyhow::anyhow!(
        "{} hands, one by one, would take {} here; --force begins all the same, `simulate` \
         gives a good estimate in seconds",
        grouped(enumeration.hands()),
        in_words(estimate)
    )))
}

/// A part of all hands is no random sample, so there is no result to show.
fn interrupted(partial: &Partial<Tallies<Key>>) -> Failure {
    let _ = writeln!(
        io::stderr(),
        "INTERRUPTED after {} of {} hands; an exact result needs all, so nothing was written",
        grouped(partial.units_done()),
        grouped(partial.plan().units())
    );
    Failure::Interrupted
}

fn check_all(deck: Deck, tallies: &Tallies<Key>) -> Result<(), Failure> {
    tallies.iter().try_for_each(|(key, tally)| check(deck, key.cards, tally)).or_failed()
}
