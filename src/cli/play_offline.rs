//! `setodds play --offline`: decks that can be cleared, by whoever knows their order.

use super::failure::Failure;
use super::long_run::{LongRun, Reached};
use super::output::{Format, Output, OutputArgs, Page, Report};
use super::provenance::cost;
use serde::Serialize;
use setodds::deal::InstructionSet;
use setodds::deal::Seed;
use setodds::game::{GENERATOR, Offline, SCHEME, Verdict};
use setodds::report::columns::Style;
use setodds::report::number::{grouped, significant};
use setodds::report::offline::{OfflineRow, rows, table, text};
use setodds::report::provenance::{Provenance, Randomness};
use setodds::report::{csv, json};
use setodds::run::Partial;
use setodds::stats::Confidence;
use setodds::tally::Tally;
use std::io::{self, Write};
use std::path::Path;

/// Where the verdicts go: to a directory, else to stdout, as CSV or for people.
pub(super) fn output(directory: Option<&Path>, as_csv: bool) -> Result<Output, Failure> {
    let Some(directory) = directory else {
        let format = if as_csv { Format::Csv } else { Format::Table };
        return OutputArgs::of(Vec::new(), Some(format)).prepare(format);
    };
    OutputArgs::of(vec![directory.join("offline.csv")], None).prepare(Format::Csv)
}

/// Where the shuffles come from, here and where policies play.
pub(super) fn randomness(seed: Seed) -> Randomness {
    Randomness { seed: seed.0, generator: GENERATOR, sampling_scheme: SCHEME }
}

/// Searches decks, and delivers what was found.
pub(super) fn run(
    decks: &Offline,
    run: &LongRun,
    output: Option<Output>,
    seed: Seed,
    confidence: Confidence,
) -> Result<(), Failure> {
    let describe = |tally: &Tally| {
        format!("{} can be cleared", grouped(tally.count(Verdict::Cleared as usize)))
    };
    let fits = |partial: &Partial<Tally>| partial.tally().total() == partial.units_done();
    let reached = run.reach(decks, fits, describe)?;
    let (Some(reached), Some(output)) = (reached, output) else { return Ok(()) };
    let result = Verdicts::new(decks, run, &reached, seed, confidence);
    run.deliver(&reached, output, &result)
}

/// The verdicts, with their provenance.
struct Verdicts {
    rows: Vec<OfflineRow>,
    /// The cards of the deck, and those on the table at the start.
    cards: (usize, usize),
    provenance: Provenance,
}

impl Verdicts {
    fn new(
        decks: &Offline,
        run: &LongRun,
        reached: &Reached<Tally>,
        seed: Seed,
        confidence: Confidence,
    ) -> Self {
        let rules = decks.rules();
        let made_by = ("search", InstructionSet::Baseline);
        let provenance = run.provenance(reached, Some(randomness(seed)), made_by, Some(confidence));
        let rows = rows(rules.deck(), &reached.partial.tally(), confidence);
        Self { rows, cards: (rules.deck().size(), rules.start()), provenance }
    }

    /// `1,000 decks of 81, 12 cards on the table, seed 1, 2 threads, 0.2 s (5,000/s)`
    fn heading(&self) -> String {
        let Provenance { work, run, randomness, .. } = &self.provenance;
        let (size, start) = self.cards;
        let interrupted = if work.complete { "" } else { work.why_not_all() };
        let seed = randomness.as_ref().map(|it| format!(", seed {}", it.seed)).unwrap_or_default();
        let rate = format!("{}/s", significant(run.units_per_second, 3));
        let text = format!(
            "{interrupted} {} decks of {size}, {start} cards on the table{seed}, {}\n",
            grouped(work.done),
            cost(work, run, &rate),
        );
        text.trim_start().to_owned()
    }
}

impl Report for Verdicts {
    const RECORDED: bool = true;

    fn csv(&self, to: &mut dyn Write) -> io::Result<()> {
        csv::write(&self.rows, to)
    }

    fn json(&self, to: &mut dyn Write) -> io::Result<()> {
        #[derive(Serialize)]
        struct Document<'a> {
            provenance: &'a Provenance,
            verdicts: &'a [OfflineRow],
        }
        json::write(&Document { provenance: &self.provenance, verdicts: &self.rows }, to)
    }

    fn text(&self, page: Page, to: &mut dyn Write) -> io::Result<()> {
        write!(to, "{}\n{}", page.fill(&self.heading()), text(&self.rows))
    }

    fn markdown(&self, to: &mut dyn Write) -> io::Result<()> {
        let (command, table) = (&self.provenance.command, table(&self.rows, Style::Markdown));
        write!(to, "# Decks that can be cleared\n\n```sh\n{command}\n```\n\n{table}")
    }

    fn summary(&self, page: Page) -> String {
        format!("{}\n{}", page.fill(&self.heading()), text(&self.rows))
    }

    fn record(&self, to: &mut dyn Write) -> io::Result<()> {
        json::write(&self.provenance, to)
    }
}
