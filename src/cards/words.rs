//! Reads cards that are written in words of the dictionary or of `--values`.

use super::dictionary::{self, FEATURES, Meaning, NUMBER};
use super::{MAX_FEATURES, NAMED_VALUES, ReadError, Reader};
use crate::card::SPOKEN;
use setodds_engine::escape::excerpt;
use setodds_engine::read_as_written;
use std::borrow::Cow;
use std::collections::HashMap;
use std::str::FromStr;
#[cfg(not(target_family = "wasm"))]
use unicode_normalization::UnicodeNormalization;

/// A word in the text of a card, such as `red`, and its meaning.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) feature: usize,
    pub(super) value: u8,
    /// The number of the word's synonym group; 0 for a figure, which belongs to every group.
    pub(super) synonym: u32,
    /// The word as it was typed.
    pub(super) text: Box<str>,
}

/// Card in words, in the order in which the user typed them.
#[derive(Clone, Debug)]
pub(super) struct WordCard {
    pub(super) words: Vec<Word>,
    /// The separator between the words, such as a hyphen.
    pub(super) separator: &'static str,
}

/// Returns the text in lower case, normalized to NFC.
pub(super) fn normalized(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
        return text.into();
    }
    composed(&composed(text).to_lowercase()).into()
}

/// Returns the text in NFC.
#[cfg(not(target_family = "wasm"))]
fn composed(text: &str) -> String {
    text.nfc().collect()
}

/// Returns the text unchanged, because browsers have already normalized it to NFC.
#[cfg(target_family = "wasm")]
fn composed(text: &str) -> String {
    text.to_owned()
}

/// The three values of each feature with their spellings, parsed from `--values`.
#[derive(Clone, Debug)]
pub struct Values {
    /// For each spelling, its features and the value that it has in each of them.
    meanings: HashMap<String, Vec<(usize, u8)>>,
    /// The first spelling of each of the three values, by feature.
    written: Vec<[String; 3]>,
    /// Whether any spelling belongs to more than one feature, in which case the words of a card
    /// must be in a fixed order.
    is_ordered: bool,
    /// Whether every spelling is one character, which allows the characters of a card to be joined.
    is_joined: bool,
}

read_as_written!(Values);

impl FromStr for Values {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let features: Vec<&str> = text.split(';').collect();
        if !(2..=MAX_FEATURES).contains(&features.len()) {
            return Err(format!(
                "`{}`: a deck has 2 to {MAX_FEATURES} features, not {}; {NAMED_VALUES}",
                excerpt(text),
                features.len()
            ));
        }
        let order = feature_order(features.len());
        let mut values = Self {
            meanings: HashMap::new(),
            written: vec![Default::default(); features.len()],
            is_ordered: false,
            is_joined: true,
        };
        for (of_feature, feature) in features.into_iter().zip(order) {
            let all: Vec<&str> = of_feature.split(',').collect();
            if all.len() != 3 {
                let found = excerpt(of_feature);
                return Err(format!(
                    "`{found}`: a feature has three values, not {}; {NAMED_VALUES}",
                    all.len()
                ));
            }
            for (value, spellings) in (0..).zip(all) {
                for spelling in spellings.split('/') {
                    values.add(spelling.trim(), feature, value)?;
                }
                let first = spellings.split('/').next().unwrap_or_default().trim();
                values.written[feature][usize::from(value)] = first.to_owned();
            }
        }
        values.is_ordered = values.meanings.values().any(|all| all.len() > 1);
        Ok(values)
    }
}

/// Returns the features of a deck in the order in which `--values` lists them: number, colour,
/// shading, shape, size, background.
fn feature_order(features: usize) -> Vec<usize> {
    let order = [NUMBER, 2, 3, 1, 4, 5];
    order.into_iter().filter(|&feature| feature < features).collect()
}

impl Values {
    fn add(&mut self, spelling: &str, feature: usize, value: u8) -> Result<(), String> {
        let is_sign = |it: char| it.is_whitespace() || "-_|#@\"'[](){}".contains(it);
        if spelling.is_empty() || spelling.contains(is_sign) {
            return Err(format!("`{}` is not one word; {NAMED_VALUES}", excerpt(spelling)));
        }
        let key = normalized(spelling).into_owned();
        self.is_joined &= is_single_character(&key);
        let all = self.meanings.entry(key).or_default();
        if all.iter().any(|it| it.0 == feature) {
            return Err(format!("`{}` occurs twice in one feature; remove one", excerpt(spelling)));
        }
        all.push((feature, value));
        Ok(())
    }

    pub(super) fn features(&self) -> usize {
        self.written.len()
    }

    /// Sorts the words of a card into the feature order given by `--values`, if that order is
    /// fixed.
    pub(super) fn sort(&self, words: &mut [(usize, &str, &str)]) {
        if self.is_ordered {
            let order = feature_order(self.features());
            words.sort_by_key(|it| order.iter().position(|feature| *feature == it.0));
        }
    }

    /// Returns the first spelling of a value in `--values`.
    pub(super) fn word(&self, feature: usize, value: u8) -> &str {
        &self.written[feature][usize::from(value)]
    }

    /// Splits a card that is written with one character per feature into these characters, or
    /// returns `None` if the word is not such a card.
    fn joined_characters<'a>(&self, word: &'a str) -> Option<Vec<&'a str>> {
        if !self.is_joined || self.meanings.contains_key(&*normalized(word)) {
            return None;
        }
        let signs = characters(word);
        let is_known = |sign: &&str| self.meanings.contains_key(&*normalized(sign));
        (signs.len() == self.features() && signs.iter().all(is_known)).then_some(signs)
    }
}

/// Returns whether a text is one character, including combining marks.
fn is_single_character(text: &str) -> bool {
    characters(text).len() == 1
}

/// Splits a text into characters, keeping combining marks and emoji selectors with the character
/// before them.
pub(super) fn characters(text: &str) -> Vec<&str> {
    let is_mark = |it: char| matches!(u32::from(it), 0x300..=0x36f | 0x20e3 | 0xfe00..=0xfe0f);
    let starts: Vec<usize> =
        text.char_indices().filter(|it| !is_mark(it.1)).map(|it| it.0).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).map(|(&start, end)| &text[start..end]).collect()
}

impl Reader<'_> {
    /// Returns whether all words of a text are known. Hyphens or underscores separate the words.
    pub(super) fn is_known(&self, part: &str) -> bool {
        part.split(['-', '_']).all(|word| match &self.options.values {
            None => dictionary::meaning(&normalized(word)).is_some(),
            Some(values) => {
                values.meanings.contains_key(&*normalized(word))
                    || values.joined_characters(word).is_some()
            }
        })
    }

    /// Returns whether a text without spaces is one card, written with one character from
    /// `--values` per feature.
    pub(super) fn is_joined_card(&self, part: &str) -> bool {
        self.options.values.as_ref().is_some_and(|values| values.joined_characters(part).is_some())
    }

    /// Parses a card in words, separated by spaces, hyphens, underscores or the character `sign`.
    pub(super) fn words(
        &self,
        text: &str,
        sign: Option<char>,
        line: u64,
    ) -> Result<WordCard, ReadError> {
        let features = self.deck.features();
        let mut separators = text.matches(|it: char| "-_".contains(it) || Some(it) == sign);
        let separator = match separators.next() {
            Some("-") => "-",
            Some("_") => "_",
            Some(",") => ", ",
            Some(";") => "; ",
            Some("|") => " | ",
            _ => " ",
        };
        let mut card = WordCard { words: Vec::with_capacity(features), separator };
        let parts = text.split(|it: char| it.is_whitespace() || Some(it) == sign);
        for part in parts.filter(|part| !part.is_empty()) {
            for word in part.split(['-', '_']) {
                self.add(word, part, &mut card, line)?;
            }
        }
        let found = card.words.len();
        if found == 0 {
            let why = "is a header or a filler, and not a card; leave it out";
            return Err(self.wrong(line, text, why));
        }
        if found > features {
            let why = format!("has {found} values; a card of this deck has {features}");
            return Err(self.wrong(line, text, why));
        }
        if found < features {
            let own = self.options.values.as_ref().map_or(FEATURES, Values::features);
            let has = |feature: usize| card.words.iter().any(|word| word.feature == feature);
            let missing: Vec<&str> = (SPOKEN.into_iter())
                .filter(|&feature| feature < own && !has(feature))
                .map(dictionary::name)
                .collect();
            let why = format!("lacks a word for {}; add it", missing.join(", "));
            return Err(self.wrong(line, text, why));
        }
        Ok(card)
    }

    fn add(&self, word: &str, part: &str, card: &mut WordCard, line: u64) -> Result<(), ReadError> {
        if word.is_empty() {
            let why = "begins or ends with a hyphen, or has two in a row; remove it";
            return Err(self.wrong(line, part, why));
        }
        let key = normalized(word);
        let (feature, value, synonym) = match &self.options.values {
            None => match dictionary::meaning(&key) {
                Some(Meaning::Value { feature, value, synonym }) => (feature, value, synonym),
                Some(_) => return Ok(()),
                None => return Err(self.unknown(word, line)),
            },
            Some(values) => {
                if let Some(signs) = values.joined_characters(word) {
                    card.separator = "";
                    return signs.into_iter().try_for_each(|it| self.add(it, part, card, line));
                }
                let Some(all) = values.meanings.get(&*key) else {
                    return Err(self.unknown(word, line));
                };
                let place = feature_order(values.features()).get(card.words.len()).copied();
                let is_in_place = |it: &&(usize, u8)| !values.is_ordered || Some(it.0) == place;
                let Some(&(feature, value)) = all.iter().find(is_in_place) else {
                    let why = "is not in its position in --values, which gives a word to two \
                               features; write the words of all cards in its order";
                    return Err(self.wrong(line, word, why));
                };
                (feature, value, 0)
            }
        };
        if let Some(other) = card.words.iter().find(|it| it.feature == feature) {
            let hint = if feature == NUMBER && self.options.values.is_none() {
                "is the first one a row number? Leave row numbers out"
            } else {
                "are these two cards? Separate cards with commas, or put each on a line"
            };
            let (word, name) = (excerpt(word), dictionary::name(feature));
            let why = format!("and `{word}` are both a {name}; {hint}");
            return Err(self.wrong(line, &other.text, why));
        }
        card.words.push(Word { feature, value, synonym, text: word.into() });
        Ok(())
    }
}

/// Suggests the argument of `--values` for an input of unknown words. Returns `None` unless every
/// card has one word, or one character, per feature and exactly three occur at each position.
pub(super) fn suggested_values(cards: &[String], features: usize) -> Option<String> {
    let mut places: Vec<Vec<String>> = vec![Vec::new(); features];
    for card in cards {
        let is_separator = |it: char| it.is_whitespace() || "-_,;|".contains(it);
        let words: Vec<&str> = card.split(is_separator).filter(|it| !it.is_empty()).collect();
        let groups = if words.len() == features {
            vec![words]
        } else {
            words.into_iter().map(characters).collect()
        };
        for words in groups {
            if words.len() != features {
                return None;
            }
            for (place, word) in places.iter_mut().zip(words) {
                if word.contains(|it: char| "'\"/@#[](){}=:.".contains(it)) {
                    return None;
                }
                let key = normalized(word);
                if !place.iter().any(|known| *known == key) {
                    place.push(key.into_owned());
                }
                if place.len() > 3 {
                    return None;
                }
            }
        }
    }
    let is_whole = places.iter().all(|place| place.len() == 3);
    is_whole.then(|| places.iter().map(|place| place.join(",")).collect::<Vec<_>>().join(";"))
}
