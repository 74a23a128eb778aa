//! Where panels stand: row by row, with equal room between their axes. Panels that measure the same
//! share what is written at the axes.

use super::panel::{Frame, Shown};
use super::shape::{Anchor, Canvas, Letters, width as text_width};
use super::theme::{Colour, TEXT, TICK};
use super::{MARGIN, Style, marks, panel};
use crate::report::chart::description::{Chart, Panel, Scale};

/// Where a picture is no wider than this, no pointer rests.
const TELEPHONE: f64 = 500.0;

/// Columns of panels, and the width and height of one with its axes.
fn size(chart: &Chart) -> (usize, f64, f64) {
    if chart.panels.iter().all(|panel| !panel.note.is_empty()) {
        return (1, 860.0, 90.0);
    }
    let rows_of_names = |panel: &Panel| match &panel.y.scale {
        Scale::Named(names) => names.len() as f64,
        _ => 0.0,
    };
    let names = chart.panels.iter().map(rows_of_names).fold(0.0, f64::max);
    let (columns, width, height) = match chart.panels.len() {
        0 | 1 => (1, 860.0, 470.0),
        2 | 4 => (2, 490.0, 380.0),
        _ => (3, 370.0, 320.0),
    };
    (columns, width, if names > 0.0 { 110.0 + 27.0 * names } else { height })
}

/// The width of the picture.
pub(super) fn width(chart: &Chart, style: Style) -> f64 {
    let (columns, width, _) = size(chart);
    style.width.map_or(MARGIN + columns as f64 * (width + MARGIN), f64::from)
}

/// What panels have around their axes.
#[derive(Clone, Copy, Default)]
struct Margins {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

/// Draws the panels below a place; where they end.
pub(super) fn draw(chart: &Chart, style: Style, top: f64, canvas: &mut Canvas) -> f64 {
    const NARROWEST: f64 = 300.0;
    let (columns, _, height) = size(chart);
    let fitting = (1..=columns).rev().find(|&count| canvas.width / count as f64 >= NARROWEST);
    let columns = fitting.unwrap_or(1);
    let rows = chart.panels.len().div_ceil(columns).max(1);
    let room = style.height.map(|height| (f64::from(height) - top) / rows as f64 - MARGIN);
    let height = room.map_or(height, |room| room.max(120.0));
    let shown: Vec<Shown> = (0..chart.panels.len()).map(|it| shown(chart, it, columns)).collect();
    let across = (canvas.width - MARGIN) / columns as f64 - MARGIN;
    let margins: Vec<Margins> = chart
        .panels
        .iter()
        .zip(&shown)
        .map(|(panel, shown)| margins(panel, *shown, (across, height)))
        .collect();
    let most = |places: &mut dyn Iterator<Item = usize>, side: fn(&Margins) -> f64| {
        places.filter_map(|it| margins.get(it).map(side)).fold(0.0, f64::max)
    };
    let in_column = |column: usize| (column..chart.panels.len()).step_by(columns);
    let sides: Vec<(f64, f64)> = (0..columns)
        .map(|it| {
            let left = most(&mut in_column(it), |it| it.left);
            (left, most(&mut in_column(it), |it| it.right))
        })
        .collect();
    let used: f64 = sides.iter().map(|(left, right)| left + right + MARGIN).sum();
    let area = ((canvas.width - MARGIN - used) / columns as f64).max(40.0);
    let mut y = top;
    for row in 0..rows {
        let in_row = || row * columns..(row + 1) * columns;
        let above = most(&mut in_row(), |it| it.top);
        let below = most(&mut in_row(), |it| it.bottom);
        let mut x = MARGIN;
        for (place, (left, right)) in in_row().zip(&sides) {
            let Some(panel) = chart.panels.get(place) else { break };
            let frame = Frame {
                panel,
                left: x + left,
                top: y + above,
                width: area,
                height: (height - above - below).max(40.0),
                with_tips: style.look == super::Look::Page && canvas.width > TELEPHONE,
            };
            panel::draw(&frame, shown[place], canvas);
            x += left + area + right + MARGIN;
        }
        y += height + MARGIN;
    }
    y
}

/// Whether a panel says what its axes are: the first of a row, and the last of a column, when all
/// have the same.
fn shown(chart: &Chart, place: usize, columns: usize) -> Shown {
    let all = |same: fn(&Panel, &Panel) -> bool| {
        chart.panels.iter().all(|panel| same(panel, &chart.panels[0]))
    };
    Shown {
        x: !all(|one, other| one.x == other.x) || place + columns >= chart.panels.len(),
        y: !all(|one, other| one.y == other.y) || place.is_multiple_of(columns),
    }
}

fn margins(panel: &Panel, shown: Shown, (width, height): (f64, f64)) -> Margins {
    if !panel.note.is_empty() {
        return Margins::default();
    }
    let labels = panel.y.scale.ticks_for(height, |_| 1.4 * TICK);
    let widest = labels.iter().map(|(_, text)| text_width(text, TICK)).fold(0.0, f64::max);
    let title = if panel.y.title.is_empty() { 0.0 } else { 1.5 * TEXT };
    let names = if panel::is_crowded(&panel.x.scale, 0.8 * width) {
        0.5 * panel::longest(&panel.x.scale)
    } else {
        0.0
    };
    let below = if panel.x.title.is_empty() { 0.0 } else { 1.6 * TEXT };
    Margins {
        left: if shown.y { title + widest + 10.0 } else { 4.0 },
        right: marks::room(panel),
        top: if panel.title.is_empty() { 10.0 } else { 1.9 * TEXT },
        bottom: if shown.x { 1.6 * TICK + names + below } else { 12.0 },
    }
}

/// Words instead of axes.
pub(super) fn note(frame: &Frame<'_>, canvas: &mut Canvas) {
    let letters = Letters::new(TEXT, Colour::Text, Anchor::Middle);
    let middle = (frame.left + frame.width / 2.0, frame.top + frame.height / 2.0);
    canvas.text(&frame.panel.note, middle, letters);
}
