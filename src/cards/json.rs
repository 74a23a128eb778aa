//! Reads cards from JSON, and from lists in the notation of Python.
//!
//! The text is parsed in one pass; only the cards of the current list are kept as text.

use super::record::{CARD_NAMES, HAND_NAMES, holds_cards};
use super::{ReadError, Reader, dictionary, words};
use crate::card::MAX_CARDS;
use setodds_engine::escape::excerpt;
use std::borrow::Cow;
use std::fmt::Display;

/// Maximum nesting depth of JSON input; the results of the program have four levels.
const MAX_DEPTH: usize = 8;

/// Keys of a JSON object whose value is a list of hands.
const LIST_KEYS: [&str; 4] = ["hands", "puzzles", "extremes", "classes"];

/// Keys of a JSON object that are read in addition to the keys of cards.
const OTHER_KEYS: [&str; 4] = ["hand", "puzzle", "cards", "features"];

/// Kind of a JSON value that describes cards or hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Card,
    /// A list of cards: a hand, or one line of a hand.
    Cards,
    /// An object that describes a hand or is empty, or a list of lists of cards.
    Hands,
}

/// Reads all values of a JSON document and adds their cards to the reader.
pub(super) fn read(document: &str, reader: &mut Reader<'_>) -> Result<(), ReadError> {
    let length = document.len();
    let mut document = Document { rest: document, length, line: 1, depth: 0, reader };
    let mut of_all = None;
    let mut end = 0;
    document.skip_blanks();
    while !document.rest.is_empty() {
        let start = document.line;
        if of_all.is_some() && start == end {
            return Err(document.wrong(
                "follows a list on the same line; leave out row numbers, and put several lists \
                 into one list, or each on its own line",
            ));
        }
        if of_all.is_some() && start > end + 1 {
            let before = "a blank line between lists; put the cards of each hand into a list";
            return Err(document.error(before));
        }
        let kind = document.value()?;
        document.check_same_kind(&mut of_all, kind)?;
        end = document.line;
        document.rest = document.rest.strip_prefix(',').unwrap_or(document.rest);
        document.skip_blanks();
    }
    let read = &mut document.reader.read;
    read.end_line(end);
    read.end_group(None);
    if read.is_fixed { Ok(()) } else { document.reader.refuse_row_numbers() }
}

struct Document<'a, 'b, 'c> {
    rest: &'a str,
    /// The length of the document in bytes.
    length: usize,
    line: u64,
    depth: usize,
    reader: &'b mut Reader<'c>,
}

/// Keys and values of a JSON object, restricted to the keys that are read.
type Fields<'a> = Vec<(Cow<'a, str>, Cow<'a, str>)>;

impl<'a> Document<'a, '_, '_> {
    fn error(&self, message: impl Display) -> ReadError {
        self.reader.error(self.line, message)
    }

    /// Returns an error that quotes the rest of the current line of the JSON document, or states
    /// that the document ends too early.
    fn wrong(&self, why: &str) -> ReadError {
        let next = self.rest.lines().next().unwrap_or_default();
        match next {
            "" => self.error("the JSON ends too early; close its lists, objects and quotes"),
            next => self.error(format_args!("`{}` {why}", excerpt(next))),
        }
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest.trim_start();
            let blanks = &self.rest[..self.rest.len() - rest.len()];
            let lines = blanks.matches('\n').count() as u64;
            let begins_line = lines > 0 || self.rest.len() == self.length;
            self.line += lines;
            self.rest = rest;
            if !(begins_line && rest.starts_with('#')) {
                return;
            }
            let line = rest.split('\n').next().unwrap_or_default();
            if !super::is_comment(line) {
                return;
            }
            self.rest = &rest[line.len()..];
        }
    }

    fn take(&mut self, sign: char) -> bool {
        self.skip_blanks();
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Consumes a separator or the closing bracket of a JSON array or object. Returns whether
    /// another value follows.
    fn has_next(&mut self, close: char) -> Result<bool, ReadError> {
        if self.take(close) {
            return Ok(false);
        }
        if !self.take(',') {
            return Err(self.wrong(&format!("is not the expected `,` or `{close}`")));
        }
        Ok(!self.take(close))
    }

    fn check_same_kind(&self, of_all: &mut Option<Kind>, kind: Kind) -> Result<(), ReadError> {
        match *of_all {
            Some(other) if other != kind => {
                return Err(
                    self.error("a list mixes cards and lists of cards; use only one of them")
                );
            }
            _ => *of_all = Some(kind),
        }
        Ok(())
    }

    /// Reads a JSON array or object and returns its kind.
    fn value(&mut self) -> Result<Kind, ReadError> {
        self.skip_blanks();
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let message = "the lists are nested too deeply; a hand is a list of cards";
            return Err(self.error(message));
        }
        let kind = if self.take('{') {
            self.object()
        } else if self.take('[') {
            self.list(']')
        } else if self.take('(') {
            self.list(')')
        } else {
            Err(self.wrong("is not a list or an object of cards"))
        };
        self.depth -= 1;
        kind
    }

    fn list(&mut self, close: char) -> Result<Kind, ReadError> {
        let line = self.line;
        if self.take(close) {
            return Err(self.error("a list is empty; leave it out"));
        }
        let mut scalars: Vec<Cow<'a, str>> = Vec::new();
        let mut of_all = None;
        loop {
            self.skip_blanks();
            if self.rest.starts_with(['[', '{', '(']) {
                let kind = self.value()?;
                self.check_same_kind(&mut of_all, kind)?;
            } else {
                scalars.push(self.scalar()?);
            }
            if !scalars.is_empty() && of_all.is_some() {
                return Err(
                    self.error("a list mixes texts and lists; give all cards in the same form")
                );
            }
            if scalars.len() > 3 * MAX_CARDS {
                return Err(self.error("a list is longer than a deck; a hand is a list of cards"));
            }
            if !self.has_next(close)? {
                break;
            }
        }
        match of_all {
            None if self.add_scalars(&scalars, line)? => Ok(Kind::Card),
            None | Some(Kind::Card) => {
                self.reader.read.end_line(line);
                Ok(Kind::Cards)
            }
            Some(Kind::Cards) => {
                self.reader.read.end_group(None);
                Ok(Kind::Hands)
            }
            Some(Kind::Hands) => Ok(Kind::Hands),
        }
    }

    /// Adds the cards of a JSON array of strings or numbers. Returns whether several elements
    /// together are a single card.
    fn add_scalars(&mut self, all: &[Cow<'a, str>], line: u64) -> Result<bool, ReadError> {
        if all.iter().any(|it| it.is_empty()) {
            return Err(self.reader.error(line, "a text is empty; give a card"));
        }
        let has_blank =
            |it: &Cow<'a, str>| it.contains(|it: char| it.is_whitespace() || ",;|".contains(it));
        if all.iter().any(has_blank) {
            all.iter().try_for_each(|text| self.reader.one(text, line))?;
            return Ok(false);
        }
        let first = self.reader.read.ids.len();
        self.reader.line(&all.join(" "), line)?;
        Ok(all.len() > 1 && self.reader.read.ids.len() == first + 1)
    }

    /// Reads a JSON string, number or literal such as `null`.
    fn scalar(&mut self) -> Result<Cow<'a, str>, ReadError> {
        self.skip_blanks();
        if let Some(quote) = self.rest.chars().next().filter(|it| ['"', '\''].contains(it)) {
            return self.string(quote);
        }
        let is_end = |it: char| it.is_whitespace() || ",:[](){}\"'".contains(it);
        let (text, rest) = self.rest.split_at(self.rest.find(is_end).unwrap_or(self.rest.len()));
        if text.is_empty() {
            return Err(self.wrong("is not a card"));
        }
        self.rest = rest;
        Ok(text.into())
    }

    fn string(&mut self, quote: char) -> Result<Cow<'a, str>, ReadError> {
        let inside = &self.rest[1..];
        let mut is_escaped = false;
        let end = inside.find(|it: char| {
            let is_end = it == quote && !is_escaped;
            is_escaped = it == '\\' && !is_escaped;
            is_end
        });
        let Some(end) = end else { return Err(self.error("a quote is not closed; close it")) };
        self.rest = &inside[end + 1..];
        let text = &inside[..end];
        self.line += text.matches('\n').count() as u64;
        if !text.contains('\\') {
            return Ok(text.into());
        }
        let json = match quote {
            '"' => format!("\"{text}\""),
            _ => format!("\"{}\"", text.replace("\\'", "'").replace('"', "\\\"")),
        };
        let read = serde_json::from_str::<String>(&json);
        read.map(Cow::Owned)
            .map_err(|_| self.error(format_args!("`{}` is not a valid JSON string", excerpt(text))))
    }

    /// Skips a JSON array or object.
    fn skip(&mut self) -> Result<(), ReadError> {
        let mut depth = 0_usize;
        loop {
            self.skip_blanks();
            match self.rest.chars().next() {
                Some('[' | '{' | '(') => depth += 1,
                Some(']' | '}' | ')') => depth -= 1,
                Some(',' | ':') => {}
                _ => {
                    self.scalar()?;
                    continue;
                }
            }
            self.rest = &self.rest[1..];
            if depth == 0 {
                return Ok(());
            }
        }
    }

    fn object(&mut self) -> Result<Kind, ReadError> {
        let mut fields = Fields::new();
        if self.take('}') {
            return self.finish_object(&fields, None);
        }
        let mut list: Option<(Cow<'a, str>, Kind)> = None;
        loop {
            let mut key = self.scalar()?;
            if let Cow::Owned(normal) = words::normalized(&key) {
                key = normal.into();
            }
            if !self.take(':') {
                return Err(self.wrong("is not the expected `:`"));
            }
            self.skip_blanks();
            let is_list = key == "cards" || LIST_KEYS.contains(&&*key);
            if is_list && self.rest.starts_with(['[', '(']) {
                if let Some((other, _)) = &list {
                    let message = format!("an object has `{other}` and `{key}`; give one");
                    return Err(self.error(message));
                }
                let kind = self.list_of_hands(&key)?;
                list = Some((key, kind));
            } else if self.rest.starts_with(['[', '{', '(']) {
                self.skip()?;
            } else {
                let value = self.scalar()?;
                if holds_cards(&key) || OTHER_KEYS.contains(&&*key) {
                    if fields.iter().any(|it| it.0 == key) {
                        return Err(self.error(format!("an object has `{key}` twice; remove one")));
                    }
                    fields.push((key, value));
                }
            }
            if !self.has_next('}')? {
                return self.finish_object(&fields, list.map(|it| it.1));
            }
        }
    }

    /// Reads the value of the JSON key `cards`, or of a key whose value is a list of hands.
    fn list_of_hands(&mut self, key: &str) -> Result<Kind, ReadError> {
        self.reader.read.is_fixed = true;
        if self.rest[1..].trim_start().starts_with([']', ')']) {
            self.skip()?;
            return Ok(Kind::Hands);
        }
        if key != "cards" {
            return self.hands();
        }
        match self.value()? {
            Kind::Cards => Ok(Kind::Cards),
            _ => Err(self.error("`cards` is not a list of cards; give one")),
        }
    }

    /// Reads a JSON array of hands, each of which is an array of cards or an object.
    fn hands(&mut self) -> Result<Kind, ReadError> {
        let close = if self.take('(') { ')' } else { ']' };
        if close == ']' {
            self.take('[');
        }
        loop {
            self.skip_blanks();
            let is_object = self.rest.starts_with('{');
            match self.value()? {
                Kind::Cards => self.reader.read.end_group(None),
                Kind::Hands if is_object => {}
                Kind::Hands => {
                    return Err(self.error("a hand is a list of lists; give a list of its cards"));
                }
                Kind::Card => {
                    return Err(self.error(
                        "a list of hands contains a card; give each hand as a list of cards",
                    ));
                }
            }
            if !self.has_next(close)? {
                return Ok(Kind::Hands);
            }
        }
    }

    /// Adds the card or hand that a JSON object describes, and returns its kind. `list` is the kind
    /// of the list of cards or hands in the object, if it has one.
    fn finish_object<'f>(
        &mut self,
        fields: &'f Fields<'a>,
        list: Option<Kind>,
    ) -> Result<Kind, ReadError> {
        let line = self.line;
        let get = |name: &str| fields.iter().find(|it| it.0 == name).map(|it| &*it.1);
        if let Some(features) = get("features") {
            self.reader.check_deck(features, line)?;
        }
        let name = get("hand").or_else(|| get("puzzle"));
        let hand = HAND_NAMES.iter().find_map(|name| get(name));
        if list == Some(Kind::Hands) {
            return Ok(Kind::Hands);
        }
        if list.is_none() && hand == Some("") && get("cards") == Some("0") {
            return Ok(Kind::Hands);
        }
        if list.is_some() || hand.is_some() {
            if list.is_none() {
                self.reader.line(hand.unwrap_or_default(), line)?;
                self.reader.read.end_line(line);
            }
            let read = &mut self.reader.read;
            read.is_fixed = true;
            read.end_group(name);
            return Ok(Kind::Hands);
        }
        if name.is_some() {
            let message = "a card names its hand; give each hand as a list of its cards, such as \
                           {\"hands\": [{\"cards\": [...]}]}";
            return Err(self.reader.error(line, message));
        }
        let feature = |it: &'f (Cow<'a, str>, Cow<'a, str>)| {
            Some((dictionary::feature(&it.0)?, &*it.0, &*it.1))
        };
        let features: Vec<_> = fields.iter().filter_map(feature).collect();
        if features.len() >= self.reader.deck.features() {
            self.reader.features(&features, line)?;
            return Ok(Kind::Card);
        }
        for key in CARD_NAMES {
            if let Some(text) = get(key) {
                let before = self.reader.read.ids.len();
                self.reader.named(key, text, line)?;
                self.reader.refuse_several(before, text, line)?;
                return Ok(Kind::Card);
            }
        }
        let message = "an object is a card with a key for each feature, `digits`, `card` or \
                       `index`, or has a list `cards` or `hands`";
        Err(self.reader.error(line, message))
    }
}
