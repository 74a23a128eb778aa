//! Starts child processes for tests, waits for them and sends them signals.

#[path = "guard.rs"]
mod guard;

pub(crate) use guard::ChildGuard;

use crate::command::{self, CommandOutput};
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Option of `env` that restores the default action of the signals that tests send.
const DEFAULT_SIGNALS: &str = "--default-signal=HUP,INT,TERM";

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

/// Waits until a condition holds. Panics after five minutes, a limit that allows for a loaded
/// machine.
pub(crate) fn wait_until(what: &str, mut so: impl FnMut() -> bool) {
    let limit = Instant::now() + Duration::from_secs(300);
    while !so() {
        assert!(Instant::now() < limit, "{what}: it never happens");
        sleep(Duration::from_millis(5));
    }
}

/// Waits until the program exits and returns its output.
pub(crate) fn end(mut child: ChildGuard) -> CommandOutput {
    wait_until("it ends", || child.try_wait().unwrap().is_some());
    let command = format!("process {}", child.id());
    CommandOutput::of(command, child.wait_with_output())
}

/// Sends a signal once the program handles signals and has worked long enough for some blocks.
pub(crate) fn signal(child: &Child, name: &str) {
    wait_until_busy(child);
    send(child, name);
}

/// Waits until the program handles signals and has worked long enough for some blocks.
pub(crate) fn wait_until_busy(child: &Child) {
    wait_until("it handles signals", || handles_signals(child.id()));
    wait_until("it works", || processor_time(child.id()) >= Duration::from_millis(200));
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

/// Returns the processor time of a process: user and system time from `/proc`, in units of 10 ms.
fn processor_time(id: u32) -> Duration {
    let Ok(text) = fs::read_to_string(format!("/proc/{id}/stat")) else { return Duration::MAX };
    let fields = text.rsplit(')').next().unwrap().split_whitespace();
    let ticks = fields.skip(11).take(2).map(|field| field.parse::<u64>().unwrap()).sum::<u64>();
    Duration::from_millis(10 * ticks)
}
