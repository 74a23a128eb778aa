//! Runs that are killed at random moments and resumed have the result of an uninterrupted run.

use crate::child::{ChildGuard, start_in, wait_until};
use crate::command::{Directory, names, ok};
use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

/// A generator of pseudo-random moments, the same in each run of the test.
struct Moments(u64);

impl Moments {
    /// Returns 55 to 90 milliseconds, since threads merge their blocks every 50.
    fn next(&mut self) -> Duration {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Duration::from_micros(55_000 + (self.0 >> 33) % 35_000)
    }
}

/// Kills a run after a while, every other time only after it has saved something. Returns whether
/// it was killed, and had not ended before.
fn kill(mut child: ChildGuard, file: &Path, time: usize, moments: &mut Moments) -> bool {
    let saved = || file.metadata().and_then(|file| file.modified()).ok();
    let before = saved();
    if time % 2 == 1 {
        let mut has_ended = || child.try_wait().unwrap().is_some();
        wait_until("it saves or ends", || saved() != before || has_ended());
    }
    sleep(moments.next());
    let end = child.try_wait().unwrap();
    assert!(end.is_none_or(|status| status.success()), "{end:?}");
    child.kill().unwrap();
    child.wait().unwrap();
    end.is_none()
}

/// A test that kills and resumes a run.
struct Killed {
    run: &'static str,
    /// Options that slow down the run while it is killed.
    slowly: &'static str,
    /// The number of kills.
    times: usize,
    /// Whether the last run always resumes from a checkpoint, and reports it.
    resumes: bool,
}

impl Killed {
    /// Kills and resumes the run, and compares `result`, a file or a directory, with that of an
    /// uninterrupted run. If the run ends before it could be killed, it begins again elsewhere.
    fn check(&self, result: &str, whole: impl Fn(&str) -> String) {
        let Self { run, slowly, times, resumes } = *self;
        let mut directory = Directory::new();
        let kept = format!("{run} --checkpoint x.part -o {result}");
        let slow = format!("{kept} {slowly} --quiet");
        let (mut moments, mut often) = (Moments(times as u64), 0);
        while often < times {
            let child = start_in(directory.path(), &slow);
            if kill(child, &directory.join("x.part"), often, &mut moments) {
                often += 1;
            } else {
                directory = Directory::new();
            }
        }
        let said = directory.ok(&kept);
        said.says(if resumes { "resuming from" } else { "" });
        let place = directory.join(result);
        if place.is_dir() {
            for name in names(&place).iter().filter(|name| name.ends_with(".csv")) {
                assert_eq!(fs::read_to_string(place.join(name)).unwrap(), whole(name), "{name}");
            }
        } else {
            assert_eq!(fs::read_to_string(place).unwrap(), whole(result));
        }
        // A kill during a save leaves a temporary file, but nothing else.
        let left = directory.names();
        let temporary = left.iter().filter(|name| name.starts_with(".setodds-")).count();
        assert!(temporary <= often, "{left:?}");
        assert!(!left.contains(&"x.part.lock".to_owned()), "{left:?}");
    }

    /// Tests a run whose result is one CSV.
    fn check_csv(&self) {
        let whole = ok(&format!("{} --format csv --quiet", self.run));
        self.check("x.csv", |_| whole.clone());
    }
}

/// About twice as many deals as the slow strategy counts during fifty kills; the fast one resumes.
#[test]
fn fifty_kills_change_nothing() {
    let run = "simulate --cards 12 --deals 4M --seed 1";
    let slowly = "--strategy valid-columns --engine scalar --threads 1";
    Killed { run, slowly, times: 50, resumes: true }.check_csv();
}

#[test]
fn killed_enumerations_change_nothing() {
    let run = "enumerate --cards 9 --features 3 --strategy naive";
    let whole = |_: &str| ok("enumerate --cards 9 --features 3 --format csv --quiet");
    Killed { run, slowly: "--threads 1", times: 8, resumes: true }.check("x.csv", whole);
    let run = "enumerate --cards 0-12 --measure largest-cap,in-sets";
    Killed { run, slowly: "", times: 3, resumes: false }.check_csv();
}

#[test]
fn killed_searches_change_nothing() {
    let run = "caps --features 5 --cards 0-11 --representatives";
    Killed { run, slowly: "", times: 6, resumes: false }.check_csv();
    let run = "classes --cards 0-12";
    Killed { run, slowly: "", times: 6, resumes: false }.check_csv();
}

#[test]
fn killed_games_change_nothing() {
    let run = "play --games 300k --policy random,similar --seed 1";
    let directory = Directory::new();
    ok(&format!("{run} --quiet -o {}", directory.path().display()));
    let whole = |name: &str| directory.read(name);
    Killed { run, slowly: "--threads 1", times: 8, resumes: false }.check("games", whole);
}
