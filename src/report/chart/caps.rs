//! Hands without a set: how many of every size, their classes, and where random play ends.

use super::Wish;
use super::description::{Axis, Chart, Mark, Panel, Point, Series, Unit};
use super::table::{ChartError, Recognised};
use super::words::{self, brief};
use crate::report::listing::CapRow;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// One deck: how many caps, complete caps and classes; several: how often a hand holds no set.
pub(super) fn sizes(files: &[Recognised<'_>]) -> Result<Chart, ChartError> {
    let mut rows: Vec<CapRow> = Vec::new();
    for file in files {
        rows.extend(file.some_rows::<CapRow>()?);
    }
    let decks: BTreeSet<usize> = rows.iter().map(|row| row.features).collect();
    if decks.len() > 1 {
        return Ok(by_deck(&rows, &decks));
    }
    let counts: [(&str, fn(&CapRow) -> f64); 4] = [
        ("all hands", |row| row.hands.map_or(0.0, |hands| hands as f64)),
        ("hands without a set", |row| row.caps as f64),
        ("of these complete: no card can join without a set", |row| row.complete_caps as f64),
        ("essentially different hands without a set", |row| row.classes as f64),
    ];
    let inks = [7, 0, 1, 2];
    let series = counts.iter().zip(inks).map(|(&(name, count), ink)| {
        let points = rows.iter().map(|row| Point::new(row.cards as f64, count(row)));
        Series::new(
            name,
            ink,
            if ink == 7 { Mark::Line } else { Mark::DottedLine },
            points.filter(|point| point.y > 0.0).collect(),
        )
    });
    let series: Vec<Series> = series.filter(|series| !series.points.is_empty()).collect();
    let points = || series.iter().flat_map(|series| &series.points);
    let x = Axis::whole_numbers("cards in the hand", points().map(|point| point.x));
    let y = Axis::powers_of_ten("number", Unit::Number, points().map(|point| point.y));
    let caption =
        format!("All hands without a set from {}, counted.", words::deck(rows[0].features));
    Ok(Chart {
        title: "How many hands hold no set?".to_owned(),
        caption,
        panels: vec![Panel::new(x, y, series)],
    })
}

fn by_deck(rows: &[CapRow], decks: &BTreeSet<usize>) -> Chart {
    let series = decks.iter().enumerate().map(|(ink, &features)| {
        let own = rows.iter().filter(|row| row.features == features && row.cards > 0);
        let points = own.filter_map(|row| Some(Point::new(row.cards as f64, row.probability?)));
        let points = points.filter(|point| point.y > 0.0).collect();
        Series::new(&words::short_deck(features), ink, Mark::DottedLine, points)
    });
    let series: Vec<Series> = series.collect();
    let points = || series.iter().flat_map(|series| &series.points);
    let x = Axis::whole_numbers("cards in the hand", points().map(|point| point.x));
    let y = Axis::powers_of_ten("hands without a set", Unit::OneIn, points().map(|point| point.y));
    Chart {
        title: "How often is there no set?".to_owned(),
        caption: "By the number of cards, for decks with more and fewer features; counted."
            .to_owned(),
        panels: vec![Panel::new(x, y, series)],
    }
}

/// A row of the classes of caps.
#[derive(Debug, Deserialize)]
struct CapClass {
    features: usize,
    cards: usize,
    complete: bool,
}

/// How many classes of caps there are.
pub(super) fn classes(files: &[Recognised<'_>]) -> Result<Chart, ChartError> {
    let mut counts: BTreeMap<(usize, bool), BTreeMap<usize, u32>> = BTreeMap::new();
    for file in files {
        for row in file.some_rows::<CapClass>()? {
            *counts
                .entry((row.features, row.complete))
                .or_default()
                .entry(row.cards)
                .or_default() += 1;
        }
    }
    let decks: BTreeSet<usize> = counts.keys().map(|&(features, _)| features).collect();
    let series = counts.iter().enumerate().map(|(ink, ((features, complete), sizes))| {
        let what = if *complete { "complete" } else { "not complete" };
        let name =
            if decks.len() > 1 { format!("{what}, {features} features") } else { what.to_owned() };
        let points =
            sizes.iter().map(|(&cards, &count)| Point::new(cards as f64, f64::from(count)));
        Series::new(&name, ink, Mark::DottedLine, points.collect())
    });
    let series: Vec<Series> = series.collect();
    let points = || series.iter().flat_map(|series| &series.points);
    let x = Axis::whole_numbers("cards in the hand", points().map(|point| point.x));
    let y = Axis::powers_of_ten("classes", Unit::Number, points().map(|point| point.y));
    let decks: Vec<String> = decks.into_iter().map(words::deck).collect();
    let caption = format!(
        "Essentially different hands without a set from {}; complete: no card can join.",
        words::list(&decks)
    );
    Ok(Chart {
        title: "How many kinds of hands hold no set?".to_owned(),
        caption,
        panels: vec![Panel::new(x, y, series)],
    })
}

/// A row of the sizes of random complete caps.
#[derive(Debug, Deserialize)]
struct RandomCap {
    features: usize,
    cards: usize,
    probability: f64,
}

/// Where random play ends, a panel for each deck.
pub(super) fn random(files: &[Recognised<'_>], wish: &Wish) -> Result<Chart, ChartError> {
    let mut decks: BTreeMap<usize, Vec<Point>> = BTreeMap::new();
    for file in files {
        for row in file.some_rows::<RandomCap>()? {
            let label = if wish.log { String::new() } else { brief(row.probability) };
            let point = Point { label, ..Point::new(row.cards as f64, row.probability) };
            decks.entry(row.features).or_default().push(point);
        }
    }
    let several = decks.len() > 1;
    let panel = |(&features, points): (&usize, &Vec<Point>)| {
        let shares = || points.iter().map(|point| point.y);
        let x =
            Axis::whole_numbers(&words::values("greedy-cap"), points.iter().map(|point| point.x));
        let y = if wish.log {
            Axis::powers_of_ten("share of games", Unit::OneIn, shares())
        } else {
            Axis::from_zero("share of games", Unit::Percent, shares())
        };
        let series = Series::new("exact", 0, Mark::Bars, points.clone());
        let title =
            if several { words::sentence(&words::short_deck(features)) } else { String::new() };
        Panel::new(x, y, vec![series]).titled(&title)
    };
    let names: Vec<String> = decks.keys().map(|&features| words::deck(features)).collect();
    Ok(Chart {
        title: words::question("greedy-cap", None),
        caption: format!(
            "Every card of the shuffled deck is kept that makes no set with those kept: {}, exactly.",
            words::list(&names)
        ),
        panels: decks.iter().map(panel).collect(),
    })
}
