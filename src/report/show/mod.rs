//! Shows CSVs of the program as a table or as a picture.
//!
//! ```
//! use setodds::report::chart::{Options, svg};
//! use setodds::report::columns::RenderTarget;
//! use setodds::report::recognise::CsvText;
//! use setodds::report::show::{Choice, chart, table};
//!
//! let text = "features,cards,hands,classes\n4,12,70724320184700,41407\n";
//! let source = CsvText { name: "numbers.csv", text };
//! let table = table(&[source], &Choice::default(), RenderTarget::Markdown)?;
//! assert!(table.contains("|    12 | 70,724,320,184,700 |  41,407 |"));
//! let chart = chart(&[source], &Options::default())?;
//! assert!(svg(&chart).starts_with("<svg "));
//! # Ok::<(), setodds::report::recognise::TableError>(())
//! ```

#[cfg(test)]
mod chart_tests;
#[cfg(test)]
pub(crate) mod table_tests;

pub use super::kind::view::Choice;

use super::chart::{Axis, Chart, ChartKind, Options, Scale};
use super::column_chart;
use super::columns::RenderTarget;
use super::escape::excerpt;
use super::kind::recognised::{Recognised, chosen, missing_cards, names};
use super::kind::table_error::{CsvText, TableError};
use super::kind::view::View;
use super::read::recognise::{dataset_of, recognised};
use super::rows::distribution::DistributionRow;
use super::rows::race::RaceRow;
use crate::measure::Measure;
use crate::stats::Confidence;

/// The table of one CSV, or of several of the same kind.
///
/// # Errors
///
/// When a CSV is not a table of the program's or has a row that cannot be read, when tables differ,
/// or when nothing is left of what is chosen.
pub fn table(
    sources: &[CsvText<'_>],
    choice: &Choice,
    target: RenderTarget,
) -> Result<String, TableError> {
    let files = recognised(sources, choice.confidence)?;
    suits(&files[0], choice)?;
    let files = chosen(files, choice.cards.as_ref(), choice.measure.map(Measure::name))?;
    (files[0].dataset.table)(&files, View { choice, target })
}

/// Refuses what a kind of result cannot show.
fn suits(first: &Recognised<'_>, choice: &Choice) -> Result<(), TableError> {
    let distribution = first.dataset.is::<DistributionRow>();
    let sizes = first.dataset.columns().contains(&"cards");
    first.refuse(&[
        (choice.gaps && !distribution, "--gaps"),
        (choice.measure.is_some() && !distribution, "--measure"),
        (choice.cards.is_some() && !sizes, "--cards"),
    ])
}

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
            (options.kind != ChartKind::Auto, "--kind"),
            (options.cards.is_some(), "--cards"),
            (options.measure.is_some(), "--measure"),
        ];
        if let Some((_, option)) = unsuited.into_iter().find(|(is_given, _)| *is_given) {
            return Err(TableError::Unsuitable(format!(
                "{option} is for tables of setodds; leave it out"
            )));
        }
        return column_chart::chosen_of_any(sources, x, y, options.log);
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
        Some((x, y)) => column_chart::chosen(files, x, y, options.log),
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
        ChartKind::Auto => true,
        ChartKind::Bars | ChartKind::Map | ChartKind::NoSet | ChartKind::Quantiles => distribution,
        ChartKind::Threads => first.dataset.is::<RaceRow>(),
    };
    let is_chosen = options.columns.is_some() && options.kind != ChartKind::Auto;
    first.refuse(&[
        (!suits || is_chosen, &format!("--kind {}", options.kind)),
        (options.cards.is_some() && !distribution, "--cards"),
        (options.measure.is_some() && !distribution, "--measure"),
    ])
}
