//! Points that would cover those of another series stand side by side.

use super::frame::{DOT, Frame, place};
use super::shape::Coordinates;
use crate::report::chart::description::{Mark, Series};
use crate::report::chart::scale::pitch;
use std::collections::BTreeMap;

/// What the points of one value take of the distance to the next value.
const ROOM: f64 = 0.8;
/// Points nearer than this share of their diameter cover each other.
const NEAR: f64 = 0.7;

/// How many pixels the points of each series of dots are moved: none where all can be seen.
pub(super) fn shifts(frame: &Frame<'_>) -> Vec<f64> {
    let dots = frame.panel.series.iter().filter(|series| series.mark == Mark::Dots);
    let places: Vec<Vec<Coordinates>> = dots.map(|series| along(frame, series)).collect();
    if !any_covered(&places) {
        return vec![0.0; places.len()];
    }
    let own = frame.panel.series.iter().filter(|series| series.mark == Mark::Dots);
    let own = own.flat_map(|series| &series.points);
    let pitch = if frame.panel.is_turned() {
        frame.y(0.0) - frame.y(pitch(own.filter_map(|it| frame.panel.y.scale.place(it.y))))
    } else {
        frame.x(pitch(own.filter_map(|it| frame.panel.x.scale.place(it.x)))) - frame.x(0.0)
    };
    let count = places.len() as f64;
    let unit = (2.0 * DOT + 1.0).min(ROOM * pitch / count);
    (0..places.len()).map(|place| unit * (place as f64 - (count - 1.0) / 2.0)).collect()
}

/// The pixels of points: along the axis of their names or places, and along that of their values.
fn along(frame: &Frame<'_>, series: &Series) -> Vec<Coordinates> {
    let is_turned = frame.panel.is_turned();
    let pixels = series.points.iter().filter_map(|point| place(frame, point, 0.0));
    pixels.map(|(x, y)| if is_turned { (y, x) } else { (x, y) }).collect()
}

/// Whether a point of one series covers one of another.
fn any_covered(all: &[Vec<Coordinates>]) -> bool {
    let mut seen: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
    for series in all {
        let is_near = |(along, value): &Coordinates| {
            let others = seen.get(&along.to_bits()).into_iter().flatten();
            others.into_iter().any(|other| (other - value).abs() < NEAR * 2.0 * DOT)
        };
        if series.iter().any(is_near) {
            return true;
        }
        for (along, value) in series {
            seen.entry(along.to_bits()).or_default().push(*value);
        }
    }
    false
}
