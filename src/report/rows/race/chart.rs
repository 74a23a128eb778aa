//! Charts of benchmarks: the throughput of strategies, the speed-up with more threads, and the time
//! by hand size.

use super::{CandidateKey, RaceRow, single_thread_deviations};
use crate::report::chart::{
    Axis, Chart, ChartKind, Mark, Options, Panel, Point, Series, Unit, heights, words,
};
use crate::report::groups::by_key;
use crate::report::kind::TableError;
use crate::report::number::{list, plural, significant};
use crate::stats::proportion::Interval;
use std::collections::{BTreeSet, HashMap};

/// Maximum number of lines in a line chart.
const MAX_LINES: usize = 8;
/// Name of the benchmark stage that includes dealing; if it was timed, charts show no other stage.
const WHOLE: &str = "dealing+detection";

/// Draws the chart that suits the rows of benchmarks: throughput of strategies, time by hand size,
/// or speed-up with more threads.
pub(crate) fn chart(mut rows: Vec<RaceRow>, options: &Options) -> Result<Chart, TableError> {
    if rows.iter().any(|row| row.stage == WHOLE) {
        rows.retain(|row| row.stage == WHOLE);
    }
    if options.kind == ChartKind::Threads {
        return threads(&rows);
    }
    if words::vary(rows.iter().map(|row| row.cards)) {
        return Ok(by_cards(&rows));
    }
    if words::vary(rows.iter().map(|row| row.features)) {
        let fewest = rows.iter().map(|row| row.threads).min();
        rows.retain(|row| Some(row.threads) == fewest);
        return Ok(strategies(&rows, |row| words::short_deck(row.features)));
    }
    Ok(strategies(&rows, |row| plural(row.threads, "thread")))
}

fn candidate(row: &RaceRow) -> String {
    match row.engine.as_str() {
        "scalar" => row.strategy.clone(),
        engine => format!("{}, {engine} {}", row.strategy, row.instruction_set),
    }
}

/// Describes what was measured, for the caption of a chart.
fn origin(rows: &[RaceRow]) -> String {
    let row = &rows[0];
    let what = if row.stage == WHOLE {
        "Dealing a hand and finding its sets"
    } else {
        "Finding the sets of a hand"
    };
    let sizes: BTreeSet<usize> = rows.iter().map(|row| row.cards).collect();
    let sizes = match (sizes.first(), sizes.last()) {
        (Some(least), Some(most)) if sizes.len() > 2 => format!("{least} to {most} cards"),
        (Some(1), Some(1)) => "1 card".to_owned(),
        _ => format!("{} cards", list(sizes.iter().map(ToString::to_string))),
    };
    format!("{what}: {sizes}, median of {}.", plural(row.repeats, "repeat"))
}

/// Returns the names sorted by their largest values, in ascending order, because a chart shows the
/// last name at the top.
fn ranked(values: impl Iterator<Item = (String, f64)>) -> Vec<String> {
    let largest = |(name, values): (String, Vec<(String, f64)>)| {
        (name, values.iter().map(|(_, value)| *value).fold(0.0, f64::max))
    };
    let names = by_key(values, |(name, _)| name.clone()).into_iter().map(largest);
    let mut names: Vec<(String, f64)> = names.collect();
    names.sort_by(|one, other| one.1.total_cmp(&other.1));
    names.into_iter().map(|(name, _)| name).collect()
}

/// Dot in a chart: the name of its row, the name of its series, and its point.
type Dot = (String, String, Point);

/// Creates a chart panel of dots with one row per name and one series per group. The y value of
/// each point is replaced with the index of its row.
fn dots(values: &[Dot], x: Axis) -> Panel {
    let names = ranked(values.iter().map(|(name, _, point)| (name.clone(), point.x)));
    let rows: HashMap<&str, usize> =
        names.iter().enumerate().map(|(row, name)| (name.as_str(), row)).collect();
    let point =
        |(name, _, point): &Dot| Some(Point { y: rows[name.as_str()] as f64, ..point.clone() });
    let series = Series::by_name(values, Mark::Dots, |(_, group, _)| group.clone(), point);
    Panel::new(x, Axis::names("", names), series)
}

/// Draws the throughput of each benchmark candidate as a dot, in hands per second, with one series
/// per group.
fn strategies(rows: &[RaceRow], group: impl Fn(&RaceRow) -> String) -> Chart {
    let mut slowest_of_group: HashMap<String, f64> = HashMap::new();
    let mut fastest_of_candidate: HashMap<String, f64> = HashMap::new();
    for row in rows {
        let slowest = slowest_of_group.entry(group(row)).or_insert(f64::INFINITY);
        *slowest = slowest.min(row.hands_per_second);
        let fastest = fastest_of_candidate.entry(candidate(row)).or_insert(0.0);
        *fastest = fastest.max(row.hands_per_second);
    }
    let dot = |row: &RaceRow| {
        let (name, group, speed) = (candidate(row), group(row), row.hands_per_second);
        let label = if speed >= fastest_of_candidate[&name] {
            let times = significant(speed / slowest_of_group[&group], 2);
            format!("{}, {times} ×", millions(speed))
        } else {
            String::new()
        };
        let interval = interval_around(speed, row.relative_deviation());
        let point = Point { label, ..Point::new(speed, 0.0).with_interval(interval) };
        (name, group, point)
    };
    let values: Vec<Dot> = rows.iter().map(dot).collect();
    let speeds = values.iter().map(|(.., point)| point.x);
    let x = Axis::powers_of_ten("hands per second", Unit::Number, speeds);
    let caption = format!("{} 2 ×: twice the speed of the slowest.", origin(rows));
    let panel = dots(&values, x).with_medians();
    Chart::from_panels("Which way of finding sets is fastest?", caption, vec![panel])
}

/// Formats a throughput in millions of hands per second: `417 M`, `0.66 M`.
fn millions(speed: f64) -> String {
    format!("{} M", significant(speed / 1e6, if speed < 1e8 { 2 } else { 3 }))
}

/// Returns the interval around a value given by its relative deviation, or `None` if the interval
/// is not finite.
fn interval_around(value: f64, relative_deviation: f64) -> Option<Interval> {
    let deviation = value * relative_deviation;
    deviation.is_finite().then_some(Interval { low: value - deviation, high: value + deviation })
}

/// Draws the speed-up with more threads: by hand size if there are several sizes, otherwise by the
/// number of threads, or as dots if only one number of threads besides 1 was timed.
fn threads(rows: &[RaceRow]) -> Result<Chart, TableError> {
    let several_decks = words::vary(rows.iter().map(|row| row.features));
    let name = |row: &RaceRow| words::with_deck(&candidate(row), row.features, several_decks);
    let known = rows.iter().filter(|row| row.threads > 1 && row.parallel_efficiency.is_some());
    let counts: BTreeSet<usize> = known.clone().map(|row| row.threads).collect();
    let most = counts.last().copied().ok_or_else(no_parallel_error)?;
    let at_most: Vec<RaceRow> = known.filter(|row| row.threads == most).cloned().collect();
    let largest = at_most.iter().map(|row| row.cards).max().unwrap_or(0);
    let single_thread = single_thread_deviations(rows);
    let speed_up = |row: &RaceRow| speed_up(row, &single_thread);
    let (mut panel, note) = if at_most.iter().any(|row| row.cards != largest) {
        let point = |row: &RaceRow| Some(Point::new(row.cards as f64, speed_up(row)?.y));
        let own = at_most.iter().filter(|row| row.cards == largest);
        speed_up_lines(&at_most, own, name, point, "cards in the hand")
    } else if counts.len() == 1 {
        (speed_ups(&at_most, name, speed_up, most), " The dashed line is ideal.")
    } else {
        speed_up_lines(rows, at_most.iter(), name, speed_up, "threads")
    };
    panel = panel.with_medians();
    let caption = format!("{} Up to {}.{note}", origin(rows), plural(most, "thread"));
    Ok(Chart::from_panels("What do more threads bring?", caption, vec![panel]))
}

/// Creates a chart panel of the speed-up with one number of threads, with a dot for each candidate.
fn speed_ups(
    rows: &[RaceRow],
    name: impl Fn(&RaceRow) -> String,
    speed_up: impl Fn(&RaceRow) -> Option<Point>,
    threads: usize,
) -> Panel {
    let value = |row: &RaceRow| {
        let times = speed_up(row)?;
        Some((name(row), String::new(), Point { x: times.y, ..times }))
    };
    let values: Vec<_> = rows.iter().filter_map(value).collect();
    let ideal = threads as f64;
    let title = format!("times as fast as one thread, with {}", plural(threads, "thread"));
    let ends =
        values.iter().flat_map(|(_, _, point)| [point.x, point.interval.map_or(0.0, |it| it.high)]);
    let x = Axis::close(&title, ends.chain([ideal]));
    Panel { rules: vec![ideal], ..dots(&values, x) }
}

/// Creates a chart panel of speed-up lines for the fastest candidates. Returns the panel, and a
/// sentence for the caption if other candidates are left out, otherwise an empty text.
fn speed_up_lines<'a>(
    rows: &[RaceRow],
    candidates: impl Iterator<Item = &'a RaceRow>,
    name: impl Fn(&RaceRow) -> String,
    point: impl Fn(&RaceRow) -> Option<Point>,
    across: &str,
) -> (Panel, &'static str) {
    const MAX_SHOWN: usize = MAX_LINES - 1;
    let mut names = ranked(candidates.map(|row| (name(row), row.ns_per_hand_median)));
    let left_out = if names.len() > MAX_SHOWN { " The fastest are shown." } else { "" };
    names.truncate(MAX_SHOWN);
    let ideal = |row: &RaceRow| Some(Point::new(point(row)?.x, row.threads as f64));
    let first = rows.iter().filter(|row| names.first() == Some(&name(row)));
    let ideal = Series::new("ideal", MAX_SHOWN, Mark::Line, first.filter_map(ideal).collect());
    let mut series = vec![ideal];
    series.extend(lines(&names, rows, &name, &point));
    let y = Axis::from_zero("times as fast as one thread", Unit::Number, heights(&series));
    (Panel::new(Axis::across(across, &series), y, series), left_out)
}

/// Returns a chart series of connected dots for each name.
fn lines(
    names: &[String],
    rows: &[RaceRow],
    name: impl Fn(&RaceRow) -> String,
    point: impl Fn(&RaceRow) -> Option<Point>,
) -> Vec<Series> {
    let line = |(ink, own): (usize, &String)| {
        let points = rows.iter().filter(|row| name(row) == *own).filter_map(&point);
        Series::new(own, ink, Mark::DottedLine, points.collect())
    };
    names.iter().enumerate().map(line).collect()
}

fn no_parallel_error() -> TableError {
    TableError::Unsuitable(
        "the speed-up can be drawn for a race with one thread and with more: `setodds bench \
         --threads 1,2`"
            .to_owned(),
    )
}

/// Returns the speed-up of a row over one thread in the same benchmark, as a point above its number
/// of threads, or `None` if one thread was not timed. The interval reflects the deviations of both
/// medians; a row of one thread has none.
fn speed_up(row: &RaceRow, single_thread: &HashMap<CandidateKey<'_>, f64>) -> Option<Point> {
    let times = row.parallel_efficiency? * row.threads as f64;
    let interval = interval_around(times, row.speed_up_deviation(single_thread));
    let interval = interval.filter(|_| row.threads > 1);
    Some(Point::new(row.threads as f64, times).with_interval(interval))
}

/// Draws the time per hand by hand size, with a line for each of the fastest candidates.
fn by_cards(rows: &[RaceRow]) -> Chart {
    let fewest = rows.iter().map(|row| row.threads).min().unwrap_or(1);
    let mut rows: Vec<RaceRow> = rows.iter().filter(|row| row.threads == fewest).cloned().collect();
    let caption = format!("{} {}.", origin(&rows), words::sentence(&plural(fewest, "thread")));
    rows.sort_by_key(|row| row.cards);
    let largest = rows.iter().map(|row| row.cards).max().unwrap_or(0);
    let at_largest = rows.iter().filter(|row| row.cards == largest);
    let mut names = ranked(at_largest.map(|row| (candidate(row), row.ns_per_hand_median)));
    names.truncate(MAX_LINES);
    let point = |row: &RaceRow| {
        let point = Point::new(row.cards as f64, row.ns_per_hand_median);
        let interval = interval_around(row.ns_per_hand_median, row.relative_deviation());
        Some(point.with_interval(interval))
    };
    let series = lines(&names, &rows, candidate, point);
    let x = Axis::across("cards in the hand", &series);
    let y = Axis::powers_of_ten("nanoseconds for a hand", Unit::Number, heights(&series));
    let panel = Panel::new(x, y, series).with_medians();
    Chart::from_panels("How long does a hand take?", caption, vec![panel])
}
