//! Runs `setodds-recount` as a process: its rows, its error messages, and resuming after a kill.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod environment;
mod guard;

use guard::ChildGuard;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

fn recount(directory: &Path, words: &str) -> Command {
    let mut command = environment::program(env!("CARGO_BIN_EXE_setodds-recount"));
    command.current_dir(directory).args(words.split_whitespace()).stdin(Stdio::null());
    command
}

fn output(directory: &Path, words: &str) -> Output {
    recount(directory, words).output().unwrap()
}

/// Returns the rows of the report for hands of up to `most` cards, with the header.
fn rows(most: usize) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let report = fs::read_to_string(root.join("reports/exact-sets/features-4.csv")).unwrap();
    let is_wanted = |row: &&str| match row.split(',').nth(1).unwrap().parse::<usize>() {
        Ok(cards) => cards <= most,
        Err(_) => true,
    };
    report.lines().filter(is_wanted).map(|row| format!("{row}\n")).collect()
}

#[test]
fn the_rows_of_up_to_18_cards_are_those_of_the_report() {
    let output = output(Path::new("."), "0-18");
    assert!(output.status.success(), "{output:?}");
    assert!(String::from_utf8(output.stdout).unwrap() == rows(18), "the rows differ");
}

/// Returns the number of finished blocks recorded in a file, or 0 if the file does not exist.
fn blocks(path: &Path) -> u64 {
    let Ok(text) = fs::read_to_string(path) else { return 0 };
    let finished = text.lines().find_map(|line| line.strip_prefix("finished")).unwrap();
    let blocks = finished.split_whitespace().map(|range| {
        let (first, last) = range.split_once('-').unwrap();
        last.parse::<u64>().unwrap() - first.parse::<u64>().unwrap() + 1
    });
    blocks.sum()
}

/// Kills a run twice, each time after it has saved more blocks or, on a fast machine, has ended.
#[test]
fn a_killed_run_resumes() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("x.part");
    for is_resumed in [false, true] {
        let before = blocks(&path);
        let mut run = recount(directory.path(), "24 x.part");
        let mut child = ChildGuard::spawn(run.stdout(Stdio::null()).stderr(Stdio::piped()));
        let mut ended = false;
        while blocks(&path) == before && !ended {
            sleep(Duration::from_millis(20));
            ended = child.try_wait().unwrap().is_some();
        }
        child.kill().unwrap();
        let said = String::from_utf8(child.wait_with_output().stderr).unwrap();
        assert!(ended || blocks(&path) > before);
        assert_eq!(said.contains("resuming from `x.part`, which has"), is_resumed, "{said}");
    }
}

#[test]
fn bad_arguments_and_files_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("mine"), "mine").unwrap();
    for (words, expected) in [
        ("", "give the cards in a hand"),
        ("3 x y", "give the cards in a hand"),
        ("x", "`x` is not a valid number of cards"),
        ("5-3", "runs backwards"),
        ("82", "82 cards are more than the 81 of the deck"),
        ("3 mine", "`mine` is not a partial result of setodds"),
        ("3 no/x.part", "`no/x.part`: "),
    ] {
        let output = output(directory.path(), words);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{words}: {said}");
        assert!(said.starts_with("error: ") && said.contains(expected), "{words}: {said}");
    }
    assert_eq!(fs::read_to_string(directory.path().join("mine")).unwrap(), "mine");
    let help = output(directory.path(), "--help");
    assert!(help.status.success() && help.stdout.starts_with(b"Count all hands"), "{help:?}");
}
