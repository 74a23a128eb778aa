//! Runs the compiled program as users do, in temporary directories.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod bad_input;
mod believed;
mod bench;
mod caps;
mod check;
#[cfg(unix)]
#[path = "../child.rs"]
mod child;
mod classes;
#[path = "../command.rs"]
mod command;
mod counts;
mod deal;
mod engines;
mod enumerate;
#[cfg(unix)]
mod examples;
mod extremes;
mod files;
mod find;
mod find_why;
mod forms;
mod help;
mod hostile;
mod jobscript;
mod kept;
mod large;
mod man;
mod messages;
mod names;
mod next;
mod notations;
mod odds;
mod outside;
mod own_csvs;
mod play;
mod play_tables;
mod plot;
mod process;
mod shards;
mod shells;
mod simulate;
mod table;
mod terminal;
mod until;
mod without;

use command::{
    CommandOutput, Directory, command_output, installed, json, names, ok, read, run, setodds,
};
#[cfg(unix)]
use command::{program, shell};
use setodds::report::distribution::DistributionRow;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the names of all commands listed by help.
fn commands() -> Vec<String> {
    let help = ok("--help");
    let lines = help.split("\nOptions:").next().unwrap().lines();
    let commands = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    commands.map(str::to_owned).collect()
}

/// Lets a command read an input from stdin.
fn with_stdin(command: &mut Command, input: impl Into<Vec<u8>>) -> &mut Command {
    let (reader, mut writer) = std::io::pipe().unwrap();
    let input = input.into();
    // The program may end before it has read everything.
    std::thread::spawn(move || drop(writer.write_all(&input)));
    command.stdin(reader)
}

/// Runs the program with an input and words split at spaces.
fn fed(words: &str, input: impl Into<Vec<u8>>) -> CommandOutput {
    command_output(with_stdin(setodds().args(words.split_whitespace()), input))
}

/// Returns the terminal output of a run that must succeed.
fn shown(words: &str) -> String {
    shown_of(words, "")
}

/// Returns the terminal output of a run with an input that must succeed.
fn shown_of(words: &str, input: impl Into<Vec<u8>>) -> String {
    let mut command = setodds();
    command.env("SETODDS_TERMINAL", "1").args(words.split_whitespace());
    command_output(with_stdin(&mut command, input)).ok().stdout
}

/// Asserts that the program refuses the words with a message that contains `expected`.
fn refused(words: &str, expected: &str) {
    run(words).failed(2, expected);
}

impl Directory {
    fn refused(&self, words: &str, expected: &str) {
        self.run(words).failed(2, expected);
    }
}

impl CommandOutput {
    /// Asserts that the run succeeded, with nothing on stdout.
    fn no_stdout(self) -> Self {
        self.ended(0, "")
    }
}

/// Adds the checksum to the content of a partial result.
fn sealed(body: &str) -> String {
    use sha2::{Digest, Sha256};
    let hash: String = Sha256::digest(body).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{body}sha256 {hash}\n")
}

/// Returns the path of a file of hands next to the tests, from where they run.
fn hands(name: &str) -> PathBuf {
    Path::new("tests/cli/hands").join(name)
}

/// Parses the rows of distributions.
fn distributions(csv: &str) -> Vec<DistributionRow> {
    read(csv)
}

/// Returns the rows of a CSV as fields, without the header.
fn rows(csv: &str) -> Vec<Vec<String>> {
    let records = csv::Reader::from_reader(csv.as_bytes()).into_records();
    records.map(|record| record.unwrap().iter().map(str::to_owned).collect()).collect()
}
