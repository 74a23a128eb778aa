//! Where the numbers come from.

use super::html::{section, table};
use super::sources::Source;
use crate::report::columns::Grid;
use crate::report::number::grouped;
use serde_json::Value;

/// Exact, or how large a sample.
fn how(source: &Source) -> String {
    let record = &source.record;
    let done = record["work"]["done"].as_u64().map(|done| grouped(u128::from(done)));
    match (record["randomness"]["seed"].as_u64(), done) {
        (Some(seed), Some(done)) => {
            let interval = source.interval_name();
            format!("{done} simulated, seed {seed}; every share has its {interval}")
        }
        (Some(seed), None) => format!("measured, on hands of seed {seed}"),
        _ => "exact: every hand is counted".to_owned(),
    }
}

/// The program that made it: `setodds 0.1.0 (dbd5312d6581)`.
fn program(record: &Value) -> String {
    let text = |name: &str| record["program"][name].as_str();
    match (text("name"), text("version"), text("revision")) {
        (Some(name), Some(version), Some(revision)) => format!("{name} {version} ({revision})"),
        (Some(name), Some(version), None) => format!("{name} {version}"),
        _ => "unknown: there is no record beside it".to_owned(),
    }
}

fn generator(record: &Value) -> String {
    let text = |name: &str| record["randomness"][name].as_str();
    match (text("generator"), text("sampling_scheme")) {
        (Some(generator), Some(scheme)) => format!("{generator} (scheme {scheme})"),
        _ => String::new(),
    }
}

/// The section: a row for each file.
pub(super) fn origins(sources: &[&Source]) -> String {
    let grid = Grid::of(sources)
        .text("file", |source| source.path.clone())
        .text("what it is", |source| how(source))
        .text("generator", |source| generator(&source.record))
        .text("program", |source| program(&source.record));
    let content = format!(
        "<p>Exact numbers are counts of all hands. Simulated ones come with an interval: of many \
         such intervals, so many hold the true value. Deals are a function of the seed alone, so \
         the command under a chart gives the same numbers again, on any machine with any number of \
         threads; only times differ.</p>\n{}",
        table("origins-table", "The files behind this page", grid)
    );
    section("origins", "Where the numbers come from", &content)
}
