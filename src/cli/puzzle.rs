//! `setodds puzzle`: a hand with exactly so many sets.

use super::DeckArgs;
use super::count::Count;
use super::failure::{Failure, OrFail};
use super::hands::{Hands, Show};
use super::interrupt::on_ctrl_c;
use super::output::{Format, OutputArgs};
use super::progress::Progress;
use super::threads::ThreadsArgs;
use clap::Args;
use setodds::deal::Seed;
use setodds::detect::Strategy;
use setodds::puzzle::{FirstHit, Puzzle};
use setodds::report::hands::ShownHand;
use setodds::report::number::{grouped, one_in};
use setodds::run::{Kernel, Partial, execute};
use setodds::stats::proportion::interval;
use setodds::stats::{Confidence, Ratio, to_float};
use std::io::{self, Write};

const AFTER_HELP: &str = "\
Examples:
  setodds puzzle --cards 9                 nine cards with four sets
  setodds puzzle --cards 12 --sets 6 --seed 1";

/// Deal until a hand holds exactly so many sets, and show it with them.
///
/// The hand is the first such deal of the seed, whatever the number of threads.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct PuzzleArgs {
    /// Cards in the hand
    #[arg(long, value_name = "K", default_value_t = 9)]
    cards: usize,
    /// Sets in the hand [default: half the number of cards]
    #[arg(long, value_name = "COUNT")]
    sets: Option<usize>,
    #[command(flatten)]
    deck: DeckArgs,
    /// Give up after so many deals
    #[arg(long, value_name = "COUNT", default_value = "1G", allow_hyphen_values = true)]
    deals: Count,
    /// What the deals are a function of: 0 to 2^64 - 1 [default: drawn afresh, and shown]
    #[arg(long, value_name = "S", env = "SETODDS_SEED", allow_hyphen_values = true)]
    seed: Option<Seed>,
    #[command(flatten)]
    threads: ThreadsArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// No progress
    #[arg(short, long)]
    quiet: bool,
}

impl PuzzleArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let output = self.output.prepare(Format::Table)?;
        let seed = self.seed.unwrap_or_else(Seed::fresh);
        let (deck, wanted) =
            (self.deck.features, (self.cards, self.sets.unwrap_or(self.cards / 2)));
        let found = on_ctrl_c()?;
        let puzzle = Puzzle::new(deck, wanted, seed, self.deals.0, found.clone()).or_usage()?;
        self.refuse_the_hopeless(&puzzle, wanted)?;
        let threads = self.threads.get();

        let mut partial = Partial::new(puzzle.plan());
        let progress = Progress::new("deals", self.quiet, |_: &FirstHit| "searching".to_owned());
        execute(&puzzle, &mut partial, threads, &found, &progress).or_failed()?;
        progress.finish();

        let Some((deal, hand)) = partial.tally().deal(partial.plan().units_per_block()) else {
            return Err(not_found(&partial, wanted));
        };
        if !self.quiet {
            let _ = writeln!(io::stderr(), "seed {seed}, deal {}", grouped(deal + 1));
        }
        let detector = Strategy::default().detector(deck, hand.len());
        let hand = ShownHand::dealt("1".to_owned(), deck, hand, detector.as_ref());
        output.deliver(&Hands { hands: vec![hand], show: Show::Both }, true)
    }

    /// What is known to be rarer than the deals that are granted would search in vain.
    fn refuse_the_hopeless(&self, puzzle: &Puzzle, wanted: (usize, usize)) -> Result<(), Failure> {
        let Some(probability) = puzzle.probability().map(Ratio::value) else {
            return Ok(());
        };
        if probability * to_float(u128::from(self.deals.0)) >= 1.0 {
            return Ok(());
        }
        let (cards, sets) = wanted;
        Err(Failure::Usage(anyhow::anyhow!(
            "hopeless: of hands of {cards} cards only {} holds exactly {sets} sets, and --deals \
             grants {}; raise --deals or ask for another number",
            one_in(probability).unwrap_or_default(),
            grouped(u128::from(self.deals.0))
        )))
    }
}

fn not_found(partial: &Partial<FirstHit>, (cards, sets): (usize, usize)) -> Failure {
    let done = partial.units_done();
    if !partial.is_complete() {
        let _ = writeln!(io::stderr(), "INTERRUPTED after {} deals without a hit", grouped(done));
        return Failure::Interrupted;
    }
    let limit = interval(0, done, Confidence::default()).high;
    let rarer = one_in(limit).unwrap_or_default();
    Failure::Failed(anyhow::anyhow!(
        "none of {} deals of {cards} cards holds exactly {sets} sets: if there are such hands at \
         all, they are rarer than {rarer} (95 % confidence); raise --deals to go on",
        grouped(done)
    ))
}
