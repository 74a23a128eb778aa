//! Moments by hand size: mean, deviation and what tells a distribution from a normal one.

use super::Options;
use super::description::{Axis, Chart, Mark, Panel, Point, Series, Unit};
use super::scale::heights;
use super::words;
use crate::report::groups::each_once;
use crate::report::moments::{MomentRow, SizeMoments};

/// Skewness and kurtosis of the smallest hands are so large that all others would look like 0.
const FAR: f64 = 2.0;

/// The mean, the standard deviation, the skewness and the excess kurtosis, a panel each.
pub(crate) fn chart(rows: &[MomentRow], _: &Options) -> Chart {
    let shapes = SizeMoments::all(rows);
    let decks = each_once(shapes.iter().map(|shape| shape.features));
    let titles = ["mean", "standard deviation", "skewness", "excess kurtosis"];
    let panel = |(place, title): (usize, &str)| {
        let name = |shape: &SizeMoments| match decks.len() {
            1 => String::new(),
            _ => words::short_deck(shape.features),
        };
        let is_seen = |value: &f64| place < 2 || value.abs() <= FAR;
        let value = |shape: &SizeMoments| shape.quantities[place].filter(is_seen);
        let point = |shape: &SizeMoments| Some(Point::new(shape.cards as f64, value(shape)?));
        let series = Series::by_name(&shapes, Mark::Line, name, point);
        let y = if heights(&series).any(|it| it < 0.0) {
            Axis::around_zero("", Unit::Number, heights(&series))
        } else {
            Axis::from_zero("", Unit::Number, heights(&series))
        };
        Panel::new(Axis::across("cards in the hand", &series), y, series)
            .titled(&words::sentence(title))
    };
    let panels = titles.into_iter().enumerate().map(panel);
    let panels = panels.filter(|panel| heights(&panel.series).next().is_some());
    Chart::of(
        "How are the sets in a hand distributed?",
        format!(
            "All hands from {}, exactly. A normal distribution has skewness and excess kurtosis 0; \
             what is beyond {FAR} is left out.",
            words::decks(decks.iter().copied())
        ),
        panels.collect(),
    )
}

#[cfg(test)]
mod tests {
    use crate::report::chart::{CsvText, Options, chart};

    const HEADER: &str = "features,cards,order,raw_moment,central_moment,standardized_moment,\
                          raw_fraction,central_fraction\n";

    #[test]
    fn quantities_that_are_there_have_a_panel_each() {
        let text = format!(
            "{HEADER}4,3,1,0.5,0,,1/2,0\n4,3,2,1,4,1,1,4\n4,3,3,1,-2,-0.25,1,-2\n\
             4,4,1,0.75,0,,3/4,0\n4,4,2,1,9,1,1,9\n4,4,3,1,2,0.5,1,2\n\
             4,5,3,1,9,2.5,1,9\n"
        );
        let chart = chart(&[CsvText { name: "x.csv", text: &text }], &Options::default()).unwrap();
        let of = |panel: usize| -> Vec<(f64, f64)> {
            chart.panels[panel].series[0].points.iter().map(|point| (point.x, point.y)).collect()
        };
        let titles: Vec<&str> = chart.panels.iter().map(|panel| panel.title.as_str()).collect();
        assert_eq!(titles, ["Mean", "Standard deviation", "Skewness"]);
        assert_eq!(of(0), [(3.0, 0.5), (4.0, 0.75)]);
        assert_eq!(of(1), [(3.0, 2.0), (4.0, 3.0)]);
        assert_eq!(of(2), [(3.0, -0.25), (4.0, 0.5)]);
    }
}
