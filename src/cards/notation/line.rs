//! A line of text as rows: each is a card in parts, or several cards that are a word each.

use super::Place;
use crate::card::Deck;
use crate::cards::words;

/// A word or sign for one feature of a card, as in the input.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct WordPart {
    /// The place of its feature among the digits, where it is named.
    pub(crate) feature: Option<usize>,
    /// The text in the input.
    pub(crate) text: String,
}

impl WordPart {
    pub(crate) fn new(feature: Option<usize>, text: &str) -> Self {
        Self { feature, text: composed(text) }
    }

    /// The value of a feature in a column of its own, read as a word of a line is, and of the
    /// feature of the column; several words are one value, without quotes and brackets around them.
    pub(crate) fn of_cell(feature: Option<usize>, cell: &str, deck: Deck) -> Self {
        if let Ok([part]) = <[Self; 1]>::try_from(parts_of(cell, deck, 1)) {
            return Self { feature: feature.or(part.feature), ..part };
        }
        let text = plain(unquoted(cell));
        Self::new(feature, if text.is_empty() { cell } else { text })
    }
}

/// Returns a text in Unicode's normalization form C, in which accents belong to their letters.
fn composed(text: &str) -> String {
    unicode_normalization::UnicodeNormalization::nfc(text).collect()
}

/// The parts of a card, or several cards that are a word each.
#[derive(Clone, Debug)]
pub(crate) struct WordRow {
    pub(crate) place: Place,
    /// The text in the input.
    pub(crate) text: String,
    pub(crate) parts: Vec<WordPart>,
}

/// Endings of files that show cards.
const PICTURES: [&str; 7] = ["jpg", "jpeg", "png", "gif", "webp", "bmp", "tif"];

/// What stands around cards and says nothing.
const QUOTES: &[char] =
    &['"', '\'', '`', '“', '”', '„', '‘', '’', '«', '»', '(', ')', '[', ']', '{', '}', '<', '>'];

impl WordRow {
    /// A card whose parts are known.
    pub(crate) fn of_parts(parts: Vec<WordPart>, place: Place) -> Self {
        let text = parts.iter().map(|part| &part.text[..]).collect::<Vec<_>>().join(" ");
        Self { place, text, parts }
    }

    /// The rows of a text; one without parts where it says nothing.
    pub(crate) fn of_text(text: &str, place: Place, deck: Deck) -> Vec<Self> {
        let line = without_number(text.trim(), deck);
        let brackets = innermost_brackets(line);
        let segments = segments(line, deck);
        let outside = || brackets.iter().fold(line.to_owned(), |rest, it| rest.replacen(it, "", 1));
        let groups = if brackets.len() > 1 && parts(&outside(), deck).is_empty() {
            brackets
        } else if segments.len() > 1 {
            segments
        } else {
            let text = line.trim_end_matches([',', ';']).to_owned();
            return vec![Self { place, text, parts: parts(line, deck) }];
        };
        let row = |text: &str| {
            let row = Self { place, text: text.trim().to_owned(), parts: parts(text, deck) };
            if row.separator().is_some() { row } else { Self::of_parts(row.parts, place) }
        };
        groups.into_iter().map(row).collect()
    }

    /// What stands between its parts, if it is one of the separators and nothing else is written.
    pub(crate) fn separator(&self) -> Option<&'static str> {
        let text = composed(file_name(&self.text));
        let texts: Vec<&str> = self.parts.iter().map(|part| &part.text[..]).collect();
        let is_between = |it: &&&str| texts.len() > 1 && texts.join(it) == text;
        SEPARATORS.iter().find(is_between).copied()
    }
}

/// What joins words.
pub(super) const HYPHENS: [char; 2] = ['-', '_'];

/// What may stand between the parts of a card.
pub(super) const SEPARATORS: [&str; 7] = [" ", "-", "_", ",", ", ", ";", "|"];

/// The cards of a line, if they are separated by semicolons, bars or commas; else the line.
fn segments(line: &str, deck: Deck) -> Vec<&str> {
    for separator in [';', '|', ','].into_iter().filter(|it| line.contains(*it)) {
        let segments = line.split(separator).filter(|text| !parts(text, deck).is_empty());
        let segments: Vec<&str> = segments.collect();
        let is_card = |text: &&str| parts(text, deck).len() >= deck.features();
        if !segments.is_empty() && segments.iter().all(is_card) {
            return segments.into_iter().flat_map(|it| self::segments(it, deck)).collect();
        }
    }
    vec![line]
}

/// A line without the bullet or the number that it begins with: `* `, `1. `, `12: `.
fn without_number(line: &str, deck: Deck) -> &str {
    let Some((first, rest)) = line.split_once(char::is_whitespace) else { return line };
    let number = first.strip_suffix(['.', ':', ')']).unwrap_or_default().trim_start_matches('(');
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_bullet = ["-", "*", "+", "•", "·", "–", "—"].contains(&first);
    let is_label = words::feature(&number.to_lowercase(), deck).is_some();
    if (is_number || is_bullet) && !is_label { rest.trim_start() } else { line }
}

/// What stands in each pair of brackets that holds no other pair.
fn innermost_brackets(line: &str) -> Vec<&str> {
    let (mut found, mut open) = (Vec::new(), None);
    for (at, character) in line.char_indices() {
        match character {
            '(' | '[' | '{' => open = Some(at + 1),
            ')' | ']' | '}' => found.extend(open.take().map(|start| &line[start..at])),
            _ => {}
        }
    }
    found
}

/// The words of a card, each perhaps with the name of its feature, without those that say nothing.
fn parts(text: &str, deck: Deck) -> Vec<WordPart> {
    parts_of(text, deck, deck.features())
}

/// The [`parts`] of a text that should have as many: then a word that says nothing is one of them.
fn parts_of(text: &str, deck: Deck, expected: usize) -> Vec<WordPart> {
    let words = || {
        let words = text.split(|c: char| c.is_whitespace() || ",;|".contains(c));
        words.map(unquoted).filter(|word| !word.is_empty())
    };
    // Pictures are cards, but a value beside others, or in a column, keeps its folder.
    let are_values = expected == 1
        || words().count() == expected && !words().all(|word| picture(word).is_some());
    let (mut parts, mut label) = (Vec::new(), None);
    for word in words() {
        let word = if are_values { word } else { file_name(word) };
        for token in hyphenated(word).into_iter().map(bare) {
            let (name, value) = token.split_once([':', '=']).unwrap_or_default();
            let feature = words::feature(&name.trim_matches(QUOTES).to_lowercase(), deck);
            let value = if feature.is_some() { value.trim_matches(QUOTES) } else { token };
            label = feature.or(label);
            if !value.is_empty() {
                parts.push(WordPart::new(label.take(), plain(value)));
            }
        }
    }
    let is_word = |part: &WordPart| {
        let is_known = words::meaning(&part.text.to_lowercase()).is_some();
        is_known && part.text.contains(char::is_alphabetic)
    };
    // In `1 a x p` and `1 rot an raute` such a word is a value.
    if parts.len() != expected || parts.iter().any(is_word) {
        let says =
            |it: &WordPart| it.feature.is_some() || !words::is_filler(&it.text.to_lowercase());
        parts.retain(says);
    }
    parts
}

/// A word, or a value of several words, without the quotes around it and the full stops and
/// separators behind it, however they are mixed.
fn unquoted(text: &str) -> &str {
    let says_nothing = |it: char| it.is_whitespace() || QUOTES.contains(&it);
    text.trim_start_matches(says_nothing)
        .trim_end_matches(|it| says_nothing(it) || ".,;|".contains(it))
}

/// A word without the quotes around it and the full stops and endings of pictures behind it.
fn bare(word: &str) -> &str {
    let word = unquoted(word);
    picture(word).map_or(word, bare)
}

/// A known word without the punctuation around it; other words as they are.
fn plain(word: &str) -> &str {
    let bare = word.trim_matches(|it: char| !it.is_alphanumeric());
    let is_word =
        bare.contains(char::is_alphabetic) && words::meaning(&bare.to_lowercase()).is_some();
    if is_word { bare } else { word }
}

/// The path of a picture without its ending.
fn picture(word: &str) -> Option<&str> {
    let (path, ending) = word.rsplit_once('.')?;
    PICTURES.contains(&&*ending.to_lowercase()).then_some(path)
}

/// The name of a picture without its folder and its ending; other words as they are.
fn file_name(word: &str) -> &str {
    picture(word).map_or(word, |path| path.rsplit(['/', '\\']).next().unwrap_or(path))
}

/// The parts of a word that hyphens join. Around a word they may be signs, as in `-45°` or `A-`,
/// and between figures ranges, so such words stay whole.
fn hyphenated(word: &str) -> Vec<&str> {
    let tokens: Vec<&str> = word.split(HYPHENS).collect();
    let are_figures = tokens.iter().all(|it| it.bytes().all(|byte| byte.is_ascii_digit()));
    let is_signed = |it: char| it.is_alphanumeric() || it == '.';
    let has_sign = word.strip_prefix('-').is_some_and(|it| it.starts_with(is_signed))
        || word.strip_suffix('-').is_some_and(|it| it.ends_with(char::is_alphanumeric));
    if are_figures || has_sign || word.starts_with('@') {
        return vec![word];
    }
    tokens.into_iter().filter(|token| !token.is_empty()).collect()
}
