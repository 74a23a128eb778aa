//! Charts: the `model` of a chart (panels, axes, series of marks), which is independent of pixels,
//! and its rendering as SVG and, with the feature `plots`, as PNG.
//!
//! `axis` chooses ranges and ticks, `words` writes titles and captions. `picture` arranges panels,
//! axes and legends, and `marks` draws between the axes, with the lengths of `layout` and the
//! colours of `theme`. Both add shapes to a `canvas`, which `svg` and `png` render, so both formats
//! show the same picture. Nothing here depends on files, threads or clocks; equal charts give equal
//! bytes.

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

/// Renders a chart as SVG, with a title and a description for screen readers, a size that adapts to
/// the page, and a dark colour scheme.
#[must_use]
pub fn svg(chart: &Chart) -> String {
    let chart = chart.explained();
    svg::svg(&picture::canvas(&chart), &chart)
}

/// Renders a chart as PNG in dark colours on white, with three pixels per SVG unit.
///
/// # Errors
///
/// Fails if the picture cannot be encoded.
#[cfg(feature = "plots")]
pub fn png(chart: &Chart) -> Result<Vec<u8>, PngError> {
    png::png(&picture::canvas(&chart.explained()))
}
