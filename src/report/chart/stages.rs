//! Games stage by stage: how often no set is on the table, and which sets are taken, by the cards
//! left in the deck.

use super::Options;
use super::columns::Plot;
use super::description::{Axis, Chart, Mark, Panel, Point, Series};
use super::games::origin;
use super::words;
use crate::report::datasets::recognise::{Recognised, TableError};
use crate::report::games::survival::SurvivalRow;
use crate::report::games::{PlayerKey, StageRow, TypeRow, names};
use crate::stats::proportion::Interval;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Kinds of tables that get a line, or with several policies a panel.
const MOST_LINES: usize = 6;
const MOST_PANELS: usize = 4;
/// Kinds of tables that are rarer than this, compared with the commonest, are left out: of one
/// policy, and of several, where lines that jump about would hide one another.
const RARE: f64 = 1e-4;
const RARE_OF_SEVERAL: f64 = 1e-2;
/// Lines of more stages than this, or beside more players, go without dots.
const MOST_DOTS: usize = 40;
const MOST_DOTTED: usize = 3;

/// The lines of a picture.
#[derive(Default)]
struct StageLines {
    /// The points of each kind (of table, or of set) and player, by the cards left in the deck.
    points: BTreeMap<(String, PlayerKey), BTreeMap<usize, Point>>,
    /// How often each kind came.
    visits: BTreeMap<String, u128>,
    /// Who played, in the order of the files.
    players: Vec<PlayerKey>,
    /// The games that each of them played.
    games: BTreeMap<PlayerKey, u128>,
}

impl StageLines {
    /// Adds a row to the line of its kind: the probability at a stage, with the number of games
    /// that came to it, and its interval where it is estimated. What comes first of a stage stands
    /// for it.
    fn add(
        &mut self,
        player: PlayerKey,
        (in_deck, total): (usize, u128),
        kind: String,
        (probability, interval): (f64, Option<Interval>),
    ) {
        if !self.players.contains(&player) {
            self.players.push(player);
        }
        let games = self.games.entry(player).or_default();
        *games = (*games).max(total);
        let points = self.points.entry((kind.clone(), player)).or_default();
        if let Entry::Vacant(new) = points.entry(in_deck) {
            new.insert(Point::new(in_deck as f64, probability).between(interval));
            let visits = self.visits.entry(kind).or_default();
            *visits = visits.saturating_add(total);
        }
    }

    /// What was played, by whom.
    fn origin(&self) -> String {
        origin(&self.players, &self.games.values().copied().collect())
    }

    /// The commonest kinds that there are at several stages, in the order of their size; and how
    /// many kinds there are.
    fn commonest(&self) -> (Vec<&String>, usize) {
        let one = self.players.len() == 1;
        let (most, rare) = if one { (MOST_LINES, RARE) } else { (MOST_PANELS, RARE_OF_SEVERAL) };
        let drawn = |kind: &&String| {
            let mut own = self.points.iter().filter(|((own, _), _)| own == *kind);
            own.any(|(_, points)| {
                // What was counted has no interval; tables that always hold a set have neither.
                let is_seen = |point: &Point| point.interval.is_some() || point.y > 0.0;
                points.len() > 1 && points.values().any(is_seen)
            })
        };
        let mut kinds: Vec<&String> = self.visits.keys().filter(drawn).collect();
        kinds.sort_by_key(|kind| Reverse(self.visits[*kind]));
        let all = kinds.len();
        let commonest = kinds.first().map_or(0, |kind| self.visits[*kind]) as f64;
        kinds.retain(|kind| self.visits[*kind] as f64 >= rare * commonest);
        kinds.truncate(most);
        let size = |kind: &str| kind.split(' ').next().and_then(|size| size.parse::<usize>().ok());
        kinds.sort_by_key(|&kind| (size(kind), kind));
        (kinds, all)
    }

    /// One player: a panel with a line for each kind. Several: a panel for each kind, a line for
    /// each player.
    fn panels(&self, kinds: &[&String], y: impl Fn(&[Series]) -> Axis) -> Vec<Panel> {
        let names = names(&self.players);
        let series = |kind: &String, player: PlayerKey, name: &str, ink: usize| {
            let points = self.points.get(&(kind.clone(), player))?;
            let crowded = points.len() > MOST_DOTS || self.players.len() > MOST_DOTTED;
            let mark = if crowded { Mark::Line } else { Mark::DottedLine };
            Some(Series::new(name, ink, mark, points.values().rev().cloned().collect()))
        };
        if let [player] = self.players[..] {
            let each = kinds.iter().enumerate();
            let all: Vec<Series> =
                each.filter_map(|(ink, kind)| series(kind, player, kind, ink)).collect();
            return vec![Panel::new(across(&all), y(&all), all)];
        }
        let of_kind = |kind: &&String| -> Vec<Series> {
            let each = self.players.iter().zip(&names).enumerate();
            each.filter_map(|(ink, (&player, name))| series(kind, player, name, ink)).collect()
        };
        let all: Vec<Vec<Series>> = kinds.iter().map(of_kind).collect();
        let (x, y) = (across(&all.concat()), y(&all.concat()));
        let panel = |(kind, own): (&&String, Vec<Series>)| {
            Panel::new(x.clone(), y.clone(), own).titled(kind)
        };
        kinds.iter().zip(all).map(panel).collect()
    }
}

fn across(series: &[Series]) -> Axis {
    Axis::across("cards left in the deck", series).downward()
}

/// How often no set is on the table.
pub(crate) fn no_set(rows: &[StageRow], _: &Options) -> Chart {
    let mut lines = StageLines::default();
    for row in rows {
        // The rows of a stage begin with that of no set; when it is missing there always was one.
        let no_set = if row.sets == 0 { (row.probability, row.limits()) } else { (0.0, None) };
        let (player, kind) = ((row.features, row.policy), format!("{} {}", row.table, row.arrival));
        lines.add(player, (row.in_deck, row.total), kind, no_set);
    }
    let (kinds, all) = lines.commonest();
    let left_out = if kinds.len() < all { " The commonest tables are shown." } else { "" };
    let caption = format!(
        "{}{left_out} Dealt: cards were just dealt; taken: a set was just taken and nothing dealt.",
        lines.origin()
    );
    let panels = lines.panels(&kinds, |series| Axis::odds("tables without a set", series));
    Chart { title: "How often is no set on the table?".to_owned(), caption, panels }
}

/// How often tables of each size hold no set, over all looks.
pub(crate) fn looks(files: &[Recognised<'_>], _: &Options) -> Result<Chart, TableError> {
    let caption = "Each table that a player looks at counts once.".to_owned();
    Plot::lines(("table", "cards on the table"), &[("probability", "")])
        .against("looks without a set")
        .draw(files, "How often is no set on the table?", caption)
}

/// How likely games are stuck that never were before.
pub(crate) fn survival(rows: &[SurvivalRow], _: &Options) -> Chart {
    let mut lines = StageLines::default();
    for row in rows {
        let (player, kind) = ((row.features, row.policy), "never stuck before".to_owned());
        lines.add(player, (row.in_deck, row.total), kind, (row.probability, row.limits()));
    }
    let kinds: Vec<&String> = lines.visits.keys().collect();
    let panels =
        lines.panels(&kinds, |series| Axis::odds("stuck, of games never stuck before", series));
    let (title, caption) = ("When is a game stuck for the first time?", lines.origin());
    Chart { title: title.to_owned(), caption, panels }
}

/// The chart of the number of features in which the sets that are taken differ.
pub(crate) fn types(rows: &[TypeRow], _: &Options) -> Chart {
    let mut lines = StageLines::default();
    for row in rows {
        let kind = match row.differing_features {
            1 => "1 feature differs".to_owned(),
            features => format!("{features} features differ"),
        };
        let player = (row.features, row.policy);
        lines.add(player, (row.in_deck, row.total), kind, (row.probability, row.limits()));
    }
    let policy = match lines.players.as_slice() {
        [(_, policy)] => format!("by the policy {policy}"),
        _ => "by each policy".to_owned(),
    };
    let decks = words::decks(lines.players.iter().map(|(features, _)| *features));
    let caption = format!(
        "The sets that are taken {policy} in games with {decks}, by the features in which their \
         cards differ, as the deck runs out."
    );
    let share = |series: &[Series]| Axis::shares("share of sets taken", false, series);
    let panels = lines.panels(&lines.visits.keys().collect::<Vec<_>>(), share);
    Chart { title: "Which sets are taken?".to_owned(), caption, panels }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::chart::{CsvText, chart};

    #[test]
    fn what_was_counted_is_drawn_without_intervals() {
        let text = "features,policy,in_deck,table,arrival,sets,count,total,probability\n\
                    4,random,69,12,dealt,0,2284535476080,70724320184700,\n\
                    4,random,66,12,dealt,0,1,20,\n4,random,66,12,dealt,1,19,20,\n";
        let source = CsvText { name: "x.csv", text };
        let drawn = chart(&[source], &Options::default()).unwrap();
        let points = &drawn.panels[0].series[0].points;
        assert!(points.len() == 2 && points.iter().all(|point| point.interval.is_none()));
    }
}
