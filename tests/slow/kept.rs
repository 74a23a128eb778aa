//! Checkpoints: signals, locks, full disks and removed directories.

use crate::child::{end, send, signal, start_in, wait_until, wait_until_busy};
use crate::command::{CommandOutput, Directory, json, ok};
use crate::process::has_default_signals;
use std::fs;

const RUN: &str = "simulate --cards 12 --deals 600k --seed 1";

/// Options that make a run slow enough to be interrupted, with a checkpoint.
const SLOWLY: &str = "--strategy naive --engine scalar --threads 2 --checkpoint x.part";

/// Sends a signal to a run, and returns its output.
fn signalled(directory: &Directory, name: &str, words: &str) -> CommandOutput {
    let child = start_in(directory.path(), words);
    signal(&child, name);
    end(child)
}

#[test]
fn signals_save_and_say_how_to_go_on() {
    let others: &[(&str, i32)] = match cfg!(target_os = "linux") && has_default_signals() {
        true => &[("HUP", 75), ("QUIT", 75)],
        false => &[],
    };
    let always = [("INT", 130), ("TERM", 75), ("USR1", 75), ("USR2", 75), ("XCPU", 75)];
    for &(name, expected) in always.iter().chain(others) {
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
    directory.ok("simulate --deals 1k --seed 1 --shard 1/1 -o other.part");
    directory.run("merge x.part other.part -o x.part").failed(75, "another process is working on");
    signal(&child, "TERM");
    end(child).failed(75, "");
    assert!(!lock.exists());
}

#[test]
fn a_record_adds_up_what_several_runs_took() {
    let directory = Directory::new();
    let words = format!("{RUN} -o x.csv");
    signalled(&directory, "TERM", &format!("{words} {SLOWLY}")).failed(75, "INTERRUPTED");
    let part = directory.read("x.part");
    let spent = json(part.lines().find_map(|line| line.strip_prefix("spent ")).unwrap());
    let (units, seconds) = (&spent[0]["units"], spent[0]["microseconds"].as_f64().unwrap() / 1e6);
    assert!(seconds > 0.0, "{part}");
    directory.ok(&format!("{words} --checkpoint x.part --threads 1"));
    let record = json(&directory.read("x.run.json"));
    let run = &record["run"];
    let (elapsed, machines) = (run["elapsed_seconds"].as_f64().unwrap(), &run["machines"]);
    assert_eq!(machines.as_array().unwrap().len(), 2, "{run}");
    assert_eq!(machines[1]["elapsed_seconds"], seconds, "2 threads");
    let sum: f64 = (0..2).map(|it| machines[it]["elapsed_seconds"].as_f64().unwrap()).sum();
    assert!((elapsed - sum).abs() < 1e-9, "{run}");
    let all: u64 = (0..2).map(|it| machines[it]["units"].as_u64().unwrap()).sum();
    assert_eq!((all, &machines[1]["units"]), (600_000, units), "{run}");
    assert_eq!(&record["work"]["before"], &machines[1]["units"]);
}

/// A search that has saved nothing is interrupted without asking for a rerun.
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
    said.says("File too large").says("nothing is saved yet, and the run continues");
    assert_eq!(said.stdout, ok(run));
    assert!(directory.names().is_empty(), "{:?}", directory.names());
}

/// If the output directory is gone, the result goes to the current directory, or to a new one if it
/// has such a file.
#[test]
fn a_result_without_a_place_goes_elsewhere() {
    let run = RUN.replace("600k", "4G");
    for is_taken in [false, true] {
        let directory = Directory::new();
        fs::create_dir(directory.join("inner")).unwrap();
        if is_taken {
            directory.write("x.partial.csv", "mine");
        }
        let child =
            start_in(directory.path(), &format!("{run} --threads 1 -o inner/x.csv -o /dev/null"));
        wait_until_busy(&child);
        fs::remove_dir(directory.join("inner")).unwrap();
        send(&child, "INT");
        let said = end(child).failed(1, "there is no directory `inner`");
        let place =
            said.stderr.split("covers only these) is in ").nth(1).unwrap().trim().to_owned();
        let csv = place.split(", ").next().unwrap();
        assert!(csv.ends_with("x.partial.csv") && place.ends_with("x.partial.run.json"), "{place}");
        assert!(directory.read(csv).starts_with("features,cards,measure,value,"));
        assert_eq!(csv == "x.partial.csv", !is_taken, "{csv}");
        if is_taken {
            assert_eq!(directory.read("x.partial.csv"), "mine");
            fs::remove_dir_all(std::path::Path::new(csv).parent().unwrap()).unwrap();
        }
    }
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
