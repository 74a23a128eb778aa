//! Distributions: bars for one hand size, panels for a few, a map for many; how often there is no
//! set, and the mean, by hand size.

use super::description::{Axis, Chart, Mark, Panel, Point, Series, Unit};
use super::distribution_rows::{Hands, are_parts, read};
use super::words::{self, brief};
use super::{Kind, Wish};
use crate::report::recognise::{Recognised, TableError};
use std::collections::BTreeSet;

/// Up to so many hand sizes get a panel each.
const MOST_PANELS: usize = 6;
/// Up to so many bars have their share written above.
const MOST_LABELS: usize = 12;
/// On an even scale a bar this much lower than the highest cannot be seen.
const INVISIBLE: f64 = 1e-4;

const SIMULATED: (&str, usize) = ("simulated", 0);
const EXACT: (&str, usize) = ("exact", 1);

/// What suits the files and the wish.
pub(super) fn chart(files: &[Recognised<'_>], wish: &Wish) -> Result<Chart, TableError> {
    let all = read(files, wish)?;
    let kind = match wish.kind {
        Kind::Auto if are_parts(&all) => Kind::NoSet,
        Kind::Auto if all.len() > MOST_PANELS => Kind::Map,
        Kind::Auto => Kind::Bars,
        kind => kind,
    };
    match kind {
        Kind::Map => Ok(map(&all)),
        Kind::NoSet => no_set(&all),
        Kind::Mean => mean(&all),
        _ if all.len() > 12 => Err(TableError::Unsuitable(format!(
            "there are {} distributions; bars are for 12 at most: choose some with --cards or \
             --measure, or all with --kind map",
            all.len()
        ))),
        _ => Ok(bars(&all, wish.log)),
    }
}

fn bars(all: &[Hands], log: bool) -> Chart {
    let single = all.len() == 1;
    let mut left_out = false;
    let panels = all.iter().map(|hands| {
        let shown = shown(hands, log);
        left_out |= shown.values.len() < hands.values.len();
        let panel = bar_panel(&shown, log, single);
        if single { panel } else { panel.titled(&panel_title(hands, all)) }
    });
    let panels = panels.collect();
    let measures: BTreeSet<&str> = all.iter().map(|hands| hands.measure.as_str()).collect();
    let title = match (&all[0].measure, measures.len()) {
        (measure, 1) => words::question(measure, single.then_some(all[0].cards)),
        _ => "What do hands hold?".to_owned(),
    };
    let mut caption = origin(all);
    if left_out {
        caption += " What is too rare to be seen is left out.";
    }
    Chart { title, caption, panels }
}

/// The values that can be seen: on a scale of powers of ten all of them.
fn shown(hands: &Hands, log: bool) -> Hands {
    let highest = hands.values.values().filter_map(|value| value.best()).fold(0.0, f64::max);
    let mut shown = hands.clone();
    if !log {
        let seen = |place: &usize| hands.values[place].best().unwrap_or(0.0) >= INVISIBLE * highest;
        let last = hands.values.keys().copied().filter(seen).max().unwrap_or(0);
        let first = hands.values.keys().copied().filter(seen).min().unwrap_or(0);
        // A few bars that one cannot see are no loss of room, and say that there is more.
        let first = if first <= 4 { 0 } else { first };
        shown.values.retain(|&place, _| (first..=last).contains(&place));
    }
    shown
}

/// What tells a panel from the others.
fn panel_title(hands: &Hands, all: &[Hands]) -> String {
    let mut parts = vec![format!("{} cards", hands.cards)];
    if all.iter().any(|other| other.measure != hands.measure) {
        parts.push(words::values(&hands.measure));
    }
    if all.iter().any(|other| other.features != hands.features) {
        parts.push(format!("{} features", hands.features));
    }
    parts.join(", ")
}

fn bar_panel(hands: &Hands, log: bool, labelled: bool) -> Panel {
    let sampled: Vec<Point> = hands
        .values
        .iter()
        .filter_map(|(&place, value)| {
            let (share, interval) = value.sampled?;
            Some(Point::new(place as f64, share).between(Some(interval)))
        })
        .collect();
    let exact: Vec<Point> = hands
        .values
        .iter()
        .filter_map(|(&place, value)| Some(Point::new(place as f64, value.exact?)))
        .collect();
    let few = labelled && !log && hands.values.len() <= MOST_LABELS;
    let label = |points: Vec<Point>| -> Vec<Point> {
        let labelled = |point: Point| Point { label: brief(point.y), ..point };
        if few { points.into_iter().map(labelled).collect() } else { points }
    };
    let series = match (sampled.is_empty(), exact.is_empty()) {
        (false, true) => vec![Series::new(SIMULATED.0, SIMULATED.1, Mark::Bars, label(sampled))],
        (true, _) => vec![Series::new(EXACT.0, SIMULATED.1, Mark::Bars, label(exact))],
        (false, false) => vec![
            Series::new(SIMULATED.0, SIMULATED.1, Mark::Bars, label(sampled)),
            Series::new(EXACT.0, EXACT.1, Mark::Dots, exact),
        ],
    };
    let y = Axis::shares(&format!("share of {}", words::counted(&hands.measure)), log, &series);
    Panel::new(Axis::across(&words::values(&hands.measure), &series), y, series)
}

/// Where the numbers come from, in sentences.
fn origin(all: &[Hands]) -> String {
    let deck = words::decks(all.iter().map(|hands| hands.features));
    let deals: BTreeSet<u128> = all.iter().filter_map(|hands| hands.deals).collect();
    let what = if all.iter().all(|hands| hands.measure == "set-types") { "set" } else { "deal" };
    let (least, most) = (deals.first().copied(), deals.last().copied());
    let exact = all.iter().any(|hands| hands.values.values().any(|value| value.exact.is_some()));
    match (least.zip(most), all) {
        (Some((least, most)), _) => {
            let deals = if least == most {
                words::count(most, what)
            } else {
                format!("up to {}", words::count(most, what))
            };
            let exactly = if exact { " Beside them what is known exactly." } else { "" };
            format!("{deals} from {deck}; lines with ends are confidence intervals.{exactly}")
        }
        (None, [Hands { hands: Some(hands), measure, .. }]) if measure != "set-types" => {
            format!("All {} from {deck}, counted.", words::count(*hands, "hand"))
        }
        (None, _) => format!("All hands from {deck}, counted."),
    }
}

/// A map of shares for each deck and measure.
fn map(all: &[Hands]) -> Chart {
    let same =
        |one: &Hands, next: &Hands| one.features == next.features && one.measure == next.measure;
    let groups: Vec<&[Hands]> = all.chunk_by(same).collect();
    let shares =
        all.iter().flat_map(|hands| hands.values.values().filter_map(|value| value.best()));
    let shade = Axis::powers_of_ten("share", Unit::OneIn, shares);
    let decks = all.iter().any(|hands| hands.features != all[0].features);
    let one_measure = all.iter().all(|hands| hands.measure == all[0].measure);
    let panel = |group: &&[Hands]| {
        let values = words::sentence(&words::values(&group[0].measure));
        let title = match (one_measure, decks) {
            (true, false) => String::new(),
            (true, true) => words::short_deck(group[0].features),
            (false, _) => words::with_deck(&values, group[0].features, decks),
        };
        Panel { shade: Some(shade.clone()), ..map_panel(group).titled(&title) }
    };
    let title = if one_measure {
        words::question(&all[0].measure, None)
    } else {
        "What do hands hold?".to_owned()
    };
    let origin = map_origin(all);
    let caption =
        format!("How often, by the number of cards; where there is no colour, never. {origin}");
    Chart { title, caption, panels: groups.iter().map(panel).collect() }
}

fn map_panel(group: &[Hands]) -> Panel {
    let cells = group.iter().flat_map(|hands| {
        hands.values.iter().filter_map(|(&place, value)| {
            let shade = Some(value.best().filter(|&share| share > 0.0)?);
            Some(Point { x: place as f64, y: hands.cards as f64, shade, ..Point::default() })
        })
    });
    let cells: Vec<Point> = cells.collect();
    let y = Axis::whole_numbers("cards in the hand", cells.iter().map(|cell| cell.y));
    let series = vec![Series::new("share", 0, Mark::Cells, cells)];
    Panel::new(Axis::across(&words::values(&group[0].measure), &series), y, series)
}

/// Where the numbers of a map come from: the exact ones if they are known, but of what was dealt
/// only the values that came.
fn map_origin(all: &[Hands]) -> String {
    let origin = origin(all);
    origin
        .replace(
            "; lines with ends are confidence intervals. Beside them what is known exactly.",
            ", exact where that is known.",
        )
        .replace("; lines with ends are confidence intervals.", ".")
}

/// How often there is no set, by hand size.
fn no_set(all: &[Hands]) -> Result<Chart, TableError> {
    let tells =
        |hands: &&Hands| matches!(hands.measure.as_str(), "sets" | "in-sets" | "disjoint-sets");
    let all: Vec<Hands> = all.iter().filter(tells).cloned().collect();
    let Some(first) = all.first() else {
        return Err(TableError::Unsuitable(
            "how often there is no set is told by the measures sets, in-sets and disjoint-sets"
                .to_owned(),
        ));
    };
    let of_first: Vec<Hands> =
        all.iter().filter(|hands| hands.measure == first.measure).cloned().collect();
    let decks: Vec<&[Hands]> =
        of_first.chunk_by(|one, next| one.features == next.features).collect();
    let mut series = Vec::new();
    for (place, deck) in decks.iter().enumerate() {
        let name = |what: &str| {
            if decks.len() == 1 {
                what.to_owned()
            } else {
                format!("{}, {what}", words::short_deck(deck[0].features))
            }
        };
        let (sampled, exact) = no_set_points(deck);
        if !exact.is_empty() {
            series.push(Series::new(&name(EXACT.0), 2 * place, Mark::Line, exact));
        }
        if !sampled.is_empty() {
            series.push(Series::new(&name(SIMULATED.0), 2 * place + 1, Mark::Dots, sampled));
        }
    }
    let x = Axis::across("cards in the hand", &series);
    let y = Axis::shares("hands without a set", true, &series);
    let caption = origin(&of_first).replace(" Beside them what is known exactly.", "");
    let title = "How often is there no set?".to_owned();
    Ok(Chart { title, caption, panels: vec![Panel::new(x, y, series)] })
}

/// The hands without a set of a deck: sampled, and exactly.
fn no_set_points(deck: &[Hands]) -> (Vec<Point>, Vec<Point>) {
    let (mut sampled, mut exact) = (Vec::new(), Vec::new());
    for hands in deck.iter().filter(|hands| hands.cards > 0) {
        let none = hands.values.get(&0).copied().unwrap_or_default();
        if let Some((share, interval)) = none.sampled {
            sampled.push(Point::new(hands.cards as f64, share).between(Some(interval)));
        }
        if let Some(share) = none.exact.filter(|&share| share > 0.0) {
            exact.push(Point::new(hands.cards as f64, share));
        }
    }
    (sampled, exact)
}

/// The mean by hand size, a panel for each measure.
fn mean(all: &[Hands]) -> Result<Chart, TableError> {
    let measures: BTreeSet<&str> = all.iter().map(|hands| hands.measure.as_str()).collect();
    let panels = measures.iter().map(|measure| {
        let panel = mean_panel(all, measure);
        let values = words::values(measure);
        match measures.len() {
            1 => Panel { y: Axis { title: format!("{values}, on average"), ..panel.y }, ..panel },
            _ => panel.titled(&words::sentence(&values)),
        }
    });
    let panels: Vec<Panel> = panels.filter(|panel| !panel.series.is_empty()).collect();
    if panels.is_empty() {
        return Err(TableError::Unsuitable(
            "no distribution is known as a whole, so that there is no mean".to_owned(),
        ));
    }
    let title = match measures.first().filter(|_| measures.len() == 1) {
        Some(measure) => words::question(measure, None),
        None => "What do hands hold, on average?".to_owned(),
    };
    Ok(Chart { title, caption: map_origin(all), panels })
}

fn mean_panel(all: &[Hands], measure: &str) -> Panel {
    let decks: BTreeSet<usize> = all.iter().map(|hands| hands.features).collect();
    let series = decks.iter().enumerate().map(|(ink, &features)| {
        let own = all.iter().filter(|it| it.features == features && it.measure == measure);
        let points = own.filter_map(|hands| Some(Point::new(hands.cards as f64, hands.mean()?)));
        Series::new(&words::short_deck(features), ink, Mark::DottedLine, points.collect())
    });
    let series: Vec<Series> = series.filter(|series| !series.points.is_empty()).collect();
    let heights = series.iter().flat_map(|series| &series.points).map(|point| point.y);
    let y = Axis::from_zero("on average", Unit::Number, heights);
    Panel::new(Axis::across("cards in the hand", &series), y, series)
}
