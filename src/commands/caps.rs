//! `setodds caps`: counts all hands without a set.

use crate::cap::{CapCount, sizes_in_seconds};
use crate::card::Deck;
use crate::commands::context::Context;
use crate::commands::failure::{Failure, OrFail};
use crate::commands::options::DeckArgs;
use crate::commands::run::Run;
use crate::commands::search::{Reach, SearchArgs, Searching};
use crate::hand::sizes::Sizes;
use crate::report::caps::{CapClassRow, CapRow, written};
use crate::report::number::{count, grouped, plural, time};
use crate::report::provenance::{self, ListingDetails, Provenance};
use crate::report::result::Report;
use crate::symmetry::{Family, Search, Space, admitted};
#[cfg(feature = "cli")]
use clap::Args;
use serde::Deserialize;

#[cfg(feature = "cli")]
const AFTER_HELP: &str = "\
Examples:
  setodds caps                               every size
  setodds caps --cards 20 --representatives  the largest cap
  setodds caps --features 3
  setodds caps --features 5 --cards 0-13     takes minutes";

const CHECKS: &[&str] = &["(k + 1) N(k+1) = sum over the caps of k cards of the cards they admit"];

/// Count the hands without a set (caps) of every size.
///
/// These are the caps of AG(n,3), also called cap sets; complete caps are the maximal ones, to
/// which no card can be added. Also counts classes of caps up to invertible affine
/// maps.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "cli", derive(Args))]
#[cfg_attr(feature = "cli", command(after_help = AFTER_HELP))]
pub(crate) struct CapsArgs {
    /// Cards in a cap: 20, 0-20, or 3,5 [default: all]
    ///
    /// The default is 0-12 with 5 features, 0-9 with 6.
    #[cfg_attr(feature = "cli", arg(long, value_name = "K", allow_hyphen_values = true))]
    cards: Option<Sizes>,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    deck: DeckArgs,
    /// List one cap of each class
    ///
    /// With the order of its stabilizer and the number of cards that can be added.
    #[cfg_attr(feature = "cli", arg(long))]
    representatives: bool,
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    search: SearchArgs,
}

impl Run for CapsArgs {
    fn run(&self, context: &Context) -> Result<Report, Failure> {
        let deck = self.deck.features;
        let sizes = self.cards.clone().unwrap_or_else(|| sizes_in_seconds(deck).collect());
        let (sizes, space) = (sizes.within(deck).or_usage()?, Space::new(deck));
        let most = sizes.largest();
        let reach = Reach { most, quick: most <= *sizes_in_seconds(deck).end(), measured: false };
        let run = self.search.long_run(context, deck)?;
        let force = self.search.force;
        let mut searching = Searching::begin(&run, force, &space, Family::Caps, reach)?.saved()?;
        let (mut rows, mut classes) = (Vec::new(), self.representatives.then(Vec::new));
        let mut before: Option<CapCount> = None;
        searching.visit(|search, pool| {
            let count = CapCount::new(search, pool);
            if let Some(before) = before {
                before.check_next(&count).or_failed()?;
            }
            if sizes.iter().any(|cards| cards == search.cards()) {
                rows.push(CapRow::new(deck, &count));
                classes.iter_mut().for_each(|all| all.extend(class_rows(deck, search)));
            }
            before = Some(count);
            Ok(())
        })?;
        Ok(report(rows, classes, &searching.provenance(CHECKS)))
    }
}

/// Returns an iterator over numbered rows, one for each class of caps of the current hand size.
fn class_rows(deck: Deck, search: &Search<'_>) -> impl Iterator<Item = CapClassRow> {
    let (cards, mut admitted) = (search.cards(), admitted(search.space()));
    search.classes().iter().zip(1..).map(move |(class, number)| {
        let admits = admitted(&class);
        CapClassRow {
            features: deck.features(),
            cards,
            class: number,
            caps: class.hands(deck),
            stabilizer: class.stabilizer(deck),
            admits,
            complete: admits == 0,
            representative: written(class.form().iter(), deck),
        }
    })
}

/// Returns the report on the hand sizes, or on the representatives of all classes if they were
/// listed.
fn report(
    sizes: Vec<CapRow>,
    classes: Option<Vec<CapClassRow>>,
    made: &Provenance<ListingDetails>,
) -> Report {
    let title = "Hands without a set";
    let (heading, largest) = (heading(&sizes, &made.details.run), largest(&sizes));
    let report = match classes {
        None => Report::new(title, made, "sizes", sizes),
        Some(classes) => {
            Report::new(title, made, "classes", classes).with_table("sizes", Box::new(sizes))
        }
    };
    report.with_heading(heading).with_sentences(largest)
}

/// Formats the heading of the report, such as `1,234 classes of caps, counted twice, 2 threads, 0.2
/// s`.
fn heading(sizes: &[CapRow], run: &provenance::Run) -> String {
    let classes: usize = sizes.iter().map(|row| row.classes).sum();
    format!(
        "{} of caps, counted twice, {}, {}\n",
        count(classes as u128, "class"),
        plural(run.threads, "thread"),
        time(run.elapsed_seconds)
    )
}

/// Returns a sentence with the size of the largest caps, or an empty text if the sizes do not show
/// it.
fn largest(sizes: &[CapRow]) -> String {
    let end = sizes.windows(2).rfind(|pair| pair[1].caps == 0 && pair[0].caps > 0);
    end.map_or_else(String::new, |pair| {
        let CapRow { cards, caps, classes, .. } = &pair[0];
        let classes = if *classes == 1 { "one class".into() } else { plural(*classes, "class") };
        format!(
            "The largest hand without a set has {cards} cards; there are {} of them, in \
             {classes}.\n",
            grouped(*caps)
        )
    })
}
