//! Model of a chart: panels with axes, and series of points between them.
//!
//! Each kind of result builds the model of its charts, and the other modules render it. A picture
//! shows nothing that is not in its model.

use super::axis::{Axis, Scale, Unit, extent};
use crate::hand::sizes::Sizes;
use crate::report::groups::by_key;
use crate::stats::Confidence;
use crate::stats::proportion::Interval;
use setodds_engine::named_enum;

/// Options of a chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// The kind of chart.
    pub kind: ChartKind,
    /// Whether the y axis is logarithmic.
    pub log: bool,
    /// The hand sizes of a distribution to draw; `None` means all.
    pub cards: Option<Sizes>,
    /// The name of the measure of a distribution to draw; `None` means all.
    pub measure: Option<String>,
    /// The column of the x axis and those of the y axis; `None` means the default chart of the
    /// table.
    pub columns: Option<(String, Vec<String>)>,
    /// The confidence level of the intervals, if it is known.
    pub level: Option<Confidence>,
}

named_enum! {
    /// Kind of chart.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum ChartKind: "kind" {
        /// The kind of chart that suits the table.
        #[default]
        Auto = "auto",
        /// Bars for the values of distributions, with one panel per hand size.
        Bars = "bars",
        /// A heat map of distributions of all hand sizes.
        Map = "map",
        /// The probability of no set by hand size, taken from distributions.
        NoSet = "no-set",
        /// Quantiles of distributions by hand size.
        Quantiles = "quantiles",
        /// The speed-up of benchmarks with more threads.
        Threads = "threads",
    }
}

/// Chart with a title, a caption and one or more panels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// The title, often the question that the chart answers.
    pub title: String,
    /// Sentences that readers need to understand the chart.
    pub caption: String,
    /// The panels of the chart, row by row.
    pub panels: Vec<Panel>,
    /// The confidence level of the intervals, if it is known.
    pub level: Option<Confidence>,
}

/// Part of a chart with its own axes and series.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// The title, which distinguishes the panel from others; empty for a single panel.
    pub title: String,
    /// The x axis.
    pub x: Axis,
    /// The y axis.
    pub y: Axis,
    /// The meaning of the colours of heat map cells, or `None` if there are no cells.
    pub shade: Option<Axis>,
    /// The series; later ones are drawn on top.
    pub series: Vec<Series>,
    /// The values on the x axis that are marked with a dashed vertical line.
    pub rules: Vec<f64>,
}

/// Kind of mark that represents the points of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A vertical bar from the value 0, or from the end of the y axis that is nearest to it.
    Bars,
    /// A dot at each point.
    Dots,
    /// A line that connects the points.
    Line,
    /// A line with dots at the points.
    DottedLine,
    /// A heat map cell, whose colour encodes a value.
    Cells,
    /// The area between the limits of the points' intervals.
    Band,
    /// Segments of a horizontal bar, each starting at the end of the previous one in the same row.
    Stacked,
}

/// Series of points with a common name, colour and mark.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The name in the legend. Series with the same name in several panels look the same.
    pub name: String,
    /// The index of the series' colour and of its marker shape.
    pub ink: usize,
    pub mark: Mark,
    /// The points; a line connects them in this order.
    pub points: Vec<Point>,
    /// The kind of the values of the series, even if no interval is known.
    pub values: Values,
    /// The reason for the end of the series' line, if the picture shows one.
    pub end: Option<LineEnd>,
}

/// Reason for the end of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LineEnd {
    /// All values are 0 from this x value on.
    Zero(f64),
    /// The values beyond the end of the line are not known.
    Unknown,
}

/// Kind of the values of a series, which determines the meaning of their intervals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Values {
    /// Exact values; a point with an interval is an estimate nevertheless.
    #[default]
    Exact,
    /// Estimates with confidence intervals.
    Estimates,
    /// Medians of repeated measurements, with their deviation.
    Medians,
}

/// Point of a chart with its interval, colour value and label.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Point {
    /// The value on the x axis, or the index of the category on an axis of names.
    pub x: f64,
    /// The value on the y axis, or the index of the category on an axis of names.
    pub y: f64,
    /// The interval of an estimated value: of `x` if the y axis has names, otherwise of `y`.
    pub interval: Option<Interval>,
    /// The value that the colour of a heat map cell encodes.
    pub shade: Option<f64>,
    /// The label next to the point.
    pub label: String,
}

impl Point {
    /// Creates a point without an interval.
    pub(crate) fn new(x: f64, y: f64) -> Self {
        Self { x, y, ..Self::default() }
    }

    /// Sets the interval of the point.
    pub(crate) fn with_interval(self, interval: Option<Interval>) -> Self {
        Self { interval, ..self }
    }
}

impl Chart {
    /// Creates a chart with one panel.
    pub(crate) fn new(
        title: &str,
        caption: String,
        [x, y]: [Axis; 2],
        series: Vec<Series>,
    ) -> Self {
        Self::from_panels(title, caption, vec![Panel::new(x, y, series)])
    }

    /// Creates a chart with several panels.
    pub(crate) fn from_panels(
        title: impl Into<String>,
        caption: String,
        panels: Vec<Panel>,
    ) -> Self {
        Self { title: title.into(), caption, panels, level: None }
    }

    /// Returns whether the chart has no points.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let mut series = self.panels.iter().flat_map(|panel| &panel.series);
        series.all(|series| series.points.is_empty())
    }

    /// Returns one series for each name in the legend: the longest series with that name. The
    /// legend is empty if there is only one name.
    pub(crate) fn legend(&self) -> Vec<&Series> {
        let all = self.panels.iter().flat_map(|panel| &panel.series);
        let named = all.filter(|it| !it.name.is_empty() && it.mark != Mark::Cells);
        let legend = by_key(named, |series| &series.name).into_iter().filter_map(|(_, own)| {
            // `max_by_key` returns the last maximum; on the reversed list that is the first.
            own.into_iter().rev().max_by_key(|series| series.points.len())
        });
        let legend: Vec<&Series> = legend.collect();
        if legend.len() > 1 { legend } else { Vec::new() }
    }
}

impl Series {
    /// Creates a series of exact points.
    pub(crate) fn new(name: &str, ink: usize, mark: Mark, points: Vec<Point>) -> Self {
        Self { name: name.to_owned(), ink, mark, points, values: Values::Exact, end: None }
    }

    /// Splits bars into two named series: the bar at 0, which is highlighted, and the others.
    pub(crate) fn from_zero(points: Vec<Point>, [none, some]: [&str; 2]) -> Vec<Self> {
        let (zero, others): (Vec<_>, Vec<_>) = points.into_iter().partition(|it| it.x.abs() < 0.5);
        let all = [(none, 1, zero), (some, 0, others)].into_iter();
        let all = all.filter(|(.., points)| !points.is_empty());
        all.map(|(name, ink, points)| Self::new(name, ink, Mark::Bars, points)).collect()
    }

    /// Groups rows into series by name, in the order of first occurrence.
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

    /// If the values of the line end with exact zeros, marks that it drops to the axis at the first
    /// of them; otherwise removes the mark.
    pub(crate) fn mark_zero_end(&mut self) {
        let last = self.points.iter().rposition(|point| point.y > 0.0);
        let zero = last.and_then(|last| self.points.get(last + 1));
        self.end = zero.filter(|zero| zero.interval.is_none()).map(|zero| LineEnd::Zero(zero.x));
    }

    /// Marks that the line drops to the axis if its values end with exact zeros, otherwise that
    /// later values are unknown.
    pub(crate) fn mark_end(&mut self) {
        self.mark_zero_end();
        self.end = self.end.or(Some(LineEnd::Unknown));
    }

    /// Returns whether a point is an estimate.
    pub(crate) fn estimates(&self, point: &Point) -> bool {
        self.values != Values::Exact || point.interval.is_some()
    }
}

impl Panel {
    /// Creates a panel without a title.
    pub(crate) fn new(x: Axis, y: Axis, series: Vec<Series>) -> Self {
        Self { title: String::new(), x, y, shade: None, series, rules: Vec::new() }
    }

    /// Creates a heat map with one cell for each `[x, y, value]`; the value determines the colour.
    pub(crate) fn map(name: &str, [x, y]: [&str; 2], cells: Vec<[f64; 3]>, shade: &Axis) -> Self {
        let cell = |[x, y, shade]: [f64; 3]| Point { shade: Some(shade), ..Point::new(x, y) };
        let cells: Vec<Point> = cells.into_iter().map(cell).collect();
        let y = Axis::whole_numbers(y, cells.iter().map(|cell| cell.y));
        let series = vec![Series::new(name, 0, Mark::Cells, cells)];
        Self { shade: Some(shade.clone()), ..Self::new(Axis::across(x, &series), y, series) }
    }

    /// Returns the interval of a point as positions on the value scale, clamped to the ends of the
    /// scale, or `None` if the point has no finite interval or its upper limit has no position.
    pub(crate) fn limits(&self, point: &Point) -> Option<[f64; 2]> {
        let scale = if self.is_horizontal() { &self.x.scale } else { &self.y.scale };
        let Interval { low, high } = point.interval.filter(|it| (it.low + it.high).is_finite())?;
        let (bottom, top) = scale.ends();
        let low = scale.place(low).unwrap_or(bottom);
        Some([low, scale.place(high)?].map(|place| place.clamp(bottom, top)))
    }

    /// Returns whether the interval of a point extends below the value scale, and whether it
    /// extends above it.
    pub(crate) fn extends_beyond(&self, point: &Point) -> [bool; 2] {
        let scale = if self.is_horizontal() { &self.x.scale } else { &self.y.scale };
        let Some(Interval { low, high }) = point.interval else { return [false; 2] };
        let (_, top) = scale.ends();
        [scale.is_below(low), scale.place(high).is_some_and(|high| high > top)]
    }

    /// Returns whether the value of a point never occurred, so that only the upper limit of its
    /// interval has a position.
    pub(crate) fn is_unseen(&self, point: &Point) -> bool {
        point.interval.is_some() && self.y.scale.place(point.y).is_none()
    }

    /// Returns whether the panel shows error bars. It shows them for all points if at least one
    /// interval is wide enough to be visible.
    pub(crate) fn has_whiskers(&self) -> bool {
        const NARROWEST: f64 = 0.02;
        let (bottom, top) =
            if self.is_horizontal() { self.x.scale.ends() } else { self.y.scale.ends() };
        let is_seen = |point: &Point| {
            let limits = self.limits(point).filter(|_| !self.is_unseen(point));
            limits.is_some_and(|[low, high]| high - low > NARROWEST * (top - bottom))
        };
        let with_ends =
            |series: &&Series| matches!(series.mark, Mark::Bars | Mark::Dots | Mark::DottedLine);
        self.series.iter().filter(with_ends).flat_map(|series| &series.points).any(is_seen)
    }

    /// Returns whether the panel has several lines without dots, which need some markers to be
    /// distinguishable.
    pub(crate) fn has_marked_lines(&self) -> bool {
        let mut lines = self.series.iter().filter(|series| series.mark == Mark::Line);
        let first = lines.next();
        lines.any(|series| first.is_some_and(|first| first.name != series.name))
    }

    /// Marks all values of the panel as medians.
    pub(crate) fn with_medians(mut self) -> Self {
        self.series.iter_mut().for_each(|series| series.values = Values::Medians);
        self
    }

    /// Returns whether the values of the panel are on the x axis because the y axis has names.
    pub(crate) fn is_horizontal(&self) -> bool {
        matches!(self.y.scale, Scale::Named(_))
    }

    /// Sets the title of the panel.
    pub(crate) fn with_title(self, title: &str) -> Self {
        Self { title: title.to_owned(), ..self }
    }
}

impl Axis {
    /// Creates a y axis of proportions: linear in percent, or logarithmic as odds.
    pub(crate) fn shares(title: &str, log: bool, series: &[Series]) -> Self {
        if log {
            Self::powers_of_ten(title, Unit::OneIn, heights(series))
        } else {
            Self::from_zero(title, Unit::Percent, heights(series))
        }
    }

    /// Creates a y axis of proportions, which is logarithmic if they vary widely or are very small.
    pub(crate) fn odds(title: &str, series: &[Series]) -> Self {
        const FAR: f64 = 30.0;
        let (low, high) = extent(heights(series).filter(|&share| share > 0.0));
        // Smaller percentages would be written as zeros.
        const SMALL: f64 = 1e-4;
        Self::shares(title, high > FAR * low || high < SMALL, series)
    }

    /// Creates an x axis of whole numbers for all points of the series.
    pub(crate) fn across(title: &str, series: &[Series]) -> Self {
        let points = series.iter().flat_map(|series| &series.points);
        Self::whole_numbers(title, points.map(|point| point.x))
    }
}

/// Returns the y values of all points of the series, and the upper limits of their intervals.
pub(crate) fn heights(series: &[Series]) -> impl Iterator<Item = f64> + '_ {
    let points = series.iter().flat_map(|series| &series.points);
    points.flat_map(|point| [point.y, point.interval.map_or(point.y, |it| it.high)])
}
