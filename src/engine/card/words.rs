//! The words for cards: every feature, its three values, and all spellings understood for each.
//!
//! The order of the features and of their values is that of Roger Hui's essay "Set Game" (J, 1996)
//! and of the APL session posted in reply to it: number, shape, colour, texture; diamond, oval,
//! squiggle; red, green, blue; solid, outline, shaded. So their digits and bits are ours. Decks
//! with five and six features add size and background, which no printed deck has.

/// A feature: its name and, for each of its three values, the spellings. The first is written.
#[derive(Debug)]
pub(super) struct Feature {
    /// What the feature is called in messages.
    pub(super) name: &'static str,
    /// The spellings of value 0, 1 and 2; lower case; the first one is used for output.
    pub(super) values: [&'static [&'static str]; 3],
}

impl Feature {
    /// The three written words, for messages: `red, green or blue`.
    pub(super) fn choices(&self) -> String {
        let [first, second, third] = self.values.map(|spellings| spellings[0]);
        format!("{first}, {second} or {third}")
    }
}

/// The features in the order of the digits; a deck with `n` features has the first `n`.
pub(super) static FEATURES: [Feature; super::MOST_FEATURES] = [
    Feature {
        name: "number",
        values: [&["1", "one", "single"], &["2", "two", "double"], &["3", "three", "triple"]],
    },
    Feature {
        name: "shape",
        values: [
            &["diamond", "diamonds", "rhombus", "lozenge"],
            &["oval", "ovals", "pill", "pills", "capsule"],
            &["squiggle", "squiggles", "wave", "waves", "worm"],
        ],
    },
    Feature { name: "colour", values: [&["red"], &["green"], &["blue", "purple", "violet"]] },
    Feature {
        name: "texture",
        values: [
            &["solid", "filled", "full"],
            &["outline", "outlined", "open", "empty", "hollow"],
            &["shaded", "striped", "hatched"],
        ],
    },
    Feature { name: "size", values: [&["small"], &["medium"], &["large", "big"]] },
    Feature { name: "background", values: [&["white"], &["grey", "gray"], &["black"]] },
];

/// Filler words.
pub(super) static FILLERS: [&str; 10] =
    ["a", "and", "card", "of", "on", "repetition", "repetitions", "symbol", "symbols", "with"];

/// The feature and the value that a lower-case word names.
pub(super) fn meaning(word: &str) -> Option<(usize, u8)> {
    FEATURES.iter().enumerate().find_map(|(feature, Feature { values, .. })| {
        let value = values.iter().position(|spellings| spellings.contains(&word))?;
        Some((feature, u8::try_from(value).ok()?))
    })
}

fn spellings() -> impl Iterator<Item = &'static str> {
    FEATURES.iter().flat_map(|feature| feature.values.iter().copied().flatten().copied())
}

/// The known word nearest to `word`, if one is near enough to be what was meant.
pub(super) fn nearest(word: &str) -> Option<&'static str> {
    spellings()
        .map(|known| (strsim::damerau_levenshtein(word, known), known))
        .filter(|&(distance, known)| 3 * distance <= known.len().max(word.len()))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_word_means_two_things() {
        let all: Vec<&str> = spellings().chain(FILLERS).collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
        assert!(all.iter().all(|word| word.to_lowercase() == **word));
    }

    #[test]
    fn a_slip_finds_its_word_and_nonsense_none() {
        assert_eq!(nearest("sold"), Some("solid"));
        assert_eq!(nearest("purpel"), Some("purple"));
        assert_eq!(nearest("trapezium"), None);
    }
}
