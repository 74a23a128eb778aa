//! Tests of rendering: the positions of shapes, the text of SVG and the pixels of PNG.

use super::canvas::{Anchor, Canvas, Coordinates, Paint, Shape, width};
use super::picture::canvas;
use super::theme::Colour;
use super::{Axis, Chart, LineEnd, Mark, Panel, Point, Series, Unit, svg};
use crate::stats::proportion::Interval;

fn shapes(panel: Panel) -> Canvas {
    shapes_of(vec![panel])
}

fn shapes_of(panels: Vec<Panel>) -> Canvas {
    canvas(&Chart::from_panels("title", "caption".to_owned(), panels).explained())
}

fn points(places: &[Coordinates]) -> Vec<Point> {
    places.iter().map(|&(x, y)| Point::new(x, y)).collect()
}

fn on_powers(series: Vec<Series>) -> Panel {
    let heights = series.iter().flat_map(|series| &series.points).map(|point| point.y);
    let y = Axis::powers_of_ten("hands", Unit::Number, heights);
    Panel::new(Axis::whole_numbers("cards", [1.0, 9.0]), y, series)
}

/// Returns all paths of a colour with their paint.
fn paths(canvas: &Canvas, colour: Colour) -> Vec<(Vec<Coordinates>, Paint)> {
    let own = canvas.shapes.iter().filter_map(|shape| match shape {
        Shape::Path { points, paint, .. } => {
            let colours = [paint.fill, paint.stroke.map(|(colour, _)| colour)];
            colours.contains(&Some(colour)).then(|| (points.clone(), *paint))
        }
        _ => None,
    });
    own.collect()
}

/// Returns the centres of all circles of a colour.
fn circles(canvas: &Canvas, ink: usize) -> Vec<Coordinates> {
    let own = canvas.shapes.iter().filter_map(|shape| match *shape {
        Shape::Circle { centre, paint, .. } if paint.fill == Some(Colour::Ink(ink)) => Some(centre),
        _ => None,
    });
    own.collect()
}

#[cfg(feature = "plots")]
fn pixels(panel: Panel) -> tiny_skia::Pixmap {
    let chart = Chart::from_panels("title", "caption".to_owned(), vec![panel]);
    let png = super::png(&chart).unwrap();
    tiny_skia::Pixmap::decode_png(&png).unwrap()
}

#[test]
fn a_line_of_one_point_is_not_hidden_by_the_marker_of_an_estimate() {
    let one = |name, ink, mark| Series::new(name, ink, mark, points(&[(5.0, 100.0)]));
    let series = vec![one("exact", 0, Mark::Line), one("simulated", 1, Mark::Dots)];
    let canvas = shapes(on_powers(series));
    let is_filled = |shape: &Shape, ink| match shape {
        Shape::Circle { paint, .. } | Shape::Path { paint, .. } => {
            paint.fill == Some(Colour::Ink(ink))
        }
        Shape::Text { .. } => false,
    };
    let last = |ink| canvas.shapes.iter().rposition(|shape| is_filled(shape, ink)).unwrap();
    assert!(last(0) > last(1), "the dot of the line lies below");
    // One is in the picture, the other in the legend.
    assert_eq!(circles(&canvas, 0).len(), 2);
}

#[test]
fn texts_lie_inside_the_picture() {
    let dots = Series::new("a", 0, Mark::Dots, points(&[(10.0, 0.0), (1e6, 1.0)]));
    let labelled = dots.points.iter().cloned();
    let labelled =
        labelled.map(|point| Point { label: "417 M, 634 ×".to_owned(), ..point }).collect();
    let rows = |points: Vec<Point>| {
        let x = Axis::powers_of_ten("hands per second", Unit::Number, [10.0, 1e6]);
        let series = vec![Series { points, ..dots.clone() }];
        Panel::new(x, Axis::names("", ["naive", "third-card"]), series)
    };
    let all = [rows(dots.points.clone()), rows(labelled)];
    // Three panels side by side are narrow.
    let narrow = all.clone().map(|panel| shapes_of(vec![panel; 3]));
    for canvas in all.map(shapes).into_iter().chain(narrow) {
        for shape in &canvas.shapes {
            let Shape::Text { at: (x, _), text, letters } = shape else { continue };
            let long = width(text, letters.size) * f64::from(u8::from(letters.turn.abs() < 1.0));
            let start = match letters.anchor {
                Anchor::Start => *x,
                Anchor::Middle => x - long / 2.0,
                Anchor::End => x - long,
            };
            assert!(start >= 0.0 && start + long <= canvas.width, "{text}: {start} {long}");
        }
    }
}

#[test]
fn names_and_labels_leave_room_for_the_axes() {
    let line = |(ink, end): (usize, f64)| {
        let ends = points(&[(1.0, 1e4), (9.0, end)]);
        Series::new("15 left of 18 cards", ink, Mark::DottedLine, ends)
    };
    let lines = [1e5, 1e4, 1e3, 1e2, 1e1].into_iter().enumerate().map(line);
    let label = |y: f64| Point { label: "417 M, 634 ×".to_owned(), ..Point::new(1e6, y) };
    let rows = Series::new("a", 0, Mark::Dots, vec![label(0.0), label(1.0)]);
    let x = Axis::powers_of_ten("hands per second", Unit::Number, [10.0, 1e6]);
    let rows = Panel::new(x, Axis::names("", ["third-card, lanes avx2", "naive"]), vec![rows]);
    for (panel, least) in [(on_powers(lines.collect()), 0.5), (rows, 0.25)] {
        let canvas = shapes_of(vec![panel; 3]);
        let axes = paths(&canvas, Colour::Axis);
        let [(_, _), (left, _), (right, _)] = axes[0].0[..] else { panic!("two axes") };
        assert!(3.0 * (right - left) > least * canvas.width, "{left} to {right}");
    }
}

#[test]
fn names_side_by_side_take_no_more_height_than_numbers_do() {
    let foot = |x: Axis| {
        let y = Axis::from_zero("hands", Unit::Number, [1.0]);
        let bars = Series::new("a", 0, Mark::Bars, points(&[(0.0, 1.0), (1.0, 1.0)]));
        let canvas = shapes(Panel::new(x, y, vec![bars]));
        let axes = paths(&canvas, Colour::Axis);
        canvas.height - axes[0].0.iter().map(|(_, y)| *y).fold(0.0, f64::max)
    };
    let numbers = foot(Axis::whole_numbers("", [0.0, 1.0]));
    let long = "a name that is too long to stand beside another one of its length, and of theirs";
    let [few, crowded] = [["one", "two"], [long, long]].map(|names| foot(Axis::names("", names)));
    assert!((few - numbers).abs() < 1e-9 && crowded > 100.0 + numbers, "{few} {crowded}");
}

/// Returns a map of many narrow cells with one outstanding value.
fn narrow_map() -> Panel {
    let cells = (0..4000).map(|x| [f64::from(x), 1.0, if x == 2001 { 1.0 } else { 1e-6 }]);
    let shade = Axis::powers_of_ten("probability", Unit::OneIn, [1e-6, 1.0]);
    Panel::map("a", ["sets", "cards"], cells.collect(), &shade)
}

#[test]
fn cells_below_a_pixel_are_whole_pixels_with_the_largest_value() {
    let canvas = shapes(narrow_map());
    let cells = canvas.shapes.iter().filter_map(|shape| match shape {
        Shape::Path {
            points,
            paint: Paint { fill: Some(Colour::Shade(value)), crisp: true, .. },
            ..
        } => Some((points.clone(), *value)),
        _ => None,
    });
    let cells: Vec<(Vec<Coordinates>, f64)> = cells.collect();
    assert!(cells.len() > 500 && cells.len() < 1000, "{}", cells.len());
    let is_whole = |x: f64| (x - x.round()).abs() < 1e-9;
    assert!(cells.iter().flat_map(|(points, _)| points).all(|(x, _)| is_whole(*x)));
    let ends = |points: &[Coordinates]| {
        let across = points.iter().map(|(x, _)| *x);
        [across.clone().fold(f64::INFINITY, f64::min), across.fold(0.0, f64::max)]
    };
    let (left, _) = paths(&canvas, Colour::Axis)[0].0[1];
    let ends: Vec<[f64; 2]> = cells.iter().map(|(points, _)| ends(points)).collect();
    assert!(ends.iter().all(|[from, to]| (to - from - 1.0).abs() < 1e-9 && *from >= left.floor()));
    assert_eq!(cells.iter().filter(|(_, value)| *value > 0.99).count(), 1);
}

#[test]
#[cfg(feature = "plots")]
fn the_colour_of_a_narrow_cell_is_that_of_its_value() {
    let darkest = tiny_skia::ColorU8::from_rgba(0x44, 0x01, 0x54, 255).premultiply();
    let map = pixels(narrow_map());
    // The colour also occurs in the legend, so only the lower half of the picture is examined.
    let rows = map.pixels().chunks(map.width() as usize);
    let below: Vec<_> = rows.skip(map.height() as usize / 2).collect();
    let row = below.iter().find(|row| row.contains(&darkest)).expect("a row with the colour");
    assert_eq!(row.iter().filter(|&&pixel| pixel == darkest).count(), 3, "a unit is three pixels");
}

#[test]
fn bars_on_powers_of_ten_are_points() {
    let series = || vec![Series::new("a", 0, Mark::Bars, points(&[(1.0, 10.0), (2.0, 1000.0)]))];
    let powers = shapes(on_powers(series()));
    assert!(paths(&powers, Colour::Ink(0)).is_empty());
    assert_eq!(circles(&powers, 0).len(), 2);
    let y = Axis::from_zero("hands", Unit::Number, [1000.0]);
    let even = shapes(Panel::new(Axis::whole_numbers("cards", [1.0, 2.0]), y, series()));
    assert_eq!((paths(&even, Colour::Ink(0)).len(), circles(&even, 0).len()), (2, 0));
}

#[test]
fn a_line_that_ends_with_zero_falls_and_one_that_is_not_counted_goes_on_dashed() {
    let ended = |end| {
        let line = Series::new("a", 0, Mark::Line, points(&[(1.0, 1e4), (2.0, 1e3), (3.0, 25.0)]));
        let canvas = shapes(on_powers(vec![Series { end, ..line }]));
        paths(&canvas, Colour::Ink(0))
    };
    assert_eq!(ended(None).len(), 1);
    let falling = ended(Some(LineEnd::Zero(4.0)));
    let [(_, _), (fall, paint), (foot, _)] = &falling[..] else { panic!("{falling:?}") };
    assert!(!paint.dashed && fall[1].1 > fall[0].1 && fall[1].0 > fall[0].0);
    assert!(foot.iter().all(|(_, y)| (y - fall[1].1).abs() < 1e-9));
    let open = ended(Some(LineEnd::Unknown));
    assert!(matches!(&open[..], [(_, line), (_, stub)] if !line.dashed && stub.dashed), "{open:?}");
}

#[test]
fn points_that_would_cover_each_other_stand_side_by_side() {
    let centres = |heights: [f64; 3]| {
        let one =
            |y: f64| vec![Series::new("a", 0, Mark::Dots, points(&[(1.0, y), (2.0, 1000.0)]))];
        let all: Vec<Series> = heights.into_iter().flat_map(one).collect();
        let mut centres = circles(&shapes(on_powers(all)), 0);
        centres.sort_by(|one, other| one.0.total_cmp(&other.0));
        centres
    };
    let covered = centres([10.0, 10.1, 10.2]);
    assert_eq!(covered.len(), 6);
    for pair in covered[..3].windows(2) {
        assert!(pair[1].0 - pair[0].0 > 8.0, "{covered:?}");
    }
    let rows = vec![
        Series::new("a", 0, Mark::Dots, points(&[(5.0, 0.0)])),
        Series::new("a", 0, Mark::Dots, points(&[(5.0, 0.0)])),
    ];
    let x = Axis::from_zero("hands", Unit::Number, [5.0]);
    let rows = circles(&shapes(Panel::new(x, Axis::names("", ["naive"]), rows)), 0);
    assert!((rows[0].0 - rows[1].0).abs() < 1e-9 && (rows[0].1 - rows[1].1).abs() > 5.0);
}

#[test]
fn what_was_never_seen_is_an_open_triangle_alone() {
    let unseen = Point::new(2.0, 0.0).with_interval(Some(Interval { low: 0.0, high: 100.0 }));
    let dots = Series::new("a", 0, Mark::Dots, [points(&[(1.0, 1e4)]), vec![unseen]].concat());
    let own = paths(&shapes(on_powers(vec![dots])), Colour::Ink(0));
    let [(triangle, paint)] = &own[..] else { panic!("{own:?}") };
    assert_eq!((triangle.len(), paint.fill), (3, Some(Colour::Paper)));
}

#[test]
fn stacked_bars_are_side_by_side_and_as_long_as_their_shares() {
    let part =
        |name: &str, share: f64| Series::new(name, 0, Mark::Stacked, points(&[(share, 0.0)]));
    let series = vec![part("0", 0.25), part("6", 0.5), part("9", 0.25)];
    let panel = Panel::new(Axis::whole("games"), Axis::names("", ["random"]), series);
    let canvas = shapes(panel);
    let ends = |shade: f64| {
        let own = paths(&canvas, Colour::Shade(shade));
        // The legend is above the axes.
        let points = &own.last().expect("a bar").0;
        (points[0].0, points[1].0)
    };
    let [first, second, third] = [ends(1.0), ends(0.5), ends(0.0)];
    assert!((second.1 - second.0 + 1.0 - 2.0 * (first.1 - first.0 + 1.0)).abs() < 0.1);
    assert!((first.1 + 1.0 - second.0).abs() < 0.1 && (second.1 + 1.0 - third.0).abs() < 0.1);
}

#[test]
fn points_nearer_than_seven_pixels_stand_side_by_side() {
    let apart = |pixels: f64| {
        let one = |y: f64| Series::new("a", 0, Mark::Dots, points(&[(5.0, y)]));
        let drawn = |y: f64| {
            let y_axis = Axis::from_zero("hands", Unit::Number, [1000.0]);
            let x = Axis::whole_numbers("cards", [1.0, 9.0]);
            circles(&shapes(Panel::new(x, y_axis, vec![one(0.0), one(y)])), 0)
        };
        // The last two circles are inside the panel.
        let of = |all: &[Coordinates]| [all[all.len() - 2], all[all.len() - 1]];
        let [low, high] = of(&drawn(1000.0));
        let pixel = 1000.0 / (low.1 - high.1);
        let [one, other] = of(&drawn(pixels * pixel));
        (one.0 - other.0).abs() > 5.0
    };
    assert_eq!([5.0, 6.9, 7.1, 9.0].map(apart), [true, true, false, false]);
}

#[test]
fn the_marker_of_a_legend_stands_before_its_name() {
    let two = [(1.0, 10.0), (9.0, 1e4)];
    for (mark, places) in [(Mark::Dots, &two[..]), (Mark::Line, &two[..1])] {
        let all = ["exact", "simulated"].into_iter().enumerate();
        let all = all.map(|(ink, name)| Series::new(name, ink, mark, points(places)));
        let canvas = shapes(on_powers(all.collect()));
        let name = canvas.shapes.iter().find_map(|shape| match shape {
            Shape::Text { at, text, .. } if text == "exact" => Some(*at),
            _ => None,
        });
        let ((left, bottom), (x, y)) = (name.expect("a name"), circles(&canvas, 0)[0]);
        assert!((10.0..20.0).contains(&(left - x)), "{mark:?}: {x} {left}");
        assert!((bottom - 8.0..bottom).contains(&y), "{mark:?}: {y} {bottom}");
    }
}

fn drawn(series: Vec<Series>) -> String {
    let x = Axis::across("cards", &series);
    let heights = series.iter().flat_map(|series| &series.points).map(|point| point.y);
    let y = Axis::powers_of_ten("hands", Unit::Number, heights);
    let panels = vec![Panel::new(x, y, series)];
    svg(&Chart { panels, ..Chart::default() })
}

/// Returns the data of all paths.
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
    // Eight are on the line, and one is in the legend.
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
    // A bar begins at its left edge with a step to the right; a diamond begins at its top.
    let [bar, dot] = ["#0072B2", "#D55E00"].map(|ink| numbers(&format!("<g fill=\"{ink}\"")));
    let (bar, dot) = (bar[0] + bar[2] / 2.0, dot[0]);
    assert!((bar - dot).abs() < 0.2, "{bar} {dot}\n{svg}");
}

#[test]
fn estimates_are_hollow_and_exact_points_are_filled() {
    let exact = vec![Point::new(0.0, 1.0), Point::new(1.0, 5.0)];
    let limits = Some(Interval { low: 1.0, high: 9.0 });
    let estimates = exact.iter().cloned().map(|point| point.with_interval(limits));
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
            Point::new(x, 5.0).with_interval(Some(Interval { low: 5.0 - half, high: 5.0 + half }))
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
        assert_eq!(chart.caption.contains("Error bars"), expected > 0);
    }
}

#[test]
fn intervals_that_go_on_beyond_an_axis_have_no_end_there() {
    let corners = |y: Axis, low: f64, high: f64| {
        let point = Point::new(0.0, 5.0).with_interval(Some(Interval { low, high }));
        let series = vec![Series::new("a", 0, Mark::Bars, vec![point])];
        let x = Axis::across("cards", &series);
        let svg = svg(&Chart::new("", String::new(), [x, y], series));
        // On a logarithmic axis a point replaces the bar, and its interval has its colour.
        let [ink, own] = ["#1b1b1b", "#0072B2"].map(|it| format!("fill=\"none\" stroke=\"{it}\""));
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
