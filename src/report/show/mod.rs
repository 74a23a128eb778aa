//! Formats tables and draws charts of the program's own CSV files.
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

use super::chart::{Axis, Chart, ChartKind, Options, Scale};
use super::column_chart;
use super::columns::RenderTarget;
use super::escape::excerpt;
use super::kind::{Dataset, TextRows, View};
use super::read::recognise::{dataset_of, files, values};
use super::rows::distribution::DistributionRow;
use super::rows::race::RaceRow;
use super::sheet::{CsvText, TableError, names};
use crate::hand::sizes::Sizes;
use crate::measure::Measure;
use crate::stats::Confidence;
use std::collections::BTreeSet;

/// Selection of the rows of a CSV to show.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice {
    /// The hand sizes to show; `None` means all.
    pub cards: Option<Sizes>,
    /// The measure of a distribution to show; `None` means all.
    pub measure: Option<Measure>,
    /// Whether to list the values in the range of a distribution that no hand has.
    pub gaps: bool,
    /// The confidence level of the intervals.
    pub confidence: Confidence,
}

/// Formats the table of one CSV, or of several of the same kind.
///
/// # Errors
///
/// Fails if a CSV is not a table of this program or has an invalid row, if the tables differ in
/// kind, or if no row matches the choice.
pub fn table(
    sources: &[CsvText<'_>],
    choice: &Choice,
    target: RenderTarget,
) -> Result<String, TableError> {
    let (dataset, files) = files(sources, choice.confidence)?;
    let is_distribution = dataset.is::<DistributionRow>();
    let unsuited = [
        (choice.gaps && !is_distribution, "--gaps"),
        (choice.measure.is_some() && !is_distribution, "--measure"),
        (choice.cards.is_some() && dataset.place("cards").is_none(), "--cards"),
    ];
    refuse(dataset, &files, &unsuited)?;
    let files = chosen(dataset, files, choice.cards.as_ref(), choice.measure.map(Measure::name))?;
    let &Choice { gaps, confidence, .. } = choice;
    (dataset.table)(&files, View { target, confidence, gaps })
}

/// Returns an error for the first option that does not apply to this kind of table.
fn refuse(
    dataset: Dataset,
    files: &[TextRows<'_>],
    unsuited: &[(bool, &str)],
) -> Result<(), TableError> {
    let Some((_, option)) = unsuited.iter().find(|(is_unsuited, _)| *is_unsuited) else {
        return Ok(());
    };
    Err(TableError::Unsuitable(format!(
        "{} holds {}, which {option} does not suit; leave it out",
        files[0].name, dataset.words
    )))
}

/// Keeps the rows of the chosen hand sizes and measure. Returns an error if no row is left.
fn chosen<'a>(
    dataset: Dataset,
    mut files: Vec<TextRows<'a>>,
    cards: Option<&Sizes>,
    measure: Option<&str>,
) -> Result<Vec<TextRows<'a>>, TableError> {
    let names = names(&files);
    for file in &mut files {
        if let Some((sizes, place)) = cards.zip(dataset.place("cards")) {
            let is_chosen = |size: usize| sizes.iter().any(|cards| cards == size);
            file.rows.retain(|row| row[place].parse().is_ok_and(is_chosen));
        }
        if let Some((measure, place)) = measure.zip(dataset.place("measure")) {
            file.rows.retain(|row| &row[place] == measure);
        }
    }
    files.retain(|file| !file.rows.is_empty());
    if !files.is_empty() {
        return Ok(files);
    }
    let cards = cards.map_or_else(String::new, |cards| format!(" of {cards} cards"));
    let measure = measure.map_or_else(String::new, |measure| format!(" for `{measure}`"));
    Err(TableError::Unsuitable(format!(
        "{names} has no rows{cards}{measure}; leave out --cards and --measure to see all rows"
    )))
}

/// Draws the chart of one CSV, or of several of the same kind. If the options choose columns, any
/// CSV with a header is accepted.
///
/// # Errors
///
/// Fails if a CSV has an invalid row or no rows, is not a table of this program although no columns
/// are chosen, or is of a kind that cannot be drawn; also if the tables differ in kind or the
/// options do not suit them.
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
    let (dataset, found) = files(sources, options.level.unwrap_or_default())?;
    let is_distribution = dataset.is::<DistributionRow>();
    let has_kind = match options.kind {
        ChartKind::Auto => true,
        _ if options.columns.is_some() => false,
        ChartKind::Bars | ChartKind::Map | ChartKind::NoSet | ChartKind::Quantiles => {
            is_distribution
        }
        ChartKind::Threads => dataset.is::<RaceRow>(),
    };
    let unsuited = [
        (!has_kind, &*format!("--kind {}", options.kind)),
        (options.cards.is_some() && !is_distribution, "--cards"),
        (options.measure.is_some() && !is_distribution, "--measure"),
    ];
    refuse(dataset, &found, &unsuited)?;
    let missing = missing_cards(dataset, &found)?;
    let found = chosen(dataset, found, options.cards.as_ref(), options.measure.as_deref())?;
    let mut chart = drawn(dataset, &found, options)?;
    fits(&chart)?;
    if options.log && chart == drawn(dataset, &found, &Options { log: false, ..options.clone() })? {
        return Err(TableError::Unsuitable(format!(
            "--log makes no difference to this picture of {}; leave it out",
            names(&found)
        )));
    }
    if chart.is_empty() {
        return Err(TableError::Unsuitable(format!(
            "there is nothing to draw: {} has rows, but none that this picture shows",
            names(&found)
        )));
    }
    if !missing.is_empty() {
        chart.caption += &format!(" The deck was without the cards {}.", excerpt(&missing));
    }
    chart.level = options.level.or_else(|| dataset.limits_follow().then(Confidence::default));
    Ok(chart)
}

/// Draws a chart of the chosen columns, or the default chart of the table.
fn drawn(dataset: Dataset, files: &[TextRows<'_>], options: &Options) -> Result<Chart, TableError> {
    match &options.columns {
        Some((x, y)) => {
            let caption = format!("{}: {}.", names(files), dataset.words);
            column_chart::chosen(dataset.fields, files, (x, y), options.log, caption)
        }
        None => (dataset.chart)(files, options),
    }
}

/// Returns the text that lists the cards missing from the deck of all rows; empty for a full deck.
/// Fails if the rows are of several decks.
fn missing_cards(dataset: Dataset, files: &[TextRows<'_>]) -> Result<String, TableError> {
    let decks: BTreeSet<&str> = values(dataset, files, "without");
    if decks.len() < 2 {
        return Ok(decks.into_iter().collect());
    }
    let name = |cards: &str| match cards {
        "" => "the full deck".to_owned(),
        _ => format!("the deck without {}", excerpt(cards)),
    };
    let decks: Vec<String> = decks.into_iter().map(name).collect();
    Err(TableError::Unsuitable(format!(
        "{}: the hands are of several decks ({}); give the rows of one deck",
        names(files),
        decks.join(", ")
    )))
}

/// Fails if a chart has more panels, or more names on an axis, than can be read. Otherwise a file
/// could make the picture arbitrarily large.
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
