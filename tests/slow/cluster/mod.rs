//! Runs the scripts of `setodds jobscript` by the real schedulers on this machine.
//!
//! The tests need Slurm with munge, GNU parallel, and a Kubernetes schema. Tests whose programs are
//! missing are skipped with a message.

mod daemons;
mod kubernetes;
mod parallel;
mod slurm;

use crate::child::{ChildGuard, wait_until, with_default_signals};
use crate::command::skipped;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Returns a command found by name, with default signal handling. Scripts find a replacement of
/// the program beside this file.
fn command(name: &str) -> Command {
    let replacement = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/slow/cluster");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = [replacement].into_iter().chain(std::env::split_paths(&path));
    let mut command = with_default_signals(name);
    command.env("PATH", std::env::join_paths(path).unwrap());
    command.env("PROGRAM", env!("CARGO_BIN_EXE_setodds"));
    command
}

fn setodds() -> Command {
    command(env!("CARGO_BIN_EXE_setodds"))
}

/// Returns the path of a program, also outside of `PATH` where daemons often are.
fn installed(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let more = ["/usr/sbin", "/usr/local/sbin"].map(PathBuf::from);
    let mut places = std::env::split_paths(&path).chain(more);
    places.find_map(|place| Some(place.join(name)).filter(|file| file.is_file()))
}

/// Returns whether all programs are installed; names the missing ones.
fn all_installed(programs: &[&str]) -> bool {
    let is_missing = |name: &&&str| installed(name).is_none();
    let missing: Vec<&str> = programs.iter().filter(is_missing).copied().collect();
    missing.iter().for_each(|name| skipped(name));
    missing.is_empty()
}

/// Runs a command that must succeed, and returns its stdout.
fn good(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let (stdout, stderr) = texts(&output);
    assert!(output.status.success(), "{command:?}: {}\n{stdout}{stderr}", output.status);
    stdout
}

fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

/// Returns a command whose shards each take seconds at most, unless they are held.
fn work(shards: u64) -> Vec<String> {
    let work = format!("simulate --cards 9,81 --seed 7 --deals {}", shards * 4_000_000);
    work.split(' ').map(str::to_owned).collect()
}

/// The options for the threads of a shard.
const THREADS: [&str; 2] = ["--threads", "1"];

/// Returns the part of a shard.
fn part(directory: &Path, shard: u64, of: u64) -> PathBuf {
    directory.join(format!("out/my sets-parts/{shard}-of-{of}.part"))
}

/// The output of the merge, a name that needs quotes.
const RESULT: &str = "out/my sets.csv";

/// Writes the script that shards the command.
fn script(directory: &Path, options: &str, work: &[String]) -> PathBuf {
    let file = directory.join("script.sh");
    let mut command = setodds();
    command.arg("jobscript").args(options.split(' ')).arg("-o").arg(&file).arg("--");
    good(command.args(work).args(THREADS).args(["-o", RESULT]));
    check_shell(&file);
    file
}

/// Checks a script by `shellcheck`, if installed. SC2054 is off: it takes `9,12` for two array
/// elements with a wrong separator, but here it is one word.
fn check_shell(script: &Path) {
    if installed("shellcheck").is_some() {
        good(Command::new("shellcheck").arg("--exclude=SC2054").arg(script));
    }
}

/// Asserts that the result has the bytes of an unsharded run.
fn check_result(directory: &Path, work: &[String]) {
    let alone = directory.join("alone.csv");
    good(setodds().args(work).arg("-q").arg("-o").arg(&alone));
    let [shared, alone] = [directory.join(RESULT), alone].map(|file| fs::read(file).unwrap());
    assert!(alone.starts_with(b"features,cards,") && alone.len() > 500);
    assert_eq!(shared, alone);
}

/// Returns the running shards in the directory: process ids and parts.
fn running(directory: &Path) -> Vec<(u32, String)> {
    let processes = fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let entry = entry.ok()?;
        let id: u32 = entry.file_name().to_str()?.parse().ok()?;
        let line = fs::read(entry.path().join("cmdline")).ok()?;
        let words: Vec<&str> = line.split(|&byte| byte == 0).map_while(text).collect();
        let ours = words.first() == Some(&env!("CARGO_BIN_EXE_setodds"))
            && words.contains(&"--shard")
            && fs::read_link(entry.path().join("cwd")).ok()? == directory.canonicalize().ok()?;
        let part = words.iter().find(|word| word.ends_with(".part")).filter(|_| ours)?;
        Some((id, Path::new(part).file_name()?.to_str()?.to_owned()))
    });
    processes.collect()
}

fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}

/// Returns the name of the file that holds a shard.
fn holder(shard: u64, of: u64) -> String {
    format!("hold-{shard}-of-{of}.part")
}

/// Makes shards so slow that they do not end before they are caught.
fn hold(directory: &Path, shards: &[u64], of: u64) {
    shards.iter().for_each(|&shard| fs::write(directory.join(holder(shard, of)), "").unwrap());
}

/// Waits until a shard that is held is running and has been saved; returns its process id. From the
/// next run on, it is not held.
fn in_the_middle(directory: &Path, shard: u64, of: u64) -> u32 {
    let (name, file) = (format!("{shard}-of-{of}.part"), part(directory, shard, of));
    let mut found = None;
    wait_until(&format!("{name} is computed and was saved"), || {
        found = running(directory).into_iter().find(|(_, it)| *it == name);
        found.is_some() && file.exists()
    });
    fs::remove_file(directory.join(holder(shard, of))).unwrap();
    found.unwrap().0
}

fn signal(name: &str, process: &str) {
    good(Command::new("kill").args(["-s", name, "--", process]));
}
