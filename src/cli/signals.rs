//! Signals: the first asks a run to stop in an orderly way; another, more than a second later, ends
//! the process at once. Where no run handles signals, the first one ends the process. Temporary
//! files are removed before the end.
//!
//! SIGHUP, which a closed terminal sends, and SIGQUIT are handled like SIGTERM, unless they were
//! ignored when the program began, such as SIGHUP under `nohup`. Only Linux shows without unsafe
//! code which signals were ignored. On other systems these two keep their default effect, and so do
//! all signals until a run handles them: temporary files then remain.

use crate::cli::file::remove_temporary_files;
use crate::cli::message;
use crate::commands::failure::Failure;
use crate::run::StopFlag;
#[cfg(unix)]
use signal_hook::consts::{SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGXCPU};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::{flag, low_level};
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, mpsc};
use std::thread::{self, sleep};
use std::time::Duration;

/// Interval at which the flags set by signals are read.
const POLL: Duration = Duration::from_millis(50);

/// Signals within this number of polls, a second, count as one: `timeout` sends one to the program
/// and one to its process group, Slurm sends one to all processes of a job, whose script passes it
/// on, and people press Ctrl-C twice. Polls, unlike a clock, do not count the time in which the
/// program is stopped or the machine is suspended.
const SAME_REQUEST: u64 = 20;

/// Signals that end the process at once when they come a second time.
#[cfg(unix)]
const ENDING_SIGNALS: &[i32] = &[SIGINT, SIGTERM, SIGHUP, SIGQUIT];
#[cfg(not(unix))]
const ENDING_SIGNALS: &[i32] = &[SIGINT, SIGTERM];

/// Flags that signals set: a request to stop by Ctrl-C, or by a scheduler before it ends a job.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop {
    pub(crate) cancel: StopFlag,
    by_scheduler: Arc<AtomicBool>,
    /// Whether a run handles the request to stop; otherwise the first signal ends the process.
    is_handled: Arc<AtomicBool>,
    /// For each of [`ENDING_SIGNALS`], whether the signal has arrived since the last check.
    came: [Arc<AtomicBool>; ENDING_SIGNALS.len()],
    /// The mask of the signals that were ignored when the program began, or `None` if it is
    /// unknown.
    ignored: Option<u64>,
}

/// Flags set by signals, shared by the whole process, or the reason why signals cannot be caught.
static STOP: OnceLock<Result<Stop, String>> = OnceLock::new();

/// Begins to watch for signals. On Linux, until a run handles signals, the first one removes
/// temporary files and ends the process.
pub(crate) fn watch() -> Result<Stop, String> {
    let watched = || Stop::watched().map_err(|error| format!("cannot wait for signals: {error}"));
    STOP.get_or_init(watched).clone()
}

/// Makes signals request a stop from now on. Returns the stop request, which all runs of a process
/// share.
pub(crate) fn handled() -> Result<Stop, String> {
    let stop = watch()?;
    if !stop.is_handled.swap(true, Ordering::Relaxed) {
        stop.handle().map_err(|error| format!("cannot wait for signals: {error}"))?;
    }
    Ok(stop)
}

/// Returns the stop flag, or `None` if no run handles signals.
pub(crate) fn asked() -> Option<StopFlag> {
    let stop = STOP.get()?.as_ref().ok()?;
    stop.is_handled.load(Ordering::Relaxed).then(|| stop.cancel.clone())
}

/// Returns the failure of a run that was stopped. It is temporary if a scheduler stopped the run
/// and more progress was saved than at the start.
pub(crate) fn failure(has_saved_more: bool, text: String) -> Failure {
    let stop = STOP.get().and_then(|stop| stop.as_ref().ok());
    if has_saved_more && stop.is_some_and(|stop| stop.by_scheduler.load(Ordering::Relaxed)) {
        Failure::Saved(text)
    } else {
        Failure::Interrupted(text)
    }
}

impl Stop {
    fn watched() -> io::Result<Self> {
        let stop = Self { ignored: ignored_signals(), ..Self::default() };
        let watched = stop.clone();
        let watch = move || watched.end_on_second_signal();
        // The thread comes first: a signal that is caught but not watched would have no effect.
        thread::Builder::new().name("signals".to_owned()).spawn(watch)?;
        for place in
            (0..ENDING_SIGNALS.len()).filter(|&place| stop.was_effective(ENDING_SIGNALS[place]))
        {
            stop.catch(place)?;
        }
        Ok(stop)
    }

    /// Catches the signals that a run handles: Ctrl-C and SIGTERM even if they were ignored, as in
    /// the background of a script, and the early warnings of schedulers, which never end a process
    /// here.
    fn handle(&self) -> io::Result<()> {
        for (place, &signal) in ENDING_SIGNALS.iter().enumerate() {
            if [SIGINT, SIGTERM].contains(&signal) && !self.was_effective(signal) {
                self.catch(place)?;
            }
        }
        #[cfg(unix)]
        for signal in [SIGUSR2, SIGXCPU, SIGUSR1] {
            self.request_stop_at(signal)?;
        }
        Ok(())
    }

    /// Returns whether it is known that a signal was not ignored when the program began.
    fn was_effective(&self, signal: i32) -> bool {
        self.ignored.is_some_and(|ignored| ignored >> (signal - 1) & 1 == 0)
    }

    /// Installs a handler for the signal at this index of [`ENDING_SIGNALS`].
    fn catch(&self, place: usize) -> io::Result<()> {
        #[cfg(windows)]
        if ENDING_SIGNALS[place] == SIGINT {
            return self.catch_ctrl_c(Arc::clone(&self.came[place]));
        }
        flag::register(ENDING_SIGNALS[place], Arc::clone(&self.came[place]))?;
        self.request_stop_at(ENDING_SIGNALS[place])
    }

    /// Catches Ctrl-C of a Windows console.
    #[cfg(windows)]
    fn catch_ctrl_c(&self, came: Arc<AtomicBool>) -> io::Result<()> {
        let asked = self.cancel.flag();
        let set = move || {
            came.store(true, Ordering::Relaxed);
            asked.store(true, Ordering::Relaxed);
        };
        ctrlc::set_handler(set).map_err(io::Error::other)
    }

    /// Makes a signal set the stop flag.
    fn request_stop_at(&self, signal: i32) -> io::Result<()> {
        if signal != SIGINT {
            flag::register(signal, Arc::clone(&self.by_scheduler))?;
        }
        flag::register(signal, self.cancel.flag()).map(drop)
    }

    /// Waits for signals, and ends the process at the second one, or at the first that no run
    /// handles. Blocks, so it runs in a thread of its own; a signal handler could neither wait nor
    /// remove files.
    fn end_on_second_signal(&self) {
        let mut first = None;
        for poll in 0.. {
            sleep(POLL);
            for (&signal, came) in ENDING_SIGNALS.iter().zip(&self.came) {
                if !came.swap(false, Ordering::Relaxed) {
                    continue;
                }
                let is_handled = self.is_handled.load(Ordering::Relaxed);
                if !is_handled || is_second(&mut first, poll) {
                    end(signal, is_handled);
                }
            }
        }
    }
}

/// Returns whether a signal, seen by the poll of this number, is another request than the first. It
/// is the first itself if `first`, the number of the poll that saw that, is not set yet.
fn is_second(first: &mut Option<u64>, poll: u64) -> bool {
    poll - *first.get_or_insert(poll) > SAME_REQUEST
}

/// Ends the process with the default effect of the signal; Ctrl-C ends a run with exit code 130.
fn end(signal: i32, is_handled: bool) -> ! {
    /// Maximum time to wait until a message to stderr is written, which may be a pipe that nobody
    /// reads.
    const PATIENCE: Duration = Duration::from_millis(100);
    let _listed = remove_temporary_files();
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        if io::stderr().is_terminal() {
            // The cursor may be in the line of a progress bar.
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
        message::interrupted("before the end");
        let _ = sender.send(());
    });
    let _ = receiver.recv_timeout(PATIENCE);
    if signal != SIGINT || !is_handled {
        let _ = low_level::emulate_default_handler(signal);
    }
    low_level::exit(128 + signal)
}

/// Returns the ignored signals, inherited at the start, as a mask whose lowest bit is signal 1;
/// `None` if unknown.
fn ignored_signals() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}

/// Makes exceeding the file size limit a write error, instead of the end of the process.
pub(crate) fn survive_file_limits() {
    #[cfg(unix)]
    // If this fails, exceeding the limit ends the process, as by default.
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

#[cfg(test)]
mod tests {
    use super::is_second;

    #[test]
    fn signals_within_twenty_polls_are_one_request() {
        let mut first = None;
        let seen = [7, 7, 8, 26, 27, 28, 1000].map(|poll| is_second(&mut first, poll));
        assert_eq!(seen, [false, false, false, false, false, true, true]);
    }
}
