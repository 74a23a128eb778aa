//! Bars from left to right, those of one name one after the other.
//!
//! Their colours go from one end of the scale of maps to the other, so that they are told apart in
//! grey and by all kinds of colour vision, and a gap parts them.

use super::frame::Frame;
use super::shape::{Anchor, Canvas, Letters, Paint, width};
use super::theme::{Colour, LABEL};
use crate::report::chart::description::{Mark, Panel, Series};
use std::collections::BTreeMap;

/// What a bar takes of the height of its name.
const BAR: f64 = 0.72;
/// Between two bars.
const GAP: f64 = 1.0;

/// How far along the scale of colours each series of a panel is.
pub(super) fn shades(panel: &Panel) -> Vec<(&Series, f64)> {
    let own: Vec<&Series> = panel.series.iter().filter(|it| it.mark == Mark::Stacked).collect();
    let last = own.len().saturating_sub(1).max(1) as f64;
    let shade = |(place, series)| (series, 1.0 - place as f64 / last);
    own.into_iter().enumerate().map(shade).collect()
}

/// Draws the bars of all series, each from where the one before it ends.
pub(super) fn draw(frame: &Frame<'_>, canvas: &mut Canvas) {
    let mut ends: BTreeMap<u64, f64> = BTreeMap::new();
    let half = BAR / 2.0 * (frame.y(0.0) - frame.y(1.0));
    for (series, shade) in shades(frame.panel) {
        for point in &series.points {
            let start = ends.entry(point.y.to_bits()).or_insert(0.0);
            let (left, right) = (frame.x(*start), frame.x(*start + point.x));
            *start += point.x;
            let middle = frame.y(point.y);
            if right - left < GAP {
                continue;
            }
            let paint = Paint::fill(Colour::Shade(shade));
            canvas.rectangle((left, middle - half), (right - GAP, middle + half), paint);
            if width(&point.label, LABEL) + 4.0 < right - left {
                let at = ((left + right) / 2.0, middle + 0.35 * LABEL);
                // The far half of the scale stands out from the paper.
                let colour = if shade < 0.5 { Colour::Text } else { Colour::Paper };
                canvas.text(&point.label, at, Letters::new(LABEL, colour, Anchor::Middle));
            }
        }
    }
}
