//! Checkpoints: signals, locks, disks that fill up, and files that are something else.
#![cfg(unix)]

use super::process::{end, signal, start, wait_until, wait_until_busy};
use super::{names, ok, run, run_in};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// A run,
const RUN: &str = "simulate --cards 12 --deals 600k --seed 1";

/// and how it takes long enough to be interrupted, with its checkpoint.
fn long(directory: &Path) -> (String, String) {
    let file = directory.join("x.part").display().to_string();
    let slowly = "--strategy naive --engine scalar --threads 2";
    (format!("{RUN} {slowly} --checkpoint {file}"), file)
}

#[test]
fn signals_save_and_say_how_to_go_on() {
    for (name, expected) in [("INT", 130), ("TERM", 75), ("USR1", 75)] {
        let directory = tempfile::tempdir().unwrap();
        let (words, file) = long(directory.path());
        let child = start(&words);
        signal(&child, name);
        let (code, stdout, stderr) = end(child);
        assert_eq!((code, stdout.as_str()), (Some(expected), ""), "{name}: {stderr}");
        assert!(stderr.contains("INTERRUPTED after"), "{stderr}");
        assert!(
            stderr.contains(&format!("saved in `{file}`; to resume:\nsetodds {words}")),
            "{stderr}"
        );
        assert_eq!(names(directory.path()), ["x.part"]);
        let said = run(&format!("{RUN} --checkpoint {file} --format csv"));
        assert_eq!(said.code, Some(0), "{}", said.stderr);
        assert!(said.stderr.contains("resuming from"), "{}", said.stderr);
        assert_eq!(said.stdout, ok(&format!("{RUN} --format csv")));
    }
}

#[test]
fn one_process_at_a_time() {
    let directory = tempfile::tempdir().unwrap();
    let (words, _) = long(directory.path());
    let child = start(&words.replace("600k", "4G"));
    let lock = directory.path().join("x.part.lock");
    wait_until_busy(&child);
    assert!(lock.exists());
    let (code, _, stderr) = end(start(&words.replace("600k", "4G")));
    assert_eq!(code, Some(75), "{stderr}");
    assert!(stderr.contains("another process is working on"), "{stderr}");
    signal(&child, "TERM");
    assert_eq!(end(child).0, Some(75));
    assert!(!lock.exists());
}

#[test]
fn a_finished_run_is_there_at_once_and_can_be_prolonged() {
    let directory = tempfile::tempdir().unwrap();
    let words = |deals| {
        format!("simulate --cards 3-6 --deals {deals} --seed 1 --format csv --checkpoint x.part")
    };
    let first = run_in(directory.path(), &words("100k"));
    assert_eq!(first.code, Some(0), "{}", first.stderr);
    let again = run_in(directory.path(), &words("100k"));
    assert_eq!((again.code, &again.stdout), (Some(0), &first.stdout));
    assert!(again.stderr.contains("all loaded from files"), "{}", again.stderr);
    let longer = run_in(directory.path(), &words("1M"));
    assert_eq!(longer.stdout, ok("simulate --cards 3-6 --deals 1M --seed 1 --format csv"));
    let shorter = run_in(directory.path(), &words("100k"));
    assert_eq!(shorter.code, Some(2));
    assert!(shorter.stderr.contains("`1000000` there and `100000` here"), "{}", shorter.stderr);
    let fresh = run_in(directory.path(), &format!("{} --fresh", words("100k")));
    assert_eq!((fresh.code, &fresh.stdout), (Some(0), &first.stdout));
}

/// A signal while the classes are searched for: nothing is saved, so the end is not that of a run
/// that is.
#[test]
fn what_is_not_saved_does_not_ask_to_be_started_again() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("x.part");
    let words = "enumerate --cards 15 --measure largest-cap --shard 1/2 --threads 1";
    let child = start(&format!("{words} -o {}", file.display()));
    signal(&child, "TERM");
    let (code, stdout, stderr) = end(child);
    assert_eq!((code, stdout.as_str()), (Some(130), ""), "{stderr}");
    assert!(stderr.contains("nothing was written"), "{stderr}");
    assert!(names(directory.path()).is_empty(), "{:?}", names(directory.path()));
}

/// A signal before the first block: counting by layers begins with a preparation of seconds.
#[test]
fn a_start_that_came_no_further_does_not_ask_to_be_started_again() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("x.part");
    let words = "enumerate --cards 40 --method layers --threads 1 --force --checkpoint";
    let child = start(&format!("{words} {}", file.display()));
    signal(&child, "TERM");
    let (code, stdout, stderr) = end(child);
    assert_eq!((code, stdout.as_str()), (Some(130), ""), "{stderr}");
    assert!(stderr.contains("INTERRUPTED after 0 of"), "{stderr}");
}

#[test]
fn a_seed_that_was_drawn_is_kept() {
    let directory = tempfile::tempdir().unwrap();
    let words = "simulate --cards 12 --deals 50k --format csv --checkpoint x.part";
    let first = run_in(directory.path(), words);
    let again = run_in(directory.path(), words);
    assert_eq!((again.code, again.stdout), (Some(0), first.stdout));
    let other = run_in(directory.path(), &format!("{words} --seed 1"));
    assert!(other.stderr.contains("belongs to another run: seed is"), "{}", other.stderr);
}

#[test]
fn a_precision_is_reached_in_several_runs() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("x.part");
    let words = "simulate --until 1% --cards 12 --seed 1";
    let kept = format!("{words} --checkpoint {}", file.display());
    let child = start(&format!("{kept} --strategy naive --engine scalar --threads 2"));
    signal(&child, "TERM");
    assert_eq!(end(child).0, Some(75));
    let whole = ok(&format!("{words} --format csv"));
    assert_eq!(ok(&format!("{kept} --format csv")), whole);
    assert_eq!(ok(&format!("{kept} --format csv")), whole, "once more, at once");
}

#[test]
fn a_disk_that_is_full_does_not_end_a_run() {
    let directory = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_setodds");
    let run = "simulate --cards 3-21 --deals 300k --seed 1 --format csv";
    let slowly = "--strategy packed-mask --engine scalar";
    let kept = "--checkpoint x.part --checkpoint-every 0.01";
    let shell = format!("ulimit -f 1; exec {program} {run} {slowly} {kept}");
    let output = Command::new("sh").args(["-c", &shell]).current_dir(&directory).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    assert!(stderr.contains("File too large") && stderr.contains("the run continues"), "{stderr}");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), ok(run));
    assert!(names(directory.path()).is_empty(), "{:?}", names(directory.path()));
}

#[test]
fn a_lost_directory_does_not_end_a_run() {
    let directory = tempfile::tempdir().unwrap();
    let inner = directory.path().join("inner");
    fs::create_dir(&inner).unwrap();
    let (words, file) = long(&inner);
    let words = words.replace("600k", "200k");
    let child = start(&format!("{words} --checkpoint-every 0.01 --format csv"));
    wait_until("it saves", || Path::new(&file).exists());
    fs::rename(&inner, directory.path().join("elsewhere")).unwrap();
    let (code, stdout, stderr) = end(child);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stderr.contains("the run continues"), "{stderr}");
    assert_eq!(stdout, ok(&format!("{} --format csv", RUN.replace("600k", "200k"))));
}

#[test]
fn a_checkpoint_interval_may_be_longer_than_any_clock() {
    let directory = tempfile::tempdir().unwrap();
    let words = "simulate --cards 3 --deals 1k --seed 1 --checkpoint x.part --checkpoint-every";
    for every in ["1e19", "5000000000000000h"] {
        let said = run_in(directory.path(), &format!("{words} {every}"));
        assert_eq!(said.code, Some(0), "{every}: {}", said.stderr);
    }
    assert_eq!(names(directory.path()), ["x.part"]);
}

#[test]
fn times_of_files_do_not_matter() {
    let directory = tempfile::tempdir().unwrap();
    let words = "simulate --cards 12 --deals 50k --seed 1 --format csv --checkpoint x.part";
    let first = run_in(directory.path(), words).stdout;
    for time in ["1970-01-02", "2100-01-01"] {
        let touched =
            Command::new("touch").args(["-d", time, "x.part"]).current_dir(&directory).status();
        assert!(touched.unwrap().success());
        assert_eq!(run_in(directory.path(), words).stdout, first, "{time}");
    }
}

#[test]
fn files_of_others_are_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("x.csv"), "mine").unwrap();
    for option in ["", "--fresh"] {
        let words = format!("simulate --cards 3 --deals 1k --seed 1 --checkpoint x.csv {option}");
        let said = run_in(directory.path(), &words);
        assert_eq!(said.code, Some(2), "{}", said.stderr);
        assert!(said.stderr.contains("is not a partial result of setodds"), "{}", said.stderr);
    }
    assert_eq!(fs::read_to_string(directory.path().join("x.csv")).unwrap(), "mine");
    assert_eq!(names(directory.path()), ["x.csv"]);
}

#[test]
fn what_does_not_go_together_is_told() {
    let directory = tempfile::tempdir().unwrap();
    for (words, expected) in [
        ("simulate --fresh", "`--fresh` goes with"),
        ("simulate --shard 1/2 --seed 1", "a shard goes to one file"),
        ("simulate --shard 1/2 --seed 1 -o -", "a shard goes to one file"),
        ("simulate --shard 1/2 -o x.part", "have the same seed"),
        ("simulate --shard 3/2 --seed 1 -o x.part", "there is no shard 3 of 2"),
        ("simulate --shard x --seed 1 -o x.part", "is not a valid shard"),
        ("simulate --shard auto --seed 1 -o x.part", "asks a scheduler"),
        ("simulate --shard 1/2 --seed 1 --until 1% -o x.part", "cannot be cut"),
        ("simulate --checkpoint x.csv -o x.csv", "both the checkpoint and the result"),
        ("simulate --checkpoint no/x.part", "no directory"),
        ("simulate --checkpoint x.part --checkpoint-every 0", "is not a valid time"),
        ("simulate --checkpoint-every 5m", "`--checkpoint-every` goes with"),
        ("classes --cards 4 --checkpoint-every 5m", "`--checkpoint-every` goes with"),
        ("play --offline --budget 0", "every deck is undecided"),
        ("caps --random --checkpoint x.part", "cannot be used with"),
        ("caps --shard 1/2", "unexpected argument"),
    ] {
        let said = run_in(directory.path(), words);
        assert_eq!(said.code, Some(2), "{words}: {}", said.stderr);
        assert!(said.stderr.contains(expected), "{words}: {}", said.stderr);
    }
    assert!(names(directory.path()).is_empty(), "{:?}", names(directory.path()));
}

#[test]
fn hostile_files_take_little_memory() {
    use sha2::{Digest, Sha256};
    let directory = tempfile::tempdir().unwrap();
    let head = "setodds partial result, format 1\nprogram 0.1.0\ncommand [\"simulate\",\"--seed\",\"1\"]\n\
                job simulate scheme=v1 features=4 cards=12 measure=sets seed=1\nunits 10000000\n\
                block 16384\nshare whole\nfinished 0-3\n";
    let lines: String =
        (0..300).map(|cards| format!("tally {cards} sets:{}\n", " 0".repeat(100_000))).collect();
    let body = format!("{head}{lines}");
    let hash: String = Sha256::digest(&body).iter().map(|byte| format!("{byte:02x}")).collect();
    fs::write(directory.path().join("x.part"), format!("{body}sha256 {hash}\n")).unwrap();
    for words in
        ["merge x.part", "status x.part", "simulate --cards 12 --seed 1 --checkpoint x.part"]
    {
        let shell =
            format!("ulimit -v 400000; exec {} {words} --threads 1", env!("CARGO_BIN_EXE_setodds"));
        let shell =
            if words.starts_with("simulate") { shell } else { shell.replace(" --threads 1", "") };
        let output = Command::new("sh")
            .args(["-c", &shell])
            .current_dir(&directory)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        let expected = if words.starts_with("status") { 0 } else { 2 };
        assert_eq!(output.status.code(), Some(expected), "{words}: {stderr}");
        assert!(expected == 0 || stderr.contains("more tallies than any result"), "{stderr}");
    }
}
