//! Pipes, signals and full disks.
#![cfg(unix)]

use std::fs;
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

pub(super) fn start(words: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_setodds"))
        .args(words.split_whitespace())
        .env_remove("SETODDS_SEED")
        .env_remove("SETODDS_THREADS")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Waits until it is so, but not for ever.
pub(super) fn wait_until(what: &str, mut so: impl FnMut() -> bool) {
    let limit = Instant::now() + Duration::from_secs(60);
    while !so() {
        assert!(Instant::now() < limit, "{what}: it never happens");
        sleep(Duration::from_millis(5));
    }
}

/// Waits for the end, but not for ever; the exit code and all output.
pub(super) fn end(mut child: Child) -> (Option<i32>, String, String) {
    wait_until("it ends", || child.try_wait().unwrap().is_some());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Presses Ctrl-C once the program is ready for it and has worked for a while.
fn interrupt(child: &Child) {
    signal(child, "INT");
}

/// What a run says on stderr that is interrupted, and has nothing for stdout.
fn interrupted(words: &str) -> String {
    let child = start(words);
    interrupt(&child);
    let (code, stdout, stderr) = end(child);
    assert_eq!((code, stdout.as_str()), (Some(130), ""), "{words}: {stderr}");
    stderr
}

/// Sends a signal once the program is ready for it and has worked long enough for some blocks.
pub(super) fn signal(child: &Child, name: &str) {
    wait_until_busy(child);
    send(child, name);
}

/// Waits until the program is ready for signals and has worked long enough for some blocks.
pub(super) fn wait_until_busy(child: &Child) {
    wait_until("it catches Ctrl-C", || catches_interrupts(child.id()));
    wait_until("it works", || processor_time(child.id()) >= Duration::from_millis(200));
}

/// Sends a signal.
fn send(child: &Child, name: &str) {
    let status = Command::new("kill").args(["-s", name, &child.id().to_string()]).status();
    assert!(status.unwrap().success());
}

/// Whether the process has a handler for SIGINT, which is bit 1 of the mask.
fn catches_interrupts(id: u32) -> bool {
    match fs::read_to_string(format!("/proc/{id}/status")) {
        Ok(status) => {
            let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
            u64::from_str_radix(mask.unwrap_or("0").trim(), 16).is_ok_and(|mask| mask & 2 != 0)
        }
        // Elsewhere than on Linux, time has to do.
        Err(_) => {
            sleep(Duration::from_secs(1));
            true
        }
    }
}

/// The time that a process has computed, on all processors: two fields behind the name, in
/// hundredths of a second.
fn processor_time(id: u32) -> Duration {
    let Ok(text) = fs::read_to_string(format!("/proc/{id}/stat")) else { return Duration::MAX };
    let fields = text.rsplit(')').next().unwrap().split_whitespace();
    let ticks = fields.skip(11).take(2).map(|field| field.parse::<u64>().unwrap()).sum::<u64>();
    Duration::from_millis(10 * ticks)
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut child = start("deal --cards 81 --hands 2000 --seed 1");
    let mut beginning = [0; 100];
    child.stdout.take().unwrap().read_exact(&mut beginning).unwrap();
    let (code, _, stderr) = end(child);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
}

#[test]
fn ctrl_c_reports_what_was_done() {
    let child = start("simulate --cards 12 --deals 18446744073709551615 --seed 1");
    interrupt(&child);
    let (code, stdout, stderr) = end(child);
    assert_eq!(code, Some(130), "{stderr}");
    assert!(stderr.contains("INTERRUPTED after"), "{stderr}");
    assert!(stderr.contains("of 18,446,744,073,709,551,615 deals"), "{stderr}");
    let counts: Vec<u64> =
        stdout.lines().skip(1).map(|row| row.split(',').nth(4).unwrap().parse().unwrap()).collect();
    let total = stdout.lines().nth(1).unwrap().split(',').nth(5).unwrap();
    assert_eq!(counts.iter().sum::<u64>().to_string(), total);
    assert_eq!(counts.iter().sum::<u64>() % 16384, 0, "whole blocks");
}

/// A block of this takes hours, so the first signal alone does not end it. Schedulers send signals
/// twice within moments, so only one that comes later is a second one.
#[test]
fn a_second_signal_ends_at_once() {
    let run = "simulate --features 6 --cards 729 --strategy naive --engine scalar --deals 1M";
    let begin = |name: &str| {
        let child = start(&format!("{run} --seed 1"));
        signal(&child, name);
        child
    };
    let child = begin("INT");
    sleep(Duration::from_millis(100));
    send(&child, "INT");
    let (code, stdout, stderr) = end(child);
    assert_eq!((code, stdout.as_str()), (Some(130), ""), "{stderr}");

    let mut child = begin("TERM");
    send(&child, "TERM");
    sleep(Duration::from_millis(100));
    assert!(child.try_wait().unwrap().is_none(), "twice at once is once");
    wait_until("a later signal ends it", || {
        send(&child, "TERM");
        sleep(Duration::from_millis(100));
        child.try_wait().unwrap().is_some()
    });
    let (code, stdout, stderr) = end(child);
    assert_eq!((code, stdout.as_str()), (None, ""), "{stderr}");
}

#[test]
fn ctrl_c_ends_what_waits_for_a_precision() {
    let directory = tempfile::tempdir().unwrap();
    let name = directory.path().join("x.csv").display().to_string();
    let stderr =
        interrupted(&format!("simulate --until 0.0001% --deals 1e19 --seed 1 -q -o {name}"));
    assert!(stderr.contains("INTERRUPTED after"), "{stderr}");
    assert!(stderr.contains("of at most 10,000,000,000,000,000,000 deals"), "{stderr}");
    assert!(stderr.contains("until 0.0001 %, seed 1"), "{stderr}");
    let record = fs::read_to_string(directory.path().join("x.partial.run.json")).unwrap();
    assert!(record.contains("\"complete\": false"), "{record}");
    assert!(record.contains("\"reached\": false"), "{record}");
}

#[test]
fn what_is_complete_is_not_replaced_by_a_part() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("x.csv");
    fs::write(&file, "complete").unwrap();
    let name = file.display();
    let stderr = interrupted(&format!("simulate --cards 12 --deals 1e19 --seed 1 -q -o {name}"));
    assert!(stderr.contains("INTERRUPTED after") && stderr.contains("x.partial.csv"), "{stderr}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "complete");
    let record = fs::read_to_string(directory.path().join("x.partial.run.json")).unwrap();
    assert!(record.contains("\"complete\": false"), "{record}");
    let part = fs::read_to_string(directory.path().join("x.partial.csv")).unwrap();
    assert!(part.lines().count() > 10, "{part}");
}

#[test]
fn an_interrupted_puzzle_has_no_answer() {
    let stderr = interrupted("puzzle --cards 24 --sets 50 --deals 1e19 --seed 1");
    assert!(stderr.contains("deals without a hit"), "{stderr}");
}

#[test]
fn a_named_pipe_gets_the_result() {
    let directory = tempfile::tempdir().unwrap();
    let pipe = directory.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let name = pipe.display();
    let child = start(&format!("simulate --cards 3 --deals 1k --seed 1 -q --format csv -o {name}"));
    let text = fs::read_to_string(&pipe).unwrap();
    assert_eq!(end(child).0, Some(0));
    assert!(text.starts_with("features,cards,") && text.lines().count() > 1, "{text}");
}

/// Where stdout goes to a file, `/dev/stdout` is that file, of which what stands there stays.
#[cfg(target_os = "linux")]
#[test]
fn a_redirected_stdout_is_no_file_to_be_replaced() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("x.csv");
    for name in ["/dev/stdout", "/dev/fd/1"] {
        fs::write(&file, "before\n").unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_setodds"))
            .args("simulate --cards 3 --deals 1k --seed 1 -q -o".split(' '))
            .arg(name)
            .stdout(fs::OpenOptions::new().append(true).open(&file).unwrap())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{name}");
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.starts_with("before\nfeatures,cards,"), "{name}: {text}");
    }
}

#[test]
fn an_interrupted_enumeration_writes_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("x.csv");
    let stderr =
        interrupted(&format!("enumerate --cards 12 --method hands --force -o {}", file.display()));
    assert!(stderr.contains("an exact result needs all"), "{stderr}");
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
}

/// A summary that cannot be shown does not make a good result a bad one.
#[cfg(target_os = "linux")]
#[test]
fn a_result_counts_even_if_its_summary_is_lost() {
    let output = Command::new(env!("CARGO_BIN_EXE_setodds"))
        .args("simulate --cards 3 --deals 1k --seed 1".split(' '))
        .stderr(fs::OpenOptions::new().write(true).open("/dev/full").unwrap())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stdout.starts_with(b"features,cards,"));
}

/// `/dev/full` takes every byte and says that the disk is full.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure_with_a_message() {
    for to in ["-o /dev/full", ""] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_setodds"));
        command.args("simulate --cards 3 --deals 1k".split(' ')).args(to.split_whitespace());
        if to.is_empty() {
            command.stdout(fs::OpenOptions::new().write(true).open("/dev/full").unwrap());
        }
        let output = command.output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{stderr}");
        assert!(stderr.contains("No space left on device"), "{stderr}");
        assert!(!stderr.contains("wrote"), "{stderr}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_shown_is_a_failure() {
    for words in ["--help", "help simulate", "--version"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_setodds"));
        command.args(words.split(' '));
        command.stdout(fs::OpenOptions::new().write(true).open("/dev/full").unwrap());
        let output = command.output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{words}: {stderr}");
        assert!(stderr.contains("No space left on device"), "{words}: {stderr}");
    }
}

#[test]
fn an_interrupted_run_says_so_last() {
    for words in ["simulate --cards 3-21 --deals 1e19", "play --games 1e19 --quiet"] {
        let directory = tempfile::tempdir().unwrap();
        let name = directory.path().join("x");
        let ending = if words.starts_with("simulate") { ".csv" } else { "" };
        let stderr = interrupted(&format!("{words} --seed 1 -o {}{ending}", name.display()));
        assert!(stderr.contains("wrote ") && stderr.contains(".partial.csv"), "{stderr}");
        assert!(stderr.lines().last().unwrap().starts_with("INTERRUPTED after "), "{stderr}");
    }
}

/// What was played is a valid sample: one table of it, which balances.
#[test]
fn ctrl_c_ends_games_with_what_was_played() {
    let child = start("play --games 18446744073709551615 --seed 1 --table leftover");
    interrupt(&child);
    let (code, stdout, stderr) = end(child);
    assert_eq!(code, Some(130), "{stderr}");
    assert!(stderr.contains("INTERRUPTED after"), "{stderr}");
    let fields = stdout.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>());
    let rows: Vec<[u64; 2]> =
        fields.map(|fields| [fields[3], fields[4]].map(|field| field.parse().unwrap())).collect();
    let games: u64 = rows.iter().map(|[count, _]| count).sum();
    assert!(games > 0 && rows.iter().all(|&[_, total]| total == games), "{stdout}");
}
