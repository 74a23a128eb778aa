//! Whole games: how they end, and what they need. What happens on the way is in `stages`.

use super::values::ValueRow;
use super::{PlayerKey, Players, names};
use crate::game::Subject;
use crate::report::chart::{Axis, Chart, Mark, Point, Series, words};
use crate::report::number::{brief, count};
use crate::report::rows::distribution::chart::INVISIBLE;
use std::collections::BTreeSet;

/// The most bars that stand side by side; more values become lines.
const MAX_BARS: usize = 60;
/// The most values that are the parts of one bar.
const MAX_STACKED: usize = 9;
/// The most values that stand side by side whatever lies between them.
const MAX_NAMES: usize = 24;

/// `20,000,000 games with the game's 81 cards, policy random.`
pub(super) fn origin(players: &[PlayerKey], games: &BTreeSet<u128>) -> String {
    let most = count(games.last().copied().unwrap_or(0), "game");
    let games = if games.len() > 1 { format!("Up to {most}") } else { most };
    let decks = words::decks(players.iter().map(|(features, _)| *features));
    let policy = match players {
        [(_, policy)] => format!(", policy {policy}"),
        _ => " by each policy".to_owned(),
    };
    format!("{games} with {decks}{policy}.")
}

/// Something that every game has: bars side by side, or lines where there are too many.
pub(crate) fn values(lines: &Players<ValueRow>, of: Subject, log: bool) -> Chart {
    let players: Vec<PlayerKey> = lines.iter().map(|(player, _)| *player).collect();
    let names = names(&players);
    let all = || lines.iter().flat_map(|(_, lines)| lines);
    let games: BTreeSet<u128> = all().map(|line| line.estimate.total).collect();
    let shown = shown(lines, log);
    let numbers: BTreeSet<usize> =
        all().map(|line| line.value).filter(|value| shown.contains(value)).collect();
    let numbers: Vec<usize> = numbers.into_iter().collect();
    let bars = numbers.len() * players.len() <= MAX_BARS;
    let few = bars && numbers.len() <= MAX_NAMES;
    let labelled = few && !log && players.len() == 1;
    if players.len() > 1 && numbers.len() <= MAX_STACKED && !log {
        return stacked(lines, &numbers, of, origin(&players, &games));
    }
    let series = lines.iter().zip(&names).enumerate().map(|(ink, ((_, lines), name))| {
        let own = lines.iter().filter(|line| shown.contains(&line.value));
        let points = own.map(|line| {
            let place = numbers.iter().position(|&number| number == line.value).filter(|_| few);
            let point = Point::new(place.unwrap_or(line.value) as f64, line.estimate.probability);
            point.between(line.estimate.limits).labelled(labelled)
        });
        let mark = if bars { Mark::Bars } else { Mark::DottedLine };
        Series::new(name, ink, mark, points.collect())
    });
    let mut series: Vec<Series> = series.collect();
    if of == Subject::Leftover && bars && numbers.first() == Some(&0) {
        series = cleared_stands_out(series);
    }
    let (title, axis) = about(of);
    let x = if few {
        Axis::names(axis, numbers.iter().map(ToString::to_string))
    } else {
        Axis::across(axis, &series)
    };
    let y = Axis::shares("share of games", log, &series);
    Chart::new(title, origin(&players, &games), [x, y], series)
}

/// Several players: a row for each, with all of its games from left to right, the one with the
/// largest first part at the top.
fn stacked(lines: &Players<ValueRow>, numbers: &[usize], of: Subject, caption: String) -> Chart {
    let players: Vec<PlayerKey> = lines.iter().map(|(player, _)| *player).collect();
    let share = |rows: &[ValueRow], number: usize| {
        rows.iter().find(|row| row.value == number).map_or(0.0, |row| row.estimate.probability)
    };
    let mut rows: Vec<(String, &[ValueRow])> =
        names(&players).into_iter().zip(lines.iter().map(|(_, rows)| &rows[..])).collect();
    rows.sort_by(|(_, one), (_, other)| {
        share(one, numbers[0]).total_cmp(&share(other, numbers[0]))
    });
    let series = numbers.iter().enumerate().map(|(ink, &number)| {
        let point = |(place, (_, rows)): (usize, &(String, &[ValueRow]))| {
            let row = rows.iter().find(|row| row.value == number)?;
            let label = brief(row.estimate.probability, None);
            let point = Point { label, ..Point::new(row.estimate.probability, place as f64) };
            Some(point.between(row.estimate.limits))
        };
        let points = rows.iter().enumerate().filter_map(point).collect();
        let name = match (of, number) {
            (Subject::Leftover, 0) => "no card left".to_owned(),
            (Subject::Leftover, left) => format!("{left} left"),
            _ => number.to_string(),
        };
        Series::new(&name, ink, Mark::Stacked, points)
    });
    let series: Vec<Series> =
        series.filter(|series| series.points.iter().any(|point| point.x > 0.0)).collect();
    let (title, axis) = about(of);
    let x = Axis::whole(&format!("share of games, by {axis}"));
    let y = Axis::names("", rows.into_iter().map(|(name, _)| name));
    Chart::new(title, caption, [x, y], series)
}

/// One player: games that end with no card left stand out, if there are any.
fn cleared_stands_out(series: Vec<Series>) -> Vec<Series> {
    match &series[..] {
        [Series { points, .. }] if points.first().is_some_and(|first| first.y > 0.0) => {
            Series::from_zero(points.clone(), ["no card left", "cards left"])
        }
        _ => series,
    }
}

const fn about(of: Subject) -> (&'static str, &'static str) {
    match of {
        Subject::Leftover => ("How many cards are left when the game ends?", "cards left"),
        Subject::ExtraDeals => {
            ("How often do three more cards have to be dealt?", "extra deals in a game")
        }
        Subject::LargestTable => {
            ("How many cards lie on the table, at most?", "most cards on the table in a game")
        }
        _ => ("How many sets are taken in a game?", "sets taken"),
    }
}

/// The values from the first to the last that can be seen.
fn shown(lines: &Players<ValueRow>, log: bool) -> std::ops::RangeInclusive<usize> {
    let all = || lines.iter().flat_map(|(_, lines)| lines);
    let highest = all().map(|line| line.estimate.probability).fold(0.0, f64::max);
    let least = if log { f64::MIN_POSITIVE } else { INVISIBLE * highest };
    let seen = || all().filter(|line| line.estimate.probability >= least).map(|line| line.value);
    let first = seen().min().unwrap_or(0);
    // A few values that never come are no loss of room, and say that they do not.
    (if first <= 12 { 0 } else { first })..=seen().max().unwrap_or(0)
}
