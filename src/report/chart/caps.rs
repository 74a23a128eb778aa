//! Hands without a set: how many of every size, and their classes.

use super::Options;
use super::description::{Axis, Chart, Mark, Point, Series, Unit};
use super::scale::heights;
use super::words;
use crate::report::caps::{CapClassRow, CapRow};
use std::collections::{BTreeMap, BTreeSet};

/// One deck: how many caps, complete caps and classes; several: how often a hand holds no set.
pub(crate) fn sizes(rows: &[CapRow], _: &Options) -> Chart {
    if words::several(rows.iter().map(|row| row.features)) {
        return by_deck(rows.to_vec());
    }
    let counts: [(&str, usize, Count); 4] = [
        ("all hands", 7, |row| row.hands.map_or(0.0, |hands| hands as f64)),
        ("hands without a set", 0, |row| row.caps as f64),
        ("complete: no card can join", 1, |row| row.complete_caps as f64),
        ("essentially different", 2, |row| row.classes as f64),
    ];
    let series = counts.map(|(name, ink, count)| {
        let points = rows.iter().map(|row| Point::new(row.cards as f64, count(row)));
        let mark = if ink == 7 { Mark::Line } else { Mark::DottedLine };
        Series::new(name, ink, mark, points.collect())
    });
    let has_any = |series: &Series| series.points.iter().any(|point| point.y > 0.0);
    let series = series.into_iter().filter(has_any).collect();
    let deck = words::deck(rows[0].features);
    let caption = format!(
        "All hands without a set from {deck}, counted. Hands that a map of the deck carries into \
         one another are essentially the same."
    );
    by_cards("How many hands hold no set?", caption, series, "number")
}

/// Something that there is a number of.
type Count = fn(&CapRow) -> f64;

/// One panel of numbers by hand size.
pub(super) fn by_cards(title: &str, caption: String, series: Vec<Series>, numbers: &str) -> Chart {
    let y = Axis::powers_of_ten(numbers, Unit::Number, heights(&series));
    Chart::new(title, caption, [Axis::across("cards in the hand", &series), y], series)
}

fn by_deck(mut rows: Vec<CapRow>) -> Chart {
    rows.sort_by_key(|row| row.features);
    let point = |row: &CapRow| {
        let share = row.probability.filter(|_| row.cards > 0)?;
        Some(Point::new(row.cards as f64, share))
    };
    let name = |row: &CapRow| words::short_deck(row.features);
    let series = Series::by_name(&rows, Mark::DottedLine, name, point);
    let x = Axis::across("cards in the hand", &series);
    let y = Axis::shares("hands without a set", true, &series);
    let caption = "By the number of cards, for decks with more and fewer features; counted.";
    Chart::new("How often is there no set?", caption.to_owned(), [x, y], series)
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
