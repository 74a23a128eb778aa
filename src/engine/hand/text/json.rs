//! Cards in JSON: as strings, numbers, arrays or objects.

use super::{HandName, Line};
use crate::card::Deck;
use crate::card::notation::{NotationError, Place, WordPart, WordRow};
use crate::card::words;
use serde_json::{Map, Value};

/// What holds hands or cards in an object.
const CONTAINERS: [&str; 12] = [
    "hands",
    "hand",
    "cards",
    "table",
    "puzzles",
    "extremes",
    "guarantees",
    "classes",
    "completing",
    "layout",
    "witness",
    "representative",
];

/// What holds a whole hand as one string.
const WHOLE_HANDS: [&str; 3] = ["layout", "witness", "representative"];

/// What holds a card in an object of this program, digits first.
const CARDS: [&str; 2] = ["digits", "card"];

/// The cards of a document; nothing if a text only begins as JSON does: `(0, 1, 2, 0)`,
/// `["two", "red"],` and `{"color": "red", ...}` are lines of text.
pub(super) fn lines(
    input: &str,
    number: usize,
    deck: Deck,
) -> Result<Option<Vec<Line>>, NotationError> {
    let place = Place { input: number, line: 0 };
    let value: Value = match serde_json::from_str(input) {
        Ok(value) => value,
        Err(error) if is_object_open(input) => {
            let message = format!("the JSON cannot be read as cards: {error}");
            return Err(NotationError::new(place, message));
        }
        Err(_) => return Ok(None),
    };
    let mut document = Document { place, deck, lines: Vec::new(), blocks: 0, is_gone: false };
    document.walk(&value, None)?;
    Ok(Some(document.lines))
}

/// Whether a text has objects with names that go on over several lines, as lines of cards do not.
fn is_object_open(input: &str) -> bool {
    let mut lines = input.lines().filter(|line| !line.trim().is_empty());
    let is_whole = |line: &str| line.trim_end().trim_end_matches(',').ends_with('}');
    input.trim_start().starts_with('{') && input.contains("\":") && !lines.all(is_whole)
}

struct Document {
    place: Place,
    deck: Deck,
    lines: Vec<Line>,
    blocks: usize,
    /// Whether the cards that are added are gone.
    is_gone: bool,
}

impl Document {
    /// Adds the cards of a value to the hand of this name, or to hands of their own.
    fn walk(&mut self, value: &Value, name: Option<&str>) -> Result<(), NotationError> {
        match value {
            Value::Array(values) => self.array(values, name),
            Value::Object(fields) => self.object(fields, name),
            Value::Null | Value::Bool(_) => {
                let message = format!("the JSON cannot be read as cards: {value} is not a card");
                Err(NotationError::new(self.place, message))
            }
            _ => {
                scalar(value).iter().for_each(|text| self.add_text(text, name));
                Ok(())
            }
        }
    }

    fn array(&mut self, values: &[Value], name: Option<&str>) -> Result<(), NotationError> {
        if let Some(words) = words_of(values) {
            self.add_text(&words, name);
            return Ok(());
        }
        for (at, value) in values.iter().enumerate() {
            // A card that completes several sets comes with each of them.
            let again = |earlier: &Value| earlier.get("digits") == value.get("digits");
            if value.get("card1").is_some() && at > 0 && again(&values[at - 1]) {
                continue;
            }
            self.blocks += usize::from(holds_hand(value));
            self.walk(value, name)?;
        }
        Ok(())
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
        let part = |(key, value): (&String, &Value)| {
            let feature = words::feature(&key.to_lowercase(), self.deck)?;
            Some(WordPart::new(Some(feature), &scalar(value)?))
        };
        let parts: Vec<WordPart> = fields.iter().filter_map(part).collect();
        let is_parts = parts.len() == self.deck.features() && !fields.contains_key("digits");
        let card = CARDS.iter().find_map(|name| fields.get(*name)?.as_str());
        if let Some(card) = card.filter(|_| !is_parts) {
            self.add_text(card, name);
            return Ok(());
        }
        let outer = name;
        let own = fields.get("name").or_else(|| fields.get("hand")).and_then(scalar);
        let name = own.as_deref().or(name);
        // Beside its cards `hand` is the name of a hand, and `hands` a number of them.
        let held = || CONTAINERS.iter().filter_map(|name| fields.get(*name));
        let whole = || WHOLE_HANDS.iter().find_map(|name| fields.get(*name));
        let list = held().find(|it| it.is_array() || it.is_object()).or_else(whole);
        if let Some(container) = list.or_else(|| held().find(|it| it.is_string())) {
            // The hand that was not found.
            return if container.is_null() { Ok(()) } else { self.walk(container, name) };
        }
        if parts.is_empty() {
            let keys = fields.keys().take(5).map(String::as_str).collect::<Vec<_>>().join(", ");
            return Err(NotationError::new(
                self.place,
                format_args!(
                    "the JSON cannot be read as cards: an object is a card with the names of all \
                 features, or has `cards` or `hands`; this one has {keys}"
                ),
            ));
        }
        self.add(vec![WordRow::of_parts(parts, self.place)], outer);
        Ok(())
    }

    fn add_text(&mut self, text: &str, name: Option<&str>) {
        if !text.trim().is_empty() {
            self.add(WordRow::of_text(text, self.place, self.deck), name);
        }
    }

    fn add(&mut self, rows: Vec<WordRow>, name: Option<&str>) {
        let block = HandName::Block(self.blocks);
        let hand = match name {
            _ if self.is_gone => HandName::Gone,
            Some(name) => HandName::Named(name.to_owned(), self.blocks),
            None => block,
        };
        self.lines.push(Line { rows, hand });
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
