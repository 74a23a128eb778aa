//! The cells of maps.
//!
//! Where cells are wide enough, a gap tells one from the next. Narrower ones touch and are drawn
//! without smoothed edges, so that no colour mixes with that of the paper; where several share a
//! pixel, the largest value stands for all of them.

use super::frame::Frame;
use super::shape::{Canvas, Paint};
use super::theme::Colour;
use crate::report::chart::description::Series;
use crate::report::chart::scale::pitch;
use std::collections::BTreeMap;

/// Cells narrower than this have no gaps.
const NARROW: f64 = 3.0;
/// What a cell takes of its place, if it has a gap.
const WITH_GAP: f64 = 0.99;
/// The places of cells in tenths of a pixel, as they are written.
const TENTHS: f64 = 10.0;

/// The size of cells along an axis, in pixels.
#[derive(Clone, Copy)]
struct Size(f64);

impl Size {
    fn of(pixels: impl Iterator<Item = f64>) -> Self {
        Self(pitch(pixels))
    }

    /// From where to where the cell around a pixel goes, in tenths of a pixel.
    fn ends(self, centre: f64) -> [i64; 2] {
        if self.0 < 1.0 {
            let pixel = centre.floor();
            return [pixel, pixel + 1.0].map(tenths);
        }
        let half = self.0 / 2.0 * if self.0 < NARROW { 1.0 } else { WITH_GAP };
        [centre - half, centre + half].map(tenths)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a place in a picture")]
fn tenths(pixel: f64) -> i64 {
    (TENTHS * pixel).round() as i64
}

/// Draws cells of one size; what is missing takes no memory, however far apart the others are.
pub(super) fn draw(frame: &Frame<'_>, series: &Series, canvas: &mut Canvas) {
    let panel = frame.panel;
    let Some(shade) = panel.shade.as_ref() else { return };
    let (low, high) = shade.scale.ends();
    let known = series.points.iter().filter_map(|point| {
        let (x, y) = (panel.x.scale.place(point.x)?, panel.y.scale.place(point.y)?);
        Some((frame.x(x), frame.y(y), shade.scale.place(point.shade?)?))
    });
    let known: Vec<(f64, f64, f64)> = known.collect();
    let across = Size::of(known.iter().map(|(x, ..)| *x));
    let down = Size::of(known.iter().map(|(_, y, _)| *y));
    let is_crisp = across.0.min(down.0) < NARROW;
    let mut cells: BTreeMap<[[i64; 2]; 2], f64> = BTreeMap::new();
    for (x, y, value) in known {
        let largest = cells.entry([down.ends(y), across.ends(x)]).or_insert(value);
        *largest = largest.max(value);
    }
    for ([[top, bottom], [left, right]], value) in cells {
        let fill = Paint::fill(Colour::Shade((value - low) / (high - low)));
        let corner = |x: i64, y: i64| (x as f64 / TENTHS, y as f64 / TENTHS);
        let paint = Paint { crisp: is_crisp, ..fill };
        canvas.rectangle(corner(left, bottom), corner(right, top), paint);
    }
}
