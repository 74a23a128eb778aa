//! Games stage by stage: how often no set is on the table, and which sets are taken, by the cards left
//! in the deck.

use super::description::{Axis, Chart, Mark, Panel, Point, Series, Unit};
use super::games::{Player, names, origin};
use super::table::{ChartError, Recognised};
use serde::Deserialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Kinds of tables that get a line, or with several policies a panel.
const MOST_LINES: usize = 6;
const MOST_PANELS: usize = 4;
/// Kinds of tables that are rarer than this, compared with the commonest, are left out.
const RARE: f64 = 1e-4;
/// Lines of more stages than this go without dots.
const MOST_DOTS: usize = 40;

/// What a line of the picture is about: a kind of table, or of sets.
type Kind = String;

/// The points of each kind and player, by the cards left in the deck.
type Lines = BTreeMap<(Kind, Player), BTreeMap<usize, Point>>;

/// A row of the stages.
#[derive(Debug, Deserialize)]
struct Stage {
    features: usize,
    policy: String,
    in_deck: usize,
    table: usize,
    arrival: String,
    sets: usize,
    total: u128,
    probability: f64,
    ci_low: f64,
    ci_high: f64,
}

/// How often no set is on the table.
pub(super) fn no_set(files: &[Recognised<'_>]) -> Result<Chart, ChartError> {
    let (mut lines, mut visits, mut games) = (Lines::new(), BTreeMap::<Kind, u128>::new(), 0);
    let mut players: Vec<Player> = Vec::new();
    for file in files {
        let mut seen = None;
        for row in file.some_rows::<Stage>()? {
            let player = (row.features, row.policy.clone());
            let kind = format!("{} {}", row.table, row.arrival);
            let stage = (player.clone(), kind.clone(), row.in_deck);
            if seen.as_ref() != Some(&stage) {
                *visits.entry(kind.clone()).or_default() += row.total;
                seen = Some(stage);
            }
            games = games.max(row.total);
            let point = if row.sets == 0 {
                Point::new(row.in_deck as f64, row.probability)
                    .between(Some((row.ci_low, row.ci_high)))
            } else {
                Point::new(row.in_deck as f64, 0.0)
            };
            lines.entry((kind, player.clone())).or_default().entry(row.in_deck).or_insert(point);
            players.push(player);
        }
    }
    let players = names(players.iter());
    let most = if players.len() > 1 { MOST_PANELS } else { MOST_LINES };
    let (kinds, all) = commonest(&lines, &visits, most);
    let caption = if kinds.len() < all {
        format!("{} The commonest tables of {all} kinds.", origin(&players, games))
    } else {
        origin(&players, games)
    };
    let caption = format!(
        "{caption} Dealt: cards were just dealt; taken: a set was just taken and nothing dealt."
    );
    let axis = ("tables without a set", Unit::OneIn);
    Ok(Chart {
        title: "How often is no set on the table?".to_owned(),
        caption,
        panels: panels(&lines, &kinds, &players, axis),
    })
}

/// The commonest kinds of tables that there are at several stages, in the order of their size; and how
/// many kinds there are.
fn commonest(lines: &Lines, visits: &BTreeMap<Kind, u128>, most: usize) -> (Vec<Kind>, usize) {
    let drawn = |kind: &Kind| {
        lines.iter().any(|((own, _), points)| {
            own == kind && points.len() > 1 && points.values().any(|point| point.interval.is_some())
        })
    };
    let mut kinds: Vec<&Kind> = visits.keys().filter(|kind| drawn(kind)).collect();
    kinds.sort_by_key(|kind| Reverse(visits[*kind]));
    let commonest = kinds.first().map_or(0, |kind| visits[*kind]) as f64;
    kinds.retain(|kind| visits[*kind] as f64 >= RARE * commonest);
    let all = kinds.len();
    kinds.truncate(most);
    let size = |kind: &Kind| kind.split(' ').next().and_then(|size| size.parse::<usize>().ok());
    kinds.sort_by_key(|kind| (size(kind), (*kind).clone()));
    (kinds.into_iter().cloned().collect(), all)
}

/// One player: a panel with a line for each kind. Several: a panel for each kind, a line for each
/// player.
fn panels(
    lines: &Lines,
    kinds: &[Kind],
    players: &[(Player, String)],
    (title, unit): (&str, Unit),
) -> Vec<Panel> {
    let series = |kind: &Kind, player: &Player, name: &str, ink: usize| {
        let points = lines.get(&(kind.clone(), player.clone()))?;
        let mark = if points.len() > MOST_DOTS { Mark::Line } else { Mark::DottedLine };
        Some(Series::new(name, ink, mark, points.values().rev().cloned().collect()))
    };
    let panel = |all: Vec<Series>| {
        let points = || all.iter().flat_map(|series| &series.points);
        let x = Axis::whole_numbers("cards left in the deck", points().map(|point| point.x));
        let ends =
            points().flat_map(|point| [point.y, point.interval.map_or(0.0, |(_, high)| high)]);
        let y = match unit {
            Unit::Percent => Axis::from_zero(title, unit, ends),
            _ => Axis::powers_of_ten(title, unit, ends),
        };
        Panel::new(x.downward(), y, all)
    };
    if let [(player, _)] = players {
        let each = kinds.iter().enumerate();
        return vec![panel(
            each.filter_map(|(ink, kind)| series(kind, player, kind, ink)).collect(),
        )];
    }
    let of_kind = |kind: &Kind| {
        let each = players.iter().enumerate();
        panel(each.filter_map(|(ink, (player, name))| series(kind, player, name, ink)).collect())
            .titled(kind)
    };
    kinds.iter().map(of_kind).collect()
}

/// A row of the sets that were taken.
#[derive(Debug, Deserialize)]
struct Taken {
    features: usize,
    policy: String,
    in_deck: usize,
    differing_features: usize,
    total: u128,
    probability: f64,
    ci_low: f64,
    ci_high: f64,
}

/// In how many features the sets that are taken differ.
pub(super) fn types(files: &[Recognised<'_>]) -> Result<Chart, ChartError> {
    let (mut lines, mut games) = (Lines::new(), 0);
    let (mut players, mut kinds): (Vec<Player>, Vec<Kind>) = (Vec::new(), Vec::new());
    for file in files {
        for row in file.some_rows::<Taken>()? {
            let player = (row.features, row.policy.clone());
            let plural = if row.differing_features == 1 { "" } else { "s" };
            let kind = format!(
                "{} feature{plural} differ{}",
                row.differing_features,
                if plural.is_empty() { "s" } else { "" }
            );
            if !kinds.contains(&kind) {
                kinds.push(kind.clone());
            }
            games = games.max(row.total);
            let point = Point::new(row.in_deck as f64, row.probability)
                .between(Some((row.ci_low, row.ci_high)));
            lines.entry((kind, player.clone())).or_default().entry(row.in_deck).or_insert(point);
            players.push(player);
        }
    }
    kinds.sort();
    let players = names(players.iter());
    let caption = format!(
        "Sets by the features in which their cards differ, as the game goes on. {}",
        origin(&players, games)
            .replace("game with", "set taken in games with")
            .replace("games with", "sets taken at a stage in games with")
    );
    let axis = ("share of sets taken", Unit::Percent);
    Ok(Chart {
        title: "Which sets are taken?".to_owned(),
        caption,
        panels: panels(&lines, &kinds, &players, axis),
    })
}
