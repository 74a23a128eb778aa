//! The committed reports, the README and the structure of the sources.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod cap_reports;
mod classes;
mod gallery;
mod game_reports;
mod imports;
mod intervals;
mod notebooks;
mod readme;
mod simulated;
mod structure;

use setodds::report::recognise::{self, Source};
use std::path::Path;

/// A file of the reports.
fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("reports");
    std::fs::read_to_string(root.join(path)).unwrap()
}

/// The rows of a CSV of the reports.
fn rows<R: serde::de::DeserializeOwned>(path: &str) -> Vec<R> {
    recognise::rows(Source { name: path, text: &read(path) }).unwrap()
}
