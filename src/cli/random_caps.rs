//! `setodds caps --random`: how large random complete caps are, exactly.

use super::distributions::Clock;
use super::failure::{Failure, OrFail};
use super::output::{Output, Page, Report};
use super::search::{Manner, provenance};
use anyhow::anyhow;
use serde::Serialize;
use setodds::cap::random::sizes;
use setodds::card::Deck;
use setodds::report::columns::Style;
use setodds::report::listing::{ListingProvenance, RandomCapRow, random_cap_table};
use setodds::report::{csv, json};
use setodds::run::Crew;
use std::io::{self, Write};

const CHECKS: &[&str] = &["the probabilities add up to 1, exactly"];

/// Counts, and delivers.
pub(super) fn run(deck: Deck, manner: &Manner, output: &Output) -> Result<(), Failure> {
    if deck.features() > 4 {
        return Err(Failure::Usage(anyhow!(
            "the caps of {n} features are too many; `setodds simulate --features {n} --measure greedy-cap` \
             estimates how large random ones are",
            n = deck.features()
        )));
    }
    let (clock, crew) = (Clock::start(), Crew::new(manner.threads).or_failed()?);
    let sizes = sizes::<2>(deck, &crew, manner.stop.cancel()).or_failed()?;
    let rows = sizes.ok_or(Failure::Interrupted)?;
    let rows = rows.iter().map(|size| RandomCapRow::new(deck, size)).collect::<Vec<_>>();
    let provenance = provenance(&clock, CHECKS, rows.len() as u128, manner.threads);
    output.deliver(&RandomCaps { rows, provenance }, manner.quiet)
}

/// The result.
struct RandomCaps {
    rows: Vec<RandomCapRow>,
    provenance: ListingProvenance,
}

impl Report for RandomCaps {
    const RECORDED: bool = true;

    fn csv(&self, to: &mut dyn Write) -> io::Result<()> {
        csv::write(&self.rows, to)
    }

    fn json(&self, to: &mut dyn Write) -> io::Result<()> {
        #[derive(Serialize)]
        struct Document<'a> {
            provenance: &'a ListingProvenance,
            sizes: &'a [RandomCapRow],
        }
        json::write(&Document { provenance: &self.provenance, sizes: &self.rows }, to)
    }

    fn text(&self, _: Page, to: &mut dyn Write) -> io::Result<()> {
        write!(to, "{}", random_cap_table(&self.rows, Style::Terminal))
    }

    fn markdown(&self, to: &mut dyn Write) -> io::Result<()> {
        let table = random_cap_table(&self.rows, Style::Markdown);
        let command = &self.provenance.command;
        writeln!(to, "# The size of a random complete cap\n\n```sh\n{command}\n```\n\n{table}")
    }

    fn record(&self, to: &mut dyn Write) -> io::Result<()> {
        json::write(&self.provenance, to)
    }
}
