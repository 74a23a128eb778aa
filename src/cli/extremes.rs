//! `setodds extremes`: the fewest and the most sets, with an example of each.

use super::DeckArgs;
use super::distributions::Clock;
use super::failure::{Failure, OrFail};
use super::interrupt::on_ctrl_c;
use super::output::{Format, OutputArgs, Page, Report};
use super::search::provenance;
use clap::Args;
use serde::Serialize;
use setodds::deal::Seed;
use setodds::extreme::extremes;
use setodds::hand::sizes::Sizes;
use setodds::report::columns::Style;
use setodds::report::extremes::{ExtremeRow, extreme_table};
use setodds::report::listing::ListingProvenance;
use setodds::report::{csv, json};
use setodds::run::Threads;
use std::io::{self, Write};
use std::num::NonZeroUsize;

const AFTER_HELP: &str = "\
Examples:
  setodds extremes --cards 12                        0 and 14 sets
  setodds extremes --cards 3-24 -o extremes.csv
  setodds extremes --features 3 --cards 0-27";

const CHECKS: &[&str] = &["each example holds as many sets as it should, by the definition"];

/// Tell the fewest and the most sets that so many cards can hold, with an example of each.
///
/// The numbers are read off the exact distributions, which prove them; examples are found by local search.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct ExtremesArgs {
    /// Cards in a hand: 12, a range 3-21, or a list 12,15,18
    #[arg(long, value_name = "K", default_value = "12", allow_hyphen_values = true)]
    cards: Sizes,
    #[command(flatten)]
    deck: DeckArgs,
    /// What the search for examples is a function of: 0 to 2^64 - 1
    #[arg(long, value_name = "S", default_value = "1")]
    seed: Seed,
    #[command(flatten)]
    output: OutputArgs,
}

impl ExtremesArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let output = self.output.prepare(Format::Table)?;
        let (clock, cancel) = (Clock::start(), on_ctrl_c()?);
        let deck = self.deck.features;
        let found = extremes(deck, &self.cards, self.seed, &cancel).or_usage()?;
        let found = found.ok_or(Failure::Interrupted)?;
        let rows: Vec<ExtremeRow> = found.iter().map(|it| ExtremeRow::new(deck, it)).collect();
        let threads = Threads::new(NonZeroUsize::MIN);
        let provenance = provenance(&clock, CHECKS, rows.len() as u128, threads);
        output.deliver(&Extremes { rows, provenance }, false)
    }
}

/// The result.
struct Extremes {
    rows: Vec<ExtremeRow>,
    provenance: ListingProvenance,
}

impl Report for Extremes {
    const RECORDED: bool = true;

    fn csv(&self, to: &mut dyn Write) -> io::Result<()> {
        csv::write(&self.rows, to)
    }

    fn json(&self, to: &mut dyn Write) -> io::Result<()> {
        #[derive(Serialize)]
        struct Document<'a> {
            provenance: &'a ListingProvenance,
            extremes: &'a [ExtremeRow],
        }
        json::write(&Document { provenance: &self.provenance, extremes: &self.rows }, to)
    }

    fn text(&self, _: Page, to: &mut dyn Write) -> io::Result<()> {
        write!(to, "{}", extreme_table(&self.rows, Style::Terminal))
    }

    fn markdown(&self, to: &mut dyn Write) -> io::Result<()> {
        let table = extreme_table(&self.rows, Style::Markdown);
        let command = &self.provenance.command;
        writeln!(to, "# The fewest and the most sets\n\n```sh\n{command}\n```\n\n{table}")
    }

    fn record(&self, to: &mut dyn Write) -> io::Result<()> {
        json::write(&self.provenance, to)
    }
}
