//! Chart of the probability of no set by hand size.

use super::basis::{Basis, SizeRows, has};
use super::captions::{exact_values_note, origin};
use crate::measure::Measure;
use crate::report::chart::{Axis, Chart, LineEnd, Mark, Point, Series, Values, heights, words};
use crate::report::groups::each_once;
use crate::report::kind::TableError;

/// Draws the probability of no set by hand size. Fails if no measure determines it.
pub(super) fn no_set(mut all: Vec<SizeRows>, log: bool) -> Result<Chart, TableError> {
    all.retain(|hands| {
        matches!(hands.measure, Measure::Sets | Measure::InSets | Measure::DisjointSets)
    });
    let Some(first) = all.first().map(|hands| hands.measure) else {
        return Err(TableError::Unsuitable(
            "the probability of no set needs the measure sets, in-sets or disjoint-sets".to_owned(),
        ));
    };
    all.retain(|hands| hands.measure == first);
    Ok(no_set_chart(&all, log))
}

fn no_set_chart(all: &[SizeRows], log: bool) -> Chart {
    let point = |hands: &SizeRows, basis: Basis| {
        let none = hands.rows.iter().find(|row| row.value == 0 && row.cards > 0)?;
        // If every hand of a size holds a set, a deal without one is impossible and gets no point.
        let is_possible = Basis::Exact.probability(none).is_none_or(|exact| exact > 0.0);
        let point = basis.point(hands.cards, none);
        point.filter(|_| is_possible || basis == Basis::Exact)
    };
    let mut series = by_cards(all, point);
    for line in series.iter_mut().filter(|series| series.mark == Mark::Line) {
        line.mark_zero_end();
        line.points.retain(|point| point.y > 0.0);
    }
    series.retain(|series| heights(std::slice::from_ref(series)).any(|it| it > 0.0));
    let x = Axis::whole_numbers("cards in the hand", places(&series));
    let title = "hands without a set";
    let y = if log { Axis::shares(title, log, &series) } else { Axis::odds(title, &series) };
    let caption = format!("{}.{}", origin(all), exact_values_note(all));
    Chart::new("How often is there no set?", caption, [x, y], series)
}

/// Returns the hand sizes of some chart series, including those at which their lines drop to the
/// axis.
fn places(series: &[Series]) -> impl Iterator<Item = f64> + '_ {
    let zero = |series: &Series| match series.end {
        Some(LineEnd::Zero(zero)) => Some(zero),
        _ => None,
    };
    let points = series.iter().flat_map(|series| series.points.iter().map(|point| point.x));
    points.chain(series.iter().filter_map(zero))
}

/// Creates chart series by hand size for each deck: exact values as lines, simulated values as
/// dots. Names contain only what distinguishes the series.
fn by_cards(all: &[SizeRows], point: impl Fn(&SizeRows, Basis) -> Option<Point>) -> Vec<Series> {
    let bases = [Basis::Exact, Basis::Simulated].into_iter().filter(|&basis| has(all, basis));
    let bases: Vec<Basis> = bases.collect();
    let decks = each_once(all.iter().map(|hands| hands.features));
    let each = decks.iter().enumerate();
    let each = each.flat_map(|(ink, &deck)| bases.iter().map(move |&basis| (ink, deck, basis)));
    let series = each.flat_map(|(ink, features, basis)| {
        let own = all.iter().filter(|hands| hands.features == features);
        let points: Vec<Point> = own.filter_map(|hands| point(hands, basis)).collect();
        let deck = words::short_deck(features);
        let (name, ink) = match (decks.len(), bases.len()) {
            (1, _) => (basis.name().to_owned(), basis.ink()),
            (_, 1) => (deck, ink),
            _ => (format!("{deck}, {}", basis.name()), ink),
        };
        match basis {
            Basis::Exact => lines(&name, ink, &points),
            Basis::Simulated => {
                let dots = Series::new(&name, ink, Mark::Dots, points);
                vec![Series { values: Values::Estimates, ..dots }]
            }
        }
    });
    series.filter(|series| !series.points.is_empty()).collect()
}

/// Splits the points of a chart into lines of consecutive hand sizes, so that no line spans a
/// missing size.
fn lines(name: &str, ink: usize, points: &[Point]) -> Vec<Series> {
    let runs = points.chunk_by(|one, next| next.x - one.x < 1.5);
    runs.map(|run| Series::new(name, ink, Mark::Line, run.to_vec())).collect()
}
