//! The words that people use for cards: every feature, its three values, and the words for each.
//!
//! The order of the features and of their values is that of Roger Hui's essay "Set Game" (J, 1996)
//! and of the APL session posted in reply to it: number, shape, colour, texture; diamond, oval,
//! squiggle; red, green, blue; solid, outline, shaded. So their digits and bits are ours; the words
//! that are written are those of the printed game. Decks with five and six features add size and
//! background, which no printed deck has.
//!
//! Words for one value that are not forms of one another (`purple` and `blue`) are *synonyms*. A
//! deck of other people may have two of them for two values, so they are kept apart.

use crate::card::{Deck, MAX_FEATURES};
use std::collections::HashMap;
use std::sync::LazyLock;

/// A feature: what it is called, and the words for its three values, in lower case.
#[derive(Debug)]
pub(crate) struct Feature {
    /// The names of the value; the first is written.
    names: &'static str,
    /// The synonyms of each value with slashes between them, each with its forms except a plural
    /// in `s`; the first form of the first is written.
    values: [&'static str; 3],
}

/// The places of some features in [`FEATURES`].
pub(crate) const NUMBER: usize = 0;
pub(crate) const SHAPE: usize = 1;
pub(crate) const BACKGROUND: usize = 5;

/// The order in which people name the features of a card: two small red striped diamonds on black.
pub(crate) const SPOKEN: [usize; MAX_FEATURES] = [NUMBER, 4, 2, 3, SHAPE, BACKGROUND];

/// The features in the order of the digits; a deck with `n` features has the first `n`.
pub(crate) static FEATURES: [Feature; MAX_FEATURES] = [
    Feature {
        names: "number count num amount quantity repetition",
        values: ["one 1 single", "two 2 double", "three 3 triple"],
    },
    Feature {
        names: "shape symbol form figure",
        values: [
            "diamond/rhombus rhombuses rhombi rhomb/lozenge",
            "oval/pill/capsule/ellipse",
            "squiggle squiggly squiggled/wave wavy/worm/tilde/curve curvy",
        ],
    },
    Feature { names: "colour color col", values: ["red", "green", "purple/blue/violet"] },
    Feature {
        names: "texture shading fill filling pattern style shade",
        values: [
            "solid/filled/full",
            "open/outline outlined/empty/hollow/unfilled/clear/blank/none/transparent/unshaded",
            "striped stripe stripy stripey/shaded/hatched hatch/lined line",
        ],
    },
    Feature { names: "size", values: ["small", "medium", "large/big"] },
    Feature { names: "background", values: ["white", "grey gray", "black"] },
];

/// Words that say nothing.
const FILLERS: &str = "a an and card in of on repetition repetitions symbol symbols the with";

impl Feature {
    /// The name of the feature in messages.
    pub(crate) fn name(&self) -> &'static str {
        first_word(self.names)
    }

    /// The written word for a value.
    pub(crate) fn word(&self, value: u8) -> &'static str {
        first_word(self.values[usize::from(value)])
    }

    /// The three written words, for messages: `red, green or purple`.
    pub(crate) fn choices(&self) -> String {
        let [first, second, third] = [0, 1, 2].map(|value| self.word(value));
        format!("{first}, {second} or {third}")
    }

    fn forms(&self) -> impl Iterator<Item = &'static str> {
        self.values.iter().flat_map(|synonyms| synonyms.split(['/', ' ']))
    }
}

fn first_word(words: &'static str) -> &'static str {
    words.split(['/', ' ']).next().unwrap_or(words)
}

/// The meaning of a known word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Meaning {
    /// The place of the feature in [`FEATURES`].
    pub(crate) feature: usize,
    /// 0, 1 or 2.
    pub(crate) value: u8,
    /// The place of the synonym among those for this value.
    synonym: usize,
}

static DICTIONARY: LazyLock<HashMap<&str, Meaning>> = LazyLock::new(|| {
    let mut words = HashMap::new();
    for (feature, it) in FEATURES.iter().enumerate() {
        for (value, synonyms) in (0..).zip(it.values) {
            for (synonym, forms) in synonyms.split('/').enumerate() {
                let meaning = Meaning { feature, value, synonym };
                words.extend(forms.split(' ').map(|form| (form, meaning)));
            }
        }
    }
    words
});

/// The meaning of a lower-case word in the largest deck.
pub(crate) fn meaning(word: &str) -> Option<Meaning> {
    DICTIONARY.get(word).or_else(|| DICTIONARY.get(singular(word))).copied()
}

/// A word without the `s` of a plural, if it may be one.
pub(crate) fn singular(word: &str) -> &str {
    let stem = word.strip_suffix('s').filter(|_| !DICTIONARY.contains_key(word)).unwrap_or(word);
    if stem.chars().count() >= 3 && !stem.ends_with('s') { stem } else { word }
}

/// Whether a lower-case word says nothing.
pub(crate) fn is_filler(word: &str) -> bool {
    FILLERS.split(' ').any(|filler| filler == word)
}

/// The feature of a deck that a lower-case word is the name of.
pub(crate) fn feature(name: &str, deck: Deck) -> Option<usize> {
    let is_name = |it: &Feature| it.names.split(' ').any(|own| own == singular(name));
    FEATURES.iter().take(deck.features()).position(is_name)
}

/// The known word of one of these features that is one slip away.
pub(crate) fn one_slip_away(word: &str, features: &[usize]) -> Option<&'static str> {
    features.iter().flat_map(|&it| FEATURES[it].forms()).find(|known| is_slip(word, known))
}

/// Whether two spellings are one slip apart, a letter added, dropped or changed or two swapped,
/// and long enough for that to be one: the longer has four letters or more. Figures are not
/// letters: `shape1` and `shape2` are two values.
pub(crate) fn is_slip(one: &str, other: &str) -> bool {
    let part = |text: &str, letters: bool| -> String {
        text.chars().filter(|it| it.is_alphabetic() == letters).collect()
    };
    let (first, second) = (part(one, true), part(other, true));
    first.chars().count().max(second.chars().count()) >= 4
        && part(one, false) == part(other, false)
        && strsim::osa_distance(&first, &second) == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_word_means_two_things() {
        let all: Vec<&str> =
            FEATURES.iter().flat_map(Feature::forms).chain(FILLERS.split(' ')).collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
        assert!(all.iter().all(|word| word.to_lowercase() == **word));
    }

    #[test]
    fn words_and_names_of_features_may_be_plurals() {
        let colour = &FEATURES[2];
        assert_eq!((colour.name(), colour.word(2)), ("colour", "purple"));
        assert_eq!(colour.choices(), "red, green or purple");
        let found = ["colors", "size", "red"].map(|name| feature(name, Deck::GAME));
        assert_eq!(
            (found, feature("size", Deck::new(5).unwrap())),
            ([Some(2), None, None], Some(4))
        );
        assert_eq!(meaning("ovals"), meaning("oval"));
        let oval = meaning("oval").map(|it| (it.feature, it.value, it.synonym));
        assert_eq!((oval, meaning("teal")), (Some((SHAPE, 1, 0)), None));
        let words = ["ovals", "teals", "rhombus", "its", "glass"].map(singular);
        assert_eq!(words, ["oval", "teal", "rhombus", "its", "glass"]);
        assert_eq!(["and", "red"].map(is_filler), [true, false]);
    }

    #[test]
    fn a_slip_is_one_letter_and_figures_are_none() {
        assert_eq!(one_slip_away("squigle", &[SHAPE]), Some("squiggle"));
        assert_eq!(one_slip_away("purpel", &[2]), Some("purple"));
        assert_eq!(one_slip_away("unfiled", &[2, SHAPE]), None);
        assert!(is_slip("shape1", "shap1") && !is_slip("shape1", "shape2"));
        assert!(is_slip("lila", "lial") && !is_slip("rot", "rod"));
    }
}
