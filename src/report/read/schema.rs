//! What the numbers in the tables that the program writes may be.
//!
//! Every row is checked before anything is made of it. So no number in a file decides how much is
//! stored or drawn, and a mistake is named with its line, its column, and what would be right.

use crate::card::Deck;
use crate::measure::Measure;
use crate::report::escape::excerpt;
use crate::report::field::{self, Field, FieldKind};
use crate::report::kind::Dataset;
use csv::StringRecord;

/// The words that R and other programs write for a missing value.
const MISSING: [&str; 3] = ["NA", "NaN", "null"];

/// Returns a cell as the program writes it: empty where nothing is known, and not in capitals.
pub(super) fn plain(field: Option<&Field>, cell: &str) -> String {
    let Some(field) = field else { return cell.to_owned() };
    let may_be_empty = field.is_optional || field.kind == FieldKind::Count;
    if may_be_empty && MISSING.iter().any(|text| text.eq_ignore_ascii_case(cell)) {
        return String::new();
    }
    match field.kind {
        FieldKind::Logical => cell.to_ascii_lowercase(),
        _ => cell.to_owned(),
    }
}

/// The limits of a file: what each of its columns holds.
pub(super) struct Limits<'a> {
    columns: Vec<(&'a str, Option<&'static Field>)>,
}

impl<'a> Limits<'a> {
    /// The limits of a table whose columns stand in this order.
    pub(super) fn new(table: Dataset, header: &'a StringRecord) -> Self {
        Self { columns: header.iter().map(|column| (column, table.field(column))).collect() }
    }

    /// Checks a row; the error says what is wrong.
    pub(super) fn check(&self, record: &StringRecord) -> Result<(), String> {
        let largest = Deck::all().last().unwrap_or(Deck::GAME);
        let deck = match self.cell("features", record) {
            // A row without a valid deck is refused for that, first of all.
            Some(features) => match features.parse().ok().and_then(|it| Deck::new(it).ok()) {
                Some(deck) => deck,
                None => {
                    return self.check_cells(record, largest, |kind| kind == FieldKind::Features);
                }
            },
            None => largest,
        };
        self.check_cells(record, deck, |_| true)?;
        self.check_total(record)?;
        self.check_interval(record)
    }

    fn cell<'r>(&self, column: &str, record: &'r StringRecord) -> Option<&'r str> {
        let place = self.columns.iter().position(|(name, _)| *name == column)?;
        let is_text = self.columns[place].1.is_none_or(|field| field.kind == FieldKind::Text);
        record.get(place).filter(|_| !is_text)
    }

    fn check_cells(
        &self,
        record: &StringRecord,
        deck: Deck,
        wanted: impl Fn(FieldKind) -> bool,
    ) -> Result<(), String> {
        // An exact probability of `greedy-cap` is not a fraction of counts.
        let is_empty = |column| self.cell(column, record) == Some("");
        let has_no_counts = self.cell("measure", record) == Some(Measure::GreedyCap.name())
            && ["count", "total"].into_iter().all(is_empty)
            && self.cell("ci_low", record).is_none_or(str::is_empty);
        let large = [Measure::Ultrasets].into_iter();
        let large = large.filter(|measure| record.iter().any(|text| text == measure.name()));
        let large = large.max_by_key(|&measure| field::most(measure, deck));
        for (&(column, field), text) in self.columns.iter().zip(record) {
            let Some(field) = field.filter(|field| wanted(field.kind)) else { continue };
            let large = large.filter(|_| field.kind == FieldKind::Sets);
            let kind = large.map_or(field.kind, FieldKind::Measured);
            let may_be_missing =
                field.is_optional || has_no_counts && matches!(field.name, "count" | "total");
            let is_missing = text.is_empty() && may_be_missing;
            if let Some(right) = kind.instead(text, deck).filter(|_| !is_missing) {
                let text = excerpt(text);
                return Err(format!(", column `{column}`: `{text}` is not valid; give {right}"));
            }
        }
        Ok(())
    }

    /// Checks that a total is at least 1 and at least its count.
    fn check_total(&self, record: &StringRecord) -> Result<(), String> {
        let number = |column| self.cell(column, record)?.parse::<u128>().ok();
        for (count, total) in [("count", "total"), ("caps", "hands")] {
            let Some((count, total)) = number(count).zip(number(total)) else { continue };
            if total == 0 || count > total {
                return Err(format!(
                    ": a count of {count} out of {total}; a total is at least 1 and at least its \
                     count"
                ));
            }
        }
        Ok(())
    }

    /// An interval has both limits or none, in order.
    fn check_interval(&self, record: &StringRecord) -> Result<(), String> {
        let limits = ["ci_low", "ci_high"].map(|column| self.cell(column, record).unwrap_or(""));
        match limits.map(|limit| limit.parse::<f64>().ok()) {
            [None, None] => Ok(()),
            [Some(low), Some(high)] if low <= high => Ok(()),
            _ => Err(": `ci_low` and `ci_high` are both empty, or limits that rise".to_owned()),
        }
    }
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

    fn check<K: Kind>(row: &str) -> Result<(), String> {
        let table = Dataset::of::<K>();
        let header = StringRecord::from(table.required_columns());
        let row: Vec<&str> = row.split(',').collect();
        assert_eq!(row.len(), header.len());
        Limits::new(table, &header).check(&StringRecord::from(row))
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
            (
                "5,81,ultrasets,63181,1,10,0.1,,,",
                "give 0 to 63180, the ultrasets in the largest hands",
            ),
            ("4,12,sets,-1,1,10,0.1,,,", "`value`: `-1` is not valid"),
            ("4,12,sets,,1,10,0.1,,,", "`value`: `` is not valid"),
            ("4,12,set,0,1,10,0.1,,,", "`measure`: `set` is not valid; give sets or first-set or"),
            ("4,12,sets,0,many,10,0.1,,,", "`count`: `many` is not valid; give a whole number"),
            ("4,12,sets,0,1,10,2.5,,,", "`2.5` is not valid; give a probability from 0 to 1"),
            ("4,12,sets,0,1,10,0.1,,,NaN", "`exact_probability`: `NaN` is not valid"),
            ("4,12,sets,0,11,10,0.1,,,", "a count of 11 out of 10"),
            ("4,12,sets,0,0,0,0,,,", "a count of 0 out of 0"),
            ("4,12,sets,0,1,10,,,,", "`probability`: `` is not valid"),
            ("4,12,sets,0,,,0.1,,,", "`count`: `` is not valid"),
            ("4,81,greedy-cap,17,,,0.1,0,0.2,", "`count`: `` is not valid"),
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
        assert_eq!(error, ", column `extreme`: `least` is not valid; give fewest or most");
        let stage = |arrival: &str| format!("4,random,69,12,{arrival},0,1,10,0.1,0.01,0.4");
        assert_eq!(check::<StageRow>(&stage("dealt")), Ok(()));
        let error = check::<StageRow>(&stage("given")).unwrap_err();
        assert!(error.contains("give dealt or taken"), "{error}");
        assert_eq!(check::<CardRow>("1,anything,0121,00,16"), Ok(()));
    }
}
