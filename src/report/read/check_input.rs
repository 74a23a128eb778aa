//! Counts to be checked, as somebody wrote them: `cards, sets, count` and the like.

use super::limits::values;
use crate::card::Deck;
use crate::check::CountsCheck;
use crate::measure::{Key, Measure};
use crate::report::field::FieldKind;
use crate::report::sheet::{CsvText, Sheet, TableError, comes_twice, line};
use csv::StringRecord;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::str::FromStr;

/// What the columns of counts are called.
const COLUMNS: &str = "cards, count and a measure, such as sets";

/// Whether a text is a CSV of counts and not one of cards: its header has two of the columns
/// `cards`, `count`, and `value` or a measure.
#[must_use]
pub fn has_counts(text: &str) -> bool {
    // The line of a JSON document may be as long as the whole.
    if text.trim_start_matches('\u{feff}').trim_start().starts_with(['[', '{', '(']) {
        return false;
    }
    let Ok(sheet) = Sheet::open(CsvText { name: "", text }) else { return false };
    let names: Vec<String> = sheet.header.iter().map(|name| plain(name)).collect();
    let has = |name: &str| names.iter().any(|it| it == name);
    let has_values = has("value") || names.iter().any(|name| measure(name).is_some());
    [has("cards"), has("count"), has_values].into_iter().filter(|&it| it).count() >= 2
}

/// Reads counts: a check for each deck, measure and hand size.
///
/// The columns come in any order: `cards`, `count`, and a measure (`sets`, `in-sets`) or `measure`
/// and `value`; `features` and `total` if there are such. Others are ignored.
///
/// # Errors
///
/// When a column is missing or a line is wrong, with the name and the number of the line.
pub fn read_counts(source: CsvText<'_>, deck: Deck) -> Result<Vec<CountsCheck>, TableError> {
    let mut sheet = Sheet::open(source)?;
    let columns = Columns::find(&sheet)?;
    let mut groups: BTreeMap<(usize, Key), CountsGroup> = BTreeMap::new();
    while let Some(record) = sheet.next()? {
        columns.add(&record, deck, &mut groups)?;
    }
    if groups.is_empty() {
        return Err(TableError::Empty(source.name.to_owned()));
    }
    let mut checks = Vec::new();
    for CountsGroup { mut check, total } in groups.into_values() {
        if let Some((total, line)) = total {
            let wrong = |error| TableError::in_line(source.name, line, &format!("{error}"));
            check.set_total(total).map_err(wrong)?;
        }
        checks.push(check);
    }
    Ok(checks)
}

/// The counts of hands of one kind.
struct CountsGroup {
    check: CountsCheck,
    /// The total that lines name, and the first line that does.
    total: Option<(u128, u64)>,
}

/// The places of the columns of a file.
struct Columns {
    file: String,
    header: Vec<String>,
    cards: usize,
    count: usize,
    /// The column with the measure's name, or the measure that the value column is called by.
    measure: Result<usize, Measure>,
    value: usize,
    features: Option<usize>,
    total: Option<usize>,
    /// Columns that say of which hands alone the counts are.
    conditions: Vec<usize>,
}

impl Columns {
    fn find(sheet: &Sheet<'_>) -> Result<Self, TableError> {
        let names: Vec<String> = sheet.header.iter().map(|name| plain(name)).collect();
        let error = |what: &str| TableError::in_line(sheet.name, sheet.line, what);
        let place = |name: &str| names.iter().position(|it| it == name);
        let needed = |name: &str| {
            let missing = || error(&format!("the column `{name}` is missing; give {COLUMNS}"));
            place(name).ok_or_else(missing)
        };
        for (at, name) in names.iter().enumerate() {
            if names[..at].contains(name) {
                return Err(error(&comes_twice(name)));
            }
        }
        let measures: Vec<(usize, Measure)> =
            names.iter().enumerate().filter_map(|(at, name)| Some((at, measure(name)?))).collect();
        let (measure, value) = match (place("measure"), place("value"), &measures[..]) {
            (Some(measure), Some(value), _) => (Ok(measure), value),
            (_, _, &[(at, measure)]) => (Err(measure), at),
            (_, Some(value), []) => (Err(Measure::Sets), value),
            (_, _, []) => {
                return Err(error(&format!("a column of values is missing; give {COLUMNS}")));
            }
            (_, _, [(_, one), (_, other), ..]) => {
                return Err(error(&format!(
                    "the columns `{one}` and `{other}` are two measures; give them one by one"
                )));
            }
        };
        Ok(Self {
            file: sheet.name.to_owned(),
            header: sheet.header.clone(),
            cards: needed("cards")?,
            count: needed("count")?,
            measure,
            value,
            features: place("features"),
            total: place("total"),
            conditions: ["given", "without"].into_iter().filter_map(place).collect(),
        })
    }

    /// Reads a number in a column of a deck's hands.
    fn number<T: FromStr>(
        &self,
        record: &StringRecord,
        column: usize,
        kind: FieldKind,
        deck: Deck,
    ) -> Result<T, TableError> {
        let digits = digits(&record[column]);
        match kind.instead(&digits, deck) {
            None => Ok(digits.parse().ok().expect("numbers of this kind are of this type")),
            Some(right) => Err(self.wrong(record, column, &format!("give {right}"))),
        }
    }

    /// The error of a cell.
    fn wrong(&self, record: &StringRecord, column: usize, right: &str) -> TableError {
        TableError::in_cell(&self.file, record, [&self.header[column], &record[column]], right)
    }

    /// Returns the deck, the hand size and the measure of a line.
    fn key(&self, record: &StringRecord, deck: Deck) -> Result<(Deck, Key), TableError> {
        let deck = match self.features.filter(|&at| !record[at].is_empty()) {
            Some(at) => {
                let features = self.number(record, at, FieldKind::Features, deck)?;
                Deck::new(features).expect("the features of a deck")
            }
            None => deck,
        };
        if self.conditions.iter().any(|&at| !record[at].is_empty()) {
            let what = "the law under a condition, or of a deck without some cards, is not known \
                        here; give counts of hands from the full deck";
            return Err(TableError::in_record(&self.file, record, what));
        }
        let cards = self.number(record, self.cards, FieldKind::Cards, deck)?;
        let measure = match self.measure {
            Ok(at) => record[at].parse().map_err(|_| {
                self.wrong(record, at, &format!("give {}", Measure::NAMES.join(" or ")))
            })?,
            Err(measure) => measure,
        };
        Ok((deck, Key { cards, measure }))
    }

    /// Adds a line.
    fn add(
        &self,
        record: &StringRecord,
        deck: Deck,
        groups: &mut BTreeMap<(usize, Key), CountsGroup>,
    ) -> Result<(), TableError> {
        let wrong = |what: &str| TableError::in_record(&self.file, record, what);
        let (deck, key) = self.key(record, deck)?;
        let count = self.number(record, self.count, FieldKind::Count, deck)?;
        let group = match groups.entry((deck.features(), key)) {
            Entry::Occupied(group) => group.into_mut(),
            Entry::Vacant(place) => {
                let check = CountsCheck::new(deck, key).map_err(|it| wrong(&it.to_string()))?;
                place.insert(CountsGroup { check, total: None })
            }
        };
        let value = self.number(record, self.value, values(key.measure, deck), deck)?;
        group.check.add(value, count).map_err(|it| wrong(&it.to_string()))?;
        let Some(at) = self.total.filter(|&at| !record[at].is_empty()) else { return Ok(()) };
        let total = self.number(record, at, FieldKind::Count, deck)?;
        let (before, first) = *group.total.get_or_insert((total, line(record)));
        if before == total {
            Ok(())
        } else {
            Err(wrong(&format!("the total is {total}, in line {first} it is {before}")))
        }
    }
}

/// Returns the name of a column, which people may write in other ways: `In sets`, `in_sets`.
fn plain(name: &str) -> String {
    name.trim().to_lowercase().replace([' ', '_'], "-")
}

fn measure(name: &str) -> Option<Measure> {
    name.parse().ok()
}

/// Returns a whole number without a `.0` at its end, as spreadsheets write it, and without commas or
/// spaces between groups of three digits. Other texts are returned as they are.
fn digits(cell: &str) -> String {
    let whole = cell.strip_suffix(".0").unwrap_or(cell);
    let groups: Vec<&str> = whole.split([',', ' ', '\u{a0}', '\u{202f}', '\'']).collect();
    let is_grouped = (1..=3).contains(&groups[0].len())
        && !groups[0].starts_with('0')
        && groups[1..].iter().all(|group| group.len() == 3);
    if is_grouped { groups.concat() } else { whole.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<CountsCheck>, String> {
        read_counts(CsvText { name: "x.csv", text }, Deck::GAME).map_err(|error| error.to_string())
    }

    #[test]
    fn columns_come_in_any_order_and_notation() {
        let usual = read("cards,sets,count\n12,0,323746\n12,1,9676254\n").unwrap();
        for text in [
            "count;Sets;CARDS;note\r\n323746;0;12;a\r\n9676254;1;12;\r\n",
            "\u{feff}cards,sets,count,,\n12,0,\"323,746\",,\n12,1,9676254.0,,\n,,,,\n",
            "features\tcards\tmeasure\tvalue\tcount\n4\t12\tsets\t0\t323 746\n\
             4\t12\tsets\t1\t9676254\n",
            "cards,value,count\n12,1,9676254\n12,0,323746\n",
            "# mine\ncards,sets,count\n12.0,0.0,323746.0\n# more\n12.0,1,9676254\n",
        ] {
            let found = read(text).unwrap();
            assert_eq!(found.len(), 1);
            assert_eq!(found[0].cells(), usual[0].cells(), "{text}");
        }
        let part = read("cards,sets,count,total\n12,0,323746,10000000\n").unwrap();
        assert_eq!(part[0].hands(), 10_000_000);
        let two = read("cards,in_sets,count\n12,0,3\n12,9,97\n15,0,1\n").unwrap();
        assert_eq!(two.iter().map(|it| it.key().cards).collect::<Vec<_>>(), [12, 15]);
    }

    #[test]
    fn what_is_wrong_names_its_line() {
        for (text, message) in [
            ("cards,sets,count\n12,99,1\n", "x.csv, line 2: no hand of 12 cards has the value 99"),
            ("cards,sets,count\n12,0,1\n12,0,1\n", "x.csv, line 3: the value 0 comes twice"),
            (
                "cards,sets,count\n12,0,-1\n",
                "line 2, column `count`: `-1` is not valid; give a whole",
            ),
            (
                "cards,sets,count\n12,0,1.5\n",
                "column `count`: `1.5` is not valid; give a whole number",
            ),
            ("cards,sets,count\n12,0,1,5\n", "line 2: 4 fields where the header has 3"),
            (
                "cards,sets,count\n82,0,1\n",
                "line 2, column `cards`: `82` is not valid; give 0 to 81, the",
            ),
            ("cards,sets,count\n", "x.csv has no rows"),
            ("sets,count\n0,1\n", "x.csv, line 1: the column `cards` is missing"),
            ("cards,sets,hands\n12,0,5\n", "line 1: the column `count` is missing; give cards,"),
            (
                "cards,sets,count\n12,1+,1\n",
                "line 2, column `sets`: `1+` is not valid; give a whole number",
            ),
            ("cards,count\n12,1\n", "line 1: a column of values is missing"),
            ("cards,sets,in-sets,count\n12,1,3,1\n", "`sets` and `in-sets` are two measures"),
            ("cards,sets,sets,count\n12,1,1,1\n", "the column `sets` comes twice"),
            ("cards,sets,count,total\n12,0,5,4\n", "line 2: the counts add up to 5, more than"),
            ("cards,sets,count,total\n12,0,5,9\n12,1,1,8\n", "the total is 8, in line 2 it is 9"),
            (
                "cards;sets;count\n12;0;0,323\n",
                "column `count`: `0,323` is not valid; give a whole",
            ),
            ("cards,sets,count\n12,0,\"12345,678\"\n", "column `count`: `12345,678` is not valid"),
            ("cards,sets,count,given\n15,0,5,12:0\n", "line 2: the law under a condition"),
            (
                "cards,sets,count,total\n2,0,5,9\n",
                "line 2: the counts of all values add up to 5, not to the total of 9",
            ),
            (
                "cards,measure,value,count\n12,setz,0,1\n",
                "line 2, column `measure`: `setz` is not valid; give sets or",
            ),
            (
                "features,cards,sets,count\n9,12,0,1\n",
                "column `features`: `9` is not valid; give 2 to 6",
            ),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn counts_are_told_from_hands() {
        for text in ["cards,sets,count\n", "sets;count;cards\n", "Value,Count\n", "cards,in sets\n"]
        {
            assert!(has_counts(text), "{text}");
        }
        for text in
            ["hand,card\n1,0000\n", "count,color,shape,shading\n1,r,o,s\n", "0000 1111\n", ""]
        {
            assert!(!has_counts(text), "{text}");
        }
    }
}
