//! The real program, run as its users run it, in directories of its own.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod bad_input;
mod bench;
mod caps;
mod classes;
mod deal;
mod enumerate;
mod extremes;
mod find;
mod help;
mod hostile;
mod jobscript;
mod kept;
mod killed;
mod man;
mod names;
mod next;
mod odds;
mod outside;
mod page;
mod play;
mod plot;
mod process;
mod reproduce;
mod shards;
mod shells;
mod simulate;
mod table;
mod terminal;
mod transcripts;
mod until;
mod verify;

use assert_cmd::Command;
use std::path::{Path, PathBuf};

/// The program, without the environment's say in seed and threads.
fn setodds() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_setodds"));
    command.env_remove("SETODDS_SEED").env_remove("SETODDS_THREADS");
    command
}

/// The names of all commands, as the help lists them.
fn commands() -> Vec<String> {
    let help = ok("--help");
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names = list.lines().map(|line| line.split_whitespace().next().unwrap().to_owned());
    names.filter(|name| name != "help").collect()
}

/// A program that may not be here: says so and is none, if its version cannot be had.
fn installed(program: &str) -> Option<std::process::Command> {
    let runs = std::process::Command::new(program).arg("--version").output().is_ok();
    if !runs {
        skipped(program);
    }
    runs.then(|| std::process::Command::new(program))
}

/// Says that something was not tried, for want of a program.
#[expect(clippy::print_stdout, reason = "what is skipped must show")]
fn skipped(program: &str) {
    println!("SKIPPED: no `{program}` here");
}

/// What a run said.
struct Said {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

/// Runs the program with words split at spaces.
fn run(words: &str) -> Said {
    run_in(Path::new("."), words)
}

fn run_in(directory: &Path, words: &str) -> Said {
    said(setodds().current_dir(directory).args(words.split_whitespace()))
}

fn said(command: &mut Command) -> Said {
    let output = command.output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    let (stdout, stderr) = (text(output.stdout), text(output.stderr));
    assert!(!stderr.contains("panicked"), "{stderr}");
    Said { code: output.status.code(), stdout, stderr }
}

/// Stdout of a run that must go well.
fn ok(words: &str) -> String {
    let said = run(words);
    assert_eq!(said.code, Some(0), "{words}: {}", said.stderr);
    said.stdout
}

/// The program refuses what it is told, with these words.
fn refused(words: &str, expected: &str) {
    let said = run(words);
    assert_eq!((said.code, said.stdout.as_str()), (Some(2), ""), "{words}: {}", said.stderr);
    assert!(said.stderr.contains(expected), "{words}: {}", said.stderr);
}

/// A file of hands that stands beside the tests.
fn hands(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/hands").join(name)
}

/// The rows of a CSV as fields, without the header.
fn rows(csv: &str) -> Vec<Vec<String>> {
    csv.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

/// The names of what is in a directory, sorted.
fn names(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).expect("a directory");
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}
