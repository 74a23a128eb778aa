//! Reads cards from CSV files.

use super::record::{CARD_NAMES, HAND_NAMES, holds_cards};
use super::{InputCards, ReadError, Reader, dictionary, to_u32, words};
use setodds_engine::escape::excerpt;
use std::collections::HashSet;

/// Header row of a CSV file of cards.
pub(super) struct Header {
    names: Vec<String>,
    delimiter: char,
    line: u64,
}

/// Columns of a CSV file that hold the cards of a row.
enum Columns {
    /// One column for each feature of a card.
    Features(Vec<usize>),
    /// One column whose cells hold a whole hand.
    Hand(usize),
    /// One column whose cells hold one card or several.
    Card(usize),
    /// Several columns whose cells hold one card, such as `card1` to `card3`.
    Each(Vec<usize>),
}

impl Header {
    /// Parses the header row of a CSV file, or returns `None` if no cell of the first line names a
    /// column of cards.
    pub(super) fn parse(text: &str, first: &str) -> Option<Self> {
        let is_name = |name: &String| holds_cards(name) || name == "card1";
        let names = |delimiter: char| -> Vec<String> {
            let cells = first.split(delimiter).map(|cell| cell.trim().trim_matches('"').trim());
            cells.map(|name| words::normalized(name).into_owned()).collect()
        };
        let known = |delimiter: &char| names(*delimiter).iter().filter(|it| is_name(it)).count();
        // `max_by_key` returns the last maximum, so the comma wins ties.
        let delimiter = ['\t', ';', ','].into_iter().max_by_key(known)?;
        let names = names(delimiter);
        let line = super::lines(text).find(|it| !it.1.trim().is_empty())?.0;
        names.iter().any(is_name).then_some(Self { names, delimiter, line })
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|it| it == name)
    }

    fn columns(&self, reader: &Reader<'_>) -> Result<Columns, ReadError> {
        let deck = reader.deck;
        let wrong = |message: String| Err(reader.error(self.line, message));
        let features: Vec<(usize, usize)> = (0..)
            .zip(&self.names)
            .filter_map(|(at, name)| Some((dictionary::feature(name)?, at)))
            .collect();
        let is_again = |at: usize| features[..at].iter().any(|it| it.0 == features[at].0);
        if let Some(other) = (0..features.len()).find(|&at| is_again(at))
            && features.len() >= deck.features()
        {
            let one = features.iter().find(|it| it.0 == features[other].0).expect("it is again");
            let [one, other] = [one.1, features[other].1].map(|at| excerpt(&self.names[at]));
            return wrong(format!(
                "the columns `{one}` and `{other}` name the same feature; remove one"
            ));
        }
        let is_completing = ["card", "digits", "sets", "card1", "card2"]
            .iter()
            .all(|it| self.position(it).is_some());
        if is_completing || self.position("unseen").is_some() {
            return wrong("a list of `next` is not a hand; give the cards of a hand".to_owned());
        }
        if features.len() == deck.features() {
            return Ok(Columns::Features(features.into_iter().map(|it| it.1).collect()));
        }
        if let Some(at) = HAND_NAMES.iter().find_map(|name| self.position(name)) {
            return Ok(Columns::Hand(at));
        }
        if let Some(at) = CARD_NAMES[..2].iter().find_map(|name| self.position(name)) {
            return Ok(Columns::Card(at));
        }
        let numbers = 1..=deck.size();
        let cards: Vec<usize> =
            numbers.map_while(|it| self.position(&format!("card{it}"))).collect();
        if !cards.is_empty() {
            let is_number = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
            let is_other = |at: &usize| {
                !cards.contains(at) && self.names[*at].strip_prefix("card").is_some_and(is_number)
            };
            if let Some(other) = (0..self.names.len()).find(is_other) {
                let (last, other) = (cards.len(), &self.names[other]);
                return wrong(format!(
                    "the columns `card1` to `card{last}` and `{}`: number them without a gap, once",
                    excerpt(other)
                ));
            }
            return Ok(Columns::Each(cards));
        }
        if let Some(at) = self.position("index") {
            return Ok(Columns::Card(at));
        }
        let names: Vec<String> = features.iter().map(|it| excerpt(&self.names[it.1])).collect();
        wrong(format!(
            "the header names {} of {} features ({}); give a column for each",
            features.len(),
            deck.features(),
            names.join(", ")
        ))
    }
}

/// CSV rows that have not been read yet.
struct Rows<'a> {
    rest: &'a str,
    delimiter: char,
    line: u64,
}

impl Rows<'_> {
    /// Returns the line number and the cells of the next CSV row, or `None` at the end of the file.
    /// Skips comments.
    fn next(&mut self, reader: &Reader<'_>) -> Result<Option<(u64, Vec<String>)>, ReadError> {
        loop {
            if self.rest.is_empty() {
                return Ok(None);
            }
            let line = self.rest.split('\n').next().unwrap_or_default();
            if !super::is_comment(line) {
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
                let (begin, cell_text) = (self.line, quoted);
                loop {
                    let Some((inside, rest)) = quoted.split_once('"') else {
                        let text = excerpt(cell_text.lines().next().unwrap_or_default());
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
                let message = format!("`{}` follows a closed quote", excerpt(tail.trim()));
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

/// Reads the cards of all rows below the header of a CSV file.
pub(super) fn read(text: &str, header: &Header, reader: &mut Reader<'_>) -> Result<(), ReadError> {
    let columns = header.columns(reader)?;
    let mut used = match &columns {
        Columns::Features(all) | Columns::Each(all) => all.clone(),
        Columns::Hand(at) | Columns::Card(at) => vec![*at],
    };
    used.extend(header.position("hand").or_else(|| header.position("puzzle")));
    for (at, name) in header.names.iter().enumerate().filter(|it| !used.contains(&it.0)) {
        if used.iter().any(|&used| header.names[used] == *name) {
            let name = excerpt(name);
            let message = format!("the column `{name}` occurs twice; remove one");
            return Err(reader.error(header.line, message));
        }
        if !name.is_empty() {
            reader.read.ignored.push(header.names[at].clone());
        }
    }
    reader.read.is_fixed = true;
    let mut rows = Rows { rest: text, delimiter: header.delimiter, line: 1 };
    while rows.line <= header.line {
        rows.next(reader)?;
    }
    let mut table = CsvCards { header, columns, used, layout: String::new() };
    let mut empty = None;
    while let Some((line, cells)) = rows.next(reader)? {
        if cells.iter().all(String::is_empty) {
            empty = empty.or(Some(line));
        } else if let Some(empty) = empty {
            return Err(reader.error(empty, "the row is empty, but others follow; remove it"));
        } else {
            table.row(&cells, line, reader)?;
        }
    }
    table.group(reader)
}

/// State kept while the rows of a CSV file of cards are read.
struct CsvCards<'a> {
    header: &'a Header,
    columns: Columns,
    /// The positions of the columns whose cells must not be empty.
    used: Vec<usize>,
    /// The cards of the last puzzle row, as text.
    layout: String,
}

impl CsvCards<'_> {
    fn row(
        &mut self,
        cells: &[String],
        line: u64,
        reader: &mut Reader<'_>,
    ) -> Result<(), ReadError> {
        let names = &self.header.names;
        let (found, own) = (cells.len(), names.len());
        if found < own || cells[own..].iter().any(|cell| !cell.is_empty()) {
            let message = format!(
                "the header and the row have {own} and {found} cells; give every row the columns of \
                 the header, and quote cards with commas"
            );
            return Err(reader.error(line, message));
        }
        let cell = |name: &str| self.header.position(name).map(|at| &*cells[at]);
        if let Some(features) = cell("features") {
            reader.check_deck(features, line)?;
        }
        if let Columns::Hand(at) = self.columns
            && cells[at].is_empty()
            && cell("cards") == Some("0")
        {
            return Ok(());
        }
        if let Some(&at) = self.used.iter().find(|&&at| cells[at].is_empty()) {
            return Err(reader.wrong(line, &names[at], "is empty; fill it"));
        }
        let name = cell("hand").or_else(|| cell("puzzle"));
        let last = reader.read.groups.len().checked_sub(1);
        let is_same = last.is_some_and(|last| reader.read.names.get(last) == name);
        // A puzzle has one row per set, and all of them repeat its cards.
        if let Columns::Hand(at) = self.columns
            && cell("puzzle").is_some()
        {
            if is_same && self.layout == cells[at] {
                return Ok(());
            }
            if is_same {
                return Err(reader.error(line, "the row has other cards than the puzzle before it"));
            }
            self.layout.clone_from(&cells[at]);
        }
        match &self.columns {
            Columns::Features(all) => {
                let value = |&at: &usize| {
                    let name = &*names[at];
                    Some((dictionary::feature(name)?, name, &*cells[at]))
                };
                reader.features(&all.iter().filter_map(value).collect::<Vec<_>>(), line)?;
            }
            Columns::Hand(at) | Columns::Card(at) => {
                reader.named(&names[*at], &cells[*at], line)?;
            }
            Columns::Each(all) => {
                for &at in all {
                    reader.one(&cells[at], line)?;
                }
            }
        }
        // Until `group` is called, a group is a run of consecutive rows with the same name.
        let read = &mut reader.read;
        read.end_line(line);
        match read.groups.last_mut() {
            Some(end) if is_same => *end = to_u32(read.lines.len()),
            _ => read.end_group(name),
        }
        Ok(())
    }

    /// Rejects a CSV file that mixes rows of one card with rows of several cards, or in which a
    /// named hand has several rows of several cards.
    fn check_hands_in_rows(reader: &Reader<'_>) -> Result<(), ReadError> {
        let InputCards { lines, groups, names, .. } = &reader.read;
        let mut start = 0;
        for (row, &end) in lines.iter().enumerate() {
            if end - start == 1 {
                let why = "the row has one card, and others have several; give each card a row, \
                           or each hand";
                return Err(reader.error(reader.read.line_number(row), why));
            }
            start = end;
        }
        let mut first = 0;
        for (run, &end) in groups.iter().enumerate() {
            if let Some(name) = names.get(run).filter(|_| end - first > 1) {
                let line = reader.read.line_number(end as usize - 1);
                let why = "has several rows with several cards; give each card a row, or each hand";
                return Err(reader.error(line, format!("hand `{}` {why}", excerpt(name))));
            }
            first = end;
        }
        Ok(())
    }

    /// Groups the CSV rows into hands.
    fn group(self, reader: &mut Reader<'_>) -> Result<(), ReadError> {
        let has_several = reader.read.ids.len() > reader.read.lines.len();
        if matches!(self.columns, Columns::Card(_)) && has_several {
            Self::check_hands_in_rows(reader)?;
        }
        // Rows of `card1`, `card2`, `card3` list the sets of a hand; each set becomes a hand.
        let is_of_sets = matches!(self.columns, Columns::Each(_));
        if matches!(self.columns, Columns::Hand(_)) || is_of_sets || has_several {
            let read = &mut reader.read;
            let rows = (1..=to_u32(read.lines.len())).collect();
            let runs = std::mem::replace(&mut read.groups, rows);
            let names = std::mem::take(&mut read.names);
            let mut row = 0;
            for (run, end) in runs.into_iter().enumerate() {
                while row < end {
                    if let Some(name) = names.get(run).filter(|_| !is_of_sets) {
                        read.names.set(row as usize, name);
                    }
                    row += 1;
                }
            }
            return Ok(());
        }
        reader.refuse_row_numbers()?;
        let InputCards { groups, names, .. } = &reader.read;
        let mut done: HashSet<Option<&str>> = HashSet::new();
        for (run, &end) in groups.iter().enumerate() {
            let name = names.get(run);
            if !done.insert(name) {
                let line = reader.read.line_number(end as usize - 1);
                let why = "continues after another hand; put the rows of a hand together";
                let name = excerpt(name.unwrap_or_default());
                return Err(reader.error(line, format!("hand `{name}` {why}")));
            }
        }
        Ok(())
    }
}
