//! Reads any file as a partial result of a plan; an accepted one can be merged and written again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use setodds::cli::saved::{Header, Saved, write};
use setodds::report::provenance::Run;
use setodds_engine::measure::Key;
use setodds_engine::run::{Blocks, Job, Plan};
use setodds_engine::tally::Tallies;
use sha2::{Digest, Sha256};
use std::io::Write;

/// Returns the plan of the seed files.
fn plan() -> Plan {
    let job = Job::new("simulate")
        .with("scheme", "v1")
        .with("features", 4)
        .with("cards", 12)
        .with("measure", "sets")
        .with("seed", 1);
    Plan::new(job, 150_000, 16_384)
}

/// Returns the content with a valid checksum, so that more than the checksum is tested.
fn sealed(content: &[u8]) -> Vec<u8> {
    let end = content.windows(8).rposition(|it| it == b"\nsha256 ");
    let end = end.map_or(content.len(), |at| at + 1);
    let hash = Sha256::digest(&content[..end]);
    let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    [&content[..end], format!("sha256 {hash}\n").as_bytes()].concat()
}

fn read(content: &[u8]) {
    let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
    file.write_all(content).expect("room for it");
    let Ok(saved) = Saved::open(file.path()) else { return };
    let header = saved.header().clone();
    assert!(header.plan.units_of(&header.finished) <= header.plan.units());
    if !header.spent.is_empty() {
        let done = header.plan.units_of(&header.finished);
        assert!(Run::from_times(&header.spent, done).elapsed_seconds >= 0.0);
    }
    let Ok(partial) = saved.load::<Tallies<Key>>(&plan()) else { return };
    let mut again = Vec::new();
    let header = Header::of(&partial, header.command, header.shard);
    write(&header, &partial, &mut again).expect("memory");
    assert!(partial.units_done() <= partial.plan().units());
    let mut twice = partial.clone();
    let is_empty = partial.finished() == &Blocks::default();
    assert_eq!(twice.merge(partial).is_ok(), is_empty, "nothing is counted twice");
}

fuzz_target!(|content: &[u8]| {
    read(content);
    read(&sealed(content));
});
