//! Title, caption and legend, from the left, above the panels.

use super::MARGIN;
use super::frame::BAND;
use super::grid::has_names_at_ends;
use super::marker::marker;
use super::shape::{Anchor, Canvas, Letters, Paint, lines, width};
use super::stacked;
use super::theme::{Colour, LABEL, TEXT, TITLE};
use crate::report::chart::description::{Axis, Chart, Mark, Panel, Series};

/// Draws all three, and returns where the panels begin.
pub(super) fn draw(chart: &Chart, canvas: &mut Canvas) -> f64 {
    let title = Letters { bold: true, ..Letters::new(TITLE, Colour::Text, Anchor::Start) };
    let y = paragraph(&chart.title, title, MARGIN, canvas) + 4.0;
    let caption = Letters::new(TEXT, Colour::Muted, Anchor::Start);
    let y = paragraph(&chart.caption, caption, y, canvas) + 12.0;
    let y = legend(chart, y, canvas);
    match chart.panels.iter().find_map(|panel| panel.shade.as_ref()) {
        Some(shade) => key(shade, y, canvas),
        None => y,
    }
}

/// Writes lines of text from the left, and returns where they end.
fn paragraph(text: &str, letters: Letters, top: f64, canvas: &mut Canvas) -> f64 {
    // Bold letters are wider.
    let size = letters.size * if letters.bold { 1.12 } else { 1.0 };
    let mut y = top;
    for line in lines(text, size, canvas.width - 2.0 * MARGIN) {
        y += 1.3 * letters.size;
        canvas.text(&line, (MARGIN, y), letters);
    }
    y
}

/// The series side by side, in as many rows as it takes; where they end.
fn legend(chart: &Chart, top: f64, canvas: &mut Canvas) -> f64 {
    const SWATCH: f64 = 24.0;
    const GAP: f64 = 22.0;
    const ROW: f64 = 24.0;
    let entries = chart.legend();
    let shades = chart.panels.first().map(stacked::shades).unwrap_or_default();
    if entries.is_empty() || has_names_at_ends(chart) {
        return top;
    }
    let has_marked_lines = chart.panels.iter().any(Panel::has_marked_lines);
    let letters = Letters::new(TEXT, Colour::Text, Anchor::Start);
    let mut bands = 0;
    let (mut x, mut y) = (MARGIN, top);
    for series in &entries {
        let needed = SWATCH + width(&series.name, TEXT);
        if x > MARGIN && x + needed > canvas.width - MARGIN {
            (x, y) = (MARGIN, y + ROW);
        }
        let at = (x, y + ROW / 2.0);
        let shade = shades.iter().find(|(own, _)| own.name == series.name);
        match (series.mark, shade) {
            (Mark::Band, _) => {
                bands += 1;
                area(series, bands, at, canvas);
            }
            (Mark::Line, _) if has_marked_lines => {
                swatch(series, at, canvas);
                marker(series.ink, (at.0 + LONG / 2.0, at.1), 5.0, false, canvas);
            }
            (_, Some((_, shade))) => square(Paint::fill(Colour::Shade(*shade)), at, canvas),
            _ => swatch(series, at, canvas),
        }
        canvas.text(&series.name, (x + SWATCH, y + ROW / 2.0 + 0.36 * TEXT), letters);
        x += needed + GAP;
    }
    y + ROW + 6.0
}

/// The length of a line in a legend.
const LONG: f64 = 16.0;

/// What a series looks like, around a place at its left.
fn swatch(series: &Series, (x, y): (f64, f64), canvas: &mut Canvas) {
    let ink = Colour::Ink(series.ink);
    if let (Mark::Line, [point]) = (series.mark, &series.points[..]) {
        marker(series.ink, (x + LONG / 2.0, y), 5.0, series.estimates(point), canvas);
        return;
    }
    if matches!(series.mark, Mark::Line | Mark::DottedLine) {
        canvas.line(vec![(x, y), (x + LONG, y)], Paint::stroke(ink, 2.5));
    }
    match series.mark {
        Mark::Bars | Mark::Cells | Mark::Stacked | Mark::Band => {
            square(Paint::fill(ink), (x, y), canvas);
        }
        Mark::Dots | Mark::DottedLine => {
            let hollow = series.points.iter().any(|point| series.estimates(point));
            marker(series.ink, (x + LONG / 2.0, y), 5.0, hollow, canvas);
        }
        Mark::Line => {}
    }
}

/// A square of a colour.
fn square(paint: Paint, (x, y): (f64, f64), canvas: &mut Canvas) {
    canvas.rectangle((x + 1.0, y - 6.0), (x + 13.0, y + 6.0), paint);
}

/// Draws a square as dark as a band is with the bands below it, so many in all.
fn area(series: &Series, areas: usize, at: (f64, f64), canvas: &mut Canvas) {
    for _ in 0..areas {
        let fill = Paint::fill(Colour::Ink(series.ink));
        square(Paint { opacity: BAND, ..fill }, at, canvas);
    }
}

/// What the colours of cells mean: a band from one end of the scale to the other; where it ends.
fn key(shade: &Axis, top: f64, canvas: &mut Canvas) -> f64 {
    const PARTS: u32 = 60;
    const HEIGHT: f64 = 14.0;
    let title = format!("{}:", shade.title);
    let label = |colour, anchor| Letters::new(LABEL, colour, anchor);
    let start = MARGIN + width(&title, TEXT) + 40.0;
    let long = (canvas.width - start - 60.0).clamp(60.0, 480.0);
    let name = Letters::new(TEXT, Colour::Text, Anchor::Start);
    canvas.text(&title, (MARGIN, top + HEIGHT - 1.0), name);
    let part = long / f64::from(PARTS);
    for place in 0..PARTS {
        let shade = Colour::Shade(f64::from(place) / f64::from(PARTS - 1));
        let x = start + f64::from(place) * part;
        canvas.rectangle((x, top), (x + part + 0.3, top + HEIGHT), Paint::fill(shade));
    }
    let (low, high) = shade.scale.ends();
    for (place, text) in shade.scale.ticks_for(long, |text| width(text, LABEL) + 12.0) {
        let x = start + long * (place - low) / (high - low);
        let at = (x, top + HEIGHT + 1.15 * LABEL);
        canvas.text(&text, at, label(Colour::Text, Anchor::Middle));
    }
    top + HEIGHT + 32.0
}
