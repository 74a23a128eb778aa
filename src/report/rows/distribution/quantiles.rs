//! Fan charts of distributions over many hand sizes: the median, the minimum and maximum, and bands
//! that contain 50, 90 and 99.9 % of all hands.

use super::basis::{Basis, SizeRows};
use super::captions::{differences, origin, title};
use crate::report::chart::{Axis, Chart, Mark, Panel, Point, Series, heights, words};
use crate::report::kind::TableError;
use crate::report::number::count;
use crate::stats::proportion::Interval;

/// Bands of a fan chart, each with its proportion of hands and its name, widest first.
const BANDS: [(f64, &str); 3] =
    [(0.999, "99.9 % of all hands"), (0.9, "90 %"), (0.5, "the middle 50 %")];
/// Hand sizes that occur in games, which get an enlarged panel.
const DEALT: std::ops::RangeInclusive<usize> = 3..=21;

/// Draws two panels for each deck and measure: all hand sizes relative to their mean, and the hand
/// sizes that occur in games. With fewer than two of the latter, draws one panel of all hand sizes.
pub(super) fn chart(all: &[SizeRows]) -> Result<Chart, TableError> {
    let known = all.iter().filter_map(|hands| Some((hands, hands.whole_basis()?)));
    let known: Vec<(&SizeRows, Basis)> = known.collect();
    let kind = |hands: &SizeRows| (hands.features, hands.measure);
    let mut panels = Vec::new();
    for own in known.chunk_by(|one, next| kind(one.0) == kind(next.0)) {
        let parts = differences(own[0].0, all);
        let titled = |panel: Panel, sizes: Option<String>| {
            let parts: Vec<String> = parts.iter().cloned().chain(sizes).collect();
            panel.with_title(&words::sentence(&parts.join(", ")))
        };
        let values = words::values(own[0].0.measure);
        let dealt: Vec<(&SizeRows, Basis)> =
            own.iter().filter(|(hands, _)| DEALT.contains(&hands.cards)).copied().collect();
        if dealt.len() < 2 {
            panels.push(titled(panel(values, fan(own, |_, _| 0.0)), None));
            continue;
        }
        let minus_mean = fan(own, |hands, basis| hands.mean(basis).unwrap_or(0.0));
        let all_sizes = panel("difference from the mean", minus_mean);
        panels.push(titled(all_sizes, Some("all hand sizes".to_owned())));
        let sizes = format!("{} to {} cards", dealt[0].0.cards, dealt[dealt.len() - 1].0.cards);
        panels.push(titled(panel(values, fan(&dealt, |_, _| 0.0)), Some(sizes)));
    }
    if panels.is_empty() {
        return Err(TableError::Unsuitable(
            "no distribution is known as a whole, so there are no quantiles".to_owned(),
        ));
    }
    let missing = all.len() - known.len();
    let left_out = match missing {
        0 => String::new(),
        _ => format!(" {} not known as a whole left out.", count(missing as u128, "hand size")),
    };
    Ok(Chart::from_panels(title(all, None), format!("{}.{left_out}", origin(all)), panels))
}

fn panel(values: &str, series: Vec<Series>) -> Panel {
    let lows = series.iter().flat_map(|series| &series.points);
    let lows = lows.map(|point| point.interval.map_or(point.y, |it| it.low));
    let ends: Vec<f64> = lows.chain(heights(&series)).collect();
    let y = Axis::around_zero(values, ends);
    Panel::new(Axis::across("cards in the hand", &series), y, series)
}

/// Creates the series of a fan chart: the bands, the median, the maximum and the minimum, each
/// minus the value that `less` returns for the hand size.
fn fan(own: &[(&SizeRows, Basis)], less: impl Fn(&SizeRows, Basis) -> f64) -> Vec<Series> {
    let points = |value: &dyn Fn(&SizeRows, Basis) -> [f64; 3]| -> Vec<Point> {
        let point = |&(hands, basis): &(&SizeRows, Basis)| {
            let [low, middle, high] = value(hands, basis).map(|value| value - less(hands, basis));
            let interval = (low < high).then_some(Interval { low, high });
            Point::new(hands.cards as f64, middle).with_interval(interval)
        };
        own.iter().map(point).collect()
    };
    let line = |name: &str, ink: usize, at: f64| {
        let value = |hands: &SizeRows, basis: Basis| [hands.quantile(basis, at); 3];
        Series::new(name, ink, Mark::Line, points(&value))
    };
    let band = |(share, name): (f64, &str)| {
        let edge = (1.0 - share) / 2.0;
        let value = move |hands: &SizeRows, basis: Basis| {
            [edge, 0.5, 1.0 - edge].map(|at| hands.quantile(basis, at))
        };
        let points = points(&value).into_iter().map(|point| {
            let exactly = Interval { low: point.y, high: point.y };
            let interval = point.interval.or(Some(exactly));
            point.with_interval(interval)
        });
        Series::new(name, 0, Mark::Band, points.collect())
    };
    let mut series: Vec<Series> = BANDS.map(band).into();
    series.push(line("median", 0, 0.5));
    series.push(line("most", 1, 1.0));
    series.push(line("least", 2, 0.0));
    series
}
