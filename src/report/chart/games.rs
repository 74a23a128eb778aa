//! Whole games: how they end, what they need, and how policies differ. What happens on the way is
//! in `stages`.

use super::Options;
use super::description::{Axis, Chart, Mark, Panel, Point, Series, Unit};
use super::distribution::INVISIBLE;
use super::words;
use crate::report::Dataset;
use crate::report::datasets::recognise::{Recognised, TableError};
use crate::report::games::values::ValueRow;
use crate::report::games::{DifferenceRow, PlayerKey, Players, names};
use crate::report::groups::{by_key, each_once};
use crate::report::share::limits;
use crate::stats::proportion::Interval;
use std::collections::BTreeSet;

/// The most bars that stand side by side; more values become lines.
const MOST_BARS: usize = 60;
/// The most values that are the parts of one bar.
const MOST_STACKED: usize = 9;
/// The most values that stand side by side whatever lies between them.
const MOST_NAMES: usize = 24;

/// `20,000,000 games with the game's 81 cards, policy random.`
pub(super) fn origin(players: &[PlayerKey], games: &BTreeSet<u128>) -> String {
    let most = words::count(games.last().copied().unwrap_or(0), "game");
    let games = if games.len() > 1 { format!("Up to {most}") } else { most };
    let decks = words::decks(players.iter().map(|(features, _)| *features));
    let policy = match players {
        [(_, policy)] => format!(", policy {policy}"),
        _ => " by each policy".to_owned(),
    };
    format!("{games} with {decks}{policy}.")
}

/// Something that every game has: bars side by side, or lines where there are too many.
pub(crate) fn values(files: &[Recognised<'_>], options: &Options) -> Result<Chart, TableError> {
    Ok(values_of(&read(files)?, files[0].dataset, options.log))
}

/// The chart of the values of each player.
pub(crate) fn values_of(lines: &Players<ValueRow>, dataset: Dataset, log: bool) -> Chart {
    let players: Vec<PlayerKey> = lines.iter().map(|(player, _)| *player).collect();
    let names = names(&players);
    let all = || lines.iter().flat_map(|(_, lines)| lines);
    let games: BTreeSet<u128> = all().map(|line| line.total).collect();
    let shown = shown(lines, log);
    let numbers: BTreeSet<usize> =
        all().map(|line| line.value).filter(|value| shown.contains(value)).collect();
    let numbers: Vec<usize> = numbers.into_iter().collect();
    let bars = numbers.len() * players.len() <= MOST_BARS;
    let few = bars && numbers.len() <= MOST_NAMES;
    let labelled = few && !log && players.len() == 1;
    if players.len() > 1 && numbers.len() <= MOST_STACKED && !log {
        return stacked(lines, &numbers, dataset, origin(&players, &games));
    }
    let series = lines.iter().zip(&names).enumerate().map(|(ink, ((_, lines), name))| {
        let own = lines.iter().filter(|line| shown.contains(&line.value));
        let points = own.map(|line| {
            let place = numbers.iter().position(|&number| number == line.value).filter(|_| few);
            let point = Point::new(place.unwrap_or(line.value) as f64, line.probability);
            point.between(line.limits()).labelled(labelled)
        });
        let mark = if bars { Mark::Bars } else { Mark::DottedLine };
        Series::new(name, ink, mark, points.collect())
    });
    let mut series: Vec<Series> = series.collect();
    if dataset == Dataset::Leftover && bars && numbers.first() == Some(&0) {
        series = cleared_stands_out(series);
    }
    let (title, axis) = about(dataset);
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
fn stacked(
    lines: &Players<ValueRow>,
    numbers: &[usize],
    dataset: Dataset,
    caption: String,
) -> Chart {
    let players: Vec<PlayerKey> = lines.iter().map(|(player, _)| *player).collect();
    let share = |rows: &[ValueRow], number: usize| {
        rows.iter().find(|row| row.value == number).map_or(0.0, |row| row.probability)
    };
    let mut rows: Vec<(String, &[ValueRow])> =
        names(&players).into_iter().zip(lines.iter().map(|(_, rows)| &rows[..])).collect();
    rows.sort_by(|(_, one), (_, other)| {
        share(one, numbers[0]).total_cmp(&share(other, numbers[0]))
    });
    let series = numbers.iter().enumerate().map(|(ink, &number)| {
        let point = |(place, (_, rows)): (usize, &(String, &[ValueRow]))| {
            let row = rows.iter().find(|row| row.value == number)?;
            let label = words::brief(row.probability);
            let point = Point { label, ..Point::new(row.probability, place as f64) };
            Some(point.between(row.limits()))
        };
        let points = rows.iter().enumerate().filter_map(point).collect();
        let name = match (dataset, number) {
            (Dataset::Leftover, 0) => "no card left".to_owned(),
            (Dataset::Leftover, left) => format!("{left} left"),
            _ => number.to_string(),
        };
        Series::new(&name, ink, Mark::Stacked, points)
    });
    let series: Vec<Series> =
        series.filter(|series| series.points.iter().any(|point| point.x > 0.0)).collect();
    let (title, axis) = about(dataset);
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

const fn about(table: Dataset) -> (&'static str, &'static str) {
    match table {
        Dataset::Leftover => ("How many cards are left when the game ends?", "cards left"),
        Dataset::ExtraDeals => {
            ("How often do three more cards have to be dealt?", "extra deals in a game")
        }
        Dataset::LargestTable => {
            ("How many cards lie on the table, at most?", "most cards on the table in a game")
        }
        _ => ("How many sets are taken in a game?", "sets taken"),
    }
}

/// The lines of each player; one that comes in several files counts where it comes first, as in
/// tables.
fn read(files: &[Recognised<'_>]) -> Result<Players<ValueRow>, TableError> {
    let mut all: Players<ValueRow> = Vec::new();
    for file in files {
        for (player, lines) in by_key(file.some_rows()?, ValueRow::player) {
            if all.iter().all(|(known, _)| *known != player) {
                all.push((player, lines));
            }
        }
    }
    Ok(all)
}

/// The values from the first to the last that can be seen.
fn shown(lines: &Players<ValueRow>, log: bool) -> std::ops::RangeInclusive<usize> {
    let all = || lines.iter().flat_map(|(_, lines)| lines);
    let highest = all().map(|line| line.probability).fold(0.0, f64::max);
    let least = if log { f64::MIN_POSITIVE } else { INVISIBLE * highest };
    let seen = || all().filter(|line| line.probability >= least).map(|line| line.value);
    let first = seen().min().unwrap_or(0);
    // A few values that never come are no loss of room, and say that they do not.
    (if first <= 12 { 0 } else { first })..=seen().max().unwrap_or(0)
}

/// How policies differ from another on the same decks: a panel for each outcome, a line for each
/// policy, deck and policy that it is compared with.
pub(crate) fn differences(files: &[Recognised<'_>], _: &Options) -> Result<Chart, TableError> {
    let rows = files.iter().map(Recognised::rows).collect::<Result<Vec<_>, _>>()?.concat();
    if rows.is_empty() {
        return Ok(alone());
    }
    let decks = each_once(rows.iter().map(|row: &DifferenceRow| row.features));
    let references = each_once(rows.iter().map(|row| row.reference.name()));
    let name = |row: &DifferenceRow| {
        let against = format!("{} against {}", row.policy, row.reference);
        let name = if references.len() > 1 { against } else { row.policy.to_string() };
        words::with_deck(&name, row.features, decks.len() > 1)
    };
    let names = each_once(rows.iter().map(name));
    let outcomes = each_once(rows.iter().map(|row| row.outcome.as_str()));
    let panel = |outcome: &&str| {
        let own = rows.iter().filter(|row| row.outcome == *outcome);
        let points = own.map(|row| {
            let below = names.iter().rev().position(|known| *known == name(row)).unwrap_or(0);
            Point::new(row.difference, below as f64).between(limits(row.ci_low, row.ci_high))
        });
        difference_panel(outcome, &names, points.collect())
    };
    let than = match references[..] {
        [one] => one,
        _ => "what it is compared with",
    };
    let games = each_once(rows.iter().map(|row| row.games)).into_iter().max().unwrap_or(0);
    let up_to = if rows.iter().any(|row| row.games < games) { "up to " } else { "" };
    let title = match references[..] {
        [one] => format!("What does a policy change, against {one}?"),
        _ => "What does a policy change?".to_owned(),
    };
    let caption = format!(
        "The mean difference in {up_to}{} with {}, on the same decks: right of 0 is more than with \
         {than}.",
        words::count(games, "game"),
        words::decks(decks.iter().copied())
    );
    Ok(Chart::of(title, caption, outcomes.iter().map(panel).collect()))
}

/// The policies from top to bottom, differences from left to right.
fn difference_panel(outcome: &str, names: &[String], points: Vec<Point>) -> Panel {
    const POINTS: &str = "difference in percentage points";
    let (title, axis, unit) = match outcome {
        "cleared" => ("Games that end with no card left", POINTS, Unit::Points),
        "cards-left" => ("Cards left at the end", "difference in cards", Unit::Number),
        "never-more" => ("Games without an extra deal", POINTS, Unit::Points),
        "extra-deals" => ("Extra deals in a game", "difference in deals", Unit::Number),
        other => (other, "difference", Unit::Number),
    };
    let ends = points.iter().flat_map(|point| {
        let Interval { low, high } =
            point.interval.unwrap_or(Interval { low: point.x, high: point.x });
        [point.x, low, high]
    });
    let x = Axis::around_zero(axis, unit, ends);
    let series = Series::new("difference", 0, Mark::Dots, points);
    let y = Axis::names("", names.iter().rev().cloned());
    Panel { rules: vec![0.0], ..Panel::new(x, y, vec![series]).titled(title) }
}

/// One policy differs from none.
fn alone() -> Chart {
    let axes = [Axis::around_zero("difference", Unit::Number, []), Axis::names("", [""])];
    let caption = "That is seen when several policies play the same decks.".to_owned();
    let mut chart = Chart::new("What does a policy change?", caption, axes, Vec::new());
    chart.panels[0].note = "one policy was played: nothing to compare".to_owned();
    chart
}
