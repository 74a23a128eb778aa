//! Pipes, signals and full disks.
#![cfg(unix)]

use crate::child::{ChildGuard, restores_signals, with_default_signals};
use crate::{Directory, Said, distributions, read, run, skipped};
use setodds::report::games::values::ValueRow;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

pub(super) fn start(words: &str) -> ChildGuard {
    start_in(Path::new("."), words)
}

/// Starts the program with the default action of signals.
pub(super) fn start_in(directory: &Path, words: &str) -> ChildGuard {
    let mut command = with_default_signals(env!("CARGO_BIN_EXE_setodds"));
    command.current_dir(directory).args(words.split_whitespace());
    for variable in ["SETODDS_SEED", "SETODDS_THREADS", "SETODDS_ENGINE"] {
        command.env_remove(variable);
    }
    ChildGuard::spawn(command.stdout(Stdio::piped()).stderr(Stdio::piped()))
}

/// Whether a started program has the default action of signals, whatever the tests inherited; else
/// says that something is skipped.
pub(super) fn has_default_signals() -> bool {
    let has = restores_signals();
    if !has {
        skipped("env --default-signal");
    }
    has
}

/// Waits until it is so, but not for ever: five minutes, so that other load does not matter.
pub(super) fn wait_until(what: &str, mut so: impl FnMut() -> bool) {
    let limit = Instant::now() + Duration::from_secs(300);
    while !so() {
        assert!(Instant::now() < limit, "{what}: it never happens");
        sleep(Duration::from_millis(5));
    }
}

/// Waits for the end, but not for ever.
pub(super) fn end(mut child: ChildGuard) -> Said {
    wait_until("it ends", || child.try_wait().unwrap().is_some());
    let command = format!("process {}", child.id());
    Said::of(command, child.wait_with_output())
}

/// What a run says on which Ctrl-C is pressed once it is ready for it and has worked for a while.
fn interrupted(directory: &Directory, words: &str) -> Said {
    let child = start_in(directory.path(), words);
    signal(&child, "INT");
    end(child)
}

/// Sends a signal once the program is ready for it and has worked long enough for some blocks.
pub(super) fn signal(child: &Child, name: &str) {
    wait_until_busy(child);
    send(child, name);
}

/// Waits until the program is ready for signals and has worked long enough for some blocks.
pub(super) fn wait_until_busy(child: &Child) {
    wait_until("it heeds signals", || heeds_signals(child.id()));
    wait_until("it works", || processor_time(child.id()) >= Duration::from_millis(200));
}

/// Sends a signal, by the shell's own command: the program of that name is not everywhere.
pub(super) fn send(child: &Child, name: &str) {
    let command = format!("kill -s {name} {}", child.id());
    let status = Command::new("sh").args(["-c", &command]).status();
    assert!(status.unwrap().success());
}

/// Whether a run of the process heeds signals: it is then that SIGUSR1, which is bit 9 of the mask,
/// is caught, too.
fn heeds_signals(id: u32) -> bool {
    match fs::read_to_string(format!("/proc/{id}/status")) {
        Ok(status) => {
            let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
            u64::from_str_radix(mask.unwrap_or("0").trim(), 16).is_ok_and(|mask| mask >> 9 & 1 != 0)
        }
        // Elsewhere than on Linux, time has to do.
        Err(_) => {
            sleep(Duration::from_secs(1));
            true
        }
    }
}

/// The time that a process has computed, on all processors: two fields behind the name, in
/// hundredths of a second.
fn processor_time(id: u32) -> Duration {
    let Ok(text) = fs::read_to_string(format!("/proc/{id}/stat")) else { return Duration::MAX };
    let fields = text.rsplit(')').next().unwrap().split_whitespace();
    let ticks = fields.skip(11).take(2).map(|field| field.parse::<u64>().unwrap()).sum::<u64>();
    Duration::from_millis(10 * ticks)
}

/// Runs the program, with its stdout in a file.
#[cfg(target_os = "linux")]
fn into(stdout: fs::File, words: &str) -> Said {
    let mut command = Command::new(env!("CARGO_BIN_EXE_setodds"));
    Said::of(words.to_owned(), command.args(words.split(' ')).stdout(stdout).output().unwrap())
}

/// `/dev/full` takes every byte and says that the disk is full.
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
    let said =
        interrupted(&Directory::new(), "simulate --cards 12 --deals 18446744073709551615 --seed 1");
    assert_eq!(said.code, Some(130), "{}", said.stderr);
    said.says("INTERRUPTED after").says("of 18,446,744,073,709,551,615 deals");
    let rows = distributions(&said.stdout);
    let total: u128 = rows.iter().map(|row| row.count).sum();
    assert_eq!((total, total % 16384), (rows[0].total, 0), "whole blocks");
}

/// A run of which a block takes hours, so that the first signal alone does not end it.
const ENDLESS: &str = "simulate --features 6 --cards 729 --strategy naive --engine scalar \
                       --deals 1M --seed 1";

/// Schedulers send signals twice within moments, and people press Ctrl-C twice, so only one that
/// comes more than a second later is a second one.
#[test]
fn a_second_signal_ends_at_once() {
    for (name, code) in [("INT", Some(130)), ("TERM", None)] {
        let mut child = start(ENDLESS);
        wait_until_busy(&child);
        let twice =
            format!("kill -s {name} {id}; sleep 0.05; kill -s {name} {id}", id = child.id());
        assert!(Command::new("sh").args(["-c", &twice]).status().unwrap().success());
        sleep(Duration::from_millis(200));
        assert!(child.try_wait().unwrap().is_none(), "twice at once is once");
        wait_until("a later signal ends it", || {
            send(&child, name);
            sleep(Duration::from_millis(100));
            child.try_wait().unwrap().is_some()
        });
        let said = end(child);
        assert_eq!((said.code, said.stdout.as_str()), (code, ""), "{}", said.stderr);
    }
}

/// Whatever the two signals are, and however soon the second comes, the partial result is there,
/// and nothing else.
#[test]
fn two_signals_at_once_leave_the_partial_result() {
    for second in ["INT", "TERM"] {
        for pause in [1, 3, 10, 30] {
            let directory = Directory::new();
            let words = "simulate --cards 12 --deals 1e19 --seed 1 -q -o x.csv";
            let child = start_in(directory.path(), words);
            signal(&child, "INT");
            sleep(Duration::from_millis(pause));
            send(&child, second);
            end(child).failed(130, "INTERRUPTED after");
            assert_eq!(directory.names(), ["x.partial.csv", "x.partial.run.json"]);
        }
    }
}

/// What is ended in the middle of writing leaves no temporary files.
#[cfg(target_os = "linux")]
#[test]
fn what_is_ended_at_once_leaves_nothing() {
    if !has_default_signals() {
        return;
    }
    for name in ["INT", "TERM", "HUP"] {
        let directory = Directory::new();
        let words = "deal --cards 81 --hands 3k --seed 1 --sets -o x.csv";
        let child = start_in(directory.path(), words);
        wait_until("it writes", || {
            directory.names().iter().any(|name| name.starts_with(".setodds-"))
        });
        send(&child, name);
        let said = end(child);
        assert_eq!((said.code, directory.names().len()), (None, 0), "{:?}", directory.names());
    }
}

/// SIGHUP, which a closed terminal sends, ends a run as SIGTERM does.
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
    let mut command = Command::new("nohup");
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
    let said = interrupted(&Directory::new(), "puzzle --cards 24 --sets 50 --deals 1e19 --seed 1");
    said.failed(130, "deals without a hit");
}

#[test]
fn interrupted_puzzles_say_how_many_are_done() {
    let directory = Directory::new();
    let said = interrupted(&directory, "puzzle --cards 12 --sets 7 --count 100000 --seed 1 -q");
    said.failed(130, " of 100,000 puzzles");
}

#[test]
fn a_named_pipe_gets_the_result() {
    let directory = Directory::new();
    let pipe = directory.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let name = pipe.display();
    let child = start(&format!("simulate --cards 3 --deals 1k --seed 1 -q --format csv -o {name}"));
    let text = directory.read("pipe");
    end(child).ok();
    assert!(text.starts_with("features,cards,") && text.lines().count() > 1, "{text}");
}

/// Where stdout goes to a file, `/dev/stdout` is that file, of which what stands there stays.
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

#[test]
fn an_interrupted_enumeration_writes_nothing() {
    let directory = Directory::new();
    interrupted(&directory, "enumerate --cards 12 --method hands --force -o x.csv")
        .failed(130, "an exact result needs all");
    assert!(directory.names().is_empty());
}

/// A summary that cannot be shown does not make a good result a bad one.
#[cfg(target_os = "linux")]
#[test]
fn a_result_counts_even_if_its_summary_is_lost() {
    let output = Command::new(env!("CARGO_BIN_EXE_setodds"))
        .args("simulate --cards 3 --deals 1k --seed 1".split(' '))
        .stderr(full_disk())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stdout.starts_with(b"features,cards,"));
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

/// What was played is a valid sample: one table of it, which balances.
#[test]
fn ctrl_c_ends_games_with_what_was_played() {
    let said = interrupted(
        &Directory::new(),
        "play --games 18446744073709551615 --seed 1 --table leftover",
    );
    assert_eq!(said.code, Some(130), "{}", said.stderr);
    said.says("INTERRUPTED after");
    let rows: Vec<ValueRow> = read(&said.stdout);
    let games: u128 = rows.iter().map(|row| row.count).sum();
    assert!(games > 0 && rows.iter().all(|row| row.total == games), "{}", said.stdout);
}

/// A process waits for signals once, however many puzzles it searches.
#[cfg(target_os = "linux")]
#[test]
fn one_thread_waits_for_signals() {
    let directory = Directory::new();
    let mut child = start_in(directory.path(), "puzzle --count 100 --seed 1 -q -o x.csv");
    let tasks = format!("/proc/{}/task", child.id());
    let mut most = 0;
    wait_until("it ends", || {
        let threads = fs::read_dir(&tasks).into_iter().flatten().flatten();
        let names = threads.filter_map(|it| fs::read_to_string(it.path().join("comm")).ok());
        most = most.max(names.filter(|name| name.trim() == "signals").count());
        child.try_wait().unwrap().is_some()
    });
    end(child).ok();
    assert_eq!(most, 1);
}

/// Quiet runs have no summary when they are interrupted either; where the part of the result is
/// they say, since it is not where it was asked for.
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
