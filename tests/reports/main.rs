//! Tests of the committed reports and of the README.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod cap_reports;
mod classes;
mod documents;
#[path = "../environment.rs"]
mod environment;
mod gallery;
mod game_reports;
#[path = "../guard.rs"]
mod guard;
mod intervals;
mod notebooks;
mod readme;
mod reproduction;
mod sentences;
mod simulated;

use setodds::report::distribution::{Distribution, Origin, Summary};
use setodds::report::recognise::{self, CsvText};
use setodds_engine::card::Deck;
use setodds_engine::measure::Key;
use setodds_engine::stats::Confidence;
use setodds_engine::tally::Tally;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Reads a file, given its path relative to the root.
fn read(path: impl AsRef<Path>) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

/// Returns all files below a directory with an extension, sorted.
fn files_below(directory: &Path, ending: &str) -> Vec<PathBuf> {
    let (mut found, mut open) = (Vec::new(), vec![directory.to_owned()]);
    while let Some(directory) = open.pop() {
        for entry in std::fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|it| it == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Reads a provenance record below `reports/`.
fn record(path: &str) -> serde_json::Value {
    serde_json::from_str(&read(format!("reports/{path}"))).unwrap()
}

/// Returns the summary statistics of a tally of random deals.
fn summary(deck: Deck, key: Key, tally: &Tally) -> Summary {
    let origin = Origin::Sampled(Confidence::default());
    Distribution { pack: deck.into(), key, tally, origin }.summary()
}

/// Reads the rows of a CSV below `reports/`.
fn rows<R: setodds::report::kind::Kind>(path: &str) -> Vec<R> {
    recognise::rows(CsvText { name: path, text: &read(format!("reports/{path}")) }).unwrap()
}
