//! One panel: axes with explicit limits, and what is drawn between them.

use super::theme::{LABEL, Look, TEXT, shape};
use crate::report::chart::description::{Mark, Panel, Point, Scale, Series};
use kuva::plot::histogram::Histogram;
use kuva::plot::line::LinePlot;
use kuva::plot::scatter::{MarkerShape, ScatterPlot};
use kuva::render::color::Color;
use kuva::render::layout::{ComputedLayout, Layout, TickFormat};
use kuva::render::plots::Plot;
use kuva::render::render::{Primitive, Scene, TextAnchor, render_multiple};
use std::cmp::Ordering;
use std::sync::Arc;

/// What all bars of a value take of the distance to the next value.
const BARS: f64 = 0.8;
const DOT: f64 = 4.5;
/// What a cell takes of its place.
const CELL: f64 = 0.99;

/// The panel as a scene of its own, with its upper left corner at the origin.
pub(super) fn draw(panel: &Panel, look: Look, size: (f64, f64)) -> Scene {
    if !panel.note.is_empty() {
        return note(panel, size);
    }
    let layout = layout(panel, look, size);
    let frame = ComputedLayout::from_layout(&layout);
    let dodge = Dodge::of(panel);
    let plots: Vec<Plot> = panel
        .series
        .iter()
        .enumerate()
        .flat_map(|(place, series)| plots(panel, series, look, dodge.slots[place], &frame))
        .collect();
    // Without anything to draw there would be no axes either.
    let plots = if plots.is_empty() { vec![LinePlot::new().into()] } else { plots };
    let mut scene = cleared(render_multiple(plots, layout));
    for series in panel.series.iter().filter(|series| series.mark == Mark::Cells) {
        scene.elements.extend(cells(panel, series, look, &frame));
    }
    for (place, series) in
        panel.series.iter().enumerate().filter(|(_, series)| series.mark != Mark::Cells)
    {
        let (shift, _) = dodge.slots[place];
        for point in &series.points {
            whisker(panel, series, point, shift, look, &frame, &mut scene);
            label(panel, point, shift, &frame, &mut scene);
        }
    }
    scene
}

/// Words instead of axes.
fn note(panel: &Panel, (width, height): (f64, f64)) -> Scene {
    let mut scene = Scene::new(width, height);
    scene.add(text(panel.note.clone(), (width / 2.0, height / 2.0), TEXT, None));
    scene
}

/// Without what kuva clips to the axes, as nothing reaches beyond them but half a dot on the edge.
fn cleared(mut scene: Scene) -> Scene {
    scene.defs.clear();
    scene.elements.retain(|it| !matches!(it, Primitive::ClipStart { .. } | Primitive::ClipEnd));
    scene
}

fn layout(panel: &Panel, look: Look, (width, height): (f64, f64)) -> Layout {
    let (x, y) = (panel.x.scale.ends(), panel.y.scale.ends());
    let mut layout = Layout::new(x, y)
        .with_width(width)
        .with_height(height)
        .with_theme(look.theme())
        .with_x_axis_min(x.0)
        .with_x_axis_max(x.1)
        .with_y_axis_min(y.0)
        .with_y_axis_max(y.1)
        .with_x_tick_step(panel.x.scale.step())
        .with_y_tick_step(panel.y.scale.step())
        .with_x_tick_format(ticks(&panel.x.scale))
        .with_y_tick_format(ticks(&panel.y.scale))
        .with_x_label(panel.x.title.as_str())
        .with_y_label(panel.y.title.as_str())
        .with_title_size(TEXT + 1)
        .with_label_size(TEXT)
        .with_tick_size(TEXT - 1)
        .with_body_size(TEXT)
        .with_show_grid(panel.shade.is_none());
    if !panel.title.is_empty() {
        layout = layout.with_title(panel.title.as_str());
    }
    if crowded(&panel.x.scale, width) {
        layout = layout.with_x_tick_rotate(-30.0);
    }
    layout
}

/// Whether names side by side would run into one another.
fn crowded(scale: &Scale, width: f64) -> bool {
    let Scale::Named(names) = scale else { return false };
    let longest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    (longest as f64 + 1.0) * 0.6 * f64::from(TEXT) * names.len() as f64 > 0.8 * width
}

fn ticks(scale: &Scale) -> TickFormat {
    let scale = scale.clone();
    TickFormat::Custom(Arc::new(move |place| scale.tick(place)))
}

/// Bars of one value, and dots beside them, share the space between it and the next value.
struct Dodge {
    /// How far each series stands from its value, and how much of the space it has.
    slots: Vec<(f64, f64)>,
}

impl Dodge {
    fn of(panel: &Panel) -> Self {
        let dodged = panel.series.iter().any(|series| series.mark == Mark::Bars);
        let weight = |series: &Series| match series.mark {
            Mark::Bars if dodged => 3.0,
            Mark::Dots if dodged => 1.0,
            _ => 0.0,
        };
        let total: f64 = panel.series.iter().map(weight).sum::<f64>().max(1.0);
        let points = panel.series.iter().flat_map(|series| &series.points);
        let places = points.filter_map(|point| panel.x.scale.place(point.x)).collect();
        let unit = BARS * pitch(places) / total;
        let mut start = -unit * total / 2.0;
        let slots = panel.series.iter().map(|series| {
            let width = unit * weight(series);
            start += width;
            if width > 0.0 { (start - width / 2.0, width) } else { (0.0, 0.0) }
        });
        Self { slots: slots.collect() }
    }
}

/// From one of the places to the next, at least.
fn pitch(mut places: Vec<f64>) -> f64 {
    places.sort_by(f64::total_cmp);
    let gaps = places.windows(2).map(|pair| pair[1] - pair[0]).filter(|&gap| gap > 0.0);
    let least = gaps.fold(f64::INFINITY, f64::min);
    if least.is_finite() { least } else { 1.0 }
}

/// A point's places on both axes; none when it is off a scale.
fn place(panel: &Panel, point: &Point, shift: f64) -> Option<(f64, f64)> {
    Some((panel.x.scale.place(point.x)? + shift, panel.y.scale.place(point.y)?))
}

fn plots(
    panel: &Panel,
    series: &Series,
    look: Look,
    (shift, width): (f64, f64),
    frame: &ComputedLayout,
) -> Vec<Plot> {
    let points: Vec<(f64, f64)> =
        series.points.iter().filter_map(|point| place(panel, point, shift)).collect();
    let colour = look.ink(series.ink);
    let line =
        || LinePlot::new().with_data(points.clone()).with_color(colour).with_stroke_width(2.2);
    // Beside bars a dot must not be wider than its space.
    let space = frame.map_x(width) - frame.map_x(0.0);
    let size = if space > 0.0 { DOT.min(0.7 * space).max(1.5) } else { DOT };
    let dots = |points: &[(f64, f64)], marker: MarkerShape, opacity: f64| {
        let dots = ScatterPlot::new().with_data(points.to_vec()).with_color(colour);
        let dots = dots.with_marker(marker).with_size(size).with_marker_opacity(opacity);
        dots.with_marker_stroke_width(1.2).into()
    };
    let mut plots: Vec<Plot> = match series.mark {
        Mark::Bars => vec![bars(&points, width, colour)],
        Mark::Dots => vec![dots(&points, shape(series.ink), 1.0)],
        Mark::Line => vec![banded(line(), panel, series).into()],
        Mark::DottedLine => vec![line().into(), dots(&points, shape(series.ink), 1.0)],
        Mark::Cells => Vec::new(),
    };
    let unseen = unseen(panel, series, shift);
    if !unseen.is_empty() && series.mark != Mark::Cells {
        plots.push(dots(&unseen, MarkerShape::TriangleDown, 0.25));
    }
    plots
}

/// What was never seen has no place on a logarithmic scale, but the upper end of its interval has.
fn unseen(panel: &Panel, series: &Series, shift: f64) -> Vec<(f64, f64)> {
    let limit = |point: &Point| {
        let (_, high) = point.interval.filter(|_| panel.y.scale.place(point.y).is_none())?;
        place(panel, &Point::new(point.x, high), shift)
    };
    series.points.iter().filter_map(limit).collect()
}

/// A line of many points with its intervals as a band.
fn banded(line: LinePlot, panel: &Panel, series: &Series) -> LinePlot {
    let place = |value: f64| panel.y.scale.place(value).unwrap_or(0.0);
    let known = || series.points.iter().filter(|point| panel.y.scale.place(point.y).is_some());
    if known().any(|point| point.interval.is_none()) {
        return line;
    }
    let ends = known().filter_map(|point| point.interval);
    let (low, high): (Vec<f64>, Vec<f64>) =
        ends.map(|(low, high)| (place(low), place(high))).unzip();
    line.with_band(low, high)
}

/// Bars are the columns of a histogram that has gaps.
fn bars(points: &[(f64, f64)], width: f64, colour: &str) -> Plot {
    let (mut edges, mut heights) = (Vec::new(), Vec::new());
    for &(x, y) in points {
        edges.extend([x - width / 2.0, x + width / 2.0]);
        heights.extend([y, 0.0]);
    }
    heights.pop();
    Histogram::from_bins(edges, heights).with_color(colour).into()
}

/// Cells of one size, row by row; what is missing takes no memory, however far apart the others
/// are.
fn cells(panel: &Panel, series: &Series, look: Look, frame: &ComputedLayout) -> Option<Primitive> {
    let scale = &panel.shade.as_ref()?.scale;
    let (low, high) = scale.ends();
    let known = series.points.iter().filter_map(|point| {
        let (x, y) = place(panel, point, 0.0)?;
        Some((x, y, scale.place(point.shade?)?))
    });
    let mut known: Vec<(f64, f64, f64)> = known.collect();
    let order = |one: &f64, other: &f64| one.partial_cmp(other).unwrap_or(Ordering::Equal);
    known.sort_by(|one, other| order(&one.1, &other.1).then(order(&one.0, &other.0)));
    let (across, up) = (
        pitch(known.iter().map(|cell| cell.0).collect()),
        pitch(known.iter().map(|cell| cell.1).collect()),
    );
    let (width, height) =
        (frame.map_x(across) - frame.map_x(0.0), frame.map_y(0.0) - frame.map_y(up));
    let fill = |shade: f64| Color::from(look.shade((shade - low) / (high - low)).as_str());
    (!known.is_empty()).then(|| Primitive::RectBatch {
        x: known.iter().map(|cell| frame.map_x(cell.0 - across / 2.0)).collect(),
        y: known.iter().map(|cell| frame.map_y(cell.1 + up / 2.0)).collect(),
        w: vec![CELL * width; known.len()],
        h: vec![CELL * height; known.len()],
        fills: known.iter().map(|cell| fill(cell.2)).collect(),
    })
}

/// The interval of a point as a line with ends, where it is wide enough to be seen.
fn whisker(
    panel: &Panel,
    series: &Series,
    point: &Point,
    shift: f64,
    look: Look,
    frame: &ComputedLayout,
    scene: &mut Scene,
) {
    const NARROWEST: f64 = 3.0;
    let Some((low, high)) = point.interval.filter(|_| series.mark != Mark::Line) else { return };
    let (bottom, top) = panel.y.scale.ends();
    let Some(x) = panel.x.scale.place(point.x) else { return };
    let Some(high) = panel.y.scale.place(high) else { return };
    let low = panel.y.scale.place(low).unwrap_or(bottom).clamp(bottom, top);
    let (x, low, high) =
        (frame.map_x(x + shift), frame.map_y(low), frame.map_y(high.clamp(bottom, top)));
    if low - high < NARROWEST {
        return;
    }
    let colour = if series.mark == Mark::Bars {
        look.theme().text_color
    } else {
        look.ink(series.ink).to_owned()
    };
    let mut line = |(x1, y1): (f64, f64), (x2, y2): (f64, f64)| {
        let stroke = Color::from(colour.as_str());
        scene.add(Primitive::Line {
            x1,
            y1,
            x2,
            y2,
            stroke,
            stroke_width: 1.3,
            stroke_dasharray: None,
        });
    };
    line((x, low), (x, high));
    line((x - 3.5, high), (x + 3.5, high));
    if panel.y.scale.place(point.y).is_some() {
        line((x - 3.5, low), (x + 3.5, low));
    }
}

/// What is written above a point and its interval.
fn label(panel: &Panel, point: &Point, shift: f64, frame: &ComputedLayout, scene: &mut Scene) {
    if point.label.is_empty() {
        return;
    }
    let Some((x, y)) = place(panel, point, shift) else { return };
    let high = point.interval.and_then(|(_, high)| panel.y.scale.place(high)).unwrap_or(y).max(y);
    let at = (frame.map_x(x), frame.map_y(high) - 6.0);
    scene.add(text(point.label.clone(), at, LABEL, None));
}

fn text(content: String, (x, y): (f64, f64), size: u32, colour: Option<&str>) -> Primitive {
    let color = colour.map(Color::from);
    Primitive::Text {
        x,
        y,
        content,
        size,
        anchor: TextAnchor::Middle,
        rotate: None,
        bold: false,
        color,
    }
}
