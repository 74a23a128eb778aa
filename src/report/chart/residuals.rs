//! How far simulated numbers are from exact ones, in standard errors: what chance leaves.

use super::captions::{beside, origin};
use super::description::{Axis, Chart, Mark, Panel, Point, Series, Unit};
use super::distribution_rows::{Basis, SizeRows};
use super::words;
use crate::report::datasets::recognise::TableError;
use crate::report::groups::each_once;
use crate::stats::proportion::Interval;
use crate::stats::to_float;

/// Values that are expected less often have no normal distribution.
const EXPECTED: f64 = 5.0;
/// 95 of 100 points are expected within this distance.
const NEAR: f64 = 1.96;

/// A panel for each measure: from left to right the hand sizes, or the values of a single one.
pub(super) fn chart(all: &[SizeRows]) -> Result<Chart, TableError> {
    let measures = each_once(all.iter().map(|hands| hands.measure));
    let one_size = all.len() == 1;
    let panel = |&measure| {
        let own = all.iter().filter(|hands| hands.measure == measure);
        let points: Vec<Point> = own.flat_map(|hands| points(hands, one_size)).collect();
        let title = if one_size { words::values(measure) } else { "cards in the hand" };
        let panel = panel(title, points);
        if measures.len() == 1 {
            panel
        } else {
            panel.titled(&words::sentence(words::values(measure)))
        }
    };
    let panels: Vec<Panel> =
        measures.iter().map(panel).filter(|panel| !panel.series[1].points.is_empty()).collect();
    let distances = panels.iter().flat_map(|panel| &panel.series[1].points);
    let distances: Vec<f64> = distances.map(|point| point.y.abs()).collect();
    if distances.is_empty() {
        return Err(TableError::Unsuitable(
            "residuals are drawn of simulated numbers beside exact ones, and there are none"
                .to_owned(),
        ));
    }
    let near = distances.iter().filter(|distance| **distance < NEAR).count();
    let caption = format!(
        "{}.{} {near} of {} points lie in the band, where chance leaves 95 of 100. Values that are \
         expected less than {EXPECTED} times are left out.",
        origin(all),
        beside(all),
        distances.len()
    );
    Ok(Chart::of("How far are simulated numbers from exact ones?", caption, panels))
}

/// The points of a hand size, each value one.
fn points(hands: &SizeRows, one_size: bool) -> Vec<Point> {
    let point = |row: &crate::report::distribution::DistributionRow| {
        let (exact, dealt) = (Basis::Exact.of(row)?, Basis::Simulated.of(row)?);
        let total = to_float(row.total);
        let expected = total * exact.min(1.0 - exact);
        let error = (exact * (1.0 - exact) / total).sqrt();
        let place = if one_size { row.value } else { hands.cards };
        (expected >= EXPECTED).then(|| Point::new(place as f64, (dealt - exact) / error))
    };
    hands.rows.iter().filter_map(point).collect()
}

/// The points between two axes, above the band in which most of them lie.
fn panel(title: &str, points: Vec<Point>) -> Panel {
    let series = Series::new("simulated", 1, Mark::Dots, points);
    let x = Axis::across(title, std::slice::from_ref(&series));
    let (low, high) = x.scale.ends();
    let band = Some(Interval { low: -NEAR, high: NEAR });
    let band = [low, high].map(|x| Point::new(x, 0.0).between(band));
    let ends = series.points.iter().map(|point| point.y).chain([-3.0, 3.0]);
    let y = Axis::around_zero("standard errors from the exact value", Unit::Number, ends);
    let band = Series::new("", 7, Mark::Band, band.into());
    Panel::new(x, y, vec![band, series])
}
