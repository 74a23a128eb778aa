//! Cards in JSON, and in lists as Python prints them.
//!
//! The text is read in one pass, and only the cards of the list at hand are kept as text.

use super::{ReadError, Reader, dictionary, text, words};
use crate::card::MAX_CARDS;
use setodds_engine::escape::excerpt;
use std::borrow::Cow;
use std::fmt::Display;

/// The most lists and objects in one another; the program's own results have four.
const MAX_DEPTH: usize = 8;

/// The keys of lists of hands.
const LISTS: [&str; 4] = ["hands", "puzzles", "extremes", "classes"];

/// The keys of a hand as text.
const HANDS: [&str; 3] = ["layout", "witness", "representative"];

/// What a value was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Card,
    /// A list of cards: a hand, or a line of one.
    Cards,
    /// An object that is a hand, or lists of cards.
    Hands,
    /// A row of no hand.
    Nothing,
}

/// Reads the values of a document.
pub(super) fn read(document: &str, reader: &mut Reader<'_>) -> Result<(), ReadError> {
    let mut document = Document { rest: document, line: 1, depth: 0, reader };
    let mut of_all = None;
    let mut end = 0;
    document.skip_blanks();
    while !document.rest.is_empty() {
        let start = document.line;
        if of_all.is_some() && start == end {
            return Err(document.wrong(
                "follows a list on its line; row numbers are left out, and several lists stand in \
                 one, or one a line",
            ));
        }
        if of_all.is_some() && start > end + 1 {
            let before = "a blank line between lists; put the cards of each hand into a list";
            return Err(document.error(before));
        }
        let kind = document.value()?;
        document.merge(&mut of_all, kind)?;
        end = document.line;
        document.rest = document.rest.strip_prefix(',').unwrap_or(document.rest);
        document.skip_blanks();
    }
    let read = &mut document.reader.read;
    if read.ids.len() > read.lines.last().map_or(0, |it| it.0) {
        read.end_line(end);
    }
    read.end_group(None);
    if read.is_fixed {
        return Ok(());
    }
    let mut first = 0;
    let firsts: Vec<u32> =
        read.lines.iter().map(|&(end, _)| read.ids[std::mem::replace(&mut first, end)]).collect();
    document.reader.refuse_row_numbers(&firsts)
}

struct Document<'a, 'b, 'c> {
    rest: &'a str,
    line: u64,
    depth: usize,
    reader: &'b mut Reader<'c>,
}

/// The keys of an object that tell its cards.
#[derive(Default)]
struct Fields {
    /// The features, in the order of the keys.
    features: Vec<(usize, String, String)>,
    /// `digits`, `card` and `index`.
    card: [Option<String>; 3],
    /// A hand as text.
    hand: Option<String>,
    name: Option<String>,
    /// The number of cards.
    cards: Option<String>,
    /// The key of the list, and what it was.
    list: Option<(String, Kind)>,
}

impl<'a> Document<'a, '_, '_> {
    fn error(&self, message: impl Display) -> ReadError {
        self.reader.error(self.line, message)
    }

    /// The error that what comes next is wrong.
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
            self.line += self.rest[..self.rest.len() - rest.len()].matches('\n').count() as u64;
            self.rest = rest;
            let line = rest.split('\n').next().unwrap_or_default();
            if !text::is_comment(line) {
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

    /// Whether a list or an object goes on behind one of its values.
    fn goes_on(&mut self, close: char) -> Result<bool, ReadError> {
        if self.take(close) {
            return Ok(false);
        }
        if !self.take(',') {
            return Err(self.wrong(&format!("stands where `,` or `{close}` should")));
        }
        Ok(!self.take(close))
    }

    fn merge(&self, of_all: &mut Option<Kind>, kind: Kind) -> Result<(), ReadError> {
        match *of_all {
            _ if kind == Kind::Nothing => {}
            Some(other) if other != kind => {
                return Err(self.error("a list mixes cards and lists of cards; give one of both"));
            }
            _ => *of_all = Some(kind),
        }
        Ok(())
    }

    /// Reads a list or an object.
    fn value(&mut self) -> Result<Kind, ReadError> {
        self.skip_blanks();
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let message = "lists in lists without end; a hand is a list of cards";
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
                self.merge(&mut of_all, kind)?;
            } else {
                scalars.push(self.scalar()?);
            }
            if !scalars.is_empty() && of_all.is_some() {
                return Err(self.error("a list mixes texts and lists; give cards of one form"));
            }
            if scalars.len() > 3 * MAX_CARDS {
                return Err(self.error("a list is longer than a deck; a hand is a list of cards"));
            }
            if !self.goes_on(close)? {
                break;
            }
        }
        match of_all {
            None if scalars.is_empty() => Ok(Kind::Nothing),
            None if self.scalars(&scalars, line)? => Ok(Kind::Card),
            None | Some(Kind::Card) => {
                self.reader.read.end_line(line);
                Ok(Kind::Cards)
            }
            Some(_) => Ok(Kind::Hands),
        }
    }

    /// Adds the card that a list of texts or numbers is, or its cards; returns whether it is one.
    fn scalars(&mut self, scalars: &[Cow<'a, str>], line: u64) -> Result<bool, ReadError> {
        let all: Vec<&str> = scalars.iter().map(|it| &**it).collect();
        if all.contains(&"") {
            return Err(self.reader.error(line, "a text is empty; give a card"));
        }
        let joined = all.join(" ");
        let features = self.reader.deck.features();
        let is_digit = |it: &&str| matches!(it.as_bytes(), [b'0'..=b'9']);
        let first = self.reader.read.ids.len();
        if all.iter().all(is_digit) {
            let is_card = all.len() > 1 && [features, 3 * features].contains(&all.len());
            if is_card && self.reader.push_known(&joined) {
                return Ok(true);
            }
            let figures: Vec<u8> = all.iter().map(|it| it.as_bytes()[0] - b'0').collect();
            if self.reader.figures(&joined, &figures, false, line)? {
                return Ok(true);
            }
        }
        if all.iter().all(|it| !it.contains(|it: char| it.is_whitespace() || ",;|".contains(it))) {
            self.reader.parts(&joined, &all, None, line)?;
            let is_of_words = all.len() > 1 && self.reader.read.ids.len() == first + 1;
            self.reader.refuse_counted(first, &joined, line)?;
            return Ok(is_of_words);
        }
        for text in all {
            self.reader.one(text, line)?;
        }
        Ok(false)
    }

    /// Reads a text, a number or a name such as `null`.
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
        read.map(Cow::Owned).map_err(|_| {
            self.error(format_args!("`{}` is not a valid text of JSON", excerpt(text)))
        })
    }

    /// Skips a value.
    fn skip(&mut self) -> Result<(), ReadError> {
        let mut depth = 0_usize;
        loop {
            self.skip_blanks();
            match self.rest.chars().next() {
                None => return Err(self.wrong("a value is missing")),
                Some('[' | '{' | '(') => {
                    depth += 1;
                    self.rest = &self.rest[1..];
                    continue;
                }
                Some(']' | '}' | ')') if depth > 0 => {
                    depth -= 1;
                    self.rest = &self.rest[1..];
                }
                Some(',' | ':') if depth > 0 => {
                    self.rest = &self.rest[1..];
                    continue;
                }
                Some(_) => {
                    self.scalar()?;
                }
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }

    fn object(&mut self) -> Result<Kind, ReadError> {
        let mut fields = Fields::default();
        if !self.take('}') {
            loop {
                let key = words::normal(&self.scalar()?).into_owned();
                if !self.take(':') {
                    return Err(self.wrong("stands where `:` should"));
                }
                self.skip_blanks();
                self.field(key, &mut fields)?;
                if !self.goes_on('}')? {
                    break;
                }
            }
        }
        self.object_of(fields)
    }

    fn field(&mut self, key: String, fields: &mut Fields) -> Result<(), ReadError> {
        let is_list = self.rest.starts_with(['[', '(']);
        if is_list && (key == "cards" || LISTS.contains(&&*key)) {
            if let Some((other, _)) = &fields.list {
                let message = format!("an object has `{other}` and `{}`; give one", excerpt(&key));
                return Err(self.error(message));
            }
            self.reader.read.is_fixed = true;
            let is_empty = self.rest[1..].trim_start().starts_with([']', ')']);
            let kind = if is_empty {
                self.skip()?;
                Kind::Nothing
            } else if key == "cards" {
                self.value()?
            } else {
                self.hands()?
            };
            fields.list = Some((key, kind));
            return Ok(());
        }
        if self.rest.starts_with(['[', '{', '(']) {
            return self.skip();
        }
        let value = self.scalar()?.into_owned();
        let feature = dictionary::feature(&key);
        if let Some(feature) = feature {
            fields.features.push((feature, key, value));
        } else if let Some(at) = ["digits", "card", "index"].iter().position(|it| *it == key) {
            fields.card[at] = Some(value);
        } else if HANDS.contains(&&*key) {
            fields.hand = Some(value);
        } else if key == "hand" || key == "puzzle" {
            fields.name = fields.name.take().or(Some(value));
        } else if key == "cards" {
            fields.cards = Some(value);
        } else if key == "features" && value != self.reader.deck.features().to_string() {
            let own = self.reader.deck.features();
            let found = excerpt(&value);
            return Err(self.error(format_args!(
                "the hand is of a deck of {found} features, not {own}; choose that deck with \
                 --features"
            )));
        }
        Ok(())
    }

    /// Reads a list of hands, each a list of cards or an object.
    fn hands(&mut self) -> Result<Kind, ReadError> {
        let close = if self.take('(') { ')' } else { ']' };
        if close == ']' {
            self.take('[');
        }
        loop {
            let kind = self.value()?;
            match kind {
                Kind::Cards => self.reader.read.end_group(None),
                Kind::Hands | Kind::Nothing => {}
                Kind::Card => {
                    return Err(self.error("a list of hands has a card; give a list of cards each"));
                }
            }
            if !self.goes_on(close)? {
                return Ok(Kind::Hands);
            }
        }
    }

    /// The card, hand or hands that an object is.
    fn object_of(&mut self, mut fields: Fields) -> Result<Kind, ReadError> {
        let (line, features) = (self.line, self.reader.deck.features());
        if let Some((key, kind)) = fields.list {
            return match kind {
                Kind::Cards => {
                    let number = self.reader.read.groups.len() + 1;
                    let name = fields.name.unwrap_or_else(|| number.to_string());
                    self.reader.read.end_group(Some(name));
                    Ok(Kind::Hands)
                }
                Kind::Nothing => Ok(Kind::Nothing),
                Kind::Hands if key != "cards" => Ok(Kind::Hands),
                _ => Err(self.error("`cards` is not a list of cards; give one")),
            };
        }
        if let Some(text) = fields.hand {
            if fields.cards.as_deref() == Some("0") {
                return Ok(Kind::Nothing);
            }
            self.reader.read.is_fixed = true;
            self.reader.line(&text, line)?;
            self.reader.read.end_line(line);
            let number = self.reader.read.groups.len() + 1;
            self.reader.read.end_group(Some(fields.name.unwrap_or_else(|| number.to_string())));
            return Ok(Kind::Hands);
        }
        if fields.features.len() >= features {
            self.features(&mut fields.features, line)?;
            return Ok(Kind::Card);
        }
        let [digits, card, index] = fields.card;
        if let Some(digits) = digits {
            self.reader.one(&digits, line)?;
        } else if let Some(card) = card {
            self.reader.one(&card, line)?;
        } else if let Some(index) = index {
            let index = index.strip_prefix('@').unwrap_or(&index).to_owned();
            self.reader.card(&format!("@{index}"), None, line)?;
        } else {
            return Err(self.reader.error(
                line,
                "an object is a card with a key for each feature, `digits`, `card` or `index`, or \
                 has a list `cards` or `hands`",
            ));
        }
        Ok(Kind::Card)
    }

    /// Adds the card of an object with a key for each feature.
    fn features(
        &mut self,
        features: &mut [(usize, String, String)],
        line: u64,
    ) -> Result<(), ReadError> {
        let text = features.iter().map(|it| &*it.2).collect::<Vec<_>>().join(" ");
        let is_digit = |it: &(usize, String, String)| matches!(it.2.as_bytes(), [b'0'..=b'9']);
        if features.iter().all(is_digit) {
            features.sort_unstable();
            let joined: String = features.iter().map(|it| &*it.2).collect();
            let is_whole = features.windows(2).all(|two| two[0].0 != two[1].0);
            if !is_whole || features.len() != self.reader.deck.features() {
                return Err(self.reader.error(line, "an object has two keys for one feature"));
            }
            return self.reader.card(&joined, None, line);
        }
        if self.reader.push_known(&text) {
            return Ok(());
        }
        for (_, key, value) in &*features {
            self.reader.check_feature(key, value, line)?;
        }
        self.reader.card(&text, None, line)
    }
}
