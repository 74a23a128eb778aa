//! Pictures: a [`description`] (axes, series, marks) that knows nothing of pixels, and [`drawing`],
//! which makes SVG and PNG of it.

pub(crate) mod axis;
pub(crate) mod columns;
pub mod description;
pub mod drawing;
mod explained;
pub(crate) mod options;
pub(crate) mod panel;
pub(crate) mod scale;
pub(crate) mod words;

pub use description::Chart;
#[cfg(feature = "plots")]
pub use drawing::png;
pub use drawing::svg;
pub use options::{Kind, Options};
