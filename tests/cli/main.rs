//! The real program, run as its users run it, in directories of its own.
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
use setodds::report::distribution::DistributionRow;
use std::path::{Path, PathBuf};

/// The names of all commands, as the help lists them.
fn commands() -> Vec<String> {
    let help = ok("--help");
    let lines = help.split("\nOptions:").next().unwrap().lines();
    let commands = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    commands.map(str::to_owned).collect()
}

/// Runs the program with words split at spaces and an input.
fn fed(words: &str, input: impl Into<Vec<u8>>) -> CommandOutput {
    command_output(setodds().args(words.split_whitespace()).write_stdin(input))
}

/// What a terminal shows of a run that must go well.
fn shown(words: &str) -> String {
    shown_of(words, "")
}

/// What a terminal shows of a run that must go well, with an input.
fn shown_of(words: &str, input: impl Into<Vec<u8>>) -> String {
    let mut command = setodds();
    command.env("SETODDS_TERMINAL", "1").args(words.split_whitespace()).write_stdin(input);
    command_output(&mut command).ok().stdout
}

/// The program refuses what it is told, with these words.
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

/// A partial result with its checksum.
fn sealed(body: &str) -> String {
    use sha2::{Digest, Sha256};
    let hash: String = Sha256::digest(body).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{body}sha256 {hash}\n")
}

/// A file of hands that stands beside the tests.
fn hands(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/hands").join(name)
}

/// The rows of distributions.
fn distributions(csv: &str) -> Vec<DistributionRow> {
    read(csv)
}

/// The rows of a CSV as fields, without the header.
fn rows(csv: &str) -> Vec<Vec<String>> {
    let records = csv::Reader::from_reader(csv.as_bytes()).into_records();
    records.map(|record| record.unwrap().iter().map(str::to_owned).collect()).collect()
}
