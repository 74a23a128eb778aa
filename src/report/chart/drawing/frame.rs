//! A panel and its place in the picture.

use super::shape::Coordinates;
use crate::report::chart::description::{Panel, Point};

/// The radius of a marker, where there is room.
pub(super) const DOT: f64 = 5.0;
/// The width of a line.
pub(super) const LINE: f64 = 2.2;
/// How much of its colour the area between two lines has; several lie one upon the other.
pub(super) const BAND: f64 = 0.22;

/// A panel and the pixels between its axes.
pub(super) struct Frame<'a> {
    pub(super) panel: &'a Panel,
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
    /// The width of the panel with what stands to the left and the right of its axes.
    pub(super) across: f64,
    /// Whether lines have their names at their ends.
    pub(super) names_at_ends: bool,
}

impl Frame<'_> {
    /// The pixel of a place on the horizontal scale.
    pub(super) fn x(&self, place: f64) -> f64 {
        let (low, high) = self.panel.x.scale.ends();
        self.left + self.width * (place - low) / (high - low)
    }

    /// The pixel of a place on the vertical scale.
    pub(super) fn y(&self, place: f64) -> f64 {
        let (low, high) = self.panel.y.scale.ends();
        self.bottom() - self.height * (place - low) / (high - low)
    }

    pub(super) fn right(&self) -> f64 {
        self.left + self.width
    }

    pub(super) fn bottom(&self) -> f64 {
        self.top + self.height
    }
}

/// Where a point is drawn, moved aside by some pixels; nowhere when it is off a scale.
pub(super) fn place(frame: &Frame<'_>, point: &Point, shift: f64) -> Option<Coordinates> {
    let (x, y) = (frame.panel.x.scale.place(point.x)?, frame.panel.y.scale.place(point.y)?);
    let (x, y) = (frame.x(x), frame.y(y));
    let (x, y) = if frame.panel.is_turned() { (x, y + shift) } else { (x + shift, y) };
    (x.is_finite() && y.is_finite()).then_some((x, y))
}
