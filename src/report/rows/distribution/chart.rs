//! Charts of distributions: bars for one hand size, a panel each for a few sizes, a heat map for
//! many.

use super::DistributionRow;
use super::basis::{Basis, SizeRows, are_parts, has, has_both, read};
use super::captions::{differences, exact_values_note, origin, title};
use super::no_set::no_set;
use super::quantiles;
use crate::report::chart::{
    Axis, Chart, ChartKind, Mark, Options, Panel, Point, Series, Unit, heights, words,
};
use crate::report::groups::each_once;
use crate::report::kind::{Rows, TableError};
use crate::report::number::plural;
use std::collections::BTreeSet;

/// Maximum number of hand sizes that get a panel each, unless the user asks for bars.
const MAX_PANELS: usize = 6;
/// Title of the y axis of a heat map of distributions.
const MAP_Y_TITLE: &str = "cards in the hand";
/// Height below which a bar is invisible on a linear scale, relative to the highest bar.
pub(crate) const MIN_VISIBLE: f64 = 1e-4;

/// Draws the requested kind of chart of distributions, or the kind that suits the number of hand
/// sizes.
pub(crate) fn chart(
    files: Vec<Rows<'_, DistributionRow>>,
    options: &Options,
) -> Result<Chart, TableError> {
    let all = read(files)?;
    let kind = match options.kind {
        ChartKind::Auto if are_parts(&all) => ChartKind::NoSet,
        // A map of many hand sizes would be nearly empty.
        ChartKind::Auto if are_too_many_for_map(&all) => ChartKind::Quantiles,
        ChartKind::Auto if all.len() > MAX_PANELS => ChartKind::Map,
        ChartKind::Auto => ChartKind::Bars,
        kind => kind,
    };
    match kind {
        ChartKind::Map => Ok(map(&all)),
        ChartKind::Quantiles => quantiles::chart(&all),
        ChartKind::NoSet => no_set(all, options.log),
        _ if all.len() > 12 => Err(TableError::Unsuitable(format!(
            "there are {} distributions; bars are for 12 at most: choose some with --cards or \
             --measure, or all with --kind map",
            all.len()
        ))),
        _ => Ok(bars(&all, options.log)),
    }
}

/// Returns whether there are too many hand sizes for a heat map, which would be nearly empty.
fn are_too_many_for_map(all: &[SizeRows]) -> bool {
    const MANY: usize = 30;
    let same = |one: &SizeRows, next: &SizeRows| {
        one.features == next.features && one.measure == next.measure
    };
    let is_wide = |hands: &SizeRows| hands.rows.len() > MANY;
    let mut groups = all.chunk_by(same);
    groups.all(|group| group.len() > MANY && group.iter().any(is_wide))
        && all.iter().any(|hands| hands.whole_basis().is_some())
}

fn bars(all: &[SizeRows], log: bool) -> Chart {
    let single = all.len() == 1;
    let mut left_out = false;
    let series = all.iter().map(|hands| {
        let shown = visible(hands, log);
        left_out |= !log && shown.rows.len() < hands.rows.len();
        (hands, bar_series(&shown, log, single))
    });
    let series: Vec<(&SizeRows, Vec<Series>)> = series.collect();
    let panels = series.iter().map(|(hands, own)| {
        // Panels of the same measure have equal axes.
        let same = series.iter().filter(|(other, _)| other.measure == hands.measure);
        let same: Vec<Series> = same.flat_map(|(_, series)| series.clone()).collect();
        let y = Axis::shares("probability", log, &same);
        let panel = Panel::new(Axis::across(words::values(hands.measure), &same), y, own.clone());
        let mut parts = vec![plural(hands.cards, "card")];
        parts.extend(differences(hands, all));
        if single { panel } else { panel.with_title(&parts.join(", ")) }
    });
    let panels = panels.collect();
    let title = title(all, single.then_some(all[0].cards));
    let mut caption = format!("{}.{}", origin(all), exact_values_note(all));
    if left_out {
        caption += " Values too rare to be visible are omitted.";
    }
    Chart::from_panels(title, caption, panels)
}

/// Returns the rows from the first to the last value whose bar is high enough to be visible, or
/// from the value 0 if the first is at most 4.
fn visible(hands: &SizeRows, log: bool) -> SizeRows {
    let highest = hands.rows.iter().map(Basis::largest).fold(0.0, f64::max);
    let least = if log { f64::MIN_POSITIVE } else { MIN_VISIBLE * highest };
    let mut seen = hands.rows.iter().filter(|row| Basis::largest(row) >= least);
    let first = seen.next().map_or(0, |row| row.value);
    let last = seen.next_back().map_or(first, |row| row.value);
    // A few invisible bars take little space and show that the values start at 0.
    let first = if first <= 4 { 0 } else { first };
    let mut shown = hands.clone();
    shown.rows.retain(|row| (first..=last).contains(&row.value));
    shown
}

fn bar_series(hands: &SizeRows, log: bool, labelled: bool) -> Vec<Series> {
    let points = |basis: Basis| -> Vec<Point> {
        hands.rows.iter().filter_map(|row| basis.point(row.value, row)).collect()
    };
    let [sampled, mut exact] = Basis::ALL.map(points);
    let bars = |basis: Basis, points: Vec<Point>| {
        let points = points.into_iter().map(|point| point.labelled(labelled && !log));
        Series::new(basis.name(), basis.ink(), Mark::Bars, points.collect())
    };
    if sampled.is_empty() {
        return vec![bars(Basis::Exact, exact)];
    }
    // A value that never occurs has neither a bar nor a dot.
    exact.retain(|point| point.y > 0.0);
    let mut series = vec![bars(Basis::Simulated, sampled)];
    if !exact.is_empty() {
        series.push(Series::new(Basis::Exact.name(), Basis::Exact.ink(), Mark::Dots, exact));
    }
    series
}

/// Draws a heat map of hand sizes and values for each deck, measure and basis of the numbers
/// (sampled or exact).
fn map(all: &[SizeRows]) -> Chart {
    let same = |a: &SizeRows, b: &SizeRows| (a.features, a.measure) == (b.features, b.measure);
    let groups = all.chunk_by(same);
    let maps: Vec<(&[SizeRows], Basis)> = groups
        .flat_map(|group| Basis::ALL.map(|basis| (group, basis)))
        .filter(|&(group, basis)| has(group, basis))
        .collect();
    let probabilities = maps.iter().flat_map(|&(group, basis)| {
        group.iter().flat_map(move |hands| hands.on(basis).map(|(_, probability)| probability))
    });
    let shade = Axis::powers_of_ten("probability", Unit::OneIn, probabilities);
    let panel = |&(group, basis): &(&[SizeRows], Basis)| {
        let cells = group.iter().flat_map(|hands| {
            let possible = hands.on(basis).filter(|&(_, probability)| probability > 0.0);
            possible.map(|(place, probability)| [place as f64, hands.cards as f64, probability])
        });
        let titles = [words::values(group[0].measure), MAP_Y_TITLE];
        let panel = Panel::map(basis.name(), titles, cells.collect(), &shade);
        panel.with_title(&map_title(group, basis, all))
    };
    let mut panels: Vec<Panel> = maps.iter().map(panel).collect();
    share_axes(&mut panels);
    Chart::from_panels(title(all, None), map_caption(all), panels)
}

/// Gives heat maps of the same measure equal axes.
fn share_axes(maps: &mut [Panel]) {
    for title in each_once(maps.iter().map(|map| map.x.title.clone())) {
        let same = || maps.iter().filter(|map| map.x.title == title);
        let all: Vec<Series> = same().flat_map(|map| map.series.clone()).collect();
        let (x, y) = (Axis::across(&title, &all), Axis::whole_numbers(MAP_Y_TITLE, heights(&all)));
        for map in maps.iter_mut().filter(|map| map.x.title == title) {
            (map.x, map.y) = (x.clone(), y.clone());
        }
    }
}

/// Returns the title that distinguishes a heat map from the others in a chart.
fn map_title(group: &[SizeRows], basis: Basis, all: &[SizeRows]) -> String {
    let mut parts = differences(&group[0], all);
    if has_both(all) {
        parts.push(basis.name().to_owned());
    }
    words::sentence(&parts.join(", "))
}

fn map_caption(all: &[SizeRows]) -> String {
    let unseen = match Basis::ALL.map(|basis| has(all, basis)) {
        [false, _] => "never",
        [true, false] => "never dealt",
        [true, true] => "never dealt; exact values beyond the largest dealt may be missing",
    };
    let sizes: BTreeSet<usize> = all.iter().map(|hands| hands.cards).collect();
    let spanned = sizes.first().zip(sizes.last()).map_or(0, |(first, last)| last - first + 1);
    let empty = if sizes.len() < spanned { " An empty row is a size without data." } else { "" };
    let (origin, exact_values) = (origin(all), exact_values_note(all));
    format!(
        "Probability by number of cards. Blank cells: {unseen}.{empty} \
         {origin}.{exact_values}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::recognise::CsvText;
    use crate::report::show::chart;

    /// Five deals of 12 cards, with the exact probabilities of the values that occurred.
    const DEALT: &str = "features,cards,measure,value,count,total,probability,ci_low,ci_high,\
                         exact_probability\n4,12,sets,0,0,5,0,0,0.52,0.032302\n\
                         4,12,sets,1,1,5,0.2,0,0.71,0.145163\n4,12,sets,2,0,5,0,0,0.52,0.261\n\
                         4,12,sets,3,2,5,0.4,0.05,0.85,0.272583\n\
                         4,12,sets,4,2,5,0.4,0.05,0.85,0.180222\n";

    fn drawn(text: &str, kind: ChartKind) -> Chart {
        let options = Options { kind, ..Options::default() };
        chart(&[CsvText { name: "x.csv", text }], &options).unwrap()
    }

    #[test]
    fn decks_have_inks_of_their_own_and_what_is_common_is_not_repeated() {
        let row = |features| format!("{features},1,sets,0,{0},{0},1,,,\n", 3_usize.pow(features));
        let (header, _) = DEALT.split_once('\n').unwrap();
        let rows = (2..7).map(row).collect::<String>();
        let chart = drawn(&format!("{header}\n{rows}"), ChartKind::NoSet);
        let series = &chart.panels[0].series;
        let inks: Vec<usize> = series.iter().map(|series| series.ink).collect();
        assert_eq!(inks, [0, 1, 2, 3, 4]);
        assert_eq!(series[2].name, "81 cards, 4 features");
    }

    #[test]
    fn sets_are_no_deals_and_maps_of_a_measure_share_their_axes() {
        let text =
            format!("{DEALT}4,12,set-types,1,13,13,1,0.8,1,\n4,12,sets,5,0,5,0,0,0.5,0.08\n");
        let chart = drawn(&text, ChartKind::Map);
        assert!(chart.caption.contains("Blank cells") && chart.caption.contains(" 5 deals from"));
        let sets = chart.panels.iter().filter(|panel| panel.x.title == "sets in the hand");
        let axes: Vec<&Axis> = sets.map(|panel| &panel.x).collect();
        assert!(axes.len() == 2 && axes[0] == axes[1], "{axes:?}");
    }

    #[test]
    fn maps_of_deals_and_of_all_hands_are_two_panels() {
        let chart = drawn(DEALT, ChartKind::Map);
        let titles: Vec<&str> = chart.panels.iter().map(|panel| panel.title.as_str()).collect();
        assert_eq!(titles, ["Simulated", "Exact"]);
        let shades = |panel: usize| -> Vec<f64> {
            chart.panels[panel].series[0].points.iter().filter_map(|cell| cell.shade).collect()
        };
        assert_eq!(shades(0), [0.2, 0.4, 0.4]);
        let exact = [0.032302, 0.145163, 0.261, 0.272583, 0.180222];
        assert!(shades(1).iter().zip(exact).all(|(full, rounded)| (full - rounded).abs() < 1e-3));
    }

    #[test]
    fn exact_distributions_alone_have_one_series() {
        let exact = "features,cards,measure,value,count,total,probability,ci_low,ci_high,\
                     exact_probability\n\
                     4,3,sets,0,84240,85320,0.9873417721518988,,,0.9873417721518988\n\
                     4,3,sets,1,1080,85320,0.012658227848101266,,,0.012658227848101266\n";
        let chart = drawn(exact, ChartKind::NoSet);
        let [series] = &chart.panels[0].series[..] else { panic!("one series") };
        assert_eq!(series.name, "exact");
        assert!((series.points[0].y - 78.0 / 79.0).abs() < 1e-15);
        let map = drawn(exact, ChartKind::Map);
        assert_eq!((map.panels.len(), map.panels[0].title.as_str()), (1, ""));
        assert!(!map.caption.contains("An empty row"), "{}", map.caption);
        let later = "4,5,sets,0,22441536,25558416,0.9,,,\n4,5,sets,1,3116880,25558416,0.1,,,\n";
        let caption = drawn(&(exact.to_owned() + later), ChartKind::Map).caption;
        assert!(caption.contains("never. An empty row is a size without data. "), "{caption}");
    }

    #[test]
    fn bars_of_what_was_dealt_are_not_hidden_by_a_small_exact_probability() {
        // A hand size without any exact knowledge.
        let rare = DEALT.replace("0.85,0.180222", "0.85,0.00000001").replace("4,12,", "6,20,");
        let series = &drawn(&rare, ChartKind::Bars).panels[0].series[0];
        assert_eq!((series.name.as_str(), series.points.len()), ("simulated", 5));
    }
}
