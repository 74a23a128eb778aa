//! Charts as SVG that fit any width without a script: places across are percentages, places from
//! the top are pixels, so that letters keep their size on a telephone.
//!
//! `chart.js` does the same in the page; the browser test compares what both draw.

use super::html::escape;
use super::scale::{HEIGHT, Scale};
use crate::stats::proportion::Interval;
use std::fmt::Write;

/// A bar of a chart.
pub(super) struct Bar {
    pub(super) label: String,
    pub(super) value: f64,
    /// What stands over it; nothing where it is too small.
    pub(super) over: String,
    /// Another value of the same thing, with its interval.
    pub(super) mark: Option<(f64, Option<Interval>)>,
    /// What is told when a pointer rests on it.
    pub(super) title: String,
    /// Whether it stands out.
    pub(super) accent: bool,
}

/// Values that belong together in a chart of lines.
pub(super) struct Series {
    /// Which colour and form it has, from 0.
    pub(super) style: usize,
    pub(super) line: bool,
    pub(super) marks: bool,
    pub(super) points: Vec<Point>,
}

/// A value of a series.
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) limits: Option<Interval>,
    pub(super) title: String,
}

/// The horizontal axis of a chart of lines.
pub(super) struct Axis {
    /// What stands at the left end,
    pub(super) from: f64,
    /// and at the right one.
    pub(super) to: f64,
    pub(super) ticks: Vec<(f64, String)>,
    pub(super) name: &'static str,
    /// A place that stands out.
    pub(super) chosen: Option<f64>,
}

/// The outlines of the marks, around 0, one for each style.
const MARKS: [&str; 5] = [
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z",
    "M-3.5-3.5h7v7h-7Z",
    "M0-5L4.5 3.5h-9Z",
    "M0-5L5 0L0 5L-5 0Z",
    "M0 5L4.5-3.5h-9Z",
];

/// The most labels under a chart that a telephone has space for.
const LABELS: usize = 15;

fn put(to: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = to.write_fmt(text);
}

fn frame(scale: Scale, name: &str, about: &str, content: &str) -> String {
    let mut grid = String::new();
    for (value, label) in scale.ticks() {
        let y = scale.place(value);
        put(
            &mut grid,
            format_args!(
                r#"<line x1="0" x2="100%" y1="{y:.1}" y2="{y:.1}"/><text x="-8" y="{y:.1}" dy=".32em">{label}</text>"#
            ),
        );
    }
    format!(
        r#"<svg class="chart" role="img" aria-label="{}" width="100%" height="{HEIGHT}"><g class="grid">{grid}</g>{content}<text class="axis" x="50%" y="{}">{}</text></svg>"#,
        escape(about),
        HEIGHT + 40.0,
        escape(name)
    )
}

/// A vertical line for an interval, and the mark at its value.
fn mark(style: usize, x: f64, y: f64, limits: Option<Interval>, scale: Scale) -> String {
    let mut text = String::new();
    if let Some(Interval { low, high }) = limits {
        let (top, bottom) = (scale.place(high), scale.place(low));
        put(
            &mut text,
            format_args!(
                r#"<line class="whisker" x1="{x:.2}%" x2="{x:.2}%" y1="{top:.1}" y2="{bottom:.1}"/>"#
            ),
        );
    }
    put(
        &mut text,
        format_args!(
            r#"<svg x="{x:.2}%" y="{:.1}"><path d="{}"/></svg>"#,
            scale.place(y),
            MARKS[style % MARKS.len()]
        ),
    );
    text
}

/// A chart of bars, with marks where another value is known, too.
pub(super) fn bars(bars: &[Bar], scale: Scale, name: &str, about: &str) -> String {
    let width = 100.0 / bars.len().max(1) as f64;
    let stride = bars.len().div_ceil(LABELS).max(1);
    let mut content = String::new();
    for (place, bar) in bars.iter().enumerate() {
        let (left, middle) = (width * place as f64, width * (place as f64 + 0.5));
        let top = scale.place(bar.value);
        put(
            &mut content,
            format_args!(
                r#"<g class="bar{}"><title>{}</title><rect class="hit" x="{left:.2}%" y="0" width="{width:.2}%" height="{HEIGHT}"/><rect x="{:.2}%" y="{top:.1}" width="{:.2}%" height="{:.1}"/></g>"#,
                if bar.accent { " accent" } else { "" },
                escape(&bar.title),
                left + 0.12 * width,
                0.76 * width,
                HEIGHT - top
            ),
        );
        if !bar.over.is_empty() {
            put(
                &mut content,
                format_args!(
                    r#"<text class="over" x="{middle:.2}%" y="{:.1}">{}</text>"#,
                    top - 9.0,
                    escape(&bar.over)
                ),
            );
        }
        if let Some((value, limits)) = bar.mark {
            let mark = mark(0, middle, value, limits, scale);
            put(&mut content, format_args!(r#"<g class="sample">{mark}</g>"#));
        }
        if place % stride == 0 {
            content += &tick(middle, &bar.label);
        }
    }
    frame(scale, name, about, &content)
}

fn tick(x: f64, label: &str) -> String {
    format!(r#"<text class="tick" x="{x:.2}%" y="{}">{}</text>"#, HEIGHT + 18.0, escape(label))
}

/// A chart of lines and marks.
pub(super) fn lines(series: &[Series], axis: &Axis, scale: Scale, about: &str) -> String {
    // To add nothing makes minus zero, which an axis from the right begins with, zero.
    let across = |x: f64| 100.0 * (x - axis.from) / (axis.to - axis.from) + 0.0;
    let mut content = String::new();
    if let Some(x) = axis.chosen.map(across) {
        put(
            &mut content,
            format_args!(
                r#"<line class="chosen" x1="{x:.2}%" x2="{x:.2}%" y1="0" y2="{HEIGHT}"/>"#
            ),
        );
    }
    for one in series {
        let points = one.points.iter().filter(|point| point.y > 0.0);
        let mut inside = String::new();
        if one.line {
            inside += &path(points.clone().map(|point| (across(point.x), scale.place(point.y))));
        }
        for point in points.filter(|_| one.marks) {
            let mark = mark(one.style, across(point.x), point.y, point.limits, scale);
            put(&mut inside, format_args!("<g><title>{}</title>{mark}</g>", escape(&point.title)));
        }
        put(&mut content, format_args!(r#"<g class="series s{}">{inside}</g>"#, one.style));
    }
    for (x, label) in &axis.ticks {
        content += &tick(across(*x), label);
    }
    frame(scale, axis.name, about, &content)
}

/// A line through points, stretched to the width of the chart.
fn path(points: impl Iterator<Item = (f64, f64)>) -> String {
    let points: Vec<String> = points.map(|(x, y)| format!("{:.1} {y:.1}", 10.0 * x)).collect();
    format!(
        r#"<svg viewBox="0 0 1000 {HEIGHT}" preserveAspectRatio="none" width="100%" height="{HEIGHT}"><path class="line" d="M{}"/></svg>"#,
        points.join("L")
    )
}

/// The names of series, each with its mark.
pub(super) fn legend(names: &[(usize, &str)]) -> String {
    let one = |&(style, name): &(usize, &str)| {
        format!(
            r#"<li><svg class="key s{style}" viewBox="-8 -8 16 16" aria-hidden="true"><path d="{}"/></svg>{}</li>"#,
            MARKS[style % MARKS.len()],
            escape(name)
        )
    };
    format!(r#"<ul class="legend">{}</ul>"#, names.iter().map(one).collect::<String>())
}
