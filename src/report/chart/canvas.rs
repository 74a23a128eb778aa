//! Shapes of a picture: paths, circles and lines of text, in pixels from the top left corner.

use super::theme::Colour;

/// Position in a picture, in pixels from the left and from the top.
pub(super) type Coordinates = (f64, f64);

/// List of shapes of a picture; later ones are drawn on top.
#[derive(Debug, Default)]
pub(super) struct Canvas {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) shapes: Vec<Shape>,
}

#[derive(Debug)]
pub(super) enum Shape {
    Path { points: Vec<Coordinates>, closed: bool, paint: Paint },
    Circle { centre: Coordinates, radius: f64, paint: Paint },
    Text { at: Coordinates, text: String, letters: TextStyle },
}

impl Shape {
    /// Returns the fill colour and the stroke colour of a shape.
    pub(super) fn colours(&self) -> [Option<Colour>; 2] {
        match self {
            Self::Path { paint, .. } | Self::Circle { paint, .. } => {
                [paint.fill, paint.stroke.map(|(colour, _)| colour)]
            }
            Self::Text { letters, .. } => [Some(letters.colour), None],
        }
    }
}

/// Fill and stroke of a path or a circle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paint {
    pub(super) fill: Option<Colour>,
    pub(super) stroke: Option<(Colour, f64)>,
    pub(super) opacity: f64,
    pub(super) dashed: bool,
    /// Whether edges are drawn without anti-aliasing, so that adjacent colours do not mix.
    pub(super) crisp: bool,
}

impl Paint {
    pub(super) const fn fill(colour: Colour) -> Self {
        Self { fill: Some(colour), stroke: None, opacity: 1.0, dashed: false, crisp: false }
    }

    pub(super) const fn stroke(colour: Colour, width: f64) -> Self {
        Self { fill: None, stroke: Some((colour, width)), ..Self::fill(colour) }
    }
}

/// Style of a text: size, colour, alignment and rotation.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextStyle {
    pub(super) size: f64,
    pub(super) colour: Colour,
    pub(super) anchor: Anchor,
    pub(super) bold: bool,
    /// The rotation of the text in degrees, clockwise.
    pub(super) turn: f64,
}

/// Part of a text that is placed at its position: the start, the middle or the end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl TextStyle {
    pub(super) const fn new(size: f64, colour: Colour, anchor: Anchor) -> Self {
        Self { size, colour, anchor, bold: false, turn: 0.0 }
    }
}

impl Canvas {
    pub(super) fn line(&mut self, points: Vec<Coordinates>, paint: Paint) {
        self.shapes.push(Shape::Path { points, closed: false, paint });
    }

    pub(super) fn polygon(&mut self, points: Vec<Coordinates>, paint: Paint) {
        self.shapes.push(Shape::Path { points, closed: true, paint });
    }

    pub(super) fn circle(&mut self, centre: Coordinates, radius: f64, paint: Paint) {
        self.shapes.push(Shape::Circle { centre, radius, paint });
    }

    /// Adds a rectangle between two opposite corners.
    pub(super) fn rectangle(&mut self, one: Coordinates, other: Coordinates, paint: Paint) {
        self.polygon(vec![one, (other.0, one.1), other, (one.0, other.1)], paint);
    }

    pub(super) fn text(&mut self, text: &str, at: Coordinates, letters: TextStyle) {
        self.shapes.push(Shape::Text { at, text: text.to_owned(), letters });
    }
}

/// Returns an upper bound of the width of a text as drawn by browsers, in pixels.
pub(super) fn width(text: &str, size: f64) -> f64 {
    let letter = |letter: char| match letter {
        ' ' | '.' | ',' | ':' | ';' | '\'' | '|' | 'i' | 'j' | 'l' | 'I' | 'f' | 't' | 'r' => 0.37,
        '⁰'..='⁹' | '¹' | '²' | '³' | '-' | '(' | ')' => 0.41,
        'm' | 'w' | 'M' | 'W' | '%' => 0.96,
        'A'..='Z' => 0.71,
        _ => 0.63,
    };
    size * text.chars().map(letter).sum::<f64>()
}

/// Breaks text into lines between words, and within words that are wider than a line.
pub(super) fn lines(text: &str, size: f64, widest: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut words: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match words.last_mut() {
            // A percent sign stays with its number, as in `95 %`.
            Some(number) if word == "%" => number.push_str(" %"),
            _ => words.push(word.to_owned()),
        }
    }
    for word in words.iter().flat_map(|word| pieces(word, size, widest)) {
        match lines.last_mut() {
            Some(line) if width(line, size) + width(&word, size) + 0.4 * size <= widest => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines
}

/// Breaks a word into pieces that are no wider than a line.
fn pieces(word: &str, size: f64, widest: f64) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for letter in word.chars() {
        let last = pieces.last_mut().expect("there is a first piece");
        if last.is_empty() || width(&format!("{last}{letter}"), size) <= widest {
            last.push(letter);
        } else {
            pieces.push(letter.to_string());
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_within_long_ones() {
        assert_eq!(lines("aa bb  cc", 10.0, 28.0), ["aa", "bb", "cc"]);
        assert_eq!(lines("aa bb  cc", 10.0, 36.0), ["aa bb", "cc"]);
        assert_eq!(lines("a bbbbbbb", 10.0, 20.0), ["a", "bbb", "bbb", "b"]);
        assert_eq!(lines("aa 9 % b", 10.0, 30.0), ["aa", "9 % b"]);
        assert!(lines("", 10.0, 20.0).is_empty());
    }
}
