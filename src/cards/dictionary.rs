//! Words for cards in six languages, from `dictionary.txt`.
//!
//! The order of the features and of their values is that of Roger Hui's essay "Set Game" (J, 1996)
//! and of the APL session posted in reply to it, so digits and bits agree with theirs. Size and
//! background, the features of larger decks, are written in words but not read.

use crate::card::WORDS;
use std::collections::HashMap;
use std::sync::LazyLock;

pub(super) const NUMBER: usize = 0;
pub(super) const SHAPE: usize = 1;
pub(super) const COLOUR: usize = 2;
pub(super) const TEXTURE: usize = 3;

/// Number of card features for which the dictionary has words.
pub(super) const FEATURES: usize = 4;

/// Meaning of a word in the dictionary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A word for a value of a feature.
    Value {
        feature: usize,
        value: u8,
        /// The number of the word's synonym group; 0 for a figure, which belongs to every group.
        synonym: u32,
    },
    /// A word that names a feature, such as `colour`.
    Name(usize),
    /// A filler word, which the reader ignores.
    Filler,
}

const TEXT: &str = include_str!("dictionary.txt");

/// Names of the features of a card in messages.
const NAMES: [&str; 6] = ["number", "shape", "colour", "texture", "size", "background"];

static MEANINGS: LazyLock<HashMap<&str, Meaning>> = LazyLock::new(|| {
    let mut meanings = HashMap::new();
    let mut synonym = 0;
    for (key, groups) in entries() {
        for forms in groups {
            synonym += 1;
            let meaning = match *key.split(' ').collect::<Vec<_>>() {
                [_] => Meaning::Filler,
                [feature, "name"] => Meaning::Name(position(feature)),
                [feature, value] => {
                    let value = value.parse().expect("a value is 0, 1 or 2");
                    Meaning::Value { feature: position(feature), value, synonym }
                }
                _ => unreachable!("a line of the dictionary has one or two words before the colon"),
            };
            meanings.extend(forms.into_iter().map(|form| (form, meaning)));
        }
    }
    for (value, figure) in (0..).zip(["1", "2", "3"]) {
        meanings.insert(figure, Meaning::Value { feature: NUMBER, value, synonym: 0 });
    }
    meanings
});

/// Returns an iterator over the lines of the dictionary. Each item has the text before the colon
/// and, for each synonym, its forms.
fn entries() -> impl Iterator<Item = (&'static str, Vec<Vec<&'static str>>)> {
    let lines = TEXT.lines().filter_map(|line| line.split_once(": "));
    lines.filter(|(key, _)| !key.starts_with('#')).map(|(key, words)| {
        (key, words.split(" / ").map(|forms| forms.split(' ').collect()).collect())
    })
}

fn position(feature: &str) -> usize {
    NAMES.iter().position(|name| *name == feature).expect("the dictionary has known features")
}

/// Returns the meaning of a lower-case word in the dictionary, or `None` if it is unknown.
pub(super) fn meaning(word: &str) -> Option<Meaning> {
    MEANINGS.get(word).copied()
}

/// Returns the feature that a lower-case word names, such as `colour`, or `None` if the word names
/// no feature.
pub(super) fn feature(word: &str) -> Option<usize> {
    match meaning(word) {
        Some(Meaning::Name(feature)) => Some(feature),
        _ => None,
    }
}

/// Returns the name of a card feature for messages, such as `colour`.
pub(super) fn name(feature: usize) -> &'static str {
    NAMES[feature]
}

/// Returns the word that answers use for a value of a feature.
pub(super) fn word(feature: usize, value: u8) -> &'static str {
    WORDS[feature][usize::from(value)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn no_word_has_two_meanings() {
        let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
        for (key, groups) in entries() {
            for word in groups.into_iter().flatten() {
                assert_eq!(seen.insert(word, key), None, "{word} is a word of {key}, too");
                assert_eq!(word, super::super::words::normalized(word), "{word}");
                assert!(word.chars().all(char::is_alphabetic), "{word}");
            }
        }
        assert!(!seen.contains_key("none") && seen.len() > 400, "{}", seen.len());
    }

    /// Asserts that all these words are forms of one synonym of the value.
    fn assert_forms(feature: usize, value: u8, forms: &[String]) {
        let found: Vec<_> = forms.iter().map(|form| (form, meaning(form))).collect();
        for (form, meaning) in &found {
            let is_right = matches!(meaning, Some(Meaning::Value { feature: f, value: v, .. })
                if (*f, *v) == (feature, value));
            assert!(is_right && *meaning == found[0].1, "{form}: {meaning:?}");
        }
    }

    /// The dictionary has all inflected forms of the usual adjectives and nouns in each language.
    #[test]
    fn every_inflected_form_of_the_usual_names_is_there() {
        let ends = |stem: &str, ends: &str| -> Vec<String> {
            ends.split('/').map(|end| format!("{stem}{end}")).collect()
        };
        const GERMAN: &str = "/e/er/es/en/em";
        const FRENCH: &str = "/e/s/es";
        const ROMANCE: &str = "o/a/os/as";
        const ITALIAN: &str = "o/a/i/e";
        for (feature, value, stem, endings) in [
            (COLOUR, 0, "rot", GERMAN),
            (COLOUR, 1, "grün", GERMAN),
            (COLOUR, 1, "gruen", GERMAN),
            (COLOUR, 2, "blau", GERMAN),
            (COLOUR, 2, "violett", GERMAN),
            (COLOUR, 2, "lila", ""),
            (TEXTURE, 0, "voll", GERMAN),
            (TEXTURE, 0, "gefüllt", GERMAN),
            (TEXTURE, 1, "leer", GERMAN),
            (TEXTURE, 1, "offen", GERMAN),
            (TEXTURE, 2, "gestreift", GERMAN),
            (TEXTURE, 2, "schraffiert", GERMAN),
            (NUMBER, 0, "ein", "/e/er/es/s/en/em"),
            (SHAPE, 0, "raute", "/n"),
            (SHAPE, 1, "oval", "/s/e/en"),
            (SHAPE, 2, "welle", "/n"),
            (COLOUR, 0, "rouge", "/s"),
            (COLOUR, 1, "vert", FRENCH),
            (COLOUR, 2, "violet", "/s/te/tes"),
            (COLOUR, 2, "bleu", FRENCH),
            (TEXTURE, 0, "plein", FRENCH),
            (TEXTURE, 1, "vide", "/s"),
            (TEXTURE, 2, "rayé", FRENCH),
            (TEXTURE, 2, "hachuré", FRENCH),
            (NUMBER, 0, "un", "/e"),
            (SHAPE, 0, "losange", "/s"),
            (SHAPE, 1, "ovale", "/s"),
            (SHAPE, 2, "vague", "/s"),
            (COLOUR, 0, "ro", "od/de"),
            (COLOUR, 1, "groen", "/e"),
            (COLOUR, 2, "paars", "/e"),
            (TEXTURE, 0, "vol", "/le"),
            (TEXTURE, 0, "gevuld", "/e"),
            (TEXTURE, 1, "le", "eg/ge"),
            (TEXTURE, 2, "gestreept", "/e"),
            (SHAPE, 0, "ruit", "/en"),
            (SHAPE, 1, "ova", "al/len"),
            (SHAPE, 2, "gol", "f/ven"),
            (COLOUR, 0, "roj", ROMANCE),
            (COLOUR, 1, "verde", "/s"),
            (COLOUR, 2, "morad", ROMANCE),
            (TEXTURE, 0, "sólid", ROMANCE),
            (TEXTURE, 0, "rellen", ROMANCE),
            (TEXTURE, 1, "vací", ROMANCE),
            (TEXTURE, 1, "vaci", ROMANCE),
            (TEXTURE, 2, "rayad", ROMANCE),
            (NUMBER, 0, "un", "/o/a"),
            (SHAPE, 0, "rombo", "/s"),
            (SHAPE, 1, "óvalo", "/s"),
            (SHAPE, 2, "onda", "/s"),
            (COLOUR, 0, "ross", ITALIAN),
            (COLOUR, 1, "verd", "e/i"),
            (COLOUR, 2, "viola", ""),
            (TEXTURE, 0, "pien", ITALIAN),
            (TEXTURE, 1, "vuot", ITALIAN),
            (TEXTURE, 2, "rigat", ITALIAN),
            (TEXTURE, 2, "tratteggiat", ITALIAN),
            (SHAPE, 0, "romb", "o/i"),
            (SHAPE, 1, "oval", "e/i"),
            (SHAPE, 2, "ond", "a/e"),
            (SHAPE, 0, "diamond", "/s"),
            (SHAPE, 1, "oval", "/s"),
            (SHAPE, 2, "squiggle", "/s"),
            (TEXTURE, 2, "stripe", "/s/d"),
        ] {
            assert_forms(feature, value, &ends(stem, endings));
        }
        for words in
            ["eins zwei drei", "un deux trois", "een twee drie", "uno dos tres", "uno due tre"]
        {
            for (value, word) in (0..).zip(words.split(' ')) {
                assert_forms(NUMBER, value, &[word.to_owned()]);
            }
        }
    }

    #[test]
    fn the_first_form_is_written() {
        for (feature, name) in NAMES.into_iter().enumerate().take(FEATURES) {
            for value in 0..3 {
                let key = format!("{name} {value}");
                let (_, forms) = entries().find(|it| it.0 == key).unwrap();
                assert_eq!(forms[0][0], word(feature, value), "{key}");
            }
        }
        assert_eq!((word(4, 2), name(TEXTURE), feature("couleurs")), ("large", "texture", Some(2)));
    }
}
