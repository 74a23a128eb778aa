//! Charts drawn by the crate `kuva`, which occurs in this module alone.
//!
//! Panels are drawn by kuva, each between axes with explicit limits and ticks (`panel`), and put
//! below a title, a caption and a legend (`header`). The one scene goes to every backend, so that
//! an SVG and a PNG show the same. Equal charts give equal bytes: what kuva numbers through the
//! life of a program, its clip paths, is left out, and names depend on the chart alone.

mod header;
mod panel;
mod svg;
mod theme;

pub use theme::Look;

use super::description::{Chart, Panel, Scale};
use kuva::backend::raster::RasterBackend;
use kuva::backend::svg::SvgBackend;
use kuva::render::render::{Primitive, Scene};

/// Pixels of a PNG for each unit of the drawing.
const PNG_SCALE: f32 = 3.0;

/// Around the picture, and between panels.
const MARGIN: f64 = 14.0;

/// The chart as SVG: with a title and a description for those who do not see it, and a size that
/// adapts to where it is shown.
#[must_use]
pub fn svg(chart: &Chart, look: Look) -> String {
    svg::finish(&SvgBackend::new().render_scene(&scene(chart, look)), chart)
}

/// The chart as PNG, three pixels for each unit of the SVG.
///
/// # Errors
///
/// When the picture cannot be encoded.
pub fn png(chart: &Chart, look: Look) -> Result<Vec<u8>, CanvasError> {
    let backend = RasterBackend::new().with_scale(PNG_SCALE);
    backend.render_scene(&scene(chart, look)).map_err(CanvasError)
}

/// A picture that could not be encoded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the picture could not be encoded: {0}")]
pub struct CanvasError(String);

/// Columns of panels, and the width and height of one.
fn grid(chart: &Chart) -> (usize, f64, f64) {
    let rows_of_names = |panel: &Panel| match &panel.y.scale {
        Scale::Named(names) => names.len() as f64,
        _ => 0.0,
    };
    if chart.panels.iter().all(|panel| !panel.note.is_empty()) {
        return (1, 860.0, 90.0);
    }
    let names = chart.panels.iter().map(rows_of_names).fold(0.0, f64::max);
    let (columns, width, height) = match chart.panels.len() {
        0 | 1 => (1, 860.0, 470.0),
        2..=4 => (2, 490.0, 380.0),
        _ => (3, 370.0, 320.0),
    };
    (columns, width, if names > 0.0 { 110.0 + 27.0 * names } else { height })
}

/// All that is drawn.
fn scene(chart: &Chart, look: Look) -> Scene {
    let (columns, width, height) = grid(chart);
    let across = |count: usize, size: f64| count as f64 * (size + MARGIN);
    let total_width = MARGIN + across(columns.min(chart.panels.len().max(1)), width);
    let (header, top) = header::draw(chart, look, total_width);
    let rows = chart.panels.len().div_ceil(columns);
    let mut scene = Scene::new(total_width, top + across(rows, height));
    let theme = look.theme();
    scene.background_color = Some(theme.background);
    scene.text_color = Some(theme.text_color);
    scene.elements = header;
    for (place, panel) in chart.panels.iter().enumerate() {
        let drawn = panel::draw(panel, look, (width, height));
        scene.font_family = scene.font_family.or(drawn.font_family);
        let (x, y) =
            (MARGIN + across(place % columns, width), top + across(place / columns, height));
        let transform = Some(format!("translate({x},{y})"));
        scene.add(Primitive::GroupStart { transform, title: None, extra_attrs: None });
        scene.elements.extend(drawn.elements);
        scene.add(Primitive::GroupEnd);
    }
    scene
}
