//! Pipes, signals and full disks.
#![cfg(unix)]

use std::fs;
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

fn start(words: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_setodds"))
        .args(words.split_whitespace())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Waits for the end, but not for ever; the exit code and all output.
fn end(mut child: Child) -> (Option<i32>, String, String) {
    let limit = Instant::now() + Duration::from_secs(30);
    while child.try_wait().unwrap().is_none() {
        assert!(Instant::now() < limit, "it does not end");
        sleep(Duration::from_millis(10));
    }
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(status.success());
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
    sleep(Duration::from_millis(700));
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

#[test]
fn an_interrupted_enumeration_writes_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("x.csv");
    let child = start(&format!("enumerate --cards 12 --force -o {}", file.display()));
    sleep(Duration::from_millis(700));
    interrupt(&child);
    let (code, stdout, stderr) = end(child);
    assert_eq!((code, stdout.as_str()), (Some(130), ""));
    assert!(stderr.contains("an exact result needs all"), "{stderr}");
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
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
