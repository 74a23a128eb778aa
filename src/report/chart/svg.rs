//! Renders shapes as SVG, with a description for screen readers, a size that adapts to the page,
//! and coordinates rounded to visible precision.

use super::canvas::{Anchor, Canvas, Coordinates, Paint, Shape, TextStyle};
use super::model::Chart;
use super::theme::Colour;
use crate::report::escape::xml;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Renders the picture as SVG text; equal charts give equal texts.
pub(super) fn svg(canvas: &Canvas, chart: &Chart) -> String {
    let body = shapes(canvas);
    let [width, height] = [canvas.width, canvas.height].map(number);
    let description = chart.in_words();
    // Charts on the same page must not share an ID.
    let name = format!("chart-{:08x}", hash(&format!("{description}{body}")));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"{name}\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" \
         aria-labelledby=\"{name}-title {name}-desc\" \
         font-family=\"DejaVu Sans, Liberation Sans, Arial, sans-serif\">\
         <title id=\"{name}-title\">{}</title><desc id=\"{name}-desc\">{}</desc>\
         <style>{}</style>{body}</svg>\n",
        xml(&chart.title),
        xml(&description),
        for_dark_screens(canvas, &name)
    )
}

/// Returns a style sheet for dark screens. It overrides the colour attributes of the picture, which
/// hold the colours for a white background.
fn for_dark_screens(canvas: &Canvas, name: &str) -> String {
    let mut rules = BTreeMap::new();
    for shape in &canvas.shapes {
        let [fill, stroke] = shape.colours();
        for (attribute, colour) in [("fill", fill), ("stroke", stroke)] {
            if let Some(colour) = colour {
                rules.insert((attribute, colour.light()), colour.dark());
            }
        }
    }
    let rule = |((attribute, light), dark): (&(&str, String), &String)| {
        format!("#{name} [{attribute}=\"{light}\"]{{{attribute}:{dark}}}\n")
    };
    let rules: String = rules.iter().map(rule).collect();
    format!("@media (prefers-color-scheme:dark){{\n{rules}}}")
}

/// Returns the shapes of a picture as SVG elements; consecutive shapes of the same style share a
/// group.
fn shapes(canvas: &Canvas) -> String {
    let (mut svg, mut open) = (String::new(), String::new());
    for shape in &canvas.shapes {
        let attributes = match shape {
            Shape::Path { paint, .. } | Shape::Circle { paint, .. } => painted(*paint),
            Shape::Text { letters, .. } => written(*letters),
        };
        if attributes != open {
            svg += if open.is_empty() { "" } else { "</g>\n" };
            let _ = write!(svg, "<g{attributes}>");
            open = attributes;
        }
        svg += &element(shape);
    }
    svg + if open.is_empty() { "" } else { "</g>\n" }
}

fn element(shape: &Shape) -> String {
    match shape {
        Shape::Path { points, closed, .. } => {
            let end = if *closed { "Z" } else { "" };
            format!("<path d=\"{}{end}\"/>", path(points))
        }
        Shape::Circle { centre: (x, y), radius, .. } => {
            let [x, y, radius] = [*x, *y, *radius].map(number);
            format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>")
        }
        Shape::Text { at: (x, y), text, letters } => {
            let (x, y, turn) = (number(*x), number(*y), number(letters.turn));
            let transform = format!(" transform=\"rotate({turn} {x} {y})\"");
            let transform = if letters.turn.abs() > 0.0 { &transform } else { "" };
            format!("<text x=\"{x}\" y=\"{y}\"{transform}>{}</text>", xml(text))
        }
    }
}

/// Returns the data of an SVG path, without a closing `Z`. To keep it short, each point after the
/// first is relative to its predecessor, and a horizontal or vertical step is a single number.
fn path(points: &[Coordinates]) -> String {
    let mut text = String::new();
    let mut last = (0.0, 0.0);
    for &(x, y) in points {
        // Steps between rounded coordinates add up to rounded coordinates.
        let place = (tenths(x), tenths(y));
        let (right, down) = (number(place.0 - last.0), number(place.1 - last.1));
        let gap = if down.starts_with('-') { "" } else { " " };
        let _ = match (right.as_str(), down.as_str()) {
            _ if text.is_empty() => write!(text, "M{right}{gap}{down}"),
            ("0", "0") => Ok(()),
            ("0", _) => write!(text, "v{down}"),
            (_, "0") => write!(text, "h{right}"),
            _ => write!(text, "l{right}{gap}{down}"),
        };
        last = place;
    }
    text
}

fn painted(paint: Paint) -> String {
    let fill = paint.fill.map_or_else(|| "none".to_owned(), Colour::light);
    let mut text = format!(" fill=\"{fill}\"");
    if let Some((colour, width)) = paint.stroke {
        let (colour, width) = (colour.light(), number(width));
        let _ = write!(text, " stroke=\"{colour}\" stroke-width=\"{width}\"");
    }
    if paint.opacity < 1.0 {
        // `opacity` would apply to a group as a whole, so overlapping areas would not become
        // darker.
        let _ = write!(text, " fill-opacity=\"{}\"", number(paint.opacity));
    }
    text += if paint.dashed { " stroke-dasharray=\"5 5\"" } else { "" };
    text + if paint.crisp { " shape-rendering=\"crispEdges\"" } else { "" }
}

fn written(letters: TextStyle) -> String {
    let (fill, size) = (letters.colour.light(), number(letters.size));
    let anchor = match letters.anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let bold = if letters.bold { " font-weight=\"bold\"" } else { "" };
    format!(" fill=\"{fill}\" font-size=\"{size}\"{anchor}{bold}")
}

fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// Formats a coordinate with at most one decimal.
fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Returns the 32-bit FNV-1a hash of a text.
fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::chart::layout::BAND;

    #[test]
    fn numbers_are_short() {
        for (value, text) in [(12.0, "12"), (0.1 + 0.2, "0.3"), (-0.01, "0"), (99.99, "100")] {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn areas_are_as_faint_as_in_a_png() {
        assert_eq!(number(BAND).parse(), Ok(BAND));
    }

    #[test]
    fn dark_screens_get_another_colour_for_each_attribute() {
        let mut canvas = Canvas::default();
        let outlined = Paint { fill: Some(Colour::Paper), ..Paint::stroke(Colour::Ink(0), 1.0) };
        canvas.rectangle((0.0, 0.0), (1.0, 2.0), outlined);
        canvas.text("a", (0.0, 0.0), TextStyle::new(9.0, Colour::Text, Anchor::Start));
        assert_eq!(
            for_dark_screens(&canvas, "x"),
            "@media (prefers-color-scheme:dark){\n\
             #x [fill=\"#1b1b1b\"]{fill:#ececec}\n#x [fill=\"#ffffff\"]{fill:#161a1f}\n\
             #x [stroke=\"#0072B2\"]{stroke:#86CAFA}\n}"
        );
    }

    #[test]
    fn areas_over_one_another_are_darker() {
        let mut canvas = Canvas::default();
        let paint = Paint { opacity: BAND, ..Paint::fill(Colour::Ink(0)) };
        for _ in 0..2 {
            canvas.rectangle((0.0, 0.0), (1.0, 2.0), paint);
        }
        let svg = shapes(&canvas);
        assert!(svg.starts_with("<g fill=\"#0072B2\" fill-opacity=\"0.2\">"), "{svg}");
    }

    #[test]
    fn what_looks_alike_is_a_group() {
        let mut canvas = Canvas::default();
        let paint = Paint::fill(Colour::Ink(0));
        canvas.rectangle((0.0, 0.0), (1.0, 2.0), paint);
        canvas.rectangle((1.0, 0.0), (2.0, 2.0), paint);
        assert_eq!(
            shapes(&canvas),
            "<g fill=\"#0072B2\"><path d=\"M0 0h1v2h-1Z\"/><path d=\"M1 0h1v2h-1Z\"/></g>\n"
        );
    }
}
