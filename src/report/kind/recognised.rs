//! CSVs that were read, with their kinds.

use super::table_error::{CsvText, TableError};
use crate::game::Rules;
use crate::hand::sizes::Sizes;
use crate::report::escape::excerpt;
use crate::report::kind::Dataset;
use csv::StringRecord;
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;

/// A CSV that was read: its table is known, its rows are checked, and probabilities and confidence
/// limits are those of its counts.
#[derive(Clone, Debug)]
pub struct Recognised<'a> {
    pub(crate) dataset: Dataset,
    pub(crate) source: CsvText<'a>,
    pub(crate) columns: StringRecord,
    pub(crate) records: Vec<StringRecord>,
}

impl Recognised<'_> {
    /// The rules of its games, unless its table compares rules.
    pub(crate) fn rules(&self) -> BTreeSet<&str> {
        let is_by_rules = self.dataset.field("rules").is_some_and(|it| it.may_be_absent);
        if is_by_rules { self.values("rules") } else { BTreeSet::new() }
    }

    /// What stands in a column that some files have; nothing where it is missing.
    fn values(&self, column: &str) -> BTreeSet<&str> {
        let place = self.columns.iter().position(|name| name == column);
        self.records.iter().map(|row| place.map_or("", |place| &row[place])).collect()
    }

    /// The cards that its decks are without, as a column of some tables says.
    fn missing_cards(&self) -> BTreeSet<&str> {
        let has_column = self.dataset.field("without").is_some();
        if has_column { self.values("without") } else { BTreeSet::new() }
    }

    /// The header and the rows as text.
    pub(crate) fn cells(&self) -> (Vec<String>, Vec<Vec<String>>) {
        let texts = |record: &StringRecord| record.iter().map(str::to_owned).collect();
        (texts(&self.columns), self.records.iter().map(texts).collect())
    }

    /// The rows.
    pub(crate) fn rows<T: DeserializeOwned>(&self) -> Result<Vec<T>, TableError> {
        let row = |row: &StringRecord| {
            row.deserialize(Some(&self.columns)).map_err(|error| {
                TableError::unreadable(self.source.name, &self.columns, row, &error)
            })
        };
        self.records.iter().map(row).collect()
    }

    /// The rows, of which there must be some.
    pub(crate) fn some_rows<T: DeserializeOwned>(&self) -> Result<Vec<T>, TableError> {
        if self.is_empty() { Err(self.empty()) } else { self.rows() }
    }

    /// Returns whether the file has no row.
    pub(crate) fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Refuses the first of some options that does not suit what is in it.
    pub(crate) fn refuse(&self, unsuited: &[(bool, &str)]) -> Result<(), TableError> {
        let option = unsuited.iter().find(|(is_unsuited, _)| *is_unsuited);
        option.map_or(Ok(()), |(_, option)| {
            let (name, words) = (self.source.name, self.dataset.words);
            Err(TableError::Unsuitable(format!(
                "{name} holds {words}, which {option} does not suit; leave it out"
            )))
        })
    }

    /// The error of a CSV without rows.
    pub(crate) fn empty(&self) -> TableError {
        TableError::Empty(self.source.name.to_owned())
    }
}

/// The rows of some hand sizes and of one measure, where these are chosen.
pub(crate) fn chosen<'a>(
    mut files: Vec<Recognised<'a>>,
    cards: Option<&Sizes>,
    measure: Option<&str>,
) -> Result<Vec<Recognised<'a>>, TableError> {
    if cards.is_none() && measure.is_none() {
        return Ok(files);
    }
    if let Some(empty) = files.iter().find(|file| file.is_empty()) {
        return Err(empty.empty());
    }
    let nothing = TableError::nothing_of(&names(&files), cards, measure);
    for Recognised { columns, records, .. } in &mut files {
        let place = |name: &str| columns.iter().position(|column| column == name);
        let [of_cards, of_measure] = ["cards", "measure"].map(place);
        records.retain(|row| {
            let size = of_cards.and_then(|place| row[place].parse().ok());
            let name = of_measure.map(|place| &row[place]);
            cards.is_none_or(|sizes| sizes.iter().any(|cards| Some(cards) == size))
                && measure.is_none_or(|measure| Some(measure) == name)
        });
    }
    files.retain(|file| !file.is_empty());
    if files.is_empty() { Err(nothing) } else { Ok(files) }
}

/// The names of some files, in a sentence.
pub(crate) fn names(files: &[Recognised<'_>]) -> String {
    files.iter().map(|file| file.source.name).collect::<Vec<_>>().join(", ")
}

/// The cards that the deck of all rows is without, as text; empty for a full deck. Rows of several
/// decks are refused.
pub(crate) fn missing_cards<'a>(files: &'a [Recognised<'_>]) -> Result<&'a str, TableError> {
    let all: BTreeSet<&str> = files.iter().flat_map(Recognised::missing_cards).collect();
    if all.len() < 2 {
        return Ok(all.into_iter().next().unwrap_or_default());
    }
    let name = |cards: &str| match cards {
        "" => "the full deck".to_owned(),
        _ => format!("the deck without {}", excerpt(cards)),
    };
    let decks: Vec<String> = all.into_iter().map(name).collect();
    Err(TableError::Unsuitable(format!(
        "{}: the hands are of several decks ({}); give the rows of one deck",
        names(files),
        decks.join(", ")
    )))
}

/// Refuses games by several rules in a table that does not keep them apart.
pub(crate) fn by_the_same_rules(files: &[Recognised<'_>]) -> Result<(), TableError> {
    let usual = Rules::default().to_string();
    let rules = files.iter().flat_map(Recognised::rules);
    let rules: BTreeSet<&str> =
        rules.map(|rules| if rules.is_empty() { &*usual } else { rules }).collect();
    if rules.len() < 2 {
        return Ok(());
    }
    let rules: Vec<&str> = rules.into_iter().collect();
    let remedy = match files {
        [_] => "take the rows of one rule",
        _ => "give them one by one, or their tables `summary`, which name the rules",
    };
    Err(TableError::Unsuitable(format!(
        "the games in {} were played by different rules ({}); {remedy}",
        names(files),
        rules.join(", ")
    )))
}
