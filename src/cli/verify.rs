//! `setodds verify`: published numbers, computed again.

use super::failure::{Failure, OrFail};
use super::files::Files;
use super::long_run::{LongRun, Source};
use super::output::OutputArgs;
use super::provenance::answer;
use super::search::{Reach, Searching};
use super::threads::ThreadsArgs;
use crate::card::Deck;
use crate::exact::Exhaustive;
use crate::exact::classes::ByClasses;
use crate::game::check;
use crate::measure::{Key, Measure};
use crate::report::document::Report;
use crate::report::verification::verdict;
use crate::run::ThreadPool;
use crate::symmetry::{Family, Space};
use crate::tally::Tallies;
use crate::verify::{self, Comparison, Counted, Extent};
use clap::Args;

const AFTER_HELP: &str = "\
Examples:
  setodds verify                        a second
  setodds verify --full --format csv    a minute; a row for each number";

/// Compute published numbers again, and compare.
///
/// By default it checks small decks, and the game up to 15 cards, in a second.
///
/// Figures of whole games agree when at most 4.5 standard errors lie between them. The exit code is
/// 1 when a number differs. Published numbers that a hand shows to be wrong are marked as refuted.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct VerifyArgs {
    /// Also the game up to 21 cards, ultrasets, and whole games, in a minute
    #[arg(long)]
    full: bool,
    #[command(flatten)]
    threads: ThreadsArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl VerifyArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let output = self.output.prepare(&mut Files::default())?;
        let source = Source::Computed(None);
        let run = LongRun::new(source, Vec::new(), "step", self.threads.get())?;
        let extent = if self.full { Extent::Full } else { Extent::Quick };
        let pool = ThreadPool::new(run.threads).or_failed()?;
        let mut counted = count(&run, extent)?;
        if self.full {
            counted.add_measured(Deck::GAME, ultrasets(&run)?);
        }
        let mut lines = counted.compare();
        let caps = verify::caps(&pool, &run.stop.cancel).or_failed()?;
        lines.extend(caps.ok_or_else(Failure::without_result)?);
        lines.extend(verify::moments());
        lines.extend(verify::refuted());
        lines.extend(play(&run, extent)?);
        if self.full {
            lines.extend(verify::games::first_stages(&pool).or_failed()?);
        }
        let wrong = lines.iter().filter(|line| line.differs()).count();
        let closing = verdict(&lines);
        let title = "Published numbers, counted again";
        let report = Report::new(title, &answer(None, None), "comparisons", lines);
        output.deliver(&report.saying(closing))?;
        match wrong {
            0 => Ok(()),
            wrong => Err(Failure::Failed(format!("{wrong} published numbers differ"))),
        }
    }
}

fn count(run: &LongRun, extent: Extent) -> Result<Counted, Failure> {
    let mut counted = Counted::default();
    for layers in extent.counts(run.threads).or_failed()? {
        counted.add(&layers, &run.whole(&layers)?.into_tally()).or_failed()?;
    }
    Ok(counted)
}

/// The ultrasets in hands of up to 12 cards, from one hand of each class.
fn ultrasets(run: &LongRun) -> Result<Tallies<Key>, Failure> {
    let (space, measures) = (Space::new(Deck::GAME), [Measure::Ultrasets].into_iter().collect());
    let mut classes = ByClasses::new(Deck::GAME, (0..=12).collect(), &measures).or_failed()?;
    let reach = Reach { most: classes.most(), quick: true, measured: true };
    Searching::begin(run, false, &space, Family::Hands, reach)?
        .visit(|search, _| classes.add(search).or_failed())?;
    classes.finish(&run.whole(&classes)?.into_tally()).or_failed()
}

fn play(run: &LongRun, extent: Extent) -> Result<Vec<Comparison>, Failure> {
    let mut lines = Vec::new();
    for games in extent.games() {
        let partial = run.whole(&games)?;
        for &policy in games.policies() {
            check(games.rules(), policy, partial.units_done(), &partial.tally()).or_failed()?;
            lines.extend(verify::games::compare(games.rules(), policy, &partial.tally()));
        }
    }
    Ok(lines)
}
