//! Checkpoints: signals, locks, disks that fill up, and files that are something else.
#![cfg(unix)]

use super::process::{end, has_default_signals, signal, start_in, wait_until, wait_until_busy};
use super::{Directory, Said, json, ok, sealed};
use std::fs;
use std::time::{Duration, UNIX_EPOCH};

/// A run,
const RUN: &str = "simulate --cards 12 --deals 600k --seed 1";

/// and how it takes long enough to be interrupted, with its checkpoint.
const SLOWLY: &str = "--strategy naive --engine scalar --threads 2 --checkpoint x.part";

/// How a run ends that gets a signal.
fn signalled(directory: &Directory, name: &str, words: &str) -> Said {
    let child = start_in(directory.path(), words);
    signal(&child, name);
    end(child)
}

#[test]
fn signals_save_and_say_how_to_go_on() {
    let hangup = (cfg!(target_os = "linux") && has_default_signals()).then_some(("HUP", 75));
    for (name, expected) in [("INT", 130), ("TERM", 75), ("USR1", 75)].into_iter().chain(hangup) {
        let directory = Directory::new();
        let words = format!("{RUN} {SLOWLY}");
        let said = signalled(&directory, name, &words).failed(expected, "INTERRUPTED after");
        said.says(&format!("saved in `x.part`; to resume:\nsetodds {words}"));
        assert_eq!(directory.names(), ["x.part"]);
        let said = directory.ok(&format!("{RUN} --checkpoint x.part --format csv"));
        said.says("resuming from");
        assert_eq!(said.stdout, ok(&format!("{RUN} --format csv")));
    }
}

#[test]
fn one_process_at_a_time() {
    let directory = Directory::new();
    let words = format!("{RUN} {SLOWLY}").replace("600k", "4G");
    let child = start_in(directory.path(), &words);
    let lock = directory.join("x.part.lock");
    wait_until_busy(&child);
    assert!(lock.exists());
    end(start_in(directory.path(), &words)).failed(75, "another process is working on");
    signal(&child, "TERM");
    end(child).failed(75, "");
    assert!(!lock.exists());
}

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

/// The record of a run is that of all runs that made the result.
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
        // A list is made of the classes that are saved, and that time is not saved.
        if run != searches[0] {
            assert_eq!(again["elapsed_seconds"], first["elapsed_seconds"], "{run}");
        }
    }
}

#[test]
fn a_record_adds_up_what_several_runs_took() {
    let directory = Directory::new();
    let words = format!("{RUN} -o x.csv");
    signalled(&directory, "TERM", &format!("{words} {SLOWLY}")).failed(75, "INTERRUPTED");
    let part = directory.read("x.part");
    let before = time(&part);
    assert!(before.1 > 0.0, "{part}");
    directory.ok(&format!("{words} --checkpoint x.part --threads 1"));
    let record = json(&directory.read("x.run.json"));
    let run = &record["run"];
    let (elapsed, machines) = (run["elapsed_seconds"].as_f64().unwrap(), &run["machines"]);
    assert_eq!(machines.as_array().unwrap().len(), 2, "{run}");
    assert_eq!(machines[1]["elapsed_seconds"], json(&before.1.to_string()), "2 threads");
    let sum: f64 = (0..2).map(|it| machines[it]["elapsed_seconds"].as_f64().unwrap()).sum();
    assert!((elapsed - sum).abs() < 1e-9, "{run}");
    let units: u64 = (0..2).map(|it| machines[it]["units"].as_u64().unwrap()).sum();
    assert_eq!((units, &machines[1]["units"]), (600_000, &before.0.into()), "{run}");
    assert_eq!(&record["work"]["before"], &machines[1]["units"]);
}

/// The units and the seconds that a file says.
fn time(part: &str) -> (u64, f64) {
    let line = part.lines().find_map(|line| line.strip_prefix("spent ")).unwrap();
    let spent = json(line).as_array().unwrap().clone();
    let sum = |key: &str| spent.iter().map(|it| it[key].as_u64().unwrap()).sum::<u64>();
    (sum("units"), sum("microseconds") as f64 / 1e6)
}

/// A record of merged parts has the time of its shards, as far as it is known.
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

    // As an earlier version wrote it.
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

/// A signal while the classes are searched for: nothing is saved, so the end is not that of a run
/// that is.
#[test]
fn what_is_not_saved_does_not_ask_to_be_started_again() {
    for file in ["--shard 1/2 -o x.part", "--checkpoint x.part"] {
        let directory = Directory::new();
        let words = format!("enumerate --cards 15 --measure largest-cap --threads 1 {file}");
        signalled(&directory, "TERM", &words).failed(130, "nothing was written");
        assert!(directory.names().is_empty(), "{:?}", directory.names());
    }
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
fn a_precision_is_reached_in_several_runs() {
    let directory = Directory::new();
    let words = "simulate --until 1% --cards 12 --seed 1";
    signalled(&directory, "TERM", &format!("{words} {SLOWLY}")).failed(75, "");
    let whole = ok(&format!("{words} --format csv"));
    let kept = format!("{words} --checkpoint x.part --format csv");
    assert_eq!(directory.ok(&kept).stdout, whole);
    assert_eq!(directory.ok(&kept).stdout, whole, "once more, at once");
}

#[test]
fn a_disk_that_is_full_does_not_end_a_run() {
    let directory = Directory::new();
    let run = "simulate --cards 3-21 --deals 300k --seed 1 --format csv";
    let slowly = "--strategy packed-mask --engine scalar";
    let kept = "--checkpoint x.part";
    let said = directory.limited("-f 1", &format!("{run} {slowly} {kept}")).ok();
    said.says("File too large").says("the run continues");
    assert_eq!(said.stdout, ok(run));
    assert!(directory.names().is_empty(), "{:?}", directory.names());
}

#[test]
fn a_lost_directory_does_not_end_a_run() {
    let directory = Directory::new();
    let inner = directory.join("inner");
    fs::create_dir(&inner).unwrap();
    let (run, file) = (RUN, inner.join("x.part"));
    let slowly = SLOWLY.replace("x.part", file.to_str().unwrap());
    let words = format!("{run} {slowly} --format csv");
    let child = start_in(directory.path(), &words);
    wait_until("it saves", || file.exists());
    fs::rename(&inner, directory.join("elsewhere")).unwrap();
    let said = end(child).ok();
    assert_eq!(said.says("warning: cannot write").stdout, ok(&format!("{run} --format csv")));
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
