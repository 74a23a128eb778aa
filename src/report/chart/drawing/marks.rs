//! What is drawn between axes: bars, lines, markers, cells, the intervals of points, and names.
//!
//! A marker is filled where the value is exact and hollow where it is an estimate.

use super::frame::Frame;
use super::marker::marker;
use super::shape::{Anchor, Canvas, Letters, Paint, Place, width};
use super::theme::{Colour, LABEL};
use crate::report::chart::description::{Mark, Panel, Point, Series};
use crate::report::chart::scale::pitch;

/// What all bars of a value take of the distance to the next value.
const BARS: f64 = 0.8;
/// What a cell takes of its place.
const CELL: f64 = 0.99;
/// The radius of a marker, where there is room.
const DOT: f64 = 5.0;
const SMALLEST_DOT: f64 = 2.5;
/// More lines than this have their names at their ends instead of in a legend.
const MOST_IN_LEGEND: usize = 4;

/// Draws all series, the last on top.
pub(super) fn draw(frame: &Frame<'_>, canvas: &mut Canvas) {
    let panel = frame.panel;
    let (slots, has_whiskers) = (slots(panel), panel.has_whiskers());
    for (series, &slot) in panel.series.iter().zip(&slots) {
        match series.mark {
            Mark::Bars => bars(frame, series, slot, canvas),
            Mark::Line | Mark::DottedLine => line(frame, series, canvas),
            Mark::Cells => cells(frame, series, canvas),
            Mark::Dots => {}
        }
        if matches!(series.mark, Mark::Bars | Mark::Dots | Mark::DottedLine) {
            let shown = |point: &&Point| has_whiskers || panel.is_unseen(point);
            let points = series.points.iter().filter(shown);
            points.for_each(|point| whisker(frame, series, point, slot.0, canvas));
            dots(frame, series, slot.0, canvas);
        }
    }
    for (series, &(shift, _)) in panel.series.iter().zip(&slots).filter(|_| labels_fit(frame)) {
        series.points.iter().for_each(|point| label(frame, point, shift, canvas));
    }
    if frame.names_at_ends {
        names(frame, canvas);
    }
}

/// How far the bars of each series stand from their value, and how wide they are: those of one
/// value share the space between it and the next.
fn slots(panel: &Panel) -> Vec<(f64, f64)> {
    let bars = || panel.series.iter().filter(|series| series.mark == Mark::Bars);
    let mut of_bars: Vec<f64> = bars().flat_map(|series| places(panel, series)).collect();
    of_bars.sort_by(f64::total_cmp);
    let is_shared = of_bars.windows(2).any(|pair| pair[0].total_cmp(&pair[1]).is_eq());
    let count = if is_shared { bars().count() } else { 1 };
    let all = panel.series.iter().flat_map(|series| places(panel, series));
    let unit = BARS * pitch(all) / count as f64;
    let mut start = -unit * count as f64 / 2.0;
    let slot = |series: &Series| match series.mark {
        Mark::Bars if is_shared => {
            start += unit;
            (start - unit / 2.0, unit)
        }
        Mark::Bars => (0.0, unit),
        _ => (0.0, 0.0),
    };
    panel.series.iter().map(slot).collect()
}

/// Where the points of a series stand on the horizontal scale.
fn places<'a>(panel: &'a Panel, series: &'a Series) -> impl Iterator<Item = f64> + 'a {
    series.points.iter().filter_map(|point| panel.x.scale.place(point.x))
}

/// Where a point is drawn; nowhere when it is off a scale.
fn place(frame: &Frame<'_>, point: &Point, shift: f64) -> Option<Place> {
    let (x, y) = (frame.panel.x.scale.place(point.x)?, frame.panel.y.scale.place(point.y)?);
    let (x, y) = (frame.x(x + shift), frame.y(y));
    (x.is_finite() && y.is_finite()).then_some((x, y))
}

/// What is told of a point.
fn tip(frame: &Frame<'_>, series: &Series, point: &Point) -> String {
    if frame.with_tips { frame.panel.tip(series, point) } else { String::new() }
}

fn bars(frame: &Frame<'_>, series: &Series, (shift, width): (f64, f64), canvas: &mut Canvas) {
    let scale = &frame.panel.y.scale;
    let (low, high) = scale.ends();
    let zero = frame.y(scale.place(0.0).unwrap_or(low).clamp(low, high));
    let half = (frame.x(width) - frame.x(0.0)) / 2.0;
    let paint = Paint::fill(Colour::Ink(series.ink));
    for point in &series.points {
        let Some((x, y)) = place(frame, point, shift) else { continue };
        let bar = canvas.rectangle((x - half, y), (x + half, zero), paint);
        bar.tip = tip(frame, series, point);
    }
}

/// A line, broken where a point has no place, with its intervals as a band if it has no dots.
fn line(frame: &Frame<'_>, series: &Series, canvas: &mut Canvas) {
    let runs = series.points.split(|point| place(frame, point, 0.0).is_none());
    for run in runs.filter(|run| !run.is_empty()) {
        if series.mark == Mark::Line {
            band(frame, series, run, canvas);
        }
        let points = run.iter().filter_map(|point| place(frame, point, 0.0)).collect();
        canvas.line(points, Paint::stroke(Colour::Ink(series.ink), 2.2));
    }
}

fn band(frame: &Frame<'_>, series: &Series, run: &[Point], canvas: &mut Canvas) {
    let end = |point: &Point, high: bool| {
        let limits = point.interval?;
        place(frame, &Point::new(point.x, if high { limits.high } else { limits.low }), 0.0)
    };
    let above: Vec<Place> = run.iter().filter_map(|point| end(point, true)).collect();
    let below = run.iter().rev().filter_map(|point| end(point, false));
    let outline: Vec<Place> = above.iter().copied().chain(below).collect();
    if outline.len() == 2 * run.len() {
        let fill = Paint::fill(Colour::Ink(series.ink));
        canvas.polygon(outline, Paint { opacity: 0.2, ..fill });
    }
}

/// The interval of a point as a line with ends; where it goes on beyond an axis, without an end.
fn whisker(frame: &Frame<'_>, series: &Series, point: &Point, shift: f64, canvas: &mut Canvas) {
    const END: f64 = 4.5;
    let (panel, turned) = (frame.panel, frame.panel.is_turned());
    let across = if turned { panel.y.scale.place(point.y) } else { panel.x.scale.place(point.x) };
    let (Some([low, high]), Some(beside)) = (panel.limits(point), across) else { return };
    let at = |place: f64, aside: f64| {
        if turned {
            (frame.x(place), frame.y(beside) + aside)
        } else {
            (frame.x(beside + shift) + aside, frame.y(place))
        }
    };
    let (start, end) = (at(low, 0.0), at(high, 0.0));
    let is_bar = series.mark == Mark::Bars;
    let colour = if is_bar { Colour::Text } else { Colour::Ink(series.ink) };
    // There and back again: one path. The limit of what was never seen has a triangle instead.
    let cap = |place: f64, goes_on: bool| {
        let has_cap = !goes_on && !panel.is_unseen(point);
        if has_cap { vec![at(place, -END), at(place, END)] } else { Vec::new() }
    };
    let [goes_below, goes_beyond] = panel.goes_on(point);
    let points = [cap(high, goes_beyond), vec![end, start], cap(low, goes_below)].concat();
    canvas.line(points, Paint::stroke(colour, 2.0));
}

/// The markers of a series, and the limits of what was never seen.
fn dots(frame: &Frame<'_>, series: &Series, shift: f64, canvas: &mut Canvas) {
    let radius = if frame.panel.is_turned() { DOT } else { radius(frame, series) };
    for point in &series.points {
        let is_estimate = series.estimates(point);
        match (place(frame, point, shift), series.mark) {
            (Some(at), Mark::Dots | Mark::DottedLine) => {
                let dot = marker(series.ink, at, radius, is_estimate, canvas);
                dot.tip = tip(frame, series, point);
            }
            (None, _) => unseen(frame, series, point, (shift, radius), canvas),
            _ => {}
        }
    }
}

/// Markers side by side do not cover each other.
fn radius(frame: &Frame<'_>, series: &Series) -> f64 {
    let pitch = pitch(places(frame.panel, series));
    (0.5 * (frame.x(pitch) - frame.x(0.0))).clamp(SMALLEST_DOT, DOT)
}

/// What was never seen has no place on a logarithmic scale, but the upper end of its interval has.
fn unseen(
    frame: &Frame<'_>,
    series: &Series,
    point: &Point,
    (shift, radius): (f64, f64),
    canvas: &mut Canvas,
) {
    let Some(limits) = point.interval else { return };
    let Some((x, y)) = place(frame, &Point::new(point.x, limits.high), shift) else { return };
    let triangle = vec![(x - radius, y), (x + radius, y), (x, y + 1.6 * radius)];
    let paint = Paint::fill(Colour::Ink(series.ink));
    canvas.polygon(triangle, paint).tip = tip(frame, series, point);
}

/// Whether there is room for what is written above points that stand side by side.
fn labels_fit(frame: &Frame<'_>) -> bool {
    let panel = frame.panel;
    let points = || panel.series.iter().flat_map(|series| &series.points);
    let widest = points().map(|point| width(&point.label, LABEL)).fold(0.0, f64::max);
    let all = panel.series.iter().flat_map(|series| places(panel, series));
    widest < 0.95 * (frame.x(pitch(all)) - frame.x(0.0))
}

/// What is written above a point, its interval, and a marker that may stand there.
fn label(frame: &Frame<'_>, point: &Point, shift: f64, canvas: &mut Canvas) {
    let Some((x, y)) = place(frame, point, shift).filter(|_| !point.label.is_empty()) else {
        return;
    };
    let (_, highest) = frame.panel.y.scale.ends();
    let high = point.interval.and_then(|it| frame.panel.y.scale.place(it.high));
    let high = high.map_or(y, |high| frame.y(high.min(highest))).min(y);
    let has_markers = frame.panel.series.iter().any(|series| series.mark == Mark::Dots);
    let gap = if has_markers { 6.0 + DOT } else { 6.0 };
    let letters = Letters::new(LABEL, Colour::Text, Anchor::Middle);
    canvas.text(&point.label, (x, high - gap), letters);
}

/// The distance from the end of a line to its name.
const TO_NAME: f64 = 12.0;

/// Whether lines have their names at their ends: not where they take much of the width, nor where
/// too many lines end at one height to be told apart.
pub(super) fn has_names_at_ends(panel: &Panel, panel_width: f64) -> bool {
    const WIDEST: f64 = 0.4;
    const MOST_AT_ONE_HEIGHT: usize = 3;
    const ROWS: f64 = 24.0;
    let is_line = |series: &&Series| matches!(series.mark, Mark::Line | Mark::DottedLine);
    let lines = panel.series.iter().filter(is_line);
    let (low, high) = panel.y.scale.ends();
    let end =
        |series: &Series| series.points.iter().rev().find_map(|point| panel.y.scale.place(point.y));
    let mut ends: Vec<f64> = lines.filter_map(end).collect();
    ends.sort_by(f64::total_cmp);
    let mut together = ends.windows(MOST_AT_ONE_HEIGHT + 1);
    ends.len() > MOST_IN_LEGEND
        && to_names(panel) <= WIDEST * panel_width
        && together.all(|ends| ends[MOST_AT_ONE_HEIGHT] - ends[0] > (high - low) / ROWS)
}

/// The room that names at the ends of lines take to the right of the axes.
pub(super) fn to_names(panel: &Panel) -> f64 {
    let names = panel.series.iter().map(|series| width(&series.name, LABEL));
    TO_NAME + names.fold(0.0, f64::max) + 4.0
}

/// Names at the ends of lines, from top to bottom, moved apart where they would cover each other.
fn names(frame: &Frame<'_>, canvas: &mut Canvas) {
    const ROW: f64 = 1.15 * LABEL;
    let end =
        |series: &&Series| series.points.iter().rev().find_map(|point| place(frame, point, 0.0));
    let ends = frame.panel.series.iter().filter_map(|series| Some((series, end(&series)?)));
    let mut ends: Vec<(&Series, Place)> = ends.collect();
    ends.sort_by(|(_, one), (_, other)| one.1.total_cmp(&other.1));
    let mut rows: Vec<f64> = Vec::new();
    for (_, (_, y)) in &ends {
        let above = rows.last().map_or(frame.top, |above| above + ROW);
        rows.push(y.max(above));
    }
    let mut below = frame.bottom() + ROW / 2.0;
    for row in rows.iter_mut().rev() {
        *row = row.min(below);
        below = *row - ROW;
    }
    for ((series, (x, y)), row) in ends.into_iter().zip(rows) {
        let colour = Colour::Ink(series.ink);
        let start = frame.right() + TO_NAME;
        let lead = vec![(x + DOT + 2.0, y), (start - 3.0, row)];
        canvas.line(lead, Paint::stroke(colour, 1.0));
        let at = (start, row + 0.35 * LABEL);
        canvas.text(&series.name, at, Letters::new(LABEL, colour, Anchor::Start));
    }
}

/// Cells of one size; what is missing takes no memory, however far apart the others are.
fn cells(frame: &Frame<'_>, series: &Series, canvas: &mut Canvas) {
    let panel = frame.panel;
    let Some(shade) = panel.shade.as_ref() else { return };
    let (low, high) = shade.scale.ends();
    let known = series.points.iter().filter_map(|point| {
        let place = (panel.x.scale.place(point.x)?, panel.y.scale.place(point.y)?);
        Some((place, shade.scale.place(point.shade?)?))
    });
    let known: Vec<(Place, f64)> = known.collect();
    let across = CELL / 2.0 * pitch(known.iter().map(|((x, _), _)| *x));
    let up = CELL / 2.0 * pitch(known.iter().map(|((_, y), _)| *y));
    for ((x, y), value) in known {
        let fill = Paint::fill(Colour::Shade((value - low) / (high - low)));
        let (one, other) = ((x - across, y + up), (x + across, y - up));
        let corner = |(x, y): Place| (frame.x(x), frame.y(y));
        canvas.rectangle(corner(one), corner(other), fill);
    }
}
