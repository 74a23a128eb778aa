//! Partial results in files: a damaged file is refused, and an intact one restores the result.

mod hostile;
mod merging;

use super::{Header, Saved, SavedError, write};
use crate::card::Deck;
use crate::deal::{Deals, Seed};
use crate::detect::Strategy;
use crate::measure::{Key, Measurer, Measures};
use crate::report::spent::{ComputeTime, Host};
use crate::run::{Blocks, Kernel, Partial, Plan, Shard, StopFlag, ThreadPool, Threads};
use crate::tally::Tallies;
use std::fs;

/// Computes some blocks of a kernel.
fn part<K: Kernel>(kernel: &K, blocks: &Blocks) -> Partial<K::Tally> {
    let pool = ThreadPool::new(Threads::new(2.try_into().unwrap())).unwrap();
    let mut partial = Partial::new(kernel.plan().clone());
    pool.resume(kernel, &mut partial, blocks, &StopFlag::default(), &|_| {}).unwrap();
    partial
}

/// Returns a small simulation of several blocks, the last of them short.
fn simulation(seed: u64) -> Deals {
    let measurer =
        Measurer::new(Deck::GAME, "12".parse().unwrap(), Measures::default(), Strategy::default());
    Deals::new(measurer.unwrap(), Seed(seed), 150_000).unwrap()
}

/// Returns the file content of a partial result.
fn text(partial: &Partial<Tallies<Key>>, shard: Option<Shard>) -> Vec<u8> {
    let command = ["simulate", "--deals", "150000", "it's a \"word\"\n"].map(str::to_owned);
    let mut text = Vec::new();
    let header = Header { spent: spent(), ..Header::of(partial, command.to_vec(), shard) };
    write(&header, partial, &mut text).unwrap();
    text
}

/// Returns compute times on two machines.
fn spent() -> Vec<ComputeTime> {
    let host = |cpu: Option<&str>| Host {
        cpu: cpu.map(str::to_owned),
        cores: 64,
        architecture: "x86_64".to_owned(),
        system: "linux".to_owned(),
    };
    let time = ComputeTime { host: host(None), threads: 2, started: 7, microseconds: 8, units: 9 };
    let known = ComputeTime { host: host(Some("an \"EPYC\" \n")), ..time.clone() };
    vec![time, known]
}

/// Creates a file with this content.
fn file(content: &[u8]) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), content).unwrap();
    file
}

/// Reads a file with this content.
fn read(content: &[u8], plan: &Plan) -> Result<Partial<Tallies<Key>>, SavedError> {
    Saved::open(file(content).path())?.load(plan)
}

#[test]
fn what_is_written_is_read() {
    let simulation = simulation(1);
    let plan = simulation.plan();
    let all = Blocks::below(plan.blocks());
    for blocks in [Blocks::default(), Blocks::below(4), all.without(&Blocks::below(3)), all] {
        let partial = part(&simulation, &blocks);
        let shard = Shard::new(2, 3).unwrap();
        let content = text(&partial, Some(shard));
        assert_eq!(read(&content, plan).unwrap(), partial);
        let header = Saved::open(file(&content).path()).unwrap().header().clone();
        assert_eq!((&header.finished, &header.spent), (&blocks, &spent()));
        assert_eq!((header.shard, header.plan.units()), (Some(shard), 150_000));
        assert_eq!(header.command[3], "it's a \"word\"\n");
        assert_eq!(header.plan.units_of(&header.finished), partial.units_done());
    }
}

/// Format 1 has no compute time.
#[test]
fn files_of_the_older_format_are_read() {
    let simulation = simulation(1);
    let partial = part(&simulation, &Blocks::below(4));
    let content = String::from_utf8(text(&partial, None)).unwrap();
    let lines =
        content.lines().filter(|it| !it.starts_with("spent ") && !it.starts_with("sha256 "));
    let older: String = lines.map(|line| format!("{line}\n")).collect();
    let older = hostile::sealed(
        &older.replacen("format 2", "format 1", 1).replacen("\nshard ", "\nshare ", 1),
    );
    assert_eq!(read(&older, simulation.plan()).unwrap(), partial);
    let header = Saved::open(file(&older).path()).unwrap().header().clone();
    assert_eq!((header.spent, header.finished), (Vec::new(), Blocks::below(4)));
}

#[test]
fn a_file_may_be_the_beginning_of_more() {
    let simulation = simulation(1);
    let whole = part(&simulation, &Blocks::below(simulation.plan().blocks()));
    let longer = simulation.plan().with_units(500_000);
    let read = read(&text(&whole, None), &longer).unwrap();
    assert_eq!(read, whole.extended(longer).unwrap());
    assert_eq!(read.units_done(), 9 * 16_384, "the short block is done again");
}

#[test]
fn the_file_of_another_run_is_refused_with_the_difference() {
    let (own, other) = (simulation(1), simulation(2));
    let content = text(&part(&own, &Blocks::below(2)), None);
    let message = |plan: &Plan| read(&content, plan).unwrap_err().to_string();
    let text = message(other.plan());
    assert!(text.ends_with("belongs to another run: seed is `1` there and `2` here"), "{text}");
    let text = message(&own.plan().with_units(100_000));
    assert!(text.ends_with("the number of units is `150000` there and `100000` here"), "{text}");
}
