//! Any CSV that the program writes as a picture.
//!
//! A table is recognised by its columns ([`recognise`](super::datasets::recognise)); its rows
//! become a [`description`] (axes, series, marks) that knows nothing of pixels; [`drawing`] makes
//! SVG and PNG of that, and [`text`] lines for a terminal. One file for each subject says what
//! suits it: `distribution`, `moments`, `games` with `stages`, `race`, `caps` and `lists`.
//!
//! ```
//! use setodds::report::chart::{Look, Options, Source, chart, svg};
//!
//! let text = "features,cards,hands,classes\n4,1,81,1\n4,2,3240,1\n4,3,85320,2\n";
//! let chart = chart(&[Source { name: "numbers.csv", text }], &Options::default())?;
//! assert!(svg(&chart, Look::Light).starts_with("<svg "));
//! # Ok::<(), setodds::report::chart::TableError>(())
//! ```

mod caps;
pub mod description;
mod distribution;
mod distribution_rows;
pub mod drawing;
mod games;
mod lists;
mod moments;
mod race;
mod scale;
mod stages;
pub mod text;
mod words;

pub use super::datasets::recognise::{Source, TableError};
pub(super) use caps::sizes as cap_sizes;
pub use description::Chart;
pub use distribution::bars_of;
pub(super) use distribution::no_set_of;
#[cfg(feature = "plots")]
pub use drawing::png;
pub use drawing::{Look, PictureStyle, svg};
pub(super) use games::values_of;
pub(super) use stages::no_set as stages;

use description::{Axis, Scale};

use super::datasets::recognise::Recognised;
use super::datasets::{Dataset, all};
use crate::hand::sizes::Sizes;
use setodds_engine::named_enum;

/// What a chart should show, where there is a choice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Which picture.
    pub kind: Kind,
    /// Whether shares are shown by powers of ten.
    pub log: bool,
    /// Which hand sizes of a distribution; all when missing.
    pub cards: Option<Sizes>,
    /// Which measure of a distribution, by its name; all when missing.
    pub measure: Option<String>,
}

named_enum! {
    /// A kind of picture.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Kind: "kind" {
        /// What suits the table.
        #[default]
        Auto = "auto",
        /// Distributions: bars, a panel for each hand size.
        Bars = "bars",
        /// Distributions: all hand sizes as a map.
        Map = "map",
        /// Distributions: how often there is no set, by hand size.
        NoSet = "no-set",
        /// Distributions: the mean by hand size.
        Mean = "mean",
        /// Races: what more threads bring.
        Threads = "threads",
    }
}

/// The chart of one CSV, or of several of the same table.
///
/// # Errors
///
/// When a CSV is no table of the program's, has a row that cannot be read or none at all, is a list
/// with nothing to draw, when tables differ, or when the options do not suit them.
pub fn chart(sources: &[Source<'_>], options: &Options) -> Result<Chart, TableError> {
    let found = Recognised::all(sources)?;
    suitable(&found[0], options)?;
    let chart = drawn(&found, options)?;
    fits(&chart)?;
    Ok(chart)
}

/// Refuses a picture of more panels or names than anyone can read; its size would have no bounds.
fn fits(chart: &Chart) -> Result<(), TableError> {
    const MOST_PANELS: usize = 60;
    const MOST_NAMES: usize = 200;
    let names = |axis: &Axis| match &axis.scale {
        Scale::Named(names) => names.len(),
        _ => 0,
    };
    let axes = chart.panels.iter().flat_map(|panel| [&panel.x, &panel.y]);
    let (panels, names) = (chart.panels.len(), axes.map(names).max().unwrap_or(0));
    if panels <= MOST_PANELS && names <= MOST_NAMES {
        return Ok(());
    }
    Err(TableError::Unsuitable(format!(
        "there is too much for one picture: {panels} panels (at most {MOST_PANELS}) with up to \
         {names} names along an axis (at most {MOST_NAMES}); plot fewer rows"
    )))
}

fn drawn(files: &[Recognised<'_>], options: &Options) -> Result<Chart, TableError> {
    Ok(match files[0].dataset {
        Dataset::Distribution => distribution::chart(files, options)?,
        Dataset::Stages => stages::no_set(&all(files)?),
        Dataset::Survival => stages::survival(&all(files)?),
        Dataset::Summary => lists::summary(&all(files)?, options),
        Dataset::Types => stages::types(&all(files)?),
        Dataset::Differences => games::differences(files)?,
        Dataset::Leftover | Dataset::ExtraDeals | Dataset::LargestTable | Dataset::Rounds => {
            games::values(files, options)?
        }
        Dataset::Race => race::chart(all(files)?, options)?,
        Dataset::GameRace => race::games(&all(files)?),
        Dataset::MeasureRace => race::measures(&all(files)?),
        Dataset::Caps => caps::sizes(all(files)?),
        Dataset::CapClasses => caps::classes(&all(files)?),
        Dataset::RandomCaps => caps::random(&all(files)?, options),
        Dataset::Classes => lists::classes(&all(files)?),
        Dataset::ClassCounts => lists::class_counts(&all(files)?),
        Dataset::Joint => lists::joint(&all(files)?),
        Dataset::Extremes => lists::extremes(all(files)?),
        Dataset::Moments => moments::chart(&all(files)?),
        Dataset::Answers => lists::answers(&all(files)?, options),
        Dataset::Offline => lists::offline(&all(files)?),
        Dataset::HandCaps => lists::hands(&all(files)?),
        Dataset::Next => lists::next(&all(files)?, options),
        Dataset::Cards
        | Dataset::Sets
        | Dataset::Completions
        | Dataset::Ultrasets
        | Dataset::ValueAnswers
        | Dataset::Puzzles
        | Dataset::Hidden
        | Dataset::Verification => return Err(nothing_to_draw(&files[0])),
    })
}

/// Refuses what a table cannot show.
fn suitable(first: &Recognised<'_>, options: &Options) -> Result<(), TableError> {
    let distribution = first.dataset == Dataset::Distribution;
    let suits = match options.kind {
        Kind::Auto => true,
        Kind::Bars | Kind::Map | Kind::NoSet | Kind::Mean => distribution,
        Kind::Threads => first.dataset == Dataset::Race,
    };
    first.refuse(&[
        (!suits, &format!("--kind {}", options.kind)),
        (options.cards.is_some() && !distribution, "--cards"),
        (options.measure.is_some() && !distribution, "--measure"),
    ])
}

fn nothing_to_draw(found: &Recognised<'_>) -> TableError {
    let instead = match found.dataset {
        Dataset::Hidden => "the table leftover of the same games can be drawn",
        Dataset::Completions => "`next --format csv` can be drawn",
        Dataset::ValueAnswers => "`odds --measure NAME --format csv` without --value can be drawn",
        Dataset::Verification => "what it compares can be drawn from the tables under reports/",
        _ => "`find --caps --format csv` counts the sets of each hand, and that can be drawn",
    };
    let (name, words) = (found.source.name, found.dataset.words());
    TableError::Unsuitable(format!("{name} lists {words}: there is nothing to draw; {instead}"))
}
