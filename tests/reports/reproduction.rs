//! Checks that the commands in the documents reproduce the content of the repository: numbers,
//! tables, transcripts and pictures.
//!
//! All commands run in a copy of the repository. Differences are reported or, with `UPDATE=1`,
//! written to the repository:
//!
//! * `cargo test --test reports` reproduces tables, transcripts and pictures from the existing
//!   CSVs, and numbers that take a second;
//! * `cargo test --release --test reports -- --ignored` reproduces everything, which takes hours.

use super::documents::{Block, Document, Kind, Step, TRANSCRIPTS, documents, fit, fits};
use super::environment::program;
use super::guard::ChildGuard;
use super::root;
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// Beginnings of the commands that compute for a second at most.
const QUICK: [&str; 8] = [
    "setodds caps --features 2",
    "setodds caps --features 3",
    "setodds caps --features 4",
    "setodds classes",
    "setodds enumerate --features 2",
    "setodds enumerate --features 3",
    "setodds extremes",
    "setodds odds 0-81",
];

/// Files and directories that the commands in the documents read.
const SOURCES: [&str; 4] = ["README.md", "reports", "tests/cli/counts", "tests/cli/hands"];

/// Width of the terminal for commands in documents, in columns: GitHub shows this many without a
/// scroll bar.
const COLUMNS: &str = "88";

/// Runs commands in a copy of a directory tree, and compares the files that they write with those
/// of the tree.
struct Reproduction<'a> {
    root: &'a Path,
    copy: tempfile::TempDir,
    /// Whether differences are written to the tree.
    update: bool,
    different: Vec<String>,
    failed: Vec<String>,
}

impl<'a> Reproduction<'a> {
    /// Runs the chosen steps of the documents of a tree.
    fn new(root: &'a Path, update: bool, is_chosen: impl Fn(&Step) -> bool) -> Self {
        let copy = tempfile::tempdir().unwrap();
        for source in SOURCES {
            copy_all(&root.join(source), &copy.path().join(source));
        }
        let mut own = Self { root, copy, update, different: Vec::new(), failed: Vec::new() };
        let (documents, mut known) = (documents(root), BTreeSet::new());
        let mut steps: Vec<&Step> = documents.iter().flat_map(|it| &it.steps).collect();
        steps.retain(|step| is_chosen(step) && known.insert(&step.words));
        // Times always differ.
        steps.retain(|step| update || step.kind() != Kind::Times);
        steps.sort_by_key(|step| step.kind());
        let shown = steps.split_off(steps.partition_point(|step| step.kind() < Kind::Picture));
        steps.into_iter().for_each(|step| own.follow(step));
        documents.iter().for_each(|document| own.fill(document));
        shown.into_iter().for_each(|step| own.follow(step));
        own
    }

    /// Runs a step and compares the files that it writes.
    fn follow(&mut self, step: &Step) {
        if !is_quick(step) {
            // Unlike `eprintln`, this shows while the test runs.
            let _ = writeln!(io::stderr(), "{step}");
        }
        let copy = self.copy.path().to_owned();
        let mut files = outputs(step, self.root);
        // Files that the command no longer writes must not remain in the copy.
        files.iter().for_each(|file| _ = fs::remove_file(copy.join(file)));
        let (code, said) = self.run(step, None);
        if code != 0 {
            self.failed.push(format!("{step} failed: {said}"));
            files.iter().for_each(|file| replace(&self.root.join(file), &copy.join(file)));
            return;
        }
        files.extend(outputs(step, &copy));
        let is_new = |file: &&PathBuf| lasting(&self.root.join(file)) != lasting(&copy.join(file));
        let new: Vec<&PathBuf> = files.iter().filter(is_new).collect();
        self.different.extend(new.iter().map(|file| format!("{}: {step}", file.display())));
        if new.is_empty() {
            // Records contain the time of this run.
            files.iter().for_each(|file| replace(&self.root.join(file), &copy.join(file)));
        } else if self.update {
            files.iter().for_each(|file| replace(&copy.join(file), &self.root.join(file)));
        }
    }

    /// Runs the commands of the tables and transcripts of a document.
    fn fill(&mut self, document: &Document) {
        let made: Vec<String> =
            document.blocks.iter().map(|block| self.block(document, block)).collect();
        let text = document.with(&made);
        if self.update && text != document.text {
            fs::write(self.root.join(&document.path), text).unwrap();
        }
    }

    /// Runs the command of a block and returns the new lines of the block.
    fn block(&mut self, document: &Document, block: &Block) -> String {
        let old = document.shown(block);
        let columns = if document.path == Path::new(TRANSCRIPTS) { "0" } else { COLUMNS };
        let (code, said) = self.run(&block.step, block.is_transcript.then_some(columns));
        if code != 0 && !block.is_transcript {
            self.failed.push(format!("{} failed: {said}", block.step));
            return old;
        }
        let new = match (block.is_transcript, code) {
            (true, 0) => format!("{said}\n\n"),
            (true, code) => format!("? {code}\n{said}\n\n"),
            (false, _) => format!("\n{said}\n\n"),
        };
        let [pattern, lines] = [&old, &new].map(|text| text.lines().collect::<Vec<_>>());
        if fit(&pattern, &lines) || block.is_transcript && timeless(&new) == timeless(&old) {
            return old;
        }
        self.different.push(format!("{}{}", block.step, first_difference(&old, &new)));
        // Unchanged lines keep their `[..]`.
        let kept =
            lines.iter().map(|line| pattern.iter().find(|it| fits(it, line)).unwrap_or(line));
        kept.map(|line| format!("{line}\n")).collect()
    }

    /// Runs a step on a terminal with this many columns (0 means unlimited), or without a terminal.
    /// Returns its exit code and the text that it writes to stdout and stderr.
    fn run(&self, step: &Step, columns: Option<&str>) -> (i32, String) {
        let mut command = program(env!("CARGO_BIN_EXE_setodds"));
        if let Some(columns) = columns {
            command.env("SETODDS_TERMINAL", "1").env("COLUMNS", columns);
        }
        let (name, options) = step.words.split_first().expect("a command has a name");
        command.arg(name);
        // On a slow machine the output would include a progress bar; that of `find` never does, and
        // its errors repeat the command.
        if columns.is_some() && !["find", "help"].contains(&name.as_str()) {
            command.args(["--progress", "never"]);
        }
        command.args(options).current_dir(self.copy.path()).stdin(Stdio::null());
        let (mut reader, writer) = io::pipe().unwrap();
        command.stdout(writer.try_clone().unwrap()).stderr(writer);
        let child = ChildGuard::spawn(&mut command);
        // The pipe ends with its last writer, and the command holds two.
        drop(command);
        let mut said = String::new();
        reader.read_to_string(&mut said).unwrap();
        (child.wait_with_output().status.code().unwrap(), said.trim_end().to_owned())
    }

    /// Panics with a list of the commands that failed, and of the differences unless they were
    /// written.
    fn verdict(self, options: &str) {
        let different = if self.update { Vec::new() } else { self.different };
        let wrong = [self.failed, different].concat();
        assert!(
            wrong.is_empty(),
            "not what the commands make, which `UPDATE=1 cargo test {options}` writes:\n{}",
            wrong.join("\n")
        );
    }
}

/// Returns the files of a step that exist in a tree: results, all files in directories of results,
/// and the records of CSVs.
fn outputs(step: &Step, root: &Path) -> BTreeSet<PathBuf> {
    let mut files = BTreeSet::new();
    for path in step.outputs() {
        match fs::read_dir(root.join(path)) {
            Ok(entries) => files.extend(entries.map(|it| path.join(it.unwrap().file_name()))),
            Err(_) => _ = files.insert(path.to_owned()),
        }
    }
    let csvs = files.iter().filter(|file| file.extension().is_some_and(|it| it == "csv"));
    let records: Vec<PathBuf> = csvs.map(|file| file.with_extension("run.json")).collect();
    files.extend(records);
    files.retain(|file| root.join(file).exists());
    files
}

/// Returns the content of a file that is the same in each run: the command of a record, nothing of
/// a Markdown document, which contains the time of its run, and all of any other file.
fn lasting(path: &Path) -> Option<Vec<u8>> {
    let bytes = fs::read(path).ok()?;
    match path.extension()?.to_str()? {
        "json" => {
            let record: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
            Some(record["command"].to_string().into_bytes())
        }
        "md" => Some(Vec::new()),
        _ => Some(bytes),
    }
}

/// Returns the text without engine, threads and time, as in `seed 1, third-card in avx512 lanes, 2
/// threads, 0.1 s (9 million/s)`. They form a paragraph of one or two lines.
fn timeless(text: &str) -> String {
    let paragraph = |paragraph: &str| {
        let line = paragraph.replace('\n', " ");
        match (line.split_once(", seed "), line.ends_with("/s)")) {
            (Some((before, after)), true) => {
                format!("{before}, seed {}", after.split(',').next().unwrap())
            }
            _ => paragraph.to_owned(),
        }
    };
    text.split("\n\n").map(paragraph).collect::<Vec<_>>().join("\n\n")
}

/// Returns the first line in which two texts differ, or an empty text if there is none.
fn first_difference(old: &str, new: &str) -> String {
    let [old, new] = [old, new].map(|text| text.lines().chain(["(end)"]));
    let pair = old.zip(new).find(|(old, new)| !fits(old, new));
    pair.map_or_else(String::new, |(old, new)| format!("\n    - {old}\n    + {new}"))
}

/// Copies a file, or a directory with all its content.
fn copy_all(from: &Path, to: &Path) {
    let Ok(entries) = fs::read_dir(from) else { return replace(from, to) };
    fs::create_dir_all(to).unwrap();
    for name in entries.map(|entry| entry.unwrap().file_name()) {
        copy_all(&from.join(&name), &to.join(&name));
    }
}

/// Replaces a file by a copy of another file, or removes it if the other one does not exist.
fn replace(from: &Path, to: &Path) {
    if from.exists() {
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(from, to).unwrap();
    } else if to.exists() {
        fs::remove_file(to).unwrap();
    }
}

/// Returns whether `UPDATE=1` is set, so that differences are written.
fn update() -> bool {
    std::env::var("UPDATE").is_ok_and(|value| value == "1")
}

fn is_quick(step: &Step) -> bool {
    let command = step.command();
    step.kind() >= Kind::Picture || QUICK.iter().any(|start| command.starts_with(start))
}

#[test]
fn what_is_shown_is_what_its_command_makes() {
    Reproduction::new(root(), update(), is_quick).verdict("--test reports");
}

#[test]
#[ignore = "computes all results again: some eight hours on two cores"]
fn everything_is_what_its_command_makes() {
    let options = "--release --test reports -- --ignored";
    Reproduction::new(root(), update(), |_| true).verdict(options);
}

/// Checks that each difference is reported with its command, and written only on request.
#[test]
fn what_differs_is_named_and_written_on_request() {
    const DOCUMENT: &str = "\
```sh
setodds enumerate --features 2 --cards 3 -o reports/three.csv
setodds extremes --cards 82 -o reports/none.csv
```

```console
$ setodds odds 3 --sets 0
old
```
<!-- setodds table reports/three.csv -->
<!-- end -->
";
    let tree = tempfile::tempdir().unwrap();
    let [readme, results] = ["README.md", "reports"].map(|name| tree.path().join(name));
    fs::create_dir(&results).unwrap();
    fs::write(&readme, DOCUMENT).unwrap();
    let reproduced = |update| Reproduction::new(tree.path(), update, |_| true);

    let first = reproduced(false);
    assert_eq!(fs::read_to_string(&readme).unwrap(), DOCUMENT);
    assert_eq!(fs::read_dir(&results).unwrap().count(), 0);
    assert_eq!(first.different.len(), 4, "{:?}", first.different);
    for (said, place) in first.different.iter().zip(["line 2", "line 2", "line 7", "line 10"]) {
        assert!(said.contains(&format!("(README.md, {place})")), "{said}");
    }
    assert!(first.failed.len() == 1 && first.failed[0].contains("line 3) failed: error"));

    assert_eq!(reproduced(true).different, first.different);
    let text = fs::read_to_string(&readme).unwrap();
    assert!(text.contains("|    72 |") && !text.contains("old\n"), "{text}");
    assert!(results.join("three.run.json").exists());
    assert_eq!(reproduced(false).different, Vec::<String>::new());

    fs::write(results.join("three.csv"), "").unwrap();
    let other = reproduced(false).different;
    let command = "setodds enumerate --features 2 --cards 3 -o reports/three.csv";
    assert_eq!(other, [format!("reports/three.csv: `{command}` (README.md, line 2)")]);
}
