//! The names of lines at their ends, in the colour of text, with a line in the colour of the series
//! that leads to each.

use super::frame::{DOT, Frame, place};
use super::shape::{Anchor, Canvas, Coordinates, Letters, Paint, width};
use super::theme::{Colour, LABEL};
use crate::report::chart::description::{Mark, Panel, Series};

/// More lines than this have their names at their ends instead of in a legend.
const MAX_IN_LEGEND: usize = 4;
/// From the end of a line to its name.
const TO_NAME: f64 = 12.0;

/// Whether lines have their names at their ends: not where they take much of the width, nor where
/// more lines end at one height than anybody could follow.
pub(super) fn has_names_at_ends(panel: &Panel, panel_width: f64) -> bool {
    const WIDEST: f64 = 0.3;
    const MAX_AT_ONE_HEIGHT: usize = 3;
    const ROWS: f64 = 24.0;
    let is_line = |series: &&Series| matches!(series.mark, Mark::Line | Mark::DottedLine);
    let lines = panel.series.iter().filter(is_line);
    let (low, high) = panel.y.scale.ends();
    let end =
        |series: &Series| series.points.iter().rev().find_map(|point| panel.y.scale.place(point.y));
    let mut ends: Vec<f64> = lines.filter_map(end).collect();
    ends.sort_by(f64::total_cmp);
    let mut together = ends.windows(MAX_AT_ONE_HEIGHT + 1);
    ends.len() > MAX_IN_LEGEND
        && to_names(panel) <= WIDEST * panel_width
        && together.all(|ends| ends[MAX_AT_ONE_HEIGHT] - ends[0] > (high - low) / ROWS)
}

/// The room that names at the ends of lines take to the right of the axes.
pub(super) fn to_names(panel: &Panel) -> f64 {
    let names = panel.series.iter().map(|series| width(&series.name, LABEL));
    TO_NAME + names.fold(0.0, f64::max) + 4.0
}

/// Draws the names at the ends of lines, from top to bottom, moved apart where they would cover
/// each other.
pub(super) fn draw(frame: &Frame<'_>, canvas: &mut Canvas) {
    const ROW: f64 = 1.15 * LABEL;
    let end =
        |series: &&Series| series.points.iter().rev().find_map(|point| place(frame, point, 0.0));
    let ends = frame.panel.series.iter().filter_map(|series| Some((series, end(&series)?)));
    let mut ends: Vec<(&Series, Coordinates)> = ends.collect();
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
        let start = frame.right() + TO_NAME;
        let lead = vec![(x + DOT + 2.0, y), (start - 3.0, row)];
        canvas.line(lead, Paint::stroke(Colour::Ink(series.ink), 1.5));
        let at = (start, row + 0.35 * LABEL);
        canvas.text(&series.name, at, Letters::new(LABEL, Colour::Text, Anchor::Start));
    }
}
