//! A chart as data: what is drawn, without a word of how.
//!
//! Readers of tables make it, [`drawing`](super::drawing) draws it, and [`Chart::tidy`] writes it
//! down: the picture holds nothing that is not here.

use crate::report::chart::words::brief;
use crate::report::csv::row;
use crate::report::field::{MOMENT, PROBABILITY, TEXT};
use crate::report::groups::by_key;
use crate::stats::proportion::Interval;
use serde::{Deserialize, Serialize};

/// A picture: a title, a caption, and panels side by side.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Chart {
    /// The title, often the question that the chart answers.
    pub title: String,
    /// Sentences that a reader has to know to read the chart.
    pub caption: String,
    /// The panels, row by row.
    pub panels: Vec<Panel>,
}

/// A pair of axes with what is drawn between them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Panel {
    /// The title that tells the panel from the others; empty when it is the only one.
    pub title: String,
    /// The axis from left to right.
    pub x: Axis,
    /// The axis from bottom to top.
    pub y: Axis,
    /// What the colours of cells mean; missing when there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shade: Option<Axis>,
    /// The series that are drawn, the last on top.
    pub series: Vec<Series>,
    /// Values on the axis from left to right that a dashed line marks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<f64>,
    /// A line in words where there is nothing to draw.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// An axis: what it measures, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Axis {
    /// The quantity on the axis, with the unit.
    pub title: String,
    /// How.
    pub scale: Scale,
}

/// How values become places.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unit {
    /// The number.
    Number,
    /// A share as percentage.
    Percent,
    /// A difference of shares as percentage points.
    Points,
    /// A share as odds: 1 in 1,000.
    OneIn,
}

/// The mark that is drawn for a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
}

/// Points that belong together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
}

/// The kind of values, and with it that of their intervals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Where on the axis from left to right; the number of the name on an axis of names.
    pub x: f64,
    /// Where on the axis from bottom to top.
    pub y: f64,
    /// The interval of its value, if it is not known exactly: of `y`, or of `x` where names stand
    /// from bottom to top.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
    /// The value of a cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shade: Option<f64>,
    /// The label above the point.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
}

impl Point {
    /// A point that is known exactly.
    pub(crate) fn new(x: f64, y: f64) -> Self {
        Self { x, y, ..Self::default() }
    }

    /// Writes the proportion above the point, if it fits.
    pub(super) fn labelled(self, fits: bool) -> Self {
        if fits { Self { label: brief(self.y), ..self } } else { self }
    }

    /// Gives the point an interval.
    pub(crate) fn between(self, interval: Option<Interval>) -> Self {
        Self { interval, ..self }
    }
}

row! {
    /// The data behind a picture: one point a row.
    pub struct PointRow {
        /// The title of the panel.
        pub panel: String = TEXT,
        /// The name of the series.
        pub series: String = TEXT,
        /// The place from left to right, by its name where it has one.
        pub x: String = TEXT,
        /// The place from bottom to top, by its name where it has one.
        pub y: String = TEXT,
        /// The lower end of the interval; missing when the point is exact.
        pub low: Option<f64> = MOMENT,
        /// The upper end.
        pub high: Option<f64> = MOMENT,
        /// The value of a cell; missing for all else.
        pub shade: Option<f64> = PROBABILITY,
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
        Self { title: title.to_owned(), caption, panels: vec![Panel::new(x, y, series)] }
    }

    /// One row for each point, panel by panel.
    pub fn tidy(&self) -> impl Iterator<Item = PointRow> {
        self.panels.iter().flat_map(|panel| {
            panel.series.iter().flat_map(move |series| {
                series.points.iter().map(move |point| PointRow {
                    panel: panel.title.clone(),
                    series: series.name.clone(),
                    x: panel.x.scale.written(point.x),
                    y: panel.y.scale.written(point.y),
                    low: point.interval.map(|it| it.low),
                    high: point.interval.map(|it| it.high),
                    shade: point.shade,
                })
            })
        })
    }

    /// A description of the picture, for those who do not see it.
    pub(crate) fn in_words(&self) -> String {
        let panel = |panel: &Panel| {
            let names = panel.series.iter().map(|series| series.name.as_str());
            let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
            let title =
                if panel.title.is_empty() { String::new() } else { format!("{}: ", panel.title) };
            let what = if panel.note.is_empty() {
                let titles = [panel.y.title.as_str(), panel.x.title.as_str()];
                titles.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" against ")
            } else {
                panel.note.clone()
            };
            let of =
                if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) };
            format!("{title}{what}{of}.")
        };
        let panels: Vec<String> = self.panels.iter().map(panel).collect();
        [self.caption.as_str(), &panels.join(" ")].join(" ").trim().to_owned()
    }

    /// The names of the legend, each once, with a series that has it; none when there is nothing to
    /// tell apart.
    pub(crate) fn legend(&self) -> Vec<&Series> {
        let all = self.panels.iter().flat_map(|panel| &panel.series);
        let named = all.filter(|it| !it.name.is_empty() && it.mark != Mark::Cells);
        let legend = by_key(named, |series| &series.name).into_iter().map(|(_, own)| own[0]);
        let legend: Vec<&Series> = legend.collect();
        if legend.len() > 1 { legend } else { Vec::new() }
    }

    /// Adds a caption that says what hollow points and lines with ends are, and what is not seen on
    /// a scale of powers of ten.
    pub(crate) fn explained(&self) -> Self {
        let has = |is: &dyn Fn(&Panel, &Series, &Point) -> bool| {
            self.panels.iter().any(|panel| {
                let of = |series: &Series| series.points.iter().any(|it| is(panel, series, it));
                panel.series.iter().any(of)
            })
        };
        let medians = has(&|_, series, _| series.values == Values::Medians);
        let [values, ends] = if medians {
            [" Hollow points are medians.", " Lines with ends are their deviation."]
        } else {
            [" Hollow points are estimates.", " Lines with ends are confidence intervals."]
        };
        let mut explained = self.clone();
        if has(&|_, series, point| {
            matches!(series.mark, Mark::Dots | Mark::DottedLine) && series.estimates(point)
        }) {
            explained.caption += values;
        }
        if self.panels.iter().any(Panel::has_whiskers) {
            explained.caption += ends;
        }
        if has(&|panel, _, point| panel.is_unseen(point)) {
            explained.caption += " A triangle is the upper limit of what was never seen.";
        }
        explained
    }
}

impl Series {
    /// Points of one kind.
    pub(crate) fn new(name: &str, ink: usize, mark: Mark, points: Vec<Point>) -> Self {
        Self { name: name.to_owned(), ink, mark, points, values: Values::Exact }
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

    /// Whether a point is an estimate.
    pub(crate) fn estimates(&self, point: &Point) -> bool {
        self.values != Values::Exact || point.interval.is_some()
    }
}

impl Panel {
    /// A panel without a title of its own, where points are drawn between two axes.
    pub(crate) fn new(x: Axis, y: Axis, series: Vec<Series>) -> Self {
        Self {
            title: String::new(),
            x,
            y,
            shade: None,
            series,
            rules: Vec::new(),
            note: String::new(),
        }
    }

    /// A map: a cell for each place, whose colour is a value.
    pub(super) fn map(name: &str, [x, y]: [&str; 2], cells: Vec<[f64; 3]>, shade: &Axis) -> Self {
        let cell = |[x, y, shade]: [f64; 3]| Point { shade: Some(shade), ..Point::new(x, y) };
        let cells: Vec<Point> = cells.into_iter().map(cell).collect();
        let y = Axis::whole_numbers(y, cells.iter().map(|cell| cell.y));
        let series = vec![Series::new(name, 0, Mark::Cells, cells)];
        Self { shade: Some(shade.clone()), ..Self::new(Axis::across(x, &series), y, series) }
    }

    /// The interval of a point as places on the scale of its value.
    pub(crate) fn limits(&self, point: &Point) -> Option<[f64; 2]> {
        let scale = if self.is_turned() { &self.x.scale } else { &self.y.scale };
        let Interval { low, high } = point.interval.filter(|it| (it.low + it.high).is_finite())?;
        let (bottom, top) = scale.ends();
        let low = scale.place(low).unwrap_or(bottom);
        Some([low, scale.place(high)?].map(|place| place.clamp(bottom, top)))
    }

    /// Whether the interval of a point goes on below its axis, and beyond it.
    pub(crate) fn goes_on(&self, point: &Point) -> [bool; 2] {
        let scale = if self.is_turned() { &self.x.scale } else { &self.y.scale };
        let Some(Interval { low, high }) = point.interval else { return [false; 2] };
        let (_, top) = scale.ends();
        [scale.is_below(low), scale.place(high).is_some_and(|high| high > top)]
    }

    /// Whether a point was never seen, of which only the upper limit has a place.
    pub(crate) fn is_unseen(&self, point: &Point) -> bool {
        point.interval.is_some() && self.y.scale.place(point.y).is_none()
    }

    /// Whether intervals are wide enough to be seen as lines with ends: all of a panel, or none.
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

    /// Whether values run from left to right, as names stand from bottom to top.
    pub(crate) fn is_turned(&self) -> bool {
        matches!(self.y.scale, Scale::Named(_))
    }

    /// Gives the panel a title.
    pub(crate) fn titled(self, title: &str) -> Self {
        Self { title: title.to_owned(), ..self }
    }
}
