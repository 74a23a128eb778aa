//! The ends of lines that say why they end: on a scale of powers of ten a line falls to the axis
//! where all later values are 0, and one whose later values are not known goes on dashed.

use super::frame::{Frame, LINE, place};
use super::shape::{Canvas, Coordinates, Paint};
use super::theme::Colour;
use crate::report::chart::description::{LineEnd, Scale, Series};

/// The length of a dashed end.
const DASHED: f64 = 34.0;
/// Half of the length of the stroke at the foot of a line.
const FOOT: f64 = 6.0;

/// Draws the end of a line.
pub(super) fn draw(frame: &Frame<'_>, series: &Series, canvas: &mut Canvas) {
    let ink = Colour::Ink(series.ink);
    match series.end {
        Some(LineEnd::Unknown) => goes_on(frame, series, Paint::stroke(ink, LINE), canvas),
        Some(LineEnd::Zero(_)) => {
            let Some([from, (x, foot)]) = fall(frame, series) else { return };
            canvas.line(vec![from, (x, foot)], Paint::stroke(ink, LINE));
            canvas.line(vec![(x - FOOT, foot), (x + FOOT, foot)], Paint::stroke(ink, 2.0 * LINE));
        }
        None => {}
    }
}

/// From where to where a line falls to the foot of an axis of powers of ten, where 0 would be.
fn fall(frame: &Frame<'_>, series: &Series) -> Option<[Coordinates; 2]> {
    let Some(LineEnd::Zero(zero)) = series.end else { return None };
    let is_powers = matches!(frame.panel.y.scale, Scale::Logarithmic { .. });
    let mut places = series.points.iter().rev().filter_map(|point| place(frame, point, 0.0));
    let from = places.next().filter(|_| is_powers)?;
    Some([from, (frame.x(frame.panel.x.scale.place(zero)?), frame.bottom())])
}

/// On in the direction of the last two points.
fn goes_on(frame: &Frame<'_>, series: &Series, paint: Paint, canvas: &mut Canvas) {
    let places = series.points.iter().filter_map(|point| place(frame, point, 0.0));
    let places: Vec<Coordinates> = places.collect();
    let [.., before, (x, y)] = places[..] else { return };
    let (right, down) = (x - before.0, y - before.1);
    let part = DASHED / libm::hypot(right, down).max(f64::MIN_POSITIVE);
    let to = (x + part * right, (y + part * down).clamp(frame.top, frame.bottom()));
    canvas.line(vec![(x, y), to], Paint { dashed: true, ..paint });
}
