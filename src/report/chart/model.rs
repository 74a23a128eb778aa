//! A chart as data: panels with axes, and series of points between them.
//!
//! The kinds of results build it, and the other modules draw it: a picture shows nothing that is
//! not here.

use super::axis::{Axis, Scale, Unit, extent};
use crate::hand::sizes::Sizes;
use crate::report::groups::by_key;
use crate::stats::Confidence;
use crate::stats::proportion::Interval;
use setodds_engine::named_enum;

/// The options of a chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// The kind of picture.
    pub kind: ChartKind,
    /// Whether probabilities are on a logarithmic scale.
    pub log: bool,
    /// The hand sizes of a distribution that are drawn; all when missing.
    pub cards: Option<Sizes>,
    /// The name of the measure of a distribution that is drawn; all when missing.
    pub measure: Option<String>,
    /// The column of the horizontal axis and those of the vertical one; the chart that suits the
    /// table when missing.
    pub columns: Option<(String, Vec<String>)>,
    /// The confidence level of the intervals, where it is known.
    pub level: Option<Confidence>,
}

named_enum! {
    /// A kind of picture.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum ChartKind: "kind" {
        /// The kind that suits the table.
        #[default]
        Auto = "auto",
        /// Distributions: bars, a panel for each hand size.
        Bars = "bars",
        /// Distributions: all hand sizes as a map.
        Map = "map",
        /// Distributions: the probability of no set, by hand size.
        NoSet = "no-set",
        /// Distributions: quantiles by hand size.
        Quantiles = "quantiles",
        /// Races: the speed-up with more threads.
        Threads = "threads",
    }
}

/// A chart: a title, a caption, and panels side by side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// The title, often the question that the chart answers.
    pub title: String,
    /// Sentences that readers need to understand the chart.
    pub caption: String,
    /// The panels, row by row.
    pub panels: Vec<Panel>,
    /// The confidence level of its intervals, where it is known.
    pub level: Option<Confidence>,
}

/// A pair of axes and the series between them.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// The title that tells the panel from the others; empty when it is the only one.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The meaning of the colours of cells; missing when there are none.
    pub shade: Option<Axis>,
    /// The series that are drawn, the last on top.
    pub series: Vec<Series>,
    /// Values on the horizontal axis that a dashed line marks.
    pub rules: Vec<f64>,
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
    /// Bars from left to right, each from where the one before it in the same row ends.
    Stacked,
}

/// Points that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The name in the legend. Series of the same name in several panels look the same.
    pub name: String,
    /// The number of its colour and of the shape of its markers.
    pub ink: usize,
    /// The mark of the points.
    pub mark: Mark,
    /// The points of the series; a line follows their order.
    pub points: Vec<Point>,
    /// The kind of the values, even where no interval is known.
    pub values: Values,
    /// The reason why its line ends, if it is drawn.
    pub end: Option<LineEnd>,
}

/// The reason why a line ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LineEnd {
    /// All values are 0 from this place on the horizontal axis on.
    Zero(f64),
    /// Later values are not known.
    Unknown,
}

/// The kind of values, which determines the kind of their intervals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Values {
    /// Known exactly, except for those with an interval, which are estimates.
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
    /// The value on the horizontal axis; on an axis of names, the number of the name.
    pub x: f64,
    /// The value on the vertical axis; on an axis of names, the number of the name.
    pub y: f64,
    /// The interval of its value, if it is not known exactly: of `y`, or of `x` where the vertical
    /// axis has names.
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

    /// Gives the point an interval.
    pub(crate) fn between(self, interval: Option<Interval>) -> Self {
        Self { interval, ..self }
    }
}

impl Chart {
    /// A chart of one panel.
    pub(crate) fn new(
        title: &str,
        caption: String,
        [x, y]: [Axis; 2],
        series: Vec<Series>,
    ) -> Self {
        Self::of(title, caption, vec![Panel::new(x, y, series)])
    }

    /// A chart of some panels.
    pub(crate) fn of(title: impl Into<String>, caption: String, panels: Vec<Panel>) -> Self {
        Self { title: title.into(), caption, panels, level: None }
    }

    /// Returns whether it has no point.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let mut series = self.panels.iter().flat_map(|panel| &panel.series);
        series.all(|series| series.points.is_empty())
    }

    /// Returns a series for each name of the legend, the longest one that has the name. Empty when
    /// there is only one name.
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

    /// Bars in two series: the one at 0, which stands out, and the others, each with its name.
    pub(crate) fn from_zero(points: Vec<Point>, [none, some]: [&str; 2]) -> Vec<Self> {
        let (zero, others): (Vec<_>, Vec<_>) = points.into_iter().partition(|it| it.x.abs() < 0.5);
        let all = [(none, 1, zero), (some, 0, others)].into_iter();
        let all = all.filter(|(.., points)| !points.is_empty());
        all.map(|(name, ink, points)| Self::new(name, ink, Mark::Bars, points)).collect()
    }

    /// Turns rows into a series for each name, in the order in which names come.
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

    /// Notes that its line falls to the axis at the first of the zeros that it ends with.
    pub(crate) fn end_at_zero(&mut self) {
        let last = self.points.iter().rposition(|point| point.y > 0.0);
        let zero = last.and_then(|last| self.points.get(last + 1));
        self.end = zero.filter(|zero| zero.interval.is_none()).map(|zero| LineEnd::Zero(zero.x));
    }

    /// Notes where its line falls to the axis, or else that later values are not known.
    pub(crate) fn end_or_go_on(&mut self) {
        self.end_at_zero();
        self.end = self.end.or(Some(LineEnd::Unknown));
    }

    /// Returns whether a point is an estimate.
    pub(crate) fn estimates(&self, point: &Point) -> bool {
        self.values != Values::Exact || point.interval.is_some()
    }
}

impl Panel {
    /// A panel without a title.
    pub(crate) fn new(x: Axis, y: Axis, series: Vec<Series>) -> Self {
        Self { title: String::new(), x, y, shade: None, series, rules: Vec::new() }
    }

    /// A map: a cell for each `[x, y, value]`, whose colour is the value.
    pub(crate) fn map(name: &str, [x, y]: [&str; 2], cells: Vec<[f64; 3]>, shade: &Axis) -> Self {
        let cell = |[x, y, shade]: [f64; 3]| Point { shade: Some(shade), ..Point::new(x, y) };
        let cells: Vec<Point> = cells.into_iter().map(cell).collect();
        let y = Axis::whole_numbers(y, cells.iter().map(|cell| cell.y));
        let series = vec![Series::new(name, 0, Mark::Cells, cells)];
        Self { shade: Some(shade.clone()), ..Self::new(Axis::across(x, &series), y, series) }
    }

    /// Returns the interval of a point as places on the scale of its value, within the ends of the
    /// scale.
    pub(crate) fn limits(&self, point: &Point) -> Option<[f64; 2]> {
        let scale = if self.is_turned() { &self.x.scale } else { &self.y.scale };
        let Interval { low, high } = point.interval.filter(|it| (it.low + it.high).is_finite())?;
        let (bottom, top) = scale.ends();
        let low = scale.place(low).unwrap_or(bottom);
        Some([low, scale.place(high)?].map(|place| place.clamp(bottom, top)))
    }

    /// Returns whether the interval of a point goes on below the scale of its value, and above it.
    pub(crate) fn goes_on(&self, point: &Point) -> [bool; 2] {
        let scale = if self.is_turned() { &self.x.scale } else { &self.y.scale };
        let Some(Interval { low, high }) = point.interval else { return [false; 2] };
        let (_, top) = scale.ends();
        [scale.is_below(low), scale.place(high).is_some_and(|high| high > top)]
    }

    /// Returns whether a value was never seen and only the upper limit of its interval has a place.
    pub(crate) fn is_unseen(&self, point: &Point) -> bool {
        point.interval.is_some() && self.y.scale.place(point.y).is_none()
    }

    /// Returns whether intervals are drawn as lines with ends, all of a panel or none: whether one
    /// is wide enough to be seen.
    pub(crate) fn has_whiskers(&self) -> bool {
        const NARROWEST: f64 = 0.02;
        let (bottom, top) =
            if self.is_turned() { self.x.scale.ends() } else { self.y.scale.ends() };
        let is_seen = |point: &Point| {
            let limits = self.limits(point).filter(|_| !self.is_unseen(point));
            limits.is_some_and(|[low, high]| high - low > NARROWEST * (top - bottom))
        };
        let with_ends =
            |series: &&Series| matches!(series.mark, Mark::Bars | Mark::Dots | Mark::DottedLine);
        self.series.iter().filter(with_ends).flat_map(|series| &series.points).any(is_seen)
    }

    /// Returns whether it has several lines without dots, which need some markers to be told apart.
    pub(crate) fn has_marked_lines(&self) -> bool {
        let mut lines = self.series.iter().filter(|series| series.mark == Mark::Line);
        let first = lines.next();
        lines.any(|series| first.is_some_and(|first| first.name != series.name))
    }

    /// Declares all its values to be medians.
    pub(crate) fn of_medians(mut self) -> Self {
        self.series.iter_mut().for_each(|series| series.values = Values::Medians);
        self
    }

    /// Returns whether its values are on the horizontal axis, because the vertical one has names.
    pub(crate) fn is_turned(&self) -> bool {
        matches!(self.y.scale, Scale::Named(_))
    }

    /// Gives the panel a title.
    pub(crate) fn titled(self, title: &str) -> Self {
        Self { title: title.to_owned(), ..self }
    }
}

impl Axis {
    /// A vertical axis of proportions: linear in percent, or logarithmic as odds.
    pub(crate) fn shares(title: &str, log: bool, series: &[Series]) -> Self {
        if log {
            Self::powers_of_ten(title, Unit::OneIn, heights(series))
        } else {
            Self::from_zero(title, Unit::Percent, heights(series))
        }
    }

    /// A vertical axis of proportions, logarithmic if they are far apart or very small.
    pub(crate) fn odds(title: &str, series: &[Series]) -> Self {
        const FAR: f64 = 30.0;
        let (low, high) = extent(heights(series).filter(|&share| share > 0.0));
        // Percentages that are smaller would be written as zeros.
        const SMALL: f64 = 1e-4;
        Self::shares(title, high > FAR * low || high < SMALL, series)
    }

    /// A horizontal axis of whole numbers.
    pub(crate) fn across(title: &str, series: &[Series]) -> Self {
        let points = series.iter().flat_map(|series| &series.points);
        Self::whole_numbers(title, points.map(|point| point.x))
    }
}

/// Returns all values on the vertical axis and the upper ends of their intervals.
pub(crate) fn heights(series: &[Series]) -> impl Iterator<Item = f64> + '_ {
    let points = series.iter().flat_map(|series| &series.points);
    points.flat_map(|point| [point.y, point.interval.map_or(point.y, |it| it.high)])
}
