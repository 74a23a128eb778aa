//! Cards in a CSV.

use super::{ReadError, Reader, dictionary, text};
use crate::card::Deck;
use setodds_engine::escape::excerpt;
use std::collections::HashSet;

/// Columns of a whole hand.
const HANDS: [&str; 4] = ["layout", "witness", "representative", "cap"];

/// Columns of cards, beside `card1`, `card2`, ....
const CARDS: [&str; 3] = ["digits", "card", "index"];

/// Whether a column with this name holds cards.
fn is_name(name: &str) -> bool {
    let is_numbered = name.strip_prefix("card").is_some_and(|it| it == "1");
    HANDS.contains(&name)
        || CARDS.contains(&name)
        || is_numbered
        || dictionary::feature(name).is_some()
}

/// The first line of a CSV.
pub(super) struct Header {
    names: Vec<String>,
    delimiter: char,
    line: u64,
}

/// What holds the cards of a row.
enum Columns {
    /// A column for each feature, in the order of the deck.
    Features(Vec<usize>),
    /// A hand in a cell.
    Hand(usize),
    /// A card, or several, in a cell.
    Card(usize),
    /// A card in each cell.
    Each(Vec<usize>),
}

impl Header {
    /// The header, if one of the cells of the first line has the name of a column of cards.
    pub(super) fn of(text: &str, first: &str) -> Option<Self> {
        let names = |delimiter: char| -> Vec<String> {
            let cells = first.split(delimiter).map(|cell| cell.trim().trim_matches('"').trim());
            cells.map(|name| super::words::normal(name).into_owned()).collect()
        };
        let known = |delimiter: &char| names(*delimiter).iter().filter(|it| is_name(it)).count();
        // The first of equals: `max_by_key` takes the last.
        let delimiter = ['\t', ';', ','].into_iter().max_by_key(known)?;
        let names = names(delimiter);
        let line = text::lines(text).find(|it| !it.1.trim().is_empty())?.0;
        names.iter().any(|name| is_name(name)).then_some(Self { names, delimiter, line })
    }

    fn at(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|it| it == name)
    }

    fn columns(&self, deck: Deck, reader: &Reader<'_>) -> Result<Columns, ReadError> {
        let wrong = |message: String| Err(reader.error(self.line, message));
        let mut features: Vec<(usize, usize)> = Vec::new();
        for (at, name) in self.names.iter().enumerate() {
            if let Some(feature) = dictionary::feature(name) {
                features.push((feature, at));
            }
        }
        features.sort_unstable();
        let twice = features.windows(2).find(|two| two[0].0 == two[1].0);
        let is_whole = features.len() >= deck.features();
        if let (Some(two), true) = (twice, is_whole) {
            let [one, other] = [two[0].1, two[1].1].map(|at| excerpt(&self.names[at]));
            return wrong(format!("the columns `{one}` and `{other}` are one feature; remove one"));
        }
        let is_completing =
            ["card", "digits", "sets", "card1", "card2"].iter().all(|it| self.at(it).is_some());
        if is_completing || self.at("unseen").is_some() {
            return wrong("a list of `next` is not a hand; give the cards of a hand".to_owned());
        }
        if features.len() == deck.features() {
            return Ok(Columns::Features(features.into_iter().map(|it| it.1).collect()));
        }
        let cards: Vec<usize> = (1..).map_while(|it: u32| self.at(&format!("card{it}"))).collect();
        let of_card = |name: &str| self.at(name).map(Columns::Card);
        let columns = (HANDS.iter().find_map(|name| self.at(name)).map(Columns::Hand))
            .or_else(|| of_card("digits"))
            .or_else(|| of_card("card"))
            .or_else(|| (!cards.is_empty()).then_some(Columns::Each(cards)))
            .or_else(|| of_card("index"));
        let Some(columns) = columns else {
            let names: Vec<String> = features.iter().map(|it| excerpt(&self.names[it.1])).collect();
            return wrong(format!(
                "the header names {} of {} features ({}); give a column for each",
                features.len(),
                deck.features(),
                names.join(", ")
            ));
        };
        for at in columns.all() {
            if self.names.iter().filter(|name| **name == self.names[at]).count() > 1 {
                return wrong(format!(
                    "the column `{}` comes twice; remove one",
                    excerpt(&self.names[at])
                ));
            }
        }
        Ok(columns)
    }
}

impl Columns {
    fn all(&self) -> Vec<usize> {
        match self {
            Self::Features(all) | Self::Each(all) => all.clone(),
            Self::Hand(at) | Self::Card(at) => vec![*at],
        }
    }
}

/// The rows of a CSV.
struct Rows<'a> {
    rest: &'a str,
    delimiter: char,
    line: u64,
}

impl Rows<'_> {
    /// The next row that is not a comment: its line and its cells.
    fn next(&mut self, reader: &Reader<'_>) -> Result<Option<(u64, Vec<String>)>, ReadError> {
        loop {
            if self.rest.is_empty() {
                return Ok(None);
            }
            let line = self.rest.split('\n').next().unwrap_or_default();
            if !text::is_comment(line) {
                break;
            }
            self.rest = self.rest.get(line.len() + 1..).unwrap_or_default();
            self.line += 1;
        }
        let (start, mut cells) = (self.line, Vec::new());
        loop {
            let mut cell = String::new();
            let quoted = self.rest.trim_start_matches(' ').strip_prefix('"');
            if let Some(mut quoted) = quoted {
                let (begin, row) = (self.line, quoted.lines().next().unwrap_or_default());
                loop {
                    let Some((inside, rest)) = quoted.split_once('"') else {
                        let text = excerpt(row);
                        let why = "is not closed; close or remove it";
                        return Err(reader.error(begin, format!("a quote of `\"{text}` {why}")));
                    };
                    cell += inside;
                    self.line += inside.matches('\n').count() as u64;
                    match rest.strip_prefix('"') {
                        Some(rest) => {
                            cell.push('"');
                            quoted = rest;
                        }
                        None => {
                            self.rest = rest;
                            break;
                        }
                    }
                }
            }
            let end = self.rest.find([self.delimiter, '\n']).unwrap_or(self.rest.len());
            let (tail, rest) = self.rest.split_at(end);
            if quoted.is_some() && !tail.trim().is_empty() {
                let message = format!("`{}` stands behind a closed quote", excerpt(tail.trim()));
                return Err(reader.error(self.line, message + "; double the quotes in a cell"));
            }
            cell += tail;
            cells.push(cell.trim().to_owned());
            let sign = rest.chars().next();
            self.rest = sign.map_or(rest, |sign| &rest[sign.len_utf8()..]);
            if sign != Some(self.delimiter) {
                self.line += 1;
                return Ok(Some((start, cells)));
            }
        }
    }
}

/// Reads the rows below a header.
pub(super) fn read(text: &str, header: &Header, reader: &mut Reader<'_>) -> Result<(), ReadError> {
    let columns = header.columns(reader.deck, reader)?;
    let mut rows = Rows { rest: text, delimiter: header.delimiter, line: 1 };
    while rows.line <= header.line {
        rows.next(reader)?;
    }
    let hand = header.at("hand").or_else(|| header.at("puzzle"));
    let used = columns.all();
    let is_used = |at: &usize| used.contains(at) || Some(*at) == hand;
    let names = header.names.iter().enumerate().filter(|it| !is_used(&it.0));
    reader.read.ignored = names.map(|it| it.1.clone()).filter(|it| !it.is_empty()).collect();
    reader.read.is_fixed = true;
    let mut table = CsvCards { header, columns: &columns, of_rows: Vec::new(), empty: None };
    let mut number = 0;
    while let Some((line, cells)) = rows.next(reader)? {
        number += 1;
        table.row(&cells, number, line, reader)?;
    }
    table.group(hand.is_some(), reader)
}

/// The cards of a CSV while its rows are read.
struct CsvCards<'a> {
    header: &'a Header,
    columns: &'a Columns,
    /// Of each row its hand, the number of its line in the input, and the end of its cards.
    of_rows: Vec<(Option<String>, usize, u64, usize)>,
    /// The line of an empty row, after which no other may come.
    empty: Option<u64>,
}

impl CsvCards<'_> {
    fn row(
        &mut self,
        cells: &[String],
        number: usize,
        line: u64,
        reader: &mut Reader<'_>,
    ) -> Result<(), ReadError> {
        let Header { names, .. } = self.header;
        if cells.iter().all(String::is_empty) {
            self.empty = self.empty.or(Some(line));
            return Ok(());
        }
        if let Some(empty) = self.empty {
            return Err(reader.error(empty, "the row is empty, and others follow; remove it"));
        }
        let is_extra = |cells: &[String]| cells.iter().any(|cell| !cell.is_empty());
        if cells.len() < names.len() || is_extra(&cells[names.len()..]) {
            let (found, own) = (cells.len(), names.len());
            return Err(reader.error(
                line,
                format!(
                    "the row has {found} cells, and the header {own}; give every row the columns \
                     of the header, and quote cards with commas"
                ),
            ));
        }
        let cell = |name: &str| self.header.at(name).map(|at| &*cells[at]);
        if let Some(found) = cell("features").filter(|it| *it != reader.deck.features().to_string())
        {
            let message = format!(
                "the hand is of a deck of {} features, not {}; choose that deck with --features",
                excerpt(found),
                reader.deck.features()
            );
            return Err(reader.error(line, message));
        }
        let name = cell("hand").or_else(|| cell("puzzle")).map(str::to_owned);
        if let Columns::Hand(at) = self.columns
            && cells[*at].is_empty()
            && cell("cards") == Some("0")
        {
            return Ok(());
        }
        // A puzzle has a row for each of its sets, with the same cards.
        if cell("puzzle").is_some()
            && let Columns::Hand(at) = self.columns
            && self.of_rows.last().is_some_and(|last| last.0 == name)
        {
            let end = reader.read.ids.len();
            let start = self.of_rows.iter().rev().nth(1).map_or(0, |it| it.3);
            reader.line(&cells[*at], line)?;
            let again = reader.read.ids.split_off(end);
            if again != reader.read.ids[start..] {
                return Err(reader.error(line, "the row has other cards than the puzzle before it"));
            }
            return Ok(());
        }
        for at in self.columns.all() {
            if cells[at].is_empty() {
                let message = format!("`{}` is empty; fill it", excerpt(&names[at]));
                return Err(reader.error(line, message));
            }
        }
        match self.columns {
            Columns::Features(all) => self.features(all, cells, line, reader)?,
            Columns::Hand(at) => reader.line(&cells[*at], line)?,
            Columns::Card(at) => {
                let (name, cell) = (&*names[*at], &*cells[*at]);
                let is_figures = cell.bytes().all(|it| it.is_ascii_digit());
                if name == "digits" && is_figures && cell.len() != reader.deck.features() {
                    let message = format!(
                        "`{}` is not {} digits: a spreadsheet drops zeros; save the column as text",
                        excerpt(cell),
                        reader.deck.features()
                    );
                    return Err(reader.error(line, message));
                }
                if name == "index" {
                    reader.card(
                        &format!("@{}", cell.strip_prefix('@').unwrap_or(cell)),
                        None,
                        line,
                    )?;
                } else {
                    reader.line(cell, line)?;
                }
            }
            Columns::Each(all) => {
                for &at in all {
                    reader.one(&cells[at], line)?;
                }
            }
        }
        reader.read.end_line(line);
        self.of_rows.push((name, number, line, reader.read.ids.len()));
        Ok(())
    }

    /// Adds the card of cells for each feature.
    fn features(
        &self,
        columns: &[usize],
        cells: &[String],
        line: u64,
        reader: &mut Reader<'_>,
    ) -> Result<(), ReadError> {
        let is_digit =
            |at: &usize| cells[*at].len() == 1 && cells[*at].as_bytes()[0].is_ascii_digit();
        if columns.iter().all(is_digit) {
            let joined: String = columns.iter().map(|&at| &*cells[at]).collect();
            return reader.card(&joined, None, line);
        }
        let mut in_order = columns.to_vec();
        in_order.sort_unstable();
        let text = in_order.iter().map(|&at| &*cells[at]).collect::<Vec<_>>().join(" ");
        if reader.push_known(&text) {
            return Ok(());
        }
        for &at in &in_order {
            reader.check_feature(&self.header.names[at], &cells[at], line)?;
        }
        reader.card(&text, None, line)
    }

    /// Sorts the rows into hands.
    fn group(&self, has_hand: bool, reader: &mut Reader<'_>) -> Result<(), ReadError> {
        let mut start = 0;
        let sizes: Vec<usize> =
            self.of_rows.iter().map(|row| row.3 - std::mem::replace(&mut start, row.3)).collect();
        let is_hand_a_row = matches!(self.columns, Columns::Hand(_) | Columns::Each(_))
            || sizes.iter().any(|&size| size > 1);
        let is_named = !matches!(self.columns, Columns::Each(_));
        if is_hand_a_row {
            for (at, (name, number, ..)) in self.of_rows.iter().enumerate() {
                let name = name.clone().filter(|_| is_named).unwrap_or_else(|| number.to_string());
                reader.read.groups.push((at + 1, Some(name)));
            }
            return Ok(());
        }
        let mut ids = 0;
        let firsts: Vec<u32> = self
            .of_rows
            .iter()
            .map(|row| reader.read.ids[std::mem::replace(&mut ids, row.3)])
            .collect();
        reader.refuse_row_numbers(&firsts)?;
        let mut done: HashSet<&str> = HashSet::new();
        for (at, (name, _, line, _)) in self.of_rows.iter().enumerate() {
            let next = self.of_rows.get(at + 1).map(|row| &row.0);
            if next == Some(name) {
                continue;
            }
            let own = name.as_deref().unwrap_or("1");
            if !done.insert(own) {
                let message = format!(
                    "hand `{}` comes back after another; put the rows of a hand together",
                    excerpt(own)
                );
                return Err(reader.error(*line, message));
            }
            reader.read.groups.push((at + 1, has_hand.then(|| own.to_owned())));
        }
        Ok(())
    }
}

impl Reader<'_> {
    /// Refuses a word that is not of the feature that its column or key names.
    pub(super) fn check_feature(&self, name: &str, text: &str, line: u64) -> Result<(), ReadError> {
        let Some(feature) = dictionary::feature(&super::words::normal(name)) else { return Ok(()) };
        let words = text.split(|it: char| it.is_whitespace() || "-_".contains(it));
        let mut has_value = false;
        for word in words {
            match (&self.options.values, dictionary::meaning(&super::words::normal(word))) {
                (Some(_), _) => return Ok(()),
                _ if self.collected.is_some() => return Ok(()),
                (None, Some(dictionary::Meaning::Value { feature: own, .. })) if own != feature => {
                    let message = format!(
                        "`{}` in `{}` is a {}",
                        excerpt(word),
                        excerpt(name),
                        dictionary::name(own)
                    );
                    return Err(self.error(line, message));
                }
                (None, Some(meaning)) => {
                    has_value |= matches!(meaning, dictionary::Meaning::Value { .. });
                }
                (None, None) => return Err(self.unknown(word, line)),
            }
        }
        if has_value {
            return Ok(());
        }
        Err(self.error(line, format!("`{}` in `{}` is not a value", excerpt(text), excerpt(name))))
    }
}
