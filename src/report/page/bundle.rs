//! What the script of the page needs: the CSVs as they are, and the sentences for every hand size.
//! Counts pass what a script can count with; in the CSVs they stay text.

use super::games::{LAYOUTS, words};
use super::sizes::{Sizes, Words};
use super::sources::{Game, Source};
use serde::Serialize;
use std::collections::BTreeMap;

/// A file that can be saved.
#[derive(Serialize)]
struct File<'a> {
    csv: &'a str,
    command: Option<&'a str>,
}

/// A policy, and the files that tell what it did.
#[derive(Serialize)]
struct Policy<'a> {
    policy: &'a str,
    words: &'static str,
    course: &'a str,
    leftover: Option<&'a str>,
}

impl<'a> File<'a> {
    fn of(source: &'a Source) -> Self {
        Self { csv: &source.csv, command: source.command() }
    }
}

impl<'a> Policy<'a> {
    fn of(game: &'a Game) -> Self {
        Self {
            policy: &game.policy,
            words: words(&game.policy),
            course: &game.stages.0.path,
            leftover: game.leftover.as_ref().map(|(source, _)| source.path.as_str()),
        }
    }
}

#[derive(Serialize)]
struct Bundle<'a> {
    exact: &'a str,
    simulated: Option<&'a str>,
    sizes: BTreeMap<usize, Words>,
    layouts: [&'static str; LAYOUTS.len()],
    games: Vec<Policy<'a>>,
    files: BTreeMap<&'a str, File<'a>>,
}

/// The JSON, without the character that could end the script that holds it.
pub(super) fn json(sizes: &Sizes<'_>, games: &[Game], sources: &[&Source]) -> String {
    let bundle = Bundle {
        exact: &sizes.exact.source.path,
        simulated: sizes.simulated.map(|it| it.source.path.as_str()),
        sizes: sizes.exact.sizes.keys().map(|&cards| (cards, sizes.words(cards))).collect(),
        layouts: LAYOUTS,
        games: games.iter().map(Policy::of).collect(),
        files: sources.iter().map(|source| (source.path.as_str(), File::of(source))).collect(),
    };
    let json = serde_json::to_string(&bundle).expect("text and numbers are JSON");
    json.replace('<', r"\u003c")
}
