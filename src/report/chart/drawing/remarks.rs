//! Texts beside single points, where they cover as little as possible of what is drawn.

use super::ends;
use super::frame::{DOT, Frame, place};
use super::shape::{Anchor, Canvas, Coordinates, Letters, Paint, width};
use super::theme::{Colour, LABEL};
use crate::report::chart::description::{Mark, Point, Remark, Series};

/// The height of a line of text.
const ROW: f64 = 1.25 * LABEL;
/// How far from its point a text may stand.
const DISTANCES: [f64; 6] = [12.0, 22.0, 36.0, 56.0, 84.0, 120.0];
/// The directions in which it may stand, the best first.
const DIRECTIONS: [Coordinates; 8] = [
    (1.0, -1.0),
    (-1.0, -1.0),
    (0.0, -1.0),
    (1.0, 0.0),
    (-1.0, 0.0),
    (1.0, 1.0),
    (-1.0, 1.0),
    (0.0, 1.0),
];

/// A rectangle: its left, top, right and bottom.
type Area = [f64; 4];

/// Draws all remarks of a panel.
pub(super) fn draw(frame: &Frame<'_>, canvas: &mut Canvas) {
    if frame.panel.remarks.is_empty() {
        return;
    }
    let mut taken = obstacles(frame);
    for remark in &frame.panel.remarks {
        let point = Point::new(remark.x, remark.y.unwrap_or(remark.x));
        let at = match remark.y {
            Some(_) => place(frame, &point, 0.0),
            None => frame.panel.x.scale.place(remark.x).map(|x| (frame.x(x), frame.bottom())),
        };
        let Some(at) = at else { continue };
        let area = best(frame, at, width(&remark.text, LABEL), &taken);
        one(remark, at, area, canvas);
        taken.extend(filled(area));
        taken.extend(between(at, nearest(at, area)));
    }
}

/// A text, a line to its point, and a ring around that.
fn one(remark: &Remark, (x, y): Coordinates, area: Area, canvas: &mut Canvas) {
    let ([left, _, _, bottom], near) = (area, nearest((x, y), area));
    let paint = Paint::stroke(Colour::Text, 1.2);
    let away = libm::hypot(near.0 - x, near.1 - y);
    let radius = if remark.y.is_some() { DOT + 2.5 } else { 0.0 };
    if remark.y.is_some() {
        canvas.circle((x, y), radius, paint);
    }
    if away > radius + 4.0 {
        let start = (x + radius * (near.0 - x) / away, y + radius * (near.1 - y) / away);
        canvas.line(vec![start, near], paint);
    }
    let letters = Letters { bold: true, ..Letters::new(LABEL, Colour::Text, Anchor::Start) };
    canvas.text(&remark.text, (left + 3.0, bottom - 0.3 * LABEL), letters);
}

/// The place of an area that is nearest to another place.
fn nearest((x, y): Coordinates, [left, top, right, bottom]: Area) -> Coordinates {
    (x.clamp(left, right), y.clamp(top, bottom))
}

/// Where a text covers the least.
fn best(frame: &Frame<'_>, (x, y): Coordinates, long: f64, taken: &[Coordinates]) -> Area {
    // Bold letters are wider; a little room at both ends.
    let long = 1.12 * long + 6.0;
    let each = DISTANCES.iter().flat_map(|&far| DIRECTIONS.map(|direction| (far, direction)));
    let area = |(far, (right, down)): (f64, Coordinates)| {
        let left = match right {
            _ if right > 0.0 => x + far,
            _ if right < 0.0 => x - far - long,
            _ => x - long / 2.0,
        };
        let left = left.clamp(frame.left, (frame.right() - long).max(frame.left));
        let top = match down {
            _ if down > 0.0 => y + far,
            _ if down < 0.0 => y - far - ROW,
            _ => y - ROW / 2.0,
        };
        let top = top.clamp(frame.top, frame.bottom() - ROW);
        [left, top, left + long, top + ROW]
    };
    let covered = |area: &Area| {
        let [left, top, right, bottom] = *area;
        let is_in = |&&(x, y): &&Coordinates| {
            (left - 3.0..right + 3.0).contains(&x) && (top - 2.0..bottom + 2.0).contains(&y)
        };
        taken.iter().filter(is_in).count() + usize::from(is_in(&&(x, y)))
    };
    let first = each.map(area).enumerate();
    let best = first.min_by_key(|(place, area)| (covered(area), *place));
    best.map_or([x, y, x + long, y + ROW], |(_, area)| area)
}

/// Places that are drawn on.
fn obstacles(frame: &Frame<'_>) -> Vec<Coordinates> {
    let of_series = |series: &Series| -> Vec<Coordinates> {
        let places = series.points.iter().filter_map(|point| place(frame, point, 0.0));
        let places: Vec<Coordinates> = places.collect();
        match series.mark {
            Mark::Line | Mark::DottedLine => {
                let fall = ends::fall(frame, series).into_iter();
                let fall = fall.flat_map(|[from, to]| between(from, to));
                let steps = places.windows(2).flat_map(|pair| between(pair[0], pair[1]));
                steps.chain(places.iter().copied()).chain(fall).collect()
            }
            Mark::Bars => {
                let foot = |&(x, y): &Coordinates| between((x, y), (x, frame.bottom()));
                places.iter().flat_map(foot).collect()
            }
            _ => places,
        }
    };
    let all = frame.panel.series.iter();
    all.clone().flat_map(of_series).chain(all.flat_map(|series| labels(frame, series))).collect()
}

/// Places of what is written above points.
fn labels(frame: &Frame<'_>, series: &Series) -> Vec<Coordinates> {
    let labelled = series.points.iter().filter(|point| !point.label.is_empty());
    let places = labelled.filter_map(|point| Some((place(frame, point, 0.0)?, point)));
    let area = |((x, y), point): (Coordinates, &Point)| {
        let half = width(&point.label, LABEL) / 2.0;
        filled([x - half, y - DOT - 6.0 - LABEL, x + half, y - DOT - 6.0])
    };
    places.flat_map(area).collect()
}

/// Places on the way from one to another.
fn between(from: Coordinates, to: Coordinates) -> Vec<Coordinates> {
    const STEPS: u32 = 24;
    let part = |step: u32| f64::from(step) / f64::from(STEPS);
    let at = |part: f64| (from.0 + part * (to.0 - from.0), from.1 + part * (to.1 - from.1));
    (0..=STEPS).map(|step| at(part(step))).collect()
}

/// Places of a text.
fn filled([left, top, right, bottom]: Area) -> Vec<Coordinates> {
    let middle = (top + bottom) / 2.0;
    [top, middle, bottom].iter().flat_map(|&y| between((left, y), (right, y))).collect()
}
