//! Starts child processes for tests, waits for them and sends them signals.

#[path = "guard.rs"]
mod guard;

pub(crate) use guard::ChildGuard;

use crate::command::{self, CommandOutput};
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::LazyLock;
use std::thread::{JoinHandle, sleep, spawn};
use std::time::Duration;

/// Option of `env` that restores the default action of the signals that tests send.
const DEFAULT_SIGNALS: &str = "--default-signal=HUP,INT,QUIT,TERM";

/// Returns whether `env` supports restoring default signals, as in GNU coreutils since version
/// 8.31.
pub(crate) fn restores_signals() -> bool {
    static RESTORES: LazyLock<bool> = LazyLock::new(|| {
        let output = Command::new("env").args([DEFAULT_SIGNALS, "true"]).output();
        output.is_ok_and(|output| output.status.success())
    });
    *RESTORES
}

/// Returns a command that runs the program with the default action of the signals that tests send.
/// A test process may have inherited ignored signals, for example from `nohup` or a background
/// script, and would pass them on. Where `env` cannot restore the default, the program runs
/// directly.
pub(crate) fn with_default_signals(program: &str) -> Command {
    if !restores_signals() {
        return command::program(program);
    }
    let mut command = command::program("env");
    command.args([DEFAULT_SIGNALS, program]);
    command
}

pub(crate) fn start(words: &str) -> ChildGuard {
    start_in(Path::new("."), words)
}

/// Starts the program in a directory, with the default action of signals.
pub(crate) fn start_in(directory: &Path, words: &str) -> ChildGuard {
    let mut command = with_default_signals(env!("CARGO_BIN_EXE_setodds"));
    command.current_dir(directory).args(words.split_whitespace()).stdin(Stdio::null());
    ChildGuard::spawn(command.stdout(Stdio::piped()).stderr(Stdio::piped()))
}

/// Waits until a condition holds. Panics after 60,000 looks, at least five minutes; they are
/// counted, since the whole machine may have been stopped for longer.
pub(crate) fn wait_until(what: &str, mut so: impl FnMut() -> bool) {
    let happens = (0..60_000).any(|_| {
        let is_so = so();
        if !is_so {
            sleep(Duration::from_millis(5));
        }
        is_so
    });
    assert!(happens, "{what}: it never happens");
}

/// Waits until the program exits and returns its output, which is read meanwhile, since a program
/// waits for the reader of a full pipe.
pub(crate) fn end(mut child: ChildGuard) -> CommandOutput {
    let (stdout, stderr) = (read(child.stdout.take()), read(child.stderr.take()));
    wait_until("it ends", || child.try_wait().unwrap().is_some());
    let (command, status) = (format!("process {}", child.id()), child.wait_with_output().status);
    let (stdout, stderr) = (stdout.join().unwrap(), stderr.join().unwrap());
    CommandOutput::of(command, Output { status, stdout, stderr })
}

/// Begins to read a pipe to its end.
fn read(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    spawn(move || {
        let mut bytes = Vec::new();
        pipe.map(|mut pipe| pipe.read_to_end(&mut bytes).unwrap());
        bytes
    })
}

/// Sends a signal once the program handles signals and works on its first blocks, which it
/// finishes.
pub(crate) fn signal(child: &Child, name: &str) {
    wait_until_busy(child);
    send(child, name);
}

/// Waits until the program handles signals and works on its first blocks.
pub(crate) fn wait_until_busy(child: &Child) {
    wait_until("it handles signals", || handles_signals(child.id()));
    wait_until("it works", || works(child.id()));
}

/// Sends a signal with the shell's built-in `kill`, as not every system has a program of that name.
pub(crate) fn send(child: &Child, name: &str) {
    let command = format!("kill -s {name} {}", child.id());
    let status = Command::new("sh").args(["-c", &command]).status();
    assert!(status.unwrap().success());
}

/// Returns whether the process handles signals, judged by SIGUSR1, bit 9 of the mask of caught
/// signals.
fn handles_signals(id: u32) -> bool {
    match fs::read_to_string(format!("/proc/{id}/status")) {
        Ok(status) => {
            let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
            u64::from_str_radix(mask.unwrap_or("0").trim(), 16).is_ok_and(|mask| mask >> 9 & 1 != 0)
        }
        // Systems other than Linux have no such file; a second is enough to install the handlers.
        Err(_) => {
            sleep(Duration::from_secs(1));
            true
        }
    }
}

/// Returns whether a thread has used a fifth of a second of processor time, other than the first
/// one, which starts the program, and the one for signals: it has at least begun a block.
fn works(id: u32) -> bool {
    let Ok(threads) = fs::read_dir(format!("/proc/{id}/task")) else { return true };
    let others = threads.flatten().filter(|it| it.file_name() != *id.to_string());
    let stats = others.filter_map(|it| fs::read_to_string(it.path().join("stat")).ok());
    stats.filter(|stat| !stat.contains("(signals)")).any(|stat| {
        // User and system time, in units of 10 ms.
        let fields = stat.rsplit(')').next().unwrap().split_whitespace();
        fields.skip(11).take(2).map(|field| field.parse::<u64>().unwrap()).sum::<u64>() >= 20
    })
}
