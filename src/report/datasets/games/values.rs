//! What every game has: cards left at the end, extra deals, the most cards on the table, sets
//! taken.

use super::{PlayerKey, Players, names, rows, standard};
use crate::game::Policy;
use crate::report::columns::{Grid, REPEATED, RenderTarget};
use crate::report::csv::{self, Row, by_name, row};
use crate::report::datasets::recognise::{Recognised, TableError};
use crate::report::datasets::{Choice, View};
use crate::report::document::{RecordWriter, Records, Table};
use crate::report::field::{CARDS, FEATURES, Field, RULES, SETS};
use crate::report::groups::by_key;
use crate::report::number::{grouped, one_in, significant, with_uncertainty};
use crate::report::share::Share;
use crate::stats::moments::SampleMoments;
use crate::stats::{Confidence, to_float};
use crate::tally::Tally;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::collections::BTreeSet;
use std::io::{self, Write};

row! {
    /// Games with one value of something that every game has: a row of the CSV, in which each of
    /// the tables has a name of its own for the value.
    pub struct ValueRow {
        /// Features of the deck.
        pub features: usize = FEATURES,
        /// The policy.
        #[serde(with = "by_name")]
        pub policy: Policy = Field::names(&Policy::NAMES).key(),
        /// The value.
        #[serde(
            alias = "cards_left",
            alias = "extra_deals",
            alias = "largest_table",
            alias = "sets_taken"
        )]
        pub value: usize = SETS.part(),
    }
    share {
        /// The rules of the games.
        #[serde(default = "standard")]
        pub rules: String = RULES,
    }
}

/// A table of values by the names of its columns.
pub(crate) struct GameValues {
    pub(super) rows: Vec<ValueRow>,
    pub(super) fields: &'static [Field; 9],
}

/// A row with the names of its columns.
struct NamedRow<'a>(&'a ValueRow, [&'static str; 9]);

impl Serialize for NamedRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(row, names) = self;
        let mut entries = serializer.serialize_map(Some(names.len()))?;
        entries.serialize_entry(names[0], &row.features)?;
        entries.serialize_entry(names[1], row.policy.name())?;
        entries.serialize_entry(names[2], &row.value)?;
        let [count, total] = row.share().counts();
        entries.serialize_entry(names[3], &count)?;
        entries.serialize_entry(names[4], &total)?;
        for (name, number) in
            names[5..].iter().zip([Some(row.probability), row.ci_low, row.ci_high])
        {
            entries.serialize_entry(name, &number)?;
        }
        entries.serialize_entry(names[8], &row.rules)?;
        entries.end()
    }
}

impl Records for GameValues {
    fn write_records(&self, to: &mut RecordWriter<'_>) -> io::Result<()> {
        let names = self.fields.map(|field| field.name);
        to.add_all(self.rows.iter().map(|row| NamedRow(row, names)))
    }
}

impl Table for GameValues {
    fn write_csv(&self, to: &mut dyn Write) -> io::Result<()> {
        let header = self.fields.map(|field| field.name);
        csv::write_groups(&header, [&self.rows], to)
    }

    fn draw(&self, target: RenderTarget, to: &mut dyn Write) -> io::Result<()> {
        let view = View { choice: &Choice::default(), target };
        to.write_all(draw(&self.fields[2].title(), self.rows.clone(), view).as_bytes())
    }
}

/// The columns of a table of values.
const fn fields(value: Field, [count, total]: [Field; 2]) -> [Field; 9] {
    let [features, policy, _, _, _, probability, low, high, rules] = *first_fields();
    [features, policy, value, count, total, probability, low, high, rules]
}

/// The columns of a row under the names that the type of the row has.
const fn first_fields() -> &'static [Field; 9] {
    match ValueRow::FIELDS.first_chunk() {
        Some(fields) => fields,
        None => panic!("a row of values has nine columns"),
    }
}

/// The columns of a table whose rows are the parts of all games.
const fn parts(name: &'static str, about: &'static str, kind: Field) -> [Field; 9] {
    let [_, _, _, count, total, ..] = *first_fields();
    fields(kind.part().at(name, about, ""), [count, total])
}

pub(crate) const LEFTOVER: [Field; 9] = parts("cards_left", "Cards left at the end.", CARDS);
pub(crate) const EXTRA_DEALS: [Field; 9] =
    parts("extra_deals", "Deals because the table held no set.", SETS);
pub(crate) const LARGEST_TABLE: [Field; 9] =
    parts("largest_table", "The most cards on the table.", CARDS);
pub(crate) const ROUNDS: [Field; 9] = parts("sets_taken", "Sets taken in the game.", SETS);
/// The most values of a game that become columns.
const MAX_COLUMNS: usize = 8;

/// The table of some files.
pub(crate) fn table(files: &[Recognised<'_>], view: View<'_>) -> Result<String, TableError> {
    let all = rows(files, ValueRow::player)?;
    let title = files[0].dataset.fields()[2].title();
    Ok(draw(&title, all, view))
}

impl ValueRow {
    /// Whose games they are.
    pub(crate) fn player(&self) -> PlayerKey {
        (self.features, self.policy)
    }
}

/// One player with a line for each value, several with a line each.
pub(super) fn draw(title: &str, rows: Vec<ValueRow>, view: View<'_>) -> String {
    let seen: BTreeSet<usize> =
        rows.iter().filter(|row| row.count > 0).map(|row| row.value).collect();
    let players = by_key(rows, ValueRow::player);
    if players.len() > 1 {
        return side_by_side(title, &players, &seen, view);
    }
    let rows = players.first().map_or(&[][..], |(_, rows)| rows);
    let table = one_player(title, rows, view);
    let is_markdown = view.target.is_markdown();
    if is_markdown { table } else { table + &mean(title, rows, view.choice.confidence) }
}

/// `mean cards left: 7.713 ± 0.004`
pub(super) fn mean(title: &str, rows: &[ValueRow], confidence: Confidence) -> String {
    let mut tally = Tally::default();
    rows.iter().for_each(|row| tally.add(row.value, row.count));
    let moments = SampleMoments::from_tally(&tally);
    let mean =
        |moments: SampleMoments| with_uncertainty(moments.mean, moments.half_width(confidence));
    moments.map_or_else(String::new, |moments| format!("mean {title}: {}\n", mean(moments)))
}

/// The values that become columns; the largest of many share one.
fn groups(seen: &BTreeSet<usize>) -> Vec<(String, Vec<usize>)> {
    let values: Vec<usize> = seen.iter().copied().collect();
    let alone = if values.len() > MAX_COLUMNS { MAX_COLUMNS - 1 } else { values.len() };
    let (alone, together) = values.split_at(alone);
    let single = alone.iter().map(|&value| (value.to_string(), vec![value]));
    let rest = together.first().map(|least| (format!("{least} or more"), together.to_vec()));
    single.chain(rest).collect()
}

/// A line for each player, a column for each value.
fn side_by_side(
    title: &str,
    players: &Players<ValueRow>,
    seen: &BTreeSet<usize>,
    View { choice: &Choice { confidence, .. }, target }: View<'_>,
) -> String {
    let names = names(&players.iter().map(|(player, _)| *player).collect::<Vec<_>>());
    let lines: Vec<(String, &[ValueRow])> =
        names.into_iter().zip(players.iter().map(|(_, rows)| rows.as_slice())).collect();
    let mut grid = Grid::of(&lines).text(&format!("policy / {title}"), |(name, _)| name.clone());
    let groups = groups(seen);
    let games = |values: &[usize]| -> f64 {
        let own = players.iter().flat_map(|(_, rows)| rows).filter(|it| values.contains(&it.value));
        own.map(|row| to_float(row.count)).sum()
    };
    for (place, (title, values)) in groups.iter().enumerate() {
        // Where space is short, the rarest go first; the least value, such as no card left, stays.
        let commoner = groups.iter().filter(|(_, other)| games(other) > games(values)).count();
        let rank = if place == 0 { 0 } else { 1 + commoner };
        grid = grid.ranked(rank, title, |(_, rows)| {
            let own: Vec<_> = rows.iter().filter(|row| values.contains(&row.value)).collect();
            match own[..] {
                [] => None,
                [row] => Some(row.share().percentage()),
                // Of several values together the file has no limits.
                [row, ..] => {
                    let count = own.iter().map(|row| row.count).sum();
                    Some(Share::estimated(count, row.total, confidence).percentage())
                }
            }
        });
    }
    let total = |rows: &[ValueRow]| rows.first().map_or(1, |row| row.total);
    let mean = |rows: &[ValueRow]| {
        let sum: f64 = rows.iter().map(|row| row.value as f64 * to_float(row.count)).sum();
        sum / to_float(total(rows))
    };
    grid.column("mean", |(_, rows)| significant(mean(rows), 4))
        .ranked(REPEATED, "games", |(_, rows)| grouped(total(rows)))
        .bars(|(_, rows)| mean(rows))
        .draw(target)
}

/// A line for each value.
fn one_player(title: &str, rows: &[ValueRow], view: View<'_>) -> String {
    Grid::of(rows)
        .column(title, |row| row.value.to_string())
        .ranked(1, "games", |row| grouped(row.count))
        .column("probability", |row| row.share().percentage())
        .ranked(2, "odds", |row| one_in(row.probability))
        .bars(|row| row.probability)
        .draw(view.target)
}

#[cfg(test)]
mod tests {
    use crate::report::datasets::Choice;
    use crate::report::datasets::tests::show;

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
        assert!(show(&one, &Choice::default()).unwrap().contains("1 in 4.000"));
    }
}
