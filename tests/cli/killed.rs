//! Runs that are killed at any moment and taken up again: the result is that of a run that nobody
//! killed.
#![cfg(unix)]

use super::process::{end, start};
use super::{names, ok};
use std::fs;
use std::path::Path;
use std::process::Child;
use std::thread::sleep;
use std::time::Duration;

/// Numbers without any order, the same in each run of the test.
struct Moments(u64);

impl Moments {
    /// Between 60 and 110 milliseconds: threads merge what they have every 50.
    fn next(&mut self) -> Duration {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Duration::from_micros(60_000 + (self.0 >> 33) % 50_000)
    }
}

/// Lets a run go on for a while, and kills it. Every other time it has saved something before,
/// however busy the machine is. Whether it was killed: what has ended cannot be.
fn kill(mut child: Child, file: &Path, time: usize, moments: &mut Moments) -> bool {
    let saved = || file.metadata().and_then(|file| file.modified()).ok();
    let before = saved();
    while time % 2 == 1 && saved() == before && child.try_wait().unwrap().is_none() {
        sleep(Duration::from_millis(5));
    }
    sleep(moments.next());
    let is_killed = child.try_wait().unwrap().is_none();
    child.kill().unwrap();
    child.wait().unwrap();
    is_killed
}

/// Runs a command that saves its progress, kills it up to so many times, and lets it end: how often
/// it was killed, and what it said at its end.
fn killed(words: &str, directory: &Path, times: usize) -> (usize, String) {
    let (file, result) = (directory.join("x.part"), directory.join("x.csv"));
    let kept = format!("--checkpoint {} --checkpoint-every 0.01", file.display());
    let words = format!("{words} {kept} -o {}", result.display());
    let (mut moments, mut often) = (Moments(times as u64), 0);
    // It may be killed on its way out.
    while often < times && !result.exists() && kill(start(&words), &file, often, &mut moments) {
        often += 1;
    }
    let (code, _, stderr) = end(start(&words));
    assert_eq!(code, Some(0), "{stderr}");
    (often, stderr)
}

/// Kills a run and compares it with one that was not, by whatever other options.
fn check(words: &str, otherwise: &str, times: usize) -> (usize, String) {
    let directory = tempfile::tempdir().unwrap();
    let (often, stderr) = killed(words, directory.path(), times);
    let whole = ok(&format!("{otherwise} --format csv --quiet"));
    assert_eq!(fs::read_to_string(directory.path().join("x.csv")).unwrap(), whole);
    let left = names(directory.path());
    let temporary = left.iter().filter(|name| name.starts_with(".setodds-")).count();
    assert!(temporary <= often, "{left:?}");
    assert!(!left.contains(&"x.part.lock".to_owned()), "{left:?}");
    assert!(often > 0, "it was never killed");
    (often, stderr)
}

#[test]
fn fifty_kills_change_nothing() {
    let run = "simulate --cards 12 --deals 20M --seed 1";
    let slowly = format!("{run} --strategy packed-mask --engine scalar --threads 1");
    let (often, stderr) = check(&slowly, run, 50);
    assert!(
        often >= 25,
        "a machine so fast that it was killed {often} times only needs more deals"
    );
    assert!(stderr.contains("resuming from"), "{stderr}");
}

#[test]
fn killed_enumerations_change_nothing() {
    let run = "enumerate --cards 5";
    let (_, stderr) = check(&format!("{run} --strategy naive --threads 1"), run, 8);
    assert!(stderr.contains("resuming from"), "{stderr}");
    let run = "enumerate --cards 0-12 --measure largest-cap,in-sets";
    check(&format!("{run} --quiet"), run, 3);
}

#[test]
fn killed_searches_change_nothing() {
    let run = "caps --features 5 --cards 0-11 --representatives";
    check(&format!("{run} --quiet"), run, 6);
    let run = "classes --cards 0-12";
    check(&format!("{run} --quiet"), run, 6);
}

#[test]
fn killed_games_change_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let (file, games) = (directory.path().join("x.part"), directory.path().join("games"));
    let run = "play --games 400k --policy random,similar --seed 1";
    let kept = format!("--checkpoint {} --checkpoint-every 0.01", file.display());
    let words = format!("{run} {kept} --threads 1 --quiet -o {}", games.display());
    let mut moments = Moments(1);
    for time in 0..8 {
        kill(start(&words), &file, time, &mut moments);
    }
    assert!(file.exists(), "it was kept");
    assert_eq!(end(start(&words)).0, Some(0));
    for table in ["stages", "leftover", "differences"] {
        let whole = ok(&format!("{run} --table {table} --quiet"));
        assert_eq!(fs::read_to_string(games.join(format!("{table}.csv"))).unwrap(), whole);
    }
}

/// The long form of the above, by hand: `cargo test --test cli -- --ignored fifty`.
#[test]
#[ignore = "takes ten minutes"]
fn fifty_kills_fifty_times_change_nothing() {
    for time in 1..=50 {
        let run = format!("simulate --cards 12 --deals 10M --seed {time}");
        let slowly = format!("{run} --strategy packed-mask --engine scalar --threads 1");
        let (often, stderr) = check(&slowly, &run, 50);
        assert!(often >= 25, "killed {often} times in run {time}");
        assert!(stderr.contains("resuming from"), "{stderr}");
    }
}
