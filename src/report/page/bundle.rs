//! What the script of the page needs beside what is drawn: the CSVs, so that they can be saved, and
//! how rare each number of sets is.

use super::sizes::Sizes;
use super::sources::Source;
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize)]
struct Bundle<'a> {
    /// For each number of cards a sentence for each number of sets.
    rarity: BTreeMap<usize, Vec<String>>,
    /// CSVs by their path.
    files: BTreeMap<&'a str, &'a str>,
}

/// The JSON, without the character that could end the script that holds it.
pub(super) fn json(sizes: &Sizes<'_>, sources: &[&Source]) -> String {
    let bundle = Bundle {
        rarity: sizes.numbers().map(|cards| (cards, sizes.rarity(cards))).collect(),
        files: sources.iter().map(|source| (source.path.as_str(), &*source.csv)).collect(),
    };
    let json = serde_json::to_string(&bundle).expect("text and numbers are JSON");
    json.replace('<', r"\u003c")
}
