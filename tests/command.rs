//! Runs the program for tests, in temporary directories.

#[path = "environment.rs"]
mod environment;

pub(crate) use environment::program;

use setodds::report::recognise::{self, CsvText};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub(crate) fn setodds() -> Command {
    program(env!("CARGO_BIN_EXE_setodds"))
}

/// Returns a shell that runs a script, in which `"$0"` is the program.
#[cfg(unix)]
pub(crate) fn shell(script: &str) -> Command {
    let mut shell = program("sh");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_setodds")]);
    shell
}

/// Returns a program that may be missing; if it does not run, says so and returns `None`.
pub(crate) fn installed(name: &str) -> Option<Command> {
    let runs = program(name).arg("--version").output().is_ok();
    if !runs {
        skipped(name);
    }
    runs.then(|| program(name))
}

/// Reports that a test is skipped because a program is missing. Writes to stderr directly, as the
/// test harness captures the output of `eprintln`.
pub(crate) fn skipped(program: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or_default();
    let _ = writeln!(std::io::stderr(), "SKIPPED {test}: no `{program}` here");
}

/// Output and exit code of a run of the program.
pub(crate) struct CommandOutput {
    /// The command line, for messages.
    pub(crate) command: String,
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl CommandOutput {
    pub(crate) fn of(command: String, output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
        let (stdout, stderr) = (text(output.stdout), text(output.stderr));
        assert!(!stderr.contains("panicked"), "{stderr}");
        Self { command, code: output.status.code(), stdout, stderr }
    }

    /// Asserts that the run succeeded.
    pub(crate) fn ok(self) -> Self {
        assert_eq!(self.code, Some(0), "{}: {}", self.command, self.stderr);
        self
    }

    /// Asserts that the run failed with this exit code, an empty stdout and this text on stderr.
    pub(crate) fn failed(self, code: i32, expected: &str) -> Self {
        assert_ne!(code, 0, "{}", self.command);
        self.ended(code, expected)
    }

    /// Asserts that the run ended with this exit code, an empty stdout and this text on stderr.
    pub(crate) fn ended(self, code: i32, expected: &str) -> Self {
        let end = (self.code, self.stdout.as_str());
        assert_eq!(end, (Some(code), ""), "{}: {}", self.command, self.stderr);
        self.says(expected);
        self
    }

    /// Asserts that stderr contains this text.
    pub(crate) fn says(&self, expected: &str) -> &Self {
        assert!(self.stderr.contains(expected), "{}: {}", self.command, self.stderr);
        self
    }
}

/// Runs the program with arguments given as words separated by spaces.
pub(crate) fn run(words: &str) -> CommandOutput {
    command_output(setodds().args(words.split_whitespace()))
}

pub(crate) fn command_output(command: &mut Command) -> CommandOutput {
    let output = command.output().expect("the program starts");
    CommandOutput::of(format!("{command:?}"), output)
}

/// Returns the stdout of a run that must succeed.
pub(crate) fn ok(words: &str) -> String {
    run(words).ok().stdout
}

pub(crate) fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap()
}

/// Temporary directory in which the program runs; deleted at the end of the test.
pub(crate) struct Directory(tempfile::TempDir);

impl Directory {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn join(&self, name: impl AsRef<Path>) -> PathBuf {
        self.path().join(name)
    }

    /// Runs the program in the directory with arguments given as words separated by spaces.
    pub(crate) fn run(&self, words: &str) -> CommandOutput {
        command_output(setodds().current_dir(self.path()).args(words.split_whitespace()))
    }

    /// Runs the program in the directory with limits given as arguments of `ulimit`.
    #[cfg(unix)]
    pub(crate) fn limited(&self, limit: &str, words: &str) -> CommandOutput {
        let script = format!("ulimit {limit}; exec \"$0\" {words}");
        command_output(shell(&script).current_dir(self.path()))
    }

    pub(crate) fn ok(&self, words: &str) -> CommandOutput {
        self.run(words).ok()
    }

    pub(crate) fn read(&self, name: impl AsRef<Path>) -> String {
        std::fs::read_to_string(self.join(name)).unwrap()
    }

    /// Writes a file and creates its directory if necessary.
    pub(crate) fn write(&self, name: impl AsRef<Path>, text: impl AsRef<[u8]>) {
        let path = self.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub(crate) fn names(&self) -> Vec<String> {
        names(self.path())
    }
}

/// Parses the rows of a CSV.
pub(crate) fn read<R: setodds::report::kind::Kind>(csv: &str) -> Vec<R> {
    recognise::rows(CsvText { name: "stdout", text: csv }).unwrap()
}

/// Returns the sorted names of the entries of a directory.
pub(crate) fn names(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).expect("a directory");
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}
