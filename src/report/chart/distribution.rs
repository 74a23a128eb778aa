//! Distributions: bars for one hand size, panels for a few, a map for many; how often there is no
//! set, and the mean, by hand size.

use super::description::{Axis, Chart, Mark, Panel, Point, Series, Unit};
use super::distribution_rows::{Basis, Hands, are_parts, read};
use super::scale::heights;
use super::words;
use super::{Kind, Options};
use crate::measure::Measure;
use crate::report::datasets::recognise::{Recognised, TableError};
use crate::report::distribution::DistributionRow;
use crate::report::groups::each_once;
use std::collections::BTreeSet;

/// Up to so many hand sizes get a panel each.
const MOST_PANELS: usize = 6;
/// Up to so many bars have their share written above.
pub(super) const MOST_LABELS: usize = 12;
/// On an even scale a bar this much lower than the highest cannot be seen.
pub(super) const INVISIBLE: f64 = 1e-4;

/// What suits the files and the options.
pub(super) fn chart(files: &[Recognised<'_>], options: &Options) -> Result<Chart, TableError> {
    let all = read(files, options)?;
    let kind = match options.kind {
        Kind::Auto if are_parts(&all) => Kind::NoSet,
        Kind::Auto if all.len() > MOST_PANELS => Kind::Map,
        Kind::Auto => Kind::Bars,
        kind => kind,
    };
    match kind {
        Kind::Map => Ok(map(&all)),
        Kind::NoSet => no_set(all),
        Kind::Mean => mean(&all),
        _ if all.len() > 12 => Err(TableError::Unsuitable(format!(
            "there are {} distributions; bars are for 12 at most: choose some with --cards or \
             --measure, or all with --kind map",
            all.len()
        ))),
        _ => Ok(bars(&all, options.log)),
    }
}

/// The bars of the rows of one distribution.
#[must_use]
pub fn bars_of(rows: &[DistributionRow], log: bool) -> Chart {
    bars(&[Hands::of(rows)], log)
}

fn bars(all: &[Hands], log: bool) -> Chart {
    let single = all.len() == 1;
    let mut left_out = false;
    let series = all.iter().map(|hands| {
        let shown = shown(hands, log);
        left_out |= shown.values.len() < hands.values.len();
        (hands, bar_series(&shown, log, single))
    });
    let series: Vec<(&Hands, Vec<Series>)> = series.collect();
    let panels = series.iter().map(|(hands, own)| {
        // Panels of the same measure share their axes.
        let same = series.iter().filter(|(other, _)| other.measure == hands.measure);
        let same: Vec<Series> = same.flat_map(|(_, series)| series.clone()).collect();
        let y = Axis::shares(&format!("share of {}", words::counted(hands.measure)), log, &same);
        let panel = Panel::new(Axis::across(words::values(hands.measure), &same), y, own.clone());
        if single { panel } else { panel.titled(&panel_title(hands, all)) }
    });
    let panels = panels.collect();
    let title = title(all, single.then_some(all[0].cards));
    let intervals = if has(all, Basis::Simulated) { INTERVALS } else { "" };
    let mut caption = format!("{}{intervals}.{}", origin(all), beside(all));
    if left_out {
        caption += " What is too rare to be seen is left out.";
    }
    Chart { title, caption, panels }
}

/// The values that can be seen: on a scale of powers of ten all of them.
fn shown(hands: &Hands, log: bool) -> Hands {
    let highest = hands.values.values().map(|value| value.largest()).fold(0.0, f64::max);
    let mut shown = hands.clone();
    if !log {
        let seen = |place: &usize| hands.values[place].largest() >= INVISIBLE * highest;
        let last = hands.values.keys().copied().filter(seen).max().unwrap_or(0);
        let first = hands.values.keys().copied().filter(seen).min().unwrap_or(0);
        // A few bars that one cannot see are no loss of room, and say that there is more.
        let first = if first <= 4 { 0 } else { first };
        shown.values.retain(|&place, _| (first..=last).contains(&place));
    }
    shown
}

/// What one asks of the measure, in hands of some size or of several.
fn title(all: &[Hands], cards: Option<usize>) -> String {
    if has_one_measure(all) {
        words::question(all[0].measure, cards)
    } else {
        "What do hands hold?".to_owned()
    }
}

fn has_one_measure(all: &[Hands]) -> bool {
    all.iter().all(|hands| hands.measure == all[0].measure)
}

/// What tells a panel from the others.
fn panel_title(hands: &Hands, all: &[Hands]) -> String {
    let mut parts = vec![format!("{} cards", hands.cards)];
    if !has_one_measure(all) {
        parts.push(words::values(hands.measure).to_owned());
    }
    if all.iter().any(|other| other.features != hands.features) {
        parts.push(format!("{} features", hands.features));
    }
    parts.join(", ")
}

fn bar_series(hands: &Hands, log: bool, labelled: bool) -> Vec<Series> {
    let points = |basis| -> Vec<Point> {
        hands.values.iter().filter_map(|(&place, value)| value.point(place, basis)).collect()
    };
    let [sampled, exact] = Basis::ALL.map(points);
    let few = labelled && !log && hands.values.len() <= MOST_LABELS;
    let bars = |basis: Basis, points: Vec<Point>| {
        let points = points.into_iter().map(|point| point.labelled(few));
        Series::new(basis.name(), 0, Mark::Bars, points.collect())
    };
    if sampled.is_empty() {
        return vec![bars(Basis::Exact, exact)];
    }
    let mut series = vec![bars(Basis::Simulated, sampled)];
    if !exact.is_empty() {
        series.push(Series::new(Basis::Exact.name(), 1, Mark::Dots, exact));
    }
    series
}

/// What is said of intervals.
const INTERVALS: &str = "; lines with ends are confidence intervals";

/// Whether any of the hands has probabilities on a basis.
fn has(all: &[Hands], basis: Basis) -> bool {
    all.iter().any(|hands| hands.has(basis))
}

/// What was dealt or counted.
fn origin(all: &[Hands]) -> String {
    let deck = words::decks(all.iter().map(|hands| hands.features));
    let deals: BTreeSet<u128> = all.iter().filter_map(|hands| hands.deals).collect();
    let what =
        if all.iter().all(|hands| hands.measure == Measure::SetTypes) { "set" } else { "deal" };
    let (least, most) = (deals.first().copied(), deals.last().copied());
    match (least.zip(most), all) {
        (Some((least, most)), _) if least == most => {
            format!("{} from {deck}", words::count(most, what))
        }
        (Some((_, most)), _) => format!("up to {} from {deck}", words::count(most, what)),
        (None, [Hands { hands: Some(hands), measure, .. }]) if *measure != Measure::SetTypes => {
            format!("All {} from {deck}, counted", words::count(*hands, "hand"))
        }
        (None, _) => format!("All hands from {deck}, counted"),
    }
}

/// That simulated numbers have exact ones beside them, where it is so.
fn beside(all: &[Hands]) -> &'static str {
    let both = Basis::ALL.into_iter().all(|basis| has(all, basis));
    if both { " Beside them what is known exactly." } else { "" }
}

/// A map for each deck and measure, of simulated and of exact probabilities.
fn map(all: &[Hands]) -> Chart {
    let same =
        |one: &Hands, next: &Hands| one.features == next.features && one.measure == next.measure;
    let groups = all.chunk_by(same);
    let maps: Vec<(&[Hands], Basis)> = groups
        .flat_map(|group| Basis::ALL.map(|basis| (group, basis)))
        .filter(|&(group, basis)| has(group, basis))
        .collect();
    let probabilities = maps.iter().flat_map(|&(group, basis)| {
        group.iter().flat_map(move |hands| hands.on(basis).map(|(_, probability)| probability))
    });
    let shade = Axis::powers_of_ten("share", Unit::OneIn, probabilities);
    let panel = |&(group, basis): &(&[Hands], Basis)| {
        let cells = group.iter().flat_map(|hands| {
            let possible = hands.on(basis).filter(|&(_, probability)| probability > 0.0);
            possible.map(|(place, probability)| [place as f64, hands.cards as f64, probability])
        });
        let titles = [words::values(group[0].measure), "cards in the hand"];
        let panel = Panel::map(basis.name(), titles, cells.collect(), &shade);
        panel.titled(&map_title(group, basis, all))
    };
    Chart {
        title: title(all, None),
        caption: map_caption(all),
        panels: maps.iter().map(panel).collect(),
    }
}

/// What tells a map from the others.
fn map_title(group: &[Hands], basis: Basis, all: &[Hands]) -> String {
    let decks = all.iter().any(|hands| hands.features != all[0].features);
    let one_measure = has_one_measure(all);
    let values = words::values(group[0].measure);
    let mut parts = match (one_measure, decks) {
        (true, false) => Vec::new(),
        (true, true) => vec![words::short_deck(group[0].features)],
        (false, _) => vec![words::with_deck(values, group[0].features, decks)],
    };
    if Basis::ALL.into_iter().all(|basis| has(all, basis)) {
        parts.push(basis.name().to_owned());
    }
    words::sentence(&parts.join(", "))
}

fn map_caption(all: &[Hands]) -> String {
    let unseen = match Basis::ALL.map(|basis| has(all, basis)) {
        [false, _] => "never",
        [true, false] => "it was never dealt",
        [true, true] => {
            "it was never dealt, and exact values beyond the largest dealt may be missing"
        }
    };
    let sizes: BTreeSet<usize> = all.iter().map(|hands| hands.cards).collect();
    let spanned = sizes.first().zip(sizes.last()).map_or(0, |(first, last)| last - first + 1);
    let empty = if sizes.len() < spanned { " An empty row is a size without data." } else { "" };
    let (origin, beside) = (origin(all), beside(all));
    format!(
        "How often, by the number of cards; where there is no colour, {unseen}.{empty} \
         {origin}.{beside}"
    )
}

/// How often there is no set, by hand size.
fn no_set(mut all: Vec<Hands>) -> Result<Chart, TableError> {
    all.retain(|hands| {
        matches!(hands.measure, Measure::Sets | Measure::InSets | Measure::DisjointSets)
    });
    let Some(first) = all.first().map(|hands| hands.measure) else {
        return Err(TableError::Unsuitable(
            "how often there is no set is told by the measures sets, in-sets and disjoint-sets"
                .to_owned(),
        ));
    };
    all.retain(|hands| hands.measure == first);
    let point = |hands: &Hands, basis| {
        let none = hands.values.get(&0).filter(|_| hands.cards > 0)?;
        let point = none.point(hands.cards, basis)?;
        Some(point).filter(|point| basis == Basis::Simulated || point.y > 0.0)
    };
    let series = by_cards(&all, point);
    let x = Axis::across("cards in the hand", &series);
    let y = Axis::shares("hands without a set", true, &series);
    let intervals = if has(&all, Basis::Simulated) { INTERVALS } else { "" };
    let caption = format!("{}{intervals}.", origin(&all));
    Ok(Chart::new("How often is there no set?", caption, [x, y], series))
}

/// Something of each hand size: exactly as a line, simulated as dots, for each deck.
fn by_cards(all: &[Hands], point: impl Fn(&Hands, Basis) -> Option<Point>) -> Vec<Series> {
    let decks: Vec<&[Hands]> = all.chunk_by(|one, next| one.features == next.features).collect();
    let mut series = Vec::new();
    for (place, deck) in decks.iter().enumerate() {
        let name = |basis: Basis| match decks.len() {
            1 => basis.name().to_owned(),
            _ => format!("{}, {}", words::short_deck(deck[0].features), basis.name()),
        };
        let parts = [(Basis::Exact, Mark::Line, 0), (Basis::Simulated, Mark::Dots, 1)];
        for (basis, mark, ink) in parts {
            let points: Vec<Point> = deck.iter().filter_map(|hands| point(hands, basis)).collect();
            if !points.is_empty() {
                let own = Series::new(&name(basis), 2 * place + ink, mark, points);
                series.push(Series { estimated: basis == Basis::Simulated, ..own });
            }
        }
    }
    series
}

/// The mean by hand size, a panel for each measure.
fn mean(all: &[Hands]) -> Result<Chart, TableError> {
    let measures = each_once(all.iter().map(|hands| hands.measure));
    let panels = measures.iter().map(|&measure| {
        let own: Vec<Hands> = all.iter().filter(|it| it.measure == measure).cloned().collect();
        let point = |it: &Hands, basis| Some(Point::new(it.cards as f64, it.mean(basis)?));
        let series = by_cards(&own, point);
        let y = Axis::from_zero("on average", Unit::Number, heights(&series));
        let panel = Panel::new(Axis::across("cards in the hand", &series), y, series);
        let values = words::values(measure);
        match measures.len() {
            1 => Panel { y: Axis { title: format!("{values}, on average"), ..panel.y }, ..panel },
            _ => panel.titled(&words::sentence(values)),
        }
    });
    let panels: Vec<Panel> = panels.filter(|panel| !panel.series.is_empty()).collect();
    if panels.is_empty() {
        return Err(TableError::Unsuitable(
            "no distribution is known as a whole, so that there is no mean".to_owned(),
        ));
    }
    let title = match measures[..] {
        [measure] => words::question(measure, None),
        _ => "What do hands hold, on average?".to_owned(),
    };
    Ok(Chart { title, caption: format!("{}.{}", origin(all), beside(all)), panels })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::chart::{Source, chart};

    /// Five deals of 12 cards, with the exact probabilities of the values that came.
    const DEALT: &str = "features,cards,measure,value,count,total,probability,ci_low,ci_high,\
                         exact_probability\n4,12,sets,0,0,5,0,0,0.52,0.032302\n\
                         4,12,sets,1,1,5,0.2,0,0.71,0.145163\n4,12,sets,2,0,5,0,0,0.52,0.261\n\
                         4,12,sets,3,2,5,0.4,0.05,0.85,0.272583\n4,12,sets,4,2,5,0.4,0.05,0.85,0.180222\n";

    fn drawn(text: &str, kind: Kind) -> Chart {
        let options = Options { kind, ..Options::default() };
        chart(&[Source { name: "x.csv", text }], &options).unwrap()
    }

    #[test]
    fn means_of_deals_and_of_all_hands_are_two_series() {
        let chart = drawn(DEALT, Kind::Mean);
        let [exact, simulated] = &chart.panels[0].series[..] else { panic!("two series") };
        assert_eq!((exact.name.as_str(), simulated.name.as_str()), ("exact", "simulated"));
        assert!((simulated.points[0].y - 3.0).abs() < 1e-12, "{simulated:?}");
        assert!((exact.points[0].y - 220.0 / 79.0).abs() < 1e-12, "{exact:?}");
        assert!(chart.caption.contains("5 deals") && chart.caption.contains("Beside them"));
    }

    #[test]
    fn maps_of_deals_and_of_all_hands_are_two_panels() {
        let chart = drawn(DEALT, Kind::Map);
        let titles: Vec<&str> = chart.panels.iter().map(|panel| panel.title.as_str()).collect();
        assert_eq!(titles, ["Simulated", "Exact"]);
        let shades = |panel: usize| -> Vec<f64> {
            chart.panels[panel].series[0].points.iter().filter_map(|cell| cell.shade).collect()
        };
        assert_eq!(shades(0), [0.2, 0.4, 0.4]);
        assert_eq!(shades(1), [0.032302, 0.145163, 0.261, 0.272583, 0.180222]);
    }

    #[test]
    fn exact_distributions_alone_have_one_series() {
        let exact = "features,cards,measure,value,count,total,probability,ci_low,ci_high,\
                     exact_probability\n4,3,sets,0,84240,85320,0.9873417721518988,,,0.9873417721518988\n\
                     4,3,sets,1,1080,85320,0.012658227848101266,,,0.012658227848101266\n";
        let chart = drawn(exact, Kind::Mean);
        let [series] = &chart.panels[0].series[..] else { panic!("one series") };
        assert_eq!(series.name, "exact");
        assert!((series.points[0].y - 1.0 / 79.0).abs() < 1e-15);
        let map = drawn(exact, Kind::Map);
        assert_eq!((map.panels.len(), map.panels[0].title.as_str()), (1, ""));
        assert!(!map.caption.contains("An empty row"), "{}", map.caption);
        let later = exact.replace("4,3,", "4,5,").split_off(exact.find('\n').unwrap() + 1);
        let caption = drawn(&(exact.to_owned() + &later), Kind::Map).caption;
        assert!(caption.contains("never. An empty row is a size without data. "), "{caption}");
    }

    #[test]
    fn bars_of_what_was_dealt_are_not_hidden_by_a_small_exact_probability() {
        let rare = DEALT.replace("0.85,0.180222", "0.85,0.00000001");
        let series = &drawn(&rare, Kind::Bars).panels[0].series[0];
        assert_eq!((series.name.as_str(), series.points.len()), ("simulated", 5));
    }
}
