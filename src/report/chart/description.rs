//! A chart as data: what is drawn, without a word of how.
//!
//! Readers of tables make it, and [`drawing`](super::drawing) draws it: the picture holds nothing
//! that is not here.

use crate::report::chart::words::{brief, brief_estimate};
use crate::report::groups::by_key;
use crate::stats::proportion::Interval;

/// A picture: a title, a caption, and panels side by side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// The title, often the question that the chart answers.
    pub title: String,
    /// Sentences that a reader has to know to read the chart.
    pub caption: String,
    /// The panels, row by row.
    pub panels: Vec<Panel>,
    /// The confidence level of its intervals, where it is known.
    pub level: Option<f64>,
}

/// A pair of axes with what is drawn between them.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// The title that tells the panel from the others; empty when it is the only one.
    pub title: String,
    /// The axis from left to right.
    pub x: Axis,
    /// The axis from bottom to top.
    pub y: Axis,
    /// What the colours of cells mean; missing when there are none.
    pub shade: Option<Axis>,
    /// The series that are drawn, the last on top.
    pub series: Vec<Series>,
    /// Values on the axis from left to right that a dashed line marks.
    pub rules: Vec<f64>,
}

/// An axis: what it measures, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The quantity on the axis, with the unit.
    pub title: String,
    /// How.
    pub scale: Scale,
}

/// How values become places.
#[derive(Clone, Debug, PartialEq)]
pub enum Scale {
    /// Evenly.
    Linear {
        /// The smallest value shown.
        low: f64,
        /// The largest.
        high: f64,
        /// The distance from one tick to the next.
        step: f64,
        /// What the ticks say.
        unit: Unit,
        /// Whether the axis runs from the largest to the smallest value.
        reversed: bool,
    },
    /// A scale of powers of ten.
    Logarithmic {
        /// The exponent at the lower end.
        low: i32,
        /// The exponent at the upper end.
        high: i32,
        /// What the ticks say.
        unit: Unit,
    },
    /// Names, one after the other: the first is at 0, the next at 1.
    Named(Vec<String>),
}

/// The unit of the ticks of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// The number.
    Number,
    /// A share as percentage.
    Percent,
    /// A share as odds: 1 in 1,000.
    OneIn,
}

/// The mark that is drawn for a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A bar from the bottom.
    Bars,
    /// A dot.
    Dots,
    /// A line from point to point.
    Line,
    /// A line with dots.
    DottedLine,
    /// A cell whose colour is a value.
    Cells,
    /// The area between the ends of the intervals, from point to point.
    Band,
    /// Bars from left to right, those of one name one after the other.
    Stacked,
}

/// Points that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The name: a line of the legend. Series of the same name in several panels look the same.
    pub name: String,
    /// The number of its colour and shape.
    pub ink: usize,
    /// The mark of the points.
    pub mark: Mark,
    /// The points of the series; a line follows their order.
    pub points: Vec<Point>,
    /// The kind of the values, even where no interval is known.
    pub values: Values,
    /// Why its line ends, if that is to be seen.
    pub end: Option<LineEnd>,
}

/// Why a line ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LineEnd {
    /// All values are 0 from this place on the axis from left to right.
    Zero(f64),
    /// Later values are not known.
    Unknown,
}

/// The kind of values, and with it that of their intervals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Values {
    /// Known exactly, but for those with an interval, which are estimates.
    #[default]
    Exact,
    /// Estimates with confidence intervals.
    Estimates,
    /// Medians of repeats with their deviation.
    Medians,
}

/// A point.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Point {
    /// Where on the axis from left to right; the number of the name on an axis of names.
    pub x: f64,
    /// Where on the axis from bottom to top.
    pub y: f64,
    /// The interval of its value, if it is not known exactly: of `y`, or of `x` where names stand
    /// from bottom to top.
    pub interval: Option<Interval>,
    /// The value of a cell.
    pub shade: Option<f64>,
    /// The label above the point.
    pub label: String,
}

impl Point {
    /// A point that is known exactly.
    pub(crate) fn new(x: f64, y: f64) -> Self {
        Self { x, y, ..Self::default() }
    }

    /// Writes the proportion above the point, if it fits.
    pub(crate) fn labelled(self, fits: bool) -> Self {
        let share = |it: &Self| {
            it.interval.map_or_else(|| brief(it.y), |limits| brief_estimate(it.y, limits))
        };
        if fits { Self { label: share(&self), ..self } } else { self }
    }

    /// Gives the point an interval.
    pub(crate) fn between(self, interval: Option<Interval>) -> Self {
        Self { interval, ..self }
    }
}

impl Chart {
    /// A picture of one panel.
    pub(crate) fn new(
        title: &str,
        caption: String,
        [x, y]: [Axis; 2],
        series: Vec<Series>,
    ) -> Self {
        Self::of(title, caption, vec![Panel::new(x, y, series)])
    }

    /// A picture of some panels.
    pub(crate) fn of(title: impl Into<String>, caption: String, panels: Vec<Panel>) -> Self {
        Self { title: title.into(), caption, panels, level: None }
    }

    /// Whether there is no point in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let mut series = self.panels.iter().flat_map(|panel| &panel.series);
        series.all(|series| series.points.is_empty())
    }

    /// The names of the legend, each once, with the longest series that has it; none when there is
    /// nothing to tell apart.
    pub(crate) fn legend(&self) -> Vec<&Series> {
        let all = self.panels.iter().flat_map(|panel| &panel.series);
        let named = all.filter(|it| !it.name.is_empty() && it.mark != Mark::Cells);
        let legend = by_key(named, |series| &series.name).into_iter().filter_map(|(_, own)| {
            // The last of equal ones is the first that has the name.
            own.into_iter().rev().max_by_key(|series| series.points.len())
        });
        let legend: Vec<&Series> = legend.collect();
        if legend.len() > 1 { legend } else { Vec::new() }
    }
}

impl Series {
    /// Points of one kind.
    pub(crate) fn new(name: &str, ink: usize, mark: Mark, points: Vec<Point>) -> Self {
        Self { name: name.to_owned(), ink, mark, points, values: Values::Exact, end: None }
    }

    /// Bars of which the one at 0 stands out: the names of that and of the others.
    pub(crate) fn from_zero(points: Vec<Point>, [none, some]: [&str; 2]) -> Vec<Self> {
        let (zero, others): (Vec<_>, Vec<_>) = points.into_iter().partition(|it| it.x.abs() < 0.5);
        let all = [(none, 1, zero), (some, 0, others)].into_iter();
        let all = all.filter(|(.., points)| !points.is_empty());
        all.map(|(name, ink, points)| Self::new(name, ink, Mark::Bars, points)).collect()
    }

    /// Rows as series: one for each name, in the order in which names come.
    pub(crate) fn by_name<R>(
        rows: &[R],
        mark: Mark,
        name: impl Fn(&R) -> String,
        point: impl Fn(&R) -> Option<Point>,
    ) -> Vec<Self> {
        let series = |(ink, (name, rows)): (usize, (String, Vec<&R>))| {
            Self::new(&name, ink, mark, rows.into_iter().filter_map(&point).collect())
        };
        by_key(rows, |row| name(row)).into_iter().enumerate().map(series).collect()
    }

    /// Marks where its line falls to the axis: at the first of the zeros that it ends with.
    pub(crate) fn end_at_zero(&mut self) {
        let last = self.points.iter().rposition(|point| point.y > 0.0);
        let zero = last.and_then(|last| self.points.get(last + 1));
        self.end = zero.filter(|zero| zero.interval.is_none()).map(|zero| LineEnd::Zero(zero.x));
    }

    /// Marks where its line falls to the axis, or that it goes on where nobody has counted.
    pub(crate) fn end_or_go_on(&mut self) {
        self.end_at_zero();
        self.end = self.end.or(Some(LineEnd::Unknown));
    }

    /// Whether a point is an estimate.
    pub(crate) fn estimates(&self, point: &Point) -> bool {
        self.values != Values::Exact || point.interval.is_some()
    }
}
