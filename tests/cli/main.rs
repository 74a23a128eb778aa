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
mod counts;
mod deal;
mod engines;
mod enumerate;
#[cfg(unix)]
mod examples;
mod extremes;
mod failing;
mod files;
mod find;
mod find_why;
mod forms;
mod help;
mod hostile;
mod jobscript;
mod kept;
mod killed;
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
mod transcripts;
mod until;
mod without;

use assert_cmd::Command;
use setodds::report::distribution::DistributionRow;
use setodds::report::recognise::{self, CsvText};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Output;

/// The program, without the environment's say in threads and width.
fn setodds() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_setodds"));
    let own = ["SETODDS_THREADS", "SETODDS_TERMINAL"];
    for variable in own.into_iter().chain(["COLUMNS"]) {
        command.env_remove(variable);
    }
    command
}

/// The names of all commands, as the help lists them.
fn commands() -> Vec<String> {
    let help = ok("--help");
    let lines = help.split("\nOptions:").next().unwrap().lines();
    let commands = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    commands.map(str::to_owned).collect()
}

/// A program that may be missing: `None`, with a message, if it does not tell its version.
fn installed(program: &str) -> Option<std::process::Command> {
    let runs = std::process::Command::new(program).arg("--version").output().is_ok();
    if !runs {
        skipped(program);
    }
    runs.then(|| std::process::Command::new(program))
}

/// Says that something was not tried, for want of a program: past the harness, which keeps what a
/// good test says for itself.
fn skipped(program: &str) {
    let _ = writeln!(std::io::stderr(), "SKIPPED: no `{program}` here");
}

/// What a run said.
struct Said {
    /// What was run.
    command: String,
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Said {
    fn of(command: String, output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
        let (stdout, stderr) = (text(output.stdout), text(output.stderr));
        assert!(!stderr.contains("panicked"), "{stderr}");
        Self { command, code: output.status.code(), stdout, stderr }
    }

    /// It went well.
    fn ok(self) -> Self {
        assert_eq!(self.code, Some(0), "{}: {}", self.command, self.stderr);
        self
    }

    /// It went well, with nothing on stdout.
    fn no_stdout(self) -> Self {
        self.ended(0, "")
    }

    /// It did not go well: it ended with this code, nothing on stdout and these words on stderr.
    fn failed(self, code: i32, expected: &str) -> Self {
        assert_ne!(code, 0, "{}", self.command);
        self.ended(code, expected)
    }

    /// It ended with this code, nothing on stdout and these words on stderr.
    fn ended(self, code: i32, expected: &str) -> Self {
        let end = (self.code, self.stdout.as_str());
        assert_eq!(end, (Some(code), ""), "{}: {}", self.command, self.stderr);
        self.says(expected);
        self
    }

    /// It has these words on stderr.
    fn says(&self, expected: &str) -> &Self {
        assert!(self.stderr.contains(expected), "{}: {}", self.command, self.stderr);
        self
    }
}

/// Runs the program with words split at spaces.
fn run(words: &str) -> Said {
    said(setodds().args(words.split_whitespace()))
}

/// Runs the program with words split at spaces and an input.
fn fed(words: &str, input: impl Into<Vec<u8>>) -> Said {
    said(setodds().args(words.split_whitespace()).write_stdin(input))
}

fn said(command: &mut Command) -> Said {
    let output = command.output().expect("the program starts");
    Said::of(format!("{command:?}"), output)
}

/// Stdout of a run that must go well.
fn ok(words: &str) -> String {
    run(words).ok().stdout
}

/// What a terminal shows of a run that must go well.
fn shown(words: &str) -> String {
    shown_of(words, "")
}

/// What a terminal shows of a run that must go well, with an input.
fn shown_of(words: &str, input: impl Into<Vec<u8>>) -> String {
    let mut command = setodds();
    command.env("SETODDS_TERMINAL", "1").args(words.split_whitespace()).write_stdin(input);
    said(&mut command).ok().stdout
}

/// The program refuses what it is told, with these words.
fn refused(words: &str, expected: &str) {
    run(words).failed(2, expected);
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap()
}

/// A partial result with its checksum.
fn sealed(body: &str) -> String {
    use sha2::{Digest, Sha256};
    let hash: String = Sha256::digest(body).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{body}sha256 {hash}\n")
}

/// A directory in which the program runs, until the end of a test.
struct Directory(tempfile::TempDir);

impl Directory {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn join(&self, name: impl AsRef<Path>) -> PathBuf {
        self.path().join(name)
    }

    /// Runs the program there with words split at spaces.
    fn run(&self, words: &str) -> Said {
        said(setodds().current_dir(self.path()).args(words.split_whitespace()))
    }

    /// Runs the program within limits, as `ulimit` takes them.
    #[cfg(unix)]
    fn limited(&self, limit: &str, words: &str) -> Said {
        let shell = format!("ulimit {limit}; exec {} {words}", env!("CARGO_BIN_EXE_setodds"));
        said(Command::new("sh").args(["-c", &shell]).current_dir(self.path()))
    }

    fn ok(&self, words: &str) -> Said {
        self.run(words).ok()
    }

    fn refused(&self, words: &str, expected: &str) {
        self.run(words).failed(2, expected);
    }

    fn read(&self, name: impl AsRef<Path>) -> String {
        std::fs::read_to_string(self.join(name)).unwrap()
    }

    /// Writes a file, in a directory that is made if need be.
    fn write(&self, name: impl AsRef<Path>, text: impl AsRef<[u8]>) {
        let path = self.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn names(&self) -> Vec<String> {
        names(self.path())
    }
}

/// A file of hands that stands beside the tests.
fn hands(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/hands").join(name)
}

/// The rows of a CSV, read by the library.
fn read<R: serde::de::DeserializeOwned>(csv: &str) -> Vec<R> {
    recognise::rows(CsvText { name: "stdout", text: csv }).unwrap()
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

/// The names of what is in a directory, sorted.
fn names(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).expect("a directory");
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}
