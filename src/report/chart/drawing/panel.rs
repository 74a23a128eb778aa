//! One panel: its axes, and what stands at them.

use super::frame::Frame;
use super::marks;
use super::shape::{Anchor, Canvas, Coordinates, Letters, Paint, width};
use super::theme::{Colour, TEXT, TICK};
use crate::report::chart::description::{Axis, Mark, Scale};

/// The axes that have a title.
#[derive(Clone, Copy)]
pub(super) struct Shown {
    pub(super) x: bool,
    pub(super) y: bool,
}

/// Draws the panel.
pub(super) fn draw(frame: &Frame<'_>, shown: Shown, canvas: &mut Canvas) {
    let panel = frame.panel;
    if !panel.title.is_empty() {
        let at = (frame.left + frame.width / 2.0, frame.top - 0.7 * TEXT);
        canvas.text(&panel.title, at, fitted(&panel.title, frame.width));
    }
    let across = ticks_across(frame);
    let up = panel.y.scale.ticks_for(frame.height, |_| 1.4 * TICK);
    lines(frame, &across, &up, canvas);
    if shown.x {
        below(frame, &across, canvas);
    }
    if shown.y {
        beside(frame, &up, canvas);
    }
    marks::draw(frame, canvas);
}

/// The lines of the axes and of their ticks.
fn lines(frame: &Frame<'_>, across: &[Tick], up: &[Tick], canvas: &mut Canvas) {
    let panel = frame.panel;
    let grid = Paint::stroke(Colour::Grid, 1.0);
    let (left, right, top, bottom) = (frame.left, frame.right(), frame.top, frame.bottom());
    let vertical = |x: f64| vec![(x, top), (x, bottom)];
    let horizontal = |y: f64| vec![(left, y), (right, y)];
    let is = |mark: Mark| panel.series.iter().any(|series| series.mark == mark);
    if !is(Mark::Cells) {
        for (place, _) in up {
            canvas.line(horizontal(frame.y(*place)), grid);
        }
        let has_bars =
            is(Mark::Bars) || is(Mark::Stacked) || matches!(panel.x.scale, Scale::Named(_));
        for (place, _) in across.iter().filter(|_| !has_bars) {
            canvas.line(vertical(frame.x(*place)), grid);
        }
    }
    let axis = Paint::stroke(Colour::Axis, 1.2);
    canvas.line(vec![(left, top), (left, bottom), (right, bottom)], axis);
    let rule = Paint { dashed: true, ..Paint::stroke(Colour::Muted, 1.5) };
    for &value in &panel.rules {
        if let Some(place) = panel.x.scale.place(value) {
            canvas.line(vertical(frame.x(place)), rule);
        }
    }
}

type Tick = (f64, String);

/// The ticks that fit below the axis.
fn ticks_across(frame: &Frame<'_>) -> Vec<Tick> {
    let scale = &frame.panel.x.scale;
    let crowded = is_crowded(scale, frame.width);
    scale.ticks_for(frame.width, |text| if crowded { TICK } else { width(text, TICK) + 10.0 })
}

/// What the last of some ticks needs beyond the end of its axis.
pub(super) fn beyond(scale: &Scale, room: f64) -> f64 {
    let (low, high) = scale.ends();
    let ticks = scale.ticks_for(room, |text| width(text, TICK) + 10.0);
    ticks
        .last()
        .map_or(0.0, |(place, text)| width(text, TICK) / 2.0 - room * (high - place) / (high - low))
}

/// Words side by side that would run into one another; numbers are left out instead.
pub(super) fn is_crowded(scale: &Scale, room: f64) -> bool {
    let Scale::Named(names) = scale else { return false };
    let words = names.iter().any(|name| name.contains(char::is_alphabetic));
    words && (longest(scale) + 10.0) * names.len() as f64 > room
}

/// The width of the longest name.
pub(super) fn longest(scale: &Scale) -> f64 {
    let Scale::Named(names) = scale else { return 0.0 };
    names.iter().map(|name| width(name, TICK)).fold(0.0, f64::max)
}

/// What stands below the horizontal axis.
fn below(frame: &Frame<'_>, ticks: &[Tick], canvas: &mut Canvas) {
    let Axis { title, scale } = &frame.panel.x;
    let crowded = is_crowded(scale, frame.width);
    let y = frame.bottom() + 1.3 * TICK;
    let letters = Letters::new(TICK, Colour::Text, Anchor::Middle);
    let letters =
        if crowded { Letters { anchor: Anchor::End, turn: -30.0, ..letters } } else { letters };
    for (place, text) in ticks {
        canvas.text(text, (frame.x(*place), y), letters);
    }
    let turned = if crowded { 0.5 * longest(scale) } else { 0.0 };
    let at: Coordinates = (frame.left + frame.width / 2.0, y + turned + 1.45 * TEXT);
    if !title.is_empty() {
        canvas.text(title, at, fitted(title, frame.width));
    }
}

/// Letters that are smaller than this cannot be read.
const MIN_LETTERS: f64 = 8.0;

/// The letters of an axis title, smaller where the axis is short.
fn fitted(title: &str, room: f64) -> Letters {
    let size = TEXT * (room / width(title, TEXT)).min(1.0);
    Letters::new(size, Colour::Text, Anchor::Middle)
}

/// What stands beside the vertical axis.
fn beside(frame: &Frame<'_>, ticks: &[Tick], canvas: &mut Canvas) {
    let letters = Letters::new(TICK, Colour::Text, Anchor::End);
    let widest = ticks.iter().map(|(_, text)| width(text, TICK)).fold(0.0, f64::max);
    for (place, text) in ticks {
        canvas.text(text, (frame.left - 7.0, frame.y(*place) + 0.36 * TICK), letters);
    }
    let title = &frame.panel.y.title;
    let letters = fitted(title, frame.height);
    if !title.is_empty() && letters.size >= MIN_LETTERS {
        let x = frame.left - widest - 7.0 - 0.75 * TEXT;
        let upward = Letters { turn: -90.0, ..letters };
        canvas.text(title, (x, frame.top + frame.height / 2.0), upward);
    }
}
