//! Any CSV that the program writes as a picture.
//!
//! Each [kind](super::kind::Kind) of result names the function that turns its rows into a [`description`] (axes, series,
//! marks) that knows nothing of pixels; these functions are here, a file for each subject.
//! [`drawing`] makes SVG and PNG of a description.
//!
//! ```
//! use setodds::report::chart::{CsvText, Options, chart, svg};
//!
//! let text = "features,cards,hands,classes\n4,1,81,1\n4,2,3240,1\n4,3,85320,2\n";
//! let chart = chart(&[CsvText { name: "numbers.csv", text }], &Options::default())?;
//! assert!(svg(&chart).starts_with("<svg "));
//! # Ok::<(), setodds::report::chart::TableError>(())
//! ```

mod axis;
mod by_size;
mod captions;
pub(super) mod columns;
pub mod description;
pub(super) mod distribution;
mod distribution_rows;
pub mod drawing;
mod explained;
pub(super) mod games;
mod options;
mod panel;
mod quantiles;
pub(super) mod race;
mod scale;
pub(super) mod stages;
#[cfg(test)]
mod tests;
pub(super) mod words;

pub use super::datasets::recognise::{CsvText, TableError};
pub use description::Chart;
#[cfg(feature = "plots")]
pub use drawing::png;
pub use drawing::svg;
pub use options::{Kind, Options};

use description::{Axis, Scale};

use super::datasets::distribution::DistributionRow;
use super::datasets::race::RaceRow;
use super::datasets::recognise::{dataset_of, recognised};
use super::datasets::recognised::{Recognised, chosen, missing_cards, names};
use crate::report::escape::excerpt;
use crate::stats::Confidence;

/// The chart of one CSV, or of several of the same table; where columns are chosen, of any CSV with
/// a header.
///
/// # Errors
///
/// When a CSV is not a table of the program's and no columns are chosen, has a row that cannot be
/// read or none at all, is a list with nothing to draw, when tables differ, or when the options do
/// not suit them.
pub fn chart(sources: &[CsvText<'_>], options: &Options) -> Result<Chart, TableError> {
    if let Some((x, y)) = &options.columns
        && sources.iter().all(|source| dataset_of(*source).is_err())
    {
        let unsuited = [
            (options.kind != Kind::Auto, "--kind"),
            (options.cards.is_some(), "--cards"),
            (options.measure.is_some(), "--measure"),
        ];
        if let Some((_, option)) = unsuited.into_iter().find(|(is_given, _)| *is_given) {
            return Err(TableError::Unsuitable(format!(
                "{option} is for tables of setodds; leave it out"
            )));
        }
        return columns::chosen_of_any(sources, x, y, options.log);
    }
    let found = recognised(sources, options.level.unwrap_or_default())?;
    suitable(&found[0], options)?;
    let missing = missing_cards(&found)?.to_owned();
    let found = &chosen(found, options.cards.as_ref(), options.measure.as_deref())?[..];
    let mut chart = drawn(found, options)?;
    fits(&chart)?;
    if options.log && chart == drawn(found, &Options { log: false, ..options.clone() })? {
        return Err(TableError::Unsuitable(format!(
            "--log makes no difference to this picture of {}; leave it out",
            names(found)
        )));
    }
    if chart.is_empty() && found.iter().any(|file| !file.is_empty()) {
        return Err(TableError::Unsuitable(format!(
            "there is nothing to draw: {} has rows, but none that this picture shows",
            names(found)
        )));
    }
    if !missing.is_empty() {
        chart.caption += &format!(" The deck was without the cards {}.", excerpt(&missing));
    }
    let is_usual = found[0].dataset.limits_follow();
    let level = options.level.or_else(|| is_usual.then(Confidence::default));
    chart.level = level.map(Confidence::level);
    Ok(chart)
}

/// The chart of the columns that were chosen, or of what suits the table.
fn drawn(files: &[Recognised<'_>], options: &Options) -> Result<Chart, TableError> {
    match &options.columns {
        Some((x, y)) => columns::chosen(files, x, y, options.log),
        None => (files[0].dataset.chart)(files, options),
    }
}

/// Refuses a picture of more panels or names than anyone can read; its size would have no bounds.
fn fits(chart: &Chart) -> Result<(), TableError> {
    const MAX_PANELS: usize = 60;
    const MAX_NAMES: usize = 200;
    let names = |axis: &Axis| match &axis.scale {
        Scale::Named(names) => names.len(),
        _ => 0,
    };
    let axes = chart.panels.iter().flat_map(|panel| [&panel.x, &panel.y]);
    let (panels, names) = (chart.panels.len(), axes.map(names).max().unwrap_or(0));
    if panels <= MAX_PANELS && names <= MAX_NAMES {
        return Ok(());
    }
    Err(TableError::Unsuitable(format!(
        "there is too much for one picture: {panels} panels (at most {MAX_PANELS}) with up to \
         {names} names along an axis (at most {MAX_NAMES}); plot fewer rows"
    )))
}

/// Refuses what a table cannot show.
fn suitable(first: &Recognised<'_>, options: &Options) -> Result<(), TableError> {
    let distribution = first.dataset.is::<DistributionRow>();
    let suits = match options.kind {
        Kind::Auto => true,
        Kind::Bars | Kind::Map | Kind::NoSet | Kind::Quantiles => distribution,
        Kind::Threads => first.dataset.is::<RaceRow>(),
    };
    let is_chosen = options.columns.is_some() && options.kind != Kind::Auto;
    first.refuse(&[
        (!suits || is_chosen, &format!("--kind {}", options.kind)),
        (options.cards.is_some() && !distribution, "--cards"),
        (options.measure.is_some() && !distribution, "--measure"),
    ])
}
