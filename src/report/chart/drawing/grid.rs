//! Where panels stand: row by row, with equal room between their axes. Panels that measure the same
//! share what is written at the axes.

use super::frame::Frame;
use super::panel::Shown;
use super::shape::{Canvas, width as text_width};
use super::theme::{TEXT, TICK};
use super::{MARGIN, marks, names, panel};
use crate::report::chart::description::{Chart, Mark, Panel, Scale};

/// Columns of panels, and the width and height of one with its axes.
fn size(chart: &Chart) -> (usize, f64, f64) {
    let names = rows_of_names(chart);
    let (columns, width, height) = match chart.panels.len() {
        0 | 1 => (1, 860.0, 470.0),
        2 | 4 => (2, 490.0, 380.0),
        _ => (3, 370.0, 320.0),
    };
    // Points of several series stand above one another in a row.
    let row = 9.0 + 9.0 * chart.panels.iter().map(series_of_dots).fold(0.0, f64::max);
    (columns, width, if names > 0.0 { 110.0 + names * row.max(27.0) } else { height })
}

/// How many series of dots a panel has.
fn series_of_dots(panel: &Panel) -> f64 {
    panel.series.iter().filter(|series| series.mark == Mark::Dots).count() as f64
}

/// The most names along a vertical axis.
fn rows_of_names(chart: &Chart) -> f64 {
    let names = |panel: &Panel| match &panel.y.scale {
        Scale::Named(names) => names.len() as f64,
        _ => 0.0,
    };
    chart.panels.iter().map(names).fold(0.0, f64::max)
}

/// Returns the width of the picture.
pub(super) fn width(chart: &Chart) -> f64 {
    let (columns, width, _) = size(chart);
    MARGIN + columns as f64 * (width + MARGIN)
}

/// Whether lines have their names at their ends instead of in a legend: in all panels, or in none.
pub(super) fn has_names_at_ends(chart: &Chart) -> bool {
    let (_, across, _) = size(chart);
    chart.panels.iter().all(|panel| names::has_names_at_ends(panel, across))
}

/// Draws the panels below a place, and returns where they end.
pub(super) fn draw(chart: &Chart, top: f64, canvas: &mut Canvas) -> f64 {
    const MIN_SIZE: f64 = 40.0;
    let (columns, across, height) = size(chart);
    let names_at_ends = has_names_at_ends(chart);
    let shown: Vec<Shown> = (0..chart.panels.len()).map(|it| shown(chart, it, columns)).collect();
    let panels = chart.panels.iter().zip(&shown);
    let margins: Vec<Margins> = panels
        .map(|(panel, shown)| margins(panel, *shown, names_at_ends, (across, height)))
        .collect();
    let sides: Vec<Margins> =
        (0..columns).map(|column| widest(margins.iter().skip(column).step_by(columns))).collect();
    let used: f64 = sides.iter().map(|side| side.left + side.right + MARGIN).sum();
    let width = ((canvas.width - MARGIN - used) / columns as f64).max(MIN_SIZE);
    let mut top = top;
    for (row, panels) in chart.panels.chunks(columns).enumerate() {
        let first = row * columns;
        let ends = widest(margins[first..first + panels.len()].iter());
        let mut left = MARGIN;
        for (column, panel) in panels.iter().enumerate() {
            left += sides[column].left;
            let height = (height - ends.top - ends.bottom).max(MIN_SIZE);
            let top = top + ends.top;
            let frame = Frame { panel, left, top, width, height, across, names_at_ends };
            panel::draw(&frame, shown[first + column], canvas);
            left += width + sides[column].right + MARGIN;
        }
        top += height + MARGIN;
    }
    top
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

/// What a panel has around its axes.
#[derive(Clone, Copy, Default)]
struct Margins {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

/// Room for all of some margins.
fn widest<'a>(margins: impl Iterator<Item = &'a Margins>) -> Margins {
    margins.fold(Margins::default(), |most, one| Margins {
        left: most.left.max(one.left),
        right: most.right.max(one.right),
        top: most.top.max(one.top),
        bottom: most.bottom.max(one.bottom),
    })
}

fn margins(
    panel: &Panel,
    shown: Shown,
    names_at_ends: bool,
    (width, height): (f64, f64),
) -> Margins {
    let labels = panel.y.scale.ticks_for(height, |_| 1.4 * TICK);
    let widest = labels.iter().map(|(_, text)| text_width(text, TICK)).fold(0.0, f64::max);
    let title = if panel.y.title.is_empty() { 0.0 } else { 1.5 * TEXT };
    // Names that stand aslant: the sine and the cosine of 30 degrees.
    let crowded = panel::is_crowded(&panel.x.scale, 0.8 * width);
    let names = if crowded { panel::longest(&panel.x.scale) } else { 0.0 };
    let beyond = if crowded { 0.0 } else { panel::beyond(&panel.x.scale, 0.8 * width) };
    let below = if panel.x.title.is_empty() { 0.0 } else { 1.6 * TEXT };
    Margins {
        left: if shown.y { title + widest + 10.0 } else { 4.0 }.max(0.87 * names),
        right: if names_at_ends { names::to_names(panel) } else { 10.0 }
            .max(beyond)
            .max(marks::beside(panel, width)),
        top: if panel.title.is_empty() { 10.0 } else { 1.9 * TEXT },
        bottom: if shown.x { 1.6 * TICK + 0.5 * names + below } else { 12.0 },
    }
}
