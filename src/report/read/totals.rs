//! Counts and totals of a CSV: the counts of one whole add up to its total, and probabilities and
//! confidence limits are computed from them.

use crate::card::Deck;
use crate::measure::{Key, Measure};
use crate::report::escape::excerpt;
use crate::report::kind::Dataset;
use crate::report::kind::table_error::TableError;
use crate::report::share::Share;
use crate::stats::proportion::Interval;
use crate::stats::{Confidence, clusters};
use csv::StringRecord;
use std::collections::{BTreeMap, HashSet};
use std::str::FromStr;

/// A row with the names of its columns.
#[derive(Clone, Copy)]
struct Cells<'a> {
    columns: &'a StringRecord,
    row: &'a StringRecord,
}

impl<'a> Cells<'a> {
    /// Returns the text in a column; empty if there is no such column.
    fn text(self, name: &str) -> &'a str {
        let place = self.columns.iter().position(|column| column == name);
        place.and_then(|place| self.row.get(place)).unwrap_or("")
    }

    fn number<T: FromStr>(self, name: &str) -> Option<T> {
        self.text(name).parse().ok()
    }

    fn is_sampled(self) -> bool {
        !self.text("ci_low").is_empty()
    }

    /// Whether the row has a total of its own: when the first set comes, exactly, each row has the
    /// ways to turn over as many cards.
    fn has_own_total(self) -> bool {
        !self.is_sampled() && self.text("measure") == Measure::FirstSet.name()
    }

    /// Returns what the counts are of, in words.
    fn counted(self) -> String {
        match (self.text("policy"), self.text("cards")) {
            ("", "") => "the counts".to_owned(),
            ("", cards) => format!("the counts of hands of {cards} cards"),
            (policy, _) => format!("the games of `{}`", excerpt(policy)),
        }
    }
}

/// Rows that agree in all but the value.
struct Whole<'a> {
    first: Cells<'a>,
    total: u128,
    /// The sum of the counts, unless it passes 128 bits.
    sum: Option<u128>,
    rows: usize,
}

/// Checks that no two rows agree in all keys of the table, and that the counts of rows that agree
/// in all but the value add up to the total in their rows. A single exact row is accepted: of large
/// hands only those without a set are counted.
pub(super) fn check(
    table: Dataset,
    name: &str,
    columns: &StringRecord,
    rows: &[StringRecord],
) -> Result<(), TableError> {
    let (keys, mut known) = (table.keys(), HashSet::new());
    for row in rows.iter().filter(|_| !keys.is_empty()) {
        let key: Vec<&str> = keys.iter().map(|name| Cells { columns, row }.text(name)).collect();
        if !known.insert(key) {
            let what = format!(": a row before it has the same {}", keys.join(", "));
            return Err(TableError::in_line(name, row.position(), &what));
        }
    }
    let common = table.whole();
    if common.is_empty() {
        return Ok(());
    }
    let wrong = |cells: Cells<'_>, total: u128| {
        let what = format!(": {} do not add up to their total of {total}", cells.counted());
        TableError::in_line(name, cells.row.position(), &what)
    };
    let mut wholes: BTreeMap<Vec<&str>, Whole<'_>> = BTreeMap::new();
    for row in rows {
        let cells = Cells { columns, row };
        let numbers = cells.number::<u128>("count").zip(cells.number::<u128>("total"));
        let Some((count, total)) = numbers.filter(|_| !cells.has_own_total()) else { continue };
        let key = common.iter().map(|name| cells.text(name)).collect();
        let new = || Whole { first: cells, total, sum: Some(0), rows: 0 };
        let whole = wholes.entry(key).or_insert_with(new);
        if whole.total != total {
            return Err(wrong(cells, total));
        }
        whole.sum = whole.sum.and_then(|sum| sum.checked_add(count));
        whole.rows += 1;
    }
    for Whole { first, total, sum, rows } in wholes.into_values() {
        if sum != Some(total) && (rows > 1 || first.is_sampled()) {
            return Err(wrong(first, total));
        }
    }
    Ok(())
}

/// Computes the probability of a row from its count and total (for caps, the number of all hands),
/// and the limits of one that has some.
pub(super) fn computed(
    table: Dataset,
    columns: &StringRecord,
    row: &StringRecord,
    confidence: Confidence,
) -> StringRecord {
    let cells = Cells { columns, row };
    let [count, total] = match table.field("total") {
        Some(_) => ["count", "total"],
        None => ["caps", "hands"],
    };
    let (Some(count), Some(total)) = (cells.number(count), cells.number(total)) else {
        return row.clone();
    };
    let probability = Share::exact(count, total).probability();
    let limits = limits(table, cells, [count, total], confidence);
    let cell = |(column, cell): (&str, &str)| match (column, limits) {
        ("probability", _) => format!("{probability:?}"),
        ("ci_low", Some(limits)) => format!("{:?}", limits.low),
        ("ci_high", Some(limits)) => format!("{:?}", limits.high),
        _ => cell.to_owned(),
    };
    let mut computed: StringRecord = columns.iter().zip(row).map(cell).collect();
    computed.set_position(row.position().cloned());
    computed
}

/// Computes the confidence limits of a row. `None` if it has none, and where counts do not tell
/// them.
fn limits(
    table: Dataset,
    cells: Cells<'_>,
    [count, total]: [u128; 2],
    confidence: Confidence,
) -> Option<Interval> {
    if !cells.is_sampled() || !table.limits_follow() {
        return None;
    }
    let effect = match table.field("measure") {
        Some(_) => {
            let measure = cells.text("measure").parse().ok()?;
            let key = Key { cards: cells.number("cards")?, measure };
            key.design_effect(Deck::new(cells.number("features")?).ok()?)?.value()
        }
        None => 1.0,
    };
    Some(clusters::interval(count, total, effect, confidence))
}
