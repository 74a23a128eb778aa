//! Runs that are killed at any moment and taken up again: the result is that of a run that nobody killed.
#![cfg(unix)]

use super::process::{end, start};
use super::{names, ok};
use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

/// Numbers without any order, the same in each run of the test.
struct Moments(u64);

impl Moments {
    /// Between 20 and 80 milliseconds.
    fn next(&mut self) -> Duration {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Duration::from_micros(20_000 + (self.0 >> 33) % 60_000)
    }
}

/// Runs a command that keeps what it has, kills it up to so many times, and lets it end; how often it was killed.
fn killed(words: &str, directory: &Path, times: usize) -> usize {
    let (file, result) = (directory.join("x.part"), directory.join("x.csv"));
    let kept = format!("--checkpoint {} --checkpoint-every 0.01", file.display());
    let words = format!("{words} {kept} -o {} --quiet", result.display());
    let mut moments = Moments(times as u64);
    for time in 0..times {
        let mut child = start(&words);
        sleep(moments.next());
        // What has ended cannot be killed.
        if child.try_wait().unwrap().is_some() {
            return time;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(!result.exists(), "a killed run writes no result");
    }
    let (code, _, stderr) = end(start(&words));
    assert_eq!(code, Some(0), "{stderr}");
    times
}

/// Kills a run and compares it with one that was not, by whatever other options.
fn check(words: &str, otherwise: &str, times: usize) -> usize {
    let directory = tempfile::tempdir().unwrap();
    let often = killed(words, directory.path(), times);
    let whole = ok(&format!("{otherwise} --format csv --quiet"));
    assert_eq!(fs::read_to_string(directory.path().join("x.csv")).unwrap(), whole);
    let left = names(directory.path());
    let temporary = left.iter().filter(|name| name.starts_with(".setodds-")).count();
    assert!(temporary <= often, "{left:?}");
    assert!(!left.contains(&"x.part.lock".to_owned()), "{left:?}");
    often
}

#[test]
fn fifty_kills_change_nothing() {
    let run = "simulate --cards 3-12 --deals 6M --seed 1";
    let often = check(&format!("{run} --strategy naive --engine scalar"), run, 50);
    assert_eq!(often, 50, "it was killed while it worked");
}

#[test]
fn killed_enumerations_change_nothing() {
    let run = "enumerate --cards 5";
    assert!(check(&format!("{run} --strategy naive"), run, 8) > 0);
    let run = "enumerate --cards 0-12 --measure largest-cap,in-sets";
    assert!(check(run, run, 3) > 0);
}

#[test]
fn killed_searches_change_nothing() {
    let run = "caps --features 5 --cards 0-9 --representatives";
    assert!(check(run, run, 6) > 0);
    let run = "classes --cards 0-10";
    assert!(check(run, run, 6) > 0);
}

#[test]
fn killed_games_change_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let (file, games) = (directory.path().join("x.part"), directory.path().join("games"));
    let run = "play --games 60k --policy random,clear --seed 1";
    let kept = format!("--checkpoint {} --checkpoint-every 0.01", file.display());
    let words = format!("{run} {kept} --quiet -o {}", games.display());
    let mut moments = Moments(1);
    for _ in 0..6 {
        let mut child = start(&words);
        sleep(moments.next());
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(file.exists());
    assert_eq!(end(start(&words)).0, Some(0));
    for table in ["stages", "leftover", "differences"] {
        let whole = ok(&format!("{run} --table {table} --quiet"));
        assert_eq!(fs::read_to_string(games.join(format!("{table}.csv"))).unwrap(), whole);
    }
}
