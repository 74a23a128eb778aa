//! Charts as pictures: SVG and, with the feature `plots`, PNG.
//!
//! A chart becomes shapes in pixels: a title, a caption and a legend (`header`), below them panels
//! (`grid`), each of two axes (`panel`) with what is drawn between them (`marks`). Both forms are
//! written from the same shapes, so that they show the same. Nothing here knows of files, threads
//! or clocks; equal charts give equal bytes.

mod grid;
mod header;
mod marks;
mod panel;
#[cfg(feature = "plots")]
mod raster;
mod shape;
mod svg;
mod theme;

#[cfg(feature = "plots")]
pub use raster::PngError;
pub use theme::Look;

use super::description::Chart;
use shape::{Canvas, Paint};
use theme::Colour;

/// Around the picture, and between panels.
const MARGIN: f64 = 14.0;

/// How a chart is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Its colours.
    pub look: Look,
    /// The width of the picture in pixels, if not what suits the number of panels.
    pub width: Option<u32>,
    /// The height of the picture in pixels, likewise.
    pub height: Option<u32>,
}

impl From<Look> for Style {
    fn from(look: Look) -> Self {
        Self { look, ..Self::default() }
    }
}

/// The chart as SVG: with a title and a description for those who do not see it, and a size that
/// adapts to where it is shown.
#[must_use]
pub fn svg(chart: &Chart, style: impl Into<Style>) -> String {
    let style = style.into();
    svg::svg(&canvas(chart, style), chart, style.look)
}

/// The chart as PNG, three pixels for each unit of the SVG. The colours of a page are unknown here:
/// its look gives black.
///
/// # Errors
///
/// When the picture cannot be encoded.
#[cfg(feature = "plots")]
pub fn png(chart: &Chart, style: impl Into<Style>) -> Result<Vec<u8>, PngError> {
    let style = style.into();
    raster::png(&canvas(chart, style), style.look)
}

/// All that is drawn.
fn canvas(chart: &Chart, style: Style) -> Canvas {
    let mut content = Canvas { width: grid::width(chart, style), ..Canvas::default() };
    let top = header::draw(chart, style.look, &mut content);
    content.height = grid::draw(chart, style, top, &mut content);
    let mut canvas = Canvas { shapes: Vec::new(), ..content };
    if style.look != Look::Page {
        let corner = (canvas.width, canvas.height);
        canvas.rectangle((0.0, 0.0), corner, Paint::fill(Colour::Paper));
    }
    canvas.shapes.append(&mut content.shapes);
    canvas
}
