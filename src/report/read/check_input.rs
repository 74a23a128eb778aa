//! Reads hand counts from user-written files: a CSV with columns such as `cards, sets, count`, or a
//! JSON object of values and their counts.

use super::limits::values;
use crate::card::Deck;
use crate::check::CountsCheck;
use crate::measure::{Key, Measure};
use crate::report::escape::excerpt;
use crate::report::field::FieldKind;
use crate::report::sheet::{CsvText, Sheet, TableError, duplicate_column, line};
use csv::StringRecord;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::str::FromStr;

/// Required columns of a CSV of counts, for error messages.
const COLUMNS: &str = "cards, count and a measure, such as sets";

/// Returns whether a text has counts rather than cards: it is a CSV whose header has at least two
/// of the columns `cards`, `count`, and `value` or a measure, or a JSON object whose first key is a
/// number.
#[must_use]
pub fn has_counts(text: &str) -> bool {
    if json_text(text).starts_with(['[', '{', '(']) {
        // Other JSON has cards, and is not opened as a CSV: its first line may be all of it.
        return is_object_of_counts(text);
    }
    let Ok(sheet) = Sheet::open(CsvText { name: "", text }) else { return false };
    let names: Vec<String> = sheet.header.iter().map(|name| normalized_name(name)).collect();
    let has = |name: &str| names.iter().any(|it| it == name);
    let has_values = has("value") || names.iter().any(|name| measure(name).is_some());
    [has("cards"), has("count"), has_values].into_iter().filter(|&it| it).count() >= 2
}

/// Reads counts and groups them into one check per deck, measure and hand size.
///
/// The columns of a CSV may come in any order: `cards`, `count`, and either a measure (`sets`,
/// `in-sets`) or both `measure` and `value`; `features` and `total` are optional. Other columns are
/// ignored. A JSON object maps values to counts: `{"0": 110, "1": 428}`. The arguments `cards` and
/// `measure` apply to a text that does not state them; the default measure is `sets`.
///
/// # Errors
///
/// Fails if a column is missing or a line is invalid; the message names the file and the line.
/// Fails if the number of cards or the measure is given twice, or the number of cards not at all.
pub fn read_counts(
    source: CsvText<'_>,
    deck: Deck,
    cards: Option<usize>,
    measure: Option<Measure>,
) -> Result<Vec<CountsCheck>, TableError> {
    let wrong = |what: &str| TableError::Unsuitable(format!("{}: {what}", source.name));
    let is_wrong = |cards: &usize| FieldKind::Cards.expected_if_invalid(&cards.to_string(), deck);
    if let Some(right) = cards.as_ref().and_then(is_wrong) {
        return Err(wrong(&format!("give --cards {right}")));
    }
    if is_object_of_counts(source.text) {
        let missing = || wrong("give the number of cards in a hand, such as --cards 12");
        let key = Key { cards: cards.ok_or_else(missing)?, measure: measure.unwrap_or_default() };
        return read_object(source, deck, key).map(|check| vec![check]);
    }
    let mut sheet = Sheet::open(source)?;
    let columns = Columns::find(&sheet, cards, measure)?;
    let mut groups: BTreeMap<(usize, Key), CountsGroup> = BTreeMap::new();
    while let Some(record) = sheet.next()? {
        columns.add(&record, deck, &mut groups)?;
    }
    if groups.is_empty() {
        return Err(TableError::Empty(source.name.to_owned()));
    }
    let mut checks = Vec::new();
    for CountsGroup { mut check, total } in groups.into_values() {
        let wrong = |error| match total {
            Some((_, line)) => TableError::in_line(source.name, line, &format!("{error}")),
            None => TableError::Unsuitable(format!("{}: {error}", source.name)),
        };
        check.set_total(total.map_or(check.hands(), |(total, _)| total)).map_err(wrong)?;
        checks.push(check);
    }
    Ok(checks)
}

/// Strips a byte order mark and then white space from the start of a text.
fn json_text(text: &str) -> &str {
    text.trim_start_matches('\u{feff}').trim_start()
}

/// Returns whether a text is a JSON object or Python dictionary whose first key is a number and
/// whose first value, unlike a hand, is neither a list nor an object.
fn is_object_of_counts(text: &str) -> bool {
    let Some(entry) = json_text(text).strip_prefix('{').map(str::trim_start) else { return false };
    let key = entry.strip_prefix(['"', '\'']).unwrap_or(entry);
    let number = key.strip_prefix('-').unwrap_or(key);
    let value = entry.split_once(':').map_or("", |(_, value)| value.trim_start());
    number.starts_with(|sign: char| sign.is_ascii_digit()) && !value.starts_with(['[', '{'])
}

/// Reads a JSON object that maps values to their counts.
fn read_object(source: CsvText<'_>, deck: Deck, key: Key) -> Result<CountsCheck, TableError> {
    let CsvText { name, text } = source;
    let wrong = |what: String| TableError::Unsuitable(format!("{name}: {what}"));
    let object: CountsObject = serde_json::from_str(json_text(text)).map_err(|error| {
        let right = r#"give a JSON object of values and counts, such as {"0": 110, "1": 428}"#;
        wrong(format!("{error}; {right}"))
    })?;
    let mut check = CountsCheck::new(deck, key).map_err(|error| wrong(error.to_string()))?;
    for (value, count) in object.0 {
        // JSON readers round other numbers from 2^53 on.
        if count.is_f64() && count.as_f64().is_some_and(|count| count >= (1_u64 << 53) as f64) {
            return Err(wrong(format!(
                "write the count of the value `{}` as a whole number below 2^64",
                excerpt(&value)
            )));
        }
        // Counts beyond 64 bits are texts, as in the JSON of this program.
        let count = count.as_str().map_or_else(|| count.to_string(), str::to_owned);
        let (number, count) = (without_separators(&value), without_separators(&count));
        let [value, count] =
            [(&number, values(key.measure, deck), "value"), (&count, FieldKind::Count, "count")]
                .map(|(text, kind, what)| match kind.expected_if_invalid(text, deck) {
                    None => {
                        Ok(text.parse::<u128>().expect("numbers of this kind are of this type"))
                    }
                    Some(right) => Err(wrong(format!(
                        "the {what} `{}` is not valid; give {right}",
                        excerpt(text)
                    ))),
                });
        let value = usize::try_from(value?).expect("values are far smaller");
        check.add(value, count?).map_err(|error| wrong(error.to_string()))?;
    }
    check.set_total(check.hands()).map_err(|error| wrong(error.to_string()))?;
    Ok(check)
}

/// Entries of a JSON object of counts: values and counts as written. A value may occur twice.
struct CountsObject(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for CountsObject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;

        impl<'de> Visitor<'de> for Entries {
            type Value = CountsObject;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of values and counts")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<CountsObject, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(CountsObject(entries))
            }
        }

        deserializer.deserialize_map(Entries)
    }
}

/// Counts of the values of one measure, for one deck and hand size.
struct CountsGroup {
    check: CountsCheck,
    /// The total count that the file states, with the number of the first line that states it.
    total: Option<(u128, u64)>,
}

/// Positions of the columns in a file of counts.
struct Columns {
    file: String,
    header: Vec<String>,
    /// The column with the number of cards, or the number that applies to the whole file.
    cards: Result<usize, usize>,
    count: usize,
    /// The column with the names of measures, or the one measure whose name is the header of the
    /// column of values.
    measure: Result<usize, Measure>,
    value: usize,
    features: Option<usize>,
    total: Option<usize>,
    /// The columns that restrict the counts to some hands or decks, such as `given`.
    conditions: Vec<usize>,
}

impl Columns {
    /// Finds the columns of a file of counts. `cards` and `given` replace missing columns for the
    /// number of cards and the measure.
    fn find(
        sheet: &Sheet<'_>,
        cards: Option<usize>,
        given: Option<Measure>,
    ) -> Result<Self, TableError> {
        let names: Vec<String> = sheet.header.iter().map(|name| normalized_name(name)).collect();
        let error = |what: &str| TableError::in_line(sheet.name, sheet.line, what);
        let place = |name: &str| names.iter().position(|it| it == name);
        let needed = |name: &str| {
            let missing = || error(&format!("the column `{name}` is missing; give {COLUMNS}"));
            place(name).ok_or_else(missing)
        };
        let mut known = HashSet::new();
        if let Some(twice) = names.iter().find(|name| !known.insert(*name)) {
            return Err(error(&duplicate_column(twice)));
        }
        let has_measure =
            place("measure").is_some() || names.iter().any(|it| measure(it).is_some());
        for (is_twice, option, what) in [
            (cards.is_some() && place("cards").is_some(), "--cards", "the number of cards"),
            (given.is_some() && has_measure, "--measure", "a measure"),
        ] {
            if is_twice {
                return Err(error(&format!("there is a column with {what}; leave out {option}")));
            }
        }
        let cards = match (place("cards"), cards) {
            (None, Some(cards)) => Err(cards),
            _ => Ok(needed("cards")?),
        };
        let measures: Vec<(usize, Measure)> =
            names.iter().enumerate().filter_map(|(at, name)| Some((at, measure(name)?))).collect();
        let (measure, value) = match (place("measure"), place("value"), &measures[..]) {
            (Some(measure), Some(value), _) => (Ok(measure), value),
            (_, _, &[(at, measure)]) => (Err(measure), at),
            (_, Some(value), []) => (Err(given.unwrap_or_default()), value),
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
            cards,
            count: needed("count")?,
            measure,
            value,
            features: place("features"),
            total: place("total"),
            conditions: ["given", "without"].into_iter().filter_map(place).collect(),
        })
    }

    /// Parses the number in a column of a record, within the limits for this kind of number and the
    /// deck.
    fn number<T: FromStr>(
        &self,
        record: &StringRecord,
        column: usize,
        kind: FieldKind,
        deck: Deck,
    ) -> Result<T, TableError> {
        let digits = without_separators(&record[column]);
        match kind.expected_if_invalid(&digits, deck) {
            None => Ok(digits.parse().ok().expect("numbers of this kind are of this type")),
            Some(right) => Err(self.wrong(record, column, &format!("give {right}"))),
        }
    }

    /// Returns the error for an invalid cell in a column of a record.
    fn wrong(&self, record: &StringRecord, column: usize, right: &str) -> TableError {
        TableError::in_cell(&self.file, record, [&self.header[column], &record[column]], right)
    }

    /// Returns the deck, the hand size and the measure of a record.
    fn key(&self, record: &StringRecord, deck: Deck) -> Result<(Deck, Key), TableError> {
        let deck = match self.features.filter(|&at| !record[at].is_empty()) {
            Some(at) => {
                let features = self.number(record, at, FieldKind::Features, deck)?;
                Deck::new(features).expect("the features of a deck")
            }
            None => deck,
        };
        if self.conditions.iter().any(|&at| !record[at].is_empty()) {
            let what = "the exact distribution under a condition, or of a deck without some \
                        cards, is not known here; give counts of hands from the full deck";
            return Err(TableError::in_record(&self.file, record, what));
        }
        let cards = match self.cards {
            Ok(at) => self.number(record, at, FieldKind::Cards, deck)?,
            Err(cards) => cards,
        };
        let measure = match self.measure {
            Ok(at) => record[at].parse().map_err(|_| {
                self.wrong(record, at, &format!("give {}", Measure::NAMES.join(" or ")))
            })?,
            Err(measure) => measure,
        };
        Ok((deck, Key { cards, measure }))
    }

    /// Adds the count of a record to the counts of its deck, measure and hand size.
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

/// Normalizes a column name: `In sets` and `in_sets` become `in-sets`.
fn normalized_name(name: &str) -> String {
    name.trim().to_lowercase().replace([' ', '_'], "-")
}

fn measure(name: &str) -> Option<Measure> {
    name.parse().ok()
}

/// Removes the `.0` that spreadsheets append to whole numbers, and separators between groups of
/// three digits. Other texts are returned unchanged.
fn without_separators(cell: &str) -> String {
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
        read_of(text, None, None)
    }

    fn read_of(
        text: &str,
        cards: Option<usize>,
        measure: Option<Measure>,
    ) -> Result<Vec<CountsCheck>, String> {
        read_counts(CsvText { name: "x.csv", text }, Deck::GAME, cards, measure)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn json_and_columns_without_the_cards_take_what_is_given() {
        let usual = read("cards,sets,count\n12,0,323746\n12,1,9676254\n").unwrap();
        for text in [
            "{\"0\": 323746, \"1\": 9676254}",
            "\u{feff} {\"1\":\"9676254\",\n \"0\": 323746.0}\n",
            "sets,count\n0,323746\n1,9676254\n",
        ] {
            assert!(has_counts(text), "{text}");
            assert_eq!(read_of(text, Some(12), None).unwrap()[0], usual[0], "{text}");
        }
        let in_sets = |text: &str| read_of(text, Some(12), Some(Measure::InSets)).unwrap();
        let [object, columns] = ["{\"0\": 3, \"9\": 97}", "value,count\n9,97\n0,3\n"].map(in_sets);
        assert_eq!(object, columns);
        assert_eq!(object[0].key(), Key { cards: 12, measure: Measure::InSets });
    }

    #[test]
    fn what_is_wrong_in_json_or_given_twice_is_named() {
        for (text, cards, measure, message) in [
            (
                "{\"0\": 1}",
                None,
                None,
                "x.csv: give the number of cards in a hand, such as --cards",
            ),
            ("{\"0\": 1}", Some(82), None, "x.csv: give --cards 0 to 81, the cards"),
            ("{\"0\": 1, \"0\": 2}", Some(12), None, "x.csv: the value 0 occurs twice"),
            ("{\"99\": 1}", Some(12), None, "x.csv: no hand of 12 cards has the value 99"),
            ("{\"0\": -1}", Some(12), None, "the count `-1` is not valid; give a whole number"),
            ("{\"0\": 1.5}", Some(12), None, "the count `1.5` is not valid; give a whole number"),
            ("{\"0\": 1, \"x\": 1}", Some(12), None, "the value `x` is not valid; give a whole"),
            (
                "{\"0\": 1, \"1\": [1]}",
                Some(12),
                None,
                "the count `[1]` is not valid; give a whole number",
            ),
            (
                "{\"0\": 12345678901234567890123}",
                Some(12),
                None,
                "write the count of the value `0` as a whole number below 2^64",
            ),
            ("{0: 110}", Some(12), None, "at line 1 column 2; give a JSON object of values"),
            ("{\"0\": 1} x", Some(12), None, "trailing characters at line 1"),
            ("{\"9\": 1}", Some(30), Some(Measure::LargestCap), "is not exactly known"),
            (
                "cards,sets,count\n",
                Some(12),
                None,
                "column with the number of cards; leave out --c",
            ),
            (
                "cards,sets,count\n",
                None,
                Some(Measure::Sets),
                "with a measure; leave out --measure",
            ),
        ] {
            let error = read_of(text, cards, measure).unwrap_err();
            assert!(error.contains(message), "{text}: {error}");
        }
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
            ("cards,sets,count\n12,0,1\n12,0,1\n", "x.csv, line 3: the value 0 occurs twice"),
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
            ("cards,sets,sets,count\n12,1,1,1\n", "the column `sets` occurs twice"),
            ("cards,sets,count,total\n12,0,5,4\n", "line 2: the counts add up to 5, more than"),
            ("cards,sets,count,total\n12,0,5,9\n12,1,1,8\n", "the total is 8, in line 2 it is 9"),
            (
                "cards;sets;count\n12;0;0,323\n",
                "column `count`: `0,323` is not valid; give a whole",
            ),
            ("cards,sets,count\n12,0,\"12345,678\"\n", "column `count`: `12345,678` is not valid"),
            (
                "cards,sets,count,given\n15,0,5,12:0\n",
                "line 2: the exact distribution under a condition",
            ),
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
        for text in [
            "cards,sets,count\n",
            "sets;count;cards\n",
            "Value,Count\n",
            "cards,in sets\n",
            " {\n \"0\": 1}",
            "{0: 1}",
        ] {
            assert!(has_counts(text), "{text}");
        }
        for text in [
            "hand,card\n1,0000\n",
            "count,color,shape,shading\n1,r,o,s\n",
            "0000 1111\n",
            "{\"hands\": [[\"0000\"]]}",
            "{\"1\": [\"0000\", \"1111\"]}",
            "{}",
            "",
        ] {
            assert!(!has_counts(text), "{text}");
        }
    }
}
