//! `setodds classes`: lists or counts the hands up to symmetry.

use crate::commands::context::Context;
use crate::commands::failure::{Failure, OrFail};
use crate::commands::options::DeckArgs;
use crate::commands::provenance::Clock;
use crate::commands::run::Run;
use crate::commands::search::{Reach, SearchArgs, Searching};
use crate::exact::classes::{largest_size_in_seconds, measurer, table};
use crate::hand::sizes::Sizes;
use crate::measure::MeasureError;
use crate::report::classes::{ClassCountRow, ClassRow};
use crate::report::number::{count, plural, time};
use crate::report::provenance::{ListingDetails, Provenance};
use crate::report::result::Report;
use crate::run::Threads;
use crate::symmetry::{Family, Space};
#[cfg(feature = "cli")]
use clap::Args;
use serde::Deserialize;

#[cfg(feature = "cli")]
const AFTER_HELP: &str = "\
Examples:
  setodds classes --cards 6             the 15 classes of 6 cards
  setodds classes --cards 0-81 --count  how many, by Burnside's lemma
  setodds classes --cards 0-12 -o classes.csv";

const CHECKS: &[&str] = &[
    "the number of classes is that of Burnside's lemma",
    "the hands of all classes are C(v,k)",
    "the number of sets is distributed as in the exact table, and has the closed moments",
];

/// List hands up to symmetry, or count them by Burnside's lemma.
///
/// Two hands are equivalent if an invertible affine map of AG(4,3), such as a permutation of
/// features or of the values of one, takes one to the other. With N features it is AG(N,3).
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "cli", derive(Args))]
#[cfg_attr(feature = "cli", command(after_help = AFTER_HELP))]
pub(crate) struct ClassesArgs {
    /// Cards in a hand: 6, a range 0-12, or a list
    #[cfg_attr(
        feature = "cli",
        arg(long, value_name = "K", required = true, allow_hyphen_values = true)
    )]
    cards: Option<Sizes>,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    deck: DeckArgs,
    /// Only count the classes; instant for any size
    #[cfg_attr(feature = "cli", arg(long))]
    count: bool,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    search: SearchArgs,
}

impl Run for ClassesArgs {
    fn run(&self, context: &Context) -> Result<Report, Failure> {
        if self.count { self.only_count(context) } else { self.list(context) }
    }
}

impl ClassesArgs {
    fn sizes(&self) -> Result<Sizes, Failure> {
        let deck = self.deck.features;
        let all = || (0..=deck.size()).collect::<Sizes>();
        self.cards.clone().unwrap_or_else(all).within(deck).or_usage()
    }

    fn only_count(&self, context: &Context) -> Result<Report, Failure> {
        let deck = self.deck.features;
        let sizes = self.sizes()?;
        let clock = Clock::start();
        let rows = ClassCountRow::rows(deck, &sizes);
        let made = clock.listing(context, &[], rows.len() as u128, Threads::ONE);
        let title = "The number of essentially different hands";
        Ok(Report::new(title, &made, "numbers", rows))
    }

    fn list(&self, context: &Context) -> Result<Report, Failure> {
        let deck = self.deck.features;
        let sizes = self.sizes()?;
        let most = sizes.largest();
        measurer(deck, most).map_err(|error| match error {
            MeasureError::TooLarge { most, .. } => usage_error!(
                "the classes of hands of up to {most} cards can be listed; `--count` counts those \
                 of any size"
            ),
            error => Failure::Usage(error.to_string()),
        })?;
        let space = Space::new(deck);
        let reach = Reach { most, quick: most <= largest_size_in_seconds(deck), measured: false };
        let run = self.search.long_run(context, deck)?;
        let force = self.search.force;
        let mut searching = Searching::begin(&run, force, &space, Family::Hands, reach)?.saved()?;
        let mut rows = Vec::new();
        searching.visit(|search, pool| {
            if sizes.iter().any(|cards| cards == search.cards()) {
                let numbered = table(search, pool).or_failed()?.into_iter().zip(1..);
                let row = |(class, number)| ClassRow::new(deck, search.cards(), number, class);
                rows.extend(numbered.map(row));
            }
            Ok(())
        })?;
        let provenance = searching.provenance(CHECKS);
        let heading = heading(&rows, &provenance);
        let report = Report::new("Essentially different hands", &provenance, "classes", rows);
        Ok(report.with_heading(heading))
    }
}

/// Formats the heading of the report, such as `15 classes, 324,540,216 hands, 2 threads, 0.1 s`.
fn heading(rows: &[ClassRow], provenance: &Provenance<ListingDetails>) -> String {
    let hands: u128 = rows.iter().map(|row| row.hands).sum();
    format!(
        "{}, {}, checked against Burnside's lemma; {}, {}\n",
        count(rows.len() as u128, "class"),
        count(hands, "hand"),
        plural(provenance.details.run.threads, "thread"),
        time(provenance.details.run.elapsed_seconds)
    )
}
