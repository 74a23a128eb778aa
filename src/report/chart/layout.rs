//! Layout constants of pictures in pixels, and the mapping from the points of a panel to pixels.

use super::canvas::Coordinates;
use super::model::{Panel, Point};

/// Font size of the title of a picture; the constants that follow are the font sizes of captions,
/// legends and axis titles, of ticks, and of point labels.
pub(super) const TITLE: f64 = 23.0;
pub(super) const TEXT: f64 = 16.0;
pub(super) const TICK: f64 = 15.0;
pub(super) const LABEL: f64 = 14.0;
/// Minimum legible font size, in pixels.
pub(super) const MIN_LETTERS: f64 = 8.0;

/// Margin of the picture, and gap between panels.
pub(super) const MARGIN: f64 = 14.0;
/// Minimum width and height of the plotting area of a panel, in pixels.
pub(super) const MIN_PANEL: f64 = 40.0;

/// Height of a legend row; the constants that follow are the distance from a marker to its name,
/// the distance from a name to the next marker, and the length of a line sample.
pub(super) const LEGEND_ROW: f64 = 24.0;
pub(super) const LEGEND_MARKER: f64 = 24.0;
pub(super) const LEGEND_GAP: f64 = 22.0;
pub(super) const LEGEND_LINE: f64 = 16.0;
/// Height of the colour scale of a heat map; the constant that follows is the number of its
/// rectangles.
pub(super) const COLOUR_SCALE: f64 = 14.0;
pub(super) const COLOUR_SCALE_PARTS: u32 = 60;

/// Radius of a marker with enough space; the constant that follows is the minimum radius.
pub(super) const DOT: f64 = 5.0;
pub(super) const MIN_DOT: f64 = 2.5;
/// Fraction of a marker's diameter below which the distance of two markers counts as overlap.
pub(super) const COVERED: f64 = 0.7;
/// Fraction of the distance between values that is used by markers side by side.
pub(super) const DOTS: f64 = 0.8;
/// Number of markers drawn on a line that has many points.
pub(super) const MARKERS: usize = 8;

/// Width of a line in a chart, in pixels.
pub(super) const LINE: f64 = 2.2;
/// Opacity of the band between two lines; bands may overlap.
pub(super) const BAND: f64 = 0.2;
/// Length of the dashed extension of a line.
pub(super) const DASHED_END: f64 = 34.0;
/// Half the length of the horizontal tick drawn where a curve reaches zero and drops to the axis.
pub(super) const FOOT: f64 = 6.0;
/// Half the length of the caps of an error bar.
pub(super) const CAP: f64 = 4.5;

/// Fraction of the distance between values that is used by bars.
pub(super) const BARS: f64 = 0.8;
/// Fraction of a row's height that is used by a stacked bar; the constant that follows is the gap
/// between its segments.
pub(super) const STACKED_BAR: f64 = 0.72;
pub(super) const STACKED_GAP: f64 = 1.0;
/// Cell width below which the cells of a heat map have no gaps; the constant that follows is the
/// fraction of its space that a wider cell fills.
pub(super) const NARROW_CELL: f64 = 3.0;
pub(super) const CELL: f64 = 0.99;

/// Distance from a point in a row to its label; the constant that follows is the maximum fraction
/// of the panel's width for labels.
pub(super) const TO_LABEL: f64 = 3.0 + DOT;
pub(super) const MAX_LABELS: f64 = 0.25;

/// Maximum number of lines that are named in a legend; if there are more, the names are at the ends
/// of the lines.
pub(super) const MAX_LINES_IN_LEGEND: usize = 4;
/// Distance from the end of a line to its name; the constant that follows is the height of a name.
pub(super) const TO_NAME: f64 = 12.0;
pub(super) const NAME_ROW: f64 = 1.15 * LABEL;
/// Maximum fraction of the panel's width for names at the ends of lines.
pub(super) const MAX_NAMES: f64 = 0.3;
/// Maximum number of lines that may end close together and still be named at their ends; the
/// constant that follows is the number of rows into which the height is divided to measure this.
pub(super) const MAX_LINES_TOGETHER: usize = 3;
pub(super) const NAME_ROWS: f64 = 24.0;

/// Panel with its position in the picture, in pixels.
pub(super) struct Frame<'a> {
    pub(super) panel: &'a Panel,
    /// The left edge of the plotting area between the axes, in pixels.
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
    /// The width of the panel in pixels, including the margins outside its axes.
    pub(super) across: f64,
    /// Whether lines are named at their ends instead of in a legend.
    pub(super) names_at_ends: bool,
}

impl Frame<'_> {
    /// Converts a position on the x scale of a panel to a pixel coordinate.
    pub(super) fn x(&self, place: f64) -> f64 {
        let (low, high) = self.panel.x.scale.ends();
        self.left + self.width * (place - low) / (high - low)
    }

    /// Converts a position on the y scale of a panel to a pixel coordinate.
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

    /// Returns the pixel coordinates of a point of a chart, or `None` if it has no position on a
    /// scale.
    pub(super) fn place(&self, point: &Point) -> Option<Coordinates> {
        self.place_aside(point, 0.0)
    }

    /// Returns the pixel coordinates of a point of a chart, moved horizontally by `shift` pixels,
    /// or `None` if it has no position on a scale.
    pub(super) fn place_aside(&self, point: &Point, shift: f64) -> Option<Coordinates> {
        let x = self.x(self.panel.x.scale.place(point.x)?);
        let y = self.y(self.panel.y.scale.place(point.y)?);
        let (x, y) = if self.panel.is_horizontal() { (x, y + shift) } else { (x + shift, y) };
        (x.is_finite() && y.is_finite()).then_some((x, y))
    }
}
