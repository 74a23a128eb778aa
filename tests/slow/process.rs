//! Signals: the messages and files of interrupted runs.

use crate::child::{
    ChildGuard, end, restores_signals, send, signal, start, start_in, wait_until, wait_until_busy,
    with_default_signals,
};
use crate::command::{self, CommandOutput, Directory, read, skipped};
use setodds::report::games::values::LeftoverRow;
use std::fs;
use std::io::{Read, copy, sink};
use std::process::{ChildStdout, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// Returns whether started programs have default signal handling, whatever the tests inherited;
/// otherwise prints that the test is skipped.
pub(crate) fn has_default_signals() -> bool {
    let has = restores_signals();
    if !has {
        skipped("env --default-signal");
    }
    has
}

/// Starts a run, sends SIGINT once it is busy, and returns its output.
fn interrupted(directory: &Directory, words: &str) -> CommandOutput {
    let child = start_in(directory.path(), words);
    signal(&child, "INT");
    end(child)
}

/// A run with blocks of hours, so that the first signal alone does not end it.
const ENDLESS: &str = "simulate --features 6 --cards 729 --strategy naive --engine scalar \
                       --deals 1M --seed 1";

/// Which signal counts as a second one is tested in `src/cli/signals.rs`.
#[test]
fn a_second_signal_ends_at_once() {
    for (name, code) in [("INT", Some(130)), ("TERM", None)] {
        let mut child = start(ENDLESS);
        wait_until_busy(&child);
        wait_until("a later signal ends it", || {
            send(&child, name);
            sleep(Duration::from_millis(100));
            child.try_wait().unwrap().is_some()
        });
        let said = end(child);
        assert_eq!((said.code, said.stdout.as_str()), (code, ""), "{}", said.stderr);
    }
}

/// Two simultaneous signals leave the partial result and nothing else.
#[test]
fn two_signals_at_once_leave_the_partial_result() {
    for second in ["INT", "TERM"] {
        for pause in [1, 3, 10, 30] {
            let mut tries = (0..9).map(|_| {
                let directory = Directory::new();
                let words = "simulate --cards 12 --deals 1e19 --seed 1 -q -o x.csv";
                let child = start_in(directory.path(), words);
                signal(&child, "INT");
                sleep(Duration::from_millis(pause));
                send(&child, second);
                (end(child), directory)
            });
            // A program that had to wait for a second in between takes them for two requests.
            let at_once = tries.find(|(said, _)| !said.stderr.contains("before the end"));
            let (said, directory) = at_once.unwrap();
            said.failed(130, "INTERRUPTED after");
            assert_eq!(directory.names(), ["x.partial.csv", "x.partial.run.json"]);
        }
    }
}

/// A run that is ended while it writes leaves no temporary files.
#[cfg(target_os = "linux")]
#[test]
fn what_is_ended_at_once_leaves_nothing() {
    if !has_default_signals() {
        return;
    }
    for name in ["INT", "TERM", "HUP"] {
        let directory = Directory::new();
        let (child, rest) = writing(&directory, "deal --cards 81 --hands 100 --seed 1 --sets");
        send(&child, name);
        let said = end(child);
        drop(rest);
        assert_eq!((said.code, directory.names().len()), (None, 0), "{:?}", directory.names());
    }
}

/// Starts a run that writes a file and then a pipe, and waits until it has begun with the pipe.
/// There it waits in turn, until the pipe is read; the file has a temporary name so far.
fn writing(directory: &Directory, words: &str) -> (ChildGuard, ChildStdout) {
    let program = env!("CARGO_BIN_EXE_setodds");
    let shell = format!("exec '{program}' {words} -o x.csv -o /dev/fd/3 --format csv 3>&1 >&2");
    let mut command = with_default_signals("sh");
    command.args(["-c", &shell]).current_dir(directory.path());
    let mut child = ChildGuard::spawn(command.stdout(Stdio::piped()).stderr(Stdio::piped()));
    let mut pipe = child.stdout.take().unwrap();
    pipe.read_exact(&mut [0]).unwrap();
    let names = directory.names();
    assert!(!names.is_empty() && names[0].starts_with(".setodds-"), "{names:?}");
    (child, pipe)
}

/// SIGHUP, which a closed terminal sends, ends a run like SIGTERM.
#[cfg(target_os = "linux")]
#[test]
fn a_closed_terminal_ends_a_run_with_its_partial_result() {
    if !has_default_signals() {
        return;
    }
    let directory = Directory::new();
    let words = "simulate --cards 12 --deals 1e19 --seed 1 -q -o x.csv";
    let child = start_in(directory.path(), words);
    signal(&child, "HUP");
    end(child).failed(130, "INTERRUPTED after");
    assert_eq!(directory.names(), ["x.partial.csv", "x.partial.run.json"]);
}

#[test]
fn nohup_is_respected() {
    let directory = Directory::new();
    let mut command = command::program("nohup");
    command.arg(env!("CARGO_BIN_EXE_setodds")).current_dir(directory.path());
    command.args("simulate --cards 12 --deals 1e19 --seed 1 -q -o x.csv".split(' '));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = ChildGuard::spawn(&mut command);
    signal(&child, "HUP");
    sleep(Duration::from_millis(300));
    assert!(child.try_wait().unwrap().is_none(), "it outlives its terminal");
    send(&child, "INT");
    end(child).failed(130, "INTERRUPTED after");
    assert_eq!(directory.names(), ["x.partial.csv", "x.partial.run.json"]);
}

#[test]
fn ctrl_c_ends_what_waits_for_a_precision() {
    let directory = Directory::new();
    interrupted(&directory, "simulate --until 0.0001% --deals 1e19 --seed 1 -o x.csv")
        .failed(130, "INTERRUPTED after")
        .says("of 10,000,000,000,000,000,000 deals")
        .says("until 0.0001 %, seed 1");
    let record = directory.read("x.partial.run.json");
    assert!(record.contains("\"complete\": false"), "{record}");
    assert!(record.contains("\"reached\": false"), "{record}");
}

#[test]
fn what_is_complete_is_not_replaced_by_a_part() {
    let directory = Directory::new();
    directory.write("x.csv", "complete");
    interrupted(&directory, "simulate --cards 12 --deals 1e19 --seed 1 -q -o x.csv")
        .failed(130, "INTERRUPTED after")
        .says("x.partial.csv");
    assert_eq!(directory.read("x.csv"), "complete");
    let record = directory.read("x.partial.run.json");
    assert!(record.contains("\"complete\": false"), "{record}");
    let part = directory.read("x.partial.csv");
    assert!(part.lines().count() > 10, "{part}");
}

#[test]
fn an_interrupted_puzzle_has_no_answer() {
    let words = "puzzle --features 6 --cards 60 --sets 0 --deals 1e19 --seed 1";
    interrupted(&Directory::new(), words).failed(130, "deals without a hit");
}

#[test]
fn interrupted_puzzles_say_how_many_are_done() {
    let directory = Directory::new();
    // Each takes 23 million deals.
    let said = interrupted(&directory, "puzzle --cards 12 --sets 14 --count 100000 --seed 1 -q");
    said.failed(130, " of 100,000 puzzles");
}

#[test]
fn an_interrupted_enumeration_writes_nothing() {
    let directory = Directory::new();
    interrupted(&directory, "enumerate --cards 12 --method hands --force -o x.csv")
        .failed(130, "an exact result needs all");
    assert!(directory.names().is_empty());
}

#[test]
fn an_interrupted_run_says_so_last() {
    for words in ["simulate --cards 3-21 --deals 1e19 -o x.csv", "play --games 1e19 -q -o x"] {
        let said = interrupted(&Directory::new(), &format!("{words} --seed 1"));
        let said = said.failed(130, "wrote ");
        let last = said.says(".partial.csv").stderr.lines().last().unwrap();
        assert!(last.starts_with("INTERRUPTED after "), "{last}");
    }
}

/// The games played before Ctrl-C are a valid sample, here shown as one table.
#[test]
fn ctrl_c_ends_games_with_what_was_played() {
    let said = interrupted(
        &Directory::new(),
        "play --games 18446744073709551615 --seed 1 --table leftover",
    );
    assert_eq!(said.code, Some(130), "{}", said.stderr);
    said.says("INTERRUPTED after");
    let rows: Vec<LeftoverRow> = read(&said.stdout);
    let games: u128 = rows.iter().map(|row| row.count).sum();
    assert!(games > 0 && rows.iter().all(|row| row.total == games), "{}", said.stdout);
}

/// A process has one thread for signals, however many puzzles it searches. The threads are counted
/// when these are found and the program waits for the reader of its megabytes.
#[cfg(target_os = "linux")]
#[test]
fn one_thread_waits_for_signals() {
    let words = "puzzle --cards 40 --sets 125 --count 100 --seed 1 -q --format csv";
    let mut child = start(words);
    child.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
    let threads = fs::read_dir(format!("/proc/{}/task", child.id())).unwrap().flatten();
    let names = threads.filter_map(|it| fs::read_to_string(it.path().join("comm")).ok());
    let count = names.filter(|name| name.trim() == "signals").count();
    end(child).ok();
    assert_eq!(count, 1);
}

/// Interrupted quiet runs have no summary, but name the partial file, since its name was not
/// requested.
#[test]
fn an_interrupted_quiet_run_has_no_summary() {
    for words in [
        "simulate --cards 3-21 --deals 1e19 -q -o x.csv",
        "play --games 1e19 -q -o x",
        "play --games 1e19 -q --table leftover -o x.csv",
    ] {
        let said = interrupted(&Directory::new(), &format!("{words} --seed 1"));
        let said = said.failed(130, "wrote ");
        assert_eq!(said.stderr.lines().count(), 2, "{words}: {}", said.stderr);
    }
    let said = interrupted(&Directory::new(), "play --games 1e19 -q --table leftover --seed 1");
    assert_eq!((said.code, said.stderr.lines().count()), (Some(130), 1), "{}", said.stderr);
}

#[test]
fn a_signal_ends_the_writing_of_a_large_result() {
    let words = "simulate --features 6 --cards 0-729 --deals 1k --threads 1 --seed 1";
    for signal in ["INT", "TERM"] {
        let directory = Directory::new();
        let (child, mut rest) = writing(&directory, words);
        send(&child, signal);
        copy(&mut rest, &mut sink()).unwrap();
        let said = end(child).ended(130, "INTERRUPTED while the result was written");
        said.says("the result has up to 1,298,711 rows");
        assert_eq!(directory.names(), [""; 0], "no temporary file is left");
    }
}

#[test]
fn a_closed_pipe_is_no_error_of_completions_and_man_pages() {
    for words in ["completions bash", "man"] {
        let mut child = start(words);
        drop(child.stdout.take());
        assert_eq!(end(child).ok().stderr, "", "{words}");
    }
    let output = command::shell("\"$0\" completions bash | head -n 1").output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 1);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
