//! The law of large numbers as a picture: how often there was no set among the first hands of a
//! run, with its interval, which narrows around the exact probability.

use super::answers::none;
use crate::measure::Measure;
use crate::report::chart::description::{Axis, Chart, Mark, Point, Series, Unit, Values};
use crate::report::csv;
use crate::report::distribution::DistributionRow;
use crate::report::number::{grouped, plural};
use crate::report::share::Share;
use crate::stats::proportion::interval;
use crate::stats::{Confidence, to_float};

/// The proportion of hands without a set in the course of a run: `[deals, hands without a set]`, in
/// the order of deals.
///
/// ```
/// use setodds::report::page::trail_chart;
/// let chart = trail_chart(12, &[[1, 0], [10, 1], [1000, 32]]);
/// assert_eq!(chart.panels[0].series[0].points.len(), 3);
/// ```
#[must_use]
pub fn trail_chart(cards: usize, trail: &[[u128; 2]]) -> Chart {
    let exact = none(cards).value();
    let point = |&[deals, none]: &[u128; 2]| {
        let y = to_float(none) / to_float(deals.max(1));
        Point::new(to_float(deals), y).between(Some(interval(none, deals, Confidence::default())))
    };
    let mut points: Vec<Point> = trail.iter().map(point).collect();
    let last = points.last().cloned().unwrap_or_default();
    let end = last.x.max(10.0);
    let above = last.interval.map_or(0.0, |it| it.high);
    let high = (3.0 * exact).max(1.2 * last.y).max(above.min(6.0 * exact)).clamp(1e-9, 1.0);
    let y = Axis::from_zero("hands without a set", Unit::Percent, [high]);
    // The line and the band end with the panel.
    let (_, top) = y.scale.ends();
    for point in &mut points {
        point.y = point.y.min(top);
        if let Some(interval) = &mut point.interval {
            (interval.low, interval.high) = (interval.low.min(top), interval.high.min(top));
        }
    }
    let x = Axis::powers_of_ten("hands dealt", Unit::Number, [1.0, end]);
    let line = vec![Point::new(1.0, exact), Point::new(end, exact)];
    let mut dealt = Series::new("dealt so far", 1, Mark::Line, points);
    dealt.values = Values::Estimates;
    let title = format!("How often {} held no set so far", plural(cards, "card"));
    let caption = format!(
        "After {} deals, with the 95 % interval, which is as wide as chance still allows.",
        grouped(trail.last().map_or(0, |it| it[0]))
    );
    Chart::new(&title, caption, [x, y], vec![dealt, Series::new("exact", 0, Mark::Line, line)])
}

/// The proportion of hands without a set in the course of a run as a CSV of the program: a row for
/// each `[deals, hands without a set]`.
///
/// ```
/// let csv = setodds::report::page::trail_csv(12, &[[1, 0], [1000, 32]]);
/// assert!(csv.lines().nth(2).is_some_and(|row| row.starts_with("4,12,sets,0,32,1000,0.032,")));
/// ```
#[must_use]
pub fn trail_csv(cards: usize, trail: &[[u128; 2]]) -> String {
    let exact = none(cards).value();
    let row = |&[deals, none]: &[u128; 2]| {
        let share = Share::estimated(none, deals, Confidence::default());
        DistributionRow::new(4, cards, Measure::Sets, 0, share, Some(exact))
    };
    csv::text(trail.iter().map(row))
}
