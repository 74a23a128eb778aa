//! Renders shapes as PNG.
//!
//! Letters are outlines of `DejaVu Sans` 2.37, whose licence is in `fonts`. The font is reduced to
//! a tenth of its size: the characters of Latin, Greek and Cyrillic, mathematical symbols and
//! superscripts. It was created with `pyftsubset DejaVuSans.ttf --no-hinting --notdef-outline
//! --layout-features= --unicodes=20-7E,\
//! A0-17F,370-3FF,400-45F,2010-2027,2030-203A,2070-209C,2190-2193,2200-2265,FFFD`.

use super::canvas::{Anchor, Canvas, Coordinates, Paint, Shape, TextStyle};
use super::theme::Colour;
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint as Ink, PathBuilder, Pixmap, Stroke, StrokeDash,
    Transform,
};
use ttf_parser::{Face, OutlineBuilder};

/// Number of pixels per unit of the drawing.
const SCALE: f32 = 3.0;

const REGULAR: &[u8] = include_bytes!("fonts/DejaVuSans.ttf");
const BOLD: &[u8] = include_bytes!("fonts/DejaVuSans-Bold.ttf");

/// Error from encoding a picture as PNG.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the picture could not be encoded: {0}")]
pub struct PngError(String);

/// Renders the shapes of a picture as PNG, with three pixels per unit.
pub(super) fn png(canvas: &Canvas) -> Result<Vec<u8>, PngError> {
    let [width, height] = [canvas.width, canvas.height].map(|size| pixels(size * f64::from(SCALE)));
    let mut raster = Raster {
        pixmap: Pixmap::new(width, height)
            .ok_or_else(|| PngError(format!("{width} x {height} pixels are too many")))?,
        faces: [REGULAR, BOLD].map(|font| Face::parse(font, 0).expect("the font is well formed")),
    };
    for shape in &canvas.shapes {
        match shape {
            Shape::Path { points, closed, paint } => raster.path(points, *closed, *paint),
            Shape::Circle { centre: (x, y), radius, paint } => {
                let mut path = PathBuilder::new();
                path.push_circle(single(*x), single(*y), single(*radius));
                raster.paint(path, *paint, Transform::identity());
            }
            Shape::Text { at, text, letters } => raster.text(*at, text, *letters),
        }
    }
    raster.pixmap.encode_png().map_err(|error| PngError(error.to_string()))
}

struct Raster<'a> {
    pixmap: Pixmap,
    /// The regular and the bold face of the font.
    faces: [Face<'a>; 2],
}

impl Raster<'_> {
    fn path(&mut self, points: &[Coordinates], closed: bool, paint: Paint) {
        let mut path = PathBuilder::new();
        for (place, &(x, y)) in points.iter().enumerate() {
            let (x, y) = (single(x), single(y));
            if place == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
        }
        if closed {
            path.close();
        }
        self.paint(path, paint, Transform::identity());
    }

    fn paint(&mut self, path: PathBuilder, paint: Paint, transform: Transform) {
        // A path without extent is invisible.
        let Some(path) = path.finish() else { return };
        let transform = transform.post_scale(SCALE, SCALE);
        if let Some(fill) = paint.fill {
            let ink = Ink { anti_alias: !paint.crisp, ..Self::ink(fill, paint.opacity) };
            self.pixmap.fill_path(&path, &ink, FillRule::Winding, transform, None);
        }
        if let Some((colour, width)) = paint.stroke {
            let dash = paint.dashed.then(|| StrokeDash::new(vec![5.0, 5.0], 0.0)).flatten();
            let (line_cap, line_join) = (LineCap::Butt, LineJoin::Miter);
            let width = single(width);
            let stroke = Stroke { width, dash, line_cap, line_join, ..Stroke::default() };
            let ink = Self::ink(colour, paint.opacity);
            self.pixmap.stroke_path(&path, &ink, &stroke, transform, None);
        }
    }

    fn ink(colour: Colour, opacity: f64) -> Ink<'static> {
        let name = colour.light();
        let part = |place: usize| {
            let digits = name.get(place..place + 2).unwrap_or("00");
            f32::from(u8::from_str_radix(digits, 16).unwrap_or(0)) / 255.0
        };
        let mut ink = Ink::default();
        let colour = Color::from_rgba(part(1), part(3), part(5), single(opacity));
        ink.set_color(colour.unwrap_or(Color::BLACK));
        ink
    }

    fn text(&mut self, (x, y): Coordinates, text: &str, letters: TextStyle) {
        let face = &self.faces[usize::from(letters.bold)];
        let mut outline = LetterOutline { path: PathBuilder::new(), right: 0.0 };
        for letter in text.chars() {
            // Glyph 0 stands for characters that the font does not have.
            let glyph = face.glyph_index(letter).unwrap_or_default();
            face.outline_glyph(glyph, &mut outline);
            outline.right += f32::from(face.glyph_hor_advance(glyph).unwrap_or(0));
        }
        let scale = single(letters.size) / f32::from(face.units_per_em());
        let start = match letters.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => -outline.right / 2.0,
            Anchor::End => -outline.right,
        };
        let transform = Transform::from_translate(start, 0.0)
            .post_scale(scale, -scale)
            .post_rotate(single(letters.turn))
            .post_translate(single(x), single(y));
        self.paint(outline.path, Paint::fill(letters.colour), transform);
    }
}

/// Outline of a text in font units, built letter by letter.
struct LetterOutline {
    path: PathBuilder,
    /// The x coordinate at which the next letter begins.
    right: f32,
}

impl OutlineBuilder for LetterOutline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(self.right + x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(self.right + x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.path.quad_to(self.right + x1, y1, self.right + x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.path.cubic_to(self.right + x1, y1, self.right + x2, y2, self.right + x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[expect(clippy::cast_possible_truncation, reason = "places in a picture")]
fn single(value: f64) -> f32 {
    value as f32
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a size in pixels")]
fn pixels(size: f64) -> u32 {
    size.ceil() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An outline that follows a letter of width ten.
    #[test]
    fn letters_stand_behind_those_before_them() {
        let mut outline = LetterOutline { path: PathBuilder::new(), right: 10.0 };
        outline.move_to(1.0, 2.0);
        outline.line_to(3.0, 4.0);
        outline.quad_to(5.0, 6.0, 7.0, 8.0);
        outline.curve_to(1.0, 3.0, 5.0, 7.0, 9.0, 11.0);
        outline.close();
        let path = outline.path.finish().unwrap();
        let places: Vec<(f32, f32)> =
            path.points().iter().map(|point| (point.x, point.y)).collect();
        let expected = [
            (11.0, 2.0),
            (13.0, 4.0),
            (15.0, 6.0),
            (17.0, 8.0),
            (11.0, 3.0),
            (15.0, 7.0),
            (19.0, 11.0),
        ];
        assert_eq!(places, expected);
    }
}
