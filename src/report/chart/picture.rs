//! Lays out the whole picture: title, caption, legend, and panels with their axes.
//!
//! Panels are arranged row by row, with plotting areas of equal size. Panels with equal axes share
//! their ticks and axis titles.

use super::axis::{Axis, Scale};
use super::canvas::{Anchor, Canvas, Coordinates, Paint, TextStyle, lines, width};
use super::layout::{
    BAND, COLOUR_SCALE, COLOUR_SCALE_PARTS, DOT, Frame, LABEL, LEGEND_GAP, LEGEND_LINE,
    LEGEND_MARKER, LEGEND_ROW, MARGIN, MIN_LETTERS, MIN_PANEL, TEXT, TICK, TITLE,
};
use super::marks::{self, has_names_at_ends, marker, room_for_labels, room_for_names, shades};
use super::model::{Chart, Mark, Panel, Series};
use super::theme::Colour;

/// Converts a chart to the shapes of its picture.
pub(super) fn canvas(chart: &Chart) -> Canvas {
    let grid = Grid::new(chart);
    let mut content = Canvas { width: grid.width, ..Canvas::default() };
    let top = header(chart, grid.names_at_ends, &mut content);
    content.height = grid.draw(chart, top, &mut content);
    let mut canvas = Canvas { shapes: Vec::new(), ..content };
    let corner = (canvas.width, canvas.height);
    canvas.rectangle((0.0, 0.0), corner, Paint::fill(Colour::Paper));
    canvas.shapes.append(&mut content.shapes);
    canvas
}

/// Draws the title, the caption and the legend. Returns the y coordinate at which the panels begin.
fn header(chart: &Chart, names_at_ends: bool, canvas: &mut Canvas) -> f64 {
    let title = TextStyle { bold: true, ..TextStyle::new(TITLE, Colour::Text, Anchor::Start) };
    let y = paragraph(&chart.title, title, MARGIN, canvas) + 4.0;
    let caption = TextStyle::new(TEXT, Colour::Muted, Anchor::Start);
    let y = paragraph(&chart.caption, caption, y, canvas) + 12.0;
    let y = if names_at_ends { y } else { legend(chart, y, canvas) };
    match chart.panels.iter().find_map(|panel| panel.shade.as_ref()) {
        Some(shade) => colour_scale(shade, y, canvas),
        None => y,
    }
}

/// Writes left-aligned text in lines of limited width. Returns the y coordinate at which it ends.
fn paragraph(text: &str, letters: TextStyle, top: f64, canvas: &mut Canvas) -> f64 {
    // Bold letters are wider.
    let size = letters.size * if letters.bold { 1.12 } else { 1.0 };
    let mut y = top;
    for line in lines(text, size, canvas.width - 2.0 * MARGIN) {
        y += 1.3 * letters.size;
        canvas.text(&line, (MARGIN, y), letters);
    }
    y
}

/// Draws the legend in as many rows as needed. Returns the y coordinate at which it ends.
fn legend(chart: &Chart, top: f64, canvas: &mut Canvas) -> f64 {
    let entries = chart.legend();
    if entries.is_empty() {
        return top;
    }
    let shades = chart.panels.first().map(shades).unwrap_or_default();
    let has_marked_lines = chart.panels.iter().any(Panel::has_marked_lines);
    let letters = TextStyle::new(TEXT, Colour::Text, Anchor::Start);
    let mut bands = 0;
    let (mut x, mut y) = (MARGIN, top);
    for series in &entries {
        let needed = LEGEND_MARKER + width(&series.name, TEXT);
        if x > MARGIN && x + needed > canvas.width - MARGIN {
            (x, y) = (MARGIN, y + LEGEND_ROW);
        }
        let at = (x, y + LEGEND_ROW / 2.0);
        let shade = shades.iter().find(|(own, _)| own.name == series.name);
        match (series.mark, shade) {
            (Mark::Band, _) => {
                // Bands overlap in the chart, so the legend overlays as many of them.
                bands += 1;
                let fill = Paint::fill(Colour::Ink(series.ink));
                for _ in 0..bands {
                    square(Paint { opacity: BAND, ..fill }, at, canvas);
                }
            }
            (Mark::Line, _) if has_marked_lines => {
                sample(series, at, canvas);
                marker(series.ink, (at.0 + LEGEND_LINE / 2.0, at.1), DOT, false, canvas);
            }
            (_, Some((_, shade))) => square(Paint::fill(Colour::Shade(*shade)), at, canvas),
            _ => sample(series, at, canvas),
        }
        canvas.text(&series.name, (x + LEGEND_MARKER, at.1 + 0.36 * TEXT), letters);
        x += needed + LEGEND_GAP;
    }
    y + LEGEND_ROW + 6.0
}

/// Draws the legend sample of a series to the right of a pixel position.
fn sample(series: &Series, (x, y): Coordinates, canvas: &mut Canvas) {
    let ink = Colour::Ink(series.ink);
    let middle = (x + LEGEND_LINE / 2.0, y);
    if let (Mark::Line, [point]) = (series.mark, &series.points[..]) {
        marker(series.ink, middle, DOT, series.estimates(point), canvas);
        return;
    }
    if matches!(series.mark, Mark::Line | Mark::DottedLine) {
        canvas.line(vec![(x, y), (x + LEGEND_LINE, y)], Paint::stroke(ink, 2.5));
    }
    match series.mark {
        Mark::Bars | Mark::Cells | Mark::Stacked | Mark::Band => {
            square(Paint::fill(ink), (x, y), canvas);
        }
        Mark::Dots | Mark::DottedLine => {
            let hollow = series.points.iter().any(|point| series.estimates(point));
            marker(series.ink, middle, DOT, hollow, canvas);
        }
        Mark::Line => {}
    }
}

/// Draws a square to the right of a pixel position.
fn square(paint: Paint, (x, y): Coordinates, canvas: &mut Canvas) {
    canvas.rectangle((x + 1.0, y - 6.0), (x + 13.0, y + 6.0), paint);
}

/// Draws the colour scale of a heat map with its title and ticks. Returns the y coordinate at which
/// it ends.
fn colour_scale(shade: &Axis, top: f64, canvas: &mut Canvas) -> f64 {
    let title = format!("{}:", shade.title);
    let start = MARGIN + width(&title, TEXT) + 40.0;
    let long = (canvas.width - start - 60.0).clamp(60.0, 480.0);
    let name = TextStyle::new(TEXT, Colour::Text, Anchor::Start);
    canvas.text(&title, (MARGIN, top + COLOUR_SCALE - 1.0), name);
    let part = long / f64::from(COLOUR_SCALE_PARTS);
    for place in 0..COLOUR_SCALE_PARTS {
        let shade = Colour::Shade(f64::from(place) / f64::from(COLOUR_SCALE_PARTS - 1));
        let x = start + f64::from(place) * part;
        canvas.rectangle((x, top), (x + part + 0.3, top + COLOUR_SCALE), Paint::fill(shade));
    }
    let (low, high) = shade.scale.ends();
    let label = TextStyle::new(LABEL, Colour::Text, Anchor::Middle);
    for (place, text) in shade.scale.ticks_for(long, |text| width(text, LABEL) + 12.0) {
        let x = start + long * (place - low) / (high - low);
        canvas.text(&text, (x, top + COLOUR_SCALE + 1.15 * LABEL), label);
    }
    top + COLOUR_SCALE + 32.0
}

/// Arrangement of panels in columns; all panels have the same size.
struct Grid {
    columns: usize,
    /// The width of a panel including its axes.
    across: f64,
    /// The height of a panel including its axes.
    height: f64,
    /// The width of the picture.
    width: f64,
    /// Whether lines are named at their ends instead of in a legend; it is the same for all panels.
    names_at_ends: bool,
}

impl Grid {
    fn new(chart: &Chart) -> Self {
        let (columns, across, height) = match chart.panels.len() {
            0 | 1 => (1, 860.0, 470.0),
            2 | 4 => (2, 490.0, 380.0),
            _ => (3, 370.0, 320.0),
        };
        let names = chart.panels.iter().map(rows_of_names).fold(0.0, f64::max);
        // A row has several points one above the other if there are several series.
        let row = 9.0 + 9.0 * chart.panels.iter().map(series_of_dots).fold(0.0, f64::max);
        Self {
            columns,
            across,
            height: if names > 0.0 { 110.0 + names * row.max(27.0) } else { height },
            width: MARGIN + columns as f64 * (across + MARGIN),
            names_at_ends: chart.panels.iter().all(|panel| has_names_at_ends(panel, across)),
        }
    }

    /// Draws the panels below a y coordinate. Returns the y coordinate at which they end.
    fn draw(&self, chart: &Chart, top: f64, canvas: &mut Canvas) -> f64 {
        let columns = self.columns;
        let shown: Vec<LabelledAxes> =
            (0..chart.panels.len()).map(|place| shown(chart, place, columns)).collect();
        let panels = chart.panels.iter().zip(&shown);
        let margins: Vec<Margins> =
            panels.map(|(panel, shown)| self.margins(panel, *shown)).collect();
        let sides: Vec<Margins> = (0..columns)
            .map(|column| widest(margins.iter().skip(column).step_by(columns)))
            .collect();
        let used: f64 = sides.iter().map(|side| side.left + side.right + MARGIN).sum();
        let width = ((canvas.width - MARGIN - used) / columns as f64).max(MIN_PANEL);
        let mut row_top = top;
        for (row, panels) in chart.panels.chunks(columns).enumerate() {
            let first = row * columns;
            let ends = widest(margins[first..first + panels.len()].iter());
            let mut left = MARGIN;
            for (column, panel) in panels.iter().enumerate() {
                left += sides[column].left;
                let frame = Frame {
                    panel,
                    left,
                    top: row_top + ends.top,
                    width,
                    height: (self.height - ends.top - ends.bottom).max(MIN_PANEL),
                    across: self.across,
                    names_at_ends: self.names_at_ends,
                };
                draw_panel(&frame, shown[first + column], canvas);
                left += width + sides[column].right + MARGIN;
            }
            row_top += self.height + MARGIN;
        }
        row_top
    }

    /// Returns the margins that a panel needs around its axes.
    fn margins(&self, panel: &Panel, shown: LabelledAxes) -> Margins {
        let labels = panel.y.scale.ticks_for(self.height, |_| 1.4 * TICK);
        let widest = labels.iter().map(|(_, text)| width(text, TICK)).fold(0.0, f64::max);
        let title = if panel.y.title.is_empty() { 0.0 } else { 1.5 * TEXT };
        // Crowded names are rotated by 30 degrees, whose cosine is 0.87 and whose sine is 0.5.
        let is_crowded = is_crowded(&panel.x.scale, 0.8 * self.across);
        let names = if is_crowded { longest_name(&panel.x.scale) } else { 0.0 };
        let last_tick = if is_crowded { 0.0 } else { overhang(&panel.x.scale, 0.8 * self.across) };
        let below = if panel.x.title.is_empty() { 0.0 } else { 1.6 * TEXT };
        Margins {
            left: if shown.y { title + widest + 10.0 } else { 4.0 }.max(0.87 * names),
            right: if self.names_at_ends { room_for_names(panel) } else { 10.0 }
                .max(last_tick)
                .max(room_for_labels(panel, self.across)),
            top: if panel.title.is_empty() { 10.0 } else { 1.9 * TEXT },
            bottom: if shown.x { 1.6 * TICK + 0.5 * names + below } else { 12.0 },
        }
    }
}

/// Returns the number of series of a panel that are drawn as dots.
fn series_of_dots(panel: &Panel) -> f64 {
    panel.series.iter().filter(|series| series.mark == Mark::Dots).count() as f64
}

/// Returns the number of category names along the y axis of a panel.
fn rows_of_names(panel: &Panel) -> f64 {
    match &panel.y.scale {
        Scale::Named(names) => names.len() as f64,
        _ => 0.0,
    }
}

/// Whether the axes of a panel have ticks and a title.
#[derive(Clone, Copy)]
struct LabelledAxes {
    x: bool,
    y: bool,
}

/// Returns which axes of a panel have ticks and a title. If the x axes of all panels are equal,
/// only panels without a panel below have them; if the y axes are equal, only panels in the first
/// column.
fn shown(chart: &Chart, place: usize, columns: usize) -> LabelledAxes {
    let all = |same: fn(&Panel, &Panel) -> bool| {
        chart.panels.iter().all(|panel| same(panel, &chart.panels[0]))
    };
    LabelledAxes {
        x: !all(|one, other| one.x == other.x) || place + columns >= chart.panels.len(),
        y: !all(|one, other| one.y == other.y) || place.is_multiple_of(columns),
    }
}

/// Margins around the plotting area of a panel.
#[derive(Clone, Copy, Default)]
struct Margins {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

/// Returns, for each side, the largest of several margins.
fn widest<'a>(margins: impl Iterator<Item = &'a Margins>) -> Margins {
    margins.fold(Margins::default(), |most, one| Margins {
        left: most.left.max(one.left),
        right: most.right.max(one.right),
        top: most.top.max(one.top),
        bottom: most.bottom.max(one.bottom),
    })
}

fn draw_panel(frame: &Frame<'_>, shown: LabelledAxes, canvas: &mut Canvas) {
    let panel = frame.panel;
    if !panel.title.is_empty() {
        let at = (frame.left + frame.width / 2.0, frame.top - 0.7 * TEXT);
        canvas.text(&panel.title, at, fitted_style(&panel.title, frame.width));
    }
    let across = ticks_across(frame);
    let up = panel.y.scale.ticks_for(frame.height, |_| 1.4 * TICK);
    axis_lines(frame, &across, &up, canvas);
    if shown.x {
        write_x_axis(frame, &across, canvas);
    }
    if shown.y {
        write_y_axis(frame, &up, canvas);
    }
    marks::draw(frame, canvas);
}

/// Position of a tick on its scale, and its label.
type Tick = (f64, String);

/// Draws the axes and the grid lines of a panel.
fn axis_lines(frame: &Frame<'_>, across: &[Tick], up: &[Tick], canvas: &mut Canvas) {
    let panel = frame.panel;
    let grid = Paint::stroke(Colour::Grid, 1.0);
    let (left, right, top, bottom) = (frame.left, frame.right(), frame.top, frame.bottom());
    let vertical = |x: f64| vec![(x, top), (x, bottom)];
    let horizontal = |y: f64| vec![(left, y), (right, y)];
    let has = |mark: Mark| panel.series.iter().any(|series| series.mark == mark);
    if !has(Mark::Cells) {
        for (place, _) in up {
            canvas.line(horizontal(frame.y(*place)), grid);
        }
        let has_bars =
            has(Mark::Bars) || has(Mark::Stacked) || matches!(panel.x.scale, Scale::Named(_));
        for (place, _) in across.iter().filter(|_| !has_bars) {
            canvas.line(vertical(frame.x(*place)), grid);
        }
    }
    let axis = Paint::stroke(Colour::Axis, 1.2);
    canvas.line(vec![(left, top), (left, bottom), (right, bottom)], axis);
    let rule = Paint { dashed: true, ..Paint::stroke(Colour::Muted, 1.5) };
    for &value in &panel.rules {
        if let Some(place) = panel.x.scale.place(value) {
            canvas.line(vertical(frame.x(place)), rule);
        }
    }
}

/// Returns the ticks of the x axis whose labels fit.
fn ticks_across(frame: &Frame<'_>) -> Vec<Tick> {
    let scale = &frame.panel.x.scale;
    let crowded = is_crowded(scale, frame.width);
    scale.ticks_for(frame.width, |text| if crowded { TICK } else { width(text, TICK) + 10.0 })
}

/// Returns how far the last tick label extends beyond the end of its axis, in pixels.
fn overhang(scale: &Scale, room: f64) -> f64 {
    let (low, high) = scale.ends();
    let ticks = scale.ticks_for(room, |text| width(text, TICK) + 10.0);
    ticks
        .last()
        .map_or(0.0, |(place, text)| width(text, TICK) / 2.0 - room * (high - place) / (high - low))
}

/// Returns whether horizontal category names along an axis would overlap. Tick labels that are
/// numbers never do, because some of them are omitted.
fn is_crowded(scale: &Scale, room: f64) -> bool {
    let Scale::Named(names) = scale else { return false };
    let words = names.iter().any(|name| name.contains(char::is_alphabetic));
    words && (longest_name(scale) + 10.0) * names.len() as f64 > room
}

/// Returns the width of the longest category name of a scale in pixels.
fn longest_name(scale: &Scale) -> f64 {
    let Scale::Named(names) = scale else { return 0.0 };
    names.iter().map(|name| width(name, TICK)).fold(0.0, f64::max)
}

/// Writes the ticks and the title of the x axis.
fn write_x_axis(frame: &Frame<'_>, ticks: &[Tick], canvas: &mut Canvas) {
    let Axis { title, scale } = &frame.panel.x;
    let crowded = is_crowded(scale, frame.width);
    let y = frame.bottom() + 1.3 * TICK;
    let upright = TextStyle::new(TICK, Colour::Text, Anchor::Middle);
    let slanted = TextStyle { anchor: Anchor::End, turn: -30.0, ..upright };
    for (place, text) in ticks {
        canvas.text(text, (frame.x(*place), y), if crowded { slanted } else { upright });
    }
    let names = if crowded { 0.5 * longest_name(scale) } else { 0.0 };
    let at = (frame.left + frame.width / 2.0, y + names + 1.45 * TEXT);
    if !title.is_empty() {
        canvas.text(title, at, fitted_style(title, frame.width));
    }
}

/// Returns the style of a title of a panel or an axis, with a smaller font if the title does not
/// fit into `room` pixels.
fn fitted_style(title: &str, room: f64) -> TextStyle {
    let size = TEXT * (room / width(title, TEXT)).min(1.0);
    TextStyle::new(size, Colour::Text, Anchor::Middle)
}

/// Writes the ticks and the title of the y axis.
fn write_y_axis(frame: &Frame<'_>, ticks: &[Tick], canvas: &mut Canvas) {
    let letters = TextStyle::new(TICK, Colour::Text, Anchor::End);
    let widest = ticks.iter().map(|(_, text)| width(text, TICK)).fold(0.0, f64::max);
    for (place, text) in ticks {
        canvas.text(text, (frame.left - 7.0, frame.y(*place) + 0.36 * TICK), letters);
    }
    let title = &frame.panel.y.title;
    let upward = TextStyle { turn: -90.0, ..fitted_style(title, frame.height) };
    if !title.is_empty() && upward.size >= MIN_LETTERS {
        let x = frame.left - widest - 7.0 - 0.75 * TEXT;
        canvas.text(title, (x, frame.top + frame.height / 2.0), upward);
    }
}
