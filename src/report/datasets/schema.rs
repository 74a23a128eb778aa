//! What the numbers in the tables that the program writes may be.
//!
//! Every row is checked before anything is made of it. So no number in a file decides how much is
//! stored or drawn, and a mistake is named with its line, its column, and what would be right.

use super::redundant;
use crate::card::{Deck, MOST_FEATURES};
use crate::exact::moments::HIGHEST;
use crate::extreme::End;
use crate::game::{Arrival, Policy};
use crate::measure::Measure;
use crate::report::Dataset;
use crate::report::escape::excerpt;
use csv::StringRecord;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ColumnKind {
    /// The features of a deck.
    Features,
    /// A number of cards of the deck.
    Cards,
    /// A number of sets, or another value of a hand: at most all sets of the deck.
    Sets,
    /// A number of ultrasets.
    Ultrasets,
    /// The features in which the cards of a set differ.
    Differing,
    /// A whole number up to a limit.
    Whole(u128),
    /// A whole number of any length.
    Digits,
    /// A number from 0 to 1.
    Probability,
    /// A number between two others.
    Number(f64, f64),
    /// One of some names.
    Name(&'static [&'static str]),
    /// Anything else.
    Text,
}

/// Above all moments that are told: 14,762 sets of the largest deck to the power of 16.
const MOST_MOMENT: f64 = 1e70;

/// Columns that may be empty, besides those that follow from others.
const OPTIONAL: [&str; 19] = [
    "set",
    "differing_features",
    "hands",
    "probability",
    "ci_low",
    "ci_high",
    "exact_probability",
    "speedup_vs_naive",
    "parallel_efficiency",
    "admits",
    "is_complete",
    "standardized_moment",
    "standard_errors",
    "agrees",
    "given",
    "date",
    "numerator",
    "denominator",
    "rules",
];

/// Columns that puzzles without their solutions have empty.
const OF_SOLUTIONS: [&str; 3] = ["card1", "card2", "card3"];

/// What R and other programs write where nothing is known.
const MISSING: [&str; 3] = ["NA", "NaN", "null"];

/// Columns of `true` and `false`, which others write in capitals.
const LOGICAL: [&str; 5] = ["complete", "complete_cap", "is_cap", "is_complete", "agrees"];

/// Whether a cell of a column may be empty.
fn is_optional(table: Dataset, column: &str) -> bool {
    redundant::columns(table).contains(&column)
        || OPTIONAL.contains(&column)
        || table == Dataset::Puzzles && OF_SOLUTIONS.contains(&column)
}

/// A cell as the program writes it: empty where nothing is known, with a decimal point, and not in
/// capitals.
pub(super) fn plain(table: Dataset, column: &str, cell: &str, has_decimal_commas: bool) -> String {
    if MISSING.iter().any(|text| text.eq_ignore_ascii_case(cell)) && is_optional(table, column) {
        return String::new();
    }
    let kind = ColumnKind::of(table, column);
    if has_decimal_commas && matches!(kind, ColumnKind::Probability | ColumnKind::Number(..)) {
        return cell.replacen(',', ".", 1);
    }
    if LOGICAL.contains(&column) { cell.to_ascii_lowercase() } else { cell.to_owned() }
}

impl ColumnKind {
    /// A whole number of 64 bits.
    pub(crate) const WORD: Self = Self::Whole(u64::MAX as u128);
    /// A difference between games or a mean of them, far above all that there are.
    pub(crate) const DIFFERENCE: Self = Self::Number(-1e6, 1e6);
    /// Far above all times and rates, far below where floating-point numbers end.
    const MEASURED: Self = Self::Number(0.0, 1e18);

    /// What a column of a table holds; of columns that the table does not have, nothing is known.
    fn of(table: Dataset, column: &str) -> Self {
        let is_fraction = ["numerator", "denominator"].contains(&column);
        if !table.columns().contains(&column) && !is_fraction {
            return Self::Text;
        }
        let own = table.column_kinds().iter().find(|(name, _)| *name == column);
        own.map_or_else(|| Self::by_name(column), |(_, kind)| *kind)
    }

    /// What columns of a name hold.
    fn by_name(column: &str) -> Self {
        match column {
            "features" => Self::Features,
            "difference" | "mean" => Self::DIFFERENCE,
            "cards" | "first_cards" | "in_deck" | "table" | "unseen" | "dealt" | "cards_left"
            | "largest_table" | "largest_cap" | "in_sets" | "admits" => Self::Cards,
            "sets" | "first_sets" | "value" | "sets_taken" | "extra_deals" | "disjoint_sets" => {
                Self::Sets
            }
            "differing_features" => Self::Differing,
            "count" | "completing" | "total" | "caps" | "complete_caps" | "hands" | "games"
            | "stabilizer" => Self::Whole(u128::MAX),
            "class" | "classes" | "complete_classes" | "set" | "ultraset" | "index" | "threads"
            | "repeats" => Self::WORD,
            "numerator" | "denominator" => Self::Digits,
            "probability" | "exact_probability" | "ci_low" | "ci_high" => Self::Probability,
            "speedup_vs_naive" | "parallel_efficiency" => Self::MEASURED,
            rate if rate.starts_with("ns_per_") || rate.ends_with("_per_second") => Self::MEASURED,
            "order" => Self::Whole(HIGHEST as u128),
            moment if moment.ends_with("_moment") => Self::Number(-MOST_MOMENT, MOST_MOMENT),
            "policy" | "reference" => Self::Name(&Policy::NAMES),
            "arrival" => Self::Name(&Arrival::NAMES),
            "extreme" => Self::Name(&End::NAMES),
            "measure" => Self::Name(&Measure::NAMES),
            _ => Self::Text,
        }
    }

    /// What would be right in place of a text, unless the text is.
    fn instead(self, text: &str, deck: Deck) -> Option<String> {
        let whole = |least: u128, most: u128| {
            text.parse().is_ok_and(|number: u128| (least..=most).contains(&number))
        };
        let real = |low: f64, high: f64| {
            text.parse().is_ok_and(|number: f64| (low..=high).contains(&number))
        };
        let of_deck = |most: usize, what: &str| {
            let right =
                format!("0 to {most}, the {what} of a deck of {} features", deck.features());
            (whole(0, most as u128), right)
        };
        let (fits, right) = match self {
            Self::Features => {
                let fits = whole(2, MOST_FEATURES as u128);
                (fits, format!("2 to {MOST_FEATURES}, the features of a deck"))
            }
            Self::Cards => of_deck(deck.size(), "cards"),
            Self::Sets => of_deck(deck.sets(), "sets"),
            Self::Ultrasets => of_deck(most_ultrasets(deck), "ultrasets in the largest hands"),
            Self::Differing => {
                let most = deck.features();
                (whole(1, most as u128), format!("1 to {most}, the features of the deck"))
            }
            Self::Whole(most) => (whole(0, most), format!("a whole number up to {most}")),
            Self::Digits => {
                let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
                (digits, "a whole number".to_owned())
            }
            Self::Probability => (real(0.0, 1.0), "a probability from 0 to 1".to_owned()),
            Self::Number(low, high) => (real(low, high), format!("a number from {low} to {high}")),
            Self::Name(names) => (names.contains(&text), names.join(" or ")),
            Self::Text => return None,
        };
        (!fits).then_some(right)
    }
}

/// The ultrasets in the largest hands that are measured, at most: each card completes half as many
/// pairs as there are others.
fn most_ultrasets(deck: Deck) -> usize {
    let cards = *Measure::Ultrasets.sizes(deck).end();
    let pairs = (cards - 1) / 2;
    cards * pairs * (pairs - 1) / 2
}

/// The limits of a file: what each of its columns holds.
pub(super) struct Limits<'a> {
    table: Dataset,
    columns: Vec<(&'a str, ColumnKind)>,
}

impl<'a> Limits<'a> {
    /// The limits of a table whose columns stand in this order.
    pub(super) fn new(table: Dataset, header: &'a StringRecord) -> Self {
        let columns = header.iter().map(|column| (column, ColumnKind::of(table, column))).collect();
        Self { table, columns }
    }

    /// What is wrong with a row, if anything is.
    pub(super) fn check(&self, record: &StringRecord) -> Result<(), String> {
        let largest = Deck::all().last().unwrap_or(Deck::GAME);
        let deck = match self.cell("features", record) {
            // A row without a valid deck is refused for that, first of all.
            Some(features) => match features.parse().ok().and_then(|it| Deck::new(it).ok()) {
                Some(deck) => deck,
                None => {
                    return self.check_cells(record, largest, |kind| kind == ColumnKind::Features);
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
        self.columns[place].1.ne(&ColumnKind::Text).then(|| record.get(place)).flatten()
    }

    fn check_cells(
        &self,
        record: &StringRecord,
        deck: Deck,
        wanted: impl Fn(ColumnKind) -> bool,
    ) -> Result<(), String> {
        let cells = self.columns.iter().zip(record);
        let of_ultrasets = record.iter().any(|text| text == Measure::Ultrasets.name());
        for (&(column, kind), text) in cells.filter(|((_, kind), _)| wanted(*kind)) {
            let kind =
                if of_ultrasets && kind == ColumnKind::Sets { ColumnKind::Ultrasets } else { kind };
            let is_missing = text.is_empty() && self.is_optional(column);
            if let Some(right) = kind.instead(text, deck).filter(|_| !is_missing) {
                let text = excerpt(text);
                return Err(format!(", column `{column}`: `{text}` is not valid; give {right}"));
            }
        }
        Ok(())
    }

    /// Whether a cell may be empty: also a count and a total if a fraction stands beside them.
    fn is_optional(&self, column: &str) -> bool {
        let is_count = column == "count" || column == "total";
        let has_fraction = || self.columns.iter().any(|(name, _)| *name == "denominator");
        is_optional(self.table, column) || is_count && has_fraction()
    }

    /// The total is at least 1 and at least the count.
    fn check_total(&self, record: &StringRecord) -> Result<(), String> {
        let number = |column| self.cell(column, record)?.parse::<u128>().ok();
        let (Some(count), Some(total)) = (number("count"), number("total")) else { return Ok(()) };
        if total > 0 && count <= total {
            return Ok(());
        }
        Err(format!(
            ": a count of {count} out of {total}; a total is at least 1 and at least its count"
        ))
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

    fn check(table: Dataset, row: &str) -> Result<(), String> {
        let header = StringRecord::from(table.columns().to_vec());
        let row: Vec<&str> = row.split(',').collect();
        assert_eq!(row.len(), header.len());
        Limits::new(table, &header).check(&StringRecord::from(row))
    }

    #[test]
    fn what_a_table_says_of_its_columns_is_of_columns_that_it_has() {
        for table in Dataset::ALL {
            for (column, _) in table.column_kinds() {
                assert!(table.columns().contains(column), "{table:?}: {column}");
            }
        }
    }

    #[test]
    fn what_cannot_be_is_refused_with_what_would_be_right() {
        let fine = "4,12,sets,0,1,10,0.1,0.01,0.4,0.03";
        assert_eq!(check(Dataset::Distribution, fine), Ok(()));
        assert_eq!(check(Dataset::Distribution, "4,81,ultrasets,63180,1,1,1,,,"), Ok(()));
        let long = format!("4,12,sets,{},1,10,0.1,,,", "9".repeat(100_000));
        assert!(check(Dataset::Distribution, &long).unwrap_err().len() < 200);
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
            ("4,12,sets,0,1,10,0.1,0.5,,", "both empty"),
            ("4,12,sets,0,1,10,0.1,0.5,0.4,", "limits that rise"),
        ] {
            let error = check(Dataset::Distribution, row).unwrap_err();
            assert!(error.contains(reason), "{row}: {error}");
        }
    }

    #[test]
    fn each_table_has_its_own_limits() {
        let differences = Dataset::Differences;
        assert_eq!(check(differences, "4,first,random,cleared,9,-0.5,-0.7,-0.3"), Ok(()));
        assert!(check(differences, "4,first,random,cleared,9,1e300,,").is_err());
        assert!(check(differences, "4,last,random,cleared,9,1,,").unwrap_err().contains("`last`"));
        assert_eq!(check(Dataset::Answers, "4,12,3+,12:0,1,10,0.1"), Ok(()));
        assert_eq!(check(Dataset::ValueAnswers, "4,12,ultrasets,3+,1,10,0.1"), Ok(()));
        let long = "9".repeat(60);
        assert_eq!(check(Dataset::ClassCounts, &format!("4,12,,{long}")), Ok(()));
        assert!(check(Dataset::Caps, &format!("4,12,1,{long},1,1,,")).is_err());
        let error = check(Dataset::Extremes, "4,3,least,0,84240,8 17 72").unwrap_err();
        assert_eq!(error, ", column `extreme`: `least` is not valid; give fewest or most");
        let stage = |arrival: &str| format!("4,random,69,12,{arrival},0,1,10,0.1,0.01,0.4");
        assert_eq!(check(Dataset::Stages, &stage("dealt")), Ok(()));
        let error = check(Dataset::Stages, &stage("given")).unwrap_err();
        assert!(error.contains("give dealt or taken"), "{error}");
        assert_eq!(check(Dataset::Cards, "1,anything,0121,00,16"), Ok(()));
    }
}
