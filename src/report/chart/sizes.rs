//! Numbers by hand size: hands without a set, essentially different hands, and extremes.

use super::columns::Plot;
use super::description::{Chart, Series};
use super::words;
use super::words::SAME;
use crate::report::caps::CapRow;
use crate::report::classes::ClassCountRow;
use crate::report::datasets::recognised::Recognised;
use crate::report::datasets::table_error::TableError;
use crate::report::datasets::view::all;
use crate::report::extremes::ExtremeRow;
use crate::report::groups::each_once;

/// The axis of hand sizes.
const CARDS: (&str, &str) = ("cards", "cards in the hand");

/// One deck: how many caps, complete caps and classes; several: how often a hand holds no set.
pub(crate) fn caps(files: &[Recognised<'_>]) -> Result<Chart, TableError> {
    let decks = each_once(all::<CapRow>(files)?.iter().map(|row| row.features));
    let [features] = decks[..] else {
        let caption = "By the number of cards, for decks with more and fewer features; counted.";
        let mut chart = Plot::lines(CARDS, &[("probability", "")])
            .against("hands without a set")
            .log()
            .draw(files, "How often is there no set?", caption.to_owned())?;
        chart.panels[0].series.iter_mut().for_each(Series::end_or_go_on);
        return Ok(chart);
    };
    let caption =
        format!("All hands without a set from {}, counted. {SAME}", words::deck(features));
    let curves = [
        ("hands", "all hands"),
        ("caps", "hands without a set"),
        ("complete_caps", "complete: no card can join"),
        ("classes", "essentially different"),
    ];
    let mut chart =
        Plot::lines(CARDS, &curves).log().draw(files, "How many hands hold no set?", caption)?;
    chart.panels[0].series.iter_mut().for_each(Series::end_at_zero);
    Ok(chart)
}

/// How many classes, and how many hands, of every size.
pub(crate) fn class_counts(files: &[Recognised<'_>]) -> Result<Chart, TableError> {
    let rows = all::<ClassCountRow>(files)?;
    let caption =
        format!("Hands from {}. {SAME}", words::decks(rows.iter().map(|row| row.features)));
    let curves = [("hands", "hands"), ("classes", "essentially different hands")];
    let plot = Plot::lines(CARDS, &curves).log();
    plot.draw(files, "How many kinds of hands are there?", caption)
}

/// The fewest and the most sets that hands can hold.
pub(crate) fn extremes(files: &[Recognised<'_>]) -> Result<Chart, TableError> {
    let decks = words::decks(all::<ExtremeRow>(files)?.iter().map(|row| row.features));
    let caption = format!("The fewest and the most sets in any hand from {decks}, counted.");
    let plot = Plot::lines(CARDS, &[("sets", "sets")]);
    let plot = plot.against("sets in the hand");
    plot.draw(files, "How few and how many sets can a hand hold?", caption)
}
