//! Checks the rows of the program's own tables: cells match their columns, counts add up to their
//! totals, and probabilities and confidence limits are recomputed from the counts.
//!
//! Every row is checked before it is used, so no number in a file controls memory use or drawing,
//! and every error names the line, the column and the valid values.

use crate::card::Deck;
use crate::exact::impossible::bounds;
use crate::measure::{Key, Measure};
use crate::report::escape::excerpt;
use crate::report::field::{Field, FieldKind};
use crate::report::kind::{Dataset, TextRows};
use crate::report::sheet::{TableError, decimal_point};
use crate::stats::proportion::Interval;
use crate::stats::{Confidence, Ratio, clusters};
use csv::StringRecord;
use std::collections::{BTreeMap, HashSet};
use std::str::FromStr;

/// Row of a CSV together with the kind of result that it belongs to.
#[derive(Clone, Copy)]
struct Row<'a> {
    table: Dataset,
    cells: &'a StringRecord,
}

/// Checks the cells of a CSV row. Returns the row with its probability and confidence limits
/// recomputed from the counts.
pub(super) fn check_row(
    table: Dataset,
    name: &str,
    cells: &StringRecord,
    confidence: Confidence,
) -> Result<StringRecord, TableError> {
    let row = Row { table, cells };
    let wrong = |what: String| TableError::in_record(name, cells, &what);
    row.check_cells(name)?;
    row.check_interval().map_err(wrong)?;
    let Some((count, total)) = row.share() else { return Ok(cells.clone()) };
    if total == 0 || count > total {
        return Err(wrong(format!(
            "a count of {count} out of {total}; a total is at least 1 and at least its count"
        )));
    }
    let limits = row.limits(count, total, confidence);
    let cell = |(field, cell): (&Field, &str)| match (field.name, limits) {
        ("probability", _) => format!("{:?}", Ratio::new(count, total).value()),
        ("ci_low", Some(limits)) => format!("{:?}", limits.low),
        ("ci_high", Some(limits)) => format!("{:?}", limits.high),
        _ => cell.to_owned(),
    };
    let mut computed: StringRecord = table.fields.iter().zip(cells).map(cell).collect();
    computed.set_position(cells.position().cloned());
    Ok(computed)
}

impl<'a> Row<'a> {
    /// Returns the text in a column of the row, or an empty text if the column is missing.
    fn text(self, name: &str) -> &'a str {
        self.table.place(name).map_or("", |place| &self.cells[place])
    }

    fn number<T: FromStr>(self, name: &str) -> Option<T> {
        self.text(name).parse().ok()
    }

    fn is_sampled(self) -> bool {
        !self.text("ci_low").is_empty()
    }

    /// Returns the numerator and denominator of the probability in a row: count and total, or for
    /// caps the number of caps and of all hands. Returns `None` if the table has no probability or
    /// the counts are missing.
    fn share(self) -> Option<(u128, u128)> {
        let [count, total] = match self.table.place("total") {
            Some(_) => ["count", "total"],
            None => ["caps", "hands"],
        };
        self.table.place("probability")?;
        self.number(count).zip(self.number(total))
    }

    fn check_cells(self, name: &str) -> Result<(), TableError> {
        let largest = Deck::all().last().unwrap_or(Deck::GAME);
        // The number of features precedes all columns whose limits depend on it.
        let deck = self.number("features").and_then(|it| Deck::new(it).ok()).unwrap_or(largest);
        // The exact probabilities of `greedy-cap` are not fractions of counts.
        let has_no_counts = self.text("measure") == Measure::GreedyCap.name()
            && ["count", "total", "ci_low"].into_iter().all(|name| self.text(name).is_empty());
        // Only ultrasets can be more numerous than the sets of the deck.
        let is_of_ultrasets = self.text("measure") == Measure::Ultrasets.name();
        for (field, text) in self.table.fields.iter().zip(self.cells) {
            let kind = match field.kind {
                FieldKind::Sets if is_of_ultrasets => values(Measure::Ultrasets, deck),
                kind => kind,
            };
            let may_be_empty =
                field.is_optional || has_no_counts && matches!(field.name, "count" | "total");
            if text.is_empty() && may_be_empty {
                continue;
            }
            let Some(right) = kind.expected_if_invalid(text, deck) else { continue };
            let point =
                decimal_point(text).filter(|point| kind.expected_if_invalid(point, deck).is_none());
            let right = match point {
                Some(point) => format!("write {} instead of {}", excerpt(&point), excerpt(text)),
                None => format!("give {right}"),
            };
            return Err(TableError::in_cell(name, self.cells, [field.name, text], &right));
        }
        Ok(())
    }

    /// Checks that both confidence limits of the row are missing, or that both are present and in
    /// order.
    fn check_interval(self) -> Result<(), String> {
        let limits = ["ci_low", "ci_high"].map(|column| self.number::<f64>(column));
        match limits {
            [None, None] => Ok(()),
            [Some(low), Some(high)] if low <= high => Ok(()),
            _ => Err("`ci_low` and `ci_high` are both empty, or limits that rise".to_owned()),
        }
    }

    /// Computes the confidence limits of a row from its counts. Returns `None` for exact rows, and
    /// for tables whose limits cannot be computed from the counts.
    fn limits(self, count: u128, total: u128, confidence: Confidence) -> Option<Interval> {
        if !self.is_sampled() || !self.table.limits_follow() {
            return None;
        }
        let effect = match self.table.place("measure") {
            Some(_) => {
                let key = Key { cards: self.number("cards")?, measure: self.number("measure")? };
                key.design_effect(Deck::new(self.number("features")?).ok()?)?.value()
            }
            None => 1.0,
        };
        Some(clusters::interval(count, total, effect, confidence))
    }

    /// Returns whether each row has a total of its own. This is so in exact distributions of the
    /// number of cards up to the first set, where the total is the number of ways to turn over that
    /// number of cards.
    fn has_own_total(self) -> bool {
        !self.is_sampled() && self.text("measure") == Measure::FirstSet.name()
    }

    /// Describes the counts of this row for error messages.
    fn counted(self) -> String {
        match (self.text("policy"), self.text("cards")) {
            ("", "") => "the counts".to_owned(),
            ("", cards) => format!("the counts of {cards}-card hands"),
            (policy, _) => format!("the games of `{}`", excerpt(policy)),
        }
    }
}

/// Returns the kind of the values that a measure can take in hands of the deck: whole numbers up to
/// the largest of them.
pub(super) fn values(measure: Measure, deck: Deck) -> FieldKind {
    let cards = *measure.sizes(deck).end();
    FieldKind::Whole(*bounds(deck, Key { cards, measure }).end() as u128)
}

/// Running sum of the counts in rows that differ only in the value, with the first of these rows
/// and the total that all of them state.
struct Whole<'a> {
    first: Row<'a>,
    total: u128,
    /// The sum of the counts, or `None` if it exceeds 128 bits.
    sum: Option<u128>,
    rows: usize,
}

/// Checks that no two rows have the same keys, and that the counts of rows that differ only in the
/// value add up to their total. A single exact row is accepted, because for large hands only the
/// hands without a set are counted.
pub(super) fn check_totals(table: Dataset, file: &TextRows<'_>) -> Result<(), TableError> {
    let keys = table.keys();
    let mut known = HashSet::new();
    for cells in file.rows.iter().filter(|_| !keys.is_empty()) {
        let row = Row { table, cells };
        if !known.insert(keys.iter().map(|key| row.text(key)).collect::<Vec<_>>()) {
            let what = format!(
                "a row before it has the same {}; give each run as a file of its own",
                keys.join(", ")
            );
            return Err(TableError::in_record(file.name, cells, &what));
        }
    }
    let common = table.whole();
    if common.is_empty() {
        return Ok(());
    }
    let wrong = |row: Row<'_>, total: u128, more: &str| {
        let what = format!("{} do not add up to their total of {total}{more}", row.counted());
        TableError::in_record(file.name, row.cells, &what)
    };
    let mut wholes: BTreeMap<Vec<&str>, Whole<'_>> = BTreeMap::new();
    for cells in &file.rows {
        let row = Row { table, cells };
        let Some((count, total)) = row.share().filter(|_| !row.has_own_total()) else { continue };
        let key = common.iter().map(|name| row.text(name)).collect();
        let new = || Whole { first: row, total, sum: Some(0), rows: 0 };
        let whole = wholes.entry(key).or_insert_with(new);
        if whole.total != total {
            let more = format!("; a row before it has a total of {}", whole.total);
            return Err(wrong(row, total, &more));
        }
        whole.sum = whole.sum.and_then(|sum| sum.checked_add(count));
        whole.rows += 1;
    }
    for Whole { first, total, sum, rows } in wholes.into_values() {
        if sum != Some(total) && (rows > 1 || first.is_sampled()) {
            let more = sum.map_or_else(String::new, |sum| format!(", but to {sum}"));
            return Err(wrong(first, total, &more));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::answer::{AnswerRow, ValueAnswerRow};
    use crate::report::caps::CapRow;
    use crate::report::classes::ClassCountRow;
    use crate::report::distribution::DistributionRow;
    use crate::report::extremes::ExtremeRow;
    use crate::report::games::{DifferenceRow, stages::StageRow};
    use crate::report::hands::CardRow;
    use crate::report::kind::Kind;

    /// Checks a row that lacks the columns that may be absent.
    fn check<K: Kind>(row: &str) -> Result<(), String> {
        let table = Dataset::of::<K>();
        let mut cells: StringRecord = row.split(',').map(|cell| cell.replace(';', ",")).collect();
        assert_eq!(cells.len(), table.required_columns().len());
        table.fields.iter().filter_map(|field| field.absent).for_each(|it| cells.push_field(it));
        let checked = check_row(table, "x.csv", &cells, Confidence::default());
        checked.map(|_| ()).map_err(|error| error.to_string())
    }

    #[test]
    fn what_cannot_be_is_refused_with_what_would_be_right() {
        let fine = "4,12,sets,0,1,10,0.1,0.01,0.4,0.03";
        assert_eq!(check::<DistributionRow>(fine), Ok(()));
        assert_eq!(check::<DistributionRow>("4,81,ultrasets,63180,1,1,1,,,"), Ok(()));
        assert_eq!(check::<DistributionRow>("4,81,greedy-cap,17,,,0.6,,,0.6"), Ok(()));
        let long = format!("4,12,sets,{},1,10,0.1,,,", "9".repeat(100_000));
        assert!(check::<DistributionRow>(&long).unwrap_err().len() < 200);
        for (row, reason) in [
            ("99,12,sets,0,1,10,0.1,,,", "`features`: `99` is not valid; give 2 to 6"),
            ("x,99,sets,0,1,10,0.1,,,", "`features`: `x` is not valid"),
            ("4,82,sets,0,1,10,0.1,,,", "`cards`: `82` is not valid; give 0 to 81, the cards"),
            ("2,9,sets,13,1,10,0.1,,,", "`value`: `13` is not valid; give 0 to 12, the sets"),
            ("5,81,ultrasets,63181,1,10,0.1,,,", "give a whole number up to 63180"),
            ("4,12,sets,-1,1,10,0.1,,,", "`value`: `-1` is not valid"),
            ("4,12,sets,,1,10,0.1,,,", "`value`: an empty cell is not valid"),
            ("4,12,set,0,1,10,0.1,,,", "`measure`: `set` is not valid; give sets or first-set or"),
            ("4,12,sets,0,many,10,0.1,,,", "`count`: `many` is not valid; give a whole number"),
            ("4,12,sets,0,1,10,2.5,,,", "`2.5` is not valid; give a probability from 0 to 1"),
            ("4,12,sets,0,1,10,0.1,,,NaN", "`exact_probability`: `NaN` is not valid"),
            (
                "4,12,sets,0,1,10,0;1,,,",
                "line 1, column `probability`: `0,1` is not valid; write 0.1 instead of 0,1",
            ),
            ("4,12,sets,0,11,10,0.1,,,", "a count of 11 out of 10"),
            ("4,12,sets,0,0,0,0,,,", "a count of 0 out of 0"),
            ("4,12,sets,0,1,10,,,,", "`probability`: an empty cell is not valid"),
            ("4,12,sets,0,,,0.1,,,", "`count`: an empty cell is not valid"),
            ("4,81,greedy-cap,17,,,0.1,0,0.2,", "`count`: an empty cell is not valid"),
            ("4,12,sets,0,1,10,0.1,0.5,,", "both empty"),
            ("4,12,sets,0,1,10,0.1,0.5,0.4,", "limits that rise"),
        ] {
            let error = check::<DistributionRow>(row).unwrap_err();
            assert!(error.contains(reason), "{row}: {error}");
        }
    }

    #[test]
    fn each_table_has_its_own_limits() {
        assert_eq!(check::<DifferenceRow>("4,first,random,cleared,9,-0.5,-0.7,-0.3"), Ok(()));
        assert!(check::<DifferenceRow>("4,first,random,cleared,9,1e300,,").is_err());
        assert!(
            check::<DifferenceRow>("4,last,random,cleared,9,1,,").unwrap_err().contains("`last`")
        );
        assert_eq!(check::<AnswerRow>("4,12,3+,12:0,1,10,0.1"), Ok(()));
        assert_eq!(check::<ValueAnswerRow>("4,12,ultrasets,3+,1,10,0.1"), Ok(()));
        let long = "9".repeat(60);
        assert_eq!(check::<ClassCountRow>(&format!("4,12,,{long}")), Ok(()));
        assert!(check::<CapRow>(&format!("4,12,1,{long},1,1,,")).is_err());
        let error = check::<ExtremeRow>("4,3,least,0,84240,8 17 72").unwrap_err();
        assert_eq!(
            error,
            "x.csv, line 1, column `extreme`: `least` is not valid; give fewest or most"
        );
        let stage = |arrival: &str| format!("4,random,69,12,{arrival},0,1,10,0.1,0.01,0.4");
        assert_eq!(check::<StageRow>(&stage("dealt")), Ok(()));
        let error = check::<StageRow>(&stage("given")).unwrap_err();
        assert!(error.contains("give dealt or taken"), "{error}");
        assert_eq!(check::<CardRow>("1,anything,0121,00,16"), Ok(()));
    }
}
