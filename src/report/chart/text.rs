//! A chart as lines of text: a bar for each point, as wide as there is space; a map as shades.

use super::description::{Axis, Chart, Mark, Panel, Point, Series};
use crate::report::columns::{Grid, RenderTarget};
use std::cmp::Ordering;

/// From paper to the largest value.
const SHADES: [char; 5] = [' ', '░', '▒', '▓', '█'];

/// The panels of a chart for a terminal of so many columns.
#[must_use]
pub fn panels(chart: &Chart, width: usize) -> String {
    let panel = |panel: &Panel| {
        let title =
            if panel.title.is_empty() { String::new() } else { format!("{}\n", panel.title) };
        title + &body(panel, width)
    };
    chart.panels.iter().map(panel).collect::<Vec<_>>().join("\n")
}

fn body(panel: &Panel, width: usize) -> String {
    match &panel.shade {
        _ if !panel.note.is_empty() => format!("{}\n", panel.note),
        Some(shade) => map(panel, shade, width),
        None => bars(panel, width),
    }
}

/// A line for each point: where it is, of which series, its value, and a bar for that. Where names
/// stand from bottom to top, values run from left to right.
fn bars(panel: &Panel, width: usize) -> String {
    let turned = panel.is_turned();
    let (across, along) = if turned { (&panel.y, &panel.x) } else { (&panel.x, &panel.y) };
    let place = |point: &Point| if turned { point.y } else { point.x };
    let value = |point: &Point| if turned { point.x } else { point.y };
    let series = panel.series.iter();
    let mut rows: Vec<(&Series, &Point)> =
        series.flat_map(|series| series.points.iter().map(move |point| (series, point))).collect();
    rows.sort_by(|(_, one), (_, other)| {
        let places = [one, other].map(|point| across.scale.place(place(point)));
        let order = places[0].partial_cmp(&places[1]).unwrap_or(Ordering::Equal);
        if turned { order.reverse() } else { order }
    });
    let (low, high) = along.scale.ends();
    let low = low.min(0.0);
    let length = |point: &Point| {
        let end = along.scale.place(value(point));
        end.map_or(0.0, |end| ((end - low) / (high - low)).clamp(0.0, 1.0))
    };
    let several = panel.series.len() > 1;
    let grid =
        Grid::of(&rows).column(&across.title, |(_, point)| across.scale.written(place(point)));
    let grid = if several { grid.column("of", |(series, _)| series.name.clone()) } else { grid };
    grid.column(&along.title, |(_, point)| along.in_full(value(point)))
        .bars(|(_, point)| length(point))
        .draw(RenderTarget::terminal(width))
}

/// A row of shades for each place from the top, as wide as the terminal.
fn map(panel: &Panel, shade: &Axis, width: usize) -> String {
    let cells = || {
        panel.series.iter().filter(|series| series.mark == Mark::Cells).flat_map(|it| &it.points)
    };
    let mut rows: Vec<f64> = cells().map(|cell| cell.y).collect();
    rows.sort_by(|one, other| other.total_cmp(one));
    rows.dedup();
    let labels: Vec<String> = rows.iter().map(|&row| panel.y.scale.written(row)).collect();
    let margin = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0) + 2;
    let (low, high) = panel.x.scale.ends();
    let space = width.saturating_sub(margin).max(8);
    let (least, most) = shade.scale.ends();
    let mut text = format!("{} against {}\n", panel.y.title, panel.x.title);
    for (&row, label) in rows.iter().zip(&labels) {
        let mut line = vec![SHADES[0]; space.min(steps(high - low, 1.0) + 1)];
        let last = line.len() - 1;
        for cell in cells().filter(|cell| cell.y.total_cmp(&row) == Ordering::Equal) {
            let place =
                panel.x.scale.place(cell.x).map(|x| steps((x - low) / (high - low), last as f64));
            let share = cell.shade.and_then(|value| shade.scale.place(value));
            let share = share.map(|place| (place - least) / (most - least));
            if let (Some(place), Some(share)) = (place, share) {
                line[place.min(last)] = SHADES[1 + steps(share, 3.999)];
            }
        }
        let line: String = line.into_iter().collect();
        text += &format!("{label:>width$}  {}\n", line.trim_end(), width = margin - 2);
    }
    let ends = [least, most].map(|place| shade.scale.tick(place));
    text + &format!("{}: {} {} to {} {}\n", shade.title, SHADES[1], ends[0], SHADES[4], ends[1])
}

/// The whole steps in a share of so many.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a width in letters")]
fn steps(share: f64, of: f64) -> usize {
    (share.max(0.0) * of) as usize
}

#[cfg(test)]
mod tests {
    use crate::report::chart::{Kind, Options, Source, chart};

    const CSV: &str = "features,cards,measure,value,count,total,probability,ci_low,ci_high,\
                       exact_probability\n\
                       4,3,sets,0,84240,85320,0.987,,,0.987\n\
                       4,3,sets,1,1080,85320,0.0127,,,0.0127\n\
                       4,4,sets,0,1579500,1663740,,,,\n4,4,sets,1,84240,1663740,,,,\n";

    fn drawn(kind: Kind, width: usize) -> String {
        let options = Options { kind, ..Options::default() };
        super::panels(&chart(&[Source { name: "x.csv", text: CSV }], &options).unwrap(), width)
    }

    #[test]
    fn lines_fit_and_bars_are_longer_for_more() {
        for width in 40..120 {
            let text = drawn(Kind::Bars, width);
            assert!(text.lines().all(|line| line.chars().count() <= width), "{width}\n{text}");
        }
        let text = drawn(Kind::Bars, 80);
        let bars: Vec<usize> = text.lines().map(|line| line.matches('█').count()).collect();
        assert!(text.contains("3 cards\n") && bars[2] > 20 && bars[3] < 3, "{text}");
    }

    #[test]
    fn maps_are_shades() {
        let text = drawn(Kind::Map, 80);
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(rows[0], "cards in the hand against sets in the hand");
        assert!(rows[1].starts_with("4  ") && rows[2].starts_with("3  "), "{text}");
        assert!(rows[2].contains('█') && rows[3].contains("1 in 100"), "{text}");
    }
}
