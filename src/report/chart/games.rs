//! Whole games: how they end, what they need, and how policies differ. What happens on the way is
//! in `stages`.

use super::description::{Axis, Chart, Mark, Panel, Point, Series, Unit};
use super::words::{self, brief};
use crate::report::games::Table;
use crate::report::recognise::{Recognised, TableError};
use serde::Deserialize;
use std::collections::BTreeSet;

/// Up to so many bars stand side by side; more values become lines.
const MOST_BARS: usize = 60;
/// Up to so many values stand side by side whatever lies between them.
const MOST_NAMES: usize = 24;
/// Up to so many bars have their share written above.
const MOST_LABELS: usize = 12;
/// On an even scale a bar this much lower than the highest cannot be seen.
const INVISIBLE: f64 = 1e-4;

/// A row of something that every game has.
#[derive(Debug, Deserialize)]
struct Line {
    features: usize,
    policy: String,
    #[serde(
        alias = "cards_left",
        alias = "extra_deals",
        alias = "largest_table",
        alias = "sets_taken"
    )]
    value: usize,
    total: u128,
    probability: f64,
    ci_low: f64,
    ci_high: f64,
}

impl Line {
    fn point(&self, place: usize, labelled: bool) -> Point {
        let label = if labelled { brief(self.probability) } else { String::new() };
        let point = Point::new(place as f64, self.probability);
        Point { label, ..point.between(Some((self.ci_low, self.ci_high))) }
    }
}

/// The lines of each player, in the order in which players come.
type Players = Vec<(Player, Vec<Line>)>;

/// A policy in games with some deck.
pub(super) type Player = (usize, String);

/// The names of players, with the deck where there are several; the place is the number of the ink.
pub(super) fn names<'a>(players: impl Iterator<Item = &'a Player>) -> Vec<(Player, String)> {
    let found = words::each_once(players);
    let decks = found.iter().any(|(features, _)| *features != found[0].0);
    let name = |(features, policy): &Player| {
        if decks { format!("{policy}, {features} features") } else { policy.clone() }
    };
    found.into_iter().map(|player| (player.clone(), name(player))).collect()
}

/// `20,000,000 games with the game's 81 cards, policy random.`
pub(super) fn origin(players: &[(Player, String)], games: &BTreeSet<u128>) -> String {
    let most = words::count(games.last().copied().unwrap_or(0), "game");
    let games = if games.len() > 1 { format!("Up to {most}") } else { most };
    let decks = words::decks(players.iter().map(|((features, _), _)| *features));
    let policy = match players {
        [((_, policy), _)] => format!(", policy {policy}"),
        _ => " by each policy".to_owned(),
    };
    format!("{games} with {decks}{policy}.")
}

/// Something that every game has: bars side by side, or lines where there are too many.
pub(super) fn values(
    table: Table,
    files: &[Recognised<'_>],
    log: bool,
) -> Result<Chart, TableError> {
    let lines = read(files)?;
    let players = names(lines.iter().map(|(player, _)| player));
    let all = || lines.iter().flat_map(|(_, lines)| lines);
    let games: BTreeSet<u128> = all().map(|line| line.total).collect();
    let shown = shown(&lines, log);
    let numbers: BTreeSet<usize> =
        all().map(|line| line.value).filter(|value| shown.contains(value)).collect();
    let numbers: Vec<usize> = numbers.into_iter().collect();
    let bars = numbers.len() * players.len() <= MOST_BARS;
    let few = bars && numbers.len() <= MOST_NAMES;
    let labelled = few && !log && players.len() == 1 && numbers.len() <= MOST_LABELS;
    let series = lines.iter().zip(&players).enumerate().map(|(ink, ((_, lines), (_, name)))| {
        let own = lines.iter().filter(|line| shown.contains(&line.value));
        let points = own.map(|line| {
            let place = numbers.iter().position(|&number| number == line.value).filter(|_| few);
            line.point(place.unwrap_or(line.value), labelled)
        });
        let mark = if bars { Mark::Bars } else { Mark::DottedLine };
        Series::new(name, ink, mark, points.collect())
    });
    let series: Vec<Series> = series.collect();
    let (title, axis) = about(table);
    let x = if few {
        Axis::names(axis, numbers.iter().map(ToString::to_string))
    } else {
        Axis::across(axis, &series)
    };
    let y = Axis::shares("share of games", log, &series);
    Ok(Chart {
        title: title.to_owned(),
        caption: origin(&players, &games),
        panels: vec![Panel::new(x, y, series)],
    })
}

const fn about(table: Table) -> (&'static str, &'static str) {
    match table {
        Table::Leftover => ("How many cards are left when the game ends?", "cards left"),
        Table::ExtraDeals => {
            ("How often do three more cards have to be dealt?", "extra deals in a game")
        }
        Table::LargestTable => {
            ("How many cards lie on the table, at most?", "most cards on the table in a game")
        }
        _ => ("How many sets are taken in a game?", "sets taken"),
    }
}

/// The lines of each player; of the same player in several files those with more games.
fn read(files: &[Recognised<'_>]) -> Result<Players, TableError> {
    let mut all: Players = Vec::new();
    for file in files {
        let mut own: Players = Vec::new();
        for line in file.some_rows::<Line>()? {
            let player = (line.features, line.policy.clone());
            match own.iter_mut().find(|(known, _)| *known == player) {
                Some((_, lines)) => lines.push(line),
                None => own.push((player, vec![line])),
            }
        }
        for (player, lines) in own {
            match all.iter_mut().find(|(known, _)| *known == player) {
                Some((_, known)) if known[0].total < lines[0].total => *known = lines,
                Some(_) => {}
                None => all.push((player, lines)),
            }
        }
    }
    Ok(all)
}

/// The values from the first to the last that can be seen.
fn shown(lines: &Players, log: bool) -> std::ops::RangeInclusive<usize> {
    let all = || lines.iter().flat_map(|(_, lines)| lines);
    let highest = all().map(|line| line.probability).fold(0.0, f64::max);
    let least = if log { f64::MIN_POSITIVE } else { INVISIBLE * highest };
    let seen = || all().filter(|line| line.probability >= least).map(|line| line.value);
    let first = seen().min().unwrap_or(0);
    // A few values that never come are no loss of room, and say that they do not.
    (if first <= 12 { 0 } else { first })..=seen().max().unwrap_or(0)
}

/// A row of how policies differ.
#[derive(Debug, Deserialize)]
struct Difference {
    policy: String,
    reference: String,
    outcome: String,
    games: u128,
    difference: f64,
    ci_low: Option<f64>,
    ci_high: Option<f64>,
}

/// How policies differ from the first one on the same decks: a panel for each outcome.
pub(super) fn differences(files: &[Recognised<'_>]) -> Result<Chart, TableError> {
    let rows: Result<Vec<Vec<Difference>>, TableError> =
        files.iter().map(Recognised::rows).collect();
    let rows: Vec<Difference> = rows?.into_iter().flatten().collect();
    let Some(Difference { reference, games, .. }) = rows.first() else { return Ok(alone()) };
    let policies = words::each_once(rows.iter().map(|row| row.policy.as_str()));
    let outcomes = words::each_once(rows.iter().map(|row| row.outcome.as_str()));
    let panel = |outcome: &&str| {
        let own = rows.iter().filter(|row| row.outcome == *outcome);
        let points = own.map(|row| {
            let below = policies.iter().rev().position(|&policy| policy == row.policy);
            let place = below.unwrap_or(0) as f64;
            Point::new(row.difference, place).between(row.ci_low.zip(row.ci_high))
        });
        difference_panel(outcome, &policies, points.collect())
    };
    Ok(Chart {
        title: format!("What does a policy change, against {reference}?"),
        caption: format!(
            "The mean difference in {} on the same decks: right of 0 is more than with {reference}.",
            words::count(*games, "game")
        ),
        panels: outcomes.iter().map(panel).collect(),
    })
}

/// The policies from top to bottom, differences from left to right.
fn difference_panel(outcome: &str, policies: &[&str], points: Vec<Point>) -> Panel {
    const POINTS: &str = "difference in percentage points";
    let (title, axis, unit) = match outcome {
        "cleared" => ("Games that end with no card left", POINTS, Unit::Points),
        "cards-left" => ("Cards left at the end", "difference in cards", Unit::Number),
        "never-more" => ("Games without an extra deal", POINTS, Unit::Points),
        "extra-deals" => ("Extra deals in a game", "difference in deals", Unit::Number),
        other => (other, "difference", Unit::Number),
    };
    let ends = points.iter().flat_map(|point| {
        [
            point.x,
            point.interval.map_or(point.x, |(low, _)| low),
            point.interval.map_or(point.x, |(_, high)| high),
        ]
    });
    let x = Axis::around_zero(axis, unit, ends);
    let series = Series::new("difference", 0, Mark::Dots, points);
    let y = Axis::names("", policies.iter().rev().copied());
    Panel { rules: vec![0.0], ..Panel::new(x, y, vec![series]).titled(title) }
}

/// One policy differs from none.
fn alone() -> Chart {
    let note = "one policy was played: nothing to compare".to_owned();
    let x = Axis::around_zero("difference", Unit::Number, []);
    let y = Axis::names("", [String::new()]);
    let panel = Panel { note, ..Panel::new(x, y, Vec::new()) };
    Chart {
        title: "What does a policy change?".to_owned(),
        caption: "That is seen when several policies play the same decks.".to_owned(),
        panels: vec![panel],
    }
}
