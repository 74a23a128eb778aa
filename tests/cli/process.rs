//! Pipes, a full disk, an interrupted and a killed run; `tests/slow` has more of these.
#![cfg(unix)]

use crate::child::{end, signal, start, start_in, wait_until};
use crate::{CommandOutput, Directory, command_output, distributions, ok, run, setodds};
use std::fs;
use std::io::{self, Read};
use std::process::Command;

/// Runs the program with its stdout in a file.
#[cfg(target_os = "linux")]
fn into(stdout: fs::File, words: &str) -> CommandOutput {
    command_output(setodds().args(words.split(' ')).stdout(stdout))
}

/// Opens `/dev/full`, which reports a full disk on every write.
#[cfg(target_os = "linux")]
fn full_disk() -> fs::File {
    fs::OpenOptions::new().write(true).open("/dev/full").unwrap()
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut child = start("deal --cards 81 --hands 2000 --seed 1");
    let mut beginning = [0; 100];
    child.stdout.take().unwrap().read_exact(&mut beginning).unwrap();
    assert_eq!(end(child).ok().stderr, "");
}

#[test]
fn ctrl_c_reports_what_was_done() {
    let child = start("simulate --cards 12 --deals 18446744073709551615 --seed 1");
    signal(&child, "INT");
    let said = end(child);
    assert_eq!(said.code, Some(130), "{}", said.stderr);
    said.says("INTERRUPTED after").says("of 18,446,744,073,709,551,615 deals");
    let rows = distributions(&said.stdout);
    let total: u128 = rows.iter().map(|row| row.count).sum();
    assert_eq!((total, total % 16384), (rows[0].total, 0), "whole blocks");
}

#[test]
fn a_killed_run_resumes() {
    let directory = Directory::new();
    let run = "simulate --cards 12 --deals 600k --seed 1 --format csv --checkpoint x.part";
    let slowly = "--strategy naive --engine scalar --threads 1";
    let mut child = start_in(directory.path(), &format!("{run} {slowly}"));
    wait_until("it saves", || directory.join("x.part").exists());
    child.kill().unwrap();
    child.wait().unwrap();
    let said = directory.ok(run);
    assert_eq!(said.says("resuming from").stdout, ok(run.split(" --checkpoint").next().unwrap()));
}

#[test]
fn a_named_pipe_gets_the_result() {
    let directory = Directory::new();
    let pipe = directory.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    // Neither opening nor writing waits for another process.
    let writer = fs::File::options().read(true).write(true).open(&pipe).unwrap();
    let reader = fs::File::open(&pipe).unwrap();
    directory.ok("simulate --cards 3 --deals 1k --seed 1 -q --format csv -o pipe");
    drop(writer);
    let text = io::read_to_string(reader).unwrap();
    assert!(text.starts_with("features,cards,") && text.lines().count() > 1, "{text}");
}

/// If stdout is redirected to a file, `/dev/stdout` appends to that file.
#[cfg(target_os = "linux")]
#[test]
fn a_redirected_stdout_is_no_file_to_be_replaced() {
    let directory = Directory::new();
    for name in ["/dev/stdout", "/dev/fd/1"] {
        directory.write("x.csv", "before\n");
        let file = fs::OpenOptions::new().append(true).open(directory.join("x.csv")).unwrap();
        into(file, &format!("simulate --cards 3 --deals 1k --seed 1 -q -o {name}")).ok();
        let text = directory.read("x.csv");
        assert!(text.starts_with("before\nfeatures,cards,"), "{name}: {text}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure_with_a_message() {
    let words = "simulate --cards 3 --deals 1k";
    for said in [run(&format!("{words} -o /dev/full")), into(full_disk(), words)] {
        assert!(!said.stderr.contains("wrote"), "{}", said.stderr);
        said.failed(1, "No space left on device");
    }
    for words in ["--help", "help simulate", "--version"] {
        into(full_disk(), words).failed(1, "No space left on device");
    }
    // A result is complete even if its summary cannot be written.
    let output = setodds().args(words.split(' ')).stderr(full_disk()).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stdout.starts_with(b"features,cards,"));
}
