//! The layout of a picture: all its lengths, in pixels, and where a panel puts its points.

use super::canvas::Coordinates;
use super::model::{Panel, Point};

/// Sizes of letters: the title; captions, legends and titles of axes; ticks; labels of points.
pub(super) const TITLE: f64 = 23.0;
pub(super) const TEXT: f64 = 16.0;
pub(super) const TICK: f64 = 15.0;
pub(super) const LABEL: f64 = 14.0;
/// Letters that are smaller than this cannot be read.
pub(super) const MIN_LETTERS: f64 = 8.0;

/// The distance from the edges of the picture, and from panel to panel.
pub(super) const MARGIN: f64 = 14.0;
/// The smallest width and height between the axes of a panel.
pub(super) const MIN_PANEL: f64 = 40.0;

/// In a legend: the height of a row, the distance from a marker to its name, from a name to the
/// next marker, and the length of a line.
pub(super) const LEGEND_ROW: f64 = 24.0;
pub(super) const LEGEND_MARKER: f64 = 24.0;
pub(super) const LEGEND_GAP: f64 = 22.0;
pub(super) const LEGEND_LINE: f64 = 16.0;
/// The height of the colour scale of a map, and the number of rectangles that it is made of.
pub(super) const COLOUR_SCALE: f64 = 14.0;
pub(super) const COLOUR_SCALE_PARTS: u32 = 60;

/// The radius of a marker where there is room, and of the smallest one.
pub(super) const DOT: f64 = 5.0;
pub(super) const MIN_DOT: f64 = 2.5;
/// Markers that are nearer to each other than this part of their diameter cover each other.
pub(super) const COVERED: f64 = 0.7;
/// The part of the distance from one value to the next that markers side by side take.
pub(super) const DOTS: f64 = 0.8;
/// The number of markers on a line with many points.
pub(super) const MARKERS: usize = 8;

/// The width of a line.
pub(super) const LINE: f64 = 2.2;
/// The opacity of the area between two lines; several may lie over one another.
pub(super) const BAND: f64 = 0.2;
/// The length of the dashes of a line that goes on.
pub(super) const DASHED_END: f64 = 34.0;
/// Half the length of the stroke where a line falls to the axis.
pub(super) const FOOT: f64 = 6.0;
/// Half the length of the caps of an interval.
pub(super) const CAP: f64 = 4.5;

/// The part of the distance from one value to the next that its bars take.
pub(super) const BARS: f64 = 0.8;
/// The part of the height of a row that a stacked bar takes, and the gap between its parts.
pub(super) const STACKED_BAR: f64 = 0.72;
pub(super) const STACKED_GAP: f64 = 1.0;
/// Cells that are narrower than this have no gaps; others take this part of their place.
pub(super) const NARROW_CELL: f64 = 3.0;
pub(super) const CELL: f64 = 0.99;

/// The distance from a point in a row to its label, and the part of the panel's width up to which
/// there is room for labels.
pub(super) const TO_LABEL: f64 = 3.0 + DOT;
pub(super) const MAX_LABELS: f64 = 0.25;

/// More lines than this have their names at their ends instead of in a legend.
pub(super) const MAX_LINES_IN_LEGEND: usize = 4;
/// The distance from the end of a line to its name, and the height of a name.
pub(super) const TO_NAME: f64 = 12.0;
pub(super) const NAME_ROW: f64 = 1.15 * LABEL;
/// The part of the panel's width up to which there is room for names.
pub(super) const MAX_NAMES: f64 = 0.3;
/// The most lines that may end within one of these parts of the height: more could not be followed
/// to their names.
pub(super) const MAX_LINES_TOGETHER: usize = 3;
pub(super) const NAME_ROWS: f64 = 24.0;

/// A panel and its place in the picture, in pixels.
pub(super) struct Frame<'a> {
    pub(super) panel: &'a Panel,
    /// The place between the axes.
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
    /// The width of the panel including the margins beside its axes.
    pub(super) across: f64,
    /// Whether lines have their names at their ends.
    pub(super) names_at_ends: bool,
}

impl Frame<'_> {
    /// Returns the pixel of a place on the horizontal scale.
    pub(super) fn x(&self, place: f64) -> f64 {
        let (low, high) = self.panel.x.scale.ends();
        self.left + self.width * (place - low) / (high - low)
    }

    /// Returns the pixel of a place on the vertical scale.
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

    /// Returns where a point is drawn; `None` if it is off a scale.
    pub(super) fn place(&self, point: &Point) -> Option<Coordinates> {
        self.place_aside(point, 0.0)
    }

    /// Returns where a point is drawn that is moved aside by some pixels; `None` if it is off a
    /// scale.
    pub(super) fn place_aside(&self, point: &Point, shift: f64) -> Option<Coordinates> {
        let x = self.x(self.panel.x.scale.place(point.x)?);
        let y = self.y(self.panel.y.scale.place(point.y)?);
        let (x, y) = if self.panel.is_turned() { (x, y + shift) } else { (x + shift, y) };
        (x.is_finite() && y.is_finite()).then_some((x, y))
    }
}
