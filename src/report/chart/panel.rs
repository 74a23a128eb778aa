//! A panel: how it is made, and what follows from its scales for the points that it shows.

use super::description::{Axis, Mark, Panel, Point, Scale, Series, Values};
use crate::stats::proportion::Interval;

impl Panel {
    /// A panel without a title of its own, where points are drawn between two axes.
    pub(crate) fn new(x: Axis, y: Axis, series: Vec<Series>) -> Self {
        Self { title: String::new(), x, y, shade: None, series, rules: Vec::new() }
    }

    /// A map: a cell for each place, whose colour is a value.
    pub(crate) fn map(name: &str, [x, y]: [&str; 2], cells: Vec<[f64; 3]>, shade: &Axis) -> Self {
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

    /// Whether it has several lines without dots, which some markers tell apart.
    pub(crate) fn has_marked_lines(&self) -> bool {
        let mut lines = self.series.iter().filter(|series| series.mark == Mark::Line);
        let first = lines.next();
        lines.any(|series| first.is_some_and(|first| first.name != series.name))
    }

    /// The panel with values that are medians.
    pub(crate) fn of_medians(mut self) -> Self {
        self.series.iter_mut().for_each(|series| series.values = Values::Medians);
        self
    }

    /// Whether values run from left to right, as names stand from bottom to top.
    pub(crate) fn is_turned(&self) -> bool {
        matches!(self.y.scale, Scale::Named(_))
    }

    /// The panel with a title.
    pub(crate) fn titled(self, title: &str) -> Self {
        Self { title: title.to_owned(), ..self }
    }
}
