//! Points that would cover those of another series stand side by side.

use super::frame::{DOT, Frame, place};
use super::shape::Coordinates;
use crate::report::chart::description::{Mark, Series};
use crate::report::chart::scale::pitch;

/// What the points of one value take of the distance to the next value.
const ROOM: f64 = 0.8;
/// Points nearer than this share of their diameter cover each other.
const NEAR: f64 = 0.7;

/// How many pixels the points of each series of dots are moved: none where all can be seen.
pub(super) fn shifts(frame: &Frame<'_>) -> Vec<f64> {
    let dots = frame.panel.series.iter().filter(|series| series.mark == Mark::Dots);
    let places: Vec<Vec<Coordinates>> = dots.map(|series| along(frame, series)).collect();
    let count = places.len();
    if !any_covered(places) {
        return vec![0.0; count];
    }
    let own = frame.panel.series.iter().filter(|series| series.mark == Mark::Dots);
    let own = own.flat_map(|series| &series.points);
    let pitch = if frame.panel.is_turned() {
        frame.y(0.0) - frame.y(pitch(own.filter_map(|it| frame.panel.y.scale.place(it.y))))
    } else {
        frame.x(pitch(own.filter_map(|it| frame.panel.x.scale.place(it.x)))) - frame.x(0.0)
    };
    let unit = (2.0 * DOT + 1.0).min(ROOM * pitch / count as f64);
    let middle = (count as f64 - 1.0) / 2.0;
    (0..count).map(|place| unit * (place as f64 - middle)).collect()
}

/// The pixels of points: along the axis of their names or places, and along that of their values.
fn along(frame: &Frame<'_>, series: &Series) -> Vec<Coordinates> {
    let is_turned = frame.panel.is_turned();
    let pixels = series.points.iter().filter_map(|point| place(frame, point, 0.0));
    pixels.map(|(x, y)| if is_turned { (y, x) } else { (x, y) }).collect()
}

/// Whether a point of one series covers one of another.
fn any_covered(places: Vec<Vec<Coordinates>>) -> bool {
    let all = places.into_iter().enumerate();
    let mut all: Vec<(f64, f64, usize)> = all
        .flat_map(|(series, own)| own.into_iter().map(move |(along, value)| (along, value, series)))
        .collect();
    all.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
    // Between two points of different series that are near, there are two neighbours that are.
    all.windows(2).any(|pair| {
        let [one, other] = [pair[0], pair[1]];
        let is_in_line = one.0.total_cmp(&other.0).is_eq();
        is_in_line && one.2 != other.2 && other.1 - one.1 < NEAR * 2.0 * DOT
    })
}
