//! Makes each system call that writes fail in turn: no wrong result, no lost checkpoint, no stray
//! file, and always a message.

use crate::command::{self, CommandOutput, Directory, command_output, installed, names, skipped};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Groups of writing calls that `strace` makes fail; `?` marks calls that some processors do not
/// have.
const CALLS: [&str; 5] =
    ["?open,openat", "write", "fsync", "?rename,?renameat,?renameat2", "flock"];

/// A fault to inject into a run.
#[derive(Clone, Copy, Debug)]
enum Fault {
    /// The n-th call of a system call fails.
    Call(&'static str, usize),
    /// Writes beyond this file size fail; the next fault adds the second number of bytes.
    Beyond(u64, u64),
}

impl Fault {
    /// Runs the program with the fault; `None` if the run ends without meeting it.
    fn met(self, directory: &Directory, words: &str, log: &Path) -> Option<CommandOutput> {
        let (program, arguments) = match self {
            Self::Call(call, n) => ("strace", {
                let log = log.to_str().unwrap();
                let inject = format!("inject={call}:error=EIO:when={n}");
                format!("-f -qq -o {log} -e trace={call} -e {inject}")
            }),
            Self::Beyond(bytes, _) => ("prlimit", format!("--fsize={bytes}")),
        };
        let mut command = command::program(program);
        command.args(arguments.split(' ')).arg(env!("CARGO_BIN_EXE_setodds"));
        let said = command_output(command.args(words.split(' ')).current_dir(directory.path()));
        let is_met = match self {
            Self::Call(..) => fs::read_to_string(log).unwrap().contains("(INJECTED)"),
            Self::Beyond(..) => said.code != Some(0),
        };
        is_met.then_some(said)
    }

    /// Returns the next fault: one call or some bytes later.
    fn next(self) -> Self {
        match self {
            Self::Call(call, n) => Self::Call(call, n + 1),
            Self::Beyond(bytes, step) => {
                assert!(bytes < 1 << 20, "the run fails without any fault");
                Self::Beyond(bytes + step, step)
            }
        }
    }
}

/// Returns all files of a directory with their contents.
fn contents(directory: &Directory) -> BTreeMap<String, String> {
    names(directory.path()).into_iter().map(|name| (name.clone(), directory.read(name))).collect()
}

/// Runs a command with every fault until none is met, truncating files at every `step` bytes;
/// `after` checks each resulting directory. Files have their old or their complete content. Returns
/// the number of faults.
fn each_fault(
    words: &str,
    files: &[(&str, String)],
    step: u64,
    after: impl Fn(&Directory),
) -> usize {
    let prepared = || {
        let directory = Directory::new();
        files.iter().for_each(|(name, text)| directory.write(name, text));
        directory
    };
    let before = contents(&prepared());
    let whole = prepared();
    whole.ok(words);
    let whole = contents(&whole);
    let logs = Directory::new();
    let mut met = 0;
    let calls = CALLS.map(|call| Fault::Call(call, 1));
    for first in calls.into_iter().chain([Fault::Beyond(0, step)]) {
        let mut fault = first;
        loop {
            let directory = prepared();
            let Some(said) = fault.met(&directory, words, &logs.join("log")) else { break };
            let place = format!("{words}: {fault:?}: {} {:?}", said.stderr, said.code);
            assert!(said.code == Some(0) || !said.stderr.trim().is_empty(), "{place}");
            for (name, text) in contents(&directory) {
                // A rescued file has another name.
                let name = name.replace(".partial.", ".");
                let is_old = before.get(&name) == Some(&text);
                // Checkpoints and records contain times.
                let has_times = !(name.ends_with(".csv") || name.ends_with(".html"));
                let is_new = whole.get(&name).is_some_and(|new| has_times || *new == text);
                let is_right = if said.code == Some(0) { is_new } else { is_old || is_new };
                assert!(is_right, "{place}: {name}: {text}");
            }
            after(&directory);
            met += 1;
            fault = fault.next();
        }
    }
    met
}

/// Returns whether `strace` and `prlimit` can be used.
fn are_installed() -> bool {
    let traces = |mut strace: Command| {
        strace.args(["-o", "/dev/null", "true"]).status().is_ok_and(|status| status.success())
    };
    let is_there = installed("strace").is_some_and(traces) && installed("prlimit").is_some();
    if !is_there {
        skipped("strace and prlimit that may trace");
    }
    is_there
}

const RUN: &str = "simulate --cards 12 --seed 1 --threads 1 -q --checkpoint c.part";

#[test]
fn a_checkpoint_survives_every_fault() {
    if !are_installed() {
        return;
    }
    let half = Directory::new();
    half.ok(&format!("{RUN} --deals 100k -o half.csv"));
    let half = half.read("c.part");
    let words = format!("{RUN} --deals 200k -o x.csv");
    let whole = Directory::new();
    whole.ok(&words);
    let whole = whole.read("x.csv");
    let files = [("c.part", half), ("x.csv", "before".to_owned())];
    let faults = each_fault(&words, &files, 211, |directory| {
        let said = directory.run("merge c.part -q").stderr;
        assert!(said.is_empty() || said.contains("the parts hold 100,000 of 200,000"), "{said}");
        directory.ok(&words);
        assert_eq!(directory.read("x.csv"), whole);
    });
    assert!(faults > 30, "{faults}");
}

#[test]
fn merges_and_tables_survive_every_fault() {
    if !are_installed() {
        return;
    }
    let parts = Directory::new();
    let shard = "simulate --cards 12 --deals 200k --seed 1 --threads 1 -q --shard";
    parts.ok(&format!("{shard} 1/2 -o 1.part"));
    parts.ok(&format!("{shard} 2/2 -o 2.part"));
    let old = ("x.csv", "before".to_owned());
    let files = [("1.part", parts.read("1.part")), ("2.part", parts.read("2.part")), old];
    let games = "play --games 1k --seed 1 --threads 1 -q --table stages -o x.csv";
    let caps = "caps --features 3 --threads 1 -q -o x.csv --checkpoint c.part";
    for (words, files) in
        [("merge 1.part 2.part -q -o x.csv", &files[..]), (games, &files[2..]), (caps, &files[2..])]
    {
        let faults = each_fault(words, files, 211, |_| ());
        assert!(faults > 15, "{words}: {faults}");
    }
}

/// A run whose threads cannot start fails with a message, without panicking or waiting for them.
#[test]
fn threads_that_cannot_start_are_a_failure() {
    if !are_installed() {
        return;
    }
    for words in [
        "simulate --deals 1k --threads 2 -q --format csv",
        "play --games 9 --threads 2 -q --table rounds --format csv",
        "enumerate --cards 3 --method hands --threads 2 -q",
        "enumerate --cards 3 --threads 2 -q",
        "caps --features 2 --threads 2 -q",
        "classes --cards 3 --threads 2 -q",
        "odds 6 --sets 1 --given 3:1 --threads 2 -q",
        "bench --hands 1k --repeats 1 --threads 2 --strategies naive --engines scalar -q",
        "puzzle --threads 2 -q",
    ] {
        let directory = Directory::new();
        let log = directory.join("log");
        let mut met = 0;
        loop {
            let inject = format!("inject=?clone,?clone3:error=EAGAIN:when={}+", met + 1);
            let mut command = command::program("strace");
            command.args(["-f", "-qq", "-o", log.to_str().unwrap(), "-e", "trace=?clone,?clone3"]);
            command.args(["-e", &inject, env!("CARGO_BIN_EXE_setodds")]);
            let said = command_output(command.args(words.split(' ')).current_dir(directory.path()));
            if !fs::read_to_string(&log).unwrap().contains("(INJECTED)") {
                break;
            }
            met += 1;
            // A command that computes at once does not need the thread that waits for signals.
            if met > 1 || said.code != Some(0) {
                said.failed(1, "error: ");
            }
        }
        assert!(met >= 2, "{words}: {met}");
    }
}
