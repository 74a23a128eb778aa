//! Cards in JSON: as strings, numbers, arrays or objects.

use super::columns::{CellKind, HandColumns, WHOLE_HANDS};
use super::{HandName, QuestionReader};
use crate::cards::notation::{NotationError, Place, WordRow, mistake};
use serde_json::{Map, Value};

/// What holds hands or cards in an object.
const CONTAINERS: [&str; 8] =
    ["hands", "hand", "cards", "table", "puzzles", "extremes", "classes", "completing"];

/// Reads the cards of a document; not if a text only begins as JSON does: `(0, 1, 2, 0)`,
/// `["two", "red"],` and `{"color": "red", ...}` are lines of text.
pub(super) fn read(
    input: &str,
    place: Place,
    question: &mut QuestionReader,
) -> Result<bool, NotationError> {
    let place = Place { line: 0, ..place };
    match serde_json::from_str(input) {
        Ok(value) => {
            let mut document = Document { place, question, blocks: 0, is_gone: false };
            document.walk(&value, None).map(|()| true)
        }
        Err(error) if is_object_open(input) => Err(unreadable(place, &error.to_string())),
        Err(_) => Ok(false),
    }
}

fn unreadable(place: Place, why: &str) -> NotationError {
    mistake!(place, "the JSON cannot be read as cards: {why}")
}

/// Whether a text has objects with names that go on over several lines, as lines of cards do not.
fn is_object_open(input: &str) -> bool {
    let mut lines = input.lines().filter(|line| !line.trim().is_empty());
    let is_whole = |line: &str| line.trim_end().trim_end_matches(',').ends_with('}');
    input.trim_start().starts_with('{') && input.contains("\":") && !lines.all(is_whole)
}

struct Document<'a> {
    place: Place,
    question: &'a mut QuestionReader,
    blocks: usize,
    /// Whether the cards that are added are gone.
    is_gone: bool,
}

impl Document<'_> {
    /// Adds the cards of a value to the hand of this name, or to hands of their own.
    fn walk(&mut self, value: &Value, name: Option<&str>) -> Result<(), NotationError> {
        match value {
            Value::Array(values) => match words_of(values) {
                Some(words) => self.add_text(&words, name),
                None => values.iter().try_for_each(|value| {
                    self.blocks += usize::from(holds_hand(value));
                    self.walk(value, name)
                }),
            },
            Value::Object(fields) => self.object(fields, name),
            _ => match scalar(value) {
                Some(text) => self.add_text(&text, name),
                None => Err(unreadable(self.place, &format!("{value} is not a card"))),
            },
        }
    }

    fn object(
        &mut self,
        fields: &Map<String, Value>,
        name: Option<&str>,
    ) -> Result<(), NotationError> {
        if let Some(gone) = fields.get("gone").filter(|it| it.is_array() || it.is_string()) {
            self.is_gone = true;
            self.walk(gone, None)?;
            self.is_gone = false;
        }
        let own = fields.get("name").or_else(|| fields.get("hand")).and_then(scalar);
        let inner = own.as_deref().or(name);
        // Beside its cards `hand` is the name of a hand, and `hands` a number of them.
        let held = || CONTAINERS.iter().chain(&WHOLE_HANDS).filter_map(|name| fields.get(*name));
        let list = held().find(|it| it.is_array() || it.is_object());
        let field = |(name, value): (&String, &Value)| Some((name.to_lowercase(), scalar(value)?));
        let (names, cells): (Vec<String>, Vec<String>) = fields.iter().filter_map(field).unzip();
        let columns = HandColumns::of(names, self.place, self.question.deck());
        match (columns, list) {
            (Ok(Some(columns)), list) if columns.kind != CellKind::Hand || list.is_none() => {
                columns.add(&cells, self.place, self.hand(name), self.question)
            }
            (_, Some(list)) => self.walk(list, inner),
            (Err(error), None) => Err(error),
            _ => match held().find(|it| it.is_string() || it.is_null()) {
                // The hand that was not found.
                Some(Value::Null) => Ok(()),
                Some(text) => self.walk(text, inner),
                None => {
                    let keys = fields.keys().take(5).map(String::as_str).collect::<Vec<_>>();
                    let why = "an object is a card with the names of all features, or has `cards` \
                               or `hands`; this one has ";
                    Err(unreadable(self.place, &(why.to_owned() + &keys.join(", "))))
                }
            },
        }
    }

    fn add_text(&mut self, text: &str, name: Option<&str>) -> Result<(), NotationError> {
        if text.trim().is_empty() {
            return Ok(());
        }
        let rows = WordRow::of_text(text, self.place, self.question.deck());
        self.question.add(&rows, self.hand(name))
    }

    fn hand(&self, name: Option<&str>) -> HandName {
        match name {
            _ if self.is_gone => HandName::Gone,
            Some(name) => HandName::Named(name.to_owned(), self.blocks),
            None => HandName::Block(self.blocks),
        }
    }
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Whether a value has more than a card.
fn holds_hand(value: &Value) -> bool {
    match value {
        Value::Array(values) => words_of(values).is_none(),
        Value::Object(fields) => fields.iter().any(|(name, value)| {
            let is_list = CONTAINERS.contains(&&**name) && scalar(value).is_none();
            is_list || WHOLE_HANDS.contains(&&**name)
        }),
        _ => false,
    }
}

/// Words and numbers without anything between them, as a line of text.
fn words_of(values: &[Value]) -> Option<String> {
    let is_word = |it: &String| !it.is_empty() && !it.contains([' ', ',', ';', '-', '_']);
    let words: Option<Vec<String>> = values.iter().map(|it| scalar(it).filter(is_word)).collect();
    words.filter(|words| !words.is_empty()).map(|words| words.join(" "))
}
