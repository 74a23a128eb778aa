//! Title, caption and legend, from the left, above the panels.

use super::MARGIN;
use super::theme::{LABEL, Look, TEXT, TITLE, shape};
use crate::report::chart::description::{Axis, Chart, Mark, Series};
use kuva::plot::legend::{LegendEntry, LegendShape};
use kuva::render::color::Color;
use kuva::render::render::{Primitive, Scene, TextAnchor, render_legend_at};
use kuva::render::render_utils::wrap_text;

/// The mean width of a letter as a share of its height, on the safe side of what browsers use.
const LETTER: f64 = 0.6;

/// What is drawn, and where the panels begin.
pub(super) fn draw(chart: &Chart, look: Look, width: f64) -> (Vec<Primitive>, f64) {
    let mut scene = Scene::new(width, 0.0);
    let mut y = MARGIN;
    for line in lines(&chart.title, width, 1.08 * f64::from(TITLE)) {
        y += 1.2 * f64::from(TITLE);
        scene.add(text(line, (MARGIN, y), TITLE, None, TextAnchor::Start));
    }
    y += 4.0;
    for line in lines(&chart.caption, width, f64::from(TEXT)) {
        y += 1.35 * f64::from(TEXT);
        scene.add(text(line, (MARGIN, y), TEXT, Some(look.muted()), TextAnchor::Start));
    }
    y += 12.0;
    y = legend(chart, look, width, &mut scene, y);
    if let Some(shade) = chart.panels.iter().find_map(|panel| panel.shade.as_ref()) {
        y = key(shade, look, &mut scene, y);
    }
    (scene.elements, y + 2.0)
}

/// Text broken between words.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a few hundred letters"
)]
fn lines(text: &str, width: f64, size: f64) -> Vec<String> {
    let letters = ((width - 2.0 * MARGIN) / (LETTER * size)) as usize;
    if text.is_empty() { Vec::new() } else { wrap_text(text, letters) }
}

fn text(
    content: String,
    (x, y): (f64, f64),
    size: u32,
    colour: Option<&str>,
    anchor: TextAnchor,
) -> Primitive {
    let color = colour.map(Color::from);
    Primitive::Text { x, y, content, size, anchor, rotate: None, bold: size == TITLE, color }
}

/// The series side by side, in as many rows as it takes; where they end.
fn legend(chart: &Chart, look: Look, width: f64, scene: &mut Scene, y: f64) -> f64 {
    const SWATCH: f64 = 48.0;
    const ROW: f64 = 24.0;
    let entries = chart.legend();
    let (mut x, mut y) = (MARGIN, y);
    for series in &entries {
        let needed = SWATCH + LETTER * f64::from(TEXT) * series.name.chars().count() as f64;
        if x > MARGIN && x + needed > width {
            (x, y) = (MARGIN, y + ROW);
        }
        let entry = entry(series, look);
        let theme = look.theme();
        render_legend_at(&[entry], None, None, false, scene, x - 5.0, y, needed, TEXT, &theme);
        x += needed;
    }
    if entries.is_empty() { y } else { y + ROW + 4.0 }
}

fn entry(series: &Series, look: Look) -> LegendEntry {
    let shape = match series.mark {
        Mark::Bars | Mark::Cells => LegendShape::Rect,
        Mark::Line => LegendShape::Line,
        Mark::Dots | Mark::DottedLine => LegendShape::Marker(shape(series.ink)),
    };
    let color = look.ink(series.ink).to_owned();
    LegendEntry { label: series.name.clone(), color, shape, dasharray: None }
}

/// What the colours of cells mean: a band from one end of the scale to the other.
fn key(shade: &Axis, look: Look, scene: &mut Scene, y: f64) -> f64 {
    const PARTS: u32 = 60;
    const HEIGHT: f64 = 14.0;
    const LONG: f64 = 480.0;
    let title = format!("{}:", shade.title);
    let x = MARGIN + LETTER * f64::from(TEXT) * (title.chars().count() as f64 + 5.0);
    scene.add(text(title, (MARGIN, y + HEIGHT - 1.0), TEXT, None, TextAnchor::Start));
    let part = LONG / f64::from(PARTS);
    for place in 0..PARTS {
        let fill = Color::from(look.shade(f64::from(place) / f64::from(PARTS - 1)).as_str());
        let x = x + f64::from(place) * part;
        let (stroke, stroke_width, opacity) = (None, None, None);
        let (width, height) = (part + 0.3, HEIGHT);
        scene.add(Primitive::Rect { x, y, width, height, fill, stroke, stroke_width, opacity });
    }
    let (low, high) = shade.scale.ends();
    // The widest ticks, such as 1 in 100 million, need a quarter of it.
    let step = (shade.scale.step()).max(((high - low) / 4.0).ceil());
    // From the upper end, where the round names are: 1 in 1, 1 in 1,000.
    let ticks = std::iter::successors(Some(high), |tick| Some(tick - step));
    for tick in ticks.take_while(|&tick| tick >= low - 1e-9) {
        let x = x + LONG * (tick - low) / (high - low);
        let y = y + HEIGHT + 1.15 * f64::from(LABEL);
        scene.add(text(shade.scale.tick(tick), (x, y), LABEL, None, TextAnchor::Middle));
    }
    y + HEIGHT + 30.0
}
