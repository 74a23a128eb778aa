//! What is drawn between axes: bars, lines, markers, cells, the intervals of points, and names.
//!
//! A marker is filled where the value is exact and hollow where it is an estimate.

use super::frame::{BAND, DOT, Frame, LINE, place};
use super::marker::marker;
use super::shape::{Anchor, Canvas, Coordinates, Letters, Paint, width};
use super::theme::{Colour, LABEL};
use super::{aside, cells, ends, names, stacked};
use crate::report::chart::description::{Mark, Panel, Point, Series};
use crate::report::chart::scale::pitch;

/// What all bars of a value take of the distance to the next value.
const BARS: f64 = 0.8;
/// The radius of the smallest marker.
pub(super) const MIN_DOT: f64 = 2.5;
/// Half of the length of the ends of an interval.
const END: f64 = 4.5;

/// Draws all series, the last on top.
pub(super) fn draw(frame: &Frame<'_>, canvas: &mut Canvas) {
    let panel = frame.panel;
    let (slots, has_whiskers) = (slots(frame), panel.has_whiskers());
    for (series, &slot) in panel.series.iter().zip(&slots) {
        match series.mark {
            Mark::Bars => bars(frame, series, slot, canvas),
            Mark::Line | Mark::DottedLine => line(frame, series, canvas),
            Mark::Cells => cells::draw(frame, series, canvas),
            Mark::Band => band(frame, series, &series.points, canvas),
            Mark::Stacked | Mark::Dots => {}
        }
        if matches!(series.mark, Mark::Bars | Mark::Dots | Mark::DottedLine) {
            let shown = |point: &&Point| has_whiskers && !panel.is_unseen(point);
            let points = series.points.iter().filter(shown);
            points.for_each(|point| whisker(frame, series, point, slot.0, canvas));
            dots(frame, series, slot.0, canvas);
        }
    }
    singles(frame, canvas);
    stacked::draw(frame, canvas);
    if let Some(widest) = widest_label(frame) {
        let is_short = |point: &&Point| width(&point.label, LABEL) < widest;
        let all = panel.series.iter().zip(&slots);
        for (series, &(shift, _)) in all.filter(|(series, _)| series.mark != Mark::Stacked) {
            let points = series.points.iter().filter(is_short);
            points.for_each(|point| label(frame, point, shift, canvas));
        }
    }
    if frame.names_at_ends {
        names::draw(frame, canvas);
    }
}

/// How many pixels the marks of each series stand beside their value, and how wide its bars are:
/// bars of one value share the space between it and the next, and points that would cover those of
/// another series stand side by side.
fn slots(frame: &Frame<'_>) -> Vec<(f64, f64)> {
    let panel = frame.panel;
    let bars = || panel.series.iter().filter(|series| series.mark == Mark::Bars);
    let mut of_bars: Vec<f64> = bars().flat_map(|series| places(panel, series)).collect();
    of_bars.sort_by(f64::total_cmp);
    let is_shared = of_bars.windows(2).any(|pair| pair[0].total_cmp(&pair[1]).is_eq());
    let count = if is_shared { bars().count() } else { 1 };
    let all = panel.series.iter().flat_map(|series| places(panel, series));
    let unit = BARS * (frame.x(pitch(all)) - frame.x(0.0)) / count as f64;
    let mut start = -unit * count as f64 / 2.0;
    let mut dots = aside::shifts(frame).into_iter();
    let slot = |series: &Series| match series.mark {
        Mark::Bars if is_shared => {
            start += unit;
            (start - unit / 2.0, unit)
        }
        Mark::Bars => (0.0, unit),
        Mark::Dots => (dots.next().unwrap_or(0.0), 0.0),
        _ => (0.0, 0.0),
    };
    panel.series.iter().map(slot).collect()
}

/// Where the points of a series stand on the horizontal scale.
fn places<'a>(panel: &'a Panel, series: &'a Series) -> impl Iterator<Item = f64> + 'a {
    series.points.iter().filter_map(|point| panel.x.scale.place(point.x))
}

fn bars(frame: &Frame<'_>, series: &Series, (shift, width): (f64, f64), canvas: &mut Canvas) {
    let scale = &frame.panel.y.scale;
    let (low, high) = scale.ends();
    let zero = frame.y(scale.place(0.0).unwrap_or(low).clamp(low, high));
    let half = width / 2.0;
    let paint = Paint::fill(Colour::Ink(series.ink));
    for point in &series.points {
        let Some((x, y)) = place(frame, point, shift) else { continue };
        canvas.rectangle((x - half, y), (x + half, zero), paint);
    }
}

/// A line, broken where a point has no place, with its intervals as a band if it has no dots.
fn line(frame: &Frame<'_>, series: &Series, canvas: &mut Canvas) {
    let runs = series.points.split(|point| place(frame, point, 0.0).is_none());
    for run in runs.filter(|run| !run.is_empty()) {
        if series.mark == Mark::Line {
            band(frame, series, run, canvas);
        }
        let points: Vec<_> = run.iter().filter_map(|point| place(frame, point, 0.0)).collect();
        canvas.line(points, Paint::stroke(Colour::Ink(series.ink), LINE));
    }
    if series.mark == Mark::Line && frame.panel.has_marked_lines() {
        some_markers(frame, series, canvas);
    }
    ends::draw(frame, series, canvas);
}

/// A few markers on a line with many points, for those who do not see its colour; each line has
/// them at other points, so that they do not cover one another.
fn some_markers(frame: &Frame<'_>, series: &Series, canvas: &mut Canvas) {
    const MARKERS: usize = 8;
    let step = series.points.len().div_ceil(MARKERS).max(1);
    let first = (2 * series.ink + 1) * step / 6 % step;
    let markers = series.points.iter().skip(first).step_by(step);
    for at in markers.filter_map(|point| place(frame, point, 0.0)) {
        marker(series.ink, at, DOT, false, canvas);
    }
}

/// Lines of one point would not be seen: a dot with its interval, on top of the markers of other
/// series, which it does not hide.
fn singles(frame: &Frame<'_>, canvas: &mut Canvas) {
    let all = &frame.panel.series;
    let radius = if all.len() > 1 { 0.75 * DOT } else { DOT };
    for series in all.iter().filter(|series| series.mark == Mark::Line) {
        for run in series.points.split(|point| place(frame, point, 0.0).is_none()) {
            let [point] = run else { continue };
            let Some(at) = place(frame, point, 0.0) else { continue };
            whisker(frame, series, point, 0.0, canvas);
            marker(series.ink, at, radius, series.estimates(point), canvas);
        }
    }
}

fn band(frame: &Frame<'_>, series: &Series, run: &[Point], canvas: &mut Canvas) {
    let end = |point: &Point, high: bool| {
        let limits = point.interval?;
        place(frame, &Point::new(point.x, if high { limits.high } else { limits.low }), 0.0)
    };
    let above: Vec<Coordinates> = run.iter().filter_map(|point| end(point, true)).collect();
    let below = run.iter().rev().filter_map(|point| end(point, false));
    let outline: Vec<Coordinates> = above.iter().copied().chain(below).collect();
    if outline.len() == 2 * run.len() {
        let fill = Paint::fill(Colour::Ink(series.ink));
        canvas.polygon(outline, Paint { opacity: BAND, ..fill });
    }
}

/// The interval of a point as a line with ends; where it goes on beyond an axis, without an end.
fn whisker(frame: &Frame<'_>, series: &Series, point: &Point, shift: f64, canvas: &mut Canvas) {
    let (panel, turned) = (frame.panel, frame.panel.is_turned());
    let across = if turned { panel.y.scale.place(point.y) } else { panel.x.scale.place(point.x) };
    let (Some([low, high]), Some(beside)) = (panel.limits(point), across) else { return };
    let at = |place: f64, aside: f64| {
        if turned {
            (frame.x(place), frame.y(beside) + shift + aside)
        } else {
            (frame.x(beside) + shift + aside, frame.y(place))
        }
    };
    let (start, end) = (at(low, 0.0), at(high, 0.0));
    let is_bar = series.mark == Mark::Bars;
    let colour = if is_bar { Colour::Text } else { Colour::Ink(series.ink) };
    // There and back again: one path.
    let cap = |place: f64, goes_on: bool| {
        if goes_on { Vec::new() } else { vec![at(place, -END), at(place, END)] }
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
                marker(series.ink, at, radius, is_estimate, canvas);
            }
            (None, _) => unseen(frame, series, point, (shift, radius), canvas),
            _ => {}
        }
    }
}

/// Markers side by side do not cover each other.
fn radius(frame: &Frame<'_>, series: &Series) -> f64 {
    let pitch = pitch(places(frame.panel, series));
    (0.5 * (frame.x(pitch) - frame.x(0.0))).clamp(MIN_DOT, DOT)
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
    let stroke = Paint::stroke(Colour::Ink(series.ink), 1.8);
    let paint = Paint { fill: Some(Colour::Paper), ..stroke };
    canvas.polygon(triangle, paint);
}

/// The widest text above points for which there is room, if there is for most of them.
fn widest_label(frame: &Frame<'_>) -> Option<f64> {
    let panel = frame.panel;
    if panel.is_turned() {
        return (beside(panel, frame.across) > 0.0).then_some(f64::INFINITY);
    }
    let all = panel.series.iter().flat_map(|series| places(panel, series));
    let room = 0.95 * (frame.x(pitch(all)) - frame.x(0.0));
    let labels = panel.series.iter().flat_map(|series| &series.points);
    let labels = labels.filter(|point| !point.label.is_empty());
    let (all, fitting) = labels.fold((0, 0), |(all, fitting), point| {
        (all + 1, fitting + usize::from(width(&point.label, LABEL) < room))
    });
    (2 * fitting > all).then_some(room)
}

/// What is written above a point, its interval, and a marker that may stand there.
fn label(frame: &Frame<'_>, point: &Point, shift: f64, canvas: &mut Canvas) {
    let Some((x, y)) = place(frame, point, shift).filter(|_| !point.label.is_empty()) else {
        return;
    };
    if frame.panel.is_turned() {
        return label_beside(frame, point, (x, y), canvas);
    }
    let (_, highest) = frame.panel.y.scale.ends();
    let high = point.interval.and_then(|it| frame.panel.y.scale.place(it.high));
    let high = high.map_or(y, |high| frame.y(high.min(highest))).min(y);
    let has_markers = frame.panel.series.iter().any(|series| series.mark == Mark::Dots);
    let gap = if has_markers { 6.0 + DOT } else { 6.0 };
    let is_wide = frame.panel.has_whiskers() && y - high > 1.5 * LABEL;
    // At the top of a long interval a number would be taken for a value there.
    let (at, anchor) = if is_wide {
        ((x + END + 2.0, y - 4.0), Anchor::Start)
    } else {
        ((x, high - gap), Anchor::Middle)
    };
    canvas.text(&point.label, at, Letters::new(LABEL, Colour::Text, anchor));
}

/// From a point to what is written beside it.
const BESIDE: f64 = 3.0 + DOT;

/// The room to the right of the axes for what is written beside the points of rows; none in a panel
/// that is too narrow for it.
pub(super) fn beside(panel: &Panel, across: f64) -> f64 {
    const WIDEST: f64 = 0.25;
    let dots = panel.series.iter().filter(|series| series.mark == Mark::Dots);
    let labels = dots.flat_map(|series| &series.points).map(|point| width(&point.label, LABEL));
    let widest = labels.fold(0.0, f64::max);
    let fits = widest > 0.0 && BESIDE + widest <= WIDEST * across;
    if panel.is_turned() && fits { BESIDE + widest } else { 0.0 }
}

/// What is written beside a point of a row.
fn label_beside(frame: &Frame<'_>, point: &Point, (x, y): Coordinates, canvas: &mut Canvas) {
    let end = frame.panel.limits(point).map_or(x, |[_, high]| frame.x(high));
    let at = (end.max(x) + BESIDE, y + 0.35 * LABEL);
    canvas.text(&point.label, at, Letters::new(LABEL, Colour::Text, Anchor::Start));
}
