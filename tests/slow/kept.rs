//! Checkpoints: signals, locks, full disks and removed directories.

use crate::child::{ChildGuard, end, send, signal, start_in, wait_until, wait_until_busy};
use crate::command::{Directory, json, ok, read, setodds};
use crate::process::has_default_signals;
use setodds::report::distribution::DistributionRow;
use std::fs;
use std::io::Write;
use std::process::Stdio;

/// A run without an end.
const ENDLESS: &str = "simulate --cards 12 --deals 1e19 --seed 1 --threads 2";

/// Starts an endless run with a checkpoint, and waits until it saves something.
fn saving(directory: &Directory) -> ChildGuard {
    let saved = || fs::read(directory.join("x.part")).ok();
    let before = saved();
    let child = start_in(directory.path(), &format!("{ENDLESS} --checkpoint x.part"));
    wait_until("it saves", || saved() != before);
    child
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
        for before in ["", "resuming from `x.part`"] {
            let child = saving(&directory);
            send(&child, name);
            let said = end(child).failed(expected, "INTERRUPTED after");
            let how = format!("to resume:\nsetodds {ENDLESS} --checkpoint x.part");
            said.says(&format!("saved in `x.part`; {how}")).says(before);
            assert_eq!(directory.names(), ["x.part"]);
        }
        let saved = directory.run("merge x.part --allow-missing --format csv").stdout;
        let deals = read::<DistributionRow>(&saved)[0].total;
        let alone = format!("simulate --cards 12 --deals {deals} --seed 1 --format csv");
        assert_eq!(saved, ok(&alone));
    }
}

#[test]
fn one_process_at_a_time() {
    let directory = Directory::new();
    let child = saving(&directory);
    let lock = directory.join("x.part.lock");
    assert!(lock.exists());
    let words = format!("{ENDLESS} --checkpoint x.part");
    directory.run(&words).failed(75, "another process is working on");
    directory.ok("simulate --deals 1k --seed 1 --shard 1/1 -o other.part");
    directory.run("merge x.part other.part -o x.part").failed(75, "another process is working on");
    send(&child, "TERM");
    end(child).failed(75, "");
    assert!(!lock.exists());
}

#[test]
fn a_record_adds_up_what_several_runs_took() {
    let directory = Directory::new();
    let words = "simulate --cards 12 --seed 1 -o x.csv --checkpoint x.part";
    directory.ok(&format!("{words} --deals 16384 --threads 2"));
    let part = directory.read("x.part");
    let spent = json(part.lines().find_map(|line| line.strip_prefix("spent ")).unwrap());
    let (units, seconds) = (&spent[0]["units"], spent[0]["microseconds"].as_f64().unwrap() / 1e6);
    assert!(seconds > 0.0, "{part}");
    directory.ok(&format!("{words} --deals 600k --threads 1"));
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
        let words = format!("enumerate --cards 18 --measure largest-cap --threads 1 {file}");
        let child = start_in(directory.path(), &words);
        signal(&child, "TERM");
        end(child).failed(130, "nothing was written");
        assert!(directory.names().is_empty(), "{:?}", directory.names());
    }
}

#[test]
fn a_precision_is_reached_in_several_runs() {
    let directory = Directory::new();
    let words = "simulate --until 1% --cards 12 --seed 1";
    let few = directory.ok(&format!("{words} --deals 100k --checkpoint x.part --format csv"));
    few.says("1 % was not reached");
    let whole = ok(&format!("{words} --format csv"));
    assert_ne!(few.stdout, whole);
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
    for is_taken in [false, true] {
        let directory = Directory::new();
        fs::create_dir(directory.join("inner")).unwrap();
        if is_taken {
            directory.write("x.partial.csv", "mine");
        }
        let words = format!("{ENDLESS} -o inner/x.csv -o /dev/null");
        let child = start_in(directory.path(), &words);
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

/// The directory is lost while the run waits for the end of the list of missing cards. No pipe
/// holds the two megabytes before it, so by then the run reads them and has locked its checkpoint.
#[test]
fn a_lost_directory_does_not_end_a_run() {
    let directory = Directory::new();
    fs::create_dir(directory.join("inner")).unwrap();
    let run = "simulate --cards 12 --deals 600k --seed 1 --format csv --without";
    let mut command = setodds();
    command.current_dir(directory.path()).args(run.split(' '));
    command.args(["/dev/stdin", "--checkpoint", "inner/x.part"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = ChildGuard::spawn(&mut command);
    let mut list = child.stdin.take().unwrap();
    list.write_all(&[b'\n'; 1 << 21]).unwrap();
    assert!(directory.join("inner/x.part.lock").exists());
    fs::rename(directory.join("inner"), directory.join("elsewhere")).unwrap();
    list.write_all(b"@0").unwrap();
    drop(list);
    let said = end(child).ok();
    said.says("nothing is saved yet, and the run continues");
    assert_eq!(said.says("warning: cannot write").stdout, ok(&format!("{run} @0")));
}
