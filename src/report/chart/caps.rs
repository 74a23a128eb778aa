//! Hands without a set: how many of every size, and their classes.

use super::Options;
use super::columns::Plot;
use super::description::{Axis, Chart, Mark, Point, Series, Unit};
use super::scale::heights;
use super::words;
use super::words::SAME;
use crate::report::caps::{CapClassRow, CapRow};
use crate::report::datasets::all;
use crate::report::datasets::recognise::{Recognised, TableError};
use crate::report::groups::each_once;
use std::collections::{BTreeMap, BTreeSet};

/// The axis of hand sizes.
const CARDS: (&str, &str) = ("cards", "cards in the hand");

/// One deck: how many caps, complete caps and classes; several: how often a hand holds no set.
pub(crate) fn sizes(files: &[Recognised<'_>], _: &Options) -> Result<Chart, TableError> {
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

/// One panel of numbers by hand size.
pub(super) fn by_cards(title: &str, caption: String, series: Vec<Series>, numbers: &str) -> Chart {
    let y = Axis::powers_of_ten(numbers, Unit::Number, heights(&series));
    Chart::new(title, caption, [Axis::across("cards in the hand", &series), y], series)
}

/// How many classes of caps there are.
pub(crate) fn classes(rows: &[CapClassRow], _: &Options) -> Chart {
    let mut counts: BTreeMap<(usize, bool), BTreeMap<usize, u32>> = BTreeMap::new();
    for row in rows {
        let sizes = counts.entry((row.features, row.complete)).or_default();
        *sizes.entry(row.cards).or_default() += 1;
    }
    let decks: BTreeSet<usize> = counts.keys().map(|&(features, _)| features).collect();
    let series = counts.iter().enumerate().map(|(ink, ((features, complete), sizes))| {
        let what = if *complete { "complete" } else { "not complete" };
        let name = words::with_deck(what, *features, decks.len() > 1);
        let points =
            sizes.iter().map(|(&cards, &count)| Point::new(cards as f64, f64::from(count)));
        Series::new(&name, ink, Mark::DottedLine, points.collect())
    });
    let caption = format!(
        "Essentially different hands without a set from {}; complete: no card can join.",
        words::decks(decks.iter().copied())
    );
    by_cards("How many kinds of hands hold no set?", caption, series.collect(), "classes")
}
