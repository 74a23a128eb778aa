//! Markers of points: each ink has its own.

use super::shape::{Canvas, Coordinates, Paint};
use super::theme::Colour;

/// The outlines of markers around 0, one for each ink; the first is a circle.
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

/// A marker: each ink has its own.
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
