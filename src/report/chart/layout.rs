//! Layout constants of pictures in pixels, and the mapping from the points of a panel to pixels.

use super::canvas::Coordinates;
use super::model::{Panel, Point};

/// Font size of the title of a picture.
pub(super) const TITLE: f64 = 23.0;
/// Font size of captions, legends and axis titles.
pub(super) const TEXT: f64 = 16.0;
/// Font size of tick labels.
pub(super) const TICK: f64 = 15.0;
/// Font size of the labels of points.
pub(super) const LABEL: f64 = 14.0;
/// Minimum legible font size, in pixels.
pub(super) const MIN_LETTERS: f64 = 8.0;

/// Margin of the picture, and gap between panels.
pub(super) const MARGIN: f64 = 14.0;
/// Minimum width and height of the plotting area of a panel, in pixels.
pub(super) const MIN_PANEL: f64 = 40.0;

/// Height of a row of the legend.
pub(super) const LEGEND_ROW: f64 = 24.0;
/// Distance from a marker in the legend to its name.
pub(super) const LEGEND_MARKER: f64 = 24.0;
/// Distance from a name in the legend to the next marker.
pub(super) const LEGEND_GAP: f64 = 22.0;
/// Length of a line sample in the legend.
pub(super) const LEGEND_LINE: f64 = 16.0;
/// Height of the colour scale of a heat map.
pub(super) const COLOUR_SCALE: f64 = 14.0;
/// Number of rectangles that form the colour scale of a heat map.
pub(super) const COLOUR_SCALE_PARTS: u32 = 60;

/// Radius of a marker that has enough space.
pub(super) const DOT: f64 = 5.0;
/// Minimum radius of a marker.
pub(super) const MIN_DOT: f64 = 2.5;
/// Distance below which two markers count as overlapping, as a fraction of their diameter.
pub(super) const COVERED: f64 = 0.7;
/// Maximum total width of markers side by side, as a fraction of the distance between values.
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

/// Total width of the bars at a value, as a fraction of the distance between values.
pub(super) const BARS: f64 = 0.8;
/// Height of a stacked bar, as a fraction of the height of its row.
pub(super) const STACKED_BAR: f64 = 0.72;
/// Gap between the segments of a stacked bar.
pub(super) const STACKED_GAP: f64 = 1.0;
/// Cell width below which the cells of a heat map have no gaps.
pub(super) const NARROW_CELL: f64 = 3.0;
/// Size of a cell of a heat map with gaps, as a fraction of the space for a cell.
pub(super) const CELL: f64 = 0.99;

/// Distance from a point in a row to its label.
pub(super) const TO_LABEL: f64 = 3.0 + DOT;
/// Maximum width of labels, as a fraction of the panel's width.
pub(super) const MAX_LABELS: f64 = 0.25;

/// Maximum number of lines that are named in a legend; if there are more, the names are at the ends
/// of the lines.
pub(super) const MAX_LINES_IN_LEGEND: usize = 4;
/// Distance from the end of a line to its name.
pub(super) const TO_NAME: f64 = 12.0;
/// Height of a name at the end of a line.
pub(super) const NAME_ROW: f64 = 1.15 * LABEL;
/// Maximum width of the names at the ends of lines, as a fraction of the panel's width.
pub(super) const MAX_NAMES: f64 = 0.3;
/// Maximum number of lines that end close together and are still named at their ends.
pub(super) const MAX_LINES_TOGETHER: usize = 3;
/// Number of rows into which the height of a panel is divided. Lines end close together if their
/// ends are at most one row apart.
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

    /// Returns the pixel coordinates of a point of a chart, moved by `shift` pixels to the right,
    /// or down if the y axis has names. Returns `None` if the point has no position on a scale.
    pub(super) fn place_aside(&self, point: &Point, shift: f64) -> Option<Coordinates> {
        let x = self.x(self.panel.x.scale.place(point.x)?);
        let y = self.y(self.panel.y.scale.place(point.y)?);
        let (x, y) = if self.panel.is_horizontal() { (x, y + shift) } else { (x + shift, y) };
        (x.is_finite() && y.is_finite()).then_some((x, y))
    }
}
