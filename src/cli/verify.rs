//! `setodds verify`: what is published, counted and played again.

use super::failure::{Failure, OrFail};
use super::help::OUTPUT;
use super::interrupt::on_ctrl_c;
use super::listing::Listing;
use super::output::{Format, OutputArgs, without_record};
use super::progress::Progress;
use super::threads::ThreadsArgs;
use anyhow::anyhow;
use clap::Args;
use setodds::game::check;
use setodds::report::verification::verdict;
use setodds::run::{Kernel, Outcome, Partial, StopFlag, ThreadPool, Threads};
use setodds::verify::{self, Comparison, Counted, Extent};

const AFTER_HELP: &str = "\
Examples:
  setodds verify                        a second
  setodds verify --full --format csv    a minute; a row for each number";

/// Count again what others have published, and compare number by number.
///
/// Figures of whole games agree when at most 4.5 standard errors lie between them. Exit code 1 when
/// a number is another.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP, mut_arg("output", without_record))]
pub(crate) struct VerifyArgs {
    /// Small decks, and the game up to 15 cards: a second [default]
    #[arg(long, conflicts_with = "full")]
    quick: bool,
    /// The game up to 21 cards, too, and eleven million whole games: a minute
    #[arg(long)]
    full: bool,
    #[command(flatten)]
    threads: ThreadsArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// No progress, no summary on stderr
    #[arg(short, long, help_heading = OUTPUT)]
    quiet: bool,
}

impl VerifyArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let output = self.output.prepare(Format::Table)?;
        let (cancel, threads) = (on_ctrl_c()?, self.threads.get());
        let extent = if self.full { Extent::Full } else { Extent::Quick };
        let mut lines = self.count(extent, threads, &cancel)?.compare();
        let pool = ThreadPool::new(threads).or_failed()?;
        lines.extend(verify::caps(&pool, &cancel).or_failed()?.ok_or(Failure::Interrupted)?);
        lines.extend(verify::moments());
        lines.extend(self.play(extent, threads, &cancel)?);
        let wrong = lines.iter().filter(|line| line.differs()).count();
        let closing = verdict(&lines);
        let list = Listing::new("Published numbers, counted again", "comparisons", lines, ());
        let list = Listing { closing, ..list };
        output.deliver(&list, self.quiet)?;
        match wrong {
            0 => Ok(()),
            wrong => Err(Failure::Failed(anyhow!("{wrong} published numbers are others here"))),
        }
    }

    fn count(&self, extent: Extent, threads: Threads, stop: &StopFlag) -> Result<Counted, Failure> {
        let mut counted = Counted::default();
        for layers in extent.counts(threads).or_failed()? {
            let partial = self.execute(&layers, "steps", threads, stop)?;
            counted.add(&layers, &partial.into_tally()).or_failed()?;
        }
        Ok(counted)
    }

    fn play(
        &self,
        extent: Extent,
        threads: Threads,
        stop: &StopFlag,
    ) -> Result<Vec<Comparison>, Failure> {
        let mut lines = Vec::new();
        for games in extent.games() {
            let partial = self.execute(&games, "games", threads, stop)?;
            for &policy in games.policies() {
                check(games.rules(), policy, partial.units_done(), &partial.tally()).or_failed()?;
                lines.extend(verify::games::compare(policy, &partial.tally()));
            }
        }
        Ok(lines)
    }

    /// Runs all blocks with a progress bar.
    fn execute<K: Kernel>(
        &self,
        kernel: &K,
        unit: &'static str,
        threads: Threads,
        stop: &StopFlag,
    ) -> Result<Partial<K::Tally>, Failure> {
        let (plan, mut partial) = (kernel.plan(), Partial::new(kernel.plan().clone()));
        let progress = Progress::new(unit, self.quiet, |_: &K::Tally| String::new());
        let pool = ThreadPool::new(threads).or_failed()?;
        let observer = |partial: &Partial<K::Tally>| progress.show(partial);
        let outcome = pool.resume(kernel, &mut partial, &plan.all_blocks(), stop, &observer);
        progress.finish();
        match outcome.or_failed()? {
            Outcome::Complete => Ok(partial),
            Outcome::Interrupted => Err(Failure::Interrupted),
        }
    }
}
