//! Child processes of tests.

use std::ops::{Deref, DerefMut};
use std::process::{Child, Command, Output};
use std::sync::LazyLock;

/// A child process that is killed when the guard is dropped, so that a test that fails leaves
/// nothing behind that computes for ever.
pub(crate) struct ChildGuard(Option<Child>);

impl ChildGuard {
    pub(crate) fn spawn(command: &mut Command) -> Self {
        Self(Some(command.spawn().expect("the program starts")))
    }

    /// Waits for the end, and returns what the process wrote to its pipes.
    pub(crate) fn wait_with_output(mut self) -> Output {
        self.0.take().expect("it is taken once").wait_with_output().expect("its end is seen")
    }
}

impl Deref for ChildGuard {
    type Target = Child;

    fn deref(&self) -> &Child {
        self.0.as_ref().expect("it is taken at the end")
    }
}

impl DerefMut for ChildGuard {
    fn deref_mut(&mut self) -> &mut Child {
        self.0.as_mut().expect("it is taken at the end")
    }
}

impl Drop for ChildGuard {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The option of `env` that restores the default action of the signals that tests send.
const DEFAULT_SIGNALS: &str = "--default-signal=HUP,INT,TERM";

/// Whether `env` has that option here, as that of GNU coreutils has since version 8.31.
pub(crate) fn restores_signals() -> bool {
    static RESTORES: LazyLock<bool> = LazyLock::new(|| {
        let output = Command::new("env").args([DEFAULT_SIGNALS, "true"]).output();
        output.is_ok_and(|output| output.status.success())
    });
    *RESTORES
}

/// Returns a command that runs the program with the default action of the signals that tests send.
/// Tests may have inherited that these are ignored, as under `nohup` and in the background of a
/// script, and would pass it on. Where `env` cannot restore the default, the program runs as it is.
pub(crate) fn with_default_signals(program: &str) -> Command {
    if !restores_signals() {
        return Command::new(program);
    }
    let mut command = Command::new("env");
    command.args([DEFAULT_SIGNALS, program]);
    command
}
