//! Charts and what else depends on a choice, of which the script shows what is chosen.

use crate::report::chart::description::{Axis, Chart, Mark, Point, Series};
use crate::report::chart::{Look, PictureStyle, svg};
use crate::report::number::significant;
use crate::stats::proportion::Interval;

/// A chart twice, for wide windows and for telephones.
pub(super) fn picture(chart: &Chart) -> String {
    let drawn = |class: &str, width, height| {
        let style = PictureStyle { look: Look::Page, width: Some(width), height: Some(height) };
        format!("<div class=\"{class}\">{}</div>", svg(chart, style))
    };
    drawn("large", 880, 380) + &drawn("small", 350, 330)
}

/// Something that is shown when a choice is made; whether it is at first.
pub(super) fn shown_for((name, value): (&str, &str), first: bool, content: &str) -> String {
    let hidden = if first { "" } else { " hidden" };
    format!(
        "<div data-for-{name}=\"{}\"{hidden}>{content}</div>\n",
        crate::report::escape::xml(value)
    )
}

/// Bars of which the one at 0 stands out: the names of that and of the others.
pub(super) fn bars_from_zero(points: Vec<Point>, names: [&str; 2]) -> Vec<Series> {
    let (zero, others) = points.into_iter().partition(|point| point.x.abs() < 0.5);
    let bars = |name, ink, points| Series::new(name, ink, Mark::Bars, points);
    vec![bars(names[0], 1, zero), bars(names[1], 0, others)]
}

/// The point with its share above it, where one sees it: `27.3 %`.
pub(super) fn labelled(x: f64, share: f64, limits: Option<Interval>) -> Point {
    let text = || format!("{} %", significant(100.0 * share, 3));
    let label = if share >= 0.001 { text() } else { String::new() };
    Point { label, ..Point::new(x, share).between(limits) }
}

/// A chart of one panel that speaks for itself.
pub(super) fn chart(title: &str, x: Axis, y: Axis, series: Vec<Series>) -> Chart {
    let series = series.into_iter().filter(|series| !series.points.is_empty()).collect();
    Chart::new(title, String::new(), [x, y], series)
}
