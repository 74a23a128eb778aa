//! Probability of no set on the table, by the cards left in the deck and the kind of layout.

use super::values::origin;
use super::{PlayerKey, for_each_player, names, rows};
use crate::game::{Arrival, Policy};
use crate::report::chart::{Axis, Chart, Mark, Options, Panel, Point, Series, words};
use crate::report::columns::{Grid, REPEATED, RenderTarget};
use crate::report::csv::row;
use crate::report::estimate::Estimate;
use crate::report::field::{CARDS, FEATURES, Field, RULES, SETS};
use crate::report::groups::by_key;
use crate::report::kind::{Kind, Rows, TableError, View};
use crate::report::number::brief;
use crate::stats::proportion::Interval;
use crate::stats::to_float;
use std::cmp::Reverse;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// Relative frequency, compared with the most frequent kind of layout, below which a kind is left
/// out of a table or chart.
const MIN_FREQUENCY: f64 = 1e-4;

row! {
    /// Row of the CSV for layouts with a certain number of sets at one stage of the games.
    pub struct StageRow {
        /// The number of features of the deck.
        pub features: usize = FEATURES,
        /// The policy that chose the sets.
        pub policy: Policy = Field::names(&Policy::NAMES).key(),
        /// The number of cards left in the deck.
        pub in_deck: usize = CARDS.key(),
        /// The number of cards on the table.
        pub table: usize = CARDS.key(),
        /// Whether cards were just dealt to the table or a set was just taken from it.
        pub arrival: Arrival = Field::names(&Arrival::NAMES).key(),
        /// The number of sets on the table.
        pub sets: usize = SETS.part(),
    }
    estimate {
        /// The rules of the games: `standard`, or the settings that differ, such as `deal=1`.
        pub rules: String = RULES,
    }
}

impl Kind for StageRow {
    const WORDS: &'static str = "the table `stages` of `play`";

    fn table(files: Vec<Rows<'_, Self>>, view: View) -> Result<String, TableError> {
        Ok(draw(rows(files, player)?, view))
    }

    fn chart(files: Vec<Rows<'_, Self>>, _: &Options) -> Result<Chart, TableError> {
        Ok(no_set(&rows(files, player)?))
    }
}

fn player(row: &StageRow) -> PlayerKey {
    (row.features, row.policy)
}

/// Formats, for each player, a table of the probability of no set at each stage of the games.
pub(super) fn draw(rows: Vec<StageRow>, view: View) -> String {
    let players = by_key(rows.into_iter().filter(|row| row.sets == 0), player);
    for_each_player(&players, view.target, |rows| of_player(rows, view.target))
}

/// Keeps the rows of at most 29 evenly spaced stages, for an overview of the games.
pub(super) fn thinned(mut rows: Vec<StageRow>) -> Vec<StageRow> {
    const MAX_LINES: usize = 28;
    let decks: BTreeSet<usize> = rows.iter().map(|row| row.in_deck).collect();
    let (step, last) = (decks.len().div_ceil(MAX_LINES), decks.first().copied());
    let shown: BTreeSet<usize> = decks.into_iter().rev().step_by(step.max(1)).chain(last).collect();
    rows.retain(|row| shown.contains(&row.in_deck));
    rows
}

/// Kind of layout: the number of cards on the table, and whether cards were just dealt.
type StageKey = (usize, Arrival);

/// Returns the kinds of layouts that occur at several stages and not too rarely, sorted by size,
/// each with the number of kinds that are more frequent.
fn common_kinds(rows: &[StageRow]) -> Vec<(StageKey, usize)> {
    let mut kinds: BTreeMap<StageKey, (u128, usize)> = BTreeMap::new();
    for row in rows {
        let (visits, stages) = kinds.entry((row.table, row.arrival)).or_default();
        *visits = visits.saturating_add(row.total);
        *stages += 1;
    }
    let commonest = kinds.values().map(|&(visits, _)| visits).max().unwrap_or(0);
    let least = MIN_FREQUENCY * to_float(commonest);
    kinds.retain(|_, &mut (visits, stages)| stages > 1 && to_float(visits) >= least);
    let commoner = |visits| kinds.values().filter(|&&(other, _)| other > visits).count();
    kinds.iter().map(|(&kind, &(visits, _))| (kind, commoner(visits))).collect()
}

/// Formats a table with one row per stage of the games and one column per kind of layout; a
/// terminal also shows the odds and a bar for the first kind.
fn of_player(rows: &[StageRow], target: RenderTarget) -> String {
    let kinds = common_kinds(rows);
    let mut stages: BTreeMap<(usize, StageKey), &StageRow> = BTreeMap::new();
    for row in rows {
        stages.entry((row.in_deck, (row.table, row.arrival))).or_insert(row);
    }
    let no_set = |in_deck: usize, kind: StageKey| Some(stages.get(&(in_deck, kind))?.estimate());
    let decks: BTreeSet<usize> = rows.iter().map(|row| row.in_deck).collect();
    let decks: Vec<usize> = decks.into_iter().rev().collect();
    let mut grid = Grid::new(&decks).column("in the deck", ToString::to_string);
    for (place, &((table, arrival), commoner)) in kinds.iter().enumerate() {
        let of = |&in_deck: &usize| no_set(in_deck, (table, arrival));
        let title = format!("{table}, {arrival}");
        // The first column has the bars; among the others, the rarest kind is dropped first.
        let rank = if place == 0 { 0 } else { commoner + 1 };
        grid = grid.ranked(rank, &title, |in_deck| of(in_deck).map(Estimate::percentage));
        if !target.is_markdown() && place == 0 {
            grid = grid.ranked(REPEATED, "odds", |in_deck| of(in_deck).and_then(Estimate::one_in));
        }
    }
    let first = |in_deck: &usize| no_set(*in_deck, kinds.first()?.0);
    grid.bars(|in_deck| first(in_deck).map_or(0.0, |it| it.probability)).draw(target)
}
/// Maximum number of kinds of layouts that get a line in a chart of a single policy.
const MAX_LINES: usize = 6;
/// Maximum number of kinds of layouts that get a line in a chart of several policies.
const MAX_LINES_OF_SEVERAL: usize = 4;
/// [`MIN_FREQUENCY`] for charts of several policies, in which erratic lines would hide one another.
const MIN_FREQUENCY_OF_SEVERAL: f64 = 1e-2;
/// Maximum number of stages whose points are drawn as dots.
const MAX_DOTS: usize = 40;

/// Lines of a chart: the probability of no set for each kind of layout and player.
#[derive(Default)]
struct StageLines {
    /// The points of each kind of layout and player, by the number of cards left in the deck.
    points: BTreeMap<(String, PlayerKey), BTreeMap<usize, Point>>,
    /// The number of occurrences of each kind of layout.
    visits: BTreeMap<String, u128>,
    /// The players, in the order in which the files contain them.
    players: Vec<PlayerKey>,
    /// The number of games of each player.
    games: BTreeMap<PlayerKey, u128>,
}

impl StageLines {
    /// Adds the probability of no set at a stage to the line of a kind of layout, with its interval
    /// if it is an estimate; `total` is the number of tables of this kind at the stage. Only the
    /// first call for each player, kind and stage adds a point.
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
            new.insert(Point::new(in_deck as f64, probability).with_interval(interval));
            let visits = self.visits.entry(kind).or_default();
            *visits = visits.saturating_add(total);
        }
    }

    /// Describes the games and the players for the caption.
    fn origin(&self) -> String {
        if self.points.values().flat_map(BTreeMap::values).all(|it| it.interval.is_none()) {
            let decks = words::decks(self.players.iter().map(|(features, _)| *features));
            return format!("All games with {decks}, counted.");
        }
        origin(&self.players, &self.games.values().copied().collect())
    }

    /// Returns the most frequent kinds of layouts that occur at several stages, sorted by size, and
    /// the number of all such kinds.
    fn most_frequent(&self) -> (Vec<&String>, usize) {
        let one = self.players.len() == 1;
        let (most, rare) = if one {
            (MAX_LINES, MIN_FREQUENCY)
        } else {
            (MAX_LINES_OF_SEVERAL, MIN_FREQUENCY_OF_SEVERAL)
        };
        // Exact counts cover only the first stages, at which most kinds of layouts occur once.
        let is_short = self.points.values().all(|points| points.len() < 2);
        let drawn = |kind: &&String| {
            let mut own = self.points.iter().filter(|((own, _), _)| own == *kind);
            own.any(|(_, points)| {
                // Exact counts have no interval, and neither do layouts that always hold a set.
                let is_seen = |point: &Point| point.interval.is_some() || point.y > 0.0;
                (points.len() > 1 || is_short) && points.values().any(is_seen)
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

    /// Returns a sentence with the upper limit of the probability if a table without a set never
    /// occurred in the games, otherwise an empty text.
    fn never_sentence(&self, kinds: &[&String]) -> String {
        let shown = self.points.iter().filter(|((kind, _), _)| kinds.contains(&kind));
        let shown: Vec<&Point> = shown.flat_map(|(_, points)| points.values()).collect();
        let highest = shown.iter().filter_map(|point| point.interval).map(|it| it.high);
        let highest = highest.fold(0.0, f64::max);
        if shown.iter().any(|point| point.y > 0.0) || highest <= 0.0 {
            return String::new();
        }
        format!(" It never was: less often than {}.", brief(highest, None))
    }

    /// Returns a panel for each player with a line for each kind of layout; all panels have equal
    /// axes.
    fn panels(&self, kinds: &[&String]) -> Vec<Panel> {
        let series = |(ink, kind): (usize, &&String), player: PlayerKey| {
            let points = self.points.get(&((*kind).clone(), player))?;
            let mark = if points.len() > MAX_DOTS { Mark::Line } else { Mark::DottedLine };
            Some(Series::new(kind, ink, mark, points.values().rev().cloned().collect()))
        };
        let of_player = |&player: &PlayerKey| -> Vec<Series> {
            kinds.iter().enumerate().filter_map(|kind| series(kind, player)).collect()
        };
        let all: Vec<Vec<Series>> = self.players.iter().map(of_player).collect();
        let shown = all.concat();
        let x = Axis::across("cards left in the deck", &shown).reversed();
        let y = Axis::odds("tables without a set", &shown);
        let panels = all.into_iter().zip(names(&self.players)).map(|(own, name)| {
            let panel = Panel::new(x.clone(), y.clone(), own);
            if self.players.len() > 1 { panel.with_title(&name) } else { panel }
        });
        panels.collect()
    }
}

/// Draws a chart of the probability of no set on the table.
pub(crate) fn no_set(rows: &[StageRow]) -> Chart {
    let mut lines = StageLines::default();
    for row in rows {
        // The rows of a stage begin with that of no set; if it is missing, every layout had a set.
        let no_set = if row.sets == 0 { (row.probability, row.limits()) } else { (0.0, None) };
        let (player, kind) = ((row.features, row.policy), kind_name(row));
        lines.add(player, (row.in_deck, row.total), kind, no_set);
    }
    let (kinds, all) = lines.most_frequent();
    let left_out = if kinds.len() < all { " The most frequent tables are shown." } else { "" };
    let has_taken = kinds.iter().any(|kind| kind.contains(LEFT_OF));
    let left = if has_taken { " Left: a set was just taken and nothing dealt." } else { "" };
    let never = lines.never_sentence(&kinds);
    let caption = format!("{}{left_out}{left}{never}", lines.origin());
    let mut panels = lines.panels(&kinds);
    if let ([panel], [kind]) = (&mut panels[..], &kinds[..]) {
        panel.title.clone_from(kind);
    }
    Chart::from_panels("How often does the table have no set?", caption, panels)
}

/// Names a kind of layout: `12 just dealt`, `12 left of 15`.
fn kind_name(row: &StageRow) -> String {
    match row.arrival {
        Arrival::Dealt => format!("{} just dealt", row.table),
        Arrival::Taken => format!("{}{LEFT_OF}{}", row.table, row.table + 3),
    }
}

/// Part of the name of a kind of layout from which a set was just taken.
const LEFT_OF: &str = " left of ";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::recognise::CsvText;
    use crate::report::show::chart;

    const HEADER: &str =
        "features,policy,in_deck,table,arrival,sets,count,total,probability,ci_low,ci_high\n";

    #[test]
    fn what_was_counted_is_drawn_without_intervals() {
        let rows = "4,random,69,12,dealt,0,2284535476080,70724320184700,0.0323,,\n\
                    4,random,66,12,dealt,0,1,20,0.05,,\n4,random,66,12,dealt,1,19,20,0.95,,\n";
        let text = HEADER.to_owned() + rows;
        let source = CsvText { name: "x.csv", text: &text };
        let drawn = chart(&[source], &Options::default()).unwrap();
        let points = &drawn.panels[0].series[0].points;
        assert!(points.len() == 2 && points.iter().all(|point| point.interval.is_none()));
    }

    #[test]
    fn lines_of_more_than_forty_stages_go_without_dots() {
        let mark = |stages: usize| {
            let row = |place: usize| format!("4,random,{place},12,dealt,0,1,20,0.05,,\n");
            let text = HEADER.to_owned() + &(0..stages).map(row).collect::<String>();
            let source = CsvText { name: "x.csv", text: &text };
            let drawn = chart(&[source], &Options::default()).unwrap();
            drawn.panels[0].series[0].mark
        };
        assert_eq!([mark(40), mark(41)], [Mark::DottedLine, Mark::Line]);
    }
}
