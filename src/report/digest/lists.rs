//! Caps, classes, records and races; and any table as it is.

use super::{Choice, RenderTarget, one_by_one};
use crate::report::columns::without_empty;
use crate::report::extremes::{ExtremeRow, extreme_table};
use crate::report::listing::{self, CapRow, ClassCountRow, ClassRow, RandomCapRow};
use crate::report::number::grouped;
use crate::report::race::RaceRow;
use crate::report::ranking;
use crate::report::recognise::{Recognised, TableError};
use serde::de::DeserializeOwned;

fn all<T: DeserializeOwned>(found: &[Recognised<'_>]) -> Result<Vec<T>, TableError> {
    let rows = found.iter().map(Recognised::some_rows).collect::<Result<Vec<Vec<T>>, _>>()?;
    Ok(rows.into_iter().flatten().collect())
}

/// A table for each deck.
fn by_deck<T>(
    rows: &[T],
    features: impl Fn(&T) -> usize,
    table: impl Fn(&[T]) -> String,
) -> String {
    let decks = rows.chunk_by(|one, next| features(one) == features(next));
    let part = |rows: &[T]| (format!("{} features", features(&rows[0])), table(rows));
    one_by_one(decks.map(part).collect())
}

/// Caps by size.
pub(super) fn caps(
    found: &[Recognised<'_>],
    choice: &Choice,
    target: RenderTarget,
) -> Result<String, TableError> {
    let rows = choice.of(found, all::<CapRow>(found)?, |row| row.cards)?;
    Ok(by_deck(&rows, |row| row.features, |rows| listing::cap_table(rows, target.style())))
}

/// Random complete caps by size.
pub(super) fn random_caps(
    found: &[Recognised<'_>],
    choice: &Choice,
    target: RenderTarget,
) -> Result<String, TableError> {
    let rows = choice.of(found, all::<RandomCapRow>(found)?, |row| row.cards)?;
    Ok(by_deck(&rows, |row| row.features, |rows| listing::random_cap_table(rows, target.style())))
}

/// Classes: few one by one, many by size.
pub(super) fn classes(
    found: &[Recognised<'_>],
    choice: &Choice,
    target: RenderTarget,
) -> Result<String, TableError> {
    let rows = choice.of(found, all::<ClassRow>(found)?, |row| row.cards)?;
    Ok(by_deck(&rows, |row| row.features, |rows| listing::class_table(rows, target.style())))
}

/// How many classes there are.
pub(super) fn class_counts(
    found: &[Recognised<'_>],
    choice: &Choice,
    target: RenderTarget,
) -> Result<String, TableError> {
    let rows = choice.of(found, all::<ClassCountRow>(found)?, |row| row.cards)?;
    Ok(by_deck(&rows, |row| row.features, |rows| listing::class_count_table(rows, target.style())))
}

/// One race as its rankings, several with a line each.
pub(super) fn races(
    found: &[Recognised<'_>],
    choice: &Choice,
    target: RenderTarget,
) -> Result<String, TableError> {
    let rows = choice.of(found, all::<RaceRow>(found)?, |row| row.cards)?;
    let same =
        |one: &RaceRow, next: &RaceRow| (one.features, one.cards) == (next.features, next.cards);
    let races: Vec<Vec<RaceRow>> = rows.chunk_by(same).map(<[RaceRow]>::to_vec).collect();
    Ok(match (&races[..], target) {
        ([race], RenderTarget::Markdown) => ranking::markdown(race),
        ([race], RenderTarget::Terminal(width)) => ranking::text(race, width),
        (races, RenderTarget::Markdown) => ranking::overview_markdown(races),
        (races, RenderTarget::Terminal(width)) => ranking::overview(races, width),
    })
}

/// The fewest and the most sets side by side.
pub(super) fn extremes(
    found: &[Recognised<'_>],
    choice: &Choice,
    target: RenderTarget,
) -> Result<String, TableError> {
    let rows = choice.of(found, all::<ExtremeRow>(found)?, |row| row.cards)?;
    Ok(by_deck(&rows, |row| row.features, |rows| extreme_table(rows, target.style())))
}

/// Any table: its columns, those that are empty left out.
pub(super) fn as_it_is(
    found: &[Recognised<'_>],
    choice: &Choice,
    target: RenderTarget,
) -> Result<String, TableError> {
    let (mut header, mut all) = (Vec::new(), Vec::new());
    for file in found {
        let (own, rows) = file.cells()?;
        if rows.is_empty() {
            return Err(file.empty());
        }
        if header.is_empty() {
            header = own;
        } else if header != own {
            return Err(TableError::Unsuitable(format!(
                "{} has its columns in another order than {}; give them one by one",
                file.source.name, found[0].source.name
            )));
        }
        all.extend(rows);
    }
    let cards = header.iter().position(|title| title == "cards");
    let size = |row: &Vec<String>| cards.and_then(|place| row[place].parse().ok()).unwrap_or(0);
    let rows = match cards {
        Some(_) => choice.of(found, all, size)?,
        None => all,
    };
    let titles: Vec<String> = header.iter().map(|title| title.replace('_', " ")).collect();
    let rows: Vec<Vec<String>> =
        rows.iter().map(|row| row.iter().zip(&header).map(readable).collect()).collect();
    Ok(without_empty(&titles, &rows, target.style()))
}

/// The columns that count something; other digits, such as those of cards, are names.
const COUNTS: [&str; 6] = ["count", "total", "hands", "games", "caps", "stabilizer"];

/// Counts of many digits get separators.
fn readable((cell, column): (&String, &String)) -> String {
    let count = cell.parse().ok().filter(|&number: &u128| number >= 10_000);
    let count = count.filter(|_| COUNTS.contains(&column.as_str()));
    count.map_or_else(|| cell.clone(), grouped)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::digest::tests::{show, sizes};

    #[test]
    fn extremes_stand_side_by_side() {
        let text = "features,cards,extreme,sets,hands,witness\n4,3,least,0,84240,8 17 72\n4,3,most,1,1080,0 12 24\n";
        let table = show(text, &Choice::default()).unwrap();
        let line = table.lines().nth(2).unwrap();
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        assert_eq!(cells[1..8], ["3", "0", "84,240", "`8 17 72`", "1", "1,080", "`0 12 24`"]);
    }

    #[test]
    fn decks_are_kept_apart_and_sizes_chosen() {
        let text = "features,cards,hands,classes\n3,1,27,1\n3,2,351,1\n4,1,81,1\n";
        let table = show(text, &sizes("1")).unwrap();
        assert!(
            table.starts_with("3 features:\n\n| cards") && table.contains("\n4 features:\n"),
            "{table}"
        );
        assert!(!table.contains("351"), "{table}");
    }

    #[test]
    fn any_other_table_is_shown_as_it_is() {
        let text = "hand,set,card1,card2,card3\n1,1,1123,2213,3333\n";
        let table = show(text, &Choice::default()).unwrap();
        assert!(table.starts_with("| hand | set | card1"), "{table}");
        assert!(table.contains("1123"), "{table}");
        let text = "hand,card,digits,bits,index\n1,2 diamond red solid,1000,010100100100,27\n";
        assert!(show(text, &Choice::default()).unwrap().contains("| 010100100100 |"));
        let text = "features,cards,sets,given,count,total,probability\n4,12,0,,12345,67890,0.18\n";
        assert!(show(text, &Choice::default()).unwrap().contains("| 12,345 | 67,890 |"));
    }
}
