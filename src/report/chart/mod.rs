//! Pictures: the `model` of a chart (panels, axes, series of marks), which knows nothing of pixels,
//! and its drawing as SVG and, with the feature `plots`, as PNG.
//!
//! `axis` decides which values an axis shows, `words` what a chart says. To draw it, `picture` puts
//! panels, axes and legends in their places and `marks` draws what is between the axes, with the
//! lengths of `layout` and the colours of `theme`. Both add shapes to a `canvas`, from which `svg`
//! and `png` are written, so that both show the same. Nothing here knows of files, threads or
//! clocks; equal charts give equal bytes.

mod axis;
mod canvas;
mod layout;
mod marks;
mod model;
mod picture;
#[cfg(feature = "plots")]
mod png;
mod svg;
#[cfg(test)]
mod tests;
mod theme;
pub(crate) mod words;

pub use axis::{Axis, Scale, Unit};
pub use model::{Chart, ChartKind, LineEnd, Mark, Options, Panel, Point, Series, Values};
#[cfg(feature = "plots")]
pub use png::PngError;

pub(crate) use model::heights;

/// Returns the chart as SVG: with a title and a description for those who do not see it, a size
/// that adapts to where it is shown, and other colours on dark screens.
#[must_use]
pub fn svg(chart: &Chart) -> String {
    let chart = chart.explained();
    svg::svg(&picture::canvas(&chart), &chart)
}

/// Returns the chart as PNG, dark on white, three pixels for each unit of the SVG.
///
/// # Errors
///
/// When the picture cannot be encoded.
#[cfg(feature = "plots")]
pub fn png(chart: &Chart) -> Result<Vec<u8>, PngError> {
    png::png(&picture::canvas(&chart.explained()))
}
