//! Whole games: how often no set is on the table, stage by stage; how games end; how policies
//! differ.

use super::{Choice, RenderTarget, lists, one_by_one};
use crate::report::columns::{Column, plain, with_content};
use crate::report::games::Table;
use crate::report::number::{difference, grouped, one_in, percent, significant};
use crate::report::recognise::{Recognised, TableError};
use crate::stats::proportion::interval;
use crate::stats::{Confidence, Ratio, to_float};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// Kinds of layouts that are rarer than this, compared with the commonest, are left out.
const RARE: f64 = 1e-4;
/// Up to so many values of a game become columns.
const MOST_COLUMNS: usize = 8;

/// What suits the table.
pub(super) fn digest(
    table: Table,
    found: &[Recognised<'_>],
    choice: &Choice,
    target: RenderTarget,
) -> Result<String, TableError> {
    match table {
        Table::Stages => stages(found, choice, target),
        Table::Types => lists::as_it_is(found, choice, target),
        Table::Differences => differences(found, target),
        Table::Leftover | Table::ExtraDeals | Table::LargestTable | Table::Rounds => {
            values(table, found, choice, target)
        }
    }
}

/// Who played: a deck's features, and a policy.
type Player = (usize, String);

/// Rows by player, in the order in which players come.
type Players<T> = Vec<(Player, Vec<T>)>;

fn by_player<T>(rows: impl IntoIterator<Item = T>, player: impl Fn(&T) -> Player) -> Players<T> {
    let mut players: Players<T> = Vec::new();
    for row in rows {
        let own = player(&row);
        match players.iter_mut().find(|(known, _)| *known == own) {
            Some((_, rows)) => rows.push(row),
            None => players.push((own, vec![row])),
        }
    }
    players
}

/// `random`, or `random, 5 features` where there are several decks.
fn names<T>(players: &Players<T>) -> Vec<String> {
    let decks = players.iter().any(|((features, _), _)| *features != players[0].0.0);
    let name = |((features, policy), _): &(Player, Vec<T>)| {
        if decks { format!("{policy}, {features} features") } else { policy.clone() }
    };
    players.iter().map(name).collect()
}

/// All rows; a player that comes in several files counts where it comes first.
fn rows<T: serde::de::DeserializeOwned>(
    found: &[Recognised<'_>],
    player: impl Fn(&T) -> Player,
) -> Result<Vec<T>, TableError> {
    let (mut all, mut known) = (Vec::new(), BTreeSet::new());
    for file in found {
        let own: Vec<T> = file.some_rows()?;
        let new: BTreeSet<Player> = own.iter().map(&player).collect();
        all.extend(own.into_iter().filter(|row| !known.contains(&player(row))));
        known.extend(new);
    }
    Ok(all)
}

/// A row of the stages.
#[derive(Debug, Deserialize)]
struct Stage {
    features: usize,
    policy: String,
    in_deck: usize,
    table: usize,
    arrival: String,
    sets: usize,
    count: u128,
    total: u128,
}

/// How often no set is on the table, by the cards left in the deck and the kind of layout.
fn stages(
    found: &[Recognised<'_>],
    choice: &Choice,
    target: RenderTarget,
) -> Result<String, TableError> {
    let player = |row: &Stage| (row.features, row.policy.clone());
    let none = rows(found, player)?.into_iter().filter(|row| row.sets == 0);
    let players = by_player(none, player);
    let part = |(name, (_, rows)): (String, &(Player, Vec<Stage>))| {
        (name, stages_of(rows, choice.confidence, target))
    };
    Ok(one_by_one(names(&players).into_iter().zip(&players).map(part).collect()))
}

/// Kinds of layouts, by size, that come at several stages and not too rarely.
fn common_kinds(rows: &[Stage]) -> Vec<(usize, &str)> {
    let mut kinds: BTreeMap<(usize, &str), (u128, usize)> = BTreeMap::new();
    for row in rows {
        let (visits, stages) = kinds.entry((row.table, &row.arrival)).or_default();
        *visits = visits.saturating_add(row.total);
        *stages += 1;
    }
    let commonest = kinds.values().map(|&(visits, _)| visits).max().unwrap_or(0);
    let least = RARE * to_float(commonest);
    kinds.retain(|_, &mut (visits, stages)| stages > 1 && to_float(visits) >= least);
    kinds.into_keys().collect()
}

fn stages_of(rows: &[Stage], confidence: Confidence, target: RenderTarget) -> String {
    let kinds = common_kinds(rows);
    let decks: BTreeSet<usize> = rows.iter().map(|row| row.in_deck).collect();
    let mut stages: BTreeMap<(usize, usize, &str), &Stage> = BTreeMap::new();
    for row in rows {
        stages.entry((row.in_deck, row.table, &row.arrival)).or_insert(row);
    }
    let find = |in_deck: usize, (table, arrival): (usize, &str)| {
        stages.get(&(in_deck, table, arrival)).copied()
    };
    let mut columns =
        vec![Column::new(0, "in the deck", decks.iter().rev().map(ToString::to_string))];
    for &(table, arrival) in &kinds {
        let cell = |&in_deck: &usize| {
            let row = find(in_deck, (table, arrival));
            row.map_or_else(String::new, |row| share(row.count, row.total, confidence))
        };
        let title = format!("{table}, {arrival}");
        columns.push(Column::new(0, &title, decks.iter().rev().map(cell)));
    }
    let first = kinds.first().copied().unwrap_or_default();
    let bar = |&in_deck: &usize| {
        find(in_deck, first).map_or(0.0, |row| Ratio::new(row.count, row.total).value())
    };
    let bars: Vec<f64> = decks.iter().rev().map(bar).collect();
    target.numbers(with_content(columns), &bars)
}

fn share(count: u128, total: u128, confidence: Confidence) -> String {
    let half_width = interval(count, total, confidence).half_width();
    percent(Ratio::new(count, total).value(), half_width)
}

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
    count: u128,
    total: u128,
}

fn values(
    table: Table,
    found: &[Recognised<'_>],
    choice: &Choice,
    target: RenderTarget,
) -> Result<String, TableError> {
    let player = |row: &Line| (row.features, row.policy.clone());
    let all = rows(found, player)?;
    let title = table.columns()[2].replace('_', " ");
    let seen: BTreeSet<usize> =
        all.iter().filter(|row| row.count > 0).map(|row| row.value).collect();
    let players = by_player(all, player);
    for ((_, policy), rows) in &players {
        if !adds_up(rows) {
            return Err(TableError::Unsuitable(format!(
                "{}: the games of `{policy}` add up to more than their total",
                found[0].source.name
            )));
        }
    }
    if players.len() > 1 {
        return Ok(side_by_side(&title, &players, &seen, choice.confidence, target));
    }
    let rows = players.first().map_or(&[][..], |(_, rows)| rows);
    Ok(one_player(&title, rows, choice.confidence, target))
}

/// Whether the rows of a player are parts of one whole.
fn adds_up(rows: &[Line]) -> bool {
    let mut counts = rows.iter().map(|row| row.count);
    let sum = counts.try_fold(0, u128::checked_add);
    sum.is_some_and(|sum| rows.iter().all(|row| sum <= row.total))
}

/// The values that become columns; the largest of many share one.
fn groups(seen: &BTreeSet<usize>) -> Vec<(String, Vec<usize>)> {
    let values: Vec<usize> = seen.iter().copied().collect();
    let alone = if values.len() > MOST_COLUMNS { MOST_COLUMNS - 1 } else { values.len() };
    let (alone, together) = values.split_at(alone);
    let single = alone.iter().map(|&value| (value.to_string(), vec![value]));
    let rest = together.first().map(|least| (format!("{least} or more"), together.to_vec()));
    single.chain(rest).collect()
}

/// A line for each player, a column for each value.
fn side_by_side(
    title: &str,
    players: &Players<Line>,
    seen: &BTreeSet<usize>,
    confidence: Confidence,
    target: RenderTarget,
) -> String {
    let mut columns =
        vec![Column::new(0, &format!("policy / {title}"), names(players).into_iter())];
    for (title, values) in groups(seen) {
        let cell = |(_, rows): &(Player, Vec<Line>)| {
            let own = rows.iter().filter(|row| values.contains(&row.value));
            let (count, total) = own.fold((0, 0), |(count, _), row| (count + row.count, row.total));
            if total == 0 { String::new() } else { share(count, total, confidence) }
        };
        columns.push(Column::new(0, &title, players.iter().map(cell)));
    }
    let mean = |(_, rows): &(Player, Vec<Line>)| {
        let sum: f64 = rows.iter().map(|row| row.value as f64 * to_float(row.count)).sum();
        sum / to_float(rows.first().map_or(1, |row| row.total))
    };
    let means: Vec<f64> = players.iter().map(mean).collect();
    columns.push(Column::new(0, "mean", means.iter().map(|&mean| significant(mean, 4))));
    let games = |(_, rows): &(Player, Vec<Line>)| grouped(rows.first().map_or(0, |row| row.total));
    columns.push(Column::new(1, "games", players.iter().map(games)));
    target.numbers(columns, &means)
}

/// A line for each value.
fn one_player(title: &str, rows: &[Line], confidence: Confidence, target: RenderTarget) -> String {
    let bars: Vec<f64> = rows.iter().map(|row| Ratio::new(row.count, row.total).value()).collect();
    let shares = rows.iter().map(|row| share(row.count, row.total, confidence));
    let columns = vec![
        Column::new(0, title, rows.iter().map(|row| row.value.to_string())),
        Column::new(1, "games", rows.iter().map(|row| grouped(row.count))),
        Column::new(0, "share", shares),
        Column::new(2, "odds", bars.iter().map(|&share| one_in(share).unwrap_or_default())),
    ];
    target.numbers(columns, &bars)
}

/// A row of the differences.
#[derive(Debug, Deserialize)]
struct Difference {
    policy: String,
    reference: String,
    outcome: String,
    difference: f64,
    ci_low: Option<f64>,
    ci_high: Option<f64>,
}

/// How policies differ on the same decks.
fn differences(found: &[Recognised<'_>], target: RenderTarget) -> Result<String, TableError> {
    let mut cells = Vec::new();
    for file in found {
        for row in file.some_rows::<Difference>()? {
            let half = row.ci_low.zip(row.ci_high).map(|(low, high)| (high - low) / 2.0);
            let value = difference(row.difference, half);
            cells.push(vec![row.policy, row.outcome, value, row.reference]);
        }
    }
    Ok(plain(&["policy", "outcome", "difference", "from that of"], &cells, target.style()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::digest::tests::show;

    #[test]
    fn stages_become_lines_and_kinds_of_layouts_columns() {
        let text = "features,policy,in_deck,table,arrival,sets,count,total,probability,ci_low,ci_high\n\
                    4,random,66,12,dealt,0,44,1000,0.044,0.03,0.06\n4,random,66,12,dealt,1,956,1000,0.956,0.9,1\n\
                    4,random,69,12,dealt,0,32,1000,0.032,0.02,0.05\n4,random,66,15,dealt,0,1,100,0.01,0,0.05\n\
                    4,random,63,15,dealt,0,1,100,0.01,0,0.05\n4,random,0,3,taken,0,5,500,0.01,0,0.05\n";
        let table = show(text, &Choice::default()).unwrap();
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines.len(), 6, "{table}");
        assert!(lines[0].contains("12, dealt") && lines[0].contains("15, dealt"), "{table}");
        assert!(!lines[0].contains("3, taken"), "a single stage is no course\n{table}");
        assert!(lines[2].contains("69") && lines[3].contains("4 %"), "{table}");
    }

    #[test]
    fn policies_stand_below_one_another() {
        let line = |policy: &str, left: usize, count: usize| {
            format!("4,{policy},{left},{count},100,0.1,0,0.2\n")
        };
        let text =
            ["features,policy,cards_left,count,total,probability,ci_low,ci_high\n".to_owned()]
                .into_iter()
                .chain([
                    line("random", 0, 25),
                    line("random", 6, 75),
                    line("first", 0, 0),
                    line("first", 6, 100),
                ])
                .collect::<String>();
        let table = show(&text, &Choice::default()).unwrap();
        assert!(table.starts_with("| policy / cards left |"), "{table}");
        let cells: Vec<&str> = table.lines().nth(2).unwrap().split('|').map(str::trim).collect();
        assert_eq!((cells[1], cells[4], cells[5]), ("random", "4.500", "100"));
        let one: String = text.lines().take(3).map(|line| format!("{line}\n")).collect();
        assert!(show(&one, &Choice::default()).unwrap().contains("1 in 4.000"));
        let wrong = text.replace(",75,100,", ",175,100,");
        assert!(show(&wrong, &Choice::default()).unwrap_err().contains("175 out of 100"));
        let wrong = text.replace("random,0,25,100,", "random,0,26,100,");
        assert!(show(&wrong, &Choice::default()).unwrap_err().contains("`random` add up to more"));
    }

    #[test]
    fn differences_have_their_uncertainty() {
        let text = "features,policy,reference,outcome,games,difference,ci_low,ci_high\n\
                    4,first,random,cleared,100,0.5,0.3,0.7\n";
        let table = show(text, &Choice::default()).unwrap();
        assert!(table.contains("+0.5 ± 0.2"), "{table}");
        let alone = text.replace("100,0.5,0.3,0.7", "1,-0.5,,");
        let table = show(&alone, &Choice::default()).unwrap();
        assert!(table.contains("| -0.500 "), "{table}");
    }
}
