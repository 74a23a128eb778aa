//! A panel and its place in the picture.

use crate::report::chart::description::Panel;

/// A panel and the pixels between its axes.
pub(super) struct Frame<'a> {
    pub(super) panel: &'a Panel,
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
    /// Whether marks tell their value when a pointer rests on them.
    pub(super) with_tips: bool,
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
