//! Charts as pictures: SVG and, with the feature `plots`, PNG.
//!
//! A chart becomes shapes in pixels: a title, a caption and a legend (`header`), below them panels
//! (`grid`), each of two axes (`panel`) with what is drawn between them (`marks`). Both forms are
//! written from the same shapes, so that they show the same. Nothing here knows of files, threads
//! or clocks; equal charts give equal bytes.

#[cfg(test)]
mod appearance;
mod aside;
mod cells;
mod ends;
mod frame;
mod grid;
mod header;
mod marker;
mod marks;
mod names;
mod panel;
#[cfg(feature = "plots")]
mod raster;
mod shape;
mod stacked;
mod svg;
mod theme;
#[cfg(test)]
pub(crate) mod vision;

#[cfg(feature = "plots")]
pub use raster::PngError;

use super::description::Chart;
use shape::{Canvas, Paint};
use theme::Colour;

/// Around the picture, and between panels.
const MARGIN: f64 = 14.0;

/// The chart as SVG: with a title and a description for those who do not see it, a size that adapts
/// to where it is shown, and other colours on dark screens.
#[must_use]
pub fn svg(chart: &Chart) -> String {
    let chart = chart.explained();
    svg::svg(&canvas(&chart), &chart)
}

/// The chart as PNG, dark on white, three pixels for each unit of the SVG.
///
/// # Errors
///
/// When the picture cannot be encoded.
#[cfg(feature = "plots")]
pub fn png(chart: &Chart) -> Result<Vec<u8>, PngError> {
    raster::png(&canvas(&chart.explained()))
}

/// All that is drawn.
fn canvas(chart: &Chart) -> Canvas {
    let mut content = Canvas { width: grid::width(chart), ..Canvas::default() };
    let top = header::draw(chart, &mut content);
    content.height = grid::draw(chart, top, &mut content);
    let mut canvas = Canvas { shapes: Vec::new(), ..content };
    let corner = (canvas.width, canvas.height);
    canvas.rectangle((0.0, 0.0), corner, Paint::fill(Colour::Paper));
    canvas.shapes.append(&mut content.shapes);
    canvas
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::chart::description::{Axis, Mark, Panel, Point, Series, Unit};
    use crate::stats::proportion::Interval;

    fn drawn(series: Vec<Series>) -> String {
        let x = Axis::across("cards", &series);
        let heights = series.iter().flat_map(|series| &series.points).map(|point| point.y);
        let y = Axis::powers_of_ten("hands", Unit::Number, heights);
        let panels = vec![Panel::new(x, y, series)];
        svg(&Chart { panels, ..Chart::default() })
    }

    /// The points of all paths.
    fn lines(svg: &str) -> Vec<&str> {
        svg.split(" d=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
    }

    #[test]
    fn lines_break_at_zero() {
        let heights = [10.0, 100.0, 0.0, 10.0, 100.0];
        let points = heights.into_iter().enumerate();
        let points = points.map(|(x, y)| Point::new(x as f64, y)).collect();
        let svg = drawn(vec![Series::new("a", 0, Mark::Line, points)]);
        let (_, shapes) = svg.split_once("</style>").unwrap();
        let ink = shapes.split("stroke=\"#0072B2\"").nth(1).unwrap();
        assert_eq!(lines(ink.split("</g>").next().unwrap()).len(), 2, "{svg}");
    }

    #[test]
    fn lines_without_dots_are_told_apart_by_some_markers() {
        let line = |name: &str, ink: usize| {
            let points = (1..100).map(|x| Point::new(f64::from(x), f64::from(x))).collect();
            Series::new(name, ink, Mark::Line, points)
        };
        let markers = |series: Vec<Series>| drawn(series).matches("<circle").count();
        // Eight on the line, and one in the legend.
        assert_eq!(markers(vec![line("a", 0), line("b", 1)]), 9);
        assert_eq!(markers(vec![line("a", 0), line("a", 0)]), 0);
    }

    #[test]
    fn exact_markers_are_in_the_centre_of_their_bar() {
        let points = |y: f64| (0..3).map(|x| Point::new(f64::from(x), y)).collect();
        let bars = Series::new("simulated", 0, Mark::Bars, points(20.0));
        let dots = Series::new("exact", 1, Mark::Dots, points(30.0));
        let series = vec![bars, dots];
        let y = Axis::from_zero("hands", Unit::Number, [30.0]);
        let axes = [Axis::across("cards", &series), y];
        let svg = svg(&Chart::new("", String::new(), axes, series));
        let numbers = |group: &str| -> Vec<f64> {
            let group = svg.rsplit(group).next().unwrap();
            let numbers = lines(group)[0].split(|c: char| c.is_ascii_alphabetic() || c == ' ');
            numbers.filter_map(|number| number.parse().ok()).collect()
        };
        // A bar begins at its left with a step to its right; a diamond begins at its top.
        let [bar, dot] = ["#0072B2", "#D55E00"].map(|ink| numbers(&format!("<g fill=\"{ink}\"")));
        let (bar, dot) = (bar[0] + bar[2] / 2.0, dot[0]);
        assert!((bar - dot).abs() < 0.2, "{bar} {dot}\n{svg}");
    }

    #[test]
    fn estimates_are_hollow_and_exact_points_are_filled() {
        let exact = vec![Point::new(0.0, 1.0), Point::new(1.0, 5.0)];
        let limits = Some(Interval { low: 1.0, high: 9.0 });
        let estimates = exact.iter().cloned().map(|point| point.between(limits));
        let estimates = estimates.collect();
        let filled = drawn(vec![Series::new("a", 0, Mark::Dots, exact)]);
        let hollow = drawn(vec![Series::new("a", 0, Mark::Dots, estimates)]);
        assert!(filled.contains("fill=\"#0072B2\"") && !hollow.contains("fill=\"#0072B2\""));
        assert!(hollow.contains("fill=\"#ffffff\" stroke=\"#0072B2\""), "{hollow}");
    }

    #[test]
    fn intervals_are_shown_of_all_points_of_a_panel_or_of_none() {
        let chart = |wide: f64| {
            let point = |(x, half): (f64, f64)| {
                Point::new(x, 5.0).between(Some(Interval { low: 5.0 - half, high: 5.0 + half }))
            };
            let points = [(0.0, 1e-3), (1.0, wide)].into_iter().map(point).collect();
            let series = vec![Series::new("a", 0, Mark::Bars, points)];
            let y = Axis::from_zero("hands", Unit::Number, [5.0]);
            Chart::new("", String::new(), [Axis::across("cards", &series), y], series)
        };
        for (wide, expected) in [(1e-3, 0), (1.0, 2)] {
            let chart = chart(wide).explained();
            let svg = svg(&chart);
            let (_, shapes) = svg.split_once("</style>").unwrap();
            let whiskers = shapes.split("stroke=\"#1b1b1b\"").nth(1);
            let whiskers = whiskers.and_then(|rest| rest.split("</g>").next());
            assert_eq!(whiskers.map_or(0, |group| lines(group).len()), expected, "{svg}");
            assert_eq!(chart.caption.contains("Lines with ends"), expected > 0);
        }
    }

    #[test]
    fn intervals_that_go_on_beyond_an_axis_have_no_end_there() {
        let corners = |y: Axis, low: f64, high: f64| {
            let point = Point::new(0.0, 5.0).between(Some(Interval { low, high }));
            let series = vec![Series::new("a", 0, Mark::Bars, vec![point])];
            let x = Axis::across("cards", &series);
            let svg = svg(&Chart::new("", String::new(), [x, y], series));
            // On powers of ten a point stands for the bar, and its interval has its colour.
            let [ink, own] =
                ["#1b1b1b", "#0072B2"].map(|it| format!("fill=\"none\" stroke=\"{it}\""));
            let whisker = svg.split(&ink).nth(1).or_else(|| svg.split(&own).nth(1)).unwrap();
            let path = lines(whisker)[0].to_owned();
            path.chars().filter(|step| "MlhvLHV".contains(*step)).count()
        };
        for (low, high, expected) in [(1.0, 5.2, 6), (1.0, 99.0, 4), (-9.0, 99.0, 2)] {
            let even = Axis::from_zero("hands", Unit::Number, [5.0]);
            assert_eq!(corners(even, low, high), expected);
            let powers = Axis::powers_of_ten("hands", Unit::Number, [5.0]);
            assert_eq!(corners(powers, low, high), expected);
        }
    }

    #[test]
    fn many_lines_have_their_names_at_their_ends_unless_they_end_together() {
        let lines = |count: usize, end: fn(f64) -> f64| {
            let line = |ink: usize| {
                let start = (ink + 1) as f64;
                let points = vec![Point::new(1.0, start), Point::new(2.0, end(start))];
                Series::new(&format!("line {ink}"), ink, Mark::Line, points)
            };
            drawn((0..count).map(line).collect())
        };
        let (few, many, together) = (lines(4, |it| it), lines(5, |it| it), lines(5, |_| 1.0));
        assert!([&few, &many].iter().all(|svg| svg.matches(">line 1<").count() == 1));
        assert!(many.contains("<g fill=\"#1b1b1b\" font-size=\"14\">"), "{many}");
        assert!(!together.contains("font-size=\"14\""), "{together}");
    }
}
