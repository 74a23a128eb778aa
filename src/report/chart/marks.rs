//! Draws the marks of a panel: bars, lines, markers, heat map cells, error bars, labels, and names
//! at the ends of lines.
//!
//! Markers are filled for exact values and hollow for estimates.

use super::axis::{Scale, pitch};
use super::canvas::{Anchor, Canvas, Coordinates, Paint, TextStyle, width};
use super::layout::{
    BAND, BARS, CAP, CELL, COVERED, DASHED_END, DOT, DOTS, FOOT, Frame, LABEL, LINE, MARKERS,
    MAX_LABELS, MAX_LINES_IN_LEGEND, MAX_LINES_TOGETHER, MAX_NAMES, MIN_DOT, NAME_ROW, NAME_ROWS,
    NARROW_CELL, STACKED_BAR, STACKED_GAP, TO_LABEL, TO_NAME,
};
use super::model::{LineEnd, Mark, Panel, Point, Series};
use super::theme::Colour;
use std::collections::BTreeMap;

/// Draws all series of a panel; later ones are on top.
pub(super) fn draw(frame: &Frame<'_>, canvas: &mut Canvas) {
    let panel = frame.panel;
    let (slots, has_whiskers) = (slots(frame), panel.has_whiskers());
    for (series, &slot) in panel.series.iter().zip(&slots) {
        match series.mark {
            Mark::Bars => bars(frame, series, slot, canvas),
            Mark::Line | Mark::DottedLine => line(frame, series, canvas),
            Mark::Cells => cells(frame, series, canvas),
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
    lines_of_one_point(frame, canvas);
    stacked_bars(frame, canvas);
    if let Some(widest) = widest_label(frame) {
        let is_short = |point: &&Point| width(&point.label, LABEL) < widest;
        let all = panel.series.iter().zip(&slots);
        for (series, &(shift, _)) in all.filter(|(series, _)| series.mark != Mark::Stacked) {
            let points = series.points.iter().filter(is_short);
            points.for_each(|point| label(frame, point, shift, canvas));
        }
    }
    if frame.names_at_ends {
        names_at_ends(frame, canvas);
    }
}

/// Returns for each series the shift of its marks, to the right or, if the y axis has names, down,
/// and the width of its bars, both in pixels. Bars with the same value share the available width,
/// and points that would cover those of another series are drawn side by side.
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
    let mut dots = shifts(frame).into_iter();
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

/// Returns the positions of a series' points on the x scale.
fn places<'a>(panel: &'a Panel, series: &'a Series) -> impl Iterator<Item = f64> + 'a {
    series.points.iter().filter_map(|point| panel.x.scale.place(point.x))
}

/// Returns the shift of each series of dots in pixels, to the right or, if the y axis has names,
/// down; all shifts are 0 if no dots overlap.
fn shifts(frame: &Frame<'_>) -> Vec<f64> {
    let dots = || frame.panel.series.iter().filter(|series| series.mark == Mark::Dots);
    let count = dots().count();
    if !has_covered_dots(frame, dots()) {
        return vec![0.0; count];
    }
    let own = dots().flat_map(|series| &series.points);
    let pitch = if frame.panel.is_horizontal() {
        frame.y(0.0) - frame.y(pitch(own.filter_map(|it| frame.panel.y.scale.place(it.y))))
    } else {
        frame.x(pitch(own.filter_map(|it| frame.panel.x.scale.place(it.x)))) - frame.x(0.0)
    };
    let unit = (2.0 * DOT + 1.0).min(DOTS * pitch / count as f64);
    let middle = (count as f64 - 1.0) / 2.0;
    (0..count).map(|place| unit * (place as f64 - middle)).collect()
}

/// Returns whether dots of different series overlap.
fn has_covered_dots<'a>(frame: &Frame<'_>, dots: impl Iterator<Item = &'a Series>) -> bool {
    // For each point: its position along the axis of hand sizes or names, its position along the
    // value axis, and the index of its series.
    let mut all: Vec<(f64, f64, usize)> = Vec::new();
    for (owner, series) in dots.enumerate() {
        for (x, y) in series.points.iter().filter_map(|point| frame.place(point)) {
            all.push(if frame.panel.is_horizontal() { (y, x, owner) } else { (x, y, owner) });
        }
    }
    all.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
    // It is enough to compare neighbours: if two points of different series are close, then
    // somewhere between them there are adjacent points of different series, which are at least as
    // close.
    all.windows(2).any(|pair| {
        let [one, other] = [pair[0], pair[1]];
        let same_place = one.0.total_cmp(&other.0).is_eq();
        same_place && one.2 != other.2 && other.1 - one.1 < COVERED * 2.0 * DOT
    })
}

fn bars(frame: &Frame<'_>, series: &Series, (shift, width): (f64, f64), canvas: &mut Canvas) {
    let scale = &frame.panel.y.scale;
    let (low, high) = scale.ends();
    let zero = frame.y(scale.place(0.0).unwrap_or(low).clamp(low, high));
    let half = width / 2.0;
    let paint = Paint::fill(Colour::Ink(series.ink));
    for point in &series.points {
        let Some((x, y)) = frame.place_aside(point, shift) else { continue };
        canvas.rectangle((x - half, y), (x + half, zero), paint);
    }
}

/// Draws a line, interrupted at points without a position; a line without dots shows its intervals
/// as a band.
fn line(frame: &Frame<'_>, series: &Series, canvas: &mut Canvas) {
    let runs = series.points.split(|point| frame.place(point).is_none());
    for run in runs.filter(|run| !run.is_empty()) {
        if series.mark == Mark::Line {
            band(frame, series, run, canvas);
        }
        let points: Vec<_> = run.iter().filter_map(|point| frame.place(point)).collect();
        canvas.line(points, Paint::stroke(Colour::Ink(series.ink), LINE));
    }
    if series.mark == Mark::Line && frame.panel.has_marked_lines() {
        some_markers(frame, series, canvas);
    }
    line_end(frame, series, canvas);
}

/// Draws a few markers on a line with many points, so that it can be identified without its colour.
/// Each line has them at different points to avoid overlap.
fn some_markers(frame: &Frame<'_>, series: &Series, canvas: &mut Canvas) {
    let step = series.points.len().div_ceil(MARKERS).max(1);
    let first = (2 * series.ink + 1) * step / 6 % step;
    let markers = series.points.iter().skip(first).step_by(step);
    for at in markers.filter_map(|point| frame.place(point)) {
        marker(series.ink, at, DOT, false, canvas);
    }
}

/// Draws as a dot with an error bar each point of a line that has no neighbour to be connected with
/// and would be invisible. These dots are small and drawn last, so that neither they nor the
/// markers of other series are hidden.
fn lines_of_one_point(frame: &Frame<'_>, canvas: &mut Canvas) {
    let all = &frame.panel.series;
    let radius = if all.len() > 1 { 0.75 * DOT } else { DOT };
    for series in all.iter().filter(|series| series.mark == Mark::Line) {
        for run in series.points.split(|point| frame.place(point).is_none()) {
            let [point] = run else { continue };
            let Some(at) = frame.place(point) else { continue };
            whisker(frame, series, point, 0.0, canvas);
            marker(series.ink, at, radius, series.estimates(point), canvas);
        }
    }
}

/// Draws the end of a line in a way that shows why it ends: if all later values are 0, it drops to
/// the axis of a logarithmic scale; if they are unknown, it continues dashed.
fn line_end(frame: &Frame<'_>, series: &Series, canvas: &mut Canvas) {
    let paint = Paint::stroke(Colour::Ink(series.ink), LINE);
    let mut places = series.points.iter().filter_map(|point| frame.place(point));
    match series.end {
        Some(LineEnd::Zero(zero)) => {
            let is_powers = matches!(frame.panel.y.scale, Scale::Logarithmic { .. });
            let ends = places.next_back().zip(frame.panel.x.scale.place(zero));
            let Some((last, zero)) = ends.filter(|_| is_powers) else { return };
            let (x, foot) = (frame.x(zero), frame.bottom());
            canvas.line(vec![last, (x, foot)], paint);
            let wide = Paint::stroke(Colour::Ink(series.ink), 2.0 * LINE);
            canvas.line(vec![(x - FOOT, foot), (x + FOOT, foot)], wide);
        }
        Some(LineEnd::Unknown) => {
            let places: Vec<Coordinates> = places.collect();
            // Continue in the direction of the last two points.
            let [.., before, (x, y)] = places[..] else { return };
            let (right, down) = (x - before.0, y - before.1);
            let part = DASHED_END / libm::hypot(right, down).max(f64::MIN_POSITIVE);
            let to = (x + part * right, (y + part * down).clamp(frame.top, frame.bottom()));
            canvas.line(vec![(x, y), to], Paint { dashed: true, ..paint });
        }
        None => {}
    }
}

/// Fills the area between the interval limits of consecutive points of a line, if all of them have
/// an interval.
fn band(frame: &Frame<'_>, series: &Series, run: &[Point], canvas: &mut Canvas) {
    let end = |point: &Point, high: bool| {
        let limits = point.interval?;
        frame.place(&Point::new(point.x, if high { limits.high } else { limits.low }))
    };
    let above: Vec<Coordinates> = run.iter().filter_map(|point| end(point, true)).collect();
    let below = run.iter().rev().filter_map(|point| end(point, false));
    let outline: Vec<Coordinates> = above.iter().copied().chain(below).collect();
    if outline.len() == 2 * run.len() {
        let fill = Paint::fill(Colour::Ink(series.ink));
        canvas.polygon(outline, Paint { opacity: BAND, ..fill });
    }
}

/// Draws the interval of a point as an error bar; an end beyond an axis has no cap.
fn whisker(frame: &Frame<'_>, series: &Series, point: &Point, shift: f64, canvas: &mut Canvas) {
    let (panel, is_horizontal) = (frame.panel, frame.panel.is_horizontal());
    let across =
        if is_horizontal { panel.y.scale.place(point.y) } else { panel.x.scale.place(point.x) };
    let (Some([low, high]), Some(beside)) = (panel.limits(point), across) else { return };
    let at = |place: f64, aside: f64| {
        if is_horizontal {
            (frame.x(place), frame.y(beside) + shift + aside)
        } else {
            (frame.x(beside) + shift + aside, frame.y(place))
        }
    };
    let is_bar = series.mark == Mark::Bars;
    let colour = if is_bar { Colour::Text } else { Colour::Ink(series.ink) };
    let cap = |place: f64, goes_on: bool| {
        if goes_on { Vec::new() } else { vec![at(place, -CAP), at(place, CAP)] }
    };
    let [goes_below, goes_beyond] = panel.extends_beyond(point);
    // The path starts with the upper cap, returns to its middle, and ends with the lower cap.
    let stroke = vec![at(high, 0.0), at(low, 0.0)];
    let points = [cap(high, goes_beyond), stroke, cap(low, goes_below)].concat();
    canvas.line(points, Paint::stroke(colour, 2.0));
}

/// Draws the markers of a series, and a mark at the upper limit of each value that never occurred.
fn dots(frame: &Frame<'_>, series: &Series, shift: f64, canvas: &mut Canvas) {
    let radius = if frame.panel.is_horizontal() { DOT } else { radius(frame, series) };
    for point in &series.points {
        let is_estimate = series.estimates(point);
        match (frame.place_aside(point, shift), series.mark) {
            (Some(at), Mark::Dots | Mark::DottedLine) => {
                marker(series.ink, at, radius, is_estimate, canvas);
            }
            (None, _) => unseen(frame, series, point, (shift, radius), canvas),
            _ => {}
        }
    }
}

/// Returns the largest marker radius at which neighbouring markers do not overlap, but at least
/// [`MIN_DOT`] and at most [`DOT`].
fn radius(frame: &Frame<'_>, series: &Series) -> f64 {
    let pitch = pitch(places(frame.panel, series));
    (0.5 * (frame.x(pitch) - frame.x(0.0))).clamp(MIN_DOT, DOT)
}

/// Draws a triangle at the upper limit of a value that never occurred, because zero has no position
/// on a logarithmic scale.
fn unseen(
    frame: &Frame<'_>,
    series: &Series,
    point: &Point,
    (shift, radius): (f64, f64),
    canvas: &mut Canvas,
) {
    let Some(limits) = point.interval else { return };
    let high = Point::new(point.x, limits.high);
    let Some((x, y)) = frame.place_aside(&high, shift) else { return };
    let triangle = vec![(x - radius, y), (x + radius, y), (x, y + 1.6 * radius)];
    let stroke = Paint::stroke(Colour::Ink(series.ink), 1.8);
    let paint = Paint { fill: Some(Colour::Paper), ..stroke };
    canvas.polygon(triangle, paint);
}

/// Marker outlines around the origin, one for each series colour; an empty outline stands for a
/// circle.
const OUTLINES: [&[Coordinates]; 8] = [
    &[],
    &[(0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)],
    &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
    &[(0.0, -1.1), (1.1, 0.85), (-1.1, 0.85)],
    &[(0.0, 1.1), (1.1, -0.85), (-1.1, -0.85)],
    &[
        (-0.35, -1.1),
        (0.35, -1.1),
        (0.35, -0.35),
        (1.1, -0.35),
        (1.1, 0.35),
        (0.35, 0.35),
        (0.35, 1.1),
        (-0.35, 1.1),
        (-0.35, 0.35),
        (-1.1, 0.35),
        (-1.1, -0.35),
        (-0.35, -0.35),
    ],
    &[
        (0.0, -1.3),
        (0.4, -0.4),
        (1.3, 0.0),
        (0.4, 0.4),
        (0.0, 1.3),
        (-0.4, 0.4),
        (-1.3, 0.0),
        (-0.4, -0.4),
    ],
    &[(0.0, -1.1), (1.05, -0.34), (0.65, 0.89), (-0.65, 0.89), (-1.05, -0.34)],
];

/// Draws the marker of the series with index `ink` at a position.
pub(super) fn marker(
    ink: usize,
    (x, y): Coordinates,
    radius: f64,
    hollow: bool,
    canvas: &mut Canvas,
) {
    let colour = Colour::Ink(ink);
    let paint = if hollow {
        Paint { fill: Some(Colour::Paper), ..Paint::stroke(colour, 1.8) }
    } else {
        Paint { stroke: Some((Colour::Paper, 1.0)), ..Paint::fill(colour) }
    };
    let outline = OUTLINES[ink % OUTLINES.len()];
    if outline.is_empty() {
        return canvas.circle((x, y), radius, paint);
    }
    let points = outline.iter().map(|(right, down)| (x + radius * right, y + radius * down));
    canvas.polygon(points.collect(), paint);
}

/// Draws the cells of a heat map, all of the same size; memory use depends only on cells with a
/// value.
///
/// Wide cells have gaps. Narrow cells touch and are drawn without anti-aliasing, so that their
/// colours do not mix with the background. If several cells share a pixel, it shows the largest
/// value.
fn cells(frame: &Frame<'_>, series: &Series, canvas: &mut Canvas) {
    let panel = frame.panel;
    let Some(shade) = panel.shade.as_ref() else { return };
    let (low, high) = shade.scale.ends();
    let known = series.points.iter().filter_map(|point| {
        let (x, y) = (panel.x.scale.place(point.x)?, panel.y.scale.place(point.y)?);
        Some((frame.x(x), frame.y(y), shade.scale.place(point.shade?)?))
    });
    let known: Vec<(f64, f64, f64)> = known.collect();
    let wide = pitch(known.iter().map(|(x, ..)| *x));
    let tall = pitch(known.iter().map(|(_, y, _)| *y));
    let mut cells: BTreeMap<[[i64; 2]; 2], f64> = BTreeMap::new();
    for (x, y, value) in known {
        let largest = cells.entry([cell_ends(y, tall), cell_ends(x, wide)]).or_insert(value);
        *largest = largest.max(value);
    }
    let crisp = wide.min(tall) < NARROW_CELL;
    for ([[top, bottom], [left, right]], value) in cells {
        let fill = Paint::fill(Colour::Shade((value - low) / (high - low)));
        let corner = |x: i64, y: i64| (x as f64 / TENTHS, y as f64 / TENTHS);
        canvas.rectangle(corner(left, bottom), corner(right, top), Paint { crisp, ..fill });
    }
}

/// Number of coordinate units per pixel: coordinates of heat map cells are rounded to tenths.
const TENTHS: f64 = 10.0;

/// Returns the edges of a heat map cell around a pixel coordinate, in tenths of a pixel.
fn cell_ends(centre: f64, size: f64) -> [i64; 2] {
    if size < 1.0 {
        let pixel = centre.floor();
        return [pixel, pixel + 1.0].map(tenths);
    }
    let half = size / 2.0 * if size < NARROW_CELL { 1.0 } else { CELL };
    [centre - half, centre + half].map(tenths)
}

#[expect(clippy::cast_possible_truncation, reason = "a place in a picture")]
fn tenths(pixel: f64) -> i64 {
    (TENTHS * pixel).round() as i64
}

/// Returns the series of a panel that are stacked into bars, each with its position on the colour
/// scale. The positions span the whole scale, so that segments are distinguishable in greyscale and
/// with any kind of colour vision.
pub(super) fn shades(panel: &Panel) -> Vec<(&Series, f64)> {
    let own: Vec<&Series> = panel.series.iter().filter(|it| it.mark == Mark::Stacked).collect();
    let last = own.len().saturating_sub(1).max(1) as f64;
    let shade = |(place, series)| (series, 1.0 - place as f64 / last);
    own.into_iter().enumerate().map(shade).collect()
}

/// Draws the stacked bars of a panel from left to right, each segment starting at the end of the
/// previous one.
fn stacked_bars(frame: &Frame<'_>, canvas: &mut Canvas) {
    let mut ends: BTreeMap<u64, f64> = BTreeMap::new();
    let half = STACKED_BAR / 2.0 * (frame.y(0.0) - frame.y(1.0));
    for (series, shade) in shades(frame.panel) {
        for point in &series.points {
            let start = ends.entry(point.y.to_bits()).or_insert(0.0);
            let (left, right) = (frame.x(*start), frame.x(*start + point.x));
            *start += point.x;
            let middle = frame.y(point.y);
            if right - left < STACKED_GAP {
                continue;
            }
            let paint = Paint::fill(Colour::Shade(shade));
            canvas.rectangle((left, middle - half), (right - STACKED_GAP, middle + half), paint);
            if width(&point.label, LABEL) + 4.0 < right - left {
                let at = ((left + right) / 2.0, middle + 0.35 * LABEL);
                // Shades above 0.5 contrast with the background, so text on them has the background
                // colour.
                let colour = if shade < 0.5 { Colour::Text } else { Colour::Paper };
                canvas.text(&point.label, at, TextStyle::new(LABEL, colour, Anchor::Middle));
            }
        }
    }
}

/// Returns the maximum width of labels above points, or `None` unless more than half of the labels
/// fit. Labels next to points in rows have no maximum: the result is infinity, or `None` if there
/// is no room for them.
fn widest_label(frame: &Frame<'_>) -> Option<f64> {
    let panel = frame.panel;
    if panel.is_horizontal() {
        return (room_for_labels(panel, frame.across) > 0.0).then_some(f64::INFINITY);
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

/// Writes the label of a point above the point, its error bar and any marker.
fn label(frame: &Frame<'_>, point: &Point, shift: f64, canvas: &mut Canvas) {
    let place = frame.place_aside(point, shift).filter(|_| !point.label.is_empty());
    let Some((x, y)) = place else { return };
    if frame.panel.is_horizontal() {
        return label_beside(frame, point, (x, y), canvas);
    }
    let (_, highest) = frame.panel.y.scale.ends();
    let high = point.interval.and_then(|it| frame.panel.y.scale.place(it.high));
    let high = high.map_or(y, |high| frame.y(high.min(highest))).min(y);
    let has_markers = frame.panel.series.iter().any(|series| series.mark == Mark::Dots);
    let gap = if has_markers { 6.0 + DOT } else { 6.0 };
    let is_wide = y - high > 1.5 * LABEL && frame.panel.has_whiskers();
    // A label at the top of a long error bar would look like a value there.
    let (at, anchor) = if is_wide {
        ((x + CAP + 2.0, y - 4.0), Anchor::Start)
    } else {
        ((x, high - gap), Anchor::Middle)
    };
    canvas.text(&point.label, at, TextStyle::new(LABEL, Colour::Text, anchor));
}

/// Returns the space needed to the right of the axes for labels next to points in rows, or 0 if
/// they would take too much of the panel's width.
pub(super) fn room_for_labels(panel: &Panel, across: f64) -> f64 {
    let dots = panel.series.iter().filter(|series| series.mark == Mark::Dots);
    let labels = dots.flat_map(|series| &series.points).map(|point| width(&point.label, LABEL));
    let widest = labels.fold(0.0, f64::max);
    let fits = widest > 0.0 && TO_LABEL + widest <= MAX_LABELS * across;
    if panel.is_horizontal() && fits { TO_LABEL + widest } else { 0.0 }
}

/// Writes the label of a point in a row next to the point.
fn label_beside(frame: &Frame<'_>, point: &Point, (x, y): Coordinates, canvas: &mut Canvas) {
    let end = frame.panel.limits(point).map_or(x, |[_, high]| frame.x(high));
    let at = (end.max(x) + TO_LABEL, y + 0.35 * LABEL);
    canvas.text(&point.label, at, TextStyle::new(LABEL, Colour::Text, Anchor::Start));
}

/// Returns whether lines are named at their ends: if there are too many of them for a legend,
/// unless the names would take too much width or too many lines end at similar heights.
pub(super) fn has_names_at_ends(panel: &Panel, across: f64) -> bool {
    let is_line = |series: &&Series| matches!(series.mark, Mark::Line | Mark::DottedLine);
    let lines = panel.series.iter().filter(is_line);
    let (low, high) = panel.y.scale.ends();
    let end =
        |series: &Series| series.points.iter().rev().find_map(|point| panel.y.scale.place(point.y));
    let mut ends: Vec<f64> = lines.filter_map(end).collect();
    ends.sort_by(f64::total_cmp);
    let mut together = ends.windows(MAX_LINES_TOGETHER + 1);
    ends.len() > MAX_LINES_IN_LEGEND
        && room_for_names(panel) <= MAX_NAMES * across
        && together.all(|ends| ends[MAX_LINES_TOGETHER] - ends[0] > (high - low) / NAME_ROWS)
}

/// Returns the space needed to the right of the axes for names at the ends of lines.
pub(super) fn room_for_names(panel: &Panel) -> f64 {
    let names = panel.series.iter().map(|series| width(&series.name, LABEL));
    TO_NAME + names.fold(0.0, f64::max) + 4.0
}

/// Writes the names of lines at their ends, from top to bottom and without overlap, each connected
/// to its line by a stroke in the line's colour.
fn names_at_ends(frame: &Frame<'_>, canvas: &mut Canvas) {
    let end = |series: &Series| series.points.iter().rev().find_map(|point| frame.place(point));
    let ends = frame.panel.series.iter().filter_map(|series| Some((series, end(series)?)));
    let mut ends: Vec<(&Series, Coordinates)> = ends.collect();
    ends.sort_by(|(_, one), (_, other)| one.1.total_cmp(&other.1));
    let mut rows: Vec<f64> = Vec::new();
    for (_, (_, y)) in &ends {
        let above = rows.last().map_or(frame.top, |above| above + NAME_ROW);
        rows.push(y.max(above));
    }
    let mut below = frame.bottom() + NAME_ROW / 2.0;
    for row in rows.iter_mut().rev() {
        *row = row.min(below);
        below = *row - NAME_ROW;
    }
    for ((series, (x, y)), row) in ends.into_iter().zip(rows) {
        let start = frame.right() + TO_NAME;
        let lead = vec![(x + DOT + 2.0, y), (start - 3.0, row)];
        canvas.line(lead, Paint::stroke(Colour::Ink(series.ink), 1.5));
        let at = (start, row + 0.35 * LABEL);
        canvas.text(&series.name, at, TextStyle::new(LABEL, Colour::Text, Anchor::Start));
    }
}
