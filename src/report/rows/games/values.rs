//! Values that every game has: the cards left at the end, the extra deals, the maximum number of
//! cards on the table, and the sets taken.

use super::{PlayerKey, Players, names, rows};
use crate::game::{Policy, Subject};
use crate::report::chart::{Axis, Chart, Mark, Options, Point, Series, words};
use crate::report::columns::{Grid, REPEATED};
use crate::report::csv::{Row, row};
use crate::report::estimate::Estimate;
use crate::report::field::{CARDS, FEATURES, Field, RULES, SETS};
use crate::report::groups::by_key;
use crate::report::kind::{Kind, Rows, TableError, View};
use crate::report::number::{brief, count, grouped, significant, with_uncertainty};
use crate::report::rows::distribution::chart::MIN_VISIBLE;
use crate::stats::moments::SampleMoments;
use crate::stats::{Confidence, to_float};
use crate::tally::Tally;
use std::collections::BTreeSet;

/// Proportion of games with one value of a quantity that every game has.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueRow {
    /// The number of features of the deck.
    pub features: usize,
    /// The policy that chose the sets.
    pub policy: Policy,
    /// The value of the quantity, such as the number of cards left.
    pub value: usize,
    /// The proportion of games with this value.
    pub estimate: Estimate,
    /// The rules of the games: `standard`, or the settings that differ, such as `deal=1`.
    pub rules: String,
}

/// Defines a row type that has the same columns as a [`ValueRow`] and its own name for the value
/// column.
macro_rules! kind_of_values {
    ($subject:ident, $row:ident, $words:literal, $about:literal, $value:ident: $field:expr) => {
        row! {
            /// Row of the CSV for the games in which a quantity has one value.
            pub struct $row {
                /// The number of features of the deck.
                pub features: usize = FEATURES,
                /// The policy that chose the sets.
                pub policy: Policy = Field::names(&Policy::NAMES).key(),
                #[doc = $about]
                pub $value: usize = $field.part(),
            }
            estimate {
                /// The rules of the games: `standard`, or the settings that differ, such as
                /// `deal=1`.
                        pub rules: String = RULES,
            }
        }

        impl From<ValueRow> for $row {
            fn from(ValueRow { features, policy, value, estimate, rules }: ValueRow) -> Self {
                Self::new((features, policy, value), estimate, (rules,))
            }
        }

        impl From<$row> for ValueRow {
            fn from(row: $row) -> Self {
                let estimate = row.estimate();
                let $row { features, policy, $value: value, rules, .. } = row;
                Self { features, policy, value, estimate, rules }
            }
        }

        impl Kind for $row {
            const WORDS: &'static str = $words;

            fn table(files: Vec<Rows<'_, Self>>, view: View) -> Result<String, TableError> {
                Ok(draw(&Self::FIELDS[2].title(), rows(files, ValueRow::player)?, view))
            }

            fn chart(files: Vec<Rows<'_, Self>>, options: &Options) -> Result<Chart, TableError> {
                let players = by_key(rows(files, ValueRow::player)?, ValueRow::player);
                Ok(values(&players, Subject::$subject, options.log))
            }
        }
    };
}

kind_of_values! {
    Leftover, LeftoverRow, "the table `leftover` of `play`",
    "The number of cards left at the end of the game.", cards_left: CARDS
}

kind_of_values! {
    ExtraDeals, ExtraDealsRow, "the table `extra-deals` of `play`",
    "The number of extra deals, made because the table had no set.", extra_deals: SETS
}

kind_of_values! {
    LargestTable, LargestTableRow, "the table `largest-table` of `play`",
    "The maximum number of cards on the table during the game.", largest_table: CARDS
}

kind_of_values! {
    Rounds, RoundsRow, "the table `rounds` of `play`",
    "The number of sets taken in the game.", sets_taken: SETS
}

/// Maximum number of value columns in a table; the largest values share the last column.
const MAX_COLUMNS: usize = 8;

impl ValueRow {
    /// Returns the player whose games the row counts: the deck and the policy.
    pub(crate) fn player(&self) -> PlayerKey {
        (self.features, self.policy)
    }
}

/// Formats a table of values: one row per value for a single player, or one row per player for
/// several.
pub(super) fn draw(title: &str, rows: Vec<ValueRow>, view: View) -> String {
    let seen: BTreeSet<usize> =
        rows.iter().filter(|row| row.estimate.count > 0).map(|row| row.value).collect();
    let players = by_key(rows, ValueRow::player);
    if players.len() > 1 {
        return side_by_side(title, &players, &seen, view);
    }
    let rows = players.first().map_or(&[][..], |(_, rows)| rows);
    let table = one_player(title, rows, view);
    let is_markdown = view.target.is_markdown();
    if is_markdown { table } else { table + &mean(title, rows, view.confidence) }
}

/// Returns a sentence with the mean of the values: `mean cards left: 7.713 ± 0.004`.
pub(super) fn mean(title: &str, rows: &[ValueRow], confidence: Confidence) -> String {
    let mut tally = Tally::default();
    rows.iter().for_each(|row| tally.add(row.value, row.estimate.count));
    let moments = SampleMoments::from_tally(&tally);
    let mean =
        |moments: SampleMoments| with_uncertainty(moments.mean, moments.half_width(confidence));
    moments.map_or_else(String::new, |moments| format!("mean {title}: {}\n", mean(moments)))
}

/// Groups the values into table columns; if there are many, the largest share one column.
fn groups(seen: &BTreeSet<usize>) -> Vec<(String, Vec<usize>)> {
    let values: Vec<usize> = seen.iter().copied().collect();
    let alone = if values.len() > MAX_COLUMNS { MAX_COLUMNS - 1 } else { values.len() };
    let (alone, together) = values.split_at(alone);
    let single = alone.iter().map(|&value| (value.to_string(), vec![value]));
    let rest = together.first().map(|least| (format!("{least} or more"), together.to_vec()));
    single.chain(rest).collect()
}

/// Formats a table with one row per player and one column per value.
fn side_by_side(
    title: &str,
    players: &Players<ValueRow>,
    seen: &BTreeSet<usize>,
    View { target, confidence, .. }: View,
) -> String {
    let names = names(&players.iter().map(|(player, _)| *player).collect::<Vec<_>>());
    let lines: Vec<(String, &[ValueRow])> =
        names.into_iter().zip(players.iter().map(|(_, rows)| rows.as_slice())).collect();
    let mut grid = Grid::new(&lines).text(&format!("policy / {title}"), |(name, _)| name.clone());
    let groups = groups(seen);
    let games = |values: &[usize]| -> f64 {
        let own = players.iter().flat_map(|(_, rows)| rows).filter(|it| values.contains(&it.value));
        own.map(|row| to_float(row.estimate.count)).sum()
    };
    for (place, (title, values)) in groups.iter().enumerate() {
        // If space is short, the rarest columns are dropped first; the smallest value, such as no
        // card left, stays.
        let commoner = groups.iter().filter(|(_, other)| games(other) > games(values)).count();
        let rank = if place == 0 { 0 } else { 1 + commoner };
        grid = grid.ranked(rank, title, |(_, rows)| {
            let own: Vec<_> = rows.iter().filter(|row| values.contains(&row.value)).collect();
            match own[..] {
                [] => None,
                [row] => Some(row.estimate.percentage()),
                // The file has no limits for several values together.
                [row, ..] => {
                    let count = own.iter().map(|row| row.estimate.count).sum();
                    Some(Estimate::sampled(count, row.estimate.total, confidence).percentage())
                }
            }
        });
    }
    let total = |rows: &[ValueRow]| rows.first().map_or(1, |row| row.estimate.total);
    let mean = |rows: &[ValueRow]| {
        let sum: f64 = rows.iter().map(|row| row.value as f64 * to_float(row.estimate.count)).sum();
        sum / to_float(total(rows))
    };
    grid.column("mean", |(_, rows)| significant(mean(rows), 4))
        .ranked(REPEATED, "games", |(_, rows)| grouped(total(rows)))
        .bars(|(_, rows)| mean(rows))
        .draw(target)
}

/// Formats the table of a single player, with one row per value.
fn one_player(title: &str, rows: &[ValueRow], view: View) -> String {
    Grid::new(rows)
        .column(title, |row| row.value.to_string())
        .ranked(1, "games", |row| grouped(row.estimate.count))
        .column("probability", |row| row.estimate.percentage())
        .ranked(2, "odds", |row| row.estimate.one_in())
        .bars(|row| row.estimate.probability)
        .draw(view.target)
}

/// Maximum number of bars side by side; more values are drawn as lines.
const MAX_BARS: usize = 60;
/// Maximum number of values that are segments of one stacked bar.
const MAX_STACKED: usize = 9;
/// Maximum number of values that are drawn as categories without gaps.
const MAX_NAMES: usize = 24;

/// Describes the games for a caption: `20,000,000 games with the game's 81 cards, policy random.`
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

/// Draws a chart of a quantity that every game has: stacked bars for several players and few values
/// on a linear scale, otherwise bars, or lines if there are too many values.
pub(crate) fn values(lines: &Players<ValueRow>, of: Subject, log: bool) -> Chart {
    let players: Vec<PlayerKey> = lines.iter().map(|(player, _)| *player).collect();
    let names = names(&players);
    let all = || lines.iter().flat_map(|(_, lines)| lines);
    let games: BTreeSet<u128> = all().map(|line| line.estimate.total).collect();
    let shown = visible_range(lines, log);
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
            point.with_interval(line.estimate.limits).labelled(labelled)
        });
        let mark = if bars { Mark::Bars } else { Mark::DottedLine };
        Series::new(name, ink, mark, points.collect())
    });
    let mut series: Vec<Series> = series.collect();
    if of == Subject::Leftover && bars && numbers.first() == Some(&0) {
        series = highlight_cleared(series);
    }
    let (title, axis) = title_and_axis(of);
    let x = if few {
        Axis::names(axis, numbers.iter().map(ToString::to_string))
    } else {
        Axis::across(axis, &series)
    };
    let y = Axis::shares("share of games", log, &series);
    Chart::new(title, origin(&players, &games), [x, y], series)
}

/// Draws one stacked bar per player, whose segments cover all of the player's games; the bar with
/// the largest first segment is at the top.
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
            Some(point.with_interval(row.estimate.limits))
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
    let (title, axis) = title_and_axis(of);
    let x = Axis::whole(&format!("share of games, by {axis}"));
    let y = Axis::names("", rows.into_iter().map(|(name, _)| name));
    Chart::new(title, caption, [x, y], series)
}

/// Highlights the games that end with no card left, if there are any and there is a single player.
fn highlight_cleared(series: Vec<Series>) -> Vec<Series> {
    match &series[..] {
        [Series { points, .. }] if points.first().is_some_and(|first| first.y > 0.0) => {
            Series::from_zero(points.clone(), ["no card left", "cards left"])
        }
        _ => series,
    }
}

const fn title_and_axis(of: Subject) -> (&'static str, &'static str) {
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

/// Returns the range of values that a chart shows: up to the last value that is frequent enough to
/// be visible, and from 0 or the first such value.
fn visible_range(lines: &Players<ValueRow>, log: bool) -> std::ops::RangeInclusive<usize> {
    let all = || lines.iter().flat_map(|(_, lines)| lines);
    let highest = all().map(|line| line.estimate.probability).fold(0.0, f64::max);
    let least = if log { f64::MIN_POSITIVE } else { MIN_VISIBLE * highest };
    let seen = || all().filter(|line| line.estimate.probability >= least).map(|line| line.value);
    let first = seen().min().unwrap_or(0);
    // Up to 12 leading values that never occur are shown as zeros, because they take little space.
    (if first <= 12 { 0 } else { first })..=seen().max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use crate::report::show::Choice;
    use crate::report::show::table_tests::show;

    #[test]
    fn policies_stand_below_one_another() {
        let text = "features,policy,cards_left,count,total,probability,ci_low,ci_high\n\
                    4,random,0,25,100,0.25,0,0.5\n4,random,6,75,100,0.75,0.5,1\n\
                    4,first,0,0,100,0,0,0.2\n4,first,6,100,100,1,0.8,1\n";
        let table = show(text, &Choice::default()).unwrap();
        assert!(table.starts_with("| policy / cards left |"), "{table}");
        let cells: Vec<&str> = table.lines().nth(2).unwrap().split('|').map(str::trim).collect();
        assert_eq!((cells[1], cells[4], cells[5]), ("random", "4.500", "100"));
        let one: String = text.lines().take(3).map(|line| format!("{line}\n")).collect();
        assert!(show(&one, &Choice::default()).unwrap().contains(" 25 % | 1 in 4.0 |"));
    }
}
