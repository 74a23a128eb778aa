//! Checkpoints: extended runs, their records, and files of other kinds.
#![cfg(unix)]

use super::{Directory, json, ok, sealed};
use std::fs;
use std::time::{Duration, UNIX_EPOCH};

const RUN: &str = "simulate --cards 12 --deals 600k --seed 1";

#[test]
fn a_finished_run_is_there_at_once_and_can_be_prolonged() {
    let directory = Directory::new();
    let words = |deals| {
        format!("simulate --cards 3-6 --deals {deals} --seed 1 --format csv --checkpoint x.part")
    };
    let first = directory.ok(&words("100k"));
    let again = directory.ok(&words("100k"));
    assert_eq!(again.says("all loaded from files").stdout, first.stdout);
    let longer = directory.run(&words("1M"));
    assert_eq!(longer.stdout, ok("simulate --cards 3-6 --deals 1M --seed 1 --format csv"));
    directory.refused(&words("100k"), "`1000000` there and `100000` here");
    fs::remove_file(directory.join("x.part")).unwrap();
    assert_eq!(directory.ok(&words("100k")).stdout, first.stdout);
}

/// A record adds up the time of all runs that contributed to the result.
#[test]
fn a_record_keeps_the_time_of_runs_before() {
    let searches = ["caps --features 3", "enumerate --cards 5 --features 3 --strategy naive"];
    for run in [RUN, searches[0], searches[1]] {
        let directory = Directory::new();
        let record = || json(&directory.read("x.run.json"))["run"].clone();
        let words = format!("{run} --checkpoint x.part -o x.csv");
        directory.ok(&words);
        let first = record();
        assert!(first["elapsed_seconds"].as_f64().unwrap() > 0.0, "{first}");
        assert_eq!(first["machines"], json("null"), "{first}");
        directory.ok(&words);
        let keys = ["started", "threads", "host"];
        let again = record();
        assert!(keys.iter().all(|&key| again[key] == first[key]), "{run}: {first} {again}");
        // A list is computed from the saved classes, whose time is not saved.
        if run != searches[0] {
            assert_eq!(again["elapsed_seconds"], first["elapsed_seconds"], "{run}");
        }
    }
}

/// Returns the units and the seconds in a part.
fn time(part: &str) -> (u64, f64) {
    let line = part.lines().find_map(|line| line.strip_prefix("spent ")).unwrap();
    let spent = json(line).as_array().unwrap().clone();
    let sum = |key: &str| spent.iter().map(|it| it[key].as_u64().unwrap()).sum::<u64>();
    (sum("units"), sum("microseconds") as f64 / 1e6)
}

/// The record of a merge has the time of its shards, as far as it is known.
#[test]
fn a_merge_has_the_time_of_its_shards() {
    let directory = Directory::new();
    let mut all = 0.0;
    for (number, threads) in [(1, 1), (2, 2), (3, 2)] {
        let shard = format!("--shard {number}/3 --threads {threads} -o {number}.part");
        directory.ok(&format!("{RUN} {shard}"));
        all += time(&directory.read(format!("{number}.part"))).1;
    }
    let merged = |parts: &str| {
        directory.ok(&format!("merge {parts} -o x.csv"));
        json(&directory.read("x.run.json"))["run"].clone()
    };
    let run = merged("1.part 2.part 3.part");
    assert!((run["elapsed_seconds"].as_f64().unwrap() - all).abs() < 1e-9, "{run}");
    assert_eq!(run["machines"].as_array().unwrap().len(), 2, "{run}");
    directory.ok("merge 2.part 1.part -o some.part");
    assert_eq!(merged("some.part 3.part"), run);

    // The format of an earlier version.
    let text = directory.read("2.part");
    let lines = text.lines().filter(|it| !it.starts_with("spent ") && !it.starts_with("sha256 "));
    let older: String = lines.map(|line| format!("{line}\n")).collect();
    directory.write(
        "2.part",
        sealed(&older.replacen("format 2", "format 1", 1).replacen("\nshard ", "\nshare ", 1)),
    );
    let run = merged("1.part 2.part 3.part");
    assert!(run["elapsed_seconds"].as_f64().unwrap() < all, "{run}");
    assert_eq!(run["untimed_units"], time(&text).0);
}

#[test]
fn a_seed_that_was_drawn_is_kept() {
    let directory = Directory::new();
    let words = "simulate --cards 12 --deals 50k --format csv --checkpoint x.part";
    let first = directory.run(words);
    assert_eq!(directory.ok(words).stdout, first.stdout);
    let other = directory.run(&format!("{words} --seed 1"));
    other.says("belongs to another run: seed is");
}

#[test]
fn times_of_files_do_not_matter() {
    let directory = Directory::new();
    let words = "simulate --cards 12 --deals 50k --seed 1 --format csv --checkpoint x.part";
    let first = directory.run(words).stdout;
    for (time, seconds) in [("1970", 86_400), ("2100", 4_102_444_800)] {
        let file = fs::File::options().write(true).open(directory.join("x.part")).unwrap();
        file.set_modified(UNIX_EPOCH + Duration::from_secs(seconds)).unwrap();
        assert_eq!(directory.run(words).stdout, first, "{time}");
    }
}

#[test]
fn files_of_others_are_left_alone() {
    let directory = Directory::new();
    directory.write("x.csv", "mine");
    let words = "simulate --cards 3 --deals 1k --seed 1 --checkpoint x.csv";
    directory.refused(words, "is not a partial result of setodds");
    assert_eq!(directory.read("x.csv"), "mine");
    assert_eq!(directory.names(), ["x.csv"]);
}

#[test]
fn what_does_not_go_together_is_told() {
    let directory = Directory::new();
    for (words, expected) in [
        ("simulate --shard 1/2 --seed 1", "a shard goes to one file"),
        ("simulate --shard 1/2 --seed 1 -o -", "a shard goes to one file"),
        ("simulate --shard 1/2 -o x.part", "have the same seed"),
        ("simulate --shard 3/2 --seed 1 -o x.part", "there is no shard 3 of 2"),
        ("simulate --shard x --seed 1 -o x.part", "is not a valid shard"),
        ("simulate --shard auto --seed 1 -o x.part", "asks a scheduler"),
        ("simulate --shard 1/2 --seed 1 --until 1% -o x.part", "cannot be sharded"),
        ("simulate --checkpoint x.csv -o x.csv", "both the checkpoint and a result"),
        ("simulate --checkpoint no/x.part", "no directory"),
        ("caps --shard 1/2", "unexpected argument"),
    ] {
        directory.refused(words, expected);
    }
    assert!(directory.names().is_empty(), "{:?}", directory.names());
}

#[test]
fn hostile_files_take_little_memory() {
    let directory = Directory::new();
    let head = "setodds partial result, format 1\nprogram 0.1.0\ncommand \
                [\"simulate\",\"--seed\",\"1\"]\n\
                job simulate scheme=v1 features=4 cards=12 measure=sets seed=1\nunits 10000000\n\
                block 16384\nshare whole\nfinished 0-3\n";
    let lines: String =
        (0..300).map(|cards| format!("tally {cards} sets:{}\n", " 0".repeat(100_000))).collect();
    directory.write("x.part", sealed(&format!("{head}{lines}")));
    for words in ["merge x.part", "simulate --cards 12 --seed 1 --threads 1 --checkpoint x.part"] {
        directory.limited("-v 400000", words).failed(2, "more tallies than any result");
    }
}
